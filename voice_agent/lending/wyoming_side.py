"""Our ears and our voice as Wyoming services: Home Assistant, and whatever else speaks it, may hear and speak with them.

The order of events is that of the protocol's own page. A request that cannot be done is answered with an `error` that holds a
sentence, and the line is closed: whoever waits for a transcript would wait on. Wyoming knows neither key nor encryption.
"""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from functools import partial
from importlib.metadata import version
from typing import Any, cast

import anyio
from anyio.to_thread import run_sync
from wyoming.asr import Transcribe, Transcript, TranscriptChunk, TranscriptStart, TranscriptStop
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.error import Error
from wyoming.event import Event, Eventable, async_read_event
from wyoming.info import (
    AsrModel,
    AsrProgram,
    Attribution,
    Describe,
    Info,
    SelectProgram,
    TtsProgram,
    TtsVoice,
)
from wyoming.ping import Ping, Pong
from wyoming.server import AsyncEventHandler, AsyncServer, HandlerFactory
from wyoming.tts import (
    Synthesize,
    SynthesizeChunk,
    SynthesizeStart,
    SynthesizeStop,
    SynthesizeStopped,
    SynthesizeVoice,
)

from voice_agent.dialogue.sentences import Cutter
from voice_agent.errors import NotLent, VoiceAgentError
from voice_agent.lending import refusals, speaking
from voice_agent.lending.arriving import Incoming
from voice_agent.lending.bounded import LEAVES, Bounded
from voice_agent.lending.engines import Lent
from voice_agent.lending.hearing import Listening
from voice_agent.lending.refusals import unclear, unforeseen, unknown, whole
from voice_agent.lending.turns import Turns
from voice_agent.lending.wrapping import sixteen
from voice_agent.sound import Clip, Sound

PROGRAM = "voice-agent"

LINES = 32
"""Lines at a time. A guess: a house has few satellites."""

CHUNK = 2_048
"""Samples of one event."""

KNOWN: tuple[type[Eventable], ...] = (
    Describe,
    Ping,
    SelectProgram,
    Transcribe,
    AudioStart,
    AudioChunk,
    AudioStop,
    Synthesize,
    SynthesizeStart,
    SynthesizeChunk,
    SynthesizeStop,
)

MAKERS = {
    "whisper": Attribution("OpenAI", "https://github.com/openai/whisper"),
    "piper": Attribution("The Piper project", "https://github.com/OHF-Voice/piper1-gpl"),
    "hibari": Attribution("Maureese Williams", "https://github.com/MMWilliams/hibari"),
}
"""Whose engines these are, by how their names begin."""


def info(lent: Lent) -> Info:
    """What there is, as the protocol describes it."""
    found = Info()
    if lent.transcriber is not None:
        model = AsrModel(**_about(lent.hears_as), languages=[lent.language])
        found.asr = [
            AsrProgram(**_about(PROGRAM), models=[model], supports_transcript_streaming=True)
        ]
    if lent.voice is not None:
        voice = TtsVoice(**_about(lent.speaks_as), languages=[lent.language])
        found.tts = [
            TtsProgram(**_about(PROGRAM), voices=[voice], supports_synthesize_streaming=True)
        ]
    return found


def _about(name: str) -> dict[str, Any]:
    ours = Attribution("voice-agent contributors", "")
    made = next((who for begins, who in MAKERS.items() if name.startswith(begins)), ours)
    says = "A patient interviewer for life stories" if name == PROGRAM else name
    return {
        "name": name,
        "attribution": made,
        "installed": True,
        "description": says,
        "version": version("voice-agent") if name == PROGRAM else None,
    }


