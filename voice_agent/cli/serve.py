"""`voice-agent serve`: wait in the room and hold a session when one is asked for."""

from enum import StrEnum
from typing import Annotated

import typer

from voice_agent.cli.options import Profile, SettingsFile


class Word(StrEnum):
    """What a running service can be asked."""

    TALK = "talk"
    STOP = "stop"
    MUTE = "mute"
    STATUS = "status"


def serve(
    ask: Annotated[
        Word | None,
        typer.Option(
            "--ask", help="Ask the service that is running already, and print its answer."
        ),
    ] = None,
    lan: Annotated[
        bool,
        typer.Option("--lan", help="Open the pages to the house's network, over HTTPS."),
    ] = False,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Wait, and hold a session when one is asked for; this is what systemd starts.

    Ask with `voice-agent serve --ask talk`, or with the signal SIGUSR1; SIGUSR2 ends the session.
    """
    from voice_agent.settings import load

    settings = load(settings_file, profile=profile)
    if ask is not None:
        from voice_agent.serve.doorbell import ring

        print(ring(settings.state, ask))
        return
    import functools
    import os
    from contextlib import closing
    from datetime import UTC, datetime

    import anyio

    from voice_agent.archive.book import Book
    from voice_agent.cli.choosing import Choosing
    from voice_agent.cli.clocks import doubts
    from voice_agent.cli.pages import pages
    from voice_agent.cli.waiting import Corner
    from voice_agent.scheduler.diary import Diary, arranged
    from voice_agent.scheduler.own_clock import released
    from voice_agent.serve.notify import Notify
    from voice_agent.serve.service import serve as wait
    from voice_agent.serve.visits import Visits
    from voice_agent.telemetry.telling import opened

    tell = functools.partial(print, flush=True)
    with (
        opened(settings, tell) as telling,
        closing(Corner(settings, tidies=True, telling=telling)) as corner,
        Book(settings.state) as book,
    ):
        diary = Diary(book, arranged(settings))
        visits = Visits(diary, corner.open_room, corner.caller, telling=telling, made=released())
        for says in doubts(settings, diary.newest(), datetime.now(UTC)):
            tell(says)
        choosing = Choosing(corner, diary, settings_file, profile)
        opens = functools.partial(pages, choosing=choosing, lan=lan, tell=tell, telling=telling)
        beside = [opens(settings, book, diary, corner, visits)] if settings.web.on else []
        if settings.lending.on:
            from voice_agent.cli.lend import beside_talks

            beside.append(beside_talks(settings, corner, tell))
        anyio.run(
            functools.partial(
                wait,
                corner.hold,
                settings.state,
                Notify.of(os.environ, os.getpid()),
                calls=visits,
                beside=beside,
                tell=tell,
                telling=telling,
            )
        )
