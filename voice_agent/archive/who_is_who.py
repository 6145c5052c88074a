"""Whom memory knows, and the narrator's word on who is who: two that are one, and a telling of somebody else.

Nothing told is changed. A word can be taken back, and a later one on the same two people holds instead of an earlier.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import product
from typing import NamedTuple

from voice_agent.archive import memory_tables
from voice_agent.archive.book import Keeper
from voice_agent.errors import MemoryRefused
from voice_agent.memory.claims import Claim
from voice_agent.memory.decisions import Act, Decision, DecisionId, standing
from voice_agent.memory.events import who
from voice_agent.memory.people.people import MentionKey, People, Person

NARRATOR = "the narrator"

SUGGESTED = "perhaps one person"
"""Key under which is kept who may be one: where each was told of first, and no word of it."""


class Telling(NamedTuple):
    """One turn in which somebody comes up."""

    session: str
    turn: int
    words: str
    """What was told there, in the narrator's words."""


@dataclass(frozen=True, slots=True)
class KnownSomebody:
    """Somebody whom memory knows."""

    id: str
    name: str
    relation: str
    """"" where the name says it already, or nobody said."""

    tellings: tuple[Telling, ...]


class Word(NamedTuple):
    """A word of the narrator's that holds."""

    id: str
    same: bool
    names: tuple[str, str]


def known(keeper: Keeper) -> tuple[KnownSomebody, ...]:
    """Those who are people by what was told of them, the most often told of first. Nothing put away is read."""
    claims = _claims(keeper)
    found = [_known(each, claims) for each in _people(keeper, claims).sure]
    return tuple(sorted(found, key=lambda each: (-len(each.tellings), each.name.lower(), each.id)))


def words(keeper: Keeper) -> tuple[Word, ...]:
    """What the narrator has said of who is who and not taken back, the latest first; one line for one word."""
    claims = _claims(keeper)
    people = _people(keeper, claims)
    found: dict[str, Word] = {}
    for each in _standing(keeper):
        names = _name(people, each.one), _name(people, each.other)
        if all(names):
            found.setdefault(
                _group(each.id), Word(_group(each.id), each.act is Act.SAME_PERSON, names)
            )
    return tuple(reversed(found.values()))


def suggest(keeper: Keeper, pairs: Iterable[tuple[str, str]]) -> None:
    """Keep which two may be one, until the narrator says: ids of people. Raises DiskFull."""
    people = _people(keeper, _claims(keeper))
    first = {each.id: _written(each.mentions[0]) for each in people.persons}
    new = [[first[a], first[b]] for a, b in pairs if a in first and b in first]  # pyright: ignore[reportArgumentType]
    _keep_suggested(keeper, [*_suggested(keeper), *new])


def suggested(keeper: Keeper) -> tuple[tuple[KnownSomebody, KnownSomebody], ...]:
    """Who may be one, as far as both are still known, are two, and nothing was said of it."""
    claims = _claims(keeper)
    people = _people(keeper, claims)
    by_id = {each.id: each for each in people.sure}
    found: dict[frozenset[str], tuple[KnownSomebody, KnownSomebody]] = {}
    for keys in _suggested(keeper):
        one, other = (by_id.get(_id(people, key)) for key in keys)  # pyright: ignore[reportArgumentType]
        if one is None or other is None or one.id == other.id:
            continue
        if not _between(keeper, Act.DIFFERENT_PEOPLE, one.mentions, other.mentions):
            found[frozenset((one.id, other.id))] = _known(one, claims), _known(other, claims)
    return tuple(found.values())


def keep_two(keeper: Keeper, one: str, other: str, now: datetime) -> None:
    """Let two people be two. Raises MemoryRefused where one of them is not there any more, DiskFull."""
    people = _people(keeper, _claims(keeper))
    a, b = _person(people, one), _person(people, other)
    if a.id != b.id:
        _keep(keeper, Act.DIFFERENT_PEOPLE, [(a.mentions[0], b.mentions[0])], (), now)


def join(keeper: Keeper, one: str, other: str, now: datetime) -> None:
    """Let two people be one. Raises MemoryRefused where one of them is not there any more, DiskFull."""
    people = _people(keeper, _claims(keeper))
    a, b = _person(people, one), _person(people, other)
    if a.id == b.id:
        return
    opposed = _between(keeper, Act.DIFFERENT_PEOPLE, a.mentions, b.mentions)
    _keep(keeper, Act.SAME_PERSON, [(a.mentions[0], b.mentions[0])], opposed, now)


