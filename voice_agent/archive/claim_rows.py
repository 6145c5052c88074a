"""Claims, their mentions and labels as rows: written, replaced and read. SQL lives here."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from voice_agent.archive.session_tables import Read
from voice_agent.archive.session_tables import hidden_turns as hidden_turns
from voice_agent.archive.session_tables import to_erase as to_erase
from voice_agent.archive.session_tables import waiting_to_go as waiting_to_go
from voice_agent.memory.claims import Claim, ClaimId, Correction, Mention, Part
from voice_agent.memory.distil import READER
from voice_agent.memory.labels import Label
from voice_agent.story import SessionId, TurnId

_ALL = "all"


class TurnWording(NamedTuple):
    """One turn in one wording."""

    session: SessionId
    turn: TurnId
    version: int


READ_BY = "claims were read by"
"""Under this key the record keeps which reader (distil.READER) made its claims."""


def add_all(
    db: sqlite3.Connection,
    claims: Iterable[Claim],
    labels: Iterable[Label],
    distilled: Iterable[TurnWording],
) -> None:
    """Write claims and labels, and that the turns were distilled; what an older reader made of those turns goes."""
    claims, distilled = list(claims), list(distilled)
    db.execute(  # the first ones: nothing of an older reader's is to be read again
        "INSERT OR REPLACE INTO kept SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM claims)",
        (READ_BY, json.dumps(READER)),
    )
    for turn in distilled:
        _drop(db, turn, {each.id for each in claims})
    new = [claim for claim in claims if _add_claim(db, claim)]
    for claim in new:
        _bind(db, claim)
    for label in labels:
        db.execute(
            """INSERT OR IGNORE INTO labels (claim, privacy, session, turn, version, first, last,
                words, began, ended) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
            (label.claim, label.privacy.label, *place_of(label.mention)),
        )
    db.executemany("INSERT OR IGNORE INTO distilled VALUES (?, ?, ?)", distilled)


def _drop(db: sqlite3.Connection, turn: TurnWording, made: Collection[ClaimId]) -> None:
    """Drop what an older reader made of a turn and this one does not; what is put away or kept from somebody stays so.

    Where an older wording bears a label, whatever was made of the turn stays: it may be shut by that label alone.
    """
    shut = "SELECT 1 FROM labels WHERE session = ? AND turn = ? AND version < ?"
    if db.execute(shut, turn).fetchone():
        return
    rows = db.execute(
        """SELECT id FROM claims WHERE session = ? AND turn = ? AND version = ?
            AND id NOT IN (SELECT claim FROM labels UNION SELECT claim FROM hidden)""",
        turn,
    )
    gone = [(id,) for (id,) in rows.fetchall() if id not in made]
    db.executemany("DELETE FROM claims WHERE id = ?", gone)


def _replace_claim(db: sqlite3.Connection, claim: Claim) -> None:
    """Write a claim as this reader has it; who may know of it, and that it is put away, stays as it was."""
    kept = {
        table: db.execute(f"SELECT * FROM {table} WHERE claim = ?", (claim.id,)).fetchall()
        for table in ("labels", "hidden", "meanings")
    }
    db.execute("DELETE FROM claims WHERE id = ?", (claim.id,))
    _add_claim(db, claim)
    for table, rows in kept.items():
        for row in rows:
            db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)


_WITHIN = """JOIN mentions AS around ON around.claim = old.claim
    JOIN mentions AS own ON own.session = around.session AND own.turn = around.turn
        AND own.version = around.version AND own.first >= around.first AND own.last <= around.last
    WHERE own.claim = ?"""
"""The rows `old` of claims whose words hold the words of a claim."""


def _bind(db: sqlite3.Connection, claim: Claim) -> None:
    """Put a new claim away, and label it, with the words it lies in.

    A wish may be granted before memory has made anything of those words, or a language model may find more in them later.
    """
    db.execute(
        f"INSERT OR IGNORE INTO hidden SELECT own.claim, old.at FROM hidden AS old {_WITHIN}",
        (claim.id,),
    )
    db.execute(
        f"""INSERT OR IGNORE INTO labels
            (claim, privacy, session, turn, version, first, last, words, began, ended)
            SELECT DISTINCT own.claim, old.privacy, old.session, old.turn, old.version, old.first, old.last,
                old.words, old.began, old.ended FROM labels AS old {_WITHIN}""",
        (claim.id,),
    )


def _add_claim(db: sqlite3.Connection, claim: Claim) -> bool:
    """Write one claim; False: it was there, and is now as it was read this time."""
    found = db.execute(f"SELECT {_COLUMNS} FROM claims WHERE id = ?", (claim.id,)).fetchone()
    row = _row(claim)
    if found:
        if found != row:
            _replace_claim(db, claim)
        return False
    for number, mention in enumerate(claim.mentions):
        db.execute(
            "INSERT INTO mentions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (claim.id, number, mention.part, *place_of(mention)),
        )
    db.execute(f"INSERT INTO claims ({_COLUMNS}) VALUES ({', '.join('?' * len(row))})", row)
    return True


_COLUMNS = (
    "id, session, turn, version, told_at, polarity, modality, edtf, anchor, corrects, denied, "
    "continues, retold, perhaps, rival"
)


def _row(claim: Claim) -> tuple[Any, ...]:
    """A claim as `_COLUMNS` has it. Nothing is only perhaps put right any more."""
    corrects = claim.corrects
    return (
        claim.id,
        claim.session,
        claim.turn,
        claim.mentions[0].version,
        claim.told_at.isoformat(),
        int(claim.polarity),
        str(claim.modality),
        claim.edtf,
        claim.anchor,
        str(corrects.part or _ALL) if corrects else None,
        corrects.denied if corrects else "",
        claim.continues,
        int(claim.retold),
        0,
        None,
    )


def place_of(mention: Mention) -> tuple[Any, ...]:
    """Where a mention stands, and its words, as eight columns have it."""
    return (
        mention.session,
        mention.turn,
        mention.version,
        mention.first,
        mention.last,
        mention.words,
        mention.began,
        mention.ended,
    )


def mentions(read: Read) -> dict[str, list[Mention]]:
    """The mentions of every claim, by its id, in their order."""
    rows = read(
        """SELECT claim, part, session, turn, version, first, last, words, began, ended FROM mentions
            ORDER BY claim, number""",
        (),
    )
    cited: dict[str, list[Mention]] = defaultdict(list)
    for claim, part, *place in rows:
        cited[claim].append(Mention(Part(part), *place))
    return cited


def correction(corrects: str | None, denied: str, *, perhaps: bool) -> Correction | None:
    """`perhaps`: an older reader was not sure of it; such a thing puts nothing right."""
    if corrects is None or perhaps:
        return None
    return Correction(None if corrects == _ALL else Part(corrects), denied)
