"""What stands beside the chapters: the timeline, the people and the places, of what this copy holds and of nothing else.

All are woven anew from the claims that the copy's own sentences rest on. Pure.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from voice_agent.memory.claims import Claim, ClaimId, Part
from voice_agent.memory.dates.when import strict_bounds
from voice_agent.memory.decisions import Decision
from voice_agent.memory.events import Life, weave
from voice_agent.memory.loom import Loom
from voice_agent.memory.people.name_parts import TITLES
from voice_agent.memory.people.people import Person
from voice_agent.memory.same_event import Vectors
from voice_agent.memory.terms import terms
from voice_agent.storybook import dates_read
from voice_agent.storybook.blocks import begins, told_plainly
from voice_agent.storybook.compose import elliptic
from voice_agent.storybook.pages import Book, Sentence
from voice_agent.storybook.put_right import later


@dataclass(frozen=True, slots=True)
class PlaceInBook:
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
    place: PlaceInBook | None


@dataclass(frozen=True, slots=True)
class Somebody:
    """One line of the index of people."""

    name: str
    relation: str
    places: tuple[PlaceInBook, ...]


@dataclass(frozen=True, slots=True)
class Somewhere:
    """One line of the index of places."""

    name: str
    places: tuple[PlaceInBook, ...]


@dataclass(frozen=True, slots=True)
class Index:
    """All three."""

    timeline: tuple[Happened, ...]
    people: tuple[Somebody, ...]
    spots: tuple[Somewhere, ...] = ()
    life: Life = field(default_factory=Life, repr=False)
    """What the three were made of: the copy's own sentences, woven."""

    reworded: Mapping[ClaimId, str] = field(default_factory=dict[ClaimId, str], repr=False)
    """What is told in a sentence that the narrator wants to read otherwise: as it reads now."""

    @property
    def family(self) -> tuple[Somebody, ...]:
        """Those of whom it was told how they are kin."""
        return tuple(each for each in self.people if each.relation)

    @property
    def others(self) -> tuple[Somebody, ...]:
        """Those of whom no kinship was told."""
        return tuple(each for each in self.people if not each.relation)


def sentence_id(chapter: int, number: int) -> str:
    """What a sentence of the chapter text is called in every export; both count from 1."""
    return f"c{chapter}s{number}"


def index(
    book: Book,
    claims: Iterable[Claim],
    decisions: Iterable[Decision],
    meanings: Vectors | None = None,
    loom: Loom | None = None,
) -> Index:
    """Make the index of what `book` holds; `meanings` are those of the claims, `loom` how they compare, where known. Raises nothing."""
    every = {each.id: each for each in claims}
    places = _places(book, every.values())
    beside = {(s.session, s.turn, s.first) for p in book.passages for s in p.spans}
    corrections = {
        each.id
        for each in every.values()
        if each.corrects
        and (
            each.continues in places
            or any((m.session, m.turn, m.first) in beside for m in each.mentions)
        )
    }
    life = weave(
        (each for id, each in every.items() if id in places or id in corrections),
        decisions,
        vectors=meanings,
        loom=loom,
    )
    plain = {id for id, each in every.items() if told_plainly(each) or each.corrects}
    # a date that was put right is not the sentence's own any more
    right = later(every.values(), life).right
    redated = {id for id, words in right.items() if words.part is Part.WHEN}
    own = {id: "" if id in redated else every[id].edtf for id in places}
    texts = _whole(book)
    people = _people(life, places, texts)
    timeline = _timeline(life, places, plain, own, texts)
    otherwise = _reworded(book)
    reworded = {id: texts[place] for id, place in places.items() if place in otherwise}
    return Index(timeline, people, _spots(life, places, texts, people), life, reworded)


