"""One interviewer at a time: a lock on the state folder itself.

The kernel lets go of it when the process ends, however it ends. Whoever only tidies up between talks says so beside it, and
goes at once when somebody else comes.
"""

import fcntl
import os
import signal
from contextlib import suppress
from pathlib import Path

from voice_agent.archive.private import plainly
from voice_agent.errors import AlreadyRunning

GIVES_WAY = "gives-way"
"""A file in the state folder, locked by a holder that gives way; in it the holder's process number."""


class Lock:
    """The state folder, held until `release`."""

    def __init__(self, state: Path, *, gives_way: bool = False) -> None:
        """Take `state`, which exists. Raises AlreadyRunning at once where someone else holds it who does not give way.

        `gives_way`: whoever comes next ends this process, as a power cut would.
        """
        self._way = -1
        with plainly(state):
            self._descriptor = os.open(state, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        if not (
            _taken(self._descriptor)
            or (not gives_way and _sent_away(state) and _taken(self._descriptor))
        ):
            os.close(self._descriptor)
            raise AlreadyRunning(
                f"Another interviewer is using {state}.",
                safe="That conversation goes on undisturbed.",
                mend="End it first, or give this one its own state_directory.",
            )
        if gives_way:
            flags = os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC
            self._way = os.open(state / GIVES_WAY, flags, 0o600)
            fcntl.flock(self._way, fcntl.LOCK_EX)
            os.write(self._way, str(os.getpid()).encode())

    def release(self) -> None:
        """Let others in. May be called twice."""
        for each in (self._descriptor, self._way):
            if each >= 0:
                os.close(each)
        self._descriptor = self._way = -1


def _taken(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _sent_away(state: Path) -> bool:
    """End whoever gives way; False where nobody does. Some milliseconds."""
    try:
        way = os.open(state / GIVES_WAY, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        if _taken(way):  # left behind by one that is gone
            return False
        holder = os.read(way, 20).decode()
        if not holder.isdigit() or int(holder) == os.getpid():  # only just coming in; or ourselves
            return False
        with suppress(ProcessLookupError):
            os.kill(int(holder), signal.SIGKILL)
        fcntl.flock(way, fcntl.LOCK_EX)  # until it is
        return True
    finally:
        os.close(way)
