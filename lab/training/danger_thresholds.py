"""Thresholds of the reader of danger: as many cries heard as a few false levels in calm talk allow.

A threshold begins just above calm talk's highest reading of its level; then one after another is lowered, that which
brings most cries for a false level, until there are as many false levels as may be. Pure; choose_danger.py reads what
it is chosen on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import log10

from voice_agent.interview.steering.danger_within import HINTED
from voice_agent.reading.danger import cries
from voice_agent.reading.danger.cries import GRAVE, Meaning

WANTED = ("2", "3", "3m", "A")

FIVE_HOURS = 45_000
"""Words; a hundred and fifty a minute."""

MARGIN = 0.03
"""By so many tenfold doubts a threshold stands above the calm reading that it keeps out."""

FARTHEST = 6
"""So many of calm talk's readings a threshold may pass at once."""

LOWEST = 0.3
"""Tenfold doubts below which no threshold goes: a probability of .5."""

LEAST = 0.05
"""Tenfold doubts below which nothing is a hint: a probability of .11."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A turn, and the highest readings of it that a threshold may let through."""

    label: str
    words: int
    sure: str
    """The level that rules give it by themselves; "" for none."""

    highest: Mapping[tuple[str, str], float]
    """("together" or "hinted", level) -> tenfold doubts: 2 is a probability of .99."""


def heard(rules: cries.Cries, meaning: Meaning, label: str, said: str) -> Heard:
    """Read one turn."""
    certain = rules.hear(said)
    nearly = replace(rules, meaning=meaning).suspects(said)
    highest = {("together", nearly.level): nearly.surety} if nearly.level else {}
    unsure = log10(cries.doubt(said))
    for text, reading in cries.readings(meaning, said):
        for level in GRAVE:
            if not rules.void(text) and rules.hints_at(level, text):
                doubts = cries.tenfold(reading.get(level, 0.0)) + unsure
                highest["hinted", level] = max(highest.get(("hinted", level), 0.0), doubts)
    level = certain.level if certain and certain.level in GRAVE else ""
    return Heard(label, len(said.split()), level, highest)


Bars = Mapping[tuple[str, str], float]


def levels(turn: Heard, bars: Bars) -> set[str]:
    """What `turn` is taken for with these thresholds, rules included."""
    found = {level for (way, level), high in turn.highest.items() if high >= bars[way, level]}
    return found | {turn.sure} - {""}


def share(said: Sequence[Heard], bars: Bars, level: str) -> float:
    """The share of the cries of `level` that is heard as what it is, or as one that is answered alike."""
    right = {"3", "3m"} if level in ("3", "3m") else {level}
    there = [bool(levels(each, bars) & right) for each in said if each.label == level]
    return sum(there) / max(1, len(there))


def recall(said: Sequence[Heard], bars: Bars) -> float:
    """The mean over the levels."""
    return sum(share(said, bars, level) for level in WANTED) / len(WANTED)


def highest(turn: Heard) -> float:
    """How nearly it is taken for any danger at all."""
    together = (high for (way, _), high in turn.highest.items() if way == "together")
    return max(together, default=0.0)


def asks(calm: Sequence[Heard], bars: Bars, most: float) -> float:
    """The threshold from which `most` questions in five hours of `calm` would be asked."""
    left = sorted((highest(each) for each in calm if not levels(each, bars)), reverse=True)
    return left[int(most * sum(each.words for each in calm) / FIVE_HOURS)] + MARGIN


def questions(calm: Sequence[Heard], bars: Bars, ask: float, hint: float) -> int:
    """How often the narrator of `calm`, turns in their order, is asked: of one that reaches `ask`, or a second hint."""
    many, last = 0, -HINTED - 1
    for place, turn in enumerate(calm):
        if levels(turn, bars) or highest(turn) < hint:
            continue
        if highest(turn) >= ask or place - last <= HINTED:
            many, last = many + 1, -HINTED - 1
        else:
            last = place
    return many


def hints(calm: Sequence[Heard], bars: Bars, ask: float, most: float) -> float:
    """The lowest threshold of a hint that brings `most` further questions in five hours of `calm`, in their order."""
    allowed = most * sum(each.words for each in calm) / FIVE_HOURS
    alone = questions(calm, bars, ask, ask)
    tried = sorted({highest(each) + MARGIN for each in calm if LEAST < highest(each) < ask})
    fits = (each for each in tried if questions(calm, bars, ask, each) - alone <= allowed)
    return next(fits, ask)


def asked(turn: Heard, bars: Bars, ask: float) -> bool:
    """Is it taken for a cry of any level, or asked about?"""
    return bool(levels(turn, bars)) or highest(turn) >= ask


def false(calm: Sequence[Heard], bars: Bars) -> int:
    """False levels that no rule gave."""
    return sum(1 for each in calm if not each.sure and levels(each, bars))


def choose(calm: Sequence[Heard], said: Sequence[Heard], most: int) -> dict[tuple[str, str], float]:
    """Thresholds with `most` false levels in `calm`, and as many of the cries heard as they may be."""
    ways: list[tuple[str, str]] = list(product(("together", "hinted"), WANTED))
    steps = {
        way: sorted((e.highest[way] for e in calm if way in e.highest and not e.sure), reverse=True)
        for way in ways
    }
    calm = [each for each in calm if any(high > LOWEST for high in each.highest.values())]
    place = dict.fromkeys(ways, 0)

    def bars(at: Mapping[tuple[str, str], int]) -> dict[tuple[str, str], float]:
        return {way: max([LOWEST, *steps[way][at[way] : at[way] + 1]]) + MARGIN for way in ways}

    while True:
        now = bars(place)
        here, cost = recall(said, now), false(calm, now)
        best, worth = place, 0.0
        for way, far in product(ways, range(1, FARTHEST + 1)):
            tried = place | {way: place[way] + far}
            there = bars(tried)
            more = false(calm, there) - cost
            gained = (recall(said, there) - here) / max(more, 0.5)
            if cost + more <= most and gained > worth:
                best, worth = tried, gained
        if best is place:
            return now
        place = best
