"""The language model of a cluster, asked through it by the client that the house uses: as if it stood next to it."""

import json

import httpx
import pytest
from far_engines import KEY, KEYS, client, connect
from ollama_server import MODEL
from openai_server import openai_server

from voice_agent.backends import Message
from voice_agent.errors import EngineError
from voice_agent.fleet import door
from voice_agent.fleet.passing_on import PassingOn
from voice_agent.fleet.plan import Writing
from voice_agent.language.openai_compatible import OpenAIServer
from voice_agent.language.writer import Writer
from voice_agent.lending.refusals import KEPT

pytestmark = pytest.mark.anyio

ASKED = [Message("user", "Say something kind.")]


def house(passing: PassingOn) -> Writer:
    """The house's own client, whose requests go through the door."""
    return Writer(OpenAIServer("http://fleet/v1", MODEL, connect=connect(passing)))


async def test_a_house_is_answered_word_by_word_as_by_the_server_itself() -> None:
    with openai_server() as served:
        near = Writer(OpenAIServer(served.url, MODEL))
        alone = [piece async for piece in near.stream(ASKED)]
        far = [
            piece
            async for piece in house(PassingOn(Writing(url=served.url, model=MODEL))).stream(ASKED)
        ]
    assert far == alone and len(far) > 1


async def test_objects_of_a_wanted_form_come_through_the_cluster() -> None:
    form = {"type": "object", "properties": {"kind": {"type": "string"}}, "required": ["kind"]}
    with openai_server() as served:
        found = await house(PassingOn(Writing(url=served.url, model=MODEL))).json(ASKED, form)
    assert "kind" in found


async def test_no_name_of_a_house_and_no_wish_to_store_reaches_the_server() -> None:
    seen = list[dict[str, object]]()

    def upstream(request: httpx.Request) -> httpx.Response:
        seen.append(json.loads(request.content))
        return httpx.Response(200, json={"choices": []})

    passing = PassingOn(
        Writing(url="http://model/v1", model="qwen"),
        connect=lambda timeout: httpx.AsyncClient(transport=httpx.MockTransport(upstream)),
    )
    more = {"user": "Margaret", "store": True, "metadata": {"house": "3"}, "model": "another"}
    async with client(passing) as asks:
        body = {"messages": [{"role": "user", "content": "x"}], "max_tokens": 5, **more}
        assert (await asks.post("/v1/chat/completions", json=body)).status_code == 200
    assert seen == [{"messages": body["messages"], "max_tokens": 5, "model": "qwen"}]


async def test_a_server_that_quotes_what_it_refuses_is_not_quoted() -> None:
    def upstream(request: httpx.Request) -> httpx.Response:
        return httpx.Response(400, json={"error": {"message": f"bad: {request.content!r}"}})

    passing = PassingOn(
        Writing(url="http://model/v1", model="qwen"),
        connect=lambda timeout: httpx.AsyncClient(transport=httpx.MockTransport(upstream)),
    )
    async with client(passing) as asks:
        body = {"messages": [{"role": "user", "content": "the quince"}]}
        told = await asks.post("/v1/chat/completions", json=body)
    assert told.status_code == 400 and "quince" not in told.text


async def test_a_model_server_that_is_away_is_said_and_the_house_can_go_on() -> None:
    passing = PassingOn(Writing(url="http://127.0.0.1:9/v1", model="qwen"))
    with pytest.raises(EngineError) as caught:
        _ = [piece async for piece in house(passing).stream(ASKED)]
    assert caught.value.retryable


async def test_a_prompt_that_is_too_long_is_known_for_that() -> None:
    def upstream(request: httpx.Request) -> httpx.Response:
        return httpx.Response(400, json={"error": {"message": "maximum context length is 8192"}})

    passing = PassingOn(
        Writing(url="http://model/v1", model="qwen"),
        connect=lambda timeout: httpx.AsyncClient(transport=httpx.MockTransport(upstream)),
    )
    with pytest.raises(EngineError, match="longer than it can hold"):
        _ = [piece async for piece in house(passing).stream(ASKED)]


@pytest.mark.parametrize("key", ["", "a wrong one", KEY[:-1]])
@pytest.mark.parametrize(
    "path", ["/v1/chat/completions", "/v1/audio/speech", "/v1/embeddings", "/v1/models"]
)
async def test_nobody_comes_in_without_the_key(key: str, path: str) -> None:
    async with client(PassingOn(Writing(url="http://model/v1", model="qwen")), key=key) as asks:
        got = await (asks.get(path) if path.endswith("models") else asks.post(path, json={}))
    assert got.status_code == 401
    assert key not in got.text or not key


@pytest.mark.parametrize("key", KEYS)
async def test_every_house_comes_in_with_its_own_key_until_its_line_is_gone(key: str) -> None:
    async with client(key=key) as asks:
        assert (await asks.get("/v1/models")).status_code == 200
    others = [each for each in KEYS if each != key]
    async with client(key=key, known=others) as asks:
        assert (await asks.get("/v1/models")).status_code == 401
    async with client(key=others[0], known=others) as asks:
        assert (await asks.get("/v1/models")).status_code == 200


def test_the_door_keeps_no_key() -> None:
    kept = door.digests(KEYS)
    assert len({*kept}) == len(KEYS) and not any(key in each for key in KEYS for each in kept)


async def test_a_house_hears_the_clusters_voice() -> None:
    async with client() as asks:
        body = {
            "model": "hummer",
            "input": "Who taught you that?",
            "voice": "hummer",
            "response_format": "pcm",
        }
        got = await asks.post("/v1/audio/speech", json=body)
    assert got.status_code == 200 and len(got.content) > 20_000


async def test_the_one_that_can_talk_is_listed_first() -> None:
    async with client(PassingOn(Writing(url="http://model/v1", model="qwen"))) as asks:
        listed = (await asks.get("/v1/models")).json()["data"]
    assert [each["id"] for each in listed] == ["qwen", "metronome", "hummer"]


async def test_rubbish_is_refused_in_a_sentence() -> None:
    async with client(PassingOn(Writing(url="http://model/v1", model="qwen"))) as asks:
        for body in (b"", b"[]", b"{}", b'{"messages": 3}', b"\xff"):
            got = await asks.post("/v1/chat/completions", content=body)
            assert got.status_code == 400
            assert got.json()["error"]["message"].endswith(KEPT)
