"""Who is asking, whether they may, and whether their own page sent the form."""

import hashlib
import hmac
import math
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated, Any, cast, get_args, get_origin, get_type_hints
from urllib.parse import urlsplit

from anyio.to_thread import run_sync
from argon2.exceptions import InvalidHashError, VerificationError
from fastapi import Depends, Path, Request, params
from pydantic import BeforeValidator
from starlette.datastructures import FormData
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route

from voice_agent.archive import accounts, narrators_pin, news, sign_ins
from voice_agent.archive.accounts import Account, Role
from voice_agent.web.desk import Desk
from voice_agent.web.filled import SECRET

COOKIE = "visit"

DEVICE = "device"
"""A cookie that outlives the sign-in: this browser has been here before."""

ASKED = "asked"
"""A cookie of whoever asked for another password, set in answer to that: this very browser asked."""

KEPT = 2 * 365 * 24 * 3600
"""Seconds that a browser keeps a device's cookie, and that of a sign-in that stays; how long they open anything is
decided here."""


FIELDS = 10_000
"""Of one form: a long chapter of the book has two for each sentence."""


class Refused(Exception):
    """A page that is not for this visitor, in one sentence."""

    def __init__(self, status: int, says: str) -> None:
        super().__init__(says)
        self.status, self.says = status, says


class NotYours(Refused):
    """A page of somebody else's: from here one goes on to one's own."""

    def __init__(self) -> None:
        super().__init__(
            403, "This page is for somebody else in this house. Yours are in the menu above."
        )


class SignInFirst(Exception):
    """Nobody is signed in; the page asks them to."""


class NotLetIn(Exception):
    """Somebody is signed in whom the narrator has not let in."""


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
        account = sign_ins.signed_in(desk.book, token, desk.now()) if token else None
        fresh = not 20 <= len(token) <= 100
        known = Visitor(account, secrets.token_urlsafe(32) if fresh else token, fresh)
        request.state.visitor = known
    return known


AtDesk = Annotated[Desk, Depends(desk_of)]
Visiting = Annotated[Visitor, Depends(visitor)]


def need(*roles: Role) -> Callable[[Request], Account]:
    """A dependency: the account, if it was let in as one of `roles`. Raises SignInFirst, NotLetIn, Refused."""

    def ask(request: Request) -> Account:
        account = visitor(request).account
        if account is None:
            raise SignInFirst
        if not account.roles:
            raise NotLetIn
        if account.roles.isdisjoint(roles):
            raise NotYours
        return account

    return ask


Narrator = Annotated[Account, Depends(need(Role.NARRATOR))]
Caregiver = Annotated[Account, Depends(need(Role.CAREGIVER))]
Family = Annotated[Account, Depends(need(Role.FAMILY))]
Advocate = Annotated[Account, Depends(need(Role.ADVOCATE))]
Household = Annotated[Account, Depends(need(Role.NARRATOR, Role.FAMILY))]


def anybody(request: Request) -> Account:
    """A dependency: whoever is signed in, let in or not. Raises SignInFirst."""
    account = visitor(request).account
    if account is None:
        raise SignInFirst
    return account


Anybody = Annotated[Account, Depends(anybody)]


def device(request: Request) -> str:
    """The token by which this browser is known; "" where it is not."""
    return _token(request, DEVICE)


Device = Annotated[str, Depends(device)]


def asked_with(request: Request) -> str:
    """What this browser was given when it asked for another password; "" where it has not asked."""
    return _token(request, ASKED)


AskedWith = Annotated[str, Depends(asked_with)]


def _token(request: Request, name: str) -> str:
    token = request.cookies.get(name, "")
    return token if 20 <= len(token) <= 100 else ""


def mark(desk: Desk, token: str) -> str:
    """What a form must bring back: only a page made for this cookie knows it."""
    return hmac.new(desk.key, token.encode(), hashlib.sha256).hexdigest()


def asked_by(endpoint: Callable[..., Any]) -> tuple[Callable[[Request], Account], ...]:
    """What decides whose page an endpoint is, from its own signature: it needs the cookie and nothing that is sent.

    Each raises what `need` raises. Empty: the page is everybody's.
    """
    hints = get_type_hints(endpoint, include_extras=True).values()
    return tuple(
        cast(Callable[[Request], Account], extra.dependency)
        for hint in hints
        if get_origin(hint) is Annotated and get_args(hint)[0] is Account
        for extra in get_args(hint)[1:]
        if isinstance(extra, params.Depends)
    )


def sent(request: Request) -> list[tuple[str, str]]:
    """The form that was sent, field by field, without its secrets: an error must not lose it."""
    return getattr(request.state, "sent", [])


def typed(request: Request) -> list[str]:
    """What somebody wrote into it."""
    return [said for _, value in sent(request) if len((said := value.strip()).split()) > 1]


