"""`voice-agent chapters after-death begin | status | stop`: who says that the narrator has died, and what opens then."""

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from voice_agent import settings as configuration
from voice_agent.cli import pin
from voice_agent.cli.options import Json, Profile, SettingsFile
from voice_agent.errors import BookRefused

if TYPE_CHECKING:
    # loading them takes half a second, which --help must not
    from voice_agent.archive.record import Record
    from voice_agent.settings import Settings

app = typer.Typer(
    help="What was kept for after the narrator's death: who says that it has come, and what opens when.",
    no_args_is_help=True,
)


@app.command()
def begin(
    name: Annotated[
        str, typer.Argument(help="Who says so: the advocate, or one of two people named.")
    ],
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Say that the narrator has died. Asks for that person's password of the pages, else for the PIN.

    The advocate's password is enough. Otherwise two people must say so, one of them at most with the PIN.
    """
    from voice_agent.archive import after_death
    from voice_agent.archive.accounts import Role, everybody
    from voice_agent.archive.record import Record
    from voice_agent.assemble import trusted

    chosen = configuration.load(settings_file, profile=profile)
    with Record.open(chosen.state) as record:
        people = trusted(chosen, record)
        by_password = _proved(record, chosen, name)
        accounts = everybody(record)
        advocate = people.advocate.name if people.advocate else ""
        named = [a.name for a in accounts if a.roles & {Role.FAMILY, Role.ADVOCATE}]
        named += [each.name for each in people.people]
        named += [advocate] if advocate else []
        now = datetime.now(UTC)
        # whoever knows the PIN may call themselves the advocate: by a password alone is she enough
        alone = advocate if by_password else ""
        stands = after_death.say(record, name, now, advocate=alone, named=named)
    Console().print(stands.aloud(now), soft_wrap=True)


def _proved(record: "Record", settings: "Settings", name: str) -> bool:
    """Return once `name` has proved who they are: True by a password of their own, False by the PIN.

    The PIN is one for the whole house: it proves one person at most. Raises PinRefused, BookRefused.
    """
    from voice_agent.archive import after_death
    from voice_agent.archive.accounts import digest_of, everybody

    def account(of: str) -> str:
        # whoever waits to be let in is nobody here
        people = [a.name for a in everybody(record) if a.roles]
        same = [name for name in people if name.casefold() == of.casefold()]
        near = [name for name in people if after_death.may_be_one(name, of)]
        return next(iter(same or near), "")

    if found := digest_of(record, account(name)):
        pin.ask_password(found[1])
        return True
    before = after_death.status(record.read).said_by
    by_pin = [n for n in before if not account(n) and not after_death.may_be_one(n, name)]
    if by_pin or not pin.is_set(settings):
        raise BookRefused(
            f"{by_pin[0]} has said so with the PIN, which proves one person alone."
            if by_pin
            else f"Nothing proves that you are {name}.",
            safe="Nothing was changed, and nothing opens.",
            mend=f"Make an account for {name} on the pages: its password does.",
        )
    pin.ask(settings)
    return False


@app.command()
def status(
    profile: Profile = None, settings_file: SettingsFile = None, as_json: Json = False
) -> None:
    """Print who has said so, and from when on what was kept for then can be read."""
    from voice_agent.archive import after_death
    from voice_agent.archive.record import Record

    chosen = configuration.load(settings_file, profile=profile)
    now = datetime.now(UTC)
    with Record.look(chosen.state) as record:
        stands = after_death.status(record.read)
    if as_json:
        opens = stands.opens.isoformat() if stands.opens else None
        print(json.dumps({"said_by": stands.said_by, "opens": opens, "open": stands.open(now)}))
        return
    Console().print(stands.aloud(now), soft_wrap=True)


@app.command()
def stop(
    name: Annotated[str, typer.Argument(help="Who takes it back.")] = "somebody at this device",
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Take it back: a mistake, or the narrator lives. Anybody may; nothing opens then."""
    from voice_agent.archive import after_death
    from voice_agent.archive.record import Record

    chosen = configuration.load(settings_file, profile=profile)
    with Record.open(chosen.state) as record:
        done = after_death.stop(record, name, datetime.now(UTC))
    Console().print("Taken back. Nothing opens." if done else "There was nothing to take back.")
