"""Nothing that was synced is lost, whatever happens to the machine."""

import resource
import stat
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.audio import files
from voice_agent.audio.writer import SoundWriter
from voice_agent.errors import StateUnwritable
from voice_agent.sound import RATE, Sound


def piece(start: int, count: int, level: float = 0.5) -> Sound:
    return Sound(np.full(count, level, np.float32), start)


def test_every_sync_leaves_a_file_that_opens_in_any_player(tmp_path: Path) -> None:
    path = tmp_path / "narrator.wav"
    with SoundWriter(path) as writer:
        for second in range(3):
            writer.append(piece(second * RATE, RATE))
            assert writer.sync() == (second + 1) * RATE
            with soundfile.SoundFile(path) as seen:
                assert (seen.frames, seen.samplerate, seen.channels) == (
                    (second + 1) * RATE,
                    RATE,
                    1,
                )
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@given(
    st.lists(
        st.tuples(st.integers(0, 40), st.integers(0, 40), st.booleans()), min_size=1, max_size=20
    )
)
def test_each_sound_lies_at_its_own_time(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[tuple[int, int, bool]]
) -> None:
    """Gaps become silence; what is there already is not written twice."""
    path = tmp_path_factory.mktemp("any") / "a.wav"
    truth, end = np.zeros(3000, np.float32), 0
    with SoundWriter(path) as writer:
        for number, (skip, count, sync) in enumerate(pieces, 1):
            start = max(0, end + skip - 20)
            level = number / 32
            new = max(start, end)
            if start + count > new:
                truth[new : start + count] = level
                end = start + count
            writer.append(piece(start, count, level))
            assert writer.position == end
            if sync:
                writer.sync()
    if end:
        assert np.allclose(files.read(path).samples, truth[:end], atol=1e-4)


def test_a_recording_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    SoundWriter(path).close()
    with pytest.raises(FileExistsError):
        SoundWriter(path)


def test_a_file_may_begin_later_on_the_clock(tmp_path: Path) -> None:
    with SoundWriter(tmp_path / "a.wav", start=1000) as writer:
        writer.append(piece(1000, 10))
    assert len(files.read(tmp_path / "a.wav").samples) == 10


def test_an_hour_of_silence_costs_no_memory(tmp_path: Path) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with SoundWriter(tmp_path / "a.wav") as writer:
        writer.append(piece(3600 * RATE, RATE))
    assert files.seconds(tmp_path / "a.wav") == 3601.0
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000  # kilobytes


CHILD = """
import sys
import numpy as np
from pathlib import Path
from voice_agent.audio.writer import SoundWriter
from voice_agent.sound import Sound
writer = SoundWriter(Path(sys.argv[1]))
n = 0
while True:
    writer.append(Sound(np.full(320, 0.5, np.float32), n * 320))
    n += 1
    if n % 25 == 0:
        print(writer.sync(), flush=True)
"""


@pytest.mark.parametrize("syncs", [1, 2, 7])
def test_kill_9_takes_nothing_that_was_synced(tmp_path: Path, syncs: int) -> None:
    path = tmp_path / "a.wav"
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, str(path)], stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout
        promised = [int(child.stdout.readline()) for _ in range(syncs)][-1]
        child.kill()
    heard = files.read(path)
    assert len(heard.samples) >= promised
    assert np.allclose(heard.samples, 0.5, atol=1e-3)


def test_a_full_disk_is_a_sentence_and_costs_nothing_already_written(tmp_path: Path) -> None:
    """A limit on the size of files stands for the end of the disk: the same call fails half way."""
    script = """
import resource, signal, sys
import numpy as np
from pathlib import Path
from voice_agent.audio.writer import SoundWriter
from voice_agent.errors import DiskFull
from voice_agent.sound import RATE, Sound
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
writer = SoundWriter(Path(sys.argv[1]))
writer.append(Sound(np.full(RATE, 0.5, np.float32)))
writer.sync()
resource.setrlimit(resource.RLIMIT_FSIZE, (3 * RATE, resource.RLIM_INFINITY))
writer.append(Sound(np.full(RATE, 0.25, np.float32), RATE))
try:
    writer.sync()
except DiskFull as error:
    assert error.safe and error.mend
else:
    sys.exit("nothing was said")
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
writer.sync()
writer.close()
"""
    path = tmp_path / "a.wav"
    subprocess.run([sys.executable, "-c", script, str(path)], check=True)
    heard = files.read(path).samples
    assert np.allclose(heard[:RATE], 0.5, atol=1e-3)
    assert np.allclose(heard[RATE:], 0.25, atol=1e-3)
    assert len(heard) == 2 * RATE


def test_a_folder_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(StateUnwritable, match="cannot be written"):
        SoundWriter(tmp_path / "none" / "a.wav")
