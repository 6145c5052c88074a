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
from datetime import datetime, tzinfo

import anyio
import numpy as np
from anyio.abc import TaskGroup

from voice_agent.conversation.deeds import done
from voice_agent.conversation.house import (
    Bring,
    Brought,
    Grant,
    Labour,
    Notebook,
    Permit,
    Sounding,
    Wording,
)
from voice_agent.emotion.sympathy import Sympathy
from voice_agent.interview import planner
from voice_agent.interview.planner import Act, Heard, Move, Opening, Rules
from voice_agent.interview.steering.marking import mark
from voice_agent.interview.steering.outcome import Outcome, after_the_deeds, promises
from voice_agent.sound import RATE, Sound
from voice_agent.story import Bearing, Consent, ConsentKind, SessionId, Speaker, Turn, TurnId

SOON = 2.0
"""Seconds in which what came of a message is waited for; what takes longer is said with the next answer."""

SILENCE = Sound(np.zeros(0, np.float32), 0)


@dataclass(frozen=True, slots=True)
class Desk:
    """What a talk in writing is given; the fields are those of `conversation.house.House`."""

    session: SessionId
    rules: Rules
    opening: Opening
    notebook: Notebook
    labour: Labour
    now: Callable[[], datetime]
    zone: tzinfo | None
    bring: Bring
    remembered: Callable[[], Awaitable[None]]
    """Returns when memory has taken in all that was written so far."""

    grant: Grant
    permit: Permit
    alarm: Sounding
    written_down: Callable[[Turn], None]
    wording: Wording | None = None
    sympathy: Sympathy | None = None
    patience: float = math.inf
    """Seconds that an answer waits for `remembered`; what comes later is there with the next one."""


class Written:
    """One talk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._began = time.monotonic()  # the wall clock may jump; order may not
        self.progress, move = planner.open_session(desk.rules, desk.opening)
        self.ended = False
        self._agreed = desk.opening.consented
        self._count = 0
        self._told = list[str]()
        self._outcomes = list[str]()
        self.opening = self._say(move)
        """The first words; () where nothing is said."""

    async def answer(self, said: str, tasks: TaskGroup) -> tuple[str, ...]:
        """Take in a line; return what is answered, () where they are only thinking.

        What the line asks for is done before it is said that it is; a message is sent in `tasks`, as by voice.
        """
        desk = self._desk
        asked = self.progress.last
        heard = await self._heard(said)
        before = self.progress
        self.progress, move = await desk.labour(
            lambda: planner.reply(desk.rules, before, heard, desk.opening)
        )
        if desk.wording is not None and move.act is Act.QUESTION:
            worded = await desk.wording(move, heard, (*self._told, said))
            if worded:
                self.progress, move = planner.worded(
                    desk.rules, before, self.progress, move, worded
                )
        if (thought := self.progress.shifts.thought) is not None:
            self._note("thought", **thought.as_note())
        if move.consent is True:
            self._agreed = True
            given = Consent(
                ConsentKind.RECORDING, True, desk.now(), desk.session, said, asked=asked
            )
            desk.notebook.agree(given)
        elif move.consent is False:
            desk.notebook.refuse()
        if said.strip() and move.consent is not False:
            self._told += [] if move.withheld else [said]
            kind = "withheld" if move.withheld else mark(move, said)
            self._write(Speaker.NARRATOR, "" if move.withheld else said, kind)
        if desk.sympathy is not None and not move.withheld:
            desk.sympathy.told(heard.feeling)
        return self._say(await self._carry_out(move, said, tasks))

    async def _heard(self, said: str) -> Heard:
        """What the planner is told of a line, with what it brings to mind and how it was told."""
        desk = self._desk
        grave = await desk.labour(lambda: desk.rules.net.holds(said))
        brought = Brought()
        # what is withheld from the record is not looked at by memory either
        if said.strip() and not grave and self._agreed:
            with anyio.move_on_after(desk.patience):
                await desk.remembered()
            brought = await desk.bring(said, SILENCE)
        bearing = Bearing()
        if desk.sympathy is not None and desk.rules.parts.emotion:
            bearing = desk.sympathy.bearing(brought.feeling)
        return Heard(
            said,
            minutes=self._seconds() / 60,
            feeling=brought.feeling,
            recalled=brought.recalled,
            grown=brought.grown,
            bearing=bearing,
            topics=brought.topics,
            finished=brought.finished,
            itself=brought.itself,
            at=desk.now().astimezone(desk.zone),
            told=brought.told,
            kept=brought.kept,
        )

    async def _carry_out(self, move: Move, said: str, tasks: TaskGroup) -> Move:
        """Do what was asked for; what is said of it is known when it is done. A message is on its way meanwhile."""
        desk, level = self._desk, move.alert
        sounded = anyio.Event()

        async def alarm() -> None:
            # a goodbye must not stop a message on its way
            with anyio.CancelScope(shield=True):
                # who is to be passed over is known before anybody is told anything
                for each in filter(None, (move.wary, level)):
                    outcome = await desk.alarm(each, move.about or said)
                    self._outcomes += [outcome] if outcome else []
            sounded.set()

        async def deed() -> None:
            with anyio.CancelScope(shield=True):
                came = await done(move, said, desk.grant, desk.permit)
                self._outcomes += [each for out in came for each in (out.say, out.more) if each]

        if level or move.wary:
            tasks.start_soon(alarm)
        if move.wishes and not promises(move):
            tasks.start_soon(deed)
        if promises(move):
            came: tuple[Outcome, ...] = ()
            with anyio.CancelScope(shield=True):
                came = await done(move, said, desk.grant, desk.permit)
            self.progress, move = after_the_deeds(desk.rules, self.progress, move, came)
            gone = {each for out in came for each in out.unsaid}
            self._told = [each for each in self._told if each not in gone]
        if level or move.wary:
            with anyio.move_on_after(SOON):
                await sounded.wait()
        return move

    def _say(self, move: Move) -> tuple[str, ...]:
        outcomes, self._outcomes = tuple(self._outcomes), []
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
        return time.monotonic() - self._began
