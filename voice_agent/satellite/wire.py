"""What goes over the wire between a satellite and us. The only file of this part that knows the package `wyoming`.

The satellite listens; we call it, as Home Assistant does. Whatever it sends is read as something that may be wrong: the
package reads as many bytes as a header announces, so two gigabytes of nothing would be waited for.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum

import anyio
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.event import Event, async_read_event, async_write_event
from wyoming.info import Describe, Info
from wyoming.ping import Ping, Pong
from wyoming.satellite import PauseSatellite, RunSatellite
from wyoming.snd import Played

from voice_agent.satellite.trouble import SatelliteError, Trouble

LINE = 1 << 16
"""Bytes that the head of an event may have."""

MOST = 1 << 20
"""Bytes that a piece of an event may have: half a minute of sound. A satellite sends 2,048 at a time."""

CALLING = 3.0
"""Seconds until a satellite that does not take the call counts as away."""

STALL = 2.0
"""Seconds without sound, or in which it takes none of ours, after which it is away, though it may answer: a hiccup of a
network is shorter."""

USUAL = 22_050
"""Hertz of what we play where the satellite does not say what it wants: what its own guide lets it play."""


@dataclass(frozen=True, slots=True)
class Form:
    """How sound is written."""

    rate: int
    """Hertz."""

    width: int
    """Bytes of a sample."""

    channels: int


@dataclass(frozen=True, slots=True)
class Piece:
    """Some sound from its microphone."""

    form: Form
    sound: bytes


@dataclass(frozen=True, slots=True)
class Facts:
    """What it says of itself."""

    satellite: bool
    """Is it one at all?"""

    plays: int
    """Hertz that its loudspeaker wants."""


@dataclass(frozen=True, slots=True)
class Asked:
    """It wants to know whether we are there."""

    text: str | None


class Mark(StrEnum):
    """Words that say nothing more than that they came."""

    PLAYED = "played"
    THERE = "there"
    OTHER = "other"


Word = Piece | Facts | Asked | Mark


class _Bounded(asyncio.StreamReader):
    async def readexactly(self, n: int) -> bytes:
        if n > MOST:
            raise OverflowError
        return await super().readexactly(n)


class Wire:
    """One call to a satellite. Every method that sends raises SatelliteError when it has hung up, or takes nothing."""

    def __init__(self, at: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._at, self._reader, self._writer = at, reader, writer

    async def read(self) -> Word | None:
        """The next word; None: it has hung up. Raises SatelliteError for what is no word."""
        try:
            event = await async_read_event(self._reader)
            if event is not None:
                return _word(event)
        except (asyncio.IncompleteReadError, OSError):
            return None
        except (LookupError, TypeError, ValueError, AttributeError, AssertionError) as error:
            raise SatelliteError(Trouble.GARBLED, self._at) from error
        except (OverflowError, RecursionError) as error:
            raise SatelliteError(Trouble.GARBLED, self._at) from error
        if self._reader.at_eof():
            return None
        raise SatelliteError(Trouble.GARBLED, self._at)

    async def describe(self) -> None:
        """Ask what it is."""
        await self._send(Describe().event())

    async def run(self) -> None:
        """From now on it may send sound."""
        await self._send(RunSatellite().event())

    async def pause(self) -> None:
        """It may rest."""
        await self._send(PauseSatellite().event())

    async def ask(self) -> None:
        """Is it there?"""
        await self._send(Ping().event())

    async def answer(self, asked: Asked) -> None:
        """We are."""
        await self._send(Pong(text=asked.text).event())

    async def begin(self, rate: int) -> None:
        """Our voice begins, at `rate` Hz, 16-bit, one channel."""
        await self._send(AudioStart(rate=rate, width=2, channels=1, timestamp=0).event())

    async def say(self, rate: int, pcm: bytes) -> None:
        """A piece of it."""
        await self._send(AudioChunk(rate=rate, width=2, channels=1, audio=pcm).event())

    async def end(self) -> None:
        """Our voice ends, at its end or in the middle of a word."""
        await self._send(AudioStop().event())

    async def _send(self, event: Event) -> None:
        try:
            with anyio.fail_after(STALL):
                await async_write_event(event, self._writer)
        except OSError as error:  # TimeoutError is one
            raise SatelliteError(Trouble.AWAY, self._at) from error


def _word(event: Event) -> Word:
    """Raises whatever a wrong one lets the package raise."""
    if AudioChunk.is_type(event.type):
        chunk = AudioChunk.from_event(event)
        return Piece(_form(chunk.rate, chunk.width, chunk.channels), chunk.audio)
    if Info.is_type(event.type):
        info = Info.from_event(event)
        plays = next((each.snd_format.rate for each in info.snd or ()), USUAL)
        return Facts(info.satellite is not None, _form(plays, 2, 1).rate)
    if Ping.is_type(event.type):
        text = Ping.from_event(event).text
        if not isinstance(text, str):
            return Asked(None)
        text.encode()  # half an emoji is no text, and could not be answered
        return Asked(text)
    if Played.is_type(event.type):
        return Mark.PLAYED
    return Mark.THERE if Pong.is_type(event.type) else Mark.OTHER


def _form(rate: object, width: object, channels: object) -> Form:
    match rate, width, channels:
        case int(), int(), int():
            return Form(rate, width, channels)
        case _:
            raise TypeError


@asynccontextmanager
async def called(at: str, host: str, port: int) -> AsyncGenerator[Wire]:
    """Call the satellite. Raises SatelliteError when it does not take the call."""
    loop = asyncio.get_running_loop()
    reader = _Bounded(limit=LINE)
    protocol = asyncio.StreamReaderProtocol(reader)
    try:
        with anyio.fail_after(CALLING):
            transport, _ = await loop.create_connection(lambda: protocol, host, port)
    except OSError as error:  # TimeoutError is one
        raise SatelliteError(Trouble.AWAY, at) from error
    writer = asyncio.StreamWriter(transport, protocol, reader, loop)
    try:
        yield Wire(at, reader, writer)
    finally:
        writer.close()
        with anyio.move_on_after(0.5, shield=True), suppress(OSError):
            await writer.wait_closed()
        transport.abort()  # what a network that is gone did not take is not waited for
