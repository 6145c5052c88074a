"""Who tidies up between talks goes at once when somebody comes; a talk goes for nobody."""

import subprocess
import sys
from pathlib import Path

import pytest

from voice_agent.archive.lock import GIVES_WAY, Lock
from voice_agent.errors import AlreadyRunning

HOLD = """import sys
from pathlib import Path
from voice_agent.archive.lock import Lock
lock = Lock(Path(sys.argv[1]), gives_way=sys.argv[2] == "gives way")
print("held", flush=True)
sys.stdin.read()
"""


def _holder(state: Path, how: str) -> subprocess.Popen[bytes]:
    held = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(state), how],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert held.stdout is not None and held.stdout.readline() == b"held\n"
    return held


def test_who_tidies_up_goes_when_somebody_comes(tmp_path: Path) -> None:
    with _holder(tmp_path, "gives way") as held:
        lock = Lock(tmp_path)
        assert held.wait() < 0
        with pytest.raises(AlreadyRunning):
            Lock(tmp_path)  # what is in the file is nobody's any more
        lock.release()


def test_a_talk_goes_for_nobody(tmp_path: Path) -> None:
    (tmp_path / GIVES_WAY).write_text("1")  # of an earlier one, which the power took
    with _holder(tmp_path, "stays") as held:
        for gives_way in (False, True):
            with pytest.raises(AlreadyRunning):
                Lock(tmp_path, gives_way=gives_way)
        assert held.poll() is None
        held.communicate(b"")


def test_two_that_tidy_up_leave_each_other_alone(tmp_path: Path) -> None:
    with _holder(tmp_path, "gives way") as held:
        with pytest.raises(AlreadyRunning):
            Lock(tmp_path, gives_way=True)
        assert held.poll() is None
        held.communicate(b"")
