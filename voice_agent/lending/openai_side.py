"""OpenAI's endpoints before our engines: what programs in the house know how to ask.

An application of its own, with nothing of the house's pages in it. Nothing of what is sent is written anywhere: uploads stay in
memory, no error names a word of them, and nothing of them is logged.
"""

import base64
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import AsyncExitStack, suppress
from threading import Event
from typing import Any, TypeVar, cast

import anyio
from anyio.to_thread import run_sync
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from voice_agent.errors import NotLent, VoiceAgentError, first
from voice_agent.lending import hearing, meaning, refusals, speaking, transcripts, wrapping
from voice_agent.lending.arriving import sounds
from voice_agent.lending.engines import Lent
from voice_agent.lending.parcels import ClientDisconnect, form, words
from voice_agent.lending.refusals import unclear, unforeseen, unknown
from voice_agent.lending.turns import Turns

T = TypeVar("T")

Door = Callable[[Request], None]
"""Lets a request in. Raises NotLent."""

LOOKS = 0.5
"""Seconds between two looks whether whoever asked is still there."""

TEXTS, LONGEST_TEXT = 2048, 20_000
"""Of one request for vectors: how many, and letters of each."""

THEIR_EARS, THEIR_VOICES = ("whisper-1",), ("tts-1", "tts-1-hd", "gpt-4o-mini-tts")
"""What programs ask for that cannot ask for anything else: they mean what there is. Not so for vectors: those of one model are
nothing to another."""

THEIR_SPEAKERS = (
    "alloy", "ash", "ballad", "cedar", "coral", "echo", "fable", "marin", "nova", "onyx", "sage", "shimmer", "verse",
)  # fmt: skip

FORMS = ("json", "text", "verbose_json", "srt", "vtt")


def everybody(request: Request) -> None:
    """A door that is open."""


def app(lent: Lent, door: Door = everybody, turns: Turns | None = None) -> FastAPI:
    """The endpoints before `lent`. `door` decides who may ask; `turns` are those of everybody who is served."""
    made = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False)
    made.state.lent, made.state.door, made.state.turns = lent, door, turns or Turns()
    made.add_api_route("/v1/models", _models, methods=["GET"])
    made.add_api_route("/v1/models/{name:path}", _model, methods=["GET"])
    made.add_api_route("/v1/audio/transcriptions", _transcriptions, methods=["POST"])
    made.add_api_route("/v1/audio/speech", _speech, methods=["POST"])
    made.add_api_route("/v1/embeddings", _embeddings, methods=["POST"])
    made.add_exception_handler(VoiceAgentError, _ours)
    made.add_exception_handler(HTTPException, _http)
    made.add_exception_handler(ClientDisconnect, _gone)
    made.add_middleware(_Discreet)
    return made


