"""How the program was started here, for the hints that name a command: `.venv/bin/voice-agent` where the shell knows no other."""

import shutil
import sys
from pathlib import Path

NAME = "voice-agent"


def as_is(started: str | None = None, on_path: str | None = None) -> str:
    """What to type before a command. `started`: as in `sys.argv[0]`; `on_path`: what the shell finds by the name alone.

    The name alone where that is the same program, or where it was not started by its own name.
    """
    started = sys.argv[0] if started is None else started
    on_path = shutil.which(NAME) if on_path is None else on_path
    if Path(started).name != NAME or (on_path and _same(Path(started), Path(on_path))):
        return NAME
    return started


def hint(text: str) -> str:
    """The same text, with its commands as they can be typed here."""
    return text.replace(f"`{NAME} ", f"`{as_is()} ")


def _same(one: Path, other: Path) -> bool:
    return one.exists() and other.exists() and one.samefile(other)
