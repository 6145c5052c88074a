"""What happened in a session, one JSON object a line: log, crash report, evaluation input, replay.

Each line holds `at`, the sample index when it happened, and `kind`; the rest is up to the kind. Lines
are handed to the system at once; they are flushed to the disk at once too, except for kinds that come
many times a second, which wait until 0.4 s have gone by.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from threading import Lock
from typing import Any

from voice_agent.archive.private import open_private, plainly, write_all
from voice_agent.archive.reserve import Reserve
from voice_agent.errors import RecordDamaged
from voice_agent.sound import RATE
from voice_agent.story import Speaker, Turn

FLEETING = frozenset({"frame", "level", "speech", "partial", "echo"})
"""Kinds that come many times a second."""

EVERY = int(0.4 * RATE)
"""Samples between two flushes of fleeting kinds."""

Event = Mapping[str, Any]
"""One line: `at` (int, samples), `kind` (str), and what the kind brings."""


class Journal:
    """A journal being written. Opening an existing one goes on after its last whole line."""

    def __init__(self, path: Path, reserve: Reserve) -> None:
        """Raises StateUnwritable, DiskFull."""
        self.path = path
        self._reserve = reserve
        # guards the file's end: several tasks write from their worker threads
        self._turn = Lock()
        self._file = open_private(path, os.O_RDWR)
        with plainly(path):
            # a torn last line would otherwise swallow the first new one
            self._end = _whole(path.read_bytes())
            os.ftruncate(self._file, self._end)
        self._safe = self._end
        self._safe_at = 0

    def write(self, kind: str, at: int, **fields: Any) -> None:
        """Append one event at sample index `at`. `fields` must be JSON.

        Raises DiskFull (with `kept`, it was written), ValueError or TypeError for what is not JSON.
        """
        text = json.dumps({"at": at, "kind": kind, **fields}, ensure_ascii=False, allow_nan=False)
        line = text.encode("utf-8", "replace") + b"\n"
        with self._turn:
            self._reserve.in_hand(lambda: self._append(line))
            if kind not in FLEETING or at - self._safe_at >= EVERY:
                self._reserve.in_hand(self._flush)
                self._safe_at = at
        self._reserve.warn()

    def sync(self) -> None:
        """Return once everything written is on the disk. Raises DiskFull."""
        with self._turn:
            if self._safe < self._end:
                self._reserve.in_hand(self._flush)

    @property
    def safe(self) -> int:
        """Bytes that are certainly on the disk."""
        return self._safe

    def close(self) -> None:
        """Bring everything to the disk and let go of the file. May be called twice."""
        with self._turn:
            if self._file < 0:
                return
            try:
                self._reserve.in_hand(self._flush)
            finally:
                os.close(self._file)
                self._file = -1

    def _append(self, line: bytes) -> None:
        with plainly(self.path):
            write_all(self._file, line, self._end)
            self._end += len(line)

    def _flush(self) -> None:
        with plainly(self.path):
            os.fsync(self._file)
            self._safe = self._end


def read(path: Path) -> tuple[Event, ...]:
    """Return the events in order. A torn last line is left out; there is none where there is no file.

    Raises RecordDamaged for a line in the middle that is not an event.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return ()
    return tuple(
        _event(path, number, line)
        for number, line in enumerate(data[: _whole(data)].split(b"\n")[:-1], 1)
    )


def salvage(path: Path) -> tuple[tuple[Event, ...], int]:
    """Return the events that can be read, and how many lines cannot: for a journal beside a damaged record."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return (), 0
    events: list[Event] = []
    lost = 0
    for number, line in enumerate(data[: _whole(data)].split(b"\n")[:-1], 1):
        try:
            events.append(_event(path, number, line))
        except RecordDamaged:
            lost += 1
    return tuple(events), lost


def as_fields(turn: Turn) -> dict[str, Any]:
    """A turn as its line holds it, but for the text.

    Times stand beside the words and not with them, so that blanking the text blanks all of it.
    """
    return {
        "id": turn.id,
        "speaker": str(turn.speaker),
        "sort": turn.kind,
        "began": round(turn.began, 3),
        "said_at": turn.said_at.isoformat(),
        "sure": round(turn.confidence, 3),
        "finished": turn.finished,
        "times": [
            [round(w.start, 2), round(w.end, 2), round(w.probability, 2)] for w in turn.words
        ],
    }


def told_of(events: Iterable[Event]) -> Iterator[tuple[Event, tuple[int, ...]]]:
    """Each event with the narrator's turns (ids) that it may tell what was made of: all since we last spoke, in order.

    A turn that went on before we answered is read together with what came after. Only the order of the lines says whose a
    reading is: somebody may have begun to speak again by the time it is noted.
    """
    said = list[int]()
    for event in events:
        match event:
            case {"kind": "turn", "speaker": Speaker.NARRATOR, "id": int(id)}:
                said.append(id)
            case {"kind": "turn", "speaker": Speaker.INTERVIEWER}:
                said.clear()
            case _:
                pass
        yield event, tuple(said)


def _whole(data: bytes) -> int:
    return data.rfind(b"\n") + 1


def _event(path: Path, number: int, line: bytes) -> Event:
    try:
        event = json.loads(line)
    except ValueError:
        event = None
    if not isinstance(event, dict) or not isinstance(event.get("at"), int):
        raise RecordDamaged(
            f"Line {number} of {path} is not an event.",
            safe="The other lines, the record and the sound are separate and may well be whole.",
            mend="Copy the file, take that line out of it, and try again.",
        )
    return event
