"""Everything that may be told, by name, and what may stand beside each: this list and no more.

A value is a number, a yes or no, a word out of a closed list below, or the kind of an error. Text is none of these, so that
what somebody said, or is called, has no way through; `plain` looks again, whatever it is handed.
"""

import math
from collections.abc import Mapping
from enum import Enum, StrEnum

from voice_agent import errors
from voice_agent.errors import VoiceAgentError


class Word(StrEnum):
    """A word out of a closed list."""


class Manner(Word):
    """How a talk is held."""

    SPOKEN = "spoken"
    WRITTEN = "written"


class Ending(Word):
    """How a talk ended. Whether its narrator said no to it is theirs to tell, and stands under CLOSED."""

    CLOSED = "closed"
    STOPPED = "stopped"
    MICROPHONE = "microphone closed"
    FAILED = "failed"


class Stage(Word):
    """The steps of `story.Latency`."""

    DECIDED = "decided"
    TEXT_READY = "text_ready"
    REPLY_READY = "reply_ready"
    FIRST_SOUND = "first_sound"
    FIRST_CONTENT = "first_content"


class Gone(Word):
    """Why sound is missing."""

    LOST = "lost"
    """The microphone was away."""

    DROPPED = "dropped"
    """We were too far behind it."""


class Copied(Word):
    """What was copied."""

    RECORD = "record"
    """The words, beside the record."""

    BACKUP = "backup"
    """Everything, onto another disk."""


class Missed(Word):
    """Why a planned talk was not held. What the narrator wished is theirs, and stands under OTHER."""

    NOBODY = "nobody answered"
    BROKEN = "could not ask"
    CLOCK = "clock"
    OFF = "off"
    OTHER = "other"


class Span(StrEnum):
    """Stretches of time."""

    TALK = "voice_agent.talk"
    TURN = "voice_agent.turn"
    STAGE = "voice_agent.turn.stage"


class Count(StrEnum):
    """What is counted."""

    BEGUN = "voice_agent.talks.begun"
    ENDED = "voice_agent.talks.ended"
    TURNS = "voice_agent.turns"
    INTERRUPTIONS = "voice_agent.interruptions"
    ERRORS = "voice_agent.errors"
    COPIES = "voice_agent.copies"
    MISSED = "voice_agent.talks.missed"


class Measure(StrEnum):
    """What is measured, in seconds."""

    WAITED = "voice_agent.turn.waited"
    """From the narrator's last sound to each step of ours."""

    TALKED = "voice_agent.talk.length"
    GAP = "voice_agent.sound.gap"


class Gauge(StrEnum):
    """What is looked up now and then."""

    TALKING = "voice_agent.talking"
    MEMORY = "voice_agent.memory"
    DISK = "voice_agent.disk.free"


Name = Span | Count | Measure | Gauge
Value = bool | int | float | Word | type[VoiceAgentError]


class Kind(Enum):
    """What may stand beside a name, other than a word."""

    NUMBER = "a number"
    YES = "yes or no"
    ERROR = "the class of an error"


NUMBER, YES, ERROR = Kind.NUMBER, Kind.YES, Kind.ERROR

BESIDE: Mapping[Name, Mapping[str, type[Word] | Kind]] = {
    Span.TALK: {
        "manner": Manner,
        "ended": Ending,
        "turns": NUMBER,
        "interruptions": NUMBER,
    },
    Span.TURN: {"manner": Manner, "number": NUMBER, "interrupted": YES},
    Span.STAGE: {"stage": Stage},
    Count.BEGUN: {"manner": Manner},
    Count.ENDED: {"manner": Manner, "ended": Ending},
    Count.TURNS: {"manner": Manner},
    Count.INTERRUPTIONS: {},
    Count.ERRORS: {"error": ERROR},
    Count.COPIES: {"copy": Copied, "made": YES},
    Count.MISSED: {"why": Missed},
    Measure.WAITED: {"manner": Manner, "stage": Stage},
    Measure.TALKED: {"manner": Manner},
    Measure.GAP: {"why": Gone},
    Gauge.TALKING: {},
    Gauge.MEMORY: {},
    Gauge.DISK: {},
}
"""What may be told -> what may stand beside it."""

ERRORS = frozenset(
    name
    for name, each in vars(errors).items()
    if isinstance(each, type) and issubclass(each, VoiceAgentError) and each is not VoiceAgentError
)
"""Names of our errors; never what one of them says."""


def plain(name: Name, beside: Mapping[str, Value]) -> dict[str, bool | int | float | str]:
    """What goes out beside `name`: whatever is not on the list, or of another kind, is left out."""
    allowed = BESIDE[name]
    told = {key: _plain(allowed.get(key), value) for key, value in beside.items()}
    return {key: value for key, value in told.items() if value is not None}


def number(value: object) -> float | None:
    """The number, if it is one; nothing else can be measured or counted."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return value


def _plain(kind: type[Word] | Kind | None, value: object) -> bool | int | float | str | None:
    match kind:
        case Kind.NUMBER:
            return number(value)
        case Kind.YES:
            return value if isinstance(value, bool) else None
        case Kind.ERROR:
            name = value.__name__ if isinstance(value, type) else ""
            return name if name in ERRORS else "other"
        case None:
            return None
        case _:
            return str(value) if isinstance(value, kind) else None
