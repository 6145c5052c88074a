"""What memory holds, as the planner is told of it: joins two layers that do not know each other. Pure.

Only what may be brought up unasked goes across: nothing that carries a label, was a joke or a guess, or was
taken back. A year goes across only where the narrator has said that very year.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from voice_agent.interview import known
from voice_agent.interview.known import Known, Recalled
from voice_agent.memory.claims import Claim, ClaimId, Modality, Part
from voice_agent.memory.conflicts import Conflict
from voice_agent.memory.dates.when import ALWAYS, FOREVER, strict_bounds
from voice_agent.memory.events import Event, Life
from voice_agent.memory.loose_ends import LooseEnd
from voice_agent.memory.people.people import PersonId
from voice_agent.memory.privacy import OPEN
from voice_agent.memory.recall.memories import Memory
from voice_agent.memory.recall.reminders import Reminder
from voice_agent.reading.by_rules import expression
from voice_agent.reading.words.vocabulary import numbers
from voice_agent.story import Feeling

KEY = 0.6
"""Weight of an event from which its people are key."""

UNWEIGHED = 0.3
"""Weight of an event that was not rated."""

_NOT_NAMES = frozenset(["he", "she", "they", "we", "us", "them", "him", "her", "it", "people"])


class _Weight(NamedTuple):
    weight: float
    valence: float


def known_of(
    life: Life,
    claims: Iterable[Claim],
    *,
    memories: Iterable[Memory] = (),
    birth: int | None = None,
    this_year: int | None = None,
    loose_ends: Iterable[LooseEnd] = (),
) -> Known:
    """Return what the planner may know of `life`; `memories` say what stands out in it."""
    told = {claim.id: claim for claim in claims}
    rated = {
        str(each.id): _Weight(min(1.0, each.saliency.score / 10), each.affect.valence)
        for each in memories
    }
    names = {person.id: _called(person.name) for person in life.people.sure if not person.unclear}
    fine = [each for each in life.events if _may_be_asked(each)]
    events = [_event(each, told, names, rated.get(str(each.id))) for each in fine]
    events += [
        known.Event(f"loose:{each.session}/{each.turn}", each.words, unfinished=True)
        for each in loose_ends
    ]
    often = Counter(name for each in events for name in each.people)
    key = {name for each in events if each.weight >= KEY for name in each.people}
    relations = {_called(p.name): p.relation for p in life.people.sure}
    people = tuple(
        known.Person(name, relations.get(name, ""), times, name in key)
        for name, times in sorted(often.items(), key=lambda pair: (-pair[1], pair[0]))
    )
    conflicts = tuple(
        found for each in fine if each.conflict and (found := _conflict(each, each.conflict))
    )
    return Known(tuple(events), people, conflicts, birth, this_year)


def reminded(reminder: Reminder) -> Recalled:
    """Return a memory that came to mind as the planner is told of it."""
    affect = reminder.feeling
    people = tuple(called for name in reminder.people if (called := _called(name)))
    return Recalled(
        reminder.id,
        reminder.line,
        people,
        reminder.places,
        reminder.theme,
        Feeling(valence=affect.valence, arousal=affect.arousal, dominance=affect.dominance),
        reminder.score,
        tuple(f"{each.name} {each.share:+.2f}" for each in reminder.reasons),
        reminder.when,
        reminder.sure,
    )


def _may_be_asked(event: Event) -> bool:
    return event.privacy == OPEN and event.modality is Modality.SAID and bool(event.description)


def _event(
    event: Event,
    told: Mapping[ClaimId, Claim],
    names: Mapping[PersonId, str],
    rated: _Weight | None,
) -> known.Event:
    years = _years(event.when)
    said = set[int]()
    for id in event.tellings:
        if claim := told.get(id):
            said |= numbers(" ".join(claim.words(Part.WHEN)))
    one = years[0] if years and years[0] == years[1] and years[0] in said else None
    people = tuple(dict.fromkeys(names[id] for id in event.people if names.get(id)))
    rating = rated or _Weight(UNWEIGHED, 0.0)
    return known.Event(
        str(event.id), event.description, years, str(one) if one else "", people,
        event.places, event.sort, rating.weight, rating.valence, False, len(event.tellings),
        told[event.tellings[0]].session if event.tellings[0] in told else "",
    )  # fmt: skip


def _conflict(event: Event, found: Conflict) -> known.Conflict | None:
    """Two plain years, or nothing: a question about half-years helps nobody."""
    years = [str(y[0]) for side in found.sides if (y := _years(side.edtf)) and y[0] == y[1]]
    if len(set(years)) < 2 or not expression.told(event.description):
        return None
    return known.Conflict(str(found.id), event.description, (years[0], years[-1]))


def _years(edtf: str) -> tuple[int, int] | None:
    if not edtf:
        return None
    days = strict_bounds(edtf)
    first = days.earliest.year if days.earliest != ALWAYS else None
    last = days.latest.year if days.latest != FOREVER else None
    if first is None or last is None:
        return None
    return first, last


def _called(name: str) -> str:
    """Return what to call somebody when speaking to the narrator; "" where that is not clear."""
    words = name.split()
    if not words or words[0].lower() in _NOT_NAMES:
        return ""
    if words[0][0].isupper():
        return name
    bare = words[1:] if words[0].lower() in {"my", "our", "the", "a"} else words
    return f"your {' '.join(bare)}" if 1 <= len(bare) <= 2 else ""
