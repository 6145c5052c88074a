"""The language model of the cluster: what is asked goes on to vLLM or Ollama, and comes back as it is written. Nothing is kept.

The reading of turns, the seat and chapters all come this way: they differ in their prompts alone, which the house writes.
"""

import re
from collections.abc import AsyncGenerator, Callable, Generator, Mapping
from contextlib import aclosing, contextmanager
from typing import Any

import httpx

from voice_agent.fleet.plan import Writing
from voice_agent.fleet.replicas import Failed

PASSED_ON = frozenset(
    [
        "messages",
        "max_tokens",
        "max_completion_tokens",
        "temperature",
        "top_p",
        "seed",
        "stop",
        "stream",
        "response_format",
        "logprobs",
        "top_logprobs",
        "chat_template_kwargs",
        "reasoning_effort",
    ]
)
"""Fields of a request that reach the model's server: no name of a house, and no wish to have anything stored."""

SILENCE = 60.0
"""Seconds without a sign of life from the model's server; the first includes reading the prompt. A guess."""

Connect = Callable[[httpx.Timeout], httpx.AsyncClient]
"""Opens a client; it is closed here."""


class PassingOn:
    """Knows nothing but an address."""

    def __init__(self, wants: Writing, key: str = "", connect: Connect | None = None) -> None:
        """`key`: of the model's server."""
        self._url, self._model = wants.url.rstrip("/"), wants.model
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._connect = connect or _client

    @property
    def model(self) -> str:
        """What houses call it."""
        return self._model

    async def chat(self, asked: Mapping[str, Any]) -> AsyncGenerator[bytes, None]:
        """Yield the status as three figures, then the answer's bytes as they come. Raises Failed.

        Closing it closes the connection, and the server stops writing.
        """
        body = {name: value for name, value in asked.items() if name in PASSED_ON}
        body["model"] = self._model
        with _wire():
            async with self._connect(httpx.Timeout(SILENCE, connect=0.5)) as client:
                request = client.build_request(
                    "POST", f"{self._url}/chat/completions", json=body, headers=self._headers
                )
                response = await client.send(request, stream=True)
                async with aclosing(_pieces(response)) as pieces:
                    async for piece in pieces:
                        yield piece


async def _pieces(response: httpx.Response) -> AsyncGenerator[bytes, None]:
    async with aclosing(response):
        yield str(response.status_code).encode()
        if response.status_code != 200:
            # a refusal may quote what was asked: of its words only that one is passed on which means "too long"
            said = (await response.aread()).decode("utf-8", "replace")
            yield b"context" if re.search(r"\bcontext\b", said, re.IGNORECASE) else b""
            return
        async for piece in response.aiter_bytes():
            yield piece


@contextmanager
def _wire() -> Generator[None]:
    try:
        yield
    except httpx.HTTPError as error:
        raise Failed(f"the model's server does not answer ({type(error).__name__})") from None


def _client(timeout: httpx.Timeout) -> httpx.AsyncClient:
    return httpx.AsyncClient(timeout=timeout, trust_env=False, follow_redirects=False)
