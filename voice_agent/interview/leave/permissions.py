"""What the narrator is asked leave for, one by one, and when it is time to ask: between two stories, in no hurry.

Recording is asked for before anything is kept (consent.py). All else is asked over the first talks: the sound of the
voice and what is remembered in the first, who may read it and who may be asked to call in the second, print in the
third, after death in the fourth. A yes is asked for anew after ninety days and holds until then; a no holds until the
narrator changes it, and is never asked again. Wording: config/consent.toml, reviewed. Pure.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from voice_agent.errors import SettingsError
from voice_agent.interview.leave import reach
from voice_agent.interview.leave.reach import Reach
from voice_agent.story import Consent, ConsentKind

RENEWED = timedelta(days=90)
"""How long a yes holds before it is asked for anew (product.md)."""

TALKS = {
    ConsentKind.NEW_PASSWORD: 0,
    ConsentKind.COMES_IN: 0,
    ConsentKind.KEEP_AUDIO: 0,
    ConsentKind.MEMORY: 0,
    ConsentKind.RECIPIENT: 1,
    ConsentKind.MESSAGE: 1,
    ConsentKind.PRINT: 2,
    ConsentKind.AFTER_DEATH: 3,
}
"""How many talks there must have been before it is asked for, and in which order. A guess."""

AT_THE_DOOR = frozenset({ConsentKind.COMES_IN, ConsentKind.NEW_PASSWORD})
"""Kinds for somebody who stands there and waits: a yes is read back, and holds only in the narrator's own voice."""

A_TALK = 2
"""Leave is asked for at most so often in one talk. A guess."""

UNHURRIED = 4
"""Questions of the talk that come first, and between two of these. A guess."""


_YOUR = ", your "


@dataclass(frozen=True, slots=True)
class Permission:
    """One thing to ask leave for."""

    kind: ConsentKind
    about: str = ""
    """Who it is for: the reader, or who would be asked to call."""

    again: bool = False
    """There was a yes, ninety days ago or more."""

    account: str = ""
    """Theirs; "": they have none."""

    role: str = ""
    """As what they would come in."""

    word: str = ""
    """What they were to tell the narrator themselves; "": nothing."""

    back: bool = False
    """There was a yes, and it is read back: only a whole sentence in the narrator's own voice makes it hold."""

    @property
    def name(self) -> str:
        """ "Lucy", of "Lucy, your granddaughter"."""
        return self.about.partition(_YOUR)[0]

    @property
    def relation(self) -> str:
        """ "granddaughter"; "" where nobody said."""
        return self.about.partition(_YOUR)[2]


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
    back: str = ""
    """What is asked after a yes, where it is read back."""


@dataclass(frozen=True, slots=True)
class Asking:
    """How leave is asked for."""

    words: Mapping[ConsentKind, Words] | None = None
    again: str = ""
    """Said before a question that was answered with yes before."""

    later: str = ""
    """Said where the answer was neither yes nor no: it is left for another day."""

    check: str = ""
    """Said where they were given a word."""

    sure: tuple[str, str] = ("", "")
    """Said before what is read back: for whoever was given no word, and for whoever was."""

    comes_as: Mapping[str, str] = field(default_factory=dict[str, str])
    """What somebody of each role would do."""

    def say(self, permission: Permission) -> tuple[str, str]:
        """What comes first, and the question. Raises KeyError for a kind without words."""
        words = (self.words or {})[permission.kind]
        if permission.back:
            first = self.sure[bool(permission.word)]
            return self._filled(first, permission), self._filled(words.back, permission)
        first = f"{self.again} {words.say}" if permission.again else words.say
        return self._filled(first, permission), self._filled(words.ask, permission)

    def said(self, permission: Permission, given: bool) -> str:
        """What is said to a yes, or to a no."""
        words = (self.words or {})[permission.kind]
        return self._filled(words.yes if given else words.no, permission)

    def _filled(self, text: str, permission: Permission) -> str:
        does = self.comes_as.get(permission.role, "")
        filled = text.replace("{check}", self.check if permission.word else "")
        filled = filled.replace("{does}", does).replace("{who}", permission.about)
        return filled.replace("{name}", permission.name).strip()


def latest(consents: Iterable[Consent]) -> dict[tuple[ConsentKind, str], Consent]:
    """The last answer of each kind, and of each reader: by account, or by name in lower case."""
    return {(each.kind, each.account or each.about.lower()): each for each in consents}


def lapsed(consents: Iterable[Consent], kind: ConsentKind, now: datetime) -> bool:
    """Was the last answer of this kind a yes, ninety days ago or more?"""
    last = [each for each in consents if each.kind is kind]
    return bool(last) and last[-1].given and now - last[-1].at >= RENEWED


def due(
    consents: Iterable[Consent],
    *,
    readers: Iterable[tuple[str, str]],
    contact: str,
    at_the_door: Iterable[Permission] = (),
    talks: int,
    now: datetime,
) -> tuple[Permission, ...]:
    """What may be asked for in this talk, in order. `contact`: who would be asked to call, "" for nobody.

    `readers`: names and accounts. `at_the_door`: who waits to be let in, asked for before all else. `talks`: how many there were before this one.
    """
    held = latest(consents)
    found: list[Permission] = [*at_the_door]
    for kind, earliest in TALKS.items():
        if talks < earliest or kind in AT_THE_DOOR:
            continue
        about = {
            ConsentKind.RECIPIENT: tuple(dict.fromkeys(readers)),
            ConsentKind.MESSAGE: ((contact, ""),) if contact else (),
        }.get(kind, (("", ""),))
        for who, account in about:
            last = held.get((kind, account or who.lower()))
            if last is None or (last.given and now - last.at >= RENEWED):
                found.append(Permission(kind, who, again=last is not None, account=account))
    return tuple(found)


def read(path: Path, goes: Reach = Reach.DEVICE) -> Asking:
    """Read [permission] of config/consent.toml. Raises SettingsError naming what is missing."""
    stays = reach.read(path)[goes].stays
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))["permission"]
        words = {
            kind: Words(
                *(
                    str(table[str(kind)][each]).replace("{stays}", stays)
                    for each in ("say", "ask", "yes", "no")
                ),
                back=str(table[str(kind)]["back"]) if kind in AT_THE_DOOR else "",
            )
            for kind in TALKS
        }
        does = {str(role): str(text) for role, text in table["does"].items()}
        again, later, check = (str(table[each]) for each in ("again", "later", "check"))
        sure = (str(table["sure"]), str(table["sure_word"]))
        return Asking(words, again, later, check, sure, does)
    except (tomllib.TOMLDecodeError, KeyError, TypeError, OSError) as error:
        raise SettingsError(
            f"The consent wording in {path} cannot be used: {error}.",
            safe="Nothing was recorded.",
            mend="Restore the file from the package.",
        ) from None
