"""Turns of the record into claims that stand in it: by rules, weighed by a language model where there is one."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import anyio

from voice_agent.archive import memory_tables, permitted
from voice_agent.archive.claim_rows import TurnWording
from voice_agent.archive.memory_engines import MemoryEngines
from voice_agent.archive.record import Record
from voice_agent.memory.claims import Claim
from voice_agent.memory.distil import Distilled, Distiller
from voice_agent.memory.guided import guided
from voice_agent.memory.recall.recall import Labour
from voice_agent.story import TO_US, SessionId, Speaker, Turn, TurnId

PATIENCE = 3.0
"""Seconds that a language model has to weigh what waits to be distilled; the rest stands by rules alone. A wish waits for it."""

Wanted = Mapping[tuple[SessionId, TurnId], TurnWording]
"""What is to be distilled."""


class Distilling:
    """Goes through sessions turn by turn, so that "there" and "she" are understood from what came before."""

    def __init__(
        self, record: Record, engines: MemoryEngines, labour: Labour, patience: float = PATIENCE
    ) -> None:
        """`patience`: seconds that a language model has to weigh what waits."""
        self._record, self._engines, self._labour = record, engines, labour
        self._patience = patience
        self._distillers: dict[SessionId, Distiller] = {}

    def begin_again(self) -> None:
        """Something was erased: what was understood from it is forgotten, too."""
        self._distillers.clear()

    async def distil(self, waiting: Sequence[TurnWording]) -> None:
        """Distil turns by rules; a model then weighs what they found, and where it is too slow they stand."""
        wanted = {(each.session, each.turn): each for each in waiting}
        model, until = self._engines.model, anyio.current_time() + self._patience
        for id in dict.fromkeys(each.session for each in waiting):
            if model is None:
                await self._labour(partial(self._distil_now, id, wanted))
                continue
            for heard, turn, found in await self._labour(
                lambda id=id: list(self._found(id, wanted))
            ):
                weighed = found
                with anyio.CancelScope(deadline=until):
                    if await self._labour(partial(self._may_be_sent, turn)):
                        weighed = await guided(turn, found, model)
                await self._labour(partial(self._store, heard, turn, weighed))

    def _may_be_sent(self, turn: Turn) -> bool:
        told = permitted.tellings(self._record.read, turn.session)
        return any(each.id == turn.id and each.text == turn.text for each in told)

    def _distil_now(self, id: SessionId, wanted: Wanted) -> None:
        for heard, turn, found in self._found(id, wanted):
            self._store(heard, turn, found)

    def _store(self, heard: TurnWording, turn: Turn, found: Distilled) -> None:
        done = [heard] if turn.speaker is Speaker.NARRATOR else []
        claims = found.claims if turn.kind != TO_US else _binding(found)
        memory_tables.store(self._record, claims, found.labels, done)

    def _found(
        self, id: SessionId, wanted: Wanted
    ) -> Iterator[tuple[TurnWording, Turn, Distilled]]:
        distiller = self._distillers.get(id)
        if distiller is None:
            number = memory_tables.sitting(self._record.read, id)
            first = min((turn for session, turn in wanted if session == id), default=TurnId(0))
            # a turn that is read again leans on what was told before it, and on nothing told since
            earlier = [
                each
                for each in memory_tables.claims(self._record.read)
                if each.sitting < number or (each.session == id and each.turn < first)
            ]
            engines = self._engines
            distiller = Distiller(engines.reader, engines.setting, earlier, number)
            self._distillers[id] = distiller
        for turn in self._record.session(id).turns:
            heard = wanted.get((id, turn.id))
            if heard is not None:
                yield heard, turn, distiller.hear(turn, version=heard.version)
            elif turn.speaker is Speaker.INTERVIEWER:
                distiller.hear(turn)


def _binding(found: Distilled) -> list[Claim]:
    """What a wish tells nobody, and changes: what it puts right, and what it sets a label on."""
    labelled = {each.claim for each in found.labels}
    return [each for each in found.claims if each.corrects or each.id in labelled]
