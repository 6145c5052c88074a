"""Years of talks, invented: what a house holds when somebody has told twice a week for months or years.

A cast is drawn from the seed: a family that is in many stories, and for each story people, places and things that are in
hardly any other. A story begins with a sentence put together of who, what, where and when, and goes on with sentences of
the journals beside this, under other names and in other years; one in six is an earlier one told again, in other words and
perhaps with another year.
"""

import random
import re
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

from lab.evaluation.memory import persona
from voice_agent.memory.clauses import sentences
from voice_agent.memory.imported import WrittenSession, WrittenTurn
from voice_agent.story import Speaker

TURNS = 40
"""Of a talk, half of them the narrator's."""

BEGAN = date(2023, 1, 9)
"""The day of the first talk; two a week follow."""

AGAIN = 1 / 6
"""The share of stories that were told before."""


def _parted(text: str) -> tuple[str, ...]:
    """At its bars, and where it has none at its spaces."""
    return tuple(text.split("|" if "|" in text else None))


_WOMEN = _parted(
    "Ada Agnes Annie Beatrice Bessie Clara Connie Daisy Dora Edith Elsie Ethel Fanny Flora Freda Gladys Greta Hazel Hilda Ida"
    " Irene Ivy Jessie Kathleen Laura Lillian Lucy Mabel Maude Mildred Myrtle Nellie Olive Pauline Phyllis Rita Rosalind Sadie"
    " Stella Thelma Ursula Vera Violet Winifred"
)
_MEN = _parted(
    "Albert Alfred Arthur Bernard Cecil Clifford Cyril Dennis Douglas Edwin Ernest Eugene Felix Floyd Gilbert Gordon Harvey"
    " Hector Horace Isaac Jasper Julius Kenneth Leonard Lloyd Marvin Maurice Milton Nathan Norman Oscar Otis Percy Ralph"
    " Reginald Roland Rupert Sidney Theodore Vernon Wallace Wilfred"
)
_GIVEN = (*_WOMEN, *_MEN)
_SURNAMES = _parted(
    "Abbott Ackerman Barlow Birch Boyle Brannigan Calder Carver Clegg Colby Crane Dabney Denby Dowd Eccles Farrow Fenwick"
    " Fiske Garland Goss Hadley Haskell Hobbs Inman Jessup Kemble Kirby Larkin Lomax Mabry Marsh Nash Nolan Oakes Orr"
    " Packard Pruitt Quayle Ransom Rooney Sadler Stobbs Tanner Tilley Upton Vance Voss Weaver Whitlock Yates"
)
_TOWNS = _parted(
    "Alton Ashby Barrow Belmont Benton Bexley Braden Brixham Camden Carlow Chester Clifton Corbridge Dalton Dayton Derry"
    " Dover Duluth Elgin Elmira Fairmont Galena Garston Glenrock Hadleigh Harlow Hexham Ilkley Joplin Kendal Keswick Laredo"
    " Leigh Lorain Macon Malvern Marietta Matlock Nelson Oneida Otley Paducah Penrith Quincy Ripon Salem Sandusky Selby"
    " Skipton Tamworth Toledo Urbana Vernon Wakefield Warren Whitby Wigan Winona Yarmouth Zanesville"
)
_STREETS = _parted(
    "Mill Chapel Grove Ferry Station Quarry Orchard Canal Tannery Market Bridge Foundry Elm Castle Harbour Vine"
)
_THINGS = _parted(
    "bicycle|sewing machine|washing machine|piano|lantern|overcoat|wheelbarrow|accordion|clock|hat box|cradle|sledge|kettle"
    "|fishing rod|parrot|greyhound|donkey|brass bed|gramophone|typewriter|china teapot|rocking chair|canoe|motorbike|tractor"
    "|wedding cake|ration book|birdcage|mirror|quilt|violin|ladder|tin bath|camera|bakery van|milk cart|beehive|goose|kite"
    "|trumpet|telescope|caravan|wireless|mangle|pocket watch|pram|suitcase|chandelier|barrel organ|pig"
)
_WORKPLACES = _parted(
    "cannery|shipyard|mill|bakery|post office|laundry|foundry|brewery|glass works|telephone exchange|railway yard|hospital"
    "|tannery|printing works|dairy|library|fire station|hotel|coal office|rope works"
)
_WEATHER = _parted(
    "it rained the whole week|the snow lay up to the sills|the river was over the road|it was so hot that the tar ran"
    "|the wind had the roof off the hen house|there was a fog you could lean on|the frost had burst every pipe"
)
_KIN = _parted(
    "my father|my mother|my brother {b}|my sister {s}|my husband {h}|my daughter {d}|my son {o}|Aunt {a}|Uncle {u}"
    "|my cousin {c}|my grandmother|my grandfather"
)
_WHEN = (
    "in {year}",
    "in the spring of {year}",
    "in {month} {year}",
    "when I was {age}",
    "the summer of {year}",
    "",
)
_MONTHS = _parted(
    "January February March April May June July August September October November December"
)

