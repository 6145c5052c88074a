"""`voice-agent backup`: everything on another disk, sealed, by itself; the proof that it comes back; and the way back."""

import dataclasses
import os
import stat
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from voice_agent import settings as house
from voice_agent.cli import moving, pin, started
from voice_agent.cli.options import Profile, SettingsFile
from voice_agent.cli.progress import progress
from voice_agent.cli.sessions import printable
from voice_agent.errors import KeyRefused, RecordDamaged, RecordError

if TYPE_CHECKING:
    from voice_agent.archive.away import Away
    from voice_agent.archive.checking import Checked
    from voice_agent.settings import Settings

app = typer.Typer(
    help="Everything on another disk, sealed; the proof that it comes back; moving to a new device.",
    no_args_is_help=True,
)

KEY_NAME = "voice-agent-key.txt"

KeyFile = Annotated[
    Path | None,
    typer.Option(
        "--key", metavar="FILE", help=f"The key; none: ~/{KEY_NAME}, else it is asked for."
    ),
]


@app.command("set-up")
def set_up(
    to: Annotated[
        Path | None, typer.Argument(metavar="FOLDER", help="A folder on another disk or stick.")
    ] = None,
    key: Annotated[
        Path | None,
        typer.Option(
            "--key", metavar="FILE", help=f"Where the key goes, or lies; none: ~/{KEY_NAME}."
        ),
    ] = None,
    off: Annotated[bool, typer.Option("--off", help="Make no more of them.")] = False,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Make a key, and from now on a sealed backup in FOLDER after each talk. Asks for the PIN, if one is set.

    The key is written to one file and nowhere else: keep it elsewhere than the backups, and a copy on paper. Without it
    nobody can read them, nor can this device.
    """
    from voice_agent.archive import away, sealing, tombstones
    from voice_agent.archive.book import Book

    chosen = house.load(settings_file, profile=profile)
    pin.ask(chosen)
    console = Console(soft_wrap=True)
    if off:
        with Book(chosen.state) as book:
            left = away.chosen(book.read)
        if not away.end(chosen.state, datetime.now(UTC)) or left is None:
            console.print("None are made by themselves. Nothing has been changed.")
            return
        console.print(
            f"No more backups are made by themselves. Those in {left.folder} stay as they are: what is erased on this device later "
            "is still in them, until you delete these files. Whenever something is erased that they hold, they are named."
        )
        return
    if to is None:
        raise typer.BadParameter("Name a folder on another disk, or --off.")
    to, file = to.expanduser().resolve(), (key or Path.home() / KEY_NAME).expanduser().resolve()
    _fit(chosen, to, file)
    with Book(chosen.state) as book:
        erased, before = tombstones.erased(book.read), away.known(book.read)
    made = None if file.exists() else sealing.new_key()
    public = made.public if made else sealing.public_of(_key_in(file))
    if before is not None and before.on and before.public != public:
        raise _another_key(file, made is not None)
    if before is not None and before.folder != to:
        away.end(chosen.state, datetime.now(UTC))  # nothing is erased there any more
    if made:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
            out.write(made.file(datetime.now(UTC)))
    own = house.house_file(settings_file).resolve()
    there = away.Away(to, public, own, erased)
    # set up again, it is still the same house: its older backups are known to it, and made anew if they hold what was erased
    if before is not None:
        there = dataclasses.replace(there, house=before.house, erased=before.erased)
    away.choose(chosen.state, there)
    written = _written(chosen.state)
    console.print(f"Written to {written}." if written else "The next talk makes the first one.")
    console.print(
        f"The key is in {file}. Put it on paper or on another stick, and keep it elsewhere than the backups: without it "
        "nobody can read them, nor can this device."
    )
    _warn_of_one_disk(to, chosen.state, console)


def _warn_of_one_disk(to: Path, state: Path, console: Console) -> None:
    from voice_agent.archive import away

    if away.on_one_disk(to, state):
        console.print(
            f"{to} is on the disk that holds the record itself: should that die, both are gone."
        )


def _another_key(file: Path, missing: bool) -> RecordError:
    which = f"There is no key at {file}" if missing else f"{file} is another key"
    return RecordError(
        f"{which}, and this house's backups are sealed for one already.",
        safe="Nothing has been changed.",
        mend="Name the old one with --key. If it is lost, `voice-agent backup set-up --off` ends those, and a new key can be "
        "made; nobody opens the older ones then.",
    )


def _fit(settings: "Settings", to: Path, key: Path) -> None:
    """Raises RecordError where backups cannot lie in `to`, or the key not at `key`."""
    why, at_home = "", settings.state.stat().st_dev if settings.state.is_dir() else -1
    if not to.is_dir():
        why = f"There is no folder {to}."
    elif not os.access(to, os.W_OK | os.X_OK):
        why = f"{to} is no folder that can be written to."
    elif to.is_relative_to(settings.state.resolve()):
        why = f"{to} lies in the house's own folder, which a backup is of."
    elif key.is_relative_to(to):
        why = "The key would lie beside the backups: whoever finds them could read them."
    elif not key.parent.is_dir():
        why = f"There is no folder {key.parent} for the key."
    elif key.parent.stat().st_dev == to.stat().st_dev != at_home:
        why = f"{key} is on the same disk as the backups: whoever finds that could read them."
    if why:
        raise RecordError(why, safe="Nothing has been changed.", mend="Choose another place.")


def _written(state: Path) -> Path | None:
    from voice_agent.archive import away
    from voice_agent.archive.record import Record

    with Record.look(state) as record:
        if not record.sessions():
            return None
        with progress("Writing and sealing"):
            return away.make(record, datetime.now(UTC))


@app.command()
def now(
    to: Annotated[
        Path | None,
        typer.Argument(metavar="[PLACE]", help="A file or a folder; none: where set-up said."),
    ] = None,
    plain: Annotated[
        bool,
        typer.Option(
            "--plain",
            help="A tar file that anybody can read, so without the settings; PLACE may be left out then: in the state folder.",
        ),
    ] = False,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Write everything that was told into one file, with sound and pictures; sealed, with the settings as well. Asks for the
    PIN, if one is set.

    To seal it, a key is needed once: `voice-agent backup set-up FOLDER`. What is erased later goes from the backups that this program makes by itself. Of one elsewhere it is said then that it still
    holds it. Moving house: this on the old device, `voice-agent backup restore` on the new one.
    """
    from voice_agent import assemble
    from voice_agent.archive import away
    from voice_agent.archive.backups import FOLDER, take_out
    from voice_agent.archive.record import Record

    chosen = house.load(settings_file, profile=profile)
    pin.ask(chosen)
    assemble.finish_first(chosen, datetime.now(UTC))
    console = Console(soft_wrap=True)
    if to is not None:
        to = _file(to.expanduser().resolve(), ".tar" if plain else away.SUFFIX, datetime.now(UTC))
    with Record.look(chosen.state) as record:
        kept = None if plain else away.chosen(record.read)
        if kept is None and not plain:
            raise _no_key()
        if kept is not None and to is None:
            written = _written(chosen.state)
        else:
            usual = chosen.state / FOLDER / f"{datetime.now(UTC):%Y-%m-%dT%H-%M-%SZ}.tar"
            written = take_out(
                record,
                to or usual,
                datetime.now(UTC),
                public=kept.public if kept else "",
                settings=kept.settings if kept else None,
            )
    console.print(f"Written to {written}." if written else "Nothing has been told yet.")
    if written:
        if plain:
            console.print("Anybody who has it can read it. The settings are not in it.")
        _warn_of_one_disk(written, chosen.state, console)


def _file(to: Path, suffix: str, now: datetime) -> Path:
    """The file that a backup becomes: `to`, or one of its own name in the folder `to`. Raises RecordError."""
    if to.is_dir():
        to = to / f"voice-agent-{now:%Y-%m-%dT%H-%M-%SZ}{suffix}"
    why, mend = "", "Name a file that is not there."
    if to.exists():
        why = f"{to} is there already."
    elif to.suffix != suffix:
        why, mend = f"{to} is no folder.", f"Name a folder, or a file that ends in {suffix}."
    elif not to.parent.is_dir():
        why, mend = f"There is no folder {to.parent}.", "Is the disk plugged in?"
    elif not os.access(to.parent, os.W_OK | os.X_OK):
        why, mend = f"{to.parent} cannot be written to.", "Choose another place."
    if why:
        raise RecordError(why, safe="No backup was written.", mend=mend)
    return to


def _no_key() -> RecordError:
    return RecordError(
        "There is no key yet to seal a backup with.",
        safe="No backup was written.",
        mend="`voice-agent backup set-up FOLDER` makes one, once and for all; then this again. --plain writes a file that anybody can read.",
    )


@app.command()
def check(
    source: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="A backup; none: the newest there is.")
    ] = None,
    key: KeyFile = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Restore a backup into an empty place, compare it with the house, and say how it stands; exit code 1 if it is not whole.

    Nothing that was told here is changed. Needs as much room on the disk as the backup. Asks for the PIN, if one is set.
    """
    from voice_agent.archive import away, checking
    from voice_agent.archive.record import Record

    chosen = house.load(settings_file, profile=profile)
    pin.ask(chosen)
    if source is None:
        with Record.look(chosen.state) as record:
            kept = away.known(record.read)
        source = _newest(kept)
    secret = _secret(source, key)
    with progress("Restoring into an empty place, and comparing"):
        found = checking.check(source, chosen.state, datetime.now(UTC), secret=secret)
    # the caregiver's page says so
    away.prove(chosen.state, source, datetime.now(UTC), whole=not found.wrong)
    console = Console(soft_wrap=True)
    for sentence in said(found):
        console.print(printable(sentence), markup=False, highlight=False)
    if found.wrong:
        raise typer.Exit(1)


def said(found: "Checked") -> tuple[str, ...]:
    """How a backup stands, in sentences."""
    whole = "It comes back whole" if not found.wrong else "It comes back, but not whole"
    held = (
        f"{whole}: {_counted(found.sessions, 'talk')}, {_counted(found.turns, 'turn')}, "
        f"{_counted(found.files, 'file')} that belong to them ({_size(found.bytes)})."
    )
    newer = found.newer and f"This house has held {_counted(found.newer, 'talk')} since."
    erased = found.erased and (
        f"It still holds what was erased here since, in {_counted(found.erased, 'place')}; that would not come back into this "
        "house."
    )
    return (held, *found.wrong, *(each for each in (newer, erased) if each))


@app.command()
def restore(
    source: Annotated[Path, typer.Argument(metavar="FILE", help="A backup of ours.")],
    key: KeyFile = None,
    replace: Annotated[
        bool,
        typer.Option("--replace", help="Although sessions were held since; they are set aside."),
    ] = False,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Bring back what a backup holds, without anything that was forgotten since. Asks for the PIN, if one is set.

    In a house without settings of its own those of the backup are put in place, but for the folders of the old device.
    """
    from voice_agent import assemble
    from voice_agent.archive.backups import SETTINGS
    from voice_agent.archive.backups import restore as bring_back

    chosen = house.load(settings_file, profile=profile)
    pin.ask(chosen)
    with suppress(RecordDamaged):  # a lost record knows of none
        assemble.finish_first(chosen, datetime.now(UTC))
    secret = _secret(source, key)
    done = bring_back(source, chosen.state, datetime.now(UTC), replace=replace, secret=secret)
    console = Console(soft_wrap=True)
    console.print(f"Restored: {_counted(done.sessions, 'talk')}.")
    if done.turns_forgotten:
        console.print(
            f"What was erased here since the backup stays erased ({_counted(done.turns_forgotten, 'turn')})."
        )
    if done.before is not None:
        console.print(f"What was there before lies in {done.before}.")
    console.print(
        started.hint("`voice-agent backup set-up FOLDER` lets this house make backups of its own.")
    )
    if said_of_them := moving.bring(chosen.state / SETTINGS, house.house_file(settings_file)):
        console.print(said_of_them, markup=False, highlight=False)
    console.print(
        started.hint(
            "Nothing else needs to be done: the index of memories is made anew with the next talk. "
            "`voice-agent memory rebuild` makes it now, so that this talk need not wait for it."
        )
    )


