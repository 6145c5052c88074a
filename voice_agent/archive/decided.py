"""Who may see what, kept a second time beside the record: consents, limits, what was put away, whom nobody lets in.

    STATE/decided.json     as of the last commit that changed any of it; how many there were; not a word of what was told

Where the record is lost with its newest decisions, rescuing reads them here.
"""

import json
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from voice_agent.archive.private import replacing, write_all

Read = Callable[[str, tuple[Any, ...]], list[tuple[Any, ...]]]
"""`Database.read`."""

FILE = "decided.json"

ROWS: Mapping[str, str] = {
    "tombstones": "SELECT session, turn FROM tombstones",
    "hidden": "SELECT claim, at FROM hidden",
    # what was said there is filled in from the wording
    "labels": "SELECT claim, privacy, session, turn, version, first, last, NULL, began, ended FROM labels",
    "limits": """SELECT DISTINCT m.session, m.turn, l.privacy FROM labels AS l JOIN mentions AS m ON m.claim = l.claim
        UNION SELECT DISTINCT m.session, m.turn, 'private' FROM hidden AS h JOIN mentions AS m ON m.claim = h.claim
        UNION SELECT substr(each.value, 1, instr(each.value, ' ') - 1), CAST(substr(each.value, instr(each.value, ' ') + 1) AS INTEGER),
            'private' FROM kept, json_each(kept.value) AS each WHERE kept.key = 'turns put away'""",
    "shares": "SELECT session, turn, account, voice FROM shares",
    "approvals": "SELECT * FROM approvals",
    "closed": "SELECT id, name, closed FROM accounts WHERE closed IS NOT NULL",
    "consents": "SELECT kind, given, at, session, '', about, asked, account FROM consents ORDER BY number",
    "kept_back": "SELECT * FROM kept_back ORDER BY rowid",
    "after_death": "SELECT * FROM after_death WHERE act = 'stopped'",
    "shut": "SELECT account, role, way, at FROM let_in WHERE given = 0",
    "otherwise": "SELECT session, turn, count(*) FROM approved_texts GROUP BY session, turn",
    "meant": "SELECT passage, session, turn, readers FROM meant_for WHERE readers <> ''",
}
"""What is written down, by the name that rescuing has for it."""


@dataclass(frozen=True, slots=True)
class Decided:
    """All of it, after so many commits that changed it."""

    count: int
    link: str
    """The newest of the record's chain at that moment; "" where there was none."""

    rows: Mapping[str, list[tuple[Any, ...]]]


def taken(db: sqlite3.Connection) -> Decided | None:
    """What stands in the record, in the transaction that is open; None where nothing was decided since it was last taken."""
    count, stale = db.execute("SELECT count, stale FROM decided").fetchone()
    if not stale:
        return None
    db.execute("UPDATE decided SET count = count + 1, stale = 0")
    newest = db.execute("SELECT link FROM chain ORDER BY number DESC LIMIT 1").fetchone()
    rows = {name: db.execute(sql).fetchall() for name, sql in ROWS.items()}
    return Decided(count + 1, newest[0] if newest else "", rows)


def unknown(read: Read, there: Decided) -> bool:
    """Does a record know less than what lies beside it? It is older, or somebody went on with an older copy of it."""
    ((count,),) = read("SELECT count FROM decided", ())
    known = not there.link or read("SELECT 1 FROM chain WHERE link = ?", (there.link,))
    return there.count > count or not known


def write(state: Path, decided: Decided) -> None:
    """Write it down, on the disk when this returns, unless more is there already. Raises DiskFull, StateUnwritable."""
    there = beside(state)
    if there is not None and there.count > decided.count:
        return
    held = {"count": decided.count, "link": decided.link, **decided.rows}
    text = json.dumps(held, ensure_ascii=False)
    with replacing(state / FILE) as file:
        write_all(file, text.encode("utf-8", "replace"), 0)


def beside(state: Path) -> Decided | None:
    """What is written down beside the record; None where nothing is, or it cannot be read."""
    try:
        held = json.loads((state / FILE).read_bytes())
        rows = {name: [tuple(row) for row in held[name]] for name in ROWS}
        return Decided(int(held["count"]), str(held["link"]), rows)
    except (OSError, ValueError, KeyError, TypeError):
        return None
