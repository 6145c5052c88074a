"""What a language model reads is journalled without a word of it, whether it counts or not."""

import json
from pathlib import Path
from typing import Any

import anyio
import pytest
from seated_house import ready
from written_house import talk

from voice_agent.archive.record import Record
from voice_agent.conversation import readings
from voice_agent.interview.seat.verdict import Role, Verdict
from voice_agent.language import seating
from voice_agent.language.gate import Gate
from voice_agent.language.scripted import Scripted
from voice_agent.language.seating import Seat

pytestmark = pytest.mark.anyio

SAID = "We had a goat in the yard that ate the washing off the line every Monday."
READS = {"danger": "wants to die", "wish": "goodbye", "about": "the washing", "story": "middle", "hook": "a goat"}  # fmt: skip
SAYS = {"kind": "follow", "hook": "a goat", "to": "", "say": "A goat in the yard. Who let it in?"}


async def journalled(state: Path, *fields: str) -> tuple[dict[str, Any], str]:
    """What the journal notes of the turn, and what was said to it."""

    gate = Gate(await ready(Scripted([{"reading": READS, "replies": [SAYS]}])))
    verdict = Verdict(Role.LEADS, frozenset(fields))
    seat = Seat(gate, seating.prompt(), standing=lambda model: verdict)
    said = ""
    with Record.open(state) as record:
        async with (
            talk(record, 1, {}, leads=lambda beside: seat) as held,
            anyio.create_task_group() as tasks,
        ):
            said = " ".join(await held.answer(SAID, tasks))
        (session,) = record.sessions()
        lines = (record.folder(session.id) / "journal.jsonl").read_text("utf-8").splitlines()
        assert readings.had(record, session.id, record.session(session.id).turns)
    return next(e for e in map(json.loads, lines) if e.get("kind") == "reading"), said


async def test_what_does_not_count_is_noted_and_nothing_comes_of_it(tmp_path: Path) -> None:
    event, said = await journalled(tmp_path, "hooks")
    noted = event["by_model"]
    assert noted["read"]["danger"] == "2" and noted["read"]["wish"] == "goodbye"
    assert (noted["by"], noted["counts"]) == ("scripted", ["hooks"])
    assert "goat" not in json.dumps(event) and "washing" not in json.dumps(event)
    assert said == SAYS["say"]


async def test_what_counts_is_asked_about(tmp_path: Path) -> None:
    event, said = await journalled(tmp_path, "danger")
    assert event["guard"] == "danger" and event["by_model"]["counts"] == ["danger"]
    assert said != SAYS["say"]
