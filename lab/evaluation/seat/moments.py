"""Single moments of a talk, answered by ourselves and by a language model in the seat, side by side.

A moment is {"id", "before": [["I", words], ["N", words], ...], "question", "answer"}. What a model is shown is what it would be
shown in a talk: nothing of a moment but these words.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from voice_agent.conversation.house import Leads
from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.progress import Progress
from voice_agent.interview.rules import Opening, Rules
from voice_agent.interview.seat import seated
from voice_agent.interview.seat.proposal import Led


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment."""

    id: str
    question: str
    answer: str
    before: tuple[tuple[str, str], ...] = ()
    """(what the narrator said, what was asked next), oldest first; what the narrator had said is "" where nothing is known."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What was said to it."""

    id: str
    ours: str
    """By ourselves."""

    guard: str
    """Who of ours answered."""

    said: str
    """With the model in the seat: the model's words, or ours."""

    led: Led | None
    """What the model made of it; None: it was not asked, or was late."""

    asked: bool
    """Was it asked?"""

    def as_json(self) -> dict[str, Any]:
        """For a file."""
        led = self.led
        reply = led.reply if led else None
        return {
            "id": self.id,
            "ours": self.ours,
            "guard": self.guard,
            "said": self.said,
            "asked": self.asked,
            "reading": led.reading.as_note() if led else None,
            "kind": str(reply.kind) if reply else "",
            "struck": [list(each) for each in led.struck] if led else [],
        }


def read(path: Path) -> Iterator[Moment]:
    """Read a file of moments, one a line."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            yield _moment(json.loads(line))


def _moment(row: Mapping[str, Any]) -> Moment:
    said, pairs = "", list[tuple[str, str]]()
    for who, words in row["before"]:
        if who == "N":
            said = words
        else:
            pairs.append((said, words))
            said = ""
    return Moment(row["id"], row["question"], row["answer"], (*pairs, (said, row["question"])))


def standing(rules: Rules, moment: Moment) -> Progress:
    """A talk in which `moment` comes next."""
    progress, _ = planner.open_session(rules, Opening(consented=True))
    told = tuple(said for said, _ in moment.before if said)
    progress = replace(
        progress.asks(moment.question),
        turns=len(told) + 1,
        tellings=replace(
            progress.tellings, heard=told, last=told[-1] if told else "", exchanges=()
        ),
        question=replace(progress.question, text=moment.question, chosen=None),
    )
    for said, replied in moment.before:
        progress = progress.exchanged(said, replied)
    return progress


async def answered(rules: Rules, moment: Moment, leads: Leads | None) -> Answered:
    """What is said to `moment`, by ourselves and with `leads` in the seat."""
    before, heard = standing(rules, moment), Heard(moment.answer)
    after, ours = planner.reply(rules, before, heard, Opening(consented=True))
    asks = leads is not None and seated.may_read(after, ours)
    led = await leads(rules, before, ours, heard) if leads is not None and asks else None
    move = ours
    if led is not None:
        heard = replace(heard, led=seated.counts(after, ours, led))
        _, move = planner.reply(rules, before, heard, Opening(consented=True))
    return Answered(moment.id, ours.text, ours.guard, move.text, led, asks)


def shares(rows: Sequence[Answered]) -> dict[str, float]:
    """How often a model was asked, was let speak, and was struck at first."""
    asked = [each for each in rows if each.asked]
    spoke = [each for each in asked if each.led and each.led.reply]
    first = [each for each in asked if each.led and each.led.struck]
    return {
        "moments": len(rows),
        "asked": len(asked),
        "spoke": len(spoke),
        "first struck": len(first),
    }
