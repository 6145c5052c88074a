"""A session with a language model that comes and goes."""

import pytest
from anyio import create_task_group, wait_all_tasks_blocked

from voice_agent.conversation.house import Wording
from voice_agent.errors import EngineUnavailable
from voice_agent.interview.planner import Act, Heard, Move
from voice_agent.language.fallback import Engine, Rung, fallback
from voice_agent.language.scripted import Scripted
from voice_agent.language.wordsmith import Wordsmith

pytestmark = pytest.mark.anyio

MOVE = Move(Act.QUESTION, ask="Who else was there?")
HEARD = Heard("We pushed the boat out, and the tide was wrong.")
GONE = EngineUnavailable("ollama", "No language server answers.", retryable=True)


async def test_a_model_is_used_as_soon_as_it_is_ready_and_missed_by_nobody_before():
    async def big() -> Engine:
        return Scripted(["The tide was wrong. Who else was there?", GONE])

    async def small() -> Engine:
        return Scripted(["Ruth, who else was in the boat?"])

    heard: list[str] = []
    refused: list[str] = []
    model = fallback([Rung("the big one", big), Rung("the small one", small)], heard.append)
    smith = Wordsmith(model, names=["Ruth"], observe=refused.append)
    word: Wording = smith
    assert await word(MOVE, HEARD, ()) is None
    async with create_task_group() as tasks:
        tasks.start_soon(smith.tend)
        await wait_all_tasks_blocked()
        assert await word(MOVE, HEARD, ()) == "The tide was wrong. Who else was there?"
        assert await word(MOVE, HEARD, ()) is None
        await wait_all_tasks_blocked()
        assert await word(MOVE, HEARD, ()) == "Ruth, who else was in the boat?"
        tasks.cancel_scope.cancel()
    assert heard == ["The big one is not answering; the small one takes over."]
    assert refused == ["no answer", "no answer"]
