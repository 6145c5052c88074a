"""Each dated thing keeps its own year; what is put right is what was named; a number that is no year dates nothing."""

import pytest
from storyteller_of_lives import Telling, tell

from voice_agent.memory.dates.when import strict_bounds


def of(told: Telling, word: str) -> str:
    """When the one event was whose description holds `word`."""
    return told.event(word).when


@pytest.mark.parametrize(
    ("said", "dated"),
    [
        (
            "I got my first job at Hoover's in 1953 and then in 1956 I went to the council.",
            {"Hoover": "1953", "council": "1956"},
        ),
        (
            "The first dog, Bess, we got in nineteen fifty, and Nell came in nineteen sixty-one.",
            {"Bess": "1950", "Nell": "1961"},
        ),
        (
            "I passed my driving test in 1965 and crashed the car in 1966.",
            {"driving test": "1965", "crashed": "1966"},
        ),
        (
            "We was wed in fifty-one at chapel, and our Susan come along in fifty-four.",
            {"wed": "1951", "Susan": "1954"},
        ),
        (
            "He bought the tractor in 1949; the combine came in 1955.",
            {"tractor": "1949", "combine": "1955"},
        ),
        (
            "I worked at Lyons in 1947, at Boots in 1949, and at the Post Office in 1953.",
            {"Lyons": "1947", "Boots": "1949", "Post Office": "1953"},
        ),
    ],
)
def test_things_of_one_breath_keep_each_its_own_year(said: str, dated: dict[str, str]) -> None:
    told = tell([said])
    assert {word: of(told, word) for word in dated} == dated


@pytest.mark.parametrize(
    ("said", "word", "when"),
    [
        ("The baby died in 1953, we never talked about it.", "baby", "1953"),
        ("My mother remarried in 1947, which I did not like at all.", "remarried", "1947"),
        ("We waited for a house, so we didn't marry till 1950.", "marry", "1950"),
        ("I was not called up until 1944.", "not called", "1944"),
        ("The water only came in 1972.", "water", "1972"),
        ("The first telly we had was in 1953.", "telly", "1953"),
        ("The strike was in 1926.", "strike", "1926"),
        ("She went in the convent in 1950, and never said a word about it.", "convent", "1950"),
    ],
)
def test_what_was_told_with_a_year_is_not_lost_for_small_words(
    said: str, word: str, when: str
) -> None:
    assert of(tell([said]), word) == when


@pytest.mark.parametrize(
    "said",
    [
        "I married in 1951. No, I've got that wrong, nineteen fifty-two it was.",
        "I married in 1951, no, I'm a liar, 1952.",
        "I married in 1951 — 1952, rather.",
        "I didn't marry in 1951. No, I married in 1952.",
        "I said I married in 1951. I didn't, I married in 1952.",
        "When I said 1951 for when I married, I should have said 1952. I married late.",
    ],
)
def test_where_both_years_are_named_in_one_breath_the_later_is_right(said: str) -> None:
    told = tell([said])
    assert not told.life.conflicts
    assert {each.when for each in told.life.events if "married" in each.description} == {"1952"}


def test_what_was_put_right_once_in_a_breath_is_not_put_right_again() -> None:
    told = tell(
        [
            "I came to England in 1963.",
            "It was 1964 I came, not 1963. Clyde had come the year before.",
        ]
    )
    (mends,) = [each for each in told.claims if each.corrects]
    assert mends.edtf == "1964"


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("The milking machine, that was 1955.", "1955"),
        ("'Twas 1955, the machine.", "1955"),
        ("Nay, hang on. It were fifty-five we got the machine.", "1955"),
        ("The machine was '55, I beg your pardon.", "1955"),
    ],
)
def test_a_year_said_of_what_it_names_is_a_second_one(said: str, asked: str) -> None:
    told = tell(["We got the tractor in 1951 and the milking machine in 1954.", said])
    (found,) = told.life.conflicts
    assert [side.edtf for side in found.sides] == ["1954", asked]
    assert of(told, "tractor") == "1951"


def test_a_repair_touches_only_the_year_it_stands_behind() -> None:
    told = tell(["I went to sea in 1948, no, 1949, and my brother Alf went in 1946."])
    (sea, alf) = sorted(
        (each for each in told.life.events), key=lambda each: each.when, reverse=True
    )
    assert (sea.when, alf.when) == ("1949", "1946")
    assert "Alf" in alf.description


TALKS = [
    ["We went to Wales in 1950.", "We went to Wales in 1952."],
    ["I broke my leg in 1950 skating.", "I broke my arm in 1952, skating again."],
    ["We married in 1950. We got engaged in 1948.", "My sister married in 1953."],
    ["He moved to Hull in 1950.", "He moved to Hull again in 1953."],
    ["I was made foreman in 1967, and then, wait till I tell you, they sacked us in 1969."],
    ["Had the first operation in 1980.", "Second was in 1982. Third in 1985."],
    ["We married in 1950.", "1953, that was a year. We lost the baby and I lost my job."],
    ["First I worked for my uncle, that was in 1950. After that for myself, that was in 1958."],
    ["I joined the Land Army in 1942.", "Then I got pneumonia, in 1943 that was, and went home."],
    ["I began nursing in 1951.", "Sorry, my tea. I was made sister in 1956."],
    ["Ten years I was there. No, that's a lie. We had the fire in 1971.", "In 1973 it shut."],
]


