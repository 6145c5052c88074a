"""A satellite's loudspeaker: our voice goes out a quarter of a second ahead, so that little is left when she breaks in.

What is on its way then is heard all the same; of a satellite that plays with `aplay` that is up to its buffer, half a
second unless it is told otherwise. A sentence that the network cut is said again, whole, when the satellite is back.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress

import anyio
import numpy as np

from voice_agent.audio.clock import SoundClock
from voice_agent.audio.timeline import Timeline, at_rate, loud
from voice_agent.errors import DeviceLost
from voice_agent.satellite.link import Link
from voice_agent.satellite.trouble import SatelliteError
from voice_agent.satellite.wire import Wire
from voice_agent.sound import RATE, Clip, Samples

AHEAD = 0.25
"""Seconds that we send before their time: a network's hiccup is shorter, and a barge-in leaves no more."""

PIECE = 0.04
"""Seconds of one piece on the wire."""

EARLY = round(0.1 * RATE)
"""Our voice is shown so much before it comes back (satellite/echo.py): a satellite begins each clip a little differently, and

a delay that was measured is left alone while it is off by less (delay.MOVED). Shown after its time an echo is found by nobody.
"""

GRACE = 0.5
"""Seconds that a satellite may take to say "played" after a clip should have ended; one that never does is not waited for."""

LOOKS = 0.25
"""Seconds between two looks whether a satellite is back."""


