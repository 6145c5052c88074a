"""`/talk`: the spoken interview in a browser. The line outlives its connection; there is one at a time."""

import json
from collections.abc import Awaitable, Callable

import anyio
from fastapi import APIRouter, Depends, Request, WebSocket, WebSocketDisconnect
from starlette.responses import Response

from voice_agent.archive import sign_ins
from voice_agent.archive.accounts import Role
from voice_agent.errors import VoiceAgentError
from voice_agent.web.desk import Desk
from voice_agent.web.guard import COOKIE, Narrator, honest
from voice_agent.web.line import Line
from voice_agent.web.pages import page

router = APIRouter(dependencies=[])

LARGEST = 64_000
"""Bytes of one message: a second of sound is 32,000."""

Spawn = Callable[[Callable[[], Awaitable[None]]], None]
"""Starts something that outlives a connection."""


class Switchboard:
    """The one line there is."""

    def __init__(self, desk: Desk, spawn: Spawn) -> None:
        self._desk, self._spawn = desk, spawn
        self._line: Line | None = None

    def line(self) -> Line:
        """The narrator's line: gone on with, or a new one with a new session."""
        if self._line is None or self._line.over:
            self._line = line = Line()

            async def hold() -> None:
                try:
                    await self._desk.talk(line)
                except VoiceAgentError as error:
                    line.end(
                        " ".join(part for part in (error.what, error.safe, error.mend) if part)
                    )
                else:
                    line.end(line.over or "Our talk is over. Thank you.")

            self._spawn(hold)
        return self._line


@router.get("/talk", dependencies=[Depends(honest)])
def talk(request: Request, account: Narrator) -> Response:
    """Large, calm, one button."""
    return page(request, "talk.html")


@router.websocket("/talk/line")
async def connect(socket: WebSocket) -> None:
    """The browser's microphone and loudspeaker. Only the narrator's own page may open it."""
    desk: Desk = socket.app.state.desk
    token = socket.cookies.get(COOKIE, "")
    scheme = "https" if desk.secure else "http"
    same = socket.headers.get("origin") == f"{scheme}://{socket.headers.get('host', '')}"
    account = await anyio.to_thread.run_sync(sign_ins.signed_in, desk.book, token, desk.now())
    if not same or account is None or Role.NARRATOR not in account.roles:
        await socket.close(1008, "This line is the narrator's alone.")
        return
    await socket.accept()
    board: Switchboard = socket.app.state.switchboard
    line = board.line()
    connection = line.connected()
    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_out, socket, line, connection, tasks.cancel_scope)
            await _in(socket, line, connection)
            tasks.cancel_scope.cancel()
    finally:
        line.left(connection)


async def _in(socket: WebSocket, line: Line, connection: int) -> None:
    try:
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect" or not line.current(connection):
                return
            if (data := message.get("bytes")) is not None:
                if len(data) > LARGEST:
                    return
                await line.take(data)
            elif (text := message.get("text")) is not None:
                try:
                    told = json.loads(text)
                except ValueError:
                    return  # a line that talks nonsense is not ours
                if isinstance(told, dict):
                    line.told(told)  # pyright: ignore[reportUnknownArgumentType]
    except (WebSocketDisconnect, RuntimeError):
        return  # starlette's two ways of saying that the connection is gone


async def _out(socket: WebSocket, line: Line, connection: int, scope: anyio.CancelScope) -> None:
    try:
        while (message := await line.next_out(connection)) is not None:
            if isinstance(message, bytes):
                await socket.send_bytes(message)
            else:
                await socket.send_text(message)
        await socket.close(1000, "another page took over")
    except (WebSocketDisconnect, RuntimeError):
        pass  # the other half of the connection notices too
    scope.cancel()
