"""`voice-agent memory kept-back`: what is kept back with a story, surely or in doubt, and the narrator's word on it."""

import json
from collections.abc import Callable
from datetime import UTC
from typing import TYPE_CHECKING, Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from voice_agent import settings as house
from voice_agent.cli import pin
from voice_agent.cli.options import Json, Profile, SettingsFile
from voice_agent.cli.sessions import printable
from voice_agent.errors import MemoryRefused

if TYPE_CHECKING:
    from voice_agent.archive.sharing import LetGo


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("kept-back")(kept_back)


def kept_back(
    place: Annotated[
        str, typer.Argument(help="SESSION/TURN, as it is printed here; empty: list them.")
    ] = "",
    free: Annotated[
        bool | None,
        typer.Option("--free/--keep", help="It is another story; or: it belongs there."),
    ] = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
    as_json: Json = False,
) -> None:
    """Kept back, please decide: what belongs, or may belong, to a story that is kept back. Asks for the PIN, if one is set."""
    from voice_agent.archive import keeping_back, sharing
    from voice_agent.archive.record import Record
    from voice_agent.story import SessionId, TurnId

    chosen = house.load(settings_file, profile=profile)
    pin.ask(chosen)
    if place:
        session, _, turn = place.rpartition("/")
        if free is None or not turn.isdigit():
            raise MemoryRefused(
                "Please say which, and what the narrator says of it.",
                safe="It stays kept back.",
                mend="For example: `voice-agent memory kept-back SESSION/TURN --free`",
            )
        found = (SessionId(session), TurnId(int(turn)))
        with Record.open(chosen.state) as record:
            if free:
                freed = sharing.let_go(record, found)
                said = freed and _what_became(freed, sharing.spelled(record))
            else:
                kept = keeping_back.decide(record, found, free=False)
                said = "It stays kept back." if kept else None
        if said is None:
            raise MemoryRefused(
                f"Nothing at {place} is kept back because of another telling.",
                safe="Nothing was changed.",
                mend="What the narrator asked to keep back, they let out themselves, in a talk.",
            )
        Console().print(said)
        return
    with Record.look(chosen.state) as record:
        waiting, spelled = sharing.spread_to(record), sharing.spelled(record)
        asked = {(each.session, each.turn) for each in sharing.undecided(record)}
    rows = [
        {
            "told": f"{each.at.astimezone(UTC):%Y-%m-%d}",
            "begins": each.title,
            "kept back as": each.privacy.plainly(spelled),
            "why": "please decide"
            if (each.session, each.turn) in asked
            else "taken for that story",
            "place": f"{each.session}/{each.turn}",
        }
        for each in waiting
    ]
    if as_json:
        print(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    if not rows:
        print("Nothing is kept back in doubt, or because of another telling.")
        return
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in rows[0]:
        table.add_column(name, no_wrap=name == "place")  # it is typed to let one of them go
    for row in rows:
        table.add_row(*(printable(value) for value in row.values()))
    Console().print(table)


def _what_became(freed: "LetGo", spelled: Callable[[str], str]) -> str:
    if freed.hidden:
        return "It is put away all the same, and nobody sees it."
    if not freed.free:
        return (
            f"It stays kept back all the same, by another wish: {freed.privacy.plainly(spelled)}. "
            "Only the narrator's own word in a talk takes that back."
        )
    if not freed.others:
        return "It is no longer kept back. Nobody sees it before the narrator says so."
    tellings = "another telling" if freed.others == 1 else f"{freed.others} other tellings"
    return (
        f"It is no longer kept back by itself. The story it was taken for stays so, in {tellings}: "
        "a book that finds them to be one story leaves this one out, too."
    )
