"""A language server that is down, slow or out of its mind costs a sentence, never the session."""

import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractContextManager, aclosing

import pytest
from anyio import fail_after, move_on_after, to_thread
from ollama_server import MODEL, Mood, Served, ollama_server
from openai_server import openai_server

from voice_agent.backends import LanguageModel, Message
from voice_agent.errors import AnswerUnfit, EngineError, EngineUnavailable
from voice_agent.language.fallback import Rung, fallback
from voice_agent.language.holding import Hold
from voice_agent.language.ollama import at_ollama
from voice_agent.language.openai_compatible import openai_compatible
from voice_agent.language.wire import Patience
from voice_agent.language.writer import Writer

pytestmark = pytest.mark.anyio

HURRY = Patience(connect=0.5, silence=0.3, whole=0.5, load=0.3)
# Who does answer is given time: a busy machine may stand still longer than HURRY waits.
TIME_ENOUGH = Patience(connect=30, silence=30, whole=30, load=30)
SAID = [Message("user", "The bell of Saint Olave's rang when the war was over.")]
FORM = {
    "type": "object",
    "properties": {"what": {"type": "string"}, "sad": {"type": "boolean"}},
    "required": ["what", "sad"],
}

Serve = Callable[[Mood], AbstractContextManager[Served]]
Connect = Callable[..., Writer]


@pytest.fixture(params=["ollama", "openai"])
def dialect(request: pytest.FixtureRequest) -> tuple[Serve, Connect]:
    def ollama(url: str, patience: Patience = TIME_ENOUGH) -> Writer:
        return at_ollama(url, MODEL, context=4096, patience=patience)

    def openai(url: str, patience: Patience = TIME_ENOUGH) -> Writer:
        return openai_compatible(url, MODEL, patience=patience)

    return (ollama_server, ollama) if request.param == "ollama" else (openai_server, openai)


def patience_with(mood: Mood) -> Patience:
    return HURRY if mood in (Mood.SILENT, Mood.DRIPPING) else TIME_ENOUGH


async def stream(model: LanguageModel) -> str:
    async with aclosing(model.stream(SAID)) as pieces:
        return "".join([piece async for piece in pieces])


async def fill(model: LanguageModel) -> object:
    return await model.json(SAID, FORM)


async def form(model: LanguageModel) -> str:
    async with aclosing(model.stream(SAID, schema=FORM)) as pieces:
        return "".join([piece async for piece in pieces])


async def choose(model: LanguageModel) -> list[float]:
    return await model.score(SAID, ["yes", "no"])


CALLS = [stream, fill, form, choose]


async def let_down(
    call: Callable[[LanguageModel], Awaitable[object]], model: Writer
) -> EngineError:
    with fail_after(10), pytest.raises(EngineError) as caught:
        await call(model)
    said = caught.value
    assert (said.what.endswith(".") and not said.mend) or said.mend.endswith(".")
    assert "Olave" not in f"{said.what}{said.safe}{said.mend}", "words of a person in an error"
    return said


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    ("mood", "kind", "retryable"),
    [
        (Mood.SILENT, EngineError, True),
        (Mood.DRIPPING, EngineError, True),
        (Mood.RUBBISH, EngineError, True),
        (Mood.STRANGER, EngineUnavailable, False),
        (Mood.CUTS, EngineError, True),
        (Mood.FORGETS_DONE, EngineError, True),
        (Mood.EMPTY, AnswerUnfit, True),
        (Mood.BUSY, EngineError, True),
        (Mood.FAILING, EngineError, True),
        (Mood.NO_MODEL, EngineUnavailable, False),
    ],
)
async def test_a_bad_server_ends_in_a_plain_sentence(dialect, call, mood, kind, retryable):
    if call is form and mood is Mood.FORGETS_DONE:
        pytest.skip("a form that is whole is done")
    serve, connect = dialect
    with serve(mood) as served:
        said = await let_down(call, connect(served.url, patience_with(mood)))
        assert isinstance(said, kind)
        assert said.retryable is retryable
        assert await to_thread.run_sync(served.idle.wait, 5), "something is still running"


@pytest.mark.parametrize("call", CALLS)
async def test_a_server_that_is_down_is_known_to_be_down(dialect, call):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    said = await let_down(call, dialect[1](url))
    assert isinstance(said, EngineUnavailable) and said.retryable
    assert not (await dialect[1](url).health()).well


@pytest.mark.parametrize("mood", list(Mood))
async def test_a_beginning_that_cannot_be_read_is_nobodys_trouble(dialect, mood):
    serve, connect = dialect
    with serve(mood) as served, fail_after(10):
        await connect(served.url, patience_with(mood)).read(SAID)
        assert await to_thread.run_sync(served.idle.wait, 5)
    await connect(served.url, HURRY).read(SAID)  # nothing listens there any more


