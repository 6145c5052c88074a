"""A language model that stops costs one sentence to the household, and the interview goes on."""

from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, field

import pytest
from anyio import Event, move_on_after

from voice_agent.backends import Message
from voice_agent.errors import AnswerUnfit, EngineError, EngineUnavailable
from voice_agent.language.fallback import Fallback, Rung, fallback
from voice_agent.language.scripted import Line, Scripted

pytestmark = pytest.mark.anyio

SAID = [Message("user", "We kept bees behind the chapel.")]
GONE = EngineUnavailable("ollama", "No language server answers.", retryable=True)
BROKE = EngineError("ollama", "The connection broke off.", retryable=True)
UNFIT = AnswerUnfit("ollama", "The model had nothing to say.", retryable=True)
TOO_LONG = EngineError("ollama", "The prompt is too long.", retryable=False)


@dataclass
class House:
    """Two engines, a clock that only moves when told to, and what was announced."""

    big: list[Line] = field(default_factory=list)
    small: list[Line] = field(default_factory=list)
    well: bool = True
    now: float = 0.0
    heard: list[str] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)

    async def open_big(self) -> Scripted:
        self.opened.append("big")
        if not self.well:
            raise GONE
        return Scripted(self.big)

    async def open_small(self) -> Scripted:
        self.opened.append("small")
        return Scripted(self.small)

    async def ladder(self) -> Fallback:
        rungs = [Rung("the big model", self.open_big), Rung("the small model", self.open_small)]
        model = fallback(rungs, self.heard.append, clock=lambda: self.now)
        await model.settle()
        return model


async def say(model: Fallback, messages: Sequence[Message] = SAID) -> str:
    async with aclosing(model.stream(messages)) as pieces:
        return "".join([piece async for piece in pieces])


async def test_a_server_that_goes_away_is_announced_and_the_small_model_takes_over():
    house = House(big=["Bees?", GONE], small=["And the honey?"])
    model = await house.ladder()
    assert await say(model) == "Bees?"
    with pytest.raises(EngineUnavailable):
        await say(model)  # this once, the caller's own words
    assert house.heard == ["The big model is not answering; the small model takes over."]
    await model.settle()
    assert await say(model) == "And the honey?"


async def test_a_small_model_that_is_ready_already_answers_in_the_same_breath():
    house = House(big=[GONE], small=["And the honey?"])
    model = await house.ladder()
    model.ladder.ready[1] = await house.open_small()
    assert await say(model) == "And the honey?"


async def test_nothing_is_loaded_during_a_turn():
    house = House(big=[GONE])
    model = await house.ladder()
    with pytest.raises(EngineUnavailable):
        await say(model)
    assert house.opened == ["big"]


async def test_below_the_last_one_are_our_own_words_and_it_is_said():
    house = House(big=[GONE], small=[GONE])
    model = await house.ladder()
    for _ in range(2):
        with pytest.raises(EngineUnavailable):
            await say(model)
        await model.settle()
    assert house.heard[-1].endswith("the interviewer goes on in its own words.")
    with pytest.raises(EngineUnavailable) as caught:
        await say(model)
    assert "own words" in caught.value.safe
    assert model.name == "own words"
    assert not (await model.health()).well


async def test_it_comes_back_between_turns():
    house = House(big=[GONE], small=["And the honey?"])
    model = await house.ladder()
    with pytest.raises(EngineUnavailable):
        await say(model)
    house.well = False
    await model.settle()
    house.now, house.well, house.big = 30, True, ["How many hives?"]
    await model.settle()
    assert house.heard[-1] == "The big model is back."
    assert await say(model) == "How many hives?"


async def test_a_server_that_is_away_is_not_looked_for_after_every_word():
    house = House(big=[GONE])
    model = await house.ladder()
    with pytest.raises(EngineUnavailable):
        await say(model)
    for _ in range(5):
        await model.settle()
    assert house.opened.count("big") == 1


@pytest.mark.parametrize("fault", [UNFIT, TOO_LONG])
async def test_a_bad_answer_is_no_reason_to_leave_the_better_model(fault: EngineError):
    house = House(big=[fault] * 4 + ["How many hives?"])
    model = await house.ladder()
    for _ in range(4):
        with pytest.raises(EngineError):
            await say(model)
    assert await say(model) == "How many hives?"
    assert not house.heard


async def test_a_hiccup_is_forgiven_and_three_in_a_row_are_not():
    house = House(big=[BROKE, BROKE, "Bees?", BROKE, BROKE, BROKE])
    model = await house.ladder()
    for _ in range(2):
        with pytest.raises(EngineError):
            await say(model)
    assert await say(model) == "Bees?"
    for _ in range(3):
        assert not house.heard
        with pytest.raises(EngineError):
            await say(model)
    assert len(house.heard) == 1


class Slow(Scripted):
    async def stream(self, messages, *, limit=120, seed=None, schema=None):
        await Event().wait()
        yield ""


async def test_a_server_too_slow_for_a_conversation_is_given_up():
    house = House()
    model = await house.ladder()
    model.ladder.ready[0] = Slow()
    for _ in range(3):
        assert not house.heard
        with move_on_after(0.01) as scope:
            model.ladder.clock = _ticking(house)
            await say(model)
        assert scope.cancelled_caught
    assert len(house.heard) == 1


def _ticking(house: House):
    def clock() -> float:
        house.now += 3
        return house.now

    return clock


async def test_a_narrator_who_breaks_in_early_is_not_held_against_the_server():
    house = House()
    model = await house.ladder()
    model.ladder.ready[0] = Slow()
    for _ in range(5):
        with move_on_after(0):
            await say(model)
    assert not house.heard


async def test_a_form_and_a_choice_fall_back_too():
    house = House(big=[GONE], small=[{"sad": True}, [3.0, 1.0]])
    model = await house.ladder()
    model.ladder.ready[1] = await house.open_small()
    form = {"type": "object", "properties": {"sad": {"type": "boolean"}}, "required": ["sad"]}
    assert await model.background().json(SAID, form) == {"sad": True}
    assert await model.score(SAID, ["yes", "no"]) == [0.75, 0.25]
    assert len(house.heard) == 1
