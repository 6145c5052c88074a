"""What people say beside their story - tea, sorry, a minute please - and what a question after a few words supposes."""

from dataclasses import replace

import pytest
from interviews import AGREED, STORY, rules, talk

from voice_agent.interview import acknowledging, planner, silence
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.progress import Progress
from voice_agent.interview.protocol import Wants
from voice_agent.reading.by_rules.particulars import mourns, proud, whom
from voice_agent.story import Emotion, Feeling

SEEDS = range(1, 6)


def after(*lines: str, seed: int = 7) -> tuple[Progress, Move]:
    """What follows the last of `lines`, told after two stories."""
    *_, last = talk(rules(seed=seed), (*STORY[:2], *lines))
    return last


@pytest.mark.parametrize("words", ["Give me a minute.", "My hands are shaking.", "I'm sorry."])
def test_whoever_is_still_shaken_is_given_time_and_no_other_subject(words: str) -> None:
    _, move = after("I can't. I can't bear it. Please stop asking me.", words)
    assert move.text in rules().words.phrases.kinds["shaken"].say


def test_after_that_comes_something_ordinary() -> None:
    _, move = after(
        "I can't. I can't bear it. Please stop asking me.", "Give me a minute.", "There."
    )
    assert move.ask in rules().words.phrases.kinds["ordinary"].say


@pytest.mark.parametrize(
    "words",
    ["I'd like a cup of tea, to be honest.", "There's the door.", "I need the toilet, dear."],
)
def test_tea_and_the_door_come_first_and_nobody_is_called_back(words: str) -> None:
    by = rules()
    progress, move = after(words)
    assert move.text in by.words.phrases.kinds["needs"].say
    assert silence.after_silence(by, progress, 600.0, (8, 25, 60))[1].act is Act.NOTHING
    progress, _ = planner.reply(by, progress, Heard("There, that is better."), AGREED)
    assert progress.manners.quiet == 0


@pytest.mark.parametrize(
    "line",
    [
        "We had a cup of tea with the vicar.",
        "She was at the door with a hat on.",
        "After a good while a small voice said, miss, please, I need the toilet.",
    ],
)
def test_tea_in_a_story_is_a_story(line: str) -> None:
    _, move = after(line)
    assert move.text not in rules().words.phrases.kinds["needs"].say


def test_there_is_no_need_to_be_sorry() -> None:
    _, move = after("I'm sorry, I'm short today.")
    assert move.text in rules().words.phrases.kinds["no_sorry"].say
    _, told = after("I was sorry to leave the old house when we sold it.")
    assert told.text not in rules().words.phrases.kinds["no_sorry"].say


def test_whoever_asks_for_something_nicer_gets_another_question() -> None:
    _, move = after("Ask me about something nicer.")
    assert move.ask.endswith("?")


def test_whoever_is_afraid_to_have_told_of_harm_hears_that_it_was_right() -> None:
    _, move = after("My nephew does it. He hits me when I'm slow.", "I shouldn't have said it.")
    assert move.text == rules().readers.net.say("A-stay") and move.withheld


def test_grief_without_a_word_of_death_is_met_without_a_question() -> None:
    by = rules()
    progress, _ = list(talk(by, STORY[:2]))[-1]
    sad = Feeling(Emotion.SADNESS, 0.63, -0.22)
    heard = Heard("At a dance. I still listen for the key in the door.", feeling=sad)
    _, move = planner.reply(by, progress, heard, AGREED)
    assert "?" not in move.text
    _, lighter = planner.reply(
        by, progress, replace(heard, feeling=replace(sad, valence=0.1)), AGREED
    )
    assert lighter.ask


@pytest.mark.parametrize(
    ("line", "gone"),
    [
        ("I can't believe he's gone.", True),
        ("My sister passed at Christmas.", True),
        ("She went in March.", True),
        ("We lost him in February.", True),
        ("I lost Ronald himself in 2018.", True),
        ("I lost my glasses at Ronald's.", False),
        ("The dog was run over.", True),
        ("He's gone to the shop.", False),
        ("She went to Leeds in March.", False),
        ("I passed my exam at Christmas.", False),
        ("We lost him in the crowd for a minute.", True),  # too careful rather than too brisk
    ],
)
def test_people_say_that_somebody_died_in_other_words(line: str, gone: bool) -> None:
    assert mourns(line) is gone


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_is_asked_for_the_year_of_what_has_just_made_them_glad(seed: int) -> None:
    by = rules(seed=seed)
    progress, _ = list(talk(by, STORY[:1]))[-1]
    glad = Feeling(Emotion.JOY, 0.8, 0.5)
    heard = Heard("The goat got into the chapel and ate the hymn sheets! We laughed.", feeling=glad)
    _, move = planner.reply(by, progress, heard, AGREED)
    assert move.question is None or move.question.wants is not Wants.WHEN


@pytest.mark.parametrize(
    ("line", "is_proud"),
    [
        ("I built this house with my own two hands.", True),
        ("They made me forewoman.", True),
        ("I won the first prize for dahlias.", True),
        ("We went to the fair and ate toffee.", False),
        ("He won, and I lost my hat.", False),
    ],
)
def test_what_was_achieved_is_heard_as_that(line: str, is_proud: bool) -> None:
    assert proud(line) is is_proud
    kind = acknowledging.acknowledgement(
        rules(), Heard(line, feeling=Feeling(Emotion.SADNESS, 0.7))
    )
    assert (kind == "acknowledge_proud") is is_proud


@pytest.mark.parametrize(
    ("line", "who"),
    [
        ("She had a lovely laugh, you know.", "her"),
        ("Well, he was a good boy.", "him"),
        ("He and she never spoke.", ""),
        ("We kept hens.", ""),
    ],
)
def test_a_few_words_about_somebody_are_asked_after_as_that(line: str, who: str) -> None:
    assert whom(line) == who
