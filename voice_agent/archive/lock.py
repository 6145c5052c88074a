"""One interviewer at a time: a lock on the state folder itself, so that no lock file is left in it.

The kernel lets go of it when the process ends, however it ends.
"""

import fcntl
import os
from pathlib import Path

from voice_agent.archive.private import plainly
from voice_agent.errors import AlreadyRunning


class Lock:
    """The state folder, held until `release`."""

    def __init__(self, state: Path) -> None:
        """Take `state`, which exists. Raises AlreadyRunning at once where someone else holds it."""
        with plainly(state):
            self._descriptor = os.open(state, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._descriptor)
            raise AlreadyRunning(
                f"Another interviewer is using {state}.",
                safe="That conversation goes on undisturbed.",
                mend="End it first, or give this one its own state_directory.",
            ) from None

    def release(self) -> None:
        """Let others in. May be called twice."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
