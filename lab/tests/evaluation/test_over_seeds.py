"""Seasons of several seeds in one table: a mean with its interval, each seed held against the same seed."""

import pytest

from lab.evaluation.interview import over_seeds
from lab.evaluation.interview.book_dates import Truth
from lab.evaluation.interview.interview import Conduct, Held
from lab.evaluation.interview.interview_scores import Judged, Verdict
from lab.evaluation.interview.season import Season
from voice_agent.memory.events import Life


def test_the_interval_of_a_mean_is_wider_the_less_the_seeds_agree() -> None:
    same, low, high = over_seeds.spread([0.1, 0.1, 0.1, 0.1])
    assert same == pytest.approx(0.1)
    assert (low, high) == (pytest.approx(0.1), pytest.approx(0.1))
    middle, low, high = over_seeds.spread([0.0, 0.2])
    assert middle == pytest.approx(0.1)
    assert high - low == pytest.approx(2 * 12.71 * 0.1, rel=0.01)


def test_one_seed_says_nothing_about_another() -> None:
    assert over_seeds.spread([0.3]) == (0.3, 0.3, 0.3)


def test_what_shall_never_happen_is_summed_and_not_averaged() -> None:
    table = over_seeds.figures(
        "somebody",
        {"fixed": [_held("fixed"), _held("fixed")], "ours": [_held("ours", 1), _held("ours", 2)]},
        seed=7,
        sessions=2,
        per=10,
    )
    rows = {row["system"]: row for row in table.rows}
    assert rows["ours"]["again"] == 3
    assert rows["fixed"]["again"] == 0
    assert "seeds 7 to 8" in table.about
    assert any(note.startswith("ours - fixed: F1") for note in table.notes)


def _held(system: str, again: int = 0) -> Held:
    season = Season(system, (), (), (), (), (), (), Life(), 2, 20)
    judged = (Judged(1, True, "", frozenset(), frozenset()),)
    conduct = Conduct(
        20, 19, 0, {}, again, 0, 0, 0.8, 8.0, 20, 40.0, 0, 0, 0, 0, 0, 0, ()
    )  # fmt: skip
    return Held(season, Verdict(judged, (), Truth((), (), ()), 2), conduct)
