"""A date is put right where the wrong one and the right one are both named; whatever else is said is asked about."""

from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st
from storyteller_of_lives import Telling, tell

from voice_agent.memory.claims import Part
from voice_agent.memory.conflicts import names_date
from voice_agent.memory.repairs.putting_right import put_right

PIT = "I started down the pit in 1956 at Hatfield."
FIFTEEN = "No, it were 1955. I were fifteen."
ASKED = "? 1955, then?"


def years(told: Telling) -> dict[str, str]:
    return {event.description: event.when for event in told.life.events}


def between(told: Telling) -> list[str]:
    (found,) = told.life.conflicts
    return [side.edtf for side in found.sides]


@pytest.mark.parametrize(
    "said",
    [
        "in 1951, no, 1952",
        "We married in 1951. No, 1952.",
        "We married in 1951 at St Mary's. No, it were 1952.",
        "not 1951, 1952",
        "It wasn't 1951. It was 1952.",
        "I said 1951, it was 1952.",
        "I said 1951 before, but we got married in 1952.",
        "1951 was wrong, it was 1952.",
    ],
)
def test_both_are_named_the_wrong_one_first(said: str) -> None:
    spans = sorted((said.index(x), said.index(x) + 4) for x in ("1951", "1952"))
    (pair,) = put_right(said, spans)
    assert pair[:2] == (0, 1)


def test_or_the_right_one_first() -> None:
    (pair,) = put_right("It was 1952, not 1951.", [(7, 11), (17, 21)])
    assert pair[:2] == (1, 0)


@pytest.mark.parametrize(
    "said",
    [
        "We went to Blackpool in 1951. We went to Wales in 1952.",
        "We bought the shop in 1951. I gave it up in 1952.",
        "I was born in 1951, no, that was my brother, and we moved in 1952.",
        "We didn't marry until 1951, and Rose was born in 1952.",
        "No, we never went in 1951. My sister was born in 1952.",
        "He had a car in 1951, but it was stolen in 1952.",
        "He said no in 1951. In 1952 he said yes.",
        "In 1951. We were young. No, 1952.",
        "not in 1951, not in 1952",
    ],
)
def test_two_dates_of_two_things_put_nothing_right(said: str) -> None:
    spans = sorted((said.index(x), said.index(x) + 4) for x in ("1951", "1952"))
    assert put_right(said, spans) == []


def test_a_name_is_put_right_in_the_claim_that_told_it() -> None:
    told = tell(["I danced with Walter, no, Wilfred."])
    slip, right = told.claims
    assert told.life.superseded == {slip.id: {Part.WHO}}
    assert right.corrects and right.corrects.denied == "Walter"


def test_a_place_that_was_told_a_turn_ago_is_put_right_where_both_are_named() -> None:
    told = tell(["We got married in Dayton in 1952.", "No, not in Dayton, it was in Toledo."])
    (event,) = told.life.events
    assert event.places == ("Toledo",)


@pytest.mark.parametrize(
    "said",
    [
        "Frank wasn't my father. My father was killed at Anzio in 1943.",
        "I told Walter, Wilfred came home in 1946.",
        "It wasn't Walter. Wilfred broke the window in 1946.",
        "I went with Walter, not Wilfred, to Blackpool in 1950.",
    ],
)
def test_two_names_that_stand_side_by_side_put_nothing_right(said: str) -> None:
    told = tell(["Walter and my father kept pigeons in 1940.", said])
    assert not told.life.superseded and not any(each.corrects for each in told.claims)


def test_what_is_put_right_is_the_claim_of_the_date_that_was_named_and_no_other() -> None:
    told = tell(
        [
            "He married my mother in 1949.",
            "We moved to Wolcott Avenue in 1953.",
            "I said 1953, it was 1952.",
        ]
    )
    assert years(told) == {
        "He married my mother": "1949",
        "We moved to Wolcott Avenue": "1952",
    }


def test_what_else_was_told_of_the_wrong_year_is_not_what_is_put_right() -> None:
    told = tell(
        ["I fell down the old well behind the barn in 1948."],
        [
            "Mother put my feet in the oven in October of 1948.",
            "I said 1948 before, but I fell down the old well behind the barn in 1944.",
        ],
    )
    assert sorted(years(told).values()) == ["1944", "1948-10"]


def test_of_two_stories_of_that_year_neither_is_put_right() -> None:
    told = tell(["We moved to Toledo in 1951. The piano came in 1951.", "Not 1951, 1952."])
    assert set(years(told).values()) == {"1951"}
    assert not told.life.superseded and not told.life.conflicts


def test_the_right_date_alone_is_a_second_date_of_the_only_thing_told() -> None:
    told = tell([PIT, FIFTEEN])
    assert between(told) == ["1956", "1955"]
    assert not told.life.superseded and not any(each.corrects for each in told.claims)


