"""What can be looked at every minute without disturbing a talk: no sound, no engine, no file read through, nothing changed.

`look` yields a finding for each, in the same order every time. No finding holds a word of what was told.
"""

import os
import shutil
import socket
from collections.abc import Callable, Generator, Iterable
from datetime import datetime, timedelta
from pathlib import Path

from voice_agent import weights
from voice_agent.archive import away, own_copies, wholeness
from voice_agent.archive.own_copies import Keep, Standing
from voice_agent.archive.record import Record
from voice_agent.errors import EngineUnavailable, RecordError, ScheduleError
from voice_agent.measuring.checkup import Finding, State, from_error
from voice_agent.scheduler.diary import Diary, arranged
from voice_agent.scheduler.invitation import outlook
from voice_agent.scheduler.own_clock import released, right_time, set_from_outside
from voice_agent.scheduler.plan import Kind, Why
from voice_agent.settings import Settings
from voice_agent.telemetry.reaching import reach

SESSION = 350e6
"""Bytes of two sessions of 45 minutes: two voices and their mixture, 16 bit at 16 kHz each."""

ROOM = 5e9
"""Bytes that last about a year of weekly sessions."""

AFTERWARDS = timedelta(minutes=15)
"""So long after a talk its copies may still be being made. A guess: minutes for a long life."""

LATELY = timedelta(days=14)
"""A planned talk that was missed is told of for so long, unless one was held since."""

TIGHT = 400e6
"""Bytes of memory below which the system takes from whoever listens. A guess; a talk takes 1.3 GB, loaded when it begins."""

PATIENCE = 2.0
"""Seconds for a page of ours to open."""

Ask = Callable[[], str]
"""Asks the service how it is, and returns its answer. Raises EngineUnavailable."""

OURS = {
    Why.NOBODY: "nobody answered",
    Why.BROKEN: "the narrator could not be asked: something is missing here",
    Why.CLOCK: "the device did not know what time it was",
    Why.OFF: "the device was off, or no service waited",
}
"""Why a planned talk was missed, where that is for somebody else than the narrator to mend."""


def look(
    settings: Settings, now: datetime, ask: Ask, *, had: bool = False, elsewhere: bool = True
) -> Generator[Finding]:
    """Look at everything once. Some milliseconds, or seconds where a service, a collector or a broker does not answer.

    `had`: there was a record at an earlier look, readable or not. `elsewhere`: are other computers of the house asked too?
    """
    yield from _though_it_goes("models", lambda: (models(settings),))
    yield from _though_it_goes("disk", lambda: (disk(settings),))
    yield memory()
    yield from _though_it_goes("record", lambda: _of_the_record(settings, now, ask, had))
    if elsewhere:
        yield from collector(settings)
        yield from home_assistant(settings)


def _though_it_goes(about: str, see: Callable[[], Iterable[Finding]]) -> Generator[Finding]:
    """A disk that is pulled out while it is looked at ends no watch."""
    try:
        yield from see()
    except OSError as error:
        says = f"It went, or could not be read, while it was looked at: {error.strerror or 'no reason was given'}."
        yield Finding(about, State.ILL, says, "Is the disk that it is on plugged in?")


def _of_the_record(settings: Settings, now: datetime, ask: Ask, had: bool) -> Generator[Finding]:
    if not Record.exists(settings.state):
        yield no_record(settings.state, had=had)
        service = waiting(ask, planned=False)
        yield service
        yield pages(settings, service)
        return
    try:
        with Record.look(settings.state) as record:
            talks = len(record.sessions())
            yield Finding("record", State.WELL, "It opens.", figures={"talks": talks})
            yield copies(settings, record, now)
            yield backups(record, now)
            yield from _of_the_calendar(settings, record, now, ask)
    except RecordError as error:
        yield from_error("record", error)


