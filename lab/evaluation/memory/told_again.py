"""Lives that people would tell again: every telling of an event was written by hand, in other words and with other details.

A file has one telling a line, in four columns: whose life, which event, when ("right", "other" where the narrator names
another time than before and does not notice, "-" where none is named) and the words. The tellings of one event lie in
sessions of their own, a week apart, in an order drawn from a seed; now and then two events are told in one breath.
"""

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

from lab.evaluation.memory.retold_lives import BEGAN, RetoldLife, Telling
from voice_agent.story import SessionId, Speaker, Turn, TurnId

SEALED = Path(__file__).parent / "lives" / "again.tsv"
"""Of a hand that taught nothing; for a final figure."""

SESSIONS = 4

_ASKS = (
    "What else comes to mind?",
    "Would you like to tell me about something else?",
    "What do you remember best about it?",
)


class Told(NamedTuple):
    """One line of a file."""

    life: str
    event: str
    when: str
    """right, other or -."""

    text: str


def read(file: Path) -> list[Told]:
    """Raises OSError, and ValueError where a line has another form."""
    lines = file.read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines]
    for number, row in enumerate(rows, 1):
        if len(row) != 4 or row[2] not in {"right", "other", "-"}:
            raise ValueError(
                f"{file}, line {number}: four columns, the third “right”, “other” or “-”."
            )
    return [Told(*row) for row in rows]


def lives(file: Path, seed: int = 7) -> list[RetoldLife]:
    """Return every life of `file`, told in `SESSIONS` sessions. Raises OSError, ValueError."""
    by_life: dict[str, dict[str, list[Told]]] = defaultdict(lambda: defaultdict(list))
    for each in read(file):
        by_life[each.life][each.event].append(each)
    return [_life(name, events, seed) for name, events in by_life.items()]


def _life(name: str, events: Mapping[str, Sequence[Told]], seed: int) -> RetoldLife:
    rng = random.Random(f"{seed} {name}")
    sessions: list[list[Told]] = [[] for _ in range(SESSIONS)]
    for told in events.values():
        for place, each in enumerate(told):
            sessions[place % SESSIONS].append(each)
    turns: list[tuple[Turn, ...]] = []
    tellings: list[Telling] = []
    for number, some in enumerate(sessions):
        rng.shuffle(some)
        said: list[Turn] = []
        while some:
            breath = [some.pop() for _ in range(min(len(some), rng.choice((1, 1, 1, 2))))]
            said.append(_turn(number, len(said) + 1, Speaker.INTERVIEWER, rng.choice(_ASKS)))
            text = " ".join(each.text for each in breath)
            said.append(_turn(number, len(said) + 1, Speaker.NARRATOR, text))
            first = 0
            for each in breath:
                last = first + len(each.text)
                how = "drift" if each.when == "other" else "plain"
                tellings.append(Telling(each.event, number, len(said), first, last, "", how))
                first = last + 1
        turns.append(tuple(said))
    conflicts = {
        event
        for event, told in events.items()
        if {"right", "other"} <= {each.when for each in told}
    }
    return RetoldLife("", tuple(turns), tuple(tellings), frozenset(conflicts), (), ())


def _turn(session: int, number: int, speaker: Speaker, text: str) -> Turn:
    began = 20.0 * number
    return Turn(
        TurnId(number),
        SessionId(f"retold-{session + 1}"),
        speaker,
        text,
        began,
        began + 15.0,
        BEGAN + timedelta(weeks=session, seconds=20 * number),
    )
