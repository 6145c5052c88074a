"""Sound on its way from the device's thread to ours: a bounded buffer that never waits.

One writer, one reader, no lock: each only moves its own counter. What does not fit is dropped, and the
hole keeps its place and its length, so that time stays true.
"""

from collections import deque
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Block = NDArray[np.float32]
"""Shape (n, channels), at the device's rate."""


class Ring:
    """Holds up to `capacity` sample frames of `channels` channels."""

    def __init__(self, capacity: int, channels: int) -> None:
        self._buffer = np.zeros((capacity, channels), np.float32)
        self._written = 0
        self._read = 0
        self._holes: deque[tuple[int, int]] = deque()  # (where in the written samples, how many)
        self.dropped = 0
        """Sample frames that came while the ring was full."""

    def write(self, block: Block) -> None:
        """Copy `block` in, or drop it whole. For the device's thread: no waiting, hardly any Python."""
        size, count = len(self._buffer), len(block)
        if self._written - self._read + count > size:
            self._holes.append((self._written, count))
            self.dropped += count
            return
        at = self._written % size
        first = min(count, size - at)
        self._buffer[at : at + first] = block[:first]
        self._buffer[: count - first] = block[first:]
        self._written += count  # last: the reader looks only as far as this

    @property
    def total(self) -> int:
        """Sample frames that ever came, dropped ones included."""
        return self._written + self.dropped

    def read(self) -> Iterator[Block | int]:
        """Yield everything there is, in order: sound, or the length of a hole."""
        size = len(self._buffer)
        end = self._written
        while self._read < end or (self._holes and self._holes[0][0] <= self._read):
            hole = 0
            while self._holes and self._holes[0][0] <= self._read:
                hole += self._holes.popleft()[1]
            if hole:
                yield hole
                continue
            stop = min(end, self._holes[0][0]) if self._holes else end
            at = self._read % size
            count = min(stop - self._read, size - at)
            block = self._buffer[at : at + count].copy()
            self._read += count
            yield block
