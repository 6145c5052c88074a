"""The ranker learns whom it talks with: slowly, within bounds, in words, and never for good."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.errors import ModelDamaged, ModelMissing
from voice_agent.memory.topics.topic_fitting import Choice, fit
from voice_agent.memory.topics.topic_liking import LEAST, MOST, STEP, Offered, changes, refit
from voice_agent.memory.topics.topic_measures import MEASURES
from voice_agent.memory.topics.topic_ranking import weights as shipped
from voice_agent.resources import resource

WEIGHTS = {name: 1.0 for name in MEASURES}


def offer(name: str, *, welcome: bool) -> Offered:
    """The topic offered was above the other two in one measure alone."""
    own = tuple(float(each == name) for each in MEASURES)
    rest = tuple(0.0 for _ in MEASURES)
    return Offered((own, rest, rest), 0, welcome)


def test_without_offers_nothing_changes_and_forgetting_them_resets() -> None:
    assert refit(WEIGHTS, []) == WEIGHTS
    assert changes(WEIGHTS, refit(WEIGHTS, [])) == ()


def test_what_is_taken_up_counts_more_and_what_is_passed_over_less() -> None:
    more = refit(WEIGHTS, [offer("people", welcome=True)] * 30)
    less = refit(WEIGHTS, [offer("people", welcome=False)] * 30)
    assert more["people"] > 1 > less["people"]
    assert more["periods"] == pytest.approx(1.0)
    assert changes(WEIGHTS, more)[0].says.startswith("the same people counts")


def test_one_offer_moves_little() -> None:
    moved = refit(WEIGHTS, [offer("people", welcome=True)])
    assert moved["people"] == pytest.approx(1.0, abs=0.05)


@pytest.mark.parametrize("welcome", [True, False])
def test_one_offer_moves_no_weight_that_ships_by_more_than_a_tenth(welcome: bool) -> None:
    held = shipped(resource("models/topic-ranker/weights.json"))
    dice = np.random.default_rng(1)
    for _ in range(20):
        rows = tuple(tuple(map(float, row)) for row in dice.normal(size=(6, len(MEASURES))))
        for name, weight in refit(held, [Offered(rows, 0, welcome)]).items():
            before = held.get(name, 0.0)
            assert (1 - STEP) * before <= weight <= (1 + STEP) * before + 1e-12


@given(st.lists(st.tuples(st.sampled_from(MEASURES), st.booleans()), max_size=60))
def test_no_number_of_evenings_makes_it_somebody_elses(taken: list[tuple[str, bool]]) -> None:
    offers = [offer(name, welcome=welcome) for name, welcome in taken]
    for name, weight in refit(WEIGHTS, offers).items():
        assert LEAST * WEIGHTS[name] <= weight <= MOST * WEIGHTS[name]


def test_of_two_measures_the_one_that_tells_right_from_wrong_is_learned() -> None:
    chance = np.random.default_rng(0)
    choices = []
    for _ in range(60):
        rows = chance.normal(size=(5, 2))
        rows[2, 0] += 3
        choices.append(Choice(rows, 2))
    prior = np.array([0.1, 0.1])
    found = fit(choices, prior)
    assert found[0] > 1 > found[1] >= 0
    assert np.array_equal(fit(choices, prior), found)
    assert np.array_equal(fit([], prior), prior)
    assert fit(choices, prior, fixed=np.array([True, False]))[0] == pytest.approx(0.1)


def test_the_weights_that_ship_name_every_measure_and_none_is_negative() -> None:
    held = shipped(resource("models/topic-ranker/weights.json"))
    assert set(held) == set(MEASURES)
    assert min(held.values()) >= 0


def test_missing_and_damaged_weights_are_said_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing):
        shipped(tmp_path / "weights.json")
    (tmp_path / "weights.json").write_text("{}", encoding="utf-8")
    with pytest.raises(ModelDamaged):
        shipped(tmp_path / "weights.json")
