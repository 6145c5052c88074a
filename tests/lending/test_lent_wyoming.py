"""Home Assistant and satellites hear and speak with the house's engines: wyoming's own client, in the order of its own page."""

import asyncio
import json
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, suppress

import anyio
import numpy as np
import pytest
from lent_house import Guests, lending, lent, minutes, story
from wyoming.asr import Transcribe, Transcript, TranscriptChunk
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncClient
from wyoming.error import Error
from wyoming.event import Event
from wyoming.info import Describe, Info, SelectProgram
from wyoming.ping import Ping, Pong
from wyoming.tts import (
    Synthesize,
    SynthesizeChunk,
    SynthesizeStart,
    SynthesizeStop,
    SynthesizeVoice,
)

from voice_agent.sound import RATE, Samples

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guests]:
    with lending(lent(), tmp_path_factory.mktemp("lending")) as guests:
        yield guests


@asynccontextmanager
async def line(house: Guests) -> AsyncGenerator[AsyncClient]:
    client = AsyncClient.from_uri(house.wyoming)
    await client.connect()
    try:
        yield client
    finally:
        with suppress(OSError):  # the other side may have been first
            await client.disconnect()


async def until(client: AsyncClient, kind: str) -> list[Event]:
    """What the house answers, up to the first event of `kind`."""
    found = list[Event]()
    with anyio.fail_after(60):
        while (event := await client.read_event()) is not None:
            found.append(event)
            if event.type == kind:
                return found
    raise AssertionError(f"the line ended after {[each.type for each in found]}")


def in_runs(events: list[Event]) -> list[str]:
    """Their kinds, repetitions as one."""
    kinds = [each.type for each in events]
    return [kind for at, kind in enumerate(kinds) if at == 0 or kinds[at - 1] != kind]


async def say(client: AsyncClient, samples: Samples, rate: int = RATE, step: int = 1024) -> None:
    """A satellite sends what its microphone hears."""
    await client.write_event(AudioStart(rate, 2, 1).event())
    raw = (samples * 32767).astype("<i2").tobytes()
    for at in range(0, len(raw), step * 2):
        await client.write_event(AudioChunk(rate, 2, 1, raw[at : at + step * 2]).event())
    await client.write_event(AudioStop().event())


async def refusal(client: AsyncClient) -> str:
    """The sentence of a refusal; the line is closed behind it, so that nobody waits for what will not come."""
    told = Error.from_event((await until(client, "error"))[-1])
    assert told.code and told.text.endswith(".")
    assert await client.read_event() is None
    return told.text


async def test_whoever_asks_is_told_what_there_is_and_whose_it_is(house: Guests) -> None:
    async with line(house) as client:
        await client.write_event(Describe().event())
        found = Info.from_event((await until(client, "info"))[-1])
    (ears,), (mouth,) = found.asr, found.tts
    assert ears.supports_transcript_streaming and mouth.supports_synthesize_streaming
    (model,), (voice,) = ears.models, mouth.voices
    assert (model.name, model.languages) == ("whisper-tick", ["en"])
    assert (voice.name, voice.languages) == ("hummer", ["en"])
    assert all(each.attribution.name and each.installed for each in (ears, mouth, model, voice))


async def test_a_ping_is_answered_and_what_nobody_knows_is_let_go(house: Guests) -> None:
    async with line(house) as client:
        await client.write_event(Event("detect", {"names": ["hey"]}))
        await client.write_event(SelectProgram("voice-agent").event())
        await client.write_event(Ping("are you there?").event())
        assert Pong.from_event((await until(client, "pong"))[-1]).text == "are you there?"


async def test_what_is_said_comes_back_as_words(house: Guests) -> None:
    async with line(house) as client:
        for language in ("en", None, "en_GB"):
            await client.write_event(Transcribe(language=language).event())
            await say(client, story())
            events = await until(client, "transcript-stop")
            order = ["transcript-start", "transcript-chunk", "transcript", "transcript-stop"]
            assert [each.type for each in events] == order
            told = Transcript.from_event(events[-2])
            assert told.text.startswith("tick0 tick1") and told.language == "en"
            assert TranscriptChunk.from_event(events[1]).text == told.text


