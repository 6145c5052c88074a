"""Hold a narrator's talks from a script, with the readers as they ship, on a clock that only the script moves.

A script is a text: a line `== written` or `== spoken` begins a talk, every other line is said by the narrator; one that
begins with `~` breaks into our reply. Talks of one script share a house, a week apart.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import TypeVar

import anyio
import numpy as np

from voice_agent import assemble
from voice_agent.archive import memory_tables
from voice_agent.archive.record import Record
from voice_agent.assemble import sessions
from voice_agent.assemble.loading import Engines, Readers
from voice_agent.audio.echo import NoEcho
from voice_agent.audio.room import TapedRoom
from voice_agent.audio.tape import AfterReply, Cue, DuringReply
from voice_agent.backends import Transcript
from voice_agent.conversation import attention
from voice_agent.settings import Settings, load
from voice_agent.sound import RATE, Clip, Sound
from voice_agent.story import Session, SessionId, Speaker, Word

T = TypeVar("T")

BEGAN = datetime(2026, 11, 2, 9, 30, tzinfo=UTC)
WEEK = timedelta(weeks=1)
MINUTE = 2 / 3
"""Minutes that a written answer takes."""

WORD = 0.35
"""Seconds of a spoken word."""

LOUD, STEP = 0.4, 2.0**-16
"""Amplitude of the first word, and by how much each further one is louder: so the ear knows which word it hears."""


@dataclass(frozen=True, slots=True)
class Talk:
    """What the narrator says in one talk."""

    spoken: bool
    lines: tuple[str, ...]


def talks(script: str) -> list[Talk]:
    """Read a script."""
    found = list[Talk]()
    for line in filter(None, map(str.strip, script.splitlines())):
        if line.startswith("== "):
            found.append(Talk(line == "== spoken", ()))
        elif found and not line.startswith("#"):
            found[-1] = replace(found[-1], lines=(*found[-1].lines, line))
    return found


async def in_place(work: Callable[[], T], /) -> T:
    """Labour without threads: whatever is asked for is done before anything else happens."""
    return work()


@cache
def readers() -> Readers:
    """What reads words, loaded once."""
    return assemble.readers(load(), lambda says: None)


def hold(state: Path, script: Sequence[Talk]) -> Iterator[str]:
    """Hold the talks of one house; yield each as text: every turn with its kind, and what was left of it."""
    # a golden talk waits for what comes to mind, however busy the machine is
    attention.BRING = math.inf
    # what a talk's name is drawn from reaches the order of what is equal in memory: nothing is drawn
    setattr(sessions, "secrets", SimpleNamespace(token_hex=_undrawn))  # noqa: B010
    settings = load().model_copy(update={"state": state})
    interview = settings.interview.model_copy(update={"seed": 7})
    narrator = settings.narrator.model_copy(
        update={"name": "Margaret", "country": "US", "time_zone": "UTC"}
    )
    settings = settings.model_copy(update={"interview": interview, "narrator": narrator})
    for number, talk in enumerate(script):
        began = BEGAN + number * WEEK
        with Record.open(state) as record:
            way = _spoken if talk.spoken else _written
            anyio.run(way, settings, record, talk, began)
            yield "\n".join(_as_text(record, talk))


def _undrawn(count: int) -> str:
    return "0" * 2 * count


async def _written(settings: Settings, record: Record, talk: Talk, began: datetime) -> None:
    clock = [0.0]

    def now() -> datetime:
        return began + timedelta(seconds=clock[0])

    session = assemble.new_session(settings, began)

    def quiet(says: str) -> None: ...

    rules = await assemble.ruled(settings, record, session, readers(), in_place, began, quiet)
    before = assemble.opened(settings, record, rules, readers(), began)
    company = await assemble.evening(
        settings, record, session, rules, before, readers(), labour=in_place, tell=quiet, now=now
    )
    written = company.in_writing(patience=math.inf, clock=lambda: clock[0])

    async def answers() -> None:
        async with anyio.create_task_group() as tasks:
            for line in talk.lines:
                if written.ended:
                    break
                clock[0] += MINUTE * 60
                await written.answer(line, tasks)

    await company.beside(answers)
    if company.notebook.agreed:
        await company.over(written.progress)


async def _spoken(settings: Settings, record: Record, talk: Talk, began: datetime) -> None:
    ear = Ear(talk.lines)
    room = TapedRoom(ear.cues, fast=True, tone=0.0)

    def now() -> datetime:
        return began + timedelta(seconds=room.clock.seconds)

    engines = Engines(
        transcriber=ear,
        turn_end=AtRest(),
        speaker=None,
        voice=None,  # pyright: ignore[reportArgumentType] -- only speech is asked
        speech=Talker(),  # pyright: ignore[reportArgumentType]
        detector=Amplitude,
        echo=NoEcho,
        readers=readers(),
    )
    await sessions.hold(settings, engines, room, record, labour=in_place, now=now)


class Ear:
    """A Transcriber that hears exactly the words of the script: each has a loudness of its own."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.words = list[str]()
        self.cues = list[Cue]()
        for line in lines:
            words = line.removeprefix("~").split()
            first = len(self.words)
            self.words += words
            levels = LOUD + STEP * np.arange(first, len(self.words))
            samples = np.repeat(levels.astype(np.float32), round(WORD * RATE))
            when = DuringReply() if line.startswith("~") else AfterReply()
            self.cues.append(Cue(Sound(samples), when))

    def begin(self) -> "Utterance":
        return Utterance(self.words)


