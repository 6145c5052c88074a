"""Nothing leaves this computer for a language server, unless the settings say that it may."""

from contextlib import aclosing
from pathlib import Path

import pytest
from ollama_server import MODEL, Mood, ollama_server
from openai_server import openai_server

from voice_agent.backends import Message
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


async def test_of_several_servers_those_elsewhere_are_left_out_and_the_next_one_answers() -> None:
    heard = list[str]()
    with openai_server(Mood.FAILING) as study, openai_server() as attic:
        wanted = Language(
            model="openai",
            openai_url="http://192.168.1.9/v1",
            openai_urls=[study.url, attic.url],
            openai_model=MODEL,
        )
        chosen = await choose(wanted, None, heard.append)
        assert chosen is not None
        assert [rung.called for rung in chosen.ladder.rungs] == [
            f"the language server at {study.url} or {attic.url}"
        ]
        await chosen.settle()
        async with aclosing(chosen.stream([Message("user", "We lived there.")])) as pieces:
            assert "".join([piece async for piece in pieces])
        assert attic.requests
    assert "not on this computer" in heard[0] and "192.168.1.9" not in "".join(heard[1:])


async def test_nobody_answers_where_every_server_is_elsewhere() -> None:
    wanted = Language(
        model="openai", openai_url="http://192.168.1.9/v1", openai_urls=["https://example.org/v1"]
    )
    heard = list[str]()
    assert await choose(wanted, None, heard.append) is None
    assert sum("not on this computer" in each for each in heard) == 2
