"""Whether a story is told is heard in more words than any list has: one waits, or may come back to another day."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import pytest
from test_shift import KITCHEN, LATE, brought_back, by, talk

from voice_agent.interview.returning import return_state
from voice_agent.interview.rules import Rules
from voice_agent.reading.heads.endings import Ending, EndingsByMeaning

SAID = {
    "You may put the lid on it.": Ending.TOLD,
    "Mind, the goat has not come into it at all.": Ending.MORE,
    "It was like that.": Ending.EMPTY,
}


@dataclass
class Knows:
    """A reader that knows how SAID ends; it passes the KindReader contract."""

    bars: Mapping[str, float] = field(default_factory=lambda: {str(way): 0.6 for way in Ending})

    def shares(self, sentences: Sequence[str]) -> list[Mapping[str, float]]:
        """All of it for what ends in a sentence it knows; anything else goes on."""
        none = {str(each): 0.0 for each in Ending}
        return [none | {str(_known(each)): 1.0} for each in sentences]


def _known(said: str) -> Ending:
    return next((SAID[each] for each in SAID if said.endswith(each)), Ending.GOES)


def hearing() -> Rules:
    return replace(
        shipped := by(), readers=replace(shipped.readers, endings=EndingsByMeaning(Knows()))
    )


def test_it_is_believed_from_its_bar_on() -> None:
    reads = EndingsByMeaning(Knows())
    assert reads("We had beans there. You may put the lid on it.") is Ending.TOLD
    assert EndingsByMeaning(Knows(bars={}))("You may put the lid on it.") is None
    assert reads(" ") is None


@pytest.mark.parametrize(
    ("ending", "closes", "opens"),
    [
        (Ending.TOLD, True, False),
        (Ending.MORE, False, True),
        (Ending.EMPTY, False, False),
        (None, False, False),
    ],
)
def test_what_it_means_stands_beside_what_rules_hear(
    ending: Ending | None, closes: bool, opens: bool
) -> None:
    found = return_state.read(LATE, "We had beans there. And the rest.", [30, 7], ending=ending)
    assert (found.closer == "And the rest.") is closes
    assert (found.open == "And the rest.") is opens


def test_a_story_closed_in_their_own_words_is_left_for_another() -> None:
    lines = (*KITCHEN[:2], "And she sang the whole time. You may put the lid on it.")
    assert brought_back(talk(hearing(), *lines)[-1][1])
    assert not brought_back(talk(by(), *lines)[-1][1])


def test_who_promises_more_is_waited_for() -> None:
    lines = (*KITCHEN, "Mind, the goat has not come into it at all.")
    progress, move = talk(hearing(), *KITCHEN[:2], lines[-1])[-1]
    thought = progress.returns.thought
    assert thought is not None and thought.veto == "mid-story" and not brought_back(move)


def test_who_had_not_finished_has_when_they_say_so_in_their_own_words() -> None:
    waits = replace(LATE, untold=True, lengths=(20, 20))
    for ending, still in ((Ending.TOLD, False), (Ending.GOES, True)):
        heard = return_state.hear(
            waits, "You may put the lid on it.", arousal=0.0, hurt=False, ending=ending
        )
        assert heard.untold is still
