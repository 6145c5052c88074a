"""`voice-agent chapters write | list | show`: the book of a life. What else is done with it is in files of their own beside this."""

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from voice_agent import settings as configuration
from voice_agent.cli import after_death, approving, copies, nights, pin, sample, started
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
    from voice_agent.storybook.house import HouseBook
    from voice_agent.storybook.pages import Book

app = typer.Typer(
    help="The book: write it, read it back, approve it, make copies.", no_args_is_help=True
)
app.add_typer(after_death.app, name="after-death")


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
    from voice_agent.storybook.at_home import bookmaker

    chosen = configuration.load(settings_file, profile=profile)
    pin.ask(chosen)
    console = Console()
    may = nights.waited(chosen, console) if by_night else nights.always
    with Record.open(chosen.state) as record:
        made = bookmaker(chosen)
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
    from voice_agent.storybook.at_home import bookmaker

    chosen = configuration.load(settings_file, profile=profile)
    with Record.look(chosen.state) as record:
        book = bookmaker(chosen).drafted(record)
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
    from voice_agent.storybook.at_home import bookmaker
    from voice_agent.storybook.layout import of_text
    from voice_agent.storybook.pages import Text as Which

    chosen = configuration.load(settings_file, profile=profile)
    pin.ask(chosen)
    with Record.look(chosen.state) as record:
        book = bookmaker(chosen).drafted(record)
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
app.command()(approving.consent)
app.command()(copies.export)
app.command()(copies.copies)
app.command()(copies.again)
app.command()(sample.sample)
