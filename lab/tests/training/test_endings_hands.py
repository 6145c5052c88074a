"""What teaches whether a story is told: its form, that nothing held back is taught, and how sure one must be."""

from pathlib import Path

import numpy as np
import pytest

from lab.evaluation.returning import shift_lives
from lab.evaluation.returning.shift_lives import WORDS
from lab.training import LESSONS
from lab.training.endings import (
    APART,
    CLASSES,
    LIVES,
    LIVES_ASIDE,
    LOWEST,
    SUREST,
    Said,
    by_rules,
    chosen,
    going,
    read,
    rendered,
)
from voice_agent.reading.heads.endings import Ending

FILES = sorted(LESSONS.glob("endings_*.tsv"))
TAUGHT = [file for file in FILES if file.name not in APART]


def test_every_hand_teaches_every_ending() -> None:
    assert len(TAUGHT) == 5 and len(FILES) == 6
    for file in FILES:
        assert {each.ending for each in read(file)} == set(Ending), file.name


def test_nothing_that_is_held_back_is_taught() -> None:
    taught = {
        each.words.lower() for file in TAUGHT for each in read(file) if len(each.words.split()) > 4
    }
    held = {each.words.lower() for name in APART for each in read(LESSONS / name)}
    scripted = {
        words.lower()
        for part in ("third", "fourth", "fifth")
        for kind in ("closers", "open", "endless")
        for words in WORDS[part][kind]
    }
    assert len(taught & held) <= 4  # stock phrases that two hands thought of
    assert len(taught & scripted) <= 2
    assert not set(LIVES) & set(LIVES_ASIDE)


def test_a_line_of_another_form_is_refused(tmp_path: Path) -> None:
    (tmp_path / "endings_z.tsv").write_text("over\tThat was it.\n", encoding="utf-8")
    with pytest.raises(ValueError, match="line 1"):
        read(tmp_path / "endings_z.tsv")


def test_an_empty_answer_stands_alone_and_the_last_answer_of_a_story_does_not_go_on() -> None:
    before = "We had the wagon by then."
    assert rendered(Said(Ending.EMPTY, "Aye."), before)[-1] == "aye"
    assert rendered(Said(Ending.TOLD, "And that was us."), before)[-1].startswith(
        "we had the wagon"
    )
    (life, *_) = shift_lives.read(LESSONS / "lives_a.toml")
    on = going("a")
    assert life.talks[0].tell[0] in on and life.talks[0].tell[-1] not in on


def test_a_bar_keeps_false_alarms_few_among_answers_that_go_on() -> None:
    kinds = np.array([0] * 20 + [3] * 20)
    found = np.zeros((40, len(CLASSES)))
    found[:20, 0], found[20:, 3] = 0.9, 0.9
    calm = np.zeros((200, len(CLASSES)))
    calm[:, 3] = 0.9
    assert chosen(found, kinds, calm)[Ending.TOLD] == pytest.approx(LOWEST)
    calm[:2, 3], calm[:2, 0] = 0.0, 0.7  # one in a hundred is taken for an end below .7
    assert chosen(found, kinds, calm)[Ending.TOLD] == pytest.approx(0.72)
    found[:20, 0] = 0.5
    assert chosen(found, kinds, calm)[Ending.TOLD] == pytest.approx(SUREST)


def test_rules_know_a_usual_end_and_a_usual_promise() -> None:
    assert by_rules("Well, that's it.") is Ending.TOLD
    assert by_rules("But wait till you hear what he did then.") is Ending.MORE
    assert by_rules("You may put the lid on it.") is None
