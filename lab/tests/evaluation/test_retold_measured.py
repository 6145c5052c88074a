"""The measure itself: labels are exact, the score can be checked by hand."""

import pytest

from lab.evaluation.memory.retold import b_cubed, evaluate
from lab.evaluation.memory.retold_lives import life, namesakes
from lab.evaluation.memory.retold_templates import Which, templates
from voice_agent.memory.reading import PlainReader


def test_b_cubed_is_what_one_gets_by_hand() -> None:
    # a a b | found together: a b, apart: a
    score = b_cubed(["a", "a", "b"], [1, 2, 1])
    assert score.precision == pytest.approx((1 / 2 + 1 + 1 / 2) / 3)
    assert score.recall == pytest.approx((1 / 2 + 1 / 2 + 1) / 3)
    assert b_cubed(["a", "a"], [1, 1]).f1 == 1
    assert b_cubed([], []).f1 == 1


def test_the_held_back_templates_tell_the_same_sorts_in_other_words() -> None:
    open_ones, held = templates("open"), templates("held")
    assert set(open_ones.sorts) == set(held.sorts)
    assert len(held) >= 60
    for sort, known in open_ones.sorts.items():
        assert not set(known.tellings) & set(held.sorts[sort].tellings), sort
        assert held.sorts[sort].ages == known.ages
        assert held.sorts[sort].like == known.like
    for table in (
        "jokes",
        "retractions",
        "corrected_at_once",
        "corrected_later",
        "hearsay",
        "guesses",
    ):
        assert not set(getattr(open_ones, table)) & set(getattr(held, table)), table


@pytest.mark.parametrize("which", ["fresh", "unseen", "last", "sealed", "practice"])
def test_the_fresh_sentences_put_right_in_words_of_their_own(which: Which) -> None:
    fresh = templates(which)
    others = [templates(each) for each in ("open", "held", "fresh") if each != which]
    for table in ("jokes", "retractions", "corrected_at_once", "corrected_later", "hearsay"):
        said = set(getattr(fresh, table))
        assert said
        assert not any(said & set(getattr(other, table)) for other in others), table
    assert fresh.corrected_next
    assert fresh.answered


def test_held_back_lives_are_told_with_the_held_back_templates_alone() -> None:
    told = life(3, "held")
    fillers = set(templates("open").fillers)
    texts = [turn.text for turns in told.sessions for turn in turns]
    assert not any(each in text for text in texts for each in fillers)


def test_the_same_seed_draws_the_same_life() -> None:
    assert life(3) == life(3)
    assert life(3) != life(4)
    assert namesakes(3) == namesakes(3)


def test_every_label_stands_where_it_says() -> None:
    told = life(5)
    for telling in told.tellings:
        turn = told.sessions[telling.session][telling.turn - 1]
        assert turn.text[telling.first : telling.last].strip()
    assert {each.event for each in told.tellings} >= told.conflicts


def test_a_small_run_without_weights_keeps_its_promises() -> None:
    found = evaluate(PlainReader(), lives=3, seed=11)
    assert found.rows[-1].name == "ours, rules alone"
    assert found.rows[-1].f1 > found.rows[0].f1
    assert found.acted.dates == 0  # told plainly, and taken for put right
    assert found.acted.stories == 0
    assert found.rows[-1].precision > 0.98
    assert found.claims == found.claims_citing
    assert found.namesakes_merged == 0
    assert found.figures().rows[0]["tellings put together by"] == "each telling its own event"
