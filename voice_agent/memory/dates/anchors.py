"""What everybody of an age remembers, and when it was: the war, Kennedy, the Depression.

Public facts, to the day where there was one. Each anchor has the words that name it; `begins` and
`ends` are what "when the war broke out" and "the end of the war" mean. `home` limits an anchor to the
countries whose people mean it by those words; the first that fits is taken.
"""

from dataclasses import dataclass

from voice_agent.memory.dates.number_words import Line, word


@dataclass(frozen=True, slots=True)
class Anchor:
    """A public event that private ones are dated by."""

    name: str
    edtf: str
    words: tuple[str, ...]
    """What people say, in lower case; after "when" or on its own."""

    home: frozenset[str] = frozenset()
    """ISO 3166 codes; empty: everybody."""

    born_by: int = 2100
    """Only somebody born in or before this year would mean it by these words."""

    born_from: int = 0


def _of(*codes: str) -> frozenset[str]:
    return frozenset(codes)


_SECOND = (
    "the second world war",
    "the second war",
    "second world war",
    "world war two",
    "world war ii",
    "world war 2",
    "ww ii",
    "wwii",
    "ww2",
)
_THE_WAR = ("the war", "wartime", "the war years")

ANCHORS: tuple[Anchor, ...] = (
    Anchor(
        "the First World War",
        "1914-07-28/1918-11-11",
        (
            "the first world war",
            "first world war",
            "world war one",
            "world war i",
            "world war 1",
            "wwi",
            "the great war",
            "the kaiser's war",
        ),
    ),
    Anchor("the Second World War", "1941-12-07/1945-09-02", _SECOND, home=_of("US")),
    Anchor("the Second World War", "1939-09-01/1945-09-02", _SECOND),
    Anchor("the Civil War", "1861-04-12/1865-04-09", ("the civil war",), home=_of("US")),
    Anchor("the war", "1861-04-12/1865-04-09", _THE_WAR, home=_of("US"), born_by=1858),
    Anchor("the war", "1899-10-11/1902-05-31", _THE_WAR, home=_of("GB"), born_by=1890),
    Anchor("the war", "1914-07-28/1918-11-11", _THE_WAR, born_by=1912),
    Anchor("the war", "1941-12-07/1945-09-02", _THE_WAR, home=_of("US"), born_by=1946),
    Anchor("the war", "1939-09-01/1945-09-02", _THE_WAR, born_by=1950),
    Anchor("the Korean War", "1950-06-25/1953-07-27", ("the korean war", "the war in korea")),
    Anchor(
        "the Vietnam War",
        "1964-08-07/1973-03-29",
        ("the vietnam war", "the war in vietnam"),
        home=_of("US"),
    ),
    Anchor("the Vietnam War", "1955-11-01/1975-04-30", ("the vietnam war", "the war in vietnam")),
    Anchor("the Gulf War", "1990-08-02/1991-02-28", ("the gulf war", "desert storm")),
    Anchor("the Falklands War", "1982-04-02/1982-06-14", ("the falklands war", "the falklands")),
    Anchor("the Depression", "1929-10/1939", ("the great depression", "the depression")),
    Anchor(
        "the Crash", "1929-10-24/1929-10-29", ("the wall street crash", "the stock market crash")
    ),
    Anchor("the Dust Bowl", "1930/1940", ("the dust bowl",)),
    Anchor("Prohibition", "1920-01-17/1933-12-05", ("prohibition",), home=_of("US")),
    Anchor("the General Strike", "1926-05-03/1926-05-12", ("the general strike",), home=_of("GB")),
    Anchor(
        "the spanish flu", "1918-03/1920-04", ("the spanish flu", "the flu epidemic"), born_by=1925
    ),
    Anchor(
        "the Abdication", "1936-12-11", ("the abdication", "the king abdicated", "edward abdicated")
    ),
    Anchor("the Phoney War", "1939-09-03/1940-05-10", ("the phoney war", "the phony war")),
    Anchor("Dunkirk", "1940-05-26/1940-06-04", ("dunkirk",)),
    Anchor("the Battle of Britain", "1940-07-10/1940-10-31", ("the battle of britain",)),
    Anchor("the Blitz", "1940-09-07/1941-05-11", ("the blitz", "the bombing of london")),
    Anchor(
        "Pearl Harbor",
        "1941-12-07",
        (
            "pearl harbor",
            "pearl harbour",
            "they bombed pearl harbor",
            "the japanese bombed pearl harbor",
        ),
    ),
    Anchor(
        "D-Day",
        "1944-06-06",
        ("d day", "d-day", "the normandy landings", "the invasion of normandy"),
    ),
    Anchor(
        "Roosevelt's death",
        "1945-04-12",
        (
            "roosevelt died",
            "president roosevelt died",
            "fdr died",
            "roosevelt's death",
            "fdr's death",
        ),
    ),
    Anchor("VE Day", "1945-05-08", ("ve day", "v e day", "v-e day")),
    Anchor(
        "Hiroshima",
        "1945-08-06",
        (
            "hiroshima",
            "they dropped the bomb",
            "they dropped the atom bomb",
            "the atom bomb dropped",
        ),
    ),
    Anchor("VJ Day", "1945-08-15", ("vj day", "v j day", "v-j day")),
    Anchor(
        "rationing", "1940-01-08/1954-07-04", ("rationing", "the rationing"), home=_of("GB", "IE")
    ),
    Anchor("rationing", "1942-05/1946", ("rationing", "the rationing"), home=_of("US")),
    Anchor("Partition", "1947-08-14/1947-08-15", ("partition", "the partition")),
    Anchor(
        "the Berlin airlift",
        "1948-06-26/1949-09-30",
        ("the berlin airlift", "the airlift", "the berlin blockade"),
    ),
    Anchor("the Festival of Britain", "1951-05-03/1951-09-30", ("the festival of britain",)),
    Anchor("the death of King George VI", "1952-02-06", ("the king died", "king george died")),
    Anchor("the Great Smog", "1952-12-05/1952-12-09", ("the great smog", "the big smog")),
    Anchor(
        "the Coronation",
        "1953-06-02",
        (
            "the coronation",
            "the queen was crowned",
            "coronation day",
            "coronation year",
            "the queen's coronation",
        ),
        born_by=2005,
    ),
    Anchor("Suez", "1956-10-29/1956-11-07", ("the suez crisis", "suez")),
    Anchor(
        "the Hungarian uprising",
        "1956-10-23/1956-11-11",
        ("the hungarian uprising", "the hungarian revolution"),
    ),
    Anchor("Sputnik", "1957-10-04", ("sputnik", "the sputnik", "they launched sputnik")),
    Anchor(
        "the Berlin Wall going up",
        "1961-08-13",
        ("the wall went up", "the berlin wall went up", "they built the berlin wall"),
    ),
    Anchor(
        "John Glenn's orbit",
        "1962-02-20",
        ("john glenn went up", "john glenn orbited", "john glenn orbited the earth"),
    ),
    Anchor(
        "the Cuban missile crisis",
        "1962-10-16/1962-10-28",
        ("the cuban missile crisis", "the missile crisis"),
    ),
    Anchor("the Big Freeze", "1962-12-26/1963-03-06", ("the big freeze",), home=_of("GB")),
    Anchor(
        "the March on Washington",
        "1963-08-28",
        ("the march on washington", "martin luther king gave his speech"),
    ),
    Anchor(
        "the Kennedy assassination",
        "1963-11-22",
        (
            "kennedy was shot",
            "kennedy was killed",
            "kennedy was assassinated",
            "kennedy died",
            "president kennedy was shot",
            "president kennedy was killed",
            "president kennedy was assassinated",
            "president kennedy died",
            "john kennedy was shot",
            "jfk was shot",
            "jfk was killed",
            "jfk died",
            "they shot kennedy",
            "they shot president kennedy",
            "they killed kennedy",
            "the kennedy assassination",
            "kennedy's assassination",
        ),
    ),
    Anchor("Churchill's funeral", "1965-01-30", ("churchill's funeral",)),
    Anchor("Churchill's death", "1965-01-24", ("churchill died",)),
    Anchor("the great blackout", "1965-11-09", ("the great blackout",), home=_of("US", "CA")),
    Anchor(
        "England winning the World Cup",
        "1966-07-30",
        ("england won the world cup", "we won the world cup"),
        home=_of("GB"),
    ),
    Anchor("the Summer of Love", "1967-06/1967-08", ("the summer of love",)),
    Anchor(
        "the King assassination",
        "1968-04-04",
        (
            "martin luther king was shot",
            "martin luther king was killed",
            "martin luther king died",
            "dr . king was shot",
            "dr king was shot",
            "dr king was killed",
            "they shot martin luther king",
            "they shot dr king",
        ),
    ),
    Anchor(
        "the Robert Kennedy assassination",
        "1968-06-05/1968-06-06",
        (
            "bobby kennedy was shot",
            "bobby kennedy was killed",
            "robert kennedy was shot",
            "robert kennedy was killed",
            "they shot bobby kennedy",
        ),
    ),
    Anchor("the Prague Spring", "1968-01-05/1968-08-21", ("the prague spring",)),
    Anchor(
        "the moon landing",
        "1969-07-20",
        (
            "the moon landing",
            "they landed on the moon",
            "man landed on the moon",
            "men landed on the moon",
            "we landed on the moon",
            "they walked on the moon",
            "man walked on the moon",
            "neil armstrong walked on the moon",
            "neil armstrong landed on the moon",
            "armstrong walked on the moon",
            "we put a man on the moon",
            "they put a man on the moon",
            "apollo eleven",
            "apollo 11",
        ),
    ),
    Anchor("Woodstock", "1969-08-15/1969-08-18", ("woodstock",)),
    Anchor("decimalisation", "1971-02-15", ("decimalisation", "decimal day"), home=_of("GB", "IE")),
    Anchor("Watergate", "1972-06-17/1974-08-09", ("watergate",)),
    Anchor("the oil crisis", "1973-10/1974-03", ("the oil crisis", "the oil embargo")),
    Anchor("the three-day week", "1974-01-01/1974-03-07", ("the three day week",), home=_of("GB")),
    Anchor("Nixon's resignation", "1974-08-09", ("nixon resigned",)),
    Anchor(
        "the fall of Saigon",
        "1975-04-30",
        ("the fall of saigon", "saigon fell", "vietnam ended"),
    ),
    Anchor("the Bicentennial", "1976-07-04", ("the bicentennial",), home=_of("US")),
    Anchor(
        "the Silver Jubilee", "1977-06-07", ("the silver jubilee", "the queen's silver jubilee")
    ),
    Anchor("Elvis's death", "1977-08-16", ("elvis died", "elvis presley died")),
    Anchor("the Winter of Discontent", "1978-11/1979-02", ("the winter of discontent",)),
    Anchor("the Lennon shooting", "1980-12-08", ("john lennon was shot", "lennon was shot")),
    Anchor(
        "Charles and Diana's wedding",
        "1981-07-29",
        (
            "charles and diana got married",
            "charles and diana's wedding",
            "charles married diana",
            "the royal wedding",
        ),
    ),
    Anchor(
        "the miners' strike",
        "1984-03-06/1985-03-03",
        ("the miners strike", "the miners' strike", "the miner's strike"),
        home=_of("GB"),
    ),
    Anchor(
        "the Challenger disaster",
        "1986-01-28",
        ("the challenger disaster", "the challenger exploded", "challenger exploded"),
    ),
    Anchor("Chernobyl", "1986-04-26", ("chernobyl",)),
    Anchor(
        "the fall of the Berlin Wall",
        "1989-11-09",
        (
            "the berlin wall came down",
            "the berlin wall fell",
            "the wall came down",
            "the wall fell",
            "the fall of the berlin wall",
        ),
    ),
    Anchor(
        "Diana's death",
        "1997-08-31",
        ("diana died", "princess diana died", "diana was killed", "princess diana was killed"),
    ),
    Anchor("the millennium", "2000-01-01", ("the millennium", "the year two thousand party")),
    Anchor(
        "September 11",
        "2001-09-11",
        (
            "nine eleven",
            "9 / 11",
            "the twin towers fell",
            "the towers fell",
            "the towers came down",
        ),
    ),
    Anchor("Hurricane Katrina", "2005-08-29", ("hurricane katrina", "katrina")),
    Anchor(
        "the pandemic",
        "2020-03/2022-03",
        ("the pandemic", "covid", "the covid pandemic", "lockdown", "the lockdown"),
    ),
)

