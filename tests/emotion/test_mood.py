"""The mood of the last turns: grief told between sentences about buses."""

from hypothesis import given
from hypothesis import strategies as st

from voice_agent.emotion.mood import Mood
from voice_agent.story import Emotion, Feeling

SAD = Feeling(Emotion.SADNESS, 0.7, -0.5, -0.1, -0.3)
GLAD = Feeling(Emotion.JOY, 0.7, 0.6, 0.3, 0.2)
BUS = Feeling(valence=-0.05)


def after(*turns: Feeling) -> Mood:
    mood = Mood()
    for each in turns:
        mood = mood.hear(each)
    return mood


def test_before_anything_is_said_nothing_is_felt() -> None:
    assert Mood().now == Feeling()


def test_one_sad_turn_is_a_sad_mood() -> None:
    assert after(SAD).now.category is Emotion.SADNESS
    assert after(SAD).now.intensity == SAD.intensity


def test_a_sentence_about_the_bus_does_not_end_grief() -> None:
    mood = after(SAD, BUS)
    assert mood.now.category is Emotion.SADNESS
    assert 0 < mood.now.intensity < SAD.intensity


def test_three_ordinary_turns_do() -> None:
    assert after(SAD, BUS, BUS, BUS).now.category is Emotion.NEUTRAL


def test_two_sad_turns_outweigh_one_glad_one_before() -> None:
    assert after(GLAD, SAD, SAD).now.category is Emotion.SADNESS


def test_a_smile_after_grief_is_a_smile_with_grief_beside_it() -> None:
    mood = after(SAD, GLAD).now
    assert mood.category is Emotion.JOY
    assert Emotion.SADNESS in mood.also


def test_heavy_turns_are_counted_until_the_mood_lifts() -> None:
    assert after(SAD, BUS, SAD).heavy == 3
    assert after(SAD, SAD, GLAD, GLAD).heavy == 0


@given(
    st.lists(
        st.builds(
            Feeling,
            st.sampled_from(Emotion),
            st.floats(0, 1),
            st.floats(-1, 1),
            st.floats(-1, 1),
            st.floats(-1, 1),
        ),
        max_size=6,
    )
)
def test_a_mood_stays_within_its_scales(turns: list[Feeling]) -> None:
    now = after(*turns).now
    assert 0 <= now.intensity <= 1
    assert all(-1.001 <= each <= 1.001 for each in (now.valence, now.arousal, now.dominance))
    assert (now.category is Emotion.NEUTRAL) == (now.intensity == 0)
    assert now.category not in now.also and Emotion.NEUTRAL not in now.also
