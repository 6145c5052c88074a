"""How long a silence must be before anybody may think that the narrator has finished."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.dialogue.endpoint import Manners, agreed, over, required_silence
from voice_agent.dialogue.patience import Pauses, Silence
from voice_agent.settings_sections import Endpoint

STORY = "We moved to the farm in the spring."
OPEN = "We moved to the farm and then"
CLOSED = "And that's all I remember."
FITTED = Manners(patience=4.0, settled=2.6, quick=1.2)


def test_a_pause_for_breath_does_not_end_the_turn() -> None:
    assert not over(0.8, STORY, 0.99, Manners())


def test_a_turn_that_sounds_finished_is_answered_sooner() -> None:
    assert required_silence(STORY, 0.95, Manners()) == 2.0
    assert required_silence(STORY, 0.3, Manners()) == 3.0


def test_without_the_models_answer_only_patience_ends_a_turn() -> None:
    assert required_silence(STORY, None, Manners()) == 3.0
    assert required_silence(CLOSED, None, Manners()) == 3.0


def test_an_open_clause_waits_twice_as_long_whatever_the_model_thinks() -> None:
    for complete in (None, 0.1, 0.99):
        assert required_silence(OPEN, complete, Manners()) == 6.0


def test_a_narrator_who_pauses_long_between_sentences_is_waited_for() -> None:
    assert required_silence(STORY, 0.95, FITTED) == 2.6


def test_words_that_close_make_a_small_silence_enough_if_the_model_agrees() -> None:
    assert required_silence(CLOSED, 0.6, FITTED) == 1.2
    assert required_silence(CLOSED, 0.2, FITTED) == 4.0


def test_a_bare_yes_is_quickly_enough_only_after_a_yes_or_no_question() -> None:
    assert required_silence("Yes.", 0.9, FITTED, asked="Did you like school?") == 1.2
    assert required_silence("Yes.", 0.9, FITTED, asked="What was it like?") == 2.6


def test_nobody_is_answered_quickly_before_their_words_are_known() -> None:
    assert required_silence("", 0.99, Manners()) == 3.0


def test_the_model_must_agree_each_time_it_is_asked() -> None:
    assert agreed(None, 0.9) == 0.9
    assert agreed(0.9, 0.3) == agreed(0.3, 0.9) == 0.3


def test_a_narrator_not_yet_known_is_given_three_seconds() -> None:
    assert Manners.of(Endpoint()) == Manners()
    assert Manners().patience == 3.0


def test_fitted_patience_keeps_within_the_houses_limits() -> None:
    long = Pauses(tuple(Silence(20.0) for _ in range(50)))
    short = Pauses(tuple(Silence(0.3, sure=True) for _ in range(50)))
    assert Manners.of(Endpoint(), long).patience == 8.0
    assert Manners.of(Endpoint(), short).patience >= 1.2
    assert Manners.of(Endpoint(), short).settled == 1.2


pauses = st.lists(
    st.builds(Silence, st.floats(0.25, 30), st.booleans(), st.booleans()), max_size=60
).map(lambda s: Pauses(tuple(s)))
manners = pauses.map(lambda p: Manners.of(Endpoint(), p))
words = st.sampled_from(("", STORY, OPEN, CLOSED, "Yes.", "and"))
share = st.floats(0, 1)


@given(words, share, share, manners)
def test_a_surer_model_never_makes_us_wait_longer(
    text: str, one: float, other: float, how: Manners
) -> None:
    low, high = sorted((one, other))
    assert required_silence(text, high, how) <= required_silence(text, low, how)


@given(words, st.none() | share, manners)
def test_silence_enough_is_always_within_reach_and_never_hasty(
    text: str, complete: float | None, how: Manners
) -> None:
    needed = required_silence(text, complete, how)
    assert 1.2 <= needed <= 2 * 8.0


@given(words, share, manners)
def test_never_before_the_model_agrees_or_patience_runs_out(
    text: str, complete: float, how: Manners
) -> None:
    if complete < 0.5:
        assert required_silence(text, complete, how) >= how.patience


@given(manners)
def test_quick_is_never_slower_than_settled_nor_settled_than_patience(how: Manners) -> None:
    assert how.quick <= how.settled <= how.patience <= 8.0


@pytest.mark.parametrize("text", [STORY, OPEN, CLOSED])
def test_over_is_a_matter_of_silence_alone(text: str) -> None:
    needed = required_silence(text, 0.9, Manners())
    assert over(needed, text, 0.9, Manners())
    assert not over(needed - 0.02, text, 0.9, Manners())
