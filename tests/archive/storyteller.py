"""A program that records without end until it is killed. test_kill.py runs it and does the killing.

Reads lines `STATE SESSION LINES DELAY`; for each forks a teller that begins SESSION in STATE, lets it have
LINES acknowledgements and DELAY more seconds, kills it with SIGKILL, and answers with one line of JSON:
what the teller had been told is safe. Counting keeps a slow disk from making all the deaths early ones.
"""

import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from tellings import heard, seconds, sitting, told

from voice_agent.archive.record import Record
from voice_agent.sound import FRAME
from voice_agent.story import SessionId, Speaker, TurnId


def tell(state: Path, id: str, acknowledge: Callable[[str, int], None]) -> None:
    session = SessionId(id)
    record = Record.open(state)
    record.begin(sitting(id))
    acknowledge("session", 1)
    track = record.audio(session, Speaker.NARRATOR)
    journal = record.journal(session)
    number = 0
    while True:
        number += 1
        ended = number * 0.3
        while track.end < seconds(ended):
            track.append(heard(track.end, FRAME))
            acknowledge("sound", track.end)
            journal.write("level", track.end, number=number)
        record.turn(told(number, f"Pigeon {number}.", session=id, ended=ended))
        acknowledge("turn", number)
        journal.write("turn", track.end, turn=number)
        acknowledge("event", number)
        if number % 3 == 0:
            record.correct(session, TurnId(number), f"Dove {number}.", (), "the archive pass")
            acknowledge("correction", number)
        record.keep("turns", number)
        acknowledge("kept", number)


def kill(state: Path, id: str, count: int, delay: float) -> dict[str, int]:
    """Return the last number acknowledged of each kind."""
    reader, writer = os.pipe()
    teller = os.fork()
    if teller == 0:
        try:
            os.close(reader)
            tell(state, id, lambda kind, n: os.write(writer, f"{kind} {n}\n".encode()) and None)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(1)  # only reached where recording itself failed
    os.close(writer)
    with os.fdopen(reader) as lines:
        heard_of = list(islice(lines, count))
        time.sleep(delay)
        os.kill(teller, signal.SIGKILL)
        heard_of.extend(lines)
    safe = {kind: int(n) for kind, n in map(str.split, heard_of)}
    _, status = os.waitpid(teller, 0)
    assert os.WIFSIGNALED(status), "the teller stopped by itself"
    return safe


for line in sys.stdin:
    where, name, lines, wait = line.split()
    print(json.dumps(kill(Path(where), name, int(lines), float(wait))), flush=True)
