"""Who tidies up between talks goes at once when somebody comes; a talk goes for nobody."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from voice_agent.archive.lock import GIVES_WAY, Lock
from voice_agent.errors import AlreadyRunning

HOLD = """import sys, threading, time
from pathlib import Path
from voice_agent.archive.lock import Lock
if "late" in sys.argv[2]:
    run = threading.Thread.run
    threading.Thread.run = lambda thread: (time.sleep(0.3), run(thread))
lock = Lock(Path(sys.argv[1]), gives_way="gives way" in sys.argv[2])
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


@pytest.mark.parametrize(
    "how", ["gives way", "gives way, but on a busy computer its thread is late"]
)
def test_who_tidies_up_goes_when_somebody_comes(tmp_path: Path, how: str) -> None:
    with _holder(tmp_path, how) as held:
        lock = Lock(tmp_path)
        assert held.wait() < 0
        with pytest.raises(AlreadyRunning):
            Lock(tmp_path)
        assert not (tmp_path / GIVES_WAY).exists()
        lock.release()


def _nothing(there: Path) -> None:
    pass


def _a_pipe_that_the_power_left(there: Path) -> None:
    os.mkfifo(there)


def _a_number(there: Path) -> None:
    there.write_text(str(os.getpid()))


def _a_way_to_another_file(there: Path) -> None:
    there.symlink_to(there.parent / "record.db")


@pytest.mark.parametrize(
    "left", [_nothing, _a_pipe_that_the_power_left, _a_number, _a_way_to_another_file]
)
def test_a_talk_goes_for_nobody(tmp_path: Path, left: Callable[[Path], None]) -> None:
    (tmp_path / "record.db").write_text("all that was said")
    with _holder(tmp_path, "stays") as held:
        left(tmp_path / GIVES_WAY)
        for gives_way in (False, True):
            with pytest.raises(AlreadyRunning):
                Lock(tmp_path, gives_way=gives_way)
        assert (tmp_path / "record.db").read_text() == "all that was said"
        assert held.poll() is None
        held.communicate(b"")


def test_two_that_tidy_up_leave_each_other_alone(tmp_path: Path) -> None:
    with _holder(tmp_path, "gives way") as held:
        with pytest.raises(AlreadyRunning):
            Lock(tmp_path, gives_way=True)
        assert held.poll() is None
        held.communicate(b"")
