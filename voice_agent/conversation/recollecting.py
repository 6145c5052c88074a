"""Between the conversation and memory: what a turn brings to mind, and the questions that grow from it all.

Asked while the narrator speaks, so nothing here changes anything; questions grow anew after each turn that was
remembered.
"""

from collections.abc import Callable
from datetime import datetime

from voice_agent.archive import memory_tables
from voice_agent.archive.record import Record
from voice_agent.archive.rememberer import Rememberer
from voice_agent.archive.remembering import Remembering
from voice_agent.conversation.house import Brought, Labour
from voice_agent.conversation.knowing import known_of, reminded
from voice_agent.errors import EngineError
from voice_agent.interview import growing
from voice_agent.interview.growing import Templates
from voice_agent.interview.questions import Candidate
from voice_agent.sound import Sound
from voice_agent.story import Feeling

Feels = Callable[[str, Sound], Feeling]
"""How something was told, from its words and its sound. Blocking, some milliseconds."""

BROUGHT = 2
"""Memories brought to mind at a time."""


class Recollecting:
    """Callable as `conversation.house.Bring`. One for each session."""

    def __init__(
        self,
        record: Record,
        templates: Templates,
        labour: Labour,
        *,
        now: Callable[[], datetime],
        birth: int | None = None,
        always: tuple[Candidate, ...] = (),
        feels: Feels | None = None,
    ) -> None:
        """`always`: questions that do not come from memory, such as the family's."""
        self._record, self._templates, self._labour, self._now = record, templates, labour, now
        self._birth, self._always, self._feels = birth, always, feels
        self._grown: tuple[Candidate, ...] | None = None
        self.rememberer: Rememberer | None = None
        """Whom to ask what comes to mind; None: nothing does."""

    async def __call__(self, text: str, sound: Sound) -> Brought:
        """Raises nothing of ours: a talk goes on without memory and without a feeling read."""
        feeling = Feeling()
        if (feels := self._feels) is not None:
            try:
                feeling = await self._labour(lambda: feels(text, sound))
            except EngineError:
                feeling = Feeling()
        if self.rememberer is None:
            return Brought(feeling, (), self._grown)
        found = await self.rememberer.recall(text, mood=feeling, limit=BROUGHT)
        return Brought(feeling, tuple(reminded(each) for each in found), self._grown)

    async def remembered(self, memory: Remembering) -> None:
        """What memory holds has changed: let questions grow from it."""
        self._grown = await self._labour(lambda: self._grow(memory))

    def _grow(self, memory: Remembering) -> tuple[Candidate, ...]:
        known = known_of(
            memory.life,
            memory_tables.claims(self._record.read),
            memories=memory.memories,
            loose_ends=memory.outline.loose_ends,
            birth=self._birth,
            this_year=self._now().year,
        )
        return (*self._always, *growing.grow(known, self._templates))
