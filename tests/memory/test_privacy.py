"""Labels the narrator speaks, and how they travel."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from storyteller_of_lives import tell

from voice_agent.memory.labels import labelled, visible
from voice_agent.memory.privacy import OPEN, PRIVATE, Privacy, parsed, spoken, strictest

SPOKEN = [
    ("Keep that between us.", "private"),
    ("That's between you and me.", "private"),
    ("Don't tell anybody.", "private"),
    ("That's only for Ann.", "only for ann"),
    ("Only for Ann and Tom.", "only for ann, tom"),
    ("Not while I'm alive.", "not while I live"),
    ("Only when I'm dead.", "not while I live"),
]


@pytest.mark.parametrize(("said", "label"), SPOKEN)
def test_a_label_is_heard_in_the_middle_of_a_story(said: str, label: str) -> None:
    found = spoken(said)
    assert found is not None
    assert found.privacy.label == label


@pytest.mark.parametrize(
    "said",
    [
        "The house stood between us and the river.",
        "He told everybody.",
        "I did it only for the money.",
    ],
)
def test_ordinary_talk_sets_no_label(said: str) -> None:
    assert spoken(said) is None


def test_what_is_derived_from_a_private_telling_is_private() -> None:
    told = tell(
        ["We bought the farm in 1955. Keep that between us."], ["We bought the farm in 1955."]
    )
    event = told.event("bought the farm")
    assert event.privacy == PRIVATE
    assert len(event.tellings) == 2


@pytest.mark.parametrize(
    "turns",
    [
        ["It was all so very hard, and shameful. Keep that between us."],
        ["It was all so very hard, and shameful.", "Keep that between us."],
    ],
)
def test_what_gave_no_memory_of_its_own_can_be_private_all_the_same(turns: list[str]) -> None:
    told = tell(turns)
    claims = labelled(told.claims, told.labels)
    (bearing,) = [each for each in claims if each.privacy == PRIVATE]
    assert "shameful" in bearing.what
    assert bearing.turn == 1
    assert not told.life.events


def test_only_ann_sees_what_is_only_for_ann() -> None:
    told = tell(["My father drank. That's only for Ann.", "We moved to Ohio in 1950."])
    claims = labelled(told.claims, told.labels)
    assert len(visible(claims, "Ann", alive=True)) == 2
    assert len(visible(claims, "Tom", alive=True)) == 1


labels = st.builds(
    Privacy,
    st.booleans(),
    st.booleans(),
    st.none() | st.frozensets(st.sampled_from(["ann", "tom", "rose"])),
)


@given(st.lists(labels), st.sampled_from(["ann", "tom", "rose", "eve"]), st.booleans())
def test_nobody_learns_from_the_whole_what_a_part_would_not_tell(
    parts: list[Privacy], name: str, alive: bool
) -> None:
    if strictest(parts).allows(name, alive=alive):
        assert all(each.allows(name, alive=alive) for each in parts)


@given(labels)
def test_a_label_survives_being_written_down(label: Privacy) -> None:
    assert parsed(label.label) == label


def test_without_a_label_there_is_no_limit() -> None:
    assert strictest([]) == OPEN
