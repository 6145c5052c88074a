"""A date that puts something right is that of the story which was meant, and of none where that is not clear."""

from collections.abc import Mapping

import pytest
from storyteller_of_lives import Telling
from storyteller_of_lives import tell as listened

from voice_agent.memory.repairs.meant import MeaningReader, Meant

MOVED = "We moved to Toledo in 1951."
FIRE = "Our barn burned down in 1958."
DOG = "Our dog Biscuit ran away in 1953."


class Mends:
    """A MeaningReader that takes whatever holds one of `words` for a correction, and the rest for plain telling."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def read(self, text: str) -> Mapping[Meant, float]:
        share = 0.9 if any(each in text for each in self.words) else 0.0
        return {Meant.PLAIN: 1 - share, Meant.CORRECTS: share}


def tell(meaning: MeaningReader, *sessions: list[str]) -> Telling:
    return listened(*sessions, birth="1928", meaning=meaning)


def test_the_card_in_the_tin_speaks_of_what_was_told_a_moment_ago() -> None:
    told = tell(
        Mends("tin"), [DOG, FIRE, "I went and fetched the tin. The card in the tin says 1956."]
    )
    assert told.event("barn burned").when == "1956"
    assert told.event("Biscuit").when == "1953"
    assert not told.life.conflicts


def test_the_wrong_date_said_again_tells_which_story_is_meant() -> None:
    told = tell(Mends("Maureen"), [MOVED, FIRE, DOG], ["Maureen read my 1951 for Toledo. 1949."])
    assert told.event("Toledo").when == "1949"
    assert told.event("barn burned").when == "1958"
    assert told.event("Biscuit").when == "1953"


def test_a_date_that_is_only_quoted_is_no_story_of_its_own() -> None:
    told = tell(Mends("letter"), [DOG, FIRE, "I would get a letter if I left it at 1958. 1956."])
    assert told.event("barn burned").when == "1956"
    assert not told.life.conflicts


def test_where_two_stories_are_of_that_date_neither_is_put_right() -> None:
    stories = [MOVED, "The piano was delivered in 1951."]
    told = tell(Mends("Maureen"), stories, ["Maureen read my 1951 out to me. 1949."])
    assert told.event("Toledo").when == "1951"
    assert told.event("piano").when == "1951"


@pytest.mark.parametrize("said", ["That was in 1965, when the river flooded."])
def test_another_story_of_another_time_puts_nothing_right(said: str) -> None:
    told = tell(Mends("tin"), [MOVED, DOG], [said])
    assert told.event("Biscuit").when == "1953"
    assert told.event("Toledo").when == "1951"
