"""Where the talk of other days is cut into topics, as the shift head hears it: each place is listened to once in a life."""

import hashlib
from collections.abc import Sequence
from contextlib import suppress

from voice_agent.archive.record import Record
from voice_agent.errors import DiskFull
from voice_agent.interview.returning.shifted import ShiftHead

CUT = 0.24
"""The head's probability from which something else begins.

Chosen on the made-up narrators of the part "dev" (voice_agent/training/topic_dialogues.py), whose stories stand end to end:
of the probabilities at which most cuts are right, the one that cuts least.
"""

HEARD = "cuts"
"""Key under which is kept what was heard; holds digests, and no word of the narrator's."""


class Cutting:
    """A `topic_segments.Shifted` that remembers."""

    def __init__(self, head: ShiftHead, record: Record) -> None:
        kept = record.kept(HEARD)
        self._kept = {
            name: bool(cut) for name, cut in (kept if isinstance(kept, dict) else {}).items()
        }
        self._now: dict[str, bool] = {}
        self._head, self._record = head, record

    def __call__(self, before: Sequence[str], text: str) -> bool:
        """Does `text` begin something else than `before`, the narrator's own turns? Raises EngineError."""
        name = hashlib.sha256(
            "\0".join((self._head.digest, str(CUT), *before, text)).encode()
        ).hexdigest()[:24]
        if name not in self._now:
            known = self._kept.get(name)
            self._now[name] = (
                self._head.probability(before, text) >= CUT if known is None else known
            )
        return self._now[name]

    def keep(self) -> None:
        """Keep what was heard this time, and nothing of what has gone since."""
        if self._now != self._kept:
            with suppress(DiskFull):  # it is listened to again another day
                self._record.keep(HEARD, {name: cut for name, cut in self._now.items()})
