"""What year a turn puts right, or may, as the planner is told of it: joins two layers that do not know each other. Pure.

The last few turns, and those before that said a number of this one, are distilled as memory does, without weights: a second date of
one claim is asked back at once.
"""

import re
from collections.abc import Callable, Sequence
from datetime import datetime

from voice_agent.errors import MemoryRefused
from voice_agent.interview.heard import PutsRight, Years
from voice_agent.memory.claims import Claim, Part
from voice_agent.memory.conflicts import names_date
from voice_agent.memory.dates.date_scene import Background
from voice_agent.memory.dates.dates import normalise
from voice_agent.memory.dates.number_words import NUMBER
from voice_agent.memory.dates.when import strict_bounds
from voice_agent.memory.distil import Distiller
from voice_agent.memory.reading import PlainReader
from voice_agent.memory.repairs.target import TELLINGS
from voice_agent.memory.thread import Setting
from voice_agent.story import SessionId, Speaker, Turn, TurnId

_YEAR = re.compile(r"\d{4}")
_NUMBERS = re.compile(rf"\d\d+|{NUMBER.pattern}", re.IGNORECASE)


def puts_right(setting: Setting, now: Callable[[], datetime]) -> PutsRight:
    """Return what reads, of a turn and those before it, which year it says in place of another."""

    def read(told: Sequence[str], asked: str, said: str) -> Years | None:
        if not NUMBER.search(said):
            return None
        distiller = Distiller(PlainReader(), setting)
        before: list[Claim] = []
        new: Sequence[Claim] = ()
        numbers = set(_NUMBERS.findall(said))
        far = [each for each in told[:-TELLINGS] if numbers & set(_NUMBERS.findall(each))]
        lines = [(Speaker.NARRATOR, each) for each in (*far, *told[-TELLINGS:])]
        lines += [(Speaker.INTERVIEWER, asked), (Speaker.NARRATOR, said)]
        for number, (speaker, text) in enumerate(lines, start=1):
            turn = Turn(TurnId(number), SessionId("now"), speaker, text, 0.0, 0.0, now())
            new = distiller.hear(turn).claims
            before += new
        return next(filter(None, (_years(each, before) for each in reversed(new))), None)

    return read


def year_said(words: str, now: datetime) -> str:
    """The one year that `words` say; "" where they say less, more, or nothing."""
    try:
        return _year(normalise(words, Background(told=now.date())).edtf)
    except MemoryRefused:
        return ""


def _years(later: Claim, known: Sequence[Claim]) -> Years | None:
    """What `later` says in place of the date of the claim that it goes on about."""
    former = next((each for each in known if each.id == later.continues), None)
    if former is None or not later.edtf or not former.edtf:
        return None
    year, before = _year(later.edtf.rstrip("?~%")), _year(former.edtf)
    if not year or not before or year == before:
        return None
    right = later.corrects
    settled = (
        right is not None and right.part is Part.WHEN and names_date(right.denied, former.edtf)
    )
    return Years(year, former.words(Part.WHEN), settled)


def _year(edtf: str) -> str:
    """The year that a date says; "" where it says less, or nobody is sure of it."""
    days = strict_bounds(edtf)
    sure = _YEAR.match(edtf) and "?" not in edtf and "%" not in edtf
    return edtf[:4] if sure and days.earliest.year == days.latest.year else ""
