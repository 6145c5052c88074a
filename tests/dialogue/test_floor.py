"""Properties of turn-taking that hold for every conversation, not only the ones we thought of."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.dialogue.floor import MOVES, Cue, Floor, move
from voice_agent.errors import FloorError


def after(cues: list[Cue]) -> Floor:
    floor = Floor.OPEN
    for cue in cues:
        if (floor, cue) in MOVES:
            floor = move(floor, cue)
    return floor


@given(st.lists(st.sampled_from(Cue)))
def test_the_narrator_can_always_take_the_floor_back(cues: list[Cue]) -> None:
    floor = after(cues)
    if floor is not Floor.NARRATOR:
        floor = (
            move(floor, Cue.NARRATOR_STARTS)
            if floor is not Floor.PAUSED
            else move(floor, Cue.REPLY_YIELDS)
        )
    if floor is Floor.PAUSED:  # silent already; the words give the floor away
        floor = move(floor, Cue.REPLY_YIELDS)
    assert floor is Floor.NARRATOR


@given(st.lists(st.sampled_from(Cue)))
def test_we_are_silent_whenever_the_narrator_has_just_begun(cues: list[Cue]) -> None:
    floor = after(cues)
    if (floor, Cue.NARRATOR_STARTS) in MOVES:
        assert move(floor, Cue.NARRATOR_STARTS) in {Floor.NARRATOR, Floor.PAUSED}


def test_every_floor_can_be_left() -> None:
    assert {floor for floor, _ in MOVES} == set(Floor)


def test_every_cue_can_happen_somewhere() -> None:
    assert {cue for _, cue in MOVES} == set(Cue)


def test_an_impossible_cue_is_loud() -> None:
    with pytest.raises(FloorError, match="reply resumes"):
        move(Floor.OPEN, Cue.REPLY_RESUMES)
