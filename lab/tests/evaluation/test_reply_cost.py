"""What a reply costs is counted while it is made, and at no other time."""

import re
import sys

from lab.evaluation import reply_cost
from voice_agent.reading.telling import telling
from voice_agent.reading.words import plain_words


def test_files_and_patterns_are_counted_while_a_reply_is_made() -> None:
    said = "We kept a goat on the roof, and it was never counted before this line."
    with reply_cost.Counting() as counting:
        telling(said)
    assert "telling.py" in counting.files
    assert counting.tried > 10
    before = counting.tried
    re.compile("goat").search(said)
    assert counting.tried == before
    assert sys.getprofile() is None


def test_plain_words_are_made_once_of_each_text() -> None:
    said = "It is read a thousand times in one turn, this."
    plain_words.plain(said)
    with reply_cost.Counting() as counting:
        plain_words.plain(said)
    assert counting.tried == 0