_DEEDS = _parted(
    "mended|painted|sold|buried|borrowed|hid|found|dropped|broke|stole|won|carried home|took apart|polished|gave away|locked up"
    "|tripped over|slept beside|photographed|dragged out|dug up|set fire to|washed|weighed|traded|auctioned|rode|chased|lifted"
    "|sketched|smuggled out|rolled down the hill with|forgot|paid for|cursed at|sang to|swam after|unpacked|burnt"
    "|wrapped up|knocked over|stood guard over|swapped|bolted down|left behind|rescued|measured|fed|hung up|drowned"
)
_WHEREABOUTS = _parted(
    "behind the {work}|on {street} Street|at the fair in {town}|on the train to {town}|in the yard of the {work}|by the canal"
    "|under the bridge in {town}|on the ferry|at the back of the church|in the loft|in the middle of the market|on the ice"
    "|outside the {work}|in the cellar on {street} Street|at the crossroads near {town}|on the night shift at the {work}"
    "|in the station at {town}|up on the roof|in the orchard|at a wedding in {town}|in front of the whole school|in the hospital"
)
_COMPANY = _parted(
    "with {who}|and {who} watched|against the word of {who}|for a bet with {who}|and {who} was sent to prison|to please {who}"
    "|while {who} counted the money|because {who} had asked|and {who} married the doctor|before {who} woke|||"
)
_FRAMES = (
    "{Kin} {deed} a {thing} {whereabouts} {when}, {company}.",
    "{when_}{kin} {deed} a {thing} {whereabouts}, {company}.",
    "I {deed} the {thing} of {who} {whereabouts} {when}.",
    "{who} {deed} a {thing} {whereabouts}, {company}.",
    "{Kin} was born in {town} {when}, over the {work}.",
    "{Kin} married {who} in {town} {when}, and {weather}.",
    "{Kin} died in {town} {when}, and {who} came all the way from {town2} for the funeral.",
    "We moved to {street} Street in {town} {when}, and {weather}.",
    "I started at the {work} in {town} {when}, under {who}, and {deed} a {thing} on my first day.",
)
_WEIGHTS = (8, 8, 8, 8, 1, 1, 1, 1, 1)
_AGAIN = (
    "I think of that {thing} often, the one from {town} that {who} had.",
    "Did I tell you about {who} and the {thing} in {town}? That was {when}.",
    "{who}, in {town}, with the {thing}. {when_}it must have been.",
    "No, it was {year2} that {kin} and {who} had that {thing}, not {year}.",
)
_QUESTIONS = (
    "What more comes back to you?",
    "Who else was there?",
    "What was {town} like in those days?",
    "How was all that for you?",
    "When was that?",
    "What did {kin} say?",
    "Take your time. What happened then?",
)


@dataclass(frozen=True, slots=True)
class Years:
    """One narrator's years of talks."""

    birth: int
    talks: tuple[WrittenSession, ...]
    remarks: tuple[str, ...]
    """What she may say today: some go back to what was told, some to nothing."""


