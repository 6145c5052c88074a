"""A talk in writing: the same interview, one line at a time, without a clock that presses anybody.

talk = Written(desk)
show(talk.opening)
async with anyio.create_task_group() as tasks:
    while not talk.ended:
        for line in await talk.answer(await typed(), tasks):
            show(line)
"""

import math
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import anyio
import numpy as np
from anyio.abc import TaskGroup

from voice_agent.conversation.committing import Committing, kind_of, settle_consent
from voice_agent.conversation.considering import considered, understood
from voice_agent.conversation.course import Course
from voice_agent.conversation.house import Brought, Given
from voice_agent.interview import planner
from voice_agent.interview.planner import Act, Heard, Move, Progress
from voice_agent.interview.steering.outcome import promises
from voice_agent.sound import RATE, Sound
from voice_agent.story import Speaker, Turn, TurnId

SOON = 2.0
"""Seconds in which what came of a message is waited for; what takes longer is said with the next answer."""

SILENCE = Sound(np.zeros(0, np.float32), 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenGiven(Given):
    """What a talk in writing is given."""

    remembered: Callable[[], Awaitable[None]]
    """Returns when memory has taken in all that was written so far."""

    patience: float = math.inf
    """Seconds that an answer waits for `remembered`; what comes later is there with the next one."""

    clock: Callable[[], float] = time.monotonic
    """Seconds since any moment; the wall clock may jump, order may not."""


class Written:
    """One talk."""

    def __init__(self, desk: WrittenGiven) -> None:
        self._desk = desk
        self._began = desk.clock()
        progress, move = planner.open_session(desk.rules, desk.opening)
        self._course = Course(progress)
        self._committing = Committing(desk, self._course, self._note)
        self.ended = False
        self._count = 0
        self.opening = self._say(move)
        """The first words; () where nothing is said."""

    @property
    def progress(self) -> Progress:
        """Where the interview stands."""
        return self._course.progress

    async def answer(self, said: str, tasks: TaskGroup) -> tuple[str, ...]:
        """Take in a line; return what is answered, () where they are only thinking.

        What the line asks for is done before it is said that it is; a message is sent in `tasks`, as by voice.
        """
        desk, course, committing = self._desk, self._course, self._committing
        turn = await understood(
            desk, said, self._comes_to_mind, lambda: Heard(said, minutes=self._seconds() / 60)
        )
        answered = await considered(desk, course.progress, turn)
        move = answered.move

        async def write() -> None:
            await self._write_line(said, move)

        told = await committing.commit(tasks, answered, said, write)
        if promises(move):
            kept = await committing.keep_word(tasks, answered)
            course.owed.remove(kept.owed)
            course.progress, move = kept.progress, kept.move
        if not told.is_set():
            with anyio.move_on_after(SOON):
                await told.wait()
        return self._say(move)

    async def _comes_to_mind(self, said: str) -> Brought:
        """What a line brings to mind, once memory has taken in the line before; nothing before the yes."""
        desk = self._desk
        if desk.bring is None or not said.strip() or not desk.notebook.agreed:
            return Brought()
        with anyio.move_on_after(desk.patience):
            await desk.remembered()
        return await desk.bring(said, SILENCE)

    async def _write_line(self, said: str, move: Move) -> None:
        if move.consent is not None:
            await settle_consent(self._desk, move.consent, said, self.progress.question.text)
        if said.strip() and move.consent is not False:
            self._write(Speaker.NARRATOR, "" if move.withheld else said, kind_of(move, said))

    def _say(self, move: Move) -> tuple[str, ...]:
        course, outcomes = self._course, list[str]()
        while course.owed:
            owed = course.owed.popleft()
            outcomes.append(owed.move.text)
            course.progress = owed.asked(course.progress)
        self.ended = move.ends
        for text, act in ((move.text, move.act), *((each, Act.ANSWER) for each in outcomes)):
            if text:
                self._write(Speaker.INTERVIEWER, text, str(act))
        return tuple(each for each in (move.text, *outcomes) if each)

    def _write(self, speaker: Speaker, text: str, kind: str) -> None:
        self._count += 1
        at, desk = self._seconds(), self._desk
        turn = Turn(TurnId(self._count), desk.session, speaker, text, at, at, desk.now(), kind=kind)
        desk.notebook.turn(turn)
        desk.written_down(turn)

    def _note(self, kind: str, **fields: object) -> None:
        self._desk.notebook.note(kind, round(self._seconds() * RATE), **fields)

    def _seconds(self) -> float:
        return self._desk.clock() - self._began
