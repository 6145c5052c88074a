"""Talks with the built-in language model, in one process: it is opened for each, and gives its memory back when it is over.

    python -m lab.evaluation.soak.model HOUSE PORT TALKS SEED

prints a line of JSON after each talk.
"""

import json
import os
import sys
import tempfile
import time
from contextlib import aclosing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import anyio

from lab.evaluation.memory.years import drawn
from lab.evaluation.soak import weighing
from lab.evaluation.soak.evening import write
from lab.evaluation.soak.home import Home
from voice_agent import assemble
from voice_agent.assemble.lean import few_heaps, let_go
from voice_agent.backends import Message
from voice_agent.errors import AnswerUnfit
from voice_agent.language.gate import Purpose
from voice_agent.language.wordsmith import Wordsmith
from voice_agent.story import Speaker

ANSWERS = 3
"""Of a talk: enough that the model is asked, and short."""

ASKS = "What would you ask somebody who tells of a garden?"
WORDS = 24
"""Tokens of its answer."""

LOADS = 120.0
"""Seconds within which the model is ready, or the talk is held without it and says so."""

APART = timedelta(days=1)


async def live(home: Home, talks: int, seed: int) -> None:
    """Hold them all."""
    few_heaps()  # as the service does
    readers, life = assemble.readers(home.settings), drawn(max(talks, 2), seed)
    now = datetime.now(UTC) - (talks + 1) * APART
    for number in range(1, talks + 1):
        now += APART
        told = [t.text for t in life.talks[number - 1].turns if t.speaker is Speaker.NARRATOR]
        row: dict[str, Any] = {"number": number, "asked": 0}
        row["before_mb"] = _resident()

        async def ready(company: assemble.Evening, row: dict[str, Any] = row) -> None:
            began = time.monotonic()
            if company.smith is not None:
                with anyio.move_on_after(LOADS):
                    while not company.smith.gate.ready:  # noqa: ASYNC110 - it tells nobody
                        await anyio.sleep(0.05)
                row["model"] = company.smith.gate.name
            row["load_s"] = round(time.monotonic() - began, 2)
            row["asked"] = await _asked(company.smith)

        async def weighed(company: assemble.Evening, row: dict[str, Any] = row) -> None:
            row["held_mb"] = _resident()
            row["still"] = company.smith is not None and company.smith.gate.ready

        waits = await write(
            home.settings, readers, now, told[:ANSWERS], begun=ready, ending=weighed
        )
        row["raw_mb"] = _resident()
        await anyio.to_thread.run_sync(let_go)  # as the service does
        row["answer_s"] = round(max(waits.answers), 2)
        row["folders"] = sum(1 for _ in Path(tempfile.gettempdir()).glob("voice-agent-*"))
        row["load"] = weighing.load()
        print(json.dumps(row | weighing.process(os.getpid())), flush=True)
        await anyio.to_thread.run_sync(sys.stdin.readline)


async def _asked(smith: Wordsmith | None) -> int:
    """Pieces of an answer: it is in memory, and has worked. Reading what leads a talk would take a minute of each."""
    if smith is None or not smith.gate.ready:
        return 0
    model, pieces = smith.gate.to(Purpose.QUESTIONS), 0
    async with aclosing(model.stream([Message("user", ASKS)], limit=WORDS, seed=7)) as stream:
        with suppress(AnswerUnfit):  # it may be in the middle of a sentence
            async for _ in stream:
                pieces += 1
    return pieces


def _resident() -> float:
    return float(weighing.process(os.getpid())["rss_mb"])


if __name__ == "__main__":
    place, port, many, drawing = sys.argv[1:5]
    anyio.run(live, Home(Path(place), int(port)), int(many), int(drawing))
