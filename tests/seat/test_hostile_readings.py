"""A language model that reads wishes and danger into every turn ends no talk, turns nobody away for long and takes back nothing."""

import pytest
from interviews import AGREED, STORY, rules

from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Move
from voice_agent.interview.seat.proposal import Led
from voice_agent.reading.by_model import DANGERS, WISHES, Asks, live
from voice_agent.reading.wishes.commands import Command

LOCKS = {Command.BETWEEN_US, Command.NOT_FOR, Command.ONLY_FOR, Command.NOT_WHILE_I_LIVE}
TWICE = 2


def held(danger: str, wish: str, asks: str = "none") -> list[Move]:
    """What is said to two rounds of a calm story in which the model reads that, each time."""
    progress, _ = planner.open_session(rules(), AGREED)
    moves = list[Move]()
    for number, turn in enumerate((*STORY, *STORY[:3]), 1):
        about = turn.split()[3]
        read = live(
            {"danger": danger, "wish": wish, "asks": asks, "about": about, "story": "middle"}, turn
        )
        heard = Heard(turn, minutes=number, led=Led(read))
        progress, move = planner.reply(rules(), progress, heard, AGREED)
        moves.append(move)
    return moves


@pytest.mark.parametrize("wish", WISHES)
def test_wishes_read_into_every_turn(wish: str) -> None:
    moves = held("none", wish)
    assert not [each for each in moves if each.ends or each.alert or each.withheld or each.permits]
    acted = [each for each in moves if not each.guard.startswith(("story", "small talk", "an old"))]
    if WISHES[wish] in LOCKS:
        # what is kept back can be let go; what is not cannot be called back
        assert all(each.wishes for each in acted)
    else:
        assert len(acted) <= TWICE


@pytest.mark.parametrize("asks", Asks)
def test_questions_read_into_every_turn(asks: str) -> None:
    assert not [each for each in held("none", "none", asks) if each.guard == "a question to us"]


@pytest.mark.parametrize("danger", DANGERS)
def test_danger_read_into_every_turn(danger: str) -> None:
    moves = held(danger, "none")
    assert not [each for each in moves if each.ends or each.alert or each.withheld]
    assert sum(each.guard == "danger" for each in moves) <= TWICE
