"""One evening of a scenario held in writing, as `voice-agent talk --text` holds it, on a clock that only its lines move."""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial

import anyio
from anyio.abc import TaskGroup

from voice_agent import assemble
from voice_agent.archive import journal
from voice_agent.archive.record import Record
from voice_agent.assemble.loading import Readers
from voice_agent.conversation.house import BUTTONS
from voice_agent.conversation.written import Written
from voice_agent.errors import VoiceAgentError, first
from voice_agent.scenarios.held import (
    NEVER_CAME,
    UNHURRIED,
    VISITOR,
    Came,
    HeldEvening,
    ours,
)
from voice_agent.scenarios.scenario import Evening, Line
from voice_agent.settings import Settings
from voice_agent.story import Turn

ANSWERS = 40.0
"""Seconds that a written answer takes."""

PAUSE = re.compile(r"\s*\[(\d+(?:\.\d+)?)\]\s*")

Tell = Callable[[str], None]


class _PowerFails(VoiceAgentError):
    """The evening ends as it would at a power cut: nothing is closed. One of ours, so that it comes out of task groups."""


@dataclass
class _Sitting:
    """One evening while it goes on."""

    evening: Evening
    record: Record
    company: assemble.Evening
    came: list[Came] = field(default_factory=list[Came])
    turns: list[Turn] = field(default_factory=list[Turn])
    spent: float = 0.0
    """Seconds."""

    read: int = 0
    """Lines of the journal that were looked at."""


async def hold(
    settings: Settings, readers: Readers, evening: Evening, began: datetime, tell: Tell
) -> HeldEvening:
    """Hold `evening` in the house of `settings`. Raises VoiceAgentError."""
    labour, sitting = assemble.Threads(), list[_Sitting]()

    def now() -> datetime:
        return began + timedelta(seconds=sitting[0].spent if sitting else 0.0)

    with Record.open(settings.state) as record:
        await assemble.finish_erasing(settings, record, began)
        session = assemble.new_session(settings, began)
        rules = await assemble.ruled(settings, record, session, readers, labour, began, tell)
        before = assemble.opened(settings, record, rules, readers, began)
        assemble.close_cut(record, began)
        company = await assemble.evening(
            settings, record, session, rules, before, readers, labour=labour, tell=tell, now=now
        )
        here = _Sitting(evening, record, company)
        sitting.append(here)
        talk = company.in_writing(
            patience=math.inf, clock=lambda: here.spent, watch=here.turns.append
        )
        opening = Came(ours(here.turns))
        try:
            await company.beside(partial(_answers, here, talk))
        except _PowerFails:
            pass
        else:
            if company.notebook.agreed:
                await company.over(talk.progress)
    left = len(evening.line) - len(here.came)
    lines = (*here.came, *[Came(held=False, why_not=NEVER_CAME)] * left)
    return HeldEvening(evening, opening, lines)


async def _answers(here: _Sitting, talk: Written) -> None:
    here.company.memory_worker.wake()
    try:
        async with anyio.create_task_group() as tasks:
            for line in here.evening.line:
                if talk.ended:
                    return
                here.came.append(await _one(here, talk, line, tasks))
    except BaseExceptionGroup as group:
        raise first(group) from None


async def _one(here: _Sitting, talk: Written, line: Line, tasks: TaskGroup) -> Came:
    if line.power is not None:
        here.came.append(Came())
        raise _PowerFails("The power fails.")
    if line.by == "visitor":
        return Came(held=False, why_not=VISITOR)
    if line.silence is not None:
        here.spent += line.silence
        return Came(held=False, why_not=UNHURRIED)
    here.spent += ANSWERS
    here.turns.clear()
    said = BUTTONS[line.button] if line.button else PAUSE.sub(" ", line.says).strip()
    await talk.answer(said, tasks)
    wishes, guard = _read(here)
    return Came(ours(here.turns), wishes, guard, ends=talk.ended)


def _read(here: _Sitting) -> tuple[tuple[str, ...], str]:
    """The wishes that were understood in the last line, and the guard that answered it, from the journal."""
    if not here.company.notebook.agreed:
        return (), ""
    folder = here.record.folder(here.company.session.id)
    events = journal.salvage(folder / "journal.jsonl")[0]
    new, here.read = events[here.read :], len(events)
    noted = [each for each in new if each["kind"] == "reading"]
    wished = (each["command"] for note in noted for each in note["read"].get("wishes", ()))
    return tuple(dict.fromkeys(wished)), noted[-1]["guard"] if noted else ""
