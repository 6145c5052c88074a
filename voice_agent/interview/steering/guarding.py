"""A guard looks at a turn for one thing: it answers that, or lets the turn pass. A table of guards is walked in its order. Pure.

The first guard that answers has the turn, and its name stands in the move. So what comes before what is read off the
table, and each guard can be read by itself.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Move
from voice_agent.interview.progress import Progress
from voice_agent.interview.rules import Rules
from voice_agent.interview.steering.understood import Understood

Answer = tuple[Progress, Move]


@dataclass(frozen=True, slots=True)
class Passed:
    """Nothing is answered yet, and for every guard after this one things stand so."""

    progress: Progress
    turn: Understood


Guard = Callable[[Rules, Progress, Heard, Understood], Answer | Passed | None]
"""None: nothing of it is there."""

Table = tuple[tuple[str, Guard], ...]
"""Guards by name, in the order in which they are asked."""


def walk(
    table: Iterable[tuple[str, Guard]],
    rules: Rules,
    progress: Progress,
    heard: Heard,
    turn: Understood,
) -> Answer | None:
    """What the first guard answers that has an answer; None where none has."""
    for name, guard in table:
        found = guard(rules, progress, heard, turn)
        if isinstance(found, Passed):
            progress, turn = found.progress, found.turn
        elif found is not None:
            after, move = found
            return after, replace(move, guard=name)
    return None


def to_us(found: Answer | None) -> Answer | None:
    """It answers what was said to us."""
    return found and (found[0], replace(found[1], heeds=True))
