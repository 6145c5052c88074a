"""What the narrator is asked leave for, one by one, and when it is time to ask: between two stories, in no hurry.

Recording is asked for before anything is kept (consent.py). All else is asked over the first talks: the sound of the
voice and what is remembered in the first, who may read it and who may be asked to call in the second, print in the
third, after death in the fourth. A yes is asked for anew after ninety days and holds until then; a no holds until the
narrator changes it, and is never asked again. Wording: config/consent.toml, reviewed. Pure.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from voice_agent.errors import SettingsError
from voice_agent.story import Consent, ConsentKind

RENEWED = timedelta(days=90)
"""How long a yes holds before it is asked for anew (product.md)."""

TALKS = {
    ConsentKind.KEEP_AUDIO: 0,
    ConsentKind.MEMORY: 0,
    ConsentKind.RECIPIENT: 1,
    ConsentKind.MESSAGE: 1,
    ConsentKind.PRINT: 2,
    ConsentKind.AFTER_DEATH: 3,
}
"""How many talks there must have been before it is asked for, and in which order. A guess."""

A_TALK = 2
"""Leave is asked for at most so often in one talk. A guess."""

UNHURRIED = 4
"""Questions of the talk that come first, and between two of these. A guess."""


@dataclass(frozen=True, slots=True)
class Permission:
    """One thing to ask leave for."""

    kind: ConsentKind
    about: str = ""
    """Who it is for: the reader, or who would be asked to call."""

    again: bool = False
    """There was a yes, ninety days ago or more."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What the narrator has just said to it."""

    permission: Permission
    given: bool
    asked: str
    """The wording that was asked."""


@dataclass(frozen=True, slots=True)
class Words:
    """How one kind is asked for, and what is said to the answer; {who} is left open."""

    say: str
    ask: str
    yes: str
    no: str


@dataclass(frozen=True, slots=True)
class Asking:
    """How leave is asked for."""

    words: Mapping[ConsentKind, Words] | None = None
    again: str = ""
    """Said before a question that was answered with yes before."""

    later: str = ""
    """Said where the answer was neither yes nor no: it is left for another day."""

    def say(self, permission: Permission) -> tuple[str, str]:
        """What comes first, and the question. Raises KeyError for a kind without words."""
        words = (self.words or {})[permission.kind]
        first = f"{self.again} {words.say}" if permission.again else words.say
        return first.replace("{who}", permission.about), words.ask.replace(
            "{who}", permission.about
        )

    def said(self, permission: Permission, given: bool) -> str:
        """What is said to a yes, or to a no."""
        words = (self.words or {})[permission.kind]
        return (words.yes if given else words.no).replace("{who}", permission.about)


def latest(consents: Iterable[Consent]) -> dict[tuple[ConsentKind, str], Consent]:
    """The last answer of each kind, and of each reader in lower case."""
    return {(each.kind, each.about.lower()): each for each in consents}


def lapsed(consents: Iterable[Consent], kind: ConsentKind, now: datetime) -> bool:
    """Was the last answer of this kind a yes, ninety days ago or more?"""
    last = [each for each in consents if each.kind is kind]
    return bool(last) and last[-1].given and now - last[-1].at >= RENEWED


def due(
    consents: Iterable[Consent],
    *,
    readers: Iterable[str],
    contact: str,
    talks: int,
    now: datetime,
) -> tuple[Permission, ...]:
    """What may be asked for in this talk, in order. `contact`: who would be asked to call, "" for nobody.

    `talks`: how many there were before this one.
    """
    held = latest(consents)
    found: list[Permission] = []
    for kind, earliest in TALKS.items():
        if talks < earliest:
            continue
        about = {
            ConsentKind.RECIPIENT: tuple(dict.fromkeys(readers)),
            ConsentKind.MESSAGE: (contact,) if contact else (),
        }.get(kind, ("",))
        for who in about:
            last = held.get((kind, who.lower()))
            if last is None or (last.given and now - last.at >= RENEWED):
                found.append(Permission(kind, who, again=last is not None))
    return tuple(found)


def read(path: Path) -> Asking:
    """Read [permission] of config/consent.toml. Raises SettingsError naming what is missing."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))["permission"]
        words = {
            kind: Words(*(str(table[str(kind)][each]) for each in ("say", "ask", "yes", "no")))
            for kind in TALKS
        }
        return Asking(words, str(table["again"]), str(table["later"]))
    except (tomllib.TOMLDecodeError, KeyError, TypeError, OSError) as error:
        raise SettingsError(
            f"The consent wording in {path} cannot be used: {error}.",
            safe="Nothing was recorded.",
            mend="Restore the file from the package.",
        ) from None
