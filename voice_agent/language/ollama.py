"""Ollama in the house, through its native client.

Its habits, and what we do about each (measured, or from its documentation):
a prompt longer than num_ctx is cut in silence, and another num_ctx reloads the model: so one fixed
num_ctx with every request, and what might not fit is refused here; a model leaves memory after five
minutes: keep_alive -1, as a number; a model that can think does unless it is told not to, and in some versions to
tell a model that cannot is an error: so think=False is sent until it is refused; think=False together with a schema
may lose the schema, and some builds (MLX) know none: writer.py tries both out at the start; it writes one text at a time: the narrator's turn goes first (request_queue.py);
a text may end for want of tokens: done_reason is passed on.
"""

from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any, Literal

import httpx
import ollama
from anyio import move_on_after

from voice_agent.backends import Health, Message
from voice_agent.errors import EngineError, EngineUnavailable
from voice_agent.language import wire
from voice_agent.language.writer import Asked, Part, Writer

LETTERS_A_TOKEN = 3.0
"""Fewer than English needs (about 4.2), so that what passes this estimate surely fits."""

UNREADABLE = (ValueError, TypeError, AttributeError)
"""What the client raises on a line that is not the JSON it expects; it does not check first."""


class OllamaServer:
    """One model at one Ollama server. Nothing is contacted before the first request."""

    engine = "ollama"

    def __init__(
        self, host: str, model: str, *, context: int = 8192, patience: wire.Patience | None = None
    ) -> None:
        """`context` in tokens, the same for every request of every role that uses this model."""
        self.host = host
        self.model = model
        self.context = context
        self.patience = patience or wire.Patience()
        self._think: bool | None = False
        """What is said about thinking; None where this server refuses to be told."""

    @property
    def name(self) -> str:
        """E.g. 'ollama qwen3.5:9b'."""
        return f"{self.engine} {self.model}"

    async def load(self) -> None:
        """Ask whether the model can talk, and bring it into memory to stay."""
        with wire.plainly(self.engine, self.host):
            async with self._client(self.patience.loading()) as client:
                try:
                    shown = await client.show(self.model)
                    if "completion" not in (shown.capabilities or ["completion"]):
                        raise self._mute()
                    await self._bring(client)
                except ollama.ResponseError as error:
                    raise self._refused(error) from None
                except UNREADABLE:
                    raise wire.rubbish(self.engine) from None

    def close(self) -> None:
        """Nothing is held open between requests."""

    async def health(self) -> Health:
        """Ask for the list of models: at once where nothing listens, 1.8 s at the longest."""
        with move_on_after(1.8):
            try:
                return await self._health()
            except EngineError as error:
                return Health(False, f"{error.what} {error.mend}".strip())
        return Health(False, f"Ollama at {self.host} took too long to answer.")

    async def chat(self, asked: Asked) -> AsyncGenerator[Part, None]:
        """Answer part by part. Raises EngineError where it ends without saying that it is done."""
        self._refuse_too_long(asked.messages, asked.limit)
        deadline = wire.Deadline(self.engine, self.patience.whole)
        ended = ""
        with wire.plainly(self.engine, self.host):
            async with self._client(self.patience.timeout()) as client:
                try:
                    parts = await client.chat(
                        self.model,
                        [{"role": one.role, "content": one.text} for one in asked.messages],
                        stream=True,
                        think=self._think,
                        format=_format(asked),
                        logprobs=True if asked.likeliest else None,
                        top_logprobs=20 if asked.likeliest else None,
                        options=self._options(asked),
                        keep_alive=-1,
                    )
                    async for part in parts:
                        deadline.check()
                        ended = (part.done_reason or "stop") if part.done else ""
                        first = (part.logprobs or [None])[0]
                        likeliest = (first.top_logprobs or ()) if first else ()
                        yield Part(
                            part.message.content or "",
                            ended,
                            tuple((one.token, one.logprob) for one in likeliest),
                            thinking=bool(part.message.thinking),
                        )
                except ollama.ResponseError as error:
                    raise self._refused(error) from None
                except UNREADABLE:
                    raise wire.rubbish(self.engine) from None
        if not ended:
            raise wire.cut_short(self.engine)

    async def _bring(self, client: ollama.AsyncClient) -> None:
        options = self._options(Asked([], 1))
        try:
            await client.chat(self.model, [], think=self._think, options=options, keep_alive=-1)
        except ollama.ResponseError as error:
            if self._think is None or error.status_code != 400 or "think" not in str(error.error):
                raise
            self._think = None
            await client.chat(self.model, [], options=options, keep_alive=-1)

    async def _health(self) -> Health:
        with wire.plainly(self.engine, self.host):
            async with self._client(self.patience.timeout()) as client:
                try:
                    found = {one.model for one in (await client.list()).models}
                except ollama.ResponseError as error:
                    raise self._refused(error) from None
                except UNREADABLE:
                    raise wire.rubbish(self.engine) from None
        if not found & {self.model, f"{self.model}:latest"}:
            raise self._missing()
        return Health(True, f"Ollama at {self.host} has the language model {self.model}.")

    def _client(self, timeout: httpx.Timeout) -> ollama.AsyncClient:
        return ollama.AsyncClient(
            self.host,
            timeout=timeout,
            follow_redirects=False,
            trust_env=False,
            verify=wire.verify(self.host),
        )

    def _options(self, asked: Asked) -> dict[str, Any]:
        options = {
            "num_ctx": self.context,
            "num_predict": asked.limit,
            "temperature": asked.temperature,
        }
        return options if asked.seed is None else {**options, "seed": asked.seed}

    def _refuse_too_long(self, messages: Sequence[Message], limit: int) -> None:
        if sum(len(one.text) for one in messages) / LETTERS_A_TOKEN + limit > self.context:
            raise wire.too_long(self.engine)

    def _refused(self, error: ollama.ResponseError) -> EngineError:
        if error.status_code == 404 and "model" in str(error.error):
            return self._missing()
        return wire.refused(self.engine, self.host, error.status_code)

    def _mute(self) -> EngineUnavailable:
        return EngineUnavailable(
            self.engine,
            f"{self.model} on the server at {self.host} is not a language model that answers.",
            retryable=False,
            mend="`voice-agent models suggest` names some that do.",
        )

    def _missing(self) -> EngineUnavailable:
        return EngineUnavailable(
            self.engine,
            f"The server at {self.host} does not have the language model {self.model}.",
            retryable=False,
            mend=f"Fetch it there once with `ollama pull {self.model}`.",
        )


def _format(asked: Asked) -> Mapping[str, Any] | Literal["json"] | None:
    if asked.form is None:
        return None
    return "json" if asked.loosely else dict(asked.form)


def at_ollama(
    host: str, model: str, *, context: int = 8192, patience: wire.Patience | None = None
) -> Writer:
    """Return the language model `model` at `host`. Nothing is contacted yet."""
    return Writer(OllamaServer(host, model, context=context, patience=patience))
