"""`voice-agent chapters write | list | show | approve | consent | export | copies | again | sample`: the book of a life."""

import json
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from voice_agent import settings as configuration
from voice_agent.cli import approving, nights, pin, started
from voice_agent.cli.options import Json, Profile, SettingsFile
from voice_agent.cli.progress import progress
from voice_agent.errors import BookRefused, SettingsError
from voice_agent.resources import resource

if TYPE_CHECKING:
    from collections.abc import Callable

    # loading them takes half a second, which --help must not
    from voice_agent.archive.record import Record
    from voice_agent.backends import LanguageModel
    from voice_agent.settings import Settings
    from voice_agent.storybook.audiobook import Say
    from voice_agent.storybook.house import HouseBook
    from voice_agent.storybook.pages import Book

app = typer.Typer(
    help="The book: write it, read it back, approve it, make copies.", no_args_is_help=True
)


after_death_app = typer.Typer(
    help="What was kept for after the narrator's death: who says that it has come, and what opens when.",
    no_args_is_help=True,
)
app.add_typer(after_death_app, name="after-death")


@after_death_app.command("begin")
def begin_after_death(
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


@after_death_app.command("status")
def status_after_death(
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


@after_death_app.command("stop")
def stop_after_death(
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


def house(settings: "Settings") -> "HouseBook":
    """The book of this house. Raises SettingsError."""
    from voice_agent.storybook.at_home import bookmaker

    return bookmaker(settings)


@app.command("write")
def write_chapters(
    model: Annotated[
        bool, typer.Option(help="Let the language model of the settings smooth the sentences.")
    ] = False,
    by_night: Annotated[
        bool,
        typer.Option(
            "--by-night",
            help="Wait for the hours of `night_from` and `night_until`, then smooth as with --model.",
        ),
    ] = False,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Write the chapters anew from everything told. What was approved and is unchanged stays approved."""
    from voice_agent.archive.record import Record

    chosen = configuration.load(settings_file, profile=profile)
    pin.ask(chosen)
    console = Console()
    may = nights.waited(chosen, console) if by_night else nights.always
    with Record.open(chosen.state) as record:
        made = house(chosen)
        now = datetime.now(UTC)
        if model or by_night:
            book = made.write(record, now, lambda: _edited(chosen, record, made, may))
        else:
            with progress("Reading what was told") as tick:
                book = made.write(record, now, tick=tick)
        back = approving.kept_back(record)
    told = sum(1 for p in book.passages for s in p.sentences if s.told)
    console.print(
        f"{_counted(len(book.chapters), 'chapter')}, {_counted(len(book.passages), 'passage')}, "
        f"{_counted(told, 'sentence')}. "
        f"Nobody else sees them: `{started.as_is()} chapters approve` reads them back first."
    )
    if back:
        console.print(back)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


async def language_model(
    chosen: "Settings", console: Console, record: "Record | None" = None
) -> "LanguageModel":
    """The model of the settings, loaded, for the chapters of `record`; None: for measuring. Raises SettingsError where there is none."""
    from voice_agent import assemble
    from voice_agent.language.gate import Purpose

    def tell(says: str) -> None:
        console.print(says, soft_wrap=True)

    smith = await assemble.wordsmith(chosen, tell, record)
    if smith is None:
        raise SettingsError(
            "There is no language model to write with.",
            safe="Nothing was written; the narrator's own sentences need none.",
            mend="Install the embedded one with `voice-agent models fetch`, or name an Ollama server.",
        )
    await smith.gate.settle()
    return smith.gate.to(Purpose.MEASURING if record is None else Purpose.CHAPTERS)


def _edited(
    settings: "Settings", record: "Record", made: "HouseBook", may: "Callable[[], bool]"
) -> "Book":
    """The book of today. Let a language model smooth the sentences while it `may`; what the gate does not let through stays
    as it was."""
    import anyio

    from voice_agent.archive import memory_tables
    from voice_agent.storybook import plan, writing

    planned = plan.read(resource("config/book/chapters.toml"))
    prompt = writing.read(resource("config/prompts/chapter.md"))
    console = Console(stderr=True)
    with progress("Reading what was told") as tell:
        book = made.compose(record, tell)

    async def go() -> "Book":
        model = await language_model(settings, console, record)
        with progress("Beginning") as tick:
            made = await writing.edit(
                book, model, memory_tables.claims(record.read), planned, prompt, tick=tick, may=may
            )
        console.print(
            f"{made.offered} sentences written by {model.name}, {len(made.refused)} of them refused by the gate; "
            f"{made.restored} of the narrator's put back; {made.failed} passages left as they were."
        )
        if made.late:
            console.print(f"{_counted(made.late, 'passage')} had to be left: the night was over.")
        return made.book

    return anyio.run(go)


@app.command("list")
def list_chapters(
    profile: Profile = None, settings_file: SettingsFile = None, as_json: Json = False
) -> None:
    """Print the chapters, how long they are and how much of them is approved. None of what was said."""
    from voice_agent.archive import passages
    from voice_agent.archive.record import Record

    chosen = configuration.load(settings_file, profile=profile)
    with Record.look(chosen.state) as record:
        book = house(chosen).drafted(record)
        said = passages.approvals(record.read)
    rows = [
        {
            "key": chapter.key,
            "title": chapter.title,
            "passages": len(chapter.passages),
            "approved": sum(1 for p in chapter.passages if p.id in said and said[p.id].given),
            "sentences": sum(1 for p in chapter.passages for s in p.sentences if s.told),
        }
        for chapter in book.chapters
    ]
    if as_json:
        print(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    if not rows:
        print(started.hint("No chapters yet: `voice-agent chapters write` begins them."))
        return
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in rows[0]:
        table.add_column(name, justify="left" if name in ("key", "title") else "right")
    for row in rows:
        table.add_row(*(str(value) for value in row.values()))
    Console().print(table)


@app.command()
def show(
    chapter: Annotated[str, typer.Argument(help="As `chapters list` prints its key.")],
    text: Annotated[
        str, typer.Option(help="approved, chapter, tidied or verbatim; none: as readers see it.")
    ] = "",
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Print one chapter in one of its texts: as approved, tidied, or word for word as it was heard. Asks for the PIN, if one is set.

    Pieces that nobody has said yes to are printed, too, and are marked as that.
    """
    from voice_agent.archive import passages
    from voice_agent.archive.record import Record
    from voice_agent.storybook import dates_read
    from voice_agent.storybook.layout import of_text
    from voice_agent.storybook.pages import Text as Which

    chosen = configuration.load(settings_file, profile=profile)
    pin.ask(chosen)
    with Record.look(chosen.state) as record:
        book = house(chosen).drafted(record)
        said = passages.approvals(record.read)
    found = next((each for each in book.chapters if each.key == chapter), None)
    if found is None:
        raise BookRefused(
            f"There is no chapter “{chapter}”.",
            mend="`voice-agent chapters list` prints what there is.",
        )
    if text not in ("", *Which):
        raise BookRefused(
            f"A chapter has no {text} text.",
            mend=f"There are: {', '.join(Which)}.",
        )
    console = Console()
    console.print(Text(f"{found.title}\n", style="bold"))
    for passage in found.passages:
        lines = [each for each in of_text(passage, Which(text or Which.APPROVED)) if each.text]
        if passage.when:
            console.print(Text(dates_read.read(passage.when), style="dim italic"))
        answer = said.get(passage.id)
        if answer is None or not answer.given:
            console.print(Text(_UNREAD if answer is None else _REFUSED, style="dim"))
        console.print(
            Text.assemble(
                *(
                    part
                    for s in lines
                    for part in (
                        (f"{s.text} ", "" if s.told else "italic green"),
                        (f"[{s.beside}] " if s.beside else "", "italic green"),
                    )
                )
            ),
            "\n",
        )


_UNREAD = "(not read back yet: nobody else sees it)"
_REFUSED = "(you said no: nobody else sees it)"

app.command()(approving.approve)


@app.command()
def consent(
    reader: Annotated[str, typer.Argument(help="Who may read; or “print”, or “after death”.")],
    no: Annotated[bool, typer.Option("--no", help="The answer is no: take it back.")] = False,
    words: Annotated[str, typer.Option(help="What the narrator said.")] = "",
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Keep the narrator's answer about somebody who may read, about print, or about after death."""
    from voice_agent.archive.record import Record
    from voice_agent.archive.who_sees import Reader, known
    from voice_agent.story import Consent, ConsentKind

    chosen = configuration.load(settings_file, profile=profile)
    pin.ask(chosen)
    kinds = {"print": ConsentKind.PRINT, "after death": ConsentKind.AFTER_DEATH}
    kind = kinds.get(reader.lower(), ConsentKind.RECIPIENT)
    with Record.open(chosen.state) as record:
        held = record.sessions()
        if not held:
            raise BookRefused("Nothing has been told yet.", mend="`voice-agent talk` begins.")
        about = reader if kind is ConsentKind.RECIPIENT else ""
        theirs = known(record, Reader(about)) if about else Reader()
        if not no and theirs.account and not theirs.family:
            raise BookRefused(
                f"{about} has not been let in by the narrator.",
                safe="Nothing has been changed.",
                mend="On the narrator's page: People.",
            )
        said = words or ("No." if no else "Yes.")
        record.consent(
            Consent(
                kind,
                not no,
                datetime.now(UTC),
                held[-1].id,
                said,
                about,
                account=theirs.account,
            )
        )
    Console().print("Kept. It holds for copies made from now on.")


@app.command()
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
    from voice_agent.storybook.house import Wanted
    from voice_agent.storybook.release import Reader

    chosen = configuration.load(settings_file, profile=profile)
    pin.ask(chosen)
    beside = _notes(notes) if notes else {}
    who = Reader(reader, alive=not after_death)
    say = _house_voice(chosen) if kind == "audiobook" else None
    at = _at_home(chosen) if listen_at == "house" else listen_at
    wanted = Wanted(kind, to, who, photos, at, beside, say)
    with Record.open(chosen.state) as record, progress("Beginning") as tick:
        made = house(chosen).copy(record, wanted, datetime.now(UTC), tick)
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


def _house_voice(chosen: "Settings") -> "Say":
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


@app.command()
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


@app.command()
def again(profile: Profile = None, settings_file: SettingsFile = None) -> None:
    """Make again the copies that were withdrawn, without what was put away or forgotten. Asks for the PIN, if one is set."""
    from voice_agent.archive.record import Record

    chosen = configuration.load(settings_file, profile=profile)
    pin.ask(chosen)
    with Record.open(chosen.state) as record, progress("Beginning") as tick:
        made, refused = house(chosen).copy_again(record, datetime.now(UTC), tick)
    console = Console()
    for path in made:
        console.print(f"made again  {path}", soft_wrap=True)
    for line in refused:
        console.print(line, soft_wrap=True)
    if not made and not refused:
        console.print("No copy was withdrawn from its place.")


@app.command()
def sample(
    to: Annotated[Path, typer.Argument(help="A new folder for the book in all its forms.")],
    narrator: Annotated[str, typer.Option(help="One of the invented narrators.")] = "margaret",
    kinds: Annotated[
        str, typer.Option(help="Which forms, e.g. folder,pdf.")
    ] = "folder,epub,pdf,large-print,docx,audiobook,gedcom,bundle",
    voice: Annotated[
        str, typer.Option(help="Who speaks for the narrator; none: silence.")
    ] = "hibari",
    photos: Annotated[Path | None, typer.Option(help="A folder of pictures.")] = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Make the whole book of an invented narrator, spoken by a synthetic voice. Touches nothing of yours."""
    import tempfile

    from voice_agent import assemble, weights
    from voice_agent.archive.passages import Approval
    from voice_agent.archive.passages import approve as keep
    from voice_agent.archive.private import folder
    from voice_agent.archive.record import Record
    from voice_agent.errors import ModelMissing
    from voice_agent.memory.reading import PlainReader
    from voice_agent.reading.danger import safety
    from voice_agent.story import Consent, ConsentKind
    from voice_agent.storybook import forms, plan, tellers
    from voice_agent.storybook.house import HouseBook, Wanted

    chosen = configuration.load(settings_file, profile=profile)
    found = [each for each in tellers.shipped() if each.stem == narrator.lower()]
    if not found:
        raise BookRefused(
            f"There is no invented narrator “{narrator}”.",
            mend=f"There are: {', '.join(each.stem for each in tellers.shipped())}.",
        )
    who = tellers.read(found[0])
    try:
        from voice_agent.language.names import SpacyReader

        reader = SpacyReader(weights.find(chosen.weights, "spacy-en"))
    except ModelMissing:
        reader = PlainReader()
    say = None if voice == "none" else tellers.with_voice(assemble.load_voice(chosen, voice))
    now = datetime.now(UTC)
    net = safety.read(resource("config/safety.toml"), who.country)
    made = HouseBook(
        who.name, plan.read(resource("config/book/chapters.toml")), who.birth, net.level
    )
    with (
        tempfile.TemporaryDirectory() as state,
        Record.open(Path(state)) as record,
        progress("Beginning") as tick,
    ):
        tick(f"{who.name} tells")
        tellers.tell(record, who, reader, say)
        session = record.sessions()[0].id
        record.consent(Consent(ConsentKind.PRINT, True, now, session, "Yes."))
        for passage in made.write(record, now).passages:
            keep(record, Approval(passage.id, True, now))
        folder(to)
        for kind in kinds.split(","):
            ending = forms.SINGLE.get(kind, "").rpartition(".")[2]
            name = f"{who.name.lower()}.{ending}" if ending else kind
            reads = _house_voice(chosen) if kind == "audiobook" else None
            made.copy(record, Wanted(kind, to / name, photos=photos, say=reads), now, tick)
    Console().print(f"The book of {who.name}, an invented narrator: {to}", soft_wrap=True)
