"""The household is told in one sentence which language model there is, and what it does."""

from pathlib import Path

import pytest
from ollama_server import MODEL, Mood, ollama_server
from openai_server import openai_server

from voice_agent.backends import Message
from voice_agent.errors import EngineUnavailable
from voice_agent.interview.seat.verdict import TRUSTED
from voice_agent.language.choice import choose
from voice_agent.settings_sections import Language

pytestmark = pytest.mark.anyio

NOWHERE = "http://127.0.0.1:9"


@pytest.fixture
def heard() -> list[str]:
    return []


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    (tmp_path / "small.gguf").write_bytes(b"GGUF")
    return tmp_path


async def test_auto_takes_ollama_where_it_answers(heard: list[str], weights: Path):
    with ollama_server() as served:
        wanted = Language(ollama_host=served.url, ollama_model=MODEL)
        model = await choose(
            wanted,
            weights,
            heard.append,
            opening=[Message("system", "Listen.")],
            standing=lambda model: TRUSTED,
            leave=lambda address: address == served.url,
        )
        assert model is not None
        await model.settle()
        assert model.name == f"ollama {MODEL}"
        assert [rung.called for rung in model.ladder.rungs][1:] == [
            "the small language model on this machine"
        ]
        assert any(
            "Listen." in str(one["messages"]) for one in served.requests if "messages" in one
        )
    assert len(heard) == 1 and "Ollama" in heard[0] and heard[0].endswith(".")


async def test_auto_takes_the_small_model_where_ollama_is_silent(heard: list[str], weights: Path):
    model = await choose(Language(ollama_host=NOWHERE), weights, heard.append)
    assert model is not None and len(model.ladder.rungs) == 1
    assert "on this machine" in heard[0]


@pytest.mark.parametrize("mood", [Mood.NO_MODEL, Mood.STRANGER, Mood.BUSY])
async def test_auto_uses_our_own_words_where_nobody_can_help(heard: list[str], mood: Mood):
    with ollama_server(mood) as served:
        assert await choose(Language(ollama_host=served.url), None, heard.append) is None
    assert heard == [
        "There is no language model on this machine: the interviewer uses its own words."
    ]


@pytest.mark.parametrize("said", [None, False])
async def test_auto_shows_nothing_to_a_server_that_nobody_has_allowed(
    heard: list[str], weights: Path, said: bool | None
):
    with ollama_server() as served:
        wanted = Language(ollama_host=served.url, ollama_model=MODEL)
        model = await choose(wanted, weights, heard.append, leave=lambda address: said)
        assert model is not None and len(model.ladder.rungs) == 1
        assert "small language model" in model.ladder.rungs[0].called
        assert not [one for one in served.requests if "messages" in one]
    # who has said no is not told of it again
    assert any(served.url in one and "allow-server" in one for one in heard) is (said is None)


async def test_none_asks_nobody(heard: list[str]):
    with ollama_server() as served:
        wanted = Language(model="none", ollama_host=served.url)
        assert await choose(wanted, None, heard.append) is None
        assert not served.requests
    assert "own words" in heard[0]


async def test_a_server_that_was_named_is_stood_by(heard: list[str]):
    model = await choose(Language(model="ollama", ollama_host=NOWHERE), None, heard.append)
    assert model is not None
    await model.settle()
    assert "not answering" in heard[-1]
    assert model.name == "own words"


async def test_an_openai_server_is_only_asked_where_one_is_named(heard: list[str]):
    assert await choose(Language(model="openai"), None, heard.append) is None
    assert "no address" in heard[0]
    with openai_server() as served:
        model = await choose(Language(model="openai", openai_url=served.url), None, heard.append)
        assert model is not None
        await model.settle()
        assert model.name == f"openai {MODEL}"


async def test_servers_with_the_same_model_are_asked_as_one_and_others_below_them(
    heard: list[str],
):
    with openai_server() as study, openai_server() as cellar, openai_server() as attic:
        cellar.model = "another"
        wanted = Language(
            model="openai", openai_url=study.url, openai_urls=[cellar.url, attic.url, NOWHERE]
        )
        model = await choose(wanted, None, heard.append)
        assert model is not None
        assert [(rung.called, rung.name) for rung in model.ladder.rungs] == [
            (f"the language server at {study.url} or {attic.url}", f"openai {MODEL}"),
            (f"the language server at {cellar.url}", "openai another"),
            (f"the language server at {NOWHERE}", f"openai {NOWHERE}"),
        ]
        await model.settle()
        assert model.name == f"openai {MODEL}"
        study.mood = attic.mood = Mood.STRANGER
        with pytest.raises(EngineUnavailable):
            await model.score([Message("user", "We lived there.")], ["yes", "no"])
        await model.settle()
        assert model.name == "openai another"
    assert heard[0].startswith(f"The language server at {study.url} or {attic.url} ")


async def test_weights_that_are_not_there_are_not_tried(heard: list[str], tmp_path: Path):
    assert await choose(Language(model="embedded"), tmp_path, heard.append) is None
    assert "not installed" in heard[0]


async def test_damaged_weights_end_in_our_own_words(heard: list[str], weights: Path):
    model = await choose(Language(model="embedded"), weights, heard.append)
    assert model is not None
    await model.settle()
    assert heard[-1].endswith("the interviewer goes on in its own words.")


async def test_a_server_that_wants_a_key_is_shown_it(heard: list[str], tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("a-long-key\n")
    file.chmod(0o600)
    with openai_server() as served:
        wanted = Language(
            model="openai", openai_url=served.url, openai_model=MODEL, openai_key_file=str(file)
        )
        model = await choose(wanted, None, heard.append)
        assert model is not None
        await model.settle()
    assert served.keys and {*served.keys} == {"Bearer a-long-key"}


@pytest.mark.parametrize(
    ("text", "mode"), [("a-long-key", 0o644), ("", 0o600), ("two words", 0o600)]
)
async def test_a_key_that_others_can_read_or_that_is_none_is_said_and_nobody_is_asked(
    heard: list[str], tmp_path: Path, text: str, mode: int
) -> None:
    file = tmp_path / "key"
    file.write_text(text)
    file.chmod(mode)
    with openai_server() as served:
        wanted = Language(model="openai", openai_url=served.url, openai_key_file=str(file))
        assert await choose(wanted, None, heard.append) is None
    assert not served.requests and "openai_key_file" in heard[0] and "two words" not in heard[0]
