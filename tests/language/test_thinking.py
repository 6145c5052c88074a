"""What a model thinks stays unsaid."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.language.thinking import Unthinking


def unthought(text: str) -> str:
    thoughts = Unthinking()
    return thoughts.feed(text) + thoughts.rest()


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("Who was there?", "Who was there?"),
        ("<think>She is sad.</think>Who was there?", "Who was there?"),
        ("<think>She is sad.", ""),
        ("2 < 3, she said", "2 < 3, she said"),
        ("Mm. <think>a</think>Go on. <think>b</think>", "Mm. Go on. "),
        ("a <thi", "a <thi"),
    ],
)
def test_only_what_is_outside_thoughts_is_spoken(text: str, spoken: str):
    assert unthought(text) == spoken


@given(st.lists(st.sampled_from(["<", "think", ">", "</", "a", " b ", "<think>", "</think>"])))
def test_it_does_not_matter_where_the_pieces_break(pieces: list[str]):
    thoughts = Unthinking()
    spoken = "".join(thoughts.feed(piece) for piece in pieces) + thoughts.rest()
    assert spoken == unthought("".join(pieces))


@pytest.mark.parametrize(
    ("text", "thought"),
    [("Who was there?", False), ("<think>She is sad.", True), ("She is sad.</think>Mm.", True)],
)
def test_that_something_was_thought_is_known(text: str, thought: bool):
    thoughts = Unthinking()
    thoughts.feed(text)
    assert thoughts.thought is thought
