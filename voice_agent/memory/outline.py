"""What has been told so far, as plain data for whoever chooses the next question.

An `Outline` is a photograph: frozen, complete in itself, made anew after each turn that changed something.
Only what carries no label is in it, because whatever is in it may be said aloud.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from voice_agent.memory.claims import Claim, ClaimId
from voice_agent.memory.dates.when import ALWAYS, FOREVER, strict_bounds
from voice_agent.memory.events import Event, Life
from voice_agent.memory.graph import Gap, gaps
from voice_agent.memory.loose_ends import LooseEnd, loose_ends
from voice_agent.memory.privacy import OPEN
from voice_agent.story import Turn

AGES = (
    ("childhood", 0, 12),
    ("youth", 13, 19),
    ("twenties", 20, 29),
    ("thirties", 30, 39),
    ("forties", 40, 49),
    ("fifties", 50, 59),
    ("sixties", 60, 69),
    ("old age", 70, 120),
)
"""Name, first and last year of age. "old age" is ours, never to be said aloud."""


@dataclass(frozen=True, slots=True)
class KnownEvent:
    """Something that happened, as far as it has been told."""

    id: str
    line: str
    """The narrator's own words, from one telling, without its date."""

    when: str
    """EDTF; "" where unknown or in conflict."""

    years: tuple[int, int] | None
    """First and last year it can have been in; None where nothing narrower than a decade is known."""

    people: tuple[str, ...]
    """Names as said, the narrator not among them."""

    places: tuple[str, ...]
    sort: str
    """wedding, move, ...; "" where it is of no known sort."""

    tellings: int
    told_at: datetime
    """When it was last told, UTC."""

    sessions: tuple[str, ...]
    missing: frozenset[str]
    """Which of "when", "where" and "who" nobody has said."""

    conflict: bool
    """Are there two dates that cannot both hold?"""


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """Somebody in this life."""

    id: str
    name: str
    """What to call them in a sentence: "Rosalind", or the kin word ("mother")."""

    relation: str
    """To the narrator; "" where unknown."""

    mentions: int
    events: int
    """How many of the events they took part in."""

    unclear: bool
    """Is it not clear which of several of that name is meant? Then better not named."""


@dataclass(frozen=True, slots=True)
class Period:
    """A stretch of this life."""

    name: str
    """As in AGES; "the 1950s" where the year of birth is not known."""

    first: int
    last: int
    """Years, both included."""

    events: int
    """How many dated events lie in it."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Dates of one event that cannot all hold; only the narrator can say which does."""

    event: str
    line: str
    sides: tuple[str, ...]
    """EDTF, in the order in which they were first told."""


@dataclass(frozen=True, slots=True)
class Outline:
    """What has been told so far."""

    events: tuple[KnownEvent, ...] = ()
    """By date, undated last."""

    people: tuple[KnownPerson, ...] = ()
    """The most often mentioned first."""

    periods: tuple[Period, ...] = ()
    """In order of time, those without any event included where the year of birth is known."""

    gaps: tuple[Gap, ...] = ()
    """Stretches of five years and more of which nothing dated has been told; () without a year of birth."""

    conflicts: tuple[Disagreement, ...] = ()
    loose_ends: tuple[LooseEnd, ...] = ()
    """Stories begun and not ended, the latest last."""

    related: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Event id -> ids of events told in one breath with it or of the same people and places."""


EMPTY = Outline()
"""Nothing has been told, or memory is not open yet."""


def outline(
    life: Life,
    claims: Iterable[Claim],
    turns: Sequence[Turn] = (),
    *,
    born: int | None = None,
    year: int | None = None,
    barred: Collection[tuple[str, int]] = frozenset(),
    links: Mapping[str, Sequence[str]] | None = None,
) -> Outline:
    """Photograph a life. `turns` are the narrator's, in the order told; `year` is the present one.

    `barred` are turns (session, id) in which something hidden stands: no loose end is taken from them, nor
    from those in which something carries a label. Raises nothing.
    """
    told = {claim.id: claim for claim in claims}
    fine = [e for e in life.events if e.privacy == OPEN and e.description and _said(e, told)]
    events = tuple(_event(each, life, told) for each in fine)
    open_claims = {id for id, each in told.items() if each.privacy == OPEN}
    labelled = {(each.session, each.turn) for id, each in told.items() if id not in open_claims}
    known = {each.id for each in events}
    return Outline(
        events,
        _people(life, events, open_claims),
        _periods(events, born, year),
        gaps(life, born, year) if born and year and year > born else (),
        tuple(
            Disagreement(e.id, e.description, tuple(side.edtf for side in e.conflict.sides))
            for e in fine
            if e.conflict
        ),
        loose_ends(turns, {*barred, *labelled}),
        tuple(
            (each.id, near)
            for each in events
            if (near := tuple(i for i in (links or {}).get(each.id, ()) if i in known))
        ),
    )


def _said(event: Event, told: Mapping[ClaimId, Claim]) -> list[Claim]:
    return [told[id] for id in event.tellings if id in told]


def _event(event: Event, life: Life, told: Mapping[ClaimId, Claim]) -> KnownEvent:
    said = _said(event, told)
    people = tuple(life.people.person(id).name for id in event.people)
    missing = {
        "when": not (event.when or event.conflict),
        "where": not event.places,
        "who": not people,
    }
    return KnownEvent(
        event.id,
        event.description,
        event.when,
        _years(event.when),
        people,
        event.places,
        event.sort,
        len({(each.session, each.turn) for each in said}),
        max(each.told_at for each in said),
        tuple(sorted({each.session for each in said})),
        frozenset(name for name, so in missing.items() if so),
        event.conflict is not None,
    )


def _years(edtf: str) -> tuple[int, int] | None:
    if not edtf:
        return None
    days = strict_bounds(edtf)
    if days.earliest == ALWAYS or days.latest == FOREVER or days.days > 3660:
        return None
    return days.earliest.year, days.latest.year


def _people(
    life: Life, events: Sequence[KnownEvent], open_claims: Collection[str]
) -> tuple[KnownPerson, ...]:
    shown = {each.id for each in events}
    took_part: dict[str, int] = defaultdict(int)
    for event in life.events:
        if event.id in shown:
            for id in event.people:
                took_part[id] += 1
    found = [
        KnownPerson(
            each.id,
            each.name,
            each.relation,
            sum(claim in open_claims for claim, _ in each.mentions),
            took_part[each.id],
            each.unclear,
        )
        for each in life.people.sure
    ]
    fine = [each for each in found if each.mentions]
    return tuple(sorted(fine, key=lambda each: (-each.mentions, each.name, each.id)))


def _periods(
    events: Sequence[KnownEvent], born: int | None, year: int | None
) -> tuple[Period, ...]:
    dated = [each.years for each in events if each.years]
    if born:
        spans = [(name, born + first, born + last) for name, first, last in AGES]
        spans = [
            (name, first, last) for name, first, last in spans if year is None or first <= year
        ]
    else:
        decades = sorted({first // 10 * 10 for first, _ in dated})
        spans = [(f"the {decade}s", decade, decade + 9) for decade in decades]
    return tuple(
        Period(name, first, last, sum(a <= last and first <= b for a, b in dated))
        for name, first, last in spans
    )
