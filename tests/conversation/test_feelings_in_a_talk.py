"""What a narrator feels reaches the talk: it waits, it says less, and it remembers the mood."""

import json
from pathlib import Path

import numpy as np
import pytest
from fakes import PlainFeelings
from kitchen import SESSION, Rest, Say, Told, hold

from voice_agent.emotion.sympathy import Sympathy
from voice_agent.sound import RATE, Sound
from voice_agent.story import Emotion

pytestmark = pytest.mark.anyio

GRIEF = "he went out to the boat in the morning and I cried for a whole year after"
BUS = "we took the bus to the market and bought a pound of plums and two cabbages"


def notes(told: Told, kind: str) -> list[dict[str, object]]:
    file = told.record.folder(SESSION) / "journal.jsonl"
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if line.get("kind") == kind]


def first_answer_after(told: Told, text: str) -> float:
    turns = told.outcome.turns
    place = next(n for n, turn in enumerate(turns) if turn.text == text)
    return turns[place + 1].began - turns[place].ended


async def test_the_mood_is_that_of_the_turns_that_are_over(tmp_path: Path) -> None:
    sympathy = Sympathy(PlainFeelings())
    told = await hold(tmp_path, [Rest(16), Say(GRIEF, 5), Rest(14)], sympathy=sympathy)
    told.record.close()
    assert len(sympathy.mood.turns) == 1
    assert sympathy.mood.now.category is Emotion.SADNESS


async def test_a_pause_inside_a_story_does_not_count_its_feeling_twice(tmp_path: Path) -> None:
    sympathy = Sympathy(PlainFeelings())
    lines = [Rest(16), Say(GRIEF, 5), Rest(0.9), Say("and that was that", 1), Rest(14)]
    told = await hold(tmp_path, lines, sympathy=sympathy)
    told.record.close()
    assert len(sympathy.mood.turns) == 1


async def test_after_something_heavy_we_wait_longer_than_after_the_bus(tmp_path: Path) -> None:
    answered = dict[str, float]()
    for name, text in (("grief", GRIEF), ("bus", BUS)):
        sympathy = Sympathy(PlainFeelings())
        lines = [Rest(16), Say(text, 5), Rest(16)]
        told = await hold(tmp_path / name, lines, sympathy=sympathy, complete=0.2)
        told.record.close()
        answered[name] = first_answer_after(told, text)
    assert answered["grief"] > answered["bus"] + 0.5


async def test_how_it_was_told_is_noted_without_a_word_of_it(tmp_path: Path) -> None:
    told = await hold(
        tmp_path, [Rest(16), Say(GRIEF, 5), Rest(14)], sympathy=Sympathy(PlainFeelings())
    )
    (noted,) = notes(told, "feeling")
    told.record.close()
    assert noted["category"] == "sadness"
    assert noted["bearing"] == "great grief"
    assert "boat" not in json.dumps(noted)


async def test_nothing_is_felt_about_a_cry_for_help(tmp_path: Path) -> None:
    sympathy = Sympathy(PlainFeelings())
    lines = [Rest(16), Say("help me I have fallen and I cannot get up I cried", 4), Rest(20)]
    told = await hold(tmp_path, lines, sympathy=sympathy)
    assert notes(told, "feeling") == []
    told.record.close()
    assert sympathy.mood.turns == ()


def test_a_voice_that_nobody_knows_yet_says_nothing() -> None:
    sympathy = Sympathy(PlainFeelings())
    shout = Sound(np.sin(np.arange(3 * RATE) * 0.05).astype(np.float32))
    assert sympathy.feel("I cried", shout) == PlainFeelings().read(["I cried"])[0]
