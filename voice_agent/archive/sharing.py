"""The narrator's stories and who may see them. Nothing is anybody's before the narrator gave it.

A story is one thing the narrator told, in one wording. What is shared is that wording: hearing the recording
again later changes nothing for those it was shared with. It is read as the narrator wants it to read, and her voice is
heard beside it only where that is what she said. A spoken label ("keep that between us", "only for Ann") holds
whatever a page says, and what the narrator is about to forget is nobody's already.
"""

import re
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from voice_agent.archive import (
    door_undone,
    keeping_back,
    memory_tables,
    own_words,
    saw_before,
    session_tables,
    spreading,
)
from voice_agent.archive.accounts import Account, everybody
from voice_agent.archive.book import Keeper
from voice_agent.archive.continuations import SHORTEST_STORY_WORDS as SHORTEST_STORY_WORDS
from voice_agent.archive.saw_before import SawBefore
from voice_agent.archive.who_sees import EVERYBODY, hears, reader, refused, sees_story
from voice_agent.errors import MemoryRefused, NoSuchSession
from voice_agent.memory.decisions import let_out
from voice_agent.memory.privacy import OPEN, Privacy, parsed, strictest
from voice_agent.memory.rewording import Stretch, applied
from voice_agent.memory.same_story import touches
from voice_agent.memory.story_title import story_title
from voice_agent.reading.wishes import wish_words
from voice_agent.story import SessionId, Speaker, TurnId

Place = tuple[str, int]
"""Session and turn."""


@dataclass(frozen=True, slots=True)
class Story:
    """One thing told, in its newest wording, or in the one that was shared."""

    session: SessionId
    turn: TurnId
    version: int
    at: datetime
    text: str
    """As it is to be read."""

    asked: str
    """What the interviewer had said just before."""

    began: float
    ended: float
    """Seconds since the session's microphone opened."""

    written: bool = False
    """It was never spoken, so there is nothing to hear."""

    audience: frozenset[str] = frozenset()
    """Ids of accounts, or EVERYBODY."""

    voice: bool = False
    """May they hear it too? Never where it reads otherwise than it was said."""

    privacy: Privacy = field(default=OPEN)
    """As the narrator spoke it."""

    hidden: bool = False
    """The narrator wants it forgotten; until that is done nobody sees it."""

    heard: str = ""
    """What was said, word for word."""

    otherwise: tuple[Stretch, ...] = ()
    """Where `text` is not what was said, in places of `heard`."""

    @property
    def seconds(self) -> float:
        """How long it was told."""
        return max(0.0, self.ended - self.began)

    @property
    def title(self) -> str:
        """What it is called, by its own first words."""
        return story_title(self.text)


def stories(keeper: Keeper, also: Collection[Place] = ()) -> list[Story]:
    """Everything the narrator told that is long enough to be a story, or shared, or in `also`; newest talk first.

    What is put away is none of them.
    """
    return [
        each for each in _told(keeper, newest=True) if not each.hidden and _told_enough(each, also)
    ]


def put_away(keeper: Keeper) -> list[Story]:
    """What the narrator put away and can take back; newest talk first."""
    return [each for each in _told(keeper, newest=True) if each.hidden]


def _told_enough(each: Story, also: Collection[Place]) -> bool:
    return bool(
        each.audience
        or len(each.text.split()) >= SHORTEST_STORY_WORDS
        or (each.session, each.turn) in also
    )


def story(keeper: Keeper, session: str, turn: int) -> Story:
    """One of them, however short. Raises NoSuchSession where the narrator said nothing there."""
    for each in _told(keeper, newest=True, place=(session, turn)):
        return each
    raise NoSuchSession(
        "There is no such story.",
        safe="Nothing has been changed.",
        mend="Go back to your stories and choose again.",
    )


def with_everybody(keeper: Keeper) -> int:
    """How many stories the whole family may see."""
    ((many,),) = keeper.read("SELECT count(*) FROM shares WHERE account = ?", (EVERYBODY,))
    return many


def undecided(keeper: Keeper) -> list[Story]:
    """What was kept back though it may belong to another story, and waits for the narrator's word; newest talk first."""
    out = let_out(memory_tables.decisions(keeper.read))
    return _stories_of(keeper, {each.place for each in keeping_back.undecided(keeper.read, out)})


def spread_to(keeper: Keeper) -> list[Story]:
    """The same, with what was found to tell such a story surely: the narrator may let each of them go."""
    out = let_out(memory_tables.decisions(keeper.read))
    return _stories_of(keeper, {each.place for each in keeping_back.spread_to(keeper.read, out)})


def _stories_of(keeper: Keeper, waiting: Collection[Place]) -> list[Story]:
    if not waiting:
        return []
    signs = {each.place for each in keeping_back.rows(keeper.read) if each.only_a_sign}
    asked = keeping_back.wishes(keeper.read).keys() - signs
    return [
        each
        for each in _told(keeper, newest=True)
        if (place := (each.session, each.turn)) in waiting
        and place not in asked
        and (wish_words.puts_right(each.heard) or not wish_words.alone(each.heard))
    ]


