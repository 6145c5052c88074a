"""A small honest satellite: the package's own server, a microphone that plays what it is given, a loudspeaker that plays in
time and remembers. It does as wyoming-satellite does: describes itself to anybody, serves one caller, streams while it may.
"""

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import anyio
import numpy as np
import soxr
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.event import Event
from wyoming.info import Attribution, Describe, Info, Satellite
from wyoming.ping import Ping, Pong
from wyoming.pipeline import PipelineStage, RunPipeline
from wyoming.satellite import PauseSatellite, RunSatellite
from wyoming.server import AsyncEventHandler, AsyncTcpServer
from wyoming.snd import Played

from voice_agent.audio.tape import Tape
from voice_agent.sound import RATE, Samples

NOBODY = Attribution(name="the tests", url="")


def pcm(samples: Samples, width: int, channels: int) -> bytes:
    """Float samples as a satellite would send them."""
    many = np.repeat(np.clip(samples, -1, 1)[:, None], channels, axis=1).reshape(-1)
    match width:
        case 1:
            return (many * 127 + 128).astype(np.uint8).tobytes()
        case 2:
            return (many * 32767).astype("<i2").tobytes()
        case 3:
            wide = (many.astype(np.float64) * (2**23 - 1)).astype("<i4")
            return wide.view(np.uint8).reshape(-1, 4)[:, :3].tobytes()
        case _:
            return (many.astype(np.float64) * (2**31 - 1)).astype("<i4").tobytes()


@dataclass
class Honest:
    """One satellite. `rate`, `width`, `channels`: what it says that it sends."""

    rate: int = RATE
    width: int = 2
    channels: int = 1
    lies: float = 1.0
    """How many times faster its samples really come."""

    buffer: float = 0.0
    """Seconds that its loudspeaker gathers before it begins, as aplay does."""

    echo: float = 0.0
    """Share of our voice that comes back into its microphone."""

    says_played: bool = True
    streams: bool = True
    """False: it waits for a wake word."""

    hiss: float = 2e-4
    tape: Tape | None = None
    """Who lives in its room: waits for us, breaks in, and ends."""

    heard: list[tuple[str, dict[str, Any]]] = field(
        default_factory=list[tuple[str, dict[str, Any]]]
    )
    """Everything it was sent but pings and sound, in order."""

    played: list[Samples] = field(default_factory=list[Samples])
    """Each clip it played, at RATE, as far as it came."""

    running: bool = False
    port: int = 0

    def __post_init__(self) -> None:
        self._says = deque[Samples]()
        self._air = np.zeros(0, np.float32)  # our voice, not yet in the air
        self._starts = 0.0
        self._open = False
        real = round(self.rate * self.lies)
        self._sends = soxr.ResampleStream(RATE, real, 1, "float32")
        self._plays = soxr.ResampleStream(RATE, RATE, 1, "float32")
        self._caller: _Call | None = None
        self._server: AsyncTcpServer | None = None
        self._rng = np.random.default_rng(7)
        self._calls = set[_Call]()
        self.cut = False
        """The network is away: nothing passes, and no call is taken."""

        self.told = False
        """The tape is over."""

    @property
    def address(self) -> str:
        """Where it is."""
        return f"127.0.0.1:{self.port}"

    def say(self, samples: Samples) -> None:
        """Somebody speaks in its room, after whatever is being said there."""
        self._says.append(samples)

    @property
    def speaking(self) -> bool:
        """Is somebody?"""
        return bool(self._says)

    @property
    def sounding(self) -> bool:
        """Is our voice in its air?"""
        return len(self._air) > 0

    # -- the microphone and the air

    async def live(self) -> None:
        """Twenty milliseconds at a time, for ever."""
        step, at = RATE // 50, time.monotonic()
        while True:
            at += step / RATE
            await anyio.sleep(max(0.0, at - time.monotonic()))
            sound = self._rng.normal(0, self.hiss, step).astype(np.float32)
            said = self._said(step)
            sound[: len(said)] += said
            ours = self._sounds(step)
            if self.tape is not None and self.running and not self.told:
                told = self.tape.frame(interviewer=bool(np.abs(ours).max(initial=0.0) > 1e-3))
                self.told = told is None
                sound += 0.0 if told is None else told
            sound[: len(ours)] += self.echo * ours
            if self._caller is not None and self.running and self.streams and not self.cut:
                real = self._sends.resample_chunk(sound)
                raw = pcm(real, self.width, self.channels)
                chunk = AudioChunk(self.rate, self.width, self.channels, raw)
                await self._caller.write_event(chunk.event())

    def _said(self, step: int) -> Samples:
        if not self._says:
            return np.zeros(0, np.float32)
        now, left = self._says[0][:step], self._says[0][step:]
        if len(left):
            self._says[0] = left
        else:
            self._says.popleft()
        return now

    def _sounds(self, step: int) -> Samples:
        if self._starts > time.monotonic() and self._open:
            return np.zeros(0, np.float32)
        now, self._air = self._air[:step], self._air[step:]
        return now

    # -- the call

    async def take(self, call: "_Call", event: Event) -> bool:
        """What a caller says. False: it is hung up on."""
        if Describe.is_type(event.type):
            me = Satellite(
                name="honest", attribution=NOBODY, installed=True, description="", version="1"
            )
            await call.write_event(Info(satellite=me).event())
            return True
        if self._caller not in (None, call):
            return False
        self._caller = call
        if Ping.is_type(event.type):
            if not self.cut:
                await call.write_event(Pong(Ping.from_event(event).text).event())
            return True
        if Pong.is_type(event.type):
            return True
        if AudioChunk.is_type(event.type):
            chunk = AudioChunk.from_event(event)
            sound = np.frombuffer(chunk.audio, "<i2").astype(np.float32) / np.float32(32768)
            self._gathers(self._plays.resample_chunk(sound))
            return True
        self.heard.append((event.type, dict(event.data)))
        if RunSatellite.is_type(event.type):
            self.running = True
            run = RunPipeline(PipelineStage.WAKE, PipelineStage.TTS, restart_on_end=True)
            await call.write_event(run.event())
            await call.write_event(Ping("are you there?").event())
        elif PauseSatellite.is_type(event.type):
            self.running = False
        elif AudioStart.is_type(event.type):
            self.played.append(np.zeros(0, np.float32))
            rate = AudioStart.from_event(event).rate
            self._plays = soxr.ResampleStream(rate, RATE, 1, "float32")
            self._open, self._starts = True, time.monotonic() + self.buffer
        elif AudioStop.is_type(event.type):
            self._open = False
            self._gathers(self._plays.resample_chunk(np.zeros(0, np.float32), last=True))
            call.drains(self)
        return True

    def _gathers(self, sound: Samples) -> None:
        self._air = np.concatenate((self._air, sound))
        self.played[-1] = np.concatenate((self.played[-1], sound))

    def left(self, call: "_Call") -> None:
        """The caller hung up."""
        if self._caller is call:
            self._caller, self.running = None, False

    async def hang_up(self) -> None:
        """On everybody."""
        for each in tuple(self._calls):
            await each.stop()


