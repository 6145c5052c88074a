"""The pages on a port of this computer, beside everything else the service does."""

import asyncio
import contextlib
import itertools
import logging
import socket
import ssl
import time
from collections.abc import Awaitable, Callable, Collection, Generator
from functools import partial
from pathlib import Path

import anyio
import anyio.lowlevel
import uvicorn
from fastapi import FastAPI

from voice_agent.errors import AlreadyRunning
from voice_agent.web.app import make
from voice_agent.web.callers import Caller
from voice_agent.web.desk import Desk
from voice_agent.web.porch import RESTS, Doing, Porch, Seat
from voice_agent.web.throttle import Throttle
from voice_agent.web.without_lock import openly, show_the_way

GOODBYE = 4.0
"""Seconds for pages under way to be finished when the service ends."""


LOOKS = 1.0
"""Seconds from one look round the porch to the next."""

AT_A_TIME = 32
"""Newcomers who are looked at before everybody else has a turn: a thousandth of a second."""

RECOVERS = 1.0
"""Seconds until somebody is let in again where this computer has no file left to lend."""


class _Quiet(uvicorn.Server):
    """A server that leaves signals to the service, and the door to us."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        """Nothing is captured."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Nobody is let in here: _welcome does it."""
        self.servers = []
        self.started = True


async def _welcome(
    server: _Quiet, line: socket.socket, porch: Porch, hosts: Callable[[], Collection[str]]
) -> None:
    """Give a seat to everybody who comes and for whom there is one, until cancelled."""
    line.setblocking(False)
    loop = asyncio.get_running_loop()
    async with anyio.create_task_group() as seats:
        seats.start_soon(_look_round, porch)
        for many in itertools.count(1):
            if many % AT_A_TIME == 0:
                # in a flood the next one is there already, and waiting for it gives nobody a turn
                await anyio.lowlevel.checkpoint()
            try:
                came, (address, *_) = await loop.sock_accept(line)
            except ConnectionAbortedError:
                continue
            except OSError:
                await anyio.sleep(RECOVERS)
                continue
            waiting = anyio.CancelScope()
            seat = porch.enter(address, waiting.cancel)
            if seat is None:
                came.close()
            else:
                seats.start_soon(_seated, server, came, porch, seat, waiting, hosts)


async def _seated(
    server: _Quiet,
    came: socket.socket,
    porch: Porch,
    seat: Seat,
    waiting: anyio.CancelScope,
    hosts: Callable[[], Collection[str]],
) -> None:
    """One connection, to its end. `waiting`: cancelled where it is to end before it is made."""
    settings = server.config
    made = partial(
        Caller,
        porch,
        seat,
        config=settings,
        server_state=server.server_state,
        app_state={},
        _loop=asyncio.get_running_loop(),
    )
    shake = RESTS[Doing.ARRIVING] if settings.ssl else None
    try:
        with waiting, contextlib.ExitStack() as not_yet:
            not_yet.callback(came.close)
            if settings.ssl and await openly(came):
                await show_the_way(came, hosts())
                return
            await asyncio.get_running_loop().connect_accepted_socket(
                made, came, ssl=settings.ssl, ssl_handshake_timeout=shake
            )
            not_yet.pop_all()  # from here on it is closed by whoever speaks on it
            await seat.gone.wait()
    except OSError:
        pass  # they went, or could not agree on how to keep it secret: nothing was asked
    finally:
        porch.ended(seat)


async def _look_round(porch: Porch) -> None:
    while True:
        await anyio.sleep(LOOKS)
        porch.look_round()


def listen(
    address: str,
    port: int,
    *,
    what: str = "The pages",
    mend: str = "Choose another with the setting web.port, or switch the pages off with web.on = false.",
) -> socket.socket:
    """A socket on `address`, for `what`. Raises AlreadyRunning where something else is there."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    line = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # small answers go at once
    line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        line.bind((address, port))
        line.listen(1024)  # whoever comes before the server is up waits a moment
    except OSError as error:
        line.close()
        raise AlreadyRunning(
            f"{what} cannot be served on port {port}: {error.strerror}.",
            safe="Nothing else is disturbed.",
            mend=mend,
        ) from error
    return line


async def serve(
    desk: Desk,
    line: socket.socket,
    *,
    certificate: tuple[Path, Path] | None = None,
    ready: Callable[[FastAPI], None] = lambda app: None,
    another: Callable[[Callable[[], None]], None] = lambda take: None,
) -> None:
    """Serve until cancelled; sessions begun in a browser end with it. `certificate`: file and key.

    `another` is given what takes the certificate from its files anew: for whoever comes from then on.
    """
    async with anyio.create_task_group() as sessions:

        def spawn(work: Callable[[], Awaitable[None]]) -> None:
            async def run() -> None:
                await work()

            sessions.start_soon(run)

        app = make(desk, spawn)
        ready(app)
        await serve_app(
            app,
            line,
            desk.arrivals,
            lambda: desk.hosts,
            certificate=certificate,
            another=another,
            ends=sessions.cancel_scope.cancel,
        )


async def serve_app(
    app: FastAPI,
    line: socket.socket,
    arrivals: Throttle,
    hosts: Callable[[], Collection[str]],
    *,
    certificate: tuple[Path, Path] | None = None,
    another: Callable[[Callable[[], None]], None] = lambda take: None,
    ends: Callable[[], None] = lambda: None,
) -> None:
    """Serve `app` until cancelled. `arrivals`: how often one address may come; `hosts`: names that we go by.

    `another`: see `serve`. `ends`: called before those who are being answered are waited for.
    """
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
        timeout_keep_alive=int(RESTS[Doing.ASKING]),
        log_level="error",  # what strangers send us is written down nowhere
        ssl_certfile=str(certificate[0]) if certificate else None,
        ssl_keyfile=str(certificate[1]) if certificate else None,
        ssl_version=ssl.PROTOCOL_TLS_SERVER,
        lifespan="off",
    )
    logging.getLogger("python_multipart").setLevel("ERROR")
    settings.load()
    server = _Quiet(settings)
    if settings.ssl and certificate:
        another(partial(settings.ssl.load_cert_chain, *certificate))
    try:
        async with anyio.create_task_group() as door:
            porch = Porch(arrivals, time.monotonic)
            door.start_soon(_welcome, server, line, porch, hosts)
            await server.serve(sockets=[line])
            door.cancel_scope.cancel()
    finally:
        ends()
        with anyio.move_on_after(GOODBYE, shield=True):
            if server.started:
                await server.shutdown(sockets=[line])
        line.close()
