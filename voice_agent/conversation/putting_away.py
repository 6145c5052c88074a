"""Puts a story away in all its tellings, brings it back, and has it erased when the talk is over.

Hidden at once, and erased on a plain yes: where the yes names something else than what was put away, nothing is erased
and it is asked which of the two is meant.
"""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from datetime import datetime
from itertools import dropwhile, takewhile

from voice_agent.archive import (
    book_copies,
    keeping_back,
    memory_tables,
    news,
    spreading,
    transcript,
)
from voice_agent.archive.keeping_back import KeptBack
from voice_agent.archive.memory_worker import MemoryWorker
from voice_agent.archive.record import Record
from voice_agent.archive.residue import called_in
from voice_agent.conversation import keeping
from voice_agent.conversation.house import Labour
from voice_agent.conversation.keeping import Found, ToldSoFar
from voice_agent.errors import MemoryRefused
from voice_agent.interview.steering.outcome import Outcome
from voice_agent.memory import forgetting
from voice_agent.memory.claims import Claim, ClaimId
from voice_agent.memory.forgetting import What
from voice_agent.memory.labels import bearer
from voice_agent.memory.privacy import PRIVATE
from voice_agent.memory.same_story import Place, about
from voice_agent.reading.wishes import forgetting as forgetting_words
from voice_agent.reading.wishes import wish_words
from voice_agent.story import SessionId, Speaker, Turn

NOTHING_TO_ERASE = "There is nothing put away that I could erase."

NOTHING_AWAY = "I looked, and nothing is put away that I could bring back."


