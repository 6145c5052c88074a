"""The fixed text that a language model is asked with: what it is told, then examples in pairs. Pure."""

import re
from dataclasses import dataclass

from voice_agent.errors import SettingsError


@dataclass(frozen=True, slots=True)
class Prompt:
    """One file of config/prompts."""

    system: str
    examples: tuple[tuple[str, str], ...]
    """What is shown, and how it is answered."""


def parse(text: str, origin: str, shown: str, answer: str) -> Prompt:
    """Read a prompt with examples under “## SHOWN” and “## ANSWER”. Raises SettingsError with the file and what is missing."""
    pieces = re.split(r"^## +(\w+) *$", text, flags=re.MULTILINE)[1:]
    names, bodies = pieces[::2], [body.strip() for body in pieces[1::2]]
    if names[:1] != ["system"] or names[1:] != [shown, answer] * (len(names) // 2):
        raise SettingsError(
            f"{origin} must hold one “## system”, then “## {shown}” and “## {answer}” in turn."
        )
    return Prompt(bodies[0], tuple(zip(bodies[1::2], bodies[2::2], strict=True)))
