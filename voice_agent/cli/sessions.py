"""`voice-agent sessions`: what was recorded, and one talk of it with its words and timings."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from voice_agent import settings
from voice_agent.cli import pin
from voice_agent.cli.options import Json, Profile, SettingsFile
from voice_agent.errors import NoSuchSession
from voice_agent.story import Session, Speaker, Turn

if TYPE_CHECKING:
    from voice_agent.conversation.readings import Read
    from voice_agent.reading.reading import Span

app = typer.Typer(help="What was recorded: list it, read it, go on with it.", no_args_is_help=True)

COLOURS = {Speaker.NARRATOR: "bold", Speaker.INTERVIEWER: "green", Speaker.SOMEONE_ELSE: "dim"}

Id = Annotated[
    str | None,
    typer.Argument(
        metavar="[ID]", help="As `sessions list` prints it, or how it begins; none: the last."
    ),
]


@app.command("list")
def list_sessions(
    profile: Profile = None, settings_file: SettingsFile = None, as_json: Json = False
) -> None:
    """Print every session: when, how long, about what. None of what was said."""
    from voice_agent.archive.record import Record

    chosen = settings.load(settings_file, profile=profile)
    with Record.look(chosen.state) as record:
        extents = record.extents()
        rows = [_row(session, *extents.get(session.id, (0, 0.0))) for session in record.sessions()]
    if as_json:
        print(json.dumps({"state": str(chosen.state), "sessions": rows}, indent=2))
        return
    if not rows:
        Console().print(f"Nothing has been recorded in {chosen.state} yet.", soft_wrap=True)
        return
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("session", "began", "minutes", "turns", "topic", "state"):
        right = heading in {"minutes", "turns"}
        table.add_column(heading, justify="right" if right else "left", no_wrap=heading != "topic")
    for row in rows:
        began = f"{datetime.fromisoformat(row['began']).astimezone():%d %b %H:%M}"
        minutes, turns = f"{row['minutes']:.1f}", str(row["turns"])
        table.add_row(
            row["id"],
            began,
            minutes,
            turns,
            printable(row["topic"].replace("_", " ")),
            row["state"],
        )
    Console().print(table)


@app.command()
def show(
    id: Id = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
    as_json: Json = False,
    why: Annotated[
        bool,
        typer.Option("--why", help="With each answer: how the turn was read, and why that reply."),
    ] = False,
) -> None:
    """Print one session: summary, who said what, and where the time went. Asks for the PIN, if one is set.

    What is put away is not shown.
    """
    from voice_agent.archive import session_tables
    from voice_agent.archive.record import Record
    from voice_agent.cli.waterfall import waterfall
    from voice_agent.conversation import readings

    chosen = settings.load(settings_file, profile=profile)
    with Record.look(chosen.state) as record:
        whole_of_it = record.session(_find(record.sessions(), id))
        session = session_tables.seen(record.read, whole_of_it)
        read = readings.had(record, session.id, session.turns) if why else ()
        latencies = record.latencies(session.id)
        files = sorted(path for path in record.folder(session.id).glob("*.*") if path.is_file())
    pin.ask(chosen)
    by_turn = {each.turn.id: each for each in read}
    seconds = max((turn.ended for turn in session.turns), default=0.0)
    row = _row(session, len(session.turns), seconds)
    if as_json:
        whole: dict[str, Any] = {
            **row,
            "summary": session.summary,
            "turns": [_as_json(turn, by_turn.get(turn.id)) for turn in session.turns],
            "latencies": {turn: asdict(latency) for turn, latency in latencies.items()},
            "files": [str(path) for path in files],
        }
        print(json.dumps(whole, indent=2, ensure_ascii=False))
        return
    console = Console()
    console.rule(f"{session.id} · {row['minutes']:.1f} minutes · {row['state']}")
    if session.summary:
        console.print(Text(printable(session.summary), style="italic"), end="\n\n")
    for turn in session.turns:
        minutes, rest = divmod(int(turn.began), 60)
        line = Text(f"{minutes:02}:{rest:02}  ", style="dim")
        line.append(f"{turn.speaker}: ", COLOURS[turn.speaker])
        line.append(printable(turn.text) + ("" if turn.finished else " …"), "")
        console.print(line)
        if of_it := by_turn.get(turn.id):
            console.print(Text("\n".join(_why(of_it)), style="dim cyan"))
    if latencies:
        console.rule("from the narrator’s last sound to our answer")
        console.print(waterfall(latencies))
    if files:
        console.rule("files")
    for path in files:
        console.print(Text(str(path)), soft_wrap=True)


def _why(read: "Read") -> Iterator[str]:
    """How a turn was read, what could have been said, and which guard chose: a line each."""
    for hook in read.read.hooks:
        yield f"        hook: {hook.form}{_quoted(read, hook.words)}"
    for wish in read.read.wishes:
        yield f"        wish: {wish.command}{_quoted(read, wish.about)} ({wish.sure})"
    if danger := read.read.danger:
        yield f"        danger: {danger.level} ({danger.sure}; {danger.rule})"
    rest = (
        f"{name} {_plainly(value)}"
        for name, value in read.read.as_note().items()
        if name not in {"hooks", "wishes", "danger"}
    )
    yield f"        read: {', '.join(rest)}"
    if read.by_model is not None:
        yield f"        by model: {', '.join(_by_model(read)) or 'nothing'}"
    for (kind, struck), times in Counter(read.considered).items():
        yield f"        struck: {kind}{f' ×{times}' if times > 1 else ''}: {struck}"
    yield f"        answered by: {read.guard or 'the interview'} ({read.reason})"


def _by_model(read: "Read") -> Iterator[str]:
    """What a language model read in the same turn; ≠ where it is not what the rules read."""
    model = read.by_model
    if model is None:
        return

    def said(*spans: "Span | None") -> str:
        words = [f"“{printable(read.by_model_words(each))}”" for each in spans if each]
        return " ".join(each for each in words if each != "“”")

    shown = {
        "hard": model.hard,
        "answers": "" if model.answers == "none" else str(model.answers),
        "asks_us": said(model.asks_us),
        "hooks": said(*model.hooks),
    }
    for name, value in shown.items():
        mark = "≠ " if name in read.differs else ""
        if value or mark:
            yield f"{mark}{name} {value or 'none'}"
    if model.mentions:
        yield f"names {said(*(each.words for each in model.mentions))}"
    if model.claims:
        yield f"tells {' '.join(f'{each.how} {said(each.what)}' for each in model.claims)}"
    for each in model.corrections:
        yield f"puts right {said(each.right)}"
    if model.old_story:
        yield f"old story {model.old_story}"


def _quoted(read: "Read", span: "Span | None") -> str:
    words = read.words(span) if span else ""
    return f" “{printable(words)}”" if words else ""


def _as_json(turn: Turn, read: "Read | None") -> dict[str, Any]:
    told = {**asdict(turn), "said_at": turn.said_at.isoformat()}
    return {**told, "reading": read.as_note()} if read else told


def _plainly(value: object) -> str:
    if isinstance(value, tuple):
        return "+".join(map(str, value))  # pyright: ignore[reportUnknownArgumentType]
    return (
        {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
    )


def printable(text: str) -> str:
    """`text` without what would move a terminal's cursor or ring its bell."""
    return "".join(c if c.isprintable() else " " for c in text)


