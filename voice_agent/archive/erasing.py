"""Erasing for good: out of the database, the sound, the journals, the transcripts and every copy of ours.

What is left is an empty tombstone. Files go first and the rows last, in one transaction: should the power
fail in between, the rows still know what was to be forgotten, and erasing again finishes it. A disk's own
spare cells and other people's backups are out of reach.
"""

import json
import shutil
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from voice_agent.archive import (
    beside,
    family,
    own_copies,
    own_words,
    passages,
    redaction,
    residue,
    sound_track,
)
from voice_agent.archive.permitted import permitting
from voice_agent.archive.private import replacing, write_all
from voice_agent.archive.record import Record
from voice_agent.archive.redaction import Span
from voice_agent.archive.residue import Found, Traces
from voice_agent.memory.claims import Claim, ClaimId
from voice_agent.memory.clauses import sentences
from voice_agent.memory.decisions import Act
from voice_agent.memory.events import Life
from voice_agent.memory.forgetting import (
    Place,
    What,
    Wish,
    bare,
    chosen,
    echoes,
    shingles,
    spans,
)
from voice_agent.memory.people.kin import KIN
from voice_agent.memory.people.people import TITLES
from voice_agent.memory.summary import summarise
from voice_agent.memory.terms import terms
from voice_agent.sound import RATE
from voice_agent.story import SessionId, Speaker

GRAVES = "tombstones.jsonl"
"""File in the state folder: what `restore` must not bring back, even where the record itself is lost."""

COPIES = ("exports", own_copies.FOLDER)
"""Folders of the state directory that hold copies we made; a copy with a trace in it is deleted."""

RESTORING = "restoring"
"""In the state folder while a restore or a rescue goes on; a crash leaves it there, and the next one clears it."""

DAMAGED = "damaged-"
"""How the names of folders begin in which a damaged record was set aside."""


@dataclass(frozen=True, slots=True)
class Erased:
    """What erasing did."""

    turns: int
    claims: frozenset[str]
    """Ids of the claims that are gone."""

    seconds: float
    """Of sound that is silence now."""

    copies: tuple[Path, ...]
    """Exports and backups of ours that were deleted."""

    left: tuple[Found, ...] = ()
    """What the search of every byte still found; empty."""

    beyond: tuple[str, ...] = ()
    """Copies of the book and photographs that are out of our reach, in sentences for the narrator."""


class Tombstone(NamedTuple):
    """Where something was that is gone; nothing of what it was."""

    session: str
    turn: int | None
    """None: the whole session."""

    version: int | None = None
    """Of the turn's wording; None where that was not written down."""

    first: int | None = None
    last: int | None = None
    """Character span in that wording."""


@dataclass(slots=True)
class _Turn:
    """One turn that loses something."""

    speaker: str
    version: int
    text: str
    words: list[Any]
    began: float
    ended: float
    gone: tuple[tuple[int, int], ...] = ()


def erase(
    record: Record, wish: Wish, life: Life, claims: Iterable[Claim], now: datetime
) -> tuple[Erased, Traces]:
    """Erase what `wish` means from everything in the state directory but the index of memories.

    Raises MemoryRefused where there is nothing of that name, DiskFull, StateUnwritable. The caller brings
    the index up to date, then searches for the traces (`residue.search`) and forgets them.
    """
    told = list(claims)
    forgotten = chosen(wish, life, told)
    turns = _turns(record)
    names = _names(wish, life)
    gone = _gone(wish, told, forgotten, turns, names)
    words = [turns[key].text[a:b] for key, each in gone.items() for a, b in each]
    telling = frozenset(each for each in shingles(words) if terms(each))
    for key, turn in turns.items():
        if turn.speaker == Speaker.INTERVIEWER:
            ours = {*echoes(turn.text, telling, names), *_named(turn.text, words)}
            if ours:
                gone[key] = tuple(sorted(ours))
    return _carry_out(record, wish, gone, turns, telling, names, now)


def _named(ours: str, words: Iterable[str]) -> tuple[tuple[int, int], ...]:
    """The sentences of ours that name what is erased: "I have put this away: the cornet and the coal money."."""
    told = terms(" ".join(words))
    found: list[tuple[int, int]] = []
    for first, last in sentences(ours):
        _, colon, named = ours[first:last].partition(": ")
        said = terms(named)
        if colon and said and said <= told:
            found.append((first, last))
    return tuple(found)


