"""The events of a life, woven from claims: a retelling adds a telling, not an event.

    life = weave(claims, decisions)

Tellings that go on about one another are a `Strand`; strands that tell of the same thing are one event.
Whether two strands do depends on these two alone, so the order in which claims arrive changes nothing,
and weaving again after each turn is quick: what was compared before is remembered (`Loom`).
"""

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import NewType

from voice_agent.memory.claims import Claim, ClaimId, Modality, Part
from voice_agent.memory.comparing import put_right
from voice_agent.memory.conflicts import Conflict, conflict, names_date
from voice_agent.memory.dates.when import ALWAYS, FOREVER, bounds, narrowed, strict_bounds
from voice_agent.memory.decisions import Act, Decision, standing
from voice_agent.memory.gathering import gathered
from voice_agent.memory.loom import Loom
from voice_agent.memory.people.people import People, PersonId, Rulings
from voice_agent.memory.people.persons import mentions_of, place_in_what, sort
from voice_agent.memory.people.resolving import resolve
from voice_agent.memory.privacy import Privacy, strictest
from voice_agent.memory.same_event import SAME, Vectors
from voice_agent.memory.strands import Strand, eventful, said, strand
from voice_agent.memory.terms import terms

EventId = NewType("EventId", str)
"""e- and sixteen hex digits, from the first telling."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, with every telling of it."""

    id: EventId
    tellings: tuple[ClaimId, ...]
    """In the order told; the superseded are among them, because they can still be heard."""

    when: str
    """EDTF that every date told allows; "" where none was told or they are in conflict."""

    people: tuple[PersonId, ...]
    """Sorted."""

    places: tuple[str, ...]
    """As said, first said first, without those withdrawn."""

    description: str
    """The narrator's own words for it, from one telling, without its date."""

    sort: str
    """wedding, move, ... ; "" where it is of no known sort."""

    modality: Modality
    privacy: Privacy
    """That of the strictest telling."""

    conflict: Conflict | None = None


@dataclass(frozen=True, slots=True)
class Life:
    """All that follows from the claims."""

    events: tuple[Event, ...] = ()
    """By date, then by first telling."""

    people: People = field(default_factory=People)
    superseded: Mapping[ClaimId, frozenset[Part]] = field(
        default_factory=dict[ClaimId, frozenset[Part]]
    )
    """What of which claim no longer holds, by the narrator's plain words; WHAT means all of it."""

    event_of: Mapping[ClaimId, EventId] = field(default_factory=dict[ClaimId, EventId])

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """Those still open."""
        return tuple(event.conflict for event in self.events if event.conflict)


def who(claims: Iterable[Claim], decisions: Iterable[Decision] = ()) -> People:
    """Return the people that `claims` tell of, as the narrator has said who is who. Raises nothing."""
    told = sorted({claim.id: claim for claim in claims}.values(), key=lambda each: each.order)
    return resolve(mentions_of(told), _rulings(standing(decisions)))


def weave(
    claims: Iterable[Claim],
    decisions: Iterable[Decision] = (),
    *,
    vectors: Vectors | None = None,
    loom: Loom | None = None,
) -> Life:
    """Return the life that `claims` tell. Their order does not matter. Raises nothing.

    `vectors` holds what claims mean, where there is a reader of it; a claim without is compared by its words. `loom` carries comparisons from one weaving to the next.
    """
    told = sorted({claim.id: claim for claim in claims}.values(), key=lambda each: each.order)
    ruled = standing(decisions)
    people = resolve(mentions_of(told), _rulings(ruled))
    linked = chains(told)
    strands = put_right([strand(chain, people, vectors or {}) for chain in linked])
    together = _gathered(strands, ruled, vectors, loom or Loom())
    groups = [
        sorted((claim for place in group for claim in linked[place]), key=lambda each: each.order)
        for group in together
    ]
    taken = _taken_back(told)
    superseded = {id: _STORY for id in taken}
    for group in groups:
        for id, parts in _superseded(group, ruled).items():
            superseded[id] = superseded.get(id, _NOTHING) | parts
    events = [event for group in groups if (event := _event(group, people, superseded))]
    events.sort(key=_by_time)
    event_of = {claim: event.id for event in events for claim in event.tellings}
    return Life(tuple(events), people, superseded, event_of)


def _rulings(decisions: Sequence[Decision]) -> Rulings:
    def pairs(act: Act) -> frozenset[frozenset[tuple[str, int]]]:
        return frozenset(
            frozenset({_person_key(each.one), _person_key(each.other)})
            for each in decisions
            if each.act is act
        )

    return Rulings(pairs(Act.SAME_PERSON), pairs(Act.DIFFERENT_PEOPLE))