def _places(book: Book, claims: Iterable[Claim]) -> dict[ClaimId, PlaceInBook]:
    turns: dict[tuple[str, int], list[Claim]] = defaultdict(list)
    for claim in claims:
        turns[claim.session, claim.turn].append(claim)
    found: dict[ClaimId, PlaceInBook] = {}
    for number, chapter in enumerate(book.chapters, start=1):
        count = 0
        for passage in chapter.passages:
            for sentence in passage.sentences:
                count += 1
                for span in sentence.spans:
                    for claim in turns.get((span.session, span.turn), ()):
                        if not _stands(claim, sentence):
                            continue
                        if all(m.first < span.last and span.first < m.last for m in claim.mentions):
                            found.setdefault(
                                claim.id, PlaceInBook(number, sentence_id(number, count))
                            )
    return found


def _reworded(book: Book) -> frozenset[PlaceInBook]:
    """Where a sentence stands that reads otherwise than it was said."""
    return frozenset(
        PlaceInBook(number, sentence_id(number, count))
        for number, chapter in enumerate(book.chapters, start=1)
        for count, each in enumerate((s for p in chapter.passages for s in p.sentences), start=1)
        if each.reads is not None
    )


def _stands(claim: Claim, sentence: Sentence) -> bool:
    """Is it still told where the narrator wants the sentence to read otherwise? Each thing it rests on is named there."""
    if sentence.reads is None:
        return True
    read = sentence.reads.casefold()
    return bool(read) and all(
        m.words.casefold() in read for m in claim.mentions if m.part is not Part.WHAT
    )


THIN = 3
"""Words of a sentence that say something; one of fewer stands on the timeline with the one before it. A guess."""


def _whole(book: Book) -> dict[PlaceInBook, str]:
    """The texts, and before a thin one ("I was twelve.") the sentence that says of what it speaks."""
    texts: dict[PlaceInBook, str] = {}
    for number, chapter in enumerate(book.chapters, start=1):
        count = 0
        for passage in chapter.passages:
            before = ""
            for each in passage.approved:
                count += 1
                thin = len(terms(each.text)) < THIN or elliptic(each.text)
                note = f" [{each.beside}]" if each.beside else ""
                text = f"{before} {each.text}".strip() if thin else each.text
                texts[PlaceInBook(number, sentence_id(number, count))] = f"{text}{note}"
                before = each.text if each.told else ""
    return texts


def _fits(own: str, when: str) -> bool:
    """Can a sentence that dates itself `own` stand for what happened at `when`?"""
    if not own or not when:
        return True
    one, other = strict_bounds(own), strict_bounds(when)
    return one.earliest <= other.latest and other.earliest <= one.latest


def _timeline(
    life: Life,
    places: dict[ClaimId, PlaceInBook],
    plain: set[ClaimId],
    own: dict[ClaimId, str],
    texts: dict[PlaceInBook, str],
) -> tuple[Happened, ...]:
    """The sentences that tell what happened, whole, each at the date that it tells itself."""
    found: dict[tuple[str, PlaceInBook], Happened] = {}

    def line(edtf: str, place: PlaceInBook, when: str = "") -> None:
        said = when or dates_read.read(edtf)
        found.setdefault((edtf, place), Happened(edtf, said, texts[place], place))

    for event in life.events:
        dated = [id for id in event.tellings if id in places and id in plain]
        if event.conflict:
            sides = [
                (side.edtf, place)
                for side in event.conflict.sides
                if (place := next((places[i] for i in side.claims if i in dated), None))
            ]
            if not sides or not _of_one_thing([texts[place] for _, place in sides]):
                for each in sides:
                    line(*each)
            else:
                every = dict.fromkeys(dates_read.read(s.edtf) for s in event.conflict.sides)
                line(*sides[0], when=" or ".join(every))
            continue
        dated.sort(key=lambda id: own[id] != event.when)  # the one that says this very date
        fitting = next((places[id] for id in dated if _fits(own[id], event.when)), None)
        if event.when and fitting is not None:
            line(event.when, fitting)
        for id in dated:
            if own[id] and not _fits(own[id], event.when):
                line(own[id], places[id])
    return tuple(sorted(found.values(), key=lambda each: begins(each.edtf)))


