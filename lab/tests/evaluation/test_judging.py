"""A judge is believed only where it prefers the same talk whichever is shown first."""

from collections.abc import Sequence

import anyio
import pytest

from lab.evaluation.interview import judging
from lab.evaluation.interview.logs import Exchange
from lab.evaluation.interview.talk_judge import TALKS, pairs
from voice_agent.backends import Message
from voice_agent.language.scripted import Scripted

OURS = [Exchange(1, "Who was there?", "My sister."), Exchange(2, "And then?", "It rained.")]
THEIRS = [Exchange(1, "Tell me more.", "There is no more.")]


def test_a_talk_that_is_preferred_in_both_places_has_won() -> None:
    model = Scripted([[0.8, 0.2], [0.3, 0.7]] * 2 + [[0.1, 0.9], [0.9, 0.1]])
    verdicts = anyio.run(lambda: judging.judge(model, TALKS, pairs(OURS, THEIRS)))
    assert [(each.question, each.wins) for each in verdicts] == [
        ("fluency", "first"),
        ("identification", "first"),
        ("comforting", "second"),
    ]
    figures = judging.figures(TALKS, verdicts, ("ours", "theirs"), model.name, seed=7)
    assert figures.about == "ours and theirs: 1 sessions before a judge"
    assert [row["ours"] for row in figures.rows] == [1, 1, 0]


class Judge:
    """Prefers whatever is shown first, or whoever says "mill"."""

    name = "a judge of straw"

    def __init__(self, fair: bool) -> None:
        self._fair = fair

    async def score(self, messages: Sequence[Message], choices: Sequence[str]) -> list[float]:
        first = messages[-1].text.split("TALK B")[0]
        good = "mill" in first if self._fair else True
        return [0.9, 0.1] if good else [0.1, 0.9]


@pytest.mark.parametrize(("fair", "wins"), [(True, "first"), (False, "undecided")])
def test_a_judge_that_prefers_a_place_is_undecided(fair: bool, wins: str) -> None:
    one = pairs(
        [Exchange(1, "What did the mill make?", "Flour.")],
        [Exchange(1, "What is your favourite colour?", "Blue.")],
    )
    verdicts = anyio.run(lambda: judging.judge(Judge(fair), TALKS, one))  # pyright: ignore[reportArgumentType] (a judge only scores)
    assert {each.wins for each in verdicts} == {wins}
    shown = judging.figures(TALKS, verdicts, ("a", "b"), "a judge of straw", seed=1)
    assert "a judge of straw" in shown.notes[0]


def test_only_talks_that_both_held_are_compared() -> None:
    assert [pair.place for pair in pairs(OURS, THEIRS)] == ["1"]
