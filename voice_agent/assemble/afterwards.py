"""What is left to do when the talk of a long life is over: weave it, read the new talk, write the book anew.

Seconds at fifty talks, minutes after a large import or with a new engine. It may be stopped at any moment, by a power cut
too: what was done so far is kept, and the rest is done the next time.
"""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from datetime import UTC, datetime

import anyio

from voice_agent.archive import unfinished
from voice_agent.archive.memory_store import MemoryStore
from voice_agent.archive.record import Record
from voice_agent.errors import VoiceAgentError
from voice_agent.settings import Settings
from voice_agent.story import SessionId
from voice_agent.storybook import at_home

LEFT = "left to do"
"""Key under which it is noted that something is."""

GENTLY = 10
"""Niceness: whoever talks or looks at a page comes first."""


def leave(record: Record) -> None:
    """Note that something is left to do. Raises DiskFull."""
    record.keep(LEFT, True)


def is_left(settings: Settings) -> bool:
    """Is anything left to do?"""
    if not Record.exists(settings.state):
        return False
    with Record.look(settings.state) as record:
        return bool(record.kept(LEFT)) or unfinished.noted(record.read) is not None


def do(settings: Settings) -> None:
    """Do it now. Raises AlreadyRunning during a talk, ModelError, EngineError, RecordError."""
    anyio.run(_do, settings)


async def _do(settings: Settings) -> None:
    from voice_agent.assemble.evening import bringing_back, index_uri
    from voice_agent.assemble.loading import memory_engines
    from voice_agent.assemble.sessions import Threads

    labour, now = Threads(), datetime.now(UTC)
    with Record.open(settings.state, gives_way=True) as record:
        await labour(lambda: at_home.write_anew(at_home.bookmaker(settings), record, now))
        memory = await MemoryStore.open(
            record,
            index_uri(settings),
            await labour(lambda: memory_engines(settings, record)),
            labour,
            optimise_every=settings.memory.optimise_every,
            caches=(settings.cache,),
        )
        try:
            await memory.settle()
            back = bringing_back(settings, record, SessionId(""), labour, lambda: now)
            await back.learn(memory)
        finally:
            await memory.close()
        record.keep(LEFT, False)


class Aside:
    """Does it in a process of its own while the service waits: it gives way to a talk at once, and its heap goes with it."""

    def __init__(self, settings: Settings) -> None:
        """Starts nothing yet."""
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None

    def begin(self) -> None:
        """Start, where anything is left to do and nothing is under way. Never raises."""
        with suppress(VoiceAgentError):
            if not self.under_way and is_left(self._settings):
                # not -m: the package is imported before it, and Python would warn of that on the narrator's screen
                command = [sys.executable, "-c", f"from {__name__} import aside; aside()"]
                self._process = subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
                )
                if self._process.stdin is not None:
                    with self._process.stdin as said:
                        said.write(self._settings.model_dump_json().encode())

    def take(self, settings: Settings) -> None:
        """From the next time on these settings hold."""
        self._settings = settings

    def wait(self) -> None:
        """Return when it is done."""
        if self._process is not None:
            self._process.wait()

    @property
    def under_way(self) -> bool:
        """Is it at work?"""
        return self._process is not None and self._process.poll() is None

    def stop(self) -> None:
        """Let go of the record: a talk begins. Blocking, some milliseconds."""
        if self._process is not None:
            self._process.kill()  # as a power cut would
            self._process.wait()
            self._process = None


def aside() -> None:
    """What the process beside does: settings come in on its standard input."""
    os.nice(GENTLY)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it stops it
    with suppress(VoiceAgentError):  # another time
        do(Settings.model_validate_json(sys.stdin.read()))
