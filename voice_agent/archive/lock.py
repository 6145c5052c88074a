"""One interviewer at a time: a lock on the state folder itself.

The kernel lets go of it when the process ends, however it ends. Whoever only tidies up between talks stands by at a pipe
beside it, and ends at once when somebody else comes: nobody is ever ended by number.
"""

import fcntl
import os
import select
import signal
import stat
import time
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

from voice_agent.archive.private import plainly
from voice_agent.errors import AlreadyRunning

GIVES_WAY = "gives-way"
"""A pipe in the state folder. Whoever opens it to write ends a holder who waits at its other end."""

SOON = 5.0
"""Seconds in which such a holder is gone."""


class Lock:
    """The state folder, held until `release`."""

    def __init__(self, state: Path, *, gives_way: bool = False) -> None:
        """Take `state`, which exists. Raises AlreadyRunning where someone else holds it who does not give way.

        `gives_way`: whoever comes next ends this process, as a power cut would.
        """
        self._standing_by: _StandingBy | None = None
        with plainly(state):
            self._descriptor = os.open(state, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        if not (
            _taken(self._descriptor)
            or (not gives_way and _somebody_at(state / GIVES_WAY) and _taken_soon(self._descriptor))
        ):
            os.close(self._descriptor)
            raise AlreadyRunning(
                f"Another interviewer is using {state}.",
                safe="That conversation goes on undisturbed.",
                mend="End it first, or give this one its own state_directory.",
            )
        with suppress(OSError):
            (state / GIVES_WAY).unlink()  # of one that the power took
        if gives_way:
            self._standing_by = _StandingBy(state / GIVES_WAY)

    def release(self) -> None:
        """Let others in. May be called twice."""
        if self._standing_by is not None:
            self._standing_by.end()
            self._standing_by = None
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


LOCKS = Path("/proc/locks")
"""Every lock on this computer, as Linux lists them."""


def held(state: Path, locks: Path = LOCKS) -> bool:
    """Does somebody use `state` who does not give way, as for a talk? False where nobody can tell. Disturbs nobody: to try the
    lock itself could keep out whoever wants it that moment."""
    try:
        number, listed = state.stat().st_ino, locks.read_text(encoding="ascii")
    except OSError:
        return False
    ours = any(
        len(line) > 5 and line[1] == "FLOCK" and line[5].rpartition(":")[2] == str(number)
        for line in map(str.split, listed.splitlines())
    )
    return ours and not (state / GIVES_WAY).exists()


def _taken(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _taken_soon(descriptor: int) -> bool:
    until = time.monotonic() + SOON
    while not (taken := _taken(descriptor)) and time.monotonic() < until:
        time.sleep(0.02)
    return taken


class _StandingBy:
    """Ends this process when somebody opens `pipe` to write, until `end`.

    The pipe is open before this returns: whoever comes a moment later already finds somebody at its other end.
    """

    def __init__(self, pipe: Path) -> None:
        self._pipe = pipe
        self._over = Event()
        os.mkfifo(pipe, 0o600)
        reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
        Thread(target=self._wait, args=(reading,), daemon=True).start()

    def end(self) -> None:
        """Nobody ends this process any more, and the pipe is gone."""
        self._over.set()
        _somebody_at(self._pipe)  # the thread is woken as by anybody, and goes
        self._pipe.unlink(missing_ok=True)

    def _wait(self, reading: int) -> None:
        waiting = select.poll()
        waiting.register(reading, 0)  # that the other end came and went is always told
        waiting.poll()
        if not self._over.is_set():
            os.kill(os.getpid(), signal.SIGKILL)
        os.close(reading)


def _somebody_at(pipe: Path) -> bool:
    """Knock at the pipe of whoever gives way, who then goes; False where nobody stands by."""
    try:
        knocking = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:  # there is none, or nobody stands by at it
        return False
    try:
        return stat.S_ISFIFO(os.fstat(knocking).st_mode)
    finally:
        os.close(knocking)
