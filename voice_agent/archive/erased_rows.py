"""Taking what is erased out of the rows of the record; what else was made of a turn stays. SQL lives here."""

import json
import sqlite3
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any

from voice_agent.archive import fields, misspelt, own_words, redaction, saw_before
from voice_agent.archive.going import Chars, Going, Key
from voice_agent.archive.unfinished import NOTE
from voice_agent.memory.decisions import Act


def rewrite(
    db: sqlite3.Connection, going: Going, now: datetime, written: Collection[tuple[str, int]]
) -> list[str]:
    """Rewrite the rows; returns the claims that are gone. May be run twice.

    `written`: turns whose approved texts speak of it.
    """
    lost: list[str] = []
    own_words.erase(db, written)
    misspelt.erase(db, {*going.gone, *written}, going.session)
    saw_before.forget(db, going.gone, going.session)
    stamp = now.isoformat()
    for key, chars in going.gone.items():
        if key[0] == going.session:
            continue
        lost += _turn(db, key, chars, going)
        span = going.spans(key)
        began, ended = (min(a for a, _ in span), max(b for _, b in span)) if span else (None, None)
        db.executemany(
            """INSERT INTO tombstones (session, turn, first, last, began, ended, at)
                VALUES (?, ?, ?, ?, ?, ?, ?)""",
            [(*key, first, last, began, ended, stamp) for first, last in chars],
        )
    if session := going.session:
        lost += [i for (i,) in db.execute("SELECT id FROM claims WHERE session = ?", (session,))]
        db.execute("DELETE FROM sessions WHERE id = ?", (session,))
        db.execute("INSERT INTO tombstones (session, at) VALUES (?, ?)", (session, stamp))
    _consents(db, going)
    for id, body in db.execute("SELECT id, body FROM passages").fetchall():
        # a draft that rests on other turns may have been written in these words; drafts are made again
        if any(going.held(text) for text in fields.packed(body)):
            db.execute("DELETE FROM passages WHERE id = ?", (id,))
    for key, value in db.execute("SELECT key, value FROM kept WHERE key <> ?", (NOTE,)).fetchall():
        if going.held(str(json.loads(value))):
            db.execute("DELETE FROM kept WHERE key = ?", (key,))
    return lost


def _consents(db: sqlite3.Connection, going: Going) -> None:
    """The answers stay; the sentences that they were given in go."""
    rows = db.execute("SELECT * FROM consents").fetchall()
    for row in rows:
        number, session, words = row[0], row[4], row[5]
        if words and going.consent_goes(session, words):
            db.execute("DELETE FROM consents WHERE number = ?", (number,))
            _insert(db, "consents", [(*row[:5], "", *row[6:])])


def _turn(db: sqlite3.Connection, key: Key, gone: Chars, going: Going) -> list[str]:
    """Take a turn out and put it back without what is forgotten; what else was cited from it stays."""
    turn = going.turns[key]

    def rows(sql: str, parameters: tuple[Any, ...] = key) -> list[tuple[Any, ...]]:
        return db.execute(sql, parameters).fetchall()

    cited = [
        c for (c,) in rows("SELECT DISTINCT claim FROM mentions WHERE session = ? AND turn = ?")
    ]
    marks = ", ".join("?" * len(cited))
    mentions = rows(f"SELECT * FROM mentions WHERE claim IN ({marks})", tuple(cited))
    claims = rows(f"SELECT * FROM claims WHERE id IN ({marks})", tuple(cited))
    labels = rows(
        f"""SELECT claim, privacy, session, turn, version, first, last, words, began, ended FROM labels
            WHERE claim IN ({marks}) OR (session = ? AND turn = ?)""",
        (*cited, *key),
    )
    hidden = rows(f"SELECT * FROM hidden WHERE claim IN ({marks})", tuple(cited))
    decisions = rows("SELECT * FROM decisions WHERE session = ? AND turn = ?")
    latencies = rows("SELECT * FROM latencies WHERE session = ? AND turn = ?")
    (row,) = rows("SELECT * FROM turns WHERE session = ? AND id = ?")
    (wording,) = rows(
        "SELECT * FROM wordings WHERE session = ? AND turn = ? ORDER BY version DESC LIMIT 1"
    )
    otherwise = own_words.left_of(lambda sql, of=(): rows(sql, of), key, turn.text, gone)
    done = rows(
        "SELECT 1 FROM distilled WHERE session = ? AND turn = ? AND version = ?",
        (*key, turn.version),
    )

    def stays(place: Sequence[Any]) -> bool:
        """(session, turn, version, first, last, ...)"""
        if (place[0], place[1]) != key:
            return True
        return place[2] == turn.version and not any(a < place[4] and place[3] < b for a, b in gone)

    lost = {m[0] for m in mentions if not stays(m[3:])}
    # a date may have been worked out from what is forgotten
    lost |= {c[0] for c in claims if going.named(f"{c[8]}. {c[10]}")}
    db.execute(f"DELETE FROM claims WHERE id IN ({marks})", tuple(cited))
    db.execute(f"DELETE FROM mentions WHERE claim IN ({marks})", tuple(cited))
    db.execute("DELETE FROM turns WHERE session = ? AND id = ?", key)
    text, words = redaction.without(turn.text, turn.words, gone)
    _insert(db, "turns", [row])
    packed = json.dumps(words, ensure_ascii=False)
    _insert(db, "wordings", [(*wording[:3], text, packed, *wording[5:])])
    own_words.put_back(db, key, turn.version, otherwise, row[5])
    _insert(db, "latencies", latencies)
    if done:
        _insert(db, "distilled", [(*key, turn.version)])
    kept = [m for m in mentions if m[0] not in lost]
    _insert(db, "mentions", kept)
    _insert(db, "claims", [c for c in claims if c[0] not in lost])
    _insert(db, "hidden", [h for h in hidden if h[0] not in lost])
    _insert(db, "decisions", [d for d in decisions if stays(d[6:])])
    first = {m[0]: m[3:] for m in reversed(kept)}
    known = {c for (c,) in rows("SELECT id FROM claims", ())}
    for label in labels:
        if label[0] in known:
            # a limit outlives the sentence that set it: it then rests on the words that it limits
            place = label[2:] if stays(label[2:]) else first.get(label[0]) or _first(db, label[0])
            if place != label[2:]:
                # it must not seem to have been taken back with what was said there
                where = f"{place[0]} {place[1]}"
                db.execute("DELETE FROM decisions WHERE act = ? AND one = ?", (Act.LET_OUT, where))
            db.execute(
                """INSERT OR IGNORE INTO labels (claim, privacy, session, turn, version, first, last,
                    words, began, ended) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                (*label[:2], *place),
            )
    return sorted(lost)


def _first(db: sqlite3.Connection, claim: str) -> Sequence[Any]:
    row = db.execute("SELECT * FROM mentions WHERE claim = ? ORDER BY number", (claim,)).fetchone()
    return row[3:]


def _insert(db: sqlite3.Connection, table: str, rows: Iterable[Sequence[Any]]) -> None:
    for row in rows:
        db.execute(
            f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * len(row))})", tuple(row)
        )
