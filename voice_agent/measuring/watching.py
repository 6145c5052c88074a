"""What has changed between two looks. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from voice_agent.measuring.checkup import Finding, State

WORSE = {State.CARE: 1, State.ILL: 2}
"""How much is wrong; 0 for whatever else a finding may be."""


@dataclass(frozen=True, slots=True)
class Change:
    """Something got worse or better."""

    at: datetime
    """UTC."""

    finding: Finding
    was: State | None
    """None: at the first look."""

    @property
    def better(self) -> bool:
        """Is less wrong than before?"""
        return self.was is not None and badness(self.finding.state) < badness(self.was)

    def as_json(self) -> dict[str, object]:
        """For other programs."""
        finding = self.finding
        return {
            "at": self.at.isoformat(timespec="seconds"),
            "about": finding.about,
            "state": str(finding.state),
            "was": self.was and str(self.was),
            "says": finding.says,
            "do": finding.do,
            "figures": dict(finding.figures),
        }


def badness(state: State) -> int:
    """How much is wrong."""
    return WORSE.get(state, 0)


def change(before: Mapping[str, Finding], finding: Finding, at: datetime) -> Change | None:
    """What is new in `finding`; None where as much is wrong as at the last look. Figures may move."""
    known = before.get(finding.about)
    if known is not None and badness(known.state) == badness(finding.state):
        return None
    return Change(at, finding, known and known.state)


def all_well(findings: Iterable[Finding]) -> bool:
    """Is nothing wrong, of the things that were looked at?"""
    looked = [*findings]
    return bool(looked) and not any(badness(each.state) for each in looked)
