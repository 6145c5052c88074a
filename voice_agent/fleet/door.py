"""The one door of the cluster, as OpenAI's endpoints: the key of a house opens it, and behind it stand engines that may be anywhere.

What hears, speaks and understands is the house's own `lending`, put before engines of the cluster; only the language model's
answer is passed through here as it comes.
"""

import hashlib
import hmac
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, cast

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse

from voice_agent.errors import EngineError, NotLent, VoiceAgentError
from voice_agent.fleet.plan import Plan
from voice_agent.fleet.replicas import Failed
from voice_agent.lending import openai_side
from voice_agent.lending.engines import Lent
from voice_agent.lending.parcels import words
from voice_agent.lending.refusals import KEPT, told, unclear
from voice_agent.lending.turns import Turns

AT_ONCE = 64
"""Requests with sound that one door takes at a time; each may lie in its memory with 25 MB, and is some 0.3."""

Chat = Callable[[Mapping[str, Any]], AsyncGenerator[bytes, None]]
"""As PassingOn.chat. Raises Failed, EngineError."""


class FromCluster(Lent):
    """Engines that many may use at once: nobody here tells a life to this computer, and each replica keeps its own queue."""

    @contextmanager
    def piece(self) -> Generator[None]:
        """Do one piece of work, whatever else is done."""
        yield


def digests(keys: Iterable[str]) -> tuple[str, ...]:
    """What the door keeps of the keys."""
    return tuple(_digest(each) for each in keys)


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def door(wanted: Sequence[str]) -> Callable[[Request], None]:
    """Let in whoever shows a key whose digest is among `wanted`; which it was is not noted."""

    def let_in(request: Request) -> None:
        shown = request.headers.get("authorization", "").removeprefix("Bearer ").strip()
        found = _digest(shown)
        # each of them is looked at: how long it takes says nothing of which house it is
        if not any([hmac.compare_digest(found, each) for each in wanted]):
            raise NotLent(
                "This cluster does not know that key.",
                status=401,
                code="invalid_api_key",
                safe=KEPT,
                mend="Give the house a key of its own: `voice-agent fleet key FILE --house NAME`, then `fleet up` once more.",
            )

    return let_in


def app(plan: Plan, lent: Lent, chat: Chat | None, wanted: Sequence[str]) -> FastAPI:
    """The door. `chat`: None where no language model is served; `wanted`: the digests of the keys."""
    lets_in = door(wanted)
    made = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False)

    async def answer(request: Request) -> Response:
        lets_in(request)
        if chat is None:
            raise NotLent(
                "This cluster has no language model.",
                status=404,
                code="model_not_found",
                safe=KEPT,
                mend="Name its server under [writing] in fleet.toml, or none in the house.",
            )
        asked = await words(request)
        if not isinstance(asked.get("messages"), list):
            raise unclear("That is no request for a chat.", param="messages")
        return await _answered(chat, asked)

    async def models(request: Request) -> Response:
        lets_in(request)
        named = [
            # whoever names no model asks the first: the one that can talk
            *([plan.writing.model] if chat else []),
            *([lent.hears_as] if lent.transcriber else []),
            *([lent.speaks_as] if lent.voice else []),
            *([lent.means_as] if lent.embedder else []),
        ]
        data = [
            {"id": each, "object": "model", "created": 0, "owned_by": "fleet"} for each in named
        ]
        return JSONResponse({"object": "list", "data": data})

    made.add_api_route("/v1/chat/completions", answer, methods=["POST"])
    made.add_api_route("/v1/models", models, methods=["GET"])
    made.add_api_route("/healthz", _well, methods=["GET"])
    made.add_exception_handler(VoiceAgentError, _told)
    made.add_exception_handler(Failed, _told)
    made.mount("/", openai_side.app(lent, lets_in, Turns(AT_ONCE)))
    return made


async def _well() -> Response:
    """For whatever spreads houses over several doors. Says nothing of what is behind it."""
    return Response("well")


async def _answered(chat: Chat, asked: Mapping[str, Any]) -> Response:
    pieces = chat(asked)
    try:
        status = int(await anext(pieces))
    except StopAsyncIteration:
        raise EngineError("writing", "the model's server said nothing.", retryable=True) from None
    if status != 200:
        too_long = await anext(pieces, b"") == b"context"
        await pieces.aclose()
        says = "longer than the model's context" if too_long else "refused by the model's server"
        return _error(status, f"What was asked is {says}.")
    kind = "text/event-stream" if asked.get("stream") else "application/json"
    return StreamingResponse(pieces, media_type=kind)


def _error(status: int, says: str, code: str | None = None) -> Response:
    told = {"message": says, "type": "invalid_request_error" if status < 500 else "server_error"}
    return JSONResponse({"error": {**told, "param": None, "code": code}}, status)


async def _told(request: Request, error: Exception) -> Response:
    if isinstance(error, EngineError | Failed):
        return _error(503, "The cluster cannot do that now. " + KEPT)
    known = told(cast(VoiceAgentError, error))
    says = " ".join(part for part in (known.what, known.safe, known.mend) if part)
    return _error(known.status, says, known.code)
