"""The narrator's PIN, or somebody's password, asked before a command prints the narrator's words or changes who may read them."""

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


def ask_password(digest: str) -> None:
    """Return once the password of that digest was typed. Raises PinRefused."""
    from argon2 import PasswordHasher
    from argon2.exceptions import VerificationError

    typed = typer.prompt("Your password for the pages", hide_input=True, err=True)
    try:
        PasswordHasher().verify(digest, str(typed))
    except VerificationError:
        raise PinRefused(
            "That is not the password of this account.",
            safe="Nothing has been changed.",
            mend="It is the one with which you sign in to the pages.",
        ) from None
