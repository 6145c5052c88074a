"""A sound card for machines without one: a private PulseAudio with an ear and a mouth.

The real PortAudio path runs against it. What is played into the ear is what the microphone hears; what
arrives at the mouth is what a person in the room would hear. Nothing of the machine's own sound is
touched, and only what was started here is ended.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voice_agent.errors import EngineUnavailable

EAR = "module-null-sink sink_name=ear rate=16000 channels=1 format=s16le"
MOUTH = "module-null-sink sink_name=mouth rate=22050 channels=1 format=s16le"

LISTEN_RATE = 22_050
"""Hertz of whatever is listened to."""

PROGRAMS = ("pulseaudio", "pactl", "paplay", "parec")

ALSA = """\
</usr/share/alsa/alsa.conf>
pcm.!default { type pulse }
ctl.!default { type pulse }
"""


class Listening:
    """What came by at one place of the card, and when."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._data = bytearray()
        self._marks: list[tuple[int, float]] = []  # samples read so far, steady time
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End it; what was heard stays."""
        self._process.terminate()
        self._process.wait()
        self._thread.join()
        if self._process.stdout:
            self._process.stdout.close()

    @property
    def started(self) -> bool:
        """Has anything arrived yet?"""
        return bool(self._marks)

    @property
    def samples(self) -> NDArray[np.float32]:
        """Everything heard so far, shape (n,), in [-1, 1]."""
        whole = bytes(self._data[: len(self._data) // 2 * 2])
        return np.frombuffer(whole, "<i2").astype(np.float32) / np.float32(32768)

    def audible(self, level: float = 0.003) -> NDArray[np.intp]:
        """Indices of all samples a person could hear."""
        return np.flatnonzero(np.abs(self.samples) > level)

    def times(self, level: float = 0.003) -> NDArray[np.float64]:
        """Steady times of all samples a person could hear, in order; late by a few milliseconds at most."""
        return came_by(self.audible(level), self._marks)

    def _read(self) -> None:
        out = self._process.stdout
        assert out is not None
        while data := os.read(out.fileno(), 4096):
            self._data += data
            self._marks.append((len(self._data) // 2, time.monotonic()))


def came_by(
    indices: NDArray[np.intp], marks: Sequence[tuple[int, float]], stretch: float = 10.0
) -> NDArray[np.float64]:
    """Return the steady times at which samples came by, given how many had been read at which times.

    Nothing is read before it came by, so the earliest reading tells best; but the card's clock is not ours
    (it gains 3 to 5 ms a minute), so each `stretch` of seconds has an earliest reading of its own.
    """
    read = np.array(marks)
    late = read[:, 1] - read[:, 0] / LISTEN_RATE
    turns = ((read[:, 1] - read[0, 1]) // stretch).astype(np.intp)
    firsts = np.flatnonzero(np.diff(turns, prepend=-1))
    earliest = np.minimum.reduceat(late, firsts)
    return indices / LISTEN_RATE + np.interp(indices, read[firsts, 0], earliest)


class SoundCard:
    """An ear to speak into and a mouth to listen to."""

    def __init__(self, folder: Path) -> None:
        run, home = folder / "run", folder / "home"
        for made in (run, home):
            made.mkdir(mode=0o700)
        (home / "alsa.conf").write_text(ALSA)
        self.environ = {
            "ALSA_CONFIG_PATH": str(home / "alsa.conf"),
            "PULSE_SERVER": f"unix:{run}/pulse/native",
            "PULSE_COOKIE": str(home / "cookie"),
        }
        """What a process needs to use this card."""

        self._env = os.environ | self.environ | {"HOME": str(home), "XDG_RUNTIME_DIR": str(run)}
        self._log = folder / "log"
        self._server: subprocess.Popen[bytes] | None = None
        self._started: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        """Start the server; returns when it answers."""
        modules = ["module-native-protocol-unix", EAR, MOUTH]
        options = ["-n", "--daemonize=no", "--exit-idle-time=-1", "--log-target=stderr"]
        command = ["pulseaudio", *options, *(word for m in modules for word in ("-L", m))]
        with self._log.open("ab") as log:
            self._server = subprocess.Popen(command, env=self._env, stdout=log, stderr=log)
        for _ in range(100):
            asked = subprocess.run(["pactl", "info"], env=self._env, capture_output=True)
            if asked.returncode == 0:
                break
            time.sleep(0.05)  # nothing announces that the server listens
        else:
            raise EngineUnavailable(
                "pulseaudio", f"it did not start: {self._log.read_text()}", retryable=True
            )
        self.control("set-default-source", "ear.monitor")
        self.control("set-default-sink", "mouth")

    def control(self, *words: str) -> str:
        """Run pactl."""
        done = subprocess.run(
            ["pactl", *words], env=self._env, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    def play(self, wav: Path, ear: str = "ear") -> subprocess.Popen[bytes]:
        """Speak `wav` into the ear; returns at once."""
        process = subprocess.Popen(["paplay", f"--device={ear}", str(wav)], env=self._env)
        self._started.append(process)
        return process

    @contextmanager
    def listen(self, place: str = "mouth.monitor") -> Generator[Listening]:
        """Listen to the mouth, or to "ear.monitor", for the length of the block."""
        process = subprocess.Popen(
            [
                *("parec", "-d", place, "--format=s16le"),
                *(f"--rate={LISTEN_RATE}", "--channels=1", "--latency-msec=5"),
            ],
            env=self._env,
            stdout=subprocess.PIPE,
        )
        listening = Listening(process)
        try:
            for _ in range(200):
                if listening.started:
                    break
                time.sleep(0.01)  # parec says nothing until the first block is there
            yield listening
        finally:
            listening.stop()

    def fall_silent(self) -> None:
        """The microphone is still there but sends nothing any more."""
        self.control("suspend-sink", "ear", "1")

    def wake(self) -> None:
        """... and sends again."""
        self.control("suspend-sink", "ear", "0")

    def unplug(self) -> None:
        """Microphone and loudspeaker are pulled out."""
        if self._server is not None:
            self._server.kill()
            self._server.wait()

    def plug_in(self) -> None:
        """... and put back, whether or not they were out."""
        self.unplug()
        self.start()

    def plug_in_better(self) -> None:
        """Another microphone and another loudspeaker, which are the usual ones from now on."""
        for old in ("ear", "mouth"):
            self.control(
                *("load-module", "module-null-sink", f"sink_name=better_{old}"),
                *("rate=16000", "channels=1"),
            )
        self.control("set-default-source", "better_ear.monitor")
        self.control("set-default-sink", "better_mouth")

    def unplug_old(self) -> None:
        """The first microphone and loudspeaker are pulled out; the better ones stay."""
        for line in self.control("list", "short", "modules").splitlines():
            number, _, *what = line.split("\t")
            if any(f"sink_name={old} " in " ".join(what) for old in ("ear", "mouth")):
                self.control("unload-module", number)

    def stop(self) -> None:
        """End what was started, nothing else."""
        for process in self._started:
            if process.poll() is None:
                process.terminate()
            process.wait()
        if self._server is not None:
            self._server.send_signal(signal.SIGTERM)
            self._server.wait()


def missing() -> str:
    """Return the program without which there is no virtual sound card; "" when all are there."""
    return next((program for program in PROGRAMS if shutil.which(program) is None), "")


@contextmanager
def virtual_sound_card() -> Generator[SoundCard]:
    """Run a card of its own for the length of the block, and let this process use it.

    Raises EngineUnavailable where PulseAudio is not installed.
    """
    if program := missing():
        raise EngineUnavailable(
            program,
            "it is not installed, so there is no virtual sound card.",
            retryable=False,
            mend="On Debian: sudo apt-get install pulseaudio pulseaudio-utils libasound2-plugins",
        )
    folder = Path(tempfile.mkdtemp(prefix="voice-agent-card-"))
    card = SoundCard(folder)
    before = {name: os.environ.get(name) for name in card.environ}
    try:
        card.start()
        os.environ.update(card.environ)  # PortAudio finds its way through the environment
        _look_again()
        yield card
    finally:
        card.stop()
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        _look_again()
        shutil.rmtree(folder, ignore_errors=True)


def _look_again() -> None:
    """PortAudio has read its list of devices before this card came or went."""
    from voice_agent.audio import streams

    streams.rescan()
