"""A cluster without Ray: one replica of each engine behind the door, asked as the door asks them."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import httpx
from fakes import Metronome
from toy_voice import Hummer

from voice_agent.fleet import door, plan
from voice_agent.fleet.far import FarEmbedder, FarTranscriber, FarVoice
from voice_agent.fleet.passing_on import PassingOn
from voice_agent.fleet.replicas import Recogniser, Replica, Speaker
from voice_agent.speech.whisper import Whisper

KEY = "a key that nobody would guess"
OTHERS = "the key of another house, no less"
KEYS = (OTHERS, KEY)


def at_once(replica: Replica) -> Callable[..., Any]:
    """Asks that replica, as `_asked` of the cluster asks some."""
    return lambda what, *args: getattr(replica, what)(*args)


def recogniser() -> Recogniser:
    return Recogniser(lambda: Whisper("fake", device="cpu", load=lambda *_: Metronome()), 1)


def lent(embedder: FarEmbedder | None = None) -> door.FromCluster:
    return door.FromCluster(
        transcriber=FarTranscriber(at_once(recogniser())),
        voice=FarVoice(at_once(Speaker(Hummer)), "hummer"),
        embedder=embedder,
        hears_as="metronome",
        speaks_as="hummer",
    )


def client(
    passing: PassingOn | None = None, *, key: str = KEY, known: Sequence[str] = KEYS
) -> httpx.AsyncClient:
    """A house at a door that knows these keys."""
    chat = passing.chat if passing else None
    model = passing.model if passing else ""
    whole = plan.Plan(writing=plan.Writing(model=model))
    served = door.app(whole, lent(), chat, door.digests(known))
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(served),
        base_url="http://fleet",
        headers={"Authorization": f"Bearer {key}"} if key else {},
    )


def connect(passing: PassingOn | None = None) -> Callable[[httpx.Timeout], httpx.AsyncClient]:
    """The same, as our own client of language models opens it."""
    return lambda timeout: partial(client, passing)()
