"""A story is asked on in its own words, in few words that fit any story seldom, and what is quoted asks for nothing."""

import pytest
from interviews import STORY, rules, talk

from voice_agent.interview import going_on, losses, small_talk
from voice_agent.interview.choosing import Choice
from voice_agent.interview.heard import Heard
from voice_agent.interview.progress import Progress, Stage
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import Cache, Candidate, Source
from voice_agent.interview.rules import Rules
from voice_agent.interview.steering import commands
from voice_agent.interview.steering.commands import Command
from voice_agent.interview.steering.quoted import unquoted

BY = rules()
BARE = frozenset(
    each for kind in ("more", "story_on", "with_loss") for each in BY.phrases.kinds[kind].say
)
LONG = (
    "We carried the boat down to the water in the dark, and nobody said a word until it floated. "
)


def in_a_story(*lengths: int, depth: int = 1) -> Progress:
    return Progress(stage=Stage.TALK, depth=depth, cache=Cache(sessions=3), lengths=lengths)


def test_a_day_of_the_month_is_no_thing_to_hear_more_of() -> None:
    wish = going_on.more_of(BY, in_a_story(4), Heard("He went into hospital on the ninth."))
    assert wish is None or "ninth" not in wish.ask


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("That was with my sister.", "your sister"),
        ("We had the allotment then.", "the allotment"),
        ("I got my own ward.", "your ward"),
    ],
)
def test_a_wish_for_more_names_whom_or_what_they_named(said: str, named: str) -> None:
    wish = going_on.more_of(BY, in_a_story(4), Heard(said))
    assert wish is not None
    assert named in wish.ask


@pytest.mark.parametrize(
    "said", ["Just on the windowsill.", "I have the cushion for my back.", "Middling.", "Aye."]
)
def test_where_nothing_was_told_of_nothing_is_named(said: str) -> None:
    assert going_on.more_of(BY, in_a_story(4), Heard(said)) is None


def test_the_same_few_words_never_come_twice_in_a_talk() -> None:
    lines = (
        "Aye.",
        "Middling.",
        "A bit.",
        "Not so bad.",
        "Coal.",
        "Three.",
        "Wet.",
        "Now and then.",
    )
    for seed in range(2):
        asked = [move.ask for _, move in talk(rules(seed=seed), (*STORY[:1], *lines * 2))]
        bare = [each for each in asked if each in BARE]
        assert len(bare) == len(set(bare))


@pytest.mark.parametrize("seed", range(3))
def test_a_story_told_in_full_is_not_answered_in_a_few_words_that_fit_any(seed: int) -> None:
    *_, (_, move) = talk(rules(seed=seed), (*STORY[:2], LONG * 4))
    assert move.ask not in BARE


@pytest.mark.parametrize(
    ("said", "own"),
    [
        ("He put it down. “What did you say?” he asked.", "He put it down. he asked."),
        ('What did you say?" she asked.', "she asked."),
        ('and he shouted, "stop that', "and he shouted,"),
        ("Say that again.", "Say that again."),
        ('The boat had a 12" nail in it.', 'The boat had a 12" nail in it.'),
    ],
)
def test_what_somebody_says_in_a_story_is_left_out(said: str, own: str) -> None:
    assert unquoted(said) == own


def test_what_stands_in_quotation_marks_asks_us_for_nothing_but_to_stop() -> None:
    assert commands.understood("“Say that again.”") is None
    assert commands.understood("“I beg your pardon?” said he.") is None
    assert commands.understood("Say that again.") is Command.REPEAT
    assert commands.understood('"Stop."') is Command.STOP


def test_who_cries_eureka_does_not_weep_and_the_next_year_may_be_long_ago() -> None:
    assert not losses.loss('"Here it is!" I cried. "Come and see."')
    assert losses.loss("I cried for a week after that.")
    assert not losses.to_come("I did better the next year, in starting a club.")
    assert losses.to_come("Our Ann goes in for her hip next week.")


def _asked(by: Rules, progress: Progress, question: Candidate) -> Progress:
    del by, question
    return progress


def test_what_the_family_waits_to_hear_is_not_put_off_for_a_live_story() -> None:
    asked = Candidate("Ann wonders: what did you sing?", Wants.SCENE, Source.FAMILY, asker="Ann")
    choice = Choice(asked, 3.0, ())
    heard = Heard(STORY[3] + " " + STORY[4])
    assert going_on.go_on(BY, in_a_story(20), heard, choice, _asked) is choice


def test_detesting_is_not_testing() -> None:
    assert not small_talk.kind("I went through that year detesting what I had to learn.")
    assert small_talk.kind("Testing, testing.") == "talk_works"
