"""However and whenever the power goes during a conversation: no committed word is lost, and the talk goes on."""

import json
import os
import random
import subprocess
import sys
import wave
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import anyio
import pytest
from evenings import STORIES
from kitchen import BEGAN, SESSION, Ear, Rest, Say, hold, in_place
from often import times

from voice_agent import assemble
from voice_agent.archive import journal, sound_track
from voice_agent.archive.record import Record
from voice_agent.conversation.scribe import TOGETHER
from voice_agent.sound import FRAME, RATE
from voice_agent.story import SessionId

KILLS = times(30)

LOSS = RATE // 2
"""Samples: half a second is all that may be gone."""


@pytest.fixture
def evenings() -> Iterator[subprocess.Popen[str]]:
    here = Path(__file__).resolve().parent
    path = os.pathsep.join(map(str, (here.parent, here)))
    with subprocess.Popen(
        [sys.executable, str(here / "evenings.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": path},
        text=True,
    ) as child:
        yield child
        assert child.stdin
        child.stdin.close()


def killed(
    evenings: subprocess.Popen[str], state: Path, story: str, count: int, delay: float
) -> list[list[Any]]:
    assert evenings.stdin
    assert evenings.stdout
    print(state, story, count, delay, file=evenings.stdin, flush=True)
    return json.loads(evenings.stdout.readline())


def test_no_committed_word_is_lost_under_any_kill_point(
    tmp_path: Path, evenings: subprocess.Popen[str]
) -> None:
    dice = random.Random(11)
    whole = {story: len(killed(evenings, tmp_path / story, story, 10**6, 0.0)) for story in STORIES}
    told = 0
    for number in range(KILLS):
        state = tmp_path / f"house-{number}"
        story = ("later", "slow", "first")[number % 3]
        # by what was written last, and a moment later, in the middle of whatever is written next
        count = dice.randrange(1, whole[story])
        written = killed(evenings, state, story, count, dice.uniform(0, 0.004))
        told += nothing_is_lost(state, story, written)
        the_talk_goes_on(state)
    assert told > KILLS


def nothing_is_lost(state: Path, story: str, written: list[list[Any]]) -> int:
    """Open the record as the next start does, compare, recover. Returns the narrator's words found."""
    if not Record.exists(state):
        assert not written
        return 0
    heard = max((what[1] for what in written if what[0] == "heard"), default=0)
    folder = state / "sessions" / SESSION
    if heard:
        with wave.open(str(folder / "narrator.wav")) as file:  # any player opens it as it lies
            assert file.getnframes() >= heard + TOGETHER * FRAME - LOSS
    with Record.open(state) as record:
        record.check()
        if record.unfinished() is None:  # the yes is stored, and that is all
            assert not any(what[0] in ("heard", "turn") for what in written)
            return 0
        turns = [what[1] for what in written if what[0] == "turn"]
        kept = [[t.id, str(t.speaker), t.text] for t in record.session(SESSION).turns]
        missing = [turn for turn in turns if turn not in kept]
        assert not missing
        kinds = [str(event["kind"]) for event in journal.read(folder / "journal.jsonl")]
        noted = [str(what[1]) for what in written if what[0] == "noted"]
        assert len(kinds) >= len(noted)
        end = sound_track.length(folder / "narrator.wav") if heard else 0
        lines = STORIES[story]
        anyio.run(assemble.recover, record, Ear(lines), in_place)
        found = [
            word
            for turn in record.session(SESSION).turns
            if str(turn.speaker) == "narrator"
            for word in turn.text.split()
        ]
        said = [word.text for word in Ear(lines).words]
        assert found == said[: len(found)], "in order, each once"
        sure = [w for w in Ear(lines).words if w.end * RATE <= end - LOSS]
        assert len(found) >= len(sure)
        return len(found)


def the_talk_goes_on(state: Path) -> None:
    """Greet, recall, listen: as the next start does."""
    with Record.open(state) as record:
        opening = assemble.opening(record, BEGAN)
        cut = record.unfinished() if Record.exists(state) else None
        if cut is not None:
            record.finish(cut.id, datetime.now(UTC), "")

    async def next_day() -> None:
        again = await hold(
            state,
            [Rest(1), Say("good morning I slept well", 1.5), Rest(0.5)],
            opening=opening,
            agreed=opening.consented,
            session=SessionId("2026-11-22T10-00-00Z-0002"),
        )
        again.record.close()
        assert "slept well" in again.narrator()

    anyio.run(next_day)
