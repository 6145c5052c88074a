"""Tests with a sound card run in a process of their own, and are asked again when the card stutters.

PortAudio waits for ever when its server dies at the wrong moment, and is lost to the whole process then:
one such test must not take the others with it. And a sound card cannot wait: on a machine that is busy
elsewhere it drops sound that nothing of ours dropped.
"""

import os
import subprocess
import sys
import time

import pytest

INSIDE = "PYTEST_IN_A_FRESH_PROCESS"
"""Set in the process that runs the one test."""

TRIES = 3
PATIENCE = 145.0
"""Seconds for one try; the longest took 78 on a quiet machine."""

ALL = 285.0
"""Seconds for all of them: they end before pytest itself loses patience."""


class FreshProcess(pytest.Item):
    """Stands for a test that another pytest runs."""

    def runtest(self) -> None:
        """Run it until it passes; fail with what the last try printed."""
        told = ""
        ends = time.monotonic() + ALL
        for _ in range(TRIES):
            patience = min(PATIENCE, ends - time.monotonic())
            if patience <= 0:
                break
            try:
                done = subprocess.run(
                    [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rs", self.nodeid],
                    cwd=self.config.rootpath,
                    env=os.environ | {INSIDE: "1"},
                    capture_output=True,
                    text=True,
                    timeout=patience,
                )
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
    """Let a `FreshProcess` stand for every test that needs the sound card."""
    if INSIDE in os.environ:
        return
    for place, item in enumerate(items):
        if item.parent and item.get_closest_marker("sound_card"):
            items[place] = FreshProcess.from_parent(item.parent, name=item.name)