def spelled(keeper: Keeper) -> Callable[[str], str]:
    """How a name that is kept in lower case is written: as in the narrator's wishes, else as the account has it."""
    rows = keeper.read(
        """SELECT DISTINCT text FROM kept_back JOIN wordings
            ON wordings.session = wish_session AND wordings.turn = wish_turn"""
    )
    said = " ".join([*(text for (text,) in rows), *(each.name for each in everybody(keeper))])

    def written(name: str) -> str:
        found = re.search(rf"\b{re.escape(name)}\b", said, re.IGNORECASE)
        return found[0] if found else name

    return written


@dataclass(frozen=True, slots=True)
class LetGo:
    """What became of a telling that the narrator let go."""

    privacy: Privacy
    """What still binds it, by another wish or surely by this one."""

    hidden: bool
    """It is put away all the same."""

    others: int
    """Tellings of the story it was taken for that stay kept back: a book that finds them to be one story leaves it out."""

    @property
    def free(self) -> bool:
        """Is it kept from nobody any more?"""
        return not self.hidden and self.privacy == OPEN


def let_go(keeper: Keeper, place: Place) -> LetGo | None:
    """Let one telling go that the wish was not said about; None where it was, or nothing binds it.

    Its talk is summed up again, with it. Raises DiskFull, NoSuchSession.
    """
    session, turn = SessionId(place[0]), TurnId(place[1])
    if not keeping_back.decide(keeper, (session, turn), free=True):
        return None
    told = story(keeper, *place)
    spreading.summed_up_anew(keeper, {session})
    wishes = {by for freed, by in keeping_back.freed(keeper.read) if freed == place}
    out = let_out(memory_tables.decisions(keeper.read))
    others = {e.place for e in keeping_back.rows(keeper.read, out) if e.told and e.wish in wishes}
    return LetGo(told.privacy, told.hidden, len(others))


def shared_with(
    keeper: Keeper, account: Account, *, alive: bool = True, place: Place | None = None
) -> list[Story]:
    """What one person may see, of one `place` or of all, in the wording that was shared; oldest telling first."""
    who = reader(account, alive=alive)
    consents = session_tables.consents(keeper.read)
    who, hearing = replace(who, refused=refused(consents, who)), hears(consents, who)
    asked_for = keeping_back.wishes(keeper.read)
    kept = memory_tables.kept_back(keeper.read)
    secret = [text for place, text in _texts(keeper).items() if place in kept] if kept else []
    return [
        _without_wishes(
            replace(each, voice=each.voice and hearing),
            secret,
            asked_for.get((each.session, each.turn)),
        )
        for each in reversed(_told(keeper, newest=False, place=place))
        if sees_story(each.audience, each.privacy, each.hidden, who)
    ]


def _without_wishes(told: Story, secret: Collection[str], named: frozenset[str] | None) -> Story:
    """The story without what was said in it of who may know, nor a question of ours about what is kept back.

    `named`: whom it was said of; None: nothing was. Where something was cut out nobody hears it: the recording still says it.
    """
    asked = "" if touches(told.asked, secret) else told.asked
    text = told.text if named is None else wish_words.beside(told.text, named)
    return replace(told, asked=asked, text=text, voice=told.voice and text == told.text)


def _texts(keeper: Keeper) -> Mapping[Place, str]:
    """What the narrator said in the turns of which anything is kept back."""
    rows = keeper.read(
        """SELECT DISTINCT kept_back.session, kept_back.turn, text FROM kept_back JOIN wordings
            ON wordings.session = kept_back.session AND wordings.turn = kept_back.turn"""
    )
    return {(session, turn): text for session, turn, text in rows}


def share(
    keeper: Keeper, told: Story, audience: Iterable[str], *, voice: bool, now: datetime
) -> None:
    """Let `audience` see the story in the wording it has; whoever is not named sees it no more.

    Nobody hears it, whatever `voice` says, where it reads otherwise than it was said. Raises MemoryRefused for
    what was said to be private.
    """
    wanted = frozenset(audience)
    if wanted and (told.hidden or told.privacy.private):
        raise MemoryRefused(
            "You said that this is between the two of us.",
            safe="Nobody sees it.",
            mend="Tell me in our next talk if you have changed your mind.",
        )
    place = (told.session, told.turn)

    def work(db: sqlite3.Connection) -> None:
        _unshare(db, place)
        saw_before.forget(db, [place])
        for account in sorted(wanted):
            db.execute(
                """INSERT INTO shares (session, turn, version, account, voice, at)
                    VALUES (?, ?, ?, ?, ?, ?)""",
                (*place, told.version, account, voice and not told.otherwise, now.isoformat()),
            )

    keeper.commit(work)


