"""Open devices: blocks of sound in and out, in the device's own thread."""

import asyncio
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import anyio

from voice_agent.audio.devices import Device
from voice_agent.audio.portaudio import LIBRARY, as_lost, never_close, quietly, sounddevice
from voice_agent.audio.ring import Block
from voice_agent.errors import DeviceHung, DeviceLost
from voice_agent.sound import RATE

T = TypeVar("T")

ANSWER = 5.0
"""Seconds after which a call into the sound system counts as hung: a server that dies at the wrong

moment leaves PortAudio waiting for ever (seen with PulseAudio).
"""

_streams: set["Stream"] = set()
"""All that are open; closed before the library is."""


@dataclass(frozen=True, slots=True)
class Moment:
    """When a block is captured or heard."""

    at: float | None
    """Steady time (`time.monotonic`) of its first sample in the air; None: the device does not say,

    as while its buffer is filled for the first time.
    """

    trouble: bool
    """The device ran over or dry just before it."""


Write = Callable[[Block, Moment], None]
"""Takes a captured block; must copy it and return at once."""

Fill = Callable[[Block, Moment], None]
"""Fills a block to be played; must return at once."""


class Stream:
    """An open device. Every method may block when the device is dying: call them in a worker thread."""

    def __init__(self, rate: int, channels: int, may_close: Callable[[], bool]) -> None:
        self.rate = rate
        """Hertz."""

        self.channels = channels
        self.may_close = may_close
        """Asked before a rescan closes it."""

        self.usable = True
        """False once it is closed or has died; it can only be opened anew then."""

        self._portaudio: Any = None
        self._closing = False
        self._told_to_stop = True

    def start(self) -> None:
        """Begin. Raises DeviceLost, also when it has died: PortAudio would begin it and never say so."""
        if not self.usable:
            raise DeviceLost("The device has stopped.")
        self._told_to_stop = False
        try:
            with as_lost():
                self._portaudio.start()
        except DeviceLost:
            self.usable = False
            raise

    def abort(self) -> None:
        """Stop now and drop what the device has buffered: half a millisecond."""
        self._told_to_stop = True
        if self.usable:
            self._portaudio.abort(ignore_errors=True)

    def close(self) -> None:
        """Close; twice does no harm."""
        self._told_to_stop = True
        if not self._closing:
            self._closing = True
            self.forsake()  # until we are through
            self._portaudio.close(ignore_errors=True)
            _streams.discard(self)

    def forsake(self) -> None:
        """It answers no more. Touching it again, even to close the library, would hang."""
        self.usable, self.may_close = False, lambda: False

    def ended(self) -> bool:
        """The device's thread says that the stream has stopped; was it not us?"""
        if self._told_to_stop:
            return False
        self.usable = False
        return True


def open_input(
    device: Device,
    write: Write,
    died: Callable[[], None],
    *,
    rate: int | None = None,
    channels: int | None = None,
    may_close: Callable[[], bool] = lambda: False,
) -> Stream:
    """Open a microphone, not started: at RATE and one channel where it can, else as it is.

    `write` is called in the device's thread every 20 ms, `died` when the stream stops of itself. `rate` and
    `channels` force what the device is opened with. Raises DeviceLost with the reason.
    """
    sd = sounddevice()

    def callback(block: Block, frames: int, when: Any, status: Any) -> None:
        at = _steady(when.inputBufferAdcTime, when.currentTime)
        write(block, Moment(at, bool(status.input_overflow)))

    with LIBRARY, quietly(), as_lost():
        rate = rate or _rate(sd.check_input_settings, device)
        channels = channels or _channels(sd.check_input_settings, device, device.inputs, rate)
        return _opened(
            sd.InputStream,
            callback,
            died,
            may_close,
            device=device.number,
            samplerate=rate,
            channels=channels,
            latency=0.1,  # "low" overruns beside busy engines; blocks come every 20 ms anyway
        )


