"""Two dates of one story are both kept, and only the narrator says which is right."""

import pytest
from storyteller_of_lives import tell

EARLY, LATE = "We got married in 1951.", "We got married in 1953."


@pytest.mark.parametrize(
    "told",
    [
        ([EARLY], [LATE]),
        ([EARLY], [EARLY], [EARLY], [LATE]),
        ([EARLY], [LATE], [LATE]),
        ([EARLY], [LATE, "Yes, we got married in 1953."]),
        ([EARLY], [LATE], ["I think we got married in 1953."]),
    ],
)
def test_however_often_one_of_them_was_told_both_stand_until_the_narrator_says_which(
    told: tuple[list[str], ...],
) -> None:
    life = tell(*told).life
    (found,) = life.conflicts
    assert [side.edtf for side in found.sides] == ["1951", "1953"]
    assert not life.superseded


def test_a_vague_date_that_agrees_with_both_takes_no_side() -> None:
    told = tell([EARLY], ["We got married in the early fifties."])
    assert not told.life.conflicts
    assert told.event("married").when == "1951"


def test_a_hens_race_told_with_two_years_is_one_race_and_asked_about() -> None:
    hen = "The old blue hen won the Sutton race in {}."
    (found,) = tell([hen.format(1953)], [hen.format(1952)]).life.conflicts
    assert [side.edtf for side in found.sides] == ["1953", "1952"]


@pytest.mark.parametrize(
    "told",
    [
        ["We went to Blackpool in 1950. We went to Wales in 1952."],
        ["We bought the shop in 1966. I gave it up in 1989."],
        ["My father died in 1975.", "My mother died in 1999."],
        ["We went to Blackpool in 1950. We went to Blackpool in 1952."],
        ["We went to Blackpool in 1950.", "We went to Blackpool in 1960."],
    ],
)
def test_two_own_dates_without_a_word_of_repair_are_two_events(told: list[str]) -> None:
    life = tell(told).life
    assert len(life.events) == 2
    assert all(event.when for event in life.events)
    assert not life.conflicts and not life.superseded


def test_what_was_told_in_one_breath_without_dates_stays_apart() -> None:
    life = tell(
        ["My brother broke his arm at the mill. My uncle Joe lost a boot in the river."]
    ).life
    assert len(life.events) == 2
