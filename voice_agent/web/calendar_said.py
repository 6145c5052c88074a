"""What the caregiver's calendar says after something was done: in full, from what is kept, never with words from an address.

An address only names the series, the day or the pause; where it names none that is there, less is said.
"""

from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta

from voice_agent.scheduler.diary import FAR, Diary, today
from voice_agent.scheduler.plan import Pause
from voice_agent.scheduler.saying import on, resumed, stretch
from voice_agent.scheduler.series import Series

MONTH = timedelta(days=31)


def said(diary: Diary, asked: Mapping[str, str], now: datetime) -> str:
    """The sentences for an address's query `asked`; "": nothing of the calendar was done."""
    says = _SAID.get(asked.get("said", ""))
    return says(diary, asked, now) if says else ""


def next_of(diary: Diary, series: Series, now: datetime, *, held: bool = False) -> datetime | None:
    """When the next talk of a series is planned for, local; None: within a year it is not. `held`: outside every pause."""
    zone, begin = diary.arranged.zone, today(now, diary.arranged.zone)
    for days in range(0, FAR.days, MONTH.days):  # laying out a rule costs milliseconds a month
        first = begin + timedelta(days=days)
        for each in series.starts(zone, first, first + MONTH):
            local = each.astimezone(zone)
            if each > now and not (held and diary.paused_on(local.date())):
                return local
    return None


def _planned(diary: Diary, asked: Mapping[str, str], now: datetime) -> str:
    made = _series(diary, asked)
    first = next_of(diary, made, now) if made else None
    if made is None or first is None:
        return "It is planned."
    pause = diary.paused_on(first.date())
    if pause is None:
        return f"It is planned. {'The talk' if made.once else 'The first talk'} is on {_at(first)}."
    begins = f"It is planned, and its first day, {on(first.date())}, lies in a pause, {stretch(pause)}: nobody is invited then."
    held = next_of(diary, made, now, held=True)
    after = f" The first talk is on {_at(held)}." if held else ""
    return f"{begins}{after} If that first one should be held, please end the pause below."


def _changed(diary: Diary, asked: Mapping[str, str], now: datetime) -> str:
    made = _series(diary, asked)
    if made is None:
        return "It is changed."
    return f"It is changed: {_as_planned(diary, made, now)} If that was a mistake, you can take it back below until tomorrow."


def _moved(diary: Diary, asked: Mapping[str, str], now: datetime) -> str:
    series, day = _series(diary, asked), _day(asked)
    starts = series.starts(diary.arranged.zone, day, day) if series and day else ()
    if series is None or not starts:
        return "It is moved."
    at = _at(starts[0].astimezone(diary.arranged.zone))
    others = "" if series.once else " The others stay as they are."
    return f"That talk is moved: it is on {at} now.{others} If that was a mistake, you can take it back below until tomorrow."


def _removed(diary: Diary, asked: Mapping[str, str], now: datetime) -> str:
    gone = next((each for each in diary.ended(now) if each.id == asked.get("of")), None)
    what = f"{gone.says}: that" if gone else "It"
    return f"{what} is no longer planned. If that was a mistake, you can plan it again below until tomorrow."


def _again(diary: Diary, asked: Mapping[str, str], now: datetime) -> str:
    made = _series(diary, asked)
    says = f": {_as_planned(diary, made, now)}" if made else "."
    return f"It is planned again, as it was{says}"


def _as_planned(diary: Diary, made: Series, now: datetime) -> str:
    """ "Tuesday at 10:00. Its next talk is on Tuesday, 24 November, at 10:00."."""
    first = None if made.once else next_of(diary, made, now)
    return f"{made.says}.{f' Its next talk is on {_at(first)}.' if first else ''}"


def _paused(diary: Diary, asked: Mapping[str, str], now: datetime) -> str:
    pause = next((p for p in diary.plan().pauses if p.first.isoformat() == asked.get("of")), None)
    if pause is None:
        return "The pause is noted."
    one = pause.first == pause.last
    begins = f"The pause is noted: no invitations {'on' if one else 'from'} {stretch(pause)}"
    also = " It is one with the pause that was noted before." if "joined" in asked else ""
    return f"{begins}; {_falls_out(diary, pause, now)}.{also}"


def _falls_out(diary: Diary, pause: Pause, now: datetime) -> str:
    """ "today's talk falls out"."""
    zone, day = diary.arranged.zone, today(now, diary.arranged.zone)
    first, last = max(pause.first, day), min(pause.last, day + FAR)
    out = {at for each in diary.plan().series for at in each.starts(zone, first, last) if at > now}
    if not out:
        return "no talk was planned then"
    todays = any(at.astimezone(zone).date() == day for at in out)
    if len(out) == 1:
        return (
            "today’s talk falls out"
            if todays
            else f"the talk on {_at(min(out).astimezone(zone))} falls out"
        )
    return f"{len(out)} talks fall out{', today’s too' if todays else ''}"


def _resumed(diary: Diary, asked: Mapping[str, str], now: datetime) -> str:
    return resumed(diary.plan().pauses, today(now, diary.arranged.zone))


def _left_out(diary: Diary, asked: Mapping[str, str], now: datetime) -> str:
    series, day = _series(diary, asked), _day(asked)
    if series is None or day is None or day not in series.left_out:
        return "That day is left out."
    return f"{on(day)} is left out. If that was a mistake, you can put it in again below."


def _put_in(diary: Diary, asked: Mapping[str, str], now: datetime) -> str:
    series, day = _series(diary, asked), _day(asked)
    starts = series.starts(diary.arranged.zone, day, day) if series and day else ()
    if not starts:
        return "It is planned again."
    return f"It is planned again: {_at(starts[0].astimezone(diary.arranged.zone))}."


_SAID: dict[str, Callable[[Diary, Mapping[str, str], datetime], str]] = {
    "planned": _planned,
    "changed_plan": _changed,
    "moved": _moved,
    "removed": _removed,
    "planned_again": _again,
    "paused": _paused,
    "resumed": _resumed,
    "skipped": _left_out,
    "put_in": _put_in,
}


def _series(diary: Diary, asked: Mapping[str, str]) -> Series | None:
    return next((each for each in diary.plan().series if each.id == asked.get("of")), None)


def _day(asked: Mapping[str, str]) -> date | None:
    try:
        return date.fromisoformat(asked.get("day", ""))
    except ValueError:
        return None


def _at(at: datetime) -> str:
    return f"{on(at.date())}, at {at:%H:%M}"