def open_output(
    device: Device,
    fill: Fill,
    died: Callable[[], None],
    *,
    buffer: float = 0.1,
    may_close: Callable[[], bool] = lambda: False,
) -> Stream:
    """Open a loudspeaker, not started. `fill` is called in the device's thread, `died` when it stops of itself.

    `buffer`: seconds the device holds ready: below 0.05 it runs dry beside busy engines (measured). It
    is filled from the first sample on (primed) and dropped by `abort`, so that neither the start nor
    the end of a clip waits for it. Raises DeviceLost with the reason.
    """
    sd = sounddevice()

    def callback(block: Block, frames: int, when: Any, status: Any) -> None:
        trouble = bool(status.output_underflow)
        fill(block, Moment(_steady(when.outputBufferDacTime, when.currentTime), trouble))

    with LIBRARY, quietly(), as_lost():
        return _opened(
            sd.OutputStream,
            callback,
            died,
            may_close,
            device=device.number,
            samplerate=device.rate,
            channels=_channels(sd.check_output_settings, device, device.outputs, device.rate),
            latency=buffer,
            prime_output_buffers_using_stream_callback=True,
        )


def rescan() -> bool:
    """Look for devices anew; all streams that allow it are closed for that. False: one does not, or

    a call that hangs keeps the list to itself.
    """
    sd = sounddevice()
    if not LIBRARY.acquire(timeout=ANSWER):
        return False
    try:
        with quietly():
            if not all(stream.may_close() for stream in _streams):
                return False
            for stream in list(_streams):
                stream.close()
            sd._terminate()  # PortAudio reads the list of devices only when it is initialised
            sd._initialize()
            return True
    finally:
        LIBRARY.release()


async def patiently(work: Callable[[], T]) -> T:
    """Run a call that may block in a thread of its own. Raises DeviceHung when it does not return.

    Not to be cancelled: a device half opened could not be closed. The thread is a daemon, for a program's
    end waits for every other one: with a device that hung it would never come.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def give(hand: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(lambda: None if answer.done() else hand())

    def run() -> None:
        try:
            result = work()
        except BaseException as error:  # whoever waits for it is told
            failed = error
            give(lambda: answer.set_exception(failed))
        else:
            give(lambda: answer.set_result(result))

    threading.Thread(target=run, name="a call to the device", daemon=True).start()
    with anyio.move_on_after(ANSWER, shield=True):
        return await answer
    never_close()
    raise DeviceHung(
        f"The device has not answered for {ANSWER:.0f} seconds.",
        mend="Unplug it and plug it in again, or restart the sound server.",
    )


def _opened(
    make: Callable[..., Any],
    callback: Callable[..., None],
    died: Callable[[], None],
    may_close: Callable[[], bool],
    **how: Any,
) -> Stream:
    stream = Stream(how["samplerate"], how["channels"], may_close)

    def finished() -> None:
        if stream.ended():
            died()

    stream._portaudio = make(  # pyright: ignore[reportPrivateUsage]  # the callback needs the stream
        callback=callback,
        finished_callback=finished,
        blocksize=how["samplerate"] // 50,
        dtype="float32",
        **how,
    )
    _streams.add(stream)
    return stream


def _steady(moment: float, now: float) -> float | None:
    """PortAudio's clock may be the wall clock, which jumps: only its differences are used."""
    return time.monotonic() + moment - now if moment and now else None


def _rate(check: Callable[..., None], device: Device) -> int:
    return RATE if _accepts(check, device.number, 1, RATE) else device.rate


def _channels(check: Callable[..., None], device: Device, most: int, rate: int) -> int:
    return 1 if _accepts(check, device.number, 1, rate) else min(2, most)


def _accepts(check: Callable[..., None], number: int, channels: int, rate: int) -> bool:
    try:
        check(device=number, channels=channels, samplerate=rate, dtype="float32")
    except (sounddevice().PortAudioError, ValueError):
        return False
    return True
