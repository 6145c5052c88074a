"""Few words are listened to: some are a story, some stay with what was said, and some tell nothing to ask after."""

import re

import pytest
from interviews import AGREED, STORY, rules, talk

from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.progress import OpenQuestion, Progress, Stage, StoryInHand, ToldInTalk
from voice_agent.interview.protocol import Wants
from voice_agent.interview.topic_change import opens
from voice_agent.reading.by_rules.particulars import tells
from voice_agent.reading.danger import at_odds
from voice_agent.story import Emotion, Feeling

SEEDS = range(1, 9)


def answer(*lines: str, seed: int = 7) -> Move:
    """What is said to the last of `lines`, after two stories."""
    *_, (_, move) = talk(rules(seed=seed), (*STORY[:2], *lines))
    return move


@pytest.mark.parametrize("seed", SEEDS)
def test_whoever_stays_with_what_was_hard_to_say_is_stayed_with(seed: int) -> None:
    by = rules(seed=seed)
    move = answer("I drank. That's the plain truth of it.", "Eleven years dry, now.", seed=seed)
    assert move.text in by.words.phrases.kinds["acknowledge_sad"].say
    assert "?" not in move.text


@pytest.mark.parametrize("seed", SEEDS)
def test_whoever_speaks_of_the_dead_as_living_is_listened_to(seed: int) -> None:
    by = rules(seed=seed)
    move = answer("My husband will be home for his tea soon.", "He likes it at six.", seed=seed)
    assert move.text in by.words.phrases.kinds["still_here"].say


def test_nobody_is_stayed_with_for_ever() -> None:
    lines = (
        "Don't you listen? What a stupid question.",
        "Well, it is.",
        "That's how it is with you.",
    )
    assert answer(*lines).ask


@pytest.mark.parametrize("seed", SEEDS)
def test_whoever_has_lost_the_thread_is_not_asked_for_a_year(seed: int) -> None:
    move = answer("It's gone. My head's like a sieve.", "It was cold, I know that.", seed=seed)
    assert move.question is None or move.question.wants is not Wants.WHEN


def test_who_can_think_of_nothing_more_has_lost_no_thread() -> None:
    assert at_odds.lost("I can't think, I can't think.")
    assert not at_odds.lost("I can't think of anything more.")
    assert not at_odds.lost("I can't think why we laughed so.")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("line", ["I'd like a cup of tea.", "No, not him.", "The sea is better."])
def test_what_tells_of_nothing_is_not_asked_after(line: str, seed: int) -> None:
    move = answer(line, seed=seed)
    assert move.question is None or opens(move.question)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_few_words_can_be_the_beginning_of_a_story(seed: int) -> None:
    move = answer("They gave me a key.", seed=seed)
    assert move.text in rules().words.phrases.kinds["more"].say


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("They gave me a key.", True),
        ("He was a good boy.", True),
        ("She smiled at me this morning.", True),
        ("Maybe one day I'll hear it again.", False),
        ("I couldn't.", True),
    ],
)
def test_what_a_few_words_hold(line: str, told: bool) -> None:
    assert tells(line) is told


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    "line",
    ["It was a good place to be little. You could hear the pump.", "Her name was Clementine."],
)
def test_what_was_no_day_is_not_asked_after_as_one(line: str, seed: int) -> None:
    move = answer(line, seed=seed)
    assert not re.search(r"that (day|year)|day after|sort of day", move.ask)


@pytest.mark.parametrize("said", ["Hm.", "I, um.", "Well, er.", "so um i"])
def test_who_only_hums_is_left_to_think(said: str) -> None:
    progress = Progress(
        stage=Stage.TALK,
        story=StoryInHand(depth=1),
        question=OpenQuestion(text="What happened to the dog?"),
    )
    _, move = planner.reply(rules(), progress, Heard(said), AGREED)
    assert move.act is Act.NOTHING and not move.text


@pytest.mark.parametrize(
    ("said", "who"),
    [
        ("In with my sister.", "your sister"),
        ("My gran, mostly.", "your gran"),
        ("She sang.", "her"),
    ],
)
def test_whoever_is_all_that_few_words_tell_of_is_asked_about(said: str, who: str) -> None:
    progress = Progress(
        stage=Stage.TALK,
        story=StoryInHand(depth=1),
        question=OpenQuestion(text="Who was it?"),
        tellings=ToldInTalk(lengths=(1,)),
    )
    _, move = planner.reply(rules(), progress, Heard(said), AGREED)
    assert who in move.ask


def test_nobody_named_in_a_bitter_story_is_asked_about() -> None:
    told = "We had a bad time then. There was a woman called Brenda at the office, and I packed a case."
    for seed in range(8):
        _, move = planner.reply(
            rules(seed=seed),
            Progress(stage=Stage.TALK, story=StoryInHand(depth=0)),
            Heard(told),
            AGREED,
        )
        assert "Brenda" not in move.text


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("line", ["My sister died there.", "She cried all night."])
def test_nobody_is_asked_about_who_stands_in_a_few_words_that_hurt(line: str, seed: int) -> None:
    move = answer(line, seed=seed)
    assert "your sister" not in move.ask and "her" not in move.ask.split()


def test_who_has_told_of_a_death_is_answered_and_asked_nothing_however_much_they_told_on() -> None:
    long = " ".join(["He went to the mill and he kept the books and was good at sums."] * 4)
    sad = Feeling(Emotion.SADNESS, 0.5, -0.4)
    begun = Progress(stage=Stage.TALK, story=StoryInHand(depth=0))
    for text in (f"My father died that year. {long}", "My father died that year, in June."):
        _, move = planner.reply(rules(), begun, Heard(text, feeling=sad), AGREED)
        assert move.text and not move.ask
