"""Who may be one person, as a language model finds: only of those shown, and only for a reason that was told."""

from typing import Any

import pytest
from anyio import sleep_forever

from voice_agent.errors import EngineUnavailable
from voice_agent.language.scripted import Scripted
from voice_agent.memory.people.perhaps_one import Somebody, found, perhaps_one

pytestmark = pytest.mark.anyio

PEOPLE = (
    Somebody("p-a", "Bessie", "", ("Bessie, that is Elizabeth at the bank, she never wed.",)),
    Somebody("p-b", "Elizabeth", "sister", ("My sister Elizabeth counted money all day.",)),
    Somebody("p-c", "Tom", "brother", ("My brother Tom fished.",)),
)
RIGHT = {"one": "p1", "other": "p2", "because": "that is Elizabeth at the bank"}


async def test_a_pair_with_a_reason_that_was_told_is_suggested() -> None:
    model = Scripted([{"pairs": [RIGHT, {**RIGHT, "one": "p2", "other": "p1"}]}])
    assert len(await perhaps_one(model, PEOPLE, patience=5)) == 1
    assert "p2: Elizabeth (sister). Told: My sister Elizabeth counted" in model.asked[0][-1].text


@pytest.mark.parametrize(
    "pair",
    [
        {**RIGHT, "because": "they are surely one and the same"},
        {**RIGHT, "because": "Elizabeth"},
        {**RIGHT, "because": "My brother Tom fished"},
        {**RIGHT, "other": "p9"},
        {**RIGHT, "other": "p1"},
        {**RIGHT, "one": None},
        "p1 and p2",
        None,
    ],
    ids=str,
)
def test_what_has_no_reason_in_what_was_told_is_dropped(pair: Any) -> None:
    assert found({"pairs": [pair]}, PEOPLE) == ()


@pytest.mark.parametrize("answer", [{}, {"pairs": None}, {"pairs": "p1"}, {"pairs": [[]]}], ids=str)
def test_an_answer_of_another_shape_suggests_nobody(answer: Any) -> None:
    assert found(answer, PEOPLE) == ()


class Never(Scripted):
    """It never answers."""

    async def json(self, *given: Any, **more: Any) -> Any:
        await sleep_forever()


async def test_one_that_fails_or_never_answers_suggests_nobody() -> None:
    gone = EngineUnavailable("scripted", "No model answers.", retryable=True)
    assert await perhaps_one(Scripted([gone]), PEOPLE, patience=5) == ()
    assert await perhaps_one(Never(), PEOPLE, patience=0.01) == ()
    assert await perhaps_one(Scripted(), PEOPLE[:1], patience=5) == ()
