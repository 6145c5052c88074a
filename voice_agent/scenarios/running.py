"""One scenario from its file to its verdict, in a house that is thrown away afterwards."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import anyio

from voice_agent import assemble
from voice_agent.reading.danger import safety
from voice_agent.resources import resource
from voice_agent.scenarios import (
    aloud,
    expectations,
    from_file,
    in_writing,
    judging,
    left_behind,
)
from voice_agent.scenarios.expectations import Finding
from voice_agent.scenarios.held import HeldEvening
from voice_agent.scenarios.scenario import Scenario
from voice_agent.scenarios.throwaway import settings_for
from voice_agent.settings import Settings
from voice_agent.speech.aloud import Aloud

BEGAN = datetime(2026, 11, 2, 10, 0, tzinfo=UTC)
"""The first evening. A day that stays, so that the same talk is held each time."""

Tell = Callable[[str], None]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a scenario went."""

    file: Path
    scenario: Scenario
    findings: tuple[Finding, ...]
    talks: tuple[HeldEvening, ...] = ()

    @property
    def failed(self) -> tuple[Finding, ...]:
        """What is not as it should be."""
        return tuple(each for each in self.findings if each.holds is False)

    @property
    def skipped(self) -> tuple[Finding, ...]:
        """What could not be looked at."""
        return tuple(each for each in self.findings if each.holds is None)

    @property
    def fails(self) -> bool:
        """Did it fail, and nobody had said that it would?"""
        return bool(self.failed) and not self.scenario.known


@dataclass
class Company:
    """What is loaded once for all scenarios of one run, when it is first needed."""

    here: Settings
    spoken: bool
    tell: Tell
    _loaded: dict[str, Any] = field(default_factory=dict[str, Any])

    def readers(self, settings: Settings) -> assemble.Readers:
        """What reads words."""
        return self._once(
            "readers", settings.emotion, lambda: assemble.readers(settings, self.tell)
        )

    def engines(self, settings: Settings) -> assemble.Engines:
        """Ears and mouth."""
        names = settings.narrator.names
        of = (settings.hearing, settings.speaking, settings.audio, settings.emotion, names)
        return self._once("engines", of, lambda: assemble.engines(settings, self.tell))

    def voice(self, settings: Settings) -> Aloud:
        """The narrator's."""
        return self._once("voice", settings.speaking.voice, lambda: aloud.narrators(settings))

    def _once(self, name: str, of: object, load: Callable[[], T]) -> T:
        """What is loaded, and again only for other settings."""
        known = self._loaded.get(name)
        if known is None or known[0] != of:
            known = self._loaded[name] = (of, load())
        return known[1]


def run(file: Path, company: Company) -> Verdict:
    """Hold the talks of `file` and look at them. Raises ScenarioError before anything is held, VoiceAgentError."""
    scenario = from_file.read(file)
    with TemporaryDirectory(prefix="voice-agent-scenario-") as folder:
        house = settings_for(scenario, company.here, Path(folder) / "state")
        settings = from_file.in_force(scenario, house, file)
        return anyio.run(_run, file, scenario, settings, company)


async def _run(file: Path, scenario: Scenario, settings: Settings, company: Company) -> Verdict:
    talks, began = list[HeldEvening](), BEGAN
    for number, evening in enumerate(scenario.evenings):
        began += timedelta(days=evening.after_days if number else 0)
        if company.spoken:
            held = await aloud.hold(
                settings,
                company.engines(settings),
                company.voice(settings),
                scenario.room,
                evening,
                began,
                company.tell,
            )
        else:
            readers = company.readers(settings)
            held = await in_writing.hold(settings, readers, evening, began, company.tell)
        talks.append(held)
    says = safety.read(resource("config/safety.toml"), settings.narrator.country).says
    findings = [
        *expectations.of_lines(scenario, talks, says, aloud=company.spoken),
        *left_behind.look(scenario, settings, began),
    ]
    if any(each.judge for each in findings):
        judge = await judging.judge(company.here, company.tell)
        findings = [*await judge.look(findings)]
        judge.close()
    return Verdict(file, scenario, tuple(findings), tuple(talks))
