"""A thousand of our replies, read by the strict reader: `python -m lab manner`.

Seasons with one narrator after the other, and with another seed each time, until there are enough replies.
Openings count, but for what they must say every time (who we are).
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from lab.evaluation.interview import seasons
from lab.evaluation.interview.interview import Held
from lab.evaluation.interview.manner import Bad, Fault, lint
from lab.evaluation.interview.plain_words import count
from lab.evaluation.interview.seasons import Told
from lab.evaluation.tables import Figures
from voice_agent.settings import Settings
from voice_agent.story import Speaker

SHOWN = 5
"""Examples of each fault that are printed."""


@dataclass(frozen=True, slots=True)
class Manners:
    """What was said, and what was wrong with it."""

    system: str
    turns: int
    faults: tuple[Fault, ...]
    words: float
    """Words of a reply, mean."""

    narrators: tuple[str, ...]


async def gather(
    told: Sequence[Told],
    settings: Settings,
    *,
    system: str = "ours",
    turns: int = 1000,
    seed: int = 7,
    tick: Callable[[], None] = lambda: None,
) -> Manners:
    """Hold seasons until there are `turns` replies, and read them. A season's phrases are counted alone."""
    faults: list[Fault] = []
    words = read = 0
    names: list[str] = []
    number = 0
    while read < turns:
        narrator = told[number % len(told)]
        sessions = min(23, -(-(turns - read) // 11))
        held = await seasons.hold(
            system,
            narrator,
            settings,
            sessions=sessions,
            seed=seed + number,
            tick=lambda session, round: tick(),
        )
        replies = spoken(held)[: turns - read]
        openings = set(held.season.firsts)
        found = lint(replies, exempt=[each in openings for each in replies])
        faults += [Fault(each.bad, each.turn + read, each.words) for each in found]
        words += sum(count(each) for each in replies)
        read += len(replies)
        names.append(narrator.name)
        number += 1
    return Manners(system, read, tuple(faults), words / max(read, 1), tuple(dict.fromkeys(names)))


def spoken(held: Held) -> list[str]:
    """Everything the interviewer said in a season, turn by turn."""
    return [t.text for t in held.season.turns if t.speaker is Speaker.INTERVIEWER]


def figures(found: Manners, *, seed: int) -> Figures:
    """Counts of every fault, with the first examples below."""
    counts = Counter(each.bad for each in found.faults)
    rows: list[dict[str, Any]] = [{"manner": str(bad), "found": counts[bad]} for bad in Bad]
    notes: list[str] = []
    for bad in Bad:
        for each in [f for f in found.faults if f.bad is bad][:SHOWN]:
            notes.append(f"{bad} (turn {each.turn + 1}): {each.words}")
    about = (
        f"{found.turns} replies to {', '.join(found.narrators)}, {found.words:.1f} words each; "
        f"{len(found.faults)} faults"
    )
    return Figures("manner", about, rows, seed, notes, {"turns": found.turns})