def _of_one_thing(texts: Sequence[str]) -> bool:
    """Do sentences with different dates tell the same? Memory may have put two things together."""
    first, *others = (terms(text) for text in texts)
    return all(len(first & each) * 4 >= min(len(first), len(each)) for each in others)


def _people(
    life: Life, places: dict[ClaimId, PlaceInBook], texts: dict[PlaceInBook, str]
) -> tuple[Somebody, ...]:
    """Those with a name or a kin word, the same name once, where they are called by it."""
    known: dict[tuple[str, str], list[PlaceInBook]] = {}
    wheres = {place for event in life.events for place in event.places}
    relations = {person.name: person.relation for person in life.people.sure if person.relation}
    for person in life.people.sure:
        relation = person.relation or relations.get(person.name, "")
        if not relation and (
            all(word.strip(".").lower() in TITLES for word in person.name.split())
            or not person.name[:1].isupper()
            or _PLACE.search(person.name)
            or person.name in wheres
        ):
            continue
        mine = known.setdefault((person.name, relation), [])
        said = _called(person)
        mine += [
            places[ClaimId(claim)]
            for claim, _ in person.mentions
            if ClaimId(claim) in places and said.search(texts[places[ClaimId(claim)]])
        ]
    return tuple(
        Somebody(name[:1].upper() + name[1:], relation, _once(some))
        for (name, relation), some in sorted(known.items(), key=lambda each: each[0][0].lower())
        if some
    )


def _spots(
    life: Life,
    places: dict[ClaimId, PlaceInBook],
    texts: dict[PlaceInBook, str],
    people: Sequence[Somebody],
) -> tuple[Somewhere, ...]:
    """The places with a name of their own, where they are called by it, in the order of the alphabet."""
    found: dict[str, list[PlaceInBook]] = {}
    persons = {word for each in people for word in each.name.split()}
    for event in life.events:
        for said in event.places:
            name = said.strip(" ,.;")
            if not _NAMED.match(name) or name in persons or _TONGUE.search(name):
                continue
            there = re.compile(rf"\b{re.escape(name)}\b")
            own = {places[id] for id in event.tellings if id in places}
            found.setdefault(name, []).extend(p for p in own if there.search(texts[p]))
    return tuple(
        Somewhere(name, _once(some))
        for name, some in sorted(found.items(), key=lambda each: each[0].lower())
        if some
    )


_NAMED = re.compile(r"[A-Z\u00c0-\uffff]")
""" "The kitchen" is in every life; a place that is looked up has a name."""

_TONGUE = re.compile(r"(?:[a-z]ian|ish|ese)$")
""" "It swore in Norwegian" names no place."""


def _called(person: Person) -> re.Pattern[str]:
    """What somebody must be called for a place to be theirs: a name of their own, or "my mother"."""
    own = {
        word.strip(".,'’").removesuffix("'s").removesuffix("’s")
        for name in (person.name, *person.aliases)
        for word in name.split()
        if word[:1].isupper() and word.strip(".,").lower() not in TITLES | _OURS
    }
    words = sorted(map(re.escape, own or {person.name}))
    if person.relation:
        words.append(rf"(?:my|our) {re.escape(person.relation)}")
    return re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE)


_OURS = frozenset({"my", "our", "the", "a", "his", "her", "their"})

_PLACE = re.compile(
    r"\b(?:Street|St\.?|Road|Avenue|Lane|Square|Church|School|College|University|Hospital|Bridge|River|Bay|Hill|Island|"
    r"Market|Mill|Company|Elementary|High|Park|Hall|County|Bear)$"
)
"""A reader without weights takes these for people."""


def _once(places: Sequence[PlaceInBook]) -> tuple[PlaceInBook, ...]:
    """The first place in each chapter."""
    first: dict[int, PlaceInBook] = {}
    for each in sorted(places, key=lambda p: (p.chapter, int(p.sentence.partition("s")[2]))):
        first.setdefault(each.chapter, each)
    return tuple(first.values())
