"""Who is asking, whether they may, and whether their own page sent the form."""

import hashlib
import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, cast

from anyio.to_thread import run_sync
from fastapi import Depends, Path, Request
from pydantic import BeforeValidator
from starlette.datastructures import FormData
from starlette.responses import Response

from voice_agent.archive import accounts
from voice_agent.archive.accounts import Account, Role
from voice_agent.web.desk import Desk

COOKIE = "visit"

FIELDS = 10_000
"""Of one form: a long chapter of the book has two for each sentence."""


class Refused(Exception):
    """A page that is not for this visitor, in one sentence."""

    def __init__(self, status: int, says: str) -> None:
        super().__init__(says)
        self.status, self.says = status, says


class SignInFirst(Exception):
    """Nobody is signed in; the page asks them to."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever asks for a page."""

    account: Account | None
    token: str
    """Of the cookie; before the sign-in it stands for nobody and only ties forms to their page."""

    fresh: bool
    """The cookie must still be set."""


def desk_of(request: Request) -> Desk:
    """The desk behind these pages."""
    return cast(Desk, request.app.state.desk)


def visitor(request: Request) -> Visitor:
    """Look at the cookie. Once for each request."""
    known = getattr(request.state, "visitor", None)
    if known is None:
        desk, token = desk_of(request), request.cookies.get(COOKIE, "")
        account = accounts.signed_in(desk.book, token, desk.now()) if token else None
        fresh = not 20 <= len(token) <= 100
        known = Visitor(account, secrets.token_urlsafe(32) if fresh else token, fresh)
        request.state.visitor = known
    return known


AtDesk = Annotated[Desk, Depends(desk_of)]
Visiting = Annotated[Visitor, Depends(visitor)]


def need(*roles: Role) -> Callable[[Request], Account]:
    """A dependency: the account, if it has one of `roles`. Raises SignInFirst, Refused."""

    def ask(request: Request) -> Account:
        account = visitor(request).account
        if account is None:
            raise SignInFirst
        if account.role not in roles:
            raise Refused(403, "This page is somebody else's.")
        return account

    return ask


Narrator = Annotated[Account, Depends(need(Role.NARRATOR))]
Caregiver = Annotated[Account, Depends(need(Role.CAREGIVER))]
Family = Annotated[Account, Depends(need(Role.FAMILY))]
Advocate = Annotated[Account, Depends(need(Role.ADVOCATE))]
Household = Annotated[Account, Depends(need(Role.NARRATOR, Role.FAMILY))]


def mark(desk: Desk, token: str) -> str:
    """What a form must bring back: only a page made for this cookie knows it."""
    return hmac.new(desk.key, token.encode(), hashlib.sha256).hexdigest()


async def honest(request: Request) -> None:
    """Was this form sent from our own page? Raises Refused."""
    if request.method != "POST":
        return
    origin, host = request.headers.get("origin"), request.headers.get("host", "")
    scheme = "https" if desk_of(request).secure else "http"
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none") or (
        origin is not None and origin != f"{scheme}://{host}"
    ):
        raise Refused(403, "That was sent from another page, so nothing was done.")
    form = await request.form(max_fields=FIELDS)
    brought = form.get("mark")
    # the loop listens to the narrator's microphone: it must not wait for the disk
    known = await run_sync(visitor, request)
    if not isinstance(brought, str) or not hmac.compare_digest(
        brought.encode(), mark(desk_of(request), known.token).encode()
    ):
        raise Refused(
            403, "That page had been open for too long, so nothing was done. Please try again."
        )


def remember(response: Response, desk: Desk, token: str) -> None:
    """Set the cookie: no script reads it, no other site sends it."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=int(accounts.LONGEST.total_seconds()),
        httponly=True,
        samesite="strict",
        secure=desk.secure,
        path="/",
    )


Number = Annotated[int, Path(ge=0, le=2**31 - 1)]
"""A number in an address, no larger than the record can hold."""


async def _whole(request: Request) -> FormData:
    return await request.form(max_fields=FIELDS)


Whole = Annotated[FormData, Depends(_whole)]
"""Every field of a form, of which a page may have as many as it needs."""

OneLine = Annotated[str, BeforeValidator(lambda sent: " ".join(str(sent).split()))]
"""One line of a form as it is kept: nothing but blanks is nothing, before its length is looked at."""
