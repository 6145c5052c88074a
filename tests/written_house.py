"""A house in which talks are held in writing, one after the other, with wishes handed over as values."""

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta

import anyio
from fakes import BagOfWords
from handed_over import handed_over
from interviews import TEMPLATES, rules
from kitchen import BEGAN, in_place

from voice_agent.archive.memory_engines import MemoryEngines
from voice_agent.archive.memory_worker import MemoryWorker
from voice_agent.archive.notebook import Notebook
from voice_agent.archive.permitted import summed_up
from voice_agent.archive.record import Record
from voice_agent.backends import Embedder
from voice_agent.conversation.granting import Granting
from voice_agent.conversation.house import Grant, Leads
from voice_agent.conversation.turn_context import TurnContext
from voice_agent.conversation.written import Written, WrittenGiven
from voice_agent.interview.planner import Opening
from voice_agent.interview.rules import Past, Piece, Rules
from voice_agent.interview.safety.contacts import Contact, Contacts
from voice_agent.memory import themes
from voice_agent.memory.reading import PlainReader
from voice_agent.reading.wishes.commands import Wish
from voice_agent.resources import resource
from voice_agent.story import Session, SessionId

PEOPLE = Contacts(
    (Contact("Colleen", "daughter"), Contact("Tom", "son"), Contact("Rosa", "sister"))
)


def memory_engines() -> MemoryEngines:
    embedder = BagOfWords()
    return MemoryEngines(
        embedder, themes.read(resource("config/themes.toml"), embedder), PlainReader()
    )


MIND = memory_engines()


@asynccontextmanager
async def talk(
    record: Record,
    number: int,
    given: Mapping[str, Wish],
    *,
    grant: Grant | None = None,
    pieces: tuple[Piece, ...] = (),
    left: Past | None = None,
    telling: Embedder | None = None,
    by: Rules | None = None,
    leads: Callable[[TurnContext], Leads] | None = None,
) -> AsyncGenerator[Written]:
    """A talk in writing in this house; `given`: which turns are which wishes; `grant`: who carries them out instead;
    `left`: what earlier talks have left to be said; `telling`: reads which turns tell one story; `by`: other rules than
    those of the tests; `leads`: who has the interviewer's seat, beside what comes to mind."""
    session = SessionId(f"2026-11-21T10-00-00Z-{number:04}")
    began = BEGAN + timedelta(days=number)
    turn_context = TurnContext(record, TEMPLATES, in_place, now=lambda: began)
    memory_worker = MemoryWorker(
        record, str(record.state / "memory"), lambda: replace(MIND, telling=telling), in_place, lambda says: None,
        session=session, now=lambda: began, after=turn_context.remembered,
    )  # fmt: skip
    turn_context.memory_worker = memory_worker
    granting = Granting(
        record, memory_worker, in_place, session, now=lambda: began, people=PEOPLE, second=given.get
    )

    async def silent(level: str, said: str) -> str:
        return ""

    led = by or rules()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(memory_worker.work)
        yield Written(
            WrittenGiven(
                session=session,
                rules=replace(
                    led,
                    readers=replace(led.readers, second=given.get),
                    pieces=pieces,
                    past=left or Past(),
                ),
                opening=Opening(consented=True),
                notebook=Notebook(record, Session(session, "Ida", began), agreed=True),
                labour=in_place,
                now=lambda: began,
                told=turn_context.told,
                bring=turn_context,
                remembered=memory_worker.caught_up,
                grant=grant or granting,
                permit=granting.allowing.permit,
                alarm=silent,
                written_down=granting.turn,
                leads=leads(turn_context) if leads else None,
            )
        )
        await memory_worker.caught_up()
        await granting.finish()
        memory_worker.close()
    record.finish(session, began, summed_up(record.read, record.session(session)))


async def told(
    record: Record,
    number: int,
    lines: Sequence[str],
    given: Mapping[str, Wish] | None = None,
    *,
    grant: Grant | None = None,
    pieces: tuple[Piece, ...] = (),
    after: Callable[[], None] = lambda: None,
    telling: Embedder | None = None,
    by: Rules | None = None,
    leads: Callable[[TurnContext], Leads] | None = None,
) -> list[str]:
    """Hold one talk; return what was answered. `after` is called when each answer is there."""
    answers, wishes = list[str](), given or {}
    with handed_over(wishes):
        async with (
            talk(
                record,
                number,
                wishes,
                grant=grant,
                pieces=pieces,
                telling=telling,
                by=by,
                leads=leads,
            ) as held,
            anyio.create_task_group() as tasks,
        ):
            for line in lines:
                answers.append(" ".join(await held.answer(line, tasks)))
                after()
    return answers
