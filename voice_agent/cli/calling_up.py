"""What was told another day, for an interview in writing: the same thought as in the spoken loop."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeVar

import anyio

from voice_agent import assemble
from voice_agent.archive.record import Record
from voice_agent.conversation.bringing_back import BringingBack, Called
from voice_agent.errors import EngineError, MemoryRefused, ModelError
from voice_agent.settings import Settings
from voice_agent.story import Feeling, SessionId, Turn

T = TypeVar("T")


async def in_place(work: Callable[[], T], /) -> T:
    """Labour without threads: nobody is speaking meanwhile."""
    return work()


class CallingUp:
    """One for each talk."""

    def __init__(
        self, settings: Settings, record: Record, session: SessionId, tell: Callable[[str], None]
    ) -> None:
        """Opens memory for a moment, some seconds. Without the weights for it, `tell` says so."""
        self._back = assemble.bringing_back(
            settings, record, session, in_place, lambda: datetime.now(UTC)
        )
        try:
            anyio.run(_learn, settings, record, self._back)
        except (ModelError, EngineError, MemoryRefused) as error:
            tell(f"Nothing of another day is brought back: {error.what}")

    def turn(self, turn: Turn) -> None:
        """Something was said, by whomever."""
        self._back.turn(turn)

    def __call__(self, said: str) -> Called:
        """What `said` calls up."""
        return anyio.run(self._back.call_up, said, Feeling())


async def _learn(settings: Settings, record: Record, back: BringingBack) -> None:
    from voice_agent.archive.remembering import Remembering

    memory = await Remembering.open(
        record, assemble.index_uri(settings), assemble.mind(settings), in_place
    )
    try:
        await back.learn(memory)
    finally:
        await memory.close()
