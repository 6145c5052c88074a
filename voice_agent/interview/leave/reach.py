"""How far what is said goes while we talk, and how that is said: a yes holds for as far as it was asked for. Pure.

Wording: config/consent.toml, reviewed, never generated.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from voice_agent.errors import SettingsError
from voice_agent.story import Consent


class Reach(IntEnum):
    """Who else works on what is said. A greater one goes further."""

    DEVICE = 0
    HOUSE = 1
    """Another computer of the house hears, speaks, compares or writes for this one, or is its microphone."""

    BEYOND = 2
    """A computer outside the house does."""


@dataclass(frozen=True, slots=True)
class Words:
    """How it is said."""

    stays: str
    """What follows "what you say": put where a phrase has {stays}."""

    ask: str
    """How recording is asked for."""


def read(path: Path) -> Mapping[Reach, Words]:
    """Read [reach] of config/consent.toml. Raises SettingsError."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))["reach"]
        each = {reach: table[reach.name.lower()] for reach in Reach}
        return {reach: Words(str(it["stays"]), str(it["ask"])) for reach, it in each.items()}
    except (tomllib.TOMLDecodeError, KeyError, TypeError, OSError) as error:
        raise SettingsError(
            f"The consent wording in {path} cannot be used: {error}.",
            safe="Nothing was recorded.",
            mend="Restore the file from the package.",
        ) from None


def covered(yes: Consent, reach: Reach, words: Mapping[Reach, Words]) -> bool:
    """Was the yes given to words that say that it goes so far? One that was kept without words was given for the device."""
    return reach is Reach.DEVICE or any(
        words[further].ask in _asks(yes.asked) for further in Reach if further >= reach
    )


def _asks(asked: str) -> Iterable[str]:
    """The question as it was asked, and without what is put behind it when it is asked again."""
    return asked, asked.replace(AGAIN, "?")


AGAIN = ", yes or no?"
"""What the question ends in when the answer was neither."""
