"""The loudspeaker: a clip is over when it has been heard, and silence is immediate.

The device keeps a tenth of a second ready so that a busy machine does not stutter. Neither end of a
clip waits for it: the stream is begun anew with each clip, its buffer filled from the first sample on,
and aborted when the narrator breaks in, which drops what is buffered.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

import anyio
import numpy as np

from voice_agent.audio import devices, streams
from voice_agent.audio.alignment import Alignment
from voice_agent.audio.ring import Block
from voice_agent.audio.streams import Moment
from voice_agent.audio.timeline import Timeline, at_rate, loud
from voice_agent.errors import DeviceError, DeviceHung, DeviceLost, NoLoudspeaker
from voice_agent.sound import RATE, Clip, Samples

OVERDUE = 1.0
"""Seconds after a clip should have been heard when the device counts as lost."""

RETRY = 1.0
"""Seconds between two attempts to bring it back."""

SEARCH_AFTER = 3
"""Failed attempts after which the list of devices is read anew."""

ASTRAY = round(0.01 * RATE)
"""The device's own account of when a clip began is believed once it differs by 10 ms: it ran dry."""


T = TypeVar("T")


Opens = Callable[
    [str, streams.Fill, Callable[[], None], float, Callable[[], bool]], tuple[str, streams.Stream]
]
"""Opens the loudspeaker that is wanted, given as to streams.open_output; returns its name and its stream, not started.

Raises DeviceError."""


def _device(
    wanted: str,
    fill: streams.Fill,
    died: Callable[[], None],
    buffer: float,
    may_close: Callable[[], bool],
) -> tuple[str, streams.Stream]:
    device = devices.find(wanted, "loudspeaker")
    stream = streams.open_output(device, fill, died, buffer=buffer, may_close=may_close)
    return device.name, stream


class _Playing:
    """One clip on its way out. `fill` and `ended` belong to the device's thread."""

    def __init__(self) -> None:
        self._samples: Samples = np.zeros(0, np.float32)
        self._rate, self._at = RATE, 0
        self._loop = asyncio.get_running_loop()
        self.spent = anyio.Event()
        """All samples are with the device, or the device is gone."""

        self.began: float | None = None
        """Steady time of the first sample in the air, as last reported by the device."""

        self.underruns = 0
        self.placed = False
        """Is it on the timeline?"""

    def load(self, samples: Samples, rate: int) -> None:
        """This is what will be played."""
        self._samples, self._rate = samples, rate

    @property
    def seconds(self) -> float:
        return len(self._samples) / self._rate

    def fill(self, block: Block, moment: Moment) -> None:
        piece = self._samples[self._at : self._at + len(block)]
        block[: len(piece)] = piece[:, None]
        block[len(piece) :] = 0.0
        if not len(piece):
            return
        self.underruns += moment.trouble
        if moment.at is not None:
            self.began = moment.at - self._at / self._rate
        elif self.began is None:  # the buffer is being filled: the first sample goes out now
            self.began = time.monotonic()
        self._at += len(piece)
        if self.complete:
            self.ended()

    def ended(self) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.spent.set)

    @property
    def complete(self) -> bool:
        """Has the device got it all?"""
        return self._at == len(self._samples)


