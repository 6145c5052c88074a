"""Whoever tells us off is right: it is owned, and nothing is asked after it."""

import pytest
from interviews import AGREED
from talking import PIGEONS, after, rules

from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act
from voice_agent.reading.by_rules.rebukes import rebuked, told_already

TOLD_OFF = (
    "What sort of a question is that?",
    "What kind of question is this?",
    "What a daft thing, what sort of a question's that?",
    "I've just told you.",
    "I told you that.",
    "I have already told you my husband is no more.",
    "I've just told thee me lad died.",
    "Mi just tell yuh seh mi sister dead.",
    "Are you deaf?",
    "Art tha deaf, lad?",
    "You asked me that.",
    "You asked me that already.",
    "Were you not listening?",
    "Weren't you listening?",
    "You are not listening to me.",
    "How many times must I tell you?",
)

NOT = (
    "I told you about the strike.",
    "I told you she could sing like a bird, and she could.",
    "My mother asked are you deaf and I said no.",
    "He never listened.",
    "You didn't argue with my father.",
    "What was the question?",
    "Are you listening?",
    "He asked me that already.",
    "I'll tell you what happened.",
    "It's only for Ann, what I told you.",
    "Would you ask that again?",
    "Who has heard what I told you?",
)


@pytest.mark.parametrize("said", TOLD_OFF)
def test_a_rebuke_is_known_and_owned_and_nothing_is_asked(said: str) -> None:
    """Not the same question again, and no other."""
    assert rebuked(said)
    progress, move = after(said, told=(PIGEONS,))
    assert move.act is Act.ANSWER and move.reason == "told off: owned"
    assert move.text and "?" not in move.text and not move.ask
    assert progress.question.text == "" and progress.question.chosen is None


@pytest.mark.parametrize("said", NOT)
def test_what_only_sounds_like_a_rebuke_is_none(said: str) -> None:
    """A story, a wish or a question goes its own way."""
    assert not rebuked(said)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("What sort of a question's that? I've just told you me lad died.", "your lad died"),
        ("I have already told you my husband is no more.", "your husband is no more"),
        ("I just told you that my mother died in the war.", "your mother died in the war"),
        ("I've just told thee I were down the pit.", "you were down the pit"),
        ("I've just told you.", ""),
        ("Mi just tell yuh seh mi sister dead.", ""),
    ],
)
def test_what_they_had_told_is_said_back_where_that_can_be_done_rightly(
    said: str, told: str
) -> None:
    """In a few of their words, turned to them; else not at all."""
    assert told_already(said) == told


def test_a_loss_is_honoured_and_the_question_is_not_asked_again() -> None:
    """Not even when a few words more of it follow."""
    said = "What sort of a question's that? I've just told you me lad died."
    progress, move = after(said, told=("Our lad died in that lorry.",))
    assert move.text.startswith("You told me your lad died.") and "?" not in move.text
    _, then = planner.reply(rules(), progress, Heard("He were nineteen.", minutes=4.0), AGREED)
    assert "?" not in then.text


def test_without_their_words_the_loss_before_is_honoured_all_the_same() -> None:
    """What was told last was a death: nothing of it is said back wrongly."""
    _, move = after("I've just told you.", told=("Our lad died in that lorry, on the road.",))
    assert move.say in rules().words.phrases.kinds["rebuked_hard"].say


def test_you_asked_me_that_wants_no_other_question() -> None:
    """It is no wish to be asked something else."""
    _, move = after("You asked me that already.", told=(PIGEONS,))
    assert "?" not in move.text and move.reason == "told off: owned"


def test_danger_in_a_rebuke_is_danger() -> None:
    """What was not heard may be a cry."""
    _, move = after("I've just told you, I can't breathe and my chest hurts.", told=(PIGEONS,))
    assert move.act is Act.SAFETY
