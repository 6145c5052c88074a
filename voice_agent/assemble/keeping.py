"""The day's copy of the record: made when a talk is over, and when somebody has decided something since."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import anyio
from anyio.from_thread import start_blocking_portal

from voice_agent.archive import away, backups, erasing_now, own_copies, unfinished
from voice_agent.archive.own_copies import Keep
from voice_agent.archive.record import Record
from voice_agent.assemble.evening import index_uri
from voice_agent.errors import AlreadyRunning, MemoryRefused, RecordError
from voice_agent.settings import Settings
from voice_agent.telemetry.telling import SILENT, Telling
from voice_agent.telemetry.vocabulary import Copied


def keeps(settings: Settings) -> Keep:
    """How many copies the settings want."""
    return Keep(settings.copies.days, settings.copies.weeks)


def stand(settings: Settings, record: Record) -> own_copies.Standing:
    """How it stands with the copies here and the backups on another disk, for whoever looks after the device."""
    here, elsewhere = own_copies.standing(record, keeps(settings)), away.standing(record)
    says = f"{here.says} On another disk: {elsewhere.says[:1].lower()}{elsewhere.says[1:]}"
    return own_copies.Standing(here.well and elsewhere.well, says)


def keep_copy(settings: Settings, record: Record, now: datetime, telling: Telling = SILENT) -> str:
    """Make the day's copy; returns "" or, where it could not be made, a sentence for whoever looks after the device.

    Seconds for a long life. Never the end of a talk: it is over when this is called, and nobody has memory open. What was to
    be erased at its end, and met somebody who was just reading, is finished first.
    """

    def make() -> Path | None:
        if unfinished.noted(record.read):
            # a loop of its own: whoever asks may be in one; what comes next says where it is not finished
            with suppress(MemoryRefused), start_blocking_portal() as portal:
                portal.call(_finish, settings, record, now)
        return own_copies.make(record, now, keeps(settings))

    # the disk for backups may be in a drawer: the copy here is made all the same
    return _said(make, Copied.RECORD, telling) or _said(
        lambda: away.make(record, now), Copied.BACKUP, telling
    )


def keep_up(settings: Settings, now: datetime, telling: Telling = SILENT) -> str:
    """The same where something was decided since the newest copy, such as that a story is shared no more.

    Without it, a record brought back from that copy would not know. Some milliseconds where nothing was.
    """
    if not Record.exists(settings.state):
        return ""

    def look() -> Path | None:
        if not settings.copies.days:
            return None
        # what comes next says that it is not finished
        with suppress(AlreadyRunning, MemoryRefused):
            finish_first(settings, now)
        with Record.look(settings.state) as record:
            backups.made_again(record, now, keeps(settings))
            if own_copies.behind(record):
                return own_copies.make(record, now, keeps(settings))
        return None

    def look_away() -> Path | None:
        with Record.look(settings.state) as record:
            return away.make(record, now) if away.behind(record) else None

    return _said(look, Copied.RECORD, telling) or _said(look_away, Copied.BACKUP, telling)


async def finish_erasing(settings: Settings, record: Record, now: datetime) -> None:
    """Finish an erasing that was cut short, before anybody tells or is told anything. No talk fails because of it."""
    with suppress(MemoryRefused, RecordError):
        await _finish(settings, record, now)


def finish_first(settings: Settings, now: datetime) -> None:
    """The same before something is copied. Raises AlreadyRunning during a talk, MemoryRefused, DiskFull."""
    if not Record.exists(settings.state):
        return
    with Record.look(settings.state) as record:
        if unfinished.noted(record.read) is None:
            return
    # a loop of its own: whoever asks may be in one
    with Record.open(settings.state, to_erase=True) as record, start_blocking_portal() as portal:
        portal.call(_finish, settings, record, now)


async def _finish(settings: Settings, record: Record, now: datetime) -> None:
    uri, caches = index_uri(settings), (settings.cache,)
    await erasing_now.finish(record, uri, caches, now, anyio.to_thread.run_sync)


SAYS = {Copied.RECORD: "copy of the record", Copied.BACKUP: "backup"}


def _said(work: Callable[[], Path | None], what: Copied, telling: Telling) -> str:
    """Do it; "" or why it could not be done. `work` returns what it made, None where nothing was to be made."""
    try:
        made = work()
    except RecordError as error:
        telling.copied(what, made=False)
        telling.failed(error)
        return f"No {SAYS[what]} could be made: {error.what} {error.mend}".strip()
    if made is not None:
        telling.copied(what, made=True)
    return ""
