"""Who is who: the mentions of people in a life, gathered into persons.

"My mother", "Mum" and "Ma" are one. Names alone are not enough: two Johns stay two until something says
that they are one, which is shared kin ("my brother John" twice) or shared company (the same people,
places or things around him) and nothing against it. What stays unclear stays apart and says so.

The result depends on the set of mentions alone, not on their order.
"""

import hashlib
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NewType

from voice_agent.memory.dates.number_words import wordset
from voice_agent.memory.dates.when import Bounds
from voice_agent.memory.people.kin import Sex
from voice_agent.memory.people.nicknames import FORMS, known_given, same_given
from voice_agent.memory.people.spelling import PARTICLES, alike

PersonId = NewType("PersonId", str)
"""p- and twelve hex digits, from the earliest mention."""

MentionKey = tuple[str, int]
"""Where a person is mentioned: a claim and a character position in its turn."""

HER_TITLES = wordset("mrs miss ms mme madam lady sister mother auntie aunt")
HIS_TITLES = wordset("mr sir father brother uncle lord")
TITLES = (
    HER_TITLES
    | HIS_TITLES
    | wordset(
        "dr doctor reverend rev pastor rabbi professor prof sergeant sgt captain capt colonel major general"
        " lieutenant judge nurse deacon senator officer private corporal coach old big young little cousin"
    )
)
_NO_TITLE = wordset("old big young little cousin aunt auntie uncle")
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


@dataclass(frozen=True, slots=True)
class NameParts:
    """A name taken apart."""

    title: str = ""
    given: str = ""
    surname: str = ""
    said: str = ""
    """As written: all of it, without a title where there is a given name."""

    @property
    def sex(self) -> Sex:
        """What the title says."""
        if self.title in HER_TITLES:
            return Sex.SHE
        return Sex.HE if self.title in HIS_TITLES else Sex.UNSAID


def name_parts(name: str) -> NameParts:
    """Take "Mrs Doyle", "Tom Doyle", "Jan van der Berg", "Tommy" apart. Parts as they are compared (`alike`), no full stops."""
    spelled = [word.strip(".,") for word in name.split() if word.strip(".,")]
    words = [alike(word) for word in spelled]
    title, start = "", 0
    while start + 1 < len(words) and words[start] in TITLES:
        title = "" if words[start] in _NO_TITLE else words[start]
        start += 1
    if not words:
        return NameParts(title)
    said, rest = " ".join(spelled[start:]), words[start:]
    small = next((n for n, word in enumerate(rest) if word in PARTICLES and n + 1 < len(rest)), -1)
    if len(rest) == 1 or small == 0:
        alone = " ".join(rest)
        formal = title and title not in {"sister", "brother", "father", "mother"}
        if (formal or small == 0) and not (known_given(alone) and title in {"miss", "nurse"}):
            return NameParts(title, "", alone, " ".join(spelled) if title else said)
        return NameParts(title, alone, "", said)
    surname = " ".join(rest[small:]) if small > 0 else rest[-1]
    return NameParts(title, rest[0], surname, said)


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
    name: NameParts = NameParts()
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


@dataclass(slots=True)
class _Entity:
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

    def take(self, other: "_Entity") -> None:
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


