"""The people of tellings, as far as two tellings can be compared by them. Pure."""

from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from voice_agent.memory.claims import Claim, Part
from voice_agent.memory.happenings import NARRATOR
from voice_agent.memory.people.nicknames import same_given
from voice_agent.memory.people.people import People
from voice_agent.memory.people.persons import person_words


class Figure(NamedTuple):
    """A person as far as two tellings can be compared by."""

    id: str
    """PersonId, or NARRATOR."""

    given: str
    surname: str
    relation: str
    only_one: bool = False
    """One has one of these: "Dad" and "my father", but not "my husband's father"."""


class Match(IntEnum):
    """Whether two tellings have a person in common."""

    NO = -1
    PERHAPS = 0
    YES = 1


SELF = Figure(NARRATOR, "", "", "")


def figures(chain: Sequence[Claim], people: People, only: str = "") -> Iterator[Figure]:
    """The people of the claims, or those of them who were called `only`."""
    for claim in chain:
        for mention in claim.mentions:
            if mention.part not in (Part.WHO, Part.KIN) or (only and mention.words != only):
                continue
            for step, who in enumerate(person_words(mention.words)):
                id = people.of.get((claim.id, mention.first + step))
                if id:
                    yield Figure(id, who.name.given, who.name.surname, who.relation, who.only_one)


def matched(one: Figure, other: Figure) -> Match:
    """Are these two the same, as far as is known? A bare name that fits is a perhaps and a bit more."""
    if one.id == other.id:
        return Match.YES
    if NARRATOR in (one.id, other.id):
        return Match.NO
    if one.relation and other.relation and one.relation != other.relation:
        return Match.NO
    if one.only_one and other.only_one:
        return Match.YES
    if one.surname and other.surname and one.surname != other.surname:
        return Match.NO
    if one.given and other.given:
        return Match.YES if same_given(one.given, other.given) else Match.NO
    return Match.PERHAPS


@lru_cache(maxsize=100_000)
def common(one: frozenset[Figure], other: frozenset[Figure]) -> Match:
    """The best match between two sets; PERHAPS where either is empty."""
    if not one or not other:
        return Match.PERHAPS
    return max(matched(a, b) for a in one for b in other)
