"""A story is cut where nobody is speaking."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.sound import RATE
from voice_agent.speech.evidence import FRAME, Evidence
from voice_agent.speech.pieces import cut

FRAMES = 24 * RATE // FRAME


def talk(*pauses: tuple[float, float], start: int = 0) -> Evidence:
    """Twenty-four seconds of speech with pauses from .. to seconds."""
    voiced, level = np.full(FRAMES, 0.9, np.float32), np.full(FRAMES, -25.0, np.float32)
    for begin, end in pauses:
        span = slice(int(begin * RATE) // FRAME, int(end * RATE) // FRAME)
        voiced[span], level[span] = 0.05, -60.0
    return Evidence(start, voiced, level)


def test_a_story_is_cut_in_its_longest_late_pause() -> None:
    evidence = talk((2.0, 5.0), (16.0, 16.4), (18.0, 19.0), (22.0, 22.5))
    assert 18.3 < cut(evidence, 24.0) / RATE < 18.7


def test_someone_who_never_pauses_is_cut_where_they_are_quietest() -> None:
    evidence = talk()
    evidence.level[550:560] = -45.0
    assert 550 <= cut(evidence, 24.0) // FRAME <= 560


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40), st.floats(8, 24), st.integers(0, 10**8))
def test_a_piece_is_never_empty_and_never_too_long(
    probabilities: list[float], piece: float, start: int
) -> None:
    voiced = np.resize(np.array(probabilities, np.float32), FRAMES)
    end = cut(Evidence(start, voiced, -30 * voiced), piece) - start
    assert 0.5 * piece * RATE < end <= piece * RATE
