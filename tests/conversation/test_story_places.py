"""What the words of a running turn say of its story, and that patience goes by it."""

import pytest

from voice_agent.conversation.story_places import by_words
from voice_agent.dialogue.story_patience import StoryPlace
from voice_agent.reading.heads.endings import Ending

LONG = "We had a little house at the end of the lane, and behind it there was a pond where we swam."


@pytest.mark.parametrize(
    ("said", "ending", "place"),
    [
        ("", None, StoryPlace.UNKNOWN),
        (LONG, None, StoryPlace.UNKNOWN),
        (f"{LONG} And that's all I remember.", None, StoryPlace.TOLD),
        (LONG + " We never saw the like again, any of us.", Ending.TOLD, StoryPlace.TOLD),
        (f"{LONG} But wait till you hear what my brother did.", None, StoryPlace.MIDDLE),
        (LONG, Ending.MORE, StoryPlace.MIDDLE),
        ("Oh, the house.", None, StoryPlace.MIDDLE),
        ("Yes, please do.", None, StoryPlace.UNKNOWN),
        ("Who hears all this?", None, StoryPlace.UNKNOWN),
        (f"{LONG} My mother died there in the winter.", None, StoryPlace.HEIGHT),
    ],
)
def test_words_say_where_the_story_stands(
    said: str, ending: Ending | None, place: StoryPlace
) -> None:
    assert by_words(said, ending) is place
