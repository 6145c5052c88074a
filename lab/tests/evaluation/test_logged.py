"""A log of an evaluation can be read by itself: what it ran with, every turn, every score; and nobody's contacts."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fakes import PlainFeelings
from interviews import rules
from typer.testing import CliRunner

from lab import LABELLED
from lab.commands import app
from lab.evaluation import log
from lab.evaluation.feeling import calm_talk, danger, emotion, sympathy, wishes_heard
from lab.evaluation.feeling.emotion import Contestant
from lab.evaluation.interview import comfort
from lab.evaluation.tables import Figures
from lab.utterances import Utterance
from voice_agent.reading.danger import safety
from voice_agent.resources import resource
from voice_agent.settings import load

NET = safety.read(resource("config/safety.toml"), "GB")
SAID = [Utterance("3m", "I've fallen and I can't get up."), Utterance("ordinary", "I had an egg.")]
WISHES = [Utterance("stop", "Let's stop for today."), Utterance("story", "We sang on the bus.")]
RATED = LABELLED / "rated.tsv"
PLAIN = Contestant("five words", PlainFeelings())


def written(tmp_path: Path, *figures: Figures) -> list[dict[str, Any]]:
    file = tmp_path / "log.jsonl"
    log.write(file, load(None), *figures)
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_a_log_says_what_it_ran_with_and_on(tmp_path: Path) -> None:
    head, *_, end = written(tmp_path, danger.evaluate(NET, SAID, (), held=None, seed=5))
    assert (head["voice-agent"], head["seed"]) == ("safety", 5)
    assert {"commit", "processor", "load"} <= set(head["machine"])
    assert len(head["models"]["danger/head.npz"]) == 64
    assert head["settings"]["hearing"]["model"]
    assert not {"safety", "narrator"} & set(head["settings"])
    assert end["rows"] and end["notes"]


@pytest.mark.parametrize(
    ("measure", "turns"),
    [
        (lambda: danger.evaluate(NET, SAID, ("We fell out.", "I want to die."), held=None), 5),
        (
            lambda: wishes_heard.evaluate(
                WISHES, ("We fell out.", "Let's stop for today."), held=None
            ),
            5,
        ),
        (lambda: calm_talk.evaluate(NET, NET, {"one": ["I had an egg.", "It rained."]}), 4),
        (lambda: comfort.evaluate(rules(), comfort.no_feelings, comfort.read()[:3])[0], 6),
        (lambda: emotion.evaluate([PLAIN], RATED, None)[0], 265),
        (lambda: sympathy.evaluate({"five words": PlainFeelings()}, RATED, narrators=2), 6),
    ],
    ids=["safety", "commands", "calm", "comfort", "emotion", "ablation"],
)
def test_every_turn_and_its_score_is_in_the_log(
    measure: Callable[[], Figures], turns: int, tmp_path: Path
) -> None:
    assert len([each for each in written(tmp_path, measure()) if "turn" in each]) == turns


@pytest.mark.parametrize("show", [False, True])
def test_the_words_of_a_set_that_is_held_back_stay_unread_in_the_log(
    show: bool, tmp_path: Path
) -> None:
    lines = written(tmp_path, danger.evaluate(NET, SAID, (), held=None, show=show))
    turns = [each["turn"] for each in lines if "turn" in each]
    assert any(each["words"] for each in turns) is show
    fallen = turns[0]
    assert (fallen["label"], fallen["level"], fallen["right"]) == ("3m", "3m", True)
    assert fallen["because"].startswith("sure 3m")


@pytest.mark.parametrize("name", ["emotion", "commands", "safety", "comfort"])
def test_every_command_of_feeling_can_keep_a_log(name: str) -> None:
    assert "--log" in CliRunner().invoke(app, [name, "--help"], env={"COLUMNS": "120"}).output  # fmt: skip
