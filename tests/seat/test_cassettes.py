"""A capable model's answers, recorded once, are read, checked and chosen from as they were: nobody is asked.

cassettes.jsonl: a moment of an invented narrator, what the model wrote, and what came to be said. `brief`: the fixed text of which
it was asked.
"""

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from interviews import AGREED, rules
from seated_house import ready

from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.progress import Progress
from voice_agent.interview.seat import brief as briefs
from voice_agent.language import seating
from voice_agent.language.gate import Gate
from voice_agent.language.scripted import Scripted
from voice_agent.language.seating import Seat

pytestmark = pytest.mark.anyio

TAPE = [
    json.loads(line)
    for line in Path(__file__).with_name("cassettes.jsonl").read_text("utf-8").splitlines()
]


def fixed_text() -> str:
    """What of the brief is the same for every turn, as a hash."""
    text = json.dumps([[m.role, m.text] for m in briefs.opening(seating.prompt())])
    return sha256(text.encode()).hexdigest()[:16]


def standing(row: dict[str, Any]) -> Progress:
    progress, _ = planner.open_session(rules(), AGREED)
    progress = replace(
        progress.asks(row["question"]),
        turns=2,
        tellings=replace(progress.tellings, exchanges=()),
        question=replace(progress.question, text=row["question"], chosen=None),
    )
    return progress.exchanged("", row["question"])


async def said_to(row: dict[str, Any]) -> tuple[str, str]:
    """What is said to a moment, and by which guard."""
    model = await ready(Scripted([json.dumps(row["answer"])]))
    seat = Seat(Gate(model), seating.prompt(), patience=60.0)
    before, heard = standing(row), Heard(row["turn"])
    _, ours = planner.reply(rules(), before, heard, AGREED)
    led = await seat(rules(), before, ours, heard)
    _, move = planner.reply(rules(), before, replace(heard, led=led), AGREED)
    return move.text, move.guard


@pytest.mark.parametrize("row", TAPE, ids=[row["id"] for row in TAPE])
async def test_what_was_said_is_said_again(row: dict[str, Any]) -> None:
    assert (await said_to(row))[0] == row["said"]


def test_the_brief_is_the_one_that_was_recorded() -> None:
    if {row["brief"] for row in TAPE} != {fixed_text()}:
        pytest.skip(
            f"config/prompts/interviewer.md has changed since {TAPE[0]['recorded']}, when these answers were recorded."
        )
