"""A house that lends its engines: real ports of this computer, engines that hum, tick and count words, or the real ones."""

import io
import socket
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import anyio
import anyio.from_thread
import anyio.lowlevel
import httpx
import numpy as np
import soundfile
from fakes import BagOfWords, Metronome
from heard import STORY, said
from toy_voice import Hummer

from voice_agent.lending import ports
from voice_agent.lending.engines import Lent
from voice_agent.lending.key import house_key
from voice_agent.settings import Settings
from voice_agent.settings_sections import Lending
from voice_agent.sound import RATE, Samples
from voice_agent.speech.whisper import Whisper

NAMES = ("localhost", "127.0.0.1")


def lent() -> Lent:
    """Engines whose work costs nothing: the recogniser hears two ticks a second while somebody speaks."""
    ears = Whisper("fake", device="cpu", load=lambda *_: Metronome())
    return Lent(ears, Hummer(), BagOfWords(), "whisper-tick", "hummer", "bag-of-words")


@cache
def story() -> Samples:
    """Some four seconds of somebody who speaks."""
    return said(STORY).samples


def wav(samples: Samples, rate: int = RATE, kind: str = "WAV") -> bytes:
    """Samples, shape (n,) or (n, channels), as a file."""
    file = io.BytesIO()
    soundfile.write(file, samples, rate, format=kind)
    return file.getvalue()


def minutes(many: float) -> Samples:
    """Somebody who speaks for so long."""
    return np.resize(
        np.concatenate((story(), np.zeros(RATE // 2, np.float32))), int(many * 60 * RATE)
    )


@dataclass(frozen=True)
class Guests:
    """Where programs of the house knock."""

    url: str
    wyoming: str
    key: str
    state: Path

    def client(self, key: str | None = None, **given: object) -> httpx.Client:
        """A program that has the key, or `key`."""
        headers = {"Authorization": f"Bearer {self.key if key is None else key}"}
        return httpx.Client(base_url=self.url, headers=headers, timeout=60, **given)  # type: ignore[arg-type]


def _free() -> int:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return line.getsockname()[1]


def settings(state: Path, **chosen: object) -> Settings:
    """Settings that lend on ports nobody uses."""
    its = Lending(**{"on": True, "port": _free(), "wyoming_port": _free()} | chosen)  # type: ignore[arg-type]
    return Settings(state_directory=str(state), lending=its)


@contextmanager
def lending(what: Lent, state: Path, *, lan: bool = False, **chosen: object) -> Generator[Guests]:
    """`what` is lent for as long as the block lasts."""
    its = settings(state, **chosen)
    taken = ports.opened(its, lambda: NAMES, lan=lan)
    scopes = list[tuple[anyio.CancelScope, object]]()
    up = threading.Event()

    async def run() -> None:
        with anyio.CancelScope() as scope:
            scopes.append((scope, anyio.lowlevel.current_token()))
            up.set()
            await ports.serve(what, taken, lambda: NAMES)

    async def stop() -> None:
        scopes[0][0].cancel()

    thread = threading.Thread(target=anyio.run, args=(run,))
    thread.start()
    up.wait(30)
    where = f"{'https' if lan else 'http'}://localhost:{its.lending.port}"
    try:
        yield Guests(where, f"tcp://127.0.0.1:{its.lending.wyoming_port}", house_key(state), state)
    finally:
        anyio.from_thread.run(stop, token=scopes[0][1])  # type: ignore[call-arg]
        thread.join(30)


@dataclass
class Talk:
    """A narrator who may be talking."""

    on: bool = False

    def __call__(self) -> bool:
        return self.on


def with_talk(talk: Callable[[], bool], what: Lent | None = None) -> Lent:
    """The same engines on a device where `talk` says whether somebody talks."""
    return replace(what or lent(), talking=talk)
