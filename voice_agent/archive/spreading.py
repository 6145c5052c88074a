"""Every telling of a story that is kept back is kept back with it: those before the wish, and those to come.

Asked when a wish is granted, when a turn is on the disk, and when memory has been woven anew: nothing that may be
shared is made of a turn before.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from voice_agent.archive import book_copies, keeping_back, memory_tables, session_tables
from voice_agent.archive.book import Keeper
from voice_agent.archive.continuations import continuations_of
from voice_agent.archive.keeping_back import KeptBack
from voice_agent.archive.permitted import permitting
from voice_agent.archive.session_tables import Read as Rows
from voice_agent.memory.claims import Claim
from voice_agent.memory.decisions import let_out
from voice_agent.memory.events import Life
from voice_agent.memory.quotes import sentences, stories
from voice_agent.memory.same_story import Place, Read, Tellings
from voice_agent.memory.summary import summarise
from voice_agent.memory.told_summary import held
from voice_agent.reading.wishes import wish_words
from voice_agent.story import Session, SessionId, TurnId

Events = Mapping[Place, frozenset[str]]
"""Of which events memory has found a turn to tell."""


def told(read: Rows) -> Mapping[Place, str]:
    """What the narrator told, turn by turn, in the newest wording, in the order told, without what was wished of it."""
    asked = keeping_back.wishes(read)
    found = read(
        """SELECT turns.session, turns.id, text FROM turns
            JOIN sessions ON sessions.id = turns.session
            JOIN wordings ON wordings.session = turns.session AND wordings.turn = turns.id
            WHERE speaker = 'narrator' AND text <> '' AND version = (SELECT max(version) FROM wordings AS w
                WHERE w.session = turns.session AND w.turn = turns.id)
            ORDER BY sessions.number, turns.id""",
        (),
    )
    texts = {(SessionId(session), TurnId(turn)): text for session, turn, text in found}
    return {p: wish_words.beside(t, asked[p]) or t if p in asked else t for p, t in texts.items()}


def events_of(life: Life, claims: Iterable[Claim]) -> Events:
    """Of which events the turns of `claims` tell."""
    found: dict[Place, set[str]] = defaultdict(set)
    for each in claims:
        if (event := life.event_of.get(each.id)) is not None:
            found[each.session, each.turn].add(event)
    return {place: frozenset(some) for place, some in found.items()}


def spread(
    keeper: Keeper,
    now: datetime,
    *,
    events: Events | None = None,
    read: Read | None = None,
    among: Collection[Place] | None = None,
) -> tuple[KeptBack, ...]:
    """Keep back every telling of every story that is kept back; return what was not before. Raises DiskFull.

    Copies on this device that hold one, and are for somebody who may not know of it, are deleted.

    `events`: what memory has found; `read`: reads what texts mean; `among`: only these turns are looked at.
    """
    out = let_out(memory_tables.decisions(keeper.read))
    kept = keeping_back.rows(keeper.read, out)
    if not kept:
        return ()
    texts = told(keeper.read)
    goes_on = continuations_of(keeper.read, kept, keeping_back.freed(keeper.read), among)
    alike = among is None or _worth_a_look(kept, texts, among)
    tellings = Tellings(texts, events, read and _once(read)) if alike else None
    new = [
        each
        for wish in dict.fromkeys(row.wish for row in kept)
        for each in _of(keeper, wish, kept, tellings, goes_on[wish])
    ]
    new = [each for each in new if among is None or each.place in among]
    keeping_back.put(keeper, new, now)
    for privacy in {each.privacy for each in new}:
        book_copies.withhold(keeper, {e.place for e in new if e.privacy == privacy}, privacy, now)
    summed_up_anew(keeper, {each.place[0] for each in new})
    return tuple(new)


def _once(read: Read) -> Read:
    """Read no text twice, however many wishes look at it."""
    known = dict[str, NDArray[np.float32]]()

    def once(texts: Sequence[str]) -> NDArray[np.float32]:
        if new := [each for each in dict.fromkeys(texts) if each not in known]:
            known.update(zip(new, read(new), strict=True))
        return np.stack([known[each] for each in texts])

    return once


def summed_up_anew(keeper: Keeper, sessions: Collection[SessionId]) -> None:
    """Sum up again the talks in which something is kept back since: no greeting may hold it. Raises DiskFull."""
    permit = permitting(keeper.read) if sessions else None
    for each in sessions:
        session = session_tables.session(keeper.read, each)
        if permit and session.ended is not None and session.summary:
            told, ended = summarise(permit(session).turns), session.ended
            keeper.commit(
                lambda db, id=each, told=told, ended=ended: session_tables.finish_session(
                    db, id, ended, told
                )
            )


def true_again(keeper: Keeper) -> int:
    """Sum up again every talk whose summary says what may not be said any more, however it came to be kept back.

    Returns how many. Raises DiskFull.
    """
    permit = permitting(keeper.read)
    stale = [
        each.id
        for each in session_tables.sessions(keeper.read)
        if each.ended is not None
        and each.summary
        and not _may_be_said(permit, session_tables.session(keeper.read, each.id))
    ]
    summed_up_anew(keeper, stale)
    return len(stale)


def _may_be_said(permit: Callable[[Session], Session], session: Session) -> bool:
    told = permit(session)
    if told is session:
        return True
    texts = [turn.text for turn in stories(told.turns)]
    said = all(held(each, texts) for each in sentences(session.summary))
    return said or summarise(told.turns) == session.summary


def _worth_a_look(
    kept: Collection[KeptBack], texts: Mapping[Place, str], among: Collection[Place]
) -> bool:
    """May one of `among` tell what is kept back? Asked of them alone: a long life is not weighed for each turn."""
    story = [each.place for each in kept if each.meant and each.place in texts]
    few = Tellings({place: texts[place] for place in (*story, *among) if place in texts})
    return any(few.alike(story, place, read=False).perhaps for place in among if place in texts)


def _of(
    keeper: Keeper,
    wish: Place,
    kept: Collection[KeptBack],
    tellings: Tellings | None,
    goes_on: Mapping[Place, bool],
) -> Iterable[KeptBack]:
    """What one wish binds as well, and does not yet, or only in doubt. `tellings`: None where only `goes_on` is asked."""
    mine = [each for each in kept if each.wish == wish]
    story = {each.place for each in mine if each.meant}
    if not story:
        return
    privacy = next(each.privacy for each in mine if each.told)
    asked = keeping_back.wishes(keeper.read).keys() - story
    free = {place for place, by in keeping_back.freed(keeper.read) if by == wish}
    known = {each.place: each.doubt for each in mine}
    certain = {each.place for each in mine if each.certain}
    alike = tellings.without(privacy.names).also(certain, story) if tellings else {}
    for place in (*alike, *(goes_on.keys() - alike.keys())):
        sure = alike.get(place, False) or goes_on.get(place, False)
        news = place not in known or (known[place] and sure)
        if news and place not in free and place not in asked:
            yield KeptBack(place, privacy, wish, doubt=not sure, spread=True)
