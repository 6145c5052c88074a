"""Two dates are asked about, unless the narrator has long since kept to one of them."""

from storyteller_of_lives import tell

EARLY, LATE = "We got married in 1951.", "We got married in 1953."


def test_a_date_that_was_never_told_again_gives_way_to_the_one_that_was_kept_to() -> None:
    told = tell([EARLY], [LATE], ["We were married in 1953, in the rain."])
    assert not told.life.conflicts
    assert told.event("married").when == "1953"


def test_one_odd_telling_among_others_is_a_slip_once_the_story_is_told_again() -> None:
    told = tell([LATE], [EARLY], [LATE])
    assert not told.life.conflicts
    assert told.event("married").when == "1953"


def test_the_last_word_alone_settles_nothing() -> None:
    for before in ([EARLY], [EARLY], [EARLY]), ([EARLY],):
        assert tell(*before, [LATE]).life.conflicts


def test_two_dates_that_both_came_back_are_asked_about() -> None:
    assert tell([EARLY], [EARLY], [LATE], [LATE]).life.conflicts
    assert tell([LATE], [EARLY], [LATE], [EARLY]).life.conflicts


def test_told_twice_in_one_sitting_is_told_once() -> None:
    assert tell([EARLY], [LATE, "Yes, we got married in 1953."]).life.conflicts


def test_a_vague_date_that_agrees_with_both_takes_no_side() -> None:
    told = tell([EARLY], ["We got married in the early fifties."], [LATE], [LATE])
    assert not told.life.conflicts
    assert told.event("married").when == "1953"


def test_what_is_only_guessed_later_settles_nothing() -> None:
    assert tell([EARLY], [LATE], ["I think we got married in 1953."]).life.conflicts


def test_told_once_more_the_first_date_is_asked_about_again() -> None:
    assert tell([EARLY], [LATE], [LATE], [EARLY]).life.conflicts