class _Call(AsyncEventHandler):
    def __init__(
        self, satellite: Honest, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        super().__init__(reader, writer)
        self._satellite = satellite
        self._drain: asyncio.Task[None] | None = None
        satellite._calls.add(self)  # pyright: ignore[reportPrivateUsage]

    async def handle_event(self, event: Event) -> bool:
        if self._satellite.cut:
            return True  # it never arrived
        return await self._satellite.take(self, event)

    async def run(self) -> None:
        with suppress(OSError):  # whoever called has hung up, with sound on its way
            await super().run()

    async def write_event(self, event: Event) -> None:
        with suppress(OSError):
            await super().write_event(event)

    async def disconnect(self) -> None:
        self._satellite.left(self)
        self._satellite._calls.discard(self)  # pyright: ignore[reportPrivateUsage]

    def drains(self, satellite: Honest) -> None:
        async def drained() -> None:
            while satellite.sounding:  # noqa: ASYNC110 - the air tells nobody
                await asyncio.sleep(0.01)
            if satellite.says_played:
                await self.write_event(Played().event())

        self._drain = asyncio.create_task(drained())


@asynccontextmanager
async def living(satellite: Honest) -> AsyncGenerator[Honest]:
    """A satellite that is switched on."""
    server = AsyncTcpServer("127.0.0.1", satellite.port)
    await server.start(partial(_Call, satellite))
    assert isinstance(server._server, asyncio.Server)  # pyright: ignore[reportPrivateUsage]
    satellite.port = server._server.sockets[0].getsockname()[1]  # pyright: ignore[reportPrivateUsage]
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(satellite.live)
        try:
            yield satellite
        finally:
            tasks.cancel_scope.cancel()
            with anyio.CancelScope(shield=True):
                await server.stop()


@asynccontextmanager
async def rude(
    answers: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Any],
) -> AsyncGenerator[str]:
    """Something at a port that is no honest satellite; its address."""
    server = await asyncio.start_server(answers, "127.0.0.1", 0)
    try:
        yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
