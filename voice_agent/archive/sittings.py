"""That talks happened, and nothing of what was said in them: the only view a caregiver's page has."""

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from voice_agent.archive.book import Book


@dataclass(frozen=True, slots=True)
class Sitting:
    """One talk, from outside."""

    at: datetime
    """UTC."""

    minutes: int
    mood: int | None
    """1 to 5, as the narrator said; None: they did not say."""

    tiredness: int | None
    """1 to 5, as the narrator said; None: they did not say."""

    skipped: int
    """How many questions the narrator did not want."""

    finished: bool


def latest(book: Book, limit: int) -> tuple[Sitting, ...]:
    """The newest talks, newest first."""
    rows = book.read(
        """SELECT sessions.id, sessions.began, sessions.ended IS NOT NULL,
                coalesce((SELECT max(turns.ended) FROM turns WHERE turns.session = sessions.id), 0),
                mood, tiredness
            FROM sessions LEFT JOIN ratings ON ratings.session = sessions.id
            ORDER BY number DESC LIMIT ?""",
        (limit,),
    )
    return tuple(
        Sitting(
            datetime.fromisoformat(began),
            max(1, round(seconds / 60)),
            mood,
            tired,
            _skipped(book.state / "sessions" / id / "journal.jsonl"),
            bool(finished),
        )
        for id, began, finished, seconds, mood, tired in rows
    )


def newest_session(book: Book) -> str:
    """The name of the newest session; empty: there was none."""
    rows = book.read("SELECT id FROM sessions ORDER BY number DESC LIMIT 1")
    return rows[0][0] if rows else ""


def _skipped(journal: Path) -> int:
    """How many moves granted a skip. A journal that is being written may end in half a line."""
    if not journal.is_file():
        return 0
    count = 0
    with journal.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if '"move"' not in line or "skip" not in line:
                continue
            try:
                event = json.loads(line)
            except json.JSONDecodeError:
                continue
            count += event.get("kind") == "move" and event.get("reason") == "asked for: skip"
    return count
