"""How often somebody may try: those who try too often wait, and nobody waits for what others did."""

from voice_agent.web.throttle import Throttle, Waits


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_many_at_once_and_then_one_after_another() -> None:
    clock = Clock()
    throttle = Throttle(5, 300, clock)
    assert [throttle.allows("a") for _ in range(7)] == [True] * 5 + [False] * 2
    assert throttle.allows("b"), "another key is another count"
    clock.now = 60
    assert [throttle.allows("a") for _ in range(2)] == [True, False]


def test_ten_thousand_made_up_names_push_nobodys_count_out() -> None:
    throttle = Throttle(2, 300, Clock(), keys=100)
    assert [throttle.allows("eve") for _ in range(3)] == [True, True, False]
    made_up = sum(throttle.allows(f"name {n}") for n in range(10_000))
    assert made_up < 400, "those for whom there is no room share what is left"
    assert not throttle.allows("eve"), "she is still remembered"


def test_room_is_made_when_time_has_passed() -> None:
    clock = Clock()
    throttle = Throttle(2, 300, clock, keys=100)
    for n in range(1000):
        throttle.allows(f"name {n}")
    clock.now = 400
    assert all(throttle.allows(f"new {n}") for n in range(100))


def test_the_wait_grows_and_never_exceeds_a_minute() -> None:
    clock = Clock()
    waits = Waits(clock, free=5, first=4, longest=60)
    told = list[float]()
    for _ in range(12):
        told.append(waits.begin("from a"))
        clock.now += told[-1]
        if told[-1]:
            assert waits.begin("from a") == 0.0
    assert told[:5] == [0.0] * 5
    assert told[5:] == [4, 8, 16, 32, 60, 60, 60]


def test_knocking_while_one_must_wait_makes_nobody_wait_longer() -> None:
    clock = Clock()
    waits = Waits(clock, free=5, first=4, longest=60)
    for _ in range(5):
        waits.begin("from a", "name Rose")
    for _ in range(100):
        assert waits.begin("from a", "name Rose") == 4
    clock.now = 4
    assert waits.begin("from b", "name Rose") == 0


def test_the_right_person_is_let_in_while_somebody_else_tries_her_name() -> None:
    waits = Waits(Clock(), free=5, first=4, longest=60)
    for _ in range(50):
        waits.begin("from eve", "name Rose")
    assert waits.begin("from the kitchen", "name Rose") > 0, "nobody knows that telephone"
    assert waits.begin("device of Rose") == 0, "her own is counted by itself"


def test_whoever_succeeded_begins_anew_and_old_mistakes_fade() -> None:
    clock = Clock()
    waits = Waits(clock, free=2)
    assert [waits.begin("a") > 0 for _ in range(3)] == [False, False, True]
    waits.forgive("a")
    assert [waits.begin("a") > 0 for _ in range(3)] == [False, False, True]
    clock.now = 1000
    assert [waits.begin("a") > 0 for _ in range(3)] == [False, False, True]
