"""Erasing for good: out of the database, the sound, the journals, the transcripts and every copy of ours.

What is left is an empty tombstone. Files go first and the rows last, in one transaction with all that is made of
them in the record. That it is under way is noted before (`unfinished`): should the power fail, whoever opens the
record next finishes it. A disk's own spare cells and other people's backups are out of reach.
"""

import shutil
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from voice_agent.archive import (
    before_steps,
    beside,
    book_copies,
    erased_rows,
    family,
    own_copies,
    own_words,
    private,
    redaction,
    residue,
    session_tables,
    taken_out,
    unfinished,
    what_goes,
)
from voice_agent.archive.going import Going, Key
from voice_agent.archive.permitted import permitting
from voice_agent.archive.record import Record
from voice_agent.archive.redaction import Cut, HeardTurn, Span
from voice_agent.archive.residue import Found, Traces
from voice_agent.archive.tombstones import Tombstone, bury
from voice_agent.archive.unfinished import Begun
from voice_agent.errors import MemoryRefused
from voice_agent.memory.claims import Claim
from voice_agent.memory.events import Life
from voice_agent.memory.forgetting import What, Wish, bare
from voice_agent.memory.summary import summarise
from voice_agent.story import SessionId

RESTORING = "restoring"
"""In the state folder while a restore or a rescue goes on; a crash leaves it there, and the next one clears it."""

TRYING = "trying"
"""In the state folder while an update is tried on a copy of the record, or undone; a crash leaves it there."""

DAMAGED = "damaged-"
"""How the names of folders begin in which a damaged record was set aside."""

MADE = ("conversation.wav", "transcript.txt", "transcript.vtt")
"""Files of a talk that are made from its others."""


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
    """What the search still found; empty."""

    beyond: tuple[str, ...] = ()
    """Copies of the book, photographs and folders taken out that are out of our reach, in sentences for the narrator."""


def still_there(left: Iterable[Found]) -> MemoryRefused:
    """The error that says that not all of it is gone. What else was told may well be in those files: none is to be deleted."""
    paths = "\n".join(str(each.path) for each in left)
    return MemoryRefused(
        f"Not all of it is gone. Something of it can still be found in:\n{paths}",
        safe="All the rest of it is gone, and nothing else was touched. Keep those files: other things are in them, too.",
        mend="Please tell us. Only a file that you put there yourself can be looked through and put right by hand.",
    )


def erase(
    record: Record, wish: Wish, life: Life, claims: Iterable[Claim], now: datetime
) -> tuple[Erased, Traces]:
    """Erase what `wish` means from everything in the state directory but the index of memories.

    Raises MemoryRefused where there is nothing of that name, DiskFull, StateUnwritable. The caller brings
    the index up to date, then searches for the traces (`residue.search`), and notes that it is done where none is
    left (`unfinished.end`).
    """
    return _carry_out(record, what_goes.of_wish(record, wish, life, claims), now)


def erase_again(
    record: Record, graves: Iterable[Tombstone], now: datetime, *, somebody: bool = False
) -> tuple[int, Traces]:
    """Erase in an older copy of the record what has been erased since; returns how many turns lost something.

    Raises DiskFull, StateUnwritable. The caller searches for the traces, as after `erase`.
    """
    graves = list(graves)
    there = {each.id for each in record.sessions()}
    count, found = 0, list[Traces]()
    for session in dict.fromkeys(g.session for g in graves if g.turn is None):
        if session in there:
            done, traces = erase(record, Wish(What.SESSION, session), Life(), (), now)
            count += done.turns
            found.append(traces)
    going = what_goes.of_graves(record, graves, somebody=somebody)
    if going.gone:
        done, traces = _carry_out(record, going, now)
        count += done.turns
        found.append(traces)
    return count, residue.together(found)


def go_on(record: Record, begun: Begun, now: datetime) -> Traces:
    """Go on with an erasing that was cut short, wherever that was. The caller does the rest, as after `erase`.

    Where the rows had not gone yet, they go now; where they had, nobody knows the words any more, nor needs them.
    Raises DiskFull, StateUnwritable, MemoryRefused while others read.
    """
    with own_copies.alone(record.state):
        _clear_up(record.state)
        _copies(record.state, Traces())
    _, traces = erase_again(record, begun.graves, now, somebody=begun.somebody)
    _again(record, begun.made)
    record.purge()
    return traces


def _carry_out(record: Record, going: Going, now: datetime) -> tuple[Erased, Traces]:
    # written down before anything goes: should the power fail, whoever opens the record next goes on, and restoring knows
    graves = list(going.graves())
    made, somebody = _made(record, going), bool(going.names)
    begun = unfinished.begin(record, graves, made, somebody=somebody)
    bury(record.state, graves)
    traces = what_goes.traces(record, going)
    _files(record, going)
    # none is begun before the rows are gone, and put in place after
    with own_copies.alone(record.state):
        _clear_up(record.state)
        return _last(record, going, now, begun, traces), traces


def _clear_up(state: Path) -> None:
    """We hold the record, so nobody is restoring: what lies there a power cut left behind.

    Where an update is just being tried, it fails, and can be tried again.
    """
    for name in (RESTORING, TRYING):
        shutil.rmtree(state / name, ignore_errors=True)
    private.sweep(state)


