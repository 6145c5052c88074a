"""A life of invented talks, held one after another in one process that is never started again.

Every talk is planned and comes due on a clock that is moved on between two of them. Every other one is knocked for by the
service, answered and held aloud; the rest is in writing. Between two of them pages are asked, and memory is.

    python -m lab.evaluation.soak.teller HOUSE PORT TALKS SEED ANSWERS

prints a line of JSON after each talk, and goes on when it is sent a line.
"""

import functools
import json
import os
import sys
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import anyio
import numpy as np

from lab.evaluation.memory.years import Years, drawn
from lab.evaluation.soak import evening, weighing
from lab.evaluation.soak.evening import Waits
from lab.evaluation.soak.home import Home
from lab.evaluation.soak.letting_out import let_out
from lab.evaluation.soak.spread import spread
from lab.evaluation.soak.visitors import Visitors
from lab.golden.house import Amplitude, Ear, Talker
from voice_agent import assemble
from voice_agent.archive.book import Book
from voice_agent.archive.memory_engines import MemoryEngines
from voice_agent.archive.memory_store import MemoryStore
from voice_agent.archive.record import Record
from voice_agent.assemble.lean import few_heaps, let_go
from voice_agent.assemble.loading import Readers
from voice_agent.audio.echo import NoEcho
from voice_agent.audio.room import TapedRoom
from voice_agent.conversation.house import Controls
from voice_agent.memory.clauses import sentences
from voice_agent.memory.recall.ranking import Cue
from voice_agent.resources import resource
from voice_agent.scheduler.calling import Caller, wording
from voice_agent.scheduler.diary import Diary, arranged
from voice_agent.serve.notify import Notify
from voice_agent.serve.service import Service
from voice_agent.serve.visits import Visits
from voice_agent.settings import Settings
from voice_agent.sound import RATE, Clip, Room
from voice_agent.story import Speaker
from voice_agent.storybook.at_home import bookmaker
from voice_agent.web.desk import Desk
from voice_agent.web.library import Library
from voice_agent.web.serving import listen, serve

DAY = timedelta(days=1)

APART = timedelta(days=3.5)
"""Between two talks."""

RECALLS = 8
"""Remarks at which memory is asked after each talk."""

STUCK = 1800.0
"""Real seconds after which a talk that was knocked for will not be held any more."""

YES = "Yes please, I am coming."


