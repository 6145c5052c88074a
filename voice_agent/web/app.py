"""The pages as one application. Nothing is loaded from anywhere else, and nothing is sent anywhere else."""

import functools
from collections.abc import Awaitable, Callable, Mapping
from enum import StrEnum
from importlib.resources import files
from typing import Any, cast

from anyio.to_thread import run_sync
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Message

from voice_agent.errors import AccountRefused, NoSuchSession, VoiceAgentError
from voice_agent.web import (
    backup,
    book,
    care,
    doors,
    family,
    forgetting,
    house,
    known,
    names,
    own,
    own_again,
    own_away,
    own_book,
    own_marks,
    own_reading,
    own_words,
    people,
    talk,
    who_sees,
)
from voice_agent.web.backup import Making
from voice_agent.web.desk import Desk
from voice_agent.web.doorman import Doorman
from voice_agent.web.filled import put_back
from voice_agent.web.guard import (
    NotLetIn,
    NotYours,
    Refused,
    SignInFirst,
    desk_of,
    sent,
    sent_from,
    typed,
)
from voice_agent.web.pages import page, then, too_often
from voice_agent.web.talk import Spawn, Switchboard

STATUS: dict[type[VoiceAgentError], int] = {AccountRefused: 403, NoSuchSession: 404}
"""Other errors of ours are 400: the page says what to do."""


def nowhere(work: Callable[[], Awaitable[None]]) -> None:
    """Where no session can be held, none is started."""


def make(desk: Desk, spawn: Spawn = nowhere) -> FastAPI:
    """The application behind `desk`; `spawn` starts sessions that outlive their connection."""
    app = FastAPI(
        title="voice-agent", docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False
    )
    app.state.desk = desk
    app.state.switchboard = Switchboard(desk, spawn)
    app.state.making = Making(desk, spawn)
    routes = list[BaseRoute]()
    for each in (
        doors,
        people,
        care,
        house,
        backup,
        book,
        family,
        own,
        own_again,
        own_away,
        own_words,
        own_book,
        own_marks,
        own_reading,
        who_sees,
        known,
        names,
        forgetting,
        talk,
    ):
        app.include_router(each.router, include_in_schema=True)
        routes += each.router.routes
    app.state.routes = routes
    app.add_api_route("/static/htmx.min.js", _htmx, include_in_schema=False)
    app.add_api_route("/static/{face}.ttf", _letters, include_in_schema=False)
    app.mount("/static", StaticFiles(directory=str(files("voice_agent.web") / "static")))
    app.add_middleware(Doorman, desk=desk, routes=routes)
    app.add_exception_handler(SignInFirst, _sign_in)
    app.add_exception_handler(NotLetIn, _not_let_in)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(VoiceAgentError, _ours)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _unclear)
    return app


def _htmx() -> Response:
    """htmx as its makers published it; it comes inside a package and is not ours to keep."""
    path = str(files("js_lib_htmx") / "static" / "htmx" / "htmx.min.js")
    return FileResponse(
        path, media_type="text/javascript", headers={"Cache-Control": "private, max-age=86400"}
    )


class Face(StrEnum):
    """The letters that the pages are set in, each as its makers' file calls it."""

    REGULAR = "AtkinsonHyperlegible-Regular"
    BOLD = "AtkinsonHyperlegible-Bold"
    ITALIC = "AtkinsonHyperlegible-Italic"
    BOLD_ITALIC = "AtkinsonHyperlegible-BoldItalic"


def _letters(face: Face) -> Response:
    """Letters drawn for eyes that see little, out of a package like htmx; a browser asks for them once a month."""
    path = str(files("fontpkg_atkinson_hyperlegible") / "files" / f"{face}.ttf")
    return FileResponse(
        path, media_type="font/ttf", headers={"Cache-Control": "private, max-age=2592000"}
    )


def _sign_in(request: Request, error: Exception) -> Response:
    if request.method == "GET":
        return then("/sign-in")
    return _said(request, 401, "Please sign in first. Nothing was done.")


def _not_let_in(request: Request, error: Exception) -> Response:
    if request.method == "GET":
        return then("/waiting")
    return _said(request, 403, "You are not let in yet. Nothing was done.")


async def _refused(request: Request, error: Exception) -> Response:
    refused = cast(Refused, error)
    if refused.status == 429:
        return await run_sync(
            functools.partial(too_often, request, refused.says, back=sent_from(request))
        )
    back = "" if isinstance(refused, NotYours) else sent_from(request)
    return await _say(request, refused.status, refused.says, back=back)


async def _ours(request: Request, error: Exception) -> Response:
    told = cast(VoiceAgentError, error)
    status = next((code for kind, code in STATUS.items() if isinstance(told, kind)), 400)
    return await _say(request, status, told.what, told.safe, told.mend, back=sent_from(request))