def erase_again(record: Record, graves: Iterable[Tombstone], now: datetime) -> tuple[int, Traces]:
    """Erase in an older copy of the record what has been erased since; returns how many turns lost something.

    Where a turn's wording is not the one a tombstone speaks of, the turn goes whole. Raises DiskFull,
    StateUnwritable. The caller searches for the traces.
    """
    graves = list(graves)
    there = {each.id for each in record.sessions()}
    count, words, sounds = 0, set[str](), list[bytes]()
    for session in dict.fromkeys(g.session for g in graves if g.turn is None):
        if session in there:
            done, traces = erase(record, Wish(What.SESSION, session), Life(), (), now)
            count += done.turns
            words |= traces.words
            sounds += traces.sounds
    turns = _turns(record)
    gone: dict[tuple[SessionId, int], tuple[tuple[int, int], ...]] = {}
    for grave in graves:
        key = (SessionId(grave.session), grave.turn or 0)
        if (turn := turns.get(key)) is None:
            continue
        whole = (0, len(turn.text))
        known = grave.version == turn.version and grave.last is not None and grave.first is not None
        span = (grave.first or 0, grave.last or 0) if known else whole
        if turn.text[span[0] : span[1]].strip():
            gone[key] = tuple(sorted({*gone.get(key, ()), span}))
    if gone:
        said = [turns[key].text[a:b] for key, each in gone.items() for a, b in each]
        telling = frozenset(each for each in shingles(said) if terms(each))
        done, traces = _carry_out(
            record, Wish(What.TELLING, ""), gone, turns, telling, frozenset(), now
        )
        count += done.turns
        words |= traces.words
        sounds += traces.sounds
    # a session that goes whole may have said what another sentence, still there, says as well
    remaining = [turn.text for turn in _turns(record).values()]
    return count, Traces(residue.only_gone(words, remaining), tuple(sounds))


def _carry_out(
    record: Record,
    wish: Wish,
    gone: Mapping[tuple[SessionId, int], tuple[tuple[int, int], ...]],
    turns: Mapping[tuple[SessionId, int], _Turn],
    telling: frozenset[str],
    names: frozenset[str],
    now: datetime,
) -> tuple[Erased, Traces]:
    for key, each in gone.items():
        turns[key].gone = each
    affected = {key: turns[key] for key in gone}
    _bury(record.state, wish, affected)
    traces = _traces(record, wish, affected, turns, telling, names)
    times: dict[SessionId, list[Span]] = defaultdict(list)
    for (session, _), turn in affected.items():
        times[session] += _when(turn)
    made = _files(record, wish, times, telling, names)
    with own_copies.alone(
        record.state
    ):  # none is begun before the rows are gone, and put in place after
        return _last(record, wish, affected, telling, names, now, times, made, traces)


def _last(
    record: Record,
    wish: Wish,
    affected: Mapping[tuple[SessionId, int], _Turn],
    telling: frozenset[str],
    names: frozenset[str],
    now: datetime,
    times: Mapping[SessionId, Sequence[Span]],
    made: Sequence[tuple[SessionId, str]],
    traces: Traces,
) -> tuple[Erased, Traces]:
    """Copies, and what stands in the record."""
    # we hold the record, so nobody is restoring: what lies there a power cut left behind
    shutil.rmtree(record.state / RESTORING, ignore_errors=True)
    copies = _copies(record.state, traces)
    whole = {wish.id} if wish.what is What.SESSION else set[str]()
    # what the narrator wrote on a page may name it in a turn that never did
    written = own_words.speaking_of(record.read, lambda text: bool(echoes(text, telling, names)))
    books = passages.withdraw(record, {*written, *((str(s), t) for s, t in affected)}, whole, now)
    sent = family.withdraw(
        record,
        lambda text: bool(echoes(text, telling, names)),
        {(str(s), t) for (s, t), turn in affected.items() if not _left(turn).strip()},
    )
    beside.withdraw(
        record,
        lambda text: bool(echoes(text, telling, names)),
        {(str(s), t) for s, t in affected},
    )
    lost = record.commit(lambda db: _rows(db, wish, affected, telling, names, now, written))
    _again(record, made)
    record.purge()
    seconds = sum(ended - began for each in times.values() for began, ended in each)
    return Erased(
        len(affected),
        frozenset(lost),
        round(seconds, 2),
        (*copies, *books.deleted),
        beyond=(*books.beyond, *dict.fromkeys(sent)),
    ), traces


