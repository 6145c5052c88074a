"""Narrative bubbles: a stretch of one telling that keeps to one time and one place, with its summary.

A bubble has its utterances, the facts told in them and exactly one summary, in the narrator's own words.
It is grounded by people, places and things, and relevant to other bubbles that share them (after Clay and
Jiménez-Ruiz, Information for Conversation Generation, 2024, section 2.3).
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, NewType

from voice_agent.errors import MemoryRefused
from voice_agent.memory.claims import Claim, ClaimId, Part
from voice_agent.memory.clauses import sentences
from voice_agent.memory.dates.number_words import NUMBER
from voice_agent.memory.dates.when import ALWAYS, FOREVER, bounds
from voice_agent.memory.events import EventId, Life, stands, told
from voice_agent.memory.people.people import PersonId
from voice_agent.memory.privacy import Privacy, strictest
from voice_agent.memory.strands import said
from voice_agent.memory.terms import terms
from voice_agent.story import SessionId, Speaker, Turn, TurnId

BubbleId = NewType("BubbleId", str)
"""b- and sixteen hex digits, from the first claim in it."""

RELEVANT = 0.2
"""Share of common ground from which bubbles are relevant to one another. A guess."""

KEPT = 8
"""Relevant bubbles kept for each, the nearest."""

LONGEST_SUMMARY_CHARACTERS = 300
"""Characters of a summary."""


class Utterance(NamedTuple):
    """A stretch of a turn."""

    session: SessionId
    turn: TurnId
    first: int
    last: int
    """Character span."""


@dataclass(frozen=True, slots=True)
class Bubble:
    """One stretch of telling."""

    id: BubbleId
    utterances: tuple[Utterance, ...]
    """In order; never empty."""

    facts: tuple[ClaimId, ...]
    """The claims made in it, in order; what was taken back is among them, but not in the summary."""

    summary: str
    """Words of the narrator's that stand; never empty."""

    events: tuple[EventId, ...]
    """Sorted."""

    people: tuple[PersonId, ...]
    places: tuple[str, ...]
    things: tuple[str, ...]
    """What it is grounded by. Things are stems of words."""

    privacy: Privacy

    def __post_init__(self) -> None:
        """Raises MemoryRefused."""
        if not self.utterances or not self.facts or not self.summary.strip():
            raise MemoryRefused("A bubble has utterances, facts and one summary.")


class Relevant(NamedTuple):
    """Two bubbles with common ground."""

    one: BubbleId
    other: BubbleId
    weight: float
    """0..1."""


def bubbles(turns: Iterable[Turn], claims: Iterable[Claim], life: Life) -> tuple[Bubble, ...]:
    """Cut tellings into bubbles, in the order told. Raises nothing.

    `turns` are those that `claims` were made from; what no claim was made from joins the bubble around.
    """
    texts: dict[tuple[str, int], Turn] = {
        (t.session, t.id): t for t in turns if t.speaker is Speaker.NARRATOR
    }
    sessions: dict[SessionId, list[Claim]] = defaultdict(list)
    for claim in sorted(claims, key=lambda each: each.order):
        if (claim.session, claim.turn) in texts:
            sessions[claim.session].append(claim)
    return tuple(
        made
        for session in sessions.values()
        for run in _cut(session)
        if (made := _bubble(run, texts, life))
    )


def relevant(every: Sequence[Bubble]) -> tuple[Relevant, ...]:
    """Return which bubbles are relevant to which, sorted; at most KEPT for each as the first named."""
    ground = {bubble.id: _ground(bubble) for bubble in every}
    posted: dict[str, list[BubbleId]] = defaultdict(list)
    for id, keys in ground.items():
        for key in keys:
            posted[key].append(id)
    total = {id: sum(_weight(key) for key in keys) or 1.0 for id, keys in ground.items()}
    found: list[Relevant] = []
    for id, keys in ground.items():
        common: dict[BubbleId, float] = defaultdict(float)
        for key in sorted(keys):  # in one order, so that sums of floats come out the same
            worth = _weight(key)
            for other in posted[key]:
                if other != id:
                    common[other] += worth
        near = [
            Relevant(id, other, round(weight, 4))
            for other, shared in common.items()
            if (weight := shared / min(total[id], total[other])) >= RELEVANT
        ]
        found += sorted(near, key=lambda each: (-each.weight, each.other))[:KEPT]
    return tuple(sorted(found))


def _cut(told_claims: Sequence[Claim]) -> list[list[Claim]]:
    """Cut where time or place changes, and where a new turn goes on about nothing told before."""
    runs: list[list[Claim]] = []
    for claim in told_claims:
        run = runs[-1] if runs else None
        if run is None or _changes(run, claim):
            runs.append([claim])
        else:
            run.append(claim)
    return runs


def _changes(run: Sequence[Claim], claim: Claim) -> bool:
    if any(claim.continues == each.id for each in run) or claim.corrects:
        return False
    dated = [each.edtf for each in run if each.edtf]
    if claim.edtf and dated and not any(_meets(edtf, claim.edtf) for edtf in dated):
        return True
    here = [terms(words) for words in claim.words(Part.WHERE)]
    there = [terms(words) for each in run for words in each.words(Part.WHERE)]
    if here and there and not any(a & b for a in here for b in there):
        return True
    if claim.turn == run[-1].turn:
        return False
    return not _words(claim) & {term for each in run for term in _words(each)}


