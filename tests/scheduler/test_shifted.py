"""Which talks stand otherwise once a calendar came or went, and what is said of each."""

from datetime import UTC, datetime, timedelta

from voice_agent.scheduler.invitation import Coming
from voice_agent.scheduler.plan import Why
from voice_agent.scheduler.shifted import says, shifted

AT = datetime(2026, 12, 2, 11, 15, tzinfo=UTC)
NOON = AT + timedelta(minutes=45)
STANDS = Coming(AT, AT)
LATER = Coming(AT, NOON, Why.BUSY)
FALLS_OUT = Coming(AT, None, Why.BUSY)


def test_what_stands_as_before_is_not_among_them() -> None:
    other = Coming(NOON + timedelta(days=1), None, Why.PAUSED)
    assert shifted([STANDS, other], [STANDS, other]) == ()
    assert shifted([STANDS, other], [LATER, other]) == (LATER,)
    assert shifted([LATER], [FALLS_OUT]) == (FALLS_OUT,)
    assert shifted([FALLS_OUT], [STANDS]) == (STANDS,)


def test_one_that_was_put_off_and_comes_no_more_falls_out() -> None:
    assert shifted([LATER], []) == (FALLS_OUT,)


def test_few_are_named_and_of_many_it_is_said_how_many() -> None:
    assert says([], UTC, "Rose") == ""
    assert says([LATER, FALLS_OUT, STANDS], UTC, "Rose") == (
        "The talk on Wednesday, 2 December, is at 12:00 now instead of 11:15, because the calendar says Rose is busy until "
        "12:00. The talk on Wednesday, 2 December, at 11:15 is not held: the calendar leaves no free hour that day. Plan "
        "another day, or correct the busy times. The talk on Wednesday, 2 December, is at its own hour again: 11:15."
    )
    assert says([STANDS] * 4, UTC, "Rose").startswith("4 talks stand otherwise now than before:")
