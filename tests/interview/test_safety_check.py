"""What may be a cry and may be a story is asked about, not assumed."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from interviews import rules

from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.progress import Coverage, OpenQuestion, Progress, Stage
from voice_agent.interview.rules import Opening, Rules
from voice_agent.reading.danger.cries import Reading
from voice_agent.reading.wishes.commands import Command

TALK = Progress(
    stage=Stage.TALK,
    question=OpenQuestion(text="Where did you sleep?"),
    coverage=Coverage(asked=("Where did you sleep?",)),
)
PERHAPS = "I keep the curtains drawn these days, there is nothing out there for me."
STORY = "We lived by the river, and my brother Tom kept a goat in the wash house."


class Perhaps:
    """A Meaning that is unsure of one sentence, and calm about the rest."""

    agrees: dict[str, float] = {}  # noqa: RUF012 (a fake without a constructor)

    def __init__(self, level: str = "2", share: float = 0.85, whole: float = 0.35) -> None:
        self._level, self._share, self._whole = level, share, whole

    def read(self, sentences: Sequence[str]) -> list[Reading]:
        odd = {self._level: self._share, "": 1 - self._share}
        return [odd if "curtains" in each else {"": 1.0} for each in sentences]

    def whole(self, said: str) -> Reading:
        odd = self._whole if "curtains" in said else 0.0
        return {self._level: odd, "": 1.0 - odd}


def unsure(level: str = "2", share: float = 0.85, whole: float = 0.35) -> Rules:
    by = rules()
    meaning = Perhaps(level, share, whole)
    believed = dict.fromkeys(("2", "3", "3m", "A"), 1.4)
    cries = replace(
        by.readers.net.cries, meaning=meaning, believed=believed, asks=0.7, hints_from=0.2
    )
    return replace(by, readers=replace(by.readers, net=replace(by.readers.net, cries=cries)))


def talk(by: Rules, *said: str, progress: Progress = TALK) -> tuple[Progress, Move]:
    move = Move(Act.NOTHING)
    for words in said:
        progress, move = planner.reply(
            by, progress, Heard(words, 4.0, 3.0), Opening(consented=True)
        )
    return progress, move


def test_what_may_be_a_cry_is_asked_about_once_and_nobody_is_told() -> None:
    _, move = talk(unsure(), STORY, PERHAPS)
    assert move.text == "Before we go on: are you all right at this moment?"
    assert not move.alert and not move.withheld


@pytest.mark.parametrize("level", ["2", "3", "3m", "A"])
def test_a_plain_no_is_answered_as_what_it_may_have_been(level: str) -> None:
    by = unsure(level)
    _, move = talk(by, STORY, PERHAPS, "No, I'm not.")
    assert move.alert == level and move.withheld and move.say == by.readers.net.say(level)
    assert move.wish is not None and move.wish.command is Command.WITHHOLD


@pytest.mark.parametrize("answer", ["Yes, I'm all right.", "Oh yes, of course."])
def test_a_plain_yes_is_believed_and_the_talk_goes_on(answer: str) -> None:
    progress, move = talk(unsure(), STORY, PERHAPS, answer)
    assert move.say.startswith("Good.") and not move.alert
    _, then = talk(unsure(), STORY, progress=progress)
    assert then.act is not Act.SAFETY


def test_a_story_told_instead_is_listened_to() -> None:
    progress, move = talk(unsure(), STORY, PERHAPS, STORY)
    assert move.act is not Act.SAFETY and progress.safety.checking == ""


def test_nobody_is_asked_more_than_twice_in_a_talk() -> None:
    progress, asked = TALK, 0
    for _ in range(5):
        progress, move = talk(unsure(), PERHAPS, progress=progress)
        asked += move.reason.startswith("safety check")
        progress, _ = talk(unsure(), "Yes, I'm all right.", progress=progress)
    assert asked == 2


def test_nobody_is_asked_twice_running() -> None:
    _, later = talk(unsure(), STORY, PERHAPS, STORY, PERHAPS)
    assert later.text == "Before we go on: are you all right at this moment?"


@pytest.mark.parametrize("share", [0.85, 0.5])
def test_whoever_hints_again_when_asked_is_answered_as_what_it_may_have_been(share: float) -> None:
    asked, _ = talk(unsure("A"), STORY, PERHAPS)
    _, move = talk(unsure("2", share), PERHAPS, progress=asked)
    assert move.alert == "2" and move.withheld
    assert move.wish is not None and move.wish.command is Command.WITHHOLD


def test_a_yes_is_not_believed_where_the_same_breath_may_be_a_cry() -> None:
    asked, _ = talk(unsure(), STORY, PERHAPS)
    _, move = talk(unsure(), f"Yes, I'm all right. {PERHAPS}", progress=asked)
    assert move.alert == "2"


class WithoutTheGoodbye(Perhaps):
    """A Meaning that two heads share, both sure of a sentence read by itself and calm where a goodbye follows it."""

    def whole(self, said: str) -> Reading:
        return super().whole("" if "enough" in said else said)


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        (f"{PERHAPS} I reckon that's enough for one day.", True),
        (f"{PERHAPS} That's enough for today.", True),
        (PERHAPS, False),
        (f"{PERHAPS} Keep that between us.", False),
    ],
)
def test_what_only_tells_why_somebody_wants_to_end_is_asked_about_and_not_acted_on(
    said: str, asked: bool
) -> None:
    by = unsure("3m", share=0.98, whole=0.98)
    meaning = WithoutTheGoodbye("3m", 0.98, 0.98)
    cries = replace(by.readers.net.cries, meaning=meaning)
    by = replace(by, readers=replace(by.readers, net=replace(by.readers.net, cries=cries)))
    _, move = talk(by, STORY, said)
    assert (move.text == "Before we go on: are you all right at this moment?") is asked
    assert (move.alert == "3m") is not asked


def test_a_hint_is_asked_about_where_it_is_the_second_within_six_turns() -> None:
    hints = unsure(share=0.5)
    _, first = talk(hints, STORY, PERHAPS)
    assert first.act is not Act.SAFETY
    progress, second = talk(hints, PERHAPS, *[STORY] * 5, PERHAPS)
    assert second.text == "Before we go on: are you all right at this moment?"
    progress, _ = talk(hints, "Yes, I'm all right.", progress=progress)
    _, third = talk(hints, PERHAPS, progress=progress)
    assert third.act is not Act.SAFETY, "once answered, a hint counts as the first again"


DIES = "I want to die."
"""A rule's cry, of which the reading here makes nothing."""