def no_record(state: Path, *, had: bool) -> Finding:
    """There is no record in `state`: was nothing told yet, or has it gone? `had`: there was one at an earlier look."""
    try:
        wholeness.refuse_lost(state)
    except RecordError as error:
        return from_error("record", error)
    if had:
        return Finding(
            "record",
            State.ILL,
            f"The record in {state} was there at an earlier look, and is not there now.",
            "Is the disk that it is on plugged in? If the folder was moved, put it back. If all was deleted on purpose, "
            "end this watch. If not, `voice-agent backup restore FILE` brings a backup back; hold no talk before that.",
        )
    return Finding("record", State.NOTE, "Nothing has been told here yet.")


def _of_the_calendar(
    settings: Settings, record: Record, now: datetime, ask: Ask
) -> Generator[Finding]:
    try:
        diary = Diary(record, arranged(settings))
        planned = bool(diary.plan().series)
    except ScheduleError as error:
        yield from_error("clock", error, State.CARE)
        return
    yield clock(diary, now)
    service = waiting(ask, planned=planned)
    yield service
    yield pages(settings, service)
    yield planned_talks(diary, now)


def models(settings: Settings) -> Finding:
    """Are the weights here, each as long as it should be? `voice-agent doctor` reads them through."""
    about, needed = "models", weights.read().of_profile(settings.profile)
    for model in needed:
        if flaws := weights.glance(settings.weights, model):
            return Finding(about, State.ILL, f"{model.name}: {flaws[0].says}", model.mend)
    return Finding(about, State.WELL, f"All {len(needed)} are here.")


def disk(settings: Settings) -> Finding:
    """Is there room, and may we write?"""
    about = "disk"
    there = next(f for f in (settings.state, *settings.state.parents) if f.exists())
    if not os.access(there, os.W_OK | os.X_OK):
        return Finding(
            about,
            State.ILL,
            f"Nothing can be written to {settings.state}.",
            "Choose a folder you may write to with the setting state_directory, or mend its rights.",
        )
    free = shutil.disk_usage(there).free
    figures = {"free_gb": round(free / 1e9, 1)}
    if free < SESSION:
        return Finding(
            about,
            State.ILL,
            f"Only {free / 1e6:.0f} MB are free for what is said; two sessions take about 350 MB.",
            f"Make room on the disk that holds {there}.",
            figures,
        )
    if free < ROOM:
        return Finding(
            about,
            State.CARE,
            f"{free / 1e9:.1f} GB are free for what is said: about {free / SESSION * 2:.0f} sessions.",
            f"Make room on the disk that holds {there} before long.",
            figures,
        )
    return Finding(
        about, State.WELL, f"{free / 1e9:.0f} GB are free for what is said.", figures=figures
    )


