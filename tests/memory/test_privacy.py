"""Labels the narrator speaks, and how they travel."""

from random import Random

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


NAMES = st.sampled_from(["ann", "tom", "rose", "colleen kelly"])


@st.composite
def any_label(draw: st.DrawFn) -> Privacy:
    waits = draw(st.booleans())
    return Privacy(
        draw(st.booleans()),
        waits,
        draw(st.none() | st.frozensets(NAMES)),
        draw(st.frozensets(NAMES)),
        draw(st.frozensets(NAMES)) if waits else frozenset(),
    )


labels = any_label()


READERS = st.sampled_from(["ann", "Tom", "rose", "eve", "Colleen", ""])


@given(st.lists(labels), READERS, st.booleans())
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


@given(st.lists(labels), READERS, st.booleans())
def test_who_may_know_every_part_may_know_the_whole(
    parts: list[Privacy], name: str, alive: bool
) -> None:
    if all(each.allows(name, alive=alive) for each in parts):
        assert strictest(parts).allows(name, alive=alive)


@given(st.lists(labels), st.randoms())
def test_in_which_order_labels_come_changes_nothing(parts: list[Privacy], dice: Random) -> None:
    turned = [*parts]
    dice.shuffle(turned)
    assert strictest(turned) == strictest(parts)


@pytest.mark.parametrize(
    ("written", "reader", "alive", "may"),
    [
        ("not for colleen", "Colleen", True, False),
        ("not for colleen", "Colleen Kelly", False, False),
        ("not for colleen", "Tom", True, True),
        ("not for colleen", "", True, False),  # a copy for nobody may come into her hands
        ("not for ann", "Joanne", True, True),
        ("not while I live, except tom", "Tom", True, True),
        ("not while I live, except tom", "Ann", True, False),
        ("not while I live, except tom", "Ann", False, True),
        ("private; not for colleen", "Tom", False, False),
        # as labels were written before there were exceptions
        ("private", "Ann", False, False),
        ("not while I live", "Ann", False, True),
        ("only for ann, tom", "Tom", True, True),
        ("only for nobody", "Tom", True, False),
    ],
)
def test_a_label_says_who_may_know(written: str, reader: str, alive: bool, may: bool) -> None:
    assert parsed(written).allows(reader, alive=alive) is may
    assert parsed(written).label == written
