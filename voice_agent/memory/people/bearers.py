"""Mentions that are one person so far, and what speaks for and against two of them being one. Pure."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from voice_agent.memory.dates.number_words import wordset
from voice_agent.memory.people.kin import Sex
from voice_agent.memory.people.nicknames import same_given
from voice_agent.memory.people.people import MentionKey, PersonMention

_BECOMES = {
    "sweetheart": {"wife", "husband", "fiancé", "fiancée", "girlfriend", "boyfriend"},
    "girlfriend": {"wife", "fiancée"},
    "boyfriend": {"husband", "fiancé"},
    "fiancé": {"husband"},
    "fiancée": {"wife"},
    "wife": {"ex-wife"},
    "husband": {"ex-husband"},
    "child": {"son", "daughter"},
    "grandchild": {"grandson", "granddaughter"},
    "twin": {"brother", "sister"},
}
"""One person may be both, in the course of a life."""


@dataclass(slots=True)
class Entity:
    """Mentions that are one person so far, and all that they say of him or her together."""

    mentions: list[PersonMention]
    relations: set[str]
    kin: set[str]
    """Those relations that are kin, not roles."""

    givens: set[str]
    surnames: set[str]
    titles: set[str]
    sexes: set[Sex]
    qualifiers: set[str]
    descriptors: set[str]
    company: set[str]
    only_one: bool
    lived_from: date
    """The earliest end of a time in which they certainly lived: born before that."""

    lived_to: date
    """The latest beginning of such a time: not dead before that."""

    died_by: date
    born_from: date
    ruled: bool = False
    """Did the narrator say who this is?"""

    @property
    def key(self) -> MentionKey:
        """The earliest mention."""
        return min(each.key for each in self.mentions)

    @property
    def known(self) -> bool:
        """Does something besides a given name say who this is?"""
        return bool(self.relations or self.surnames or self.descriptors)

    def take(self, other: "Entity") -> None:
        """Become one with `other`."""
        self.mentions.extend(other.mentions)
        for name in _SETS:
            getattr(self, name).update(getattr(other, name))
        self.only_one = self.only_one or other.only_one
        self.ruled = self.ruled or other.ruled
        self.lived_from = min(self.lived_from, other.lived_from)
        self.lived_to = max(self.lived_to, other.lived_to)
        self.died_by = min(self.died_by, other.died_by)
        self.born_from = max(self.born_from, other.born_from)


_SETS = wordset("relations kin givens surnames titles sexes qualifiers descriptors company")


def entity_of(mention: PersonMention) -> Entity:
    name = mention.name
    return Entity(
        [mention],
        {mention.relation} - {""},
        {mention.relation} - {""} if mention.kin else set(),
        {name.given} - {""},
        {name.surname} - {""},
        {name.title} - {""},
        {mention.sex, name.sex} - {Sex.UNSAID},
        {mention.qualifier} - {""},
        {mention.descriptor} - {""},
        set(mention.company),
        mention.only_one,
        mention.alive.latest if mention.alive else date.max,
        mention.alive.earliest if mention.alive else date.min,
        mention.died.latest if mention.died else date.max,
        mention.born.earliest if mention.born else date.min,
    )


def contradict(a: Entity, b: Entity) -> bool:
    """Does anything say that these are two people?"""
    if any(_differ(one, other) for one in a.relations for other in b.relations):
        return True
    if a.surnames and b.surnames and a.surnames != b.surnames:
        return True
    if not _givens_agree(a, b):
        return True
    if len(a.sexes | b.sexes) > 1 or len(a.qualifiers | b.qualifiers) > 1:
        return True
    if any(not _shares_word(one, other) for one in a.descriptors for other in b.descriptors):
        return True
    if _one_slot(a, b):
        return False  # two dates of one wife that cannot both hold are no second wife
    born_from, died_by = max(a.born_from, b.born_from), min(a.died_by, b.died_by)
    if min(a.lived_from, b.lived_from) < born_from:
        return True
    return died_by < max(a.lived_to, b.lived_to)


def _one_slot(a: Entity, b: Entity) -> bool:
    """Is it a relation that one has once, or one relation with one name?"""
    if not a.kin & b.kin:
        return False
    return a.only_one or b.only_one or bool(a.givens and b.givens)


def _differ(one: str, other: str) -> bool:
    if one == other:
        return False
    return other not in _BECOMES.get(one, ()) and one not in _BECOMES.get(other, ())


def _givens_agree(a: Entity, b: Entity) -> bool:
    return all(same_given(one, other) for one in a.givens for other in b.givens)


def _shares_word(one: str, other: str) -> bool:
    return bool(set(one.split()) & set(other.split()) - {"the", "old", "next"})


def named_alike(a: Entity, b: Entity) -> bool:
    """Do the names allow that these are one, and say more than nothing?"""
    if a.givens and b.givens:
        return _givens_agree(a, b)
    return bool(a.surnames & b.surnames)


def apart(a: Entity, b: Entity, ruled: Collection[frozenset[MentionKey]]) -> bool:
    if contradict(a, b):
        return True
    return bool(ruled) and any(
        frozenset({one.key, other.key}) in ruled for one in a.mentions for other in b.mentions
    )


def same_kin(a: Entity, b: Entity) -> bool:
    """One relation: a mother is a mother; brothers need their names or qualifiers."""
    if not a.kin & b.kin:
        return False
    if a.givens and b.givens:
        return _givens_agree(a, b)
    if a.only_one or b.only_one:
        return True
    return not (a.givens or b.givens) and a.qualifiers == b.qualifiers


def shared(a: Entity, b: Entity) -> set[str]:
    """Company in common. A name is no company of its own bearer."""
    own = a.givens | b.givens | a.relations | b.relations
    return {item for item in a.company & b.company if item.removeprefix("who:") not in own}