class SatelliteLoudspeaker:
    """A Loudspeaker where the talk is; before anybody has answered, everywhere."""

    def __init__(
        self,
        clock: SoundClock,
        where: Callable[[], Sequence[Link]],
        delay: Callable[[], int | None],
        *,
        volume: float = 1.0,
        patience: float = 120.0,
    ) -> None:
        """`where`: the satellites to play at, the one that counts first; none is here: none. `delay`: samples from

        our sending until it comes back into that one's microphone; None: not known. `patience`: seconds to wait for one.
        """
        self.volume = volume
        """Factor, 0.1-2; may be changed at any time."""

        self.clips = 0
        """How many have begun where `reference` was last asked about: a cut one may still come back when the next is sent."""

        self.away: Callable[[bool], None] = lambda away: None
        """Told when nobody can hear us, and when somebody can again."""

        self._clock, self._where, self._delay = clock, where, delay
        self._patience = patience
        self._timeline = Timeline()
        self._begins: list[int] = []  # of each clip, the clock's index
        self._one = anyio.Lock()  # guards the air: two clips would talk over each other
        self._sent = 0.0  # seconds of the clip
        self._cut = False
        self._until = 0  # the clock's index at which the clip will have been heard
        # samples from a clip's reckoned end to "played", where no echo says it better
        self._drained = 0

    async def play(self, clip: Clip) -> None:
        """Return when it has been heard; cancelling sends no more. Raises DeviceLost when no satellite takes it in time."""
        async with self._one:
            patient = anyio.current_time() + self._patience
            while len(clip.samples):
                links = await self._somebody()
                with suppress(SatelliteError):  # it went in the middle: the clip is said again
                    await self._attempt(clip, links)
                    return
                if anyio.current_time() > patient:  # always back, and gone again in the middle
                    raise self._lost("No satellite played a sentence to its end")

    def heard(self) -> float:
        """Seconds of the clip now or last played that have reached the air."""
        if self._cut:  # what was sent cannot be taken back
            return self._sent
        return self._timeline.heard(self._clock.now - self._late)

    def reference(self, start: int, count: int) -> Samples:
        """What is in the air during [start, start + count), by the measured delay; shape (count,)."""
        start -= max(0, self._late - EARLY)
        while self.clips < len(self._begins) and self._begins[self.clips] < start + count:
            self.clips += 1
        return self._timeline.reference(start, count)

    def sent(self, start: int, count: int) -> Samples:
        """What we sent during [start, start + count), whenever it sounded."""
        return self._timeline.reference(start, count)

    def skip(self, samples: int) -> None:
        """The clock leapt ahead by so much, for the talk moved to another room: a clip in the air is not over sooner."""
        if self._until > self._clock.now:
            self._until += samples

    @property
    def _late(self) -> int:
        """Samples from our sending to the air, as far as we know."""
        known = self._delay()
        return self._drained if known is None else known

    async def _somebody(self) -> Sequence[Link]:
        """Wait until a satellite is here. Raises DeviceLost."""
        links = self._where()
        if links:
            return links
        self.away(True)
        with anyio.move_on_after(self._patience):
            while not (links := self._where()):  # noqa: ASYNC110 - any of several may come
                await anyio.sleep(LOOKS)
        if not links:
            raise self._lost("No satellite came back")
        self.away(False)
        return links

    def _lost(self, what: str) -> DeviceLost:
        return DeviceLost(
            f"{what} within {self._patience:.0f} seconds.",
            safe="Everything said so far is safe.",
            mend="Is it switched on and on the network? `voice-agent doctor` says which one answers.",
        )

    async def _attempt(self, clip: Clip, links: Sequence[Link]) -> None:
        """Play it once, from its beginning. Raises SatelliteError when the one that counts goes away."""
        first, whole = links[0], False
        far = loud(at_rate(clip, RATE), self.volume)
        # by what it hears now, and not by what we have listened to so far: a busy computer is behind, now more, now less
        begun = self._clock.now + first.waiting
        self._timeline.begin(far, begun)
        self._begins.append(begun)
        self._sent, self._cut = 0.0, False
        self._until = begun + len(far)
        try:
            async with first.playing() as wire, anyio.create_task_group() as tasks:
                first.played = anyio.Event()
                for each in links[1:]:
                    tasks.start_soon(self._also, each, clip)
                await self._send(wire, clip, first.plays, counts=True)
                await self._to_the_end(first)
                whole = True
        finally:
            self._cut = not whole
            self._timeline.end(begun + min(round(self._sent * RATE), len(far)))

    async def _also(self, link: Link, clip: Clip) -> None:
        """The same where nobody has answered yet; if it goes away, the others speak on."""
        with suppress(SatelliteError):
            async with link.playing() as wire:
                await self._send(wire, clip, link.plays, counts=False)

    async def _send(self, wire: Wire, clip: Clip, rate: int, *, counts: bool) -> None:
        """All of it, in time. Where it has hung up: wait until whoever reads there says so, and is `playing` no more."""
        sound = loud(at_rate(clip, rate), self.volume)
        pcm = (np.clip(sound, -1.0, 1.0) * 32767).astype("<i2")
        step = round(PIECE * rate)
        began = anyio.current_time()
        try:
            await wire.begin(rate)
            for at in range(0, len(pcm), step):
                due = began + at / rate - AHEAD
                if due > anyio.current_time():
                    await anyio.sleep_until(due)
                await wire.say(rate, pcm[at : at + step].tobytes())
                if counts:
                    self._sent = min(at + step, len(pcm)) / rate
        except SatelliteError:
            await anyio.sleep_forever()
        finally:
            with anyio.move_on_after(0.2, shield=True), suppress(SatelliteError):
                await wire.end()

    async def _to_the_end(self, link: Link) -> None:
        """All is sent: wait until it has been heard."""
        await self._reached(0)
        known = self._delay()
        if not link.answers_played:
            await self._reached(self._late)
            return
        grace = round(GRACE * RATE)
        with anyio.CancelScope() as scope:
            async with anyio.create_task_group() as tasks:

                async def long_enough() -> None:
                    await self._reached(self._late + grace)
                    link.answers_played = False
                    scope.cancel()

                tasks.start_soon(long_enough)
                await link.played.wait()
                tasks.cancel_scope.cancel()
        if known is None:
            self._drained = max(0, min(self._clock.now - self._until, grace))
        await self._reached(self._late)

    async def _reached(self, late: int) -> None:
        """Return when the clip's end, and `late` samples more, are over on the clock."""
        while self._clock.now < self._until + late:
            await self._clock.until(self._until + late)
