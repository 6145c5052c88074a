"""What the caregiver's calendar says after something was done: in full, from what is kept, never with words from an address.

An address only names the series, the day, the pause or the talks; where it names none that is there, less is said.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta, tzinfo

from voice_agent.scheduler import shifted
from voice_agent.scheduler.diary import FAR, Diary, today
from voice_agent.scheduler.invitation import AHEAD, Coming
from voice_agent.scheduler.plan import Pause
from voice_agent.scheduler.saying import moved, not_asked, on, resumed, stretch
from voice_agent.scheduler.series import Series, on_days, said_together

MONTH = timedelta(days=31)

_SLOT = "%Y%m%dT%H%MZ"
"""How an address names a planned beginning, UTC."""

AS_BEFORE = "As it was before"
"""What the button says that takes a change back."""


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
    pause, beside = diary.paused_on(first.date()), _beside(diary, made, now)
    if pause is None:
        ends = f" It ends on {on(made.until)} {made.until.year}." if made.until else ""
        return f"It is planned. {'The talk' if made.once else 'The first talk'} is on {_held(diary, first, now)}.{ends}{beside}"
    begins = f"It is planned, and its first day, {on(first.date())}, lies in a pause, {stretch(pause)}: nobody is invited then."
    held = next_of(diary, made, now, held=True)
    after = f" The first talk is on {_held(diary, held, now)}." if held else ""
    return f"{begins}{after} If that first one should be held, please end the pause below.{beside}"


def _changed(diary: Diary, asked: Mapping[str, str], now: datetime) -> str:
    made = _series(diary, asked)
    if made is None:
        return "It is changed."
    was = diary.changed(now).get(made.id)
    former = _series(diary, {"of": was.id}) if was and was.id != made.id else None
    goes_on = former if former and former.until and former.until < made.first else None
    since = (
        f" from {on(made.first)} on: {_as_planned(diary, made, now)} Before that it stays as it was: {goes_on.says}."
        if goes_on
        else f": {_as_planned(diary, made, now)}"
    )
    undo = f" If that was a mistake, press “{AS_BEFORE}” below, until tomorrow." if was else ""
    return f"It is changed{since}{_other_days(diary, was, made)}{_beside(diary, made, now)}{undo}"


def _other_days(diary: Diary, was: Series | None, made: Series) -> str:
    """What becomes of the days that were not chosen any more; "": there are none."""
    rest = tuple(day for day in was.days if day not in made.days) if was and made.days else ()
    if was is None or not rest:
        return ""
    stays = any(
        was.id in (each.id, each.goes_on_from) and each.days == rest and each.hour == was.hour
        for each in diary.plan().series
        if each.id != made.id
    )
    if stays:
        return f" {on_days(rest)} {'goes' if len(rest) == 1 else 'go'} on at {was.hour:%H:%M}."
    return f" There is no talk on {on_days(rest).replace(' and ', ' or ')} any more."


def _stands(diary: Diary, asked: Mapping[str, str], now: datetime) -> str:
    made, first = _series(diary, asked), _day(asked)
    if made is None:
        return "Nothing in it was altered, so it stands as it was."
    says = f"Nothing in it was altered, so it stands as it was: {_as_planned(diary, made, now)}"
    next = next_of(diary, made, now)
    if first is None or next is None or first <= next.date():
        return says
    return f"{says} To hold no talk before {on(first)}, press “Leave out” beside each, or make a pause until then."


def _moved(diary: Diary, asked: Mapping[str, str], now: datetime) -> str:
    series, day = _series(diary, asked), _day(asked)
    starts = series.starts(diary.arranged.zone, day, day) if series and day else ()
    if series is None or not starts:
        return "It is moved."
    others = "" if series.once else " The others stay as they are."
    local = [each.astimezone(diary.arranged.zone) for each in starts]
    by_hand = {each.to for each in series.by_hand}
    here = next((each for each in local if each.replace(tzinfo=None) in by_hand), local[0])
    back = diary.way_back(series, here.date(), now)
    undo = f" If that was a mistake, press “{way_back(back, here)}” beside it." if back else ""
    alone = _beside(diary, series, now, starts)
    return f"That talk is moved: it is on {_held(diary, here, now)} now.{alone}{others}{undo}"


def way_back(to: datetime, now_at: datetime) -> str:
    """What the button says that holds a moved talk where it stood: "Back to 10:00"; with the day, where it is another."""
    return f"Back to {to:%H:%M}" if to.date() == now_at.date() else f"Back to {_at(to)}"


def _not_moved(diary: Diary, asked: Mapping[str, str], now: datetime) -> str:
    series, day = _series(diary, asked), _day(asked)
    starts = series.starts(diary.arranged.zone, day, day) if series and day else ()
    at = f" on {_held(diary, starts[0].astimezone(diary.arranged.zone), now)}" if starts else ""
    return f"Nothing in it was altered, so that talk stands as it was{at}."


def _moved_back(diary: Diary, asked: Mapping[str, str], now: datetime) -> str:
    series, day = _series(diary, asked), _day(asked)
    starts = series.starts(diary.arranged.zone, day, day) if series and day else ()
    if not starts:
        return "It stands where it was before."
    at = _held(diary, starts[0].astimezone(diary.arranged.zone), now)
    return f"That talk stands where it was before: it is on {at}."


def _removed(diary: Diary, asked: Mapping[str, str], now: datetime) -> str:
    of = asked.get("of")
    gone = next((some for some in diary.ended(now) if any(e.id == of for e in some)), ())
    what = f"{said_together(gone)}: that" if gone else "It"
    singles = {each.first: each for each in diary.plan().series if each.once}
    stay = [
        _at(each.to)
        for part in gone
        for each in diary.moved_ahead(part, now)
        if each.to.date() in singles and singles[each.to.date()].hour == each.to.time()
    ]
    moved = f" What was moved by hand stays: {'; '.join(stay)}." if stay else ""
    return f"{what} is no longer planned.{moved} If that was a mistake, you can plan it again below until tomorrow."


def _again(diary: Diary, asked: Mapping[str, str], now: datetime) -> str:
    made = _series(diary, asked)
    says = f": {_as_planned(diary, made, now)}" if made else "."
    return f"It is planned again, as it was{says}"


def _as_planned(diary: Diary, made: Series, now: datetime) -> str:
    """ "Tuesday at 10:00. Its next talk is on Tuesday, 24 November, at 10:00."."""
    first, parts = next_of(diary, made, now, held=True), diary.parts(made, now)
    says = said_together(parts)
    if first is None:
        return f"{says}."
    at = _held(diary, first, now)
    if made.once:
        return f"{says}.{f' It will be on {at}.' if at != _at(first) else ''}"
    return f"{says}. Its next talk is on {at}."


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
    return f"It is planned again: {_held(diary, starts[0].astimezone(diary.arranged.zone), now)}."


def named(some: Sequence[Coming]) -> dict[str, str]:
    """For an address: which talks stand otherwise since a calendar was taken back or brought back; of many how many."""
    if len(some) > shifted.NAMED:
        return {"many": str(len(some))}
    slots = [f"{each.slot.astimezone(UTC):{_SLOT}}" for each in some]
    return {"talks": " ".join(slots)} if slots else {}


def _not_busy(diary: Diary, asked: Mapping[str, str], now: datetime) -> str:
    undo = "If that was a mistake, you can bring it back below until tomorrow."
    told = "That calendar is taken back: its times put off no talk any more."
    return f"{told}{_shifted(diary, asked, now)} {undo}"


def _busy_again(diary: Diary, asked: Mapping[str, str], now: datetime) -> str:
    return f"That calendar is as it was before.{_shifted(diary, asked, now)}"


def _shifted(diary: Diary, asked: Mapping[str, str], now: datetime) -> str:
    if (many := asked.get("many", "")).isdecimal() and len(many) < 4:
        return f" {shifted.says_many(int(many))}"
    slots = asked.get("talks", "").split()[: shifted.NAMED]
    there = [each for each in diary.coming(now, FAR) if f"{each.slot:{_SLOT}}" in slots]
    told = shifted.says(there, diary.arranged.zone, diary.arranged.who)
    return f" {told}" if told else ""


_SAID: dict[str, Callable[[Diary, Mapping[str, str], datetime], str]] = {
    "planned": _planned,
    "changed_plan": _changed,
    "stands": _stands,
    "moved": _moved,
    "not_moved": _not_moved,
    "moved_back": _moved_back,
    "removed": _removed,
    "planned_again": _again,
    "paused": _paused,
    "resumed": _resumed,
    "skipped": _left_out,
    "put_in": _put_in,
    "not_busy": _not_busy,
    "busy_again": _busy_again,
}


def _series(diary: Diary, asked: Mapping[str, str]) -> Series | None:
    return next((each for each in diary.plan().series if each.id == asked.get("of")), None)


def _day(asked: Mapping[str, str]) -> date | None:
    try:
        return date.fromisoformat(asked.get("day", ""))
    except ValueError:
        return None


def _held(diary: Diary, planned: datetime, now: datetime) -> str:
    """ "Wednesday, 2 December, at 12:00, instead of 11:15, because the calendar says Rose is busy until 12:00"."""
    known = next((each for each in _ahead(diary, planned, now) if each.slot == planned), None)
    if known is None:
        return _at(planned)
    zone, who = diary.arranged.zone, diary.arranged.who
    if known.at is None:
        return f"{_at(planned)} ({not_asked(known, who).rstrip('.')})"
    why = moved(known, zone, who)
    return f"{_at(known.at.astimezone(zone))}{f', {why}' if why else ''}"


def _ahead(diary: Diary, until: datetime, now: datetime) -> tuple[Coming, ...]:
    return diary.coming(now, max(AHEAD, until - now))


def _beside(diary: Diary, made: Series, now: datetime, slots: Collection[datetime] = ()) -> str:
    """What becomes of a talk beside the others of its day, and where it reaches into the quiet hours; "": nothing to say.

    Of a series that of its next weeks, or of `slots` alone.
    """
    zone, first = diary.arranged.zone, next_of(diary, made, now)
    ahead = _ahead(diary, first or now, now)
    days = [each.slot.astimezone(zone).date() for each in ahead]
    own = {*slots} or {*made.starts(zone, min(days), max(days))} if days else set[datetime]()
    mine = [each for each in ahead if each.slot in own and each.at]
    behind = [each for each in mine if each.spare]
    of_days = {each.slot.astimezone(zone).date(): each for each in mine if not each.spare}
    after = [
        each
        for each in ahead
        if each.spare
        and each.slot not in own
        and each.slot.astimezone(zone).date() in of_days
        and each.slot > of_days[each.slot.astimezone(zone).date()].slot
    ]
    says = [
        f"{_on_days(behind, zone)} another talk comes before it: it is held only if that one is not."
        if behind
        else "",
        f"{_on_days(after, zone)} another talk comes after it: that one is then held only if this one is not."
        if after
        else "",
        _reaches(diary, mine),
    ]
    return "".join(f" {each}" for each in says if each)


def _on_days(some: Sequence[Coming], zone: tzinfo) -> str:
    """ "On Tuesday, 1 December,"; of more than three how many."""
    days = sorted({each.slot.astimezone(zone).date() for each in some})
    if len(days) > 3:
        return f"On {len(days)} of its next days"
    return f"On {' and '.join(map(on, days))}"


def _reaches(diary: Diary, mine: Sequence[Coming]) -> str:
    length, quiet = diary.arranged.length, diary.arranged.quiet
    hours = [each.at.astimezone(diary.arranged.zone).time() for each in mine if each.at]
    begins = next((b for at in hours if (b := quiet.within(at, length))), None)
    if begins is None:
        return ""
    return (
        f"A talk takes about {round(length.total_seconds() / 60)} minutes, so it reaches into the quiet hours that begin at "
        f"{begins:%H:%M}: it goes on to its end, but from {begins:%H:%M} on nobody is invited to it a second time."
    )


def _at(at: datetime) -> str:
    return f"{on(at.date())}, at {at:%H:%M}"
