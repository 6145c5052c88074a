"""Servers with the same model, asked as one: whoever begins to answer first is listened to, and nobody else.

The first that is awake is asked; where it fails, or says nothing for longer than it usually does, the next one is asked the
same, once. So a request costs two at most. Just before the second is sent, what is kept back is looked up anew: it may have
changed while we waited. Whoever is late is cut off, so that it stops writing. What nobody waits for is asked of the next one
only where the first has failed. An answer that breaks off is a failure: what was begun cannot be taken back.
"""

import math
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass, field
from typing import Protocol

from anyio import CancelScope, Event, create_task_group, current_time, move_on_after

from voice_agent.backends import Health
from voice_agent.endpoints import SOONEST, Endpoints
from voice_agent.errors import EngineError, EngineUnavailable, NotSent
from voice_agent.language import wire
from voice_agent.language.writer import Asked, Part, Server

PASSED = 2
"""Times in a row that a server may be slower than it usually is before it rests: one that hangs is late every time. A guess."""

LATE = 2.0
"""Seconds that the others have to load once one is ready."""


class Placed(Server, Protocol):
    """A server that is somewhere."""

    @property
    def where(self) -> str:
        """Host and port, as a person knows it."""
        ...


@dataclass(frozen=True, slots=True)
class _Fault:
    """As `Endpoints` is told of it."""

    says: str
    mend: str = ""
    retryable: bool = True
    rest: float = 0.0


class Either:
    """A Server over `known` ones of the same model, at least one."""

    def __init__(self, known: Endpoints[Placed]) -> None:
        self.known = known

    @property
    def engine(self) -> str:
        """That of each."""
        return self.known.servers[0].engine

    @property
    def name(self) -> str:
        """That of each."""
        return self.known.servers[0].name

    async def chat(self, asked: Asked) -> AsyncGenerator[Part, None]:
        """As whoever begins first. Raises EngineError: both have failed, or that one in the middle."""
        # where all rest nobody is spared: below them there is only a lesser model
        servers = (self.known.awake() or self._admitted())[:2]
        # closes whatever was begun, however this ends, and in whichever task
        async with AsyncExitStack() as streams:
            begun = await _Race(self.known, asked, streams).run(*servers)
            fault = None
            try:
                yield begun.part
                async for part in begun.stream:
                    yield part
            except EngineError as error:
                fault = error
                raise
            finally:
                if fault is None:
                    self.known.answered(begun.server, begun.seconds if _waited_for(asked) else None)
                else:
                    _failed(self.known, begun.server, fault)

    async def load(self) -> None:
        """All at once. Well where one of them is; those that are not rest. Raises EngineError."""
        servers = self._admitted()
        loaded, faults = list[Placed](), dict[Placed, EngineError]()
        async with create_task_group() as tasks:

            async def one(server: Placed) -> None:
                try:
                    await server.load()
                except EngineError as error:
                    faults[server] = error
                else:
                    loaded.append(server)
                    scope = tasks.cancel_scope
                    scope.deadline = min(scope.deadline, current_time() + LATE)

            for each in servers:
                tasks.start_soon(one, each)
        for each in servers:
            if each in loaded:
                self.known.answered(each, None)
            else:
                self.known.failed(each, _told(faults[each]) if each in faults else _silent(each))
        if not loaded:
            raise faults[servers[0]]

    async def health(self) -> Health:
        """Well where one of them is. Never raises; answers within two seconds."""
        found = dict[Placed, Health]()
        async with create_task_group() as tasks:

            async def one(server: Placed) -> None:
                found[server] = await server.health()

            for each in self.known.admitted():
                tasks.start_soon(one, each)
        if not found:
            return Health(False, _told(self._shut_out()).says)
        said = [found[each] for each in self.known.servers if each in found]
        return Health(any(each.well for each in said), " ".join(each.says for each in said))

    def close(self) -> None:
        """Each of them."""
        for each in self.known.servers:
            each.close()

    def _admitted(self) -> tuple[Placed, ...]:
        """Who may be asked at all. Raises EngineUnavailable where nobody may."""
        if servers := self.known.admitted():
            return servers
        raise self._shut_out()

    def _shut_out(self) -> EngineError:
        return wire.shut_out(self.engine, " or ".join(each.where for each in self.known.servers))


@dataclass(frozen=True, slots=True)
class _Begun:
    """An answer of which one part has come."""

    server: Placed
    part: Part
    stream: AsyncGenerator[Part, None]
    seconds: float
    """That it took."""


