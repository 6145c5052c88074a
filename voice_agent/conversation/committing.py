"""What a turn changes, once nothing can be taken back: where the talk stands, and what is done for the narrator.

A turn is written down first, then the talk goes on from it, then what it asks for is done, then it is answered:
nothing is promised aloud that is not stored first. A goodbye, or an answer that nobody waits for any more, stops
nothing that was begun.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import anyio
from anyio import CancelScope
from anyio.abc import TaskGroup

from voice_agent.conversation.considering import Considered
from voice_agent.conversation.course import Course
from voice_agent.conversation.house import Given
from voice_agent.interview.moves import Move
from voice_agent.interview.steering.marking import mark
from voice_agent.interview.steering.outcome import Outcome, after_the_deeds, promises
from voice_agent.story import Consent, ConsentKind


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

        Returns as `run_errands` does.
        """
        await write()
        given, course = self._given, self._course
        course.progress = answered.progress
        self._read(answered, words)
        if (thought := answered.progress.shifts.thought) is not None:
            self._note("thought", **thought.as_note())
        if given.sympathy is not None and not answered.move.withheld:
            given.sympathy.told(answered.heard.feeling)
        return self.run_errands(tasks, answered.move, words)

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
            self._outcome(*(each for out in came for each in (out.say, out.more)))

    def _outcome(self, *sentences: str) -> None:
        if said := tuple(filter(None, sentences)):
            self._course.outcomes.append(said)

    async def keep_word(self, tasks: TaskGroup, move: Move, words: str) -> Move:
        """Do what `move` promises, and return what is said of it: nothing is promised before it is stored.

        Whoever goes on telling meanwhile is not spoken over: it is done all the same, and said when the floor is open.
        """
        course = self._course
        over, made = anyio.Event(), list[Move]()
        given_up = False

        async def work() -> None:
            with CancelScope(shield=True):
                came = await self._done(move, words)
                course.progress, kept = after_the_deeds(
                    self._given.rules, course.progress, move, came
                )
                gone = {each for out in came for each in out.unsaid}
                course.told[:] = [each for each in course.told if each not in gone]
                made.append(kept)
                over.set()
                if given_up:  # an older question is not asked again, but "shall I erase it?" is
                    asks = course.progress.wishing is not None
                    self._outcome(kept.text if asks else kept.said)

        tasks.start_soon(work)
        try:
            await over.wait()
        finally:
            given_up = not over.is_set()
        return made[0]

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
