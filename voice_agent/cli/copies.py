"""`voice-agent chapters export | copies | again`: copies of the book, for whom they are and where they went."""

import json
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from voice_agent import settings as configuration
from voice_agent.cli import pin
from voice_agent.cli.options import Json, Profile, SettingsFile
from voice_agent.cli.progress import progress
from voice_agent.errors import BookRefused

if TYPE_CHECKING:
    # loading them takes half a second, which --help must not
    from voice_agent.settings import Settings
    from voice_agent.storybook.audiobook import Say


def export(
    to: Annotated[
        Path,
        typer.Argument(
            help="A new folder; for an EPUB, a DOCX, an audiobook or a GEDCOM a new file."
        ),
    ],
    kind: Annotated[
        str, typer.Option(help="folder, epub, pdf, large-print, docx, audiobook, gedcom or bundle.")
    ] = "folder",
    reader: Annotated[str, typer.Option("--for", help="Who it is for; empty: the narrator.")] = "",
    photos: Annotated[
        Path | None, typer.Option(help="A folder of pictures, each with a .txt of its caption.")
    ] = None,
    notes: Annotated[
        Path | None,
        typer.Option(
            help='What relatives know otherwise: TOML, e.g. "1963" = ["Ann has it as 1962."]'
        ),
    ] = None,
    listen_at: Annotated[
        str,
        typer.Option(
            help="Where a telephone finds the pages, for the codes of a printed book: an address, or “house” for this "
            "device's own, which works at home while `voice-agent serve --lan` runs. Empty: no codes."
        ),
    ] = "",
    after_death: Annotated[
        bool, typer.Option(help="With what was not to be read while the narrator lives.")
    ] = False,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Make a copy of what was approved, and remember where it went. Asks for the PIN, if one is set."""
    from voice_agent.archive.record import Record
    from voice_agent.storybook.at_home import bookmaker
    from voice_agent.storybook.house import Wanted
    from voice_agent.storybook.release import Reader

    chosen = configuration.load(settings_file, profile=profile)
    pin.ask(chosen)
    beside = _notes(notes) if notes else {}
    who = Reader(reader, alive=not after_death)
    say = house_voice(chosen) if kind == "audiobook" else None
    at = _at_home(chosen) if listen_at == "house" else listen_at
    wanted = Wanted(kind, to, who, photos, at, beside, say)
    with Record.open(chosen.state) as record, progress("Beginning") as tick:
        made = bookmaker(chosen).copy(record, wanted, datetime.now(UTC), tick)
    Console().print(f"[bold]{kind}[/]  {made}", soft_wrap=True)


def _at_home(chosen: "Settings") -> str:
    """Where this device's own pages show the book, in the house's network. Raises BookRefused where there is none."""
    from voice_agent import addresses
    from voice_agent.cli.pages import own_names
    from voice_agent.storybook.print_pdf import PAGES_OF_THE_HOUSE

    found = sorted(own_names(chosen.web.names))
    own = [e for e in found if addresses.in_the_house(e) and not addresses.here(e)]
    if not own:
        raise BookRefused(
            "This device has no address in the house's network now, so no code could lead to it.",
            safe="Nothing was written.",
            mend="Connect it to the network, or leave --listen-at out: the book is made without codes.",
        )
    return f"https://{own[0]}:{chosen.web.port}{PAGES_OF_THE_HOUSE}"


def house_voice(chosen: "Settings") -> "Say":
    """The voice of the settings, at their pace. Raises ModelMissing."""
    from voice_agent import assemble
    from voice_agent.storybook import tellers

    return tellers.with_voice(assemble.load_voice(chosen, chosen.speaking.voice))


def _notes(path: Path) -> dict[str, tuple[str, ...]]:
    """Notes by EDTF date. Raises BookRefused."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BookRefused(
            f"{path} cannot be read as notes: {error}.",
            safe="Nothing was written.",
            mend='One line a date, e.g. "1963" = ["Ann has it as 1962."]',
        ) from None
    return {
        str(date): tuple(map(str, some if isinstance(some, list) else [some]))  # pyright: ignore[reportUnknownArgumentType]
        for date, some in table.items()
    }


def copies(
    profile: Profile = None, settings_file: SettingsFile = None, as_json: Json = False
) -> None:
    """Print every copy made on this device: what, for whom, when, and whether it is still there."""
    from voice_agent.archive import book_copies
    from voice_agent.archive.record import Record

    chosen = configuration.load(settings_file, profile=profile)
    with Record.look(chosen.state) as record:
        made = book_copies.copies(record.read)
    rows = [
        {
            "made": f"{each.made:%Y-%m-%d}",
            "kind": each.kind,
            "for": each.reader,
            "where": str(each.path),
            "there": "withdrawn" if each.withdrawn else "yes" if each.path.exists() else "moved",
        }
        for each in made
    ]
    if as_json:
        print(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    if not rows:
        print("No copy has been made.")
        return
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in rows[0]:
        table.add_column(name)
    for row in rows:
        table.add_row(*row.values())
    Console().print(table)


def again(profile: Profile = None, settings_file: SettingsFile = None) -> None:
    """Make again the copies that were withdrawn, without what was put away or forgotten. Asks for the PIN, if one is set."""
    from voice_agent.archive.record import Record
    from voice_agent.storybook.at_home import bookmaker

    chosen = configuration.load(settings_file, profile=profile)
    pin.ask(chosen)
    with Record.open(chosen.state) as record, progress("Beginning") as tick:
        made, refused = bookmaker(chosen).copy_again(record, datetime.now(UTC), tick)
    console = Console()
    for path in made:
        console.print(f"made again  {path}", soft_wrap=True)
    for line in refused:
        console.print(line, soft_wrap=True)
    if not made and not refused:
        console.print("No copy was withdrawn from its place.")
