"""Real deaths: a child that records as fast as it can is killed with SIGKILL at random points."""

import json
import random
import subprocess
import sys
import wave
from collections.abc import Iterator
from pathlib import Path

import pytest
from tellings import ramp

from voice_agent.archive import journal, private, sound_track
from voice_agent.archive.record import Record
from voice_agent.sound import RATE
from voice_agent.story import SessionId, TurnId

KILLS = 60
LINES = 150
"""At most so many acknowledgements before a child dies: a frame of sound, a turn, an event each give one."""


@pytest.fixture
def storyteller() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("storyteller.py"))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as child:
        yield child
        assert child.stdin
        child.stdin.close()


def kill(
    storyteller: subprocess.Popen[str], state: Path, id: str, lines: int, delay: float
) -> dict[str, int]:
    assert storyteller.stdin
    assert storyteller.stdout
    print(state, id, lines, delay, file=storyteller.stdin, flush=True)
    return json.loads(storyteller.stdout.readline())


def test_nothing_acknowledged_is_lost_however_often_the_power_goes(
    tmp_path: Path, storyteller: subprocess.Popen[str]
) -> None:
    dice = random.Random(7)
    begun: list[str] = []
    turns = 0
    for number in range(KILLS):
        # every fourth house is a new one, so that the very first steps are interrupted too
        state = tmp_path / (f"house-{number}" if number % 4 == 0 else "house")
        id = f"evening-{number:03}"
        # every eighth child dies before it has told anything, perhaps while the tables are being made
        early = number % 8 == 0
        lines, delay = (0, 0.02) if early else (dice.randrange(LINES), 0.005)
        safe = kill(storyteller, state, id, lines, dice.uniform(0, delay))
        players_can_open(state, id, safe)
        turns += nothing_is_lost(state, id, safe)
        if state.name == "house" and "session" in safe:
            begun.append(id)
    assert turns > KILLS
    with Record.open(tmp_path / "house") as record:
        assert {session.id for session in record.sessions()} >= set(begun)


def players_can_open(state: Path, id: str, safe: dict[str, int]) -> None:
    """As it lies, before anything of ours has mended it."""
    if "sound" in safe:
        with wave.open(str(state / "sessions" / id / "narrator.wav")) as file:
            assert file.getframerate() == RATE
            assert file.getnframes() >= safe["sound"] - RATE / 2


def nothing_is_lost(state: Path, id: str, safe: dict[str, int]) -> int:
    """Open the record as the next start does and compare. Returns how many turns there were."""
    if "session" not in safe and not Record.exists(state):
        return 0
    with Record.open(state) as record:
        record.check()
        if id not in {session.id for session in record.sessions()}:
            assert "session" not in safe
            return 0
        unfinished = record.unfinished()
        assert unfinished
        assert unfinished.id == id
        last = safe.get("turn", 0)
        assert [turn.id for turn in unfinished.turns][:last] == list(range(1, last + 1))
        assert len(unfinished.turns) <= last + 1
        for turn in unfinished.turns:
            assert turn.text in (f"Pigeon {turn.id}.", f"Dove {turn.id}.")
            assert record.wordings(SessionId(id), turn.id)[0].text == f"Pigeon {turn.id}."
        if corrected := safe.get("correction"):
            assert record.wordings(SessionId(id), TurnId(corrected))[-1].text.startswith("Dove")
        if kept := safe.get("kept"):
            assert record.kept("turns") in (kept, kept + 1)
        folder = state / "sessions" / id
        if "sound" in safe:
            sound = sound_track.read(folder / "narrator.wav")
            assert sound.end >= safe["sound"] - RATE / 2
            assert (sound.samples == ramp(0, sound.end)).all()
            # whoever has words has their sound
            assert all(sound.end >= int(turn.ended * RATE) for turn in unfinished.turns)
        written = [
            event["turn"]
            for event in journal.read(folder / "journal.jsonl")
            if event["kind"] == "turn"
        ]
        assert written[: safe.get("event", 0)] == list(range(1, safe.get("event", 0) + 1))
        return len(unfinished.turns)


HALF_WRITTEN = """
import os, signal, sys
from pathlib import Path
from voice_agent.archive.private import replacing, write_all

with replacing(Path(sys.argv[1])) as file:
    write_all(file, b"what was told", 0)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_death_left_half_written_is_gone_when_the_record_is_opened_again(
    tmp_path: Path,
) -> None:
    talk = tmp_path / "sessions" / "one"
    talk.mkdir(parents=True)
    for path in (tmp_path / "tombstones.jsonl", talk / "transcript.txt"):
        subprocess.run([sys.executable, "-c", HALF_WRITTEN, str(path)], check=False)
    theirs = talk / ".note.txt"
    theirs.write_text("Not ours.")
    assert len([*tmp_path.rglob(".*")]) == 3
    # somebody else may just be writing
    with private.replacing(talk / "transcript.vtt") as file, Record.open(tmp_path):
        private.write_all(file, b"WEBVTT", 0)
    assert (talk / "transcript.vtt").read_bytes() == b"WEBVTT"
    assert [*tmp_path.rglob(".*")] == [theirs]
