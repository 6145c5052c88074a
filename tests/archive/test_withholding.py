"""What was withheld cannot be heard either, and everything around it stays."""

from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import soundfile

from voice_agent.archive import withholding
from voice_agent.archive.record import Record
from voice_agent.sound import RATE, Sound
from voice_agent.story import Session, SessionId, Speaker, Turn, TurnId

BEGAN = datetime(2026, 11, 1, 10, 0, tzinfo=UTC)
SESSION = SessionId("2026-11-01T10-00-00Z-0001")


def turn(number: int, began: float, ended: float, text: str) -> Turn:
    kind = "" if text else "withheld"
    return Turn(TurnId(number), SESSION, Speaker.NARRATOR, text, began, ended, BEGAN, kind=kind)


def test_the_sound_of_a_cry_goes_and_the_story_around_it_stays(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        record.begin(Session(SESSION, "Ida", BEGAN))
        record.audio(SESSION, Speaker.NARRATOR).append(Sound(np.full(9 * RATE, 0.5, np.float32)))
        record.turn(turn(1, 1.0, 3.0, "We lived by the river."))
        record.turn(turn(2, 4.0, 6.0, ""))
        record.turn(turn(3, 7.0, 8.0, "There was a goat."))
        assert withholding.silence(record, SESSION) == 1
        samples, _ = soundfile.read(record.folder(SESSION) / "narrator.wav")
        mixed, _ = soundfile.read(record.conversation(SESSION))
    for heard in (samples, mixed):
        assert len(heard) == 9 * RATE
        assert not heard[4 * RATE : 6 * RATE].any()
        assert heard[1 * RATE : 3 * RATE].all() and heard[7 * RATE : 8 * RATE].all()


def test_where_nothing_was_withheld_nothing_is_touched(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        record.begin(Session(SESSION, "Ida", BEGAN))
        record.turn(turn(1, 1.0, 3.0, "We lived by the river."))
        assert withholding.silence(record, SESSION) == 0