@pytest.mark.parametrize("call", CALLS)
async def test_an_address_that_is_none_is_called_so(dialect, call):
    said = await let_down(call, dialect[1]("telephone://olive"))
    assert isinstance(said, EngineError) and not said.retryable


async def test_a_text_that_never_ends_is_not_taken_for_a_whole_one(dialect):
    serve, connect = dialect
    with serve(Mood.TRUNCATED) as served:
        assert isinstance(await let_down(stream, connect(served.url)), AnswerUnfit)
        assert isinstance(await let_down(fill, connect(served.url)), AnswerUnfit)


async def test_an_answer_of_the_wrong_form_is_refused(dialect):
    serve, connect = dialect
    with serve(Mood.WRONG_SCHEMA) as served:
        assert isinstance(await let_down(fill, connect(served.url)), AnswerUnfit)


async def test_a_server_that_loses_the_schema_is_asked_in_words(dialect):
    serve, connect = dialect
    with serve(Mood.WRONG_SCHEMA_ONCE_HELD) as served:
        model = connect(served.url)
        await model.prepare()
        assert model.habits.hold is not Hold.SCHEMA
        before = len(served.requests)
        assert await fill(model) == {"what": "", "sad": False}
        assert len(served.requests) == before + 1, "it was learned at the start, once"
        assert await form(model) == '{"what": "", "sad": false}'
        assert len(served.requests) == before + 2


async def test_a_form_that_is_lost_before_anybody_looked_is_asked_for_in_words(dialect):
    serve, connect = dialect
    with serve(Mood.WRONG_SCHEMA_ONCE_HELD) as served:
        assert await form(connect(served.url)) == '{"what": "", "sad": false}'


async def test_without_probabilities_the_server_is_made_to_choose(dialect):
    serve, connect = dialect
    with serve(Mood.NO_LIKELIHOODS) as served:
        assert await choose(connect(served.url)) == [1.0, 0.0]


async def test_thoughts_are_not_spoken(dialect):
    serve, connect = dialect
    with serve(Mood.THINKS_ALOUD) as served:
        assert await stream(connect(served.url)) == "That kitchen sounds busy. Who baked the bread?"
        assert await fill(connect(served.url)) == {"what": "", "sad": False}
        assert await form(connect(served.url)) == '{"what": "", "sad": false}'


@pytest.mark.parametrize("mood", [Mood.FENCES, Mood.OUTSIDE, Mood.THINKS_APART])
async def test_what_a_model_writes_is_held_to_the_form_whatever_the_server_makes_of_it(
    dialect, mood: Mood
):
    serve, connect = dialect
    with serve(mood) as served:
        assert await fill(connect(served.url)) == {"what": "", "sad": False}
        model = connect(served.url)
        await model.prepare()
        assert await fill(model) == {"what": "", "sad": False}
        assert await form(model) == '{"what": "", "sad": false}'


@pytest.mark.parametrize("mood", [Mood.THINKS_ALOUD, Mood.THINKS_APART, Mood.WELL])
async def test_a_model_that_thinks_although_it_was_asked_not_to_is_noticed_at_the_start(
    dialect, mood: Mood
):
    serve, connect = dialect
    heard: list[str] = []
    with serve(mood) as served:
        model = connect(served.url)

        async def reach() -> Writer:
            return model

        ladder = fallback([Rung("the server", reach)], heard.append)
        await ladder.settle()
        assert model.habits.thinks is (mood is not Mood.WELL)
        said = [one for one in heard if "thinks before it answers" in one]
        assert len(said) == model.habits.thinks
        assert ("thinks before it answers" in (await ladder.health()).says) is model.habits.thinks


async def test_a_server_that_refuses_to_be_told_not_to_think_is_told_no_more(dialect):
    serve, connect = dialect
    with serve(Mood.NO_HINTS) as served:
        model = connect(served.url)
        await model.prepare()
        assert model.habits.hold is Hold.SCHEMA
        served.requests.clear()
        assert await fill(model) == {"what": "", "sad": False}
        assert await stream(model)
        assert not any({"think", "chat_template_kwargs"} & {*one} for one in served.requests)


@pytest.mark.parametrize(
    ("mood", "hold", "asked"),
    [(Mood.OBJECTS_ONLY, Hold.OBJECT, "json_object"), (Mood.NO_FORMS, Hold.WORDS, None)],
)
async def test_a_server_that_refuses_a_form_is_asked_for_less_from_then_on(mood, hold, asked):
    with openai_server(mood) as served:
        prepared, fresh = (openai_compatible(served.url, MODEL) for _ in range(2))
        await prepared.prepare()
        for model, call in ((prepared, form), (fresh, form), (openai_compatible(served.url), fill)):
            await call(model)
            assert model.habits.hold is hold
            before = len(served.requests)
            assert await form(model) == '{"what": "", "sad": false}'
            assert len(served.requests) == before + 1
            assert served.requests[-1].get("response_format", {}).get("type") == asked


