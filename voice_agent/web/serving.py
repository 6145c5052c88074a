"""The pages on a port of this computer, beside everything else the service does."""

import contextlib
import socket
import ssl
from collections.abc import Awaitable, Callable, Generator
from pathlib import Path

import anyio
import uvicorn
from fastapi import FastAPI

from voice_agent.errors import AlreadyRunning
from voice_agent.web.app import make
from voice_agent.web.desk import Desk

GOODBYE = 4.0
"""Seconds for pages under way to be finished when the service ends."""


class _Quiet(uvicorn.Server):
    """A server that leaves signals to the service."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        """Nothing is captured."""
        yield


def listen(address: str, port: int) -> socket.socket:
    """A socket on `address`. Raises AlreadyRunning where something else is there."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    line = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # small answers go at once
    line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        line.bind((address, port))
        line.listen(128)  # whoever comes before the server is up waits a moment
    except OSError as error:
        line.close()
        raise AlreadyRunning(
            f"The pages cannot be served on port {port}: {error.strerror}.",
            safe="Nothing else is disturbed.",
            mend="Choose another with the setting web.port, or switch the pages off with web.on = false.",
        ) from error
    return line


async def serve(
    desk: Desk,
    line: socket.socket,
    *,
    certificate: tuple[Path, Path] | None = None,
    ready: Callable[[FastAPI], None] = lambda app: None,
) -> None:
    """Serve until cancelled; sessions begun in a browser end with it. `certificate`: file and key."""
    async with anyio.create_task_group() as sessions:

        def spawn(work: Callable[[], Awaitable[None]]) -> None:
            async def run() -> None:
                await work()

            sessions.start_soon(run)

        app = make(desk, spawn)
        settings = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,  # addresses hold invitations
            proxy_headers=False,  # whoever tries passwords must not say themselves who they are
            server_header=False,
            date_header=False,
            ws_max_size=64_000,
            ws="websockets-sansio",
            timeout_graceful_shutdown=2,
            limit_concurrency=64,
            ssl_certfile=str(certificate[0]) if certificate else None,
            ssl_keyfile=str(certificate[1]) if certificate else None,
            ssl_version=ssl.PROTOCOL_TLS_SERVER,
            lifespan="off",
        )
        server = _Quiet(settings)
        ready(app)
        try:
            await server.serve(sockets=[line])
        finally:
            sessions.cancel_scope.cancel()
            with anyio.move_on_after(GOODBYE, shield=True):
                if server.started:
                    await server.shutdown(sockets=[line])
            line.close()
