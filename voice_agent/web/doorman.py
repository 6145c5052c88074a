"""Stands before every page: refuses strange names, floods and parcels that are too large; closes windows.

Whoever may not send something is told so before a byte of it is read: the cookie says who they are, and the page's own
signature whose it is. The headers put on every answer let a page load nothing that is not ours, be shown in no other
page, and stay in no cache.
"""

import html
from collections import Counter
from collections.abc import Callable, MutableMapping, Sequence
from contextlib import suppress
from inspect import isawaitable
from typing import Any, NamedTuple, cast

from anyio.to_thread import run_sync
from fastapi import Request
from fastapi.routing import APIRoute
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from voice_agent.archive.accounts import Account
from voice_agent.web.desk import Desk
from voice_agent.web.guard import FIELDS, asked_by, from_elsewhere

FORM = 100_000
"""Bytes of a form with words in it."""

OF_ANYBODY = 10_000
"""Bytes of a form that somebody sends who is not signed in: a name, a password."""

PARCELS = {
    "/family/photographs": 30_000_000,
    "/care/busy": 5_500_000,
    "/me/book/save": 4_000_000,
    "/me/words": 400_000,
}
"""Bytes of what may be larger."""

AT_ONCE = 3
"""Parcels of one person at a time: the one before may have been lost on its way, and be waited for a little longer."""

FEW = 200
"""Fields of a form: a household has fewer people than that to choose from."""

MANY = {"/me/book/save": FIELDS}
"""Of what has more."""

COOKIES = 4_000
"""Bytes of them: under a name like "raspberrypi.local" there may be those of other pages."""

HEAD = 12_000
"""Bytes of everything that is said before a body."""

LINES = 80
"""Of it."""

ADDRESS = 4_000
"""Bytes of an address."""

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


class Refusal(NamedTuple):
    """Why somebody is not let in."""

    status: int
    says: str


class TooMuch(Exception):
    """More came than a page may take."""


