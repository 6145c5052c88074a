"""What each reader would do about one row: as lab/predictions and the kept answers have it. Pure.

Readers: the rules, the heads, both as they act today, a language model by itself, and all of them merged. A model alone may
only ask; what it would do were it believed stands in its own column.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from lab.evaluation.predictions import Row
from lab.evaluation.shadow.asking import Answer
from lab.evaluation.shadow.drawing import Drawn, alike
from voice_agent.interview.steering.asked_back import DEEDS
from voice_agent.reading.by_model import ByModel, live
from voice_agent.reading.danger.cries import GRAVE, LEVELS
from voice_agent.reading.evidence import Deed, Evidence, Verdict, may
from voice_agent.reading.wishes.commands import Command

READERS = ("rules", "heads", "rules and heads", "model", "merged")

REFUSES = frozenset(
    str(each)
    for each in (Command.SKIP, Command.NOT_TODAY, Command.LATER, Command.CHANGE, Command.TALK_ABOUT)
)
"""Wishes by which what was asked is left."""

MEANING = "meaning"
"""How the rule of a cry is called that heads have heard (cries.py)."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a reader makes of a row."""

    what: str
    """A level of danger, or a command."""

    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Shadow:
    """A row with all that is kept of it."""

    drawn: Drawn
    note: Mapping[str, Any]
    """Of lab/predictions."""

    answer: Answer

    @property
    def row(self) -> Row:
        return self.drawn.row

    @property
    def words(self) -> int:
        return len(self.row.said.split())

    @property
    def model(self) -> ByModel:
        return live(self.answer.answer, self.row.said)

    @property
    def whole(self) -> Mapping[str, Any]:
        """The reading with every reader."""
        changed = {**self.note["rules"], **self.note["with readers"]}
        return {name: value for name, value in changed.items() if value is not None}


def danger(shadow: Shadow) -> Mapping[str, tuple[Found, ...]]:
    """Reader -> the level it hears or asks about."""
    answer, model = shadow.answer, shadow.model.danger
    by_rules, whole = shadow.note["rules"].get("danger"), shadow.whole.get("danger")
    of_heads = whole if whole and whole["rule"].startswith(MEANING) else None
    doubts = "" if answer.doubts == answer.form else answer.doubts
    today = _heard(whole, answer.form or answer.doubts)
    by_model = _asks(model)
    return {
        "rules": _heard(by_rules, answer.form),
        "heads": _heard(of_heads, doubts),
        "rules and heads": today,
        "model": by_model,
        "merged": today or by_model,
    }


def _heard(noted: Mapping[str, str] | None, asks: str) -> tuple[Found, ...]:
    if noted is None or noted["level"] not in GRAVE:
        return _asks(asks)
    return (Found(noted["level"], may(Deed.ALARM, Evidence(noted["sure"]))),)


def _asks(level: str) -> tuple[Found, ...]:
    return (Found(level, Verdict.ASK),) if level in LEVELS and level in GRAVE else ()


def wishes(shadow: Shadow) -> Mapping[str, tuple[Found, ...]]:
    """Reader -> the commands it hears or asks about."""
    rules, whole = _wished(shadow.note["rules"]), _wished(shadow.whole)
    by_meaning = _alone(shadow.note["readers"]["wish"])
    refuses = shadow.note["readers"]["hard"] == "refusal" and bool(shadow.row.asked)
    heads = by_meaning or ((Found(str(Command.SKIP), Verdict.DO),) if refuses else ())
    today = whole or heads
    wish = shadow.model.wish
    by_model = (Found(str(wish.command), Verdict.ASK),) if wish else ()
    heard = {name for each in today for name in alike(each.what)}
    return {
        "rules": rules,
        "heads": heads,
        "rules and heads": today,
        "model": by_model,
        "merged": (*today, *(each for each in by_model if each.what not in heard)),
    }


def _wished(note: Mapping[str, Any]) -> tuple[Found, ...]:
    every = note.get("wishes") or ()
    return tuple(_done(each["command"], Evidence(each["sure"])) for each in every)


def _alone(command: str) -> tuple[Found, ...]:
    return (_done(command, Evidence.ALONE),) if command else ()


def _done(command: str, evidence: Evidence) -> Found:
    deed = DEEDS.get(Command(command))
    return Found(command, may(deed, evidence) if deed else Verdict.DO)


def told(shadow: Shadow) -> Mapping[str, bool]:
    """Reader -> does it take the story for told?"""
    ends = ("told", "whole")
    rules, whole = shadow.note["rules"].get("story", ""), shadow.whole.get("story", "")
    model = shadow.model.story == "told"
    return {
        "rules": rules in ends,
        "heads": shadow.note["readers"]["ending"] == "told",
        "rules and heads": whole in ends,
        "model": model,
        # a story is left where two readers agree (Deed.LEAVE_STORY)
        "merged": whole in ends and model,
    }


def acts(found: Iterable[Found], right: frozenset[str]) -> bool:
    """Is the right thing done?"""
    return any(each.what in right and each.verdict is Verdict.DO for each in found)


def names(found: Iterable[Found], right: frozenset[str]) -> bool:
    """Is the right thing named, be it done or asked?"""
    return any(each.what in right for each in found)
