"""What a turn changes, once nothing can be taken back: where the talk stands, and what is done for the narrator.

A turn is written down first, then the talk goes on from it, then what it asks for is done, then it is answered:
nothing is promised aloud that is not stored first. A goodbye, or an answer that nobody waits for any more, stops
nothing that was begun.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import anyio
from anyio import CancelScope
from anyio.abc import TaskGroup

from voice_agent.conversation.considering import Considered
from voice_agent.conversation.course import Course, Owed
from voice_agent.conversation.house import Given
from voice_agent.interview import interrupted_question
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.progress import Progress
from voice_agent.interview.seat.proposal import Led
from voice_agent.interview.steering.marking import mark
from voice_agent.interview.steering.outcome import Outcome, after_the_deeds, promises, without
from voice_agent.reading.wishes.commands import Wish
from voice_agent.story import Consent, ConsentKind


class Kept(NamedTuple):
    """What was promised, and is done."""

    move: Move
    """What is said of it now."""

    progress: Progress
    """Where the interview stands once that is being said."""

    owed: Owed
    """What is said of it later, until something of it was heard."""


class Committing:
    """That of one talk."""

    def __init__(self, given: Given, course: Course, note: Callable[..., None]) -> None:
        """`note`: appends an event to the journal, as of now."""
        self._given, self._course, self._note = given, course, note

    async def commit(
        self,
        tasks: TaskGroup,
        answered: Considered,
        words: str,
        write: Callable[[], Awaitable[None]],
    ) -> anyio.Event:
        """The turn is over: `write` it down, go on from it, and begin in `tasks` what it asks for beside the talk.

        `words`: the turn's own. What promises something has asked nothing yet: it is said when that is done (`keep_word`).
        Returns as `run_errands` does.
        """
        await write()
        given, course = self._given, self._course
        before, course.progress = course.progress, answered.progress
        if promises(answered.move):
            unasked = interrupted_question.taken_back(course.progress, before, answered.move)
            # the question that stands again may hold words of what has just been put away
            course.progress = without(
                unasked, unasked.wishes.put_away[len(before.wishes.put_away) :]
            )
        self._read(answered, words)
        if (thought := answered.progress.returns.thought) is not None:
            self._note("thought", **thought.as_note())
        if given.sympathy is not None and not answered.move.withheld:
            given.sympathy.told(answered.heard.feeling)
        return self.run_errands(tasks, answered.move, answered.heard.text)

    def _read(self, answered: Considered, words: str) -> None:
        """Note how the turn was read, who answered it, and what else could have been said: kinds and places, no words.

        `begins`: where the turn's own `words` begin in what was read.
        """
        move = answered.move
        if move.reading is None:
            return
        self._note(
            "reading",
            read=move.reading.as_note(),
            begins=answered.heard.text.rfind(words),
            guard=move.guard,
            reason=move.reason,
            considered=[[kind, struck] for kind, _, struck in move.considered],
            **_by_model(answered.heard.led),
        )

    def run_errands(self, tasks: TaskGroup, move: Move, words: str) -> anyio.Event:
        """Begin what is done beside the talk: what danger asks for, and wishes, said in `words`, of which nothing is promised.

        What comes of it is said when the floor is open. Returns what is set when whoever may be told has been.
        """
        told = anyio.Event()
        if move.wary or move.alert:
            tasks.start_soon(self._tell, move, words, told)
        else:
            told.set()
        if move.wishes and not promises(move):
            tasks.start_soon(self._fulfil, move, words)
        return told

    async def _tell(self, move: Move, words: str, told: anyio.Event) -> None:
        alarm = self._given.alarm
        with CancelScope(shield=True):
            # who is to be passed over is known before anybody is told anything
            for each in filter(None, (move.wary, move.alert)):
                outcome = await alarm(each, move.about or words) if alarm is not None else ""
                self._outcome(outcome)
        told.set()

    async def _fulfil(self, move: Move, words: str) -> None:
        with CancelScope(shield=True):
            came = await self._done(move, words)
            self._goes(came)
            self._outcome(*(each for out in came for each in (out.say, out.more)))

    def _outcome(self, *sentences: str) -> None:
        if said := " ".join(filter(None, sentences)):
            self._owe(said)

    def _owe(self, said: str, ask: str = "", waits: Wish | None = None) -> Owed:
        owed = Owed(Move(Act.ANSWER, said, ask, reason="what came of it"), waits)
        self._course.owed.append(owed)
        return owed

    async def keep_word(self, tasks: TaskGroup, answered: Considered) -> Kept:
        """Do what was promised, and return what is said of it: nothing is promised before it is stored.

        Whoever goes on telling meanwhile is not spoken over: it is done all the same, and owed until it is heard.
        """
        over, made = anyio.Event(), list[Kept]()

        async def work() -> None:
            with CancelScope(shield=True):
                came = await self._done(answered.move, answered.heard.text)
                made.append(self._kept(answered, came))
                over.set()

        tasks.start_soon(work)
        await over.wait()
        return made[0]

    def _kept(self, answered: Considered, came: Sequence[Outcome]) -> Kept:
        progress, move = after_the_deeds(self._given.rules, answered.progress, answered.move, came)
        self._goes(came)
        now = self._course.progress
        self._course.progress = replace(
            now,
            wishes=replace(
                now.wishes, kept_back=now.wishes.kept_back and progress.wishes.kept_back
            ),
        )
        # said later, an older question is not asked again, but "shall I erase it?" is
        waits = progress.wishes.waiting
        return Kept(move, progress, self._owe(move.said, move.asks if waits else "", waits))

    def _goes(self, came: Sequence[Outcome]) -> None:
        """What must not come back is gone from the talk."""
        gone = [each for out in came for each in out.unsaid]
        self._course.progress = without(self._course.progress, gone)

    async def _done(self, move: Move, words: str) -> tuple[Outcome, ...]:
        """Carry out what was asked for and keep what was allowed; return what came of each wish."""
        grant, permit = self._given.grant, self._given.permit
        came = [
            await grant(each.wish, words)
            if grant is not None and each.wish is not None
            else Outcome()
            for each in (move, *move.also)
        ]
        if permit is not None and move.permits is not None:
            kept = await permit(move.permits, words)
            more = " ".join(each for each in (came[0].more, kept.more) if each)
            came[0] = replace(came[0], say=came[0].say or kept.say, more=more)
        return tuple(came)


async def settle_consent(given: Given, agreed: bool, words: str, asked: str) -> None:
    """Store what `words` answered when they were `asked` whether this may be recorded."""
    if not agreed:
        given.notebook.refuse()
        return
    yes = Consent(ConsentKind.RECORDING, True, given.now(), given.session, words, asked=asked)
    await given.labour(lambda: given.notebook.agree(yes))


def kind_of(move: Move, said: str) -> str:
    """The kind under which `said`, which `move` answers, is written down."""
    return "withheld" if move.withheld else mark(move, said)


def _by_model(led: Led | None) -> dict[str, Any]:
    """How a language model read the turn, for the journal: the fields that count, and those in the shadow; no words."""
    if led is None:
        return {}
    read = {"by": led.by, "read": led.reading.as_note(), "counts": sorted(led.covers)}
    return {"by_model": read}
