"""The topics of a life: what was talked about, stretch by stretch, so that one can come back to it.

    found = topics(turns, claims, life, embedder, affect=reader, barred=hidden)

Extractive: every word of a topic is the narrator's. A topic follows from what stands at this moment, as
memories do: a sentence that was taken back is in no topic, a hidden turn is none, and a stretch carries
the strictest label of what was told in it. What is told again, in whatever session, is the same topic.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import NewType

from voice_agent.backends import Embedder
from voice_agent.memory.affect import NEUTRAL, Affect, Reader
from voice_agent.memory.claims import Claim, Part
from voice_agent.memory.clauses import sentences
from voice_agent.memory.dates.when import ALWAYS, FOREVER, bounds, spell
from voice_agent.memory.events import Life
from voice_agent.memory.people.people import PersonId
from voice_agent.memory.privacy import OPEN, Privacy, strictest
from voice_agent.memory.saliency import Saliency, rate
from voice_agent.memory.terms import terms
from voice_agent.memory.topics.topic_segments import Segment, Shifted, segments
from voice_agent.memory.topics.topic_words import Subject, keywords, line, subject
from voice_agent.memory.weight import WeightReader
from voice_agent.story import SessionId, Turn, TurnId

TopicId = NewType("TopicId", str)
"""k- and sixteen hex digits, from the place of the first telling."""

FEWEST = 5
"""Content words; with fewer, nothing was told that one could come back to. A guess."""

NOWHERE = SessionId("")

SPAN = 15
"""Years; what was told over more than these has no period. A guess."""


@dataclass(frozen=True, slots=True)
class Topic:
    """Something that was talked about."""

    id: TopicId
    line: str
    """At most 16 words of the narrator's, without an end mark; never empty."""

    text: str
    """All that was said about it and stands, in the fullest telling."""

    keywords: tuple[str, ...] = ()
    """As said, the weightiest first."""

    subject: Subject = Subject.EVENT
    people: tuple[str, ...] = ()
    """What to call them ("Rosalind", "mother"); the narrator is not among them."""

    relations: tuple[str, ...] = ()
    """For each of `people` who they are to the narrator ("sister"); "" where unknown."""

    places: tuple[str, ...] = ()
    period: str = ""
    """EDTF of when it was; "" where unknown or too wide."""

    feeling: Affect = NEUTRAL
    """Of the telling."""

    weight: float | None = None
    """How much it weighs on the heart, 0..1, from `weight.BELIEVED` on it does; None: nobody has read that."""

    privacy: Privacy = OPEN
    session: SessionId = NOWHERE
    """Of the fullest telling."""

    turns: tuple[TurnId, TurnId] = (TurnId(0), TurnId(0))
    """First and last turn of the fullest telling, both included."""

    events: tuple[str, ...] = ()
    """Ids of the events told in it, sorted: what ties it to memories."""

    told_at: datetime | None = None
    """When it was last told, UTC."""

    times_told: int = 1
    saliency: Saliency = field(default_factory=Saliency)


def may_be_offered(topic: Topic) -> bool:
    """May the interviewer come back to it unasked? Only what carries no label, and is of their own life."""
    return topic.privacy == OPEN and topic.subject.memorable and bool(topic.line)


def topics(
    turns: Sequence[Turn],
    claims: Iterable[Claim],
    life: Life,
    embedder: Embedder,
    *,
    affect: Reader | None = None,
    weight: WeightReader | None = None,
    barred: Collection[tuple[str, int]] = (),
    shifted: Shifted | None = None,
) -> tuple[Topic, ...]:
    """Return every topic, by first telling. Raises EngineError.

    `turns` of any number of sessions in order, both speakers'; `claims` those that are not hidden;
    `barred` the turns in which hidden claims stand.
    """
    known = list(claims)
    kept = [turn for turn in turns if (turn.session, int(turn.id)) not in barred]
    cut = segments(kept, embedder, shifted)
    return summed_up(cut, known, life, embedder, affect=affect, weight=weight)


def summed_up(
    cut: Sequence[Segment],
    claims: Sequence[Claim],
    life: Life,
    embedder: Embedder,
    *,
    affect: Reader | None = None,
    weight: WeightReader | None = None,
) -> tuple[Topic, ...]:
    """Return the topics of stretches that are cut already. Raises EngineError."""
    return joined(told_in(cut, TopicMaterial(claims, life), embedder, affect=affect, weight=weight))


class TopicMaterial:
    """What the stretches of a life's talks are made into topics with."""

    def __init__(self, claims: Iterable[Claim], life: Life) -> None:
        """`claims`: those that are not hidden."""
        self.life = life
        self.claims: dict[tuple[str, int], list[Claim]] = defaultdict(list)
        """Of each turn."""

        for claim in claims:
            self.claims[claim.session, int(claim.turn)].append(claim)
        self.dates = {event.id: event.when for event in life.events}
        self.place = {event.id: place for place, event in enumerate(life.events)}
        self.people: dict[str, list[PersonId]] = defaultdict(list)
        """Those named in each claim."""

        for (claim_id, _), person in life.people.of.items():
            self.people[claim_id].append(person)


def told_in(
    cut: Sequence[Segment],
    told: TopicMaterial,
    embedder: Embedder,
    *,
    affect: Reader | None = None,
    weight: WeightReader | None = None,
) -> list[Topic]:
    """The topics of stretches, one each, in their order; `joined` makes one of those that tell one thing. Raises EngineError."""
    found = [made for each in cut if (made := _topic(each, told))]
    if found and affect is not None:
        feelings = affect.read(embedder.embed([each.text for each in found]))
        found = [replace(t, feeling=f) for t, f in zip(found, feelings, strict=True)]
    if weight is not None:
        # what cannot come up need not be read: some 30 ms for sixty words
        found = [
            replace(each, weight=weight.read(each.text)) if may_be_offered(each) else each
            for each in found
        ]
    return found


