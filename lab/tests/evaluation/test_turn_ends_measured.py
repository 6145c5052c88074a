"""Voiced held talks: where a teller rests, and how a way of deciding is counted."""

from math import inf
from pathlib import Path

import pytest

from lab.evaluation.spoken.held_turns import clauses_of, held_turns
from lab.evaluation.spoken.turn_ends import Way, known, made_up, unknown
from lab.evaluation.spoken.voiced_turns import Rest, VoicedTurn, keep, kept, manners_of
from voice_agent.measuring.deciding import Silence
from voice_agent.settings_sections import Endpoint
from voice_agent.sound import RATE

TALKS = Path(__file__).resolve().parents[2] / "talks"
STORY = "We had a little house at the end of the lane."


def test_a_turn_is_cut_where_a_teller_may_rest_and_nowhere_else() -> None:
    said = "Oh, Ray. He taught me to drive, that would be sixty-two, in a Chevy. Then ... well. He drowned."
    assert [(clause.text, clause.ends_sentence) for clause in clauses_of(said)] == [
        ("Oh, Ray.", True),
        ("He taught me to drive,", False),
        ("that would be sixty-two,", False),
        ("in a Chevy.", True),
        ("Then...", True),
        ("well.", True),
        ("He drowned.", True),
    ]


def test_every_word_of_a_held_talk_is_in_its_turns_and_a_full_stop_stands_where_the_sound_stops() -> (
    None
):
    turns = held_turns(TALKS / "new-walt-1.txt")
    assert len(turns) == 19 and {turn.narrator for turn in turns} == {"walt"}
    assert turns[1].asked.endswith("What is a good memory from when you were small?")
    for turn in turns:
        assert all(turn.heard(n)[-1] in '.!?"”' for n in range(len(turn.clauses)))


def rest(seconds: float, *answers: float, words: str = STORY) -> Rest:
    return Rest(words, True, seconds, Silence(10 * RATE, seconds, answers))


def turn(*rests: Rest, narrator: str = "ann") -> VoicedTurn:
    return VoicedTurn(narrator, "slower", "", rests, (rest(inf, 0.1, 0.1),), 10 * RATE)


def test_a_pause_longer_than_patience_is_a_cut_in_and_the_wait_runs_from_the_true_end() -> None:
    figures = unknown(Way("as it was", amid=False), [turn(rest(2.5), rest(4.0))], Endpoint())
    assert (figures.cut_ins.rate, figures.cut_ins.n) == (0.5, 2)
    assert figures.turns_cut.rate == 1
    assert figures.wait.p50 == 3.0


def test_the_pauses_of_a_turn_teach_within_it_only_where_they_may() -> None:
    slow = [turn(*[rest(2.9)] * 8, rest(3.6))]
    assert unknown(Way("as it was", amid=False), slow, Endpoint()).cut_ins.rate == pytest.approx(
        1 / 9
    )
    assert unknown(Way("amid"), slow, Endpoint()).cut_ins.rate == 0


def test_a_known_narrator_is_reported_on_the_second_half_of_their_turns() -> None:
    quick = [turn(*[rest(0.5)] * 9) for _ in range(12)]
    figures = known(Way("as it was", amid=False), quick, Endpoint())
    assert figures.cut_ins.n == 54
    assert figures.wait.p50 < 2


def test_a_perfect_reading_cuts_no_pause_below_patience_and_waits_less() -> None:
    turns = [turn(rest(4.0))]
    perfect, today = (
        unknown(way, turns, Endpoint())
        for way in (Way("perfect", made_up(1.0), amid=False), Way("as it was", amid=False))
    )
    assert perfect.cut_ins.rate < today.cut_ins.rate
    assert perfect.wait.p50 < today.wait.p50


def test_what_was_heard_comes_back_from_its_file(tmp_path: Path) -> None:
    turns = [turn(rest(0.7, 0.2), rest(1.4, 0.9, 0.4))]
    keep(turns, tmp_path / "heard.json")
    assert kept(tmp_path / "heard.json") == turns


def test_every_manner_of_pausing_has_as_many_narrators() -> None:
    manners = [manner.name for manner in manners_of(f"n{n}" for n in range(12)).values()]
    assert {manners.count(name) for name in manners} == {4}
