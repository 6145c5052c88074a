"""A small language model in our own process, through xllamacpp (the extra `embedded-llm`).

xllamacpp always opens a socket. A port on the loopback could be asked by every program and every
web page on the machine, so it gets a Unix socket in a folder only we may enter, and a key nobody
is told; no network is involved. We talk to it through that socket too, because a request dropped
there is really given up, also while the prompt is still being read (measured: within 1.2 s; a call
into the library cannot be taken back before its first token).

Two slots keep two beginnings of a prompt in memory: 0 for the reply, 1 for work behind it. Fixed
text (system, few-shots) must come first and never change: a 586-token prompt costs 7.3 s cold and
.24 s from the cache (1.5B on two cores).
"""

import math
import os
import secrets
import shutil
import tempfile
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any
from weakref import finalize

import httpx
from anyio import move_on_after

from voice_agent.backends import Health
from voice_agent.errors import EngineError, EngineUnavailable
from voice_agent.language import wire
from voice_agent.language.openai_compatible import OpenAIServer
from voice_agent.language.writer import Asked, Part, Writer

ENGINE = "embedded"

BATCH = 64
"""Tokens of a prompt read at a time. No slower than 512 here, and it may be given up in between."""

ALL = -1
"""Layers on a graphics card: as many as there are and it holds."""

KEPT = 128
"""MiB for beginnings of prompts that a slot has had to put aside."""

LIKELIEST = 400
"""Tokens whose probability is told; what is not among them counts as unlikely as the last."""


class EmbeddedServer:
    """Weights in memory. Loading blocks (a second or two): construct it in a worker thread."""

    engine = ENGINE

    def __init__(
        self,
        weights: Path,
        *,
        context: int = 4096,
        threads: int = 2,
        patience: wire.Patience | None = None,
        card: bool = True,
    ) -> None:
        """`weights` is a GGUF file or the folder that holds one; `context` in tokens, for each slot. `card`: its layers may lie
        on a graphics card, where the library was built for one.

        Raises EngineUnavailable where the extra is not installed or the weights cannot be read.
        """
        file = _gguf(weights)
        self.weights = file
        folder = Path(tempfile.mkdtemp(prefix="voice-agent-"))  # made with mode 0700
        socket, key = folder / "llama.sock", secrets.token_hex(16)
        self._sweep = finalize(self, shutil.rmtree, folder, ignore_errors=True)
        self._library: Any = _load(file, context, threads, socket, key, card)
        self.socket = socket
        """Ours alone; gone when this is closed."""

        self._key = key
        # nothing here may point back at self: two gigabytes would wait for the garbage collector
        self._connect = partial(_connect, socket)
        self._chat = OpenAIServer(
            "http://embedded/v1",
            engine=ENGINE,
            key=key,
            patience=patience or wire.Patience(silence=60),
            connect=self._connect,
            extra=_slot,
        )

    @property
    def name(self) -> str:
        """E.g. 'embedded qwen2.5-coder-1.5b-instruct-q4_k_m'."""
        return f"{ENGINE} {self.weights.stem}"

    def chat(self, asked: Asked) -> AsyncGenerator[Part, None]:
        """Answer part by part."""
        return self._chat.chat(asked)

    async def load(self) -> None:
        """The weights are in memory already."""

    async def health(self) -> Health:
        """Whether it still answers."""
        with move_on_after(1.8), suppress(EngineError):
            await self._chat.listed()
            says = f"The small language model {self.weights.stem} runs on this machine."
            return Health(True, says)
        return Health(False, "The small language model on this machine has stopped.")

    async def busy(self) -> bool:
        """Is a slot still at work?"""
        with wire.plainly(ENGINE, "the machine itself"):
            async with self._connect(self._chat.patience.timeout()) as client:
                return any(one["is_processing"] for one in await self._ask(client, "GET", "slots"))

    async def weigh(self, asked: Asked, choices: Sequence[str]) -> list[float]:
        """Probability of each choice, token by token along the tree the choices make; sums to 1."""
        with wire.plainly(ENGINE, "the machine itself"):
            async with self._connect(self._chat.patience.timeout()) as client:
                messages = [{"role": one.role, "content": one.text} for one in asked.messages]
                prompt = (await self._ask(client, "POST", "apply-template", messages=messages))[
                    "prompt"
                ]
                begun = (
                    await self._ask(client, "POST", "tokenize", content=prompt, parse_special=True)
                )["tokens"]
                spelled = [
                    tuple((await self._ask(client, "POST", "tokenize", content=choice))["tokens"])
                    for choice in choices
                ]
                likely = [1.0] * len(choices)
                for stem in sorted({one[:n] for one in spelled for n in range(len(one))}, key=len):
                    after = {
                        one[len(stem)]
                        for one in spelled
                        if one[: len(stem)] == stem and one != stem
                    }
                    if len(after) < 2 and stem not in spelled:
                        continue  # no parting of the ways here
                    told = await self._next(client, [*begun, *stem], asked)
                    floor = min(told.values())
                    for place, one in enumerate(spelled):
                        if one == stem:  # "no" where "not sure" is also a choice: it ends here
                            likely[place] *= max(0.0, 1 - sum(told.get(t, floor) for t in after))
                        elif one[: len(stem)] == stem:
                            likely[place] *= told.get(one[len(stem)], floor)
        whole = sum(likely)
        return [one / whole for one in likely]

    def close(self) -> None:
        """Free the memory. Blocks a moment; nothing may be asked afterwards."""
        self._library = None
        self._sweep()

    async def _next(
        self, client: httpx.AsyncClient, tokens: list[int], asked: Asked
    ) -> dict[int, float]:
        body = {"prompt": tokens, "n_predict": 1, "n_probs": LIKELIEST, "temperature": 0.0}
        answer = await self._ask(client, "POST", "completion", **body, **_slot(asked))
        top = answer["completion_probabilities"][0]["top_logprobs"]
        return {one["id"]: math.exp(one["logprob"]) for one in top}

    async def _ask(self, client: httpx.AsyncClient, verb: str, path: str, **body: Any) -> Any:
        key = {"Authorization": f"Bearer {self._key}"}
        response = await client.request(
            verb, f"http://embedded/{path}", json=body or None, headers=key
        )
        if response.status_code != 200:
            raise (
                wire.too_long(ENGINE)
                if "context" in response.text
                else wire.refused(ENGINE, "the machine itself", response.status_code)
            )
        return response.json()