def joined(found: Sequence[Topic]) -> tuple[Topic, ...]:
    """Tellings of one thing as one topic, each rated, by first telling."""
    return tuple(
        replace(each, saliency=rate(each.text, each.feeling, each.times_told))
        for each in _joined(found)
    )


def _topic(segment: Segment, every: TopicMaterial) -> Topic | None:
    life = every.life
    told = [
        claim
        for turn in segment.turns
        for claim in every.claims.get((turn.session, int(turn.id)), ())
    ]
    standing = [claim for claim in told if Part.WHAT not in life.superseded.get(claim.id, ())]
    said = [each for turn in segment.turns for each in _standing(turn, told, life)]
    text = " ".join(said)
    said_line = line(said)
    if len(terms(text)) < FEWEST or not said_line:
        return None
    ids = {life.event_of[claim.id] for claim in standing if claim.id in life.event_of}
    events = sorted(ids, key=every.place.__getitem__)
    people, relations = _people(standing, every)
    where = [
        words
        for claim in standing
        for words in claim.words(Part.WHERE)
        if _stands(claim, Part.WHERE, life)
    ]
    first = segment.turns[0]
    digest = hashlib.sha256(f"{first.session} {first.id}".encode()).hexdigest()[:16]
    return Topic(
        TopicId(f"k-{digest}"),
        said_line,
        text,
        keywords(text),
        subject(text),
        people,
        relations,
        tuple(dict.fromkeys(where)),
        period(
            [c.edtf for c in standing if c.edtf and _stands(c, Part.WHEN, life)]
            + [when for id in events if (when := every.dates[id])]
        ),
        privacy=strictest(claim.privacy for claim in told),
        session=first.session,
        turns=(first.id, segment.turns[-1].id),
        events=tuple(sorted(ids)),
        told_at=max(turn.said_at for turn in segment.turns),
    )


def _stands(claim: Claim, part: Part, life: Life) -> bool:
    return part not in life.superseded.get(claim.id, ())


def _standing(turn: Turn, told: Sequence[Claim], life: Life) -> list[str]:
    """The turn's sentences, without those that hold something taken back or put right since."""
    gone: list[int] = []
    for claim in told:
        parts = life.superseded.get(claim.id, frozenset())
        gone += [
            mention.first
            for mention in claim.mentions
            if mention.turn == turn.id and (mention.part in parts or Part.WHAT in parts)
        ]
    return [
        turn.text[first:last].strip()
        for first, last in sentences(turn.text)
        if not any(first <= place < last for place in gone)
    ]


def _people(
    claims: Sequence[Claim], told: TopicMaterial
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who is told of, those named most often first, with who they are to the narrator."""
    often = Counter(
        person for id in {claim.id for claim in claims} for person in told.people.get(id, ())
    )
    found = [told.life.people.person(id) for id in often]
    found.sort(key=lambda person: (-often[person.id], person.name, person.id))
    return tuple(p.name for p in found), tuple(p.relation for p in found)


def period(dates: Sequence[str]) -> str:
    """The time that all of `dates` (EDTF) lie in; "" where it is open or wider than SPAN years."""
    spans = [bounds(each) for each in dates]
    closed = [each for each in spans if each.earliest != ALWAYS and each.latest != FOREVER]
    if not closed:
        return ""
    first: date = min(each.earliest for each in closed)
    last: date = max(each.latest for each in closed)
    return spell(first, last) if (last - first).days <= SPAN * 366 else ""


def _joined(found: Sequence[Topic]) -> list[Topic]:
    """Tellings of one thing as one topic: most of the events of the shorter are the other's too."""
    out: list[Topic] = []
    at: dict[str, set[int]] = defaultdict(set)  # where topics stand in `out`, by their events
    for each in found:
        near = sorted({place for event in each.events for place in at[event]})
        place = next((n for n in near if _same(out[n], each)), None)
        if place is None:
            place = len(out)
            out.append(each)
        else:
            out[place] = _together(out[place], each)
        for event in each.events:
            at[event].add(place)
    return out


def _same(one: Topic, other: Topic) -> bool:
    common = set(one.events) & set(other.events)
    return bool(common) and 2 * len(common) >= min(len(one.events), len(other.events))


def _together(one: Topic, other: Topic) -> Topic:
    """The fuller telling, under the older one's id; a label only ever narrows."""
    # told twice, it weighs what it weighed in the heavier telling
    weights = [each.weight for each in (one, other) if each.weight is not None]
    full, short = (one, other) if len(one.text) >= len(other.text) else (other, one)
    who = dict(zip((*full.people, *short.people), (*full.relations, *short.relations), strict=True))
    return replace(
        full,
        id=one.id,
        people=tuple(who),
        relations=tuple(who.values()),
        places=tuple(dict.fromkeys((*full.places, *short.places))),
        period=full.period or short.period,
        weight=max(weights, default=None),
        privacy=strictest((one.privacy, other.privacy)),
        events=tuple(sorted({*one.events, *other.events})),
        told_at=max(t for t in (one.told_at, other.told_at) if t is not None),
        times_told=one.times_told + (one.session != other.session or other.turns != one.turns),
    )
