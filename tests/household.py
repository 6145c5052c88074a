"""The real command line in a process and a home of its own, for tests of whole evenings."""

import math
import os
import shutil
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

MINE = ("VOICE_AGENT_", "XDG_", "PULSE_", "ALSA_")
"""Beginnings of variables of whoever runs the tests that must not reach the program."""

PATIENCE = 240.0
"""Real seconds after which a program counts as stuck."""

QUIET = 2.0
"""Seconds without work after which a program has thought to the end."""

IDLE = 0.05
"""Share of a processor that a program takes which only waits."""


@dataclass
class Household:
    """One home: settings, state and cache below `folder`."""

    folder: Path
    more: dict[str, str] = field(default_factory=dict[str, str])
    """Further variables of its programs."""

    code: Path = Path(__file__).resolve().parents[1]
    """The checkout whose `voice_agent` is run."""

    @property
    def state(self) -> Path:
        """Where the record lies."""
        return self.folder / "state" / "voice-agent"

    @property
    def environ(self) -> dict[str, str]:
        """What a program in this home sees."""
        kept = {name: text for name, text in os.environ.items() if not name.startswith(MINE)}
        nowhere = self.folder / "no-sound"
        # ALSA with nothing in it; with an empty page PortAudio ends the whole process
        nowhere.write_text("pcm.nothing { type asym }\n")
        return {
            **kept,
            "XDG_STATE_HOME": str(self.folder / "state"),
            "XDG_CACHE_HOME": str(self.folder / "cache"),
            "XDG_CONFIG_HOME": str(self.folder / "config"),
            "ALSA_CONFIG_PATH": str(nowhere),  # the machine's own sound card is not ours to use
            "PYTHONUNBUFFERED": "1",
            "COLUMNS": "200",
            **self.more,
        }

    def start(self, *words: str, alone: tuple[str, ...] = ()) -> "subprocess.Popen[str]":
        """Start `voice-agent WORDS`, by way of the command `alone` if there is one."""
        return subprocess.Popen(
            [*alone, sys.executable, "-m", "voice_agent", *words],
            cwd=self.code,
            env=self.environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *words: str, typed: str = "") -> "Evening":
        """Run `voice-agent WORDS` to its end, typing `typed`."""
        with self.start(*words) as program:
            try:
                out, complaint = program.communicate(typed, timeout=PATIENCE)
            finally:
                program.kill()  # does nothing to one that has ended
        return Evening(program.returncode, out, complaint)

    def run_slowly(self, *words: str, lines: tuple[str, ...]) -> "Evening":
        """Run `voice-agent WORDS`, typing each line when asked for it and when all work beside the talk is done."""
        if sys.platform != "linux":
            pytest.skip("only Linux tells here when a program has nothing left to do")
        shown = ""
        with self.start(*words) as program:
            assert program.stdin
            assert program.stdout
            stuck = threading.Timer(PATIENCE, program.kill)
            stuck.start()
            try:
                for line in lines:
                    while (new := program.stdout.read(1)) not in ("›", ""):
                        shown += new
                    assert new, f"it ended, or was stuck, before it was told: {line}"
                    _until_quiet(program)
                    program.stdin.write(line)
                    program.stdin.flush()
                out, complaint = program.communicate(timeout=PATIENCE)
            finally:
                stuck.cancel()
                program.kill()
        return Evening(program.returncode, shown + out, complaint)


def _until_quiet(program: "subprocess.Popen[str]") -> None:
    spent = -math.inf
    while program.poll() is None:
        before, spent = spent, _seconds_worked(program.pid)
        if spent - before < IDLE * QUIET:
            return
        time.sleep(QUIET)


def _seconds_worked(pid: int) -> float:
    # the name in brackets may hold spaces; user and system time are the 12th and 13th after it
    numbers = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Evening:
    """How it went."""

    code: int
    out: str
    complaint: str
    """What was written to standard error."""

    def failed_kindly(self, *holding: str) -> str:
        """It failed, in sentences for a person that hold each of `holding`; return them."""
        said = " ".join(self.complaint.replace("│", " ").split())
        assert self.code not in (0, None), self.out
        assert "Traceback" not in self.complaint, self.complaint
        assert "That did not work" in said, self.complaint
        for part in holding:
            assert part in said, (part, said)
        return said


def witness(folder: Path, *, jumps: bool = False) -> dict[str, str]:
    """Return the variables under which a program is watched (see witness.c), or skip the test."""
    compiler = shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        pytest.skip("there is no C compiler here to build the witness with")
    library = folder / "witness.so"
    source = Path(__file__).with_name("witness.c")
    command = [compiler, "-shared", "-fPIC", "-O1", "-o", str(library), str(source), "-ldl"]
    subprocess.run(command, check=True)
    watched = {"LD_PRELOAD": str(library), "WITNESS": str(folder / "seen")}
    return watched | ({"WITNESS_JUMPS": "1"} if jumps else {})
