"""`voice-agent contacts`: who may be told in an emergency."""

import secrets
from pathlib import Path
from typing import Annotated

import typer

from voice_agent import settings as house
from voice_agent.cli.options import Profile, SettingsFile
from voice_agent.errors import PinRefused
from voice_agent.resources import resource

app = typer.Typer(help="Who may be told in an emergency.", no_args_is_help=True)

WORD = 6
"""Letters of the word that the advocate is sent."""

LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
"""None that is taken for another when it is read aloud over a telephone."""


@app.command("tell-everybody")
def tell_everybody(
    settings_file: SettingsFile = None,
    profile: Profile = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask whether to begin.")] = False,
) -> None:
    """Let everybody whom the settings name be told again, whoever was passed over.

    Asks for the narrator's PIN, and for a word that is sent to the advocate. It says the same whether anybody was passed
    over or not.
    """
    import hmac

    from voice_agent.archive.book import Book
    from voice_agent.archive.passed_over import PassedOver
    from voice_agent.assemble import trusted
    from voice_agent.cli import pin
    from voice_agent.notifying.by_apprise import ByApprise
    from voice_agent.reading.danger import safety

    chosen = house.load(settings_file, profile=profile)
    with Book(chosen.state) as book:
        advocate = trusted(chosen, book).advocate
    if not pin.is_set(chosen):
        raise _refused("No PIN of the narrator is set.", "Let the narrator choose one: memory.pin.")
    if advocate is None or not advocate.address:
        raise _refused("No advocate is named who could agree.", "Name one: safety.advocate.")
    if not yes:
        asked = "May a word be sent to the advocate? Nothing has been sent yet."
        typer.confirm(asked, abort=True, err=True)
    pin.ask(chosen)
    word = "".join(secrets.choice(LETTERS) for _ in range(WORD))
    message = safety.read(resource("config/safety.toml"), chosen.narrator.country).messages["again"]
    name = chosen.narrator.name or "the narrator"
    title, text = (each.replace("{name}", name) for each in (message.title, message.text))
    if not ByApprise().send(advocate.address, title, text.replace("{word}", word)):
        raise _refused("The advocate could not be reached.", "Try again later.")
    typed = str(typer.prompt("The word that the advocate was sent", err=True)).strip().upper()
    if not hmac.compare_digest(typed.encode(), word.encode()):
        raise _refused("That is not the word that was sent.", "Ask the advocate, and try again.")
    PassedOver(chosen.state).clear()
    print("From now on everybody whom the settings name may be told again.")


@app.command()
def unit(
    write: Annotated[
        bool, typer.Option("--write", help="Put it where systemd reads it, as root.")
    ] = False,
    into: Annotated[
        Path | None, typer.Option("--into", metavar="FILE", help="Write it there instead.")
    ] = None,
    settings_file: SettingsFile = None,
    profile: Profile = None,
) -> None:
    """Let the service's messages out: print what is to be added to its unit for the hosts of the contacts.

    Every host is looked up now. systemd's fence goes by address and by nothing else, so it is written anew where one
    has moved; `voice-agent doctor` says when. Nothing is written where a host cannot be told or found.
    """
    from voice_agent.assemble import outward
    from voice_agent.cli import fencing
    from voice_agent.notifying.fence import ADDED

    chosen = house.load(settings_file, profile=profile)
    text = outward.drop_in(outward.openings(fencing.needed(chosen), fencing.ROOT))
    place = into or (fencing.ROOT / ADDED if write else None)
    if place is not None:
        typer.echo(fencing.keep(place, text))
    elif text:
        typer.echo(text, nl=False)
    else:
        typer.echo(fencing.NOTHING)


@app.command()
def drill(
    settings_file: SettingsFile = None,
    profile: Profile = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask whether to begin.")] = False,
    inside: Annotated[bool, typer.Option("--inside", hidden=True)] = False,
) -> None:
    """Send every contact a test message from within what the service's unit allows; says for each whether it got out.

    Exit code 1 where one did not. Where systemd is not running, the unit's lines are compared and nothing is sent.
    """
    from voice_agent.cli import drilling, fencing
    from voice_agent.notifying.fence import fence_of

    chosen = house.load(settings_file, profile=profile)
    fence = None if inside else fence_of(fencing.ROOT)
    if fence is not None and not fencing.systemd_runs():
        raise typer.Exit(0 if drilling.compare(chosen, fence, typer.echo) else 1)
    to = drilling.reachable(chosen)
    if not to:  # nobody is asked about nothing
        raise typer.Exit(0 if drilling.send(chosen, typer.echo) else 1)
    if not yes:
        asked = f"May a test message go to {' and '.join(to)}? Nothing has been sent yet."
        typer.confirm(asked, abort=True, err=True)
    if fence is not None:
        raise typer.Exit(drilling.within(fence, house.house_file(settings_file), profile))
    if not inside:
        typer.echo(drilling.UNFENCED)
    raise typer.Exit(0 if drilling.send(chosen, typer.echo) else 1)


def _refused(what: str, mend: str) -> PinRefused:
    return PinRefused(what, safe="Nothing has been changed.", mend=mend)
