"""After the power came back: the half-told sentence is recalled, and the story goes on."""

import os
import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from kitchen import BEGAN, SESSION, Ear, Rest, Say, hold, in_place

from voice_agent import assemble
from voice_agent.archive.record import Record
from voice_agent.dialogue.floor import Floor
from voice_agent.interview.planner import Opening

pytestmark = pytest.mark.anyio

CUT = [
    Rest(16),
    Say("we lived by the river in a small house with my grandmother", 4),
    Rest(14),
    Say("one winter the ice came up to the door and my father", 4),
]
"""The power goes while the narrator is in the middle of a sentence."""

CHILD = """
import sys, os, signal, anyio
from pathlib import Path
from kitchen import hold
from test_resume import CUT
import kitchen
from voice_agent.archive.notebook import Notebook

at = float(sys.argv[2])
hear = Notebook.hear

class Killed(Notebook):
    def hear(self, speaker, sound):
        super().hear(speaker, sound)
        if sound.end >= at * 16000:
            os.kill(os.getpid(), signal.SIGKILL)

kitchen.Notebook = Killed
anyio.run(hold, Path(sys.argv[1]), CUT)
"""


def killed_at(state: Path, seconds: float) -> None:
    """Hold the conversation in a process of its own, which dies by SIGKILL at `seconds`."""
    here = Path(__file__).resolve().parent
    path = os.pathsep.join(map(str, (here.parent, here)))
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(state), str(seconds)],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()


async def test_after_a_power_cut_the_half_told_sentence_is_recalled(tmp_path: Path) -> None:
    killed_at(tmp_path, 37.5)
    with Record.open(tmp_path) as record:
        cut = record.unfinished()
        assert cut is not None and cut.id == SESSION
        assert [t.text for t in cut.turns if t.text.startswith("we lived")]
        sound = record.untranscribed(SESSION)
        assert sound is not None and sound.end / 16_000 >= 37.0  # at most 0.5 s gone
        await assemble.recover(record, Ear(CUT), in_place)
        opening = assemble.opening(record, BEGAN)
        assert opening.half_told.startswith("one winter the ice came up to the door")
        record.finish(SESSION, datetime.now(UTC), "")


async def test_the_new_session_goes_on_from_there(tmp_path: Path) -> None:
    opening = Opening(consented=True, half_told="one winter the ice came up…")
    told = await hold(
        tmp_path, [Rest(24), Say("and my father broke it", 2), Rest(12)], opening=opening
    )
    told.record.close()
    first = told.lines[0][1]
    assert "one winter the ice came up…" in first
    assert first.endswith("?") and first.count("?") == 1
    assert told.narrator() == "and my father broke it"
    assert told.floors[-1] == Floor.OPEN
