"""A room without a sound card: the narrator comes from a tape, the interviewer's voice is kept in time.

The same conversation runs in it as with a microphone, in real time for people to follow, or as fast
as the engines work: then the clock stands still while any of them is busy.
"""

from collections.abc import AsyncIterator, Sequence

import anyio
import anyio.lowlevel
import numpy as np
from anyio.to_thread import current_default_thread_limiter

from voice_agent.audio.clock import SoundClock
from voice_agent.audio.tape import Cue, Tape
from voice_agent.audio.timeline import Timeline, at_rate, loud
from voice_agent.sound import FRAME, RATE, Clip, Samples, Sound

HOPS = 8
"""Turns of the event loop after each frame, so that whoever it woke has acted before the next one."""


class TapedLoudspeaker:
    """A Loudspeaker on a clock instead of a device."""

    def __init__(self, clock: SoundClock, *, volume: float = 1.0) -> None:
        """`volume`: factor, 0.1-2; may be changed at any time."""
        self.volume = volume
        self._clock = clock
        self._timeline = Timeline()
        self._one = anyio.Lock()  # guards the air: two clips would talk over each other

    async def play(self, clip: Clip) -> None:
        """Return when the clock has reached the clip's end; cancelling silences it at once."""
        async with self._one:
            samples = loud(at_rate(clip, RATE), self.volume)
            began = self._clock.now
            self._timeline.begin(samples, began)
            try:
                await self._clock.until(began + len(samples))
            finally:
                self._timeline.end(self._clock.now)

    def heard(self) -> float:
        """Seconds of the clip now or last played that have reached the air."""
        return self._timeline.heard(self._clock.now)

    def reference(self, start: int, count: int) -> Samples:
        """What was in the air during [start, start + count); shape (count,)."""
        return self._timeline.reference(start, count)

    @property
    def sounding(self) -> bool:
        """Is our voice in the air now?"""
        return self._timeline.sounding(self._clock.now)


class TapedMicrophone:
    """A Microphone that hears a tape, a little room tone, and the loudspeaker if told to."""

    def __init__(self, room: "TapedRoom") -> None:
        self._room = room

    async def __aiter__(self) -> AsyncIterator[Sound]:
        room, clock = self._room, self._room.clock
        began = anyio.current_time()
        while (samples := room.frame()) is not None:
            start = clock.now
            clock.advance(start + FRAME)
            if room.fast:
                await room.settle()
            else:
                await anyio.sleep_until(began + clock.seconds)
            yield Sound(samples, start)


class TapedRoom:
    """A microphone and a loudspeaker that share one clock and a tape; ends by itself."""

    def __init__(
        self,
        cues: Sequence[Cue],
        *,
        fast: bool = False,
        workers: Sequence[anyio.CapacityLimiter] = (),
        quiet: float = 6.0,
        patience: float = 30.0,
        tone: float = 3e-4,
        echo: float = 0.0,
        echo_delay: float = 0.06,
        volume: float = 1.0,
        seed: int = 7,
    ) -> None:
        """`fast`: no real time; the clock stands still while a worker thread under anyio's default

        limiter or one of `workers` is busy. `quiet`, `patience`: see Tape. `tone`: root mean square of
        the room's own hiss (-70 dB). `echo`: share of the loudspeaker's amplitude the microphone hears,
        `echo_delay` seconds later. `seed`: of the hiss.
        """
        self.fast = fast
        self.clock = SoundClock()
        self.loudspeaker = TapedLoudspeaker(self.clock, volume=volume)
        self.microphone = TapedMicrophone(self)
        self.tape = Tape(cues, quiet=quiet, patience=patience)
        self._workers = tuple(workers)
        self._tone, self._echo = tone, echo
        self._delay = round(echo_delay * RATE)
        self._hiss = np.random.default_rng(seed)

    def frame(self) -> Samples | None:
        """Return what the microphone hears in the next FRAME, None when the tape is over."""
        samples = self.tape.frame(self.loudspeaker.sounding)
        if samples is None:
            return None
        if self._tone:
            samples = samples + self._hiss.normal(0.0, self._tone, FRAME).astype(np.float32)
        if self._echo:
            far = self.loudspeaker.reference(self.clock.now - self._delay, FRAME)
            samples = samples + np.float32(self._echo) * far
        return np.clip(samples, -1.0, 1.0)

    async def settle(self) -> None:
        """Return when nobody in this event loop, and no engine, has anything left to do at this time."""
        limiters = (current_default_thread_limiter(), *self._workers)
        while True:
            for _ in range(HOPS):
                await anyio.lowlevel.checkpoint()
            await anyio.wait_all_tasks_blocked()
            if not any(limiter.borrowed_tokens for limiter in limiters):
                return
            await anyio.sleep(0.001)  # an engine works in its thread, which no event loop can see
