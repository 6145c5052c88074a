"""A date that may be that of two stories puts neither right, and the narrator is asked which of them was meant."""

import pytest
from interviews import TEMPLATES
from storyteller_of_lives import Telling, tell

from voice_agent.conversation.knowing import known_of
from voice_agent.interview import growing
from voice_agent.memory.forgetting import What, Wish, chosen

BOTH = "We moved to Toledo in 1951, and our barn burned down in 1953."
NO = "No, it was 1952."
ASKS = "? Was 1952 the year your barn burned down, or the year you moved to Toledo?"


def dates(told: Telling) -> tuple[str, str]:
    """Of the move and of the fire, as they are shown."""
    return told.event("Toledo").when, told.event("barn burned").when


def asked(told: Telling) -> list[str]:
    known = known_of(told.life, told.claims)
    grown = growing.grow(known, TEMPLATES)
    return [each.ask for each in grown if each.kind in growing.UNSETTLED]


def test_neither_story_is_put_right_and_nothing_wrong_is_shown() -> None:
    told = tell([BOTH, NO])
    assert dates(told) == ("", "")
    sides = [[side.edtf for side in each.sides] for each in told.life.doubts]
    assert sorted(sides) == [["1951", "1952"], ["1953", "1952"]]
    assert not told.life.conflicts


def test_one_question_asks_which_of_them_it_was() -> None:
    (ask,) = asked(tell([BOTH, NO]))
    assert "1952" in ask and "you moved to Toledo" in ask and "your barn burned down" in ask


@pytest.mark.parametrize(
    "answer",
    [
        "The fire.",
        "The fire, I think.",
        "The first.",
        "Oh, the first one, dear.",
        "Not the move.",
        "It wasn't the move.",
        "The fire was in 1952, and the move before.",
        "The barn, that was.",
    ],
)
@pytest.mark.parametrize("later", [True, False])
def test_the_answer_puts_the_one_right_and_frees_the_other(answer: str, later: bool) -> None:
    sessions = [[BOTH, NO], [ASKS, answer]] if later else [[BOTH, NO, ASKS, answer]]
    told = tell(*sessions)
    shown = {each.when for each in told.life.events}
    assert told.event("Toledo").when == "1951"
    assert "1952" in shown and "1953" not in shown
    assert not told.life.doubts and not told.life.conflicts
    assert asked(told) == []


@pytest.mark.parametrize("answer", ["The move, that was.", "The second one.", "Not the fire."])
def test_the_other_answer_puts_the_other_right(answer: str) -> None:
    assert dates(tell([BOTH, NO], [ASKS, answer])) == ("1952", "1953")


def test_neither_leaves_both_as_they_were_told() -> None:
    told = tell([BOTH, NO], [ASKS, "Neither of them, dear."])
    assert dates(told) == ("1951", "1953")
    assert asked(told) == []


@pytest.mark.parametrize(
    "answer", ["I couldn't tell you.", "Maybe the fire.", "Both.", "It was a long day.", "Yes."]
)
def test_an_answer_that_settles_nothing_leaves_both_silent(answer: str) -> None:
    assert dates(tell([BOTH, NO], [ASKS, answer])) == ("", "")


def test_told_again_in_another_sitting_it_is_settled_without_a_question() -> None:
    told = tell([BOTH, NO], ["Our barn burned down in 1952."])
    assert told.event("barn burned").when == "1952"
    assert told.event("Toledo").when == "1951"


@pytest.mark.parametrize(
    ("turns", "move", "fire"),
    [
        ([BOTH, "No, the barn burned down in 1952."], "1951", "1952"),
        ([BOTH, "No, it was 1952, not 1951."], "1952", "1953"),
        (["We moved to Toledo in 1951.", "Our barn burned down in 1953.", NO], "1951", "1952"),
    ],
)
def test_a_story_that_is_clearly_meant_is_put_right_at_once(
    turns: list[str], move: str, fire: str
) -> None:
    told = tell(turns)
    assert told.event("Toledo").when == move
    assert {each.when for each in told.life.events} == {move, fire}
    assert not told.life.doubts


@pytest.mark.parametrize("word", ["Toledo", "barn"])
def test_forgetting_one_of_the_two_takes_along_the_date_that_may_be_its_own(word: str) -> None:
    told = tell([BOTH, NO])
    gone = chosen(Wish(What.EVENT, told.event(word).id), told.life, told.claims)
    assert "1952" not in {each.edtf for each in told.claims if each.id not in gone}


def test_a_story_that_hurts_is_not_come_back_to_for_its_year() -> None:
    told = tell(["My mother died in 1951, and our barn burned down in 1953.", NO])
    assert not any("mother" in ask for ask in asked(told))


ROWED, PAINTED = (
    "I rowed the boat across the Hudson with a goat.",
    "I painted a boat for the mayor of Albany.",
)
MADE_UP = "I made that up about the boat."


def stand(told: Telling) -> set[str]:
    """Which of the two stories is told on."""
    lines = " ".join(each.description for each in told.life.events)
    return {word for word in ("Hudson", "Albany") if word in lines}


def doubtful(told: Telling) -> int:
    return len(known_of(told.life, told.claims).doubtful)


def test_a_story_taken_back_that_may_be_either_of_two_is_told_on_in_neither_form() -> None:
    told = tell([ROWED, PAINTED], [MADE_UP])
    assert stand(told) == set()
    assert doubtful(told) == 2


@pytest.mark.parametrize(
    ("asks", "answer", "stands", "open_"),
    [
        ("you rowed the boat across the Hudson with a goat", "It's true.", {"Hudson"}, 1),
        ("you rowed the boat across the Hudson with a goat", "Oh, in fun.", {"Albany"}, 0),
        ("you painted a boat for the mayor of Albany", "It's true.", {"Albany"}, 1),
        ("you painted a boat for the mayor of Albany", "Oh, in fun.", {"Hudson"}, 0),
    ],
)
def test_the_answer_about_the_one_settles_it(
    asks: str, answer: str, stands: set[str], open_: int
) -> None:
    question = f"? Is it true, or only in fun, that {asks}?"
    told = tell([ROWED, PAINTED], [MADE_UP], [question, answer])
    assert stand(told) == stands
    assert doubtful(told) == open_


@pytest.mark.parametrize(
    ("first", "back"),
    [
        ([ROWED, PAINTED], "I made that up about the goat."),
        ([ROWED, ROWED], MADE_UP),
    ],
)
def test_a_story_that_is_clearly_meant_is_taken_back_at_once(first: list[str], back: str) -> None:
    told = tell(first, [back])
    assert "Hudson" not in stand(told)
    assert doubtful(told) == 0


def test_whoever_wants_a_story_forgotten_is_not_asked_about_it() -> None:
    told = tell([ROWED, PAINTED], ["Forget what I said about the boat."])
    assert stand(told) == set()
    assert doubtful(told) == 0
