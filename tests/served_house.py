"""A house with a language server that keeps every byte it gets, in which talks are held in writing, one after the other."""

import json
from collections.abc import AsyncGenerator, Generator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import anyio
from handed_over import handed_over
from interviews import TEMPLATES, rules
from kitchen import BEGAN, in_place
from ollama_server import MODEL, Emit, Pen, Request, Served
from openai_server import openai_server
from written_house import MIND, PEOPLE

from voice_agent import assemble
from voice_agent.archive import passages, reminders
from voice_agent.archive.memory_worker import MemoryWorker
from voice_agent.archive.notebook import Notebook
from voice_agent.archive.passages import Approval, approve
from voice_agent.archive.record import Record
from voice_agent.archive.residue import readings
from voice_agent.assemble.evening import Evening, opened
from voice_agent.assemble.loading import Readers
from voice_agent.conversation import past
from voice_agent.conversation.alarm import Alarm
from voice_agent.conversation.bringing_back import BringingBack
from voice_agent.conversation.granting import Granting
from voice_agent.conversation.turn_context import TurnContext
from voice_agent.errors import BookRefused
from voice_agent.language.gate import Purpose
from voice_agent.memory.forgetting import bare
from voice_agent.notifying.by_apprise import ByApprise
from voice_agent.reading.wishes.commands import Wish
from voice_agent.resources import resource
from voice_agent.settings import Settings, load
from voice_agent.story import Consent, ConsentKind, Session, SessionId
from voice_agent.storybook import at_home, plan, writing
from voice_agent.storybook.forms import KINDS
from voice_agent.storybook.house import Wanted
from voice_agent.storybook.release import Reader

OUTSIDER = "Colleen"


def obliging(request: Request, emit: Emit) -> str:
    """Says again what it was shown, so that every check of ours lets it through."""
    shown = request.messages[-1]["content"]
    form = request.form or {}
    asked = form.get("properties", {})
    if "sentences" in asked and "Told:" in shown:
        told = [line.removeprefix("Told: ") for line in shown.splitlines() if "Told:" in line]
        lines = [each.split(". ")[0].rstrip(".") + "." for each in told][:4]
        emit(json.dumps({"sentences": lines}), [])
    elif form:
        emit(json.dumps(_least(form)), [])
    else:
        emit(shown.rpartition("Planned: ")[2], [("yes", -0.2), ("no", -2.0)])
    return "stop"


def _least(form: Mapping[str, Any]) -> object:
    from voice_agent.language.schema import least

    return least(form)