def test_now_wait_no_it_was_the_winter_before_the_pipe_it_was_1952() -> None:
    told = tell(
        [
            "The pipe burst in 1953.",
            "Now wait, no, it was the winter before, the pipe. It was 1952.",
        ]
    )
    assert between(told) == ["1953", "1952"]


def test_where_it_may_be_of_two_things_it_joins_neither() -> None:
    told = tell(["We moved to Toledo in 1951. My father died in 1953.", "No, it was 1952."])
    assert sorted(years(told).values()) == ["1951", "1953"]
    assert not told.life.conflicts


@pytest.mark.parametrize(
    "yes", ["Aye.", "Yes.", "Yes, that's right.", "It was, aye.", "Yes, 1955."]
)
def test_a_yes_holds_the_second_date_everywhere_at_once(yes: str) -> None:
    told = tell([PIT, FIFTEEN, ASKED, yes])
    assert years(told) == {"I started down the pit at Hatfield": "1955"}
    assert not told.life.conflicts


@pytest.mark.parametrize("no", ["No.", "Nay, 1956.", "No, it was 1956."])
def test_a_no_keeps_the_first(no: str) -> None:
    told = tell([PIT, FIFTEEN, ASKED, no])
    assert years(told) == {"I started down the pit at Hatfield": "1956"}
    assert not told.life.conflicts


@pytest.mark.parametrize(
    "answer", ["We had a pony called Captain.", "I couldn't tell you.", "No idea."]
)
def test_without_an_answer_both_stand(answer: str) -> None:
    assert between(tell([PIT, FIFTEEN, ASKED, answer])) == ["1956", "1955"]


def test_what_was_put_right_is_right_in_every_telling_of_it() -> None:
    told = tell([PIT], [PIT, FIFTEEN, ASKED, "Aye."], [PIT.replace("1956", "1955")])
    assert years(told) == {"I started down the pit at Hatfield": "1955"}


STORIES = [
    PIT,
    "We went to Blackpool in 1950. We went to Wales in 1952.",
    "We bought the shop in 1966. I gave it up in 1989.",
    "My father died in 1975.",
    "My mother died in 1999.",
    "I danced with Walter, no, Wilfred.",
    "They gave me the cornet back in a carrier bag. Bell were flat as a plate.",
    "It's cost us a finger, has that cornet, and a lad.",
    "He was sixty-one when they laid him off.",
    "By, it's like talking to the parrot.",
]
REPAIRS = [
    FIFTEEN,
    "No, 1952.",
    "It was 1953, not 1952.",
    "I said 1975, it was 1976.",
    "I had it wrong.",
    "No.",
    "You should see your face.",
    "That was my brother, not me.",
    "Twenty-two. Nearly twenty-three.",
    "Aye.",
]
PLAIN = ["That never happened.", "I made that up.", "I was only joking."]
TALK = st.lists(st.sampled_from([*STORIES, *REPAIRS, ASKED]), min_size=1, max_size=6)


@given(st.lists(TALK, min_size=1, max_size=2))
def test_a_correction_never_changes_a_claim_that_it_does_not_name(talks: list[list[str]]) -> None:
    told = tell(*talks)
    rights = [each for each in told.claims if each.corrects]
    for id, parts in told.life.superseded.items():
        claim = next(each for each in told.claims if each.id == id)
        for part in parts:
            assert any(
                right.order > claim.order
                and right.corrects
                and right.corrects.part is part
                and (
                    names_date(right.corrects.denied, claim.edtf)
                    if part is Part.WHEN
                    else right.corrects.denied in claim.words(part)
                )
                for right in rights
            )


@given(st.lists(TALK, min_size=1, max_size=2))
def test_nothing_but_plain_words_takes_anything_out_of_memory(talks: list[list[str]]) -> None:
    told = tell(*talks)
    woven = set(chain.from_iterable(event.tellings for event in told.life.events))
    for claim in told.claims:
        assert Part.WHAT not in told.life.superseded.get(claim.id, ())
        if claim.edtf and claim.what and claim.polarity:
            assert claim.id in woven, claim.what


@given(TALK, st.sampled_from(PLAIN), TALK)
def test_plain_words_take_back_what_was_told_right_before_them_and_nothing_else(
    before: list[str], said: str, after: list[str]
) -> None:
    told = tell([*before, said, *after])
    gone = {id for id, parts in told.life.superseded.items() if Part.WHAT in parts}
    turns = {each.turn for each in told.claims if each.id in gone}
    theirs = [number for number, line in enumerate(before, start=1) if not line.startswith("?")]
    assert turns <= {*theirs[-1:]}