class _Discreet:
    """Answers for errors that are none of ours, which a server would log with all that they say."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        begun = False

        async def sent(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, sent)
        except Exception as error:
            told = _told(unforeseen(error))
            if not begun:  # what has begun breaks off: nobody takes it for all
                await told(scope, receive, send)


def _let_in(request: Request) -> Lent:
    cast(Door, request.app.state.door)(request)
    return cast(Lent, request.app.state.lent)


def _turns(request: Request) -> Turns:
    return cast(Turns, request.app.state.turns)


async def _models(request: Request) -> Response:
    lent = _let_in(request)
    return JSONResponse({"object": "list", "data": [_card(name) for name in lent.names]})


async def _model(request: Request, name: str) -> Response:
    lent = _let_in(request)
    if name not in lent.names:
        raise unknown(name, ", ".join(lent.names), "model")
    return JSONResponse(_card(name))


def _card(name: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": 0, "owned_by": "this house"}


async def _transcriptions(request: Request) -> Response:
    lent = _let_in(request)
    lent.ears()
    lent.free()
    async with _turns(request).one():
        sent = await form(request)
        _called(sent.one("model"), lent.hears_as, THEIR_EARS)
        kind = sent.one("response_format") or "json"
        if kind not in FORMS:
            raise unclear(
                f"The response_format is one of {', '.join(FORMS)}.", param="response_format"
            )
        lent.understands(sent.one("language"))
        asked = sent.fields.get("timestamp_granularities[]", ["word"])
        names = sent.one("prompt").split(",")
        found = await _worked(
            request, lambda on: hearing.heard(lent, sounds(sent.file), on, names=names)
        )
    if found is None:
        raise ClientDisconnect
    transcript, seconds = found
    match kind:
        case "text":
            return PlainTextResponse(f"{transcript.text}\n")
        case "srt":
            return PlainTextResponse(transcripts.srt(transcript))
        case "vtt":
            return PlainTextResponse(transcripts.vtt(transcript), media_type="text/vtt")
        case "verbose_json":
            return JSONResponse(
                transcripts.verbose(transcript, seconds, lent.language, words="word" in asked)
            )
        case _:
            return JSONResponse({"text": transcript.text})


async def _speech(request: Request) -> Response:
    lent = _let_in(request)
    lent.mouth()
    lent.free()
    asked = await words(request)
    text, kind, speed = (
        asked.get("input"),
        asked.get("response_format", "mp3"),
        asked.get("speed", 1),
    )
    _called(asked.get("model", ""), lent.speaks_as, THEIR_VOICES)
    _called(asked.get("voice", ""), lent.speaks_as, THEIR_SPEAKERS, "voice")
    if not isinstance(text, str):
        raise unclear("The input is the text to be said.", param="input")
    if not isinstance(kind, str) or kind not in wrapping.KINDS:
        raise unclear(
            f"The response_format is one of {', '.join(wrapping.KINDS)}.", param="response_format"
        )
    if not isinstance(speed, int | float) or isinstance(speed, bool) or not 0.25 <= speed <= 4:
        raise unclear("The speed is a number from 0.25 to 4.", param="speed")
    pieces = wrapping.wrapped(speaking.spoken(lent, text, speed=float(speed)), kind)
    async with AsyncExitStack() as held:
        await held.enter_async_context(_turns(request).one())
        begun = await run_sync(next, pieces, b"")  # what cannot be said is told before anything is
        return _Streamed(begun, pieces, held.pop_all(), wrapping.KINDS[kind])


class _Streamed(StreamingResponse):
    """Sound as it is made. Its turn ends with it, also where nobody took any of it."""

    def __init__(
        self, first: bytes, pieces: Iterator[bytes], held: AsyncExitStack, kind: str
    ) -> None:
        super().__init__(self._all(first, pieces), media_type=kind)
        self._held = held

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        async with self._held:
            await super().__call__(scope, receive, send)

    async def stream_response(self, send: Send) -> None:
        """Send it. What breaks off is not ended: nobody may take it for all."""
        with suppress(VoiceAgentError):
            await super().stream_response(send)

    @staticmethod
    async def _all(first: bytes, pieces: Iterator[bytes]) -> AsyncGenerator[bytes]:
        yield first
        while piece := await run_sync(next, pieces, b""):
            yield piece


async def _embeddings(request: Request) -> Response:
    lent = _let_in(request)
    lent.mind()
    lent.free()
    asked = await words(request)
    _called(asked.get("model", ""), lent.means_as, ())
    coded = asked.get("encoding_format", "float")
    if coded not in ("float", "base64"):
        raise unclear("The encoding_format is float or base64.", param="encoding_format")
    if asked.get("dimensions") not in (None, lent.mind().size):
        raise unclear(
            f"Vectors of this model have {lent.mind().size} numbers and cannot be shortened.",
            param="dimensions",
        )
    texts = _texts(asked.get("input"))
    async with _turns(request).one():
        rows = await _worked(request, lambda on: meaning.vectors(lent, texts, on))
    if len(rows) < len(texts):
        raise ClientDisconnect
    data = [
        {
            "object": "embedding",
            "index": number,
            "embedding": base64.b64encode(row.astype("<f4").tobytes()).decode()
            if coded == "base64"
            else row.tolist(),
        }
        for number, row in enumerate(rows)
    ]
    usage = {"prompt_tokens": 0, "total_tokens": 0}  # nothing is charged, so nothing is counted
    return JSONResponse({"object": "list", "data": data, "model": lent.means_as, "usage": usage})


def _texts(sent: Any) -> list[str]:
    found = [sent] if isinstance(sent, str) else sent
    if not isinstance(found, list) or not found:
        raise unclear("The input is a text, or a list of texts.", param="input")
    every = cast(list[Any], found)
    if len(every) > TEXTS:
        raise unclear(f"At most {TEXTS} texts are taken at once.", param="input")
    if not all(isinstance(each, str) for each in every):
        raise unclear(
            "The input is text; numbers of tokens are not understood here.", param="input"
        )
    texts = cast(list[str], every)
    if any(len(each) > LONGEST_TEXT for each in texts):
        raise unclear(
            f"A text of the input has more than {LONGEST_TEXT} letters.",
            param="input",
            mend="Send it in parts: of a longer one only the beginning would count.",
        )
    return texts


def _called(asked: Any, here: str, too: tuple[str, ...], param: str = "model") -> None:
    """Return where what was asked for is what is `here`, by its name, none, or a name that means it `too`. Raises NotLent."""
    if asked and asked != here and asked not in too:
        raise unknown(str(asked), here, param)


async def _worked(request: Request, work: Callable[[Callable[[], bool]], T]) -> T:
    """Work in a thread, which is told when whoever asked has gone. Raises what `work` raises."""
    gone = Event()

    async def look() -> None:
        while not await request.is_disconnected():  # noqa: ASYNC110 nothing tells of it
            await anyio.sleep(LOOKS)
        gone.set()

    done = list[T]()
    try:
        async with anyio.create_task_group() as beside:
            beside.start_soon(look)
            done.append(await run_sync(work, lambda: not gone.is_set()))
            beside.cancel_scope.cancel()
    except BaseExceptionGroup as group:
        raise first(group) from None
    return done[0]


def _ours(request: Request, error: Exception) -> Response:
    return _told(refusals.told(cast(VoiceAgentError, error)))


def _told(told: NotLent) -> Response:
    says = " ".join(part for part in (told.what, told.safe, told.mend) if part)
    kind = "invalid_request_error" if told.status < 500 else "server_error"
    return _said(told.status, says, kind, told.param, told.code, told.again)


def _http(request: Request, error: Exception) -> Response:
    status = cast(HTTPException, error).status_code
    says = {404: "There is no such address here.", 405: "That is not how this address is asked."}
    return _said(status, says.get(status, "That did not work."), "invalid_request_error")


def _gone(request: Request, error: Exception) -> Response:
    return Response(status_code=400)  # nobody reads it


def _said(
    status: int, says: str, kind: str, param: str = "", code: str = "", again: int = 0
) -> Response:
    told = {"message": says, "type": kind, "param": param or None, "code": code or None}
    headers = {"Retry-After": str(again)} if again else {}
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return JSONResponse({"error": told}, status, headers)
