"""The middle of a story is waited for, its end is not."""

from hypothesis import given
from hypothesis import strategies as st

from voice_agent.dialogue.endpoint import Manners, required_silence
from voice_agent.dialogue.patience import Pauses, Silence
from voice_agent.dialogue.story_patience import StoryPlace, with_story
from voice_agent.settings_sections import Endpoint

STORY = "We moved to the farm in the spring."
CLOSED = "And that's all I remember."
LONGEST = 8.0

learned = st.lists(
    st.builds(Silence, st.floats(0.3, 9), st.booleans(), st.booleans()), max_size=20
).map(lambda silences: Manners.of(Endpoint(), Pauses(tuple(silences))))
answers = st.none() | st.floats(0, 1)
words = st.sampled_from([STORY, CLOSED, "We moved to the farm and then", ""])


def needed(place: StoryPlace, complete: float | None, text: str = STORY) -> float:
    return required_silence(text, complete, with_story(Manners(), place, LONGEST))


def test_where_nobody_can_say_nothing_changes() -> None:
    assert with_story(Manners(), StoryPlace.UNKNOWN, LONGEST) == Manners()


def test_a_story_goes_on_though_the_sentence_sounded_finished() -> None:
    assert needed(StoryPlace.MIDDLE, 0.99) == needed(StoryPlace.MIDDLE, 0.1) == 4.5
    assert needed(StoryPlace.HEIGHT, 0.99) == needed(StoryPlace.HEIGHT, 0.1) == 3.75


def test_a_told_story_is_answered_sooner_and_soonest_where_it_sounds_so() -> None:
    assert needed(StoryPlace.TOLD, 0.1) == 2.0
    assert needed(StoryPlace.TOLD, 0.9) == 1.2


@given(learned, words, answers)
def test_the_places_keep_their_order_whatever_is_known_of_the_narrator(
    how: Manners, text: str, complete: float | None
) -> None:
    told, unknown, middle = (
        required_silence(text, complete, with_story(how, place, LONGEST))
        for place in (StoryPlace.TOLD, StoryPlace.UNKNOWN, StoryPlace.MIDDLE)
    )
    assert told <= unknown <= middle


@given(learned)
def test_no_place_waits_longer_than_the_house_allows_nor_shorter_than_quick(how: Manners) -> None:
    for place in StoryPlace:
        carried = with_story(how, place, LONGEST)
        assert how.quick <= carried.settled <= carried.patience <= max(LONGEST, how.patience)
