"""What weighs is not brought back unasked, though nobody says that somebody died."""

import pytest

from voice_agent.reading.by_rules.weighty import weighs


@pytest.mark.parametrize(
    "told",
    [
        "The boy came up the path with a telegram, and Mother sat down on the step.",
        "He went out with the boats on the Monday and never came home.",
        "I was eleven months on that ward, and nobody was let in to see me.",
        "My father took the belt to us when he had been at the public house.",
        "They took her away to the sisters, and I was told to say nothing.",
        "I have never forgiven myself for it.",
        "She was buried on the Friday.",
    ],
)
def test_what_weighs_is_known_without_the_plain_word(told: str) -> None:
    assert weighs(told)


@pytest.mark.parametrize(
    "told",
    [
        "We kept pigeons in a loft made of tea chests, and I knew every one by its eye.",
        "I made three coats a day on the treadle machine, and we sang to keep the time.",
        "He trod on my foot at the Palais and bought me a lemonade.",
        "I kept goal for the village, and saved one with my nose.",
    ],
)
def test_what_is_told_with_pleasure_may_come_up_again(told: str) -> None:
    assert not weighs(told)
