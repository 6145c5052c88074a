"""What loading needed for a while is handed back to the system."""

import ctypes
import platform
import subprocess
import sys

import pytest

from voice_agent.assemble import lean

PINNED = """
from voice_agent.assemble.lean import give_back

def resident():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))

every = [bytes(2000) for _ in range(50_000)]
kept = every[::1000]
del every
before = resident()
give_back()
print(before - resident())
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library than glibc")
def test_what_is_free_between_what_is_kept_is_handed_back() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PINNED], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) > 60_000  # kilobytes, of a hundred thousand


def test_another_c_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _: object())
    lean.few_heaps()
    lean.give_back()
