"""Between the conversation and memory: what a turn brings to mind, and the questions that grow from it all.

Asked while the narrator speaks, so nothing here changes anything; questions grow anew after each turn that was
remembered.
"""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

import anyio

from voice_agent.archive import asked_after, marked, memory_tables, permitted
from voice_agent.archive.memory_store import MemoryStore
from voice_agent.archive.memory_worker import MemoryWorker
from voice_agent.archive.record import Record
from voice_agent.conversation.bringing_back import BringingBack
from voice_agent.conversation.house import Brought, Labour
from voice_agent.conversation.memory_for_planner import known_of, reminded
from voice_agent.conversation.told_before import ToldBefore
from voice_agent.errors import DiskFull, EngineError
from voice_agent.interview import growing
from voice_agent.interview.growing import Templates
from voice_agent.interview.known import Event, Known
from voice_agent.interview.questions import Candidate
from voice_agent.interview.wording import extraction, extrapolation
from voice_agent.memory.affect import Steer
from voice_agent.memory.privacy import OPEN
from voice_agent.reading.wishes import asks_us, commands
from voice_agent.reading.wishes.commands import Command
from voice_agent.reading.words import stems
from voice_agent.sound import Sound
from voice_agent.story import Feeling, SessionId, Turn, TurnId

Feels = Callable[[str, Sound], Feeling]
"""How something was told, from its words and its sound. Blocking, some milliseconds."""

Extrapolate = Callable[[Known], Awaitable[tuple[Candidate, ...]]]
"""A language model's questions about a life, checked. Seconds; nobody waits for it."""

Finished = Callable[[Sequence[str], str], Awaitable[float | None]]
"""Given what was said before, the latest last, and the last answer: how likely the story is told, 0..1."""

Extract = Callable[[Sequence[str], Known], Awaitable[tuple[Event, ...]]]
"""What a language model reads in the turns of a talk and does not find in what is known. Seconds, as above."""

LEFT = 0.01
"""Seconds before whoever asks stops waiting, in which nothing more is waited for."""

OFTEN = 4
"""A model is asked again after so many remembered turns."""

BROUGHT = 2
"""Memories brought to mind at a time."""


def _asked_about(text: str) -> str:
    """Of whom or what they ask what they have told; "" where they ask nothing of the kind."""
    asked = (each for each in asks_us.every(text) if each.kind is asks_us.Kind.TOLD)
    for each in asked:
        if each.about and not asks_us.pronoun(each.about):
            return each.about
    wish = commands.wish(text)
    return wish.about if wish and wish.command is Command.WHAT_DID_I_TELL else ""


