"""Memory that nobody uses is handed back to the system, and threads share what there is."""

import ctypes
import json
import platform
import subprocess
import sys

import pytest

from voice_agent.assemble import lean

glibc = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library than glibc")

GOES = """
import gc, json
from voice_agent.assemble import lean

class Talk:
    def __init__(self):
        self.own, self.engine = self, b"x" * 100_000_000  # zeros would weigh nothing

def resident():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))

gc.collect()
gc.freeze()
Talk()
before = resident()
lean.let_go()
in_a_circle = before - resident()
every = [bytes(2000) for _ in range(50_000)]
kept = every[::1000]
del every
before = resident()
lean.give_back()
print(json.dumps({"in a circle": in_a_circle, "pinned": before - resident()}))
"""

HEAPS = """
import ctypes, threading
from voice_agent.assemble import lean

def work():
    together.wait()
    kept = bytes(2000)
    together.wait()

{first}
together = threading.Barrier(8)
every = [threading.Thread(target=work) for _ in range(8)]
for each in every:
    each.start()
for each in every:
    each.join()
c = ctypes.CDLL(None)
c.fopen.restype, c.malloc_info.argtypes, c.fclose.argtypes = ctypes.c_void_p, (ctypes.c_int, ctypes.c_void_p), (ctypes.c_void_p,)
out = c.fopen(b"/dev/stdout", b"w")
c.malloc_info(0, out)
c.fclose(out)
"""


def printed(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture(scope="module")
def went() -> dict[str, int]:
    """Kilobytes that went, of a hundred thousand each; to load all that there is takes longest."""
    return json.loads(printed(GOES))


@glibc
def test_what_is_free_between_what_is_kept_is_handed_back(went: dict[str, int]) -> None:
    assert went["pinned"] > 60_000


@glibc
@pytest.mark.long
def test_many_threads_share_a_few_heaps() -> None:
    own, shared = (
        printed(HEAPS.format(first=each)).count("<heap nr") for each in ("", "lean.few_heaps()")
    )
    assert own > 2 * shared


def test_another_c_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _: object())
    lean.few_heaps()
    lean.give_back()


@glibc
def test_what_a_talk_left_in_a_circle_is_let_go_when_it_is_over(went: dict[str, int]) -> None:
    assert went["in a circle"] > 90_000
