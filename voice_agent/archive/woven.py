"""The life that was woven last, kept as it came out: whoever looks at it need not weave it again.

It holds for exactly the claims, decisions and meanings it was woven of, under the rules of today; for anything else
there is none. It holds words of the narrator's, and goes whenever a turn is erased (m018_readings).
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from voice_agent.archive import tombstones
from voice_agent.archive.compared import rules
from voice_agent.archive.record import Record
from voice_agent.archive.session_tables import Read
from voice_agent.errors import DiskFull
from voice_agent.memory.claims import Claim, ClaimId, Modality, Part
from voice_agent.memory.conflicts import Conflict, ConflictId, Side
from voice_agent.memory.decisions import Decision
from voice_agent.memory.events import Event, EventId, Life
from voice_agent.memory.people.people import People, Person, PersonId
from voice_agent.memory.privacy import parsed
from voice_agent.memory.same_event import Vectors


def of(claims: Iterable[Claim], decisions: Iterable[Decision], vectors: Vectors) -> str:
    """What a life is woven of, in one word."""
    found = hashlib.sha256(rules().encode())
    for each in claims:
        said = (
            *(each.id, each.told_at, each.polarity, each.modality, each.edtf, each.anchor),
            *(each.corrects, each.continues, each.retold, each.sitting, each.privacy.label),
        )
        found.update(repr(said).encode())
    for each in decisions:
        found.update(repr(each).encode())
    for id in sorted(vectors):
        found.update(id.encode() + vectors[id][:4].tobytes())
    return found.hexdigest()[:32]


def life(read: Read, woven_of: str) -> Life | None:
    """The life that was woven of that; None where it was not kept."""
    rows = read("SELECT value FROM woven WHERE of = ?", (woven_of,))
    return _read(json.loads(rows[0][0])) if rows else None


def keep(record: Record, woven_of: str, made: Life, erased: int) -> None:
    """Keep `made` in the place of the one before, where nothing was erased meanwhile. Never raises.

    `erased`: how many places were gone (tombstones.py) before what it was woven of was read.
    """
    if record.read("SELECT 1 FROM woven WHERE of = ?", (woven_of,)):
        return
    value = json.dumps(_written(made), ensure_ascii=False)

    def work(db: sqlite3.Connection) -> None:
        if tombstones.erased_since(db, erased):
            return
        db.execute("DELETE FROM woven")
        db.execute("INSERT INTO woven VALUES (?, ?)", (woven_of, value))

    with suppress(DiskFull):  # it is woven again
        record.commit(work)


def _written(made: Life) -> dict[str, Any]:
    def dates(found: Conflict | None) -> Any:
        return found and [found.id, [[side.edtf, side.claims] for side in found.sides]]

    def parts(some: Mapping[ClaimId, frozenset[Part]]) -> Any:
        return {id: sorted(each) for id, each in some.items()}

    return {
        "events": [
            [
                *(e.id, e.tellings, e.when, e.people, e.places, e.description, e.sort),
                *(e.modality, e.privacy.label, dates(e.conflict)),
            ]
            for e in made.events
        ],
        "people": [
            [p.id, p.name, p.relation, p.aliases, p.mentions, p.unclear, p.sure]
            for p in made.people.persons
        ],
        "superseded": parts(made.superseded),
    }


def _read(value: Mapping[str, Any]) -> Life:
    def dates(found: Any) -> Conflict | None:
        if found is None:
            return None
        sides = tuple(Side(edtf, tuple(map(ClaimId, claims))) for edtf, claims in found[1])
        return Conflict(ConflictId(found[0]), sides)

    def parts(some: Mapping[str, Any]) -> dict[ClaimId, frozenset[Part]]:
        return {ClaimId(id): frozenset(map(Part, each)) for id, each in some.items()}

    events = tuple(
        Event(
            EventId(id),
            tuple(map(ClaimId, tellings)),
            when,
            tuple(map(PersonId, people)),
            tuple(places),
            description,
            sort,
            Modality(modality),
            parsed(privacy),
            dates(conflict),
        )
        for id, tellings, when, people, places, description, sort, modality, privacy, conflict in value[
            "events"
        ]
    )
    persons = tuple(
        Person(
            PersonId(id),
            name,
            relation,
            tuple(aliases),
            tuple((claim, first) for claim, first in mentions),
            unclear,
            sure,
        )
        for id, name, relation, aliases, mentions, unclear, sure in value["people"]
    )
    return Life(
        events,
        People(persons, {key: person.id for person in persons for key in person.mentions}),
        parts(value["superseded"]),
        {claim: event.id for event in events for claim in event.tellings},
    )
