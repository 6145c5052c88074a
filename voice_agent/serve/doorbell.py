"""How somebody in the house asks the service for something: one line on a socket in the state directory.

The directory is its owner's alone and so is the socket, so whoever can write to it may.
"""

import socket
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
from anyio.abc import SocketListener, SocketStream
from anyio.streams.buffered import BufferedByteReceiveStream

from voice_agent.archive.private import folder
from voice_agent.errors import AlreadyRunning, EngineUnavailable, StateUnwritable

NAME = "serve.sock"

LONGEST_LINE_BYTES = 100
"""Bytes of a line."""

PATIENCE = 5.0
"""Seconds for a line to arrive; also for an answer."""

Answer = Callable[[str], str]
"""Takes a word, returns one sentence for a person."""


@asynccontextmanager
async def doorbell(state: Path) -> AsyncGenerator[SocketListener]:
    """A socket that listens in `state` for as long as the block lasts.

    Raises AlreadyRunning where another service answers there, StateUnwritable.
    """
    path = folder(state) / NAME
    if _answers(path):
        raise AlreadyRunning(
            f"Another voice-agent service is already waiting in {state}.",
            safe="It goes on undisturbed.",
            mend="Stop it first, or give this one its own state_directory.",
        )
    path.unlink(missing_ok=True)
    try:
        listener = await anyio.create_unix_listener(path, mode=0o600)
    except OSError as error:
        raise StateUnwritable(
            f"The socket {path} cannot be made: {error.strerror or error}.",
            mend="Choose a state_directory that may be written and whose name is shorter than 90 letters.",
        ) from error
    try:
        async with listener:
            yield listener
    finally:
        path.unlink(missing_ok=True)


async def open_door(listener: SocketListener, answer: Answer) -> None:
    """Answer every line until cancelled."""

    async def attend(caller: SocketStream) -> None:
        async with caller:
            # a caller who hangs up, says nothing or shouts is no reason to end the service
            try:
                with anyio.move_on_after(PATIENCE):
                    line = await BufferedByteReceiveStream(caller).receive_until(
                        b"\n", LONGEST_LINE_BYTES
                    )
                    await caller.send(f"{answer(line.decode(errors='replace').strip())}\n".encode())
            except (
                anyio.IncompleteRead,
                anyio.DelimiterNotFound,
                anyio.BrokenResourceError,
            ):
                return

    await listener.serve(attend)


def ring(state: Path, word: str) -> str:
    """Say `word` to the service that waits in `state` and return its answer.

    Raises EngineUnavailable where none does.
    """
    path = state / NAME
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(PATIENCE)
        try:
            line.connect(str(path))
            line.sendall(f"{word}\n".encode())
            with line.makefile(encoding="utf-8") as answers:
                return answers.readline().strip()
        except OSError as error:
            raise EngineUnavailable(
                "service",
                f"nothing answers at {path}.",
                retryable=True,
                mend="Start it with `voice-agent serve`, or with `systemctl start voice-agent`; under "
                "systemd only root may ask it.",
            ) from error


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(PATIENCE)
        try:
            line.connect(str(path))
        except OSError:
            return False
        return True
