"""Which server is asked next: one that failed rests, longer each time, and one that shut its door is left alone."""

from lender import Clock

from voice_agent.borrowing import trouble
from voice_agent.borrowing.servers import Server
from voice_agent.endpoints import ENOUGH, HEDGE, LATEST, LONGEST_REST, SOONEST, Endpoints

STUDY, ATTIC = Server("http://192.168.1.20:8440/v1"), Server("http://192.168.1.21:8440/v1")


def house() -> tuple[Endpoints, Clock, list[str]]:
    said, clock = list[str](), Clock()
    return (
        Endpoints((STUDY, ATTIC), instead="We do it.", tell=said.append, clock=clock),
        clock,
        said,
    )


def test_the_household_says_who_is_asked_first() -> None:
    known, _, _ = house()
    known.answered(STUDY, 3.0)
    known.answered(ATTIC, 0.1)
    assert known.awake() == (STUDY, ATTIC)


def test_whoever_fails_rests_longer_each_time_and_never_longer_than_a_minute() -> None:
    known, clock, _ = house()
    rests = list[float]()
    for _ in range(9):
        known.failed(STUDY, trouble.nobody(STUDY.where))
        assert known.awake() == (ATTIC,)
        until = known.known(STUDY).rests_until
        rests.append(until - clock.now)
        clock.now = until
        assert known.awake() == (STUDY, ATTIC)
    assert rests[:3] == [2.0, 4.0, 8.0] and rests[-1] == LONGEST_REST
    assert rests == sorted(rests)


def test_an_answer_ends_the_rest_and_what_was_held_against_it() -> None:
    known, clock, _ = house()
    for _ in range(4):
        known.failed(STUDY, trouble.silent(STUDY.where))
    known.answered(STUDY, 0.4)
    known.failed(STUDY, trouble.silent(STUDY.where))
    assert known.known(STUDY).rests_until - clock.now == 2.0


def test_a_server_that_asks_to_be_left_alone_is_left_alone_for_so_long() -> None:
    known, clock, _ = house()
    known.failed(STUDY, trouble.refused(STUDY.where, 503, 30.0))
    assert known.known(STUDY).rests_until - clock.now == 30.0
    known.failed(ATTIC, trouble.refused(ATTIC.where, 503, 86_400.0))
    assert known.known(ATTIC).rests_until - clock.now == LONGEST_REST


def test_a_server_that_does_not_take_our_key_is_never_asked_again_and_that_is_said_once() -> None:
    known, clock, said = house()
    known.failed(STUDY, trouble.refused(STUDY.where, 401, 0.0))
    known.failed(STUDY, trouble.refused(STUDY.where, 401, 0.0))
    clock.now += 1e6
    assert known.awake() == (ATTIC,)
    assert len(said) == 1 and "key" in said[0] and "borrowing.key_file" in said[0]
    known.failed(STUDY, trouble.silent(STUDY.where))
    clock.now += 1e6
    assert known.awake() == (ATTIC,), "a second question was under way when the key was refused"


def test_the_house_hears_once_that_nobody_lends_any_more_and_once_that_somebody_does_again() -> (
    None
):
    known, _, said = house()
    for _ in range(3):
        known.failed(STUDY, trouble.nobody(STUDY.where))
        known.failed(ATTIC, trouble.nobody(ATTIC.where))
    assert len(said) == 2 and STUDY.where in said[0] and "We do it." not in said[0]
    assert said[1].endswith("We do it.")
    known.answered(ATTIC, 0.2)
    known.answered(ATTIC, 0.2)
    assert said[2:] == [f"The server at {ATTIC.where} answers again."]


def test_the_next_one_is_asked_when_the_first_takes_longer_than_it_usually_does() -> None:
    known, _, _ = house()
    assert known.known(STUDY).hedge == HEDGE, "nothing is known yet"
    for _ in range(ENOUGH):
        known.answered(STUDY, 0.6)
    assert known.known(STUDY).hedge == 0.6
    for _ in range(30):
        known.answered(STUDY, 0.01)
    assert known.known(STUDY).hedge == SOONEST, "a quick one may stumble"
    for _ in range(30):
        known.slow(STUDY, 9.0)
    assert known.known(STUDY).hedge == LATEST, "nobody waits longer for a slow one"


def test_a_server_that_hangs_is_not_waited_for_as_long_when_it_is_tried_again() -> None:
    known, _, _ = house()
    known.failed(STUDY, trouble.silent(STUDY.where))
    assert known.known(STUDY).waited_for(10.0) == 10.0, "it may only be slow: nobody knows yet"
    for _ in range(ENOUGH):
        known.answered(STUDY, 4.0)
    assert known.known(STUDY).waited_for(10.0) == 10.0
    known.failed(STUDY, trouble.silent(STUDY.where))
    assert known.known(STUDY).waited_for(10.0) == 6.0, "and a slow one is slow again"


def test_what_nobody_waited_for_says_nothing_of_what_is_usual() -> None:
    known, _, _ = house()
    known.failed(STUDY, trouble.nobody(STUDY.where))
    known.answered(STUDY, None)
    assert known.awake() == (STUDY, ATTIC) and not known.known(STUDY).times


def test_times_in_a_row_that_it_was_slow_are_counted_until_it_answers() -> None:
    known, _, _ = house()
    for _ in range(2):
        known.slow(STUDY, 3.0)
    assert known.known(STUDY).passed == 2 and known.awake() == (STUDY, ATTIC)
    known.answered(STUDY, 0.3)
    assert known.known(STUDY).passed == 0


def test_one_that_rests_may_be_asked_where_it_must_and_one_that_shut_its_door_may_not() -> None:
    known, _, _ = house()
    known.failed(STUDY, trouble.nobody(STUDY.where))
    known.failed(ATTIC, trouble.refused(ATTIC.where, 401, 0.0))
    assert known.awake() == () and known.admitted() == (STUDY,)
