"""The room where satellites are: one microphone and one loudspeaker, wherever in the house she speaks.

While no sound comes the clock stands still: nobody is hurried, and nothing is judged to be silence. A satellite keeps
nothing of what was said meanwhile, so that is a gap, told with its seconds.
"""

import time
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import anyio
import numpy as np
import webrtcvad

from voice_agent.audio.clock import SoundClock
from voice_agent.audio.microphone import Gap
from voice_agent.backends import EchoCanceller
from voice_agent.errors import DeviceLost, NoMicrophone, first
from voice_agent.satellite.delay import Delay
from voice_agent.satellite.echo import LateEcho
from voice_agent.satellite.following import STEP, Following, Heard, Place
from voice_agent.satellite.link import LISTENS, Link
from voice_agent.satellite.loudspeaker import SatelliteLoudspeaker
from voice_agent.satellite.remembered import Remembered
from voice_agent.satellite.trouble import SatelliteError, Trouble
from voice_agent.sound import FRAME, RATE, Samples, Sound

OPENING = 8.0
"""Seconds in which a satellite must have brought sound before a talk begins; the others may come later."""

LOOKS = 0.25
"""Seconds without sound until it is asked whether anybody still waits."""

KEPT = round(2.5 / STEP)
"""Frames of each other room that are kept: what she said there until the talk moved is not lost."""

VOICE = round(1.6 * RATE)
"""Samples that tell whose voice it is."""

Knows = Callable[[Samples], bool]
"""Is that voice surely another's than the narrator's? Some tens of milliseconds, blocking."""


def nobody(samples: Samples) -> bool:
    """Nobody's voice is known."""
    return False


class SatelliteMicrophone:
    """The microphone of the room where the talk is. Iterate over it once at a time."""

    def __init__(self, room: "SatelliteRoom") -> None:
        self.clock = SoundClock()
        self.lost = False
        """Is the satellite of the talk away now?"""

        self.gaps: list[Gap] = []
        """All of this session, in order."""

        self._room = room

    async def __aiter__(self) -> AsyncIterator[Sound]:
        while (samples := await self._room.next_frame()) is not None:
            start = self.clock.now
            self.clock.advance(start + FRAME)
            frame = Sound(samples, start)
            self._room.learn(frame)
            yield frame


