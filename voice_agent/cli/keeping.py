"""`voice-agent memory backup | restore`: a copy of everything, and the way back without what was forgotten."""

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from voice_agent import settings as house
from voice_agent.cli import pin, started
from voice_agent.cli.options import Profile, SettingsFile
from voice_agent.errors import RecordDamaged


def backup(
    to: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="A tar file; none: in the state folder."),
    ] = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Write everything that was told into one file, sound and all, not encrypted. Asks for the PIN, if one is set.

    What is erased later goes from the backups in the state folder alone. Of one elsewhere it is said then that it still holds it.

    After each talk the record is copied by itself, words alone and no sound, into the folder backups of the state
    directory (settings: copies). `memory rescue` uses those copies; against a lost disk only this file helps.
    """
    from voice_agent import assemble
    from voice_agent.archive.backups import FOLDER, take_out
    from voice_agent.archive.record import Record

    chosen = house.load(settings_file, profile=profile)
    pin.ask(chosen)
    assemble.finish_first(chosen, datetime.now(UTC))
    name = f"{datetime.now(UTC):%Y-%m-%dT%H-%M-%SZ}.tar"
    with Record.look(chosen.state) as record:
        to = (to or chosen.state / FOLDER / name).resolve()
        written = take_out(record, to, datetime.now(UTC))
    Console().print(f"Written to {written}.", soft_wrap=True)


def restore(
    source: Annotated[Path, typer.Argument(metavar="FILE", help="A backup of ours.")],
    replace: Annotated[
        bool,
        typer.Option("--replace", help="Although sessions were held since; they are set aside."),
    ] = False,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Bring back what a backup holds, without anything that was forgotten since. Asks for the PIN, if one is set."""
    from voice_agent import assemble
    from voice_agent.archive.backups import restore as bring_back

    chosen = house.load(settings_file, profile=profile)
    pin.ask(chosen)
    with suppress(RecordDamaged):  # a lost record knows of none
        assemble.finish_first(chosen, datetime.now(UTC))
    done = bring_back(source, chosen.state, datetime.now(UTC), replace=replace)
    console = Console()
    console.print(
        f"Restored: {done.sessions} {'session' if done.sessions == 1 else 'sessions'}. "
        f"{done.turns_forgotten} turns were left without what has been forgotten since."
    )
    if done.before is not None:
        console.print(f"What was there before lies in {done.before}.", soft_wrap=True)
    console.print(
        started.hint("`voice-agent memory rebuild` makes the index anew."), soft_wrap=True
    )


def add_to(app: typer.Typer) -> None:
    """Put both commands into the group `memory`."""
    app.command()(backup)
    app.command()(restore)
