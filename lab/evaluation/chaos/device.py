"""A microphone that is dying: it sends blocks as PortAudio does, until it vanishes, hangs, sends nothing or rubbish, and comes back.

Each 20 ms of what it hears has a level of its own, so that a recording says what of it is there, at whatever rate it came.
"""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from voice_agent.audio import streams
from voice_agent.audio.streams import Moment
from voice_agent.errors import DeviceLost
from voice_agent.sound import Samples

BLOCK = 0.02
"""Seconds."""

LEVELS = 1000
"""Blocks until a level comes again: 20 s."""


class Ill(StrEnum):
    """What is the matter with it."""

    VANISHED = "vanishes"
    HUNG = "hangs"
    MUTE = "hangs, and opens again without a word"
    SILENT = "sends silence"
    RUBBISH = "sends rubbish"


@dataclass(frozen=True, slots=True)
class Spell:
    """A time in which something is the matter with it."""

    ill: Ill
    first: int
    """The block with which it begins."""

    last: int
    """The block with which it is well again."""

    rate: int
    """Hertz that it has from then on."""

    channels: int


def level(number: int) -> float:
    """The level of block `number`."""
    return (number % LEVELS + 1) / (2 * LEVELS)


def which(samples: Samples) -> np.ndarray:
    """Which block each sample is of, modulo LEVELS; -1: of none."""
    near = np.rint(samples * 2 * LEVELS).astype(np.int64) - 1
    sure = (np.abs(samples * 2 * LEVELS - 1 - near) < 0.3) & (near >= 0) & (near < LEVELS)
    return np.where(sure, near, -1)


class DyingDevice:
    """What `open_microphone` opens."""

    def __init__(self, spells: Sequence[Spell], sent: Callable[[int, float], None]) -> None:
        """`sent` is told of each block that the program took, and when (steady time)."""
        self._spells, self._sent, self._began = spells, sent, 0.0
        self._stream: _Stream | None = None

    def opens(
        self,
        wanted: str,
        write: streams.Write,
        died: Callable[[], None],
        rate: int | None,
        channels: int | None,
        may_close: Callable[[], bool],
        search: bool,
    ) -> tuple[str, streams.Stream]:
        """As `voice_agent.audio.microphone.Opens`."""
        ill = self._now()
        if ill is not None and ill.ill in (Ill.VANISHED, Ill.HUNG):
            raise DeviceLost("There is no such device.")
        over = [each for each in self._spells if each.last <= self._number()] if self._began else []
        rate, channels = (over[-1].rate, over[-1].channels) if over else (16_000, 1)
        return "dying", _Stream(self, write, died, rate, channels, may_close)

    def _number(self) -> int:
        return int((time.monotonic() - self._began) / BLOCK)

    def _now(self) -> Spell | None:
        number = self._number() if self._began else -1
        return next((each for each in self._spells if each.first <= number < each.last), None)

    def run(self, stream: "_Stream") -> None:
        """Send blocks until the stream ends. In a thread of its own."""
        self._began = self._began or time.monotonic()
        number = self._number()
        while stream.usable:
            time.sleep(max(0.0, self._began + (number + 1) * BLOCK - time.monotonic()))
            spell = next((s for s in self._spells if s.first <= number < s.last), None)
            ill = spell.ill if spell else None
            if ill is Ill.VANISHED:
                stream.vanish()
                return
            if ill is Ill.HUNG:
                return  # and says nothing, not even that it has ended
            if ill is not Ill.MUTE and stream.usable:
                count = round(stream.rate * BLOCK)
                block = np.full((count, stream.channels), level(number), np.float32)
                if ill is Ill.SILENT:
                    block[:] = 0
                elif ill is Ill.RUBBISH:
                    block = np.random.default_rng(number).normal(0, 1e3, block.shape)
                    block[:: 1 + number % 7] = (np.nan, np.inf, -np.inf)[number % 3]
                stream.write(block.astype(np.float32), Moment(None, trouble=False))
                if ill is None:
                    self._sent(number, time.monotonic())
            number += 1


class _Stream(streams.Stream):
    def __init__(
        self,
        device: DyingDevice,
        write: streams.Write,
        died: Callable[[], None],
        rate: int,
        channels: int,
        may_close: Callable[[], bool],
    ) -> None:
        super().__init__(rate, channels, may_close)
        self._device, self.write, self._died = device, write, died

    def start(self) -> None:
        threading.Thread(target=self._device.run, args=(self,), daemon=True).start()

    def vanish(self) -> None:
        """It is pulled out."""
        self.usable = False
        self._died()

    def abort(self) -> None:
        self.usable = False

    def close(self) -> None:
        self.usable = False