class SatelliteRoom:
    """Where a session takes place. Made by `open_satellites`; passes the contract of a room."""

    def __init__(
        self,
        links: Sequence[Link],
        remembered: Remembered,
        *,
        volume: float = 1.0,
        patience: float = 120.0,
        another: Knows = nobody,
    ) -> None:
        self.tell: Callable[[Gap], None] = lambda gap: None
        """Hears of every gap."""

        self.away: Callable[[bool, float], None] = lambda away, missed: None
        """Told when the satellite of the talk goes away, and when there is sound again: then with the seconds unheard."""

        self.stopping: Callable[[], bool] = lambda: False
        """Asked, while no sound comes, whether anybody still waits for it."""

        self.links = tuple(links)
        self._remembered, self._patience, self._another = remembered, patience, another
        self._delays = {each.at: Delay(remembered.delays.get(each.at)) for each in links}
        here = [n for n, each in enumerate(links) if each.here]
        known = [n for n in here if links[n].at == remembered.at]
        at = next(iter((*known, *here)), 0)
        places = tuple(Place() for _ in links)
        self._following = Following(places, at, answered=bool(known) or len(links) == 1)
        self._vads = [webrtcvad.Vad(2) for _ in links]
        self._elsewhere = [deque[Samples](maxlen=KEPT) for _ in links]
        self._waiting = deque[Samples]()  # what she said in a room before the talk moved there
        self._dropped = 0
        self._lost_at = 0.0  # steady time of the last sound before it was lost
        self._bell = anyio.Event()
        for each in links:
            each.bell = self._ring
        self.microphone = SatelliteMicrophone(self)
        self.loudspeaker = SatelliteLoudspeaker(
            self.microphone.clock, self._hearers, self._delay, volume=volume, patience=patience
        )

    @property
    def link(self) -> Link:
        """The satellite where the talk is."""
        return self.links[self._following.at]

    async def next_frame(self) -> Samples | None:
        """The next frame of the room where the talk is; None: nobody waits for it any more.

        Raises DeviceLost when it is away for too long.
        """
        while not self.stopping():
            bell = self._bell = anyio.Event()
            await self._follow()
            if self._waiting:
                return self._here(self._waiting.popleft())
            if (samples := self.link.frame()) is not None:
                await self._hear({self._following.at: samples})
                return self._here(samples)
            await self._wait(bell)
        return None

    def echo(self, made: Callable[[], EchoCanceller]) -> EchoCanceller:
        """What takes our voice out of this room's microphone, on top of one that `made` makes."""
        return LateEcho(made, self._delay, lambda: self.loudspeaker.clips)

    def learn(self, frame: Sound) -> None:
        """How late does our voice come back in this frame?"""
        sent = self.loudspeaker.sent(frame.start, len(frame.samples))
        delay = self._delays[self.link.at]
        delay.hear(frame, sent)
        if delay.samples is not None:
            self._remembered.delays[self.link.at] = delay.samples

    def _here(self, samples: Samples) -> Samples:
        """There is sound: was there none?"""
        microphone, now = self.microphone, self.microphone.clock.now
        if microphone.lost:
            microphone.lost = False
            missed = max(0.0, time.monotonic() - self._lost_at)
            self._gap(Gap(now, now, "lost", missed))
            self.away(False, missed)
        if (dropped := self.link.dropped) > self._dropped:
            self._gap(Gap(now, now, "dropped", (dropped - self._dropped) / RATE))
        self._dropped = dropped
        return samples

    def _gap(self, gap: Gap) -> None:
        self.microphone.gaps.append(gap)
        self.tell(gap)

    async def _wait(self, bell: anyio.Event) -> None:
        """Until somebody sends something. Raises DeviceLost."""
        if not self.link.here and not self.microphone.lost:
            self.microphone.lost, self._lost_at = True, self.link.heard_at
            self.away(True, 0.0)
        with anyio.move_on_after(LOOKS):
            await bell.wait()
        if self.microphone.lost and time.monotonic() > self._lost_at + self._patience:
            raise DeviceLost(
                f"The satellite at {self.link.at} went away and did not come back within {self._patience:.0f} seconds.",
                safe="Everything said before that is safe.",
                mend="When it is back, start again; the session can be resumed.",
            )

    async def _follow(self) -> None:
        """Listen in the other rooms, and move the talk where it belongs."""
        while True:
            frames = {
                n: frame
                for n, link in enumerate(self.links)
                if n != self._following.at and (frame := link.frame()) is not None
            }
            if not frames:
                return
            for n, frame in frames.items():
                self._elsewhere[n].append(frame)
            await self._hear(frames)

    async def _hear(self, frames: dict[int, Samples]) -> None:
        now = self.microphone.clock.now
        ours = bool(self.loudspeaker.reference(now, FRAME).any())
        heard = {n: self._judge(n, frame) for n, frame in frames.items()}
        # each room's frames come when they come; whoever is compared was heard a moment ago
        self._following = self._following.hear(heard, ours=ours)
        there = {n: Heard(0.0, False) for n, link in enumerate(self.links) if link.here}
        if not ours and (to := self._following.wants(there)) is not None:
            await self._move(to)

    def _judge(self, n: int, samples: Samples) -> Heard:
        level = 10 * float(np.log10(np.mean(np.square(samples, dtype=np.float64)) + 1e-10))
        pcm = (np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes()
        return Heard(level, self._vads[n].is_speech(pcm, RATE))

    async def _move(self, to: int) -> None:
        kept = self._elsewhere[to]
        if self._following.answered and len(kept) * FRAME >= VOICE:
            spoken = round(self._following.places[to].spoken / STEP)
            voice = np.concatenate(list(kept)[-max(spoken, VOICE // FRAME) :])
            if await anyio.to_thread.run_sync(self._another, voice):
                self._following = self._following.bar(to)
                return
        self._elsewhere[self._following.at].clear()
        self._following = self._following.move(to)
        self._remembered.at = self.links[to].at
        self._dropped = self.link.dropped
        self._waiting.extend(kept)
        kept.clear()
        self.loudspeaker.skip(len(self._waiting) * FRAME)

    def _hearers(self) -> Sequence[Link]:
        """Where our voice should be heard."""
        here = [each for each in self.links if each.here]
        if self._following.answered:
            return [self.link] if self.link.here else []
        return sorted(here, key=lambda each: each is not self.link)

    def _delay(self) -> int | None:
        return self._delays[self.link.at].samples

    def _ring(self) -> None:
        self._bell.set()


@asynccontextmanager
async def open_satellites(
    addresses: Sequence[str],
    *,
    remembered: Remembered | None = None,
    volume: float = 1.0,
    ring: float = 30.0,
    patience: float = 120.0,
    listens: float = LISTENS,
    opening: float = OPENING,
    another: Knows = nobody,
    tell: Callable[[str], None] = lambda says: None,
) -> AsyncGenerator[SatelliteRoom]:
    """Call all of them. `remembered`: what an earlier opening left. Raises NoMicrophone when none brings sound in `opening` seconds."""
    links = [Link(each, ring=ring, listens=listens, tell=tell) for each in addresses]
    try:
        async with anyio.create_task_group() as tasks:
            for each in links:
                tasks.start_soon(each.keep)
            try:
                await _first(links, opening)
                for each in links:
                    each.forget()
                yield SatelliteRoom(
                    links,
                    remembered or Remembered(),
                    volume=volume,
                    patience=patience,
                    another=another,
                )
            finally:
                tasks.cancel_scope.cancel()
    except BaseExceptionGroup as group:
        raise first(group) from None  # what went wrong inside, not how we were waiting for it


async def _first(links: Sequence[Link], opening: float) -> None:
    """Wait until a satellite brings sound. Raises NoMicrophone."""
    with anyio.move_on_after(opening):
        while not any(each.here for each in links):  # noqa: ASYNC110 - any of several may come
            await anyio.sleep(0.05)
        return
    wrong = SatelliteError(links[0].trouble or Trouble.NO_SOUND, links[0].at)
    raise NoMicrophone(wrong.what, safe=wrong.safe, mend=wrong.mend)