@dataclass
class House:
    """What is loaded once, and a clock that only talks move."""

    home: Home
    life: Years
    answers: int
    readers: Readers
    engines: MemoryEngines
    now: datetime
    number: int = 0
    """Of the talk that is held, or was held last; the first is 1."""

    held: anyio.Event = field(default_factory=anyio.Event)
    """A talk that was knocked for is over."""

    waits: Waits = field(default_factory=Waits)
    ear: Ear = field(default_factory=lambda: Ear([YES]))
    """Hears the answer to the next knock."""

    @property
    def settings(self) -> Settings:
        """The house's."""
        return self.home.settings

    @property
    def aloud(self) -> bool:
        """Is that talk held aloud? Every other one is."""
        return self.number % 2 == 1

    @property
    def lines(self) -> list[str]:
        """What is told in that talk; aloud, of each story the first sentence: a tape takes as long as it lasts."""
        told = self.life.talks[self.number - 1].turns
        said = [each.text for each in told if each.speaker is Speaker.NARRATOR]
        if self.aloud:
            said = [text[slice(*sentences(text)[0])] for text in said]
        return [*said[: self.answers], "Let's stop for today. Goodbye."]

    async def hold(self, controls: Controls) -> None:
        """What the service does with whoever has answered."""
        talk = functools.partial(
            evening.speak, self.settings, self.readers, self.now, self.lines, controls
        )
        # in a loop of its own: a tape that runs fast waits at each frame until all in its loop rest, pages too
        self.waits = await anyio.to_thread.run_sync(functools.partial(anyio.run, talk))
        self.held.set()

    @asynccontextmanager
    async def open_room(self) -> AsyncGenerator[Room]:
        """Where somebody says yes to an invitation."""
        # in real time: a tape that runs fast waits for the pages' loop to rest, which may be never
        yield TapedRoom(self.ear.cues, tone=0.0)

    def caller(self, beckoned: Callable[[], bool]) -> Caller:
        """Knocks."""
        chime = Clip(np.full(RATE // 2, 0.3, np.float32), RATE)
        says = wording(resource("config/invitation.toml"), self.settings.narrator.name)
        render = functools.partial(Talker().render, pace=150.0)
        return Caller(chime, render, Amplitude(), NoEcho(), self.ear, says, beckoned=beckoned)


async def live(house: House, talks: int) -> None:
    """Hold them all."""
    settings = house.settings
    with Book(settings.state) as book:
        diary = Diary(book, arranged(settings))
        visits = Visits(
            diary, house.open_room, house.caller, now=lambda: house.now, synchronised=lambda: True
        )
        service = Service(house.hold, Notify(), lambda says: None, visits)
        library = Library(bookmaker(settings), book)
        desk = Desk(book, diary, narrator="Rose", library=library)
        desk.says, desk.talking = lambda: service.says, lambda: service.talking
        line = listen("127.0.0.1", house.home.port)
        visitors = Visitors(house.home.address)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(service.sessions)
            tasks.start_soon(serve, desk, line)
            for house.number in range(1, talks + 1):
                figures = await _one(house, diary, visits, service)
                await anyio.to_thread.run_sync(
                    functools.partial(let_out, book, library, first=house.number == 1)
                )
                figures |= await _afterwards(house, library, visitors)
                print(json.dumps(figures), flush=True)
                await anyio.to_thread.run_sync(sys.stdin.readline)
            visitors.close()
            tasks.cancel_scope.cancel()


async def _one(house: House, diary: Diary, visits: Visits, service: Service) -> dict[str, Any]:
    began = time.monotonic()
    house.now += APART
    if house.aloud:
        slot = (house.now + timedelta(hours=1)).replace(minute=0, second=0, microsecond=0)
        diary.add(slot.date(), slot.time(), house.now)
        due = await anyio.to_thread.run_sync(visits.next)
        house.now = due or slot
        house.ear, house.held = Ear([YES]), anyio.Event()
        service.knock()
        await _until_held(house, service)
    else:
        house.waits = await evening.write(house.settings, house.readers, house.now, house.lines)
    await anyio.to_thread.run_sync(let_go)  # as the service does
    return {
        "number": house.number,
        "aloud": house.aloud,
        "talk_s": round(time.monotonic() - began, 2),
        "kept": _kept(house.settings),
    }


async def _until_held(house: House, service: Service) -> None:
    """It takes up what it was asked for, and is idle again."""
    with anyio.fail_after(STUCK):
        await house.held.wait()
        while service.controls is not None:  # noqa: ASYNC110 - it tells nobody
            await anyio.sleep(0.05)


def _kept(settings: Settings) -> int:
    with Record.look(settings.state) as record:
        return len(record.sessions())


async def _afterwards(house: House, library: Library, visitors: Visitors) -> dict[str, Any]:
    """What is left to do, what the service does between talks, pages, memory."""
    began = time.monotonic()
    aside = assemble.Aside(house.settings)
    await anyio.to_thread.run_sync(aside.begin)
    await anyio.to_thread.run_sync(aside.wait)
    tidied = time.monotonic() - began
    await anyio.to_thread.run_sync(library.stand_ready)
    await anyio.to_thread.run_sync(visitors.round)
    times = visitors.taken()
    pages = [each for name, took in times.items() if name != "sign-in" for each in took]
    figures: dict[str, Any] = {"tidied_s": round(tidied, 2)}
    if not house.aloud:  # aloud, nobody waits on this clock
        figures |= {"opening_s": round(house.waits.opening, 2)}
        figures |= spread("answer_s", house.waits.answers)
        figures |= {"over_s": round(house.waits.over, 2)}
    figures |= spread("page_ms", pages) | spread("recall_ms", await _recalls(house))
    figures |= {"refused": dict(visitors.refused), "load": weighing.load()}
    return figures | weighing.process(os.getpid()) | weighing.disk(house.settings.state)


async def _recalls(house: House) -> list[float]:
    """Milliseconds of each; the first opens tables and is not counted."""
    times = list[float]()
    labour = assemble.Threads()
    with Record.open(house.settings.state) as record:
        memory = await MemoryStore.open(
            record, assemble.index_uri(house.settings), house.engines, labour
        )
        try:
            for each in house.life.remarks[: RECALLS + 1]:
                began = time.monotonic()
                await memory.recall(Cue(each, house.now))
                times.append((time.monotonic() - began) * 1000)
        finally:
            await memory.close()
    return times[1:]


def main(folder: Path, port: int, talks: int, seed: int, answers: int) -> None:
    """Load what reads, and live."""
    few_heaps()  # as the service does
    home = Home(folder, port)
    settings = home.settings
    begins = datetime.now(UTC) - talks * APART - 2 * DAY
    house = House(
        home,
        drawn(max(talks, 2), seed),
        answers,
        assemble.readers(settings),
        assemble.memory_engines(settings, None),
        begins.replace(hour=10, minute=0),
    )
    anyio.run(live, house, talks)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:6]))
