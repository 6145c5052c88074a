"""What the planner carries from one talk to the next, and how it is kept.

Two things are kept apart: what became of every question, without a word of it, and the questions still to be
asked, which hold the narrator's own words. The second is dropped as soon as anything was hidden, erased or
decided since: it grows again from memory.
"""

import hashlib
from dataclasses import replace
from datetime import date

from voice_agent.archive import family, last_look, reminders, sharing
from voice_agent.archive.record import Record
from voice_agent.interview.family_questions import returned
from voice_agent.interview.progress import Progress, Stage
from voice_agent.interview.protocol import Period, Theme, Topic, Wants
from voice_agent.interview.questions import (
    COVERED,
    Cache,
    Candidate,
    Source,
    State,
    of_each_kind,
    ripe_from_json,
    ripe_json,
)
from voice_agent.interview.returning.offers import Offer
from voice_agent.interview.rules import Past, Reminder
from voice_agent.reading.words import novelty
from voice_agent.reading.words.asking import parts
from voice_agent.story import Session, SessionId, Speaker, Turn, TurnId

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

QUESTION, PHOTOGRAPH = "family", "photograph"
"""Kinds of what the family brings."""

FURTHER = 1
"""Questions of ours behind theirs after which a story still answers it ("Yes." "What was it called?"). A guess."""

_FAMILY = "family:"
_PICTURE = "photograph:"

_DANGLING = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "in",
        "at",
        "on",
        "to",
        "by",
        "for",
        "from",
        "with",
        "and",
        "or",
        "our",
        "my",
        "her",
        "his",
        "their",
        "behind",
        "near",
    ]
)

SPOKEN = 9
"""Words of a photograph's caption that are said aloud; a longer one is cut. A guess."""


def before(record: Record, today: date) -> Past:
    """What earlier talks leave to this one."""
    if not Record.exists(record.state):
        return Past(today=today)
    cache = Cache.from_json(record.kept(CACHE))
    kept = record.kept(RIPE)
    grown: tuple[Candidate, ...] = ()
    if isinstance(kept, dict) and kept.get("of") == _state_of_memory(record):
        grown = ripe_from_json(kept.get("ripe"))
        if kept.get("kept back") != _state_of(record, "kept_back"):
            # those that rest on memories are grown anew; a thought names what it is about
            private = last_look.Looking(record)()
            thoughts = (each for each in grown if each.source is Source.MODEL)
            grown = tuple(each for each in thoughts if not private.holds(each.ask))
    wanted = tuple(Reminder(each.number, each.about) for each in reminders.waiting(record))
    return Past(cache, (*wondered(record, today), *grown), today, offers(record), wanted)


def offers(record: Record) -> tuple[Offer, ...]:
    """What earlier talks came back to, and whether it was welcome; nothing where it cannot be read."""
    found = record.kept(OFFERS)
    try:
        return tuple(Offer.from_json(each) for each in found) if isinstance(found, list) else ()
    except (TypeError, ValueError, KeyError):
        return ()


def forget_offers(record: Record) -> int:
    """Forget what was come back to and how it was taken: nothing rests, nothing was learned. Return how many.

    Raises DiskFull.
    """
    count = len(offers(record))
    record.keep(OFFERS, [])
    return count


def wondered(record: Record, today: date | None = None) -> tuple[Candidate, ...]:
    """The questions of the family that wait to be asked, and those about photographs that they sent.

    None that `today` rests because it may have been answered unasked.
    """
    return (*_questions(record, today), *_pictures(record))


def number_of(question: Candidate) -> int:
    """The number of a question of the family's."""
    return int(question.event.removeprefix(_FAMILY))


def chosen(record: Record, picture: str) -> Candidate | None:
    """The question about the photograph of that id, told about or not; None: there is no such photograph."""
    sent = family.photographs(record)
    return next((_of_picture(each) for each in sent if each.id == picture), None)


def _pictures(record: Record) -> tuple[Candidate, ...]:
    """One question for each photograph of which nothing was told yet, the oldest first."""
    sent = reversed(family.photographs(record))
    return tuple(_of_picture(each) for each in sent if each.session is None)


def _of_picture(picture: family.Photograph) -> Candidate:
    return Candidate(
        _about(picture),
        Wants.SCENE,
        Source.FAMILY,
        period=Period.WHOLE,
        theme=Theme.FAMILY,
        kind=PHOTOGRAPH,
        event=f"{_PICTURE}{picture.id}",
        worth=1.0,
        asker=picture.who,
    )


