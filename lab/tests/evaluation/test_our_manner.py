"""What the interviewer says of itself, of the time and of leave is as its speech ought to be: no claim of a feeling, one question, last."""

from datetime import UTC, datetime

import pytest
from interviews import AGREED, rules

from lab.evaluation.interview.manner import lint
from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.leave import permissions
from voice_agent.interview.leave.permissions import Permission
from voice_agent.interview.progress import Coverage, OpenQuestion, Progress, Stage
from voice_agent.resources import resource

AT = datetime(2026, 11, 22, 16, 8, tzinfo=UTC)
TALK = Progress(
    stage=Stage.TALK,
    question=OpenQuestion(text="Where did you sleep?"),
    coverage=Coverage(asked=("Where did you sleep?",)),
)


@pytest.mark.parametrize(
    "said",
    [
        "Who hears all this?",
        "Are you writing this down, by the way?",
        "And are you a person?",
        "Has tha ever kept pigeons?",
        "Do you like dancing?",
        "Ye cannae see me, can ye?",
        "Did you understand me, yes or no?",
        "Are you there?",
        "D'ye ken wha I am?",
        "Will you be here tomorrow?",
        "What happens to this when I die?",
        "What do you think?",
        "What have I told you that I wanted to do with Theo?",
        "How long have we been talking?",
        "Can you ring our Karen?",
        "Will you forget all this?",
        "Are you from the council?",
        "Do you speak Polish?",
        "What time is it?",
        "Is it Tuesday?",
        "What year is it now?",
    ],
)
def test_every_answer_to_a_question_of_theirs_is_as_our_speech_ought_to_be(said: str) -> None:
    _, move = planner.reply(rules(), TALK, Heard(said, at=AT), AGREED)
    assert move.text and not lint([move.text]), lint([move.text])


def test_every_question_of_leave_is_as_our_speech_ought_to_be() -> None:
    asking = permissions.read(resource("config/consent.toml"))
    for kind in permissions.TALKS:
        for again in (False, True):
            one = Permission(kind, "Ann", again=again)
            say, ask = asking.say(one)
            assert not lint([asking.said(one, True), f"{say} {ask}", asking.said(one, False)])
