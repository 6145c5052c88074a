"""Of what a model writes, one object is wanted, and nothing round it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.language.one_object import OneObject, one_object

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)


@given(st.dictionaries(st.text(), VALUES), st.text(), st.text(), st.integers(1, 9))
def test_it_is_found_whatever_stands_round_it_and_wherever_the_pieces_break(
    value: dict[str, object], before: str, after: str, size: int
):
    text = before.replace("{", "") + json.dumps(value, ensure_ascii=False) + after
    form = OneObject()
    taken = "".join(form.feed(text[n : n + size]) for n in range(0, len(text), size))
    assert json.loads(taken) == value
    assert form.whole
    assert one_object(text) == taken


@pytest.mark.parametrize("text", ["", "Grass is green.", "[1, 2]"])
def test_where_there_is_none_a_text_stays_as_it_is(text: str):
    assert not OneObject().feed(text)
    assert one_object(text) == text


def test_one_that_has_not_ended_is_not_whole():
    form = OneObject()
    assert form.feed('Here: {"say": "a } b') == '{"say": "a } b'
    assert not form.whole
