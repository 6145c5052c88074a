"""What follows from the claims: life, stretches of telling, memories and outline. They come out the same whenever they are made."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voice_agent.archive import (
    compared,
    keeping_back,
    memory_tables,
    spreading,
    tombstones,
    woven,
)
from voice_agent.archive.memory_engines import MemoryEngines
from voice_agent.archive.record import Record
from voice_agent.memory.bubbles import Bubble, bubbles, relevant
from voice_agent.memory.claims import Claim, ClaimId
from voice_agent.memory.events import Life, weave
from voice_agent.memory.loom import Loom
from voice_agent.memory.outline import Outline, outline
from voice_agent.memory.recall.gathering import felt, gather
from voice_agent.memory.recall.memories import Memory
from voice_agent.memory.surroundings import understood
from voice_agent.story import Speaker, Turn

READ = 128
"""Claims that are read for their meaning before they are kept: a long life is not read anew from the start."""


class Derived(NamedTuple):
    """All of it, at one moment."""

    life: Life
    bubbles: tuple[Bubble, ...]
    memories: tuple[Memory, ...]
    """Sorted by id."""

    outline: Outline


class Deriving:
    """Makes it, and remembers what was read and woven for the next time. Blocking."""

    def __init__(self, record: Record, engines: MemoryEngines) -> None:
        self._record, self._engines = record, engines
        self._loom: Loom | None = None
        self._erased: int | None = tombstones.erased(record.read)
        """How much was gone when the loom held nothing of it; None: it is to be gone through."""

        self._made: tuple[str, Life, int] | None = None
        """To be kept: of what, the life, and how much was gone before what it is woven of was read."""

        self.meanings: Mapping[ClaimId, NDArray[np.float32]] = {}

    def begin_again(self) -> None:
        """Something is erased: of what the record does not know any more nothing is known here either, from the next time on."""
        self._erased = None
        self._made = None

    def _claims(self) -> list[Claim]:
        """What is not hidden, in the order told."""
        hidden = memory_tables.hidden(self._record.read)
        return [each for each in memory_tables.claims(self._record.read) if each.id not in hidden]

    def derived(self, known: Mapping[str, Memory]) -> Derived:
        """What follows from the claims; where a telling of what is kept back has come, without that.

        `known`: the memories there were before; the feeling of those that are as they were is not read again.
        """
        made = self._derive(known)
        return self._derive(known) if self._keep_back(made.life) else made

    def _keep_back(self, life: Life) -> int:
        """Keep back all tellings of what the narrator wants kept back; return how many turns were not yet.

        Blocking: what the likest turns mean is read anew. Raises DiskFull.
        """
        record = self._record
        if not keeping_back.wishes(record.read):
            return 0
        events = spreading.events_of(life, memory_tables.claims(record.read))
        read = self._engines.telling.embed if self._engines.telling else None
        return len(spreading.spread(record, datetime.now(UTC), events=events, read=read))

    def _derive(self, before: Mapping[str, Memory]) -> Derived:
        erased = tombstones.erased(self._record.read)
        claims = self._claims()
        told = {each.session for each in claims}
        sessions = self._record.sessions()
        turns = [
            turn
            for session in sessions
            if session.id in told
            for turn in self._record.session(session.id).turns
            if turn.speaker is Speaker.NARRATOR
        ]
        self._understand(claims, turns)
        decisions = memory_tables.decisions(self._record.read)
        made_of = woven.of(claims, decisions, self.meanings)
        life = woven.life(self._record.read, made_of) if self._loom is None else None
        if life is None:
            life = self.woven(claims)
            self._made = made_of, life, erased
        if self._loom is not None:
            if self._erased != erased:
                self._loom, self._erased = self._loom.only_laid(), erased
            compared.keep(self._record, self._loom, erased)
        barred = memory_tables.hidden_turns(self._record.read)
        cut = bubbles(turns, claims, life)
        found = gather(life, claims, cut, relevant(cut), sessions)
        known, fresh = _with_known_affect(found, before)
        if fresh:
            vectors: NDArray[np.float32] = self._engines.embedder.embed(
                [each.text for each in fresh]
            )
            known += felt(fresh, vectors, self._engines.affect)
        birth = self._engines.setting.birth
        known_so_far = outline(
            life,
            claims,
            turns,
            born=int(birth) if birth.isdigit() else None,
            year=max((turn.said_at.year for turn in turns), default=None),
            barred=barred,
            links={each.id: each.links for each in known},
        )
        return Derived(life, cut, tuple(sorted(known, key=lambda each: each.id)), known_so_far)

    def keep(self) -> None:
        """Keep the life as it was woven last, for whoever looks next. Never raises."""
        if self._made is not None:
            woven.keep(self._record, *self._made)
            self._made = None

    def woven(self, claims: Sequence[Claim]) -> Life:
        """The life that `claims` tell; what was compared before is not compared again."""
        if self._loom is None:
            self._loom = compared.loom(self._record.read)
        decisions = memory_tables.decisions(self._record.read)
        return weave(claims, decisions, vectors=self.meanings, loom=self._loom)

    def meant(self) -> dict[ClaimId, NDArray[np.float32]]:
        """What was read of claims, as the book and the pages weave with it; only what the reader in use would make."""
        kept = memory_tables.meanings(self._record.read)
        if self._engines.again is None:
            return kept
        size = 2 * self._engines.again.size
        return {claim: vector for claim, vector in kept.items() if len(vector) == size}

    def _understand(self, claims: Sequence[Claim], turns: Sequence[Turn]) -> None:
        """Read what is new, some 20 ms a claim, and keep it."""
        if self._engines.again is None:
            return
        new = [each for each in claims if each.what and each.id not in self.meanings]
        if not new:
            return
        said = {(each.session, each.id): each.text for each in turns}
        for start in range(0, len(new), READ):
            found = understood(new[start : start + READ], said, self._engines.again)
            # as the record keeps them, so that a restart weaves the same
            made = {id: row.astype(np.float16).astype(np.float32) for id, row in found.items()}
            memory_tables.keep_meanings(self._record, made)
            self.meanings = {**self.meanings, **made}


def _with_known_affect(
    found: Sequence[Memory], before: Mapping[str, Memory]
) -> tuple[list[Memory], list[Memory]]:
    """Those whose words were read before, with what was read then; and the others."""
    known: list[Memory] = []
    fresh: list[Memory] = []
    for each in found:
        old = before.get(each.id)
        if old and old.text == each.text and old.tellings == each.tellings:
            known.append(replace(each, affect=old.affect, saliency=old.saliency))
        else:
            fresh.append(each)
    return known, fresh
