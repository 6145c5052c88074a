"""A program that records as fast as it can until something happens to it, and says what it was told is safe.

    python -m lab.evaluation.chaos.teller STATE SESSION ACKNOWLEDGEMENTS

Prints a line of JSON for each acknowledgement: a frame of sound, a turn, an event of the journal, a correction. After a turn
the sizes of all files stand beside it: what lies in them up to there has been brought to the disk. After so many lines it
stops and waits to be killed.
"""

import json
import os
import resource
import sys
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from voice_agent.archive.record import Record
from voice_agent.errors import VoiceAgentError
from voice_agent.sound import FRAME, RATE, Sound
from voice_agent.story import Session, SessionId, Speaker, Turn, TurnId

BEGAN = datetime(2026, 11, 21, 12, tzinfo=UTC)
TURN = 0.3
"""Seconds of sound of each turn."""


def said(number: int) -> str:
    """The words of turn `number`."""
    return f"Pigeon {number} came home."


def sound(start: int, count: int) -> Sound:
    """The sound at [start, start + count): exact in 16 bits, so that it can be compared."""
    ramp = (np.arange(start, start + count) % 1000).astype(np.float32) / np.float32(32768)
    return Sound(ramp, start)


def sizes(state: Path) -> dict[str, int]:
    """Bytes of every file of a house."""
    every = (path for path in state.rglob("*") if path.is_file())
    return {str(each.relative_to(state)): each.stat().st_size for each in every}


def tell(state: Path, id: SessionId, lines: int, closes: int = 0) -> None:
    """Tell until `lines` acknowledgements were given, then wait. `closes`: turns after which it begins anew, as the next start does."""
    given = 0

    def acknowledge(kind: str, number: int, **more: Any) -> None:
        nonlocal given
        given += 1
        print(json.dumps({"kind": kind, "number": number, **more}), flush=True)
        if given >= lines:
            time.sleep(60)

    number = 0
    while True:
        with Record.open(state) as record:
            if not number:
                record.begin(Session(id, "Ann", BEGAN))
                acknowledge("session", 1)
            while True:
                number += 1
                _turn(record, state, id, number, acknowledge)
                if closes and number % closes == 0:
                    break


def _turn(
    record: Record, state: Path, id: SessionId, number: int, acknowledge: Callable[..., None]
) -> None:
    """One turn with its sound, and every third time a correction of it."""
    track, journal, ended = record.audio(id, Speaker.NARRATOR), record.journal(id), number * TURN
    while track.end < round(ended * RATE):
        track.append(sound(track.end, FRAME))
        acknowledge("sound", track.end)
    text = said(number)
    turn = Turn(TurnId(number), id, Speaker.NARRATOR, text, ended - TURN, ended, BEGAN, (), 0.9, True, "")  # fmt: skip
    record.turn(turn)
    acknowledge("turn", number, sizes=sizes(state))
    journal.write("turn", track.end, turn=number)
    acknowledge("event", number)
    if number % 3 == 0:
        record.correct(id, TurnId(number), f"Dove {number}.", (), "the archive pass")
        acknowledge("correction", number)


def run(
    out: Any,
    state: Path,
    id: str,
    lines: int,
    megabytes: int,
    closes: int,
    given: Mapping[str, str],
) -> None:
    """In a process of its own: what it is told is safe goes to `out`, a descriptor handed over. `given`: its environment."""
    os.environ.update(given)
    os.dup2(out.detach(), 1)
    begin(state, id, lines, megabytes, closes)


def begin(state: Path, id: str, lines: int, megabytes: int = 0, closes: int = 0) -> None:
    """Tell; what ends it by itself is printed."""
    if megabytes:
        most = megabytes << 20
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    try:
        tell(state, SessionId(id), lines, closes)
    except (VoiceAgentError, MemoryError) as error:
        print(json.dumps({"kind": "stopped", "number": 0, "by": type(error).__name__}), flush=True)


if __name__ == "__main__":
    begin(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
