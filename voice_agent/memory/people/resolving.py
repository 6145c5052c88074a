"""Who is who: the mentions of people in a life, gathered into persons. Pure.

"My mother", "Mum" and "Ma" are one. Names alone are not enough: two Johns stay two until something says
that they are one, which is shared kin ("my brother John" twice) or shared company (the same people,
places or things around him) and nothing against it. What stays unclear stays apart and says so.

The result depends on the set of mentions alone, not on their order.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from voice_agent.memory.people.bearers import (
    Entity,
    apart,
    entity_of,
    named_alike,
    same_kin,
    shared,
)
from voice_agent.memory.people.nicknames import FORMS
from voice_agent.memory.people.people import (
    MentionKey,
    People,
    Person,
    PersonId,
    PersonMention,
    Rulings,
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


def _within_scopes(
    mentions: Sequence[PersonMention], ruled: Collection[frozenset[MentionKey]]
) -> list[Entity]:
    """In one turn, "Tom" after "my brother Tom" is he; "the other Tom" is not."""
    scopes: dict[str, list[Entity]] = defaultdict(list)
    for each in mentions:
        scopes[each.scope].append(entity_of(each))

    def one(a: Entity, b: Entity) -> bool:
        return named_alike(a, b) or same_kin(a, b)

    return [
        entity for _, inside in sorted(scopes.items()) for entity in _joined(inside, one, ruled)
    ]


def _known(entities: Sequence[Entity], ruled: Collection[frozenset[MentionKey]]) -> list[Entity]:
    """Join those of one relation, one full name, or one name and common company."""

    def one(a: Entity, b: Entity) -> bool:
        if not (a.known and b.known):
            return False
        if same_kin(a, b):
            return True
        if not named_alike(a, b):
            return False
        if a.surnames & b.surnames and ((a.givens and b.givens) or a.titles & b.titles):
            return True
        # a friend and a friend of one name, a brother and a bare Tom Doyle: company decides
        return bool(shared(a, b))

    return _joined(entities, one, ruled)


def _unnamed_kin(
    entities: Sequence[Entity], ruled: Collection[frozenset[MentionKey]]
) -> list[Entity]:
    """ "My sister" is Rose where Rose is the only sister we know of."""
    named: dict[str, list[Entity]] = defaultdict(list)
    for entity in entities:
        for relation in entity.kin if entity.givens else ():
            named[relation].append(entity)
    rest: list[Entity] = []
    for entity in entities:
        if not entity.kin or entity.givens:
            rest.append(entity)
            continue
        bearers = [each for relation in sorted(entity.kin) for each in named[relation]]
        if len(bearers) == 1 and not apart(bearers[0], entity, ruled):
            bearers[0].take(entity)
        else:
            rest.append(entity)
    return rest


def _bare(
    entities: Sequence[Entity], ruled: Collection[frozenset[MentionKey]]
) -> tuple[list[Entity], set[MentionKey]]:
    """Give a bare name to the one known bearer it shares company with; never choose between two.

    In one sitting or one written text a bare name that could be nobody else's is the same person throughout.
    """
    known = [entity for entity in entities if entity.known]
    by_name = _index(known)
    bare = [entity for entity in entities if not entity.known]
    doubled = _doubled(bare, known, by_name, ruled)
    unclear: set[MentionKey] = set()
    alone: list[Entity] = []
    pool: list[Entity] = []
    placed: list[tuple[Entity, Entity]] = []
    for entity in bare:
        alike = [
            known[index]
            for index in sorted({i for key in _buckets(entity) for i in by_name.get(key, ())})
            if named_alike(entity, known[index]) and not apart(entity, known[index], ruled)
        ]
        kin = [each for each in alike if each.kin and each.key not in doubled]
        # "Irena", another day, is the only Irena there is in the family
        near = kin if len(kin) == len(alike) == 1 else [e for e in alike if shared(entity, e)]
        if len(alike) > 1 and len(near) != 1:
            unclear.add(entity.key)
        if len(near) == 1:
            placed.append((near[0], entity))
        else:
            (alone if len(near) > 1 else pool).append(entity)
    for person, entity in placed:
        # two bare ones may each fit and yet contradict one another: the one told first stays
        if apart(person, entity, ruled):
            pool.append(entity)
        else:
            person.take(entity)

    def one(a: Entity, b: Entity) -> bool:
        if not named_alike(a, b):
            return False
        clear = not ({each.key for each in (*a.mentions, *b.mentions)} & unclear)
        here = clear and a.qualifiers == b.qualifiers and bool(_sittings(a) & _sittings(b))
        return here or bool(shared(a, b))

    return [*known, *_joined(pool, one, ruled), *alone], unclear


def _doubled(
    bare: Sequence[Entity],
    known: Sequence[Entity],
    by_name: Mapping[str, Sequence[int]],
    ruled: Collection[frozenset[MentionKey]],
) -> set[MentionKey]:
    """Those known whose name somebody else bears, too: one told as another, or who cannot be the same."""
    return {
        known[index].key
        for entity in bare
        for index in {i for key in _buckets(entity) for i in by_name.get(key, ())}
        if named_alike(entity, known[index])
        and (
            any(each.told_as or each.qualifier for each in entity.mentions)
            or apart(entity, known[index], ruled)
        )
    }


def _sittings(entity: Entity) -> set[str]:
    return {each.sitting for each in entity.mentions} - {""}


def _ruled(entities: Sequence[Entity], same: Collection[frozenset[MentionKey]]) -> list[Entity]:
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


def _buckets(entity: Entity) -> set[str]:
    """What two entities must share at the least to be compared at all."""
    names = {f"given:{full}" for given in entity.givens for full in FORMS.get(given, {given})}
    names |= {f"surname:{surname}" for surname in entity.surnames}
    return names | {f"kin:{relation}" for relation in entity.kin}


def _index(entities: Sequence[Entity]) -> dict[str, list[int]]:
    index: dict[str, list[int]] = defaultdict(list)
    for place, entity in enumerate(entities):
        for key in _buckets(entity):
            index[key].append(place)
    return index


def _joined(
    entities: Sequence[Entity],
    one: Callable[[Entity, Entity], bool],
    ruled: Collection[frozenset[MentionKey]],
) -> list[Entity]:
    """Join those for which `one` holds, earliest first, as long as nothing contradicts."""
    parts: list[Entity | None] = []
    index: dict[str, list[int]] = defaultdict(list)
    for entity in sorted(entities, key=lambda each: each.key):
        home: int | None = None
        near = sorted({place for key in _buckets(entity) for place in index.get(key, ())})
        for place in near:
            part = parts[place]
            whole = parts[home] if home is not None else entity
            if part is None or whole is None or not one(part, whole) or apart(part, whole, ruled):
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


def _person(entity: Entity, unclear: bool) -> Person:
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
