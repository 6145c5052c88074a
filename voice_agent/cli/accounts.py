"""`voice-agent accounts`: who may come in to the pages; a new way in for whoever forgot the password."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from voice_agent import settings as house
from voice_agent.cli.options import Profile, SettingsFile
from voice_agent.errors import AccountRefused

if TYPE_CHECKING:
    from voice_agent.archive.accounts import Account

app = typer.Typer(help="Who may come in to the pages.", no_args_is_help=True)


@app.command("list")
def list_all(profile: Profile = None, settings_file: SettingsFile = None) -> None:
    """Print who can sign in, and as what the narrator has let them in."""
    from voice_agent.archive.accounts import everybody
    from voice_agent.archive.book import Book

    chosen = house.load(settings_file, profile=profile)
    table = Table("name", "may come in as", box=SIMPLE_HEAD)
    with Book(chosen.state) as book:
        people = everybody(book)
    for each in people:
        table.add_row(each.name, ", ".join(sorted(each.roles)) or "waits for the narrator")
    Console().print(table if people else "Nobody can sign in yet.")


@app.command("new-link")
def new_link(
    name: Annotated[str, typer.Argument(help="Who forgot the password.")],
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Print a link by which a caregiver, or with the PIN the narrator, chooses a new password. The narrator hears of it.

    Whoever reads what was told gets a new way in from the narrator alone, on the page "People" or by voice.
    """
    from voice_agent.archive import accounts, invitations
    from voice_agent.archive.book import Book

    chosen = house.load(settings_file, profile=profile)
    with Book(chosen.state) as book:
        who = accounts.called(book, name)
        if who is None:
            raise AccountRefused(f"Nobody here is called {name}.", safe="Nothing has been changed.")
        _allowed(who, chosen)
        token = invitations.new_way_in(book, who, "", datetime.now(UTC))
    print(f"/invite/{token}")
    Console(stderr=True).print(
        "Open this behind the address of the pages, within three days; it opens once.",
        soft_wrap=True,
    )


def _allowed(who: "Account", settings: house.Settings) -> None:
    """Raise AccountRefused, or PinRefused, where the command line cannot give `who` a new way in."""
    from voice_agent.archive.accounts import Role
    from voice_agent.cli import pin

    if who.roles == frozenset({Role.NARRATOR}) and pin.is_set(settings):
        pin.ask(settings)
    elif who.roles != frozenset({Role.CAREGIVER}):
        raise AccountRefused(
            f"Only the narrator can give {who.name} a new way in."
            if Role.NARRATOR not in who.roles
            else "The narrator's own password takes the PIN, and none is set.",
            safe="Nothing has been changed.",
            mend="On the narrator's page: People."
            if Role.NARRATOR not in who.roles
            else "Let the narrator choose one: memory.pin.",
        )
