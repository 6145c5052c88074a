"""A model in our own process gives its memory back where a talk ends: the next talk loads its own."""

import gc
from pathlib import Path
from types import SimpleNamespace
from typing import cast
from weakref import ref

import anyio
import pytest
from ollama_server import MODEL, ollama_server
from openai_server import openai_server
from real_tokens import smollm2

from voice_agent.assemble.evening import Evening
from voice_agent.backends import Message
from voice_agent.errors import EngineUnavailable
from voice_agent.language.fallback import Engine, Fallback, Rung, fallback
from voice_agent.language.llamacpp import EmbeddedServer, embedded
from voice_agent.language.ollama import at_ollama
from voice_agent.language.openai_compatible import openai_compatible
from voice_agent.language.scripted import Scripted
from voice_agent.language.wordsmith import Wordsmith

pytestmark = pytest.mark.anyio

SAID = [Message("user", "We kept bees.")]
GONE = EngineUnavailable("scripted", "It is gone.", retryable=True)


async def ladder(*engines: Engine) -> Fallback:
    def rung(engine: Engine) -> Rung:
        async def reach() -> Engine:
            return engine

        return Rung("a model", reach)

    model = fallback([rung(engine) for engine in engines], lambda says: None)
    await model.settle()
    return model


async def ask(model: Engine | Fallback) -> None:
    async for _ in model.stream(SAID):
        pass


async def test_whoever_answers_can_be_closed_and_closed_again() -> None:
    with ollama_server() as one, openai_server() as other:
        for engine in (Scripted(), at_ollama(one.url, MODEL), openai_compatible(other.url)):
            await ask(engine)
            engine.close()
            engine.close()


async def test_what_is_given_up_is_closed_between_turns_and_the_rest_at_the_end() -> None:
    first, second = Scripted([GONE]), Scripted()
    model = await ladder(first, second)
    with pytest.raises(EngineUnavailable):
        await ask(model)
    assert not first.closed
    await model.settle()
    assert first.closed and not second.closed
    model.close()
    assert second.closed
    with pytest.raises(EngineUnavailable):
        await ask(model)


class Nobody:
    """Sits beside a talk and does nothing."""

    async def work(self) -> None: ...

    async def read_on(self) -> None: ...

    async def finish(self) -> None: ...

    def close(self) -> None: ...


@pytest.mark.parametrize("fails", [False, True])
async def test_where_a_talk_ends_its_model_is_closed(fails: bool) -> None:
    engine = Scripted()

    async def talk() -> str:
        if fails:
            raise EngineUnavailable("ear", "The microphone is gone.", retryable=False)
        return "told"

    nobody = Nobody()
    company = SimpleNamespace(
        smith=Wordsmith(await ladder(engine)),
        memory_worker=nobody,
        back=nobody,
        granting=nobody,
        reading_on=None,
        labour=anyio.to_thread.run_sync,
    )
    if fails:
        with pytest.raises(EngineUnavailable):
            await Evening.beside(cast(Evening, company), talk)
    else:
        assert await Evening.beside(cast(Evening, company), talk) == "told"
    assert engine.closed


@pytest.mark.models
def test_one_that_is_dropped_does_not_wait_for_the_garbage_collector() -> None:
    path: Path = smollm2()
    gc.collect()
    gc.disable()
    try:
        model = embedded(path, context=512)
        server = ref(model.server)
        assert isinstance(server(), EmbeddedServer)
        del model
        assert server() is None
    finally:
        gc.enable()
