"""Letters that spell a name mean nothing by themselves; whoever looks for words spells nothing."""

import pytest

from voice_agent.reading.words import spelt


@pytest.mark.parametrize(
    "sentence",
    ["That is C, A, O, I, M, H, E.", "It's spelt C-A-O-I-M-H-E.", "P R O double S E R.", "A-N-N."],
)
def test_it_spells(sentence: str) -> None:
    assert spelt.spells(sentence)
    assert spelt.without(f"She was my friend. {sentence} She could whistle.") == (
        "She was my friend. She could whistle."
    )
    assert spelt.without(sentence) == sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "I, I, I do not know.",
        "He had a B. A. and we had a T. V.",
        "I had an A, a B and a C in my report, and a hiding for the C.",
        "We walked along the A road, and I sang.",
        "",
    ],
)
def test_it_tells(sentence: str) -> None:
    assert not spelt.spells(sentence)
    assert spelt.without(sentence) == sentence
