"""The same small server, speaking the OpenAI chat protocol."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ollama_server import Dialect, Mood, Pen, Request, Served, rote, serving

MUTES = ("text-embedding-nomic-embed-v2", "bge-m3", "whisper-large-v3", "qwen3-reranker")
"""Listed before the one that talks."""


@contextmanager
def openai_server(
    mood: Mood = Mood.WELL, pen: Pen = rote, certificate: tuple[Path, Path] | None = None
) -> Iterator[Served]:
    """Run one on a free port of the loopback. `certificate`: file and key, for TLS."""
    with serving(_OpenAI, mood, pen, certificate) as served:
        yield served


class _OpenAI(Dialect):
    prefix = "/v1"

    def get(self) -> None:
        if self.path == "/v1/models":
            none = self.served.mood is Mood.NO_MODEL
            listed = (*MUTES, self.served.model)
            return self.reply({"data": [] if none else [{"id": one} for one in listed]})
        return self.reply({"error": {"message": "not found"}}, 404)

    def post(self, body: dict[str, Any]) -> None:
        if self.served.mood is Mood.NO_MODEL:
            return self.reply({"error": {"message": f"The model {body['model']} is not here"}}, 404)
        if self.served.mood is Mood.NO_LIKELIHOODS and "logprobs" in body:
            return self.reply({"error": {"message": "logprobs is not supported"}}, 400)
        form = body.get("response_format", {}).get("type")
        match self.served.mood:
            case Mood.OBJECTS_ONLY if form == "json_schema":
                return self.reply({"error": {"message": "unknown response_format"}}, 422)
            case Mood.NO_FORMS if form:
                return self.reply({"error": {"message": "unexpected field"}}, 500)
            case Mood.NO_HINTS if "chat_template_kwargs" in body:
                return self.reply({"error": {"message": "unexpected field"}}, 422)
            case Mood.LISTS_ONLY:
                return self.reply({"error": {"message": "no chat template"}}, 400)
            case _:
                return self.write(body)

    def asked(self, body: dict[str, Any]) -> Request:
        form = body.get("response_format", {}).get("json_schema", {}).get("schema")
        return Request(
            body["messages"],
            body["max_tokens"],
            form,
            body["temperature"],
            body.get("seed"),
            bool(body.get("logprobs")),
        )

    def begin(self, kind: str = "text/event-stream") -> None:
        super().begin(kind)
        self.chunk(b": still here\n\n")

    def piece(self, text: str, likeliest: Sequence[tuple[str, float]]) -> bytes:
        choice: dict[str, Any] = {"index": 0, "delta": {"content": text}, "finish_reason": None}
        if likeliest:
            top = [{"token": token, "logprob": value} for token, value in likeliest]
            choice["logprobs"] = {"content": [{**top[0], "top_logprobs": top}]}
        return _event({"choices": [choice]})

    def thought(self, text: str) -> bytes:
        return _event({"choices": [{"index": 0, "delta": {"reasoning_content": text}}]})

    def ending(self, reason: str) -> bytes:
        end = {"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}
        return _event(end) + _event({"choices": [], "usage": {}}) + b"data: [DONE]\n\n"

    def failure(self) -> bytes:
        return _event({"error": {"code": 500, "message": "out of memory"}})


def _event(data: dict[str, Any]) -> bytes:
    return b"data: " + json.dumps(data).encode() + b"\n\n"
