"""Tests with a sound card run in a process of their own, and are asked again when the card stutters.

PortAudio waits for ever when its server dies at the wrong moment, and is lost to the whole process then:
one such test must not take the others with it. And a sound card cannot wait: on a machine that is busy
elsewhere it drops sound that nothing of ours dropped. Those of one file run together first, since half of
the time is a process that starts; each that did not pass then runs alone.
"""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import often
import pytest

INSIDE = "PYTEST_IN_A_FRESH_PROCESS"
"""Set in the process that runs the one test."""

TRIES = 3
PATIENCE = 145.0
"""Seconds for one try; the longest took 78 on a quiet machine."""

ALL = 285.0
"""Seconds for all of them: they end before pytest itself loses patience."""

TOGETHER = 150.0
"""Seconds for those of one file together; what then did not pass alone has its time left."""

_passed: dict[str, frozenset[str]] = {}
"""Of each file, what passed together with the others."""


def _run(*what: str, patience: float) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "no:cacheprovider",
            "-rs",
            *(["--long"] if often.long else []),
            *what,
        ],
        cwd=Path(__file__).parent.parent,
        env=os.environ | {INSIDE: "1"},
        capture_output=True,
        text=True,
        timeout=patience,
    )


def _together(file: str) -> frozenset[str]:
    """Which sound-card tests of `file` pass in one process; run once, none where it does not end."""
    if file not in _passed:
        try:
            told = _run("-v", "-m", "sound_card", file, patience=TOGETHER).stdout
        except subprocess.TimeoutExpired:
            told = ""
        _passed[file] = frozenset(re.findall(r"^(.+?) PASSED\b", told, re.MULTILINE))
    return _passed[file]


class FreshProcess(pytest.Item):
    """Stands for a test that another pytest runs."""

    def runtest(self) -> None:
        """Run it until it passes; fail with what the last try printed."""
        told = ""
        ends = time.monotonic() + ALL
        if self.nodeid in _together(self.nodeid.partition("::")[0]):
            return
        for _ in range(TRIES):
            patience = min(PATIENCE, ends - time.monotonic())
            if patience <= 0:
                break
            try:
                done = _run(self.nodeid, patience=patience)
            except subprocess.TimeoutExpired:
                told = f"It did not end within {patience:.0f} seconds."
                continue
            told = done.stdout + done.stderr
            if done.returncode == 0:
                skipped = [line for line in told.splitlines() if line.startswith("SKIPPED")]
                if skipped:
                    pytest.skip(skipped[0])
                return
        pytest.fail(told, pytrace=False)


def in_fresh_processes(items: list[pytest.Item]) -> None:
    """Let a `FreshProcess` stand for every test that needs the sound card and is not passed over."""
    if INSIDE in os.environ:
        return
    for place, item in enumerate(items):
        if item.get_closest_marker("skip"):
            continue
        if item.parent and item.get_closest_marker("sound_card"):
            items[place] = FreshProcess.from_parent(item.parent, name=item.name)