def in_lines(text: str) -> str:
    """The same for several lines."""
    return "\n".join(map(printable, text.split("\n")))


def _find(sessions: tuple[Session, ...], id: str | None) -> str:
    """Return the id of the last session, or of the one that `id` names or begins. Raises NoSuchSession."""
    if not sessions:
        raise NoSuchSession(
            "Nothing has been recorded yet.", mend="`voice-agent talk` holds a first session."
        )
    found = [s.id for s in sessions if id is None or s.id.startswith(id)]
    if id is None or id in found:
        return id or found[-1]
    if len(found) != 1:
        raise NoSuchSession(
            f"{len(found)} sessions begin with “{id}”." if found else f"There is no session {id}.",
            mend="`voice-agent sessions list` shows them all.",
        )
    return found[0]


def _row(session: Session, turns: int, seconds: float) -> dict[str, Any]:
    return {
        "id": session.id,
        "began": session.began.isoformat(),
        "ended": session.ended and session.ended.isoformat(),
        "minutes": round(seconds / 60, 2),
        "turns": turns,
        "topic": session.topic,
        "state": "finished" if session.ended else "unfinished",
    }


@app.command("resume")
def resume_session(profile: Profile = None, settings_file: SettingsFile = None) -> None:
    """Go on with the session that a power cut or a crash broke off."""
    from voice_agent.cli import sitting

    sitting.resume(settings.load(settings_file, profile=profile))
