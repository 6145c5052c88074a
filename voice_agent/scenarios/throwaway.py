"""The house of a scenario: everything of the program's, nothing of the people who live here.

The engines and their weights are those of this house. The narrator, the contacts, the record, the copies and every way
out of the house are not: a scenario about danger must reach nobody's telephone.
"""

from pathlib import Path

from voice_agent.scenarios.scenario import Scenario
from voice_agent.settings import Settings
from voice_agent.settings_sections import (
    Copies,
    Interview,
    Language,
    Memory,
    Narrator,
    Safety,
    Schedule,
    Telemetry,
    Web,
)

SEED = 7
"""So that the same talk is held each time."""


def settings_for(scenario: Scenario, here: Settings, state: Path) -> Settings:
    """Those in which `scenario` is held, before what it sets itself."""
    who = scenario.who
    narrator = Narrator(
        name=who.name,
        names=list(who.names),
        country=who.country,
        time_zone="UTC",
        birth_year=who.birth_year,
    )
    return here.model_copy(
        update={
            "state_directory": str(state),
            "narrator": narrator,
            "safety": Safety(),
            "memory": Memory(embedder=here.memory.embedder),
            "copies": Copies(days=0),
            "schedule": Schedule(),
            "web": Web(),
            "telemetry": Telemetry(),
            "interview": Interview(seed=SEED),
            "language": _language(scenario, here.language),
        }
    )


def _language(scenario: Scenario, own: Language) -> Language:
    """This house's own language model, where the house and the file both let it lead; else none is in the talk."""
    asked = scenario.settings.get("language", {}).get("leads", "no")
    allowed = asked != "no" and own.leads != "no"
    return own if allowed else own.model_copy(update={"model": "none"})