def part(keeper: Keeper, one: str, session: str, turn: int, now: datetime) -> None:
    """Let whoever comes up in this turn be somebody else. Raises MemoryRefused, DiskFull."""
    claims = _claims(keeper)
    person = _person(_people(keeper, claims), one)
    place = {str(each.id): (each.session, int(each.turn)) for each in claims}
    there = [key for key in person.mentions if place.get(key[0]) == (session, turn)]
    rest = [key for key in person.mentions if key not in there]
    if not there or not rest:
        raise MemoryRefused("That is the only telling of them.", safe="Nothing has been changed.")
    opposed = _between(keeper, Act.SAME_PERSON, there, rest)
    _keep(keeper, Act.DIFFERENT_PEOPLE, list(product(there, rest)), opposed, now)


def take_back(keeper: Keeper, word: str, now: datetime) -> None:
    """Let a word hold no longer. One that does not hold changes nothing. Raises DiskFull."""
    for each in _standing(keeper):
        if _group(each.id) == word:
            _undo(keeper, each, now)


def _keep(
    keeper: Keeper,
    act: Act,
    pairs: Iterable[tuple[MentionKey, MentionKey]],
    opposed: Iterable[Decision],
    now: datetime,
) -> None:
    for each in opposed:
        _undo(keeper, each, now)
    stamp = now.isoformat()
    for number, (one, other) in enumerate(pairs):
        id = DecisionId(f"{act} {stamp} {number}")
        memory_tables.decide(
            keeper, Decision(id, act, now, NARRATOR, _written(one), _written(other))
        )


def _undo(keeper: Keeper, decision: Decision, now: datetime) -> None:
    id = DecisionId(f"{Act.UNDO} {decision.id} {now.isoformat()}")
    memory_tables.decide(keeper, Decision(id, Act.UNDO, now, NARRATOR, str(decision.id)))


def _standing(keeper: Keeper) -> tuple[Decision, ...]:
    acts = (Act.SAME_PERSON, Act.DIFFERENT_PEOPLE)
    return tuple(
        each for each in standing(memory_tables.decisions(keeper.read)) if each.act in acts
    )


def _between(
    keeper: Keeper, act: Act, some: Iterable[MentionKey], others: Iterable[MentionKey]
) -> list[Decision]:
    a, b = {_written(each) for each in some}, {_written(each) for each in others}
    return [
        each
        for each in _standing(keeper)
        if each.act is act
        and ((each.one in a and each.other in b) or (each.one in b and each.other in a))
    ]


def _claims(keeper: Keeper) -> list[Claim]:
    hidden = memory_tables.hidden(keeper.read)
    return [each for each in memory_tables.claims(keeper.read) if each.id not in hidden]


def _people(keeper: Keeper, claims: Iterable[Claim]) -> People:
    return who(claims, memory_tables.decisions(keeper.read))


def _person(people: People, id: str) -> Person:
    found = next((each for each in people.persons if each.id == id), None)
    if found is None:
        raise MemoryRefused(
            "Somebody of that name is not there any more.",
            safe="Nothing has been changed.",
            mend="Look at the people once more.",
        )
    return found


def _known(person: Person, claims: Iterable[Claim]) -> KnownSomebody:
    by_id = {each.id: each for each in claims}
    told: dict[tuple[str, int], Telling] = {}
    for claim, _ in person.mentions:
        each = by_id[claim]  # pyright: ignore[reportArgumentType]
        place = (str(each.session), int(each.turn))
        told.setdefault(place, Telling(*place, each.what or person.name))
    own = "" if person.relation.lower() == person.name.lower() else person.relation
    return KnownSomebody(person.id, person.name, own, tuple(told.values()))


def _suggested(keeper: Keeper) -> list[list[str]]:
    rows = keeper.read("SELECT value FROM kept WHERE key = ?", (SUGGESTED,))
    return json.loads(rows[0][0]) if rows else []


def _keep_suggested(keeper: Keeper, pairs: list[list[str]]) -> None:
    text = json.dumps([list(each) for each in dict.fromkeys(map(tuple, pairs))][-MOST_SUGGESTED:])
    keeper.commit(
        lambda db: db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (SUGGESTED, text))
    )


MOST_SUGGESTED = 20
"""Suggestions kept, the latest."""


def _id(people: People, key: str) -> str:
    """Who is mentioned there; "" where nobody is any more."""
    claim, _, first = key.partition(":")
    return people.of.get((claim, int(first or 0)), "")


def _name(people: People, key: str) -> str:
    id = _id(people, key)
    return people.person(id).name if id else ""  # pyright: ignore[reportArgumentType]


def _written(key: MentionKey) -> str:
    return f"{key[0]}:{key[1]}"


def _group(id: str) -> str:
    """The word that several decisions make together."""
    return id.rpartition(" ")[0]