class Utterance:
    """One hearing of it."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words, self._heard = words, dict[int, tuple[int, int]]()

    def feed(self, sound: Sound) -> None:
        which = np.rint((sound.samples - LOUD) / STEP).astype(int)
        for word in np.unique(which[which >= 0]):
            at = sound.start + np.flatnonzero(which == word)
            first = self._heard.get(int(word), (int(at[0]), 0))[0]
            self._heard[int(word)] = (first, int(at[-1]) + 1)

    def peek(self) -> Transcript:
        heard = tuple(
            Word(self._words[word], first / RATE, last / RATE)
            for word, (first, last) in sorted(self._heard.items())
            if last - first > WORD * RATE / 2
        )
        return Transcript(" ".join(each.text for each in heard), heard)

    finish = peek


class Amplitude:
    """A SpeechDetector for a room without noise."""

    def probability(self, frame: Sound) -> float:
        return float(np.abs(frame.samples).mean() > LOUD / 2)

    def reset(self) -> None: ...


class AtRest:
    """A TurnEndModel for which every silence is an end: patience decides."""

    def finished(self, sound: Sound) -> float:
        return 0.9


class Talker:
    """Speech that lasts a third of a second a word."""

    def clauses(self, text: str) -> list[str]:
        parts = text.replace("? ", "?|").replace(". ", ".|").split("|")
        return [part for part in parts if part]

    def render(self, clause: str, pace: float) -> Clip:
        seconds = len(clause.split()) / 3
        return Clip(np.full(round(seconds * RATE), 0.3, np.float32), RATE, clause)

    def murmur(self, kind: str, seed: int) -> Clip | None:
        return None


def _as_text(record: Record, talk: Talk) -> Iterator[str]:
    yield "== spoken" if talk.spoken else "== written"
    every = [*record.sessions()] if Record.exists(record.state) else []
    if not every:
        yield "nothing was kept"
        return
    session: Session = record.session(every[-1].id)
    for turn in session.turns:
        who = "NARRATOR" if turn.speaker is Speaker.NARRATOR else "INTERVIEWER"
        who = "SOMEONE" if turn.speaker is Speaker.SOMEONE_ELSE else who
        yield f"{who} ({turn.kind}): {turn.text}"
    yield f"SUMMARY: {session.summary}"
    for consent in record.consents():
        yield f"CONSENT: {consent.kind} {consent.given} {consent.about}"
    for (of, turn), privacy in sorted(memory_tables.kept_back(record.read).items()):
        yield f"KEPT BACK: {_which(every, of)}.{turn} {privacy.label}"
    # of one turn's claims none is first: their ids hang on a session's drawn name
    yield from sorted(
        f"CLAIM: {_which(every, claim.session)}.{claim.turn} {claim.what} / {claim.privacy.label}"
        for claim in memory_tables.claims(record.read)
    )


def _which(every: Sequence[Session], session: SessionId) -> int:
    return [each.id for each in every].index(session) + 1
