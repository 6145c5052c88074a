"""What this house has told to which broker: kept in the record, so that it can be taken back when it is switched off.

It holds no password, only where one stands. The device's name there is drawn once, and moves with the house.
"""

import json
import secrets
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from voice_agent.archive.book import Keeper
from voice_agent.settings_sections import HomeAssistant

KEY = "home assistant"


@dataclass(frozen=True, slots=True)
class Place:
    """A broker, who we are to it, and below which prefix it is told."""

    host: str
    port: int
    user: str = ""
    password_file: str = ""
    tls: str = ""
    prefix: str = "homeassistant"

    @staticmethod
    def of(told: HomeAssistant) -> "Place":
        """Where the settings want it told."""
        return Place(told.broker, told.port, told.user, told.password_file, told.tls, told.prefix)

    @property
    def where(self) -> tuple[str, int, str]:
        """The same broker, by whatever name and key it lets us in."""
        return self.host, self.port, self.prefix

    def named_by(self, told: HomeAssistant) -> bool:
        """Is it the broker that the settings name?"""
        return self.where == Place.of(told).where

    def let_in_by(self, told: HomeAssistant) -> "Place":
        """The same broker, with the name and the key that the settings have for it now, where they name it."""
        return Place.of(told) if self.named_by(told) else self

    def lent_its_key_to(self, told: HomeAssistant) -> bool:
        """Does the file that held the password for this broker now hold that of another computer's?"""
        if not (self.password_file and told.password_file and told.broker):
            return False
        mine, theirs = (
            Path(each).expanduser() for each in (self.password_file, told.password_file)
        )
        return self.host != told.broker and mine.resolve() == theirs.resolve()

    def __str__(self) -> str:
        """For a sentence."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Noted:
    """Which device we are, and where that stands."""

    device: str = ""
    """Empty: nothing was ever told."""

    places: tuple[Place, ...] = ()


def noted(keeper: Keeper) -> Noted:
    """What was told until now."""
    rows = keeper.read("SELECT value FROM kept WHERE key = ?", (KEY,))
    if not rows:
        return Noted()
    kept = json.loads(rows[0][0])
    return Noted(kept["device"], tuple(Place(**each) for each in kept["places"]))


def told(keeper: Keeper, place: Place) -> Noted:
    """From now on something may stand at `place`: noted before the first word is sent."""
    before = noted(keeper)
    if place in before.places:
        return before
    others = (each for each in before.places if each.where != place.where)
    new = Noted(before.device or secrets.token_hex(4), (*others, place))
    return _keep(keeper, new)


def taken_back(keeper: Keeper, place: Place) -> None:
    """Nothing stands at `place` any more."""
    before = noted(keeper)
    _keep(keeper, replace(before, places=tuple(e for e in before.places if e != place)))


def _keep(keeper: Keeper, new: Noted) -> Noted:
    value = json.dumps(asdict(new))
    keeper.commit(lambda db: db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (KEY, value)))
    return new