async def test_a_server_that_fails_for_a_moment_is_not_thought_to_know_less():
    with openai_server(Mood.BUSY) as served:
        model = openai_compatible(served.url, MODEL)
        await let_down(fill, model)
        served.mood = Mood.WELL
        assert await fill(model) and model.habits.hold is Hold.SCHEMA


async def test_a_model_that_only_embeds_or_listens_is_passed_over_where_none_is_named():
    with openai_server() as served:
        model = openai_compatible(served.url)
        assert MODEL in (await model.health()).says
        await model.prepare()
        assert model.name == f"openai {MODEL}"


async def test_a_model_that_cannot_talk_is_not_taken_for_one_that_can(dialect):
    serve, connect = dialect
    with serve(Mood.LISTS_ONLY) as served:
        model = connect(served.url)
        with pytest.raises(EngineError) as refused:
            await model.prepare()
        assert not refused.value.retryable


@pytest.mark.parametrize("mood", [Mood.LISTS_ONLY, Mood.EMPTY, Mood.CUTS, Mood.FAILING])
async def test_a_server_that_lists_models_but_answers_no_word_is_not_well(mood: Mood):
    with openai_server(mood) as served:
        health = await openai_compatible(served.url).health()
        assert not health.well and health.says.endswith(".")


async def test_a_server_that_lists_models_but_never_says_a_word_is_too_slow():
    with openai_server(Mood.DRIPPING) as served, fail_after(10):
        health = await openai_compatible(served.url, patience=TIME_ENOUGH).health()
        assert not health.well and f"{MODEL}, but it took too long" in health.says


@pytest.mark.parametrize("mood", list(Mood))
async def test_health_never_raises(dialect, mood):
    serve, connect = dialect
    with serve(mood) as served, fail_after(10):
        health = await connect(served.url, patience_with(mood)).health()
        assert health.says.endswith(".")
        if mood in (Mood.SILENT, Mood.RUBBISH, Mood.STRANGER, Mood.BUSY, Mood.NO_MODEL):
            assert not health.well


@pytest.mark.parametrize("mood", [Mood.DRIPPING, Mood.SILENT])
async def test_a_narrator_who_goes_on_talking_leaves_nothing_running(dialect, mood):
    serve, connect = dialect
    with serve(mood) as served:
        with move_on_after(0.1):
            await stream(connect(served.url, HURRY))
        assert await to_thread.run_sync(served.idle.wait, 5)


async def test_after_a_failure_the_next_request_is_answered(dialect):
    serve, connect = dialect
    with serve(Mood.WELL) as served:
        # One patience for both: long enough for a busy machine, short enough to wait out silence.
        model = connect(served.url, Patience(connect=30, silence=4, whole=30, load=4))
        for mood in (Mood.CUTS, Mood.EMPTY, Mood.RUBBISH, Mood.SILENT):
            served.mood = mood
            await let_down(stream, model)
            served.mood = Mood.WELL
            assert await stream(model)


async def test_nothing_is_contacted_that_the_settings_do_not_name(dialect, monkeypatch):
    serve, connect = dialect
    with serve(Mood.WELL) as proxy, serve(Mood.WELL) as served:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        monkeypatch.setenv("ALL_PROXY", proxy.url)
        assert await stream(connect(served.url))
        assert not proxy.requests


@pytest.fixture
async def asked_at_ollama() -> AsyncIterator[Served]:
    with ollama_server() as served:
        model = at_ollama(served.url, MODEL, context=4096)
        await model.prepare([Message("system", "You listen.")])
        await stream(model)
        await fill(model)
        await choose(model)
        yield served


async def test_ollama_keeps_one_context_and_never_lets_the_model_go(asked_at_ollama: Served):
    chats = [one for one in asked_at_ollama.requests if one["path"] == "/api/chat"]
    assert len(chats) >= 6
    assert {one["options"]["num_ctx"] for one in chats} == {4096}
    assert all(one["keep_alive"] == -1 for one in chats), "a number, not the text '-1'"


async def test_ollama_is_always_told_where_to_stop(asked_at_ollama: Served):
    chats = [one for one in asked_at_ollama.requests if one["path"] == "/api/chat"]
    assert all(one["options"]["num_predict"] > 0 for one in chats)


async def test_a_prompt_ollama_would_cut_in_silence_is_refused_aloud():
    with ollama_server() as served:
        model = at_ollama(served.url, MODEL, context=1024)
        with pytest.raises(EngineError, match="longer than it can hold") as caught:
            await model.json([Message("user", "and then " * 1000)], FORM)
        assert not caught.value.retryable
        assert not served.requests


async def test_a_model_is_always_told_not_to_think_also_beside_a_form(asked_at_ollama: Served):
    chats = [one for one in asked_at_ollama.requests if one["path"] == "/api/chat"]
    assert all(one["think"] is False for one in chats)
    assert any("format" in one for one in chats)