@dataclass
class ServedHouse:
    """One house."""

    record: Record
    settings: Settings
    served: Served
    consented: bool = True
    """Has the narrator agreed before the first talk?"""

    lines: list[str] = field(default_factory=list[str])
    """All that we said, in the order it was said."""

    greetings: list[str] = field(default_factory=list[str])
    """What each talk but the first was to say of the one before."""

    @property
    def drafts(self) -> str:
        """The chapters as they lie in the record."""
        return " . ".join(each.body for each in passages.drafts(self.record.read))

    @property
    def writer(self) -> str:
        """Who wrote them."""
        return passages.drafts(self.record.read)[0].writer

    @property
    def kept_for_later(self) -> str:
        """What the next talk would bring up: the life in short, questions, reminders, pieces to be read aloud."""
        kept = [self.record.kept(key) for key in ("life summary", past.RIPE)]
        pieces = at_home.to_read_back(at_home.bookmaker(self.settings), self.record)
        return json.dumps(
            [kept, [e.about for e in reminders.waiting(self.record)], [p.says for p in pieces]]
        )

    @property
    def sent(self) -> str:
        """All that went to the server, bare."""
        return bare(json.dumps([each for each in self.served.requests], ensure_ascii=False))

    def begin_anew(self) -> None:
        """What was sent and said until now is past."""
        self.served.requests.clear()
        self.lines.clear()

    async def talk(
        self, number: int, lines: Sequence[str], given: Mapping[str, Wish] | None = None
    ) -> bool:
        """Hold one talk, and say whether it was closed; the lines that are wishes by `given` are understood so."""
        wishes = given or {}
        with handed_over(wishes):
            async with self._evening(number, wishes) as evening:
                talk = evening.in_writing()
                self.lines += talk.opening

                async def hold() -> None:
                    async with anyio.create_task_group() as tasks:
                        for line in lines:
                            if line == ANEW:
                                await evening.memory_worker.caught_up()
                                self.begin_anew()
                                continue
                            if line == SAID:
                                self.lines.clear()
                                continue
                            self.lines += await talk.answer(line, tasks)
                        await evening.memory_worker.caught_up()

                await evening.beside(hold)
                await evening.over(talk.progress)
        return talk.ended

    @asynccontextmanager
    async def _evening(self, number: int, given: Mapping[str, Wish]) -> AsyncGenerator[Evening]:
        record, settings = self.record, self.settings
        id, began = SessionId(f"2026-11-21T10-00-00Z-{number:04}"), BEGAN + timedelta(days=number)
        smith = await assemble.wordsmith(settings, lambda says: None, record)
        assert smith is not None
        await smith.gate.settle()
        back = BringingBack(in_place, session=id, now=lambda: began)
        turn_context = TurnContext(
            record, TEMPLATES, in_place, now=lambda: began, extrapolate=smith.extrapolate,
            extract=smith.extract, between_turns=lambda: True, bringing_back=back, finished=smith.finished,
        )  # fmt: skip
        memory_worker = MemoryWorker(
            record, str(record.state / "memory"),
            lambda: replace(MIND, model=smith.gate.to(Purpose.WEIGHING, behind=True)),
            in_place, lambda says: None, session=id, now=lambda: began, after=turn_context.remembered,
        )  # fmt: skip
        turn_context.memory_worker = memory_worker
        by = replace(shipped := rules(), readers=replace(shipped.readers, second=given.get))
        alarm = Alarm(by.readers.net, PEOPLE, ByApprise(), in_place)
        granting = Granting(
            record, memory_worker, in_place, id, now=lambda: began, people=PEOPLE, second=given.get, alarm=alarm,
        )  # fmt: skip
        session = Session(id, "Ida", began, topic=by.topic.name)
        agreed = self.consented or Record.exists(record.state)
        before = replace(opened(settings, record, by, Readers(), began), consented=agreed)
        self.greetings.append(" . ".join((before.last_time, before.half_told, *before.told)))
        yield Evening(
            settings, record, session, by, before, Notebook(record, session, agreed=agreed), in_place,
            lambda: began, smith, None, back, turn_context, memory_worker, granting, alarm,
        )  # fmt: skip

    async def chapters(self) -> None:
        """Write the book with the language model's help, as `chapters write --model` does."""
        from voice_agent.archive import memory_tables

        book, now = at_home.bookmaker(self.settings), BEGAN + timedelta(days=40)
        smith = await assemble.wordsmith(self.settings, lambda says: None, self.record)
        assert smith is not None
        await smith.gate.settle()
        written = await writing.edit(
            book.compose(self.record), smith.gate.to(Purpose.CHAPTERS),
            memory_tables.claims(self.record.read), plan.read(resource("config/book/chapters.toml")),
            writing.read(resource("config/prompts/chapter.md")),
        )  # fmt: skip
        book.write(self.record, now, lambda: written.book)

    def copies(self) -> str:
        """Everything that somebody who may not know could be handed, bare: every kind of copy."""
        record, now = self.record, BEGAN + timedelta(days=41)
        book, id = at_home.bookmaker(self.settings), record.sessions()[-1].id
        for kind, about in ((ConsentKind.RECIPIENT, OUTSIDER), (ConsentKind.PRINT, "")):
            record.consent(Consent(kind, True, now, id, "Yes.", about))
        for passage in book.drafted(record).passages:
            approve(record, Approval(passage.id, True, now))
        found = list[str]()
        for kind in KINDS:
            to = self.settings.state.parent / f"{kind}{'.epub' if kind == 'epub' else ''}"
            try:
                made = book.copy(record, Wanted(kind, to, Reader(OUTSIDER)), now)
            except BookRefused:
                continue
            files = [made] if made.is_file() else [e for e in made.rglob("*") if e.is_file()]
            found += [str(each.relative_to(self.settings.state.parent)) for each in files]
            found += [text for each in files for text in readings(each.read_bytes())]
        return bare(" . ".join(found))


SAID = "(that was said)"
"""A line that nobody says: what we said before it answered the wish itself, and named the story to whoever told it."""

ANEW = "(from here on)"
"""A line that nobody says: what was sent before it is past."""


@contextmanager
def served_house(folder: Path, pen: Pen = obliging, **language_: object) -> Generator[ServedHouse]:
    """A house whose server is on this machine's loopback and writes with `pen`; `language_`: more of those settings."""
    with openai_server(pen=pen) as served:
        language = load().language.model_copy(
            update={
                "model": "openai",
                "openai_url": served.url,
                "openai_model": MODEL,
                **language_,
            }
        )
        settings = load().model_copy(
            update={"state_directory": folder / "state", "language": language}
        )
        with Record.open(settings.state) as record:
            yield ServedHouse(record, settings, served)
