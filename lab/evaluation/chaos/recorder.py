"""A program that records from a dying microphone as a talk does, until it is killed, or for some seconds.

What the device handed over is printed as it goes, one line of JSON for each 20 ms; nothing is promised of it but what the page of
accidents promises.
"""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar, cast

import anyio
import anyio.to_thread

from lab.evaluation.chaos.device import DyingDevice, Spell
from voice_agent.archive.notebook import Notebook
from voice_agent.archive.record import Record
from voice_agent.assemble.sessions import note_away, note_gap
from voice_agent.audio.device_room import Attended
from voice_agent.audio.microphone import Gap, open_microphone
from voice_agent.conversation.house import House, Labour
from voice_agent.conversation.scribe import Scribe
from voice_agent.sound import RATE
from voice_agent.story import Session, SessionId, Speaker

T = TypeVar("T")

ID = SessionId("evening-1")
BEGAN = datetime(2026, 11, 21, 12, tzinfo=UTC)


@dataclass(frozen=True)
class _Desk:
    """What a scribe needs of a house while nobody's words are written."""

    notebook: Notebook
    labour: Labour


async def in_threads(work: Callable[[], T], /) -> T:
    """Labour in a worker thread, as in a talk."""
    return await anyio.to_thread.run_sync(work)


async def record_for(state: Path, spells: Sequence[Spell], seconds: float) -> None:
    """Record so many seconds."""

    def sent(number: int, at: float) -> None:
        _say({"kind": "sent", "number": number, "at": at})

    device, gaps = DyingDevice(spells, sent), list[Gap]()
    with Record.open(state) as record:
        notebook = Notebook(record, Session(ID, "Ann", BEGAN), agreed=True)

        def missed(gap: Gap) -> None:
            gaps.append(gap)
            note_gap(notebook, gap)

        async with open_microphone(opens=device.opens, patience=60, tell=missed) as microphone:

            def away(lost: bool) -> None:
                if lost:
                    note_away(notebook, microphone.clock.now)

            desk = cast(House, _Desk(notebook, in_threads))
            scribe = Scribe(desk, lambda: microphone.clock.now)
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(scribe.run)
                async for frame in Attended(microphone, away):
                    await scribe.hear(Speaker.NARRATOR, frame)
                    if frame.end >= seconds * RATE and not microphone.lost:
                        break
                await scribe.close()
        record.finish(ID, BEGAN, "")
    _say({"kind": "over", "number": 0})


def _say(what: dict[str, Any]) -> None:
    """In one piece: the device's thread says something, too."""
    with suppress(BrokenPipeError):  # nobody listens any more
        os.write(1, json.dumps(what).encode() + b"\n")


def run(
    out: Any, state: Path, spells: Sequence[Spell], seconds: float, given: Mapping[str, str]
) -> None:
    """In a process of its own: what was handed over goes to `out`, a descriptor. `given`: more of its environment."""
    os.environ.update(given)
    os.dup2(out.detach(), 1)
    anyio.run(record_for, state, spells, seconds)
