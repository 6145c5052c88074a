"""What is said at the start where this computer's clock or its time zone cannot be right."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime

from voice_agent.archive.record import Record
from voice_agent.errors import RecordError, ScheduleError
from voice_agent.scheduler import diary, own_clock, whose_time
from voice_agent.settings import Settings


def doubts(settings: Settings, newest: datetime | None, now: datetime) -> Iterator[str]:
    """One or two sentences for each thing that is wrong, and what to do; nothing where all is well.

    `newest`: the latest moment that the record speaks of.
    """
    try:
        if doubt := whose_time.narrators_time(settings.narrator.time_zone, now=now).doubt:
            yield f"{doubt} {whose_time.MEND}"
    except ScheduleError as error:
        yield f"{error.what} This computer's own is taken instead. {error.mend}"
    if ill := own_clock.in_the_past(now, newest, own_clock.released()):
        yield f"{ill} {own_clock.MEND}"


def before_a_talk(settings: Settings) -> Iterator[str]:
    """The same with what the record says of the past, as far as it can be read."""
    newest = None
    with suppress(RecordError):  # whoever opens it for the talk is told
        if Record.exists(settings.state):
            with Record.look(settings.state) as record:
                newest = diary.newest(record)
    yield from doubts(settings, newest, datetime.now(UTC))
