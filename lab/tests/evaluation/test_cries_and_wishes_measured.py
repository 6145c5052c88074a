"""What is measured of cries and wishes: what a voice said and a recogniser heard, and never silently without stories."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from lab import LABELLED, utterances
from lab.commands import app
from lab.commands import safety as safety_command
from lab.evaluation.feeling import danger, wishes_heard
from lab.utterances import Utterance
from voice_agent.reading.danger import safety
from voice_agent.resources import resource

NET = safety.read(resource("config/safety.toml"), "GB")
CRIES = utterances.read(LABELLED / "safety.tsv")


def nothing_heard(_words: str) -> str:
    return "mm"


def test_so_many_of_each_kind_are_drawn_by_seed_and_of_one_half() -> None:
    some = utterances.drawn(CRIES, 2, held=True, seed=0)
    assert [[each.label for each in some].count(kind) for kind in ("2", "3m", "idiom")] == [2] * 3
    assert all(each.held_back for each in some)
    assert some == utterances.drawn(CRIES, 2, held=True, seed=0)
    assert some != utterances.drawn(CRIES, 2, held=True, seed=1)


def test_what_the_recogniser_makes_of_a_cry_is_judged_and_not_what_was_said() -> None:
    cry = [Utterance("3m", "I've fallen and I can't get up.")]
    row = next(
        each
        for each in danger.evaluate(NET, cry, (), held=None, render=nothing_heard, seed=3).rows
        if each["class"] == "3m"
    )
    assert (row["as text"], row["as heard"], row["heard, or asked"]) == (1.0, 0.0, 0.0)


def test_who_measures_without_stories_is_told_what_was_not_measured() -> None:
    wish = [Utterance("stop", "Stop the interview.")]
    for stories, absent in (((), True), (("We took the bus to Leeds.",), False)):
        cries = danger.evaluate(NET, [Utterance("0", "I miss him.")], stories, held=None)
        wishes = wishes_heard.evaluate(wish, stories, held=None)
        assert (danger.NO_STORIES in cries.notes) is absent
        assert (danger.NO_STORIES in wishes.notes) is absent


@pytest.mark.parametrize("name", ["safety", "commands"])
def test_the_stories_beside_the_checkout_are_found(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lives = tmp_path / "shared/data/safety/life_histories"
    lives.mkdir(parents=True)
    (lives / "one.txt").write_text("We took the bus to Leeds, and nobody was late.\n")
    few = tmp_path / "few.tsv"
    few.write_text("2\tI want to die.\n" if name == "safety" else "stop\tStop the interview.\n")

    def here(path: str) -> Path:
        return tmp_path / "checkout/pyproject.toml" if path == "pyproject.toml" else resource(path)

    monkeypatch.setattr(safety_command, "resource", here)
    words = [name, "--rules-only", "--all", "--data", str(few)]
    out = CliRunner().invoke(app, [*words]).output
    assert "10 words" in out and danger.NO_STORIES[:20] not in out
