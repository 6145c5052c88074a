"""A kitchen with one clock in which whole conversations are held: scripted words, real floor and record.

The narrator's part is written as lines: `Say(text, seconds)`, `Rest(seconds)`. What the recogniser hears is
exactly what had been said by then, so that a test can ask whether a word was lost.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import cycle
from pathlib import Path
from typing import Any, TypeVar

import anyio
import anyio.lowlevel
import numpy as np
from anyio import CancelScope, create_task_group
from interviews import rules
from numpy.typing import NDArray
from room import Room

from voice_agent.archive.notebook import Notebook
from voice_agent.archive.record import Record
from voice_agent.audio.clock import SoundClock
from voice_agent.audio.echo import NoEcho
from voice_agent.backends import SpeakerEncoder, Transcript, VoiceLook
from voice_agent.conversation.house import (
    Bring,
    Brought,
    Controls,
    Ears,
    Grant,
    House,
    Sounding,
    Watch,
)
from voice_agent.conversation.session import Conversation, SessionOutcome
from voice_agent.dialogue.patience import Pauses
from voice_agent.dialogue.tempo import Tempo
from voice_agent.dialogue.voiceprint import Voiceprint
from voice_agent.emotion.sympathy import Sympathy
from voice_agent.interview.planner import Opening, Progress
from voice_agent.interview.rules import Piece
from voice_agent.settings_sections import Endpoint
from voice_agent.sound import RATE, Clip, Microphone, Sound
from voice_agent.story import Session, SessionId, Word

T = TypeVar("T")

SESSION = SessionId("2026-11-21T10-00-00Z-0001")
BEGAN = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Say:
    """The narrator speaks."""

    text: str
    seconds: float = 2.0


@dataclass(frozen=True)
class Rest:
    """Nobody makes the narrator speak."""

    seconds: float


Line = Say | Rest


class Ear:
    """A Transcriber that hears exactly the words of the script, when they were said."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.words = list[Word]()
        now = 0.0
        for line in lines:
            if isinstance(line, Say) and line.text:
                texts = line.text.split()
                each = line.seconds / len(texts)
                for n, text in enumerate(texts):
                    self.words.append(Word(text, now + n * each, now + (n + 1) * each))
            now += line.seconds

    def begin(self) -> "Utterance":
        return Utterance(self.words)


class Utterance:
    """One hearing of it."""

    def __init__(self, words: list[Word]) -> None:
        self._words, self._from, self._to = words, -1, 0

    def feed(self, sound: Sound) -> None:
        self._from = sound.start if self._from < 0 else self._from
        self._to = sound.end

    def peek(self) -> Transcript:
        slack = 0.02  # the last word ends with the frame that holds its end
        heard = tuple(
            w
            for w in self._words
            if w.start * RATE >= self._from - slack * RATE and w.end <= self._to / RATE + slack
        )
        return Transcript(" ".join(w.text for w in heard), heard)

    finish = peek


class Amplitude:
    """A SpeechDetector for rooms where speech is loud and silence is zero."""

    def probability(self, frame: Sound) -> float:
        return float(np.abs(frame.samples).mean() > 0.4)

    def reset(self) -> None: ...


class EndsWithStop:
    """A TurnEndModel that knows nothing: patience decides."""

    def __init__(self, probability: float = 0.9) -> None:
        self._probability = probability

    def finished(self, sound: Sound) -> float:
        return self._probability


class Nobody:
    """A SpeakerEncoder for which every voice is the same."""

    def embed(self, sound: Sound) -> NDArray[np.float32]:
        one = np.zeros(256, np.float32)
        one[0] = 1.0
        return one

    def looks(self, sound: Sound) -> list[VoiceLook]:
        if sound.seconds < 1.6:
            return []
        return [VoiceLook(sound.start / RATE, sound.end / RATE, self.embed(sound))]


