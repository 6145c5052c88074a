"""The safety ladder: what is said to sadness, distress, a wish to die, intent, an emergency, abuse.

Wording and numbers: config/safety.toml, one page a clinician can read. What is heard as what: cries.py and
config/safety_hearing.toml. Pure, offline, and asked before anything else is considered, in any state of the
conversation. It never says that help was called: only a delivered message is spoken of (conversation/alarm.py).
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from voice_agent.errors import SettingsError
from voice_agent.reading.danger import cries
from voice_agent.reading.danger.cries import GRAVE, Cries, Cry, Meaning

HEARING = "safety_hearing.toml"
"""The rules of hearing lie beside the page of wording."""


@dataclass(frozen=True, slots=True)
class Message:
    """What a contact reads."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Net:
    """The safety page, ready for one country."""

    cries: Cries
    says: Mapping[str, str]
    emergency: str
    """The number to call."""

    alerts: Mapping[str, str] = field(default_factory=dict[str, str])
    """Spoken outcomes of a message, with {who} left open."""

    messages: Mapping[str, Message] = field(default_factory=dict[str, Message])
    """emergency, concern, advocate; {name} is left open."""

    def hear(self, said: str) -> Cry | None:
        """Return the most urgent cry of any level, 0 and 1 included."""
        return self.cries.hear(said)

    @property
    def by_rules(self) -> "Net":
        """The same net, which takes only these very words for a cry and reads nothing by meaning."""
        return replace(self, cries=replace(self.cries, meaning=None))

    def level(self, said: str) -> str | None:
        """Return "3m", "3", "A", "2" or None: what is acted on."""
        cry = self.cries.hear(said)
        return cry.level if cry and cry.level in GRAVE and not cry.asked else None

    def holds(self, said: str) -> bool:
        """May it be a cry, by a rule or by its meaning? It is written down nowhere before it is answered."""
        cry = self.cries.hear(said)
        return cry is not None and cry.level in GRAVE

    def doubts(self, said: str) -> str:
        """The level that it may be, too unsure to be believed: then the narrator is asked. "" for none."""
        return self.cries.doubts(said)

    def asks_about(self, said: str) -> str:
        """The level about which the narrator is asked, be it doubted or a rule's alone; "" for none. Ask after `level`."""
        cry = self.cries.hear(said)
        return cry.level if cry and cry.asked else self.doubts(said)

    def by_form(self, said: str) -> str:
        """The level that what was said may be by its grammar alone: the narrator is asked. "" for none."""
        return self.cries.by_form(said)

    def of_abuse(self, said: str) -> bool:
        """Is abuse told in it, whatever else is told?"""
        return self.cries.of_abuse(said)

    def hint(self, said: str) -> str:
        """The level at which it may hint: the narrator is asked where they have hinted lately. "" for none."""
        return self.cries.hint(said)

    def say(self, key: str) -> str:
        """The reviewed wording for a level, or for an answer to the question of level 2."""
        return self.says[key]

    def reading(self, meaning: Meaning) -> "Net":
        """The same net, which also reads by meaning."""
        return replace(self, cries=replace(self.cries, meaning=meaning))


_AGAIN = " The number is {emergency}."
"""The number said once more: nothing where none is known."""


def read(path: Path, country: str) -> Net:
    """Read config/safety.toml for `country` (ISO 3166). Raises SettingsError: no net, no talk."""
    try:
        table: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        numbers = table["numbers"].get(country.upper(), table["numbers"]["other"])
        known = {"{emergency}": numbers["emergency"], "{crisis}": numbers["crisis"]}

        def fill(text: str) -> str:
            if numbers is table["numbers"]["other"]:
                text = text.replace(_AGAIN, "")
            for place, word in known.items():
                text = text.replace(place, word)
            return text

        return Net(
            cries.read(path.with_name(HEARING)),
            {key: fill(entry["text"]) for key, entry in table["say"].items()},
            numbers["emergency"],
            {key: fill(entry["text"]) for key, entry in table["alert"].items()},
            {
                key: Message(entry["title"], fill(entry["text"]))
                for key, entry in table["message"].items()
            },
        )
    except (tomllib.TOMLDecodeError, KeyError, OSError) as error:
        raise SettingsError(
            f"The safety page {path} cannot be used: {error}.",
            safe="Nothing was recorded; no talk is held without it.",
            mend="Restore the file from the package.",
        ) from None
