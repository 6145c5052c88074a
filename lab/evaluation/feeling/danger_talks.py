"""`python -m lab safety --talks FILE`: danger that comes out over a whole talk, as it mostly does.

A file of labelled utterances (labelled.py) in which each talk begins with a line `## ` and who speaks. Its turns are
played to the planner, from the middle of a talk on: `2`, `3`, `3m` and `A` are what should alarm whoever listens,
`calm` is the rest. Somebody in danger tells on, whatever we ask; somebody who is not says that they are all right.

Heard: any level of danger by the end of the talk, from its first alarming turn on. Heard as it is: the talk's own
level, or 3 for 3m and the other way round. Or asked: heard, or asked whether all is right. Bounds: Wilson, 95 %.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from lab.evaluation.feeling.danger import WANTED, same
from lab.evaluation.interview.comfort import AT, Feels
from lab.evaluation.tables import Figures
from lab.utterances import Utterance, as_heard
from voice_agent.errors import SettingsError
from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.progress import Coverage, OpenQuestion, Progress, Stage, StoryInHand
from voice_agent.interview.rules import Opening, Rules
from voice_agent.measuring.shares import wilson
from voice_agent.reading.danger.cries import GRAVE

ALL_RIGHT = "Yes, I'm all right, thank you."
"""What whoever is not in danger says to "are you all right at this moment?"."""

BEFORE = 6
"""Turns of the talk that came before."""


@dataclass(frozen=True, slots=True)
class Talk:
    """One narrator's turns."""

    who: str
    turns: tuple[Utterance, ...]

    @property
    def level(self) -> str:
        """The danger that comes out in it; "" where nothing is the matter."""
        return next((each.label for each in self.turns if each.label in GRAVE), "")


@dataclass(frozen=True, slots=True)
class Met:
    """What a talk was taken for, at which of its turns."""

    talk: Talk
    heard: tuple[tuple[int, str], ...]
    """Turn and level of each cry that was heard."""

    asked: tuple[int, ...]
    """Turns after which we asked whether all is right."""


def read(path: Path) -> tuple[Talk, ...]:
    """Read the talks of `path`. Raises SettingsError."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} cannot be read: {error}.", mend="Check the path.") from None
    talks: list[Talk] = []
    for number, line in enumerate(lines, 1):
        label, _, words = line.partition("\t")
        if line.startswith("## "):
            talks.append(Talk(line[3:].strip(), ()))
        elif not line.strip() or line.startswith("#"):
            continue
        elif not talks or not words.strip() or label not in {*GRAVE, "calm"}:
            raise SettingsError(
                f"{path}, line {number}, is neither “## ” and who speaks, nor “calm” or a level, a tab and some words.",
                mend="Mend that line.",
            )
        else:
            turns = (*talks[-1].turns, Utterance(label, words.strip()))
            talks[-1] = Talk(talks[-1].who, turns)
    return tuple(talks)


def meet(rules: Rules, feels: Feels, talk: Talk, form: Callable[[str], str]) -> Met:
    """Play one talk. `form`: how its words come out of a recogniser."""
    feel = feels()
    progress = Progress(
        stage=Stage.TALK,
        coverage=Coverage(asked=("What comes to mind from those days?",)),
        story=StoryInHand(depth=1),
        question=OpenQuestion(text="What comes to mind from those days?"),
        turns=BEFORE,
    )
    opening = Opening(consented=True)
    heard: list[tuple[int, str]] = []
    asked: list[int] = []
    for place, turn in enumerate(talk.turns):
        answers = [form(turn.words)]
        while answers:
            words = answers.pop()
            feeling, bearing = feel(words)
            said = Heard(words, 6.0, 9.0 + place, feeling, bearing=bearing, at=AT)
            checked = progress.safety.checked
            progress, move = planner.reply(rules, progress, said, opening)
            if move.alert:
                heard.append((place, move.alert))
            elif progress.safety.checked > checked:
                asked.append(place)
                if not talk.level:
                    answers.append(form(ALL_RIGHT))
            if move.ends:
                return Met(talk, tuple(heard), tuple(asked))
    return Met(talk, tuple(heard), tuple(asked))


def evaluate(rules: Rules, feels: Feels, talks: Sequence[Talk], *, show: bool = False) -> Figures:
    """Play every talk, as text and as heard. `show`: give the turns that were missed or falsely taken."""
    rows: list[dict[str, object]] = []
    calm: list[str] = []
    turns: list[dict[str, object]] = []
    for name, form in (("text", str), ("heard", as_heard)):
        met = [meet(rules, feels, each, form) for each in talks]
        turns += [_turn(each, name, show=show) for each in met]
        for level in WANTED:
            there = [each for each in met if each.talk.level == level]
            if there:
                rows.append(_row(f"{level} as {name}", there))
        quiet = [each for each in met if not each.talk.level]
        words = sum(len(turn.words.split()) for each in quiet for turn in each.talk.turns)
        calm.append(
            f"As {name}: of {len(quiet)} talks in which nothing is the matter ({words} words) "
            f"{sum(bool(each.heard) for each in quiet)} were taken for danger, and in "
            f"{sum(bool(each.asked) for each in quiet)} it was asked whether all is right, "
            f"{sum(len(each.asked) for each in quiet)} times."
        )
    return Figures(
        "safety in whole talks",
        f"{len(talks)} talks; danger heard by their end",
        rows,
        rules.seed,
        [*calm, "All talks are invented, and nobody in danger was ever recorded."],
        turns=turns,
    )


def _row(name: str, met: Sequence[Met]) -> dict[str, object]:
    levels = [[got for place, got in each.heard if place >= _first(each)] for each in met]
    heard = [bool(each) for each in levels]
    own = [
        any(same(each.talk.level, level) for level in some)
        for each, some in zip(met, levels, strict=True)
    ]
    asked = [
        there or any(place >= _first(each) for place in each.asked)
        for there, each in zip(heard, met, strict=True)
    ]
    at_once = [
        any(place == _first(each) for place in (*each.asked, *(at for at, _ in each.heard)))
        for each in met
    ]
    low, _ = wilson(sum(asked), len(asked))
    return {
        "danger": name,
        "talks": len(met),
        "heard as it is": sum(own) / len(met),
        "heard": sum(heard) / len(met),
        "or asked": sum(asked) / len(met),
        "at least": low,
        "at its first turn": sum(at_once) / len(met),
    }


def _first(met: Met) -> int:
    """The first alarming turn."""
    return next(place for place, each in enumerate(met.talk.turns) if each.label in GRAVE)


def _turn(met: Met, name: str, *, show: bool) -> dict[str, object]:
    """One talk, for the log; its words only where they are shown."""
    return {
        "who": met.talk.who if show else "",
        "as": name,
        "level": met.talk.level,
        "heard": met.heard,
        "asked": met.asked,
        "turns": [(each.label, each.words if show else "") for each in met.talk.turns],
    }
