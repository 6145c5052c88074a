"""Tells a broker how things stand for as long as the service runs, and says when somebody pressed “Talk now”.

Nothing here ends the service or holds up a talk: a broker that is away is asked again, after a second, two, four, up to a minute.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import anyio
import anyio.to_thread

from voice_agent.errors import BrokerAway, VoiceAgentError
from voice_agent.home_assistant.broker import SAFE, Line, connected
from voice_agent.home_assistant.discovery import ONLINE, US, Standing, Thing, Topics, states
from voice_agent.home_assistant.noted import Place

EVERY = 60.0
"""Seconds between two looks at how things stand."""

SOONEST, LATEST = 1.0, 60.0
"""Seconds before a broker that is away is asked again. A line that held longer than the latter begins anew with the former."""

ONCE = 60.0
"""Seconds after a press in which another one is the same hand, a message that came twice, or a rule gone wild."""


@dataclass
class Telling:
    """One device at one broker."""

    place: Place
    topics: Topics
    about: str
    """What there is, as `discovery` writes it."""

    look: Callable[[], Standing]
    """How things stand; blocking. Raises VoiceAgentError."""

    pressed: Callable[[], None]
    """Somebody pressed “Talk now”."""

    tell: Callable[[str], None]
    """Shows one sentence to the log."""

    running: Callable[[], float] = time.monotonic
    """Seconds on a clock that nobody sets."""

    every: float = EVERY
    pauses: tuple[float, float] = (SOONEST, LATEST)
    _standing: Standing = field(default=Standing(False, False, None), init=False)
    _pressed_at: float | None = field(default=None, init=False)
    _said: list[str] = field(default_factory=list[str], init=False)
    """What was said since a line last held."""

    async def run(self) -> None:
        """Until cancelled; then the broker is told that we are gone."""
        soonest, latest = self.pauses
        pause = soonest
        while True:
            began = self.running()
            try:
                await self._while_it_lasts()
            except* BrokerAway as gone:
                if self.running() - began > latest:
                    pause = soonest
                    self._said.clear()
                for away in _each(gone):
                    self._say(" ".join(part for part in (away.what, away.safe, away.mend) if part))
            await anyio.sleep(pause)
            pause = min(2 * pause, latest)

    async def _while_it_lasts(self) -> None:
        topics, broken = self.topics, bool(self._said)
        called = f"voice-agent-{topics.device}"
        async with connected(self.place, called, topics.availability) as line:
            await line.say(topics.discovery, self.about)
            if not await line.listen(topics.of(Thing.TALK_NOW)):
                self._say(
                    f"The broker at {self.place} does not let us hear “Talk now”: that button of Home Assistant does nothing. "
                    f"{SAFE} Give the user of home_assistant.user the right to read {US}/+/{Thing.TALK_NOW}, then start the service anew."
                )
            told: dict[str, str] = {}
            await self._catch_up(line, told)
            # not before: what a broker kept from another day is not how things stand
            await line.say(topics.availability, ONLINE)
            if broken:
                self._say(f"Home Assistant's broker at {self.place} is told again.")
            # beside each other: a wait for a press that is broken off may take the press along
            async with anyio.create_task_group() as both:
                both.start_soon(self._hear, line)
                while True:
                    await anyio.sleep(self.every)
                    await self._catch_up(line, told)

    async def _hear(self, line: Line) -> None:
        while True:
            await line.press(self.topics.of(Thing.TALK_NOW))
            now = self.running()
            if self._pressed_at is None or now - self._pressed_at >= ONCE:
                self._pressed_at = now
                self.pressed()

    async def _catch_up(self, line: Line, told: dict[str, str]) -> None:
        """Tell what has changed since `told`."""
        try:
            self._standing = await anyio.to_thread.run_sync(self.look, abandon_on_cancel=True)
        except VoiceAgentError:
            self._standing = replace(self._standing, well=False)
        for topic, payload in states(self.topics, self._standing).items():
            if told.get(topic) != payload:
                await line.say(topic, payload)
                told[topic] = payload

    def _say(self, sentence: str) -> None:
        if sentence not in self._said:
            self._said.append(sentence)
            self.tell(sentence)


def _each(gone: BaseExceptionGroup[BrokerAway]) -> Iterator[BrokerAway]:
    for each in gone.exceptions:
        if isinstance(each, BaseExceptionGroup):
            yield from _each(each)
        else:
            yield each


async def forget(place: Place, device: str) -> None:
    """Take back all that the broker keeps of us; Home Assistant then drops the device. Raises BrokerAway."""
    topics = Topics(device, place.prefix)
    async with connected(place, f"voice-agent-{device}-forgets") as line:
        for topic in topics.kept:
            await line.say(topic, "")
