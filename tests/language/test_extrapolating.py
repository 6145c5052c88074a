"""Thinking of questions never fails a talk."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any

import pytest

from voice_agent.backends import Health, JsonSchema, Message
from voice_agent.errors import EngineUnavailable
from voice_agent.interview.known import Event, Known
from voice_agent.language.extrapolating import extrapolate, prompt

pytestmark = pytest.mark.anyio

KNOWN = Known((Event("e-1", "we moved to Leeds", people=("Alfred",), places=("Leeds",)),))


class Thinks:
    """A language model with one answer, or none."""

    name = "thinks"

    def __init__(self, answer: Mapping[str, Any] | None) -> None:
        self._answer = answer

    async def read(self, messages: Sequence[Message]) -> None:
        """Nothing is kept."""

    async def json(
        self, messages: Sequence[Message], schema: JsonSchema, *, limit: int = 400
    ) -> Mapping[str, Any]:
        if self._answer is None:
            raise EngineUnavailable("thinks", "It is away.", retryable=True)
        return self._answer

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        limit: int = 120,
        seed: int | None = None,
        schema: JsonSchema | None = None,
    ) -> AsyncGenerator[str, None]:
        yield ""

    async def score(self, messages: Sequence[Message], choices: Sequence[str]) -> list[float]:
        return [1.0 / len(choices)] * len(choices)

    async def health(self) -> Health:
        return Health(True, "well")


async def test_only_what_passes_every_check_is_thought_of() -> None:
    answer = {"questions": ["What did Alfred say in Leeds?", "How old is Margaret?"]}
    found = await extrapolate(Thinks(answer), prompt(), KNOWN)
    assert [each.ask for each in found] == ["What did Alfred say in Leeds?"]


async def test_a_model_that_is_away_thinks_of_nothing() -> None:
    assert await extrapolate(Thinks(None), prompt(), KNOWN) == ()
    assert await extrapolate(Thinks({}), prompt(), Known()) == ()
