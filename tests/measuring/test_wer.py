"""Word errors are counted as a person would count them on paper."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.measuring.wer import Errors, errors, interval, normal


@pytest.mark.parametrize(
    ("said", "heard", "wrong"),
    [
        ("we went home", "we went home", 0),
        ("we went home", "We went home!", 0),
        ("we went home", "we walked home", 1),
        ("we went home", "we home", 1),
        ("we went home", "we all went home", 1),
        ("we went home", "", 3),
        ("", "thank you", 2),
        ("one two three four", "two three four five", 2),
    ],
)
def test_errors_are_substitutions_deletions_and_insertions(
    said: str, heard: str, wrong: int
) -> None:
    assert errors(said, heard) == Errors(wrong, len(said.split()))


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("In 1813.", "in eighteen thirteen"),
        ("go forward 10 meters", "Go forward ten metres"),
        ("Mr. Dashwood", "mister dashwood"),
        ("the 3rd of May", "the third of may"),
        ("um, an ill-disposed, uh, man", "an ill disposed man"),
        ("y’know it's alright", "you know its all right"),
        ("Smith & Sons", "smith and sons"),
    ],
)
def test_two_spellings_of_one_sentence_are_one(written: str, spoken: str) -> None:
    assert normal(written) == normal(spoken)


def test_clips_count_by_their_words_not_one_by_one() -> None:
    assert (Errors(1, 1) + Errors(0, 9)).rate == pytest.approx(0.1)


texts = st.lists(st.sampled_from(["bread", "river", "mill", "home"]), max_size=8).map(" ".join)


@given(texts, texts)
def test_errors_are_never_more_than_the_longer_and_none_for_the_same(one: str, other: str) -> None:
    found = errors(one, other)
    assert found.wrong <= max(len(one.split()), len(other.split()))
    assert (found.wrong == 0) == (one == other)


@given(texts, texts)
def test_counting_is_the_same_from_either_side(one: str, other: str) -> None:
    assert errors(one, other).wrong == errors(other, one).wrong


def test_an_interval_holds_its_rate_and_repeats_itself() -> None:
    clips = [Errors(n % 3, 10) for n in range(20)]
    low, high = interval(clips)
    assert low <= sum(clips, Errors(0, 0)).rate <= high
    assert interval(clips) == (low, high)
    assert interval([]) == (0.0, 0.0)
