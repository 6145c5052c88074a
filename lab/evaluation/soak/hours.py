"""Hours of the real service, which is never started again: pages, talks on a tablet, in the room and in writing, planned evenings."""

import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count, cycle
from pathlib import Path
from typing import Any

import anyio
import httpx
from websockets.exceptions import WebSocketException

from lab.evaluation.memory.years import drawn
from lab.evaluation.soak import typed, weighing
from lab.evaluation.soak.browser import Tablet
from lab.evaluation.soak.home import Home, built
from lab.evaluation.soak.letting_out import let_out
from lab.evaluation.soak.log import Log
from lab.evaluation.soak.spread import spread
from lab.evaluation.soak.visitors import PAGES, Visitors
from voice_agent.archive.book import Book
from voice_agent.audio import files
from voice_agent.errors import VoiceAgentError
from voice_agent.measuring.sound_card import SoundCard, missing, virtual_sound_card
from voice_agent.serve.doorbell import ring
from voice_agent.serve.service import INVITING, TALKING
from voice_agent.speech.narrator import Line, sample_narrator
from voice_agent.story import Speaker
from voice_agent.storybook.at_home import bookmaker
from voice_agent.web.library import Library

PART = "hours"

PAGE = 2.0
"""Seconds between two pages."""

SIGN_IN = 300.0
"""Seconds between two sign-ins with a password."""

REST = 25.0
"""Seconds in which nobody talks, so that what a waiting service weighs is seen."""

ROOM = 75.0
"""Seconds of a talk in the room at most, where the hours are long enough."""

KNOCK = 210.0
"""Seconds within which a planned evening knocks, or never does."""

FAILS = (OSError, VoiceAgentError, WebSocketException, httpx.HTTPError, sqlite3.Error)
"""What may go wrong with one talk without being the end of the house; it is written down."""

STARTS = 120.0
"""Seconds for the service to open its door."""


@dataclass
class Street:
    """The service, and everybody who wants something of it."""

    home: Home
    log: Log
    service: "subprocess.Popen[bytes]"
    card: SoundCard | None
    began: float
    until: float
    """On the steady clock."""

    every: float
    visitors: Visitors
    done: Callable[[str], None]
    talks: int = 0
    talking: bool = False
    lines: tuple[Line, ...] = field(default_factory=lambda: sample_narrator().lines)

    @property
    def left(self) -> float:
        """Seconds that there are still."""
        return self.until - time.monotonic()

    @property
    def at(self) -> float:
        """Seconds since it began."""
        return round(time.monotonic() - self.began, 1)

    def note(self, kind: str, **figures: Any) -> None:
        """Write it down."""
        self.log.write(PART, kind, at=self.at, **figures)


def live(
    folder: Path, log: Log, hours: float, seed: int, profile: str, done: Callable[[str], None]
) -> None:
    """Let a house live for so many hours. Raises RuntimeError where the service ends by itself."""
    home = built(folder / "house", profile)
    with ExitStack() as stack:
        card = None
        if not missing():
            card = stack.enter_context(virtual_sound_card())
        began = time.monotonic()
        service = stack.enter_context(_served(home, folder, card.environ if card else {}))
        log.write(
            PART, "start", start_s=round(time.monotonic() - began, 2), sound_card=card is not None
        )
        began = time.monotonic()
        visitors = Visitors(home.address)
        stack.callback(visitors.close)
        seconds = hours * 3600
        every = max(2.0, seconds / 600)
        street = Street(home, log, service, card, began, began + seconds, every, visitors, done)
        anyio.run(_lived, street, seed)
        if service.poll() is not None:
            raise RuntimeError(f"the service ended by itself, with {service.returncode}")


@contextmanager
def _served(
    home: Home, folder: Path, card: Mapping[str, str]
) -> "Generator[subprocess.Popen[bytes]]":
    with (
        (folder / "service.log").open("wb") as out,
        subprocess.Popen(
            home.command("serve"),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            env=home.environ(card),
        ) as service,
    ):
        try:
            end = time.monotonic() + STARTS
            while not _says(home):
                if service.poll() is not None or time.monotonic() > end:
                    raise RuntimeError(
                        f"no service: {(folder / 'service.log').read_text()[-2000:]}"
                    )
                time.sleep(0.2)
            yield service
        finally:
            service.send_signal(signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                service.wait(30)
            service.kill()


def _says(home: Home) -> str:
    """What it is doing, in its own words; "" where nobody answers."""
    with suppress(VoiceAgentError):
        return ring(home.state, "status")
    return ""


async def _lived(street: Street, seed: int) -> None:
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_watched, street)
        tasks.start_soon(_visited, street)
        await _talked(street, seed)
        tasks.cancel_scope.cancel()


async def _watched(street: Street) -> None:
    """What it weighs, every now and then."""
    while True:
        found = await anyio.to_thread.run_sync(_weighed, street)
        street.note("sample", **found)
        street.done(f"{street.at / 60:.1f} minutes, {street.talks} talks")
        await anyio.sleep(street.every)


