"""A story is called by its first thing said, whole, in the narrator's own words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.memory.story_title import LONGEST, story_title


@pytest.mark.parametrize(
    ("told", "called"),
    [
        (
            "In 1952 my brother Bartholomew came home from the sea, and he sat by that stove.",
            "In 1952 my brother Bartholomew came home from the sea",
        ),
        ("Oh, well, you know, we had a goat that ate the washing.", "We had a goat"),
        ("Yes. I remember that my father mended the clock every winter.", "My father mended the clock every winter"),
        (
            "My mother used to carry the milk down to the village by herself in the dark of the morning",
            "My mother used to carry the milk down",
        ),
        ("Everything.", "Everything"),
        ("Well, yes.", "Well, yes"),
        ("", ""),
    ],
)  # fmt: skip
def test_a_story_is_called_by_a_whole_thought(told: str, called: str) -> None:
    assert story_title(told) == called


@given(st.text())
def test_a_title_is_short_has_no_dots_to_go_on_and_no_word_that_was_not_said(told: str) -> None:
    title = story_title(told)
    assert len(title.split()) <= LONGEST
    assert not title.endswith("…")
    assert title.casefold() in " ".join(told.split()).casefold()
