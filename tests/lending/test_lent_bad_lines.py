"""Whoever hangs up, or sends a drop at a time, is let go, and keeps nobody else waiting."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path

import anyio
import httpx
import pytest
from fakes import Metronome
from lent_house import lending, lent, minutes, story, wav

from voice_agent.errors import NotLent
from voice_agent.lending.bounded import Bounded
from voice_agent.sound import Samples
from voice_agent.speech.ghosts import Stretch
from voice_agent.speech.whisper import Whisper


class Slow(Metronome):
    """Takes a fifth of a second for each piece."""

    def decode(
        self,
        samples: Samples,
        *,
        beam: int,
        language: str,
        until: float,
        names: Sequence[str] = (),
    ) -> list[Stretch]:
        time.sleep(0.2)
        return super().decode(samples, beam=beam, language=language, until=until, names=names)


def test_a_file_whose_sender_has_hung_up_is_not_heard_to_its_end(tmp_path: Path) -> None:
    engine = Slow()
    engines = replace(lent(), transcriber=Whisper("fake", device="cpu", load=lambda *_: engine))
    with lending(engines, tmp_path) as house, house.client() as program:
        whole = wav(minutes(8), kind="FLAC")
        for _ in range(5):  # more than are served at once
            with pytest.raises(httpx.ReadTimeout):
                program.post("/v1/audio/transcriptions", files={"file": whole}, timeout=1)
        answer = program.post("/v1/audio/transcriptions", files={"file": wav(story())})
        assert answer.json()["text"].startswith("tick0")
        assert len(engine.asked) < 2 * 21  # one file alone has 21 pieces


def test_speech_that_nobody_listens_to_any_more_keeps_nobody_waiting(tmp_path: Path) -> None:
    text = " ".join(["We lived in a small house near the river."] * 60)
    with lending(lent(), tmp_path) as house, house.client() as program:
        for _ in range(9):
            asked = {"input": text, "response_format": "pcm"}
            with program.stream("POST", "/v1/audio/speech", json=asked) as answer:
                next(answer.iter_raw())
        assert program.post("/v1/audio/speech", json={"input": "And then?"}).status_code == 200


@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_a_turn_is_for_whoever_sends_and_takes_sound_about_as_fast_as_it_is() -> None:
    reader = asyncio.StreamReader()
    line = Bounded(reader, rests=1.0)

    async def drop() -> None:
        await anyio.sleep(0.01)
        reader.feed_data(b"a drop\n")

    async def drip(seconds: float, drops: int) -> None:
        for _ in range(drops):
            async with anyio.create_task_group() as both:
                both.start_soon(drop)
                await line.readline()
            line.sound(seconds)

    await drip(0.0, 120)  # nobody waits yet
    with line.turn():
        await drip(1.0, 120)
    with line.turn(), pytest.raises(ExceptionGroup) as refused:
        await drip(0.0, 10_000)
    assert refused.group_contains(NotLent, match="too slowly")
    with pytest.raises(NotLent, match="too slowly"):
        await line.taken(anyio.sleep_forever())


@pytest.mark.long
def test_guests_who_drip_or_take_nothing_keep_the_others_out_for_seconds(tmp_path: Path) -> None:
    form = {"rate": 16_000, "width": 2, "channels": 1}
    start = json.dumps({"type": "audio-start", "data": form}).encode() + b"\n"
    drop = json.dumps({"type": "audio-chunk", "data": form, "payload_length": 2}).encode()
    speak = json.dumps({"type": "synthesize", "data": {"text": "Yes, it was so. " * 250}}).encode()
    with lending(lent(), tmp_path) as house, house.client() as program, ExitStack() as guests:
        port, over = int(house.wyoming.rpartition(":")[2]), threading.Event()
        lines = [guests.enter_context(socket.socket()) for _ in range(4)]
        for each, says in zip(lines, (start, start, speak + b"\n", speak + b"\n"), strict=True):
            each.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            each.connect(("127.0.0.1", port))
            each.sendall(says)

        def drip() -> None:
            while not over.wait(1):
                for each in lines[:2]:
                    with suppress(OSError):
                        each.sendall(drop + b"\n\0\0")

        dripping = threading.Thread(target=drip)
        dripping.start()
        try:
            asked = (program.post("/v1/audio/speech", json={"input": "Hello."}) for _ in range(4))
            assert any(answer.status_code == 200 for answer in asked)
        finally:
            over.set()
            dripping.join()


@pytest.mark.long
def test_whoever_sends_a_drop_at_a_time_is_told_so(tmp_path: Path) -> None:
    with lending(lent(), tmp_path) as house:
        port = int(house.url.rpartition(":")[2])
        head = (
            f"POST /v1/audio/transcriptions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {house.key}\r\n"
            "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\n\r\n--x\r\n"
        )
        with socket.create_connection(("127.0.0.1", port)) as line:
            line.sendall(head.encode())
            told = b"".join(iter(lambda: line.recv(65_536), b"")).decode()
        assert " 408 " in told and "came too slowly" in told
        with house.client() as program:
            assert program.get("/v1/models").status_code == 200