def _about(picture: family.Photograph) -> str:
    """ "Ann sent a photograph, Mum and Aunt Rose: what comes back to you?" """
    # a caption is said aloud like a question
    words = [] if returned(picture.caption) else picture.caption.rstrip(".!? ").split()
    said = words[:SPOKEN]
    while len(words) > SPOKEN and said and said[-1].lower() in _DANGLING:
        said.pop()
    caption = " ".join(said).rstrip(",;:")
    if not caption:
        return (
            f"There is a photograph from {picture.who} on your page since {picture.at.day} "
            f"{picture.at:%B}: what do you see on it?"
        )
    return f"{picture.who} sent a photograph, {caption}: what comes back to you?"


def _told_about(record: Record, session: SessionId, question: Candidate) -> TurnId | None:
    """The turn in which a question was answered with a story; None: it was not."""
    turns = record.session(session).turns
    about = novelty.gist(question.ask)

    def asks(turn: Turn) -> bool:
        # a language model may have put it otherwise
        same = (
            "photograph" in turn.text
            if question.kind == PHOTOGRAPH
            else about & novelty.gist(turn.text)
        )
        reworded = question.asker in turn.text and bool(same)
        return turn.speaker is Speaker.INTERVIEWER and (question.ask in turn.text or reworded)

    asked = next((n for n, each in enumerate(turns) if asks(each)), None)
    if asked is None:
        return None
    further = 0
    for each in turns[asked + 1 :]:
        if each.speaker is Speaker.INTERVIEWER and each.text.endswith("?"):
            further += 1
            if further > FURTHER:
                return None  # another story may have begun
        told = each.speaker is Speaker.NARRATOR
        if told and len(each.text.split()) >= sharing.SHORTEST_STORY_WORDS:
            return each.id
    return None


def _told_in_passing(record: Record, session: SessionId, question: Candidate) -> TurnId | None:
    """The turn from which the planner took it that a question needs no asking; None: none holds enough of it."""
    about = novelty.gist(question.ask)
    told = (t for t in record.session(session).turns if t.speaker is Speaker.NARRATOR)
    shared = [(len(about & novelty.gist(t.text)), t.id) for t in told]
    most, turn = max(shared, key=lambda each: each[0], default=(0, None))
    return turn if most >= COVERED * len(about) else None


def _questions(record: Record, today: date | None = None) -> tuple[Candidate, ...]:
    return tuple(
        Candidate(
            f"{each.who} wonders: {_lowered(each.question)}",
            Wants.SCENE,
            Source.FAMILY,
            period=Period.WHOLE,
            theme=Theme.FAMILY,
            kind=QUESTION,
            event=f"{_FAMILY}{each.number}",
            worth=1.0,
            asker=each.who,
        )
        for each in family.waiting(record)
        if today is None or not each.rests(today)
    )


def keep(record: Record, progress: Progress, session: SessionId) -> None:
    """Keep what the next talk needs. Raises DiskFull."""
    cache = progress.coverage.cache
    if progress.stage is not Stage.OVER:  # somebody pressed a key, or the microphone went
        cache = replace(cache, sessions=cache.sessions + 1)
    record.keep(CACHE, cache.as_json())
    if made := progress.returns.offers:
        every = (*offers(record), *made)[-OFFERED:]
        record.keep(OFFERS, [each.as_json() for each in every])
    grown = [each for each in progress.coverage.grown if each.source is not Source.FAMILY]
    ripe = ripe_json(of_each_kind([g for g in grown if cache.state(g) is State.RIPE], KEPT), cache)
    stands = {"of": _state_of_memory(record), "kept back": _state_of(record, "kept_back")}
    record.keep(RIPE, {**stands, "ripe": [*ripe]})
    for each in _questions(record):
        _settle(record, session, each, cache.state(each))
    for each in _pictures(record):
        if each.ask in progress.coverage.asked and (turn := _told_about(record, session, each)):
            family.tell_about(record, each.event.removeprefix(_PICTURE), session, turn)


def _settle(record: Record, session: SessionId, question: Candidate, state: State) -> None:
    """Keep what became of a question of the family's in the talk that is over."""
    number = number_of(question)
    if state is State.DECLINED:
        family.settle(record, number, "declined", session)
    elif state is State.ASKED:
        turn = _told_about(record, session, question)
        family.settle(record, number, "answered" if turn else "asked", session, turn)
    elif state is State.ANSWERED and (turn := _told_in_passing(record, session, question)):
        family.settle(record, number, "answered", session, turn)


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
    """Changes with whatever can make a question unfit to be asked, but for what is kept back."""
    count = record.read("SELECT count(*), max(turn) FROM claims")
    return f"{_state_of(record, 'hidden', 'decisions', 'labels', 'tombstones')} {count}"


def _state_of(record: Record, *tables: str) -> str:
    found = hashlib.sha256()
    for table in tables:
        found.update(repr(record.read(f"SELECT * FROM {table} ORDER BY 1, 2")).encode())
    return found.hexdigest()[:16]


def _lowered(question: str) -> str:
    first = question.split(" ", 1)[0]
    return question if first in {"I", "I'm"} else question[:1].lower() + question[1:]
