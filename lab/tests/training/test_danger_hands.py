"""What teaches the reader of danger is no copy of what it is judged on."""

import re

from lab import LABELLED, utterances
from lab.training import LESSONS, danger

JUDGES = ("after", "third", "fourth", "fifth", "sealed", "sixth")
ROW = 7
"""Words in a row that two lines have in common by chance no more."""

BEFORE = frozenset({"one", "two", "three", "four", "five"})
"""Hands whose lines were laid down before this was looked at."""


def rows(words: str) -> set[str]:
    bare = re.sub(r"[^a-z ]", "", words.lower()).split()
    return {" ".join(bare[n : n + ROW]) for n in range(max(1, len(bare) - ROW + 1))}


def test_no_line_of_the_later_hands_shares_seven_words_with_a_set_that_judges() -> None:
    judged = {
        row
        for name in JUDGES
        for each in utterances.read(LABELLED / f"safety_{name}.tsv")
        for row in rows(each.words)
    }
    taught = {hand: name for hand, name in danger.HANDS.items() if hand not in BEFORE}
    assert len(taught) == 5
    for name in taught.values():
        said = utterances.read(LESSONS / name)
        assert len(said) > 1000
        assert [each.words for each in said if rows(each.words) & judged] == []
