"""`voice-agent contacts`: who may be told in an emergency."""

import secrets
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
        typer.confirm("A word is sent to the advocate now. Go on?", abort=True, err=True)
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


def _refused(what: str, mend: str) -> PinRefused:
    return PinRefused(what, safe="Nothing has been changed.", mend=mend)
