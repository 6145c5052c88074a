"""uvicorn's two protocols, as somebody who has a seat on the porch: they say what the connection is busy with."""

import asyncio
from functools import partial
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from voice_agent.web.porch import COMING, Doing, Porch, Seat


class Caller(H11Protocol):
    """Requests, one after another."""

    def __init__(self, porch: Porch, seat: Seat, **given: Any) -> None:
        super().__init__(**given)
        self._porch, self._seat = porch, seat
        self._came = self._went = self._unread = 0
        # where a request becomes a line, uvicorn makes one of these
        self.ws_protocol_class = cast(Any, partial(_Talker, porch, seat))

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The line is there, and secret where it is to be."""
        super().connection_made(transport)
        self._seat.leave = transport.abort
        self._seat.look = self._look

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is gone."""
        super().connection_lost(exc)
        self._porch.ended(self._seat)

    def data_received(self, data: bytes) -> None:
        """Bytes of a request."""
        self._came += len(data)
        super().data_received(data)

    def resume_writing(self) -> None:
        """What we had said has been taken."""
        self._went += 1
        super().resume_writing()

    def _look(self, now: float) -> None:
        doing = self._doing()
        if (doing, self._what(doing)) != (self._seat.doing, self._seat.what):
            self._came, self._unread = 0, self.transport.get_write_buffer_size()
        read = self._unread - self.transport.get_write_buffer_size()
        moved = self._came if doing in COMING else read
        self._seat.does(doing, self._what(doing), moved, now)

    def _what(self, doing: Doing) -> object:
        return (self.cycle, self._went if doing is Doing.READING else 0)

    def _doing(self) -> Doing:
        if self.flow.write_paused:
            return Doing.READING
        answered = not self.cycle or self.cycle.response_complete
        if self.conn.their_state is h11.IDLE and answered:
            return Doing.ASKING
        if answered:
            return Doing.LEAVING
        waits = self.conn.their_state is h11.SEND_BODY and not self.flow.read_paused
        return Doing.SENDING if waits else Doing.ANSWERED


class _Talker(WebSocketsSansIOProtocol):
    """The narrator's line, from the moment it is asked for."""

    def __init__(self, porch: Porch, seat: Seat, **given: Any) -> None:
        super().__init__(**given)
        self._porch, self._seat = porch, seat
        seat.look = self._look

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is gone."""
        super().connection_lost(exc)
        self._porch.ended(self._seat)

    def _look(self, now: float) -> None:
        self._seat.does(self._doing(), None, 0, now)

    def _doing(self) -> Doing:
        if self.close_sent or self.transport.is_closing():
            return Doing.LEAVING
        return Doing.TALKING if self.handshake_complete else Doing.ANSWERED
