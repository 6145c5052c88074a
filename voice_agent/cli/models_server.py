"""`voice-agent models allow-server`: may the language server that was found on this computer be shown what is told?"""

import sys
from typing import TYPE_CHECKING, Annotated

import anyio
import typer
from rich.console import Console

from voice_agent import settings as house
from voice_agent.cli import pin
from voice_agent.cli.options import Profile, SettingsFile

if TYPE_CHECKING:
    from voice_agent.settings import Settings

FOUND = (
    "An Ollama server answers at {address}. It could help to lead the talk, and would be shown what is told, on this computer "
    "alone. Whoever started it can read that."
)


def allow_server(
    no: Annotated[bool, typer.Option("--no", help="It may not; nobody is asked again.")] = False,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Let the Ollama server of this computer be shown what is told, or not. Asks for the PIN, if one is set.

    Without a word of yours no server is, unless the settings name it: `model = "ollama"`.
    """
    from voice_agent.archive import server_leave

    chosen = house.load(settings_file, profile=profile)
    pin.ask(chosen)
    address = chosen.language.ollama_host
    server_leave.keep(chosen.state, address, not no)
    may = "may not be shown anything" if no else "may be shown what is told"
    Console(soft_wrap=True).print(f"From the next talk on, the server at {address} {may}.")


def ask_once(settings: "Settings") -> None:
    """Before a talk at a terminal: ask whether the server that was found may help, if nobody has said so yet."""
    from voice_agent.archive import server_leave

    address = settings.language.ollama_host
    wanted = (
        settings.language.model == "auto" and server_leave.given(settings.state, address) is None
    )
    if not wanted or not sys.stdin.isatty():
        return
    from voice_agent import (
        assemble,
    )  # takes a moment, which nobody who named a server need wait for

    if not anyio.run(assemble.server_here, settings):
        return
    Console(soft_wrap=True, stderr=True).print(FOUND.format(address=address), markup=False)
    allowed = typer.confirm("May it be shown what is told?", default=False, err=True)
    server_leave.keep(settings.state, address, allowed)
