"""Writes a session down without ever holding up the microphone.

Sound and journal entries go through one bounded queue to the notebook, in the order they happened, a few
frames at a time and in a worker thread. Turns wait for the queue: when a turn is written, everything
heard and noted before it is on disk.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace

import anyio
import numpy as np
from anyio import CancelScope, create_memory_object_stream

from voice_agent.backends import Transcript
from voice_agent.conversation.committing import kind_of, settle_consent
from voice_agent.conversation.house import House
from voice_agent.dialogue.listening import Stretch
from voice_agent.interview.planner import Move
from voice_agent.sound import RATE, Sound
from voice_agent.story import Latency, Speaker, Turn, TurnId

TOGETHER = 4
"""Frames written at once: 80 ms, which with the 0.3 s between two flushes and a busy disk stays below the 0.5 s promised."""

BEHIND = 3000
"""Entries the disk may lag behind (about 30 s of talk) before the microphone loop waits for it."""


@dataclass(frozen=True, slots=True)
class _Note:
    kind: str
    at: int
    fields: dict[str, object]


_Entry = tuple[Speaker, Sound] | _Note | anyio.Event


@dataclass(slots=True)
class _Page:
    """What is waiting to be written together."""

    sounds: list[tuple[Speaker, Sound]] = field(default_factory=list[tuple[Speaker, Sound]])
    notes: list[_Note] = field(default_factory=list[_Note])
    awaited: list[anyio.Event] = field(default_factory=list[anyio.Event])
    """Set when the page is written."""

    def add(self, entry: _Entry) -> None:
        """Put down one more thing."""
        if isinstance(entry, anyio.Event):
            self.awaited.append(entry)
        elif isinstance(entry, _Note):
            self.notes.append(entry)
        else:
            self.sounds.append(entry)

    @property
    def due(self) -> bool:
        """Should it be written now?"""
        return bool(self.awaited) or len(self.sounds) >= TOGETHER


class Scribe:
    """One session's hand. `run` it beside the session; `close` ends it when all is written."""

    def __init__(self, house: House, now: Callable[[], int]) -> None:
        """`now`: the microphone's clock, samples."""
        self._house, self._now = house, now
        self._send, self._receive = create_memory_object_stream[_Entry](BEHIND)
        self._ended = anyio.Event()
        self._page = _Page()
        self._one = anyio.Lock()  # guards the order of turns: a yes may take its time to be stored
        self.turns = list[Turn]()

    async def run(self) -> None:
        """Write until `close`. Raises RecordError."""
        try:
            await self._write_pages()
        finally:
            self._stop_waiting()

    async def close(self) -> None:
        """Nothing more will come; returns when all is written, or `run` has failed."""
        await self._send.aclose()
        with CancelScope(shield=True):
            await self._ended.wait()

    async def hear(self, speaker: Speaker, sound: Sound) -> None:
        """Append one frame to somebody's track."""
        await self._send.send((speaker, sound))

    async def _write_pages(self) -> None:
        async for entry in self._receive:
            self._page.add(entry)
            if self._page.due:
                with suppress(anyio.WouldBlock, anyio.EndOfStream):
                    while True:  # a disk that fell behind catches up: all that waits is one page
                        self._page.add(self._receive.receive_nowait())
                await self._turn_over()
        await self._turn_over()

    def _stop_waiting(self) -> None:
        """Whoever waits for the disk would wait for ever; why writing ended is on its way up."""
        with suppress(anyio.WouldBlock, anyio.EndOfStream):
            while True:
                self._page.add(self._receive.receive_nowait())
        for awaited in self._page.awaited:
            awaited.set()
        self._receive.close()
        self._ended.set()

    def note(self, kind: str, **fields: object) -> None:
        """Append one event to the journal, as of now."""
        self.note_at(self._now(), kind, **fields)

    def note_at(self, at: int, kind: str, **fields: object) -> None:
        """Append one event to the journal, as of sample `at`."""
        try:
            self._send.send_nowait(_Note(kind, at, fields))
        except anyio.WouldBlock:
            # 30 s behind: sound matters more than the journal, but the journal must not lie either
            self._house.notebook.note(kind, at, **fields)

    async def flush(self) -> None:
        """Everything heard and noted so far has reached the notebook when this returns."""
        reached = anyio.Event()
        with suppress(anyio.BrokenResourceError):
            await self._send.send(reached)
            await reached.wait()

    async def narrator(
        self,
        stretch: Stretch,
        transcript: Transcript,
        chosen: Move | None = None,
        *,
        speaker: Speaker = Speaker.NARRATOR,
        finished: bool = True,
        kind: str = "",
        asked: str = "",
        withheld: bool = False,
    ) -> bool:
        """Write what somebody said; on disk when this returns, also when it is cancelled meanwhile.

        `chosen` is our answer to it, which may withhold the text or settle consent, given in answer to
        `asked`. `withheld`: the words are not written down; they never are where the safety net holds them
        and nobody has answered yet. False where there was nothing intelligible: then the sound is kept, but no empty turn.
        """
        unjudged = chosen is None and self._house.rules.readers.net.holds(transcript.text)
        withheld = withheld or unjudged or (chosen is not None and chosen.withheld)
        if not transcript.text and not withheld:
            return False
        turn = Turn(
            id=self._next(),
            session=self._house.session,
            speaker=speaker,
            text="" if withheld else transcript.text,
            began=stretch.began / RATE,
            ended=stretch.ended / RATE,
            said_at=self._house.now(),
            words=() if withheld else transcript.words,
            confidence=transcript.confidence,
            finished=finished,
            kind="withheld"
            if withheld
            else kind or (kind_of(chosen, transcript.text) if chosen else ""),
        )
        self.turns.append(turn)
        with CancelScope(shield=True):
            async with self._one:
                if chosen is not None and chosen.consent is not None:
                    await self.flush()
                    await settle_consent(self._house, chosen.consent, transcript.text, asked)
                await self._write(turn)
        self._house.watch.words(speaker, turn.text, True)
        self._house.watch.turn(turn)
        return True

    async def interviewer(self, said: str, began: float, kind: str, *, finished: bool) -> None:
        """Write what the narrator has heard of us. `began`: seconds."""
        turn = Turn(
            id=self._next(),
            session=self._house.session,
            speaker=Speaker.INTERVIEWER,
            text=said,
            began=began,
            ended=self._now() / RATE,
            said_at=self._house.now(),
            finished=finished,
            kind=kind,
        )
        self.turns.append(turn)
        async with self._one:
            await self._write(turn)
        self._house.watch.words(Speaker.INTERVIEWER, said, True)
        self._house.watch.turn(turn)

    async def latency(self, answered: TurnId, latency: Latency, *, barge_in: bool) -> None:
        """Write where the time of one exchange went; it ends now."""
        final = replace(latency, reply_end=self._now() / RATE, barge_in=barge_in)
        await self._house.labour(lambda: self._house.notebook.latency(answered, final))
        self._house.watch.latency(answered, final)

    def _next(self) -> TurnId:
        return TurnId(len(self.turns) + 1)

    async def _write(self, turn: Turn) -> None:
        await self.flush()
        await self._house.labour(lambda: self._house.notebook.turn(turn))
        self._house.written_down(turn)

    async def _turn_over(self) -> None:
        """Write the page in hand and begin an empty one."""
        page, notebook = self._page, self._house.notebook

        def write() -> None:
            for speaker in dict.fromkeys(speaker for speaker, _ in page.sounds):
                for sound in _joined([s for who, s in page.sounds if who is speaker]):
                    notebook.hear(speaker, sound)
            for note in page.notes:
                notebook.note(note.kind, note.at, **note.fields)

        if page.sounds or page.notes:
            await self._house.labour(write)
        for awaited in page.awaited:
            awaited.set()
        self._page = _Page()


def _joined(sounds: list[Sound]) -> list[Sound]:
    """Join neighbours, so that a page is one write and not four."""
    joined = list[list[Sound]]()
    for sound in sounds:
        if joined and joined[-1][-1].end == sound.start:
            joined[-1].append(sound)
        else:
            joined.append([sound])
    return [Sound(np.concatenate([s.samples for s in run]), run[0].start) for run in joined]
