"""Claims, labels and decisions: rows into nouns and back. SQL lives here.

What cannot be a memory is refused three times: when it is cited (`memory.claims.cite`), when it becomes
a claim, and by the tables themselves (`migrations/m002_memory.py`).
"""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voice_agent.archive import (
    continuations,
    hidden_words,
    keeping_back,
    session_tables,
    went_along,
)
from voice_agent.archive.book import Keeper
from voice_agent.archive.claim_rows import (
    READ_BY,
    TurnWording,
    add_all,
    correction,
    mentions,
    place_of,
)
from voice_agent.archive.record import Record
from voice_agent.archive.session_tables import PUT_AWAY, TO_ERASE, Read, away_whole
from voice_agent.archive.session_tables import hidden_turns as hidden_turns
from voice_agent.archive.session_tables import shut_whole as shut_whole
from voice_agent.archive.session_tables import to_erase as to_erase
from voice_agent.archive.session_tables import waiting_to_go as waiting_to_go
from voice_agent.errors import MemoryRefused
from voice_agent.memory.claims import Claim, ClaimId, Mention, Modality, Part
from voice_agent.memory.decisions import Act, Decision, DecisionId, let_out
from voice_agent.memory.labels import Label, labelled
from voice_agent.memory.privacy import Privacy, parsed, strictest
from voice_agent.memory.same_story import Place
from voice_agent.story import Session, SessionId, Speaker, Turn, TurnId


def store(
    record: Keeper,
    claims: Iterable[Claim],
    labels: Iterable[Label] = (),
    distilled: Iterable[TurnWording] = (),
) -> None:
    """Write what was distilled, all of it or nothing; it is on the disk when this returns.

    What lies wholly within words that were put away or labelled before is put away and labelled like them.
    `distilled` names the turns it came of, those included that gave nothing. What is there already is
    left as it is. Raises MemoryRefused, DiskFull.
    """
    claims, labels, distilled = list(claims), list(labels), list(distilled)
    _refusing(record, lambda db: add_all(db, claims, labels, distilled))


def claims(read: Read) -> list[Claim]:
    """Every claim of the newest distilled wording of each turn, labelled, in the order told."""
    rows = read(
        """SELECT claims.id, told_at, polarity, modality, edtf, anchor, corrects, denied, perhaps, continues,
            retold, sessions.number FROM claims JOIN sessions ON sessions.id = claims.session
            WHERE version = (SELECT coalesce(max(done.version), claims.version) FROM distilled AS done
                WHERE done.session = claims.session AND done.turn = claims.turn)""",
        (),
    )
    cited = mentions(read)
    made = [
        Claim(
            ClaimId(id),
            tuple(cited[id]),
            datetime.fromisoformat(told_at),
            bool(polarity),
            Modality(modality),
            edtf,
            anchor,
            corrects=correction(corrects, denied, perhaps=bool(perhaps)),
            continues=continues,
            retold=bool(retold),
            sitting=number,
        )
        for id, told_at, polarity, modality, edtf, anchor, corrects, denied, perhaps, continues, retold, number in rows
    ]
    told = labelled(sorted(made, key=lambda claim: claim.order), labels(read))
    told = _kept_back(told, kept_back(read))
    before = _older_labels(read)
    return [
        replace(each, privacy=strictest([each.privacy, *older]))
        if (
            older := [p for v, p in before[each.session, each.turn] if v < each.mentions[0].version]
        )
        else each
        for each in told
    ]


def narrowed(read: Read) -> frozenset[tuple[str, int]]:
    """The turns of claims that anybody is kept from, whatever they tell: `claims` says the same, and takes a life to read.

    What was narrowed in an older wording stays so, also where the newest gave no claims.
    """
    kept = kept_back(read).keys()
    marked = {str(each.claim) for each in labels(read)}
    bound, since = set(marked), dict[tuple[str, int], int]()
    for claim, session, turn, version in read(
        "SELECT claim, session, turn, version FROM mentions", ()
    ):
        if (session, turn) in kept:
            bound.add(claim)
        if claim in marked:
            since[session, turn] = min(version, since.get((session, turn), version))
    rows = read("SELECT id, session, turn, version FROM claims", ())
    return frozenset(
        (session, turn)
        for id, session, turn, version in rows
        if id in bound or since.get((session, turn), version) < version
    )


def kept_back(read: Read) -> Mapping[tuple[SessionId, TurnId], Privacy]:
    """Who may know of which turn, by the wishes that bind its story and were not taken back."""
    return keeping_back.bound(read, let_out(decisions(read)))


