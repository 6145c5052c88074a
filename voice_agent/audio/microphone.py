"""The microphone: 20 ms frames without a gap, whatever the device does.

The device's thread only copies into a ring; mixing to mono and resampling happen here, at the edge. If
the device vanishes, frames of silence keep the session's clock true while we try to bring it back, and
what was missed is a `Gap` with its place and length.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import anyio
import anyio.lowlevel
import numpy as np

from voice_agent.audio import devices, streams
from voice_agent.audio.alignment import Alignment
from voice_agent.audio.capture import Capture
from voice_agent.audio.clock import SoundClock
from voice_agent.errors import DeviceError, DeviceLost, NoMicrophone
from voice_agent.sound import FRAME, RATE, Samples, Sound

STALL = 0.5
"""Seconds without a block after which the device counts as lost; it sends one every 20 ms."""

RETRY = 1.0
"""Seconds between two attempts to bring it back."""

PROOF = 5.0
"""Seconds an opened device has to send its first block; a virtual one took 1.9 (measured)."""

SEARCH_AFTER = 3
"""Failed attempts after which the list of devices is read anew: it may come back as another one."""

LAG = round(0.1 * RATE)
"""Silence follows the clock this far behind, as sound from a device does."""


Opens = Callable[
    [
        str,
        streams.Write,
        Callable[[], None],
        int | None,
        int | None,
        Callable[[], bool],
        bool,
    ],
    tuple[str, streams.Stream],
]
"""Opens the microphone that is wanted, given as to streams.open_input, and whether to read the list of devices anew before;
returns its name and its stream, not started. Blocking. Raises DeviceError."""


def _device(
    wanted: str,
    write: streams.Write,
    died: Callable[[], None],
    rate: int | None,
    channels: int | None,
    may_close: Callable[[], bool],
    search: bool,
) -> tuple[str, streams.Stream]:
    if search:
        streams.rescan()
    device = devices.find(wanted, "microphone")
    stream = streams.open_input(
        device, write, died, rate=rate, channels=channels, may_close=may_close
    )
    return device.name, stream


@dataclass(frozen=True, slots=True)
class Gap:
    """Silence that stands for sound we never got."""

    start: int
    """Samples on the session's clock."""

    end: int
    reason: str
    """"lost": the device was away; "dropped": the session was further behind than the ring is long."""

    stood: float = 0.0
    """Seconds for which the clock stood still meanwhile: a satellite out of reach brings not even silence."""

    @property
    def seconds(self) -> float:
        """Length, seconds."""
        return (self.end - self.start) / RATE + self.stood


