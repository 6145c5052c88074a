"""How fast and how loud we speak, as the narrator asks for it. Pure."""

from collections.abc import Mapping
from typing import NamedTuple

from voice_agent.interview.moves import Act, Move
from voice_agent.interview.picking import phrase
from voice_agent.interview.progress import Progress
from voice_agent.interview.rules import Rules
from voice_agent.reading.wishes.commands import Command, Wish


class Manner(NamedTuple):
    """Factors that hold from now on."""

    pace: float = 1.0
    loudness: float = 1.0


MANNERS: Mapping[Command, Manner] = {
    Command.SLOWER: Manner(pace=0.85),
    Command.FASTER: Manner(pace=1.15),
    Command.LOUDER: Manner(loudness=1.4),
    Command.QUIETER: Manner(loudness=0.7),
}


def as_asked(rules: Rules, progress: Progress, wish: Wish) -> tuple[Progress, Move]:
    """We speak so from now on, and what was asked of them stands again. `wish`: one of MANNERS."""
    manner = MANNERS[wish.command]
    said, progress = phrase(rules, progress, str(wish.command))
    return progress, Move(
        Act.ANSWER,
        said,
        progress.question.text,
        f"asked for: {wish.command}",
        pace=manner.pace,
        loudness=manner.loudness,
    )
