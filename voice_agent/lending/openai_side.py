"""OpenAI's endpoints before our engines: what programs in the house know how to ask.

An application of its own, with nothing of the house's pages in it. Nothing of what is sent is written anywhere: uploads stay in
memory, and no error names a word of them.
"""

import base64
from collections.abc import Callable, Iterator
from typing import cast

from anyio.to_thread import run_sync
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse

from voice_agent.errors import EngineError, NotLent, VoiceAgentError
from voice_agent.lending import meaning, speaking
from voice_agent.lending.engines import Lent

Doors = Callable[[Request], None]
"""Lets a request in. Raises NotLent."""


def open_door(request: Request) -> None:
    """Everybody may ask."""


def app(lent: Lent, door: Doors = open_door) -> FastAPI:
    """The endpoints before `lent`; `door` decides who may ask."""
    made = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False)
    made.state.lent, made.state.door = lent, door
    made.add_api_route("/v1/models", _models, methods=["GET"])
    made.add_api_route("/v1/embeddings", _embeddings, methods=["POST"])
    made.add_api_route("/v1/audio/speech", _speech, methods=["POST"])
    made.add_exception_handler(VoiceAgentError, _told)
    return made


def _lent(request: Request) -> Lent:
    cast(Doors, request.app.state.door)(request)
    return cast(Lent, request.app.state.lent)


async def _models(request: Request) -> Response:
    lent = _lent(request)
    names = [
        name
        for engine, name in (
            (lent.transcriber, lent.hears_as),
            (lent.voice, lent.speaks_as),
            (lent.embedder, lent.means_as),
        )
        if engine is not None
    ]
    data = [
        {"id": name, "object": "model", "created": 0, "owned_by": "this house"} for name in names
    ]
    return JSONResponse({"object": "list", "data": data})


async def _embeddings(request: Request) -> Response:
    lent, asked = _lent(request), await request.json()
    texts = [asked["input"]] if isinstance(asked["input"], str) else list(asked["input"])
    rows = await run_sync(meaning.vectors, lent, texts)
    as_text = asked.get("encoding_format", "float") == "base64"
    data = [
        {
            "object": "embedding",
            "index": number,
            "embedding": base64.b64encode(row.astype("<f4").tobytes()).decode()
            if as_text
            else row.tolist(),
        }
        for number, row in enumerate(rows)
    ]
    usage = {"prompt_tokens": 0, "total_tokens": 0}
    return JSONResponse({"object": "list", "data": data, "model": lent.means_as, "usage": usage})


async def _speech(request: Request) -> Response:
    lent, asked = _lent(request), await request.json()
    clips = speaking.spoken(lent, asked["input"], speed=asked.get("speed", 1.0))

    def pcm() -> Iterator[bytes]:
        for clip in clips:
            yield (clip.samples * 32767).astype("<i2").tobytes()

    return StreamingResponse(pcm(), media_type="audio/pcm")


def _told(request: Request, error: Exception) -> Response:
    told = cast(VoiceAgentError, error)
    status = (
        told.status if isinstance(told, NotLent) else 500 if isinstance(told, EngineError) else 400
    )
    says = " ".join(part for part in (told.what, told.safe, told.mend) if part)
    return JSONResponse(
        {"error": {"message": says, "type": "", "param": None, "code": None}}, status
    )
