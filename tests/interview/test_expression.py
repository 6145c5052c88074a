"""The narrator's own words come back turned, or not at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.interview import expression
from voice_agent.interview.wording.checks import faults
from voice_agent.interview.wording.vocabulary import said


@pytest.mark.parametrize(
    ("words", "turned"),
    [
        ("I kept my goat in the kitchen.", "you kept your goat in the kitchen"),
        ("My father broke the ice", "your father broke the ice"),
        ("We were married in Leeds.", "you were married in Leeds"),
        ("I was cold and I wasn't sorry", "you were cold and you weren't sorry"),
        ("Alan and I had words about the car", "Alan and you had words about the car"),
        ("They let us go", "they let you go"),
        ("I gave it to you", ""),
        ("Never was I so cold", ""),
    ],
)
def test_i_becomes_you(words: str, turned: str) -> None:
    assert expression.turned(words) == turned


@pytest.mark.parametrize(
    "words",
    [
        "I don't know, it was fine.",
        "Was I cold?",
        "a goods train",
        "I was six when we moved to Cardiff",
        "My mother died in the spring",
        "and the man who",
        "we went to the",
        "I said, stop that",
        "The money I spent in one week",
        "",
        "Grand, it was, proper grand.",
    ],
)
def test_what_cannot_be_said_back_without_doubt_is_not(words: str) -> None:
    assert expression.told(words) == ""


def test_an_echo_is_one_clause_of_theirs_in_one_of_several_forms() -> None:
    story = (
        "Well, we lived by the river. I had a goat called Nanny, and she walked into the kitchen."
    )
    found = {expression.echo(story, seed=str(n)) for n in range(40)}
    assert 2 <= len(found) <= 4
    assert {"You had a goat called Nanny.", "So you had a goat called Nanny."} <= found


def test_no_question_stands_on_what_is_still_done() -> None:
    assert not expression.scene("you set out his cup some mornings still")
    assert expression.scene("you set out his cup")


def test_every_clause_that_tells_something_can_be_said_back_the_fullest_first() -> None:
    story = (
        "He'd sold the chairs for it. We laughed. My uncle Sollie had a saxophone and no furniture."
    )
    for seed in "abcd":
        found = expression.echoes(story, seed=seed)
        assert [each.rstrip(".").split()[-1] for each in found] == ["furniture", "it"]
        assert not any(f" {each}" in found[1] for each in ("He'd", "Your"))


def test_after_something_hard_the_words_stand_alone() -> None:
    story = "We had nothing left, and my brother sold his coat."
    assert {expression.echo(story, seed=str(n), heavy=True) for n in range(20)} == {
        "Your brother sold his coat."
    }


@given(
    st.lists(
        st.sampled_from(
            "I we my mother was were had the river and but so cold went to in of you Alfred never said Leeds house, . ? ,".split()  # noqa: SIM905
        ),
        max_size=30,
    )
)
def test_no_echo_asks_praises_or_adds_a_name(words: list[str]) -> None:
    story = " ".join(words)
    for seed in ("a", "b"):
        echo = expression.echo(story, seed=seed)
        assert (
            not echo or not faults(echo, said(story)) or "cannot" in str(faults(echo, said(story)))
        )


@pytest.mark.parametrize(
    "told",
    [
        "you moved to Leeds",
        "you were sent to the farm",
        "Walter taught you to swim",
        "your father sold the horse",
        "you were evacuated to Wales",
    ],
)
def test_a_question_may_stand_on_one_thing_that_happened(told: str) -> None:
    assert expression.scene(told)


@pytest.mark.parametrize(
    "told",
    [
        "it was a good place to be little",
        "they sold the farm in 1956",
        "she ate the whole pie",
        "you told that to Miss Postlethwaite",
        "the best present you had was from Ronald",
        "your mother, and you thought",
        "you were half across the pool",
        "you used to go out there every summer",
        "you cried over the barometer",
        "you never saw the sea",
        "your left hand has a tremor",
        "you believe was carried by your father",
        "Herbert Spencer heard",
        "your mother came to live with you after her second fall",
        "",
    ],
)
def test_no_question_stands_on_a_state_a_habit_a_grief_or_a_loose_word(told: str) -> None:
    assert not expression.scene(told)


@pytest.mark.parametrize(
    ("story", "scenes"),
    [
        ("I was born in 1941. I built a raft out of oil drums, and it sank.", ["you built a raft out of oil drums"]),
        ("My sister was born in Leeds.", ["your sister was born in Leeds"]),
        ("I sold the boat, as one did in those days with boats of that kind.", ["you sold the boat"]),
        ("My father was at work. He sold his coat.", ["your father sold his coat"]),
        ("My father was at work. My uncle came home. He sold his coat.", ["your uncle came home"]),
        ("A man stood there. He sold his coat.", []),
        ("My mother worked with Alfred. He sold his coat.", ["your mother worked with Alfred"]),
        ("She laughed at us.", []),
    ],
)  # fmt: skip
def test_what_happened_is_found_and_he_is_named_only_where_he_can_be_nobody_else(
    story: str, scenes: list[str]
) -> None:
    assert list(expression.scenes(story, 14)) == scenes