def test_what_only_a_rule_takes_for_a_cry_is_asked_about_and_believed_where_nothing_can_be_asked() -> (
    None
):
    progress, move = talk(unsure(), STORY, DIES)
    assert move.text == "Before we go on: are you all right at this moment?"
    _, between = talk(unsure(), STORY, f"{DIES} Keep that between us.")
    assert between.reason == "safety check 2", "before any wish is granted"
    _, again = talk(unsure(), DIES, progress=progress)
    assert again.alert == "2"
    _, spent = talk(unsure(), DIES, progress=replace(TALK, safety=replace(TALK.safety, checked=2)))
    assert spent.alert == "2"
    _, begun = talk(unsure(), DIES, progress=Progress())
    assert begun.alert == "2"


def test_two_hints_far_apart_are_left_alone() -> None:
    _, later = talk(unsure(share=0.5), PERHAPS, *[STORY] * 7, PERHAPS)
    assert later.act is not Act.SAFETY


@pytest.mark.parametrize("level", ["2", "3", "3m", "A"])
def test_what_one_reader_alone_is_sure_of_is_asked_about(level: str) -> None:
    _, move = talk(unsure(level, share=0.999), STORY, PERHAPS)
    assert move.reason == f"safety check {level}" and not move.alert


def test_what_is_surely_a_cry_is_not_asked_about_but_answered() -> None:
    _, move = talk(unsure(share=0.99, whole=0.6), PERHAPS)
    assert move.alert == "2" and move.withheld
    _, calm = talk(unsure(share=0.5), PERHAPS)
    assert calm.act is not Act.SAFETY