def memory(file: Path = Path("/proc/meminfo")) -> Finding:
    """Is there memory to spare? Only Linux is asked."""
    about = "memory"
    try:
        kilobytes = dict(line.split(":", 1) for line in file.read_text().splitlines())
        spare = int(kilobytes["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError, ValueError):
        return Finding(about, State.SKIPPED, "This system does not say how much there is.")
    says = f"{spare / 1e9:.1f} GB can be had."
    if spare < TIGHT:
        mend = "See what else runs here, or let the device start anew."
        return Finding(about, State.CARE, f"Only {says}", mend, {"spare_bytes": spare})
    return Finding(about, State.WELL, says, figures={"spare_bytes": spare})


def copies(settings: Settings, record: Record, now: datetime) -> Finding:
    """The copies of the record, here."""
    keep = Keep(settings.copies.days, settings.copies.weeks)
    return _kept("copies", own_copies.standing(record, keep), record, now)


def backups(record: Record, now: datetime) -> Finding:
    """The backups on another disk."""
    about, to = "backups", away.chosen(record.read)
    standing = away.standing(record)
    if to is None:
        return Finding(about, State.WELL, f"{standing.says} `voice-agent backup set-up` begins it.")
    if not to.folder.is_dir():
        return Finding(about, State.CARE, standing.says)
    if standing.well and away.on_one_disk(to.folder, record.state):
        one = "That is the disk which holds the record itself: should it die, both are gone."
        return Finding(about, State.NOTE, f"{standing.says} {one}")
    return _kept(about, standing, record, now)


def _kept(about: str, standing: Standing, record: Record, now: datetime) -> Finding:
    if standing.well:
        return Finding(about, State.WELL, standing.says)
    ended = [each.ended for each in record.sessions() if each.ended is not None]
    if ended and now - max(ended) < AFTERWARDS:
        return Finding(about, State.NOTE, "The last talk is only just over.")
    return Finding(about, State.CARE, standing.says, "The next talk makes one.")


def clock(diary: Diary, now: datetime) -> Finding:
    """Is the device's clock believed? Nobody is invited before it is."""
    zone = diary.arranged.zone
    if right_time(now, diary.newest(), kernel=set_from_outside, made=released()):
        return Finding("clock", State.WELL, f"It is {now.astimezone(zone):%H:%M} in {zone.key}.")
    return Finding(
        "clock",
        State.CARE,
        "This device does not know what time it is, so it invites nobody to a talk.",
        "Connect it to the internet for some minutes, or set its clock.",
    )


def waiting(ask: Ask, *, planned: bool) -> Finding:
    """Does the service answer at its doorbell? Where talks are `planned` it should."""
    about = "service"
    try:
        says = ask()
    except EngineUnavailable as error:
        match error.__cause__:
            case TimeoutError():
                says = ""
            case PermissionError():
                return Finding(about, State.NOTE, "Only its own user and root may ask it.")
            case _ if planned:
                says = "It is not running, so nobody is invited to the talks that are planned."
                return Finding(about, State.CARE, says, error.mend)
            case _:
                return Finding(about, State.NOTE, "It is not running, and no talk is planned.")
    if not says:
        mend = "Start it anew; what was said is safe."
        return Finding(about, State.ILL, "It is there, and does not answer.", mend)
    return Finding(about, State.WELL, says)


def pages(settings: Settings, service: Finding) -> Finding:
    """Do the pages take a call? They are the service's."""
    about, port = "pages", settings.web.port
    if not settings.web.on:
        return Finding(about, State.NOTE, "They are switched off (web.on).")
    if service.state is not State.WELL:
        return Finding(about, State.SKIPPED, "They come with the service.")
    try:
        with socket.create_connection(("127.0.0.1", port), PATIENCE):
            return Finding(about, State.WELL, f"They can be opened at port {port}.")
    except OSError:
        says = f"Nothing answers at port {port}."
        return Finding(about, State.CARE, says, "Start the service anew between two talks.")


def planned_talks(diary: Diary, now: datetime) -> Finding:
    """Was the last talk that was planned held? What the narrator wished is theirs."""
    about, history = "planned talks", diary.history(now)
    seen = outlook(diary.plan(), history, diary.wishes(now), now)
    missed = [(each.slot, each.why) for each in history if each.kind is Kind.MISSED and each.slot]
    missed += [(each.slot, each.why) for each in seen.missed]
    held = max((each.at for each in history if each.kind is Kind.HELD), default=now - LATELY)
    since = [(slot, why) for slot, why in missed if slot > max(held, now - LATELY) and why in OURS]
    if since:
        slot, why = max(since)
        when = f"{slot.astimezone(diary.arranged.zone):%A %H:%M}"
        says = f"{len(since)} missed since the last one held; on {when} {OURS[why]}."
        return Finding(about, State.CARE, says, figures={"missed": len(since)})
    return Finding(about, State.WELL, "None was missed.")


def collector(settings: Settings) -> Generator[Finding]:
    """Does the collector answer to whom it is told how this device is? Nothing where none is set."""
    if settings.telemetry.endpoint:
        health = reach(settings.telemetry.endpoint)
        state = State.WELL if health.well else State.CARE
        mend = "" if health.well else "Talks are held all the same."
        yield Finding("telemetry", state, health.says, mend)


def home_assistant(settings: Settings) -> Generator[Finding]:
    """Does Home Assistant's broker let us in? Nothing where none is set. Not for a thread that runs a loop."""
    told = settings.home_assistant
    if told.broker:
        from voice_agent.home_assistant.broker import reach
        from voice_agent.home_assistant.noted import Place

        health = reach(Place.of(told))
        state = State.WELL if health.well else State.CARE
        mend = "" if health.well else "Talks are held all the same."
        yield Finding("home assistant", state, health.says, mend)
