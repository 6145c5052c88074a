"""What of a talk may be said aloud, summed up or sent to a model with others in the room: nothing anybody is kept from."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from voice_agent.archive import keeping_back, memory_tables, session_tables
from voice_agent.archive.session_tables import Read
from voice_agent.memory.between_us import closed, goes_on
from voice_agent.memory.quotes import stories
from voice_agent.memory.summary import summarise
from voice_agent.reading.wishes import wish_words
from voice_agent.story import (
    CONFIDED,
    TO_US,
    WITH_A_WISH,
    Session,
    SessionId,
    Speaker,
    Turn,
)

Places = Collection[tuple[str, int]]
"""Sessions and turns."""


def shut(read: Read) -> frozenset[tuple[str, int]]:
    """The turns that are private, for somebody alone, put away, or in which that was wished for."""
    asked = {(str(session), int(turn)) for session, turn in keeping_back.wishes(read)}
    kept = {(str(session), int(turn)) for session, turn in memory_tables.kept_back(read)}
    waits = {
        (str(session), int(turn))
        for session, turn in read("SELECT session, id FROM turns WHERE kind = ?", (CONFIDED,))
    } - keeping_back.let_go(read)
    away = memory_tables.hidden_turns(read) | memory_tables.narrowed(read)
    return away | asked | kept | waits


def permitting(read: Read) -> Callable[[Session], Session]:
    """`permitted` for many talks, as of one moment: what is shut is looked up once."""
    kept, free = shut(read), keeping_back.let_go(read)
    return lambda session: without(session, kept, free)


def permitted(read: Read, session: Session) -> Session:
    """The talk without those turns, and without what was only said to us; `session` itself where there is none."""
    return permitting(read)(session)


def summed_up(read: Read, session: Session) -> str:
    """The summary of what may be said of it aloud."""
    return summarise(permitted(read, session).turns)


def tellings(read: Read, session: SessionId) -> tuple[Turn, ...]:
    """What was told in a talk and may be sent to a model, as of now. Raises NoSuchSession."""
    return stories(permitted(read, session_tables.session(read, session)).turns)


def without(session: Session, kept: Places, free: Places = frozenset()) -> Session:
    """The talk without `kept`, what its own words keep back, and what only goes on with either; itself where that is nothing.

    `free`: what the narrator has let go stands, unless it is in `kept` all the same, and what goes on with it.
    """
    mine = {id for place, id in kept if place == session.id}
    let_go = {id for place, id in free if place == session.id} - mine
    turns = tuple(_told(session.turns, mine | (closed(session.turns).keys() - let_go), let_go))
    return session if turns == session.turns else replace(session, turns=turns)


def _told(turns: Sequence[Turn], kept: Collection[int], let_go: Collection[int]) -> Iterator[Turn]:
    after = False  # what only goes on with what is kept back goes with it
    for turn in turns:
        if turn.speaker is not Speaker.NARRATOR or not turn.text:
            yield turn
            continue
        leans = turn.id not in let_go and (turn.kind == TO_US or goes_on(turn.text))
        after = turn.id in kept or (after and leans)
        if after or turn.kind == TO_US:
            continue
        text = wish_words.told(turn.text) if turn.kind == WITH_A_WISH else turn.text
        yield turn if text == turn.text else replace(turn, text=text, words=())
