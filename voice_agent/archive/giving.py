"""Giving the narrator everything: one folder with all that is kept, in forms that outlive this program.

    FOLDER/README.txt, life.json, house.json, photographs/ID.jpg
    FOLDER/sessions/ID/{transcript.txt,transcript.vtt,*.wav,turns.json}

`life.json` holds claims with their words and places, events, people, conflicts, labels and consents;
`house.json` who may see what, what was asked, sent and looked at, the calendar and the book. What is hidden or kept
back is in it and marked so, turn by turn: the export is the narrator's own. No password is in it. Folders 0700, files 0600.
"""

import json
import shutil
from collections.abc import Callable
from dataclasses import asdict
from datetime import date, datetime
from enum import Enum
from pathlib import Path
from typing import Any

from voice_agent.archive import (
    compared,
    family,
    marked,
    memory_tables,
    taken_out,
    unfinished,
    woven,
)
from voice_agent.archive.private import folder, replacing, write_all
from voice_agent.archive.record import Record
from voice_agent.archive.transcript import as_text, as_vtt
from voice_agent.errors import RecordError
from voice_agent.memory.events import weave

READ_ME = """Everything that was told, as it was kept.

sessions/   one folder a session: the words (transcript.txt, transcript.vtt, turns.json) and the voices (WAV)
life.json   what was understood from it, each piece with the words and the seconds that it rests on
house.json  who may see what; what the family asked and sent, and who looked; the calendar; the book's drafts;
            what the narrator wants to read otherwise than it was said (approved_texts)
photographs/  the pictures that the family sent

Times inside a session are seconds since its recording began. Dates are EDTF (Library of Congress): 195X is
the fifties, 1952~ about 1952. Nothing is left out of this folder: what you keep back or put away is in it, too, and is
marked at its turn, as "(private: kept back)". Whoever has this folder can read and hear that. If you erase something
later, it stays in here: delete the folder yourself.
"""

HOUSE = {
    "accounts": ("id", "name", "role", "relation", "household", "made", "closed"),
    "let_in": ("account", "role", "given", "way", "at"),
    "asked_in": ("account", "role", "by", "at"),
    "news": ("what", "who", "at", "told"),
    "looks": ("at", "who", "role", "what"),
    "family_questions": ("who", "question", "at", "state", "session", "turn"),
    "photographs": ("id", "who", "caption", "at", "session", "turn"),
    "family_notes": ("who", "session", "turn", "edtf", "note", "at"),
    "reminders": ("session", "turn", "version", "first", "last", "at", "done"),
    "approved_texts": ("session", "turn", "version", "stretches", "at"),
    "shares": ("session", "turn", "version", "account", "voice", "at"),
    "ratings": ("session", "mood", "tiredness"),
    "series": ("id", "event", "made"),
    "pauses": ("first", "last"),
    "busy": ("source", "begins", "ends"),
    "happenings": ("kind", "at", "slot"),
    "calling_wishes": ("wanted", "at", "until"),
    "passages": ("id", "chapter", "place", "body", "privacy", "writer", "made"),
    "approvals": ("passage", "given", "readers", "way", "at"),
    "meant_for": ("passage", "session", "turn", "readers"),
    "copies": ("kind", "path", "reader", "account", "made", "withdrawn"),
    "kept": ("key", "value"),
    "after_death": ("act", "by", "alone", "at"),
    "kept_back": (
        "session",
        "turn",
        "privacy",
        "wish_session",
        "wish_turn",
        "part",
        "doubt",
        "decided",
        "at",
        "spread",
    ),
}
"""Tables beside what was told, and what of them is given: everything but digests."""


def export_everything(
    record: Record, to: Path, now: datetime, tell: Callable[[str], None] = lambda doing: None
) -> Path:
    """Write all of it into the new folder `to` and return it. Raises RecordError, DiskFull, AlreadyRunning.

    `tell` is told what is done next.
    """
    if to.exists():
        raise RecordError(
            f"{to} is there already.", safe="Nothing was written.", mend="Name a new folder."
        )
    unfinished.refuse(record.read)
    if Record.exists(record.state):
        taken_out.note(record.state, to, now)
    folder(to)
    claims = memory_tables.claims(record.read)
    decisions = memory_tables.decisions(record.read)
    vectors = memory_tables.meanings(record.read)
    life = woven.life(record.read, woven.of(claims, decisions, vectors))
    if life is None:
        loom = compared.loom(record.read)
        life = weave(claims, decisions, vectors=vectors, loom=loom)
    hidden = memory_tables.hidden(record.read)
    whole = {
        "claims": [
            {**_plain(each), "privacy": each.privacy.label, "hidden": each.id in hidden}
            for each in claims
        ],
        "events": [{**_plain(each), "privacy": each.privacy.label} for each in life.events],
        "people": [_plain(each) for each in life.people.persons],
        "superseded": {id: sorted(parts) for id, parts in life.superseded.items()},
        "decisions": [_plain(each) for each in decisions],
        "consents": [_plain(each) for each in record.consents()],
        "summary": record.kept("life summary"),
    }
    tell("Writing what is remembered")
    _write(to / "README.txt", READ_ME)
    _write(to / "life.json", json.dumps(whole, indent=1, ensure_ascii=False, default=_simple))
    house = {table: _rows(record, table, columns) for table, columns in HOUSE.items()}
    _write(to / "house.json", json.dumps(house, indent=1, ensure_ascii=False))
    for each in family.sent_photographs(record):
        picture = family.picture(record.state, each)
        if picture.is_file():
            _copy(picture, folder(to / family.FOLDER) / picture.name)
    sessions, marking = record.sessions(), marked.marking(record.read)
    for number, each in enumerate(sessions, 1):
        tell(f"Writing talk {number} of {len(sessions)}")
        session = record.session(each.id)
        into = folder(folder(to / "sessions") / each.id)
        marks = marking(session)
        _write(into / "transcript.txt", as_text(session, marks))
        _write(into / "transcript.vtt", as_vtt(session, marks))
        turns = [{**_plain(turn), "kept_back": marks.get(turn.id, "")} for turn in session.turns]
        _write(into / "turns.json", json.dumps(turns, ensure_ascii=False, default=_simple))
        for track in sorted((record.state / "sessions" / each.id).glob("*.wav")):
            _copy(track, into / track.name)
    return to


def _rows(record: Record, table: str, columns: tuple[str, ...]) -> list[dict[str, Any]]:
    # the password's digest of a closed door, kept for a day in case it was a mistake, is nobody's to take along
    but = " WHERE key NOT LIKE 'door closed %'" if table == "kept" else ""
    rows = record.read(f"SELECT {', '.join(columns)} FROM {table}{but} ORDER BY rowid")
    return [dict(zip(columns, row, strict=True)) for row in rows]


def _copy(source: Path, to: Path) -> None:
    shutil.copyfile(source, to)
    to.chmod(0o600)


def _plain(value: Any) -> dict[str, Any]:
    return json.loads(json.dumps(asdict(value), default=_simple))


def _simple(value: object) -> object:
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, frozenset | set):
        return sorted(map(str, value))  # pyright: ignore[reportUnknownArgumentType]
    raise TypeError(f"{type(value).__name__} has no JSON form")


def _write(path: Path, text: str) -> None:
    with replacing(path) as file:
        write_all(file, text.encode("utf-8", "replace"), 0)
