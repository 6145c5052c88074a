"""Where one story is left for another: what may be asked there, and that nothing is asked a second time."""

from dataclasses import replace
from datetime import date
from itertools import cycle, islice

import pytest
from interviews import AGREED, STORY, next_past, rules, talk, why_not

from voice_agent.interview import choosing, growing, planner, vetoes
from voice_agent.interview.heard import Heard
from voice_agent.interview.known import Recalled
from voice_agent.interview.picking import ordinary
from voice_agent.interview.progress import Coverage, Progress, Stage, StoryInHand
from voice_agent.interview.protocol import Period, Wants
from voice_agent.interview.questions import Cache, Candidate, Source, State
from voice_agent.interview.rules import Past
from voice_agent.reading.by_rules import particulars
from voice_agent.resources import resource

TODAY = date(2026, 11, 21)
AGE = Candidate(
    "What kept you busy when you were thirty-four?",
    Wants.SCENE,
    Source.GRAPH,
    period=Period.EARLY,
    kind="age",
    worth=0.9,
)
SEEN = frozenset(Wants) - {Wants.SCENE}
STORY_TOLD = "We moved to the house by the canal and the roof leaked over my bed all that winter."


def a_talk(depth: int) -> Progress:
    """The third talk, some questions into a story."""
    return Progress(
        stage=Stage.TALK,
        story=StoryInHand(depth=depth),
        coverage=Coverage(cache=Cache(sessions=2), grown=(AGE,)),
    )


def test_a_time_of_life_waits_until_the_story_is_told() -> None:
    by = rules(past=Past(Cache(sessions=2), today=TODAY))
    assert why_not(AGE, by, a_talk(1), Heard(STORY_TOLD)) == vetoes.STILL
    assert not why_not(AGE, by, a_talk(2), Heard(STORY_TOLD))


def test_where_nothing_comes_to_mind_or_it_was_told_before_a_time_of_life_need_not_wait() -> None:
    by = rules(past=Past(Cache(sessions=2), today=TODAY))
    assert not why_not(AGE, by, a_talk(1), Heard("Nothing comes to mind."))
    again = Heard(STORY_TOLD, recalled=(Recalled("e1", STORY_TOLD),))
    assert not why_not(AGE, by, a_talk(1), again)
    other = Heard(STORY_TOLD, recalled=(Recalled("e1", "Father sold the brown mare in Whitby."),))
    assert why_not(AGE, by, a_talk(1), other) == vetoes.STILL


def test_from_childhood_nobody_is_led_to_the_years_after_fifty() -> None:
    by = rules(past=Past(Cache(sessions=2), today=TODAY))
    by = replace(
        by,
        choosing=replace(
            by.choosing, templates=growing.read(resource("config/extrapolation.toml"))
        ),
    )
    late = replace(AGE, ask="How was life when you were sixty-five?", period=Period.LATER)
    young = replace(AGE, ask="What work did you do when you were nineteen?", period=Period.YOUTH)
    told = Heard("Not much, no.")

    def asked(*grown: Candidate) -> str:
        small = replace(
            until_now := a_talk(1),
            story=replace(until_now.story, period=Period.CHILDHOOD, given=SEEN),
            coverage=replace(until_now.coverage, grown=grown),
            tellings=replace(until_now.tellings, lengths=(3, 3, 4)),
        )
        choice = choosing.choose(by, small, told)
        assert choice is not None
        return choice.question.ask

    assert asked(late, young) == young.ask
    assert asked(replace(late, worth=1.0), replace(young, worth=0.6)) == young.ask
    assert asked(late) != late.ask
    old = replace(
        until_now := a_talk(1),
        story=replace(until_now.story, period=Period.LATER, given=SEEN),
        coverage=replace(until_now.coverage, grown=(late,)),
        tellings=replace(until_now.tellings, lengths=(3, 3, 4)),
    )
    choice = choosing.choose(by, old, told)
    assert choice is not None and choice.question.ask == late.ask


def test_a_story_that_is_left_is_left_for_years_of_which_nothing_was_told() -> None:
    by = rules(past=Past(Cache(sessions=2), today=TODAY))
    by = replace(
        by,
        choosing=replace(
            by.choosing, templates=growing.read(resource("config/extrapolation.toml"))
        ),
    )
    # another scene of the topic is the best there is after one step: then the untold years come first
    tired_of_it = replace(
        until_now := a_talk(1),
        tellings=replace(until_now.tellings, lengths=(3, 3, 4)),
        story=replace(until_now.story, given=frozenset(Wants) - {Wants.SCENE}),
    )
    choice = choosing.choose(by, tired_of_it, Heard("Not much, no."))
    assert choice is not None
    assert choice.question.kind == "age"


