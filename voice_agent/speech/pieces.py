"""Where to cut a story that does not stop: in the longest pause near the end of a piece.

Whisper hears at most 30 seconds at a time. A cut through a word loses the word twice, so the cut is
made where nobody is speaking. Pure.
"""

import numpy as np

from voice_agent.sound import RATE
from voice_agent.speech.evidence import FRAME, Evidence

QUIET = 0.35
"""Below this speech probability a frame is a pause."""


def cut(evidence: Evidence, piece: float) -> int:
    """Return the sample index at which to end a piece of at most `piece` seconds.

    The middle of the longest pause in the last two fifths of the piece, the later one of equals; where
    there is none (somebody talks over a fairground), the quietest fifth of a second there.
    """
    after = int(piece * RATE) // FRAME
    first = after * 3 // 5
    quiet = evidence.voiced[first:after] < QUIET
    best, length = 0, 0
    run = 0
    for place, pause in enumerate(quiet):
        run = run + 1 if pause else 0
        if run and run >= length:
            best, length = place - run // 2, run
    if length < 3:
        smooth = np.convolve(evidence.level[first:after], np.full(7, 1 / 7), mode="valid")
        best = int(np.argmin(smooth)) + 3
    return evidence.start + (first + best) * FRAME


SHORTEST_PAUSE = 0.35
"""Seconds; a shorter one may be the stop inside a word."""


def pause_at(evidence: Evidence, moment: int) -> int | None:
    """Return the sample index in the middle of the pause that holds the sample `moment`; None where it is in no pause."""
    quiet = evidence.voiced < QUIET
    place = (moment - 1 - evidence.start) // FRAME
    if not 0 <= place < len(quiet) or not quiet[place]:
        return None
    loud = np.flatnonzero(~quiet)
    before, after = loud[loud < place], loud[loud > place]
    first = int(before[-1]) + 1 if len(before) else 0
    last = int(after[0]) if len(after) else len(quiet)
    if (last - first) * FRAME < SHORTEST_PAUSE * RATE:
        return None
    return evidence.start + (first + last) // 2 * FRAME
