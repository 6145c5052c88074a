"""The invitation: a chime, a greeting by name, and ears for the answer. Nothing of it is kept.

It begins when it is answered: by any speech, or by a hand on a button or a page. "Not today" and "later" are
understood and granted.
"""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import anyio

from voice_agent.audio.echo import without_echo
from voice_agent.backends import EchoCanceller, SpeechDetector, Transcriber
from voice_agent.dialogue.listening import Ear, Listener, SpeechChange
from voice_agent.errors import EngineError, SettingsError
from voice_agent.scheduler.answers import InvitationAnswer, understood
from voice_agent.scheduler.plan import Wanted
from voice_agent.sound import RATE, Clip, Room

PATIENCE = 45.0
"""Seconds after the greeting in which an answer is waited for."""

FINISHED = 1.2
"""Seconds of silence after which an answer is over."""


@dataclass(frozen=True, slots=True)
class Wording:
    """What is said."""

    greeting: str
    again: str
    unplanned: str
    not_today: str
    later: str

    def of(self, attempt: int) -> str:
        """The greeting for the first or the second time; 0: nobody had planned it."""
        return (self.unplanned, self.greeting, self.again)[attempt]


def wording(path: Path, name: str) -> Wording:
    """Read the sentences; with a `name`, those that say it. Raises SettingsError."""
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
        named = "_name" if name else ""
        return Wording(
            str(told[f"greeting{named}"]).format(name=name),
            str(told[f"again{named}"]).format(name=name),
            str(told[f"unplanned{named}"]).format(name=name),
            str(told["not_today"]),
            str(told["later"]),
        )
    except (OSError, tomllib.TOMLDecodeError, KeyError) as error:
        raise SettingsError(
            f"{path} is not what we expect: {error}.", mend="Install the program again."
        ) from None


@dataclass(frozen=True, slots=True)
class Caller:
    """Everything an invitation needs."""

    chime: Clip
    render: Callable[[str], Clip]
    """A sentence into sound. Blocking."""

    detector: SpeechDetector
    echo: EchoCanceller
    transcriber: Transcriber
    says: Wording
    ear: Ear = field(default_factory=Ear)
    patience: float = PATIENCE
    beckoned: Callable[[], bool] = lambda: False
    """Has somebody answered by hand: with a button, a key, a page?"""

    can_wait: Callable[[timedelta], bool] = lambda wait: True
    """Will there be an invitation again today after so long? Nobody is promised one that never comes. Blocking."""


async def call(room: Room, caller: Caller, attempt: int) -> InvitationAnswer | None:
    """Invite once. None: nobody answered. Raises DeviceError, EngineError."""
    greeting = await anyio.to_thread.run_sync(caller.render, caller.says.of(attempt))
    answers: list[InvitationAnswer] = []
    async with anyio.create_task_group() as tasks:
        speaking = anyio.CancelScope()
        spoken = anyio.Event()

        async def speak() -> None:
            with speaking:
                await room.loudspeaker.play(caller.chime)
                await room.loudspeaker.play(greeting)
            spoken.set()

        tasks.start_soon(speak)
        answer = await _listen(room, caller, speaking, spoken)
        speaking.cancel()
        if answer is not None:
            answers.append(answer)
            goodbye = await anyio.to_thread.run_sync(_goodbye, caller, answer)
            if goodbye:
                clip = await anyio.to_thread.run_sync(caller.render, goodbye)
                await _say(room, clip)
    return answers[0] if answers else None


async def _listen(
    room: Room, caller: Caller, speaking: anyio.CancelScope, spoken: anyio.Event
) -> InvitationAnswer | None:
    listener, hearing = Listener(caller.ear), caller.transcriber.begin()
    since: int | None = None
    began = False
    async for frame in room.microphone:
        if caller.beckoned():
            return InvitationAnswer()
        if spoken.is_set() and since is None:
            since = frame.start
        clean = without_echo(frame, room.loudspeaker, caller.echo)
        sign = listener.hear(caller.detector.probability(clean), frame.start, len(frame.samples))
        hearing.feed(clean)
        if sign is not None and sign.heard is SpeechChange.BEGAN:
            began = True
            speaking.cancel()  # somebody is there: let them speak
        if began and not listener.speaking and listener.silence >= FINISHED:
            try:
                heard = await anyio.to_thread.run_sync(hearing.finish)
            except EngineError:
                return InvitationAnswer()  # somebody spoke: that much is certain
            return understood(heard.text)
        if not began and since is not None and frame.end - since > caller.patience * RATE:
            return None
    return None


async def _say(room: Room, clip: Clip) -> None:
    """Play to the end; the microphone must go on, for it is the clock."""
    async with anyio.create_task_group() as tasks:

        async def tick() -> None:
            async for _ in room.microphone:
                pass

        tasks.start_soon(tick)
        await room.loudspeaker.play(clip)
        tasks.cancel_scope.cancel()


def _goodbye(caller: Caller, answer: InvitationAnswer) -> str:
    match answer.wanted:
        case Wanted.LATER if caller.can_wait(answer.wait):
            return caller.says.later
        case Wanted.LATER | Wanted.NOT_TODAY:
            return caller.says.not_today
        case None:
            return ""
