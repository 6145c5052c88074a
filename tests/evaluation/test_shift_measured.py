"""Coming back to another day is measured on talks whose script says when it fits, and by rules one can check."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from interviews import rules
from word_vectors import WordVectors

from voice_agent.errors import SettingsError
from voice_agent.evaluation.returning import shift, shift_lives, shift_talks, shift_timing
from voice_agent.evaluation.returning.shift import MAIN, PARTS, Labelled, Ways, moments
from voice_agent.evaluation.returning.shift_lives import TODAY, Manner, Scene, ScriptedNarrator
from voice_agent.evaluation.returning.shift_talks import Exchange, Talk
from voice_agent.evaluation.scores import wilson
from voice_agent.interview.moves import Act, Move, Rules
from voice_agent.interview.returning import bridging
from voice_agent.interview.returning.shifted import ShiftHead
from voice_agent.language.remembered import Remembered
from voice_agent.memory.topics.topic_measures import Moment
from voice_agent.memory.topics.topic_ranking import TopicRanker
from voice_agent.memory.topics.topics import Topic
from voice_agent.resources import resource

LIVES = shift_lives.read()
EDITH = LIVES[0]


EMBEDDER = Remembered(WordVectors(384))


def ranks(topics: Sequence[Topic]) -> TopicRanker:
    made = TopicRanker(EMBEDDER)
    made.prepare(topics)
    return made


def house() -> Rules:
    return replace(rules(), returning=bridging.read(resource("config/phrases/returning.toml")))


def ways() -> Ways:
    head = ShiftHead(resource("models/shift-head/head.json"), EMBEDDER)
    return Ways(house(), EMBEDDER, ranks, head)


def test_no_return_fits_while_a_story_goes_on_or_hurts() -> None:
    for manner in (Manner.GOES_ON, Manner.HURTS, Manner.SPOKE):
        narrator = ScriptedNarrator(Scene(EDITH, EDITH.talks[0], manner, 0))
        said = [narrator.begin(), *(narrator.answer(opens=False) for _ in range(9))]
        assert not any(each.fits for each in said)


def test_a_return_fits_once_the_story_was_closed_and_is_taken_up_then() -> None:
    narrator = ScriptedNarrator(Scene(EDITH, EDITH.talks[0], Manner.ENDS, 0))
    told = narrator.begin()
    while not told.fits:
        told = narrator.answer(opens=False)
    answer = narrator.answer(opens=False, offered="bakery")
    assert answer.takes_up or answer.refuses or answer.fits is None


def test_who_is_cut_into_says_so() -> None:
    narrator = ScriptedNarrator(Scene(EDITH, EDITH.talks[0], Manner.ENDS, 0))
    narrator.begin()
    assert narrator.answer(opens=False, offered="bakery").refuses


def test_every_life_has_what_must_not_come_up() -> None:
    for life in LIVES:
        assert any(each.heavy for each in life.stories) and any(
            each.closed for each in life.stories
        )
        assert all(each.topic.line for each in life.stories)
        assert {each.about for each in life.talks} <= {"", *(str(s.topic.id) for s in life.stories)}
    assert {each.part for each in LIVES} == {"dev", "test"}
    dev, test = (shift_lives.WORDS[part] for part in ("dev", "test"))
    assert not {w for kind in dev.values() for w in kind} & {
        w for kind in test.values() for w in kind
    }


def test_every_way_can_be_made() -> None:
    made = ways()
    assert [made.of(name).name for name in (*MAIN, *PARTS)] == [*MAIN, *PARTS]


def test_what_must_not_come_up_is_never_brought_back_in_a_whole_talk() -> None:
    made, rule = ways(), house()
    talks = [
        shift_talks.hold(scene, made.of("ours"), rule)
        for scene in shift_lives.scenes([EDITH], seeds=1)
    ]
    counted = shift_talks.count(talks)
    assert counted.harm == 0 and counted.again == 0
    never = [shift_talks.hold(each.scene, made.of("never"), rule) for each in talks[:2]]
    assert shift_talks.count(never).returns == 0
    figures = shift.talks({"never": never, "ours": talks}, seed=7)
    assert figures.rows[0]["system"] == "never"
    assert "<svg" in shift_timing.draw({"ours": talks})


def test_a_return_counts_as_achieved_only_where_they_go_along() -> None:
    scene = Scene(EDITH, EDITH.talks[0], Manner.ENDS, 0)
    told = ScriptedNarrator(scene).begin()
    goes = Exchange(told, None, Move(Act.QUESTION, "", "And the bakery?"), "bakery")
    along = Exchange(replace(told, takes_up=True), None, Move(Act.ANSWER, "I see."))
    stays = Exchange(told, None, Move(Act.ANSWER, "I see."))
    assert shift_talks.achievement(Talk(scene, (goes, along))) == (2, 1)
    assert shift_talks.achievement(Talk(scene, (goes, stays)))[0] < 2


def test_labels_are_held_against_thoughts() -> None:
    bakery = EDITH.stories[0].topic
    case = Labelled(
        (bakery, EDITH.stories[2].topic),
        "bakery",
        (EDITH.talks[0].tell[0], "And then?", EDITH.talks[0].tell[1]),
        (
            ("And then", False, "telling", "Go on."),
            ("Well, that's it.", True, "ending", "Shall we?"),
        ),
    )
    found = moments([case], house(), EMBEDDER, ranks, lambda: Moment("", TODAY), seed=7)
    alone = found.rows[0]
    assert alone["R"] == 1.0 and alone["telling"] == 1.0


def test_an_interval_holds_its_share() -> None:
    low, high = wilson(9, 10)
    assert 0 < low < 0.9 < high < 1 and wilson(0, 0) == (0.0, 1.0)


def test_a_file_that_is_no_lives_is_named(tmp_path: Path) -> None:

    with pytest.raises(SettingsError):
        shift_lives.read(tmp_path / "none.toml")
