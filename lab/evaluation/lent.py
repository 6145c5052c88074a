"""What it costs to hear for others: a clip heard directly and through each door, and what a talk feels of it.

Doors and whoever knocks are in one process, so the processor's time is that of both.
"""

import io
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import anyio
import httpx
import numpy as np
import soundfile
from anyio.to_thread import run_sync
from wyoming.asr import Transcript
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncClient

from voice_agent.errors import NotLent
from voice_agent.lending import ports
from voice_agent.lending.engines import Lent
from voice_agent.lending.hearing import heard
from voice_agent.lending.key import house_key
from voice_agent.settings import Settings
from voice_agent.sound import RATE, Samples, Sound

NAMES = ("localhost", "127.0.0.1")


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one clip."""

    door: str
    cpu: float
    """Seconds of the processor, of the house and of whoever asked."""

    wall: float
    """Seconds until the words were there."""

    text: str


async def doors(lent: Lent, clip: Samples, state: Path, times: int) -> list[Cost]:
    """Hear `clip` `times` times each way, in turn."""
    settings = Settings.model_validate(
        {"state_directory": str(state), "lending": {"port": _free(), "wyoming_port": _free()}}
    )
    its, costs = settings.lending, list[Cost]()
    taken = ports.opened(settings, lambda: NAMES, lan=False)
    url, key = f"http://localhost:{its.port}", house_key(state)
    ways: dict[str, Callable[[], Awaitable[str]]] = {
        "directly": lambda: run_sync(_directly, lent, clip),
        "transcriptions": lambda: run_sync(_transcriptions, url, key, clip),
        "Wyoming": lambda: _wyoming(f"tcp://127.0.0.1:{its.wyoming_port}", clip),
    }
    async with anyio.create_task_group() as house:
        house.start_soon(ports.serve, lent, taken, lambda: NAMES)
        for hear in ways.values():
            await hear()  # the first is slower everywhere
        for _ in range(times):
            for door, hear in ways.items():
                cpu, wall = time.process_time(), time.perf_counter()
                text = (await hear()).strip()
                cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
                costs.append(Cost(door, cpu, wall, text))
        house.cancel_scope.cancel()
    return costs


def waits(lent: Lent, clip: Samples, long: Samples, times: int) -> Iterator[tuple[float, float]]:
    """Seconds until a turn of a talk was heard: alone, and where it ended just when somebody else's file was being heard."""
    for number in range(times):
        talk, alone = threading.Event(), time.perf_counter()
        _directly(lent, clip)
        alone = time.perf_counter() - alone
        stranger = replace(lent, talking=talk.is_set)

        def hear(stranger: Lent = stranger) -> None:
            with suppress(NotLent):  # the talk came first
                heard(stranger, _pieces(long))

        other = threading.Thread(target=hear)
        other.start()
        time.sleep(1.5 + number * 0.37)  # at another place of a piece each time
        talk.set()
        began = time.perf_counter()
        _directly(lent, clip)
        yield alone, time.perf_counter() - began
        other.join()


def _directly(lent: Lent, clip: Samples) -> str:
    hearing = lent.ears().begin()
    hearing.feed(Sound(clip))
    return hearing.finish().text


def _pieces(samples: Samples) -> Iterator[Sound]:
    for start in range(0, len(samples), RATE):
        yield Sound(samples[start : start + RATE], start)


def _transcriptions(url: str, key: str, clip: Samples) -> str:
    file = io.BytesIO()
    soundfile.write(file, clip, RATE, format="WAV")
    answer = httpx.post(
        f"{url}/v1/audio/transcriptions",
        files={"file": file.getvalue()},
        headers={"Authorization": f"Bearer {key}"},
        timeout=120,
    )
    return str(answer.raise_for_status().json()["text"])


async def _wyoming(uri: str, clip: Samples) -> str:
    raw = (clip * 32767).astype("<i2").tobytes()
    async with AsyncClient.from_uri(uri) as client:
        await client.write_event(AudioStart(RATE, 2, 1).event())
        for at in range(0, len(raw), 2048):
            await client.write_event(AudioChunk(RATE, 2, 1, raw[at : at + 2048]).event())
        await client.write_event(AudioStop().event())
        while (event := await client.read_event()) is not None:
            if Transcript.is_type(event.type):
                return Transcript.from_event(event).text
    return ""


def _free() -> int:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])


def clip_of(samples: Samples, seconds: float) -> Samples:
    """So much of somebody speaking, over and over where it is shorter."""
    return np.resize(samples, int(seconds * RATE)).astype(np.float32)