def _connect(socket: Path, timeout: httpx.Timeout) -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(uds=str(socket), verify=False)
    return httpx.AsyncClient(transport=transport, timeout=timeout, trust_env=False)


def embedded(
    weights: Path, *, context: int = 4096, threads: int = 2, patience: wire.Patience | None = None
) -> Writer:
    """Load the language model at `weights`. Blocks; raises EngineUnavailable."""
    return Writer(EmbeddedServer(weights, context=context, threads=threads, patience=patience))


def _slot(asked: Asked) -> Mapping[str, Any]:
    # return_progress makes the server write while it reads the prompt, so it notices a hang-up
    return {"id_slot": int(asked.behind), "cache_prompt": True, "return_progress": True}


def _gguf(weights: Path) -> Path:
    found = sorted(weights.rglob("*.gguf")) if weights.is_dir() else [weights]
    if not found or not found[0].is_file():
        raise EngineUnavailable(
            ENGINE,
            "There are no weights for the small language model on this machine.",
            retryable=False,
            mend="`voice-agent models fetch` fetches them.",
        )
    return found[0]


def _load(file: Path, context: int, threads: int, socket: Path, key: str, card: bool) -> Any:
    # idle threads that spin take the cores from the recogniser; read when the library is loaded
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    os.environ.setdefault("GOMP_SPINCOUNT", "0")
    try:
        xllamacpp: Any = import_module("xllamacpp")
    except ImportError as error:
        gomp = "libgomp" in str(error)
        raise EngineUnavailable(
            ENGINE,
            "The small language model's engine is not installed.",
            retryable=False,
            mend="Run `sudo apt install libgomp1`."
            if gomp
            else "Install `voice-agent[embedded-llm]`.",
        ) from None
    params = xllamacpp.CommonParams()
    params.model.path = str(file)
    params.n_ctx = 2 * context
    params.n_parallel = 2
    params.n_batch = params.n_ubatch = BATCH
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    params.hostnames = [str(socket)]
    params.api_keys = [key]
    params.cache_ram_mib = KEPT
    params.n_gpu_layers = ALL if card else 0
    params.warmup = params.ui = False
    params.verbosity = 0  # its log would hold prompts
    try:
        server = xllamacpp.Server(params)
    except RuntimeError:
        raise EngineUnavailable(
            ENGINE,
            f"The small language model {file.name} could not be loaded.",
            retryable=False,
            mend="`voice-agent models verify` checks its file; it also needs enough free memory.",
        ) from None
    # its loop starts a moment after the constructor returns, and closing it before then waits for
    # ever; a first word can only come from the loop
    server.handle_completions({"prompt": "Hm", "max_tokens": 1})
    return server
