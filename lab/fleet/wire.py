"""The network between one house and the cluster: it can be cut, and every request that goes over it is counted.

    with Wire(to=8480) as wire: ... wire.address ... wire.state = State.CUT

It passes bytes on, reads of them the first line of each side, and writes nothing down but that.
"""

import asyncio
import re
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum

_ASKED = re.compile(rb"(?:GET|POST) (/\S*) HTTP/1\.[01]\r\n")
_STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})")


class State(Enum):
    """How the network is."""

    WELL = "well"
    CUT = "nobody answers"
    """Connections are refused and those that stand break off, as where a cable is pulled and the router says so."""

    SILENT = "nothing arrives"
    """Connections stand, and nothing comes over them."""


@dataclass(slots=True)
class Passed:
    """One request, as the wire saw it."""

    path: str
    began: float
    """Steady time, seconds."""

    up: int = 0
    """Bytes that the house sent, headers among them."""

    down: int = 0
    status: int = 0
    """0: no answer came."""

    ended: float = 0.0


class Wire:
    """Listens on a free port of this computer. Its loop runs in a thread of its own."""

    def __init__(self, to: int) -> None:
        """`to`: the cluster's port here."""
        self.to = to
        self.port = 0
        self.passed = list[Passed]()
        self._state = State.WELL
        self._open = set[asyncio.StreamWriter]()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    @property
    def address(self) -> str:
        """As the house's settings name it."""
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def state(self) -> State:
        """How it is now."""
        return self._state

    @state.setter
    def state(self, wanted: State) -> None:
        self._state = wanted
        if wanted is State.CUT:
            self._loop.call_soon_threadsafe(self._break)

    def __enter__(self) -> "Wire":
        self._thread.start()
        self.port = asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result()
        return self

    def __exit__(self, *error: object) -> None:
        self._loop.call_soon_threadsafe(self._break)
        self._loop.call_soon_threadsafe(self._server.close)
        time.sleep(0.1)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _listen(self) -> int:
        self._server = await asyncio.start_server(self._met, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    def _break(self) -> None:
        for each in self._open:
            each.transport.abort()

    async def _met(self, house: asyncio.StreamReader, to_house: asyncio.StreamWriter) -> None:
        if self._state is State.CUT:
            to_house.transport.abort()
            return
        self._open.add(to_house)
        one = Passed("", time.monotonic())
        self.passed.append(one)
        with suppress(OSError):
            cluster, to_cluster = await asyncio.open_connection("127.0.0.1", self.to)
            self._open.add(to_cluster)
            await asyncio.gather(
                self._up(one, house, to_cluster), self._down(one, cluster, to_house)
            )
            self._open.discard(to_cluster)
            to_cluster.close()
        self._open.discard(to_house)
        to_house.close()
        one.ended = time.monotonic()

    async def _up(self, one: Passed, out: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await out.read(1 << 16):
                if not one.path and (asked := _ASKED.match(data)):
                    one.path = asked[1].decode("ascii", "replace")
                one.up += len(data)
                await self._passes()
                to.write(data)
                await to.drain()
            to.write_eof()

    async def _down(self, one: Passed, out: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await out.read(1 << 16):
                if not one.status and (status := _STATUS.match(data)):
                    one.status = int(status[1])
                one.down += len(data)
                await self._passes()
                to.write(data)
                await to.drain()
                one.ended = time.monotonic()
            to.close()

    async def _passes(self) -> None:
        while self._state is State.SILENT:  # noqa: ASYNC110 - set from another thread
            await asyncio.sleep(0.05)
