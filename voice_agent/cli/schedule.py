"""`voice-agent schedule`: plan talks, pause them, and give the calendar to other programs."""

from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voice_agent.cli.options import Profile, SettingsFile
from voice_agent.errors import ScheduleError

if TYPE_CHECKING:
    from voice_agent.archive.book import Book
    from voice_agent.scheduler.diary import Diary
    from voice_agent.scheduler.series import Series

app = typer.Typer(help="Plan talks; nothing here shows what was said.", no_args_is_help=True)

Day = Annotated[str, typer.Argument(metavar="YYYY-MM-DD")]


@app.command()
def add(
    at: Annotated[str, typer.Option("--at", metavar="HH:MM", help="On the narrator's clock.")],
    days: Annotated[
        str, typer.Option("--days", help="For example tue,fri; none: once, on --from.")
    ] = "",
    weeks: Annotated[int, typer.Option(min=1, max=8, help="Every so many weeks.")] = 1,
    first: Annotated[
        str, typer.Option("--from", metavar="YYYY-MM-DD", help="Today if not given.")
    ] = "",
    until: Annotated[str, typer.Option("--until", metavar="YYYY-MM-DD", help="The last day.")] = "",
    rule: Annotated[
        str, typer.Option("--rule", help="A rule of your own, as RFC 5545 has it.")
    ] = "",
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Plan a talk, once or every week: `schedule add --at 10:00 --days tue,fri`."""
    from voice_agent.scheduler.diary import clock, today

    with _opened(settings_file, profile) as (_, diary):
        now = datetime.now(UTC)
        begin = _day(first) if first else today(now, diary.arranged.zone)
        made = diary.add(
            begin,
            clock(at),
            now,
            days=tuple(day.strip()[:3].lower() for day in days.split(",") if day.strip()),
            weeks=weeks,
            until=_day(until) if until else None,
            rule=rule,
        )
        print(f"{made.says}. Its number is {made.id.partition('@')[0]}.")
        _say_whose_time(diary)


@app.command("list")
def show(profile: Profile = None, settings_file: SettingsFile = None) -> None:
    """Show what is planned, paused and coming."""
    from voice_agent.archive import plans
    from voice_agent.scheduler.own_clock import released, right_time, set_from_outside
    from voice_agent.scheduler.plan import Why
    from voice_agent.scheduler.saying import moved, not_asked

    with _opened(settings_file, profile) as (book, diary):
        plan, now = diary.plan(), datetime.now(UTC)
        if not plan.series:
            print(
                "Nothing is planned. Plan a talk with: voice-agent schedule add --at 10:00 --days tue"
            )
            return
        for series in plan.series:
            print(f"{series.id.partition('@')[0]}  {series.says}")
        for number, begin, end in plans.pauses(book):
            print(f"pause {number}  {begin} to {end}")
        _say_whose_time(diary)
        if not right_time(now, diary.newest(), kernel=set_from_outside, made=released()):
            print("This device does not know what time it is: nobody is invited before it does.")
        ahead = [each for each in diary.coming(now) if each.why is not Why.PAUSED]
        for each in ahead[:5]:
            local = (each.at or each.slot).astimezone(plan.zone)
            why = moved(each, plan.zone, diary.arranged.who)
            note = f" {why}" if why else ""
            print(f"next   {local:%A %d %B, %H:%M}{note}")
            if ill := not_asked(each, diary.arranged.who):
                print(f"       {ill}")


@app.command()
def pause(
    first: Day,
    last: Day,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Invite nobody from one day to another, both included. A pause always ends."""
    from voice_agent.scheduler.saying import stretch

    with _opened(settings_file, profile) as (_, diary):
        kept = diary.pause(_day(first), _day(last), datetime.now(UTC))
        print(f"No invitations: {stretch(kept)} {kept.last.year}.")


@app.command()
def resume(
    number: Annotated[int, typer.Argument(help="As `schedule list` shows it.")],
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """End a pause."""
    from voice_agent.archive import plans
    from voice_agent.scheduler.diary import today
    from voice_agent.scheduler.saying import resumed

    with _opened(settings_file, profile) as (book, diary):
        plans.drop_pause(book, number)
        plan = diary.plan()
        print(resumed(plan.pauses, today(datetime.now(UTC), plan.zone)))


@app.command()
def skip(
    series: Annotated[str, typer.Argument(help="Its number, as `schedule list` shows it.")],
    day: Day,
    to: Annotated[
        str, typer.Option("--to", metavar="'YYYY-MM-DD HH:MM'", help="Move it instead.")
    ] = "",
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Take one day out of a series, or move it."""
    with _opened(settings_file, profile) as (_, diary):
        found, now = _series(diary, series), datetime.now(UTC)
        if to:
            diary.move(found, _day(day), _moment(to), now)
        else:
            diary.leave_out(found.id, _day(day), now)
        print(f"{day} is {f'moved to {to}' if to else 'taken out'}.")


@app.command()
def remove(
    series: Annotated[str, typer.Argument(help="Its number, as `schedule list` shows it.")],
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """End a series; where it was changed from a later day on, all of it."""
    from voice_agent.scheduler.series import said_together

    with _opened(settings_file, profile) as (_, diary):
        found, now = _series(diary, series), datetime.now(UTC)
        parts = diary.parts(found, now)
        stay = [each for part in parts for each in diary.moved_ahead(part, now)]
        diary.end(found.id, now)
        print(f"{said_together(parts)}.")
        print("It is no longer planned. Until tomorrow the caregiver's page can plan it again.")
        for each in stay:
            print(f"What was moved by hand stays: {each.to:%A %d %B, %H:%M}.")


@app.command()
def feed(
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="None: print it.")
    ] = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Write the calendar as an .ics file: times and one neutral title, nothing else."""
    from voice_agent.scheduler.feed import feed as written

    with _opened(settings_file, profile) as (_, diary):
        now = datetime.now(UTC)
        text = written(diary.plan(), now, diary.coming(now))
    if out:
        out.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


@app.command()
def busy(
    calendar: Annotated[
        Path, typer.Argument(help="An .ics file; it replaces what it said before.")
    ],
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Read when the narrator is busy from another calendar. Only times are kept."""
    from voice_agent.archive import busy_times
    from voice_agent.scheduler.calendar_file import read

    with _opened(settings_file, profile) as (book, diary):
        try:
            sent = calendar.read_bytes()
        except OSError as error:
            raise ScheduleError(
                f"{calendar} cannot be read: {error}.", safe="The calendar is as it was."
            ) from None
        now = datetime.now(UTC)
        found = read(sent, diary.arranged.zone, now)
        # read again and again, by a timer perhaps: a calendar that is whole and empty says that nobody is busy any more
        times = found.kept(diary.arranged.who) if found.busy or found.left_out else []
        busy_times.keep(book, str(calendar.resolve()), times, now)
        print(found.says(diary.arranged.who))


class _opened:
    """The book and the diary of the house that the settings name."""

    def __init__(self, settings_file: Path | None, profile: str | None) -> None:
        from voice_agent.settings import load

        self._settings = load(settings_file, profile=profile)

    def __enter__(self) -> "tuple[Book, Diary]":
        from voice_agent.archive.book import Book
        from voice_agent.scheduler.diary import Diary, arranged

        self._book = Book(self._settings.state)
        return self._book, Diary(self._book, arranged(self._settings))

    def __exit__(self, *error: object) -> None:
        self._book.close()


def _say_whose_time(diary: "Diary") -> None:
    """Where nobody knows the narrator's zone: which time an hour is in."""
    from voice_agent.scheduler.whose_time import MEND

    if diary.arranged.doubt:
        print(f"{diary.arranged.doubt} {MEND}")


def _series(diary: "Diary", number: str) -> "Series":
    for each in diary.plan().series:
        if each.id.partition("@")[0] == number:
            return each
    raise ScheduleError(
        f"There is no series {number}.", mend="`voice-agent schedule list` shows their numbers."
    )


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ScheduleError(f"“{text}” is not a day.", mend="Write it as 2026-12-24.") from None


def _moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text).replace(tzinfo=None)
    except ValueError:
        raise ScheduleError(
            f"“{text}” is not a day and a time.", mend="Write it as '2026-12-24 10:00'."
        ) from None
