"""What takes a story back, whose word it is, and which of two years it was."""

from datetime import UTC, datetime

import pytest

from voice_agent.memory.claims import Modality
from voice_agent.memory.distil import Distiller
from voice_agent.memory.events import Life, weave
from voice_agent.memory.reading import PlainReader
from voice_agent.memory.repairs import reported
from voice_agent.memory.repairs.taking_back import Back, taken_back
from voice_agent.memory.turn_claims import Setting
from voice_agent.story import SessionId, Speaker, Turn, TurnId


def _told(*texts: str) -> Life:
    """The life as told; what begins with "Q:" is the interviewer's."""
    distiller = Distiller(PlainReader(), Setting(birth="1930"))
    claims = [
        claim
        for number, text in enumerate(texts, start=1)
        for claim in distiller.hear(
            Turn(
                TurnId(number),
                SessionId("s"),
                Speaker.INTERVIEWER if text.startswith("Q:") else Speaker.NARRATOR,
                text.removeprefix("Q:"),
                0.0,
                1.0,
                datetime(2026, 3, 9, tzinfo=UTC),
            )
        ).claims
    ]
    return weave(claims)


@pytest.mark.parametrize(
    ("sentence", "how"),
    [
        ("You should have seen your face.", Back.JOKE),
        ("I only said that to see if you were listening.", Back.JOKE),
        ("No, of course I didn't.", Back.UNTRUE),
        ("That was my brother, not me.", Back.UNTRUE),
        ("I'm sorry, that was a fib.", Back.UNTRUE),
        ("I read that in a magazine.", Back.UNTRUE),
    ],
)
def test_a_story_is_taken_back_by_what_is_said_of_it(sentence: str, how: Back) -> None:
    assert taken_back(sentence) is how
    assert not _told(f"I sang for the King of Siam in 1955. {sentence}").events
    assert not _told("I sang for the King of Siam in 1955.", sentence).events


@pytest.mark.parametrize(
    "sentence",
    [
        "I did not say a word.",
        "He said it wasn't true.",
        "She never said a word about it.",
        "I didn't.",
        "I wasn't even there.",
        "That was my brother.",
        "He fell for her at once.",
        "It was only for fun.",
        "My mother loved a joke.",
        "We played in the street, just playing ball.",
    ],
)
def test_what_goes_on_with_a_story_takes_nothing_back(sentence: str) -> None:
    assert taken_back(sentence) is None
    assert _told(f"My father took us to the fair in 1955. {sentence}").events


@pytest.mark.parametrize(
    "clause",
    [
        "My brother is convinced we moved to Ohio in 1951",
        "My late husband used to joke that I joined the navy in 1951",
        "If my brother's memory is right, we moved to Ohio in 1951",
        "Our priest wrote down that we moved to Ohio in 1951",
        "We moved to Ohio in 1951, or so I was told",
        "We moved to Ohio in 1951, if my sister has it right",
    ],
)
def test_what_others_say_is_theirs_in_whatever_words(clause: str) -> None:
    found = reported.reported(clause)
    assert found
    assert found.modality is Modality.HEARSAY
    life = _told("We moved to Ohio in 1949.", f"{clause}.")
    assert not life.conflicts


@pytest.mark.parametrize(
    "clause",
    [
        "My father told us off in 1951 and we ran home",
        "I told my mother that we were married",
        "When my sister heard it we moved to Ohio",
        "My brother worked at the mill and we moved to Ohio in 1951",
        "We moved to Ohio in 1951, my mother cried and said goodbye",
    ],
)
def test_a_story_in_which_somebody_speaks_is_not_hearsay(clause: str) -> None:
    assert reported.reported(clause) is None


@pytest.mark.parametrize("hedge", ["give or take", "or thereabouts", "but I could be wrong"])
def test_a_guess_that_comes_after_the_date_opens_no_conflict(hedge: str) -> None:
    life = _told("We moved to Ohio in 1949.", f"We moved to Ohio in 1953, {hedge}.")
    assert not life.conflicts
    assert [event.when for event in life.events] == ["1949"]


@pytest.mark.parametrize(
    "answer",
    [
        "Forty-nine.",
        "It was 1949, definitely.",
        "Well, we still had the old car, so it must have been 1949.",
        "Not 1951, 1949.",
    ],
)
def test_who_chooses_one_of_two_years_drops_the_other(answer: str) -> None:
    life = _told(
        "We moved to Ohio in 1951.", "Q:Was it 1951 or 1949 when we moved to Ohio?", answer
    )
    assert not life.conflicts
    assert [event.when.rstrip("?") for event in life.events] == ["1949"]


@pytest.mark.parametrize(
    "repair",
    [
        "Hold on, it can't have been 1951, the old car was still running then, so it was 1949.",
        "I gave you the wrong year. Forty-nine, that's the one, because the dog was a puppy.",
        "1951 is too early. I was working at the bank by then. It was 1949, bless me.",
        "About that year, make that forty-nine.",
        "Strictly speaking, 1949 is right.",
    ],
)
def test_a_year_is_put_right_with_reasons_around_it(repair: str) -> None:
    for life in (
        _told(f"We moved to Ohio in 1951. {repair}"),
        _told("We moved to Ohio in 1951.", repair),
    ):
        assert not life.conflicts
        assert "1949" in [event.when for event in life.events]
        assert "1951" not in [event.when for event in life.events]
