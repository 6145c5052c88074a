"""The same interview in writing: for trying out questions, and for a voice that is tired today."""

import io
import sys
import time
from dataclasses import replace
from datetime import UTC, datetime

from rich.console import Console

from voice_agent import assemble
from voice_agent.archive.notebook import Notebook
from voice_agent.archive.record import Record
from voice_agent.cli.calling_up import CallingUp
from voice_agent.conversation import past
from voice_agent.interview import planner
from voice_agent.interview.planner import Heard, Move
from voice_agent.memory.summary import summarise
from voice_agent.settings import Settings
from voice_agent.sound import RATE
from voice_agent.story import Consent, ConsentKind, Speaker, Turn, TurnId


def write(settings: Settings, console: Console | None = None) -> None:
    """Ask and read answers until one of us closes. Control-D ends. Raises VoiceAgentError."""
    console = console or Console()
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a torn keyboard line is no reason to stop
    with Record.open(settings.state) as record:
        _write(settings, console, record)


def _write(settings: Settings, console: Console, record: Record) -> None:
    began, opened = datetime.now(UTC), time.monotonic()  # the wall clock may jump; order may not
    session = assemble.new_session(settings, began)
    before = replace(assemble.opening(record, began), leave=())  # asked aloud only
    seed = settings.interview.seed or int(began.timestamp())
    rules = assemble.led(settings, record, seed=seed, today=began.date())
    notebook = Notebook(record, session, agreed=before.consented)
    progress, move = planner.open_session(rules, before)
    calls_up = None
    if before.consented and Record.exists(record.state):
        with console.status("Looking at what was told another day …"):
            calls_up = CallingUp(settings, record, session.id, console.print)
    count = 0

    def note(speaker: Speaker, text: str, kind: str) -> None:
        nonlocal count
        count += 1
        at = time.monotonic() - opened
        turn = Turn(TurnId(count), session.id, speaker, text, at, at, datetime.now(UTC), kind=kind)
        notebook.turn(turn)
        if calls_up is not None:
            calls_up.turn(turn)

    while True:
        if move.text:  # nothing, where they are only thinking
            console.print(move.text, style="green", markup=False, highlight=False)
            note(Speaker.INTERVIEWER, move.text, str(move.act))
        if move.ends:
            break
        try:
            said = console.input("[cyan]› [/]")
        except (EOFError, KeyboardInterrupt):
            console.print()
            break
        minutes = (time.monotonic() - opened) / 60
        asked = progress.last
        heard = Heard(
            said, minutes=minutes, at=datetime.now(UTC).astimezone(assemble.where(settings))
        )
        # what is withheld from the record is not looked at by memory either
        if calls_up is not None and rules.net.level(said) is None:
            called = calls_up(said)
            heard = replace(heard, topics=called.topics, itself=called.itself)
        progress, move = planner.reply(rules, progress, heard, before)
        if (thought := progress.shifts.thought) is not None:
            notebook.note("thought", round(minutes * 60 * RATE), **thought.as_note())
        _settle(
            notebook,
            move,
            Consent(ConsentKind.RECORDING, True, datetime.now(UTC), session.id, said, asked=asked),
        )
        if said.strip() and move.consent is not False:
            note(
                Speaker.NARRATOR, "" if move.withheld else said, "withheld" if move.withheld else ""
            )
    if not notebook.agreed:
        console.print("Nothing was agreed to, so nothing was kept.")
        return
    past.keep(record, progress, session.id)
    record.finish(session.id, datetime.now(UTC), summarise(record.session(session.id).turns))
    console.print(f"[bold]transcript[/]  {record.transcript(session.id)}", soft_wrap=True)


def _settle(notebook: Notebook, move: Move, consent: Consent) -> None:
    if move.consent is True:
        notebook.agree(consent)
    elif move.consent is False:
        notebook.refuse()
