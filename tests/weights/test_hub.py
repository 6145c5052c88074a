"""A model that settings name by its name on a hub, fetched from a small hub inside this test."""

import hashlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path

import anyio
import pytest

from voice_agent.assemble import wordsmith
from voice_agent.measuring import doctor
from voice_agent.measuring.checkup import State
from voice_agent.settings import load
from voice_agent.settings_sections import Language, Models
from voice_agent.weights import find

FILES = {
    "model.bin": b"weights" * 1000,
    "config.json": b"{}",
    "small.Q4_K_M.gguf": b"GGUF" * 1000,
    "large.Q8_0.gguf": b"GGUF" * 9000,
}


class Hub(BaseHTTPRequestHandler):
    """Just enough of a model hub: one revision, one flat folder."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        address = self.path.split("?")[0]
        if "/tree/" in address:
            self._answer([self._entry(name) for name in FILES])
        elif address.startswith("/api/models/"):
            siblings = [{"rfilename": name} for name in FILES]
            self._answer({"id": "house/ear", "sha": "a" * 40, "siblings": siblings})
        elif (name := address.rpartition("/")[2]) in FILES:
            self._send(FILES[name], ETag=f'"{self._entry(name)["oid"]}"')
        else:
            self._send(b"", status=404)

    do_HEAD = do_GET

    def _entry(self, name: str) -> dict[str, object]:
        oid = hashlib.sha1(FILES[name]).hexdigest()
        return {"type": "file", "path": name, "size": len(FILES[name]), "oid": oid}

    def _answer(self, value: object) -> None:
        self._send(json.dumps(value).encode())

    def _send(self, data: bytes, status: int = 200, **headers: str) -> None:
        self.send_response(status)
        for header, value in {"X-Repo-Commit": "a" * 40, **headers}.items():
            self.send_header(header, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def hub() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Hub) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def models(
    command: str, shelf: Path, endpoint: str, name: str = "house/ear"
) -> subprocess.CompletedProcess[str]:
    environ = {
        **os.environ,
        "HF_ENDPOINT": endpoint,
        "VOICE_AGENT_MODELS__DIRECTORY": str(shelf),
        "COLUMNS": "200",
    }
    line = [sys.executable, "-m", "voice_agent", "models", command, name]
    return subprocess.run(line, env=environ, capture_output=True, text=True, check=False)


def test_a_hub_model_is_fetched_and_later_held_to_the_checksums_of_that_day(
    hub: str, tmp_path: Path
) -> None:
    assert models("fetch", tmp_path, hub).returncode == 0
    folder = tmp_path / "house--ear"
    assert (folder / "model.bin").read_bytes() == FILES["model.bin"]
    assert models("verify", tmp_path, hub).returncode == 0
    (folder / "model.bin").write_bytes(FILES["model.bin"].replace(b"w", b"v"))
    told = models("verify", tmp_path, hub)
    assert told.returncode == 1
    assert "another checksum" in told.stdout
    assert "`voice-agent models fetch house/ear`" in told.stdout
    assert models("fetch", tmp_path, hub).returncode == 0
    assert (folder / "model.bin").read_bytes() == FILES["model.bin"]


def test_a_hub_that_is_not_there_is_a_sentence_and_not_a_traceback(tmp_path: Path) -> None:
    told = models("fetch", tmp_path, "http://127.0.0.1:9")
    assert told.returncode == 1
    assert "could not be fetched from its hub" in told.stderr
    assert "Traceback" not in told.stderr


GGUF = "house/mouth:small.Q4_K_M.gguf"


def test_one_file_of_a_hubs_model_is_fetched_and_becomes_the_model_inside_the_program(
    hub: str, tmp_path: Path
) -> None:
    told = models("fetch", tmp_path, hub, GGUF)
    assert told.returncode == 0, told.stderr
    folder = find(tmp_path, GGUF)
    assert [each.name for each in folder.iterdir() if not each.name.startswith(".")] == [
        "small.Q4_K_M.gguf"
    ]
    assert models("verify", tmp_path, hub, GGUF).returncode == 0
    heard: list[str] = []
    wanted = Language(model="embedded", embedded_model=GGUF)
    house = load().model_copy(
        update={"language": wanted, "models": Models(directory=str(tmp_path))}
    )
    smith = anyio.run(wordsmith, house, heard.append, None)
    assert (smith is not None) is bool(find_spec("xllamacpp"))
    found = anyio.run(doctor.language, house, heard.append)
    assert found.state is not State.CARE and "is here" in found.says


def test_a_file_that_the_hub_does_not_have_is_a_sentence_and_leaves_nothing(
    hub: str, tmp_path: Path
) -> None:
    told = models("fetch", tmp_path, hub, "house/mouth:smal.gguf")
    assert told.returncode == 1
    assert "has no file smal.gguf" in told.stderr and "Traceback" not in told.stderr
    assert left(tmp_path) == []


@pytest.mark.parametrize("name", [GGUF, "house/mouth/tongue:small.Q4_K_M.gguf"])
def test_a_file_of_a_hub_that_cannot_be_asked_is_a_sentence_and_leaves_nothing(
    name: str, tmp_path: Path
) -> None:
    told = models("fetch", tmp_path, "http://127.0.0.1:9", name)
    assert told.returncode == 1
    assert "Traceback" not in told.stderr and "hub" in told.stderr
    assert left(tmp_path) == []
    assert f"`voice-agent models fetch {name}`" in models("verify", tmp_path, "", name).stdout


def left(shelf: Path) -> list[str]:
    """What a fetch left behind, but for its lock."""
    return [each.name for each in shelf.rglob("*") if each.is_file() and each.name != "lock"]