def _kept_back(
    told: Iterable[Claim], kept: Mapping[tuple[SessionId, TurnId], Privacy]
) -> list[Claim]:
    """The claims, each as private as the strictest turn that it rests on."""
    return [
        replace(each, privacy=strictest([each.privacy, *limits]))
        if (limits := [kept[p] for m in each.mentions if (p := (m.session, m.turn)) in kept])
        else each
        for each in told
    ]


def _older_labels(read: Read) -> defaultdict[tuple[str, int], list[tuple[int, Privacy]]]:
    """Labels by turn, with the wording they were spoken of: a new wording does not shake them off."""
    found: defaultdict[tuple[str, int], list[tuple[int, Privacy]]] = defaultdict(list)
    out, off = let_out(decisions(read)), keeping_back.off(read)
    for session, turn, version, privacy, spoken_in, at in read(
        """SELECT DISTINCT m.session, m.turn, m.version, labels.privacy, labels.session, labels.turn
            FROM labels JOIN mentions AS m ON m.claim = labels.claim""",
        (),
    ):
        if f"{spoken_in} {at}" not in out and ((session, turn), (spoken_in, at)) not in off:
            found[session, turn].append((version, parsed(privacy)))
    return found


def labels(read: Read) -> tuple[Label, ...]:
    """Every label that the narrator has not taken off, in the order spoken; none that went with a wish, on what was let go."""
    out, off = let_out(decisions(read)), keeping_back.off(read)
    rows = read(
        """SELECT its.session, its.turn, claim, privacy, labels.session, labels.turn, labels.version, first, last, words,
                began, ended FROM labels JOIN claims AS its ON its.id = claim ORDER BY number""",
        (),
    )
    return tuple(
        Label(ClaimId(claim), parsed(privacy), Mention(Part.WHAT, *place))
        for session, turn, claim, privacy, *place in rows
        if f"{place[0]} {place[1]}" not in out
        and ((session, turn), (place[0], place[1])) not in off
    )


def kept_back_in(read: Read, session: str, turn: int) -> tuple[TurnId, ...]:
    """The turns of that session in which a label was set on what one of its turns tells."""
    rows = read(
        """SELECT labels.turn FROM labels JOIN mentions AS m ON m.claim = labels.claim
            WHERE labels.session = ?1 AND m.session = ?1 AND m.turn = ?2
            UNION SELECT wish_turn FROM kept_back WHERE wish_session = ?1 AND session = ?1 AND turn = ?2
            ORDER BY 1""",
        (session, turn),
    )
    return tuple(TurnId(at) for (at,) in rows)


def undistilled(read: Read) -> tuple[TurnWording, ...]:
    """The narrator's turns, in their newest wording, that have not been distilled, in order.

    After a crash they are made up for; after a correction of the wording they are done again.
    """
    rows = read(
        """SELECT turns.session, turns.id, max(version) AS newest FROM turns
            JOIN wordings ON wordings.session = turns.session AND wordings.turn = turns.id
            JOIN sessions ON sessions.id = turns.session
            WHERE speaker = 'narrator' GROUP BY turns.session, turns.id
            HAVING NOT EXISTS (SELECT 1 FROM distilled WHERE distilled.session = turns.session
                AND distilled.turn = turns.id AND distilled.version = newest)
            ORDER BY sessions.number, turns.id""",
        (),
    )
    return tuple(TurnWording(SessionId(s), TurnId(t), version) for s, t, version in rows)


def read_again(record: Record, reader: int) -> None:
    """Let every turn be distilled anew where an older reader made the claims; until then these stand. Raises DiskFull."""
    if record.kept(READ_BY) == reader or not record.read("SELECT 1 FROM claims LIMIT 1", ()):
        return

    def work(db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM distilled")
        db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (READ_BY, json.dumps(reader)))

    record.commit(work)


def hidden(read: Read) -> frozenset[ClaimId]:
    """The claims that the narrator wants not to be mentioned for now, those of later wordings of such words included."""
    away = frozenset(ClaimId(id) for (id,) in read("SELECT claim FROM hidden", ()))
    later = {id for place in away_whole(read) for id in claims_of(read, *place)}
    return away | hidden_words.claims(read) | later


def meanings(read: Read) -> dict[ClaimId, NDArray[np.float32]]:
    """What claims mean, as `same_event.Vectors`; those of claims that nobody read for it are not there."""
    return {
        ClaimId(claim): np.frombuffer(vector, "<f2").astype(np.float32)
        for claim, vector in read("SELECT claim, vector FROM meanings", ())
    }


def forget_meanings(record: Record) -> None:
    """What claims mean is to be read anew. Raises DiskFull."""
    record.commit(lambda db: db.execute("DELETE FROM meanings"))


