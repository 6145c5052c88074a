"""A session with a language model that comes and goes."""

from collections.abc import AsyncGenerator, Sequence

import pytest
from anyio import Event, create_task_group, sleep_forever, wait_all_tasks_blocked
from anyio.to_thread import current_default_thread_limiter
from interviews import AGREED, rules
from seated_house import READING

from voice_agent.backends import JsonSchema, Message
from voice_agent.conversation.house import Leads
from voice_agent.errors import EngineUnavailable
from voice_agent.interview import planner
from voice_agent.interview.known import Known
from voice_agent.interview.planner import Heard
from voice_agent.interview.seat.verdict import TRUSTED
from voice_agent.language.fallback import Engine, Rung, fallback
from voice_agent.language.scripted import Line, Scripted
from voice_agent.language.wordsmith import Wordsmith

pytestmark = pytest.mark.anyio

BY = rules()
BEFORE, _ = planner.open_session(BY, AGREED)
HEARD = Heard("We pushed the boat out, and the tide was wrong.")
_, MOVE = planner.reply(BY, BEFORE, HEARD, AGREED)
GONE = EngineUnavailable("ollama", "No language server answers.", retryable=True)


def proposed(say: str) -> Line:
    reply = {"kind": "follow", "hook": "the tide was wrong", "to": "", "say": say}
    return {"reading": READING, "replies": [reply]}


async def said(leads: Leads) -> str | None:
    led = await leads(BY, BEFORE, MOVE, HEARD)
    return led.reply.text if led is not None and led.reply is not None else None


async def test_a_model_is_used_as_soon_as_it_is_ready_and_missed_by_nobody_before():
    async def big() -> Engine:
        return Scripted([proposed("The tide was wrong. Who else was there?"), GONE])

    async def small() -> Engine:
        return Scripted([proposed("Ruth, who else was in the boat?")])

    heard: list[str] = []
    refused: list[str] = []
    model = fallback([Rung("the big one", big), Rung("the small one", small)], heard.append)
    smith = Wordsmith(model, names=["Ruth"], observe=refused.append, standing=lambda model: TRUSTED)
    seat = smith.seat(Known)
    assert await said(seat) is None
    async with create_task_group() as tasks:
        tasks.start_soon(smith.tend)
        await wait_all_tasks_blocked()
        assert await said(seat) == "The tide was wrong. Who else was there?"
        assert await said(seat) is None
        await wait_all_tasks_blocked()
        assert await said(seat) == "Ruth, who else was in the boat?"
        tasks.cancel_scope.cancel()
    assert heard == ["The big one is not answering; the small one takes over."]
    assert refused == ["no answer", "no answer"]


async def test_a_clock_that_waits_for_engines_waits_for_the_model_too() -> None:
    class Slow(Scripted):
        async def stream(
            self,
            messages: Sequence[Message],
            *,
            limit: int = 120,
            seed: int | None = None,
            schema: JsonSchema | None = None,
        ) -> AsyncGenerator[str, None]:
            begun.set()
            await sleep_forever()
            yield ""

    async def slow() -> Engine:
        return Slow()

    begun = Event()
    model = fallback([Rung("the slow one", slow)], lambda says: None)
    await model.settle()
    smith = Wordsmith(model, patience=60, standing=lambda model: TRUSTED)
    engines = current_default_thread_limiter()
    async with create_task_group() as tasks:
        tasks.start_soon(smith.seat(Known), BY, BEFORE, MOVE, HEARD)
        await begun.wait()
        assert engines.borrowed_tokens == 1
        tasks.cancel_scope.cancel()
    assert engines.borrowed_tokens == 0
