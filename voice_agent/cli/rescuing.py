"""`voice-agent memory rescue`: a damaged record, brought back from its copies and its journals."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from voice_agent import settings as house
from voice_agent.cli import pin, started
from voice_agent.cli.options import Profile, SettingsFile

if TYPE_CHECKING:
    from voice_agent.archive.rescue import Rescued
    from voice_agent.settings import Settings


def rescue(
    let_go: Annotated[
        str,
        typer.Option(
            "--let-go",
            metavar="SESSION",
            help="With the narrator: what came back of this talk need not be private any more.",
        ),
    ] = "",
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask whether this is meant.")] = False,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Bring a damaged record back: the newest whole copy, then what the journals hold. Asks for the PIN, if one is set.

    What is damaged is set aside, not deleted. What comes back from a journal is private until the narrator says
    otherwise, talk by talk (--let-go). Exit code 1 where something is missing or private now.
    """
    from voice_agent import assemble
    from voice_agent.archive import rescue as rescuing

    chosen = house.load(settings_file, profile=profile)
    pin.ask(chosen)
    console = Console(soft_wrap=True)
    if let_go:
        _let_go(chosen, let_go, yes, console)
        return
    done = rescuing.rescue(
        chosen.state, datetime.now(UTC), chosen.narrator.name, assemble.keeps(chosen)
    )
    for sentence in said(done):
        console.print(sentence, markup=False, highlight=False)
    console.print(_indexed(chosen), markup=False, highlight=False)
    if not done.complete:
        raise typer.Exit(1)


def said(done: "Rescued") -> Iterator[str]:
    """What came back, what did not, and what to do next, in plain sentences."""
    again = done.retold
    yield f"The record can be read again. It holds {_counted(done.sessions, 'talk')}."
    if done.made is not None and done.source is not None:
        yield f"It was brought back from {done.source.name}, a copy made on {done.made:%d %B %Y at %H:%M} UTC."
    elif done.source is None:
        yield "There was no whole copy of it, so all there is came from the journals of the talks."
    if done.broken:
        yield f"{_counted(done.broken, 'newer copy', 'newer copies')} could not be read either."
    if again and again.turns:
        yield (
            f"From the journals came {_counted(again.turns, 'answer')} in {_counted(len(again.sessions), 'talk')}, "
            "in the words first heard."
        )
    if done.sealed:
        yield (
            "A journal does not say who may know something. So all that was told in these talks is private now, and "
            f"in no book: {', '.join(again.sessions if again else ())}. With the narrator, `{started.as_is()} memory rescue "
            "--let-go SESSION` undoes that for one talk; what they asked to keep between you"
            + (" stays so." if done.limited else ", they should say again.")
        )
    if again and again.empty:
        yield (
            f"{_counted(again.empty, 'answer')} came back without words: kept from the record for safety, or something "
            "in it had been erased."
        )
    if done.forgotten:
        yield f"What had been erased was erased again, in {_counted(done.forgotten, 'answer')}."
    if again and again.torn:
        yield f"{_counted(again.torn, 'line')} of the journals cannot be read."
    if again and again.silent:
        yield (
            f"Of {_counted(len(again.silent), 'talk')} there is sound, but nobody wrote down what was said: "
            f"{', '.join(again.silent)}."
        )
    if done.lost:
        yield (
            f"Something that was told in {_counted(len(done.lost), 'talk')} is in no copy and no journal: "
            f"{', '.join(done.lost)}. Where there is sound of it, it lies in the folder of that talk."
        )
    if done.source is None:
        yield (
            "Accounts, questions of the family, corrections and approvals stood in the record alone and are "
            "gone: the family has to be invited again. "
            + (
                "What the narrator said yes and no to is back."
                if done.agreed
                else "Consents are gone, too: the interviewer asks for leave again."
            )
        )
    elif done.made is not None:
        yield (
            f"What was put right, decided or sent on the pages after {done.made:%d %B, %H:%M} UTC may be missing, and "
            "so may letters or books imported after it. Everybody has to sign in again."
        )
    if done.unsure:
        yield (
            "What was shared or taken back last cannot be known. So no story is shared with anybody now and no "
            "passage of the book is approved, until the narrator says so again."
        )
    if done.aside is not None:
        torn = done.aside.name.startswith("damaged")
        goes = (
            "The next erasing deletes it."
            if torn
            else "An erasing deletes it where it holds what goes."
        )
        yield f"What was there before lies in {done.aside}. {goes}"
    if done.traces:
        paths = ", ".join(str(each) for each in done.traces)
        yield (
            f"Something that had been erased can still be found in: {paths}. Keep those files, and tell us: nothing has "
            "to be deleted by hand."
        )


def _counted(many: int, one: str, more: str = "") -> str:
    return f"{many} {one if many == 1 else more or one + 's'}"


def _indexed(settings: "Settings") -> str:
    """Make the index anew, where its model is there."""
    import anyio

    from voice_agent.cli import recalling
    from voice_agent.errors import ModelError

    async def go() -> int:
        async with recalling.opened(settings) as memory:
            return await memory.rebuild()

    try:
        count = anyio.run(go)
    except ModelError as error:
        said = f"The index was not made anew: {error.what} Then: `voice-agent memory rebuild`."
        return started.hint(said)
    return f"The index was made anew: {_counted(count, 'memory', 'memories')}."


def _let_go(settings: "Settings", session: str, yes: bool, console: Console) -> None:
    from voice_agent import assemble
    from voice_agent.archive import retelling
    from voice_agent.archive.record import Record
    from voice_agent.errors import MemoryRefused

    with Record.open(settings.state) as record:
        waiting = dict(retelling.sealed(record))
        if session not in waiting:
            raise MemoryRefused(
                f"Nothing in the talk {session!r} is private because it came back from a journal.",
                safe="Nothing has been changed.",
                mend="Private for that reason: " + (", ".join(waiting) or "no talk") + ".",
            )
        if not yes:
            typer.confirm(
                "Did the narrator say that this talk need not stay private? What they asked to keep between you is "
                "known only where memory reads it in their words.",
                abort=True,
            )
        count = retelling.let_go(record, session)
        ill = assemble.keep_copy(settings, record, datetime.now(UTC))
    console.print(
        f"{_counted(count, 'answer')} {'is' if count == 1 else 'are'} not private for that reason any more."
    )
    if ill:
        console.print(ill)
    console.print(_indexed(settings), markup=False, highlight=False)


def add_to(app: typer.Typer) -> None:
    """Put the command into the group `memory`."""
    app.command()(rescue)
