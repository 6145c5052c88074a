"""Talk about the telling is known by its words, and never takes a life for it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from storyteller_of_lives import tell

from voice_agent.memory.claims import Modality
from voice_agent.memory.repairs.commentary import read

ONCE = "We got married in 1951."

AT_ONCE = [
    "No, I've got that wrong, nineteen fifty-two it was.",
    "Hmm, no. It was 1952.",
    "Make that 1952.",
    "Not 1951, I should say 1952.",
    "Well, 1952, to be exact, not 1951.",
    "I'm sorry, that should be fifty-two.",
    "It was 1952.",
    "I was wrong about 1951, it was 1952.",
    "Scratch that, 1952.",
    "My mind's going, it was 1952.",
]


@pytest.mark.parametrize("repair", AT_ONCE)
def test_a_date_is_put_right_whatever_words_announce_it(repair: str) -> None:
    told = tell([f"{ONCE} {repair}"])
    assert told.event("got married").when == "1952"
    assert not told.life.conflicts


@pytest.mark.parametrize("repair", AT_ONCE)
def test_it_may_take_another_breath_to_notice(repair: str) -> None:
    told = tell([ONCE, "? And who was there?", repair])
    assert told.event("got married").when == "1952"


LATER = [
    "I said 1951 before, but we got married in 1952.",
    "You wrote down 1951, but we got married in 1952.",
    "I got it wrong about 1951; we got married in 1952.",
    "My daughter put me right: we got married in 1952.",
    "Please change that: we got married in 1952, not 1951.",
    "It was in 1952 that we got married, not in 1951 like I told you.",
    "We got married in 1952. I told you wrong last time.",
    "What I told you about when we got married was wrong: it was 1952, not 1951.",
    "I gave you the wrong year for our wedding. It was 1952.",
    "Last week I had it as 1951, but we got married in 1952.",
    "You'll have to cross out 1951, because we got married in 1952.",
]


@pytest.mark.parametrize("repair", LATER)
def test_a_date_told_weeks_ago_is_put_right(repair: str) -> None:
    told = tell([ONCE], [repair])
    assert [event.when for event in told.life.events] == ["1952"]
    assert not told.life.conflicts


def test_the_date_denied_says_which_story_is_meant() -> None:
    told = tell(
        ["We moved to Toledo in 1948.", ONCE, "My father died in 1960."],
        ["I said 1948, but it was 1949."],
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
    "taken_back",
    [
        "No, none of that is true.",
        "I invented it.",
        "I've got that mixed up, it wasn't us.",
        "Don't put that down, it never happened.",
        "I'm joking with you.",
        "You should see your face, I'm kidding.",
        "You believed me, didn't you? It was a joke.",
        "Oh, don't mind me, I'm being silly.",
    ],
)
def test_a_tall_story_taken_back_in_any_words_is_no_event(taken_back: str) -> None:
    assert not tell([f"I danced with Clark Gable in 1950. {taken_back}"]).life.events
    assert not tell(["I danced with Clark Gable in 1950.", taken_back]).life.events


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