def _person_key(text: str) -> tuple[str, int]:
    claim, _, first = text.partition(":")
    return claim, int(first or 0)


def chains(told: Sequence[Claim]) -> list[list[Claim]]:
    """Claims with those that go on about them, in the order of their first telling."""
    known = {claim.id: claim for claim in told}
    found: dict[ClaimId, list[Claim]] = defaultdict(list)
    for claim in told:
        root, seen = claim, {claim.id}
        while (before := root.continues) and before in known and before not in seen:
            root = known[before]
            seen.add(root.id)
        found[root.id].append(claim)
    return [sorted(chain, key=lambda each: each.order) for chain in found.values()]


def _gathered(
    strands: Sequence[Strand], ruled: Sequence[Decision], vectors: Vectors | None, loom: Loom
) -> list[list[int]]:
    """Join strands that tell of one event: the most alike first, and never against a veto."""
    home = {claim: place for place, each in enumerate(strands) for claim in each.claims}

    def decided(act: Act) -> list[tuple[int, int]]:
        return [
            (home[ClaimId(each.one)], home[ClaimId(each.other)])
            for each in ruled
            if each.act is act and each.one in home and each.other in home
        ]

    compared = loom.laid(strands, vectors)
    return gathered(
        [each.claims[0] for each in strands],
        compared.links(),
        compared.odds,
        SAME,
        together=decided(Act.SAME_EVENT),
        apart=decided(Act.DIFFERENT_EVENTS),
    )


def _taken_back(told: Sequence[Claim]) -> set[ClaimId]:
    """What plain words took back: the story right before them, from the claim they go on about, and what that quotes."""
    places = {each.id: place for place, each in enumerate(told)}
    found: set[ClaimId] = set()
    for place, each in enumerate(told):
        if not each.corrects or each.corrects.part or not (goal := each.continues):
            continue
        if (first := places.get(goal)) is not None:
            story = [x for x in told[first:place] if x.session == each.session]
            found |= {x.id for x in story}
            found |= {x.continues for x in story if x.retold and x.continues}
    return found


def _superseded(
    group: Sequence[Claim], ruled: Sequence[Decision]
) -> dict[ClaimId, frozenset[Part]]:
    """What of which claim of one event no longer holds, because the narrator named it and what is right."""
    gone: dict[ClaimId, set[Part]] = defaultdict(set)
    for place, claim in enumerate(group):
        for earlier in group[:place]:
            if part := _put_right(earlier, claim):
                gone[earlier.id].add(part)
    known = {claim.id: claim for claim in group}
    for each in ruled:
        if each.act is Act.CLOSE and (right := known.get(ClaimId(each.one))):
            for claim in group:
                before = claim.told_at <= each.at and claim.id != right.id
                if claim.edtf and before and not bounds(claim.edtf).meets(bounds(right.edtf)):
                    gone[claim.id].add(Part.WHEN)
    return {claim: frozenset(parts) for claim, parts in gone.items()}


def _put_right(earlier: Claim, later: Claim) -> Part | None:
    """What of `earlier` the correction `later` names and puts right."""
    correction = later.corrects
    if correction is None or correction.part is None or not correction.denied:
        return None
    if correction.part is Part.WHEN:
        return Part.WHEN if names_date(correction.denied, earlier.edtf) else None
    if later.continues != earlier.id:
        return None
    denied = terms(correction.denied)
    told = any(denied & terms(words) for words in earlier.words(correction.part))
    return correction.part if told else None


def _event(
    group: Sequence[Claim],
    people: People,
    superseded: Mapping[ClaimId, frozenset[Part]],
) -> Event | None:
    """Put the live tellings of one event together, or None where nothing is left to tell."""
    live = [each for each in group if stands(each, superseded)]
    # the story in one breath and its date in the next are an event too
    split = any(each.edtf for each in live) and any(said(each) for each in live)
    if not split and not any(eventful(each) for each in live):
        return None
    dates = _dated(live, superseded)
    certain = sure(dates)
    open_conflict = conflict([*certain, *_seconds(dates, certain)])
    used = certain or dates
    when = (
        ""
        if open_conflict
        else narrowed(each.edtf for each in used) or (used[0].edtf if used else "")
    )
    found = next((kind for each in live if (kind := sort(each))), None)
    who = {
        people.of[key]
        for each in live
        for mention in each.mentions
        if mention.part in (Part.WHO, Part.KIN)
        and Part.WHO not in superseded.get(each.id, _NOTHING)
        and (key := (each.id, mention.first)) in people.of
    }
    modality = min((each.modality for each in live), key=_FIRM.index)
    digest = hashlib.sha256(group[0].id.encode()).hexdigest()[:16]
    return Event(
        EventId(f"e-{digest}"),
        tuple(each.id for each in group),
        when,
        tuple(sorted(who)),
        _places(live, superseded),
        _description(live, superseded, split=split),
        found.happening.name if found else "",
        modality,
        strictest(each.privacy for each in live),
        open_conflict,
    )


