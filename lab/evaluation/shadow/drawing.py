"""Which rows of the labelled sets are put to a language model: so many of a label, drawn by a seed. Reads files, asks nobody."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from lab import LABELLED
from lab.evaluation.predictions import Row, rows
from voice_agent.reading.by_model import WISHES
from voice_agent.reading.danger.cries import GRAVE
from voice_agent.reading.wishes.commands import Command

LESSONS = Path(__file__).parents[2] / "training" / "lessons"

ALIKE: tuple[frozenset[Command], ...] = (
    frozenset({Command.STOP, Command.NO_RECORDING}),
    frozenset({Command.LATER, Command.NOT_TODAY}),
)
"""Wishes that a model has one word for, and that come to the same for whoever has them."""


def alike(command: str) -> frozenset[str]:
    """`command` and what comes to the same."""
    both = next((each for each in ALIKE if command in each), frozenset())
    return frozenset({command, *map(str, both)})


COVERED = frozenset(other for each in WISHES.values() for other in alike(str(each)))
"""Labels of wishes that a model has a word for."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How many rows of a set."""

    path: Path
    counts: Mapping[str, int] = field(default_factory=dict[str, int])
    """Label -> rows, or all where there are fewer."""

    spread: int = 0
    """Rows of all other labels together, as evenly as they come."""

    only: frozenset[str] = frozenset()
    """The labels they are spread over; empty: all that are not counted or in `never`."""

    never: frozenset[str] = frozenset()


_TALK = dict.fromkeys(sorted(GRAVE), 4)
_ORDINARY = frozenset({"device", "few"})
"""Questions to us, and answers of a few words: nobody has labelled whether they hold a wish."""

SETS: tuple[Wanted, ...] = (
    Wanted(LABELLED / "safety_sixth.tsv", dict.fromkeys((*sorted(GRAVE), "calm"), 60)),
    Wanted(LABELLED / "danger_talks_sealed.tsv", _TALK | {"calm": 14}),
    Wanted(LABELLED / "calm_today.txt", {"": 30}),
    Wanted(LABELLED / "calm_open.txt", {"": 30}),
    Wanted(LABELLED / "wishes_sealed_three.tsv", {"story": 60}, 60, COVERED),
    Wanted(LABELLED / "hard_moments_sealed.tsv", {"refusal": 8}, 22),
    Wanted(LABELLED / "ordinary_blind.tsv", spread=30, never=_ORDINARY),
    Wanted(LABELLED / "ordinary_third.tsv", spread=30, never=_ORDINARY),
    Wanted(LESSONS / "endings_e.tsv", {"told": 15, "goes": 15}),
)
"""The frozen sets that hold something a model reads while the narrator waits; endings_e.tsv has taught nothing."""

LEFT_OUT: Mapping[str, str] = {
    "safety, safety_after, safety_third to _fifth, _seventh, _eighth, _sealed": "danger again; safety_sixth is the frozen "
    "indirect set, and a model may not lower what is acted on in the plain ones",
    "danger_talks_open, hard_moments_open, commands, wishes_sealed, wishes_sealed_two": "the same fields again, and rules have been made with them",
    "wishes_sealed_three: questions to us, faster, quieter, corrections, single consents": "a model has no word for them",
    "ordinary_blind, ordinary_third: device, few": "nobody has labelled whether they ask for something; hooks are labelled nowhere",
    "endings_e: more, empty": "no place of the story is called so",
    "offers": "what is answered to an offer is no field of it",
    "weight_blind, weight_plain": "weight is no field of it",
    "rated": "feelings are read by words and voice, never by a model",
    "hard_moments_sealed, but for refusals": "which hard moment it is stands in the full reading alone; they serve as turns without danger or wish",
}
"""What is not asked about -> why."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """One row that is asked about."""

    set: str
    row: Row
    before: tuple[str, ...] = ()
    """What the same narrator had said in this talk, the latest last."""


def drawn(seed: int, sets: Sequence[Wanted] = SETS) -> tuple[Drawn, ...]:
    """The rows, in an order that tells nobody what they are. Raises OSError."""
    every = [each for wanted in sets for each in _of(wanted, seed)]
    return tuple(random.Random(seed).sample(every, len(every)))


def _of(wanted: Wanted, seed: int) -> Iterator[Drawn]:
    path = wanted.path
    chance = random.Random(f"{seed} {path.stem}")
    told = dict(_told_before(path))
    by_label: dict[str, list[Row]] = {}
    for row in rows(path):
        # behind a cry nobody can say that a calm turn is nothing to ask about
        if row.label != "calm" or not any(each.label in GRAVE for each in told.get(row.line, ())):
            by_label.setdefault(row.label, []).append(row)
    chosen: set[Row] = set()
    for label, many in wanted.counts.items():
        there = by_label.get(label, [])
        chosen |= set(chance.sample(there, min(many, len(there))))
    chosen |= set(_spread(wanted, by_label, chance))
    for row in sorted(chosen):
        before = tuple(each.said for each in told.get(row.line, ()))
        yield Drawn(path.stem, row, before)


def _spread(
    wanted: Wanted, by_label: Mapping[str, Sequence[Row]], chance: random.Random
) -> Sequence[Row]:
    over = wanted.only or by_label.keys() - wanted.counts.keys() - wanted.never
    decks = {
        each: chance.sample(by_label[each], len(by_label[each]))
        for each in sorted(over & by_label.keys())
    }
    deepest = max(map(len, decks.values()), default=0)
    dealt = [deck[n] for n in range(deepest) for deck in decks.values() if n < len(deck)]
    return dealt[: wanted.spread]


def _told_before(path: Path) -> Iterator[tuple[int, tuple[Row, ...]]]:
    """Line -> the rows of the same talk before it, where the file holds labelled talks ("## who")."""
    if path.suffix != ".tsv":
        return
    lines = path.read_text(encoding="utf-8").splitlines()
    begins = [number for number, line in enumerate(lines, 1) if line.startswith("## ")]
    every = list(rows(path))
    for first, following in pairwise([*begins, len(lines) + 1]):
        talk = [row for row in every if first < row.line < following]
        yield from ((row.line, tuple(talk[:n])) for n, row in enumerate(talk))