def _newest(kept: "Away | None") -> Path:
    from voice_agent.archive import away

    there = away.backups(kept) if kept is not None else ()
    if not there:
        place = f"in {kept.folder} " if kept is not None else ""
        raise RecordError(
            f"There is no backup {place}that could be looked at.",
            mend="Name a file, plug in the disk, or begin with `voice-agent backup set-up FOLDER`.",
        )
    return there[0].path


def _secret(source: Path, key: Path | None) -> str:
    """The key to `source`; "" where it lies open. Raises KeyRefused, RecordError."""
    from voice_agent.archive import sealing

    if source.exists() and not source.is_file():
        raise _no_file(source)
    try:
        if not sealing.is_sealed(source):
            return ""
    except OSError as error:
        raise RecordError(
            f"The backup {source} cannot be read: {error.strerror}.",
            safe="Nothing has been changed.",
            mend="Is the disk plugged in?",
        ) from error
    usual = Path.home() / KEY_NAME
    file = key or (usual if usual.is_file() else None)
    if file is not None:
        return sealing.secret_in(_key_in(file))
    typed = typer.prompt(
        "The key (one line that begins with AGE-SECRET-KEY-)", err=True, hide_input=True
    )
    return sealing.secret_in(str(typed))


def _no_file(source: Path) -> RecordError:
    """`source` is a folder or something else that holds no backup: which file in it could be meant?"""
    inside = [*source.glob("*.age"), *source.glob("*.tar")] if source.is_dir() else []
    newest = max(inside, key=lambda each: each.stat().st_mtime, default=None)
    return RecordError(
        f"{source} is {'a folder' if source.is_dir() else 'no file'}, and a backup is one file.",
        safe="Nothing has been changed.",
        mend=f"Name the file. The newest in it is {newest}."
        if newest
        else "Name the file; it ends in .age or .tar.",
    )


def _key_in(file: Path) -> str:
    """What a key file holds; warns where others may read it. Raises KeyRefused."""
    try:
        if stat.S_ISREG(mode := file.stat().st_mode) and mode & 0o077:
            Console(stderr=True, soft_wrap=True).print(
                f"Others who use this computer can read the key {file}: `chmod 600` keeps it to you, where its disk knows of that.",
                markup=False,
                highlight=False,
            )
        return file.read_text(encoding="utf-8")
    except OSError as error:
        why = error.strerror
    except UnicodeDecodeError:
        why = "it is no text"
    raise KeyRefused(
        f"The key {file} cannot be read: {why}.",
        safe="Nothing has been changed.",
        mend="The key is a small text file that `voice-agent backup set-up` wrote, or one line to be typed.",
    )


def _size(count: int) -> str:
    return f"{count / 1e6:,.0f} MB" if count >= 1e6 else f"{count / 1e3:,.0f} kB"


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
