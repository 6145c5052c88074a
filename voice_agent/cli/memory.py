"""`voice-agent memory import | timeline | people | show | conflicts`: what is remembered, as the record has it.

The rest of the group is in `recalling`. Everything here is derived afresh from the claims, so it shows
what memory would say now: hidden claims and what was taken back are not in it.
"""

import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from voice_agent import settings as house
from voice_agent import weights
from voice_agent.cli import kept_back, pin, recalling, rescuing, started
from voice_agent.cli.options import Json, Profile, SettingsFile
from voice_agent.cli.progress import progress
from voice_agent.cli.sessions import printable
from voice_agent.errors import MemoryRefused, ModelMissing

if TYPE_CHECKING:
    # loading them takes half a second, which --help must not
    from voice_agent.backends import Embedder
    from voice_agent.memory.claims import Claim, ClaimId
    from voice_agent.memory.conflicts import Conflict
    from voice_agent.memory.events import Event, Life
    from voice_agent.memory.people.people import Person
    from voice_agent.memory.voices import WhoTells
    from voice_agent.settings import Settings

app = recalling.app
kept_back.add_to(app)
rescuing.add_to(app)


@dataclass(frozen=True, slots=True)
class _Told:
    """What the record holds, woven."""

    claims: "dict[ClaimId, Claim]"
    life: "Life"


def _read(settings: "Settings") -> _Told:
    from voice_agent.archive import compared, memory_tables, woven
    from voice_agent.archive.record import Record
    from voice_agent.memory.events import weave

    with Record.look(settings.state) as record:
        hidden = memory_tables.hidden(record.read)
        claims = [each for each in memory_tables.claims(record.read) if each.id not in hidden]
        decisions, vectors = (
            memory_tables.decisions(record.read),
            memory_tables.meanings(record.read),
        )
        life = woven.life(record.read, woven.of(claims, decisions, vectors))
        if life is None:
            loom = compared.loom(record.read)
            life = weave(claims, decisions, vectors=vectors, loom=loom)
    return _Told({claim.id: claim for claim in claims}, life)


def _which(unclear: "WhoTells") -> str:
    """Ask at a terminal which voice is the narrator's. Raises WhoTells where nobody can be asked, or none of them is."""
    if not unclear.voices or not sys.stdin.isatty():
        raise unclear
    for number, voice in enumerate(unclear.voices, 1):
        typer.echo(f"{number}  {printable(voice)}", err=True)
    answer = typer.prompt("Which of them is the narrator? (0: none of them)", type=int, err=True)
    if not 1 <= answer <= len(unclear.voices):
        raise unclear
    return unclear.voices[answer - 1]


@app.command("import")
def import_file(
    file: Annotated[Path, typer.Argument(help="Text, Markdown, JSON or WebVTT.")],
    narrator: Annotated[
        str, typer.Option(help="What the narrator is called in a conversation; as in the settings.")
    ] = "",
    profile: Profile = None,
    settings_file: SettingsFile = None,
    as_json: Json = False,
) -> None:
    """Take in a past conversation, a journal, letters or a book, marked as written."""
    from voice_agent import assemble
    from voice_agent.archive.importing import bring_in
    from voice_agent.archive.record import Record
    from voice_agent.language.names import SpacyReader
    from voice_agent.memory.imported import LARGEST, parse
    from voice_agent.memory.thread import Setting
    from voice_agent.memory.voices import WhoTells

    chosen = house.load(settings_file, profile=profile)
    if not file.is_file():
        raise MemoryRefused(f"There is no file {file}.", mend="Check the path.")
    if file.stat().st_size > LARGEST:
        raise MemoryRefused(
            f"{file.name} is larger than {LARGEST // 1_000_000} MB.",
            safe="Nothing was stored.",
            mend="Import it in parts.",
        )
    called = narrator or chosen.narrator.name
    content = file.read_bytes()
    try:
        written = parse(content, file.name, narrator=called)
    except WhoTells as unclear:
        written = parse(content, file.name, narrator=_which(unclear))
    reader = SpacyReader(weights.find(chosen.weights, "spacy-en"))
    born = chosen.narrator.birth_year
    setting = Setting(
        birth=str(born) if born else "", country=chosen.narrator.country or Setting().country
    )
    console = Console(stderr=True)
    with Record.open(chosen.state) as record, progress("Reading") as tell:
        done = bring_in(
            record,
            written,
            reader,
            setting,
            narrator=called,
            now=datetime.now(UTC),
            embedder=_embedder(chosen),
            tick=lambda read: tell(f"Read: {read} of {_counted(len(written), 'session')}"),
        )
        assemble.leave(record)
        ill = assemble.keep_copy(
            chosen, record, datetime.now(UTC)
        )  # no journal holds what was written
    if ill:
        console.print(ill)
    indexed = _index(chosen)
    if as_json:
        print(
            json.dumps(
                {
                    "sessions": list(done.sessions),
                    "turns": done.turns,
                    "claims": done.claims,
                    "refused_dates": done.refused,
                    "indexed": indexed,
                },
                indent=2,
            )
        )
        return
    out = Console()
    out.print(
        f"{file.name}: {_counted(len(done.sessions), 'session')}, {_counted(done.turns, 'passage')}, "
        f"{_counted(done.claims, 'claim')} taken in, marked as written."
    )
    if done.refused:
        out.print(
            f"{_counted(done.refused, 'date')} left out, because there is no such day (as 30 February)."
        )
    if not indexed:
        out.print(
            started.hint(
                "It will come to mind once `voice-agent models fetch` has brought the embedder."
            )
        )


