"""What belongs together is gathered by the mean of all odds, whatever order it comes in."""

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from voice_agent.memory.gathering import gathered

NAMES = ("ann", "bob", "cyd", "dot", "eve", "fay")

Odds = Mapping[frozenset[str], float | None]


def groups(
    names: list[str],
    odds: Odds,
    together: tuple[tuple[str, str], ...] = (),
    apart: tuple[tuple[str, str], ...] = (),
) -> set[frozenset[str]]:
    at = {name: place for place, name in enumerate(names)}

    def between(a: int, b: int) -> float | None:
        return odds.get(frozenset((names[a], names[b])), -5.0)

    links = [
        (a, b)
        for a in range(len(names))
        for b in range(a + 1, len(names))
        if (found := between(a, b)) is not None and found >= 0
    ]
    found = gathered(
        names,
        links,
        between,
        0.0,
        together=[(at[a], at[b]) for a, b in together],
        apart=[(at[a], at[b]) for a, b in apart],
    )
    return {frozenset(names[each] for each in group) for group in found}


def pair(a: str, b: str, value: float | None) -> tuple[frozenset[str], float | None]:
    return frozenset((a, b)), value


def test_one_that_fits_a_single_member_stays_outside() -> None:
    odds = dict([pair("ann", "bob", 4.0), pair("bob", "cyd", 1.0), pair("ann", "cyd", -3.0)])
    assert groups(["ann", "bob", "cyd"], odds) == {
        frozenset({"ann", "bob"}),
        frozenset({"cyd"}),
    }


def test_one_that_fits_on_average_joins() -> None:
    odds = dict([pair("ann", "bob", 4.0), pair("bob", "cyd", 3.0), pair("ann", "cyd", -1.0)])
    assert groups(["ann", "bob", "cyd"], odds) == {frozenset({"ann", "bob", "cyd"})}


def test_what_can_never_be_one_keeps_whole_groups_apart() -> None:
    odds = dict([pair("ann", "bob", 4.0), pair("bob", "cyd", 3.0), pair("ann", "cyd", None)])
    assert frozenset({"cyd"}) in groups(["ann", "bob", "cyd"], odds)


def test_what_was_decided_comes_before_all_odds() -> None:
    odds = dict([pair("ann", "bob", 4.0)])
    assert groups(["ann", "bob"], odds, apart=(("ann", "bob"),)) == {
        frozenset({"ann"}),
        frozenset({"bob"}),
    }
    assert groups(["ann", "cyd"], odds, together=(("cyd", "ann"),)) == {frozenset({"ann", "cyd"})}


@given(
    st.dictionaries(
        st.sets(st.sampled_from(NAMES), min_size=2, max_size=2).map(frozenset),
        st.one_of(st.none(), st.integers(-6, 6).map(float)),
    ),
    st.permutations(NAMES),
)
def test_the_order_changes_nothing(odds: Odds, order: list[str]) -> None:
    assert groups(list(NAMES), odds) == groups(order, odds)
