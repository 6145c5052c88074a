"""A language model in the seat is heard out piece by piece, and holds nothing up."""

import json
from collections.abc import AsyncGenerator, Sequence
from typing import Any

import pytest
from anyio import sleep_forever
from interviews import AGREED, rules
from seated_house import READING, ready

from voice_agent.backends import JsonSchema, Message
from voice_agent.errors import EngineUnavailable
from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.returning.offers import PastTopic
from voice_agent.interview.seat.proposal import Led
from voice_agent.language import seating
from voice_agent.language.fallback import Engine
from voice_agent.language.gate import Gate
from voice_agent.language.proposing import Pieces
from voice_agent.language.scripted import Scripted
from voice_agent.language.seating import Seat

pytestmark = pytest.mark.anyio

TURN = "She had a jar of buttons, and we counted them if we were good. I was never good."
LISTENS = READING | {"hook": "never good"}


def reply(say: str, hook: str = "never good") -> dict[str, str]:
    return {"kind": "follow", "hook": hook, "to": "", "say": say}


def answer(*replies: dict[str, str]) -> dict[str, Any]:
    return {"reading": LISTENS, "replies": [*replies]}


async def heard_out(seat: Seat) -> Led | None:
    before, _ = planner.open_session(rules(), AGREED)
    _, move = planner.reply(rules(), before, Heard(TURN), AGREED)
    return await seat(rules(), before, move, Heard(TURN))


async def asked(engine: Engine, patience: float = 60.0) -> tuple[Led | None, list[str]]:
    seen: list[str] = []
    gate = Gate(await ready(engine))
    seat = Seat(gate, seating.prompt(), patience=patience, observe=seen.append)
    return await heard_out(seat), seen


async def test_the_first_that_passes_is_taken_and_the_rest_is_not_waited_for() -> None:
    class WritesOn(Scripted):
        async def stream(
            self,
            messages: Sequence[Message],
            *,
            limit: int = 120,
            seed: int | None = None,
            schema: JsonSchema | None = None,
        ) -> AsyncGenerator[str, None]:
            whole = json.dumps(answer(reply("Were you sad?"), reply("How did you get at the jar?")))
            yield whole.removesuffix("]}")
            await sleep_forever()

    led, seen = await asked(WritesOn())
    assert led is not None and led.reply is not None
    assert led.reply.text == "How did you get at the jar?"
    assert [why for _, _, why in led.struck] == ["a leading question"] == seen


async def test_where_nothing_passes_there_is_a_reading_and_no_reply() -> None:
    led, _ = await asked(Scripted([answer(reply("What did Beatrice say?"))]))
    assert led is not None and led.reply is None and led.reading.hook is not None


@pytest.mark.parametrize(
    "text",
    ["", "I think that...", '{"reading": [', "{}", '{"replies": 3, "reading": 4}', "[[[[" * 5000],
)
async def test_rubbish_is_no_reply(text: str) -> None:
    led, _ = await asked(Scripted([text or EngineUnavailable("x", "Gone.", retryable=True)]))
    assert led is None or led.reply is None


async def test_whoever_is_late_is_not_waited_for() -> None:
    class Late(Scripted):
        async def stream(
            self,
            messages: Sequence[Message],
            *,
            limit: int = 120,
            seed: int | None = None,
            schema: JsonSchema | None = None,
        ) -> AsyncGenerator[str, None]:
            await sleep_forever()
            yield ""

    led, seen = await asked(Late(), patience=0.05)
    assert led is None and seen == ["out of time"]


def test_pieces_come_as_soon_as_they_are_whole() -> None:
    pieces = Pieces()
    text = json.dumps(answer(reply('One {brace} and "quotes"?'), reply("Two?")))
    came = [(at, each.name) for at, letter in enumerate(text) for each in pieces.feed(letter)]
    assert [name for _, name in came] == ["reading", "replies", "replies"]
    assert came[0][0] < came[1][0] < came[2][0] <= len(text) - 2


MARBLES = PastTopic(
    "marbles", "My brother kept marbles", text="My brother kept marbles in a tin.", sure=0.9
)


async def twice(recall: seating.Recall, *answers: dict[str, Any]) -> tuple[Led | None, int]:
    """What comes of it, and how often the model was asked."""
    engine = Scripted(answers)
    seat = Seat(Gate(await ready(engine)), seating.prompt(), patience=60.0, recall=recall)
    return await heard_out(seat), len(engine.asked)


async def test_what_a_first_reply_calls_up_is_looked_at_before_a_second_one() -> None:
    words: list[str] = []

    async def recall(said: str, feeling: object) -> tuple[PastTopic, ...]:
        words.append(said)
        return (MARBLES,)

    one, other = (
        answer(reply("How did you get at the jar?")),
        answer(reply("Who counted the buttons?")),
    )
    led, times = await twice(recall, one, other)
    assert led is not None and led.reply is not None and led.reply.ask == "Who counted the buttons?"
    assert times == 2 and words == [f"{TURN} How did you get at the jar?"]


async def test_where_it_calls_up_nothing_new_or_the_second_fails_the_first_is_said() -> None:
    async def nothing(said: str, feeling: object) -> tuple[PastTopic, ...]:
        return ()

    async def marbles(said: str, feeling: object) -> tuple[PastTopic, ...]:
        return (MARBLES,)

    one = answer(reply("How did you get at the jar?"))
    led, times = await twice(nothing, one)
    assert led is not None and led.reply is not None and times == 1
    led, times = await twice(marbles, one, answer(reply("Were you proud?")))
    assert led is not None and led.reply is not None and times == 2
    assert led.reply.ask == "How did you get at the jar?"


async def test_of_a_reply_that_is_struck_its_question_may_be_asked() -> None:
    lent = "I could tell you of mine. How did you get at the jar?"
    led, _ = await asked(Scripted([answer(reply(lent), reply("I loved jars, too."))]))
    assert led and led.reply and led.reply.text == "How did you get at the jar?"
    whole = reply("Never good! Who let you count them?")
    led, _ = await asked(Scripted([answer(reply(lent), whole)]))
    assert led and led.reply and led.reply.text == whole["say"]  # rather one that is whole
