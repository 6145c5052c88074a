"""The ranker learns whom it talks with: slowly, within bounds, in words, and never for good."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.errors import ModelDamaged, ModelMissing
from voice_agent.memory.topics.topic_fitting import Choice, fit
from voice_agent.memory.topics.topic_liking import (
    LEAST_WEIGHT,
    LITTLE,
    MOST_WEIGHT,
    SLOW,
    Offered,
    changes,
    refit,
)
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


@given(st.integers(0, 10**6), st.integers(1, 8), st.floats(0, 4), st.booleans())
def test_so_many_offers_move_no_weight_by_more_than_so_many_twentieths(
    seed: int, count: int, least: float, theirs: bool
) -> None:
    chance = np.random.default_rng(seed)
    before = shipped(resource("models/topic-ranker/weights.json"))
    if theirs:
        before = {name: max(0.0, chance.normal(least)) for name in MEASURES}
    offers = [
        Offered(tuple(map(tuple, chance.normal(size=(6, len(MEASURES)), scale=2).tolist())), 0, w)
        for w in (chance.random(count) < 0.5).tolist()
    ]
    for name, weight in refit(before, offers).items():
        most = count / SLOW * max(before[name], LITTLE)
        assert abs(weight - before[name]) <= most + 1e-4


def test_what_counted_nothing_may_come_to_count_a_little_and_no_more() -> None:
    before = {**WEIGHTS, "tellings": 0.0}
    after = refit(before, [offer("tellings", welcome=True)] * 400)
    assert 0 < after["tellings"] <= LITTLE
    (said,) = changes(before, after)
    assert said.says == "having been told often counts a little, which it did not at first"


@given(st.lists(st.tuples(st.sampled_from(MEASURES), st.booleans()), max_size=60))
def test_no_number_of_evenings_makes_it_somebody_elses(taken: list[tuple[str, bool]]) -> None:
    offers = [offer(name, welcome=welcome) for name, welcome in taken]
    for name, weight in refit(WEIGHTS, offers).items():
        assert LEAST_WEIGHT * WEIGHTS[name] <= weight <= MOST_WEIGHT * WEIGHTS[name]


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