@pytest.mark.parametrize("talk", TALKS)
def test_two_own_dates_of_one_talk_are_two_events(talk: list[str]) -> None:
    told = tell(talk)
    dated = {each.id: each for each in told.claims if each.edtf and not each.corrects}
    for event in told.life.events:
        days = [strict_bounds(dated[x].edtf) for x in event.tellings if x in dated]
        assert all(one.meets(other) for one in days for other in days)
    assert not told.life.conflicts


def test_one_thing_told_in_two_talks_with_two_years_is_one_event_in_conflict() -> None:
    told = tell(["My father died in 1958, at home."], ["My father died in 1961, at home."])
    (found,) = told.life.conflicts
    assert [side.edtf for side in found.sides] == ["1958", "1961"]


@pytest.mark.parametrize(
    "said",
    [
        "That business with the boat, that was 1961, not 1962 as I told you.",
        "I said 1962 for the boat. It were 1961.",
        "Sorry, not 1962, we had the boat in 1961.",
        "The boat was in 1961, I told you 1962 before, that's wrong.",
    ],
)
def test_what_names_both_years_is_put_right_however_long_ago_it_was_told(said: str) -> None:
    told = tell(
        [
            "We had a boat in 1962.",
            "The weather was grand that year.",
            "I liked it.",
            "So did Mum.",
        ],
    )
    assert of(told, "boat") == "1962"
    told = tell(
        [
            "We had a boat in 1962. My aunt came in 1964.",
            "It was blue.",
            "We rowed.",
            "So did Mum.",
            "I met Rose in 1970.",
            said,
        ]
    )
    (boat,) = [each for each in told.life.events if "boat" in each.description]
    assert boat.when == "1961"
    assert not told.life.conflicts
    assert of(told, "aunt") == "1964"


@pytest.mark.parametrize(
    "said",
    [
        "Wait, no. She was born in 1956.",
        "Nineteen fifty-six, it was. A Sunday.",
        "1956, I think it was, come to think of it.",
        "It'd be 1956, now I think of it.",
        "It was more like 1956.",
        "Nay, it were 1956.",
    ],
)
def test_what_names_only_the_right_year_leaves_both_to_be_asked_about(said: str) -> None:
    told = tell(["Our Jean was born in 1957, at home.", said])
    (found,) = told.life.conflicts
    assert [side.edtf for side in found.sides] == ["1957", "1956"]
    assert not any(each.corrects for each in told.claims)


@pytest.mark.parametrize(
    "said", ["No. It was 1965.", "That 1961 is wrong. I'd have to ask him.", "It wasn't 1961."]
)
def test_where_two_may_be_meant_or_no_right_year_is_named_all_stands(said: str) -> None:
    told = tell(["My father died in 1961 and my mother died in 1969.", said])
    assert of(told, "father") == "1961"
    assert of(told, "mother") == "1969"


def test_of_two_years_that_can_be_meant_the_near_one_is() -> None:
    told = tell(["We moved to Harlow in 1955. I had Janet in 1964.", "No, wait, it was 1954."])
    (found,) = told.life.conflicts
    assert [side.edtf for side in found.sides] == ["1955", "1954"]
    assert of(told, "Janet") == "1964"


def test_a_pause_between_two_years_is_no_range() -> None:
    told = tell(["We had the shop in 1948 — 1949, rather — and lost it in 1953."])
    assert of(told, "shop") == "1949"
    assert of(told, "lost it") == "1953"


@pytest.mark.parametrize(
    "said",
    [
        "He left me nineteen hundred pounds and a debt of eighteen fifty.",
        "We lived at 1962 Maple Street and then at 1948 Oak Avenue.",
        "There's 1950 bricks in that wall, I laid them, fifty-five a row.",
        "Our number was Whitehall 1952, and the phone was in the hall.",
        "The 1958 came at ten to eight, that was the last train.",
        "We had the old Ford, the 1939 one, with the dickey seat.",
        "Psalm 23, page 1949 in the big Bible.",
        "There were 1,900 men at that works, nineteen hundred men.",
        "I was in ward 42, then 44, and it cost nineteen pounds fifty.",
    ],
)
def test_what_counts_or_numbers_something_is_no_year(said: str) -> None:
    assert not any(each.edtf for each in tell([said]).claims)


def test_the_war_of_somebody_whose_birth_nobody_knows_is_none_of_long_ago() -> None:
    (found,) = [each for each in tell(["We went hungry in the war."]).claims if each.edtf]
    assert found.edtf.startswith("194")