def _bury(state: Path, wish: Wish, affected: Mapping[tuple[SessionId, int], _Turn]) -> None:
    """Write the tombstones down before anything goes: should the power fail, restoring still knows."""
    graves = [Tombstone(wish.id, None)] if wish.what is What.SESSION else []
    graves += [
        Tombstone(session, id, turn.version, first, last)
        for (session, id), turn in affected.items()
        if wish.what is not What.SESSION or session != wish.id
        for first, last in turn.gone
    ]
    bury(state, graves)


def bury(state: Path, graves: Iterable[Tombstone]) -> None:
    """Add tombstones to those written down beside the record."""
    lines = [json.dumps(each) for each in dict.fromkeys([*graves_in(state), *graves])]
    with replacing(state / GRAVES) as file:
        write_all(file, "".join(f"{line}\n" for line in lines).encode(), 0)


def graves_in(state: Path) -> tuple[Tombstone, ...]:
    """The tombstones written down beside the record; a line torn by a crash is left out."""
    try:
        lines = (state / GRAVES).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return ()
    found: list[Tombstone] = []
    for line in lines:
        with suppress(ValueError, TypeError):
            found.append(Tombstone(*json.loads(line)))
    return tuple(found)


def _turns(record: Record) -> dict[tuple[SessionId, int], _Turn]:
    rows = record.read(
        """SELECT turns.session, turns.id, speaker, version, text, words, began, ended FROM turns
            JOIN wordings ON wordings.session = turns.session AND wordings.turn = turns.id
            ORDER BY turns.session, turns.id, version""",
        (),
    )
    return {
        (session, id): _Turn(speaker, version, text, json.loads(words), began, ended)
        for session, id, speaker, version, text, words, began, ended in rows
    }  # a later version replaces an earlier one


def _names(wish: Wish, life: Life) -> frozenset[str]:
    """Names that are this person's alone; a namesake's sentences stay."""
    if wish.what is not What.PERSON:
        return frozenset()

    def proper(aliases: Iterable[str]) -> set[str]:
        words = {word.strip(".,'’") for alias in aliases for word in alias.split()}
        plain = {w for w in words if w[:1].isupper() and len(w) > 2}
        return {w for w in plain if w.lower() not in TITLES and w.lower() not in KIN and terms(w)}

    own = proper(next(p.aliases for p in life.people.persons if p.id == wish.id))
    # a bare "Rose" elsewhere may be she; one with kin or a surname of her own is somebody else
    others = {
        word
        for each in life.people.persons
        if each.id != wish.id and (each.relation or any(" " in alias for alias in each.aliases))
        for word in proper(each.aliases)
    }
    return frozenset(own - others)


def _gone(
    wish: Wish,
    told: Sequence[Claim],
    forgotten: frozenset[ClaimId],
    turns: Mapping[tuple[SessionId, int], _Turn],
    names: Collection[str],
) -> dict[tuple[SessionId, int], tuple[tuple[int, int], ...]]:
    newest: dict[Place, str] = {
        (session, id, turn.version): turn.text  # pyright: ignore[reportAssignmentType]
        for (session, id), turn in turns.items()
    }
    there = [
        each
        for each in told
        if all((m.session, m.turn, m.version) in newest for m in each.mentions)
    ]
    found: dict[tuple[SessionId, int], tuple[tuple[int, int], ...]] = {
        (session, id): each
        for (session, id, _), each in spans(wish, there, newest, forgotten).items()
    }
    for each in told:
        if each.id in forgotten and each not in there:
            # told in a wording that has since been put right: the turn goes whole
            for m in each.mentions:
                if (turn := turns.get((m.session, m.turn))) is not None:
                    found[m.session, m.turn] = ((0, len(turn.text)),)
    if names:
        for key, turn in turns.items():
            if turn.speaker != Speaker.INTERVIEWER and (more := echoes(turn.text, (), names)):
                found[key] = tuple(sorted({*found.get(key, ()), *more}))
    return found