class PuttingAway:
    """One for each session."""

    def __init__(
        self,
        record: Record,
        memory_worker: MemoryWorker,
        labour: Labour,
        session: SessionId,
        *,
        now: Callable[[], datetime],
        told: Callable[[], ToldSoFar],
        heeded: Callable[[], Awaitable[None]],
    ) -> None:
        """`told`: what was told until now; `heeded`: returns when what is on the disk holds everywhere."""
        self._record, self._memory_worker, self._labour = record, memory_worker, labour
        self._session, self._now, self._told, self._heeded = session, now, told, heeded
        self._hidden = frozenset[ClaimId]()
        self._away = Found(frozenset())
        """What was put away last, and waits for a yes."""

        self._to_go = frozenset[Place]()
        """The turns that were put away, and the wish that named what is in them."""

        self._two: tuple[Found, ...] = ()
        """Stories that were put away, of which one was meant."""

    async def finish(self) -> None:
        """The talk is over and nothing is being written: erase what waits for it. Raises DiskFull.

        Where something of it can still be found, in a file that is none of ours or in a copy beyond our reach, the narrator
        is told of that.
        """
        there = Record.exists(self._record.state)
        waiting = memory_tables.to_erase(self._record.read) if there else ()
        if not waiting:
            return
        await self._memory_worker.caught_up()
        memory = self._memory_worker.memory
        if memory is None:
            return
        left, beyond = dict[str, None](), dict[str, None]()
        for turn in waiting:
            try:
                done = await memory.erase(forgetting.Wish(What.TURN, turn), self._now())
            except MemoryRefused:
                continue  # it is gone already, or somebody reads just now: then it is finished before the copy
            left |= dict.fromkeys(called_in(self._record.state, each.path) for each in done.left)
            beyond |= dict.fromkeys(done.beyond)
        memory_tables.erased(self._record, waiting)
        if left:
            news.once_a_day(self._record, news.What.STILL_THERE, ", ".join(left), self._now())
        if beyond:
            news.once_a_day(self._record, news.What.OUT_OF_REACH, " ".join(beyond), self._now())

    async def hide(self, named: str = "") -> Outcome:
        """Put a story away in all its tellings, at once; both where either of two is meant, until that is answered."""
        self._two = ()
        if not Record.exists(self._record.state):
            return Outcome()
        told = await self._labour(self._told)
        found, said = await self._labour(lambda: told.forgotten(named)), told.wish
        every = frozenset[Place]().union(*(each.sure for each in found))
        # "forget that about uncle Bert" would keep his name; where a story stands beside it, that is not lost with the other
        alone = said is not None and not wish_words.telling(said.text)
        request = {(said.session, said.id)} - every if said and alone else set[Place]()
        self._to_go = every | (request if named and every else set[Place]())
        if not every:
            return Outcome(kind="told_nothing", stored=False) if named else Outcome()
        await self._put_all_away(every, self._now())
        rows = [KeptBack(place, PRIVATE, place, told=False) for place in request]
        await self._labour(lambda: keeping_back.put(self._record, rows, self._now()))
        unsaid = (*told.words(every), said.text if said else "")
        self._away = found[0]
        if len(found) == 1:
            return Outcome(kind="put_away", told=found[0].name, unsaid=unsaid)
        return self._which(found, unsaid)

    def _which(self, found: tuple[Found, ...], unsaid: tuple[str, ...]) -> Outcome:
        """Both are away until it is said which of them is meant."""
        self._two = found
        names = tuple(each.name for each in found)
        return Outcome(kind="which_one", told=", or ".join(names), unsaid=unsaid, choices=names)

    async def _put_all_away(self, places: Collection[Place], now: datetime) -> None:
        """Hide these turns, at one moment: undo brings back what was put away together."""
        turns = {
            (each.session, each.id): each
            for each in await self._labour(lambda: self._turns(places))
        }
        await self._labour(lambda: [self._put_away(each, now) for each in turns.values()])
        await self._labour(lambda: spreading.summed_up_anew(self._record, {s for s, _ in turns}))
        await self._labour(
            lambda: transcript.anew(self._record, self._record.state, {s for s, _ in turns})
        )
        await self._heeded()
        if memory := self._memory_worker.memory:
            for session, turn in turns:  # and what only goes on about it
                self._hidden |= await memory.hide(
                    forgetting.Wish(What.TURN, f"{session} {turn}"), now
                )

    def _turns(self, places: Collection[Place]) -> list[Turn]:
        sessions = sorted({session for session, _ in places})
        every = (turn for each in sessions for turn in self._record.session(each).turns)
        return [turn for turn in every if (turn.session, turn.id) in places]

    async def one_of_two(self, said: str) -> Outcome:
        """They have said which of two stories they mean: the other one comes back."""
        two, self._two = self._two, ()
        texts = (await self._labour(self._told)).texts
        meant = keeping.which(said, two, texts) if two else ()
        if not meant:
            return Outcome()
        self._to_go = frozenset[Place]().union(*(each.sure for each in meant))
        self._away = meant[0]
        others = frozenset[Place]().union(*(each.sure for each in two)) - self._to_go
        back = frozenset[ClaimId]().union(
            *(memory_tables.claims_of(self._record.read, *place) for place in others)
        )
        if back:
            await self._labour(lambda: memory_tables.show_alone(self._record, back))
            await self._labour(
                lambda: transcript.anew(self._record, self._record.state, {s for s, _ in others})
            )
            self._hidden -= back
            await self._heeded()
        return Outcome(kind="put_away", told=" and ".join(each.name for each in meant))

    def _put_away(self, told: Turn, now: datetime) -> None:
        """Put a turn away on the disk, also what memory makes nothing of or has made nothing of yet: a book shows it."""
        if whole := self._whole(told):
            memory_tables.store(self._record, [whole], [])
        memory_tables.put_away(self._record, told.session, told.id, now)
        book_copies.withdraw(self._record, {(str(told.session), int(told.id))}, (), now)
        self._hidden |= memory_tables.claims_of(self._record.read, told.session, told.id)

    async def show(self) -> Outcome:
        there = Record.exists(self._record.state)
        away = self._hidden or (
            memory_tables.hidden_last(self._record.read) if there else frozenset()
        )
        if not away:
            return Outcome(NOTHING_AWAY, stored=False)
        hidden = memory_tables.hidden_turns(self._record.read)
        await self._labour(lambda: memory_tables.show(self._record, away))
        await self._labour(
            lambda: transcript.anew(self._record, self._record.state, {s for s, _ in hidden})
        )
        await self._heeded()
        self._hidden, self._two = frozenset(), ()
        return Outcome()

    async def withhold(self, said: str) -> Outcome:
        """Put away what was asked about, in all its turns of this talk, and erase it when the talk is over."""
        if not Record.exists(self._record.state):
            return Outcome()
        turns = await self._labour(lambda: self._record.session(self._session).turns)
        mine = [t for t in turns if t.speaker is Speaker.NARRATOR and t.text]
        before = dropwhile(lambda t: t.text not in said, reversed(mine))
        away = {(t.session, t.id) for t in takewhile(lambda t: t.text in said, before)}
        self._to_go = frozenset(away)
        await self._put_all_away(away, self._now())
        await self.to_be_erased()
        return Outcome()

    async def to_be_erased(self, words: str = "") -> Outcome:
        """Have what was put away erased; asked first, where `words`, the yes, name something that is not in it."""
        if elsewhere := await self._labour(lambda: self._names_another(words)):
            return await self._asked_which(elsewhere)
        for session, turn in sorted(self._to_go):
            await self._labour(
                lambda session=session, turn=turn: memory_tables.to_be_erased(
                    self._record, session, turn
                )
            )
        return Outcome() if self._to_go else Outcome(NOTHING_TO_ERASE, stored=False)

    def _names_another(self, words: str) -> str:
        """What the yes names, where nothing of that is in what was put away; "" where it names nothing else."""
        named = forgetting_words.named(words)
        if not named or not self._to_go:
            return ""
        away = " ".join(t for place, t in self._told().texts.items() if place in self._to_go)
        return named if about(named, f"{self._away.name} {away}") < keeping.NAMED else ""

    async def _asked_which(self, named: str) -> Outcome:
        """Which is to go: what was put away, or what the yes named; nothing is erased, and the other is put away meanwhile."""
        away, told = replace(self._away, sure=self._to_go), await self._labour(self._told)
        found = await self._labour(lambda: told.forgotten(named))
        other = frozenset[Place]().union(*(each.sure for each in found)) - self._to_go
        if not other:
            return Outcome(kind="put_away", told=away.name)
        await self._put_all_away(other, self._now())
        return self._which((away, replace(found[0], sure=other)), told.words(other))

    def _whole(self, told: Turn) -> Claim | None:
        """What stands for all of a turn: a sentence that gave no claim goes with the others."""
        version = self._record.wordings(told.session, told.id)[-1].version
        made = bearer(told, -1, version)
        sitting = memory_tables.sitting(self._record.read, told.session)
        return replace(made, sitting=sitting) if made else None
