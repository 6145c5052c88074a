"""Figures on topics are of understanding, not of places in a list."""

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from fakes import BagOfWords
from numpy.typing import NDArray
from shared import shared

from lab.evaluation.returning.topic_cases import CANDIDATES, load
from lab.evaluation.returning.topic_cuts import Story, cuts, kinds
from lab.evaluation.returning.topics import SHIPPED, USED, chart, evaluate, measure, rank, timed
from lab.evaluation.tables import Figures
from voice_agent.errors import MemoryRefused
from voice_agent.language.mpnet import DEPTHS, SIZE
from voice_agent.memory.topics.topic_measures import MEASURES
from voice_agent.memory.topics.topic_ranking import TopicRanker
from voice_agent.memory.topics.topic_words import Subject
from voice_agent.story import Speaker

LETTERS = "bcdfghjklmnpqrstvwz"


def word(chance: random.Random) -> str:
    return "".join(chance.choice(LETTERS) + chance.choice("aeiou") for _ in range(4))


def strangers_talk(seed: int, *, akin: bool) -> dict[str, object]:
    """In LoCoMo's form; a fact has words of its turn, and of the one before it only where they are akin."""
    chance = random.Random(seed)
    said: dict[str, object] = {}
    observed: dict[str, object] = {}
    for n in range(1, 7):
        lines = [[word(chance) for _ in range(8)] for _ in range(8)]
        said[f"session_{n}"] = [
            {"speaker": ("Ann", "Ben")[k % 2], "dia_id": f"D{n}:{k + 1}", "text": " ".join(line)}
            for k, line in enumerate(lines)
        ]
        said[f"session_{n}_date_time"] = "noon"
        facts = [
            [
                f"Ben {' '.join(line[:4])} {' '.join(lines[k - 1][:4]) if akin else ''}",
                f"D{n}:{k + 1}",
            ]
            for k, line in enumerate(lines)
            if k
        ]
        observed[f"session_{n}_observation"] = {"Ben": facts}
    asked = [{"question": "?", "evidence": ["D1:2", "D5:6"], "category": 1}]
    return {"conversation": said, "observation": observed, "qa": asked}


def written(folder: Path, *, akin: bool) -> Path:
    file = folder / "talks.json"
    talks = [strangers_talk(seed, akin=akin) for seed in range(5)]
    file.write_text(json.dumps(talks), encoding="utf-8")
    return file


def larger(texts: Sequence[str]) -> NDArray[np.float32]:
    """As MPNet's rows: the same at every depth."""
    rows = np.zeros((len(texts), len(DEPTHS), SIZE), np.float32)
    rows[..., : BagOfWords.size] = BagOfWords().embed(texts)[:, None]
    return rows.reshape(len(texts), -1)


def figures(file: Path) -> Figures:
    ranker = TopicRanker(BagOfWords())
    found = measure(load(file).about_to_be_said, ranker, larger=larger)
    return evaluate("Strangers", found, dict.fromkeys(MEASURES, 1.0), folds=True)


def test_where_nothing_belongs_together_no_way_is_better_than_chance(tmp_path: Path) -> None:
    for row in figures(written(tmp_path, akin=False)).rows:
        assert row["R10@1"] < 0.16, row["way"]


@pytest.fixture(scope="module")
def akin(tmp_path_factory: pytest.TempPathFactory) -> Figures:
    return figures(written(tmp_path_factory.mktemp("akin"), akin=True))


def test_where_words_belong_together_they_are_found(akin: Figures) -> None:
    by = {row["way"]: row["R10@1"] for row in akin.rows}
    assert by["BM25"] > 0.9
    assert by["embedding of the last turn"] > 0.9
    assert by["MPNet, embedding of the last turn"] > 0.9
    assert by["five folds, MPNet beside it"] > 0.9


def test_the_choice_that_is_made_in_a_talk_is_measured_and_timed_as_well(tmp_path: Path) -> None:
    embedder = BagOfWords()
    ranker = TopicRanker(embedder)
    cases = [
        replace(each, told=(each.moment.last,))
        for each in load(written(tmp_path, akin=True)).about_to_be_said
    ]
    found = evaluate("Strangers", measure(cases, ranker, embedder), dict.fromkeys(MEASURES, 1.0))
    by = {row["way"]: row["R10@1"] for row in found.rows}
    assert by[USED] > 0.9
    chance = random.Random(3)
    told = [replace(each, told=(" ".join(word(chance) for _ in range(8)),)) for each in cases]
    found = evaluate("Strangers", measure(told, ranker, embedder), dict.fromkeys(MEASURES, 1.0))
    assert {row["way"]: row["R10@1"] for row in found.rows}[USED] < by[USED]
    assert "the whole look of a talk takes" in timed(ranker, embedder, cases[:5], cases[0].topics)


def test_the_right_topic_may_stand_anywhere_and_its_session_is_not_among_the_others(
    tmp_path: Path,
) -> None:
    cases = load(written(tmp_path, akin=True)).about_to_be_said
    assert {each.right for each in cases} == set(range(CANDIDATES))
    for each in cases:
        sessions = [topic.session for topic in each.topics]
        assert sessions.count(sessions[each.right]) == 1
        assert {topic.told_at for topic in each.topics} == {None}


def test_an_earlier_session_is_looked_for_from_a_later_one(tmp_path: Path) -> None:
    found = load(written(tmp_path, akin=True)).of_an_earlier_session
    assert len(found) == 5
    assert all(each.topics[each.right].session.endswith("-01") for each in found)


def test_three_stories_that_share_no_word_are_cut_apart() -> None:
    chance = random.Random(1)

    def story(kind: Subject) -> Story:
        words = [word(chance) for _ in range(6)]
        told = " ".join(chance.choice(words) for _ in range(20))
        return Story(
            ((Speaker.NARRATOR, told + "."), (Speaker.NARRATOR, told + ".")), kind, Subject.SKILL
        )

    stories = [story(Subject.SKILL) for _ in range(6)] + [story(Subject.EVENT) for _ in range(6)]
    assert cuts(stories, BagOfWords()) == (1.0, 1.0)
    assert kinds(stories) == 0.5


def test_what_scores_the_same_stands_before_the_right_one() -> None:
    assert rank(np.zeros(CANDIDATES), 3) == CANDIDATES
    assert rank(np.array([0.0, 1.0, 1.0]), 1) == 2


def test_a_file_of_another_form_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "else.json"
    file.write_text("[{}]", encoding="utf-8")
    with pytest.raises(MemoryRefused):
        load(file)


def test_the_chart_names_the_ranker_and_every_set(akin: Figures) -> None:
    drawn = chart([{"about": akin.about, "rows": akin.rows}] * 2)
    assert drawn.count(akin.about) == 2
    assert f">{SHIPPED}</text>" in drawn
    assert drawn.rstrip().endswith("</svg>")


def test_both_forms_of_locomo_are_as_large_as_they_were() -> None:
    forms = load(shared("dialogue") / "locomo/locomo10.json")
    assert len(forms.about_to_be_said) == 2297
    assert len(forms.of_an_earlier_session) == 1194
