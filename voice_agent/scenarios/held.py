"""What came of a scenario: every reply of every evening, in the order of its lines."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from voice_agent.scenarios.scenario import Evening, Line
from voice_agent.settings import Settings
from voice_agent.story import Speaker, Turn


@dataclass(frozen=True, slots=True)
class Came:
    """What came of one line, or at the beginning of an evening."""

    turns: tuple[Turn, ...] = ()
    """Ours."""

    wishes: tuple[str, ...] = ()
    """What was understood as asked for."""

    guard: str = ""
    """Which guard answered; "" where none did, or nothing may be noted."""

    heard: str = ""
    """What the recogniser made of the line; "" in writing."""

    spoken_over: Turn | None = None
    """What of ours was in the air when the line began."""

    ends: bool = False
    held: bool = True
    """False: it never came to this line, or nobody could hear it in this form."""

    why_not: str = ""

    @property
    def text(self) -> str:
        """All that was said."""
        return " ".join(each.text for each in self.turns)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Of what was said."""
        return tuple(dict.fromkeys(each.kind for each in self.turns))


@dataclass(frozen=True, slots=True)
class HeldEvening:
    """One evening as it went."""

    evening: Evening
    opening: Came
    lines: tuple[Came, ...]
    """One for each line."""


@dataclass(frozen=True, slots=True)
class HeldTalks:
    """All of a scenario's evenings, and the house that they left behind."""

    settings: Settings
    evenings: tuple[HeldEvening, ...]
    aloud: bool
    told: Sequence[str] = field(default=())
    """Sentences about the machine: a reader that is missing."""

    @property
    def state(self) -> Path:
        """The throw-away folder."""
        return self.settings.state


def ours(turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """What the interviewer said of `turns`."""
    return tuple(each for each in turns if each.speaker is Speaker.INTERVIEWER and each.text)


NEVER_CAME = "The talk was over before this line."
UNHURRIED = "In writing nobody hears a silence."
VISITOR = "In writing nobody else is in the room."


def what(line: Line) -> str:
    """The line as a person would tell of it."""
    if line.silence is not None:
        return f"(nothing for {line.silence:g} seconds)"
    if line.button is not None:
        return f"(the button “{line.button}”)"
    if line.power is not None:
        return "(the power fails)"
    who = "a visitor: " if line.by == "visitor" else ""
    return f"{who}{'over us: ' if line.interrupts else ''}{line.says}"