def drawn(talks: int, seed: int = 0) -> Years:
    """Draw a life and what was told of it in so many talks; the first of them are the same however many there are."""
    rng = random.Random(seed)
    birth = rng.randint(1934, 1942)
    men, women = rng.sample(_MEN, 4), rng.sample(_WOMEN, 4)
    family = dict(zip("bhousdac", [*men, *women], strict=True))
    told: list[dict[str, str]] = []
    sessions = [_talk(rng, number, birth, family, told) for number in range(talks)]
    last = random.Random(seed + 1)
    remarks = [_filled(last.choice(_AGAIN), last.choice(told)) for _ in range(12)] if told else []
    new = [_filled(_story(last), _slots(last, birth, family)) for _ in range(12)]
    return Years(
        birth, tuple(sessions), tuple(x for two in zip(remarks, new, strict=False) for x in two)
    )


def _talk(
    rng: random.Random, number: int, birth: int, family: dict[str, str], told: list[dict[str, str]]
) -> WrittenSession:
    turns: list[WrittenTurn] = []
    for _ in range(TURNS // 2):
        if told and rng.random() < AGAIN:
            slots, text = rng.choice(told), rng.choice(_AGAIN)
        else:
            slots, text = _slots(rng, birth, family), _story(rng)
            told.append(slots)
        turns.append(WrittenTurn(Speaker.INTERVIEWER, _filled(rng.choice(_QUESTIONS), slots)))
        turns.append(WrittenTurn(Speaker.NARRATOR, _filled(text, slots)))
    return WrittenSession(
        f"Talk {number + 1}", tuple(turns), BEGAN + timedelta(days=7 * number // 2)
    )


def _story(rng: random.Random) -> str:
    going_on = [_elsewhere(rng, each) for each in rng.sample(_sentences(), rng.randint(0, 3))]
    return " ".join([rng.choices(_FRAMES, _WEIGHTS)[0], *going_on])


@cache
def _sentences() -> tuple[str, ...]:
    """Those of the journals that make sense by themselves."""
    lives = (persona.read(path) for path in sorted(persona.shipped().glob("*.txt")))
    texts = [entry.text for life in lives for entry in life.entries]
    every = (text[first:last].strip() for text in texts for first, last in sentences(text))
    return tuple(each for each in every if 5 <= len(each.split()) <= 25 and "{" not in each)


def _elsewhere(rng: random.Random, sentence: str) -> str:
    """The same of other people, in another year."""
    names: dict[str, str] = {}

    def other(found: re.Match[str]) -> str:
        return names.setdefault(found[0], rng.choice(_GIVEN))

    moved = re.sub(r"\b(?:19|20)\d\d\b", lambda _: str(rng.randint(1945, 2010)), sentence)
    return re.sub(r"(?<=[a-z,] )[A-Z][a-z]{2,}\b", other, moved)


def _slots(rng: random.Random, birth: int, family: dict[str, str]) -> dict[str, str]:
    age = rng.randint(5, 70)
    year = birth + age
    kin = rng.choice(_KIN).format(**family)
    when = rng.choice(_WHEN).format(year=year, age=age, month=rng.choice(_MONTHS))
    weather = rng.choice(_WEATHER)
    places = {
        "town": rng.choice(_TOWNS),
        "street": rng.choice(_STREETS),
        "work": rng.choice(_WORKPLACES),
        "who": f"{rng.choice(_GIVEN)} {rng.choice(_SURNAMES)}",
    }
    return {
        **places,
        "deed": rng.choice(_DEEDS),
        "whereabouts": rng.choice(_WHEREABOUTS).format(**places),
        "company": rng.choice(_COMPANY).format(**places),
        "kin": kin,
        "Kin": _capital(kin),
        "town2": rng.choice(_TOWNS),
        "thing": rng.choice(_THINGS),
        "weather": weather,
        "when": when,
        "when_": f"{_capital(when)} " if when else "",
        "year": str(year),
        "year2": str(year + rng.randint(1, 9)),
    }


def _filled(text: str, slots: dict[str, str]) -> str:
    filled = " ".join(text.format(**slots).split())
    filled = re.sub(r" *,? *([,.?])", r"\1", filled)
    return _capital(filled)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