AGE = 85
"""Years that a narrator has lived whose birth nobody knows: "the war" is not that of 1861. A guess."""

_BY_FIRST: dict[str, list[tuple[tuple[str, ...], Anchor]]] = {}
for _anchor in ANCHORS:
    for _words in _anchor.words:
        _split = tuple(_words.replace("-", " - ").split())
        _BY_FIRST.setdefault(_split[0], []).append((_split, _anchor))


def at(line: Line, place: int, *, country: str, born: int, told: int) -> tuple[Anchor, int] | None:
    """Return the anchor named at `place` and the place after it; `born` is 0 where unknown.

    `told` is the year of the telling: nobody is reminded of what is still to come.

    The longest name wins; among anchors of one name, the first that this narrator would mean.
    """
    if not born and (likely := at(line, place, country=country, born=told - AGE, told=told)):
        return likely
    found: tuple[Anchor, int] | None = None
    for words, anchor in _BY_FIRST.get(word(line, place), ()):
        end = place + len(words)
        if found and end <= found[1]:
            continue
        if _says(line, place, words) and _meant(anchor, country, born, told):
            found = anchor, end
    return found


def _says(line: Line, place: int, words: tuple[str, ...]) -> bool:
    return all(word(line, place + step) == each for step, each in enumerate(words))


def _meant(anchor: Anchor, country: str, born: int, told: int) -> bool:
    if int(anchor.edtf[:4]) > told:
        return False
    if anchor.home and country not in anchor.home:
        return False
    return not born or anchor.born_from <= born <= anchor.born_by