def _weighed(street: Street) -> dict[str, Any]:
    times = street.visitors.taken()
    pages = [each for page, took in times.items() if page != "sign-in" for each in took]
    life = times.get("/family/life", [])
    return {
        **weighing.process(street.service.pid),
        **weighing.disk(street.home.state),
        "talks": street.talks,
        "talking": street.talking,
        "load": weighing.load(),
        "refused": dict(street.visitors.refused),
        **spread("page_ms", pages),
        **spread("time_line_ms", life),
        **spread("sign_in_ms", times.get("sign-in", [])),
    }


async def _visited(street: Street) -> None:
    """One page after another, and now and then a password."""
    pages = cycle([(name, page) for name, pages in PAGES.items() for page in pages])
    names, signed = cycle(PAGES), time.monotonic()
    while True:
        name, page = next(pages)
        try:
            if time.monotonic() - signed > SIGN_IN:
                signed = time.monotonic()
                await anyio.to_thread.run_sync(street.visitors.sign_in, next(names))
            await anyio.to_thread.run_sync(street.visitors.look, name, page)
        except httpx.HTTPError as error:
            street.note("page failed", page=page, error=type(error).__name__)
        await anyio.sleep(PAGE)


async def _talked(street: Street, seed: int) -> None:
    """One talk after another: on a tablet, in writing, in the room; the room's first one is planned."""
    life = drawn(400, seed)
    for number in count():
        for way in (_on_a_tablet, _in_writing, _in_the_room):
            if street.left < 2:
                return
            street.talking = True
            told = [t.text for t in life.talks[number % 400].turns if t.speaker is Speaker.NARRATOR]
            began = time.monotonic()
            try:
                row = await anyio.to_thread.run_sync(partial(way, street, number, told))
            except FAILS as error:
                row = {"failed": type(error).__name__}
            street.talking = False
            if row:
                street.talks += 1
                street.note(
                    "evening",
                    way=way.__name__.strip("_").replace("_", " "),
                    number=number,
                    load=weighing.load(),
                    took_s=round(time.monotonic() - began, 1),
                    **row,
                )
                await anyio.to_thread.run_sync(_let_out, street)
            await anyio.sleep(max(0.0, min(REST, street.left)))
        if number % 6 == 2:
            await anyio.to_thread.run_sync(_book, street)


def _on_a_tablet(street: Street, number: int, told: list[str]) -> dict[str, Any]:
    """The sample narrator's lines, other ones each time, and her goodbye."""
    few = 3 if street.left > 200 else 1
    many = len(street.lines) - 1
    chosen = [street.lines[1 + (number * 3 + each) % (many - 1)] for each in range(few)]
    sounds = [files.read(each.file).samples for each in (*chosen, street.lines[-1])]
    tablet = Tablet(street.home.address, street.visitors.cookies("Rose"), sounds)
    return tablet.hold(seconds=min(180.0, max(15.0, street.left)))


def _in_writing(street: Street, number: int, told: list[str]) -> dict[str, Any]:
    return typed.hold(street.home, told[: 4 if street.left > 120 else 1])


def _in_the_room(street: Street, number: int, told: list[str]) -> dict[str, Any]:
    """Through microphone and loudspeaker. Once a day it is planned, comes due, and is answered by hand."""
    if street.card is None:
        return {}
    row: dict[str, Any] = {}
    if number % 40 == 0 and street.left > KNOCK + ROOM:
        row["knocked_s"] = _knocked(street)
    ring(street.home.state, "talk")
    length = min(ROOM, max(10.0, street.left))
    end = time.monotonic() + length
    while time.monotonic() < end and not _says(street.home).startswith(TALKING):
        time.sleep(0.5)
    time.sleep(min(12.0, length / 3))
    for each in range(3):
        line = street.lines[1 + (number * 3 + each) % (len(street.lines) - 2)]
        if time.monotonic() + files.seconds(line.file) > end:
            break
        wav = street.home.folder / "said.wav"
        files.write(wav, [files.read(line.file)])
        street.card.play(wav).wait()
        time.sleep(10.0)
    ring(street.home.state, "stop")
    while _says(street.home).startswith(TALKING) and time.monotonic() < end + 60:
        time.sleep(0.5)
    return {**row, "ended": not _says(street.home).startswith(TALKING)}


def _knocked(street: Street) -> float | None:
    """Seconds from its hour until a planned evening knocks; None: it never did."""
    hour = (datetime.now(UTC) + timedelta(minutes=2)).replace(second=0, microsecond=0)
    words = street.home.command("schedule", "add", "--at", f"{hour:%H:%M}")
    planned = subprocess.run(words, env=street.home.environ({}), capture_output=True)
    if planned.returncode:
        return None
    end = time.monotonic() + KNOCK
    while time.monotonic() < end:
        if _says(street.home).startswith(INVITING):
            return round((datetime.now(UTC) - hour).total_seconds(), 1)
        time.sleep(0.5)
    return None


def _let_out(street: Street) -> None:
    with (
        suppress(VoiceAgentError, sqlite3.Error),  # somebody writes just now
        Book(street.home.state) as book,
    ):
        library = Library(bookmaker(street.home.settings), book)
        let_out(book, library, first=street.talks == 1)


def _book(street: Street) -> None:
    """It is written, by the command."""
    began = time.monotonic()
    done = subprocess.run(
        street.home.command("chapters", "write"),
        env=street.home.environ({}),
        capture_output=True,
    )
    street.note("book", took_s=round(time.monotonic() - began, 1), code=done.returncode)
