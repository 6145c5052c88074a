"""Ages, streets, counts, money, times and room numbers are no years; a year needs its form or a question."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from num2words import num2words
from storyteller_of_lives import tell

from voice_agent.memory.claims import Part
from voice_agent.memory.dates.asking import sought
from voice_agent.memory.dates.date_scene import Sought
from voice_agent.memory.dates.dates import Background, find

TOLD = date(2026, 11, 28)

FRAMES = {
    "age": (
        "I was {} then.",
        "{} I was.",
        "My father was {} when he started.",
        "He left school at {}.",
        "She died at {}, poor soul.",
        "By {} he was bald.",
        "Nearly {}, she was.",
        "Mother would be {}, I think.",
        "Not a day over {}.",
        "He worked till he was {}.",
        "We were {} and {}, the pair of us.",
        "Until {} I never had a day's illness.",
    ),
    "street": (
        "We lived at {} Elm Street.",
        "It was number {}, next to the pub.",
        "The house stood at {}, Station Road.",
        "She lived in {} and we lived over the way.",
        "I was born at {} Coronation Terrace.",
        "They moved from flat {} to the ground floor.",
    ),
    "count": (
        "We had {} hens and a cock.",
        "There were {} of us in the class.",
        "{} men went down and not one came up.",
        "He kept {} white pigeons in the loft.",
        "I knitted {} jumpers that winter.",
        "In {} houses there was no bath.",
        "There must have been {}, all told.",
        "Between forty and {} of them came.",
        "I won {} marbles off him.",
        "The {}-piece band played.",
    ),
    "money": (
        "It cost {}.",
        "I paid {} for it.",
        "He earned {} a week.",
        "They gave us {} pounds.",
        "We got it for {} shillings.",
        "Dad owed {} at the corner shop.",
    ),
    "time": (
        "We left at {} past nine.",
        "It took {} minutes on the bus.",
        "It was {} to six when he came in.",
        "The shift began at {}.",
        "We walked for {} days.",
        "In {} weeks it was done.",
    ),
    "room": (
        "She was in room {}.",
        "He lay in ward {} all that spring.",
        "They put me in {} by the window.",
        "We sang hymn {}.",
        "The bus was the {}.",
        "He was in {} at the home.",
        "I took platform {} by mistake.",
    ),
}
"""Ordinary sentences with a number that says how old, how many, how much, when in the day or behind which door."""

framed = st.sampled_from([frame for frames in FRAMES.values() for frame in frames])
small = st.integers(min_value=2, max_value=99)


def _said(frame: str, number: int, *, words: bool) -> str:
    spelled = num2words(number) if words else str(number)
    return frame.format(*[spelled] * frame.count("{}"))


@given(framed, small, st.booleans(), st.sampled_from(["", "1938"]), st.sampled_from(list(Sought)))
def test_a_number_of_years_things_coins_minutes_or_doors_is_no_year(
    frame: str, number: int, words: bool, birth: str, asked: Sought
) -> None:
    said = _said(frame, number, words=words)
    found = find(said, Background(told=TOLD, birth=birth, sought=asked)).dates
    assert all(each.anchor.startswith("born") for each in found), (said, found)


@given(framed, small, st.booleans())
def test_without_a_birth_there_is_nothing_to_reckon_from(
    frame: str, number: int, words: bool
) -> None:
    said = _said(frame, number, words=words)
    assert not find(said, Background(told=TOLD)).dates, said


@pytest.mark.parametrize(
    "said",
    [
        "It cost nineteen fifty.",
        "We paid 1950 for it.",
        "We kept 1900 hens.",
        "There were nineteen eighteen-year-olds on the bus.",
        "He gave us nineteen fifty-pound notes.",
        "We took the 1945.",
        "At nineteen forty-five the siren went.",
        "Her number was 1952 4471.",
        "1952 people signed it.",
        "He weighed sixty-two.",
        "They took between forty-two and forty-five.",
    ],
)
def test_four_figures_with_something_counted_are_no_year(said: str) -> None:
    assert not find(said, Background(told=TOLD)).dates


@given(
    st.integers(min_value=1930, max_value=1999),
    st.sampled_from(
        [
            "In {} we moved.",
            "Since {} we have lived here.",
            "We stayed until {}.",
            "By {} it was gone.",
            "It was the summer of {}.",
            "Back in {} there was no bath.",
            "In {} people were poor.",
            "That was {}.",
        ]
    ),
)
def test_a_year_by_its_form_stays_a_year(year: int, frame: str) -> None:
    for spelled in (str(year), num2words(year, to="year")):
        found = find(frame.format(spelled), Background(told=TOLD)).dates
        assert [str(year) in each.edtf for each in found] == [True], frame.format(spelled)


@given(st.integers(min_value=31, max_value=99).filter(lambda each: each % 10))
def test_two_figures_are_a_year_after_in_since_until_by_of_or_an_apostrophe(number: int) -> None:
    spelled = num2words(number)
    for said in (
        f"In {spelled} we moved.",
        f"Since {spelled} we've been here.",
        f"We stayed until {spelled}.",
        f"By {spelled} it was gone.",
        f"It was the summer of {spelled}.",
        f"That was '{number}.",
    ):
        found = find(said, Background(told=TOLD)).dates
        assert [f"19{number}" in each.edtf for each in found] == [True], said


@pytest.mark.parametrize(
    ("asked", "what"),
    [
        ("When was that?", Sought.YEAR),
        ("Roughly when was that?", Sought.YEAR),
        ("What year might that have been?", Sought.YEAR),
        ("Was it 1951 or 1952?", Sought.YEAR),
        ("You married him at last. When did you marry?", Sought.YEAR),
        ("How old were you in those days?", Sought.AGE),
        ("How old would you say you were?", Sought.AGE),
        ("About what age were you?", Sought.AGE),
        ("How old might you have been by then?", Sought.AGE),
        ("How old was your father then?", Sought.NOTHING),
        ("How old would you say he was?", Sought.NOTHING),
        ("How many of you were there when it began?", Sought.NOTHING),
        ("Who was with you when she died?", Sought.NOTHING),
        ("What did he say when he came home?", Sought.NOTHING),
        ("Tell me about the shop.", Sought.NOTHING),
    ],
)
def test_a_question_says_what_a_number_answers(asked: str, what: Sought) -> None:
    assert sought(asked, leaning=False) is what


MINER = ("How old were you in those days?", "Twenty-two. Nearly twenty-three.")


def test_an_age_given_when_asked_for_one_never_stands_over_a_fathers_grave() -> None:
    told = tell(["My father died in 1963.", f"? {MINER[0]}", MINER[1]], birth="1940")
    assert {each.edtf for each in told.claims} == {"1963", "1962/1963", "1963~/1964~"}
    assert not any(each.corrects for each in told.claims)
    assert told.event("father died").when == "1963"


@pytest.mark.parametrize("answer", ["Twenty-two. Nearly twenty-three.", "thirty-seven", "Forty."])
def test_an_age_without_a_birth_is_no_date_at_all(answer: str) -> None:
    told = tell(["My father died in 1963.", "? How old were you then?", answer], birth="")
    assert [each.edtf for each in told.claims if each.words(Part.WHEN)] == ["1963"]


@pytest.mark.parametrize(
    "said",
    [
        "My father died in 1963. Thirty-four I was.",
        "My father died in 1963. He left the pit at twenty-one.",
        "My father died in 1963. We came to the forty-eighth, and it was raining.",
        "My father died in 1963. He was thirty-seven.",
    ],
)
def test_no_number_beside_it_moves_a_death(said: str) -> None:
    told = tell([said], birth="")
    assert [each.edtf for each in told.claims if each.edtf] == ["1963"]
    assert told.event("father died").when == "1963"


def test_a_fathers_age_is_not_the_narrators() -> None:
    told = tell(["We moved to Leeds.", "? How old was your father then?", "Forty."], birth="1938")
    assert not any(each.edtf for each in told.claims)


FIRST = [
    "We bought the shop",
    "We moved to Leeds",
    "My brother Tom married Rose",
    "I started at the mill",
]
SECOND = ["I sold it", "we went to Wales", "my sister was born", "I left", "they closed it"]
JOINED = [
    "{one} in 1966. {Other} in 1989.",
    "{one} in 1966, {other} in 1989.",
    "{one} in 1966 and {other} in 1989.",
    "{one} in 1966, then in 1989 {other}.",
    "{one} in 1966 but {other} in 1989.",
    "{one} in 1966; {other} in 1989.",
    "{one} in nineteen sixty-six. {Other} in nineteen eighty-nine.",
]


@given(st.sampled_from(FIRST), st.sampled_from(SECOND), st.sampled_from(JOINED))
def test_a_date_belongs_to_the_clause_it_stands_in(one: str, other: str, frame: str) -> None:
    said = frame.format(one=one, other=other, Other=other[0].upper() + other[1:])
    told = tell([said]).claims
    assert [(each.what.lower(), each.edtf, each.corrects) for each in told] == [
        (one.lower(), "1966", None),
        (other.lower(), "1989", None),
    ], said


@pytest.mark.parametrize(
    "said",
    [
        "We moved to Ohio in 1951, no, it was 1952.",
        "We moved to Ohio in 1951, I mean 1952.",
        "We moved to Ohio in 1951, I said 1951 but it was 1952.",
    ],
)
def test_a_comma_before_what_puts_a_date_right_makes_no_second_story(said: str) -> None:
    assert tell([said]).event("moved to Ohio").when == "1952"
