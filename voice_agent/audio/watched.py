"""Rooms whose microphone and loudspeaker may go away in mid-talk, and who is told of it."""

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from voice_agent.audio.clock import SoundClock
from voice_agent.audio.microphone import Gap
from voice_agent.backends import EchoCanceller
from voice_agent.sound import Loudspeaker, Microphone


class WatchedMicrophone(Microphone, Protocol):
    """One with a clock that can be read."""

    clock: SoundClock


class WatchedLoudspeaker(Loudspeaker, Protocol):
    """One that says when it is away."""

    away: Callable[[bool], None]


@runtime_checkable
class Watched(Protocol):
    """A room that tells of each gap."""

    @property
    def microphone(self) -> WatchedMicrophone:
        """As a room's."""
        ...

    @property
    def loudspeaker(self) -> WatchedLoudspeaker:
        """As a room's."""
        ...

    tell: Callable[[Gap], None]
    """Hears of every gap in what the microphone brought."""


@runtime_checkable
class StandsStill(Watched, Protocol):
    """A room elsewhere, whose clock stands still while it is out of reach."""

    away: Callable[[bool, float], None]
    """Told when it goes away, and when it is back: then with the seconds that nobody heard."""

    stopping: Callable[[], bool]
    """Asked, while no sound comes, whether anybody still waits for it."""

    def echo(self, made: Callable[[], EchoCanceller]) -> EchoCanceller:
        """What takes our voice out of its microphone, on top of one that `made` makes."""
        ...