def sent_from(request: Request) -> str:
    """The page of ours whose form was sent, where one can go back to it; "" where none is known.

    What was itself the answer to a form ("/care/people/invite", with a link on it) cannot be opened by its address: then
    the page above it is meant, as where the browser does not say which page it was.
    """
    if request.method != "POST":
        return ""
    came = urlsplit(request.headers.get("referer", ""))
    ours = came.path if came.netloc == request.headers.get("host") else ""
    scope = {"type": "http", "method": "GET", "path": ours, "root_path": "", "headers": []}
    if ours and any(each.matches(scope)[0] is Match.FULL for each in request.app.routes):
        return ours
    routes = cast(Sequence[BaseRoute], request.app.state.routes)
    pages = {e.path for e in routes if isinstance(e, Route) and "GET" in (e.methods or ())}
    return next((a for sent in (ours, request.url.path) for a in _above(sent) if a in pages), "")


def _above(address: str) -> Iterator[str]:
    """An address, and those it lies below: "/care/people/invite", "/care/people", "/care"."""
    while address.strip("/"):
        yield address
        address = address.rpartition("/")[0]


def from_elsewhere(request: Request) -> bool:
    """Does the browser say that another page sent this, or not say which? All of the last years do, one way or both."""
    origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site")
    scheme = "https" if desk_of(request).secure else "http"
    if origin is None:
        return site != "same-origin"
    own = f"{scheme}://{request.headers.get('host', '')}"
    return origin != own or site not in (None, "same-origin", "none")


async def honest(request: Request) -> None:
    """Was this form made for whoever sends it? Raises Refused. The doorman has looked at all that is not in the form."""
    if request.method != "POST":
        return
    form = await request.form(max_fields=FIELDS)
    request.state.sent = [
        (name, value)
        for name, value in form.multi_items()
        if name not in SECRET and isinstance(value, str)
    ]
    brought = form.get("mark")
    # the loop listens to the narrator's microphone: it must not wait for the disk
    known = await run_sync(visitor, request)
    if not isinstance(brought, str) or not hmac.compare_digest(
        brought.encode(), mark(desk_of(request), known.token).encode()
    ):
        raise Refused(
            403, "That page had been open for too long, so nothing was done. Please try again."
        )


def remember(response: Response, desk: Desk, token: str, *, stays: bool = False) -> None:
    """Set the cookie: no script reads it, no other site sends it. Unless it `stays`, it ends with the browser."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=KEPT if stays else None,
        httponly=True,
        samesite="strict",
        secure=desk.secure,
        path="/",
    )


def know(response: Response, desk: Desk, token: str) -> None:
    """Set the cookie by which this browser is known again."""
    response.set_cookie(
        DEVICE,
        token,
        max_age=KEPT,
        httponly=True,
        samesite="strict",
        secure=desk.secure,
        path="/",
    )


def asks_here(response: Response, desk: Desk, token: str, lasts: timedelta) -> None:
    """Set the cookie of the browser that has asked for another password; it is sent to the pages about that alone."""
    response.set_cookie(
        ASKED,
        token,
        max_age=int(lasts.total_seconds()),
        httponly=True,
        samesite="strict",
        secure=desk.secure,
        path="/forgotten",
    )


def in_words(seconds: float) -> str:
    """How long to wait: "20 seconds", "a minute"."""
    return "a minute" if seconds > 45 else f"{max(5, math.ceil(seconds / 5) * 5)} seconds"


def sure(desk: Desk, account: Account, typed: str) -> None:
    """Return once the narrator's PIN was typed, or the password where none is set. Raises Refused.

    Of many wrong ones the narrator hears: whoever types them sits at a page of theirs.
    """
    by_pin = narrators_pin.asked(desk.book.state, desk.pin)
    called = "PIN" if by_pin else "password"
    if wait := desk.pins.begin(account.id):
        _slipped(desk, account, called)
        raise Refused(
            429, f"Please wait {in_words(wait)}, then try again. Nothing has been changed."
        )
    if by_pin:
        right = narrators_pin.right(desk.book.state, desk.pin, typed)
    else:
        try:
            right = desk.hasher.verify(accounts.password_of(desk.book, account.id), typed)
        except (VerificationError, InvalidHashError):
            right = False
    if not right:
        _slipped(desk, account, called)
        raise Refused(403, f"That is not your {called}. Nothing has been changed.")
    desk.pins.forgive(account.id)


def _slipped(desk: Desk, account: Account, called: str) -> None:
    if not desk.slips.allows(f"{called} {account.id}"):
        news.once_a_day(desk.book, news.What.PIN, called, desk.now())


Number = Annotated[int, Path(ge=0, le=2**31 - 1)]
"""A number in an address, no larger than the record can hold."""


async def _whole(request: Request) -> FormData:
    return await request.form(max_fields=FIELDS)


Whole = Annotated[FormData, Depends(_whole)]
"""Every field of a form, of which a page may have as many as it needs."""

OneLine = Annotated[str, BeforeValidator(lambda sent: " ".join(str(sent).split()))]
"""One line of a form as it is kept: nothing but blanks is nothing, before its length is looked at."""