class Doorman:
    """ASGI middleware."""

    def __init__(self, app: ASGIApp, desk: Desk, routes: Sequence[BaseRoute] = ()) -> None:
        """`routes`: of all pages that take a form."""
        self._app, self._desk = app, desk
        self._doors = [
            (route, asked_by(route.endpoint)) for route in routes if isinstance(route, APIRoute)
        ]
        self._under_way = Counter[str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let in, or answer at once."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        asking = self._asking(scope) if scope.get("method") == "POST" else None
        limit = PARCELS.get(scope["path"], FORM if asking is None or asking else OF_ANYBODY)
        for look in (_head, self._name, self._often, _large(limit), _elsewhere):
            if refusal := look(scope, headers):
                await self._refuse(scope, receive, send, refusal)
                return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
        elif not asking:
            await self._guarded(scope, receive, send, limit)
        else:
            await self._from_whom(scope, receive, send, limit, asking)

    async def _from_whom(
        self,
        scope: Scope,
        receive: Receive,
        send: Send,
        limit: int,
        asking: Sequence[Callable[[Request], Account]],
    ) -> None:
        request, app = Request(scope), cast(Starlette, scope["app"])
        kinds = (kind for kind in app.exception_handlers if isinstance(kind, type))
        said = cast(tuple[type[Exception], ...], tuple(kinds))
        try:
            accounts = [await run_sync(ask, request) for ask in asking]
        except said as error:
            await self._told(scope, receive, send, app, error)
            return
        if scope["path"] in PARCELS:
            await self._parcel(scope, receive, send, limit, accounts[0].id)
        else:
            await self._guarded(scope, receive, send, limit)

    async def _parcel(
        self, scope: Scope, receive: Receive, send: Send, limit: int, who: str
    ) -> None:
        if self._under_way[who] >= AT_ONCE:
            says = "Others of yours are still on their way. Please send one after another."
            await self._refuse(scope, receive, send, Refusal(429, says))
            return
        self._under_way[who] += 1
        try:
            await self._guarded(scope, receive, send, limit)
        finally:
            self._under_way[who] -= 1

    async def _told(
        self, scope: Scope, receive: Receive, send: Send, app: Starlette, error: Exception
    ) -> None:
        """What the pages say about an error, before there is a page."""
        kind = next(kind for kind in type(error).__mro__ if kind in app.exception_handlers)
        says = cast(Callable[[Request, Exception], Any], app.exception_handlers[kind])
        said = await run_sync(says, Request(scope), error)
        answer = cast(Response, await said if isawaitable(said) else said)
        _close_windows(answer.headers, self._desk, scope["path"])
        await answer(scope, receive, send)

    def _asking(self, scope: Scope) -> Sequence[Callable[[Request], Account]] | None:
        """Who decides whether this may be sent; None: there is no such page."""
        for route, asking in self._doors:
            if route.matches(scope)[0] is Match.FULL:
                return asking
        return None

    def _name(self, scope: Scope, headers: Headers) -> Refusal | None:
        if _name(headers.get("host", "")) in self._desk.hosts:
            return None
        return Refusal(400, "These pages are not served under that name.")

    def _often(self, scope: Scope, headers: Headers) -> Refusal | None:
        caller = (scope.get("client") or ("?",))[0]
        throttle = self._desk.posts if scope.get("method") == "POST" else self._desk.gets
        if throttle.allows(caller):
            return None
        return Refusal(429, "That was very often. Please wait a minute, then try again.")

    async def _guarded(self, scope: Scope, receive: Receive, send: Send, limit: int) -> None:
        taken = fields = 0
        answered, refusal = False, None
        kind = Headers(scope=scope).get("content-type", "").lower()
        between = b"\r\n--" if "multipart" in kind else b"&"

        async def take() -> Message:
            nonlocal taken, fields, refusal
            message = await receive()
            body = message.get("body", b"")
            taken += len(body)
            fields += body.count(between)
            if taken > limit:
                refusal = _too_large(scope["path"], limit)
            elif fields > MANY.get(scope["path"], FEW):
                refusal = Refusal(
                    400, "That is more than any of our forms asks for. Nothing was kept."
                )
            if refusal:
                raise TooMuch
            return message

        async def give(message: Message) -> None:
            nonlocal answered
            if refusal and not answered:
                return  # whoever read the form can but say that it was broken off
            if message["type"] == "http.response.start":
                answered = True
                _close_windows(MutableHeaders(scope=message), self._desk, scope["path"])
            await send(message)

        with suppress(TooMuch, ClientDisconnect):  # whoever is gone is told nothing
            await self._app(scope, take, give)
        if refusal and not answered:
            await self._refuse(scope, receive, send, refusal)
        elif scope.get("method") == "POST":
            await run_sync(self._desk.decided)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, refusal: Refusal) -> None:
        status, says = refusal
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


def _head(scope: Scope, headers: Headers) -> Refusal | None:
    """Is what comes before a body as short as a browser makes it?"""
    if len(scope["raw_path"]) + len(scope["query_string"]) > ADDRESS:
        return Refusal(414, "That address is too long for any of our pages.")
    cookies = sum(len(each) for each in headers.getlist("cookie"))
    if (
        len(headers) > LINES
        or cookies > COOKIES
        or sum(len(name) + len(each) for name, each in headers.raw) > HEAD
    ):
        return Refusal(
            431,
            "Your browser sends more than these pages take. Please delete the cookies of this page, then try again.",
        )
    return None


def _large(limit: int) -> Callable[[Scope, Headers], Refusal | None]:
    def look(scope: Scope, headers: Headers) -> Refusal | None:
        length = headers.get("content-length", "0")
        large = length.isdigit() and int(length) > limit
        return _too_large(scope["path"], limit) if large else None

    return look


def _elsewhere(scope: Scope, headers: Headers) -> Refusal | None:
    if scope.get("method") != "POST" or not from_elsewhere(Request(scope)):
        return None
    return Refusal(403, "That was sent from another page, so nothing was done.")


SMALLER = {
    "/family/photographs": "Please choose “medium” where your telephone asks for a size, or send a screenshot of the picture."
}
"""What to do about what is too large, where somebody cannot simply write less."""


def _too_large(path: str, limit: int) -> Refusal:
    most = f"{limit // 1_000_000} MB" if limit >= 1_000_000 else f"{limit // 1000} kB"
    says = f"That is too large: no more than {most} can be sent here. Nothing was kept."
    return Refusal(413, f"{says} {SMALLER.get(path, '')}".rstrip())


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
