"""The small model in our own process keeps to itself."""

import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path

import httpx
import pytest
from anyio import fail_after, move_on_after, sleep
from often import some
from real_tokens import smollm2

from voice_agent.backends import Message
from voice_agent.errors import EngineError, EngineUnavailable
from voice_agent.language.llamacpp import EmbeddedServer
from voice_agent.language.writer import Asked, Writer


def test_without_weights_it_says_how_to_get_them(tmp_path: Path):
    with pytest.raises(EngineUnavailable, match="no weights") as caught:
        EmbeddedServer(tmp_path)
    assert "models fetch" in caught.value.mend


@pytest.fixture(scope="module")
def server() -> Iterator[EmbeddedServer]:
    server = EmbeddedServer(smollm2(), context=2048)
    yield server
    server.close()


@pytest.mark.models
def test_damaged_weights_are_called_damaged(tmp_path: Path):
    (tmp_path / "small.gguf").write_bytes(b"GGUF" + bytes(1000))
    with pytest.raises(EngineUnavailable, match="could not be loaded") as caught:
        EmbeddedServer(tmp_path)
    assert "models verify" in caught.value.mend


@pytest.mark.models
def test_nobody_else_on_the_machine_can_reach_it(server: EmbeddedServer):
    folder = server.socket.parent
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    open_ports = Path("/proc/net/tcp").read_text().splitlines()[1:]
    ours = {str(fd.readlink()) for fd in Path("/proc/self/fd").iterdir() if fd.is_symlink()}
    listening = [line.split()[9] for line in open_ports if line.split()[3] == "0A"]
    assert not {f"socket:[{inode}]" for inode in listening} & ours


@pytest.mark.models
def test_even_through_its_socket_it_wants_its_key(server: EmbeddedServer):
    with httpx.Client(transport=httpx.HTTPTransport(uds=str(server.socket))) as client:
        assert client.get("http://embedded/slots").status_code in (401, 501)
        body = {"messages": [{"role": "user", "content": "hi"}]}
        assert client.post("http://embedded/v1/chat/completions", json=body).status_code == 401


@pytest.mark.models
@pytest.mark.anyio
async def test_a_narrator_who_goes_on_while_it_is_still_reading_frees_it(server: EmbeddedServer):
    model = Writer(server)
    with move_on_after(0.3):
        async with aclosing(model.stream([Message("user", "and then " * 700)])) as pieces:
            async for _ in pieces:
                break
    with fail_after(60):
        while await server.busy():  # noqa: ASYNC110 - a server tells nobody when it is done
            await sleep(0.05)  # each look is a connection of its own


@pytest.mark.models
@pytest.mark.anyio
async def test_a_prompt_that_does_not_fit_is_refused_aloud(server: EmbeddedServer):
    model = Writer(server)
    long = [Message("user", "and then " * 3000)]
    with pytest.raises(EngineError, match="longer than it can hold"):
        async with aclosing(model.stream(long)) as pieces:
            async for _ in pieces:
                break
    with pytest.raises(EngineError, match="longer than it can hold"):
        await model.score(long, ["yes", "no"])


@pytest.mark.models
@pytest.mark.anyio
async def test_a_choice_that_begins_another_is_weighed_too(server: EmbeddedServer):
    asked = Asked([Message("user", "Is bread baked in an oven? Answer yes or no.")], 1)
    alone = await server.weigh(asked, ["yes", "no"])
    beside = await server.weigh(asked, ["yes", "no", "no, never in my life"])
    assert sum(beside) == pytest.approx(1)
    assert beside[0] == pytest.approx(alone[0], abs=0.02)
    assert beside[1] + beside[2] == pytest.approx(alone[1], abs=0.02)


@pytest.mark.models
@pytest.mark.parametrize("name", some(["SIGINT", "SIGTERM"]))
def test_the_key_that_stops_the_program_still_stops_it(name: str):
    smollm2()
    program = f"""
import os, signal, sys
from pathlib import Path
from anyio import run, to_thread
from voice_agent.language.llamacpp import embedded
from voice_agent.settings import load

def stop(*_):
    print("stopped in good order", flush=True)
    sys.exit(7)

signal.signal(signal.{name}, stop)

async def main():
    # loaded as the program loads it: in a worker thread
    model = await to_thread.run_sync(embedded, load().weights / "smollm2")
    os.kill(os.getpid(), signal.{name})
    await to_thread.run_sync(sys.stdin.read)

run(main)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, input="", timeout=60
    )
    assert "stopped in good order" in done.stdout, done.stderr
    assert done.returncode == 7


@pytest.mark.models
def test_it_can_be_closed_as_soon_as_it_is_open_and_leaves_nothing():
    for _ in range(3):
        server = EmbeddedServer(smollm2(), context=512)
        folder = server.socket.parent
        assert server.socket.exists()
        server.close()
        assert not folder.exists()
