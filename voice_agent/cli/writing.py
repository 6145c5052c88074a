"""The same interview in writing: for trying out questions, and for a voice that is tired today."""

import io
import math
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import UTC, datetime

import anyio
from rich.console import Console

from voice_agent import assemble
from voice_agent.archive.record import Record
from voice_agent.errors import EngineError, ModelError
from voice_agent.settings import Settings
from voice_agent.story import Latency
from voice_agent.telemetry.telling import SILENT, Talk, Telling
from voice_agent.telemetry.vocabulary import Manner


def write(settings: Settings, console: Console | None = None, telling: Telling = SILENT) -> None:
    """Ask and read answers until one of us closes. Control-D ends. Raises VoiceAgentError."""
    console = console or Console()
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a torn keyboard line is no reason to stop
    with Record.open(settings.state) as record:
        with console.status("Finding pen and paper …"):
            readers = _readers(settings, console)
        anyio.run(_write, settings, console, record, readers, telling)
    bring_up_to_date(settings, console)


def bring_up_to_date(settings: Settings, console: Console) -> None:
    """Do what the talk of a long life has left to do, unless somebody would rather leave that for another time."""
    aside = assemble.Aside(settings)
    aside.begin()
    if not aside.under_way:
        return
    console.print(
        "All that was said is kept. Now the book and what comes to mind are brought up to date; Control-C leaves"
        " that for the next time."
    )
    try:
        aside.wait()
    except KeyboardInterrupt:
        aside.stop()


def _readers(settings: Settings, console: Console) -> assemble.Readers:
    try:
        return assemble.readers(settings, console.print)
    except (ModelError, EngineError) as error:
        console.print(f"Whatever is told is met in the same way: {error.what}")
        # danger and wishes are read all the same
        unfeeling = settings.emotion.model_copy(update={"reader": "none"})
        return assemble.readers(settings.model_copy(update={"emotion": unfeeling}), console.print)


async def _write(
    settings: Settings,
    console: Console,
    record: Record,
    readers: assemble.Readers,
    telling: Telling,
) -> None:
    def now() -> datetime:
        return datetime.now(UTC)

    await assemble.finish_erasing(settings, record, now())
    labour = assemble.Threads()
    session = assemble.new_session(settings, now())
    rules = await assemble.ruled(settings, record, session, readers, labour, now(), console.print)
    before = assemble.opened(settings, record, rules, readers, now())
    assemble.close_cut(record, now())
    company = await assemble.evening(
        settings,
        record,
        session,
        rules,
        before,
        readers,
        labour=labour,
        tell=console.print,
        now=now,
    )
    talk = company.in_writing()

    async def hold(told: Talk) -> None:
        _show(console, talk.opening)
        if before.consented:
            company.memory_worker.wake()
        page = _Page(console)
        with anyio.open_signal_receiver(signal.SIGINT) as interrupted:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(page.leave_at, interrupted)
                while not talk.ended and (said := await page.line()) is not None:
                    came = time.monotonic()
                    answered = await talk.answer(said, tasks)
                    ready = time.monotonic()
                    told.turn(Latency(came, reply_ready=ready, reply_end=ready))
                    _show(console, answered)
                page.leaving.cancel()
        told.over("closing" if talk.ended else "stopped")

    with telling.talk(Manner.WRITTEN) as told:
        await company.beside(lambda: hold(told))
    if not company.notebook.agreed:
        console.print("Nothing was agreed to, so nothing was kept.")
        return
    await company.over(talk.progress)
    written = record.transcript(session.id)
    if ill := await labour(lambda: assemble.keep_copy(settings, record, now(), telling)):
        console.print(ill)
    console.print(f"[bold]transcript[/]  {written}", soft_wrap=True)


def _show(console: Console, lines: tuple[str, ...]) -> None:
    for line in lines:
        with suppress(
            SystemExit
        ):  # rich leaves so when nobody reads any more; the talk is closed first
            console.print(line, style="green", markup=False, highlight=False)


class _Page:
    """What is typed, line by line; memory works on while somebody thinks."""

    def __init__(self, console: Console) -> None:
        self._console, self._token = console, anyio.lowlevel.current_token()
        self._send, self._lines = anyio.create_memory_object_stream[str | None](math.inf)
        self.leaving = anyio.CancelScope()
        """Cancelled when nobody needs to wait for Control-C any more."""

    async def line(self) -> str | None:
        """The next line; None at the end of the page or at Control-C."""
        # nobody waits for this thread: after Control-C it would sit at the keyboard for ever
        threading.Thread(target=self._read, daemon=True).start()
        return await self._lines.receive()

    async def leave_at(self, interrupted: AsyncIterator[signal.Signals]) -> None:
        """Take Control-C for the end of the page."""
        with self.leaving:
            async for _ in interrupted:
                self._send.send_nowait(None)

    def _read(self) -> None:
        said = None
        with suppress(EOFError, SystemExit):
            said = self._console.input("[cyan]› [/]")
        anyio.from_thread.run_sync(self._send.send_nowait, said, token=self._token)
