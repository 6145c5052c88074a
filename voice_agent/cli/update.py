"""`voice-agent update`: a new version from a stick, and the way back from it."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from voice_agent import settings as house
from voice_agent.cli import pin, started
from voice_agent.cli.options import Profile, SettingsFile
from voice_agent.cli.progress import progress

if TYPE_CHECKING:
    from voice_agent.updating.going_back import Undone
    from voice_agent.updating.releases import Place

app = typer.Typer(
    help="A new version from a stick, tried before it is used; and the way back. Nothing is ever fetched.",
    no_args_is_help=True,
)

Into = Annotated[
    Path | None,
    typer.Option(
        "--into", metavar="FOLDER", help="Where versions lie side by side; none: where this one is."
    ),
]

RESTART = "If it runs as a service: `sudo systemctl restart voice-agent`."


@app.command()
def install(
    stick: Annotated[
        Path, typer.Argument(metavar="STICK", help="A folder with the new version, or its file.")
    ],
    into: Into = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Install the new version beside the one in use, try it on a copy of the record, and switch to it if all is well.

    A talk that is being held goes on with the version in use; the new one begins with the next start.
    """
    from voice_agent.updating import installing, wheels

    chosen, stick = house.load(settings_file, profile=profile), stick.expanduser().resolve()
    wheels.wheel_on(stick)  # a wrong stick is the likelier mistake, so it is said first
    place = _place(into)
    with progress("Looking at the stick") as tell:
        release, tried = installing.install(
            place,
            stick,
            chosen.state,
            *_passed_on(profile, settings_file),
            tell=tell,
        )
    console = Console(soft_wrap=True, highlight=False)
    held = (
        f"It has read {tried.talks} {'talk' if tried.talks == 1 else 'talks'} in a copy of the record"
        if tried.talks
        else "It starts"
    )
    console.print(f"Version {release.version} is in use from the next start on. {held}.")
    if place.before is not None:
        if wheels.numbers(release.version) < wheels.numbers(place.before.version):
            console.print(f"It is older than version {place.before.version}, which was in use.")
        console.print(
            f"Version {place.before.version} is kept: "
            f"`{place.folder}/current/bin/voice-agent update undo` goes back to it."
        )
    console.print(RESTART)


@app.command()
def undo(into: Into = None, profile: Profile = None, settings_file: SettingsFile = None) -> None:
    """Go back to the version before, with everything that was told since. Asks for the PIN, if one is set.

    Stop the service first. Recordings are not touched.
    """
    from voice_agent.updating import going_back

    chosen, place = house.load(settings_file, profile=profile), _place(into)
    pin.ask(chosen)
    with progress("Looking at what is there") as tell:
        done = going_back.undo(
            place,
            chosen.state,
            datetime.now(UTC),
            *_passed_on(profile, settings_file),
            tell=tell,
        )
    console = Console(soft_wrap=True, highlight=False)
    for sentence in said(done):
        console.print(started.hint(sentence), markup=False)


def said(done: "Undone") -> tuple[str, ...]:
    """What stands where now, in sentences."""
    sentences = [f"Version {done.to.version} is in use from the next start on."]
    if done.aside is None:
        sentences.append("The record is as it was: this version can read all of it.")
    elif not done.told_again:
        sentences.append(
            "Every word that was told, also since the update, is in its record. What only the newer version could note "
            f"stands in the record of that version, in {done.aside}; an erasing deletes it where it holds what goes."
        )
    else:
        sentences += [
            f"{done.why} So the record is the one from before the update, and what was told since came back from the "
            "journals of the talks: it is private, and in no book, until the narrator lets go of it, talk by talk: "
            "`voice-agent memory rescue --let-go SESSION`. What was put right or decided since may be missing.",
            f"The record of the newer version lies in {done.aside}; an erasing deletes it where it holds what goes.",
        ]
    if done.missing:
        sentences.append(f"{done.missing} turns stand only there: do not delete it.")
    if done.aside is not None:
        sentences.append(
            "The index of memories is made anew with the next talk; `voice-agent memory rebuild` makes it now."
        )
    return (*sentences, "No recording was touched.", RESTART)


@app.command("try", hidden=True)
def try_(folder: Path, profile: Profile = None, settings_file: SettingsFile = None) -> None:
    """For another version: open the copy of a record in a folder, and say in JSON how it stands."""
    from voice_agent.updating import trial

    print(trial.as_json(trial.look(house.load(settings_file, profile=profile), folder)))


@app.command(hidden=True)
def back(folder: Path, steps: list[str]) -> None:
    """For another version: write FOLDER/newer.db anew as FOLDER/record.db, in the form that comes of these steps."""
    from voice_agent.archive import older_form

    older_form.write(folder / "newer.db", folder / "record.db", steps)
    print("{}")


@app.command(hidden=True)
def retell(folder: Path, profile: Profile = None, settings_file: SettingsFile = None) -> None:
    """For another version: bring back from the journals what the record in a folder lacks."""
    from voice_agent.updating import going_back

    going_back.retell(house.load(settings_file, profile=profile), folder, datetime.now(UTC))
    print("{}")


def _place(into: Path | None) -> "Place":
    from voice_agent.updating import releases

    return releases.Place(into.expanduser().resolve()) if into else releases.of_the_running()


def _passed_on(profile: str | None, settings_file: Path | None) -> tuple[str, ...]:
    """The same options, for another version."""
    named = ("--profile", profile) if profile else ()
    return (*named, "--settings", str(settings_file.resolve())) if settings_file else named
