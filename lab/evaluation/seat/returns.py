"""Old stories in a talk that is held: does a model in the seat come back to the right one, at a moment for it, and to no other?

prepare(lives, out)                    # a house for each life, built once
await hold(lives, out, settings, wait) # every later talk, each on a copy of its house, all side by side
"""

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from importlib import import_module
from math import inf
from pathlib import Path
from typing import Any, TypeVar

import anyio
from anyio.to_thread import current_default_thread_limiter

from lab.evaluation.seat.lives import LaterTalk, Life
from lab.evaluation.seat.watched import Watching
from lab.golden.house import MINUTE, draw_nothing, invited
from voice_agent import settings as houses
from voice_agent.archive import journal, last_look
from voice_agent.archive.memory_engines import MemoryEngines
from voice_agent.archive.record import Record
from voice_agent.assemble import afterwards, loading
from voice_agent.assemble.evening import Evening
from voice_agent.conversation.written import Written
from voice_agent.errors import SettingsError
from voice_agent.interview.progress import Progress, Stage
from voice_agent.interview.returning.offers import Pending, Verdict
from voice_agent.interview.seat import brief
from voice_agent.language import seating, wire
from voice_agent.language.fallback import Engine, Fallback, Rung, fallback
from voice_agent.language.openai_compatible import openai_compatible
from voice_agent.settings import Settings
from voice_agent.sound import RATE

T = TypeVar("T")

SEED = 7
"""So that our own words are the same each time."""

SPARE = 40
"""Places for threads beside those that talks hold while a model is asked."""

SECONDS = round(MINUTE * 60)
"""From answer to answer, on the clock of a talk."""

READ = 600.0
"""Seconds at most until the other talks were read; some on a machine that has nothing else to do."""

YES = "Yes, you may record."

Tell = Callable[[str], None]


def prepare(lives: Sequence[Life], out: Path, tell: Tell) -> None:
    """Build the house of each life in `out`, where it does not stand yet: its earlier talks, held with our own words."""
    draw_nothing()
    _share_engines()
    for life in lives:
        house, site = out / life.file / "house", out / life.file / "site"
        if house.exists():
            continue
        shutil.rmtree(site, ignore_errors=True)
        settings = _settings(houses.load(), life, site)
        for began, turns in life.earlier:
            anyio.run(_earlier, settings, began, turns)
            tell(f"{life.file}: a talk of {began:%d %B %Y} is held")
        afterwards.do(settings)  # every copy would read the talks anew otherwise
        site.rename(house)


async def hold(
    lives: Sequence[Life], out: Path, settings: Settings, wait: float, tell: Tell
) -> None:
    """Hold every later talk that is not held yet, all at once. A model is waited for `wait` seconds. Raises SettingsError."""
    draw_nothing()
    _share_engines()
    if settings.language.model != "openai" or not settings.language.openai_url:
        raise SettingsError('These talks need a server: [language] model = "openai".')
    waiting = [(life, talk) for life in lives for talk in life.talks if not held(out, life, talk)]
    # whoever waits for a model holds a place for a thread
    current_default_thread_limiter().total_tokens = len(waiting) + SPARE
    labour = OneAtATime()
    async with anyio.create_task_group() as tasks:
        for life, talk in waiting:
            tasks.start_soon(_later, life, talk, out, settings, wait, labour, tell)


def rows(out: Path, life: Life, talk: LaterTalk) -> list[dict[str, Any]]:
    """What was kept of a talk, a row for each answer."""
    kept = _file(out, life, talk)
    return (
        [json.loads(line) for line in kept.read_text("utf-8").splitlines()] if kept.exists() else []
    )


def held(out: Path, life: Life, talk: LaterTalk) -> bool:
    """Was it held to its end?"""
    kept = rows(out, life, talk)
    return bool(kept) and (len(kept) == len(talk.turns) or kept[-1]["ended"])


def _file(out: Path, life: Life, talk: LaterTalk) -> Path:
    return out / life.file / f"{talk.id}.jsonl"


class OneAtATime:
    """Labour in one thread, whoever asks: many talks share few cores, and the answers of servers are heard meanwhile."""

    def __init__(self) -> None:
        self._limiter = anyio.CapacityLimiter(1)

    async def __call__(self, work: Callable[[], T], /) -> T:
        """Return what `work` returns."""
        return await anyio.to_thread.run_sync(work, limiter=self._limiter)


@cache
def _share_engines() -> None:
    """Load what reads once, for all talks of this process: forty loads of the same weights would not fit."""
    whole = houses.load()
    stories = loading.load_stories(whole)
    engines = loading.memory_engines(whole, None)

    def shared(settings: Settings, *_: object) -> MemoryEngines:
        return replace(engines, setting=loading.setting(settings))

    def of_stories(*_: object) -> object:
        return stories

    # by its name: the package calls a function as this module is called
    evening: Any = import_module("voice_agent.assemble.evening")
    lent: Any = loading
    lent.load_stories, lent.memory_engines, evening.memory_engines = of_stories, shared, shared


def _settings(settings: Settings, life: Life, state: Path) -> Settings:
    """As they are for a talk of `life`; the language model is asked by ourselves."""
    narrator = settings.narrator.model_copy(
        update={"name": life.name, "birth_year": life.birth, "time_zone": "UTC"}
    )
    return settings.model_copy(
        update={
            "state_directory": str(state),
            "narrator": narrator,
            "interview": settings.interview.model_copy(update={"seed": SEED}),
            "language": settings.language.model_copy(update={"model": "none", "leads": "yes"}),
        }
    )