class TurnContext:
    """Callable as `conversation.house.Bring`. One for each session."""

    def __init__(
        self,
        record: Record,
        templates: Templates,
        labour: Labour,
        *,
        now: Callable[[], datetime],
        birth: int | None = None,
        from_family: ToldBefore | None = None,
        feels: Feels | None = None,
        steers: Callable[[Feeling], str] = lambda feeling: Steer.NONE,
        extrapolate: Extrapolate | None = None,
        extract: Extract | None = None,
        between_turns: Callable[[], bool] = lambda: False,
        bringing_back: BringingBack | None = None,
        finished: Finished | None = None,
    ) -> None:
        """`from_family`: what the family wants asked, as long as it was not told already. `steers`: what mood the
        memories brought up should have, a value of memory.affect.Steer.

        `between_turns`: may `extrapolate` be asked during a talk? A model on the same two cores would
        slow the recogniser down, and is asked after it only. `bringing_back`: what was talked about another
        day; `finished`: asks a language model whether a story is told.
        """
        self._bringing_back, self._finished = bringing_back, finished
        self._between_turns = between_turns
        self._known_now = Known()
        self._of = -1
        """Of how many changes of memory it is known."""

        self._record, self._templates, self._labour, self._now = record, templates, labour, now
        self._birth, self._from_family, self._feels, self._steers = (
            birth,
            from_family,
            feels,
            steers,
        )
        self._extrapolate, self._extract = extrapolate, extract
        self._found: dict[str, Event] = {}
        self._open = frozenset[tuple[SessionId, TurnId]]()
        self._thought_of: tuple[Candidate, ...] = ()
        self._doubts: list[tuple[Candidate, frozenset[tuple[SessionId, TurnId]]]] = []
        self._changes = 0
        self._grown: tuple[Candidate, ...] | None = None
        self.memory_worker: MemoryWorker | None = None
        """Whom to ask what comes to mind; None: nothing does."""

    @property
    def known(self) -> Known:
        """What may be spoken of this life now."""
        return self._known_now

    async def __call__(self, text: str, sound: Sound) -> Brought:
        """Raises nothing of ours: a talk goes on without memory and without a feeling read."""
        brought = Brought(grown=self._grown)
        until = anyio.current_effective_deadline() - LEFT
        for step in (self._feel, self._spare, self._count, self._remind, self._call_up, self._ask):
            # whatever is late takes only itself with it, not what is here already
            if anyio.current_time() >= until:
                return replace(brought, late=True)
            with anyio.CancelScope(deadline=until) as waiting:
                brought = await step(brought, text, sound)
            if waiting.cancelled_caught:
                return replace(brought, late=True)
        return brought

    async def _feel(self, brought: Brought, text: str, sound: Sound) -> Brought:
        if (feels := self._feels) is None:
            return brought
        try:
            return replace(brought, feeling=await self._labour(lambda: feels(text, sound)))
        except EngineError:
            return brought

    async def _spare(self, brought: Brought, text: str, sound: Sound) -> Brought:
        """Without what somebody of the family wants asked and this very answer tells."""
        family, grown = self._from_family, brought.grown
        memory = self.memory_worker.memory if self.memory_worker is not None else None
        if family is None or memory is None or grown is None:
            return brought
        embedder = memory.engines.embedder
        try:
            left = await self._labour(lambda: family.now(grown, text, embedder))
        except EngineError:
            return brought
        return replace(brought, grown=left)

    async def _count(self, brought: Brought, text: str, sound: Sound) -> Brought:
        if not any(each.kind is asks_us.Kind.KEPT for each in asks_us.every(text)):
            return brought
        if not Record.exists(self._record.state):
            return brought
        kept = await self._labour(lambda: marked.stories_kept_back(self._record.read))
        return replace(brought, kept=kept.asked, kept_unsure=kept.unsure)

    async def _remind(self, brought: Brought, text: str, sound: Sound) -> Brought:
        if self.memory_worker is None:
            return brought
        if about := _asked_about(text):
            return replace(brought, told=await self.told(about))
        mood = brought.feeling
        steer = Steer(self._steers(mood))
        found = await self.memory_worker.recall(text, mood=mood, limit=BROUGHT, steer=steer)
        return replace(brought, recalled=tuple(reminded(each) for each in found))

    async def told(self, about: str) -> tuple[str, ...] | None:
        """The turns that tell of `about`, of this talk and of every other, whole: by its words, and by their stems.

        None that is kept back is among them: nobody knows who has come into the room.
        """
        if not Record.exists(self._record.state):
            return None
        words = stems.content(about)
        return await self._labour(lambda: asked_after.tellings(self._record, words))

    async def _call_up(self, brought: Brought, text: str, sound: Sound) -> Brought:
        if self.memory_worker is None or self._bringing_back is None:
            return brought
        called = await self._bringing_back.call_up(text, brought.feeling)
        return replace(brought, topics=called.topics, itself=called.itself)

    async def _ask(self, brought: Brought, text: str, sound: Sound) -> Brought:
        if self._finished is None or self._bringing_back is None or not brought.topics:
            return brought
        return replace(brought, finished=await self._finished(self._bringing_back.before, text))

    async def remembered(self, memory: MemoryStore) -> None:
        """What memory holds has changed: let questions grow from it."""
        if memory.changes != self._of:
            self._of = memory.changes
            self._known_now, self._open = await self._labour(lambda: self._known(memory))
        if self._bringing_back is not None:
            await self._bringing_back.changed(memory)
        await self._look(memory)
        self._gather()
        self._changes += 1
        if self._changes % OFTEN == 0 and self._between_turns():
            await self.think()

    async def _look(self, memory: MemoryStore) -> None:
        """Which of the family's questions were told already?"""
        if (family := self._from_family) is not None:
            # without an engine, or a disk, they are asked as they always were
            with suppress(EngineError, DiskFull):
                await self._labour(lambda: family.look(memory.engines.embedder, self._now()))

    async def think(self, turns: Sequence[Turn] = ()) -> tuple[Candidate, ...] | None:
        """Let a language model think of more, where there is one; return all that could be asked next.

        It reads those of the talk of `turns` that may be said aloud as of now, and were not taken back.
        """
        if self._extract is not None and turns:
            talk = turns[0].session
            told = await self._labour(lambda: permitted.tellings(self._record.read, talk))
            texts = [t.text for t in told if (t.session, t.id) in self._open]
            found = await self._extract(texts, self._known_now)
            self._found |= {each.id: each for each in found}
            self._gather()
        if self._extrapolate is not None and self._known_now.events:
            found = await self._extrapolate(self._known_now)
            self._thought_of = extrapolation.merged(self._thought_of, found)
            self._gather()
        return self._grown

    def doubt(self, question: Candidate, places: frozenset[tuple[SessionId, TurnId]]) -> None:
        """Something may have been put right in these turns: it is asked back as long as all of them may be spoken of."""
        self._doubts.append((question, places))
        self._gather()

    def _gather(self) -> None:
        known = extraction.with_extracted(self._known_now, self._found.values())
        grown = growing.grow(known, self._templates)
        doubts = (question for question, places in self._doubts if places <= self._open)
        always = self._from_family.open if self._from_family is not None else ()
        self._grown = (*always, *doubts, *extrapolation.merged(grown, self._thought_of))

    def _known(self, memory: MemoryStore) -> tuple[Known, frozenset[tuple[SessionId, TurnId]]]:
        """What may be spoken of, and the turns of which all may."""
        claims = memory_tables.claims(self._record.read)
        woven = {id for event in memory.life.events for id in event.tellings}
        fine = {(each.session, each.turn) for each in claims if each.id in woven}
        closed = {(each.session, each.turn) for each in claims if each.privacy != OPEN}
        known = known_of(
            memory.life,
            claims,
            memories=memory.memories,
            loose_ends=memory.outline.loose_ends,
            birth=self._birth,
            this_year=self._now().year,
        )
        return known, frozenset(fine - closed)
