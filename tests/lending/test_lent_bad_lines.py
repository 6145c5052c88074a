"""Whoever hangs up, or sends a drop at a time, is let go, and keeps nobody else waiting."""

import socket
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from fakes import Metronome
from lent_house import lending, lent, minutes, story, wav

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
