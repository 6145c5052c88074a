"""Any server in the house that speaks the OpenAI chat protocol: vLLM, llama.cpp's own, Ray Serve.

Only the address in the settings is contacted. What a server refuses (a schema, probabilities) is
asked for once, then done without: writer.py puts the schema into words and forces choices.
"""

import json
from collections.abc import AsyncGenerator, Callable, Mapping
from typing import Any, cast

import httpx
from anyio import move_on_after

from voice_agent.backends import Health
from voice_agent.errors import EngineError, EngineUnavailable
from voice_agent.language import wire
from voice_agent.language.writer import Asked, Part, Writer

Connect = Callable[[httpx.Timeout], httpx.AsyncClient]
"""Opens a client; the caller closes it."""


class OpenAIServer:
    """One model behind /chat/completions. Nothing is contacted before the first request."""

    def __init__(
        self,
        url: str,
        model: str = "",
        *,
        engine: str = "openai",
        key: str = "",
        patience: wire.Patience | None = None,
        connect: Connect | None = None,
        extra: Callable[[Asked], Mapping[str, Any]] = lambda asked: {},
    ) -> None:
        """`url` up to and including /v1. An empty `model` means the first the server lists.

        `extra` adds fields that only some servers know.
        """
        self.engine = engine
        self.url = url.rstrip("/")
        self.model = model
        self.patience = patience or wire.Patience()
        self._key = key
        self._connect = connect or self._over_the_network
        self._extra = extra

    @property
    def name(self) -> str:
        """E.g. 'openai mistral-small'."""
        return f"{self.engine} {self.model or self.url}"

    async def load(self) -> None:
        """Find the model; such servers hold their weights already."""
        names = await self._models()
        if not names:
            raise wire.rubbish(self.engine)
        if not self.model:
            self.model = names[0]
        elif self.model not in names:
            raise self._missing()

    async def health(self) -> Health:
        """Ask for the list of models: at once where nothing listens, 1.8 s at the longest."""
        with move_on_after(1.8):
            try:
                names = await self._models()
            except EngineError as error:
                return Health(False, f"{error.what} {error.mend}".strip())
            if self.model and self.model not in names:
                return Health(False, f"{self._missing().what} {self._missing().mend}")
            if not names:
                return Health(False, f"The server at {self.url} has no language model loaded.")
            which = self.model or ", ".join(names)
            return Health(True, f"The server at {self.url} has the language model {which}.")
        return Health(False, f"The language server at {self.url} took too long to answer.")

    async def chat(self, asked: Asked) -> AsyncGenerator[Part, None]:
        """Answer part by part, from server-sent events."""
        deadline = wire.Deadline(self.engine, self.patience.whole)
        ended = ""
        with wire.plainly(self.engine, self.url):
            async with (
                self._connect(self.patience.timeout()) as client,
                client.stream(
                    "POST",
                    f"{self.url}/chat/completions",
                    json=self._body(asked),
                    headers=self._headers(),
                ) as response,
            ):
                if response.status_code != 200:
                    await response.aread()
                    raise self._refused(response)
                async for line in response.aiter_lines():
                    deadline.check()
                    if not line.startswith("data:"):
                        continue  # blank lines between events, and comments that say "still here"
                    data = line.removeprefix("data:").strip()
                    if data == "[DONE]":
                        break
                    part = self._part(data)
                    ended = part.ended or ended
                    yield part
        if not ended:
            raise wire.cut_short(self.engine)

    def _body(self, asked: Asked) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self.model,
            "messages": [{"role": one.role, "content": one.text} for one in asked.messages],
            "max_tokens": asked.limit,
            "temperature": asked.temperature,
            "stream": True,
        }
        if asked.seed is not None:
            body["seed"] = asked.seed
        if asked.form is not None:
            form = {"name": "answer", "strict": True, "schema": asked.form}
            body["response_format"] = {"type": "json_schema", "json_schema": form}
        if asked.likeliest:
            body |= {"logprobs": True, "top_logprobs": 20}
        return {**body, **self._extra(asked)}

    def _part(self, data: str) -> Part:
        try:
            event = json.loads(data)
            if "error" in event:
                raise wire.refused(self.engine, self.url, -1)
            if not event["choices"]:
                return Part("")  # some servers end with an event that only counts tokens
            choice = event["choices"][0]
            first = ((choice.get("logprobs") or {}).get("content") or [{}])[0]
            return Part(
                (choice.get("delta") or {}).get("content") or "",
                choice.get("finish_reason") or "",
                tuple(
                    (str(one["token"]), float(one["logprob"]))
                    for one in first.get("top_logprobs", ())
                ),
            )
        except (KeyError, IndexError, TypeError, AttributeError, ValueError):
            raise wire.rubbish(self.engine) from None

    async def _models(self) -> list[str]:
        with wire.plainly(self.engine, self.url):
            async with self._connect(self.patience.timeout()) as client:
                response = await client.get(f"{self.url}/models", headers=self._headers())
        if response.status_code != 200:
            raise self._refused(response)
        try:
            listed = cast(list[Mapping[str, Any]], response.json()["data"])
            return [str(one["id"]) for one in listed]
        except (KeyError, TypeError, ValueError):
            raise wire.rubbish(self.engine) from None

    def _over_the_network(self, timeout: httpx.Timeout) -> httpx.AsyncClient:
        return httpx.AsyncClient(
            timeout=timeout, trust_env=False, verify=wire.verify(self.url), follow_redirects=False
        )

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._key}"} if self._key else {}

    def _refused(self, response: httpx.Response) -> EngineError:
        said = response.text[:2000].casefold()
        if response.status_code == 400 and "context" in said:
            return wire.too_long(self.engine)
        if response.status_code == 400:
            return wire.unasked(self.engine, self.url)  # writer.py then asks for less
        if response.status_code == 404 and "model" in said:
            return self._missing()
        return wire.refused(self.engine, self.url, response.status_code)

    def _missing(self) -> EngineUnavailable:
        return EngineUnavailable(
            self.engine,
            f"The server at {self.url} does not have the language model {self.model}.",
            retryable=False,
            mend="Put one of its models into `language.openai_model`, or leave that empty.",
        )


def openai_compatible(
    url: str, model: str = "", *, key: str = "", patience: wire.Patience | None = None
) -> Writer:
    """Return the language model `model` at `url`. Nothing is contacted yet."""
    return Writer(OpenAIServer(url, model, key=key, patience=patience))
