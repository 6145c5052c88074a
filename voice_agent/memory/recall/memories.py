"""What can come to mind: a memory with everything that recall weighs, and nothing that it may not tell.

A memory is derived from claims and events, never the other way round; whatever is here can be made again.
"""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NewType

from voice_agent.memory.affect import NEUTRAL, Affect
from voice_agent.memory.privacy import OPEN, Privacy
from voice_agent.memory.saliency import Saliency
from voice_agent.story import SessionId

MemoryId = NewType("MemoryId", str)
"""That of the event, bubble, conflict or topic it was made of."""


class Kind(StrEnum):
    """What a memory is of."""

    EVENT = "event"
    BUBBLE = "bubble"
    """What was told together, in one place and time."""

    OPEN = "open thread"
    """Something begun and not ended, or told in two ways."""

    TOPIC = "topic"


@dataclass(frozen=True, slots=True)
class Memory:
    """One thing that may come to mind."""

    id: MemoryId
    text: str
    """The narrator's own words."""

    told_at: datetime
    """When it was last told, UTC. Not when it happened."""

    kind: Kind = Kind.EVENT
    sessions: tuple[SessionId, ...] = ()
    claims: tuple[str, ...] = ()
    """Every claim that any word of it comes from."""

    when: str = ""
    """EDTF; "" where unknown."""

    names: tuple[str, ...] = ()
    """People and places, as said."""

    links: tuple[MemoryId, ...] = ()
    """Memories of the same people, places or bubble, and those a bubble is relevant to."""

    privacy: Privacy = OPEN
    affect: Affect = NEUTRAL
    """Of the telling."""

    saliency: Saliency = field(default_factory=Saliency)
    tellings: int = 1


def may_come_up(memory: Memory) -> bool:
    """May the interviewer bring it up by itself? Only what carries no label: others may be in the room."""
    return memory.privacy == OPEN and bool(memory.text.strip())
