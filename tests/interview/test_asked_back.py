"""What sounds like the end of the talk, in words no rule knows, is asked back before it ends anything."""

from dataclasses import replace

import pytest
from interviews import rules

from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.progress import Coverage, OpenQuestion, Progress, Stage
from voice_agent.interview.rules import Opening
from voice_agent.reading.wishes.commands import Command, Wish, wish

TALK = Progress(
    stage=Stage.TALK,
    question=OpenQuestion(text="Where did you sleep?"),
    coverage=Coverage(asked=("Where did you sleep?",)),
)
ENDS = {
    "The potatoes want lifting off.": Command.STOP,
    "I shall leave you to your knitting.": Command.GOODBYE,
    "That wee red lamp is to stay dark.": Command.NO_RECORDING,
}


def second(said: str) -> Wish | None:
    return Wish(ENDS[said]) if said in ENDS else None


def talk(*said: str) -> tuple[Progress, Move]:
    by, progress, move = (
        replace(shipped := rules(), readers=replace(shipped.readers, second=second)),
        TALK,
        Move(Act.NOTHING),
    )
    for minute, words in enumerate(said):
        heard = Heard(words, 4.0, 3.0 + minute)
        progress, move = planner.reply(by, progress, heard, Opening(consented=True))
    return progress, move


@pytest.mark.parametrize("said", ENDS)
def test_it_is_asked_whether_it_was_meant(said: str) -> None:
    assert wish(said) is None
    progress, move = talk(said)
    assert progress.stage is Stage.TALK and not move.ends
    assert move.ask.endswith("?")


@pytest.mark.parametrize("said", ENDS)
@pytest.mark.parametrize("answer", ["Yes, please.", "the same again"])
def test_a_plain_yes_or_the_same_again_ends_it(said: str, answer: str) -> None:
    progress, move = talk(said, said if answer == "the same again" else answer)
    assert move.act is Act.CLOSING
    assert progress.stage is not Stage.TALK


@pytest.mark.parametrize("said", ENDS)
def test_after_a_no_the_same_question_still_stands(said: str) -> None:
    progress, move = talk(said, "No, no, I like it here.")
    assert progress.stage is Stage.TALK and progress.wishes.doubted is None
    assert move.ask == "Where did you sleep?"


def test_whoever_goes_on_telling_has_answered() -> None:
    progress, _ = talk(
        "The potatoes want lifting off.", "We slept in the loft over the horses, all five of us."
    )
    assert progress.stage is Stage.TALK and progress.wishes.doubted is None
    assert "loft" in progress.tellings.last
