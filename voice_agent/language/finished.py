"""Ask a language model whether a story is finished: one probability, or none when it would come too late.

It is shown examples first, half of them finished. How often it is right was not measured (lab/notes/returning.md), so what
it says is one sign among others (interview/returning/deciding.py), and it never speaks.
"""

from collections.abc import Sequence

from anyio import move_on_after

from voice_agent.backends import LanguageModel, Message
from voice_agent.errors import EngineError, SettingsError
from voice_agent.interview.wording import prompts
from voice_agent.resources import resource

SHOWN = 70
"""Words of what was said last that are shown."""

CHOICES = ("yes", "no")


def prompt() -> tuple[Message, ...]:
    """Read the shipped examples. Raises SettingsError."""
    file = resource("config/prompts/finished.md")
    return parse(file.read_text(encoding="utf-8"), str(file))


def parse(text: str, origin: str) -> tuple[Message, ...]:
    """Read config/prompts/finished.md. Raises SettingsError with the file and what is wrong."""
    read = prompts.parse(text, origin, "narrator", "answer")
    examples = read.examples
    if not read.system or not all(said and answer in CHOICES for said, answer in examples):
        raise SettingsError(f"{origin} has an answer that is neither “yes” nor “no”, or a blank.")
    fixed = [Message("system", read.system)]
    for said, answer in examples:
        fixed += [Message("user", said), Message("assistant", answer)]
    return tuple(fixed)


def asked(fixed: Sequence[Message], before: Sequence[str], said: str) -> tuple[Message, ...]:
    """The question about `said`; `before`: what the narrator said before it, the latest last."""
    words = " ".join((*before[-1:], said)).split()
    return (*fixed, Message("user", " ".join(words[-SHOWN:])))


async def finished(
    model: LanguageModel,
    fixed: Sequence[Message],
    before: Sequence[str],
    said: str,
    *,
    patience: float,
) -> float | None:
    """Return the probability of "yes"; None where the model fails or takes longer than `patience` seconds."""
    with move_on_after(patience):
        try:
            return (await model.score(asked(fixed, before, said), CHOICES))[0]
        except EngineError:
            return None
    return None