def _embedder(settings: "Settings") -> "Embedder | None":
    """What cuts prose where its meaning changes; None where its weights are missing."""
    from voice_agent.language.embedding import MiniLM

    try:
        return MiniLM(weights.find(settings.weights, settings.memory.embedder))
    except ModelMissing:
        return None


def _index(settings: "Settings") -> bool:
    """Let what was taken in come to mind at once; False where the weights for that are missing."""
    import anyio

    async def go() -> None:
        async with recalling.opened(settings):
            pass

    try:
        anyio.run(go)
    except ModelMissing:
        return False
    return True


@app.command()
def timeline(
    profile: Profile = None, settings_file: SettingsFile = None, as_json: Json = False
) -> None:
    """Print the events told so far in the order in which they happened. Asks for the PIN, if one is set."""
    chosen = house.load(settings_file, profile=profile)
    pin.ask(chosen)
    told = _read(chosen)
    if as_json:
        rows = [_event(event, told) for event in told.life.events]
        print(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    console = Console()
    if not told.life.events:
        console.print(f"Nothing that happened has been told in {chosen.state} yet.", soft_wrap=True)
        return
    table = Table("when", "what", "who", "tellings", "id", box=SIMPLE_HEAD, pad_edge=False)
    for event in told.life.events:
        names = ", ".join(told.life.people.person(id).name for id in event.people)
        table.add_row(
            printable(_when(event)),
            printable(event.description),
            printable(names),
            str(len(event.tellings)),
            event.id[:8],
        )
    console.print(table)
    if told.life.conflicts:
        count = len(told.life.conflicts)
        console.print(
            f"In {_counted(count, 'event')} two dates disagree: `{started.as_is()} memory conflicts` shows "
            f"{'it' if count == 1 else 'them'} and says how to settle {'it' if count == 1 else 'one'}.",
            soft_wrap=True,
        )


@app.command()
def people(
    profile: Profile = None, settings_file: SettingsFile = None, as_json: Json = False
) -> None:
    """Print who has been told of. Asks for the PIN, if one is set."""
    chosen = house.load(settings_file, profile=profile)
    pin.ask(chosen)
    life = _read(chosen).life
    found = sorted(life.people.sure, key=lambda each: (-len(each.mentions), each.name, each.id))
    rows: list[dict[str, Any]] = [
        {
            "id": each.id,
            "name": each.name,
            "relation": each.relation,
            "called": list(each.aliases),
            "mentions": len(each.mentions),
            "events": sum(each.id in event.people for event in life.events),
            "unclear": each.unclear,
        }
        for each in found
    ]
    if as_json:
        print(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    console = Console()
    if not rows:
        console.print("Nobody has been told of yet.")
        return
    table = Table(
        "name",
        "is the narrator’s",
        "called",
        "mentions",
        "events",
        "id",
        box=SIMPLE_HEAD,
        pad_edge=False,
    )
    for row in rows:
        called = ", ".join(row["called"][:5]) + (" …" if len(row["called"]) > 5 else "")
        name = row["name"] + (" (which one is not clear)" if row["unclear"] else "")
        cells = (name, row["relation"], called)
        table.add_row(
            *map(printable, cells), str(row["mentions"]), str(row["events"]), row["id"][:8]
        )
    console.print(table)


@app.command()
def show(
    id: Annotated[
        str, typer.Argument(help="Id of an event or a person, or how it begins; or a name.")
    ],
    profile: Profile = None,
    settings_file: SettingsFile = None,
    as_json: Json = False,
) -> None:
    """Print every telling of an event, or every mention of a person, with where to hear it."""
    chosen = house.load(settings_file, profile=profile)
    pin.ask(chosen)
    told = _read(chosen)
    events = {event.id: event for event in told.life.events}
    persons = {person.id: person for person in told.life.people.persons}
    found = [each for each in (*events, *persons) if each.startswith(id)] if id else []
    found = found or _called(id, told.life.people.persons)
    if len(found) != 1:
        raise MemoryRefused(
            f"{len(found)} are called or begin with “{id}”."
            if found
            else f"There is no “{id}” in memory.",
            mend="`voice-agent memory timeline` and `memory people` show the ids.",
        )
    event = next((each for each in told.life.events if each.id == found[0]), None)
    if event:
        head, body = _event(event, told), [_telling(told.claims[c], told) for c in event.tellings]
    else:
        person = next(each for each in told.life.people.persons if each.id == found[0])
        claims = dict.fromkeys(claim for claim, _ in person.mentions)
        head = {"id": person.id, "name": person.name, "relation": person.relation}
        body = [_telling(each, told) for key, each in told.claims.items() if key in claims]
    if as_json:
        print(json.dumps({**head, "tellings": body}, indent=2, ensure_ascii=False))
        return
    console = Console()
    title = f"{_when(event)}: {head['description']}" if event else head["name"]
    console.print(Text(printable(str(title)), style="bold"))
    for each in body:
        console.print(Text(f"{each['told']}  {each['where']}", style="dim"))
        line = Text("  " + printable(each["words"]))
        if each["note"]:
            line.append(f"  ({each['note']})", style="italic")
        console.print(line)


@app.command()
def conflicts(
    event: Annotated[
        str, typer.Argument(help="Id of an event, or how it begins: the one to settle.")
    ] = "",
    holds: Annotated[
        str, typer.Option("--holds", metavar="DATE", help="The date that is right, as printed.")
    ] = "",
    profile: Profile = None,
    settings_file: SettingsFile = None,
    as_json: Json = False,
) -> None:
    """Print dates that cannot both hold, and how to settle one. Asks for the PIN, if one is set.

    Only the narrator can say which is right: in a talk, or here with EVENT and --holds. Then the other date stands down.
    Nothing that was said is changed.
    """
    chosen = house.load(settings_file, profile=profile)
    pin.ask(chosen)
    if bool(event) != bool(holds):
        raise typer.BadParameter("name the event and, with --holds, the date that is right")
    told = _read(chosen)
    if event:
        _settle(chosen, told, event, holds)
        return
    rows = [_event(event, told) for event in told.life.events if event.conflict]
    if as_json:
        print(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    console = Console()
    if not rows:
        console.print("No two dates told contradict one another.")
        return
    for row in rows:
        console.print(Text(printable(row["description"]), style="bold"))
        for side in row["conflict"]["sides"]:
            said = ", ".join(f"“{words}”" for words in side["words"])
            console.print(Text(f"  {side['edtf']}: {printable(said)}"))
    first = rows[0]
    right = first["conflict"]["sides"][-1]["edtf"]
    console.print(
        Text(
            f"\n{'One event has' if len(rows) == 1 else f'{len(rows)} events have'} two dates that disagree. Only the narrator "
            "can say which is right: in a talk, with what happened and both dates in one sentence (“We married in 1952, "
            f"not 1951.”); or here: `{started.as_is()} memory conflicts {first['id'][:8]} --holds {right}`. "
            "Nothing that was said is changed."
        ),
        soft_wrap=True,
    )


def _settle(settings: "Settings", told: _Told, id: str, holds: str) -> None:
    """Keep the narrator's word that `holds` is the right date of an event. Raises MemoryRefused, AlreadyRunning, DiskFull."""
    from voice_agent.archive import memory_tables
    from voice_agent.archive.record import Record
    from voice_agent.memory.claims import Part
    from voice_agent.memory.decisions import Act, Decision, DecisionId

    open_ = [each for each in told.life.events if each.conflict and each.id.startswith(id)]
    sides = open_[0].conflict.sides if len(open_) == 1 and open_[0].conflict else ()
    right = next((each for each in sides if each.edtf == holds), None)
    if right is None:
        raise MemoryRefused(
            f"No event that begins with “{id}” has “{holds}” among dates that disagree.",
            safe="Nothing was changed.",
            mend="`voice-agent memory conflicts` shows the events and the dates.",
        )
    claim = told.claims[right.claims[0]]
    words = next((each for each in claim.mentions if each.part is Part.WHEN), claim.mentions[0])
    other = next(each for each in sides if each is not right)
    now = datetime.now(UTC)
    decision = Decision(
        DecisionId(f"{Act.CLOSE} {claim.id} {now.isoformat()}"),
        Act.CLOSE,
        now,
        "the narrator",
        claim.id,
        other.claims[0],
        words,
    )
    with Record.open(settings.state) as record:
        memory_tables.decide(record, decision)
    Console().print(
        Text(f"{printable(open_[0].description)}: {holds} holds now. What was said is unchanged."),
        soft_wrap=True,
    )


def _called(name: str, persons: "Iterable[Person]") -> list[str]:
    """The ids of those of that name, else of those who have it among their names."""
    wanted = name.casefold().split()
    names = {str(p.id): [each.casefold().split() for each in (p.name, *p.aliases)] for p in persons}
    whole = [id for id, each in names.items() if wanted in each]
    return whole or [
        id for id, each in names.items() if wanted and any({*wanted} <= {*words} for words in each)
    ]


def _event(event: "Event", told: _Told) -> dict[str, Any]:
    from voice_agent.memory.claims import Part

    def dates(found: "Conflict | None") -> dict[str, Any] | None:
        return found and {
            "id": found.id,
            "sides": [
                {
                    "edtf": side.edtf,
                    "words": [w for id in side.claims for w in told.claims[id].words(Part.WHEN)],
                    "claims": list(side.claims),
                }
                for side in found.sides
            ],
        }

    return {
        "id": event.id,
        "when": event.when,
        "description": event.description,
        "sort": event.sort,
        "people": [told.life.people.person(id).name for id in event.people],
        "places": list(event.places),
        "tellings": len(event.tellings),
        "modality": event.modality,
        "privacy": event.privacy.label,
        "conflict": dates(event.conflict),
    }


def _telling(claim: "Claim", told: _Told) -> dict[str, Any]:
    from voice_agent.memory.claims import Modality, Part

    gone = told.life.superseded.get(claim.id, frozenset[Part]())
    notes = ["taken back"] if Part.WHAT in gone else [f"{part} put right" for part in sorted(gone)]
    if claim.corrects:
        notes.append("puts an earlier telling right")
    if claim.modality is not Modality.SAID:
        notes.append(claim.modality)
    first = claim.mentions[0]
    words = dict.fromkeys((*claim.words(Part.WHAT), *claim.words(Part.WHEN)))
    heard = "written" if first.began is None else f"{first.began:.1f} s"
    return {
        "claim": claim.id,
        "told": f"{claim.told_at:%d %b %Y}",
        "session": claim.session,
        "turn": claim.turn,
        "where": f"{claim.session}, turn {claim.turn}, {heard}",
        "began": first.began,
        "ended": claim.mentions[-1].ended,
        "words": " … ".join(words),
        "edtf": claim.edtf,
        "note": ", ".join(notes),
    }


def _when(event: "Event") -> str:
    from voice_agent.storybook import dates_read

    if event.conflict:
        return " or ".join(dates_read.read(side.edtf) for side in event.conflict.sides)
    return dates_read.read(event.when) or "–"


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
