"""What goes when something is to be forgotten: the claims, and the sentences that they stand in.

Forgetting errs towards more: a sentence goes whole, and with it whatever else it told, because half a
sentence still says what the other half was about. What only goes on about a forgotten thing goes too.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from voice_agent.errors import MemoryRefused
from voice_agent.memory.claims import Claim, ClaimId
from voice_agent.memory.clauses import sentences
from voice_agent.memory.events import EventId, Life
from voice_agent.memory.people.people import PersonId
from voice_agent.story import SessionId, TurnId


class What(StrEnum):
    """What kind of thing is to be forgotten."""

    TELLING = "telling"
    EVENT = "event"
    PERSON = "person"
    SESSION = "session"
    TURN = "turn"
    """One telling, whole, whatever was made of it; its id is "SESSION TURN"."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be forgotten."""

    what: What
    id: str
    """Of a claim, an event, a person or a session, as `memory timeline` and `memory people` print it."""


Place = tuple[SessionId, TurnId, int]
"""A turn in one of its wordings."""

Spans = Mapping[Place, tuple[tuple[int, int], ...]]
"""Characters [first, last) to be forgotten."""


SHOWN = 8
"""Characters of an id that `memory timeline` and `memory people` print; so many are enough where one alone begins so."""


def whole(wish: Wish, life: Life, claims: Iterable[Claim]) -> Wish:
    """`wish` with the id that its own is the beginning of; as it is where none or more than one begins so."""
    ids: dict[What, set[str]] = {
        What.TELLING: {str(each.id) for each in claims},
        What.EVENT: {str(each.id) for each in life.events},
        What.PERSON: {str(each.id) for each in life.people.persons},
    }
    begin = [id for id in ids.get(wish.what, ()) if id.startswith(wish.id)]
    return replace(wish, id=begin[0]) if len(begin) == 1 and len(wish.id) >= SHOWN else wish


def chosen(wish: Wish, life: Life, claims: Iterable[Claim]) -> frozenset[ClaimId]:
    """Return the claims that `wish` means, with all that go on about them. Raises MemoryRefused."""
    told = list(claims)
    match wish.what:
        case What.TELLING:
            found = {each.id for each in told if each.id == wish.id}
        case What.EVENT:
            found = {each.id for each in told if life.event_of.get(each.id) == EventId(wish.id)} | {
                id for event in life.events if event.id == wish.id for id in event.tellings
            }
        case What.PERSON:
            keys = {key for key, person in life.people.of.items() if person == PersonId(wish.id)}
            found = {ClaimId(claim) for claim, _ in keys}
            found |= _of_somebody(found, told, {claim for claim, _ in life.people.of})
        case What.SESSION:
            found = {each.id for each in told if each.session == wish.id}
        case What.TURN:
            found = {each.id for each in told if f"{each.session} {each.turn}" == wish.id}
    if not found and wish.what not in (What.SESSION, What.TURN):
        raise MemoryRefused(
            f"There is no {wish.what} {wish.id}.",
            safe="Nothing was forgotten.",
            mend="`voice-agent memory timeline` and `voice-agent memory people` print what there is.",
        )
    # where a correction goes, what it put right may not come back
    found |= {
        each.continues for each in told if each.id in found and each.corrects and each.continues
    }
    events = {life.event_of.get(each.id) for each in told if each.id in found and each.corrects}
    found |= {
        id
        for event in life.events
        if event.id in events
        for id in event.tellings
        if id in life.superseded
    }
    return frozenset(_with_followers(found, told))


_SOMEBODY = re.compile(r"\b(?:she|her|hers|he|him|his|they|them|their)\b", re.IGNORECASE)


def _of_somebody(
    found: Collection[ClaimId], told: Sequence[Claim], named: Collection[str]
) -> set[ClaimId]:
    """Claims that say "she" or "his", name nobody, and follow one of `found` in its turn."""
    more: set[ClaimId] = set()
    after: tuple[SessionId, TurnId] | None = None
    for claim in sorted(told, key=lambda each: each.order):
        here = claim.session, claim.turn
        if claim.id in found:
            after = here
        elif here != after or claim.id in named:
            after = None
        elif _SOMEBODY.search(claim.what):
            more.add(claim.id)
    return more


def _with_followers(found: set[ClaimId], told: Sequence[Claim]) -> set[ClaimId]:
    while more := {each.id for each in told if each.continues in found} - found:
        found = found | more
    return found


def spans(
    wish: Wish, claims: Iterable[Claim], texts: Mapping[Place, str], forgotten: Collection[ClaimId]
) -> Spans:
    """Return the sentences that hold the claims `forgotten`; of a session, everything.

    `texts` are the turns that claims point into.
    """
    if wish.what is What.SESSION:
        return {place: ((0, len(text)),) for place, text in texts.items() if place[0] == wish.id}
    if wish.what is What.TURN:
        return {
            place: ((0, len(text)),)
            for place, text in texts.items()
            if f"{place[0]} {place[1]}" == wish.id
        }
    found: dict[Place, set[tuple[int, int]]] = defaultdict(set)
    for claim in claims:
        if claim.id not in forgotten:
            continue
        for each in claim.mentions:
            place = each.session, each.turn, each.version
            for first, last in sentences(texts[place]):
                if each.first < last and first < each.last:
                    found[place].add((first, last))
    return {place: tuple(sorted(each)) for place, each in found.items()}


def blanked(text: str, gone: Iterable[tuple[int, int]]) -> str:
    """`text` with spaces for what is forgotten, so that every other place in it stays what it was."""
    for first, last in gone:
        text = text[:first] + " " * (last - first) + text[last:]
    return text


SHINGLE = 3
"""Words in a row that are looked for elsewhere."""


def shingles(texts: Iterable[str], size: int = SHINGLE) -> frozenset[str]:
    """Every `size` words in a row, bare; a shorter text is one shingle as it is."""
    found: set[str] = set()
    for text in texts:
        words = bare(text).split()
        if words and len(words) < size:
            found.add(" ".join(words))
        found |= {" ".join(words[n : n + size]) for n in range(len(words) - size + 1)}
    return frozenset(found)


def bare(text: str) -> str:
    """Lower case, letters and digits only, single spaces."""
    return " ".join(re.findall(r"[^\W_]+", text.lower()))


def echoes(
    text: str, forgotten: Collection[str], names: Collection[str]
) -> tuple[tuple[int, int], ...]:
    """The sentences of `text` that repeat a forgotten shingle or say a forgotten name."""
    return tuple(
        (first, last)
        for first, last in sentences(text)
        if _repeats(text[first:last], forgotten, names)
    )


def _repeats(text: str, forgotten: Collection[str], names: Collection[str]) -> bool:
    words = f" {bare(text)} "
    return any(f" {bare(name)} " in words for name in names if bare(name)) or any(
        each in forgotten for each in shingles([text]) if len(each.split()) == SHINGLE
    )
