"""Keeps memory small beside engines that need much of it for moments: glibc hands back little by itself.

Measured by `python -m voice_agent.measuring.footprint starter ""` (a session of two minutes, 2 cores, 2026-11-26): at its highest 1,614 MB
without this, 1,471 and 1,455 MB with it; with `give_back` alone 1,555 MB (no command repeats that). Since no session keeps the
bytes it was made of: 1,319 MB (2026-11-29). Where the C library is another one than glibc, nothing is done.
"""

import ctypes
import gc

ARENAS = 2
"""Heaps that all threads share; glibc makes up to eight a core, and what is free in one is of no use to another."""

_ARENA_MAX = -8
"""M_ARENA_MAX of glibc's malloc.h."""


def few_heaps() -> None:
    """From now on no thread gets a heap of its own where there are `ARENAS`."""
    _call("mallopt", _ARENA_MAX, ARENAS)


def give_back() -> None:
    """Hand back what loading needed for a while, some 100 MB after every engine."""
    _call("malloc_trim", 0)


def let_go() -> None:
    """Hand back what a talk that is over has left. Blocks everything for some 0.2 s: only while nobody talks.

    A talk leaves some 12,000 objects in circles, and engines of memory with them, for which Python looks only after several
    talks. Short talks in one process, before this is called: 867 MB after the third and 871 MB after the thirteenth; where it
    never is, 941 MB after the third and 1,004 MB after the fifth (`lab/evaluation/soak/model.py`, 2 cores, 2026-11-29).
    """
    gc.collect()
    give_back()


def _call(name: str, *given: int) -> None:
    does = getattr(ctypes.CDLL(None), name, None)
    if does is not None:
        does(*given)
