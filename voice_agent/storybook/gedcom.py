"""The people of a book as GEDCOM 7, for the programs in which families keep their trees.

Who is kin, what happened and when, as it was told in the sentences of this copy and in no others; beside each thing the day
of the talk in which it was told. Names are not taken apart: which word of "Lucy Ann Shaw" is the family's, nobody said.
Pure, but for `write`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from voice_agent.memory.claims import Claim
from voice_agent.memory.dates.number_words import wordset
from voice_agent.memory.events import Event, Life
from voice_agent.memory.people.people import Person, PersonId
from voice_agent.storybook import dates_read
from voice_agent.storybook.blocks import told_plainly
from voice_agent.storybook.copying import Making
from voice_agent.storybook.gedcom_dates import written
from voice_agent.storybook.index import Index
from voice_agent.storybook.layout import Layout

FILE = "family.ged"

_PARENTS = {"father": "HUSB", "mother": "WIFE"}
_SPOUSES = {"husband": "HUSB", "wife": "WIFE", "spouse": "WIFE", "partner": "WIFE"}
_SIBLINGS = frozenset({"brother", "sister", "sibling", "twin"})
_CHILDREN = frozenset({"son", "daughter", "child"})
_SHE = wordset(
    "mother wife sister daughter grandmother granddaughter aunt niece mother-in-law sister-in-law daughter-in-law"
)
_HE = wordset(
    "father husband brother son grandfather grandson uncle nephew father-in-law brother-in-law son-in-law"
)
_TAGS = {"birth": "BIRT", "death": "DEAT", "burial": "BURI", "graduation": "GRAD"}

Line = tuple[int, str, str]
"""Level, tag (with its own address before it), payload."""


@dataclass(frozen=True, slots=True)
class Tree:
    """What a file is made of."""

    narrator: str
    life: Life
    claims: Mapping[str, Claim]
    """What it was woven of, by id."""


def write(layout: Layout, claims: Iterable[Claim], making: Making, made: datetime) -> None:
    """Write family.ged into the copy being made; `claims`: all that were told. Raises BookRefused."""
    life = as_worded(layout.index)
    tree = Tree(layout.narrator, life, {str(each.id): each for each in claims})
    making.text(FILE, text(tree, made))


def as_worded(index: Index) -> Life:
    """What was told, but in the narrator's own wording where a sentence was to read otherwise."""

    def worded(event: Event) -> Event:
        reads = next((index.reworded[e] for e in event.tellings if e in index.reworded), None)
        return event if reads is None else replace(event, description=reads)

    return replace(index.life, events=tuple(map(worded, index.life.events)))


def text(tree: Tree, made: datetime) -> str:
    """The whole file, in UTF-8 as GEDCOM 7 wants it."""
    head: list[Line] = [
        (0, "HEAD", ""),
        (1, "GEDC", ""),
        (2, "VERS", "7.0"),
        (1, "SOUR", "voice-agent"),
        (1, "DATE", f"{made.day} {made:%b %Y}".upper()),
        (1, "NOTE", "As it was told. Nothing here was looked up anywhere else."),
    ]
    people = _people(tree.life)
    mine = {each.id: f"@I{number}@" for number, each in enumerate(people, start=2)}
    owned = _owned(tree, people)
    records = [*head, *_narrator(tree, people, mine, owned.get("", ()))]
    for each in people:
        records += _person(each, mine[each.id], tree, owned.get(each.id, ()))
    records += _families(tree, people, mine, owned.get("wedding", ()))
    return "".join(_row(*each) for each in (*records, (0, "TRLR", "")))


def _people(life: Life) -> tuple[Person, ...]:
    """The same name once, as in the book: which of two Harolds is meant, nobody said."""
    found: dict[tuple[str, str], Person] = {}
    for each in life.people.sure:
        if each.relation or each.name[:1].isupper():
            one = found.setdefault((each.name, each.relation), each)
            mentions = tuple(sorted({*one.mentions, *each.mentions}))
            found[each.name, each.relation] = replace(one, mentions=mentions)
    return tuple(found.values())


def _row(level: int, tag: str, payload: str) -> str:
    """One line of the file, and one more for each line that the payload has."""
    first, *more = payload.split("\n")
    address = re.match(r"@[A-Z]\w*@$", first) and tag not in ("NOTE", "NAME", "EVEN")
    escaped = [each if address else re.sub("^@", "@@", each) for each in (first, *more)]
    rows = [f"{level} {tag} {escaped[0]}".rstrip()]
    rows += [f"{level + 1} CONT {each}" for each in escaped[1:]]
    return "\n".join(rows) + "\n"


def _narrator(
    tree: Tree, people: Sequence[Person], mine: Mapping[PersonId, str], events: Iterable[Event]
) -> Iterator[Line]:
    yield 0, "@I1@ INDI", ""
    yield 1, "NAME", tree.narrator
    for event in events:
        yield from _event(event, tree)
    if _in(people, {*_PARENTS, *_SIBLINGS}):
        yield 1, "FAMC", "@F1@"
    if _in(people, {*_SPOUSES, *_CHILDREN}):
        yield 1, "FAMS", "@F2@"
    close = {*_PARENTS, *_SIBLINGS, *_SPOUSES, *_CHILDREN}
    for each in people:
        if each.relation and each.relation not in close:
            # a grandmother has her own place in a tree, but on which side nobody said
            yield 1, "ASSO", mine[each.id]
            yield 2, "ROLE", "OTHER"
            yield 3, "PHRASE", each.relation


