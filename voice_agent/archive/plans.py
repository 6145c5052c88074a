"""The calendar's rows: series, pauses, what happened, what was wished. Text in, text out."""

import sqlite3
from datetime import datetime

from voice_agent.archive.book import Keeper


def series(keeper: Keeper) -> list[tuple[str, str, str]]:
    """(id, VEVENT text, when it was made), oldest first."""
    rows = keeper.read("SELECT id, event, made FROM series ORDER BY made, id")
    return [(id, event, made) for id, event, made in rows]


def keep_series(keeper: Keeper, id: str, event: str, now: datetime) -> None:
    """Add a series, or replace the one of that id; when it was first made stays."""
    keeper.commit(
        lambda db: db.execute(
            """INSERT INTO series VALUES (?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET event = excluded.event""",
            (id, event, now.isoformat()),
        )
    )


def pauses(keeper: Keeper) -> list[tuple[int, str, str]]:
    """(number, first day, last day)."""
    rows = keeper.read("SELECT number, first, last FROM pauses ORDER BY first, number")
    return [(number, first, last) for number, first, last in rows]


def keep_pause(keeper: Keeper, first: str, last: str) -> tuple[str, str]:
    """Add a pause; both days are in it. Those that share a day with it become one with it: it is returned as it is then."""

    def work(db: sqlite3.Connection) -> tuple[str, str]:
        begin, end = first, last
        # day by day in text: ISO 8601 is in order
        while rows := db.execute(
            "DELETE FROM pauses WHERE first <= ? AND last >= ? RETURNING first, last", (end, begin)
        ).fetchall():
            begin = min(begin, *(each for each, _ in rows))
            end = max(end, *(each for _, each in rows))
        db.execute("INSERT INTO pauses (first, last) VALUES (?, ?)", (begin, end))
        return begin, end

    return keeper.commit(work)


def drop_pause(keeper: Keeper, number: int) -> None:
    """End a pause."""
    keeper.commit(lambda db: db.execute("DELETE FROM pauses WHERE number = ?", (number,)))


def happenings(keeper: Keeper, since: datetime) -> list[tuple[str, str, str | None, str]]:
    """(kind, when, planned beginning, why), in the order they happened."""
    rows = keeper.read(
        "SELECT kind, at, slot, why FROM happenings WHERE at >= ? ORDER BY number",
        (since.isoformat(),),
    )
    return [(kind, at, slot, why) for kind, at, slot, why in rows]


def note_happening(keeper: Keeper, kind: str, at: str, slot: str | None, why: str = "") -> None:
    """Something happened."""
    keeper.commit(
        lambda db: db.execute(
            "INSERT INTO happenings (kind, at, slot, why) VALUES (?, ?, ?, ?)",
            (kind, at, slot, why),
        )
    )


def note_why(keeper: Keeper, kind: str, slot: str, why: str) -> None:
    """Why the last happening of this kind for a planned beginning came to nothing."""
    keeper.commit(
        lambda db: db.execute(
            """UPDATE happenings SET why = ? WHERE number =
                (SELECT max(number) FROM happenings WHERE kind = ? AND slot = ?)""",
            (why, kind, slot),
        )
    )


def wishes(keeper: Keeper, since: datetime) -> list[tuple[str, str, str | None]]:
    """(what was wanted, when it was said, until when)."""
    rows = keeper.read(
        "SELECT wanted, at, until FROM calling_wishes WHERE at >= ? ORDER BY number",
        (since.isoformat(),),
    )
    return [(wanted, at, until) for wanted, at, until in rows]


def note_wish(keeper: Keeper, wanted: str, at: str, until: str | None) -> None:
    """The narrator wished something about being invited."""
    keeper.commit(
        lambda db: db.execute(
            "INSERT INTO calling_wishes (wanted, at, until) VALUES (?, ?, ?)", (wanted, at, until)
        )
    )


def sessions_begun(keeper: Keeper) -> list[str]:
    """When the latest sessions began, however they came about; newest first."""
    rows = keeper.read("SELECT began FROM sessions ORDER BY number DESC LIMIT 60")
    return [began for (began,) in rows]


def addresses(keeper: Keeper) -> list[tuple[int, str, str | None, str | None]]:
    """(number, name, when it was made, when it was last read) of every address of the calendar, oldest first."""
    rows = keeper.read("SELECT number, name, made, read FROM calendar_addresses ORDER BY number")
    return [(number, name, made, read) for number, name, made, read in rows]


def keep_address(keeper: Keeper, name: str, hash: str, made: str, by: str) -> bool:
    """Add an address of the account `by`; False where one of that name is there."""
    return bool(
        keeper.commit(
            lambda db: (
                db.execute(
                    """INSERT INTO calendar_addresses (name, hash, made, by) VALUES (?, ?, ?, ?)
                        ON CONFLICT (name) DO NOTHING""",
                    (name, hash, made, by),
                ).rowcount
            )
        )
    )


def drop_address(keeper: Keeper, number: int) -> None:
    """From now on it opens nothing."""
    keeper.commit(
        lambda db: db.execute("DELETE FROM calendar_addresses WHERE number = ?", (number,))
    )


def address_read(keeper: Keeper, hash: str, at: str) -> bool:
    """Is there an address of that hash? It has been read now. Whoever only guesses writes nothing."""
    if not keeper.read("SELECT 1 FROM calendar_addresses WHERE hash = ?", (hash,)):
        return False
    keeper.commit(
        lambda db: db.execute("UPDATE calendar_addresses SET read = ? WHERE hash = ?", (at, hash))
    )
    return True


def newest(keeper: Keeper) -> str:
    """The latest moment that anything in the calendar speaks of; empty: nothing has happened."""
    rows = keeper.read(
        "SELECT max(at) FROM (SELECT at FROM happenings UNION ALL SELECT began FROM sessions)"
    )
    return rows[0][0] or ""
