"""Programs that know OpenAI's endpoints hear and speak with the house's engines, and are told in a sentence what cannot be."""

import base64
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import av
import httpx
import numpy as np
import pytest
import soundfile
import soxr
from lent_house import Guests, lending, lent, minutes, story, wav

from voice_agent.sound import RATE


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guests]:
    with lending(lent(), tmp_path_factory.mktemp("lending")) as guests:
        yield guests


@pytest.fixture
def program(house: Guests) -> Iterator[httpx.Client]:
    with house.client() as client:
        yield client


def transcribe(program: httpx.Client, data: bytes, **fields: Any) -> httpx.Response:
    files = {"file": ("speech", data)}
    return program.post(
        "/v1/audio/transcriptions", files=files, data={"model": "whisper-1"} | fields
    )


def refused(answer: httpx.Response, status: int) -> str:
    """The sentence of a refusal in OpenAI's form."""
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert set(error) == {"message", "type", "param", "code"}
    assert str(error["message"]).endswith(".") and error["type"]
    return str(error["message"])


def container(kind: str, codec: str) -> bytes:
    """The story as a browser or a telephone would record it."""
    file = io.BytesIO()
    with av.open(file, "w", format=kind) as out:
        stream = out.add_stream(codec, rate=48_000)
        resample = av.AudioResampler(format="fltp", layout="mono", rate=48_000)
        frame = av.AudioFrame.from_ndarray(story().reshape(1, -1), format="fltp", layout="mono")
        frame.sample_rate = RATE
        fifo = av.AudioFifo()
        for one in resample.resample(frame):
            fifo.write(one)
        while (piece := fifo.read(960 if codec == "libopus" else 1024)) is not None:
            out.mux(stream.encode(piece))
        out.mux(stream.encode(None))
    return file.getvalue()


def test_what_is_lent_is_listed_by_name(program: httpx.Client) -> None:
    listed = program.get("/v1/models").json()
    assert [each["id"] for each in listed["data"]] == ["whisper-tick", "hummer", "bag-of-words"]
    assert program.get("/v1/models/hummer").json()["id"] == "hummer"
    assert "no “gpt-7” here" in refused(program.get("/v1/models/gpt-7"), 404)


def test_speech_comes_back_as_words_in_the_form_that_was_asked_for(program: httpx.Client) -> None:
    plain = transcribe(program, wav(story()), model="whisper-tick").json()
    assert set(plain) == {"text"} and plain["text"].startswith("tick0 tick1")
    text = transcribe(program, wav(story()), response_format="text").text
    assert text == plain["text"] + "\n"
    srt = transcribe(program, wav(story()), response_format="srt").text
    assert srt.startswith("1\n00:00:00,") and " --> " in srt and "tick0" in srt
    vtt = transcribe(program, wav(story()), response_format="vtt").text
    assert vtt.startswith("WEBVTT\n\n00:00:00.")


def test_every_word_has_its_time_and_every_segment_its_words(program: httpx.Client) -> None:
    told = transcribe(
        program, wav(story()), response_format="verbose_json", language="en-GB"
    ).json()
    assert told["duration"] == pytest.approx(len(story()) / RATE, abs=0.01)
    assert " ".join(each["word"] for each in told["words"]) == told["text"]
    assert " ".join(each["text"] for each in told["segments"]) == told["text"]
    times = [each["start"] for each in told["words"]]
    assert times == sorted(times)
    only = {"response_format": "verbose_json", "timestamp_granularities[]": "segment"}
    assert "words" not in transcribe(program, wav(story()), **only).json()


@pytest.mark.parametrize(
    "data",
    [
        lambda: wav(np.stack([soxr.resample(story(), RATE, 44_100)] * 2, axis=1), 44_100),
        lambda: wav(story(), kind="FLAC"),
        lambda: wav(story(), kind="OGG"),
        lambda: wav(story(), kind="MP3"),
        lambda: container("mp4", "aac"),
        lambda: container("webm", "libopus"),
    ],
    ids=["stereo", "flac", "ogg", "mp3", "m4a", "webm"],
)
def test_any_file_that_plays_is_heard(program: httpx.Client, data: Any) -> None:
    assert transcribe(program, data()).json()["text"].startswith("tick0 tick1")


def test_a_long_story_is_heard_to_its_end_and_no_word_twice(program: httpx.Client) -> None:
    told = transcribe(program, wav(minutes(2), kind="FLAC"), response_format="verbose_json").json()
    times = [each["start"] for each in told["words"]]
    assert times == sorted(times) and times[-1] > 115
    assert len(set(times)) == len(times)