class DeviceLoudspeaker:
    """A Loudspeaker. Made by `open_loudspeaker`."""

    def __init__(
        self,
        wanted: str,
        alignment: Alignment,
        *,
        volume: float,
        buffer: float,
        patience: float,
        opens: Opens,
    ) -> None:
        self.volume = volume
        """Factor, 0.1-2; may be changed at any time. Never so loud that a clip is distorted."""

        self.name = ""
        """What the device is called on this machine."""

        self.underruns = 0
        """Times the device ran dry in the middle of a clip."""

        self.away: Callable[[bool], None] = lambda away: None
        """Told when it cannot be opened or takes no sound any more, and when it plays again."""

        self._lost = False
        self._wanted, self._buffer, self._patience = wanted, buffer, patience
        self._opens = opens
        self._alignment = alignment
        self._timeline = Timeline()
        self._one = anyio.Lock()  # guards the device: two clips would talk over each other
        self._stream: streams.Stream | None = None
        self._busy = False
        self._playing: _Playing | None = None

    async def play(self, clip: Clip) -> None:
        """Return once `clip` has been heard; cancelling silences it within milliseconds.

        A device that vanishes is brought back and the rest of the clip said then. Raises DeviceLost
        when that does not happen in time.
        """
        async with self._one:
            rest, attempts, since = clip, 0, time.monotonic()
            while len(rest.samples):
                try:
                    heard, gone = await self._attempt(rest, search=attempts > SEARCH_AFTER), False
                except DeviceError:
                    heard, gone = 0.0, True
                rest = Clip(rest.samples[round(heard * rest.rate) :], rest.rate, rest.text)
                self._is_away(gone)  # one that only stutters on a busy machine is not
                if not len(rest.samples):
                    return
                attempts, since = (0, time.monotonic()) if heard else (attempts + 1, since)
                if time.monotonic() - since > self._patience:
                    raise DeviceLost(
                        f"The loudspeaker “{self.name}” went away and did not come back within "
                        f"{self._patience:.0f} seconds.",
                        safe="Everything said so far is safe.",
                        mend="Plug it in again and start again; the session can be resumed.",
                    )
                await anyio.sleep(RETRY)

    def heard(self) -> float:
        """Seconds of the clip now or last played that have reached the air."""
        self._align(self._playing)
        return self._timeline.heard(self._alignment.index_at(time.monotonic()))

    def reference(self, start: int, count: int) -> Samples:
        """What was in the air during microphone samples [start, start + count); shape (count,)."""
        self._align(self._playing)
        return self._timeline.reference(start, count)

    def start(self, *, search: bool = False) -> None:
        """Find the device and open it; it plays silence until told otherwise. Blocking.

        `search`: read the list of devices anew first. Raises DeviceError.
        """
        self.close()
        if search:
            streams.rescan()
        self.name, stream = self._opens(
            self._wanted, self._fill, self._died, self._buffer, lambda: not self._busy
        )
        self._stream = stream
        self._wanted = devices.kept(self._wanted, self.name)
        stream.start()  # and keep it going: a sleeping sound card swallows the first word

    def close(self) -> None:
        """Fall silent and let the device go. Blocking. Twice does no harm."""
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.close()

    def _is_away(self, away: bool) -> None:
        if away is not self._lost:
            self._lost = away
            self.away(away)

    async def _attempt(self, clip: Clip, *, search: bool) -> float:
        """Play `clip` as far as the device lets us; return the seconds heard. Raises DeviceError."""
        playing, whole = _Playing(), False
        self._busy = True
        try:
            far = await self._call(lambda: self._begin(playing, clip, search))
            began = playing.began or time.monotonic()
            self._timeline.begin(far, self._alignment.index_at(began))
            playing.placed = True
            with anyio.move_on_after(playing.seconds + OVERDUE) as waiting:
                await playing.spent.wait()
            if waiting.cancelled_caught:
                await self._call(self._ask)
            if not playing.complete or playing.began is None:
                return self.heard()
            await anyio.sleep(max(0.0, playing.began + playing.seconds - time.monotonic()))
            whole = True
            return clip.seconds
        finally:
            silent = time.monotonic()
            with suppress(DeviceLost):  # then it is silent anyway
                silent = silent if whole else await self._call(self._hush)
            if playing.placed:
                self._align(playing)
                self._timeline.end(self._alignment.index_at(silent))
            self.underruns += playing.underruns
            self._playing, self._busy = None, False

    def _begin(self, playing: _Playing, clip: Clip, search: bool) -> Samples:
        """Hand `clip` to the device; return it as the echo canceller wants it. Blocking."""
        if search or self._stream is None or not self._stream.usable:
            self.start(search=search)
        stream = self._stream
        assert stream is not None
        playing.load(loud(at_rate(clip, stream.rate), self.volume), stream.rate)
        far = loud(at_rate(clip, RATE), self.volume)
        stream.abort()  # drops the silence that is buffered ahead of us
        self._playing = playing
        stream.start()
        return far

    def _hush(self) -> float:
        """Silence now; return the steady time of it. Blocking, for some milliseconds."""
        self._playing = None
        stream = self._stream
        if stream is not None:
            stream.abort()
        silent = time.monotonic()
        if stream is not None and stream.usable:
            stream.start()
        return silent

    def _ask(self) -> None:
        """Gone, or only slow? It has taken no sound for too long. Raises DeviceLost. Blocking."""
        self._hush()
        if self._stream is None or not self._stream.usable:
            raise DeviceLost("The loudspeaker takes no sound any more.")

    async def _call(self, work: Callable[[], T]) -> T:
        try:
            return await streams.patiently(work)
        except DeviceHung:
            if self._stream is not None:
                self._stream.forsake()
                self._stream = None
            raise

    def _fill(self, block: Block, moment: Moment) -> None:
        if self._playing is not None:
            self._playing.fill(block, moment)
        else:
            block[:] = 0.0

    def _died(self) -> None:
        if self._playing is not None:
            self._playing.ended()

    def _align(self, playing: _Playing | None) -> None:
        """Place the clip where the device says that it began."""
        if playing is not None and playing.placed and playing.began is not None:
            self._timeline.move(self._alignment.index_at(playing.began), tolerance=ASTRAY)


@asynccontextmanager
async def open_loudspeaker(
    wanted: str = "",
    *,
    alignment: Alignment | None = None,
    volume: float = 1.0,
    buffer: float = 0.1,
    patience: float = 30.0,
    opens: Opens = _device,
) -> AsyncGenerator[DeviceLoudspeaker]:
    """Open the loudspeaker called `wanted` (part of its name, or its number; "": the default one).

    `alignment`: the microphone's, so that `reference` speaks of its samples. `buffer`: seconds the
    device keeps ready. `patience`: seconds to wait for one that has vanished before `play` raises
    DeviceLost. Raises NoLoudspeaker, UnknownDevice, DeviceError.
    """
    if alignment is None:
        alignment = Alignment()
        alignment.observe(0, time.monotonic())
    loudspeaker = DeviceLoudspeaker(
        wanted, alignment, volume=volume, buffer=buffer, patience=patience, opens=opens
    )
    try:
        await streams.patiently(loudspeaker.start)
    except DeviceLost as error:
        raise NoLoudspeaker(
            f"The loudspeaker is there but cannot be opened: {error.what}",
            mend="Close other programs that may be using it, then look with: voice-agent devices",
        ) from error
    try:
        yield loudspeaker
    finally:
        with suppress(DeviceLost):  # it is gone already, then
            await streams.patiently(loudspeaker.close)
