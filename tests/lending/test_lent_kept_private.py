"""Nothing of what others send is kept, and nothing of a narrator's life is told to them."""

import gc
import re
import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from fakes import Metronome
from heard import said, weights, whisper
from household import Household
from lent_house import lending, lent, minutes, settings, story, wav
from toy_voice import Hummer
from wyoming.client import AsyncClient
from wyoming.error import Error
from wyoming.tts import Synthesize

from voice_agent.assemble import Engines
from voice_agent.lending.hearing import heard
from voice_agent.lending.loading import beside_talks
from voice_agent.sound import RATE, Clip, Samples, Sound
from voice_agent.speech.ghosts import Stretch
from voice_agent.speech.whisper import Whisper


def test_a_large_upload_is_never_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[object]()
    usual = tempfile.TemporaryFile

    def counted(*given: object, **more: object) -> object:
        made.append(given)
        return usual(*given, **more)  # type: ignore[call-overload]

    # SpooledTemporaryFile goes over to a real file by this function
    monkeypatch.setattr(tempfile, "TemporaryFile", counted)
    with lending(lent(), tmp_path / "state") as house, house.client() as program:
        data = wav(minutes(1))
        assert len(data) > 1_900_000
        answer = program.post("/v1/audio/transcriptions", files={"file": data})
        assert answer.status_code == 200
    assert made == []


class Asked(Metronome):
    """Notes which names it was to listen for."""

    def __init__(self) -> None:
        super().__init__()
        self.names = list[Sequence[str]]()

    def decode(
        self,
        samples: Samples,
        *,
        beam: int,
        language: str,
        until: float,
        names: Sequence[str] = (),
    ) -> list[Stretch]:
        self.names.append(names)
        return super().decode(samples, beam=beam, language=language, until=until, names=names)


def test_names_of_the_narrators_life_are_not_listened_for_in_what_others_say(
    tmp_path: Path,
) -> None:
    engine = Asked()
    ears = Whisper("fake", device="cpu", load=lambda *_: engine, said_as={"Caoimhe": "keeva"})

    class Corner:
        settings = settings(tmp_path)

        def engines(self) -> Engines:
            return Engines(ears, None, None, None, None, None, None, None)  # type: ignore[arg-type]

    engines = beside_talks(Corner(), lambda: False)
    assert heard(engines, [Sound(story())])
    assert engine.names and not any(engine.names)
    # those that whoever asks sends along are, for that once
    assert heard(engines, [Sound(story())], names=["Saoirse", "", "x" * 99])
    assert engine.names[-1] == ("Saoirse",)
    assert heard(engines, [Sound(story())])
    assert not engine.names[-1]


CANARY = "The purple elephant Barnaby swallowed eleven trombones."

TRACES = re.compile(rb"(?i)purple|elephant|barnaby|swallow|trombone")


class Quotes(Hummer):
    """Fails with an error that quotes what it was to say."""

    def say(self, sentence: str, *, pace: float) -> Iterator[Clip]:
        raise ValueError(f"no sound for {sentence}")


@pytest.mark.anyio
async def test_an_error_nobody_foresaw_tells_the_log_what_it_is_and_no_word_that_was_sent(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with lending(replace(lent(), voice=Quotes()), tmp_path) as house, house.client() as program:
        answer = program.post("/v1/audio/speech", json={"input": CANARY})
        assert answer.json()["error"]["code"] == "engine_failed"
        async with AsyncClient.from_uri(house.wyoming) as guest:
            await guest.write_event(Synthesize(CANARY).event())
            event = await guest.read_event()
            assert event is not None and "failed at it" in Error.from_event(event).text
    gc.collect()  # asyncio tells of an error that nobody took when its task is thrown away
    assert caplog.text.count("ValueError") == 2 and not TRACES.search(caplog.text.encode())


@pytest.mark.models
def test_what_others_said_is_in_no_file_and_no_line_that_was_printed(tmp_path: Path) -> None:
    """The real program, from its command to its end, with speech that nobody else would say."""
    for name in ("whisper-base", "piper-joe", "minilm-int8"):
        weights(name)
    its = settings(tmp_path)
    home, tmp = Household(tmp_path / "home"), tmp_path / "tmp"
    for each in (home.folder, tmp):
        each.mkdir()
    printed = list[str]()
    home.more |= {
        "VOICE_AGENT_LENDING__PORT": str(its.lending.port),
        "VOICE_AGENT_LENDING__WYOMING_PORT": str(its.lending.wyoming_port),
        "TMPDIR": str(tmp),
    }
    program = home.start("lend")
    complained = threading.Thread(target=lambda: printed.extend(program.stderr or ()))
    assert program.stdout is not None
    ready = threading.Event()

    def read() -> None:
        for line in program.stdout or ():
            printed.append(line)
            if "Wyoming" in line:
                ready.set()
        ready.set()

    reading = threading.Thread(target=read)
    reading.start()
    complained.start()
    try:
        assert ready.wait(120) and program.poll() is None, printed
        key = (home.state / "lending" / "key").read_text().strip()
        headers = {"Authorization": f"Bearer {key}"}
        with httpx.Client(
            base_url=f"http://127.0.0.1:{its.lending.port}", headers=headers, timeout=120
        ) as client:
            heard = client.post(
                "/v1/audio/transcriptions", files={"file": wav(said(CANARY).samples)}
            ).json()["text"]
            assert TRACES.search(heard.encode()), heard
            for path, body in (
                ("/v1/audio/speech", {"input": CANARY, "model": "tts-1", "voice": "alloy"}),
                ("/v1/audio/speech", {"input": CANARY, "speed": CANARY}),
                ("/v1/embeddings", {"input": [CANARY], "model": "minilm-int8"}),
                ("/v1/embeddings", {"input": CANARY, "dimensions": CANARY}),
            ):
                client.post(path, json=body)
            client.post("/v1/audio/speech", content=CANARY.encode())
            client.post("/v1/audio/transcriptions", files={"file": CANARY.encode()})
    finally:
        program.terminate()
        assert program.wait(30) == 0
        reading.join(30)
        complained.join(30)
        with program:
            pass  # what it printed is read; its ends are closed
    assert not TRACES.search("".join(printed).encode()), printed
    found = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert found and not any(TRACES.search(path.read_bytes()) for path in found)
    assert not list(tmp.iterdir())


@pytest.mark.models
def test_the_real_recogniser_hears_others_as_it_hears_the_narrator() -> None:
    found = heard(replace(lent(), transcriber=whisper()), [Sound(said(CANARY).samples)])
    assert found is not None and found[1] == pytest.approx(len(said(CANARY).samples) / RATE)
    assert "elephant" in found[0].text
