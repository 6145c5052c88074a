"""A retelling adds a telling, not an event; conflicts are kept; everything can be undone."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lives_told import retold
from storyteller_of_lives import FIRST, Telling, tell
from word_vectors import WordVectors

from voice_agent.errors import MemoryRefused
from voice_agent.memory.claims import Claim, Part, cite
from voice_agent.memory.decisions import Act, Decision, DecisionId, standing
from voice_agent.memory.events import weave
from voice_agent.memory.loom import Loom
from voice_agent.memory.same_event import Vectors
from voice_agent.memory.surroundings import understood

LATER = FIRST + timedelta(days=100)


def decision(act: Act, one: str, other: str = "", number: int = 1, **more: object) -> Decision:
    at = LATER + timedelta(minutes=number)
    return Decision(DecisionId(f"d-{number}"), act, at, "the narrator", one, other, **more)  # type: ignore[arg-type]


def test_a_story_told_again_is_one_event_with_two_tellings() -> None:
    told = tell(
        ["We got married at St. Mary's in 1952."],
        ["Our wedding was in June of fifty-two, it rained."],
    )
    event = told.life.events[0]
    assert len(told.life.events) == 1
    assert len(event.tellings) == 2
    assert event.when == "1952-06"
    assert event.sort == "wedding"


def test_two_dates_that_cannot_both_hold_are_kept_both() -> None:
    told = tell(["My father died in 1950."], ["My father died in 1953."])
    event = told.event("My father died")
    assert event.when == ""
    assert event.conflict is not None
    assert [side.edtf for side in event.conflict.sides] == ["1950", "1953"]


@pytest.mark.parametrize(
    "other", ["Maybe my father died in 1953.", "They tell me my father died in 1953."]
)
def test_a_guess_and_hearsay_open_no_conflict(other: str) -> None:
    told = tell(["My father died in 1950."], [other])
    assert told.event("My father died").when == "1950"
    assert not told.life.conflicts


def test_two_moves_and_two_deaths_stay_two() -> None:
    told = tell(
        ["We moved to Toledo in 1950.", "My father died in 1955."],
        ["We moved to Dayton in 1950.", "My uncle Joe died in 1955."],
    )
    assert len(told.life.events) == 4


def test_a_broken_leg_is_not_a_broken_arm() -> None:
    told = tell(
        ["I broke my leg falling off the porch in 1950."],
        ["I broke my arm falling off the porch in 1950."],
    )
    assert len(told.life.events) == 2


def test_only_the_narrator_closes_a_conflict() -> None:
    told = tell(
        ["My father died in 1950."], ["My father died in 1953."], ["It was 1953, I'm sure."]
    )
    first, second = told.claims[0], told.claims[1]
    with pytest.raises(MemoryRefused):
        decision(Act.CLOSE, second.id, first.id)
    words = cite(told.turns[2], 0, 11, Part.WHAT)
    closed = decision(Act.CLOSE, second.id, first.id, mention=words)
    life = weave(told.claims[:2], [closed])
    assert life.events[0].when == "1953"
    assert life.superseded[first.id] == {Part.WHEN}
    assert first.id in life.events[0].tellings


def test_what_was_put_right_is_never_used_again() -> None:
    told = tell(["We moved to Ohio in 1950. No, it was 1952."], ["We moved to Ohio in fifty-two."])
    event = told.event("moved to Ohio")
    assert event.when == "1952"
    assert told.life.superseded[told.claims[0].id] == {Part.WHEN}


def test_a_place_can_be_put_right() -> None:
    told = tell(["We got married in Dayton in 1952. No, not in Dayton, it was in Toledo."])
    event = told.life.events[0]
    assert event.places == ("Toledo",)
    assert "Dayton" not in event.description


def test_tellings_the_narrator_joins_are_one_and_can_be_parted_again() -> None:
    told = tell(["We drove to Florida in 1962."], ["We got lost in Georgia in 1962."])
    one, other = told.claims[0].id, told.claims[-1].id
    before = weave(told.claims)
    joined = [decision(Act.SAME_EVENT, one, other)]
    assert len(weave(told.claims, joined).events) == 1
    undone = [*joined, decision(Act.UNDO, "d-1", number=2)]
    assert weave(told.claims, undone) == before
    redone = [*undone, decision(Act.UNDO, "d-2", number=3)]
    assert len(weave(told.claims, redone).events) == 1


def test_tellings_the_narrator_parts_stay_two() -> None:
    told = tell(
        ["We drove to Florida in 1962, and the car broke down."],
        ["We drove to Florida in 1962, and the car broke down."],
    )
    roots = [
        told.claims[0].id,
        next(c.id for c in told.claims if c.session != told.claims[0].session),
    ]
    assert len(told.life.events) == 1
    assert len(weave(told.claims, [decision(Act.DIFFERENT_EVENTS, *roots)]).events) == 2


def test_undoing_is_itself_undone_in_turn() -> None:
    made = [
        decision(Act.SAME_EVENT, "a", "b"),
        decision(Act.UNDO, "d-1", number=2),
        decision(Act.UNDO, "d-2", number=3),
    ]
    assert [each.id for each in standing(made)] == ["d-1"]
    assert standing(made[:2]) == ()


def _claims(life: int) -> list[Claim]:
    birth, sessions = retold(life)
    return tell(*sessions, birth=birth).claims


LIVES = [_claims(life) for life in (1, 2, 3)]
MEANT: list[Vectors] = [{}, *(understood(claims, {}, WordVectors()) for claims in LIVES)]
"""No meaning at all, and that of each life: whoever is of another life is compared by rule."""


@given(st.sampled_from(LIVES), st.sampled_from(MEANT), st.integers(0, 10_000))
def test_the_order_of_insertion_does_not_change_the_events(
    claims: list[Claim], meant: Vectors, seed: int
) -> None:
    shuffled = list(claims)
    Random(seed).shuffle(shuffled)
    assert weave(shuffled, vectors=meant) == weave(claims, vectors=meant)


@given(st.sampled_from(LIVES), st.sampled_from(MEANT), st.lists(st.integers(0, 60), max_size=4))
def test_weaving_bit_by_bit_is_weaving_all_at_once(
    claims: list[Claim], meant: Vectors, cuts: list[int]
) -> None:
    loom = Loom()
    for cut in sorted(cuts):
        weave(claims[:cut], vectors=meant, loom=loom)
    assert weave(claims, vectors=meant, loom=loom) == weave(claims, vectors=meant)


@given(st.sampled_from(LIVES), st.data())
def test_joining_and_undoing_leaves_no_trace(claims: list[Claim], data: st.DataObject) -> None:
    one, other = data.draw(st.lists(st.sampled_from(claims), min_size=2, max_size=2, unique=True))
    before = weave(claims)
    for act in (Act.SAME_EVENT, Act.DIFFERENT_EVENTS):
        made = decision(act, one.id, other.id)
        weave(claims, [made])
        assert weave(claims, [made, decision(Act.UNDO, made.id, number=2)]) == before


@given(st.sampled_from(LIVES))
def test_every_event_rests_on_tellings_and_every_telling_on_one_event(claims: list[Claim]) -> None:
    life = weave(claims)
    told = [claim for event in life.events for claim in event.tellings]
    assert len(told) == len(set(told))
    assert all(event.tellings and event.description for event in life.events)


def test_the_same_telling_twice_is_one_telling() -> None:
    told: Telling = tell(["We moved to Ohio in 1950."])
    assert weave([*told.claims, *told.claims]) == told.life


def test_a_session_after_the_clock_was_set_back_still_comes_later() -> None:
    told = tell(["We moved to Ohio in 1950."], ["No, we moved to Ohio in 1952, not in 1950."])
    early = datetime(2001, 1, 1, tzinfo=UTC)
    from dataclasses import replace

    back = [replace(c, told_at=early) if c.sitting == 2 else c for c in told.claims]
    assert weave(back).events[0].when == "1952"


def test_a_date_that_opens_the_next_story_is_no_other_date_of_the_last() -> None:
    told = tell(
        ["We were married on the 9th of May 1965 and it hailed."],
        ["Christmas of 1966, though I don't know about best. We'd lost the baby that November."],
    )
    assert [event.when for event in told.life.events if "married" in event.description] == [
        "1965-05-09"
    ]
    assert not told.life.conflicts
