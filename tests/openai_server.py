"""The same small server, speaking the OpenAI chat protocol."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ollama_server import MODEL, Dialect, Mood, Pen, Request, Served, rote, serving


@contextmanager
def openai_server(mood: Mood = Mood.WELL, pen: Pen = rote) -> Iterator[Served]:
    """Run one on a free port of the loopback."""
    with serving(_OpenAI, mood, pen) as served:
        yield served


class _OpenAI(Dialect):
    prefix = "/v1"

    def get(self) -> None:
        if self.path == "/v1/models":
            return self.reply(
                {"data": [] if self.served.mood is Mood.NO_MODEL else [{"id": MODEL}]}
            )
        return self.reply({"error": {"message": "not found"}}, 404)

    def post(self, body: dict[str, Any]) -> None:
        if self.served.mood is Mood.NO_MODEL:
            return self.reply({"error": {"message": f"The model {body['model']} is not here"}}, 404)
        if self.served.mood is Mood.NO_LIKELIHOODS and "logprobs" in body:
            return self.reply({"error": {"message": "logprobs is not supported"}}, 400)
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

    def ending(self, reason: str) -> bytes:
        end = {"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}
        return _event(end) + _event({"choices": [], "usage": {}}) + b"data: [DONE]\n\n"

    def failure(self) -> bytes:
        return _event({"error": {"code": 500, "message": "out of memory"}})


def _event(data: dict[str, Any]) -> bytes:
    return b"data: " + json.dumps(data).encode() + b"\n\n"
