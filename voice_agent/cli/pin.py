"""The narrator's PIN, asked before a command prints the narrator's words."""

import hmac

import typer

from voice_agent.errors import PinRefused
from voice_agent.settings import Settings


def ask(settings: Settings) -> None:
    """Return once the right PIN was typed; at once where none is set. Raises PinRefused.

    The question goes to standard error, so that what a command prints can still be piped.
    """
    if not settings.memory.pin:
        return
    typed = typer.prompt("The narrator's PIN", hide_input=True, err=True)
    if not hmac.compare_digest(str(typed).encode(), settings.memory.pin.encode()):
        raise PinRefused(
            "That is not the narrator's PIN.",
            safe="Nothing has been shown.",
            mend="Ask the narrator. `voice-agent sessions list` shows what needs no PIN.",
        )
