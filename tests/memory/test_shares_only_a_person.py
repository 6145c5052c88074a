"""A lock does not spread to a neighbouring story that shares no more than a person with the one that is kept back."""

import pytest

from voice_agent.memory.same_story import Likeness, joined

MEGAN = "Our Rhiannon was born the winter of the big snow, and the nurse came on a sledge, and Megan laughed."
ASKED = "How would you describe Megan?"


@pytest.mark.parametrize(
    ("after", "goes_on"),
    [
        ("Idwal the hat told jokes at the funeral. He wore a bowler.", None),
        ("She was bonny and she had a blue coat on.", False),
        ("Bonny, and never cross.", False),
        ("The snow lay till April and nobody could get down.", False),
    ],
)
def test_whoever_was_asked_after_must_be_answered_for(after: str, goes_on: bool | None) -> None:
    assert joined(MEGAN, ASKED, after) is goes_on


def test_what_was_asked_of_a_thing_is_answered_in_whatever_words() -> None:
    asked = "What became of the sledge?"
    assert joined(MEGAN, asked, "A farmer bought it for his boys and paid too much.") is False


def test_a_person_alone_makes_no_story_and_a_meaning_as_near_as_this_does() -> None:
    assert not Likeness(things=0.0, who=1.0, meaning=0.064).perhaps
    assert Likeness(things=0.6, who=1.0, meaning=0.03).perhaps
    assert Likeness(things=0.0, who=0.0, meaning=0.2).perhaps