def take_in(keeper: Keeper, told: Story, book: Collection[str] = ()) -> None:
    """Nobody sees it any more; who could is kept with it, and the narrator may give it them again (saw_before.py).

    `book`: ids of those who read it in the book.
    """
    place = (str(told.session), int(told.turn))

    def work(db: sqlite3.Connection) -> None:
        _unshare(db, place)
        if told.audience or book:
            saw_before.keep(db, place, SawBefore(told.audience, told.voice, frozenset(book)))

    keeper.commit(work)


def _unshare(db: sqlite3.Connection, place: Place) -> None:
    db.execute("DELETE FROM shares WHERE session = ? AND turn = ?", place)
    door_undone.leave_out(db, place)


def rate(keeper: Keeper, session: str, mood: int | None, tiredness: int | None) -> None:
    """Keep how the narrator said the talk was, 1 to 5. Raises NoSuchSession."""

    def work(db: sqlite3.Connection) -> None:
        try:
            db.execute(
                "INSERT OR REPLACE INTO ratings VALUES (?, ?, ?)", (session, mood, tiredness)
            )
        except sqlite3.IntegrityError:
            raise session_tables.no_such_session(session) from None

    keeper.commit(work)


def ratings(keeper: Keeper) -> dict[str, tuple[int | None, int | None]]:
    """Mood and tiredness, by session."""
    rows = keeper.read("SELECT session, mood, tiredness FROM ratings")
    return {session: (mood, tired) for session, mood, tired in rows}


def _told(keeper: Keeper, *, newest: bool, place: Place | None = None) -> list[Story]:
    where = "AND turns.session = ? AND turns.id = ?" if place else ""
    version = (
        "(SELECT max(version) FROM wordings WHERE session = turns.session AND turn = turns.id)"
        if newest
        else "(SELECT max(version) FROM shares WHERE session = turns.session AND turn = turns.id)"
    )
    rows = keeper.read(
        f"""SELECT turns.session, turns.id, wordings.version, said_at, text, turns.began, turns.ended,
                turns.kind, coalesce((SELECT w.text FROM turns AS before JOIN wordings AS w
                    ON w.session = before.session AND w.turn = before.id
                    WHERE before.session = turns.session AND before.id < turns.id
                    AND before.speaker = 'interviewer' ORDER BY before.id DESC LIMIT 1), '')
            FROM turns JOIN sessions ON sessions.id = turns.session
            JOIN wordings ON wordings.session = turns.session AND wordings.turn = turns.id
                AND wordings.version = {version}
            WHERE turns.speaker = ? AND text <> '' {where}
            ORDER BY sessions.number DESC, turns.id""",
        (Speaker.NARRATOR, *(place or ())),
    )
    audience, voiced = _audiences(keeper)
    labels, hidden = _labels(keeper)
    approved, unheard = own_words.approved(keeper.read), own_words.unheard(keeper.read)
    found = list[Story]()
    for session, turn, version, at, heard, began, ended, kind, asked in rows:
        known = approved.get((session, turn))
        otherwise = known.of(heard) if known else ()
        found.append(
            Story(
                SessionId(session),
                TurnId(turn),
                version,
                datetime.fromisoformat(at),
                applied(heard, otherwise),
                asked,
                began,
                ended,
                kind == "written",
                frozenset(audience[session, turn]),
                (session, turn) in voiced - unheard and not otherwise,
                strictest(labels[session, turn]) if (session, turn) in labels else OPEN,
                (session, turn) in hidden,
                heard,
                otherwise,
            )
        )
    return found


def _audiences(keeper: Keeper) -> tuple[dict[Place, set[str]], set[Place]]:
    audience: dict[Place, set[str]] = defaultdict(set)
    voiced = set[Place]()
    for session, turn, account, voice in keeper.read(
        "SELECT session, turn, account, voice FROM shares"
    ):
        audience[session, turn].add(account)
        if voice:
            voiced.add((session, turn))
    return audience, voiced


def _labels(keeper: Keeper) -> tuple[dict[Place, list[Privacy]], frozenset[Place]]:
    """Spoken labels and hidden claims, by the turns that their claims rest on."""
    labels: dict[Place, list[Privacy]] = defaultdict(list)
    out, off = let_out(memory_tables.decisions(keeper.read)), keeping_back.off(keeper.read)
    for session, turn, label, spoken_in, at in keeper.read(
        """SELECT DISTINCT mentions.session, mentions.turn, labels.privacy, labels.session, labels.turn
            FROM labels JOIN mentions ON mentions.claim = labels.claim"""
    ):
        if f"{spoken_in} {at}" not in out and ((session, turn), (spoken_in, at)) not in off:
            labels[session, turn].append(parsed(label))
    for place, privacy in keeping_back.bound(keeper.read, out).items():
        labels[place].append(privacy)
    return labels, memory_tables.hidden_turns(keeper.read)
