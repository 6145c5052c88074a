"""What a narrator's own pauses teach: how long to wait, and never the rate without the wait."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.dialogue.listening import Pause
from voice_agent.dialogue.patience import KEPT, Pauses, Silence, fit
from voice_agent.sound import RATE


def drawn(median: float, spread: float, n: int, seed: int = 1, sure: float = 0.4) -> list[Silence]:
    dice = Random(seed)
    return [
        Silence(median * 2.718281828 ** dice.gauss(0, spread), dice.random() < sure)
        for _ in range(n)
    ]


def pause(seconds: float, complete: float | None = None, **more: bool) -> Pause:
    return Pause(0, round(seconds * RATE), complete, **more)


def test_before_anything_is_known_the_settings_hold() -> None:
    known = fit(Pauses(), patience=2.0, settled=1.2)
    assert (known.patience, known.settled, known.n) == (2.0, 1.2, 0)


def test_a_single_pause_moves_patience_only_a_little() -> None:
    few = fit(Pauses(tuple(drawn(1.5, 0.6, 1))))
    many = fit(Pauses(tuple(drawn(1.5, 0.6, 300))))
    assert 2.0 < few.patience < many.patience


def test_patience_outlasts_ninety_nine_of_a_hundred_pauses() -> None:
    learned = fit(Pauses(tuple(drawn(1.0, 0.6, 300))))
    unheard = drawn(1.0, 0.6, 5000, seed=2)
    longer = sum(s.seconds > learned.patience for s in unheard) / len(unheard)
    assert 0.003 < longer < 0.02


def test_a_slow_narrator_gets_more_time_than_a_quick_one() -> None:
    slow = fit(Pauses(tuple(drawn(1.6, 0.6, 100))))
    quick = fit(Pauses(tuple(drawn(0.4, 0.6, 100))))
    assert slow.patience > 2 * quick.patience
    assert slow.settled > 2 * quick.settled


def test_long_pauses_between_finished_sentences_are_waited_for() -> None:
    between = [Silence(s.seconds * 3, sure=True) for s in drawn(0.5, 0.4, 60)]
    inside = [Silence(s.seconds) for s in drawn(0.5, 0.4, 60)]
    both, only_inside = fit(Pauses((*between, *inside))), fit(Pauses(tuple(inside)))
    assert both.settled > 1.5 * only_inside.settled


def test_a_kettle_fetched_is_not_a_pause_for_thought() -> None:
    usual = drawn(0.6, 0.5, 80)
    with_kettle = fit(Pauses((*usual, Silence(300.0))))
    assert with_kettle.patience < 1.25 * fit(Pauses(tuple(usual))).patience


def test_where_we_cut_in_the_pause_would_have_been_longer() -> None:
    heard = [Silence(1.2)] * 10
    cut = [Silence(1.2, cut=True)] * 10
    assert fit(Pauses(tuple(cut))).patience > fit(Pauses(tuple(heard))).patience


def test_cutting_in_teaches_us_to_wait() -> None:
    learned = Pauses()
    for _ in range(6):
        learned = learned.cut_in(1.3)
    assert fit(learned).settled > 1.5


def test_the_silences_inside_words_are_not_learned_from() -> None:
    assert Pauses().hear([pause(0.1), pause(0.24)]).silences == ()


def test_only_what_the_model_fell_for_counts_as_sure() -> None:
    learned = Pauses().hear(
        [pause(1.0, 0.9), pause(1.0, 0.5), pause(1.0), pause(1.0, 0.9, unfinished=True)]
    )
    assert [s.sure for s in learned.silences] == [True, False, False, False]


def test_the_two_figures_come_together() -> None:
    learned = Pauses().ended(1.2).ended(1.4).ended(2.0).cut_in(1.2)
    assert learned.pair == (0.25, 1.4, 4)
    assert Pauses().pair is None


def test_reopened_turns_are_counted() -> None:
    learned = Pauses().hear([pause(2.5, 0.9, reopened=True, cut=True)])
    assert learned.cut_ins == 1
    assert learned.silences[0].cut


def test_people_change_and_old_pauses_fade() -> None:
    learned = Pauses()
    for _ in range(KEPT):
        learned = learned.hear([pause(0.5)])
    for _ in range(KEPT):
        learned = learned.hear([pause(3.0)])
    assert len(learned.silences) == KEPT
    assert {s.seconds for s in learned.silences} == {3.0}


LONGEST_PATIENCE_SECONDS = 8.0
"""Seconds; config/agent.toml."""

silences = st.builds(
    Silence, st.floats(0.25, 60).map(lambda x: round(x, 2)), st.booleans(), st.booleans()
)
known = st.builds(
    Pauses,
    st.lists(silences, max_size=80).map(tuple),
    st.lists(st.floats(0, 16).map(lambda x: round(x, 2)), max_size=5).map(tuple),
    st.integers(0, 9),
)


@given(known)
def test_what_was_learned_survives_being_written_down(pauses: Pauses) -> None:
    assert Pauses.from_json(pauses.as_json()) == pauses


@pytest.mark.parametrize("odd", [None, [], {}, {"silences": [[1]]}, {"silences": 3}, "x"])
def test_what_cannot_be_read_is_a_stranger(odd: object) -> None:
    assert Pauses.from_json(odd) == Pauses()


@given(known)
def test_every_fit_is_a_silence_one_could_wait_for(pauses: Pauses) -> None:
    learned = fit(pauses)
    assert 0.1 < learned.patience < 5000
    assert 0.1 < learned.settled < 5000


def test_pauses_cut_short_do_not_hide_the_long_ones() -> None:
    """We cut in at 1.2 s again and again; what got through was long."""
    slow = drawn(1.7, 0.6, 200)
    seen = [Silence(1.2, True, True) if s.sure and s.seconds > 1.2 else s for s in slow]
    assert fit(Pauses(tuple(seen))).patience > 0.8 * fit(Pauses(tuple(slow))).patience


@given(st.lists(silences, min_size=1, max_size=40), st.floats(1.2, 3))
def test_longer_pauses_never_make_us_less_patient(some: list[Silence], factor: float) -> None:
    """Below the longest that anybody waits: of two pauses, a blink and a kettle fetched, the spread alone is learned."""
    longer = [s._replace(seconds=s.seconds * factor) for s in some]
    before, after = (
        min(fit(Pauses(tuple(each))).settled, LONGEST_PATIENCE_SECONDS) for each in (some, longer)
    )
    assert after >= 0.8 * before