@dataclass
class _Race:
    """One request, from when it is first sent until somebody has begun to answer.

    A stream that was begun here is gone on with by whoever asked, in another task; no task and no scope outlives `run`.
    """

    known: Endpoints[Placed]
    asked: Asked
    streams: AsyncExitStack
    """What closes them in the end."""

    since: dict[Placed, float] = field(default_factory=dict[Placed, float])
    """Who has said nothing yet, and since when it is asked."""

    faults: list[EngineError] = field(default_factory=list[EngineError])
    begun: _Begun | None = None

    async def run(self, first: Placed, second: Placed | None = None) -> _Begun:
        """Raises EngineError where nobody begins."""
        over, late = Event(), False
        try:
            async with create_task_group() as tasks:
                tasks.start_soon(self._ask, first, tasks.cancel_scope, over)
                if second is not None:
                    with move_on_after(self._patience(first)):
                        await over.wait()
                    late = not over.is_set()
                    if late or self._may_help():
                        await self._ask_too(second, tasks.cancel_scope)
        finally:
            if late and first in self.since:
                self._passed(first)
        if self.begun is None:
            raise self._fault()
        return self.begun

    async def _ask(self, server: Placed, others: CancelScope, over: Event) -> None:
        """Wait for the first part; the first of all ends the waiting for `others`."""
        self.since[server] = began = current_time()
        try:
            stream = await self.streams.enter_async_context(aclosing(server.chat(self.asked)))
            part = await _first(stream, server)
        except EngineError as error:
            del self.since[server]
            self.faults.append(error)
            _failed(self.known, server, error)
        else:
            del self.since[server]
            if self.begun is not None:  # in the same moment
                await stream.aclose()
                return
            self.begun = _Begun(server, part, stream, current_time() - began)
            others.cancel()
        finally:
            over.set()

    async def _ask_too(self, server: Placed, others: CancelScope) -> None:
        try:
            await self.asked.look()
        except NotSent as refusal:
            self.faults.append(refusal)
        else:
            await self._ask(server, others, Event())

    def _fault(self) -> EngineError:
        """What is raised of all that was wrong: the lightest. Nor is it for good while somebody is awake who was not asked."""
        lightest = min(self.faults, key=_gravity)
        if isinstance(lightest, EngineUnavailable) and self.known.awake():
            return EngineError(lightest.engine, _told(lightest).says, retryable=True)
        return lightest

    def _may_help(self) -> bool:
        """Has the first one failed, and not because of what was asked?"""
        return self.begun is None and all(map(wire.by_server, self.faults))

    def _patience(self, first: Placed) -> float:
        """Seconds without a part after which the next one is asked too."""
        if not _waited_for(self.asked):
            return math.inf
        known = self.known.known(first)
        # one that failed last has to show first that it is quick again
        return SOONEST if known.failures else known.hedge

    def _passed(self, first: Placed) -> None:
        self.known.slow(first, current_time() - self.since[first])
        if self.known.known(first).passed >= PASSED:
            self.known.failed(first, _silent(first))


async def _first(stream: AsyncGenerator[Part, None], server: Placed) -> Part:
    """The first part that has anything in it: some servers begin with an empty one before they have read what they were asked."""
    async for part in stream:
        if part.text or part.thinking or part.likeliest or part.ended:
            return part
    raise wire.cut_short(server.engine)


def _gravity(error: EngineError) -> int:
    """What was wrong with the request first: it would be so everywhere. A hiccup before what lasts: it is forgiven."""
    return 2 * isinstance(error, EngineUnavailable) if wire.by_server(error) else -1


def _waited_for(asked: Asked) -> bool:
    return not (asked.behind or asked.ahead)


def _failed(known: Endpoints[Placed], server: Placed, error: EngineError) -> None:
    if wire.by_server(error):
        known.failed(server, _told(error))


def _told(error: EngineError) -> _Fault:
    says = error.what.removeprefix(f"{error.engine}: ")
    if isinstance(error, wire.ShutOut):
        mend = f"{error.mend} It is not asked again before the program is started anew."
        return _Fault(says, mend, retryable=False)
    # that one speaks of our own words: somebody else answers meanwhile
    return _Fault(says, "" if error.mend == wire.MEND else error.mend)


def _silent(server: Placed) -> _Fault:
    return _Fault(f"The language server at {server.where} does not answer in time.")