def _http(request: Request, error: Exception) -> Response:
    told = cast(HTTPException, error)
    says = {404: "There is no such page.", 405: "That cannot be done on this page."}
    what = says.get(told.status_code, "That did not work.")
    return _said(request, told.status_code, what, back=sent_from(request))


MISSING = {
    "name": "the name",
    "relation": "what they are to you",
    "question": "your question",
    "note": "your note",
    "picture": "the picture",
    "day": "the day",
    "days": "the days of the week",
    "at": "the hour",
    "first": "the first day",
    "last": "the last day",
    "to": "the new day",
    "password": "the password",
    "pin": "the PIN",
    "word": "the word",
    "sure": "your yes",
    "caption": "what you wrote to the picture",
    "household": "with whom they live",
    "heard": "what you wrote",
    "reads": "what you wrote",
    "role": "what they may do",
    "given": "your answer",
    "answer": "your answer",
    "free": "your answer",
    "yes": "your answer",
    "stands": "your answer",
    "other": "the other person",
    "address": "the address",
    "words": "the name as it stands in the story",
    "calendar": "the calendar file",
    "begins": "the hour at which it begins",
    "ends": "the hour at which it ends",
    "pace": "how fast it speaks",
    "volume": "how loud it speaks",
}
"""What a form may lack, as one would ask for it aloud, by the name of its field."""


TOO_LONG = ("string_too_long", "too_long")
"""As pydantic calls it: of a text, and of one that was made a single line first."""


async def _unclear(request: Request, error: Exception) -> Response:
    """What a form lacks is said to be missing, what is too long to be that, and what cannot be read to be that."""
    wrong = cast(RequestValidationError, error).errors()
    long = {f: each["ctx"]["max_length"] for each in wrong if (f := _too_long(each)) in MISSING}
    says = [
        f"{_begins(_called(request, f))} is too long: there is room for {n} letters."
        for f, n in long.items()
    ]
    others = [each for each in wrong if str(each["loc"][-1]) not in long]
    if others:
        asked = dict.fromkeys(
            _called(request, f) for each in others if (f := str(each["loc"][-1])) in MISSING
        )
        empty = all(not str(each.get("input") or "").strip() for each in others)
        what = " and ".join(asked) or "something"
        are = "are" if len(asked) > 1 else "is"
        says.append(
            f"{_begins(what)} {are} still missing." if empty else f"I could not read {what}."
        )
    return await _say(
        request,
        400,
        " ".join(says),
        "Nothing has been changed.",
        "Please look at it once more.",
        back=sent_from(request),
    )


def _called(request: Request, field: str) -> str:
    """A field as the page itself calls it: on a caregiver's, whoever is invited is something to the narrator."""
    theirs = field == "relation" and request.url.path.startswith("/care")
    return f"what they are to {desk_of(request).who}" if theirs else MISSING[field]


def _begins(text: str) -> str:
    return text[:1].upper() + text[1:]


def _too_long(wrong: Mapping[str, Any]) -> str:
    """The field that holds more than it may; "" where it is something else."""
    return str(wrong["loc"][-1]) if wrong["type"] in TOO_LONG else ""


async def _say(
    request: Request, status: int, what: str, safe: str = "", mend: str = "", *, back: str = ""
) -> Response:
    """The form itself, as it was sent, with the error in it; where there is none, a page that says it."""
    says = " ".join(each for each in (what, safe, mend) if each)
    if filled := await _filled(request, says):
        return HTMLResponse(filled, status)
    return await run_sync(functools.partial(_said, request, status, what, safe, mend, back=back))


WORD = 300
"""Letters of a word that somebody may have typed; as many as a question of the family has at most."""


async def _filled(request: Request, says: str) -> str | None:
    """The page that a form came from, with that form as it was sent; None where it cannot be shown."""
    where = sent_from(request)
    words = (value.split() for _, value in sent(request))
    if not where or not any(len(each) > 1 or (each and len(each[0]) <= WORD) for each in words):
        return None
    came = await _page_again(request, where)
    return came and put_back(came, request.url.path, sent(request), says)


async def _page_again(request: Request, where: str) -> str:
    """What our page `where` shows whoever asks; "" where it shows them nothing."""
    known = {"visitor": request.state.visitor} if hasattr(request.state, "visitor") else {}
    asks = {"method": "GET", "path": where, "raw_path": where.encode(), "query_string": b""}
    scope = {**request.scope, **asks, "state": known, "path_params": {}}
    came = list[Message]()

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        came.append(message)

    await request.app.router(scope, receive, send)
    shown = any(each.get("status") == 200 for each in came)
    return b"".join(each.get("body", b"") for each in came).decode() if shown else ""


def _said(
    request: Request, status: int, what: str, safe: str = "", mend: str = "", *, back: str = ""
) -> Response:
    return page(
        request,
        "said.html",
        status,
        what=what,
        safe=safe,
        mend=mend,
        typed=typed(request),
        back=back,
    )
