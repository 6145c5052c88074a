"""What every language model keeps to, whoever makes it and wherever it runs."""

import json
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from pathlib import Path

import pytest
from anyio import create_task_group, move_on_after
from far_engines import connect
from ollama_server import MODEL, ollama_server
from openai_server import openai_server
from real_tokens import smollm2, token_pen

from voice_agent.backends import LanguageModel, Message
from voice_agent.endpoints import Endpoints
from voice_agent.errors import AnswerUnfit, NotSent
from voice_agent.fleet.passing_on import PassingOn
from voice_agent.fleet.plan import Writing
from voice_agent.language.either import Either
from voice_agent.language.fallback import Engine, Rung, fallback
from voice_agent.language.llamacpp import embedded
from voice_agent.language.ollama import at_ollama
from voice_agent.language.openai_compatible import OpenAIServer, openai_compatible
from voice_agent.language.schema import faults, fitted
from voice_agent.language.scripted import Scripted
from voice_agent.language.wire import Patience
from voice_agent.language.writer import Writer

pytestmark = pytest.mark.anyio

STORY = [
    Message("system", "You ask an old person one short question about their story."),
    Message("user", "My mother baked bread every Saturday, and the whole street smelled of it."),
]
FORM = {
    "type": "object",
    "properties": {
        "what": {"type": "string", "maxLength": 24},
        "who": {"type": "array", "items": {"type": "string", "maxLength": 12}, "maxItems": 2},
        "finished": {"type": "boolean"},
        "mood": {"enum": ["glad", "sad", "neither"]},
    },
    "required": ["what", "who", "finished", "mood"],
}
REAL = pytest.mark.models
AGAIN = (REAL, pytest.mark.long)
"""The same tokens by another road, which the scripted servers above go already."""


@pytest.fixture(scope="module")
def weights() -> Path:
    return smollm2()


@pytest.fixture(scope="module")
def in_process(weights: Path) -> Iterator[LanguageModel]:
    model = embedded(weights, context=2048)
    yield model
    model.server.close()  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def pen(weights: Path) -> Iterator[object]:
    with token_pen(weights) as pen:
        yield pen


@pytest.fixture(
    params=[
        "scripted",
        "fallback",
        "ollama protocol",
        "openai protocol",
        "through a cluster",
        "either of two",
        "either of two, the first away",
        pytest.param("embedded", marks=REAL),
        pytest.param("ollama protocol, real tokens", marks=AGAIN),
        pytest.param("openai protocol, real tokens", marks=AGAIN),
        pytest.param("llama.cpp's own server", marks=AGAIN),
        pytest.param("a real ollama", marks=REAL),
    ]
)
async def model(request: pytest.FixtureRequest) -> AsyncIterator[LanguageModel]:
    match request.param:
        case "scripted":
            yield Scripted()
        case "fallback":

            async def reach() -> Scripted:
                return Scripted()

            model = fallback([Rung("the script", reach)], print)
            await model.settle()
            yield model
        case "ollama protocol":
            with ollama_server() as served:
                yield at_ollama(served.url, MODEL)
        case "openai protocol":
            with openai_server() as served:
                yield openai_compatible(served.url, MODEL)
        case "through a cluster":
            with openai_server() as served:
                passing = PassingOn(Writing(url=served.url, model=MODEL))
                door = OpenAIServer("http://fleet/v1", MODEL, connect=connect(passing))
                yield Writer(door)
        case "either of two":
            with openai_server() as study, openai_server() as attic:
                yield either(study.url, attic.url)
        case "either of two, the first away":
            with openai_server() as attic:
                yield either("http://127.0.0.1:9/v1", attic.url)
        case "embedded":
            yield request.getfixturevalue("in_process")
        case "ollama protocol, real tokens":
            with ollama_server(pen=request.getfixturevalue("pen")) as served:
                yield at_ollama(served.url, MODEL, patience=Patience(silence=60))
        case "openai protocol, real tokens":
            with openai_server(pen=request.getfixturevalue("pen")) as served:
                yield openai_compatible(served.url, MODEL, patience=Patience(silence=60))
        case "llama.cpp's own server":
            pen = request.getfixturevalue("pen")
            yield openai_compatible(f"{pen.url}/v1", patience=Patience(silence=60))
        case _:
            host = os.environ.get("OLLAMA_HOST")
            if not host:
                pytest.skip("OLLAMA_HOST names no real Ollama server")
            yield at_ollama(
                host if "://" in host else f"http://{host}",
                os.environ.get("OLLAMA_MODEL", "qwen3.5:9b"),
                patience=Patience(silence=300),
            )


def either(*urls: str) -> Writer:
    servers = [OpenAIServer(url, MODEL) for url in urls]
    return Writer(Either(Endpoints(servers, instead="")))


