"""How people say when it was, and what that can mean. One line a case, checked by hand."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from num2words import num2words

from voice_agent.errors import MemoryRefused
from voice_agent.memory.dates.date_scene import Sought
from voice_agent.memory.dates.dates import Background, DatedEvent, find, normalise
from voice_agent.memory.dates.when import FOREVER, bounds

TOLD = date(2026, 11, 21)  # a Saturday


def _of_this_life(clause: str) -> DatedEvent | None:
    if "married" in clause:
        return DatedEvent("1960-06-11", "our wedding")
    return DatedEvent("1966", "the move to Ohio") if "moved to Ohio" in clause else None


NARRATOR = Background(
    told=TOLD,
    birth="1938",
    last="1952",
    births={"tom": "1955", "mother": "1912"},
    resolve=_of_this_life,
)

YEARS = [
    ("We moved in nineteen fifty-two.", "1952"),
    ("We moved in nineteen fifty two.", "1952"),
    ("That was in 1952.", "1952"),
    ("nineteen-fifty-two it was", "1952"),
    ("It was nineteen oh five when they came over.", "1905"),
    ("nineteen hundred and five", "1905"),
    ("in nineteen hundred", "1900"),
    ("eighteen ninety-eight", "1898"),
    ("nineteen ten", "1910"),
    ("in nineteen nineteen", "1919"),
    ("nineteen eighteen", "1918"),
    ("two thousand and one", "2001"),
    ("two thousand nine", "2009"),
    ("in two thousand", "2000"),
    ("twenty ten", "2010"),
    ("in twenty nineteen", "2019"),
    ("back in '52", "1952"),
    ("back in ’52", "1952"),
    ("in '05", "2005"),
    ("in fifty-two we bought the farm", "1952"),
    ("since forty-eight", "1948/.."),
    ("the summer of fifty-two", "1952-22"),
    ("in the year 1952", "1952"),
    ("nineteen 52", "1952"),
]

DECADES = [
    ("the fifties were kind to us", "195X"),
    ("in the nineteen-thirties", "193X"),
    ("the 1950s", "195X"),
    ("the 1950's", "195X"),
    ("the '50s", "195X"),
    ("in the 60s", "196X"),
    ("the twenties", "192X"),
    ("in the early fifties", "1950/1953"),
    ("the mid-fifties", "1954/1956"),
    ("the late 1930s", "1937/1939"),
    ("late in the sixties", "1967/1969"),
    ("the nineteen hundreds", "19XX"),
    ("at the end of the fifties", "1957/1959"),
]

PARTS = [
    ("early 1952", "1952-01/1952-04"),
    ("early in 1952", "1952-01/1952-04"),
    ("in mid-1952", "1952-05/1952-08"),
    ("late 1952", "1952-09/1952-12"),
    ("the end of 1952", "1952-09/1952-12"),
    ("the beginning of nineteen fifty-two", "1952-01/1952-04"),
    ("at the end of June 1952", "1952-06-21/1952-06-30"),
    ("the middle of May 1950", "1950-05-11/1950-05-20"),
]

SEASONS = [
    ("the summer of 1953", "1953-22"),
    ("in the spring of nineteen forty-six", "1946-21"),
    ("the fall of 1938", "1938-23"),
    ("autumn 1938", "1938-23"),
    ("the winter of '47", "1947-24"),
    ("the winter of forty-six to forty-seven", "1946-12/1947-02"),
    ("the winter of 1946-47", "1946-12/1947-02"),
    ("that summer we swam", "1952-22"),
    ("in the early spring of 1953", "1953-21"),
]

DAYS = [
    ("June 1952", "1952-06"),
    ("in June of 1952", "1952-06"),
    ("in June of '52", "1952-06"),
    ("June fifty-two", "1952-06"),
    ("June third, nineteen fifty-two", "1952-06-03"),
    ("June 3rd, 1952", "1952-06-03"),
    ("June 3, 1952", "1952-06-03"),
    ("the third of June 1952", "1952-06-03"),
    ("the third of June, nineteen fifty-two", "1952-06-03"),
    ("June the third 1952", "1952-06-03"),
    ("3 June 1952", "1952-06-03"),
    ("the twenty-first of December 1938", "1938-12-21"),
    ("on the 31st of May 1950", "1950-05-31"),
    ("Sept. 4, 1939", "1939-09-04"),
    ("1952-06-03", "1952-06-03"),
    ("6/3/1952", "1952-06-03"),
    ("25/12/1944", "1944-12-25"),
    ("in May of 1950", "1950-05"),
    ("in June, you see", "1952-06"),
    ("on June the third", "1952-06-03"),
    ("the twenty-ninth of February 1952", "1952-02-29"),
]

HOLIDAYS = [
    ("Christmas 1944", "1944-12-25"),
    ("the Christmas of 1944", "1944-12-25"),
    ("Christmas Eve, 1944", "1944-12-24"),
    ("Christmas of '44", "1944-12-25"),
    ("Easter 1951", "1951-03-25"),
    ("Easter Monday 1951", "1951-03-26"),
    ("Good Friday 1930", "1930-04-18"),
    ("Whitsun 1955", "1955-05-29"),
    ("Thanksgiving 1963", "1963-11-28"),
    ("Thanksgiving of 1939", "1939-11-23"),
    ("Thanksgiving 1938", "1938-11-24"),
    ("the Fourth of July 1976", "1976-07-04"),
    ("New Year's Eve 1949", "1949-12-31"),
    ("Labor Day 1957", "1957-09-02"),
    ("Mother's Day 1960", "1960-05-08"),
    ("Halloween 1958", "1958-10-31"),
    ("that Christmas", "1952-12-25"),
    ("Memorial Day 1954", "1954-05-30"),
]

AGES = [
    ("when I was seven", "1945/1946"),
    ("when I was seven years old", "1945/1946"),
    ("when I was just seven", "1945/1946"),
    ("when I was about seven", "1945~/1946~"),
    ("when I was seven or eight", "1945~/1946~"),
    ("at the age of twelve I left school", "1950/1951"),
    ("at age 12 I left school", "1950/1951"),
    ("I left school, aged twelve", "1950/1951"),
    ("At seventeen I joined up.", "1955/1956"),
    ("when I turned twenty-one", "1959"),
    ("when I'd just turned sixteen", "1954"),
    ("on my tenth birthday", "1948"),
    ("my twenty-first birthday", "1959"),
    ("in my twenties", "1958/1968"),
    ("in my early twenties", "1958/1962"),
    ("in my late thirties", "1975/1978"),
    ("I was twelve when my father died", "1950/1951"),
    ("when we were nineteen", "1957/1958"),
    ("when I was a little girl", "1942~/1952~"),
    ("as a child", "1941~/1951~"),
    ("when I was a teenager", "1951~/1958~"),
    ("by the time I was thirty", "../1969"),
    ("before I was ten", "../1947"),
    ("when Tom was five", "1960/1961"),
    ("when my mother was twenty", "1932/1933"),
]

TELLING = [
    ("last week", "2026-11-09/2026-11-15"),
    ("last year", "2025"),
    ("this year", "2026"),
    ("yesterday", "2026-11-20"),
    ("the day before yesterday", "2026-11-19"),
    ("this morning", "2026-11-21"),
    ("last night", "2026-11-20"),
    ("last Tuesday", "2026-11-17"),
    ("last Christmas", "2025-12-25"),
    ("last summer", "2026-22"),
    ("last December", "2025-12"),
    ("last month", "2026-10"),
    ("three years ago", "2023"),
    ("ten years ago", "2016~"),
    ("a few years ago", "2021/2024"),
    ("two months ago", "2026-09"),
    ("the other day", "2026-11-11/2026-11-21"),
]

LEANING = [
    ("three years later", "1955"),
    ("a year later", "1953"),
    ("two years after that", "1954"),
    ("ten years earlier", "1942"),
    ("the next year", "1953"),
    ("the following year", "1953"),
    ("the following spring", "1953-21"),
    ("that same year", "1952"),
    ("the year after, we left", "1953"),
    ("the year before, we came", "1951"),
    ("about ten years later", "1962~"),
    ("a couple of years later", "1954~"),
]

ANCHORED = [
    ("during the war", "1941-12-07/1945-09-02"),
    ("in the war", "1941-12-07/1945-09-02"),
    ("before the war", "../1941-12-06"),
    ("after the war", "1945-09-03/.."),
    ("just after the war", "1945-09-03~/1947~"),
    ("when the war broke out", "1941-12-07"),
    ("when the war ended", "1945-09-02"),
    ("when the war was over", "1945-09-02"),
    ("at the end of the war", "1945-09-02"),
    ("the last year of the war", "1945"),
    ("two years after the war", "1947"),
    ("a year before the war", "1940"),
    ("when Kennedy was shot", "1963-11-22"),
    ("the day President Kennedy was shot", "1963-11-22"),
    ("since they landed on the moon", "1969-07-20/.."),
    ("during the Depression", "1929-10/1939"),
    ("in the Great Depression", "1929-10/1939"),
    ("on VE Day", "1945-05-08"),
    ("after Pearl Harbor", "1941-12-08/.."),
    ("when Truman was president", "1945-04-12/1953-01-20"),
    ("under Eisenhower", "1953-01-20/1961-01-20"),
    ("in the First World War", "1914-07-28/1918-11-11"),
    ("during the Korean War", "1950-06-25/1953-07-27"),
    ("nine eleven", "2001-09-11"),
    ("the year we got married", "1960"),
    ("the summer we got married", "1960-22"),
    ("when we got married", "1960-06-11"),
    ("before we married", "../1960-06-10"),
    ("two years after we moved to Ohio", "1968"),
    ("the year I was born", "1938"),
    ("when Tom was born", "1955"),
]

UNSURE = [
    ("about 1952", "1952~"),
    ("around nineteen fifty-two", "1952~"),
    ("in about 1952", "1952~"),
    ("sometime around 1952", "1952~"),
    ("1952 or so", "1952~"),
    ("1952 or thereabouts", "1952~"),
    ("1952-ish", "1952~"),
    ("around Christmas 1944", "1944-12-25~"),
    ("about June 1952", "1952-06~"),
    ("maybe 1952", "1952?"),
    ("I think it was 1952", "1952?"),
    ("1952, I think", "1952?"),
    ("it must have been nineteen fifty-two", "1952?"),
    ("it must have been about 1952", "1952%"),
    ("I think it was about 1952", "1952%"),
    ("about the early fifties", "1950~/1953~"),
]

RANGES = [
    ("from 1942 to 1945", "1942/1945"),
    ("from nineteen forty-two until forty-five", "1942/1945"),
    ("between 1942 and 1945", "1942/1945"),
    ("between forty-two and forty-five", "1942/1945"),
    ("1942 to 1945", "1942/1945"),
    ("1942-45", "1942/1945"),
    ("1942–1945", "1942/1945"),
    ("from June to August 1952", "1952-06/1952-08"),
    ("1951 or 1952", "[1951,1952]"),
    ("in nineteen fifty-one or fifty-two", "[1951,1952]"),
    ("1951, or maybe '52", "[1951,1952]"),
    ("since 1950", "1950/.."),
    ("until 1950", "../1950"),
    ("before 1950", "../1949"),
    ("after 1950", "1951/.."),
    ("by 1950", "../1950"),
    ("from 1950 on", "1950/.."),
    ("from the summer of 1950 to the spring of 1951", "1950-06/1951-05"),
]

CASES = [
    *YEARS,
    *DECADES,
    *PARTS,
    *SEASONS,
    *DAYS,
    *HOLIDAYS,
    *AGES,
    *TELLING,
    *LEANING,
    *ANCHORED,
    *UNSURE,
    *RANGES,
]


@pytest.mark.parametrize(("said", "edtf"), CASES, ids=[said for said, _ in CASES])
def test_a_date_means_what_the_narrator_meant(said: str, edtf: str) -> None:
    found = find(said, NARRATOR)
    assert [each.edtf for each in found.dates] == [edtf], found
    assert not found.refused
    told = found.dates[0]
    assert said[told.first : told.last] == told.words


def test_there_are_enough_cases_to_mean_something() -> None:
    assert len(CASES) >= 150
    assert len({said for said, _ in CASES}) == len(CASES)


NO_DATES = [
    "I had seven children and fifty-two dollars.",
    "We walked 1952 miles.",
    "He drove a 1952 Chevrolet.",
    "They lived at 1952 Elm Street.",
    "Room 1952 was ours.",
    "in fifty-two minutes",
    "I may go, and we march on.",
    "I was one of twelve.",
    "She died at the age of ninety.",
    "My grandmother, at eighteen, went to sea.",
    "at seven o'clock",
    "It was in the nineties degrees.",
    "two thousand sheep",
    "nineteen hundred sheep",
    "April was my aunt, and June my cousin.",
    "He talked about the war.",
    "the spring in the mattress",
    "a fall from the ladder",
    "as small as a mouse",
    "The second of my sons came back.",
    "I have two brothers.",
    "It cost $1952.",
    "when my neighbour was five",
    "",
    "...",
]


@pytest.mark.parametrize("said", NO_DATES)
def test_numbers_that_are_not_dates_are_left_alone(said: str) -> None:
    found = find(said, NARRATOR)
    assert not found.dates
    assert not found.refused


NONSENSE = [
    "February 30th, 1952",
    "the thirtieth of February",
    "the thirty-first of June 1952",
    "June 31st, 1952",
    "February 29th, 1951",
    "1952-02-30",
    "13/13/1952",
    "in twenty fifty",
    "in 2091",
    "when I was two hundred",
    "when I turned one hundred and five",
    "from 1945 to 1942",
]


@pytest.mark.parametrize("said", NONSENSE)
def test_a_date_that_cannot_be_is_refused_and_not_guessed(said: str) -> None:
    found = find(said, NARRATOR)
    assert not found.dates
    assert len(found.refused) == 1
    assert found.refused[0].why.endswith(".")
    with pytest.raises(MemoryRefused):
        normalise(said, NARRATOR)


def test_a_story_carries_its_dates_along() -> None:
    story = (
        "In nineteen fifty-two we moved. Three years later we sold it. That summer it rained."
        " The following spring was dry."
    )
    dates = [each.edtf for each in find(story, Background(told=TOLD)).dates]
    assert dates == ["1952", "1955", "1955-22", "1956-21"]


def test_without_a_birth_year_an_age_is_no_date() -> None:
    assert not find("when I was seven", Background(told=TOLD)).dates


def test_a_known_birthday_makes_an_age_exact() -> None:
    exact = Background(told=TOLD, birth="1938-03-02")
    assert find("when I was seven", exact).dates[0].edtf == "1945-03-02/1946-03-01"
    assert find("on my tenth birthday", exact).dates[0].edtf == "1948-03-02"


def test_somebody_born_on_a_leap_day_still_grows_older() -> None:
    leap = Background(told=TOLD, birth="1936-02-29")
    assert find("when I turned seven", leap).dates[0].edtf == "1943-03-01"


def test_the_war_depends_on_where_and_when_one_was_born() -> None:
    said = "when the war broke out"
    british = Background(told=TOLD, birth="1930", country="GB")
    older = Background(told=date(1975, 1, 1), birth="1905", country="GB")
    assert find(said, british).dates[0].edtf == "1939-09-01"
    assert find(said, older).dates[0].edtf == "1914-07-28"


def test_a_british_slash_date_has_the_day_first() -> None:
    assert find("6/3/1952", Background(told=TOLD, country="GB")).dates[0].edtf == "1952-03-06"


def test_a_bare_number_is_a_year_only_where_one_is_expected() -> None:
    correction = "No, fifty-one."
    assert not find(correction, Background(told=TOLD)).dates
    expecting = Background(told=TOLD, sought=Sought.YEAR)
    assert find(correction, expecting).dates[0].edtf == "1951"


def test_an_anchor_is_named_beside_the_words() -> None:
    told = find("We met when the war was over.", NARRATOR).dates[0]
    assert (told.words, told.anchor) == ("the war was over", "the war")
    assert find("when I was seven", NARRATOR).dates[0].anchor == "born 1938"
    assert find("the year we got married", NARRATOR).dates[0].anchor == "our wedding"


def test_text_without_end_is_read_only_so_far() -> None:
    assert find("and " * 1_000_000 + "in 1952", NARRATOR).dates == ()


years = st.integers(min_value=1750, max_value=2026)
days = st.dates(min_value=date(1800, 1, 1), max_value=TOLD)


@given(years)
def test_every_year_is_understood_in_digits_and_in_words(year: int) -> None:
    for said in (f"in {year}", f"in {num2words(year, to='year')}"):
        if year % 100 == 0:  # "nineteen hundred" and "two thousand" keep their own cases
            continue
        assert [each.edtf for each in find(said, NARRATOR).dates] == [str(year)], said


@given(days)
def test_every_day_is_understood_however_it_is_written(day: date) -> None:
    month = day.strftime("%B")
    for said in (
        f"on {month} {day.day}, {day.year}",
        f"on the {num2words(day.day, to='ordinal')} of {month} {day.year}",
        f"on {day.day} {month} {day.year}",
        day.isoformat(),
    ):
        assert [each.edtf for each in find(said, NARRATOR).dates] == [day.isoformat()], said


@given(st.integers(min_value=0, max_value=88))
def test_an_age_holds_every_day_on_which_one_was_that_old(age: int) -> None:
    found = find(f"when I was {age} years old", NARRATOR).dates
    told = found[0].bounds
    for birthday in (date(1938, 1, 1), date(1938, 12, 31)):
        first = birthday.replace(year=1938 + age)
        last = birthday.replace(year=1939 + age) - timedelta(days=1)
        assert told.earliest <= first
        assert last <= told.latest


def test_nothing_told_lies_years_ahead() -> None:
    assert [one.words for one in find("last week three years later", NARRATOR).dates] == [
        "last week"
    ]


PIECES = [said for said, _ in CASES] + NO_DATES + NONSENSE


@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=12)), max_size=5))
def test_whatever_is_said_every_date_found_is_valid_and_cites_its_words(parts: list[str]) -> None:
    said = " ".join(parts)
    found = find(said, NARRATOR)
    end = 0
    for told in found.dates:
        assert said[told.first : told.last] == told.words
        assert end <= told.first < told.last
        end = told.last
        days = bounds(told.edtf)
        assert days.earliest <= days.latest
        assert days.earliest <= TOLD + timedelta(days=366) or days.latest == FOREVER
