"""The memory of one house: what the conversation remembers, recalls and forgets. The door to all of it.

    memory = await MemoryStore.open(record, uri, engines, labour)
    await memory.remember(turns)                      # between turns; the turns are in the record already
    found = await memory.recall(Cue("My sister wrote", now))     # while somebody speaks
    await memory.hide(wish)  /  await memory.erase(wish, now)

Claims are the record; events, bubbles, memories and the index follow from them here, one change at a time,
and come out the same as if made all at once (`rebuild`).
"""

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import anyio
import numpy as np
from numpy.typing import NDArray

from voice_agent.archive import (
    book_copies,
    erasing_now,
    index_mended,
    memory_tables,
    residue,
    spreading,
    transcript,
    unfinished,
)
from voice_agent.archive.backups import made_again
from voice_agent.archive.claim_rows import TurnWording
from voice_agent.archive.deriving import Deriving
from voice_agent.archive.distilling import PATIENCE, Distilling
from voice_agent.archive.erasing import Erased, erase
from voice_agent.archive.memory_engines import MemoryEngines
from voice_agent.archive.record import Record
from voice_agent.archive.session_tables import Read
from voice_agent.errors import MemoryRefused
from voice_agent.memory.bubbles import Bubble
from voice_agent.memory.claims import Claim, ClaimId
from voice_agent.memory.decisions import Decision
from voice_agent.memory.distil import READER
from voice_agent.memory.events import Event, Life
from voice_agent.memory.forgetting import What, Wish, chosen, whole
from voice_agent.memory.graph_vectors import GraphVectors
from voice_agent.memory.life_summary import life_summary
from voice_agent.memory.outline import EMPTY, Outline
from voice_agent.memory.recall import written
from voice_agent.memory.recall.index_rows import Row
from voice_agent.memory.recall.lance import FAILURES, Index
from voice_agent.memory.recall.memories import Memory, MemoryId, may_come_up
from voice_agent.memory.recall.ranking import Cue, Recollection
from voice_agent.memory.recall.recall import Labour, OnePass, Recall, TwoPass
from voice_agent.memory.recall.reminders import Reminder
from voice_agent.story import SessionId, Turn

SUMMARY = "life summary"
"""Key under which the life summary is kept."""


LONG = 500
"""Claims in events up to which a life is woven after every turn. A longer one is woven in a talk only where a wish needs it, and
otherwise when the talk is over (`settle`): it takes a second and more, in which the interviewer would answer late. No
recall waits for what the same session has told."""


