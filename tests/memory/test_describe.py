"""A model words an event; what is true in it stays with the rules."""

import pytest
from storyteller_of_lives import tell

from voice_agent.backends import Message
from voice_agent.errors import EngineError
from voice_agent.language.scripted import Scripted
from voice_agent.memory.describe import describe

pytestmark = pytest.mark.anyio

TOLD = tell(["My brother Tom married Rose in Dayton in nineteen fifty-two."])
CLAIMS = {claim.id: claim for claim in TOLD.claims}
(EVENT,) = TOLD.life.events


async def described(answer: dict[str, object] | EngineError | None):
    model = Scripted([answer]) if answer is not None else None
    return await describe(EVENT, TOLD.life, CLAIMS, model), model


async def test_without_a_model_the_narrators_own_words_stay() -> None:
    found, _ = await described(None)
    assert found.text == "My brother Tom married Rose in Dayton"
    assert found.by == ""


async def test_a_faithful_wording_is_taken_and_date_and_people_come_from_the_rules() -> None:
    found, model = await described(
        {"description": "Tom married Rose in Dayton.", "date": "1952", "people": ["Tom"]}
    )
    assert found.text == "Tom married Rose in Dayton."
    assert (found.date, found.people, found.by) == ("1952", ("Tom",), "scripted")
    assert model is not None
    assert isinstance(model.asked[0][0], Message)


@pytest.mark.parametrize(
    "invented",
    ["Tom married Rose in Paris.", "Tom married Rose in 1951.", "Tom happily divorced Rose.", ""],
)
async def test_an_invention_is_not_taken(invented: str) -> None:
    found, _ = await described({"description": invented, "date": "1952", "people": []})
    assert found.text == "My brother Tom married Rose in Dayton"
    assert found.by == ""


async def test_a_model_that_fails_costs_nothing() -> None:
    found, _ = await described(EngineError("a model", "is tired", retryable=True))
    assert found.by == ""