class DeviceMicrophone:
    """A Microphone. Made by `open_microphone`; iterate over it once."""

    def __init__(
        self,
        wanted: str,
        *,
        ring: float,
        patience: float,
        rate: int | None,
        channels: int | None,
        tell: Callable[[Gap], None],
        opens: Opens,
    ) -> None:
        self.clock = SoundClock()
        """Advanced with every frame."""

        self.alignment = Alignment()
        """When each sample was in the air; the loudspeaker places its reference by it."""

        self.gaps: list[Gap] = []
        """All of this session, in order."""

        self.lost = False
        """Is the device away now?"""

        self.name = ""
        """What the device is called on this machine."""

        self._wanted, self._ring, self._patience = wanted, ring, patience
        self._rate, self._channels = rate, channels
        self._tell, self._opens = tell, opens
        self._open = True
        self._loop = asyncio.get_running_loop()
        self._error: DeviceLost | None = None
        self._capture: Capture | None = None
        self._leaving: Capture | None = None
        self._stream: streams.Stream | None = None
        self._pending = np.zeros(0, np.float32)
        self._made = 0  # the clock's index just after `_pending`
        self._base = 0  # the clock's index of the capture's first sample, once it is placed
        self._placed = False
        self._skip = 0  # samples of the capture whose time has already gone by as silence
        self._seen = 0.0  # when the newest block we have looked at was captured
        self._gone = anyio.Event()
        self._back = anyio.Event()
        self._bell = anyio.Event()
        self._gap_start = 0
        self._overflows = 0  # of captures that are gone

    @property
    def dropped(self) -> int:
        """Samples we never got, for whatever reason."""
        return sum(gap.end - gap.start for gap in self.gaps)

    @property
    def overflows(self) -> int:
        """Times the device ran over before its own thread came to copy."""
        return self._overflows + (self._capture.overflows if self._capture else 0)

    async def __aiter__(self) -> AsyncIterator[Sound]:
        while self._open:
            bell = self._bell = anyio.Event()
            self._take()
            if len(self._pending) < FRAME:
                if self._error is not None:
                    raise self._error
                await self._wait(bell)
                continue
            frame, self._pending = self._pending[:FRAME], self._pending[FRAME:]
            start = self._made - len(self._pending) - FRAME
            self.clock.advance(start + FRAME)
            await anyio.lowlevel.checkpoint()  # a backlog must not starve the others
            yield Sound(frame, start)

    def close(self) -> None:
        """The iterator ends. The device is let go when `open_microphone` is left."""
        self._open = False
        self._bell.set()

    def release(self) -> None:
        """Let the device go. Blocking. Twice does no harm."""
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.close()

    def start(self, *, search: bool = False) -> None:
        """Find the device and start it; `search`: read the list of devices anew first. Blocking.

        Raises DeviceError.
        """
        capture = Capture(self._ring, lambda: self._bell.set(), lambda: self._lose(capture))
        name, stream = self._opens(
            self._wanted,
            capture.write,
            capture.died,
            self._rate,
            self._channels,
            lambda: self.lost,
            search,
        )
        capture.begin(stream.rate, stream.channels, self._loop)
        stream.start()
        self.name, self._stream, self._capture = name, stream, capture
        self._wanted = devices.kept(self._wanted, name)

    async def keep(self) -> None:
        """Bring the device back whenever it is gone; give up after `patience`, aloud."""
        while True:
            await self._gone.wait()
            until, attempts = time.monotonic() + self._patience, 0
            while self.lost:
                attempts += 1
                search = attempts > SEARCH_AFTER
                try:
                    await streams.patiently(lambda search=search: self._restart(search))
                except DeviceError:
                    pass  # not yet; what counts is whether it comes back in time
                else:
                    with anyio.move_on_after(PROOF):
                        await self._back.wait()
                        continue
                if time.monotonic() > until:
                    self._error = DeviceLost(
                        f"The microphone “{self.name}” went away and did not come back within "
                        f"{self._patience:.0f} seconds.",
                        safe="Everything said before that is safe.",
                        mend="Plug it in again and start again; the session can be resumed.",
                    )
                    self._bell.set()
                    return
                await anyio.sleep(RETRY)

    def _restart(self, search: bool) -> None:
        self.release()
        self.start(search=search)

    def _lose(self, capture: Capture | None) -> None:
        """The device has stopped sending."""
        if self.lost or not self._open or capture is not self._capture:
            return
        if not self.alignment.known:  # it never sent anything
            self.alignment.observe(self._made, time.monotonic())
        self.lost, self._gap_start = True, self._made
        if capture is not None:
            self._overflows += capture.overflows
        self._placed, self._capture, self._leaving = False, None, capture
        self._back = anyio.Event()
        self._gone.set()
        self._bell.set()

    def _found(self) -> None:
        self.lost = False
        self._gone = anyio.Event()
        self._back.set()
        self._gap("lost", self._gap_start)

    async def _wait(self, bell: anyio.Event) -> None:
        """Until there may be a frame: a block came, or one of silence is due."""
        if self.lost:
            with anyio.move_on_after(FRAME / RATE):
                await bell.wait()
            return
        begun = self._capture is not None and self._capture.heard is not None
        with anyio.move_on_after(STALL if begun else PROOF) as waiting:
            await bell.wait()
        if waiting.cancelled_caught:
            self._lose(self._capture)

    def _take(self) -> None:
        """Bring everything the device has sent into `_pending`, in its place on the clock."""
        if len(self._pending) >= FRAME:
            return  # the ring is bounded, `_pending` is not: leave the rest there
        if self._leaving is not None:  # what the lost device still managed to send
            self._drain(self._leaving)
            self._leaving, self._gap_start = None, self._made
            return
        capture = self._capture
        heard = capture.heard if capture else None
        if capture is not None and heard is not None:
            if not self._placed:
                self._place(*heard)
            self._drain(capture)
            self._keep_time(*heard)
        elif self.lost:
            due = self.alignment.index_at(time.monotonic()) - LAG
            self._add(np.zeros(max(0, due - self._made), np.float32))

    def _drain(self, capture: Capture) -> None:
        for piece in capture.take():
            if isinstance(piece, int):
                start = self._made
                self._add(np.zeros(piece, np.float32))
                self._gap("dropped", start)
            else:
                skip = min(self._skip, len(piece))
                self._skip -= skip
                self._add(piece[skip:])

    def _keep_time(self, count: int, at: float) -> None:
        """Stand silence in for what the device itself lost on the way."""
        if at <= self._seen:
            return
        self._seen = at
        missing = self.alignment.observe(self._base + count, at)
        if missing:
            start = self._made
            self._add(np.zeros(missing, np.float32))
            self._base += missing
            self._gap("lost", start)

    def _place(self, count: int, at: float) -> None:
        """Where on the clock does a newly opened device begin?"""
        self._placed = True
        if not self.lost:
            self._base = 0  # the session's first: this is where the clock starts
            return
        self._base = self.alignment.index_at(at) - count
        self._add(np.zeros(max(0, self._base - self._made), np.float32))
        self._skip = max(0, self._made - self._base)
        self._found()

    def _add(self, samples: Samples) -> None:
        if len(samples):
            self._pending = np.concatenate((self._pending, samples))
            self._made += len(samples)

    def _gap(self, reason: str, start: int) -> None:
        gap = Gap(start, self._made, reason)
        self.gaps.append(gap)
        self._tell(gap)