class MemoryStore:
    """The memory of one house. Use `open`; one task writes, any may recall."""

    def __init__(
        self,
        record: Record,
        index: Index,
        engines: MemoryEngines,
        labour: Labour,
        *,
        patience: float = PATIENCE,
    ) -> None:
        """`patience`: seconds that a language model has to weigh what waits."""
        self._record = record
        self._index = index
        self._engines = engines
        self._labour = labour
        self._deriving = Deriving(record, engines)
        self._distilling = Distilling(record, engines, labour, patience)
        self._memories: dict[str, Memory] = {}
        self._bodies: dict[str, str] = {}
        self._barred: set[str] = set()
        self._life = Life()
        self._events: dict[str, Event] = {}
        self._bubbles: tuple[Bubble, ...] = ()
        self._outline = EMPTY
        self._graph = GraphVectors()
        one = OnePass(index, engines.embedder, labour, vetoed=lambda: self._barred)
        self._recall: Recall = TwoPass(one, engines.themes) if engines.passes == 2 else one
        self._caches: tuple[Path, ...] = ()
        self._size = 0  # claims in events
        self._behind = False  # many turns wait to be distilled
        self._unwoven = 0  # turns distilled, and changes made or begun, since life was last woven
        self._shut = frozenset[ClaimId]()  # what was closed when life was last woven
        self.changes = 0
        """Rises with everything that changes what may come up."""

        # guards the step from claims to index: two turns must not be woven at once
        self._weaving = anyio.Lock()

    @classmethod
    async def open(
        cls,
        record: Record,
        uri: str,
        engines: MemoryEngines,
        labour: Labour,
        *,
        optimise_every: int = 32,
        caches: Sequence[Path] = (),
        patience: float = PATIENCE,
    ) -> "MemoryStore":
        """Open the memory of a record, making up for what a crash left undone. Raises MemoryRefused."""
        # where it cannot be finished now, `check` says so
        with suppress(MemoryRefused):
            await erasing_now.finish(record, uri, caches, datetime.now(UTC), labour)
        memory = await cls.ajar(
            record,
            uri,
            engines,
            labour,
            optimise_every=optimise_every,
            caches=caches,
            patience=patience,
        )
        await memory.catch_up()
        return memory

    @classmethod
    async def ajar(
        cls,
        record: Record,
        uri: str,
        engines: MemoryEngines,
        labour: Labour,
        *,
        optimise_every: int = 32,
        caches: Sequence[Path] = (),
        patience: float = PATIENCE,
    ) -> "MemoryStore":
        """Open only so far that it can recall what was indexed before; `catch_up` does the rest.

        `caches` are folders outside the state folder whose files can be made again: erasing looks there too.
        A long life takes some seconds to weave; nobody who is speaking meanwhile should meet with silence.
        """
        index = await Index.open(uri, engines.embedder.size, optimise_every=optimise_every)
        memory = cls(record, index, engines, labour, patience=patience)
        memory._caches = tuple(caches)
        try:
            memory._bodies = dict(await index.rows())
            memory._memories = {id: written.memory(body) for id, body in memory._bodies.items()}
        except (ValueError, KeyError, TypeError):  # a byte of it is another one
            index.damaged = True
        else:
            for id, vector in sorted((await index.vectors()).items()):
                memory._place(memory._memories[id], vector)
        memory._deriving.meanings = await labour(memory._deriving.meant)
        # a crash may have come between hiding something, or keeping it back, and taking it out of the index
        closed = await labour(lambda: _closed(record.read))
        memory._barred |= {id for id, m in memory._memories.items() if closed & set(m.claims)}
        return memory

    async def catch_up(self, at_most: int | None = None) -> None:
        """Distil what waits, weave, and bring the index in line with the record.

        Where more than `at_most` turns wait, none is distilled: what was made of them before stands until a time when
        nobody is talking, and until then it is a life that is `long`. None: all are.
        """
        record = self._record
        await self._labour(lambda: memory_tables.read_again(record, READER))
        waiting = await self._labour(lambda: memory_tables.undistilled(record.read))
        self._behind = at_most is not None and len(waiting) > at_most
        if waiting and not self._behind:
            await self._distilling.distil(waiting)
        await self.refresh()
        await self._labour(self._deriving.keep)

    @property
    def engines(self) -> MemoryEngines:
        """The engines it thinks with; loaded once, shared."""
        return self._engines

    @property
    def record(self) -> Record:
        """Where all of it is kept."""
        return self._record

    @property
    def life(self) -> Life:
        """Events, people and conflicts of what is not hidden."""
        return self._life

    @property
    def bubbles(self) -> tuple[Bubble, ...]:
        """In the order told."""
        return self._bubbles

    @property
    def outline(self) -> Outline:
        """What has been told so far, for whoever chooses the next question; nothing labelled is in it."""
        return self._outline

    @property
    def memories(self) -> tuple[Memory, ...]:
        """Everything that may come to mind, sorted by id; labelled ones are not among it."""
        return tuple(self._memories[id] for id in sorted(self._memories))

    @property
    def summary(self) -> str:
        """The life on one page, in the narrator's own sentences."""
        return str(self._record.kept(SUMMARY) or "")

    async def remember(self, turns: Sequence[Turn]) -> None:
        """Distil turns that are in the record and index what they tell. Some 50-200 ms a turn.

        Claims are on the disk when this returns. Of a life that is `long` they are not woven and
        indexed at once; `settle` makes up for that. Raises MemoryRefused, DiskFull.
        """
        await self._distilling.distil([TurnWording(each.session, each.id, 1) for each in turns])
        self._unwoven += len(turns)
        # what is put away or kept back, on a page too, is heeded in the same talk
        if not self.long or await self._labour(lambda: _closed(self._record.read)) != self._shut:
            await self.refresh()

    @property
    def long(self) -> bool:
        """Is it a life that is woven and settled when nobody is waiting?"""
        return self._behind or self._size > LONG

    async def woven(self) -> None:
        """Weave what waits for it: before a wish of the narrator's is carried out, nothing may be missing."""
        if self._unwoven:
            await self.refresh()

    async def recall(self, cue: Cue, limit: int = 3) -> tuple[Recollection, ...]:
        """What comes to mind; nothing where nothing is near enough. No side effects."""
        return await self._recall.recall(cue, limit)

    async def remind(self, cue: Cue, limit: int = 3) -> tuple[Reminder, ...]:
        """The same with everything that the interviewer needs to bring it up. Raises EngineError."""
        found = await self.recall(cue, limit)
        return tuple(self._reminder(each) for each in found)

    def told_only_in(self, session: SessionId) -> frozenset[MemoryId]:
        """Memories that nothing but `session` has told: bringing them up there would be an echo."""
        return frozenset(
            each.id for each in self._memories.values() if set(each.sessions) == {session}
        )

    def _reminder(self, each: Recollection) -> Reminder:
        memory = each.memory
        event = self._events.get(memory.id)
        people = tuple(self._life.people.person(id).name for id in event.people) if event else ()
        vector = self._graph.texts.get(memory.id)
        themes = self._engines.themes.of_memory(vector, 1) if vector is not None else []
        return Reminder(
            memory.id,
            memory.text,
            str(memory.kind),
            each.score,
            each.sure,
            each.reasons,
            people or tuple(n for n in memory.names if n not in (event.places if event else ())),
            event.places if event else (),
            memory.when,
            themes[0][0].name if themes else "",
            memory.affect,
            memory.told_at,
            memory.tellings,
            tuple(memory.sessions),
        )

    def related(self, id: str, limit: int = 5) -> tuple[Memory, ...]:
        """What the graph recommends as relevant to a memory, the nearest first, though no word is shared.

        Computed as memories come, so that asking costs a millisecond; `Memory.links` are what is certain. () for
        what is not among the memories.
        """
        near = self._graph.recommend(id, self._memories, limit)
        return tuple(self._memories[other] for other, _ in near)

    async def decide(self, decision: Decision) -> None:
        """Keep a decision of the narrator's and weave again."""
        await self._labour(lambda: memory_tables.decide(self._record, decision))
        await self.refresh()

    async def heed(self) -> None:
        """Heed at once what is put away and labelled in the record; `woven` makes up for the rest."""
        closed = await self._labour(lambda: _closed(self._record.read))
        self._barred = {id for id, each in self._memories.items() if closed & set(each.claims)}
        self._unwoven += 1
        self.changes += 1

    async def hide(self, wish: Wish, now: datetime) -> frozenset[ClaimId]:
        """Let it be as if it had not been told, at once; `show` undoes it. Raises MemoryRefused.

        Copies of the book on this device that hold it are deleted: they can be made again.
        """
        every, life = await self._labour(lambda: self._about(wish))
        found = chosen(whole(wish, life, every), life, every)
        self._barred |= {id for id, each in self._memories.items() if found & set(each.claims)}

        def work(db: sqlite3.Connection) -> None:
            rows = [(claim, now.isoformat()) for claim in sorted(found)]
            db.executemany("INSERT OR IGNORE INTO hidden VALUES (?, ?)", rows)

        if found <= memory_tables.hidden(self._record.read):
            return found
        turns = {(str(each.session), int(each.turn)) for each in every if each.id in found}
        self._unwoven += 1
        await self._labour(lambda: self._record.commit(work))
        await self._labour(lambda: book_copies.withdraw(self._record, turns, (), now))
        sessions = {each.session for each in every if each.id in found}
        await self._labour(lambda: spreading.summed_up_anew(self._record, sessions))
        await self._labour(
            lambda: transcript.anew(self._record, self._record.state, {s for s, _ in turns})
        )
        await self.refresh()
        return found

    def _about(self, wish: Wish) -> tuple[list[Claim], Life]:
        """What `wish` chooses from: all that is not hidden, and of one turn what is hidden already, too.

        What a correction in it put right must be known even then, so as not to come back.
        """
        hidden = memory_tables.hidden(self._record.read)
        every = memory_tables.claims(self._record.read)
        mine = {each.id for each in every if f"{each.session} {each.turn}" == wish.id}
        if wish.what is not What.TURN:
            mine.clear()
        known = [each for each in every if each.id in mine or each.id not in hidden]
        if any(each.corrects for each in known if each.id in mine & hidden):
            return known, self._deriving.woven(known)
        return known, self._life

    async def show(self, claims: frozenset[ClaimId] | None = None) -> None:
        """Undo hiding, of `claims` or of everything."""
        hidden = await self._labour(lambda: memory_tables.hidden_turns(self._record.read))
        await self._labour(lambda: memory_tables.show(self._record, claims))
        await self._labour(
            lambda: transcript.anew(self._record, self._record.state, {s for s, _ in hidden})
        )
        await self.refresh()

    async def erase(self, wish: Wish, now: datetime) -> Erased:
        """Erase it for good from everything in the state directory, hidden or not, and prove it.

        Seconds. Raises MemoryRefused, DiskFull.
        """
        every = await self._labour(lambda: memory_tables.claims(self._record.read))
        life = Life()
        if wish.what not in (
            What.TURN,
            What.SESSION,
        ):  # those two are what they are, however it is woven
            life = await self._labour(lambda: self._deriving.woven(every))
        wish = whole(wish, life, every)
        gone = chosen(wish, life, every)
        self._barred |= {id for id, each in self._memories.items() if gone & set(each.claims)}
        self._deriving.begin_again()
        self._distilling.begin_again()
        self._unwoven += 1
        done, traces = await self._labour(lambda: erase(self._record, wish, life, every, now))
        self._deriving.meanings = await self._labour(self._deriving.meant)
        await self.refresh()
        await self._index.rewrite()
        self._keep_summary()
        told, left = await self._left(traces)
        if told or not erasing_now.proved(left):
            # whoever reads or writes beside us may hold a page or a version of the index a moment longer
            await self._labour(self._record.purge)
            await self.refresh()
            await self._index.rewrite()
            told, left = await self._left(traces)
        if not told and erasing_now.proved(left):
            await self._labour(lambda: unfinished.end(self._record))
            made = await self._labour(lambda: made_again(self._record, now))
            left += tuple(found for path in made for found in residue.search(path, traces))
        return replace(done, left=(*told, *left))

    async def _left(
        self, traces: residue.Traces
    ) -> tuple[tuple[residue.Found, ...], tuple[residue.Found, ...]]:
        """What of it is still found: in the fields of the index, and in files."""
        told = erasing_now.found_in(self._index.uri, await self._index.texts(), traces)
        caches, uri, state = self._caches, self._index.uri, self._record.state
        return told, await self._labour(lambda: erasing_now.searched(state, uri, caches, traces))

    async def rebuild(self) -> int:
        """Make the index anew from the record; returns how many memories there are. Raises DiskFull."""
        if self._engines.again is not None:
            await self._labour(lambda: memory_tables.forget_meanings(self._record))
            self._deriving.meanings = {}
        self._bodies.clear()
        self._memories.clear()
        self._graph = GraphVectors()
        self._deriving.begin_again()
        if waiting := await self._labour(lambda: memory_tables.undistilled(self._record.read)):
            await self._distilling.distil(waiting)
        await self.refresh(anew=True)
        return len(self._memories)

    async def check(self) -> tuple[str, ...]:
        """Compare record and index; returns what is wrong, as sentences. Raises RecordDamaged."""
        await self._labour(self._record.check)
        wrong: list[str] = []
        try:
            there = dict(await self._index.rows())
        except FAILURES:
            return ("The index of memories cannot be read.",)
        wanted = {id: written.body(each) for id, each in self._memories.items()}
        if missing := wanted.keys() - there.keys():
            wrong.append(f"{len(missing)} memories are missing from the index.")
        if extra := there.keys() - wanted.keys():
            wrong.append(f"{len(extra)} memories in the index are not in the record.")
        if any(there[id] != wanted[id] for id in there.keys() & wanted.keys()):
            wrong.append("Some memories in the index are out of date.")
        if waiting := memory_tables.undistilled(self._record.read):
            wrong.append(f"{len(waiting)} turns have not been distilled.")
        if unfinished.noted(self._record.read):
            wrong.append(
                f"{unfinished.SAYS} Please run `voice-agent memory check` once more: it finishes it."
            )
        return tuple(wrong)

    async def settle(self) -> None:
        """End of a session: weave what waits, tidy the index, bring the life summary up to date."""
        await self.woven()
        try:
            await self._index.settle()
        except MemoryRefused:
            if not self._index.damaged:
                raise
            await self.refresh()
        self._keep_summary()
        await self._labour(self._deriving.keep)

    async def close(self) -> None:
        """Let go of the index. May be called twice."""
        await self._index.close()

    async def refresh(self, *, anew: bool = False) -> None:
        """Bring life, memories and index in line with the claims of the record.

        Where it fails, what was there before stays, and the next weaving makes up for it.
        """
        async with self._weaving:
            self._unwoven += 1
            waited = self._unwoven  # what comes while this is made waits for the next
            before = self._memories
            shut = await self._labour(lambda: _closed(self._record.read))
            self._life, self._bubbles, made, self._outline = await self._labour(
                lambda: self._deriving.derived(before)
            )
            self._events = {each.id: each for each in self._life.events}
            wanted: dict[str, Memory] = {each.id: each for each in made if may_come_up(each)}
            bodies = {id: written.body(each) for id, each in wanted.items()}
            changed = [e for id, e in wanted.items() if self._bodies.get(id) != bodies[id]]
            gone = [id for id in self._bodies if id not in wanted]
            rows = await self._bring(changed, gone, wanted.values(), anew=anew)
            for id in gone:
                self._graph.drop(id)
            self._memories, self._bodies = wanted, bodies
            for row in rows:
                self._place(wanted[row.id], row.vector)
            self._barred &= set(bodies)
            self._size = len(self._life.event_of)
            self._unwoven -= waited
            self._shut = shut
            self.changes += 1

    async def _bring(
        self, changed: Sequence[Memory], gone: Sequence[str], every: Iterable[Memory], *, anew: bool
    ) -> Sequence[Row]:
        """Into the index; returns the rows that were written. One that cannot be written though there is room is damaged."""
        index, rows = self._index, await self._rows(changed)
        if not anew and not index.damaged:
            try:
                await index.drop(gone)
                await index.put(rows)
            except MemoryRefused:
                if not index.damaged:
                    raise
            else:
                return rows
        harmed, rows = index.damaged, await self._rows(every)
        await index.replace(rows)
        if harmed:
            await self._labour(lambda: index_mended.note(self._record, datetime.now(UTC)))
        return rows

    async def _rows(self, memories: Iterable[Memory]) -> list[Row]:
        engines = self._engines
        return await self._labour(lambda: written.rows(memories, engines.embedder, engines.themes))

    def _place(self, memory: Memory, vector: NDArray[np.float32]) -> None:
        self._graph.add(memory.id, vector, [f"name:{name.lower()}" for name in memory.names])

    def _keep_summary(self) -> None:
        self._record.keep(SUMMARY, life_summary(self._memories.values()))


def _closed(read: Read) -> frozenset[ClaimId]:
    """What is put away, labelled or kept back: nothing of it may come up."""
    kept = (memory_tables.claims_of(read, *place) for place in memory_tables.kept_back(read))
    labelled = {each.claim for each in memory_tables.labels(read)}
    return memory_tables.hidden(read).union(labelled, *kept)
