"""The command line: parse, assemble, run. Each group of commands is a file in this folder."""

import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from voice_agent.cli import (
    accounts,
    backup,
    bench,
    chapters,
    contacts,
    devices,
    doctor,
    fleet,
    home_assistant,
    lend,
    memory,
    models,
    scenario,
    schedule,
    serve,
    sessions,
    settings,
    started,
    talk,
    update,
)
from voice_agent.errors import VoiceAgentError

app = typer.Typer(
    name="voice-agent",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


def _say_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(version("voice-agent"))
        raise typer.Exit


@app.callback()
def program(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_say_version, is_eager=True, help="Say which version this is."
        ),
    ] = False,
) -> None:
    """A patient interviewer for life stories."""


app.command()(talk.talk)
app.add_typer(models.app, name="models")
app.add_typer(bench.app, name="bench")
app.add_typer(sessions.app, name="sessions")
app.add_typer(memory.app, name="memory")
app.add_typer(backup.app, name="backup")
app.add_typer(chapters.app, name="chapters")
app.add_typer(schedule.app, name="schedule")
app.add_typer(scenario.app, name="scenario")
app.add_typer(contacts.app, name="contacts")
app.add_typer(accounts.app, name="accounts")
app.add_typer(home_assistant.app, name="home-assistant")
app.add_typer(update.app, name="update")
app.add_typer(fleet.app, name="fleet")
app.command()(settings.settings)
app.command()(serve.serve)
app.command()(lend.lend)
app.command()(doctor.doctor)
app.command()(devices.devices)


def main() -> None:
    """Run a command; an error of ours becomes sentences for a person and exit code 1."""
    try:
        app()
    except VoiceAgentError as error:
        show(error)
        sys.exit(1)


def show(error: VoiceAgentError) -> None:
    """Print what happened, what is safe and what to do next, to standard error."""
    lines = [error.what, *(line for line in (error.safe, error.mend) if line)]
    # not markup: “[hearing]” is the name of a table of settings
    # what a file or a folder is called may move a terminal's cursor
    said = Text(sessions.in_lines(started.hint("\n".join(lines))))
    Console(stderr=True).print(
        Panel(said, title="That did not work", border_style="red", expand=False)
    )
