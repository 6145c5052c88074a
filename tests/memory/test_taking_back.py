"""Only plain whole sentences take a story back; whose word it is, and which of two years it was."""

from datetime import UTC, datetime

import pytest

from voice_agent.memory.claims import Modality, Part
from voice_agent.memory.distil import Distiller
from voice_agent.memory.events import Life, weave
from voice_agent.memory.reading import PlainReader
from voice_agent.memory.repairs import reported
from voice_agent.memory.repairs.taking_back import Back, taken_back
from voice_agent.memory.thread import Setting
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
        ("That never happened.", Back.UNTRUE),
        ("No, it never really happened, of course.", Back.UNTRUE),
        ("That isn't true.", Back.UNTRUE),
        ("It was not true at all, I'm afraid.", Back.UNTRUE),
        ("I made that up.", Back.UNTRUE),
        ("I take that back.", Back.UNTRUE),
        ("Well, that was a joke.", Back.JOKE),
        ("I was only joking.", Back.JOKE),
    ],
)
def test_a_plain_sentence_right_after_a_story_takes_it_back(sentence: str, how: Back) -> None:
    assert taken_back(sentence) is how
    for told in (
        _told(f"I sang for the King of Siam in 1955. {sentence}"),
        _told("I sang for the King of Siam in 1955.", sentence),
    ):
        assert not told.events
        assert {Part.WHAT} in told.superseded.values()


@pytest.mark.parametrize(
    "sentence",
    [
        "I did not say a word.",
        "He said it wasn't true.",
        "She never said a word about it.",
        "I didn't.",
        "I wasn't even there.",
        "That was my brother.",
        "That was my brother, not me.",
        "He fell for her at once.",
        "It was only for fun.",
        "My mother loved a joke.",
        "You should have seen your face.",
        "No, of course I didn't.",
        "I read that in a magazine.",
        "It never happened again.",
        "That wasn't a joke.",
        "That's true.",
        "By, it's like talking to the parrot.",
        "It's cost us a finger, has that cornet, and a lad.",
        "It is hard to believe.",
        "He put a frog in my bed. As a joke.",
        "There was a bed. It was made up.",
        "We played in the street, just playing ball.",
    ],
)
def test_whatever_else_is_said_takes_nothing_back(sentence: str) -> None:
    assert taken_back(sentence) is None
    assert _told(f"My father took us to the fair in 1955. {sentence}").events
    assert _told("My father took us to the fair in 1955.", sentence).events


def test_what_was_told_before_the_story_stays() -> None:
    life = _told(
        "We moved to Ohio in 1949. I rode a pig home from Akron in 1950. We laughed for days. I made that up."
    )
    assert [event.when for event in life.events] == ["1949"]
    life = _told("I sang for the King of Siam in 1955.", "We had hens in Ohio.", "I made that up.")
    assert [event.when for event in life.events] == ["1955"]


def test_a_joke_a_guess_and_hearsay_stand_as_they_were_told() -> None:
    for said in (
        "I married a millionaire in 1950, just kidding.",
        "Maybe we moved to Ohio in 1950.",
        "They tell me we moved to Ohio in 1950.",
    ):
        assert [event.when for event in _told(said).events] == ["1950"]


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
    ("answer", "when"),
    [
        ("Oh, the later one.", "1951"),
        ("The earlier, dear.", "1949"),
        ("The second.", "1949"),
        ("Not 1951. I was in plaster all 1951.", "1949"),
        ("The first thing I remember is the smell of it.", "1951"),
        ("I couldn't tell you.", "1951"),
    ],
)
def test_asked_which_of_two_years_it_was_the_right_one_need_not_be_named(
    answer: str, when: str
) -> None:
    life = _told(
        "We moved to Ohio in 1951.", "Q:Was it 1951 or 1949 when we moved to Ohio?", answer
    )
    (moved,) = (event for event in life.events if "Ohio" in event.description)
    assert moved.when == when