async def test_of_a_long_story_pieces_come_early_and_make_up_the_whole(house: Guests) -> None:
    async with line(house) as client, anyio.create_task_group() as both:
        both.start_soon(say, client, minutes(1))
        events = await until(client, "transcript-stop")
    assert in_runs(events) == [
        "transcript-start",
        "transcript-chunk",
        "transcript",
        "transcript-stop",
    ]
    chunks = [
        TranscriptChunk.from_event(each).text for each in events if each.type == "transcript-chunk"
    ]
    assert len(chunks) >= 3
    assert "".join(chunks) == Transcript.from_event(events[-2]).text


@pytest.mark.parametrize(
    ("rate", "width", "channels"), [(8_000, 1, 1), (48_000, 2, 2), (16_000, 3, 1), (44_100, 4, 2)]
)
async def test_a_microphone_of_any_form_is_heard(
    house: Guests, rate: int, width: int, channels: int
) -> None:
    at = np.arange(int(len(story()) * rate / RATE)) * RATE / rate
    mono = np.interp(at, np.arange(len(story())), story())
    both = np.repeat(mono, channels)
    if width == 1:
        raw = (both * 127 + 128).astype("u1").tobytes()
    else:
        whole = (both * (2.0 ** (8 * width - 1) - 1)).astype("<i4")
        raw = whole.view("u1").reshape(-1, 4)[:, :width].tobytes()
    async with line(house) as client:
        await client.write_event(AudioStart(rate, width, channels).event())
        for first in range(0, len(raw), 999):  # samples come by halves
            chunk = AudioChunk(rate, width, channels, raw[first : first + 999])
            await client.write_event(chunk.event())
        await client.write_event(AudioStop().event())
        events = await until(client, "transcript")
    assert Transcript.from_event(events[-1]).text.startswith("tick0 tick1")


async def test_a_text_is_said_between_a_beginning_and_an_end(house: Guests) -> None:
    async with line(house) as client:
        text = "Who was up first in that house? Tell me about the mill."
        await client.write_event(Synthesize(text, SynthesizeVoice("hummer")).event())
        events = await until(client, "audio-stop")
    assert in_runs(events) == ["audio-start", "audio-chunk", "audio-stop"]
    began = AudioStart.from_event(events[0])
    chunks = [AudioChunk.from_event(each) for each in events[1:-1]]
    assert {(c.rate, c.width, c.channels) for c in chunks} == {(began.rate, 2, 1)}
    assert sum(c.seconds for c in chunks) > 2


async def test_a_text_that_is_still_being_written_is_said_as_it_comes(house: Guests) -> None:
    text = "Who was up first in that house? Tell me about the mill. And then?"
    async with line(house) as client:
        await client.write_event(SynthesizeStart(SynthesizeVoice(language="en")).event())
        for word in text.split(" "):
            await client.write_event(SynthesizeChunk(f"{word} ").event())
        early = await until(client, "audio-stop")  # nobody has said yet that this is all
        await client.write_event(Synthesize(text).event())
        await client.write_event(SynthesizeStop().event())
        events = early + await until(client, "synthesize-stopped")
    assert in_runs(events) == ["audio-start", "audio-chunk", "audio-stop"] * 3 + [
        "synthesize-stopped"
    ]


async def test_a_text_is_heard_the_same_whole_or_in_pieces_but_never_twice(house: Guests) -> None:
    async with line(house) as client:
        await client.write_event(Synthesize("Tell me about the mill.").event())
        whole = await until(client, "audio-stop")
        await client.write_event(SynthesizeStart().event())
        await client.write_event(SynthesizeChunk("Tell me about the mill.").event())
        await client.write_event(Synthesize("Tell me about the mill.").event())
        await client.write_event(SynthesizeStop().event())
        streamed = await until(client, "synthesize-stopped")
    assert [each.payload for each in streamed[:-1]] == [each.payload for each in whole]


