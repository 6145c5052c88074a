"""A talk in process with the readers as they ship, loaded once for all the tests of this folder."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache

from heard import weights
from interviews import AGREED
from interviews import rules as plain_rules

from voice_agent.assemble.loading import Readers, readers
from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Move
from voice_agent.interview.progress import Progress
from voice_agent.interview.rules import Opening, Past, Rules
from voice_agent.settings import load

AT = datetime(2026, 11, 22, 16, 8, tzinfo=UTC)
"""A Sunday afternoon."""

PIGEONS = "I kept pigeons, racing pigeons, thirty year I kept pigeons behind the house."
KEITH = (
    "Our Keith played it after me. He took the cornet to Germany when he were killed, on the road. "
    "He were nineteen."
)
LIFE = (PIGEONS, KEITH)


@cache
def _readers() -> Readers:
    weights("minilm-int8")
    weights("mpnet-int8")
    return readers(load(), lambda says: None, ())


@cache
def rules(seed: int = 7) -> Rules:
    """As a talk is led, with danger, wishes and hard moments read by all that ships."""
    return _readers().leading(plain_rules(seed=seed))


def after(
    *lines: str, told: Iterable[str] = LIFE, past: Past | None = None, seed: int = 7
) -> tuple[Progress, Move]:
    """What is said to the last of `lines`, after what was `told`."""
    by = replace(rules(seed), past=past or Past())
    progress, move = planner.open_session(by, AGREED)
    for minute, line in enumerate((*told, *lines), 1):
        heard = Heard(line, minutes=float(minute), at=AT)
        progress, move = planner.reply(by, progress, heard, AGREED)
    return progress, move


def before_the_yes(*lines: str) -> tuple[Progress, Move]:
    """What is said to the last of `lines` by whoever was not yet allowed to record."""
    by = rules()
    progress, move = planner.open_session(by, Opening())
    for line in lines:
        progress, move = planner.reply(by, progress, Heard(line, at=AT), Opening())
    return progress, move
