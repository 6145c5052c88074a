"""What stands beside the chapters: the timeline and the people, of what this copy holds and of nothing else.

Both are woven anew from the claims that the copy's own sentences rest on. Pure.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from voice_agent.memory.claims import Claim, ClaimId
from voice_agent.memory.decisions import Decision
from voice_agent.memory.events import Life, weave
from voice_agent.storybook import dates_read
from voice_agent.storybook.blocks import told_plainly
from voice_agent.storybook.pages import Book


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the book something stands."""

    chapter: int
    """From 1."""

    sentence: str
    """Its id: c1s3."""


@dataclass(frozen=True, slots=True)
class Happened:
    """One line of the timeline."""

    edtf: str
    when: str
    """For people."""

    text: str
    place: Place | None


@dataclass(frozen=True, slots=True)
class Somebody:
    """One line of the index of people."""

    name: str
    relation: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Index:
    """Both."""

    timeline: tuple[Happened, ...]
    people: tuple[Somebody, ...]


def sentence_id(chapter: int, number: int) -> str:
    """What a sentence of the chapter text is called in every export; both count from 1."""
    return f"c{chapter}s{number}"


def index(book: Book, claims: Iterable[Claim], decisions: Iterable[Decision]) -> Index:
    """Make the index of what `book` holds. Raises nothing."""
    every = {each.id: each for each in claims}
    places = _places(book, every.values())
    corrections = {each.id for each in every.values() if each.corrects and each.continues in places}
    life = weave(
        (each for id, each in every.items() if id in places or id in corrections), decisions
    )
    plain = {id for id, each in every.items() if told_plainly(each) or each.corrects}
    return Index(_timeline(life, places, plain, _texts(book)), _people(life, places))


def _places(book: Book, claims: Iterable[Claim]) -> dict[ClaimId, Place]:
    turns: dict[tuple[str, int], list[Claim]] = defaultdict(list)
    for claim in claims:
        turns[claim.session, claim.turn].append(claim)
    found: dict[ClaimId, Place] = {}
    for number, chapter in enumerate(book.chapters, start=1):
        count = 0
        for passage in chapter.passages:
            for sentence in passage.sentences:
                count += 1
                for span in sentence.spans:
                    for claim in turns.get((span.session, span.turn), ()):
                        if all(m.first < span.last and span.first < m.last for m in claim.mentions):
                            found.setdefault(claim.id, Place(number, sentence_id(number, count)))
    return found


def _texts(book: Book) -> dict[Place, str]:
    return {
        Place(number, sentence_id(number, count)): sentence.text
        for number, chapter in enumerate(book.chapters, start=1)
        for count, sentence in enumerate(
            (s for passage in chapter.passages for s in passage.sentences), start=1
        )
    }


def _timeline(
    life: Life, places: dict[ClaimId, Place], plain: set[ClaimId], texts: dict[Place, str]
) -> tuple[Happened, ...]:
    """The sentences that tell what happened, whole: without its date one would say something else."""
    found: dict[tuple[str, Place], Happened] = {}
    for event in life.events:
        edtf = event.when
        when = dates_read.read(edtf)
        if event.conflict:
            edtf = event.conflict.sides[0].edtf
            when = " or ".join(dict.fromkeys(dates_read.read(s.edtf) for s in event.conflict.sides))
        dated = [id for id in event.tellings if id in places and id in plain]
        place = next((places[id] for id in dated), None)
        if edtf and place is not None:
            found.setdefault((edtf, place), Happened(edtf, when, texts[place], place))
    return tuple(found.values())


def _people(life: Life, places: dict[ClaimId, Place]) -> tuple[Somebody, ...]:
    """Those with a name or a kin word, the same name once."""
    known: dict[tuple[str, str], list[Place]] = {}
    wheres = {place for event in life.events for place in event.places}
    relations = {person.name: person.relation for person in life.people.persons if person.relation}
    for person in life.people.persons:
        relation = person.relation or relations.get(person.name, "")
        if not relation and (
            not person.name[:1].isupper() or _PLACE.search(person.name) or person.name in wheres
        ):
            continue
        mine = known.setdefault((person.name, relation), [])
        mine += [places[ClaimId(claim)] for claim, _ in person.mentions if ClaimId(claim) in places]
    return tuple(
        Somebody(name[:1].upper() + name[1:], relation, _once(some))
        for (name, relation), some in sorted(known.items(), key=lambda each: each[0][0].lower())
        if some
    )


_PLACE = re.compile(
    r"\b(?:Street|St\.?|Road|Avenue|Lane|Square|Church|School|College|University|Hospital|Bridge|River|Bay|Hill|Island|"
    r"Market|Mill|Company|Elementary|High|Park|Hall|County|Bear)$"
)
"""A reader without weights takes these for people."""


def _once(places: Sequence[Place]) -> tuple[Place, ...]:
    """The first place in each chapter."""
    first: dict[int, Place] = {}
    for each in sorted(places, key=lambda p: (p.chapter, int(p.sentence.partition("s")[2]))):
        first.setdefault(each.chapter, each)
    return tuple(first.values())