def keep_meanings(record: Record, made: Mapping[ClaimId, NDArray[np.float32]]) -> None:
    """Keep what claims mean; those that have gone meanwhile are left out. Raises DiskFull."""
    rows = [(claim, vector.astype("<f2").tobytes(), claim) for claim, vector in made.items()]

    def work(db: sqlite3.Connection) -> None:
        db.executemany(
            """INSERT OR REPLACE INTO meanings SELECT ?, ? WHERE EXISTS
                (SELECT 1 FROM claims WHERE id = ?)""",
            rows,
        )

    record.commit(work)


def hidden_last(read: Read) -> frozenset[ClaimId]:
    """What was put away last, in this talk or an earlier one."""
    rows = read("SELECT claim FROM hidden WHERE at = (SELECT MAX(at) FROM hidden)", ())
    return frozenset(ClaimId(id) for (id,) in rows)


def show(keeper: Keeper, claims: frozenset[ClaimId] | None = None) -> None:
    """Undo hiding: of `claims` and of what was put away with them, or of everything."""

    def work(db: sqlite3.Connection) -> None:
        if claims is None:
            db.execute("DELETE FROM hidden")
        else:
            db.executemany(
                """DELETE FROM hidden WHERE claim = :claim OR EXISTS (SELECT 1 FROM hidden AS one
                    JOIN claims AS its ON its.id = one.claim JOIN claims AS mine ON mine.id = hidden.claim
                    WHERE one.claim = :claim AND one.at = hidden.at
                        AND its.session = mine.session AND its.turn = mine.turn)""",
                [{"claim": claim} for claim in sorted(claims)],
            )
        _come_along(db)

    keeper.commit(work)


def show_alone(keeper: Keeper, claims: frozenset[ClaimId]) -> None:
    """Undo hiding of `claims` and of nothing that was put away with them."""
    rows = [(claim,) for claim in sorted(claims)]

    def work(db: sqlite3.Connection) -> None:
        db.executemany("DELETE FROM hidden WHERE claim = ?", rows)
        _come_along(db)

    keeper.commit(work)


def claims_of(read: Read, session: str, turn: int) -> frozenset[ClaimId]:
    """Everything that was ever made of one turn, in whatever wording."""
    rows = read("SELECT id FROM claims WHERE session = ? AND turn = ?", (session, turn))
    return frozenset(ClaimId(id) for (id,) in rows)


def goes_along(read: Read, session: str, turn: int) -> tuple[Place, ...]:
    """What only goes on with that turn, and is put away with it unless it is away already."""
    there = hidden_turns(read)
    told_on = continuations.told_on(read, (SessionId(session), TurnId(turn)))
    return tuple(each for each in told_on if each not in there)


def put_away(
    keeper: Keeper, session: str, turn: int, now: datetime, *, told_on: bool = False
) -> tuple[Place, ...]:
    """Let one turn be as if it had not been told; `bring_back` undoes it.

    `told_on`: and what only goes on with it, which is returned. In a talk a "No." may be said to us: there it stays.
    Raises DiskFull.
    """
    story = (SessionId(session), TurnId(turn))
    along = goes_along(keeper.read, session, turn) if told_on else ()
    every = {each: sorted(claims_of(keeper.read, *each)) for each in (story, *along)}

    def work(db: sqlite3.Connection) -> None:
        for (session, turn), ids in every.items():
            rows = [(id, now.isoformat()) for id in ids]
            db.executemany("INSERT OR IGNORE INTO hidden VALUES (?, ?)", rows)
            if not ids:
                _keep(db, PUT_AWAY, [*_kept(db, PUT_AWAY), f"{session} {turn}"])
        went_along.note(db, story, along)

    keeper.commit(work)
    return along


def bring_back(keeper: Keeper, session: str, turn: int) -> tuple[Place, ...]:
    """Undo `put_away`, and `to_be_erased` too. Returns what came back along with it. Raises DiskFull."""
    story = (SessionId(session), TurnId(turn))
    along = tuple(each for each, of in went_along.stories(keeper.read).items() if of == story)

    def work(db: sqlite3.Connection) -> None:
        for each in (story, *along):
            _shown(db, each)
        went_along.forget(db, (story, *along))

    keeper.commit(work)
    return along


def _shown(db: sqlite3.Connection, place: Place) -> None:
    db.execute(
        "DELETE FROM hidden WHERE claim IN (SELECT id FROM claims WHERE session = ? AND turn = ?)",
        place,
    )
    _waits_no_longer(db, [f"{place[0]} {place[1]}"])