class Talker:
    """Speech that lasts a third of a second a word."""

    def clauses(self, text: str) -> list[str]:
        parts = text.replace("? ", "?|").replace(". ", ".|").split("|")
        return [part for part in parts if part]

    def render(self, clause: str, pace: float) -> Clip:
        seconds = len(clause.split()) / 3
        return Clip(np.full(round(seconds * RATE), 0.3, np.float32), RATE, clause)

    def murmur(self, kind: str, seed: int) -> Clip | None:
        return Clip(np.full(RATE // 2, 0.3, np.float32), RATE, kind)


async def in_place(work: Callable[[], T], /) -> T:
    """Labour without threads: engines take no time on the room's clock."""
    return work()


STUCK = 60.0
"""Real seconds after which labour gives up waiting for a clock that has stopped."""


class Slow:
    """Labour that takes time on the room's clock, and like a thread is not stopped half way."""

    def __init__(self, clock: SoundClock, delays: Sequence[float]) -> None:
        """`delays`: seconds each piece of work takes, over and over."""
        self._clock, self._delays = clock, cycle(delays)
        self._over = anyio.Event()

    async def __call__(self, work: Callable[[], T], /) -> T:
        await anyio.lowlevel.checkpoint()
        with CancelScope(shield=True):
            result = work()
            with anyio.move_on_after(STUCK):
                async with create_task_group() as first:
                    first.start_soon(self._wait, first.cancel_scope, next(self._delays))
                    await self._over.wait()
                    first.cancel_scope.cancel()
        return result

    def over(self) -> None:
        """The microphone is closed and the clock stands still; nothing takes time any more."""
        self._over.set()

    async def _wait(self, first: CancelScope, seconds: float) -> None:
        await self._clock.sleep(seconds)
        first.cancel()


class Door:
    """A microphone that tells of each frame before it is heard, and when nobody listens any more."""

    def __init__(
        self,
        microphone: Microphone,
        left: Callable[[], None],
        each_frame: Callable[[float], None],
    ) -> None:
        self._microphone, self._left, self._each_frame = microphone, left, each_frame

    async def __aiter__(self) -> AsyncIterator[Sound]:
        try:
            async for frame in self._microphone:
                self._each_frame(frame.end / RATE)
                yield frame
        finally:
            self._left()


def _as_held() -> dict[str, object]:
    """The settings that `hold` uses, as a session's journal keeps them."""
    return {"narrator": {"name": "Margaret"}, "speaking": {"murmurs": False}}


def script(lines: Sequence[Line]) -> list[Sound]:
    return [
        Sound(np.full(round(line.seconds * RATE), float(isinstance(line, Say)), np.float32))
        for line in lines
    ]


@dataclass
class Told:
    """What happened."""

    outcome: SessionOutcome
    record: Record
    progress: Progress
    floors: list[str] = field(default_factory=list[str])
    states: list[str] = field(default_factory=list[str])
    """What whoever watched was told of the recording."""

    @property
    def lines(self) -> list[tuple[str, str]]:
        return [(str(t.speaker), t.text) for t in self.outcome.turns]

    def narrator(self) -> str:
        return " ".join(text for who, text in self.lines if who == "narrator")


def _felt(sympathy: Sympathy) -> Bring:
    async def bring(text: str, sound: Sound) -> Brought:
        return Brought(sympathy.feel(text, sound))

    return bring


async def hold(
    state: Path,
    lines: Sequence[Line],
    *,
    agreed: bool = True,
    complete: float = 0.9,
    controls: Controls | None = None,
    murmurs: bool = False,
    opening: Opening | None = None,
    notebook: Callable[[Notebook], Any] = lambda notebook: notebook,
    delays: Sequence[float] = (),
    now: Callable[[], datetime] | None = None,
    session: SessionId = SESSION,
    whose: SpeakerEncoder | None = None,
    voiceprint: Voiceprint | None = None,
    each_frame: Callable[[float], None] = lambda end: None,
    sympathy: Sympathy | None = None,
    grant: Grant | None = None,
    alarm: Sounding | None = None,
    pieces: tuple[Piece, ...] = (),
    loudness: Callable[[float], None] = lambda factor: None,
    changes: Callable[[], str] = lambda: "",
) -> Told:
    """Hold one conversation. The record in `state` is closed by whoever asked.

    `delays`: seconds that engines and disk take, in turn; none: no time at all. `now`: the wall clock.
    `each_frame`: called with each frame's end, seconds, before it is heard.
    """
    room = Room(script(lines))
    record = Record.open(state)
    floors, states = list[str](), list[str]()
    clock = room.clock
    before = opening or Opening(consented=agreed)
    slow = Slow(clock, delays) if delays else None
    book = notebook(Notebook(record, Session(session, "Margaret", BEGAN), agreed=agreed))
    talk = Conversation(
        House(
            session=session,
            ears=Ears(
                Door(room.microphone, slow.over if slow else lambda: None, each_frame),
                Amplitude(),
                NoEcho(),
                Ear(lines),
                EndsWithStop(complete),
                whose or Nobody(),
            ),
            loudspeaker=room.loudspeaker,
            speech=Talker(),
            rules=replace(rules(), pieces=pieces),
            opening=before,
            notebook=book,
            labour=slow or in_place,
            patience=Endpoint(),
            now=now or (lambda: BEGAN + timedelta(seconds=clock.now / RATE)),
            murmurs=murmurs,
            bring=_felt(sympathy) if sympathy else None,
            sympathy=sympathy,
            grant=grant,
            alarm=alarm,
            watch=Watch(
                floor=lambda floor, cue, at: floors.append(str(floor)), state=states.append
            ),
            controls=controls or Controls(),
            loudness=loudness,
            changes=changes,
        ),
        voiceprint=voiceprint or Voiceprint(),
        pauses=Pauses(),
        tempo=Tempo(),
    )
    book.note("settings", 0, seed=7, settings=_as_held(), opening=asdict(before))
    outcome = await talk.hold()
    return Told(outcome, record, talk.progress, floors, states)
