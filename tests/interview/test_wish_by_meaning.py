"""A second opinion on what is asked for: of short turns alone, and never of what needs a name without one."""

from collections.abc import Mapping, Sequence

import pytest

from voice_agent import assemble
from voice_agent.reading.wishes.commands import Command, wish
from voice_agent.reading.wishes.perhaps_kept import PERHAPS
from voice_agent.reading.wishes.wish_by_meaning import WishByMeaning, bar
from voice_agent.settings import load


class FiveWords:
    """A reader that knows five words, each not quite surely."""

    bars: Mapping[str, float] = {
        "louder": 0.7,
        "only for": 0.7,
        "stop": 0.95,
        "no print": 0.5,
        "told": 0.9,
        "short": 0.9,
    }

    def shares(self, sentences: Sequence[str]) -> list[Mapping[str, float]]:
        return [self._of(each) for each in sentences]

    def _of(self, said: str) -> Mapping[str, float]:
        words = {
            "ears": "louder",
            "share": "only for",
            "kettle": "stop",
            "goat": "story",
            "press": "no print",
        }
        kind = next((words[each] for each in words if each in said), "story")
        return {"story": 0.2, "louder": 0.0, "only for": 0.0, "stop": 0.0, "no print": 0.0} | {
            kind: 0.8
        }


SECOND = WishByMeaning(FiveWords())


def test_a_wording_that_no_rule_knows_is_understood() -> None:
    said = "My ears are not so good today."
    assert wish(said) is None
    found = SECOND.understood(said)
    assert found is not None and found.command is Command.LOUDER


def test_what_is_kept_back_by_its_meaning_alone_is_kept_from_everybody() -> None:
    """Whom it is for is too dear to guess."""
    assert SECOND.understood("You may share that with our Ann, and with no other.") == PERHAPS


def test_nothing_is_refused_without_a_word_of_refusal_by_a_poor_memory_or_with_leave() -> None:
    found = SECOND.understood("I should not like it in the press.")
    assert found is not None and found.command is Command.NO_PRINT
    for said in (
        "I should like it in the press altogether.",
        "I cannot remember what the press made of it at all.",
        "You may give it to the press when nobody minds.",
        "Yes, the press may have it, no bother.",
    ):
        assert SECOND.understood(said) is None
    assert bar(Command.NO_PRINT, "I should not like it in the press.", FiveWords.bars) == 0.5


@pytest.mark.parametrize(
    "said",
    [
        "He said my ears are not so good.",
        "Ears!",
        "My ears were always cold in that house because the stove smoked and nobody at all would ever have lit it again.",
        "The goat ate my hat.",
        "You may share that with no other.",
        "The kettle is boiling over on me again.",
        "I've my mother's ears.",
    ],
    ids=[
        "somebody else",
        "one word",
        "a story",
        "no wish",
        "needs a name",
        "not sure enough",
        "a few words",
    ],
)
def test_what_is_a_story_needs_a_name_or_is_not_sure_is_left_alone(said: str) -> None:
    assert SECOND.understood(said) is None


ANSWERS = (
    "I don't remember. I don't remember anything today.",
    "Not really, no.",
    "I kept it.",
    "Oh, I don't know about that.",
    "Why do you ask?",
    "It was a long time ago.",
    "She kept that to herself for years.",
    "No, not while my mother was alive.",
)


@pytest.mark.models
def test_a_yes_that_keeps_nothing_back_is_an_answer_and_no_seal() -> None:
    bars = {"not while I live": 0.5, "told": 0.5, "short": 0.5}
    seal = Command.NOT_WHILE_I_LIVE
    assert bar(seal, "In the mornings, yes, before the sun is on that side.", bars) > 1
    assert bar(seal, "Yes, but not before I'm gone.", bars) == 0.5
    assert bar(seal, "Wait till I'm cold.", bars) == 0.5


def test_the_shipped_opinion_leaves_a_plain_answer_alone() -> None:
    ask = assemble.second_opinion(load(environ={}))
    if ask is None:
        pytest.skip("the weights mpnet-int8 are not on this machine")
    assert [each for each in ANSWERS if wish(each) or ask(each)] == []
