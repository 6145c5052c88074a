"""A claim is read with what is said around it, and no further."""

import numpy as np
import pytest
from evening import memory_engines
from storyteller_of_lives import tell

from voice_agent.memory.surroundings import AROUND, around, understood

STORY = (
    "We had the shop on Albert Road. The doctor came at four. He shook his head. "
    "My mother made him tea all the same, as she did for everybody who ever came through that door. "
    "Then we drew the blinds."
)


def test_the_sentence_stands_with_its_neighbours_as_far_as_they_fit() -> None:
    place = STORY.index("shook")
    found = around(STORY, place)
    assert found == "We had the shop on Albert Road. The doctor came at four. He shook his head."
    assert len(found.split()) <= AROUND


def test_what_does_not_fit_is_left_out_and_a_sentence_stays_whole() -> None:
    found = around(STORY, STORY.index("made him tea"))
    assert found.startswith("He shook his head. My mother") and found.endswith("that door.")
    long = " ".join(["and"] * 60) + "."
    assert around(long, 10) == long


def test_nothing_is_lost_where_there_is_nothing_around() -> None:
    assert around("", 0) == ""
    assert around("  ", 1) == ""
    assert around("Home", 99) == "Home"


def test_every_claim_that_says_something_gets_two_vectors() -> None:
    told = tell(["My father died in 1950. We moved to Toledo."])
    embedder = memory_engines().embedder
    found = understood(told.claims, {}, embedder)
    assert set(found) == {each.id for each in told.claims if each.what}
    for row in found.values():
        assert row.shape == (2 * embedder.size,)
        assert np.linalg.norm(row[: embedder.size]) == pytest.approx(1, abs=1e-3)
    assert understood([], {}, embedder) == {}