def test_a_list_of_files_is_not_followed_to_what_it_names(
    program: httpx.Client, tmp_path: Path
) -> None:
    (tmp_path / "secret.wav").write_bytes(wav(story()))
    m3u8 = f"#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nfile://{tmp_path}/secret.wav\n#EXT-X-ENDLIST\n"
    concat = f"ffconcat version 1.0\nfile '{tmp_path}/secret.wav'\n"
    for each in (m3u8, concat):
        assert "cannot be read as sound" in refused(transcribe(program, each.encode()), 400)


@pytest.mark.parametrize(
    ("data", "status", "says"),
    [
        (b"This is a letter and no sound at all.", 400, "cannot be read as sound"),
        (b"", 400, "no file"),
        (b"RIFF\xff\xff\xff\xffWAVE", 400, "cannot be read as sound"),
        (wav(np.zeros(0, np.float32)), 400, "there is none in it"),
        (wav(np.zeros(30, np.float32), 1), 400, "1 samples a second"),
        (wav(np.zeros((900, 9), np.float32)), 400, "9 channels"),
        (wav(np.zeros(3 * 3600 * 4000, np.int16), 4000, "FLAC"), 413, "longer than 30 minutes"),
        (b"x" * 25_000_001, 413, "no more than 25 MB"),
        (b"x" * 26_000_000, 413, "no more than 25 MB"),
    ],
    ids=[
        "a letter",
        "nothing",
        "a head",
        "no samples",
        "1 Hz",
        "9 channels",
        "3 hours",
        "just too large",
        "large",
    ],
)
def test_what_cannot_be_heard_is_answered_with_a_sentence_and_the_next_is_heard(
    program: httpx.Client, data: bytes, status: int, says: str
) -> None:
    assert says in refused(transcribe(program, data), status)
    assert transcribe(program, wav(story())).json()["text"].startswith("tick0")


def test_an_unknown_model_language_or_form_is_named(program: httpx.Client) -> None:
    data = wav(story())
    assert "Ask for “whisper-tick”" in refused(transcribe(program, data, model="whisper-9"), 404)
    assert "“en” only" in refused(transcribe(program, data, language="sv"), 400)
    assert "json, text" in refused(transcribe(program, data, response_format="docx"), 400)
    assert "form with a file" in refused(program.post("/v1/audio/transcriptions", json={}), 400)
    broken = {"content-type": "multipart/form-data; boundary=x"}
    answer = program.post("/v1/audio/transcriptions", content=b"--y", headers=broken)
    assert refused(answer, 400)
    assert "no such address" in refused(program.post("/v1/chat/completions", json={}), 404)
    assert refused(program.get("/v1/embeddings"), 405)


def speech(
    program: httpx.Client, text: str = "Who was up first in that house?", **more: Any
) -> bytes:
    answer = program.post(
        "/v1/audio/speech", json={"model": "tts-1", "voice": "alloy", "input": text} | more
    )
    assert answer.status_code == 200, answer.text
    return answer.content


@pytest.mark.parametrize("kind", ["wav", "flac", "mp3", "opus", "aac"])
def test_text_is_said_in_the_form_that_was_asked_for(program: httpx.Client, kind: str) -> None:
    data = speech(program, response_format=kind)
    with av.open(io.BytesIO(data)) as file:
        (stream,) = file.streams.audio
        heard = np.concatenate([f.to_ndarray().reshape(-1) for f in file.decode(stream)])
        rate = stream.rate
    raw = np.frombuffer(speech(program, response_format="pcm"), "<i2")
    assert len(heard) / rate == pytest.approx(len(raw) / 24_000, abs=0.2)
    assert float(np.abs(raw).max()) > 3_000


def test_mp3_is_what_comes_where_no_form_was_asked_for(program: httpx.Client) -> None:
    found = soundfile.info(io.BytesIO(speech(program)))
    assert (found.format, found.samplerate) == ("MP3", 24_000)


def test_whoever_wants_it_slower_gets_it_slower(program: httpx.Client) -> None:
    slow, plain, fast = (
        len(
            speech(
                program,
                "We lived in a small house near the river.",
                speed=each,
                response_format="pcm",
            )
        )
        for each in (0.5, 1.0, 2.0)
    )
    assert slow == pytest.approx(2 * plain, rel=0.15) and fast == pytest.approx(plain / 2, rel=0.15)


def test_the_first_clause_is_sent_before_the_last_is_made(program: httpx.Client) -> None:
    text = " ".join(
        ["We lived in a small house near the river, and my father worked at the mill."] * 9
    )
    asked = {"input": text, "response_format": "pcm"}
    with program.stream("POST", "/v1/audio/speech", json=asked) as answer:
        assert "content-length" not in answer.headers
        assert len([len(piece) for piece in answer.iter_raw()]) > 5