def _last(
    record: Record,
    going: Going,
    now: datetime,
    begun: Begun,
    traces: Traces,
) -> Erased:
    """Copies, and what stands in the record."""
    copies = _copies(record.state, traces)
    whole = {going.session} if going.session else set[str]()
    places = {(str(session), turn) for session, turn in going.gone}

    def speaks(text: str) -> bool:
        return bool(going.echoes(text))

    # what the narrator wrote on a page may name it in a turn that never did
    written = own_words.speaking_of(record.read, speaks)
    books = book_copies.withdraw(record, {*written, *places}, whole, now)
    untold = {key for key in going.gone if not going.left(key).strip()}
    sent = family.withdraw(record, speaks, {(str(s), t) for s, t in untold})
    beside.withdraw(record, speaks, places)
    # before the rows go: a folder's own name may speak of it, and is forgotten with it
    taken = taken_out.beyond(record.read, {session for session, _ in places} | whole)

    stale = [
        each.id
        for each in record.sessions()
        if each.id != going.session
        and each.summary
        and each.ended is not None
        and (any(key[0] == each.id for key in going.gone) or going.held(each.summary))
    ]

    def work(db: sqlite3.Connection) -> list[str]:
        lost = erased_rows.rewrite(db, going, now, written)
        permit = permitting(record.read)
        for each in map(record.session, stale):
            if each.ended is not None:
                anew = summarise(permit(each).turns)
                session_tables.finish_session(db, each.id, each.ended, anew)
        return lost

    lost = record.commit(work)
    _again(record, begun.made)
    record.purge()
    seconds = sum(b - a for key in going.gone for a, b in going.spans(key))
    return Erased(
        len(going.gone),
        frozenset(lost),
        round(seconds, 2),
        (*copies, *books.deleted),
        beyond=(*books.beyond, *dict.fromkeys(sent), *taken),
    )


def _made(record: Record, going: Going) -> dict[str, list[str]]:
    """What there is that is made of a talk which loses something, by talk."""
    folders = {
        str(id): record.state / "sessions" / id for id, _ in going.gone if id != going.session
    }
    return {
        id: [name for name in MADE if (folder / name).is_file()] for id, folder in folders.items()
    }


def _files(record: Record, going: Going) -> None:
    """Sound and journals. What is made from them is deleted."""
    losing = {session for session, _ in going.gone}
    for session in (each.id for each in record.sessions()):
        folder = record.state / "sessions" / session
        record.let_go(session)
        if session == going.session:
            shutil.rmtree(folder, ignore_errors=True)
            continue
        keys = [key for key in going.turns if key[0] == session]
        cuts = {key[1]: _cut(going, key) for key in keys if key in going.gone}
        heard = [
            HeardTurn(key[1], turn.began, turn.ended)
            for key in keys
            if not (turn := going.turns[key]).ours
        ]
        redaction.redact_journal(folder / "journal.jsonl", cuts, heard, going.echoes, going.perhaps)
        if session not in losing:
            continue
        for name in MADE:
            (folder / name).unlink(missing_ok=True)
        for track, spans in _silent(going, keys).items():
            redaction.silence(folder / f"{track}.wav", spans)


def _cut(going: Going, key: Key) -> Cut:
    turn, chars = going.turns[key], going.gone[key]
    text, words = redaction.without(turn.text, turn.words, chars)
    gone = " | ".join(bare(turn.text[first:last]) for first, last in chars)
    times = tuple((float(w[1]), float(w[2]), float(w[3])) for w in words)
    return Cut(text if text.strip() else "", times, gone)


def _silent(going: Going, keys: Sequence[Key]) -> dict[str, list[Span]]:
    """What falls silent in each track of a talk. The microphone heard our loudspeaker, too: what is ours goes from both,

    but for what the narrator said meanwhile.
    """
    found: dict[str, list[Span]] = defaultdict(list)
    kept = [
        (turn.began, turn.ended)
        for key in keys
        if not (turn := going.turns[key]).ours and going.left(key).strip()
    ]
    for key in keys:
        spans = going.spans(key)
        if going.turns[key].ours:
            found["interviewer"] += spans
            spans = redaction.beside(spans, kept)
        found["narrator"] += spans
    return found


def _again(record: Record, made: Mapping[str, Collection[str]]) -> None:
    """Make what is made from the record anew: mixes, transcripts."""
    there = {each.id for each in record.sessions()}
    for session, names in ((SessionId(id), names) for id, names in made.items()):
        if session not in there:
            continue
        if "conversation.wav" in names:
            record.conversation(session)
        if {*names} - {"conversation.wav"}:
            record.transcript(session)


def _copies(state: Path, traces: Traces) -> tuple[Path, ...]:
    gone: list[Path] = []
    for name in taken_out.COPIES:
        for copy in sorted((state / name).glob("*")):
            # what is packed or damaged cannot be searched; ours are made again from what is left
            packed = copy.is_file() and copy.suffix in {".tar", ".zip", ".gz", ".tgz", ".xz"}
            packed = packed or own_copies.is_one(copy) or copy.name.startswith(DAMAGED)
            packed = packed or before_steps.is_one(copy)
            if copy.name.startswith(own_copies.AGAIN):
                continue
            if packed or residue.search(copy, traces):
                if copy.suffix == ".tar" or own_copies.is_one(copy):
                    own_copies.owe(copy)
                shutil.rmtree(copy) if copy.is_dir() else copy.unlink()
                gone.append(copy)
    return tuple(gone)
