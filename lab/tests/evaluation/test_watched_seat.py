"""Of a model whose seat is watched nothing but the seat is asked, and what it saw is told."""

from typing import Any

import pytest
from interviews import AGREED, rules
from seated_house import READING, ready

from lab.evaluation.seat.watched import Watching
from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.known import Known
from voice_agent.language.gate import nobody
from voice_agent.language.scripted import Scripted

pytestmark = pytest.mark.anyio

TURN = "She had a jar of buttons, and we counted them if we were good. I was never good."
LISTENS = READING | {"hook": "never good"}


def answer(say: str) -> dict[str, Any]:
    reply = {"kind": "follow", "hook": "never good", "to": "", "say": say}
    return {"reading": LISTENS, "replies": [reply]}


async def watching(*lines: dict[str, Any]) -> tuple[Watching, Scripted]:
    engine = Scripted(lines)

    return Watching(await ready(engine), (), 60.0, nobody), engine


async def test_what_the_seat_was_shown_and_what_we_would_have_said_is_told() -> None:
    smith, engine = await watching(answer("Were you sad?"))
    seat = smith.seat(Known)
    before, _ = planner.open_session(rules(), AGREED)
    _, move = planner.reply(rules(), before, Heard(TURN), AGREED)
    led = await seat(rules(), before, move, Heard(TURN))
    assert led is not None and led.reply is None and len(engine.asked) == 1
    assert smith.watched is not None and smith.watched.last is not None
    told = smith.watched.last.as_json()
    assert told["ours"]["text"] == move.text and told["shown"] == [] and told["barred"]
    assert told["struck"] == [["follow", "Were you sad?", "a leading question"]]
    assert smith.failed == ["a leading question"]
