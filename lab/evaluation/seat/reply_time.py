"""How long a model in the seat takes from the end of a long story to something to say, at a stated pace of reading and writing.

    async for seconds in replies(engine, rules, stories): ...      # of each story: (told at once, told with pauses)

The engine is a server that reads and writes as slowly as it is told to (paced_server.py): no model, so its words are nobody's.
"""

from collections.abc import AsyncGenerator, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from voice_agent.errors import EngineUnavailable
from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.progress import Progress
from voice_agent.interview.rules import Opening, Rules
from voice_agent.language import seating
from voice_agent.language.fallback import Engine, Rung, fallback
from voice_agent.language.gate import Gate
from voice_agent.language.seating import Seat

WORDS = 400
"""Of a story of about three minutes."""

PAUSE = 40
"""Words between two pauses in which a reply is thought of, some eighteen seconds."""

PATIENCE = 60.0
"""Seconds: nothing is cut short here."""


class Took(NamedTuple):
    """Seconds from asking to a reply that the fence let through."""

    at_once: float
    """The story comes whole: all of it is new to the server."""

    in_pauses: float
    """The server was asked in the pauses before: only the last words are new."""


def told(file: Path) -> Iterator[str]:
    """Stories of WORDS words out of a held talk's own turns."""
    lines = file.read_text(encoding="utf-8").splitlines()
    words = " ".join(
        each.removeprefix("NARRATOR: ") for each in lines if each.startswith("NARRATOR: ")
    ).split()
    for at in range(0, len(words) - WORDS, WORDS):
        yield " ".join(words[at : at + WORDS])


async def replies(engine: Engine, rules: Rules, stories: Sequence[str]) -> AsyncGenerator[Took]:
    """Ask about each story; a talk of a dozen exchanges went before it. Raises EngineUnavailable without a reply."""

    async def opened() -> Engine:
        return engine

    model = fallback([Rung("a paced server", opened)], lambda says: None)
    await model.settle()
    seat = Seat(Gate(model), seating.prompt(), patience=PATIENCE)
    before, _ = planner.open_session(rules, Opening(consented=True))
    for number in range(12):
        before = before.exchanged(" ".join(stories[0].split()[number * 9 :][:30]), "And what then?")
    for story in stories:
        at_once = await _reply(seat, rules, before, story)
        words = f"{story} And so it was.".split()
        words[0] = f"So, {words[0]}"  # new from its first word on
        for end in range(PAUSE, len(words), PAUSE):
            await _reply(seat, rules, before, " ".join(words[:end]))
        yield Took(at_once, await _reply(seat, rules, before, " ".join(words)))


async def _reply(seat: Seat, rules: Rules, before: Progress, story: str) -> float:
    heard = Heard(story)
    _, move = planner.reply(rules, before, heard, Opening(consented=True))
    began = perf_counter()
    led = await seat(rules, before, replace(move, guard="story: live"), heard)
    if led is None or led.reply is None:
        raise EngineUnavailable("language", "The server proposed nothing to say.", retryable=False)
    return perf_counter() - began
