"""The sample narrator: Margaret, who sits in where there is no microphone.

Invented by us, spoken by a synthetic voice; audio/README.md says so too. What she says, and when,
stands in audio/sample_narrator.toml.
"""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from voice_agent.errors import SettingsError
from voice_agent.resources import resource

When = Literal["after reply", "during reply"]

_PAUSE = re.compile(r"\[(\d+(?:\.\d+)?)\]")


@dataclass(frozen=True, slots=True)
class Line:
    """Something the sample narrator says."""

    file: Path
    """Mono, 16 kHz, FLAC."""

    parts: tuple[str | float, ...]
    """Words, and pauses in seconds."""

    when: When

    wait: float
    """Seconds after the interviewer has ended (after reply) or begun (during reply)."""

    @property
    def text(self) -> str:
        """The words alone."""
        return " ".join(part for part in self.parts if isinstance(part, str))

    @property
    def longest_pause(self) -> float:
        """Seconds; 0 where she does not stop."""
        return max((part for part in self.parts if isinstance(part, float)), default=0.0)


@dataclass(frozen=True, slots=True)
class SampleNarrator:
    """An invented person."""

    name: str
    born: int
    pace: float
    """Words a minute, without pauses of a second and more."""

    lines: tuple[Line, ...]


def sample_narrator(file: Path | None = None) -> SampleNarrator:
    """Read the sample narrator that ships with the product. Raises SettingsError."""
    file = file or resource("audio/sample_narrator.toml")
    try:
        told = tomllib.loads(file.read_text(encoding="utf-8"))
        lines = tuple(_line(entry, file.parent / "narrator") for entry in told["clip"])
        return SampleNarrator(str(told["name"]), int(told["born"]), float(told["pace"]), lines)
    except OSError as error:
        raise SettingsError(
            f"The sample narrator is missing: {file} ({error.strerror}).",
            mend="Install the program again.",
        ) from None
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise SettingsError(
            f"{file} is not what we expect: {error}.", mend="Mend that line."
        ) from None


def _line(entry: dict[str, Any], folder: Path) -> Line:
    when = entry["when"]
    if when not in ("after reply", "during reply"):
        raise ValueError(f"“when” is {when!r}; it is “after reply” or “during reply”")
    pieces = [piece.strip() for piece in _PAUSE.split(entry["text"].strip())]
    parts = tuple(
        float(piece) if place % 2 else piece for place, piece in enumerate(pieces) if piece
    )
    return Line(folder / entry["file"], parts, when, float(entry["wait"]))
