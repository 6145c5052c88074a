"""Wishes that are only told of are no wishes to the reader of meanings either."""

import pytest

from lab import LABELLED, utterances
from voice_agent import assemble
from voice_agent.settings import load


@pytest.mark.models
def test_the_shipped_opinion_takes_none_of_our_quoted_wishes_for_a_wish() -> None:
    ask = assemble.second_opinion(load(environ={}))
    if ask is None:
        pytest.skip("the weights mpnet-int8 are not on this machine")
    lines = utterances.read(LABELLED / "commands.tsv")
    quoted = [each.words for each in lines if each.label == "story" and not each.held_back]
    assert [each for each in quoted if ask(each)] == []
