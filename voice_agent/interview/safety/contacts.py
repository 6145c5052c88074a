"""Who is told what, in danger: the contacts of the settings, and the routing between them. Pure.

An emergency goes to the contacts in their order. A wish to die goes to the first of them, and only with the
narrator's standing consent. Abuse goes to the advocate alone: never to anybody named in what was said, and never
to anybody of the same household as somebody named.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from voice_agent.errors import SettingsError
from voice_agent.reading.words.plain_words import plain


@dataclass(frozen=True, slots=True)
class Contact:
    """Somebody who may get a message."""

    name: str
    relation: str = ""
    """To the narrator: daughter, neighbour; so that "my daughter" is known to be her."""

    household: str = ""
    """People of one household share this word."""

    address: str = ""
    """As the notifier takes it: an apprise address, or file:///... ; "": may be named, gets no message."""


@dataclass(frozen=True, slots=True)
class Contacts:
    """Everybody the settings name."""

    people: tuple[Contact, ...] = ()
    """In the order in which they are told of an emergency."""

    advocate: Contact | None = None
    others: tuple[Contact, ...] = ()
    """Who is known and gets no message: they may be named, and somebody may live with them."""

    @property
    def names(self) -> str:
        """Those who can get a message, for the first talk: "Ann or Tom"."""
        return " or ".join(each.name for each in self.people if each.address)

    def route(self, level: str, said: str, *, consented: bool) -> tuple[Contact, ...]:
        """Who may be told of `level` (2, 3, 3m or A), in order; empty: nobody.

        `said` is only looked at for the people it names. `consented`: the narrator has said that a contact
        may be asked to call after a wish to die.
        """
        reachable = tuple(each for each in self.people if each.address)
        match level:
            case "3" | "3m":
                return reachable
            case "2":
                return reachable[:1] if consented else ()
            case "A":
                return self._advocate(said)
            case _:
                return ()

    def _advocate(self, said: str) -> tuple[Contact, ...]:
        advocate = self.advocate
        if advocate is None or not advocate.address:
            return ()
        everybody = (*self.people, *self.others, advocate)
        named = [each for each in everybody if _named(each, said)]
        homes = {each.household.lower() for each in named if each.household}
        if advocate in named or advocate.household.lower() in homes:
            return ()
        return (advocate,)


def meant(about: str, readers: Sequence[str], people: Contacts) -> tuple[str, ...]:
    """Which of `readers` somebody means by `about` ("ann", "my daughter"); empty: nobody can tell."""
    words = frozenset(plain(about).split())
    known = {each.name.lower(): each for each in people.people}

    def is_meant(reader: str) -> bool:
        parts = frozenset(re.findall(r"[a-z]+", reader.lower()))
        if parts & words or reader.lower() == about.lower():
            return True
        alike = [each for name, each in known.items() if parts & frozenset(name.split())]
        return any(_named(each, about) for each in alike)

    return tuple(each for each in readers if is_meant(each))


_SAME = (
    {"son", "boy", "lad"},
    {"daughter", "girl"},
    {"husband", "partner", "wife"},
    {"carer", "nurse", "aide", "helper", "home help", "care worker", "girl", "cleaner"},
    {"grandson", "grandchild", "grandchildren"},
    {"granddaughter", "grandchild", "grandchildren"},
    {"neighbour", "neighbor"},
    {"solicitor", "lawyer", "attorney"},
)
_FAMILY = {"family", "children", "kids"}


def _named(contact: Contact, said: str) -> bool:
    """Is `contact` named in `said`, by a name or as "my daughter"? In doubt, yes."""
    text = f" {plain(said)} "
    names = [part for part in re.findall(r"[a-z]+", contact.name.lower()) if len(part) > 1]
    if any(re.search(rf"\b{re.escape(name)}(?: s|s)?\b", text) for name in names):
        return True
    relation = contact.relation.lower().strip()
    if not relation:
        return False
    words = {relation}.union(*(group for group in _SAME if relation in group))
    kin = relation.replace(" ", "") in {
        "son", "daughter", "grandson", "granddaughter", "child", "soninlaw", "daughterinlaw",
    }  # fmt: skip
    words |= _FAMILY if kin else set()
    return any(re.search(rf"\b{re.escape(word)}s?\b", text) for word in words)


def parse(people: Sequence[str], advocate: str) -> Contacts:
    """Read `name | relation | household | address` lines. Raises SettingsError."""
    return Contacts(
        tuple(_contact(line, "safety.contacts") for line in people),
        _contact(advocate, "safety.advocate") if advocate.strip() else None,
    )


def _contact(line: str, key: str) -> Contact:
    parts = [part.strip() for part in line.split("|")]
    if len(parts) != 4 or not parts[0]:
        raise SettingsError(
            f"A person in {key} is not written as name | relation | household | address.",
            safe="Nobody was told anything.",
            mend='For example: "Ann | daughter | mill lane | mailto://user:password@example.org".',
        )
    return Contact(*parts)
