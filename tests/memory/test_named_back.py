"""A story is taken back by its name, a turn or more after it was told; a word in common alone takes nothing back."""

import pytest
from storyteller_of_lives import Telling, turns

from voice_agent.memory.distil import Distiller
from voice_agent.memory.reading import PlainReader
from voice_agent.memory.turn_claims import Setting

GOAT = "I won a goat at the county fair in 1957."
MOVED = "We moved to Toledo in 1951."


def tell(*lines: str) -> Telling:
    told = Telling([], [], [])
    listener = Distiller(PlainReader(), Setting(birth="1928"), (), 1)
    for turn in turns(0, list(lines)):
        told.claims.extend(listener.hear(turn).claims)
        told.turns.append(turn)
    return told


BACK = [
    "That business with the goat never happened.",
    "There never was any goat.",
    "I was having you on about the goat.",
    "You can cross the goat out, it's one I tell at weddings.",
    "That goat is a fib, I'm afraid.",
    "I'd better own up about that goat.",
    "I never won a goat in my life.",
    "It wasn't me won the goat, it was the man next door.",
]


@pytest.mark.parametrize("said", BACK)
def test_a_story_is_taken_back_by_its_name(said: str) -> None:
    for lines in ([GOAT, said], [f"{GOAT} {said}"]):
        assert not tell(*lines).life.events
    kept = tell(GOAT, MOVED, said).life.events
    assert [each.when for each in kept] == ["1951"]


PLAIN = [
    "The goat never liked me.",
    "I never won anything again.",
    "That never happened to my brother.",
    "My brother said the goat was a joke.",
    "Leave the door open, would you.",
    "Nobody in our street would believe the price of a goat.",
]


@pytest.mark.parametrize("said", PLAIN)
def test_who_only_speaks_of_it_again_takes_nothing_back(said: str) -> None:
    assert any(each.when == "1957" for each in tell(GOAT, said).life.events)


def test_a_story_of_another_name_is_left_alone() -> None:
    kept = tell(GOAT, MOVED, "That business with the elephant never happened.").life.events
    assert {"1951", "1957"} <= {each.when for each in kept}


def test_what_was_told_before_it_in_the_same_breath_is_kept() -> None:
    kept = tell(f"{MOVED} {GOAT} That goat is a fib, I'm afraid.").life.events
    assert [each.when for each in kept] == ["1951"]