class Guest(AsyncEventHandler):
    """One line of somebody who hears or speaks with our engines."""

    def __init__(
        self, lent: Lent, turns: Turns, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._line = Bounded(reader)
        super().__init__(cast(asyncio.StreamReader, self._line), writer)
        self._lent, self._turns = lent, turns
        self._listening: Listening | None = None
        self._incoming: Incoming | None = None
        self._names = list[str]()
        self._told = ""
        self._saying: Cutter | None = None
        self._letters, self._spoke = 0, False
        self._held = AsyncExitStack()

    async def run(self) -> None:
        """Answer events until the line ends, whatever comes on it."""
        try:
            with suppress(OSError, EOFError):
                try:
                    async with self._held:
                        while (event := await self._next()) and await self.handle_event(event):
                            pass
                except VoiceAgentError as error:
                    await self._refuse(error)
                except (OSError, EOFError):
                    raise
                except Exception as error:  # asyncio would log it with all that it says
                    await self._refuse(unforeseen(error))
        finally:
            self.writer.close()
            with suppress(OSError), anyio.move_on_after(LEAVES):
                await self.writer.wait_closed()
            self.writer.transport.abort()  # what nobody takes is kept for nobody

    async def write_event(self, event: Event) -> None:
        """Send it. Raises NotLent where it is not taken."""
        await self._line.taken(super().write_event(event))

    async def _next(self) -> Event | None:
        try:
            event = await async_read_event(self.reader)
        except (AttributeError, LookupError, RecursionError, TypeError):
            event = None
        if event is None and not self._line.ended:
            raise unclear("That is no event of the Wyoming protocol.")
        if event is not None:
            whole(event.data)
        return event

    async def handle_event(self, event: Event) -> bool:
        """Do what one event asks; one that is not known is let go, as the protocol wants it. Raises VoiceAgentError."""
        match _read(event):
            case None:
                pass
            case Describe():
                await self.write_event(info(self._lent).event())
            case Ping(text=str() | None as text):
                await self.write_event(Pong(text).event())
            case SelectProgram(name=str(name)):
                _named(name, PROGRAM)
            case Transcribe(
                name=str() | None as name,
                language=str() | None as language,
                transcript_names=list() | None as names,
                transcript_terms=list() | None as terms,
            ):
                _named(name, self._lent.hears_as, PROGRAM)
                self._lent.understands(language or "")
                self._names = [str(each) for each in (*(names or ()), *(terms or ()))]
            case AudioStart(rate=int(rate), width=int(width), channels=int(channels)):
                await self._begin(Incoming(rate, width, channels))
            case AudioChunk(rate=int(), width=int(), channels=int()) as chunk:
                await self._hear(chunk)
            case AudioStop():
                await self._transcribed()
            case Synthesize(text=str(text)) as whole:
                # what was streamed is sent once more as a whole, for those who know no streaming
                if self._saying is None:
                    self._voice(whole.voice, whole.text_format)
                    speaking.sayable(text)
                    await self._speak(text)
            case SynthesizeStart() as begins:
                self._voice(begins.voice, begins.text_format)
                self._saying, self._letters, self._spoke = Cutter(), 0, False
            case SynthesizeChunk(text=str(text)):
                await self._said(text)
            case SynthesizeStop():
                await self._last()
            case _:
                raise _not_so(event)
        return True

    async def _begin(self, incoming: Incoming) -> None:
        await self._end()
        await self._held.enter_async_context(self._turns.one())
        self._held.enter_context(self._line.turn())
        self._listening, self._incoming = Listening(self._lent, self._names), incoming
        self._names = []
        self._told = ""

    async def _end(self) -> None:
        await self._held.aclose()
        self._listening = self._incoming = None

    async def _hear(self, chunk: AudioChunk) -> None:
        if self._listening is None or self._incoming is None:
            raise unclear("Sound came before its audio-start.")
        form = (chunk.rate, chunk.width, chunk.channels)
        if form != self._incoming.form:
            raise unclear(
                "The sound is not what its beginning said: "
                f"{_form(*form)} instead of {_form(*self._incoming.form)}."
            )
        sound = self._incoming.take(chunk.audio)
        self._line.sound(sound.seconds)
        await self._take(self._listening, sound)

    async def _take(self, listening: Listening, sound: Sound) -> None:
        if len(sound.samples) and (piece := await run_sync(listening.take, sound)) is not None:
            await self._tell(piece.text)

    async def _tell(self, piece: str) -> None:
        if not self._told:
            await self.write_event(TranscriptStart(language=self._lent.language).event())
        if piece:
            # pieces are put together as they come
            more = f" {piece}" if self._told.strip() else piece
            await self.write_event(TranscriptChunk(more).event())
        self._told += piece or " "

    async def _transcribed(self) -> None:
        listening, incoming = self._listening, self._incoming
        if listening is None or incoming is None:
            raise unclear("An audio-stop came before its audio-start.")
        await self._take(listening, incoming.rest())
        if not listening.end:
            raise unclear("No sound came between audio-start and audio-stop.")
        last = await run_sync(listening.finish)
        await self._tell(last.text)
        whole = Transcript(listening.all.text, language=self._lent.language)
        await self.write_event(whole.event())
        await self.write_event(TranscriptStop().event())
        await self._end()

    def _voice(self, wanted: SynthesizeVoice | None, form: Any) -> None:
        self._lent.mouth()
        self._lent.free()
        if wanted is not None:
            _named(wanted.name, self._lent.speaks_as, PROGRAM)
            self._lent.understands(str(wanted.language or ""))
        if form not in (None, "", "text"):
            raise unclear("Only plain text is said here.")

    async def _said(self, text: str) -> None:
        if self._saying is None:
            raise unclear("A synthesize-chunk came before its synthesize-start.")
        self._letters += len(text)
        speaking.too_much(self._letters)
        for piece in self._saying.feed(text):
            await self._speak(piece)

    async def _last(self) -> None:
        if self._saying is None:
            raise unclear("A synthesize-stop came before its synthesize-start.")
        rest, self._saying = "".join(self._saying.finish()), None
        if not self._spoke:
            speaking.sayable(rest)
        await self._speak(rest)
        await self.write_event(SynthesizeStopped().event())

    async def _speak(self, text: str) -> None:
        """Say `text` with a beginning and an end of its own; nothing where nothing of it is said."""
        if not speaking.has_words(text):
            return
        async with self._turns.one():
            with self._line.turn():
                await self._say(text)

    async def _say(self, text: str) -> None:
        clips = speaking.spoken(self._lent, text)
        clip = await run_sync(_following, clips)
        if clip is None:
            return
        self._spoke = True
        await self.write_event(AudioStart(clip.rate, 2, 1).event())
        while clip is not None:
            await self._send(clip)
            clip = await run_sync(_following, clips)
        await self.write_event(AudioStop().event())

    async def _send(self, clip: Clip) -> None:
        for at in range(0, len(clip.samples), CHUNK):
            raw = sixteen(clip.samples[at : at + CHUNK])
            await self.write_event(AudioChunk(clip.rate, 2, 1, raw).event())
            self._line.sound(len(raw) / 2 / clip.rate)

    async def _refuse(self, error: VoiceAgentError) -> None:
        told = refusals.told(error)
        says = " ".join(part for part in (told.what, told.safe, told.mend) if part)
        with suppress(NotLent):  # whoever takes nothing is not told why either
            await self.write_event(Error(says, told.code).event())
            # hung up with something of theirs unread, the sentence would be lost on its way
            self.writer.write_eof()
            await self._line.leave()


def _read(event: Event) -> Eventable | None:
    """What an event says; None for one that is not ours to know. Raises NotLent."""
    kind = next((each for each in KNOWN if each.is_type(event.type)), None)
    try:
        return kind.from_event(event) if kind else None
    except (AttributeError, LookupError, TypeError, ValueError):
        raise _not_so(event) from None


def _not_so(event: Event) -> NotLent:
    return unclear(f"That “{event.type[:40]}” is not as the Wyoming protocol has it.")


def _following(clips: Iterator[Clip]) -> Clip | None:
    return next(clips, None)


def _named(asked: str | None, *here: str) -> None:
    if asked and asked not in here:
        raise unknown(str(asked), here[0], "name")


def _form(rate: int, width: int, channels: int) -> str:
    return f"{rate} samples a second of {width} bytes, {channels} channels"


class OnLine(AsyncServer):
    """wyoming's server on a socket that is taken already, with a place for so many lines."""

    def __init__(self, line: socket.socket) -> None:
        super().__init__()
        self._line = line

    async def run(self, handler_factory: HandlerFactory) -> None:
        """Serve until cancelled."""

        async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            if len(self._handlers) >= LINES:
                writer.close()
                return
            await self._handler_callback(handler_factory, reader, writer)

        server = await asyncio.start_server(greet, sock=self._line)
        try:
            await server.serve_forever()
        finally:
            server.close()
            for task in tuple(self._handlers):
                task.cancel()


async def serve(lent: Lent, turns: Turns, line: socket.socket) -> None:
    """Serve Wyoming on `line` until cancelled."""
    await OnLine(line).run(partial(Guest, lent, turns))
