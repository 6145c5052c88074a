"""A small net for the worst moments, until the full ladder stands: wishes to die, intent, emergencies.

Rules, wording and numbers: config/safety.toml, one page a clinician can read. Pure, offline, and
asked before anything else is considered. It never says that help was called, because nothing here
can call anyone.
"""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from voice_agent.errors import SettingsError

LEVELS = ("3m", "3", "2")
"""Most urgent first."""


@dataclass(frozen=True, slots=True)
class Net:
    """The rules of config/safety.toml, ready for one country."""

    patterns: dict[str, tuple[re.Pattern[str], ...]]
    idioms: tuple[re.Pattern[str], ...]
    says: dict[str, str]
    emergency: str
    """The number to call."""

    def level(self, said: str) -> str | None:
        """Return "3m", "3", "2" or None for what was said in one turn."""
        text = plain(said)
        quoted = [m.span() for idiom in self.idioms for m in idiom.finditer(text)]
        for level in LEVELS:
            for pattern in self.patterns[level]:
                for match in pattern.finditer(text):
                    if not any(a <= match.start() and match.end() <= b for a, b in quoted):
                        return level
        return None

    def say(self, key: str) -> str:
        """The reviewed wording for a level, or for an answer to the question of level 2."""
        return self.says[key]


def plain(said: str) -> str:
    """Lower case, apostrophes as blanks, no punctuation but full stops between sentences."""
    text = said.lower().replace("’", "'").replace("'", " ")
    text = re.sub(r"[.!?;]+", " . ", text)
    return " ".join(re.sub(r"[^a-z0-9. ]+", " ", text).split())


def read(path: Path, country: str) -> Net:
    """Read config/safety.toml for `country` (ISO 3166). Raises SettingsError: no net, no talk."""
    try:
        table: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        numbers = table["numbers"].get(country.upper(), table["numbers"]["other"])
        fill = {"emergency": numbers["emergency"], "crisis": numbers["crisis"]}
        return Net(
            patterns={
                level: tuple(re.compile(p) for p in table["patterns"][level]) for level in LEVELS
            },
            idioms=tuple(re.compile(p) for p in table["idioms"]["patterns"]),
            says={key: entry["text"].format(**fill) for key, entry in table["say"].items()},
            emergency=numbers["emergency"],
        )
    except (tomllib.TOMLDecodeError, KeyError, OSError, re.error) as error:
        raise SettingsError(
            f"The safety page {path} cannot be used: {error}.",
            safe="Nothing was recorded; no talk is held without it.",
            mend="Restore the file from the package.",
        ) from None
