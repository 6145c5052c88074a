"""What is said back at the end of a talk: whole, light, nobody's slip, and nothing where a death was told."""

from dataclasses import replace

import pytest
from interviews import rules

from voice_agent.interview import closing
from voice_agent.interview.progress import Progress, ToldInTalk
from voice_agent.reading.by_rules.expression import turned
from voice_agent.reading.by_rules.saying_back import happened, puts_right


@pytest.mark.parametrize(
    "said", ["Me dad took the solo.", "Us mam baked on a Friday.", "I told me dad."]
)
def test_a_dialects_my_is_never_turned_into_you(said: str) -> None:
    assert "you dad" not in turned(said)
    assert not happened(said)


@pytest.mark.parametrize(
    "said",
    [
        "I started down the pit in 1956.",
        "We moved to Leeds in nineteen fifty-two.",
        "I won fifteen races at school.",
    ],
)
def test_no_number_is_said_back_for_it_may_be_put_right(said: str) -> None:
    assert not happened(said)


@pytest.mark.parametrize(
    "said",
    [
        "No, it were 1955. I were fifteen.",
        "Now wait, no, it was the winter before, the pipe.",
        "That's wrong, it was my uncle.",
        "I meant Wigan.",
    ],
)
def test_what_puts_right_leaves_nothing_before_it_to_be_said_back(said: str) -> None:
    assert puts_right(said)


@pytest.mark.parametrize(
    "said", ["I had no more to say.", "There was no wonder in it.", "We built a raft."]
)
def test_a_plain_answer_puts_nothing_right(said: str) -> None:
    assert not puts_right(said)


def _closing(progress: Progress) -> str:
    return closing.close(rules(), progress, "over")[1].say


def test_closing_words_pass_over_no_death_with_a_band() -> None:
    light = Progress(tellings=ToldInTalk(said=("you played the cornet at Bolton",)))
    assert "you played the cornet" in _closing(light)
    heavy = replace(
        light, tellings=replace(light.tellings, heard=("Our Keith was killed. He were nineteen.",))
    )
    assert "cornet" not in _closing(heavy)
    assert _closing(heavy)


def test_a_wedding_is_said_back_before_a_band() -> None:
    told = ("you married Irena at the little church", "you played the cornet at Bolton")
    assert "married Irena" in _closing(Progress(tellings=ToldInTalk(said=told)))
