"""What the planner carries from one talk to the next, and how it is kept.

Two things are kept apart: what became of every question, without a word of it, and the questions still to be
asked, which hold the narrator's own words. The second is dropped as soon as anything was hidden, erased or
decided since: it grows again from memory.
"""

import hashlib
from dataclasses import replace
from datetime import date

from voice_agent.archive import family
from voice_agent.archive.record import Record
from voice_agent.interview import novelty
from voice_agent.interview.checks import parts
from voice_agent.interview.moves import Past, Progress, Stage
from voice_agent.interview.protocol import Period, Theme, Topic, Wants
from voice_agent.interview.questions import (
    Cache,
    Candidate,
    Source,
    State,
    ripe_from_json,
    ripe_json,
)
from voice_agent.interview.shift import Offer
from voice_agent.story import Session, SessionId, Speaker

CACHE = "interview"
"""Key under which the fate of every question is kept."""

RIPE = "questions"
"""Key under which the questions still to be asked are kept."""

OFFERS = "offers"
"""Key under which is kept what was come back to and whether it was welcome; holds no word of the narrator's."""

OFFERED = 300
"""Offers kept, the latest."""

KEPT = 60
"""Grown questions kept; the rest grows again."""

_FAMILY = "family:"


def before(record: Record, today: date) -> Past:
    """What earlier talks leave to this one."""
    if not Record.exists(record.state):
        return Past(today=today)
    cache = Cache.from_json(record.kept(CACHE))
    kept = record.kept(RIPE)
    grown: tuple[Candidate, ...] = ()
    if isinstance(kept, dict) and kept.get("of") == _state_of_memory(record):
        grown = ripe_from_json(kept.get("ripe"))
    return Past(cache, (*wondered(record), *grown), today, offers(record))


def offers(record: Record) -> tuple[Offer, ...]:
    """What earlier talks came back to, and whether it was welcome; nothing where it cannot be read."""
    found = record.kept(OFFERS)
    try:
        return tuple(Offer.from_json(each) for each in found) if isinstance(found, list) else ()
    except (TypeError, ValueError, KeyError):
        return ()


def wondered(record: Record) -> tuple[Candidate, ...]:
    """The questions of the family that wait to be asked."""
    return tuple(
        Candidate(
            f"{each.who} wonders: {_lowered(each.question)}",
            Wants.SCENE,
            Source.FAMILY,
            period=Period.WHOLE,
            theme=Theme.FAMILY,
            kind="family",
            event=f"{_FAMILY}{each.number}",
            worth=1.0,
            asker=each.who,
        )
        for each in family.waiting(record)
    )


def keep(record: Record, progress: Progress, session: SessionId) -> None:
    """Keep what the next talk needs. Raises DiskFull."""
    cache = progress.cache
    if progress.stage is not Stage.OVER:  # somebody pressed a key, or the microphone went
        cache = replace(cache, sessions=cache.sessions + 1)
    record.keep(CACHE, cache.as_json())
    if made := progress.shifts.offers:
        every = (*offers(record), *made)[-OFFERED:]
        record.keep(OFFERS, [each.as_json() for each in every])
    grown = [each for each in progress.grown if each.source is not Source.FAMILY]
    ripe = ripe_json(grown, cache)[:KEPT]
    record.keep(RIPE, {"of": _state_of_memory(record), "ripe": [*ripe]})
    for each in wondered(record):
        if cache.state(each) is State.ASKED:
            family.settle(record, int(each.event.removeprefix(_FAMILY)), "asked", session)


def caught_up(past: Past, cut: Session | None, book: tuple[Topic, ...]) -> Past:
    """Count what a talk that broke off had asked: nothing of it was kept at its end."""
    if cut is None:
        return past
    known = {novelty.key(q.ask): (t, q) for t in book for q in t.questions}
    cache = replace(past.cache, sessions=past.cache.sessions + 1)
    for turn in cut.turns:
        if turn.speaker is not Speaker.INTERVIEWER or not turn.text.endswith("?"):
            continue
        ask = parts(turn.text)[-1]
        topic, question = known.get(novelty.key(ask), (None, None))
        asked = Candidate(
            ask,
            question.wants if question else Wants.MORE,
            Source.PROTOCOL,
            topic.name if topic else "",
        )
        cache = cache.mark(asked, State.ASKED, past.today)
    return replace(past, cache=cache)


def _state_of_memory(record: Record) -> str:
    """Changes with everything that can make a question unfit to be asked."""
    found = hashlib.sha256()
    for table in ("hidden", "decisions", "labels", "tombstones"):
        found.update(repr(record.read(f"SELECT * FROM {table} ORDER BY 1, 2")).encode())
    found.update(repr(record.read("SELECT count(*), max(turn) FROM claims")).encode())
    return found.hexdigest()[:16]


def _lowered(question: str) -> str:
    first = question.split(" ", 1)[0]
    return question if first in {"I", "I'm"} else question[:1].lower() + question[1:]
