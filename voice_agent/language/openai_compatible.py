"""Any server in the house that speaks the OpenAI chat protocol: vLLM, llama.cpp's own, Ray Serve.

Only the address in the settings is contacted. What a server refuses (a schema, probabilities) is
asked for once, then done without: writer.py asks for less and forces choices. What is told to the model's
template (not to think) is left out as soon as a server refuses it.
"""

import json
import re
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from typing import Any, cast

import httpx
from anyio import move_on_after

from voice_agent.backends import Health, Message
from voice_agent.errors import EngineError, EngineUnavailable
from voice_agent.language import wire
from voice_agent.language.writer import Asked, Part, Writer

Connect = Callable[[httpx.Timeout], httpx.AsyncClient]
"""Opens a client; the caller closes it."""

REFUSED = (400, 422, 500)
"""How servers answer to something in a request that they do not know."""

MUTE = re.compile(
    r"embed|rerank|minilm|whisper|diffusion|moderation"
    r"|(?<![a-z])(?:bge|e5|gte|tts|asr|stt|colbert|clip|kokoro|piper|parakeet|flux)(?![a-z])"
)
"""In the names of models that answer nothing: they are listed beside those that do."""

ONE_WORD = Asked([Message("user", "Say yes.")], 1)


class OpenAIServer:
    """One model behind /chat/completions. Nothing is contacted before the first request."""

    def __init__(
        self,
        url: str,
        model: str = "",
        *,
        engine: str = "openai",
        key: str = "",
        certificate: str = "",
        patience: wire.Patience | None = None,
        connect: Connect | None = None,
        extra: Callable[[Asked], Mapping[str, Any]] = lambda asked: {},
    ) -> None:
        """`url` up to and including /v1. An empty `model` means the first the server lists.

        `certificate`: a file with one that is trusted besides this computer's own. `extra` adds fields that only some
        servers know. Raises SettingsError where that file holds no certificate.
        """
        self.engine = engine
        self.url = url.rstrip("/")
        self.model = model
        self.patience = patience or wire.Patience()
        self._key = key
        self._verify = wire.verify(self.url, certificate)
        self._connect = connect or self._over_the_network
        self._extra = extra
        self._hushes = True

    @property
    def name(self) -> str:
        """E.g. 'openai mistral-small'."""
        return f"{self.engine} {self.model or self.url}"

    @property
    def where(self) -> str:
        """Host and port, as a person knows it."""
        return self.url.partition("://")[2].partition("/")[0].rpartition("@")[2]

    async def load(self) -> None:
        """Find the model, and have it answer a word: some servers bring its weights only then."""
        self.model = await self._found()
        async for _ in self._chat(ONE_WORD, self.model, self.patience.loading()):
            pass

    def close(self) -> None:
        """Nothing is held open between requests."""

    async def health(self) -> Health:
        """Ask for the models, and one for a word: at once where nothing listens, 1.8 s at the longest."""
        which = ""
        with move_on_after(1.8):
            try:
                which = await self._found()
                parts = [one async for one in self._chat(ONE_WORD, which, self.patience.timeout())]
            except EngineError as error:
                return Health(False, f"{error.what} {error.mend}".strip())
            if not any(one.text or one.thinking or one.ended == "length" for one in parts):
                return Health(False, f"The language model {which} at {self.url} answers nothing.")
            return Health(True, f"The language model {which} at {self.url} answers.")
        if which:
            says = f"The server at {self.url} has the language model {which}, but it took too long to say a word."
            return Health(False, says)
        return Health(False, f"The language server at {self.url} took too long to answer.")

    async def chat(self, asked: Asked) -> AsyncGenerator[Part, None]:
        """Answer part by part, from server-sent events."""
        async with aclosing(self._chat(asked, self.model, self.patience.timeout())) as parts:
            async for part in parts:
                yield part

    async def listed(self) -> list[str]:
        """The names of the models that can answer, in the server's order. Raises EngineError."""
        return [name for name in await self._models() if not MUTE.search(name.casefold())]

    async def _found(self) -> str:
        """The model that is meant. Raises EngineError where the server does not have it, or none."""
        if self.model and self.model not in await self._models():
            raise self._missing()
        if self.model:
            return self.model
        if names := await self.listed():
            return names[0]
        raise EngineUnavailable(
            self.engine,
            f"The server at {self.url} has no language model loaded.",
            retryable=False,
            mend="Load one there; what only embeds, ranks or listens cannot talk.",
        )

    async def _chat(
        self, asked: Asked, model: str, waits: httpx.Timeout
    ) -> AsyncGenerator[Part, None]:
        """The same, once more without what is told to the template where that may have been refused."""
        try:
            async with aclosing(self._sent(asked, model, waits)) as parts:
                async for part in parts:
                    yield part
        except wire.Unasked:  # before any part
            if not self._hushes or asked.form is not None or asked.likeliest:
                raise
            self._hushes = False
            await asked.look()
            async with aclosing(self._sent(asked, model, waits)) as parts:
                async for part in parts:
                    yield part

    async def _sent(
        self, asked: Asked, model: str, waits: httpx.Timeout
    ) -> AsyncGenerator[Part, None]:
        deadline = wire.Deadline(self.engine, self.patience.whole)
        ended = ""
        with wire.plainly(self.engine, self.url):
            async with (
                self._connect(waits) as client,
                client.stream(
                    "POST",
                    f"{self.url}/chat/completions",
                    json=self._body(asked, model),
                    headers=self._headers(),
                ) as response,
            ):
                if response.status_code != 200:
                    await response.aread()
                    raise self._refused(response, asked)
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

    def _body(self, asked: Asked, model: str) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": model,
            "messages": [{"role": one.role, "content": one.text} for one in asked.messages],
            "max_tokens": asked.limit,
            "temperature": asked.temperature,
            "stream": True,
        }
        if asked.seed is not None:
            body["seed"] = asked.seed
        if asked.loosely:
            body["response_format"] = {"type": "json_object"}
        elif asked.form is not None:
            form = {"name": "answer", "strict": True, "schema": asked.form}
            body["response_format"] = {"type": "json_schema", "json_schema": form}
        if asked.likeliest:
            body |= {"logprobs": True, "top_logprobs": 20}
        if self._hushes:
            body["chat_template_kwargs"] = {"enable_thinking": False}
        return {**body, **self._extra(asked)}

    def _part(self, data: str) -> Part:
        try:
            event = json.loads(data)
            if "error" in event:
                raise wire.refused(self.engine, self.url, -1)
            if not event["choices"]:
                return Part("")  # some servers end with an event that only counts tokens
            choice = event["choices"][0]
            delta = choice.get("delta") or {}
            first = ((choice.get("logprobs") or {}).get("content") or [{}])[0]
            return Part(
                delta.get("content") or "",
                choice.get("finish_reason") or "",
                tuple(
                    (str(one["token"]), float(one["logprob"]))
                    for one in first.get("top_logprobs", ())
                ),
                thinking=bool(delta.get("reasoning_content") or delta.get("reasoning")),
            )
        except (KeyError, IndexError, TypeError, AttributeError, ValueError):
            raise wire.rubbish(self.engine) from None

    async def _models(self) -> list[str]:
        with wire.plainly(self.engine, self.url):
            async with self._connect(self.patience.timeout()) as client:
                response = await client.get(f"{self.url}/models", headers=self._headers())
        if response.status_code != 200:
            raise self._refused(response, None)
        try:
            listed = cast(list[Mapping[str, Any]], response.json()["data"])
            return [str(one["id"]) for one in listed]
        except (KeyError, TypeError, ValueError):
            raise wire.rubbish(self.engine) from None

    def _over_the_network(self, timeout: httpx.Timeout) -> httpx.AsyncClient:
        return httpx.AsyncClient(
            timeout=timeout, trust_env=False, verify=self._verify, follow_redirects=False
        )

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._key}"} if self._key else {}

    def _refused(self, response: httpx.Response, asked: Asked | None) -> EngineError:
        """`asked`: what was refused, where a model was asked."""
        said = response.text[:2000].casefold()
        if response.status_code == 400 and "context" in said:
            return wire.too_long(self.engine)
        special = asked is not None and (asked.form is not None or asked.likeliest)
        if response.status_code in REFUSED and special:
            return wire.unasked(self.engine, self.url)  # writer.py then asks for less
        if response.status_code in (400, 422) and asked is not None and self._hushes:
            return wire.unasked(self.engine, self.url)
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
    url: str,
    model: str = "",
    *,
    key: str = "",
    certificate: str = "",
    patience: wire.Patience | None = None,
) -> Writer:
    """Return the language model `model` at `url`. Nothing is contacted yet. Raises SettingsError, as OpenAIServer."""
    return Writer(OpenAIServer(url, model, key=key, certificate=certificate, patience=patience))