async def _earlier(settings: Settings, began: datetime, turns: Sequence[str]) -> None:
    clock = [0.0]

    def now() -> datetime:
        return began + timedelta(seconds=clock[0])

    with Record.open(settings.state) as record:
        company = await invited(settings, record, began, now)
        written = company.in_writing(patience=inf, clock=lambda: clock[0])
        before = (YES,) if written.progress.stage is Stage.CONSENT else ()

        async def answers() -> None:
            async with anyio.create_task_group() as tasks:
                for line in (*before, *turns):
                    clock[0] += SECONDS
                    await written.answer(line, tasks)

        await company.beside(answers)
        await company.over(written.progress)


async def _later(
    life: Life,
    talk: LaterTalk,
    out: Path,
    settings: Settings,
    wait: float,
    labour: OneAtATime,
    tell: Tell,
) -> None:
    state = out / life.file / f"talk-{talk.id}"
    shutil.rmtree(state, ignore_errors=True)
    shutil.copytree(out / life.file / "house", state)
    clock = [0.0]

    def now() -> datetime:
        return life.later + timedelta(seconds=clock[0])

    with Record.open(state) as record:
        smith = Watching(_model(settings, wait), (life.name,), wait, last_look.Looking(record))
        await smith.gate.settle()
        company = await invited(_settings(settings, life, state), record, life.later, now, labour)
        company = replace(company, smith=smith)
        written = company.in_writing(patience=inf, clock=lambda: clock[0])
        found = list[dict[str, Any]]()

        async def answers() -> None:
            await _remembered(company)
            async with anyio.create_task_group() as tasks:
                for line in talk.turns:
                    clock[0] += SECONDS
                    before = written.progress
                    smith.failed.clear()
                    if smith.watched is not None:
                        smith.watched.last = None
                    reply = await written.answer(line, tasks)
                    found.append(_row(line, reply, before, written, smith))
                    _keep(_file(out, life, talk), record, company, found)
                    tell(f"{talk.id}: {len(found)} of {len(talk.turns)}")
                    if written.ended:
                        break

        await company.beside(answers)
    shutil.rmtree(state)


async def _remembered(company: Evening) -> None:
    """Return when the other talks were read: a greeting takes long enough for that, a script does not."""
    company.memory_worker.wake()
    await company.memory_worker.caught_up()
    with anyio.move_on_after(READ):
        while not company.back.lines:  # noqa: ASYNC110 -- nobody tells when
            await anyio.sleep(0.2)


def _model(settings: Settings, wait: float) -> Fallback:
    """The server of the settings, for one talk, waited for as long as somebody takes to write an answer."""
    language = settings.language
    patience = wire.Patience(connect=60.0, silence=wait, whole=wait)

    async def reach() -> Engine:
        return openai_compatible(language.openai_url, language.openai_model, patience=patience)

    opening = brief.opening(seating.prompt())
    rung = Rung("the language server", reach, opening=opening)
    return fallback([rung], lambda says: None, patience=wait)


def _row(
    said: str, reply: Sequence[str], before: Progress, written: Written, smith: Watching
) -> dict[str, Any]:
    now = written.progress
    seen = smith.watched.last if smith.watched else None
    led = seen.led if seen else None
    offer, question = _offer(before, now), now.question.chosen
    asks = question is not None and question.ask in " ".join(reply)
    return {
        "said": said,
        "reply": " ".join(reply),
        "asked": seen is not None,
        "kind": str(led.reply.kind) if led and led.reply else "",
        "to": offer.topic.id if offer else "",
        "words": offer.topic.text if offer else "",
        "verdict": str(offer.verdict) if offer else "",
        "question": [str(question.source), question.kind] if question is not None and asks else [],
        "surest": [{"topic": each.id, "words": each.text} for each in now.returns.called],
        "failed": [*smith.failed],
        "ended": written.ended,
        "seat": seen.as_json() if seen else None,
    }


def _offer(before: Progress, now: Progress) -> Pending | None:
    """What this reply comes back to, or towards; None where to nothing."""
    pending = now.returns.pending
    return pending if pending is not None and pending is not before.returns.pending else None


def _keep(file: Path, record: Record, company: Evening, found: Sequence[Mapping[str, Any]]) -> None:
    events, _ = journal.salvage(record.folder(company.session.id) / "journal.jsonl")
    guards = {
        each["at"] // (SECONDS * RATE) - 1: each["guard"]
        for each in events
        if each["kind"] == "reading"
    }
    thoughts = {
        each["at"] // (SECONDS * RATE) - 1: each for each in events if each["kind"] == "thought"
    }
    lines = (
        json.dumps(
            {
                "turn": i,
                "guard": guards.get(i, "withheld"),
                "thought": thoughts.get(i, {}).get("veto", ""),
                **each,
            },
            ensure_ascii=False,
        )
        for i, each in enumerate(found)
    )
    draft = file.with_suffix(".tmp")
    draft.write_text("\n".join(lines) + "\n", encoding="utf-8")
    draft.rename(file)
    (file.parent / "lines.json").write_text(json.dumps(dict(company.back.lines)), encoding="utf-8")


SEAT = "the seat"
"""The guard of a reply that a model in the seat gave."""

LEADS_TO = str(Verdict.TOWARDS)
"""The verdict of a reply that is no return, only a question inside the story."""