@pytest.mark.parametrize(
    ("asked", "status", "says"),
    [
        ({"input": "x" * 100_000}, 400, "at most 4096"),
        ({"input": "🙂"}, 400, "nothing in that text"),
        ({"input": 7}, 400, "the text to be said"),
        ({"input": "Hello.", "model": "tts-9"}, 404, "Ask for “hummer”"),
        ({"input": "Hello.", "voice": "rose"}, 404, "Ask for “hummer”"),
        ({"input": "Hello.", "speed": 9}, 400, "from 0.25 to 4"),
        ({"input": "Hello.", "speed": float("nan")}, 400, "from 0.25 to 4"),
        ({"input": "Hello.", "response_format": "midi"}, 400, "mp3, opus"),
        ({"input": "Hello.", "response_format": ["mp3"]}, 400, "mp3, opus"),
        ([], 400, "JSON object"),
    ],
)
def test_what_cannot_be_said_is_answered_with_a_sentence(
    program: httpx.Client, asked: Any, status: int, says: str
) -> None:
    body = json.dumps(asked)
    assert says in refused(program.post("/v1/audio/speech", content=body), status)
    assert speech(program)


def embed(program: httpx.Client, **asked: Any) -> httpx.Response:
    return program.post("/v1/embeddings", json={"model": "bag-of-words"} | asked)


def test_texts_become_vectors_in_their_order(program: httpx.Client) -> None:
    texts = ["the mill by the river", "a horse", "the river by the mill"] * 7
    data = embed(program, input=texts).json()["data"]
    assert [each["index"] for each in data] == list(range(21))
    rows = np.array([each["embedding"] for each in data])
    assert rows[0] @ rows[2] == pytest.approx(1, abs=1e-4) and rows[0] @ rows[1] < 0.9
    (one,) = embed(program, input=texts[1], encoding_format="base64").json()["data"]
    coded = np.frombuffer(base64.b64decode(one["embedding"]), "<f4")
    assert coded == pytest.approx(rows[1], abs=1e-6)


@pytest.mark.parametrize(
    ("asked", "status", "says"),
    [
        ({"input": []}, 400, "a text, or a list"),
        ({"input": [1, 2, 3]}, 400, "tokens"),
        ({"input": "x" * 100_000}, 400, "more than 20000 letters"),
        ({"input": ["x"] * 5000}, 400, "At most 2048"),
        ({"input": "x", "dimensions": 64}, 400, "256 numbers"),
        ({"input": "x", "encoding_format": "hex"}, 400, "float or base64"),
        ({"input": "x", "model": "text-embedding-3-small"}, 404, "Ask for “bag-of-words”"),
    ],
)
def test_what_has_no_vector_is_answered_with_a_sentence(
    program: httpx.Client, asked: dict[str, Any], status: int, says: str
) -> None:
    assert says in refused(embed(program, **asked), status)
    assert embed(program, input="x").status_code == 200


def test_rubbish_in_place_of_json_is_answered_with_a_sentence(program: httpx.Client) -> None:
    for body in (b"{", b"\xff\xfe", b"[" * 100_000, b"{" + b" " * 2_000_001):
        answer = program.post("/v1/embeddings", content=body)
        assert refused(answer, 413 if len(body) > 2_000_000 else 400)


HALF = "half a letter \ud800"


def test_half_a_letter_is_refused_wherever_it_stands(program: httpx.Client) -> None:
    for path, asked in (
        ("speech", {"input": HALF}),
        ("speech", {"input": "Hello.", "model": HALF}),
        ("embeddings", {"input": [HALF]}),
    ):
        where = f"/v1/{path}" if path == "embeddings" else f"/v1/audio/{path}"
        assert "whole letters" in refused(program.post(where, content=json.dumps(asked)), 400)


@pytest.mark.parametrize(
    ("letters", "says"), [("undefined", "cannot be read"), ("unicode_escape", "whole letters")]
)
def test_a_form_in_letters_of_its_own_is_refused(
    program: httpx.Client, letters: str, says: str
) -> None:
    form = b'--x\r\nContent-Disposition: form-data; name="model"\r\n\r\n\\ud800\r\n--x--\r\n'
    kind = {"Content-Type": f"multipart/form-data; charset={letters}; boundary=x"}
    answer = program.post("/v1/audio/transcriptions", content=form, headers=kind)
    assert says in refused(answer, 400)
