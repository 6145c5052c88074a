"""Whatever the threads do, sound leaves the ring as it came, and what was dropped is known."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.audio.ring import Ring


@given(
    capacity=st.integers(1, 50),
    steps=st.lists(st.tuples(st.booleans(), st.integers(0, 20)), max_size=60),
)
def test_nothing_is_lost_or_moved_unseen(capacity: int, steps: list[tuple[bool, int]]) -> None:
    """Each sample carries its own number: sound and holes together must count without a slip."""
    ring, written, read = Ring(capacity, 1), 0, 0

    def check() -> None:
        nonlocal read
        for piece in ring.read():
            if isinstance(piece, int):
                read += piece
            else:
                assert piece[:, 0].tolist() == list(range(read, read + len(piece)))
                read += len(piece)

    for is_write, count in steps:
        if is_write:
            ring.write(np.arange(written, written + count, dtype=np.float32)[:, None])
            written += count
        else:
            check()
    check()
    assert read == written == ring.total


def test_a_full_ring_drops_the_newest_and_says_how_much() -> None:
    ring = Ring(10, 2)
    for _ in range(4):
        ring.write(np.ones((4, 2), np.float32))
    pieces = [piece if isinstance(piece, int) else len(piece) for piece in ring.read()]
    assert pieces == [8, 8]
    assert ring.dropped == 8
    ring.write(np.ones((4, 2), np.float32))
    assert sum(p if isinstance(p, int) else len(p) for p in ring.read()) == 4
