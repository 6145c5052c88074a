"""The narrator's PIN, or somebody's password, asked before a command prints the narrator's words or changes who may read them."""

import typer

from voice_agent.errors import PinRefused
from voice_agent.settings import Settings


def ask(settings: Settings) -> None:
    """Return once the right PIN was typed; at once where none is set. Raises PinRefused.

    The question goes to standard error, so that what a command prints can still be piped.
    """
    from voice_agent.archive import narrators_pin

    if not is_set(settings):
        return
    typed = str(typer.prompt("The narrator's PIN", hide_input=True, err=True))
    if not narrators_pin.right(settings.state, settings.memory.pin, typed):
        raise PinRefused(
            "That is not the narrator's PIN.",
            safe="Nothing has been shown.",
            mend="Ask the narrator; where it was changed in the settings, the old one is asked for once. "
            "`voice-agent sessions list` shows what needs no PIN.",
        )


def is_set(settings: Settings) -> bool:
    """Is there a PIN, in these settings or in those that the house has learned it from?"""
    from voice_agent.archive import narrators_pin

    return narrators_pin.asked(settings.state, settings.memory.pin)


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
