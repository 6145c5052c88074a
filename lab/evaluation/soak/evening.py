"""One talk of the soaked life on the house's own clock: what it needs beside readers, and what of it is measured."""

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import anyio

from lab.golden.house import Amplitude, AtRest, Ear, Talker, in_place
from voice_agent import assemble
from voice_agent.archive.record import Record
from voice_agent.assemble.loading import Engines, Readers
from voice_agent.audio.echo import NoEcho
from voice_agent.audio.room import TapedRoom
from voice_agent.conversation.house import Controls
from voice_agent.settings import Settings

THINKS = 40.0
"""Seconds between two answers in writing, on the house's clock."""

PATIENCE = 5.0
"""Real seconds for which an answer in writing waits for what comes to mind: a busy machine is not what is soaked."""


@dataclass
class Waits:
    """Real seconds that somebody waited in one talk."""

    opening: float = 0.0
    """Until the first words; what is loaded with the process is there already."""

    answers: list[float] = field(default_factory=list[float])
    over: float = 0.0
    """From the last word until all is kept."""


def _quiet(says: str) -> None: ...


Look = Callable[[assemble.Evening], Awaitable[None]]
"""Looks at who sits beside a talk."""


async def _nobody_looks(company: assemble.Evening) -> None: ...


async def write(
    settings: Settings,
    readers: Readers,
    began: datetime,
    lines: Sequence[str],
    *,
    begun: Look = _nobody_looks,
    ending: Look = _nobody_looks,
) -> Waits:
    """Hold a talk in writing, as `voice-agent talk --text` does. Raises VoiceAgentError.

    `begun` is awaited before the first answer, `ending` after the last.
    """
    waits, spent, labour = Waits(), [0.0], assemble.Threads()
    since = time.monotonic()

    def now() -> datetime:
        return began + timedelta(seconds=spent[0])

    with Record.open(settings.state) as record:
        await assemble.finish_erasing(settings, record, now())
        session = assemble.new_session(settings, began)
        rules = await assemble.ruled(settings, record, session, readers, labour, began, _quiet)
        before = assemble.opened(settings, record, rules, readers, began)
        assemble.close_cut(record, began)
        company = await assemble.evening(
            settings, record, session, rules, before, readers, labour=labour, tell=_quiet, now=now
        )
        written = company.in_writing(patience=PATIENCE, clock=lambda: spent[0])
        waits.opening = time.monotonic() - since

        async def answers() -> None:
            company.memory_worker.wake()
            await begun(company)
            async with anyio.create_task_group() as tasks:
                for line in lines:
                    if written.ended:
                        break
                    spent[0] += THINKS
                    asked = time.monotonic()
                    await written.answer(line, tasks)
                    waits.answers.append(time.monotonic() - asked)
            await ending(company)

        await company.beside(answers)
        ended = time.monotonic()
        if company.notebook.agreed:
            await company.over(written.progress)
            record.transcript(session.id)
            await labour(lambda: assemble.keep_copy(settings, record, now()))
        waits.over = time.monotonic() - ended
    return waits


async def speak(
    settings: Settings,
    readers: Readers,
    began: datetime,
    lines: Sequence[str],
    controls: Controls,
) -> Waits:
    """Hold one aloud: a tape whose words are known by their loudness, so that no recogniser is waited for.

    All else is what the service does (cli/waiting.py). Raises VoiceAgentError.
    """
    waits, since = Waits(), time.monotonic()
    ear = Ear(lines)
    room = TapedRoom(ear.cues, fast=True, tone=0.0)

    def now() -> datetime:
        return began + timedelta(seconds=room.clock.seconds)

    with Record.open(settings.state) as record:
        await assemble.finish_erasing(settings, record, now())
        held = await assemble.hold(
            settings,
            engines(ear, readers),
            room,
            record,
            controls=controls,
            labour=in_place,  # a thread for each frame would be waited for longer than the frame
            now=now,
        )
        if held.folder is not None:
            await anyio.to_thread.run_sync(lambda: assemble.keep_copy(settings, record, now()))
    waits.over = time.monotonic() - since
    return waits


def engines(ear: Ear, readers: Readers) -> Engines:
    """A mouth and ears that cost nothing; what reads words is what ships."""
    return Engines(
        transcriber=ear,
        turn_end=AtRest(),
        speaker=None,
        voice=None,  # pyright: ignore[reportArgumentType] -- only speech is asked
        speech=Talker(),  # pyright: ignore[reportArgumentType]
        detector=Amplitude,
        echo=NoEcho,
        readers=readers,
    )
