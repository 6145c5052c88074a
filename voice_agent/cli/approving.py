"""`voice-agent chapters approve | consent`: the narrator's yes and no, to each piece of the book and to who may have it."""

from collections import Counter
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from voice_agent import settings as configuration
from voice_agent.cli import pin
from voice_agent.cli.options import Profile, SettingsFile
from voice_agent.errors import BookRefused

if TYPE_CHECKING:
    # loading them takes half a second, which --help must not
    from voice_agent.archive.record import Record
    from voice_agent.storybook.house import HouseBook
    from voice_agent.storybook.pages import Book


def approve(
    passages: Annotated[
        list[str] | None,
        typer.Argument(help="Passages to answer for at once, as `approve --ids` prints them."),
    ] = None,
    ids: Annotated[
        bool, typer.Option(help="Print the ids of what waits, and ask nothing.")
    ] = False,
    only: Annotated[
        list[str] | None, typer.Option("--only-for", help="For this person alone; may be repeated.")
    ] = None,
    no: Annotated[bool, typer.Option("--no", help="The answer is no.")] = False,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Read the passages back to the narrator, one by one, and keep each answer. Asks for the PIN, if one is set.

    First it says how much is kept back or left out and why, and asks about each sentence of which a rule only supposes
    something.
    """
    from voice_agent.archive.passages import Approval, approvals, approve_as_meant
    from voice_agent.archive.passages import approve as approve_for
    from voice_agent.archive.record import Record
    from voice_agent.storybook.approval import left_out, read_back, waiting
    from voice_agent.storybook.at_home import bookmaker

    chosen = configuration.load(settings_file, profile=profile)
    pin.ask(chosen)
    console = Console()
    keep = approve_for if only else approve_as_meant
    made = bookmaker(chosen)
    with Record.open(chosen.state) as record:
        book = made.drafted(record)
        if not (ids or passages):
            if back := kept_back(record):
                console.print(Text(back))
            if whole := left_out(book.passages):
                console.print(Text(whole))
            book = _let_in(made, record, book, console)
        open_ones = waiting(book, approvals(record.read))
        if ids:
            for each in open_ones:
                print(each.id)
            return
        named = {each.id for each in book.passages} & set(passages or ())
        if passages:
            if missing := set(passages) - named:
                raise BookRefused(
                    f"There is no passage {min(missing)}.", safe="Nothing was changed."
                )
            for id in passages:
                keep(record, Approval(id, not no, datetime.now(UTC), readers=tuple(only or ())))
            console.print(f"{len(passages)} answered for.")
            return
        said = Counter[bool]()
        for place, passage in enumerate(open_ones, start=1):
            console.print(Text(f"\n{place} of {len(open_ones)}", style="dim"))
            console.print(Text(read_back(passage)))
            answer = typer.prompt("Shall it stand? (yes, no, later, stop)", default="later").lower()
            if answer.startswith("s"):
                break
            if answer.startswith(("y", "n")):
                given = answer.startswith("y")
                said[given] += 1
                keep(
                    record,
                    Approval(passage.id, given, datetime.now(UTC), readers=tuple(only or ())),
                )
    console.print(Text(_summed_up(said[True], said[False], len(open_ones))))


def kept_back(record: "Record") -> str:
    """How much of what was told is in no chapter because the narrator keeps it back; "" where nothing is."""
    from voice_agent.archive.marked import in_no_book

    count = in_no_book(record.read, (record.session(each.id) for each in record.sessions()))
    if not count:
        return ""
    many = "One answer is" if count == 1 else f"{count} answers are"
    return f"{many} kept back or put away, and in no chapter."


def _summed_up(stands: int, left: int, open_: int) -> str:
    """What became of the pieces that were read back."""
    if not open_:
        return "No piece waits for an answer."
    waits = open_ - stands - left
    parts = [
        f"{_pieces(stands)} {'stands' if stands == 1 else 'stand'}" if stands else "",
        f"{_pieces(left)} {'is' if left == 1 else 'are'} left out: nobody else sees what you said no to"
        if left
        else "",
        f"{waits} still {'waits' if waits == 1 else 'wait'} for an answer" if waits else "",
    ]
    kept = "Kept" if stands or left else "Nothing was changed"
    return f"{kept}: {'; '.join(filter(None, parts))}."


def _pieces(count: int) -> str:
    return "one piece" if count == 1 else f"{count} pieces"


def _let_in(made: "HouseBook", record: "Record", book: "Book", console: Console) -> "Book":
    """Ask about each marked sentence whether it shall stand, and write the book anew where one was answered."""
    from voice_agent.storybook.approval import marked, supposed

    answered = False
    for sentence in marked(book):
        console.print(Text(f"\n{supposed(sentence)}"))
        asked = "Shall it stand? (yes, no, later, stop: on to the pieces)"
        answer = typer.prompt(asked, default="later").lower()
        if answer.startswith("s"):
            break
        if answer.startswith(("y", "n")):
            made.answer(record, sentence, datetime.now(UTC), stands=answer.startswith("y"))
            answered = True
    return made.write(record, datetime.now(UTC)) if answered else book


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
