"""A pen for tests/ollama_server.py that writes with a real, very small model. Real tokens, no sense."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from ollama_server import Emit, Request

from voice_agent.settings import load

SMOLLM2 = "smollm2"


def smollm2() -> Path:
    """Return the folder with the weights, or skip the test that asks for it."""
    path = load().weights / SMOLLM2
    if not path.is_dir():
        pytest.skip("the weights of SmolLM2 are not on this machine")
    return path


class TokenPen:
    """Writes with xllamacpp, which also serves the OpenAI protocol at `url`."""

    def __init__(self, weights: Path) -> None:
        import xllamacpp  # not before a test asks for it: the others need no engine

        params = xllamacpp.CommonParams()
        params.model.path = str(next(weights.glob("*.gguf")))
        params.n_ctx = 4096
        params.n_parallel = 2
        params.cpuparams.n_threads = 2
        params.cache_ram_mib = 0
        params.warmup = params.ui = False
        params.verbosity = 0
        self._server = xllamacpp.Server(params)
        self._server.handle_completions(
            {"prompt": "Hm", "max_tokens": 1}
        )  # as llamacpp.py says why
        self.url: str = self._server.listening_address

    def __call__(self, request: Request, emit: Emit) -> str:
        """Write; stops as soon as nobody listens."""
        body: dict[str, Any] = {
            "messages": list(request.messages),
            "max_tokens": request.limit,
            "temperature": request.temperature,
            "seed": request.seed or 0,
            "stream": True,
        }
        if request.form is not None:
            form = {"name": "answer", "schema": request.form}
            body["response_format"] = {"type": "json_schema", "json_schema": form}
        if request.likeliest:
            body |= {"logprobs": True, "top_logprobs": 20}
        reason = "stop"

        def hear(event: Mapping[str, Any]) -> bool:
            nonlocal reason
            if "error" in event or "code" in event:
                reason = "error"
                return True
            choice = event["choices"][0]
            reason = choice["finish_reason"] or reason
            text = choice["delta"].get("content")
            if not text:
                return False
            first = ((choice.get("logprobs") or {}).get("content") or [{}])[0]
            return emit(
                text, [(one["token"], one["logprob"]) for one in first.get("top_logprobs", [])]
            )

        self._server.handle_chat_completions(body, hear)
        return reason


@contextmanager
def token_pen(weights: Path) -> Iterator[TokenPen]:
    """Load the model for a while."""
    pen = TokenPen(weights)
    yield pen
    del pen._server