@pytest.mark.parametrize(
    ("events", "says"),
    [
        ([Transcribe(name="vosk").event()], "no “vosk” here"),
        ([Transcribe(language="sv").event()], "“en” only"),
        ([SelectProgram("rhasspy").event()], "no “rhasspy” here"),
        ([AudioStart(1, 2, 1).event()], "1 samples a second"),
        ([AudioStart(16_000, 2, 9).event()], "9 channels"),
        ([AudioStart(16_000, 7, 1).event()], "7 bytes"),
        ([Event("audio-start", {"rate": "fast", "width": 2, "channels": 1})], "not as the Wyoming protocol"),
        ([Event("audio-start", {})], "not as the Wyoming protocol"),
        ([AudioChunk(16_000, 2, 1, b"ab").event()], "before its audio-start"),
        ([AudioStop().event()], "before its audio-start"),
        ([AudioStart(16_000, 2, 1).event(), AudioStop().event()], "No sound came"),
        ([AudioStart(16_000, 2, 1).event(), AudioChunk(48_000, 2, 1, b"ab").event()], "48000 samples"),
        ([Synthesize("").event()], "nothing in that text"),
        ([Synthesize("x" * 100_000).event()], "no event of the Wyoming|at most 4096"),
        ([Synthesize("Hello.", SynthesizeVoice("rose")).event()], "no “rose” here"),
        ([Synthesize("<speak>Hello.</speak>", text_format="ssml").event()], "Only plain text"),
        ([Event("synthesize", {"text": ["Hello."]})], "not as the Wyoming protocol"),
        ([Event("transcribe", {"transcript_names": 5})], "not as the Wyoming protocol"),
        ([SynthesizeChunk("Hello.").event()], "before its synthesize-start"),
        ([SynthesizeStart().event(), SynthesizeStop().event()], "nothing in that text"),
    ],
)  # fmt: skip
async def test_what_cannot_be_done_is_answered_with_a_sentence_and_the_next_is_served(
    house: Guests, events: list[Event], says: str
) -> None:
    async with line(house) as client:
        for event in events:
            await client.write_event(event)
        told = await refusal(client)
    assert any(each in told for each in says.split("|")), told
    async with line(house) as client:
        await client.write_event(Ping().event())
        await until(client, "pong")


@pytest.mark.parametrize(
    "raw",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"[1, 2]\n",
        b'{"data": {}}\n',
        b'{"type": "ping", "data_length": 9}\n[1,2,3,4]',
        b'{"type": "audio-chunk", "payload_length": 99999999999}\n',
        b'{"type": "audio-chunk", "payload_length": "all"}\n',
        b"[" * 60_000 + b"\n",
        b"x" * 200_000 + b"\n",
        b"\xff\xfe\n",
        b'{"type": "ping", "data": {"text": "half a letter \\ud800"}}\n',
    ],
)
async def test_rubbish_on_the_line_ends_that_line_alone(house: Guests, raw: bytes) -> None:
    host, port = house.wyoming.removeprefix("tcp://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(raw)
    with anyio.fail_after(30):
        told = await reader.read()
    writer.close()
    head, _, rest = told.partition(b"\n")
    length = json.loads(head)["data_length"]
    assert json.loads(rest[:length])["text"].endswith(".")
    async with line(house) as client:
        await client.write_event(Ping().event())
        await until(client, "pong")


async def test_three_hours_on_the_line_are_not_taken(house: Guests) -> None:
    silence = bytes(1_600_000)
    async with line(house) as client, anyio.create_task_group() as both:

        async def pour() -> None:
            await client.write_event(AudioStart(16_000, 2, 1).event())
            while True:
                await client.write_event(AudioChunk(16_000, 2, 1, silence).event())

        async def poured() -> None:
            with suppress(OSError):  # the line is closed before all is poured
                await pour()

        both.start_soon(poured)
        told = Error.from_event((await until(client, "error"))[-1])
        both.cancel_scope.cancel()
    assert "longer than 30 minutes" in told.text


async def test_whoever_hangs_up_in_the_middle_holds_nobody_up(house: Guests) -> None:
    for _ in range(9):
        async with line(house) as client:
            await client.write_event(AudioStart(16_000, 2, 1).event())
            await client.write_event(AudioChunk(16_000, 2, 1, b"\x00\x01" * 9_999).event())
        async with line(house) as client:
            await client.write_event(Synthesize("Tell me about the mill. And then?").event())
    async with line(house) as client:
        await say(client, story())
        await until(client, "transcript")