def _dated(group: Sequence[Claim], superseded: Mapping[ClaimId, frozenset[Part]]) -> list[Claim]:
    """Those that still give a date for what happened."""
    return [
        each
        for each in group
        if each.edtf
        and not each.retold
        and stands(each, superseded)
        and Part.WHEN not in superseded.get(each.id, _NOTHING)
    ]


def sure(dated: Sequence[Claim]) -> list[Claim]:
    """Those told for certain: "1952, I think" gives way to a date that was told without doubt."""
    return [e for e in dated if e.modality is Modality.SAID and not _DOUBT.search(e.edtf)]


def _seconds(dated: Sequence[Claim], certain: Sequence[Claim]) -> list[Claim]:
    """Other dates that were given at once, in doubt: "no, 1952 I think". Who doubts is asked."""
    known = {each.id: each for each in certain}
    return [
        replace(each, edtf=each.edtf.rstrip("?~%"))
        for each in dated
        if each.id not in known
        and (first := known.get(each.continues) if each.continues else None)
        and not strict_bounds(first.edtf).meets(strict_bounds(each.edtf))
    ]


_NOTHING: frozenset[Part] = frozenset()
_STORY = frozenset({Part.WHAT})

_DOUBT = re.compile(r"[?%]|^\[")
"""Marks of a date told with doubt; "1952 or a year later" is one of two."""

_FIRM = (Modality.SAID, Modality.HEARSAY, Modality.GUESS, Modality.BELIEF, Modality.JOKE)


def stands(claim: Claim, superseded: Mapping[ClaimId, frozenset[Part]]) -> bool:
    """Is the claim still something that happened?

    A joke, a guess and what others say stand as they were told, with that mark; what is so today did not happen once.
    """
    if Part.WHAT in superseded.get(claim.id, _NOTHING):
        return False
    if not claim.polarity or (claim.corrects and claim.corrects.part is None):
        return False
    return claim.modality is not Modality.BELIEF


def _places(
    live: Sequence[Claim], superseded: Mapping[ClaimId, frozenset[Part]]
) -> tuple[str, ...]:
    found: list[str] = []
    for claim in live:
        if Part.WHERE in superseded.get(claim.id, frozenset()):
            continue
        for words in claim.words(Part.WHERE):
            if not any(terms(words) == terms(other) for other in found):
                found.append(words)
    return tuple(found)


def _description(
    live: Sequence[Claim], superseded: Mapping[ClaimId, frozenset[Part]], *, split: bool
) -> str:
    """The telling that says most, without what was taken back."""
    tellings = [
        (
            _FIRM.index(claim.modality),
            claim.retold,
            not eventful(claim),
            not sort(claim),
            bool(superseded.get(claim.id, _NOTHING) - {Part.WHEN}),  # its date is not in it
            -len(terms(text)),
            claim.order,
            text,
        )
        for claim in live
        if (eventful(claim) or (split and said(claim)))
        and (text := told(claim, superseded.get(claim.id, frozenset())))
    ]
    return min(tellings)[-1] if tellings else ""


def told(claim: Claim, gone: frozenset[Part]) -> str:
    """What a claim says, in its own words, with the parts that no longer hold cut out."""
    text = claim.what
    cuts = sorted(
        (place, len(each.words))
        for each in claim.mentions
        if each.part in gone and (place := place_in_what(claim, each)) >= 0
    )
    for place, length in reversed(cuts):
        text = _PREPOSITION.sub("", text[:place]) + text[place + length :]
    return " ".join(text.split()).strip(" ,;")


_PREPOSITION = re.compile(
    r"\s*\b(?:in|at|to|from|near|on|with|and|by|of|into|outside)\s*(?:the|a|our|my)?\s*$",
    re.IGNORECASE,
)


def _by_time(event: Event) -> tuple[date, date, str]:
    """Timeline order: by the first day it can have been; undated events last."""
    edtf = event.when or (event.conflict.sides[0].edtf if event.conflict else "")
    if not edtf:
        return FOREVER, FOREVER, event.id
    days = strict_bounds(edtf)
    first = days.earliest if days.earliest != ALWAYS else days.latest
    return first, days.latest, event.id
