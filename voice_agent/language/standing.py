"""What a language model does in a talk, by what was measured of it in this house, and how that is said. Pure.

It leads, or only reads what was told, behind the talk, or is not asked while it lasts.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from voice_agent.interview.seat.verdict import TRUSTED, Role, Standing, Verdict
from voice_agent.language.llamacpp import ENGINE

LEADS = "leads the talk, inside the program's fence"
READS = "says nothing in the talk; it only reads what was told, after the turn"
NOTHING = "is not asked during a talk"

MEASURE = "Whether it may lead the talk is found out with `voice-agent bench seat`."
"""What to do about a model that nobody has measured."""


def standing(leads: Literal["auto", "yes", "no"], measured: Mapping[str, Verdict]) -> Standing:
    """What each model may do by the setting language.leads. `measured`: name of a model -> its verdict."""

    def of(model: str) -> Verdict | None:
        if leads == "yes":
            return TRUSTED
        found = measured.get(model)
        if leads == "no" and found is not None and found.leads:
            return Verdict(Role.READS, found.fields, found.missed)
        return found

    return of


def embedded_name(weights: Path) -> str:
    """As the small language model with its weights in the folder `weights` is called once it is loaded; "" without any."""
    file = next(iter(sorted(weights.rglob("*.gguf"))), None)
    return f"{ENGINE} {file.stem}" if file else ""


def leads(model: str, of: Standing) -> bool:
    """May the model of that name lead?"""
    verdict = of(model)
    return verdict is not None and verdict.leads


def reads_behind(model: str, of: Standing) -> bool:
    """May the model of that name be asked between turns? On the cores of this computer it would hold up the recogniser."""
    verdict = of(model)
    unfit = verdict is not None and verdict.role is Role.NEITHER
    return model.startswith(("ollama", "openai")) and not unfit


def does(model: str, of: Standing) -> str:
    """What the model of that name does in a talk: the end of a sentence."""
    if leads(model, of):
        return LEADS
    return READS if reads_behind(model, of) else NOTHING
