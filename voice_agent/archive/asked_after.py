"""The tellings of something that the narrator asks after, of this talk and of every other, for the narrator alone.

Whoever it is kept from may have come into the room: what was put away, and what is kept from anybody, is not said aloud.
"""

from collections.abc import Collection, Iterable

from voice_agent.archive import keeping_back, memory_tables
from voice_agent.archive.permitted import shut
from voice_agent.archive.record import Record
from voice_agent.memory.between_us import goes_on
from voice_agent.memory.decisions import let_out
from voice_agent.memory.terms import terms
from voice_agent.story import CONFIDED, WITH_A_WISH, ConsentKind, Speaker

MOST_TELLINGS = 40
"""Tellings of one thing that are looked through, the latest. A guess."""

Place = tuple[str, int]
"""Session and turn."""


def _put_away(record: Record) -> frozenset[Place]:
    """Those that were put away, or whose own claims carry a label."""
    claims = {each.claim for each in memory_tables.labels(record.read)}
    rows = record.read("SELECT id, session, turn FROM claims")
    labelled = frozenset((session, turn) for id, session, turn in rows if id in claims)
    return labelled | memory_tables.hidden_turns(record.read)


def tellings(record: Record, words: Collection[str]) -> tuple[str, ...]:
    """The turns that hold one of `words`, the latest last. No side effects.

    Nothing of what is shut, nor of what memory was to make nothing of; but what is kept back in doubt is said where
    it tells nothing of what is kept.
    """
    rows = _holding(record, words)
    closed = shut(record.read) - _only_beside(record, words) if rows else frozenset[Place]()
    fine = [text for place, text in rows if place not in closed]
    return tuple(reversed(fine[:MOST_TELLINGS]))


def open_tellings(record: Record, words: Collection[str]) -> tuple[tuple[Place, str], ...]:
    """The turns that hold one of `words` and of which nothing at all is kept back, each with its place, the latest first."""
    rows = _holding(record, words)
    closed = shut(record.read) if rows else frozenset[Place]()
    return tuple(each for each in rows if each[0] not in closed)


def _holding(record: Record, words: Collection[str]) -> list[tuple[Place, str]]:
    """The turns that hold one of `words` and that memory may know, the latest first."""
    wanted = sorted({each.lower() for each in words if each})
    if not wanted:
        return []
    like = " OR ".join("text LIKE ? ESCAPE '\\'" for _ in wanted)
    rows = record.read(
        f"""SELECT turns.session, turns.id, text FROM turns
            JOIN wordings AS w ON w.session = turns.session AND w.turn = turns.id
            JOIN sessions ON sessions.id = turns.session
            WHERE speaker = ? AND turns.kind IN ('', 'recovered', ?, ?) AND ({like})
                AND version = (SELECT max(version) FROM wordings
                    WHERE session = turns.session AND turn = turns.id)
                AND (NOT EXISTS (SELECT 1 FROM distilled AS d
                        WHERE d.session = turns.session AND d.turn = turns.id)
                    OR EXISTS (SELECT 1 FROM claims AS c
                        WHERE c.session = turns.session AND c.turn = turns.id)
                    -- a few words give no claim; only after a no to memory does that say that they are to be forgotten
                    OR NOT EXISTS (SELECT 1 FROM consents JOIN sessions AS s ON s.id = consents.session
                        WHERE consents.kind = ? AND NOT given AND s.number <= sessions.number))
            ORDER BY sessions.number DESC, turns.id DESC""",
        (
            str(Speaker.NARRATOR),
            WITH_A_WISH,
            CONFIDED,
            *(f"%{_escaped(each)}%" for each in wanted),
            str(ConsentKind.MEMORY),
        ),
    )
    return [((session, turn), text) for session, turn, text in rows]


def _only_beside(record: Record, words: Collection[str]) -> frozenset[Place]:
    """The turns that are kept back in doubt and share no word with what is kept for sure, nor lean on it ("He kept them
    in a tin"): they stand beside the story, and `words` do not ask after it."""
    rows = keeping_back.rows(record.read, let_out(memory_tables.decisions(record.read)))
    certain = [each for each in rows if not each.doubt or each.decided]
    sure = {each.place for each in certain}
    story = frozenset[str]().union(*(terms(_text(record, e.place)) for e in certain if e.told))
    asked = _stems(words)
    if asked & story:
        return frozenset()
    doubtful = {each.place for each in rows} - sure - _put_away(record)
    return frozenset(
        each
        for each in doubtful
        if not terms(text := _text(record, each)) & story and not goes_on(text)
    )


def _stems(words: Iterable[str]) -> frozenset[str]:
    return frozenset[str]().union(*(terms(each) for each in words))


def _text(record: Record, place: Place) -> str:
    rows = record.read(
        "SELECT text FROM wordings WHERE session = ? AND turn = ? ORDER BY version DESC LIMIT 1",
        place,
    )
    return rows[0][0] if rows else ""


def _escaped(word: str) -> str:
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
