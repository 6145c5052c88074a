"""A language model of a script in the interviewer's seat of the written house, behind the real gate and the real fence."""

from collections.abc import Callable, Iterable, Mapping
from json import dumps
from typing import Any

from voice_agent.archive import last_look
from voice_agent.archive.record import Record
from voice_agent.conversation.house import Leads
from voice_agent.conversation.turn_context import TurnContext
from voice_agent.interview.seat.verdict import TRUSTED
from voice_agent.language.fallback import Engine, Fallback, Rung, fallback
from voice_agent.language.scripted import Line, Scripted
from voice_agent.language.wordsmith import Wordsmith

READING: Mapping[str, Any] = {
    "danger": "none",
    "wish": "none",
    "asks": "none",
    "about": "",
    "story": "middle",
    "hook": "",
}


def proposed(*replies: Mapping[str, Any]) -> str:
    """What a model writes that proposes `replies`, best first."""
    return dumps({"reading": READING, "replies": list(replies)}, ensure_ascii=False)


def reply(say: Any, kind: Any = "follow", hook: Any = "", to: Any = "") -> dict[str, Any]:
    """One of them."""
    return {"kind": kind, "hook": hook, "to": to, "say": say}


async def ready(engine: Engine) -> Fallback:
    """A language model that is ready."""

    async def opened() -> Engine:
        return engine

    made = fallback([Rung("the scripted one", opened)], lambda says: None)
    await made.settle()
    return made


async def wordsmith(record: Record, engine: Engine, *, patience: float = 5.0) -> Wordsmith:
    """Who asks `engine`, behind the last look at `record`."""
    look = last_look.Looking(record)
    return Wordsmith(
        await ready(engine), look=look, patience=patience, standing=lambda model: TRUSTED
    )


async def seated(
    record: Record, lines: Iterable[Line]
) -> tuple[Callable[[TurnContext], Leads], Scripted]:
    """The seat of the written house, and the engine in it, which keeps what it was asked."""
    engine = Scripted(lines)
    smith = await wordsmith(record, engine)
    return (lambda beside: smith.seat(lambda: beside.known)), engine
