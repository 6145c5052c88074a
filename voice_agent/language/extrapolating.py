"""Ask a language model for questions about a life, behind everything that somebody waits for."""

from anyio import move_on_after

from voice_agent.backends import LanguageModel
from voice_agent.errors import EngineError
from voice_agent.interview.known import Known
from voice_agent.interview.questions import Candidate
from voice_agent.interview.wording import extrapolation
from voice_agent.interview.wording.prompts import Prompt
from voice_agent.resources import resource

LONG = 20.0
"""Seconds after which it is given up: nobody waits for it, but a session must be able to end."""

TOKENS = 220


def prompt() -> Prompt:
    """Read the shipped prompt. Raises SettingsError."""
    file = resource("config/prompts/extrapolation.md")
    return extrapolation.parse(file.read_text(encoding="utf-8"), str(file))


async def extrapolate(
    model: LanguageModel, fixed: Prompt, known: Known, *, patience: float = LONG
) -> tuple[Candidate, ...]:
    """Return questions that passed every check; none where the model fails or takes too long."""
    if not known.events:
        return ()
    with move_on_after(patience):
        try:
            answer = await model.json(
                extrapolation.messages(fixed, known), extrapolation.SCHEMA, limit=TOKENS
            )
        except EngineError:
            return ()
        return extrapolation.kept(answer, known, fixed)
    return ()
