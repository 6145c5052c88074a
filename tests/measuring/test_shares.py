"""A share of few says little."""

import pytest

from voice_agent.measuring.shares import wilson


def test_a_share_of_none_says_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(60, 60)
    assert 0.93 < low < 0.95 and high == pytest.approx(1.0)
    assert wilson(30, 60)[0] < 0.5 < wilson(30, 60)[1]
