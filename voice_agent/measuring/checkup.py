"""What the doctor says: one finding for each thing looked at, and whether a talk could be held."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from voice_agent.errors import VoiceAgentError


class State(StrEnum):
    """How it stands with one thing."""

    WELL = "well"
    NOTE = "note"
    """Nothing is wrong; somebody should know it."""

    CARE = "care"
    """A talk can be held, but something could be better."""

    ILL = "ill"
    """No talk could be held like this."""

    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor's."""

    about: str
    """What was looked at, two or three words."""

    state: State
    says: str
    """What was found, one or two sentences."""

    do: str = ""
    """What to do about it; empty where nothing needs to be done."""

    figures: Mapping[str, float | str | bool] = field(default_factory=dict[str, float | str | bool])
    """What was measured, units in the names."""


def talk_is_possible(findings: Iterable[Finding]) -> bool:
    """Could a talk be held?"""
    return all(finding.state is not State.ILL for finding in findings)


def from_error(about: str, error: VoiceAgentError, state: State = State.ILL) -> Finding:
    """An error, as the doctor would say it."""
    return Finding(about, state, error.what, error.mend)


def as_json(findings: Iterable[Finding]) -> dict[str, object]:
    """Everything, for other programs."""
    told = list(findings)
    return {
        "talk_is_possible": talk_is_possible(told),
        "findings": [
            {
                "about": finding.about,
                "state": str(finding.state),
                "says": finding.says,
                "do": finding.do,
                "figures": dict(finding.figures),
            }
            for finding in told
        ],
    }