def test_a_talk_about_something_hard_comes_to_it_before_it_is_led_by_years() -> None:
    past = Past(Cache(sessions=5), today=TODAY)
    by = replace(
        shipped := rules("loss", past=past), narrator=replace(shipped.narrator, heavy_welcome=True)
    )
    by = replace(
        by,
        choosing=replace(
            by.choosing, templates=growing.read(resource("config/extrapolation.toml"))
        ),
    )
    told_out = Heard("Not much, no.")
    warmed_up = replace(
        until_now := a_talk(3),
        tellings=replace(until_now.tellings, lengths=(3, 3, 4)),
        story=replace(until_now.story, given=SEEN),
        coverage=replace(until_now.coverage, asked=("What did you play?",), away=1),
    )
    choice = choosing.choose(by, warmed_up, told_out)
    assert choice is not None and choice.question.topic == "loss"
    begun = replace(warmed_up, coverage=replace(warmed_up.coverage, away=0))
    choice = choosing.choose(by, begun, told_out)
    assert choice is not None and choice.question.kind == "age"


def test_nobody_is_asked_how_old_they_were_when_their_age_was_just_named() -> None:
    how_old = Candidate("How old would you have been?", Wants.WHEN, Source.GRAPH, kind="no_date")
    asked = replace(until_now := a_talk(0), question=replace(until_now.question, chosen=AGE))
    assert why_not(how_old, rules(), asked, Heard(STORY_TOLD)) == (
        "was named in the question before"
    )


def test_no_ordinary_question_comes_twice_while_there_is_another() -> None:
    by, progress = rules(), Progress(stage=Stage.TALK)
    said = list[str]()
    for _ in by.words.phrases.kinds["ordinary"].say:
        ask, progress = ordinary(by, progress)
        said.append(ask)
    assert len(set(said)) == len(said) >= 23


def test_in_other_words_it_is_still_the_same_question() -> None:
    by = rules(past=Past(Cache(sessions=2), today=TODAY))
    before = Candidate("Which of the family were there?", Wants.WHO, Source.PROTOCOL)
    cache = Cache(sessions=2).mark(before, State.ASKED, TODAY)
    assert not choosing.fresh(
        by, Progress(coverage=Coverage(cache=cache)), "What did your family go without?"
    )
    assert choosing.fresh(
        by, Progress(coverage=Coverage(cache=cache)), "What did your mother bake on Saturdays?"
    )


def test_what_was_refused_in_one_word_does_not_come_back_in_that_word() -> None:
    refused = Candidate("When did you fail at something you had tried hard at?", Wants.SCENE, Source.PROTOCOL)  # fmt: skip
    cache = Cache().refuse(refused, TODAY)
    assert not cache.fresh("What did you try first?", TODAY)
    assert cache.fresh("What did you try first?", date(2027, 1, 2))


def test_in_twelve_talks_no_question_is_heard_as_one_of_an_earlier_talk() -> None:
    past = Past(today=TODAY)
    for session in range(12):
        by = rules(("childhood", "challenge", "faith")[session % 3], past=past, seed=session)
        before = past.cache
        steps = list(talk(by, islice(cycle(STORY), 10), minutes=0.1))
        for _, move in steps:
            if move.question is not None:
                assert before.fresh(move.ask, TODAY), move.ask
        progress, _ = planner.reply(by, steps[-1][0], Heard("Goodbye."), AGREED)
        past = next_past(progress, past)


@pytest.mark.parametrize(
    ("said", "now"),
    [
        ("I was left standing outside the hospital on Friday, for the taxi never came.", True),
        ("My phone was dead as a stone, and he walked me home.", True),
        ("My son went over Saturday with his screwdriver.", True),
        ("Next Saturday there were nine combines in our yard.", False),
        ("On a Friday the pay packet went straight over the bar.", False),
        ("We wore our Sunday best to it, and it rained.", False),
        ("On Sundays we walked to the chapel by the shore.", False),
    ],
)
def test_a_story_of_last_friday_is_of_these_days(said: str, now: bool) -> None:
    assert particulars.of_today((said,)) is now
