"""The narrator's own words come back turned, or not at all."""

import pytest

from voice_agent.reading.by_rules import expression


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


def test_no_question_stands_on_what_is_still_done() -> None:
    assert not expression.scene("you set out his cup some mornings still")
    assert expression.scene("you set out his cup")


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
