"""Holds one conversation after another until each is killed. test_kill_points.py runs it.

Reads lines `STATE STORY COUNT DELAY`; for each forks a child that holds the conversation in STATE, lets it
have COUNT acknowledgements and DELAY more seconds, kills it with SIGKILL, and answers with one line of
JSON: what the child had been told is written. One process pays for all the imports.
"""

import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
from kitchen import Line, Rest, Say, hold

from voice_agent.archive.notebook import Notebook
from voice_agent.sound import Sound
from voice_agent.story import Consent, Speaker, Turn

LATER: list[Line] = [
    Rest(13),
    Say("we lived by the river in a small house with my grandmother", 4),
    Rest(2.6),
    Say("oh wait I forgot the goat", 2),
    Rest(3.2),
    Say("mm-hm", 0.4),
    Rest(5),
    Say("one winter the ice came up to the door and my father", 4),
    Rest(0.9),
    Say("took the big hammer and broke it all the way to the boat", 4),
    Rest(6),
]
FIRST: list[Line] = [Rest(40), Say("please do record it all", 1.5), *LATER]
STORIES = {"first": FIRST, "later": LATER, "slow": LATER}
"""A first session, with its yes; a later one; a later one on a slower disk."""


class Telling:
    """A notebook that acknowledges what it has written."""

    def __init__(self, book: Notebook, acknowledge: Callable[..., None]) -> None:
        self._book, self._acknowledge = book, acknowledge

    def hear(self, speaker: Speaker, sound: Sound) -> None:
        self._book.hear(speaker, sound)
        if self._book.agreed and speaker is Speaker.NARRATOR:
            self._acknowledge("heard", sound.end)

    def turn(self, turn: Turn) -> None:
        self._book.turn(turn)
        if self._book.agreed:
            self._acknowledge("turn", [turn.id, str(turn.speaker), turn.text])

    def note(self, kind: str, at: int, **fields: object) -> None:
        self._book.note(kind, at, **fields)
        if self._book.agreed:
            self._acknowledge("noted", kind)

    def agree(self, consent: Consent) -> None:
        self._book.agree(consent)
        self._acknowledge("agreed", True)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._book, name)


def talk(state: Path, story: str, acknowledge: Callable[..., None]) -> None:
    async def run() -> None:
        await hold(
            state,
            STORIES[story],
            agreed=story != "first",
            delays=(0.02, 0.0, 0.06, 0.04) if story == "slow" else (),
            notebook=lambda book: Telling(book, acknowledge),
        )

    anyio.run(run)


def kill(state: Path, story: str, count: int, delay: float) -> list[Any]:
    """Return all that was acknowledged, in order."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reader)

            def acknowledge(*what: object) -> None:
                os.write(writer, json.dumps(what).encode() + b"\n")

            talk(state, story, acknowledge)
            acknowledge("over", True)
            signal.pause()  # everything was said; only death is left
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(1)  # only reached where the conversation itself failed
    os.close(writer)
    with os.fdopen(reader) as lines:
        written = list[str]()
        while len(written) < count and not (written and '"over"' in written[-1]):
            written.append(lines.readline())
        time.sleep(delay)
        os.kill(child, signal.SIGKILL)
        written.extend(lines)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the conversation ended by itself"
    return [json.loads(line) for line in written]


if __name__ == "__main__":
    for line in sys.stdin:
        where, name, number, wait = line.split()
        print(json.dumps(kill(Path(where), name, int(number), float(wait))), flush=True)
