"""The ways in and out: the first account, signing in, signing out, invitations, the certificate."""

import hmac
from typing import Annotated

from argon2.exceptions import VerificationError
from fastapi import APIRouter, Depends, Form, Request
from starlette.background import BackgroundTask
from starlette.responses import Response

from voice_agent.archive import accounts, forgotten, invitations, letting_in, news, sign_ins
from voice_agent.archive.accounts import Account, Role
from voice_agent.archive.called import key
from voice_agent.archive.invitations import Invitation
from voice_agent.errors import AccountRefused
from voice_agent.web.desk import Desk
from voice_agent.web.guard import (
    COOKIE,
    Anybody,
    AskedWith,
    AtDesk,
    Device,
    OneLine,
    Refused,
    Visiting,
    Visitor,
    asks_here,
    honest,
    in_words,
    know,
    remember,
)
from voice_agent.web.pages import home, page, then, too_often

router = APIRouter(dependencies=[Depends(honest)])

SHORTEST_PASSWORDS = {Role.NARRATOR: 6}
"""Letters of a password; eyes and hands are old, and whoever guesses waits longer each time."""

OTHERS = 10

Name = Annotated[OneLine, Form(min_length=1, max_length=60)]
Password = Annotated[str, Form(min_length=1, max_length=200)]


@router.get("/")
def door(visiting: Visiting, desk: AtDesk) -> Response:
    """To one's own page."""
    return then(home(visiting.account))


@router.get("/sign-in")
def sign_in_page(request: Request, visiting: Visiting) -> Response:
    """Name and password."""
    if visiting.account:
        return then(home(visiting.account))
    return page(request, "sign_in.html", wrong="", name="")


@router.post("/sign-in")
def sign_in(
    request: Request,
    desk: AtDesk,
    device: Device,
    name: Name,
    password: Password,
    stays: Annotated[bool, Form()] = False,
) -> Response:
    """Let somebody in. Wrong passwords are counted by address and by name, those from a known device by themselves.

    To whoever does not know the password it is the same, in words and in time, whether anybody is called so.
    """
    found = accounts.called(desk.book, name)
    if known := _waits_here(desk, device, name, password):
        return _let_in(desk, known[0], device, stays=stays, password=known[1])
    # counted before the slow look at the password: many tries at the same moment are many tries
    if found is not None and sign_ins.knows(desk.book, device, found):
        waits, counted = desk.at_home, (sign_ins.digest(device),)
    else:
        waits, counted = desk.sign_ins, (f"from {_caller(request)}", f"name {key(name)}")
    if wait := waits.begin(*counted):
        says = (
            f"Those were too many wrong passwords. Please wait {in_words(wait)}, or use a telephone or tablet that "
            "you signed in with before."
        )
        return _missed(desk, found, too_often(request, says))
    known = _known(desk, name, password)
    if known is None:
        wrong = "That name and password do not belong together. Please try again. If you were sent a link and still wait "
        wrong += f"for {desk.who}’s word, please do it on the telephone, tablet or computer on which you opened the link."
        return _missed(desk, found, page(request, "sign_in.html", 401, wrong=wrong, name=name))
    waits.forgive(*counted)
    account, digest = known
    return _let_in(desk, account, device, stays=stays, password=digest)


@router.post("/sign-out")
def sign_out(desk: AtDesk, visiting: Visiting) -> Response:
    """The cookie opens nothing any more."""
    response = then("/sign-in", "out")
    _sign_out(response, desk, visiting)
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
    stays: Annotated[bool, Form()] = False,
) -> Response:
    """Make the narrator's account: everything else the narrator gives away."""
    _check_code(desk, code)
    if wrong := _too_short(password, Role.NARRATOR):
        return page(request, "first.html", 400, code=code, wrong=wrong, name=name)
    account = accounts.make_first(desk.book, name, desk.hasher.hash(password), desk.now())
    return _let_in(desk, account, "", stays=stays, expected=True)


@router.get("/invite/{token}")
def invite_page(request: Request, desk: AtDesk, visiting: Visiting, token: str) -> Response:
    """What an invitation offers; where somebody else is signed in, whose it is."""
    offered = _offered(request, desk, token)
    if _somebody_else(visiting, offered):
        return page(request, "whose_link.html", offered=offered, token=token)
    return page(
        request, "invite.html", offered=offered, token=token, wrong="", least=_least(offered.role)
    )


@router.post("/invite/{token}/here")
def take_up_here(request: Request, desk: AtDesk, visiting: Visiting, token: str) -> Response:
    """Sign out whoever else is signed in, as whoever the link is for has asked; then it can be taken up."""
    offered = _offered(request, desk, token)
    response = then(f"/invite/{token}")
    if _somebody_else(visiting, offered):
        _sign_out(response, desk, visiting)
    return response


@router.post("/invite/{token}")
def take_up(
    request: Request,
    desk: AtDesk,
    device: Device,
    visiting: Visiting,
    token: str,
    password: Password,
    stays: Annotated[bool, Form()] = False,
) -> Response:
    """Make the account of whoever the link was made for; the link is used up, but where somebody else is signed in."""
    offered = _offered(request, desk, token)
    if _somebody_else(visiting, offered):
        return page(request, "whose_link.html", 409, offered=offered, token=token)
    if wrong := _too_short(password, offered.role):
        return page(
            request,
            "invite.html",
            400,
            offered=offered,
            token=token,
            wrong=wrong,
            least=_least(offered.role),
        )
    digest = desk.hasher.hash(password)
    account = invitations.take_up(desk.book, token, digest, desk.now(), device=device)
    return _let_in(desk, account, device, stays=stays, expected=True)


