"""Talk about the telling is known by its words, and never takes a life for it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from storyteller_of_lives import tell

from voice_agent.memory.claims import Modality
from voice_agent.memory.repairs.commentary import read

ONCE = "We got married in 1951."

AT_ONCE = [
    "No, nineteen fifty-two.",
    "Hmm, no. It was 1952.",
    "Make that 1952.",
    "I mean fifty-two.",
    "I was wrong about 1951, it was 1952.",
    "Scratch that, 1952.",
]


@pytest.mark.parametrize("repair", AT_ONCE)
def test_a_bare_date_behind_a_word_of_repair_puts_right_the_one_before_it(repair: str) -> None:
    told = tell([f"{ONCE} {repair}"])
    assert told.event("got married").when == "1952"
    assert not told.life.conflicts


@pytest.mark.parametrize("repair", AT_ONCE)
def test_in_another_breath_it_is_a_second_date_and_both_stand(repair: str) -> None:
    told = tell([ONCE, "? And who was there?", repair])
    named = "1951" in repair
    assert told.event("got married").when == ("1952" if named else "")
    assert bool(told.life.conflicts) is not named


@pytest.mark.parametrize(
    "repair",
    [
        "I'm sorry, that should be fifty-two.",
        "We were young. No, it was 1952.",
    ],
)
def test_what_is_not_said_right_behind_it_is_a_second_date_even_in_one_breath(repair: str) -> None:
    told = tell([f"{ONCE} {repair}"])
    (found,) = told.life.conflicts
    assert [side.edtf for side in found.sides] == ["1951", "1952"]
    assert not any(each.corrects for each in told.claims)


@pytest.mark.parametrize("back", ["It was 1952.", "1952 it was. It rained all day."])
def test_another_date_said_of_it_right_away_is_a_second_one_without_any_word_of_repair(
    back: str,
) -> None:
    told = tell([f"{ONCE} {back}"])
    (found,) = told.life.conflicts
    assert [side.edtf for side in found.sides] == ["1951", "1952"]


@pytest.mark.parametrize(
    "scene", ["It was 1952. My brother came to live with us then.", "1952, and we lost the house."]
)
def test_another_date_that_opens_a_story_joins_nothing(scene: str) -> None:
    told = tell([ONCE, scene])
    assert told.event("got married").when == "1951"
    assert not told.life.conflicts


LATER = [
    "I said 1951 before, but we got married in 1952.",
    "You wrote down 1951, but we got married in 1952.",
    "Please change that: we got married in 1952, not 1951.",
    "I told you we got married in 1951. It was 1952.",
    "I said we got married in 1951, but it was 1952.",
    "It wasn't 1951 when we got married, it was 1952.",
]


@pytest.mark.parametrize("repair", LATER)
def test_a_date_told_weeks_ago_is_put_right_where_the_story_and_both_dates_are_named(
    repair: str,
) -> None:
    told = tell([ONCE], [repair])
    assert [event.when for event in told.life.events] == ["1952"]
    assert not told.life.conflicts


UNNAMED = [
    "My daughter put me right: we got married in 1952.",
    "We got married in 1952. I told you wrong last time.",
    "I gave you the wrong year for our wedding. We got married in 1952.",
]


@pytest.mark.parametrize("repair", UNNAMED)
def test_where_the_wrong_one_is_not_named_both_stand_and_it_is_asked(repair: str) -> None:
    told = tell([ONCE], [repair])
    (found,) = told.life.conflicts
    assert [side.edtf for side in found.sides] == ["1951", "1952"]
    assert not any(each.corrects for each in told.claims)


def test_the_date_denied_says_which_story_is_meant() -> None:
    told = tell(
        ["We moved to Toledo in 1948.", ONCE, "I said 1948, but it was 1949."],
    )
    assert told.event("moved to Toledo").when == "1949"
    assert told.event("got married").when == "1951"


def test_another_date_of_another_story_puts_nothing_right() -> None:
    told = tell(["We moved to Toledo in 1948. My father died in 1960."])
    assert told.event("moved to Toledo").when == "1948"
    assert not any(each.corrects for each in told.claims)


def test_a_guess_puts_nothing_right_that_was_told_for_certain() -> None:
    told = tell([f"{ONCE} I think it was about 1956."])
    assert not any(each.corrects for each in told.claims)


def test_two_tellings_that_disagree_without_a_word_of_correction_stay_open() -> None:
    assert tell([ONCE], ["We got married in 1952."]).life.conflicts


@pytest.mark.parametrize(
    "said",
    [
        "We moved to Ohio in 1952.",
        "I slipped off the roof in 1946.",
        "My last day was in 1998.",
        "My father was wrong about the weather.",
        "He never forgave me for the car.",
    ],
)
def test_a_life_is_never_taken_for_talk_about_it(said: str) -> None:
    at = said.find("19")
    assert read(said, ((at, at + 4),) if at >= 0 else ()) is None


@pytest.mark.parametrize(
    "said",
    [
        "I did not know what was going to happen.",
        "It did not happen for some years.",
        "Never can I forget it.",
        "I took it and ran.",
    ],
)
def test_words_like_those_of_taking_back_take_nothing_back(said: str) -> None:
    told = tell([f"I broke my leg in 1950. {said}"])
    assert told.event("broke my leg").when == "1950"


OTHERS = [
    ("Everybody in the family says {}", Modality.HEARSAY),
    ("It's always been said that {}", Modality.HEARSAY),
    ("My uncle swore that {}", Modality.HEARSAY),
    ("If I'm not mistaken {}", Modality.GUESS),
    ("It might be that {}", Modality.GUESS),
    ("I can't be certain, but {}", Modality.GUESS),
]


@pytest.mark.parametrize(("frame", "modality"), OTHERS)
def test_what_others_say_and_what_is_guessed_opens_no_conflict(
    frame: str, modality: Modality
) -> None:
    told = tell([ONCE], [frame.format("we got married in 1955.")])
    assert told.claims[-1].modality is modality
    assert told.event("got married").when == "1951"


@given(st.text(max_size=200))
def test_whatever_is_said_can_be_read(text: str) -> None:
    read(text)


HARD = [
    "",
    " \t\n",
    "\x00\x07\x1b[2J",
    "Меня зовут Анна, я родилась в Одессе в 1938 году.",
    "我出生在上海。",
    "We moved on February 30th, 1950.",
    "in " * 2_000,
    "no, not " * 1_000 + "1952",
    "🙂" * 500,
]


@pytest.mark.parametrize("text", HARD, ids=range(len(HARD)))
def test_nonsense_heard_gives_no_dated_memory_and_breaks_nothing(text: str) -> None:
    told = tell([text, ONCE])
    assert [event.when for event in told.life.events if event.when] == ["1951"]
