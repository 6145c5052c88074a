"""What can be wrong with a satellite, in sentences for whoever looks after the house. None holds a word that was said."""

from dataclasses import dataclass
from enum import StrEnum

from voice_agent.errors import DeviceError


class Trouble(StrEnum):
    """What keeps a satellite from being a microphone and a loudspeaker."""

    AWAY = "away"
    DUMB = "dumb"
    HELD = "held"
    NO_SATELLITE = "no satellite"
    GARBLED = "garbled"
    ODD_SOUND = "odd sound"
    NO_SOUND = "no sound"


@dataclass(frozen=True, slots=True)
class _Said:
    what: str
    mend: str


_SAID = {
    Trouble.AWAY: _Said(
        "No satellite answers at {at}.",
        "Is it switched on and on the network? The address stands in satellite.addresses.",
    ),
    Trouble.DUMB: _Said(
        "What is at {at} takes the call and says nothing.",
        "Start the satellite anew; if it stays so, something else listens at that port.",
    ),
    Trouble.HELD: _Said(
        "The satellite at {at} answers and hangs up: another program holds it.",
        "A satellite serves one program. Take it out of the other one (Home Assistant, perhaps).",
    ),
    Trouble.NO_SATELLITE: _Said(
        "What answers at {at} is no satellite: it offers something else.",
        "Write the address of a satellite into satellite.addresses; its usual port is 10700.",
    ),
    Trouble.GARBLED: _Said(
        "What came from the satellite at {at} could not be understood.",
        "It is called anew by itself. If it stays so, start the satellite anew.",
    ),
    Trouble.ODD_SOUND: _Said(
        "The satellite at {at} sends sound in a form that nobody here can play.",
        "Let it send 16-bit sound, best at 16,000 Hz with one channel.",
    ),
    Trouble.NO_SOUND: _Said(
        "The satellite at {at} answers and sends no sound.",
        "Start it without a wake word and without --vad: for us it must listen as long as a talk lasts.",
    ),
}


class SatelliteError(DeviceError):
    """A satellite does not do what it should."""

    def __init__(self, trouble: Trouble, at: str) -> None:
        """`at`: its address."""
        said = _SAID[trouble]
        super().__init__(
            said.what.format(at=at),
            safe="Everything said until now is safe.",
            mend=said.mend,
        )
        self.trouble = trouble

    @property
    def says(self) -> str:
        """What is so and what to do, in one go."""
        return f"{self.what} {self.mend}"


def lies(at: str, announced: int, real: int) -> str:
    """What is said, once, of a satellite that sends faster or slower than it says."""
    return (
        f"The satellite at {at} says that it sends {announced:,} samples a second and sends {real:,}. "
        "What counts is what it sends; the talk goes on."
    )