@router.get("/waiting")
def waiting(request: Request, desk: AtDesk, account: Anybody) -> Response:
    """Signed in, and not let in yet."""
    if account.roles:
        return then(home(account))
    waits = next(
        (each for each in letting_in.waiting(desk.book) if each.account.id == account.id), None
    )
    replaced = letting_in.replaced(desk.book, account.id)
    return page(request, "waiting.html", waits=waits, replaced=replaced)


@router.get("/forgotten")
def forgotten_page(
    request: Request, desk: AtDesk, device: Device, asked_with: AskedWith
) -> Response:
    """What somebody can do who forgot the password."""
    asked = forgotten.of_browser(desk.book, device, asked_with, desk.now())
    return page(request, "forgotten.html", asked=asked, name="", wrong="", least=OTHERS)


@router.post("/forgotten")
def ask_for_another(
    request: Request, desk: AtDesk, device: Device, asked_with: AskedWith, name: Name
) -> Response:
    """Let the narrator be asked. From a browser that is not known it says the same whoever is named."""
    if not desk.links.allows(_caller(request)):
        raise Refused(429, "That was very often. Please wait five minutes.")
    found = accounts.called(desk.book, name)
    if found is None or not sign_ins.knows(desk.book, device, found):
        wrong = "That cannot be asked for from this telephone, tablet or computer."
    elif Role.NARRATOR in found.roles:
        wrong = "For you it is done on the device itself: whoever looks after it knows how, and you need your PIN."
    else:
        secret = forgotten.ask(desk.book, found, device, desk.now(), asked_with=asked_with)
        response = then("/forgotten", "asked_in")
        asks_here(response, desk, secret, forgotten.OPEN)
        return response
    return page(request, "forgotten.html", 403, asked=None, name=name, wrong=wrong, least=OTHERS)


@router.post("/forgotten/new")
def choose(
    request: Request,
    desk: AtDesk,
    device: Device,
    asked_with: AskedWith,
    password: Password,
    stays: Annotated[bool, Form()] = False,
) -> Response:
    """Choose another password, where the narrator has said yes."""
    asked = forgotten.of_browser(desk.book, device, asked_with, desk.now())
    if asked and (wrong := _too_short(password, asked.account.role)):
        return page(request, "forgotten.html", 400, asked=asked, name="", wrong=wrong, least=OTHERS)
    digest = desk.hasher.hash(password)
    account = forgotten.choose(desk.book, device, asked_with, digest, desk.now())
    return _let_in(desk, account, device, stays=stays, expected=True)


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


def _missed(desk: Desk, whose: Account | None, response: Response) -> Response:
    """Count a wrong password. Once the answer is given: what is written down for the narrator takes time."""
    if whose is not None and not desk.slips.allows(whose.id):
        response.background = BackgroundTask(
            news.once_a_day, desk.book, news.What.GUESSES, whose.name, desk.now()
        )
    return response


def _known(desk: Desk, name: str, password: str) -> tuple[Account, str] | None:
    found = accounts.digest_of(desk.book, name)
    if found is None:
        desk.hasher.hash(
            password
        )  # as slow as a wrong password: nobody learns which names there are
        return None
    return found if _right(desk, found[1], password) else None


def _waits_here(desk: Desk, device: str, name: str, password: str) -> tuple[Account, str] | None:
    """Whoever took up a link in this very browser and waits for the narrator's word: elsewhere the name is nobody's yet."""
    waiting = accounts.waiting_called(desk.book, name)
    here = [each for each in waiting if sign_ins.knows(desk.book, device, each)]
    counted = sign_ins.digest(device)
    if not here or desk.at_home.begin(counted):
        return None
    for each in here:
        digest = accounts.password_of(desk.book, each.id)
        if _right(desk, digest, password):
            desk.at_home.forgive(counted)
            return each, digest
    return None


def _right(desk: Desk, digest: str, password: str) -> bool:
    try:
        return desk.hasher.verify(digest, password)
    except VerificationError:
        return False


def _let_in(
    desk: Desk,
    account: Account,
    device: str,
    *,
    stays: bool = False,
    password: str = "",
    expected: bool = False,
) -> Response:
    response = then(home(account), "welcome")
    token, device = sign_ins.sign_in(
        desk.book,
        account,
        desk.now(),
        device=device,
        stays=stays,
        password=password,
        expected=expected,
    )
    remember(response, desk, token, stays=stays)
    know(response, desk, device)
    return response


def _sign_out(response: Response, desk: Desk, visiting: Visitor) -> None:
    sign_ins.sign_out(desk.book, visiting.token)
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict", secure=desk.secure)


def _somebody_else(visiting: Visitor, offered: Invitation) -> bool:
    """Is anybody signed in whom the link is not for?"""
    return visiting.account is not None and visiting.account.id != offered.account


def _offered(request: Request, desk: Desk, token: str) -> Invitation:
    offered = invitations.offered(desk.book, token, desk.now())
    if offered is None:
        if not desk.links.allows(_caller(request)):
            raise Refused(429, "Those were too many wrong links. Please wait five minutes.")
        raise invitations.stale()
    return offered


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


def _caller(request: Request) -> str:
    return request.client.host if request.client else "?"


def _least(role: Role) -> int:
    return SHORTEST_PASSWORDS.get(role, OTHERS)


def _too_short(password: str, role: Role) -> str:
    least = _least(role)
    return f"Please choose at least {least} letters or numbers." if len(password) < least else ""
