"""The ways in and out: the first account, signing in, signing out, invitations, the certificate."""

import hmac
from typing import Annotated

from argon2.exceptions import VerificationError
from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import Response

from voice_agent.archive import accounts
from voice_agent.archive.accounts import Account, Role
from voice_agent.errors import AccountRefused
from voice_agent.web.desk import Desk
from voice_agent.web.guard import COOKIE, AtDesk, Refused, Visiting, honest, remember
from voice_agent.web.pages import HOME, page, then

router = APIRouter(dependencies=[Depends(honest)])

SHORTEST = {Role.NARRATOR: 6}
"""Letters of a password; eyes and hands are old, and five tries are all there are."""

OTHERS = 10

Name = Annotated[str, Form(min_length=1, max_length=60)]
Password = Annotated[str, Form(min_length=1, max_length=200)]


@router.get("/")
def door(visiting: Visiting, desk: AtDesk) -> Response:
    """To one's own page."""
    return then(HOME[visiting.account.role] if visiting.account else "/sign-in")


@router.get("/sign-in")
def sign_in_page(request: Request, visiting: Visiting) -> Response:
    """Name and password."""
    if visiting.account:
        return then(HOME[visiting.account.role])
    return page(request, "sign_in.html", wrong="", name="")


@router.post("/sign-in")
def sign_in(request: Request, desk: AtDesk, name: Name, password: Password) -> Response:
    """Let somebody in; five wrong passwords in five minutes are enough."""
    caller = f"{request.client.host if request.client else '?'}"
    name = " ".join(name.split())
    keys = (f"from {caller}", f"name {name.lower()}")
    # counted before the slow look at the password: many tries at the same moment are many tries
    if not all(desk.sign_ins.allows(key) for key in keys):
        raise Refused(
            429, "Those were too many wrong passwords. Please wait five minutes, then try again."
        )
    account = _known(desk, name, password)
    if account is None:
        wrong = "That name and password do not belong together. Please try again."
        return page(request, "sign_in.html", 401, wrong=wrong, name=name)
    for key in keys:
        desk.sign_ins.forgive(key)
    return _let_in(desk, account)


@router.post("/sign-out")
def sign_out(desk: AtDesk, visiting: Visiting) -> Response:
    """The cookie opens nothing any more."""
    accounts.sign_out(desk.book, visiting.token)
    response = then("/sign-in", "out")
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict", secure=desk.secure)
    return response


@router.get("/first")
def first_page(request: Request, desk: AtDesk, code: str = "") -> Response:
    """The house's first account."""
    _check_code(desk, code)
    return page(request, "first.html", code=code, wrong="", name=desk.narrator)


@router.post("/first")
def first(
    request: Request,
    desk: AtDesk,
    name: Name,
    password: Password,
    code: Annotated[str, Form(max_length=100)] = "",
) -> Response:
    """Make the narrator's account: everything else the narrator gives away."""
    _check_code(desk, code)
    if wrong := _too_short(password, Role.NARRATOR):
        return page(request, "first.html", 400, code=code, wrong=wrong, name=name)
    account = accounts.make_first(
        desk.book, name, Role.NARRATOR, desk.hasher.hash(password), desk.now()
    )
    return _let_in(desk, account)


@router.get("/invite/{token}")
def invite_page(request: Request, desk: AtDesk, token: str) -> Response:
    """What an invitation offers."""
    offered = accounts.invited(desk.book, token, desk.now())
    if offered is None:
        _count_link(request, desk)
        raise accounts.stale()
    return page(request, "invite.html", offered=offered, token=token, wrong="", name=offered.name)


@router.post("/invite/{token}")
def take_up(request: Request, desk: AtDesk, token: str, name: Name, password: Password) -> Response:
    """Make the account; the link is used up."""
    offered = accounts.invited(desk.book, token, desk.now())
    if offered is None:
        _count_link(request, desk)
        raise accounts.stale()
    if wrong := _too_short(password, offered.role):
        return page(
            request, "invite.html", 400, offered=offered, token=token, wrong=wrong, name=name
        )
    digest = desk.hasher.hash(password)
    account = accounts.take_up(desk.book, token, name, digest, desk.now())
    return _let_in(desk, account)


@router.get("/certificate")
def certificate_page(request: Request, desk: AtDesk) -> Response:
    """How a telephone or a tablet comes to trust this device."""
    return page(request, "certificate.html", needed=bool(desk.authority))


@router.get("/certificate/voice-agent.crt")
def certificate(desk: AtDesk) -> Response:
    """The certificate that was made at home. It is no secret."""
    if not desk.authority:
        raise Refused(404, "No certificate is needed here.")
    return Response(desk.authority, media_type="application/x-x509-ca-cert")


def _known(desk: Desk, name: str, password: str) -> Account | None:
    found = accounts.digest_of(desk.book, name)
    if found is None:
        desk.hasher.hash(
            password
        )  # as slow as a wrong password: nobody learns which names there are
        return None
    account, digest = found
    try:
        desk.hasher.verify(digest, password)
    except VerificationError:
        return None
    return account


def _let_in(desk: Desk, account: Account) -> Response:
    response = then(HOME[account.role], "welcome")
    remember(response, desk, accounts.sign_in(desk.book, account, desk.now()))
    return response


def _check_code(desk: Desk, code: str) -> None:
    if accounts.everybody(desk.book):
        raise AccountRefused(
            "This house has its first account already.",
            safe="Nothing has been changed.",
            mend="Sign in, or ask for an invitation.",
        )
    if not hmac.compare_digest(code.encode(), desk.code.encode()):
        raise Refused(
            403, "Please open the address that was shown where the interviewer was started."
        )


def _count_link(request: Request, desk: Desk) -> None:
    caller = f"{request.client.host if request.client else '?'}"
    if not desk.links.allows(caller):
        raise Refused(429, "Those were too many wrong links. Please wait five minutes.")


def _too_short(password: str, role: Role) -> str:
    least = SHORTEST.get(role, OTHERS)
    return f"Please choose at least {least} letters or numbers." if len(password) < least else ""
