"""Three years of invitations in five time zones, on a clock of our own: nobody is woken, doubled or lost."""

import random
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from often import some

from voice_agent.scheduler.invitation import AGAIN, outlook, slots
from voice_agent.scheduler.plan import Happening, Kind, Pause, Plan, Wanted, Wish
from voice_agent.scheduler.series import planned

ZONES = (
    "Europe/London",
    "America/New_York",
    "Australia/Lord_Howe",  # its clocks change by half an hour, in the southern summer
    "Asia/Kolkata",  # never change
    "America/St_Johns",  # half an hour beside everybody
)

FIRST, LAST = date(2026, 1, 1), date(2028, 12, 31)

SINCE = datetime(2025, 12, 31, tzinfo=UTC)


def plan(zone: str) -> Plan:
    return Plan(
        (
            planned("mornings", FIRST, time(10, 0), minutes=25, days=("mon", "tue", "thu", "sun")),
            planned("evenings", FIRST, time(19, 55), minutes=25, days=("thu", "sat")),
            planned("clocks", FIRST, time(2, 30), minutes=25, days=("sun",)),  # in quiet hours
        ),
        ZoneInfo(zone),
        pauses=(
            Pause(date(2026, 7, 1), date(2026, 7, 14)),
            Pause(date(2027, 12, 24), date(2028, 1, 2)),
        ),
        since=SINCE,
    )


@dataclass
class Life:
    """What became of every planned session."""

    plan: Plan
    history: list[Happening] = field(default_factory=list)
    wishes: list[Wish] = field(default_factory=list)
    offered: list[tuple[datetime, datetime]] = field(default_factory=list)
    """Planned beginning, and when somebody knocked."""


def lived(zone: str, seed: int, *, off: float) -> Life:
    """Three years with a narrator who answers, sleeps, asks for later; and a device that is `off` at times."""
    dice = random.Random(seed)
    life = Life(plan(zone))
    now, end = SINCE, datetime(2029, 1, 1, tzinfo=UTC)
    while now < end:
        recent = life.history[-150:]
        seen = outlook(life.plan, recent, life.wishes[-30:], now)
        life.history += [Happening(Kind.MISSED, now, m.slot, m.why) for m in seen.missed]
        if dice.random() < off:  # unplugged for half an hour or for days
            now += timedelta(minutes=30 * 2 ** dice.randrange(8))
            continue
        if seen.next is None or seen.next.at > now:
            # nothing before the next knock; look again when a pending invitation is over
            at = seen.next.at if seen.next else now + timedelta(hours=1)
            now = min(at, now + AGAIN) if _waiting(life, now) else at
            continue
        life.offered.append((seen.next.slot, now))
        life.history.append(Happening(Kind.INVITED, now, seen.next.slot))
        match dice.choices(["yes", "silence", "later", "not today"], [60, 30, 6, 4])[0]:
            case "yes":
                now += timedelta(minutes=1)
                life.history.append(Happening(Kind.HELD, now, seen.next.slot))
            case "later":
                life.wishes.append(Wish(Wanted.LATER, now, now + timedelta(hours=1)))
            case "not today":
                life.wishes.append(Wish(Wanted.NOT_TODAY, now))
            case _:
                pass
        now += timedelta(minutes=1)
    return life


def _waiting(life: Life, now: datetime) -> bool:
    return any(e.kind is Kind.INVITED and now - e.at <= AGAIN for e in life.history[-3:])


@pytest.fixture(scope="module", params=some(ZONES))
def life(request: pytest.FixtureRequest) -> Life:
    return lived(request.param, 7, off=0.02)


def test_nobody_is_ever_invited_in_quiet_hours_or_during_a_pause(life: Life) -> None:
    local = [at.astimezone(life.plan.zone) for _, at in life.offered]
    assert len(local) > 500
    assert [at for at in local if life.plan.quiet.covers(at.time())] == []
    assert [at for at in local if any(p.covers(at.date()) for p in life.plan.pauses)] == []


def test_there_is_one_session_a_day_and_two_knocks_for_it(life: Life) -> None:
    held = [e.at.astimezone(life.plan.zone).date() for e in life.history if e.kind is Kind.HELD]
    assert max(Counter(held).values()) == 1
    later = {w.at for w in life.wishes if w.wanted is Wanted.LATER}
    knocks = Counter(slot for slot, _ in life.offered)
    for slot, many in knocks.items():
        put_off = sum(1 for s, at in life.offered if s == slot and at in later)
        assert many <= 2 * (1 + put_off)
    answered = {e.slot: e.at for e in life.history if e.kind is Kind.HELD}
    assert [at for slot, at in life.offered if slot in answered and at > answered[slot]] == []


def test_no_planned_session_is_lost_without_a_word(life: Life) -> None:
    zone = life.plan.zone
    told = {e.slot for e in life.history if e.kind in (Kind.HELD, Kind.MISSED)}
    declined = {w.at.astimezone(zone).date() for w in life.wishes if w.wanted is Wanted.NOT_TODAY}
    came = {e.at.astimezone(zone).date() for e in life.history if e.kind is Kind.HELD}
    for slot in slots(life.plan, SINCE, datetime(2028, 12, 30, tzinfo=UTC)):
        local = slot.astimezone(zone)
        reasons = (
            slot in told,
            local.date() in declined,
            local.date() in came,  # one a day
            life.plan.quiet.covers(local.time()),
            any(pause.covers(local.date()) for pause in life.plan.pauses),
        )
        assert any(reasons), local


def test_no_session_is_told_twice(life: Life) -> None:
    told = Counter(e.slot for e in life.history if e.kind in (Kind.HELD, Kind.MISSED))
    assert max(told.values()) == 1


def test_a_session_at_ten_is_at_ten_on_both_change_days() -> None:
    for zone, spring, autumn in (
        ("Europe/London", date(2026, 3, 29), date(2026, 10, 25)),
        ("America/New_York", date(2027, 3, 14), date(2027, 11, 7)),
        ("Australia/Lord_Howe", date(2026, 10, 4), date(2026, 4, 5)),
    ):
        here = ZoneInfo(zone)
        for day in (spring, autumn):
            around = (
                plan(zone).series[0].starts(here, day - timedelta(days=3), day + timedelta(days=3))
            )
            assert {at.astimezone(here).time() for at in around} == {time(10, 0)}
            assert sum(at.astimezone(here).date() == day for at in around) == 1
        before, after = (
            plan(zone).series[0].starts(here, day, day)[0].astimezone(here).utcoffset()
            for day in (spring - timedelta(days=7), spring)
        )
        assert before != after, "the clocks did change"


def test_an_hour_that_the_change_skips_comes_once_and_one_that_it_repeats_comes_once() -> None:
    here = ZoneInfo("Europe/London")
    nights = planned("n", FIRST, time(1, 30), minutes=25, rule="FREQ=DAILY")
    for day in (date(2026, 3, 29), date(2026, 10, 25)):
        starts = nights.starts(here, day, day)
        assert len(starts) == 1, starts
    assert nights.starts(here, date(2026, 3, 29), date(2026, 3, 29))[0].astimezone(
        here
    ).time() == time(2, 30)
