"""Two tellings are one event by rule, by meaning, or not at all."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from storyteller_of_lives import tell

from voice_agent.memory import comparing
from voice_agent.memory.claims import ClaimId
from voice_agent.memory.events import chains, weave
from voice_agent.memory.people.persons import mentions_of
from voice_agent.memory.people.resolving import resolve
from voice_agent.memory.same_event import SAME, WEIGHTS, Vectors, meant, odds, traits
from voice_agent.memory.strands import Strand, strand

FAR, NEAR = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)


def vectors(told: list[str], lean: list[tuple[float, ...]]) -> tuple[list[Strand], Vectors]:
    """The strands of one sentence a session, each with the same direction for what it says and what is around it."""
    claims = tell(*([each] for each in told)).claims
    made: dict[ClaimId, NDArray[np.float32]] = {
        each.id: np.array([*lean[each.sitting - 1]] * 2, np.float32) for each in claims if each.what
    }
    people = resolve(mentions_of(claims))
    return [strand(chain, people, made) for chain in chains(claims)], made


def between(told: list[str], lean: list[tuple[float, ...]]) -> float | None:
    (one, other), made = vectors(told, lean)
    found = odds(one, other, meant(one, made), meant(other, made))
    assert odds(other, one, meant(other, made), meant(one, made)) == found
    return found


FLOOD = [
    "The river came into our kitchen in 1952.",
    "We carried Gran upstairs in her chair in 1952.",
]


def test_what_means_the_same_is_one_event_though_no_word_is_shared() -> None:
    alike, unlike = between(FLOOD, [NEAR, NEAR]), between(FLOOD, [NEAR, FAR])
    assert alike is not None and unlike is not None
    assert alike > SAME > unlike


def test_meaning_never_makes_a_wedding_of_a_funeral() -> None:
    told = ["My father died in 1950.", "We got married in 1950."]
    assert between(told, [NEAR, NEAR]) is None


def test_what_rules_know_stays_known_however_far_its_meaning_lies() -> None:
    told = ["My father died in 1950.", "My father died in 1953."]
    found = between(told, [NEAR, FAR])
    assert found is not None and found > SAME


def test_without_meaning_rules_alone_decide() -> None:
    (one, other), _ = vectors(FLOOD, [NEAR, NEAR])
    assert odds(one, other, None, None) is not None
    assert odds(one, other, None, None) < SAME  # type: ignore[operator]
    assert comparing.compare(one, other) < comparing.SAME  # type: ignore[operator]


def test_small_talk_has_no_meaning_that_could_join_anything() -> None:
    (one, _), made = vectors(FLOOD, [NEAR, NEAR])
    assert one.happened and meant(one, made) is not None
    assert meant(replace(one, happened=False), made) is None
    told = tell(["I don't sleep so well these days."]).claims
    assert not any(strand([each], resolve(mentions_of([each]))).happened for each in told)


def test_two_sure_dates_are_two_events_however_much_they_mean_the_same() -> None:
    for second in (1955, 1990):
        told = [
            "The river came into our kitchen in 1952.",
            f"We carried Gran upstairs in {second}.",
        ]
        assert between(told, [NEAR, NEAR]) is None


def test_without_a_date_meaning_alone_joins_nothing() -> None:
    told = ["The river came into our kitchen.", "We carried Gran upstairs in her chair."]
    assert between(told, [NEAR, NEAR]) is None


def test_what_is_in_any_story_makes_no_two_one() -> None:
    told = [
        "There was one stair to be washed in 1936.",
        "No more stairs to wash, that was the thing.",
    ]
    assert between(told, [NEAR, NEAR]) is None


def test_what_has_a_time_of_its_own_twice_may_be_one_story_told_with_two_years() -> None:
    told = [
        "The haystack burned in 1951, smoke and all.",
        "The haystack burned in 1949, with smoke.",
    ]
    found = between(told, [NEAR, NEAR])
    assert found is not None and found > SAME


def test_two_things_of_one_breath_are_not_one_for_their_meaning() -> None:
    claims = tell([" ".join(FLOOD)]).claims
    made = {each.id: np.array([*NEAR] * 2, np.float32) for each in claims}
    assert len(weave(claims, vectors=made).events) == 2


def test_every_weight_is_of_a_trait_that_is_read_off() -> None:
    (one, other), made = vectors(FLOOD, [NEAR, FAR])
    mine, theirs = meant(one, made), meant(other, made)
    assert mine is not None and theirs is not None
    assert list(traits(one, other, mine, theirs)) == list(WEIGHTS)


@pytest.mark.parametrize("lean", [(NEAR, NEAR), (NEAR, FAR)])
def test_memory_joins_by_meaning(lean: tuple[tuple[float, ...], ...]) -> None:
    claims = tell(*([each] for each in FLOOD)).claims
    made = {each.id: np.array([*lean[each.sitting - 1]] * 2, np.float32) for each in claims}
    assert len(weave(claims, vectors=made).events) == (1 if lean == (NEAR, NEAR) else 2)
