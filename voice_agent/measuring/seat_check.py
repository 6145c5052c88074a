"""What the doctor says of a language model that answers: its verdict in this house, and what would help."""

from voice_agent.archive import seat_verdicts
from voice_agent.language.standing import MEASURE, does, standing
from voice_agent.measuring.checkup import Finding, State
from voice_agent.settings import Settings


def judge(about: str, model: str, answers: str, settings: Settings) -> Finding:
    """One line: the model, what it does in a talk, what was measured of it and when. `answers`: that it is there."""
    measured = seat_verdicts.read(settings.state)
    stands = standing(
        settings.language.leads, {name: each.verdict for name, each in measured.items()}
    )
    says = f"{answers} It {does(model, stands)}."
    found = measured.get(model)
    if found is None:
        mend = MEASURE if settings.language.leads == "auto" else ""
        return Finding(
            about, State.NOTE if mend else State.WELL, f"{says} Nobody has measured it.", mend
        )
    verdict = found.verdict
    says = f"{says} Measured on {found.on:%d %B %Y}: {verdict.sentence(model)}"
    figures = {
        "model": model,
        "verdict": str(verdict.role),
        "measured": found.on.isoformat(),
        "seated": stands(model) is not None and does(model, stands).startswith("leads"),
    }
    if verdict.leads and settings.language.leads == "no":
        mend = "Set language.leads to “auto”, and it leads."
    elif not verdict.leads:
        mend = (
            "A larger model, or a graphics card, would help; then `voice-agent bench seat` again."
        )
    else:
        mend = ""
    return Finding(about, State.NOTE if mend else State.WELL, says, mend, figures)
