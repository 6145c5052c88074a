"""What a power cut left unread is read the next day, with the same care as if it had been heard to the end."""

from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from interviews import rules
from kitchen import BEGAN, SESSION, Ear, Line, Rest, Say, in_place

from voice_agent import assemble
from voice_agent.archive.record import Record
from voice_agent.sound import RATE, Sound
from voice_agent.story import Session, Speaker, Turn, TurnId

pytestmark = pytest.mark.anyio


async def after(state: Path, lines: list[Line], *, ours: str = "question") -> Record:
    """The power went while `lines` were being said in answer to us; it is the next day."""
    record = Record.open(state)
    record.begin(Session(SESSION, "Margaret", BEGAN))
    now = datetime.now(UTC)
    said = Turn(TurnId(1), SESSION, Speaker.INTERVIEWER, "And then?", 0.0, 1.0, now, kind=ours)
    record.turn(said)
    seconds = sum(line.seconds for line in lines)
    track = record.audio(SESSION, Speaker.NARRATOR)
    track.append(Sound(np.full(round(seconds * RATE), 0.1, np.float32)))
    await assemble.recover(record, Ear(lines), in_place, rules().readers.net)
    return record


async def test_half_a_story_is_read_and_recalled(tmp_path: Path) -> None:
    with await after(tmp_path, [Rest(1), Say("the ice came up to the door", 3)]) as record:
        assert record.session(SESSION).turns[-1].text == "the ice came up to the door"
        assert assemble.opening(record, BEGAN).half_told == "the ice came up to the door…"


async def test_a_wish_to_die_is_neither_written_down_nor_recalled(tmp_path: Path) -> None:
    with await after(tmp_path, [Rest(1), Say("I want to die", 3)]) as record:
        last = record.session(SESSION).turns[-1]
        assert (last.text, last.words, last.kind) == ("", (), "withheld")
        assert assemble.opening(record, BEGAN).half_told == ""


async def test_nor_is_the_answer_to_our_question_about_it(tmp_path: Path) -> None:
    lines: list[Line] = [Rest(1), Say("yes I have the pills here", 3)]
    with await after(tmp_path, lines, ours="safety") as record:
        assert record.session(SESSION).turns[-1].text == ""
        assert assemble.opening(record, BEGAN).half_told == ""
