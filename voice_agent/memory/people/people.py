"""Persons in a life: where each is mentioned, and what the narrator has said about who is who."""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NewType

from voice_agent.memory.dates.when import Bounds
from voice_agent.memory.people.kin import Sex
from voice_agent.memory.people.name_parts import NameParts

PersonId = NewType("PersonId", str)
"""p- and twelve hex digits, from the earliest mention."""

MentionKey = tuple[str, int]
"""Where a person is mentioned: a claim and a character position in its turn."""


@dataclass(frozen=True, slots=True)
class PersonMention:
    """A person in the words of one claim, with what is known from there."""

    claim: str
    first: int
    """Character position in the turn."""

    words: str
    """As said: "my brother Tom"."""

    scope: str
    """Where one name is one person: the turn."""

    sitting: str = ""
    """The session that the turn belongs to; "" where it is not known."""

    relation: str = ""
    """Canonical kin word or role; "" for a bare name."""

    kin: bool = False
    """Is `relation` kin, and not a friend or a boss?"""

    only_one: bool = False
    """Does the kin word alone say who is meant?"""

    qualifier: str = ""
    name: NameParts = field(default_factory=NameParts)
    sex: Sex = Sex.UNSAID
    descriptor: str = ""
    """ "the mill" in "John from the mill"."""

    company: frozenset[str] = frozenset()
    """People, places and things told of with them, as comparable keys."""

    alive: Bounds | None = None
    """Days on some of which they certainly lived, in this claim."""

    died: Bounds | None = None
    born: Bounds | None = None

    sure: bool = True
    """Do these words say that it is a person: kin, a title, a given name we know, or what only people do?"""

    told_as: bool = False
    """Does a noun beside the name say who it is: "Jim the mailman", "our mailman was called Jim"?"""

    @property
    def key(self) -> MentionKey:
        """Which mention this is."""
        return self.claim, self.first


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in this life."""

    id: PersonId
    name: str
    """What to call them: the fullest name said, else the kin word."""

    relation: str
    aliases: tuple[str, ...]
    """Every form said, sorted."""

    mentions: tuple[MentionKey, ...]
    """Sorted."""

    unclear: bool = False
    """Could be one of several namesakes; the narrator may say which."""

    sure: bool = True
    """Is it a person, and not only a name that was seen: a tune, a street, a cry?"""


@dataclass(frozen=True, slots=True)
class People:
    """Everybody, and who each mention is."""

    persons: tuple[Person, ...] = ()
    """Sorted by id."""

    of: Mapping[MentionKey, PersonId] = field(default_factory=dict[MentionKey, PersonId])

    @property
    def sure(self) -> tuple[Person, ...]:
        """Those who are people by what was said of them; whoever shows or asks after somebody takes these."""
        return tuple(person for person in self.persons if person.sure)

    def person(self, id: PersonId) -> Person:
        """Raises KeyError."""
        place = bisect_left(self.persons, id, key=lambda person: person.id)
        if place == len(self.persons) or self.persons[place].id != id:
            raise KeyError(id)
        return self.persons[place]


@dataclass(frozen=True, slots=True)
class Rulings:
    """What the narrator has said about who is who. Undone ones are not among them."""

    same: frozenset[frozenset[MentionKey]] = frozenset()
    different: frozenset[frozenset[MentionKey]] = frozenset()