_HOUSEHOLD = """SELECT name FROM accounts UNION SELECT name FROM invites UNION SELECT who FROM looks
    UNION SELECT who FROM family_questions UNION SELECT who FROM photographs
    UNION SELECT who FROM family_notes
    UNION SELECT readers FROM approvals UNION SELECT readers FROM meant_for UNION SELECT reader FROM copies
    UNION SELECT about FROM consents UNION SELECT privacy FROM labels UNION SELECT privacy FROM kept_back"""
"""Names of those who may open the pages, or whom a limit names: they are not what was told, and stay."""


def _left(turn: _Turn) -> str:
    """What a turn says when what is forgotten is out of it."""
    return redaction.without(turn.text, turn.words, turn.gone)[0]


def _consent_goes(
    wish: Wish, session: str, words: str, telling: Collection[str], names: Collection[str]
) -> bool:
    """Is the sentence in which a consent was given to be forgotten?"""
    whole = wish.what is What.SESSION and session == wish.id
    return whole or bool(echoes(words, telling, names))


def _traces(
    record: Record,
    wish: Wish,
    affected: Mapping[tuple[SessionId, int], _Turn],
    turns: Mapping[tuple[SessionId, int], _Turn],
    telling: Collection[str],
    names: Collection[str],
) -> Traces:
    """What must not be found afterwards; read while it is still there."""
    remaining = [_left(each) for each in turns.values()]
    remaining += [name for (name,) in record.read(_HOUSEHOLD)]
    for each in record.consents():
        remaining.append(each.asked)
        if not _consent_goes(wish, each.session, each.words, telling, names):
            remaining.append(each.words)
    sounds: list[bytes] = []
    for (session, _), turn in affected.items():
        track = record.state / "sessions" / session / f"{_file(turn.speaker)}.wav"
        if not track.is_file():
            continue
        for began, ended in _when(turn):
            cut = sound_track.read(track, round(began * RATE), round(ended * RATE))
            sounds += residue.stretches(cut.samples, RATE)
    said = residue.only_gone([*telling, *map(bare, names)], remaining)
    return Traces(said, tuple(sounds))


def _when(turn: _Turn) -> list[Span]:
    if not turn.gone:
        return []
    _, _, times = redaction.without(turn.text, turn.words, turn.gone)
    return times if turn.words else [(turn.began, turn.ended)]


def _rows(
    db: sqlite3.Connection,
    wish: Wish,
    affected: Mapping[tuple[SessionId, int], _Turn],
    telling: Collection[str],
    names: Collection[str],
    now: datetime,
    written: Collection[tuple[str, int]],
) -> list[str]:
    """Rewrite the rows; returns the claims that are gone. May be run twice."""
    lost: list[str] = []
    own_words.erase(db, written)
    stamp = now.isoformat()
    for (session, id), turn in affected.items():
        if wish.what is What.SESSION and session == wish.id:
            continue
        lost += _turn_rows(db, session, id, turn, names)
        for first, last in turn.gone:
            span = _when(turn)
            began, ended = (
                (min(a for a, _ in span), max(b for _, b in span)) if span else (None, None)
            )
            db.execute(
                """INSERT INTO tombstones (session, turn, first, last, began, ended, at)
                    VALUES (?, ?, ?, ?, ?, ?, ?)""",
                (session, id, first, last, began, ended, stamp),
            )
    if wish.what is What.SESSION:
        lost += [i for (i,) in db.execute("SELECT id FROM claims WHERE session = ?", (wish.id,))]
        db.execute("DELETE FROM sessions WHERE id = ?", (wish.id,))
        db.execute("INSERT INTO tombstones (session, at) VALUES (?, ?)", (wish.id, stamp))
    for number, session, words in db.execute(
        "SELECT number, session, words FROM consents"
    ).fetchall():
        if _consent_goes(wish, session, words, telling, names):
            row = db.execute("SELECT * FROM consents WHERE number = ?", (number,)).fetchone()
            db.execute("DELETE FROM consents WHERE number = ?", (number,))
            # the answer stays; the sentence it was given in goes
            db.execute(
                f"INSERT INTO consents VALUES ({', '.join('?' * len(row))})",
                (*row[:5], "", *row[6:]),
            )
    for key, value in db.execute("SELECT key, value FROM kept").fetchall():
        if echoes(str(json.loads(value)), telling, names):
            db.execute("DELETE FROM kept WHERE key = ?", (key,))
    return lost


