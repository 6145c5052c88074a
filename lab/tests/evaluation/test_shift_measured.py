"""Coming back to another day is measured on talks whose script says when it fits, and by rules one can check."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from interviews import rules
from word_vectors import WordVectors

from lab.evaluation.remembered import Remembered
from lab.evaluation.returning import shift, shift_lives, shift_talks, shift_timing
from lab.evaluation.returning.shift import HANDED, MAIN, PARTS, Labelled, Ways, moments
from lab.evaluation.returning.shift_lives import TODAY, Manner, Scene, ScriptedNarrator
from lab.evaluation.returning.shift_talks import Exchange, Talk
from voice_agent.conversation.bringing_back import past_topic
from voice_agent.errors import SettingsError
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import Candidate, Source
from voice_agent.interview.returning import bridging
from voice_agent.interview.returning.offers import PastTopic
from voice_agent.interview.rules import Rules
from voice_agent.measuring.shares import wilson
from voice_agent.memory.topics.topic_measures import Moment
from voice_agent.memory.topics.topic_ranking import Ranked, TopicRanker
from voice_agent.memory.topics.topics import Topic
from voice_agent.reading.by_rules.closers import closer
from voice_agent.reading.heads.shifted import ShiftHead
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


def test_who_goes_on_and_on_never_says_that_all_is_told() -> None:
    for life in LIVES:
        for today in life.talks:
            for seed in range(3):
                narrator = ScriptedNarrator(Scene(life, today, Manner.GOES_ON, seed))
                told = [narrator.begin(), *(narrator.answer(opens=False) for _ in range(6))]
                assert not any(closer(each.text) for each in told)


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


def test_what_is_told_of_something_else_also_counts_as_time_since_something_hard() -> None:
    for seed in range(8):
        narrator = ScriptedNarrator(Scene(EDITH, EDITH.talks[0], Manner.HURTS, seed))
        said = [narrator.begin()]
        while said[-1].feeling.valence > -0.5:
            said.append(narrator.answer(opens=False))
        assert narrator.answer(opens=False, offered="bakery").refuses
        for opens in (True, True, False, False):
            narrator.answer(opens=opens)
        assert not narrator.answer(opens=False, offered="bakery").text.startswith("Not now")


def test_every_life_has_what_must_not_come_up() -> None:
    for life in LIVES:
        assert any(each.heavy for each in life.stories) and any(
            each.closed for each in life.stories
        )
        assert all(each.topic.line for each in life.stories)
        assert {each.about for each in life.talks} <= {"", *(str(s.topic.id) for s in life.stories)}
    assert {each.part for each in LIVES} == {"dev", "test"}


def test_each_part_has_words_of_its_own_of_every_kind() -> None:
    dev, test, third, fourth, fifth, sixth = shift_lives.WORDS.values()
    assert all(each.keys() == dev.keys() for each in (test, third, fourth, fifth, sixth))
    answers = {kind for kind in dev if dev[kind] == test[kind]}  # to a reply of ours
    assert all(len(dev[kind]) == 1 for kind in answers)

    def said(bank: Mapping[str, Sequence[str]]) -> set[str]:
        return {word for kind, words in bank.items() if kind not in answers for word in words}

    assert not said(dev) & said(test)
    assert (said(dev) | said(test)) & said(third) == {"And that was that.", "Yes, yes."}
    assert (said(dev) | said(test) | said(third)) & said(fourth) == set()
    assert (said(dev) | said(test) | said(third) | said(fourth)) & said(fifth) == set()
    before = said(dev) | said(test) | said(third) | said(fourth) | said(fifth)
    assert before & said(sixth) == {"I've said what I had."}


def test_every_way_can_be_made() -> None:
    made = ways()
    every = [*MAIN, *PARTS, *HANDED]
    assert [made.of(name).name for name in every] == every


class Heavy:
    """A WeightReader to which everything weighs."""

    def read(self, text: str) -> float:
        return 1.0


def weighed_ways() -> Ways:
    head = ShiftHead(resource("models/shift-head/head.json"), EMBEDDER)
    return Ways(house(), EMBEDDER, ranks, head, weight=Heavy())


def test_each_part_can_be_left_out_by_itself() -> None:
    made = weighed_ways()
    scene = Scene(EDITH, EDITH.talks[0], Manner.ENDS, 0)
    told = [ScriptedNarrator(scene).begin().text]
    moment = Moment(told[0], TODAY)
    assert all(each.heavy for each in made.of("ours").retrieve(scene, moment, told))
    unread = made.of("no weight by meaning").retrieve(scene, moment, told)
    assert not all(each.heavy for each in unread)
    ours = made.of("ours").returning
    for name in ("no plain question", "no standing first"):
        assert made.of(name).returning != ours


def test_what_is_handed_in_is_what_the_script_says() -> None:
    made = weighed_ways()
    heavy = {str(each.topic.id) for each in EDITH.stories if each.heavy}
    about = EDITH.talks[0].about
    scene = Scene(EDITH, EDITH.talks[0], Manner.ENDS, 0)
    told = [ScriptedNarrator(scene).begin().text]
    moment = Moment(told[0], TODAY)
    both = made.of("both handed in").retrieve(scene, moment, told)
    assert [(each.id, each.heavy, each.sure) for each in both] == [(about, False, 1.0)]
    weighed = made.of("what weighs handed in").retrieve(scene, moment, told)
    assert len(weighed) > 1 and all(each.heavy == (each.id in heavy) for each in weighed)
    nothing = replace(scene, today=replace(scene.today, about=""))
    assert made.of("what belongs handed in").retrieve(nothing, moment, told) == ()


def sure_of_it(scene: Scene, moment: Moment, told: Sequence[str]) -> tuple[PastTopic, ...]:
    """What the script says belongs, or else the bakery, whatever it is, and without a doubt."""
    about = scene.today.about or "bakery"
    first, *others = sorted(
        (each.topic for each in scene.life.stories), key=lambda each: str(each.id) != about
    )
    sure = [(first, 0.9), *((each, 0.01) for each in others)]
    return tuple(past_topic(Ranked(topic, how, ()), how) for topic, how in sure)


def test_what_must_not_come_up_is_never_brought_back_in_a_whole_talk() -> None:
    made, rule = ways(), house()

    def held(name: str) -> list[Talk]:
        system = replace(made.of(name), retrieve=sure_of_it)
        return [
            shift_talks.hold(scene, system, rule) for scene in shift_lives.scenes([EDITH], seeds=1)
        ]

    talks = held("ours")
    counted = shift_talks.count(talks)
    assert counted.returns >= 4, "nothing can be wrong where nothing is brought back"
    assert counted.harm == 0 and counted.again == 0
    for veto in ("no distress veto", "no topic veto"):
        assert shift_talks.count(held(veto)).harm > 0, "the narrators give occasion for it"
    never = [shift_talks.hold(each.scene, made.of("never"), rule) for each in talks[:2]]
    assert shift_talks.count(never).returns == 0
    figures = shift.talks({"never": never, "ours": talks}, seed=7)
    assert figures.rows[0]["system"] == "never"
    assert "<svg" in shift_timing.draw({"ours": talks})


def test_only_the_talks_in_which_a_return_fits_may_be_held() -> None:
    every = list(shift_lives.scenes([EDITH], seeds=1))
    some = list(shift_lives.scenes([EDITH], seeds=1, fitting=True))
    assert some == [each for each in every if each.fits]
    assert 0 < len(some) < len(every)
    for each in some:
        gold = EDITH.story(each.today.about)
        assert gold is not None and not gold.heavy and each.manner is Manner.ENDS


def test_a_return_counts_as_achieved_only_where_they_go_along() -> None:
    scene = Scene(EDITH, EDITH.talks[0], Manner.ENDS, 0)
    told = ScriptedNarrator(scene).begin()
    goes = Exchange(told, None, Move(Act.QUESTION, "", "And the bakery?"), "bakery")
    along = Exchange(replace(told, takes_up=True), None, Move(Act.ANSWER, "I see."))
    stays = Exchange(told, None, Move(Act.ANSWER, "I see."))
    assert shift_talks.achievement(Talk(scene, (goes, along))) == (2, 1)
    assert shift_talks.achievement(Talk(scene, (goes, stays)))[0] < 2


def asked_for_another(manner: Manner) -> tuple[Talk, list[int]]:
    """A talk in which another story is asked for after every answer, and the quality of each reply."""
    scene = Scene(EDITH, EDITH.talks[0], manner, 0)
    narrator = ScriptedNarrator(scene)
    told = [narrator.begin(), *(narrator.answer(opens=False) for _ in range(7))]
    another = Move(
        Act.QUESTION, "", "Where did you go to school?",
        question=Candidate("Where did you go to school?", Wants.SCENE, Source.PROTOCOL, "school"),
    )  # fmt: skip
    talk = Talk(scene, tuple(Exchange(each, None, another) for each in told))
    return talk, [shift_talks.quality(talk, each) for each in talk.exchanges]


def test_whoever_asks_for_something_else_in_the_middle_of_a_story_does_badly() -> None:
    talk, found = asked_for_another(Manner.ENDS)
    whole = [each.told.more for each in talk.exchanges]
    assert whole == [each == 0 for each in found] and found[-1] == 2
    assert whole[0] and not whole[-1] and all(e.told.text.endswith(".") for e in talk.exchanges)
    assert set(asked_for_another(Manner.GOES_ON)[1]) == {0}


def test_a_question_that_leads_there_in_the_middle_of_a_story_is_counted_beside_the_returns() -> (
    None
):
    scene = Scene(EDITH, EDITH.talks[0], Manner.GOES_ON, 0)
    narrator = ScriptedNarrator(scene)
    led = Exchange(narrator.begin(), None, Move(Act.QUESTION, "", "And Tom?"), "bakery", True)
    told = Exchange(narrator.answer(opens=False), None, Move(Act.ANSWER, "I see."))
    counted = shift_talks.count([Talk(scene, (led, told))])
    assert (counted.nays, counted.wrong, counted.led) == (2, 0, 1)


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


def test_two_lives_of_one_name_are_refused_for_what_is_known_is_kept_by_it(tmp_path: Path) -> None:
    life = '[[lives]]\nname = "Noreen"\npart = "dev"\ntopics = []\ntalks = []\n'
    file = tmp_path / "lives.toml"
    file.write_text(life, encoding="utf-8")
    assert [each.name for each in shift_lives.read(file)] == ["Noreen"]
    file.write_text(life * 2, encoding="utf-8")
    with pytest.raises(SettingsError, match="two lives are called Noreen"):
        shift_lives.read(file)


def test_a_file_that_is_no_lives_is_named(tmp_path: Path) -> None:

    with pytest.raises(SettingsError):
        shift_lives.read(tmp_path / "none.toml")
