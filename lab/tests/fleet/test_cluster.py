"""One real cluster with one replica of each engine: asked, counted, searched, ended."""

import io
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import httpx
import numpy as np
import pytest
import soundfile

pytest.importorskip("ray", reason="the extra “fleet” is not installed here")

from lab.evaluation.seat.paced_server import paced_server
from lab.fleet import canary

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # Ray's own, as it is imported
    from lab.fleet import local
    from lab.fleet.drill import small
from voice_agent.audio import files
from voice_agent.fleet import door, keys
from voice_agent.fleet.quiet import QUIET
from voice_agent.settings import load
from voice_agent.sound import RATE
from voice_agent.speech.narrator import sample_narrator

pytestmark = [
    pytest.mark.models,
    pytest.mark.filterwarnings("ignore"),  # Ray's own
]
LINE = sample_narrator().lines[2]


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    # short, and in memory: Ray's sockets have paths of a hundred letters at most
    with tempfile.TemporaryDirectory(prefix="f-", dir="/dev/shm") as place:
        yield Path(place)


@pytest.fixture(scope="module")
def house(folder: Path) -> Iterator[httpx.Client]:
    if not (load().weights / "whisper-tiny-en").is_dir():
        pytest.skip("the weights whisper-tiny-en are not on this machine")
    key = folder / "key"
    keys.new_key(key)
    known = keys.of_houses(str(key))
    with paced_server(reads=10_000, writes=1_000) as model:
        one = {"cores": 0.5, "least": 1, "most": 1}
        whole = small(key, 8493, model)
        served = whole.model_copy(
            update={
                "door": whole.door.model_copy(update={"least": 1, "most": 1}),
                "recognition": whole.recognition.model_copy(update=one),
                "speech": whole.speech.model_copy(update=one),
            }
        )
        with local.served(served, folder / "cluster", door.digests(known), nodes=0):
            headers = {"Authorization": f"Bearer {known[0]}"}
            with httpx.Client(
                base_url="http://127.0.0.1:8493/v1", headers=headers, timeout=60, trust_env=False
            ) as client:
                yield client


def test_a_house_is_heard_answered_and_spoken_to_by_the_cluster(house: httpx.Client) -> None:
    sound = {"file": ("turn.wav", _wav(), "audio/wav")}
    form = {"response_format": "verbose_json", "timestamp_granularities[]": "word"}
    heard = house.post("/audio/transcriptions", files=sound, data=form).json()
    assert "brother walter" in heard["text"].casefold() and heard["words"]
    said = house.post("/audio/speech", json={"input": "Who was Walter?", "response_format": "pcm"})
    assert len(said.content) > 20_000
    vectors = house.post("/embeddings", json={"input": ["the goat", "a goat"]}).json()["data"]
    one, other = (np.asarray(each["embedding"]) for each in vectors)
    assert one @ other > 0.7
    asked = {"messages": [{"role": "user", "content": "Say yes."}], "max_tokens": 5, "stream": True}
    assert "Yes." in house.post("/chat/completions", json=asked).text


def test_a_stranger_is_not_let_in(house: httpx.Client) -> None:
    assert house.get("/models", headers={"Authorization": "Bearer guessed"}).status_code == 401


def test_a_replica_that_is_killed_is_replaced_and_houses_are_served_again(
    house: httpx.Client,
) -> None:
    had = local.kill(["embeddings"])
    assert had["embeddings"] >= 1
    assert local.whole(had) < 120
    assert house.post("/embeddings", json={"input": "the goat"}).status_code == 200


def test_nothing_that_was_said_lies_on_the_clusters_disk(house: httpx.Client, folder: Path) -> None:
    text = "Perpetua buried the silver spoons under the quince tree"
    house.post("/embeddings", json={"input": text})
    house.post("/audio/speech", json={"input": text, "response_format": "pcm"})
    house.post("/chat/completions", json={"messages": [{"role": "user", "content": text}]})
    house.post("/chat/completions", json={"messages": text})  # and what is refused
    house.post("/audio/transcriptions", files={"file": ("t.wav", _wav(), "audio/wav")})
    sound = files.read(LINE.file).samples
    searched = canary.search([folder / "cluster"], [text, LINE.text], [sound])
    assert searched.files > 10 and searched.found == ()


def test_its_processes_report_nothing_and_spill_nowhere(house: httpx.Client) -> None:
    seen = [
        dict(each.partition("=")[::2] for each in environ.split("\0"))
        for environ in local.environments()
    ]
    assert len(seen) >= 6  # a node and five replicas
    assert all(each.get(name) == value for each in seen for name, value in QUIET.items())


def _wav() -> bytes:
    file = io.BytesIO()
    soundfile.write(file, files.read(LINE.file).samples, RATE, format="WAV", subtype="PCM_16")
    return file.getvalue()
