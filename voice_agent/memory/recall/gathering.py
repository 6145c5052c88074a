"""From a life to the memories that recall knows: events, what else was told together, open threads, topics.

Everything here follows from claims that stand; what was taken back is in none of it, and each memory
carries the strictest label of all that it was made of.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from voice_agent.memory import saliency
from voice_agent.memory.affect import NEUTRAL, Affect, Reader, mean
from voice_agent.memory.bubbles import Bubble, Relevant
from voice_agent.memory.claims import Claim, ClaimId
from voice_agent.memory.events import Event, Life
from voice_agent.memory.recall.memories import Kind, Memory, MemoryId
from voice_agent.story import Session

NEIGHBOURS = 12
"""Links kept for each memory."""


def gather(
    life: Life,
    claims: Iterable[Claim],
    bubbles: Sequence[Bubble] = (),
    relevant: Iterable[Relevant] = (),
    sessions: Iterable[Session] = (),
) -> tuple[Memory, ...]:
    """Return every memory of a life, sorted by id, without affect. The order of arguments' parts does

    not matter. Raises nothing.
    """
    told = {claim.id: claim for claim in claims}
    found = [
        *(_event(event, life, told) for event in life.events if event.description),
        *(_bubble(bubble, life, told) for bubble in bubbles if _says_more(bubble, life)),
        *_topics(sessions),
    ]
    links = _links(found, bubbles, relevant)
    return tuple(
        replace(each, links=links.get(each.id, ())) for each in sorted(found, key=lambda m: m.id)
    )


def felt(
    memories: Sequence[Memory], vectors: NDArray[np.float32], reader: Reader | None
) -> tuple[Memory, ...]:
    """Read how each was told, and rate it again with that."""
    affects = reader.read(vectors) if reader and len(memories) else (NEUTRAL,) * len(memories)
    return tuple(
        replace(each, affect=affect, saliency=saliency.rate(each.text, affect, each.tellings))
        for each, affect in zip(memories, affects, strict=True)
    )


def around(memories: Iterable[Memory]) -> dict[str, Affect]:
    """How people and places are told of: the mean over the memories that name them."""
    by_name: dict[str, list[Affect]] = defaultdict(list)
    for each in memories:
        for name in each.names:
            by_name[name].append(each.affect)
    return {name: mean(affects) for name, affects in sorted(by_name.items())}


def _event(event: Event, life: Life, told: Mapping[ClaimId, Claim]) -> Memory:
    tellings = [told[id] for id in event.tellings if id in told]
    live = [each for each in tellings if each.id not in life.superseded] or tellings
    people = [life.people.person(id) for id in event.people]
    names = [person.name for person in people] + list(event.places)
    return Memory(
        MemoryId(event.id),
        event.description,
        max(each.told_at for each in tellings),
        Kind.OPEN if event.conflict else Kind.EVENT,
        tuple(sorted({each.session for each in tellings})),
        event.tellings,
        event.when,
        tuple(dict.fromkeys(names)),
        privacy=event.privacy,
        # claims of one breath are one telling
        tellings=len({(each.session, each.turn) for each in live}),
    )


def _bubble(bubble: Bubble, life: Life, told: Mapping[ClaimId, Claim]) -> Memory:
    facts = [told[id] for id in bubble.facts if id in told]
    names = [life.people.person(id).name for id in bubble.people] + list(bubble.places)
    return Memory(
        MemoryId(bubble.id),
        bubble.summary,
        max(each.told_at for each in facts),
        Kind.BUBBLE,
        tuple(sorted({each.session for each in facts})),
        bubble.facts,
        names=tuple(dict.fromkeys(names)),
        privacy=bubble.privacy,
    )


def _says_more(bubble: Bubble, life: Life) -> bool:
    """Is there something in it that is no event of its own?"""
    return any(fact not in life.event_of and fact not in life.superseded for fact in bubble.facts)


def _topics(sessions: Iterable[Session]) -> list[Memory]:
    """One for each topic talked about; the topic's name is ours, so nothing told is in it."""
    last: dict[str, list[Session]] = defaultdict(list)
    for session in sessions:
        if session.topic:
            last[session.topic].append(session)
    return [
        Memory(
            MemoryId(f"t-{topic}"),
            topic.replace("_", " "),
            max(each.began for each in every),
            Kind.TOPIC,
            tuple(each.id for each in every),
        )
        for topic, every in last.items()
    ]


def _links(
    memories: Sequence[Memory], bubbles: Sequence[Bubble], relevant: Iterable[Relevant]
) -> dict[MemoryId, tuple[MemoryId, ...]]:
    """Who hangs together with whom, the closest first: one bubble, relevant bubbles, one person or place."""
    weight: dict[MemoryId, dict[MemoryId, float]] = defaultdict(lambda: defaultdict(float))
    known = {each.id for each in memories}

    def tie(group: Iterable[str], strength: float) -> None:
        inside = sorted({MemoryId(id) for id in group if id in known})
        for one in inside:
            for other in inside:
                if one != other:
                    weight[one][other] += strength

    by_name: dict[str, list[str]] = defaultdict(list)
    for each in memories:
        for name in each.names:
            by_name[name].append(each.id)
    for group in by_name.values():
        if len(group) <= COMMON:
            tie(group, 1.0)
    members: dict[str, list[str]] = {}
    for bubble in bubbles:
        members[bubble.id] = [bubble.id, *bubble.events]
        tie(members[bubble.id], 2.0)
    for one, other, strength in relevant:
        for a in members.get(one, ()):
            tie([a, *members.get(other, ())], strength / 2)
    return {
        id: tuple(
            other
            for other, _ in sorted(near.items(), key=lambda pair: (-pair[1], pair[0]))[:NEIGHBOURS]
        )
        for id, near in weight.items()
    }


COMMON = 60
"""A name that stands in more memories than this ties none of them together."""
