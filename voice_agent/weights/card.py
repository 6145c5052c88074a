"""The memory that a language model could use here: the machine's, and its graphics card's."""

import os
import platform
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Run = Callable[[Sequence[str]], str]
"""Runs a command and returns what it printed. Raises OSError or SubprocessError."""

NVIDIA = ("nvidia-smi", "--query-gpu=memory.total,name", "--format=csv,noheader,nounits")
"""Prints a line for each card: memory in MiB, name."""

APPLE_SHARE = 0.66
"""Of an Apple machine's memory its graphics may use about this much."""


@dataclass(frozen=True, slots=True)
class Card:
    """A graphics card."""

    name: str
    memory: float
    """GB, as it is sold: 8, 12, 24."""


def memory() -> float:
    """GB of the machine."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9


def _printed(command: Sequence[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=5).stdout


def card(
    run: Run = _printed, *, system: str = platform.system(), processor: str = platform.machine()
) -> Card | None:
    """The largest card of this machine; None where there is none that we know how to ask."""
    if system == "Darwin" and processor == "arm64":
        return Card("Apple, memory shared with the processor", memory() * APPLE_SHARE)
    try:
        lines = run(NVIDIA).splitlines()
    except (OSError, subprocess.SubprocessError):
        return None
    found = [_card(line) for line in lines]
    return max((each for each in found if each), key=lambda each: each.memory, default=None)


def _card(line: str) -> Card | None:
    size, comma, name = line.partition(",")
    if not comma or not size.strip().isdigit():
        return None  # what shares the machine's memory tells no number
    return Card(name.strip(), round(int(size) / 1024))
