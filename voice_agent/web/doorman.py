"""Stands before every page: refuses strange names, floods and parcels that are too large; closes windows.

The headers it puts on every answer let a page load nothing that is not ours, be shown in no other page, and stay
in no cache.
"""

import html
from collections.abc import MutableMapping
from typing import Any

import anyio
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from voice_agent.web.desk import Desk

FORM = 100_000
"""Bytes of a form with words in it."""

PARCELS = {
    "/family/photographs": 15_000_000,
    "/care/busy": 5_500_000,
    "/me/book/save": 4_000_000,
    "/me/words": 400_000,
}
"""Bytes of what may be larger."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; "
    "connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


REFUSED = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Not now</title>
<link rel="stylesheet" href="/static/style.css"></head>
<body class="narrow"><main id="main"><p class="wrong" role="alert">{}</p></main></body></html>
"""
"""A page without a template: whoever is refused here costs as little as can be."""


class TooLarge(Exception):
    """More bytes came than a page may take."""


class Doorman:
    """ASGI middleware."""

    def __init__(self, app: ASGIApp, desk: Desk) -> None:
        self._app, self._desk = app, desk

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let in, or answer at once."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if _name(headers.get("host", "")) not in self._desk.hosts:
            await self._refuse(
                scope, receive, send, 400, "These pages are not served under that name."
            )
            return
        caller = (scope.get("client") or ("?",))[0]
        throttle = self._desk.posts if scope.get("method") == "POST" else self._desk.gets
        if not throttle.allows(caller):
            await self._refuse(
                scope,
                receive,
                send,
                429,
                "That was very often. Please wait a minute, then try again.",
            )
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        limit = PARCELS.get(scope["path"], FORM)
        if (
            headers.get("content-length", "0").isdigit()
            and int(headers.get("content-length", "0")) > limit
        ):
            await self._refuse(scope, receive, send, 413, _too_large(limit))
            return
        await self._guarded(scope, receive, send, limit)

    async def _guarded(self, scope: Scope, receive: Receive, send: Send, limit: int) -> None:
        taken = 0
        answered = False

        async def take() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > limit:
                raise TooLarge
            return message

        async def give(message: Message) -> None:
            nonlocal answered
            if message["type"] == "http.response.start":
                answered = True
                _close_windows(MutableHeaders(scope=message), self._desk, scope["path"])
            await send(message)

        try:
            await self._app(scope, take, give)
        except TooLarge:
            if not answered:
                await self._refuse(scope, receive, send, 413, _too_large(limit))
            return
        if scope.get("method") == "POST":
            await anyio.to_thread.run_sync(self._desk.decided)

    async def _refuse(
        self, scope: Scope, receive: Receive, send: Send, status: int, says: str
    ) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": says})
            return
        page = REFUSED.format(html.escape(says))
        answer = HTMLResponse(page, status, {"Retry-After": "60"} if status == 429 else {})
        _close_windows(answer.headers, self._desk, scope["path"])
        await answer(scope, receive, send)


def _name(host: str) -> str:
    """The host without its port, in lower case."""
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdigit() else host).lower()


def _too_large(limit: int) -> str:
    return f"That is too large: no more than {limit // 1000} kB can be sent here. Nothing was kept."


def _close_windows(headers: MutableHeaders, desk: Desk, path: str) -> None:
    set_all: MutableMapping[str, Any] = {
        "Content-Security-Policy": POLICY,
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone="
        + ("(self)" if path == "/talk" else "()"),
    }
    for name, value in set_all.items():
        headers[name] = value
    headers.setdefault("Cache-Control", "no-store")
    if desk.secure:
        headers["Strict-Transport-Security"] = "max-age=31536000"