async def written(model: LanguageModel, limit: int, seed: int | None = None) -> str:
    """What it writes, finished or not."""
    text = ""
    try:
        async with aclosing(model.stream(STORY, limit=limit, seed=seed)) as pieces:
            async for piece in pieces:
                assert piece, "an empty piece"
                text += piece
    except AnswerUnfit as error:
        assert f"{limit} tokens" in error.what
    return text


async def test_it_has_a_name_that_stays(model: LanguageModel):
    assert model.name and model.name == model.name


async def test_it_writes_something_and_stops(model: LanguageModel):
    text = await written(model, 16)
    assert text.strip()
    assert len(text.split()) <= 16


async def test_the_same_seed_gives_the_same_words(model: LanguageModel):
    assert await written(model, 12, seed=7) == await written(model, 12, seed=7)


async def test_what_is_no_longer_wanted_stops_and_the_next_is_answered(model: LanguageModel):
    async with aclosing(model.stream(STORY, limit=100)) as pieces:
        async for _ in pieces:
            break
    assert (await written(model, 12)).strip()


async def test_a_cancelled_wait_leaves_it_ready(model: LanguageModel):
    with move_on_after(0):
        await written(model, 100)
    assert (await written(model, 12)).strip()


async def test_a_form_is_filled_in_as_it_asks(model: LanguageModel):
    value = await model.json(STORY, FORM, limit=200)
    assert not faults(value, FORM)


async def test_a_form_is_written_piece_by_piece_and_nothing_round_it(model: Engine):
    for asked in (model, model.background()):
        async with aclosing(asked.stream(STORY, limit=200, seed=1, schema=FORM)) as pieces:
            text = "".join([piece async for piece in pieces])
        assert text.startswith("{") and text.endswith("}")
        assert not faults(fitted(json.loads(text), FORM), FORM)


async def test_a_form_no_longer_wanted_leaves_it_ready(model: LanguageModel):
    async with aclosing(model.stream(STORY, limit=200, schema=FORM)) as pieces:
        async for _ in pieces:
            break
    assert (await written(model, 12)).strip()


async def test_a_form_we_could_not_check_is_refused(model: LanguageModel):
    strange = {"type": "string", "pattern": "x"}
    with pytest.raises(ValueError, match="pattern"):
        await model.json(STORY, strange)
    with pytest.raises(ValueError, match="pattern"):
        async with aclosing(model.stream(STORY, schema=strange)) as pieces:
            await anext(pieces)


async def test_what_is_read_beforehand_changes_no_answer(model: Engine):
    for asked in (model, model.background()):
        await asked.read(STORY[:1])
        await asked.read(STORY)
        assert (await written(asked, 12)).strip()
    with move_on_after(0):
        await model.read(STORY)
    assert (await written(model, 12)).strip()


async def test_choices_share_one_certainty(model: LanguageModel):
    question = [Message("user", "Was bread baked in the story? Answer yes or no.")]
    shares = await model.score([*STORY, *question], ["yes", "no", "not sure"])
    assert len(shares) == 3
    assert sum(shares) == pytest.approx(1)
    assert all(0 <= share <= 1 for share in shares)


async def test_one_answer_is_not_a_choice(model: LanguageModel):
    with pytest.raises(ValueError, match="at least two"):
        await model.score(STORY, ["yes"])


async def test_it_says_in_a_sentence_that_it_is_well(model: LanguageModel):
    health = await model.health()
    assert health.well, health.says
    assert health.says.endswith(".")


async def test_two_at_once_are_both_answered(model: LanguageModel):
    answers: list[str] = []

    async def ask() -> None:
        answers.append(await written(model, 8))

    async with create_task_group() as tasks:
        tasks.start_soon(ask)
        tasks.start_soon(ask)
    assert len(answers) == 2 and all(answers)


async def test_work_behind_gives_the_same_kind_of_answer(model: LanguageModel):
    behind = model.background()  # type: ignore[attr-defined]
    assert (await written(behind, 12)).strip()
    assert not faults(await behind.json(STORY, FORM, limit=200), FORM)


async def test_it_can_be_made_ready_before_the_session(model: LanguageModel):
    ready = getattr(model, "prepare", None) or model.settle  # type: ignore[attr-defined]
    await (ready(STORY[:1]) if ready.__name__ == "prepare" else ready())
    assert (await written(model, 8)).strip()


async def test_nothing_is_sent_where_the_last_look_says_no(model: Engine) -> None:
    looked: list[str] = []

    async def no() -> None:
        looked.append("looked")
        raise NotSent("language", "It is kept back.", retryable=False)

    for watched in (model.looking(no), model.background().looking(no)):
        with pytest.raises(NotSent):
            async with aclosing(watched.stream(STORY, limit=8)) as pieces:
                async for _ in pieces:
                    pass
        with pytest.raises(NotSent):
            await watched.json(STORY, FORM)
        with pytest.raises(NotSent):
            await watched.score(STORY, ["yes", "no"])
        await watched.read(STORY)
    assert len(looked) == 8
    # whoever else asks the same model is not concerned
    assert len(await model.score(STORY, ["yes", "no"])) == 2