def _come_along(db: sqlite3.Connection) -> None:
    """What went along with a story that was brought back comes back with it; of one that was erased it stays away."""

    def read(sql: str, given: Sequence[Any] = ()) -> list[Any]:
        return db.execute(sql, given).fetchall()

    away = hidden_turns(read)
    told = "SELECT 1 FROM wordings WHERE session = ? AND turn = ? AND trim(text) <> ''"
    back = [
        each
        for each, story in went_along.stories(read).items()
        if story not in away and read(told, story)
    ]
    for each in back:
        _shown(db, each)
    went_along.forget(db, back)


def erased(keeper: Keeper, turns: Sequence[str]) -> None:
    """`turns` ("session turn") wait no longer; what was wished for meanwhile still does."""

    def work(db: sqlite3.Connection) -> None:
        _waits_no_longer(db, turns)
        places = (each.rpartition(" ") for each in turns)
        went_along.forget(db, [(SessionId(s), TurnId(int(t))) for s, _, t in places])

    keeper.commit(work)


def _waits_no_longer(db: sqlite3.Connection, turns: Sequence[str]) -> None:
    for key in (TO_ERASE, PUT_AWAY):
        if set(turns) & set(there := _kept(db, key)):
            _keep(db, key, [each for each in there if each not in turns])


def _kept(db: sqlite3.Connection, key: str) -> list[str]:
    row = db.execute("SELECT value FROM kept WHERE key = ?", (key,)).fetchone()
    return json.loads(row[0]) if row else []


def _keep(db: sqlite3.Connection, key: str, turns: Iterable[str]) -> None:
    db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (key, json.dumps([*turns])))
    db.execute("UPDATE decided SET stale = 1")


def to_be_erased(keeper: Keeper, session: str, turn: int) -> None:
    """Let one turn be erased when the talk under way is over."""

    def work(db: sqlite3.Connection) -> None:
        _keep(db, TO_ERASE, [*_kept(db, TO_ERASE), f"{session} {turn}"])

    keeper.commit(work)


def bring_in(
    record: Record, sessions: Iterable[Session], claims: Iterable[Claim], labels: Iterable[Label]
) -> None:
    """Write imported sessions with all that was distilled of them, or nothing.

    Raises MemoryRefused, OutOfOrder for a session that is there already, DiskFull.
    """
    sessions, claims, labels = list(sessions), list(claims), list(labels)

    def work(db: sqlite3.Connection) -> None:
        for session in sessions:
            session_tables.add_session(db, session)
            for turn in session.turns:
                session_tables.add_turn(db, turn)
        add_all(
            db,
            claims,
            labels,
            [TurnWording(t.session, t.id, 1) for s in sessions for t in _told(s)],
        )

    _refusing(record, work)


def _told(session: Session) -> Iterable[Turn]:
    return (turn for turn in session.turns if turn.speaker is Speaker.NARRATOR)


def sitting(read: Read, session: str) -> int:
    """The number of a session in the record, for `Claim.sitting`; 0 where there is none."""
    rows = read("SELECT number FROM sessions WHERE id = ?", (session,))
    return int(rows[0][0]) if rows else 0


def decide(record: Keeper, decision: Decision) -> None:
    """Keep a decision. The same one again changes nothing. Raises MemoryRefused, DiskFull."""
    place: Sequence[Any] = place_of(decision.mention) if decision.mention else (None,) * 8
    row = (
        decision.id,
        decision.act,
        decision.at.isoformat(),
        decision.by,
        decision.one,
        decision.other,
        *place,
    )

    def work(db: sqlite3.Connection) -> None:
        db.execute(f"INSERT OR IGNORE INTO decisions VALUES ({', '.join('?' * len(row))})", row)

    _refusing(record, work)


def decisions(read: Read) -> tuple[Decision, ...]:
    """Every decision, those undone included, in the order made."""
    rows = read(
        """SELECT id, act, at, by, one, other, session, turn, version, first, last, words, began, ended
            FROM decisions ORDER BY at, id""",
        (),
    )
    return tuple(
        Decision(
            DecisionId(id),
            Act(act),
            datetime.fromisoformat(at),
            by,
            one,
            other,
            Mention(Part.WHAT, *place) if place[0] is not None else None,
        )
        for id, act, at, by, one, other, *place in rows
    )


def _refusing(record: Keeper, work: Callable[[sqlite3.Connection], None]) -> None:
    try:
        record.commit(work)
    except sqlite3.IntegrityError as error:
        raise MemoryRefused(
            f"That cannot be stored as a memory: {error}.", safe="Nothing of it was stored."
        ) from None