def _meets(one: str, other: str) -> bool:
    a, b = bounds(one), bounds(other)
    if ALWAYS in a or FOREVER in a or ALWAYS in b or FOREVER in b:
        return True  # "after the war" changes no scene
    return a.meets(b)


def _words(claim: Claim) -> set[str]:
    return {
        term
        for mention in claim.mentions
        if mention.part is not Part.WHEN
        for term in terms(mention.words)
    }


def _bubble(
    run: Sequence[Claim], texts: Mapping[tuple[str, int], Turn], life: Life
) -> Bubble | None:
    nothing: frozenset[Part] = frozenset()
    standing = [each for each in run if stands(each, life.superseded)]
    summary = _summary(standing, run, texts, life)
    if not summary:
        return None
    digest = hashlib.sha256(run[0].id.encode()).hexdigest()[:16]
    people = {
        life.people.of[key]
        for each in standing
        for mention in each.mentions
        if (key := (each.id, mention.first)) in life.people.of
    }
    where = [
        words
        for each in standing
        if Part.WHERE not in life.superseded.get(each.id, nothing)
        for words in each.words(Part.WHERE)
    ]
    return Bubble(
        BubbleId(f"b-{digest}"),
        _utterances(run, texts),
        tuple(each.id for each in run),
        summary,
        tuple(sorted({life.event_of[each.id] for each in run if each.id in life.event_of})),
        tuple(sorted(people)),
        tuple(dict.fromkeys(where)),
        tuple(sorted({term for each in standing for term in said(each)})),
        strictest(each.privacy for each in run),
    )


def _utterances(
    run: Sequence[Claim], texts: Mapping[tuple[str, int], Turn]
) -> tuple[Utterance, ...]:
    """The sentences the claims stand in, joined where they follow one another."""
    spans: dict[TurnId, tuple[int, int]] = {}
    for claim in run:
        for mention in claim.mentions:
            for first, last in sentences(texts[claim.session, claim.turn].text):
                if first <= mention.first < last:
                    a, b = spans.get(claim.turn, (first, last))
                    spans[claim.turn] = min(a, first), max(b, last)
    return tuple(
        Utterance(run[0].session, turn, first, last)
        for turn, (first, last) in sorted(spans.items())
    )


def _summary(
    standing: Sequence[Claim],
    run: Sequence[Claim],
    texts: Mapping[tuple[str, int], Turn],
    life: Life,
) -> str:
    """The sentence that says most and holds nothing that was taken back; else what stands of a claim."""
    standing_ids = {each.id for each in standing}
    tainted = [
        mention
        for each in run
        for mention in each.mentions
        if each.id not in standing_ids or mention.part in life.superseded.get(each.id, frozenset())
    ]
    # a correction says the wrong date again in order to deny it
    tainted += [each.mentions[0] for each in run if each.corrects]
    mending = {each.turn for each in run if each.corrects}
    best: tuple[int, int, str] | None = None
    for claim in standing:
        place = claim.mentions[0]
        text = texts[claim.session, claim.turn].text
        for first, last in sentences(text):
            if not first <= place.first < last:
                continue
            spoilt = any(m.turn == claim.turn and first <= m.first < last for m in tainted)
            spoilt = spoilt or (claim.turn in mending and _another_date(text[first:last], run))
            words = (
                told(claim, life.superseded.get(claim.id, frozenset()))
                if spoilt
                else text[first:last]
            )
            if not terms(words):
                continue
            weight = len(terms(words)) + 3 * len({m.part for m in claim.mentions})
            candidate = (-weight, place.first, _short(words))
            if best is None or candidate < best:
                best = candidate
    return best[2] if best else ""


def _another_date(sentence: str, run: Sequence[Claim]) -> bool:
    """Does a sentence hold a date that no claim has: "it wasn't 1951, as I told you, that we married"?"""
    for words in {words for each in run for words in each.words(Part.WHEN)}:
        sentence = sentence.replace(words, "")
    return NUMBER.search(sentence) is not None


def _short(words: str) -> str:
    words = " ".join(words.split())
    if len(words) <= LONGEST_SUMMARY_CHARACTERS:
        return words
    return words[:LONGEST_SUMMARY_CHARACTERS].rsplit(" ", 1)[0] + " …"


def _ground(bubble: Bubble) -> set[str]:
    places = {f"where:{term}" for place in bubble.places for term in terms(place)}
    people = {f"who:{person}" for person in bubble.people}
    events = {f"event:{event}" for event in bubble.events}
    return places | people | events | {f"thing:{thing}" for thing in bubble.things}


def _weight(key: str) -> float:
    """An event in common is more than a person, a person more than a word. A guess."""
    return {"event": 3.0, "who": 2.0, "where": 1.5}.get(key.partition(":")[0], 1.0)
