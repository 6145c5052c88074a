"""Seasons of several seeds with one narrator, as one table: one season more or less would be chance.

Every system is held with the same seeds, so that it meets the same moods; differences are taken seed by seed, and
their interval says how far another handful of seeds might lead (Student's t over the seeds).
"""

from collections.abc import Callable, Mapping, Sequence
from statistics import mean, stdev
from typing import Any

from lab.evaluation.interview.interview import DIFFERS, PAPER, Held, summary
from lab.evaluation.tables import Figures

T95 = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26)
"""Student's t, 95 % on both sides, for 1 to 9 degrees of freedom."""

NORMAL = 1.96
"""The same for many."""


def spread(values: Sequence[float]) -> tuple[float, float, float]:
    """Mean and 95 % of the mean of `values`, one a seed; a single one has no interval but itself."""
    middle = mean(values)
    if len(values) < 2:
        return middle, middle, middle
    free = len(values) - 1
    half = (T95[free - 1] if free <= len(T95) else NORMAL) * stdev(values) / len(values) ** 0.5
    return middle, middle - half, middle + half


def row(runs: Sequence[Held]) -> dict[str, Any]:
    """A line of the table: means over the seeds, and sums of what shall never happen."""
    ways = [each.conduct for each in runs]
    counted = [each.verdict.count() for each in runs]
    dated = bool(runs[0].verdict.years)
    chance = runs[0].season.system == "chance"
    woven, given = sum(each.woven for each in ways), sum(each.given for each in ways)
    return {
        "system": runs[0].season.system,
        "year": mean(each.coverage for each in counted) if dated else None,
        "decade": mean(each.decades for each in counted) if dated else None,
        "P": mean(each.precision for each in counted),
        "R": mean(each.recall for each in counted),
        "F1": mean(each.f1 for each in counted),
        "valid": None if chance else mean(each.validity for each in ways),
        "again": None if chance else sum(each.repeated for each in ways),
        "returns": None if chance else sum(each.returns for each in ways),
        "two": None if chance else sum(each.doubles for each in ways),
        "share": None if chance else mean(each.share for each in ways),
        "family": f"{woven}/{given}" if given else None,
    }


def figures(
    narrator: str, runs: Mapping[str, Sequence[Held]], *, seed: int, sessions: int, per: int
) -> Figures:
    """The table; `runs`: system -> its seasons, in the order of their seeds from `seed` on."""
    count = len(next(iter(runs.values())))
    notes = [
        "year, decade, P, R, F1, valid and share: means over the seeds; again (repeated questions), returns (to what was "
        "refused), two (questions in one round) and family: sums over them."
    ]
    ours = runs.get("ours")
    for system, theirs in runs.items():
        if ours is None or system == "ours":
            continue
        parts = [
            _difference(name, ours, theirs, what)
            for name, what in (("coverage@year", _coverage), ("F1", _f1))
            if name == "F1" or ours[0].verdict.years
        ]
        notes.append(f"ours - {system}: {', '.join(parts)}")
    for system, held in runs.items():
        ways = [each.conduct for each in held]
        notes.append(
            f"{system}: {sum(each.rounds for each in ways)} rounds; dated events told "
            f"{mean(each.verdict.count().events for each in held):.3f}; in the very words of an earlier question "
            f"{sum(each.literally for each in ways)}; sad answers met quietly {sum(each.met for each in ways)} of "
            f"{sum(each.sad for each in ways)}; advice {sum(each.advice for each in ways)}."
        )
        reasons = [why for each in ways for _, _, why, _ in each.invalid]
        if reasons:
            counts = sorted({why: reasons.count(why) for why in reasons}.items(), key=_commonest)
            notes.append("  not valid: " + ", ".join(f"{why} {n}" for why, n in counts))
    if narrator in PAPER:
        notes += [PAPER[narrator], DIFFERS]
    truth = next(iter(runs.values()))[0].verdict.truth
    about = (
        f"{narrator}: seeds {seed} to {seed + count - 1}, each {sessions} sessions of {per} rounds; "
        f"{len(truth.events)} dated events, {len(truth.years)} years"
    )
    seasons = [
        summary(each, seed=seed + n) for held in runs.values() for n, each in enumerate(held)
    ]
    rows = [row(each) for each in runs.values()]
    return Figures("interview", about, rows, seed, notes, {"seasons": seasons})


def _difference(
    name: str, ours: Sequence[Held], theirs: Sequence[Held], what: Callable[[Held], float]
) -> str:
    """ "coverage@year +0.120 (95 % +0.050 to +0.190; seed by seed +0.10 +0.14)"."""
    apart = [what(one) - what(other) for one, other in zip(ours, theirs, strict=True)]
    middle, low, high = spread(apart)
    each = " ".join(f"{one:+.2f}" for one in apart)
    return f"{name} {middle:+.3f} (95 % {low:+.3f} to {high:+.3f}; seed by seed {each})"


def _commonest(counted: tuple[str, int]) -> tuple[int, str]:
    return -counted[1], counted[0]


def _coverage(held: Held) -> float:
    return held.verdict.count().coverage


def _f1(held: Held) -> float:
    return held.verdict.count().f1