@asynccontextmanager
async def open_microphone(
    wanted: str = "",
    *,
    ring: float = 30.0,
    patience: float = 120.0,
    rate: int | None = None,
    channels: int | None = None,
    tell: Callable[[Gap], None] = lambda gap: None,
    opens: Opens = _device,
) -> AsyncGenerator[DeviceMicrophone]:
    """Open the microphone called `wanted` (part of its name, or its number; "": the default one).

    `ring`: seconds kept for a session that is busy. `patience`: seconds to wait for a device that has
    vanished before iterating raises DeviceLost. `rate`, `channels`: force what the device is opened
    with. `tell` hears of every gap. Raises NoMicrophone, UnknownDevice, DeviceError.
    """
    microphone = DeviceMicrophone(
        wanted,
        ring=ring,
        patience=patience,
        rate=rate,
        channels=channels,
        tell=tell,
        opens=opens,
    )
    try:
        await streams.patiently(microphone.start)
    except DeviceLost as error:
        raise NoMicrophone(
            f"The microphone is there but cannot be opened: {error.what}",
            mend="Close other programs that may be using it, then look with: voice-agent devices",
        ) from error
    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(microphone.keep)
            try:
                yield microphone
            finally:
                microphone.close()
                tasks.cancel_scope.cancel()
                with suppress(DeviceLost):  # it is gone already, then
                    await streams.patiently(microphone.release)
    except BaseExceptionGroup as group:
        if len(group.exceptions) == 1:  # what went wrong inside, not how we were waiting for it
            raise group.exceptions[0] from None
        raise