def _turn_rows(
    db: sqlite3.Connection, session: str, id: int, turn: _Turn, names: Collection[str]
) -> list[str]:
    """Take a turn out and put it back without what is forgotten; what else was cited from it stays."""
    key = (session, id)

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
    otherwise = own_words.left_of(lambda sql, of=(): rows(sql, of), key, turn.text, turn.gone)
    done = rows(
        "SELECT 1 FROM distilled WHERE session = ? AND turn = ? AND version = ?",
        (*key, turn.version),
    )

    def stays(place: Sequence[Any]) -> bool:
        """(session, turn, version, first, last, ...)"""
        if (place[0], place[1]) != key:
            return True
        return place[2] == turn.version and not any(
            a < place[4] and place[3] < b for a, b in turn.gone
        )

    lost = {m[0] for m in mentions if not stays(m[3:])}
    # a date may have been worked out from what is forgotten
    lost |= {c[0] for c in claims if echoes(f"{c[8]}. {c[10]}", (), names)}
    db.execute(f"DELETE FROM claims WHERE id IN ({marks})", tuple(cited))
    db.execute(f"DELETE FROM mentions WHERE claim IN ({marks})", tuple(cited))
    db.execute("DELETE FROM turns WHERE session = ? AND id = ?", key)
    text, words, _ = redaction.without(turn.text, turn.words, turn.gone)
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


def _files(
    record: Record,
    wish: Wish,
    times: Mapping[SessionId, Sequence[Span]],
    telling: Collection[str],
    names: Collection[str],
) -> list[tuple[SessionId, str]]:
    """Sound and journals. What is made from them is deleted; returns which of it there was."""
    made: list[tuple[SessionId, str]] = []
    for session in (each.id for each in record.sessions()):
        folder = record.state / "sessions" / session
        record.let_go(session)
        if wish.what is What.SESSION and session == wish.id:
            shutil.rmtree(folder, ignore_errors=True)
            continue
        redaction.redact_journal(folder / "journal.jsonl", times.get(session, ()), telling, names)
        if session not in times:
            continue
        for derived in ("conversation.wav", "transcript.txt", "transcript.vtt"):
            if (folder / derived).is_file():
                (folder / derived).unlink()
                made.append((session, derived))
        # the microphone heard our loudspeaker as well, so both tracks fall silent
        for track in sorted(folder.glob("*.wav")):
            redaction.silence(track, times[session])
    return made


def _again(record: Record, made: Sequence[tuple[SessionId, str]]) -> None:
    """Make what is made from the record anew: summaries, mixes, transcripts."""
    permit = permitting(record.read)
    for each in record.sessions():
        if each.summary and each.ended is not None:
            told = permit(record.session(each.id))
            record.finish(each.id, each.ended, summarise(told.turns))
    for session in dict.fromkeys(session for session, _ in made):
        names = {name for id, name in made if id == session}
        if "conversation.wav" in names:
            record.conversation(session)
        if names - {"conversation.wav"}:
            record.transcript(session)


def _copies(state: Path, traces: Traces) -> tuple[Path, ...]:
    gone: list[Path] = []
    for name in COPIES:
        for copy in sorted((state / name).glob("*")):
            # what is packed or damaged cannot be searched; ours are made again from what is left
            packed = copy.is_file() and copy.suffix in {".tar", ".zip", ".gz", ".tgz", ".xz"}
            packed = packed or own_copies.is_one(copy) or copy.name.startswith(DAMAGED)
            found = residue.search(copy, traces) if copy.is_dir() else residue.examine(copy, traces)
            if packed or found:
                shutil.rmtree(copy) if copy.is_dir() else copy.unlink()
                gone.append(copy)
    return tuple(gone)


def _file(speaker: str) -> str:
    return "interviewer" if speaker == Speaker.INTERVIEWER else "narrator"