@pytest.mark.parametrize(
    ("lines", "dated"),
    [
        (["Lumping. On the wharf. 1952. Then I tried pearling in '56."], {"wharf": "1952"}),
        (["Crane driver. 1949. I could see the whole town."], {"Crane": "1949"}),
        (
            ["Oh, the electric, yes. Nineteen fifty-eight, that was, and Mam stood there."],
            {"electric": "1958"},
        ),
        (
            ["My aunt spoke for me. That was 1948, at Wedgwood's, in the slip house."],
            {"slip house": "1948"},
        ),
        (["Germans take me for work, 1942, to a farm by Hannover."], {"Germans": "1942"}),
        (["Then I buy the house in Desborough Road, 1964, four families in it."], {"buy": "1964"}),
        (
            [
                "? When did you get your first tractor?",
                "1946. Farmall H. Bought the combine in '58.",
            ],
            {"Farmall": "1946", "combine": "1958"},
        ),
        (
            [
                "? When did you join the ship?",
                "On the third of May, 1950. My brother carried my bag.",
            ],
            {"bag": "1950-05-03"},
        ),
        (["? When did you come to Leicester?", "1972, with two suitcases."], {"suitcases": "1972"}),
        (
            ["? What was the snow like?", "The big drift. 1947. It came up to the sills."],
            {"drift": "1947"},
        ),
    ],
)
def test_a_year_said_by_itself_is_of_the_one_thing_it_stands_with(
    lines: list[str], dated: dict[str, str]
) -> None:
    told = tell(lines)
    for word, when in dated.items():
        said = {each.id for each in told.claims if word in each.what and each.edtf}
        assert [x.when for x in told.life.events if said & set(x.tellings)] == [when]


@pytest.mark.parametrize(
    "lines",
    [
        ["? When were you born?", "1931. My mother carried water up the hill."],
        ["? When did you retire?", "1985. I worked there forty years."],
        ["? When did you marry?", "1951. My father was a miner."],
        ["? When did you start?", "1951. Then we moved to Hull."],
        ["? When did you start?", "1951. We moved to Hull in 1953."],
        ["? When did you marry, Mary?", "Lovely day. 1951. The church was full."],
        ["? Where was that?", "Leeds. 1943, 1944. Somewhere there."],
        ["We bought a shop by the canal.", "? When did you buy your first car?", "1954."],
    ],
)
def test_a_year_that_may_be_of_something_else_dates_nothing(lines: list[str]) -> None:
    told = tell(lines)
    years = {"1931", "1985", "1951", "1943", "1944", "1954"}
    assert not years & {each.when for each in told.life.events}


def test_what_came_before_that_is_no_part_of_that() -> None:
    told = tell(
        ["I dug the tunnel at Mersey in 1966. Before that I was at Kielder, in the forestry."]
    )
    assert of(told, "Mersey") == "1966"
    assert not any("Kielder" in each.description and each.when for each in told.life.events)


def test_what_was_never_so_in_the_next_breath_takes_no_year_away() -> None:
    told = tell(["They shipped us off to Korea in 1952 and I was never so cold in my life."])
    assert of(told, "Korea") == "1952"


@pytest.mark.parametrize(
    ("lines", "word", "sides"),
    [
        (["We went to the Gold Coast in 1952.", "The Gold Coast was '53, I believe."], "Gold", 2),
        (
            ["I opened the shop in 1956. Now was it 1956 I opened? It wasn't, it was 1957."],
            "shop",
            2,
        ),
        (
            ["On the trams, aye, 1950.", "? Nineteen fifty for the trams?", "Hold on, 1951 then."],
            "trams",
            2,
        ),
        (["Mother came in 1940. I left in 1952. Law, no. 1953."], "left", 2),
        (["The tractor was 1951. The combine was 1955."], "tractor", 0),
        (["I began in 1950.", "? You began in 1950. When did you leave?", "1955."], "began", 0),
    ],
)
def test_a_second_year_of_one_named_thing_is_asked_about(
    lines: list[str], word: str, sides: int
) -> None:
    told = tell(lines)
    (found,) = [each for each in told.life.events if word in each.description]
    assert len(found.conflict.sides if found.conflict else ()) == sides


@pytest.mark.parametrize(
    "said",
    [
        "And is not 1963 Errol come, you know, is 1964. My mother held on to him.",
        "Nah, wasn't 1963, it was '64 up our way.",
        "I say Errol come in 1963. No, what I am saying, in 1964.",
    ],
)
def test_both_years_named_in_other_grammar_are_put_right(said: str) -> None:
    told = tell(["I sent for Marcia in 1961. Errol come in 1963. " + said])
    assert not told.life.conflicts
    assert {each.when for each in told.life.events if "Errol" in each.description} == {"1964"}
    assert of(told, "Marcia") == "1961"


def test_an_age_that_our_question_names_is_no_year() -> None:
    told = tell(
        [
            "We went on strike in August 1973, the whole crowd of us. I carried the sign nine days.",
            "? What happened to you when you were forty-two?",
            "Forty-two? Nothing happens to a man at forty-two.",
        ]
    )
    assert of(told, "strike") == "1973-08"
    assert "1942" not in {each.edtf for each in told.claims}


@pytest.mark.parametrize(
    "said", ["No one was hurt in 1953, only the pigs.", "No man was killed there in 1950."]
)
def test_the_no_of_no_one_is_a_part_of_what_is_told(said: str) -> None:
    (made,) = tell([said]).claims
    assert made.what.startswith("No ")
