"""Nothing leaves this computer for a language server, unless the settings say that it may."""

from pathlib import Path

import pytest
from ollama_server import MODEL, ollama_server

from voice_agent.language.choice import choose
from voice_agent.language.elsewhere import leaves, refusal
from voice_agent.measuring import doctor
from voice_agent.measuring.checkup import State
from voice_agent.settings import load
from voice_agent.settings_sections import Language

pytestmark = pytest.mark.anyio

HERE = (
    "http://127.0.0.1:11434",
    "http://127.8.0.3:80",
    "http://localhost:8000/v1",
    "localhost:11434",
    "http://[::1]:8000",
    "http://LOCALHOST",
)
THERE = (
    "http://192.168.1.9:11434",
    "http://10.0.0.2",
    "https://api.example.org/v1",
    "http://ollama:11434",
    "http://localhost.example.org",
    "http://127.0.0.1@example.org/v1",
    "http://127.0.0.1.example.org",
    "http://2130706433",
    "http://0x7f.1",
    "http://[fe80::1]",
    "http://[::ffff:192.168.1.9]",
    "http://0.0.0.0:11434",
    "://",
    "http://[",
)


@pytest.mark.parametrize("address", HERE)
def test_an_address_of_this_computer_is_here(address: str) -> None:
    assert not leaves(Language(ollama_host=address))
    assert not leaves(Language(model="openai", openai_url=address))


@pytest.mark.parametrize("address", THERE)
def test_every_other_address_is_elsewhere(address: str) -> None:
    assert leaves(Language(ollama_host=address))
    wanted = Language(model="openai", openai_url=address)
    assert leaves(wanted) and refusal(wanted)
    assert not refusal(wanted.model_copy(update={"elsewhere": "yes"}))


@pytest.mark.parametrize("tag", ["qwen3-coder:480b-cloud", "gpt-oss:cloud", "Kimi-K2:CLOUD"])
def test_a_model_that_ollama_passes_on_to_its_maker_is_elsewhere(tag: str) -> None:
    wanted = Language(ollama_model=tag)
    assert leaves(wanted) and "maker's computers" in refusal(wanted)


def test_whoever_asks_no_server_sends_nothing() -> None:
    there = "http://192.168.1.9"
    assert not leaves(Language(model="none", ollama_host=there))
    assert not leaves(Language(model="embedded", ollama_host=there))
    assert not leaves(Language(model="openai", ollama_host=there))


def test_a_refusal_names_no_password() -> None:
    wanted = Language(model="openai", openai_url="http://rose:hunter2@192.168.1.9/v1")
    assert "hunter2" not in refusal(wanted) and "192.168.1.9" in refusal(wanted)


async def test_a_server_elsewhere_is_not_even_asked_whether_it_is_there() -> None:
    heard = list[str]()
    with ollama_server() as served:
        # the name of this computer in the network: it would answer, and is another address
        wanted = Language(
            ollama_host=served.url.replace("127.0.0.1", "0.0.0.0"), ollama_model=MODEL
        )
        assert await choose(wanted, None, heard.append) is None
        assert not served.requests
        found = await doctor.language(
            load(environ={"XDG_CONFIG_HOME": "/nonexistent"}).model_copy(
                update={"language": wanted}
            ),
            heard.append,
        )
        assert not served.requests
    assert found.state is State.CARE
    for said in (heard[0], f"{found.says} {found.do}"):
        assert "not on this computer" in said and 'elsewhere = "yes"' in said
    assert len(heard) == 2 and "own words" in heard[1]


async def test_with_leave_it_is_asked() -> None:
    heard = list[str]()
    with ollama_server() as served:
        wanted = Language(
            ollama_host=served.url.replace("127.0.0.1", "0.0.0.0"),
            ollama_model=MODEL,
            elsewhere="yes",
        )
        chosen = await choose(wanted, None, heard.append)
        assert chosen is not None
        await chosen.settle()
        assert served.requests


async def test_the_small_model_of_this_computer_helps_instead(tmp_path: Path) -> None:
    heard = list[str]()
    (tmp_path / "small.gguf").write_bytes(b"GGUF")
    wanted = Language(model="openai", openai_url="http://192.168.1.9/v1")
    chosen = await choose(wanted, tmp_path, heard.append)
    assert chosen is not None
    assert [rung.called for rung in chosen.ladder.rungs] == [
        "the small language model on this machine"
    ]
