"""What an EDTF date allows, and what two of them allow together."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.errors import MemoryRefused
from voice_agent.memory.dates import when
from voice_agent.memory.dates.when import ALWAYS, FOREVER, bounds, marked, narrowed, spell

BOUNDS = [
    ("1952", "1952-01-01", "1952-12-31"),
    ("195X", "1950-01-01", "1959-12-31"),
    ("1952-06", "1952-06-01", "1952-06-30"),
    ("1953-22", "1953-06-01", "1953-08-31"),
    ("1947-24", "1947-01-01", "1948-02-29"),  # January 1947 froze too
    ("1942/1945", "1942-01-01", "1945-12-31"),
    ("1952~", "1950-01-01", "1954-12-31"),
    ("1944-12-25~", "1944-12-18", "1945-01-01"),
    ("[1951,1952]", "1951-01-01", "1952-12-31"),
]


@pytest.mark.parametrize(("edtf", "first", "last"), BOUNDS)
def test_a_date_allows_these_days(edtf: str, first: str, last: str) -> None:
    days = bounds(edtf)
    assert (days.earliest.isoformat(), days.latest.isoformat()) == (first, last)


def test_an_open_date_has_no_edge() -> None:
    assert bounds("../1941-12-06").earliest == ALWAYS
    assert bounds("1945-09-03/..").latest == FOREVER


@pytest.mark.parametrize(
    "edtf", ["1945/1942", "1952-02-30", "1952-13", "", "nonsense", "1952-06-31", "19"]
)
def test_what_is_not_a_date_is_refused(edtf: str) -> None:
    with pytest.raises(MemoryRefused):
        bounds(edtf)


NARROWED = [
    (["1952", "1952-06"], "1952-06"),
    (["195X", "1952-22"], "1952-22"),
    (["195X", "1952~"], "1952~"),
    (["1950/1953", "1952/1955"], "1952/1953"),
    (["1952", "1952~"], "1952"),
    (["../1949", "194X"], "194X"),
    (["1945-09-03/..", "194X"], "1945-09-03/1949"),
    (["1951", "1952"], None),
    (["1951", "1953~"], "1951"),
    (["[1951,1952]", "1952-06-03"], "1952-06-03"),
    ([], None),
]


@pytest.mark.parametrize(("dates", "common"), NARROWED)
def test_tellings_that_agree_narrow_each_other(dates: list[str], common: str | None) -> None:
    assert narrowed(dates) == common
    assert narrowed(reversed(dates)) == common


def test_doubt_is_marked_once() -> None:
    assert marked("1952", "~") == "1952~"
    assert marked("1952~", "~") == "1952~"
    assert marked("1952~", "?") == "1952%"
    assert marked("1942/1945", "~") == "1942~/1945~"
    assert marked("../1949", "~") == "../1949~"
    assert marked("[1951,1952]", "~") == "1951~/1952~"
    assert marked("1953-22", "~") == "1953-06~/1953-08~"
    assert marked("1952-24", "~") == "1952-01~/1953-02~"


some_days = st.dates(min_value=date(1800, 1, 1), max_value=date(2030, 1, 1))


marks = st.sampled_from(["", "", "~", "?", "%"])
sides = st.one_of(
    st.integers(1, 9998).map("{:04}".format),
    st.integers(1, 998).map("{:03}X".format),
    st.integers(1, 98).map("{:02}XX".format),
    st.tuples(st.integers(1, 9998), st.integers(0, 25)).map(lambda d: "{:04}-{:02}".format(*d)),
    st.tuples(st.integers(1, 9998), st.integers(0, 13), st.integers(0, 32)).map(
        lambda d: "{:04}-{:02}-{:02}".format(*d)
    ),
)


@given(st.tuples(sides, marks).map("".join))
def test_our_quick_reading_is_that_of_the_edtf_package(edtf: str) -> None:
    quick = when._plain(edtf, "")
    try:
        slow = when._parsed(edtf)
    except MemoryRefused:
        assert quick is None
        return
    assert quick in (None, slow)
    assert quick or "X" in edtf or edtf[5:7] == "25"


@given(st.tuples(st.sampled_from(["1938", "1939-11", "1941-12-07", "..", "1940-22"]), marks, marks))
def test_our_quick_reading_of_ranges_is_that_of_the_edtf_package(parts: tuple[str, ...]) -> None:
    begin, doubt, end_doubt = parts
    begin += "" if begin in {"..", "1940-22"} else doubt
    end = "1952-06" + end_doubt
    assert when._plain(begin, end) == when._parsed(f"{begin}/{end}")


@given(some_days, st.integers(min_value=0, max_value=20_000))
def test_writing_days_as_edtf_says_exactly_those_days(first: date, length: int) -> None:
    last = first + timedelta(days=length)
    days = bounds(spell(first, last))
    assert (days.earliest, days.latest) == (first, last)


@given(st.lists(some_days, min_size=2, max_size=8))
def test_narrowing_never_adds_a_day(edges: list[date]) -> None:
    told = [spell(min(pair), max(pair)) for pair in pairwise(edges)]
    common = narrowed(told)
    if common is None:
        return
    for each in told:
        assert bounds(each).holds(bounds(common))
