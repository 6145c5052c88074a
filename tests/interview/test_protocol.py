"""The book of questions: each is one you would ask your own grandmother, and none stands there twice."""

import re
from itertools import combinations
from pathlib import Path

import pytest

from voice_agent.errors import SettingsError
from voice_agent.interview import protocol
from voice_agent.interview.protocol import LONGEST_QUESTION, Period, Theme, Wants
from voice_agent.interview.wording.checks import faults
from voice_agent.reading.words import novelty
from voice_agent.reading.words.vocabulary import said
from voice_agent.resources import resource

BOOK = protocol.read_all(resource("config/interview"))
TOPICS = [topic for topic in BOOK if not topic.shared]
EVERY = [(topic, question) for topic in BOOK for question in topic.questions]

MCADAMS = ["life_chapters", "high_point", "low_point", "turning_point", "childhood", "unhappy_childhood", "adult_memory", "wonder", "wisdom", "next_chapter", "hopes", "project", "challenge", "health", "loss", "regret", "faith", "society", "changing_views", "single_value", "other_beliefs", "life_theme", "reflection"]  # fmt: skip


def test_the_book_holds_the_23_topics_of_the_life_story_interview() -> None:
    assert sorted(topic.name for topic in TOPICS) == sorted(MCADAMS)
    assert {t.name for t in TOPICS if t.heavy} == {
        "low_point", "unhappy_childhood", "health", "loss", "regret",
    }  # fmt: skip
    assert {t.name for t in TOPICS if t.future} == {"next_chapter", "hopes", "project"}


def test_every_topic_opens_scenes_and_asks_on_in_every_way() -> None:
    for topic in TOPICS:
        assert 12 <= len(topic.questions) <= 25, topic.name
        assert len(topic.wanting(Wants.SCENE)) >= 7, topic.name
        assert {q.wants for q in topic.questions} == set(Wants), topic.name


def test_every_question_is_short_single_and_speakable() -> None:
    for _, question in EVERY:
        assert len(question.ask.split()) <= LONGEST_QUESTION
        assert question.ask.count("?") == 1 and question.ask.endswith("?")
        assert faults(question.ask, said(question.ask)) == (), question.ask
        assert not re.search(r"\b(?:user|interview|session|topic|narrator)\b", question.ask)


def test_no_question_stands_in_the_book_twice_in_the_same_or_other_words() -> None:
    assert len({novelty.normal(q.ask) for _, q in EVERY}) == len(EVERY)
    scenes = [q for _, q in EVERY if q.wants is Wants.SCENE]
    alike = [
        (one.ask, other.ask)
        for one, other in combinations(scenes, 2)
        if novelty.likeness(novelty.gist(one.ask), novelty.gist(other.ask)) >= novelty.SAME
    ]
    assert alike == []


def test_the_questions_reach_every_part_and_side_of_a_life() -> None:
    scenes = [q for _, q in EVERY if q.wants is Wants.SCENE]
    assert {q.period for q in scenes} == set(Period)
    assert {q.theme for q in scenes} == set(Theme)


GOOD = """name = "allotment"
title = "the allotment"
order = 40

question = [
  { ask = "What did you grow first?", wants = "scene", period = "middle years", theme = "play" },
  { ask = "What was the name of your first dog?", wants = "scene", from = "Ann" },
]
"""


def test_a_family_file_adds_a_topic_or_questions_to_one(tmp_path: Path) -> None:
    (tmp_path / "allotment.toml").write_text(GOOD)
    (tmp_path / "more.toml").write_text(
        'name = "childhood"\ntitle = "x"\norder = 5\n[[question]]\nask = "Who cut your hair?"\nwants = "scene"\n'
    )
    book, refused = protocol.read_household(BOOK, tmp_path)
    merged = {t.name: t for t in book}
    assert not refused
    assert merged["allotment"].questions[1].asker == "Ann"
    assert merged["childhood"].title == "a good memory from childhood"
    assert merged["childhood"].questions[-1].ask == "Who cut your hair?"


def test_the_example_in_the_description_of_the_format_is_a_good_file(tmp_path: Path) -> None:
    text = resource("config/interview/format.md").read_text(encoding="utf-8")
    (tmp_path / "example.toml").write_text(text.split("```toml\n")[1].split("```")[0])
    assert len(protocol.read(tmp_path / "example.toml").questions) == 3


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("grow first?", "grow first", 6, "one question mark"),
        ("grow first?", "grow? And where?", 6, "one question mark"),
        ("grow first?", "grow first, and where did it grow?", 6, "two things at once"),
        ("grow first?", "grow " + "first " * 20 + "?", 6, "longer than 20 words"),
        ('wants = "scene", from', 'wants = "gossip", from', 7, "“wants” must be one of"),
        ('period = "middle years"', 'period = "long ago"', 6, "“period” must be one of"),
        ('theme = "play"', 'themes = "play"', 6, "“themes”"),
        ("order = 40", 'order = "soon"', 3, "whole number"),
        ("order = 40", "order = 40\nheavy = 3", 4, "true or false"),
        ("order = 40", "order = 40\ncolour = 3", 4, "“colour” is not a key"),
        ('title = "the allotment"', "", 1, "“title” is missing"),
        ("order = 40", "order =", 3, "line 3"),
        ("What did you grow first?", "How does that make you feel?", 6, "talks like a therapist"),
        ("What did you grow first?", "Are we feeling all right today?", 6, "as to a child"),
        ("What did you grow first?", "What is a good memory from when you were small?", 6, "already"),
    ],
)  # fmt: skip
def test_a_broken_file_is_refused_with_file_line_and_reason(
    tmp_path: Path, old: str, new: str, line: int, reason: str
) -> None:
    (tmp_path / "allotment.toml").write_text(GOOD.replace(old, new, 1))
    (tmp_path / "hair.toml").write_text(
        'name = "childhood"\ntitle = "x"\norder = 5\n[[question]]\nask = "Who cut your hair?"\nwants = "scene"\n'
    )
    book, (error,) = protocol.read_household(BOOK, tmp_path)
    assert "allotment.toml" in error.what
    assert f"line {line}" in error.what
    assert reason in error.what
    assert "allotment" not in {topic.name for topic in book}
    assert any(q.ask == "Who cut your hair?" for topic in book for q in topic.questions)


@pytest.mark.parametrize("mark", ["heavy", "future"])
def test_what_a_household_calls_heavy_or_ahead_is_so_in_a_known_topic_too(
    mark: str, tmp_path: Path
) -> None:
    (tmp_path / "more.toml").write_text(
        f'name = "childhood"\ntitle = "x"\norder = 5\n{mark} = true\n'
        '[[question]]\nask = "Who cut your hair?"\nwants = "scene"\n'
    )
    book, _ = protocol.read_household(BOOK, tmp_path)
    childhood = next(topic for topic in book if topic.name == "childhood")
    assert getattr(childhood, mark)
    assert not getattr(next(topic for topic in BOOK if topic.name == "childhood"), mark)


def test_a_topic_without_a_scene_is_refused_and_a_shared_file_is_not(tmp_path: Path) -> None:
    file = tmp_path / "allotment.toml"
    file.write_text(GOOD.replace('wants = "scene"', 'wants = "who"'))
    with pytest.raises(SettingsError, match="opens a scene"):
        protocol.read(file)
    file.write_text("shared = true\n" + GOOD.replace('wants = "scene"', 'wants = "who"'))
    assert protocol.read(file).shared
