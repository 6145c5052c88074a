"""`/talk`: the spoken interview in a browser, and the invitation to it on the narrator's pages.

The line outlives its connection; there is one at a time.
"""

import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Annotated

import anyio
from fastapi import APIRouter, Depends, Form, Request, WebSocket, WebSocketDisconnect
from starlette.background import BackgroundTask
from starlette.responses import Response

from voice_agent.archive import family, sign_ins
from voice_agent.archive.accounts import Role
from voice_agent.archive.family import Photograph
from voice_agent.errors import VoiceAgentError
from voice_agent.scheduler.answers import AN_HOUR, InvitationAnswer
from voice_agent.scheduler.plan import Happening, Kind, Wanted
from voice_agent.web.desk import Desk
from voice_agent.web.guard import COOKIE, AtDesk, Narrator, honest
from voice_agent.web.line import Line
from voice_agent.web.pages import page, then

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

    def line(self, *, again: bool = False, picture: str = "") -> Line:
        """The narrator's line: gone on with, or a new one with a new session, which begins with `picture`.

        `again`: a page comes back to its talk. If that is over it is told so, and nobody listens to it unasked.
        """
        if self._line is None or (self._line.over and not again):
            self._line = line = Line(picture=picture)

            async def hold() -> None:
                async with anyio.create_task_group() as beside:
                    try:
                        # before the talk: once it is in the record, nobody is invited any more
                        asked = await anyio.to_thread.run_sync(_asked, self._desk)
                        beside.start_soon(self._come, line, asked)
                        await self._desk.talk(line)
                    except VoiceAgentError as error:
                        line.end(
                            " ".join(part for part in (error.what, error.safe, error.mend) if part)
                        )
                    else:
                        line.end(line.over or "Our talk is over. Thank you.")
                    beside.cancel_scope.cancel()

            self._spawn(hold)
        return self._line

    async def _come(self, line: Line, asked: Happening | None) -> None:
        """Whoever talks here has answered the invitation; not before the session listens: it may fail to begin."""
        await line.begun.wait()
        # a full disk is for the session to tell of
        with suppress(VoiceAgentError):
            if asked is not None:
                await anyio.to_thread.run_sync(self._desk.diary.happened, asked)


def _asked(desk: Desk) -> Happening | None:
    """What is written down of the invitation that a talk begun now answers."""
    invited = desk.invited
    return Happening(Kind.HELD, desk.now(), invited.slot) if invited else None


@router.get("/talk", dependencies=[Depends(honest)])
def talk(
    request: Request, desk: AtDesk, account: Narrator, begin: str = "", picture: str = ""
) -> Response:
    """Large, calm, one button. `begin`: it was pressed on another page already, where somebody is invited.

    `picture`: the photograph that they want to talk about.
    """
    invited = desk.invited
    answer = page(
        request,
        "talk.html",
        invited=invited,
        at_once=bool(begin and invited),
        picture=_picture(desk, picture),
    )
    answer.background = BackgroundTask(_get_ready, desk)
    return answer


def _picture(desk: Desk, id: str) -> Photograph | None:
    """None where it was taken back meanwhile."""
    return next((each for each in family.photographs(desk.book) if each.id == id), None)


def _get_ready(desk: Desk) -> None:
    """While she looks at the page and presses its button, which then need not be waited for."""
    with suppress(VoiceAgentError):  # the talk says what is missing
        desk.get_ready()


@router.get("/me/invitation", dependencies=[Depends(honest)])
def invitation(request: Request, desk: AtDesk, account: Narrator, shown: str = "") -> Response:
    """The invitation, if the narrator is invited just now. `shown`: the one that the page shows already."""
    invited = desk.invited
    answer = page(request, "invitation.html", invited=invited)
    if shown == (invited.slot.isoformat() if invited else ""):
        answer.headers["HX-Reswap"] = "none"  # what is unchanged is not read out again
    return answer


@router.post("/me/invitation", dependencies=[Depends(honest)])
def put_off(desk: AtDesk, account: Narrator, answer: Annotated[Wanted, Form()]) -> Response:
    """Later, or not today: as if it had been said in the room."""
    now = desk.now()
    if desk.invited is None:
        return then("/me", "uninvited")
    later = answer is Wanted.LATER and desk.diary.can_wait(AN_HOUR, now)
    desk.diary.answered(InvitationAnswer(answer, AN_HOUR), now)
    desk.hush()
    return then("/me", "later" if later else "another_day")


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
    query = socket.query_params
    picture = await anyio.to_thread.run_sync(_picture, desk, query.get("picture", ""))
    line = board.line(again=query.get("again") == "1", picture=picture.id if picture else "")
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