def _entity(mention: PersonMention) -> _Entity:
    name = mention.name
    return _Entity(
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


def resolve(mentions: Iterable[PersonMention], rulings: Rulings | None = None) -> People:
    """Gather mentions into persons. The order of `mentions` does not matter. Raises nothing."""
    rulings = rulings or Rulings()
    every = sorted(set(mentions), key=lambda each: (each.key, each.words))
    entities = _within_scopes(every, rulings.different)
    entities = _ruled(entities, rulings.same)
    entities = _known(entities, rulings.different)
    entities = _unnamed_kin(entities, rulings.different)
    entities, unclear = _bare(entities, rulings.different)
    persons = [_person(entity, entity.key in unclear) for entity in entities]
    of = {key: person.id for person in persons for key in person.mentions}
    return People(tuple(sorted(persons, key=lambda person: person.id)), of)


def contradict(a: _Entity, b: _Entity) -> bool:
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


def _one_slot(a: _Entity, b: _Entity) -> bool:
    """Is it a relation that one has once, or one relation with one name?"""
    if not a.kin & b.kin:
        return False
    return a.only_one or b.only_one or bool(a.givens and b.givens)


def _differ(one: str, other: str) -> bool:
    if one == other:
        return False
    return other not in _BECOMES.get(one, ()) and one not in _BECOMES.get(other, ())


def _givens_agree(a: _Entity, b: _Entity) -> bool:
    return all(same_given(one, other) for one in a.givens for other in b.givens)


def _shares_word(one: str, other: str) -> bool:
    return bool(set(one.split()) & set(other.split()) - {"the", "old", "next"})


def _named_alike(a: _Entity, b: _Entity) -> bool:
    """Do the names allow that these are one, and say more than nothing?"""
    if a.givens and b.givens:
        return _givens_agree(a, b)
    return bool(a.surnames & b.surnames)


def _apart(a: _Entity, b: _Entity, ruled: Collection[frozenset[MentionKey]]) -> bool:
    if contradict(a, b):
        return True
    return bool(ruled) and any(
        frozenset({one.key, other.key}) in ruled for one in a.mentions for other in b.mentions
    )


def _within_scopes(
    mentions: Sequence[PersonMention], ruled: Collection[frozenset[MentionKey]]
) -> list[_Entity]:
    """In one turn, "Tom" after "my brother Tom" is he; "the other Tom" is not."""
    scopes: dict[str, list[_Entity]] = defaultdict(list)
    for each in mentions:
        scopes[each.scope].append(_entity(each))

    def one(a: _Entity, b: _Entity) -> bool:
        return _named_alike(a, b) or _same_kin(a, b)

    return [
        entity for _, inside in sorted(scopes.items()) for entity in _joined(inside, one, ruled)
    ]


def _same_kin(a: _Entity, b: _Entity) -> bool:
    """One relation: a mother is a mother; brothers need their names or qualifiers."""
    if not a.kin & b.kin:
        return False
    if a.givens and b.givens:
        return _givens_agree(a, b)
    if a.only_one or b.only_one:
        return True
    return not (a.givens or b.givens) and a.qualifiers == b.qualifiers


def _known(entities: Sequence[_Entity], ruled: Collection[frozenset[MentionKey]]) -> list[_Entity]:
    """Join those of one relation, one full name, or one name and common company."""

    def one(a: _Entity, b: _Entity) -> bool:
        if not (a.known and b.known):
            return False
        if _same_kin(a, b):
            return True
        if not _named_alike(a, b):
            return False
        if a.surnames & b.surnames and ((a.givens and b.givens) or a.titles & b.titles):
            return True
        # a friend and a friend of one name, a brother and a bare Tom Doyle: company decides
        return bool(_shared(a, b))

    return _joined(entities, one, ruled)


def _shared(a: _Entity, b: _Entity) -> set[str]:
    """Company in common. A name is no company of its own bearer."""
    own = a.givens | b.givens | a.relations | b.relations
    return {item for item in a.company & b.company if item.removeprefix("who:") not in own}


def _unnamed_kin(
    entities: Sequence[_Entity], ruled: Collection[frozenset[MentionKey]]
) -> list[_Entity]:
    """ "My sister" is Rose where Rose is the only sister we know of."""
    named: dict[str, list[_Entity]] = defaultdict(list)
    for entity in entities:
        for relation in entity.kin if entity.givens else ():
            named[relation].append(entity)
    rest: list[_Entity] = []
    for entity in entities:
        if not entity.kin or entity.givens:
            rest.append(entity)
            continue
        bearers = [each for relation in sorted(entity.kin) for each in named[relation]]
        if len(bearers) == 1 and not _apart(bearers[0], entity, ruled):
            bearers[0].take(entity)
        else:
            rest.append(entity)
    return rest


def _bare(
    entities: Sequence[_Entity], ruled: Collection[frozenset[MentionKey]]
) -> tuple[list[_Entity], set[MentionKey]]:
    """Give a bare name to the one known bearer it shares company with; never choose between two.

    In one sitting or one written text a bare name that could be nobody else's is the same person throughout.
    """
    known = [entity for entity in entities if entity.known]
    by_name = _index(known)
    bare = [entity for entity in entities if not entity.known]
    doubled = _doubled(bare, known, by_name, ruled)
    unclear: set[MentionKey] = set()
    alone: list[_Entity] = []
    pool: list[_Entity] = []
    placed: list[tuple[_Entity, _Entity]] = []
    for entity in bare:
        alike = [
            known[index]
            for index in sorted({i for key in _buckets(entity) for i in by_name.get(key, ())})
            if _named_alike(entity, known[index]) and not _apart(entity, known[index], ruled)
        ]
        kin = [each for each in alike if each.kin and each.key not in doubled]
        # "Irena", another day, is the only Irena there is in the family
        near = kin if len(kin) == len(alike) == 1 else [e for e in alike if _shared(entity, e)]
        if len(alike) > 1 and len(near) != 1:
            unclear.add(entity.key)
        if len(near) == 1:
            placed.append((near[0], entity))
        else:
            (alone if len(near) > 1 else pool).append(entity)
    for person, entity in placed:
        # two bare ones may each fit and yet contradict one another: the one told first stays
        if _apart(person, entity, ruled):
            pool.append(entity)
        else:
            person.take(entity)

    def one(a: _Entity, b: _Entity) -> bool:
        if not _named_alike(a, b):
            return False
        clear = not ({each.key for each in (*a.mentions, *b.mentions)} & unclear)
        here = clear and a.qualifiers == b.qualifiers and bool(_sittings(a) & _sittings(b))
        return here or bool(_shared(a, b))

    return [*known, *_joined(pool, one, ruled), *alone], unclear


def _doubled(
    bare: Sequence[_Entity],
    known: Sequence[_Entity],
    by_name: Mapping[str, Sequence[int]],
    ruled: Collection[frozenset[MentionKey]],
) -> set[MentionKey]:
    """Those known whose name somebody else bears, too: one told as another, or who cannot be the same."""
    return {
        known[index].key
        for entity in bare
        for index in {i for key in _buckets(entity) for i in by_name.get(key, ())}
        if _named_alike(entity, known[index])
        and (
            any(each.told_as or each.qualifier for each in entity.mentions)
            or _apart(entity, known[index], ruled)
        )
    }


def _sittings(entity: _Entity) -> set[str]:
    return {each.sitting for each in entity.mentions} - {""}


def _ruled(entities: Sequence[_Entity], same: Collection[frozenset[MentionKey]]) -> list[_Entity]:
    """The narrator's word joins whatever rules would keep apart."""
    home = {each.key: entity for entity in entities for each in entity.mentions}
    gone: set[int] = set()
    for pair in sorted(same, key=sorted):
        found = {id(home[key]): home[key] for key in sorted(pair) if key in home}
        if len(found) == 2:
            a, b = found.values()
            a.take(b)
            a.ruled = True
            gone.add(id(b))
            home.update({each.key: a for each in b.mentions})
    return [entity for entity in entities if id(entity) not in gone]


def _buckets(entity: _Entity) -> set[str]:
    """What two entities must share at the least to be compared at all."""
    names = {f"given:{full}" for given in entity.givens for full in FORMS.get(given, {given})}
    names |= {f"surname:{surname}" for surname in entity.surnames}
    return names | {f"kin:{relation}" for relation in entity.kin}


def _index(entities: Sequence[_Entity]) -> dict[str, list[int]]:
    index: dict[str, list[int]] = defaultdict(list)
    for place, entity in enumerate(entities):
        for key in _buckets(entity):
            index[key].append(place)
    return index


def _joined(
    entities: Sequence[_Entity],
    one: Callable[[_Entity, _Entity], bool],
    ruled: Collection[frozenset[MentionKey]],
) -> list[_Entity]:
    """Join those for which `one` holds, earliest first, as long as nothing contradicts."""
    parts: list[_Entity | None] = []
    index: dict[str, list[int]] = defaultdict(list)
    for entity in sorted(entities, key=lambda each: each.key):
        home: int | None = None
        near = sorted({place for key in _buckets(entity) for place in index.get(key, ())})
        for place in near:
            part = parts[place]
            whole = parts[home] if home is not None else entity
            if part is None or whole is None or not one(part, whole) or _apart(part, whole, ruled):
                continue
            part.take(whole)
            if home is not None:
                parts[home] = None
            home = place
        if home is None:
            home = len(parts)
            parts.append(entity)
        found = parts[home]
        for key in _buckets(found) if found else ():
            if home not in index[key]:
                index[key].append(home)
    return [part for part in parts if part is not None]


def _person(entity: _Entity, unclear: bool) -> Person:
    keys = sorted(each.key for each in entity.mentions)
    relations = sorted(entity.kin) or sorted(entity.relations)
    forms = sorted({each.words for each in entity.mentions})
    names = [each for each in entity.mentions if each.name.said]
    often = Counter(each.name.said for each in names)
    if names:
        best = max(
            names,
            key=lambda each: (
                bool(each.name.given) + bool(each.name.surname),
                len(each.name.said.split()),
                len(each.name.given),
                often[each.name.said],
                each.name.said,
            ),
        )
        called = best.name.said
    else:
        called = relations[0] if relations else forms[0]
    digest = hashlib.sha256(f"{keys[0][0]}:{keys[0][1]}".encode()).hexdigest()[:12]
    return Person(
        PersonId(f"p-{digest}"),
        called,
        relations[0] if relations else "",
        tuple(forms),
        tuple(keys),
        unclear,
        entity.ruled or any(each.sure for each in entity.mentions),
    )