def _person(person: Person, address: str, tree: Tree, events: Iterable[Event]) -> Iterator[Line]:
    yield 0, f"{address} INDI", ""
    yield 1, "NAME", person.name
    if person.relation in _SHE | _HE:
        yield 1, "SEX", "F" if person.relation in _SHE else "M"
    for event in events:
        yield from _event(event, tree)
    if person.relation in _PARENTS:
        yield 1, "FAMS", "@F1@"
    if person.relation in _SIBLINGS:
        yield 1, "FAMC", "@F1@"
    if person.relation in _SPOUSES:
        yield 1, "FAMS", "@F2@"
    if person.relation in _CHILDREN:
        yield 1, "FAMC", "@F2@"
    if told := _told((claim for claim, _ in person.mentions), tree):
        yield 1, "NOTE", told


def _families(
    tree: Tree, people: Sequence[Person], mine: Mapping[PersonId, str], weddings: Iterable[Event]
) -> Iterator[Line]:
    if _in(people, {*_PARENTS, *_SIBLINGS}):
        yield 0, "@F1@ FAM", ""
        yield from _partners(people, mine, _PARENTS)
        yield 1, "CHIL", "@I1@"
        yield from ((1, "CHIL", mine[each.id]) for each in _in(people, _SIBLINGS))
    if _in(people, {*_SPOUSES, *_CHILDREN}):
        yield 0, "@F2@ FAM", ""
        spouses = _in(people, {*_SPOUSES})
        narrator = "WIFE" if spouses and _SPOUSES[spouses[0].relation] == "HUSB" else "HUSB"
        yield 1, narrator, "@I1@"
        yield from _partners(people, mine, _SPOUSES)
        yield from ((1, "CHIL", mine[each.id]) for each in _in(people, _CHILDREN))
        for event in weddings:
            yield from _event(event, tree, "MARR")


def _partners(
    people: Sequence[Person], mine: Mapping[PersonId, str], tags: Mapping[str, str]
) -> Iterator[Line]:
    """One for each tag, as GEDCOM has room for; of two husbands the first told of."""
    taken = set[str]()
    for each in _in(people, {*tags}):
        tag = tags[each.relation]
        if tag not in taken:
            taken.add(tag)
            yield 1, tag, mine[each.id]


def _in(people: Iterable[Person], relations: Iterable[str]) -> tuple[Person, ...]:
    wanted = frozenset(relations)
    return tuple(each for each in people if each.relation in wanted)


def _owned(tree: Tree, people: Sequence[Person]) -> Mapping[str, list[Event]]:
    """Whose event it is, by the id of a person; "": the narrator's; "wedding": the narrator's wedding."""
    wed = bool(_in(people, {*_SPOUSES, *_CHILDREN}))
    found: dict[str, list[Event]] = {}
    for event in tree.life.events:
        # a date that was worked out from others may be out by years: it stands in no tree
        plain = any(told_plainly(tree.claims[each]) for each in event.tellings)
        if not (event.when or event.conflict) or not plain:
            continue
        if wed and event.sort == "wedding" and _OURS.search(event.description):
            found.setdefault("wedding", []).append(event)
            continue
        whose = next((each.id for each in people if _is_of(event, each)), "")
        found.setdefault(whose, []).append(event)
    return found


_OURS = re.compile(r"\b(?:I|[Ww]e)\b[^.]{0,20}\bmarried\b")


def _is_of(event: Event, person: Person) -> bool:
    """Is it told that this very person was born, or died? Whatever else is told stays with the narrator."""
    verb = {"birth": r"(?:was|were) born", "death": r"(?:died|passed away)"}.get(event.sort)
    if verb is None:
        return False
    called = "|".join(map(re.escape, {person.name, *person.aliases} - {""}))
    return re.search(rf"\b(?:{called})\b\W+(?:\w+\W+){{0,2}}{verb}", event.description) is not None


def _event(event: Event, tree: Tree, tag: str = "") -> Iterator[Line]:
    own = _TAGS.get(event.sort, "EVEN")
    if own in ("BIRT", "DEAT", "BURI") and not _of_whom(event):
        own = "EVEN"  # told of somebody else's: that is nothing that happened to the narrator's own body
    tag = tag or own
    yield 1, tag, event.description if tag == "EVEN" else ""
    if tag == "EVEN":
        yield 2, "TYPE", event.sort or "told"
    dates = [side.edtf for side in event.conflict.sides] if event.conflict else [event.when]
    yield 2, "DATE", written(dates[0])
    yield 3, "PHRASE", " or ".join(dict.fromkeys(dates_read.read(each) for each in dates))
    places = [each for each in event.places if each[:1].isupper()]
    if places:
        yield 2, "PLAC", ", ".join(places)
    if tag != "EVEN":
        yield 2, "NOTE", event.description
    if told := _told(event.tellings, tree):
        yield 2, "NOTE", told


def _of_whom(event: Event) -> bool:
    """Does the sentence say it of the narrator, or of the person that it was given to?"""
    return bool(event.people) or re.match(r"(?:[Ww]ell, )?I\b", event.description) is not None


def _told(claims: Iterable[str], tree: Tree) -> str:
    """ "Told in the talk of 5 October 2026." """
    days = sorted({tree.claims[each].told_at.date() for each in claims if each in tree.claims})
    said = [f"{day.day} {day:%B %Y}" for day in days]
    if len(said) < 2:
        return f"Told in the talk of {said[0]}." if said else ""
    return f"Told in the talks of {', '.join(said[:-1])} and {said[-1]}."
