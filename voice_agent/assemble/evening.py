"""What a talk needs beside mouth and ears, spoken or written: what leads it, memory, feelings, wishes carried out."""

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

import anyio

from voice_agent.archive import after_death, news, reminders, spreading, withholding
from voice_agent.archive.memory_worker import MemoryWorker
from voice_agent.archive.notebook import Notebook
from voice_agent.archive.passed_over import PassedOver
from voice_agent.archive.permitted import permitted, summed_up
from voice_agent.archive.record import Record
from voice_agent.assemble import afterwards, by_model, far
from voice_agent.assemble.leading import led, looked, next_time, opening, talked_today, where
from voice_agent.assemble.loading import Readers, Tell, load_near, memory_engines, wordsmith
from voice_agent.assemble.trusted import trusted
from voice_agent.backends import LanguageModel
from voice_agent.conversation import past
from voice_agent.conversation.alarm import Alarm, may_be_told
from voice_agent.conversation.bringing_back import BringingBack, taught
from voice_agent.conversation.granting import Granting
from voice_agent.conversation.house import Labour, Leads
from voice_agent.conversation.reading_on import ReadingOn
from voice_agent.conversation.story_lines import Names
from voice_agent.conversation.told_before import ToldBefore
from voice_agent.conversation.turn_context import TurnContext
from voice_agent.conversation.written import Written, WrittenGiven
from voice_agent.emotion.prosody import Usual
from voice_agent.emotion.sympathy import Sympathy
from voice_agent.errors import first
from voice_agent.interview.planner import Opening, Progress, Rules
from voice_agent.interview.questions import Candidate
from voice_agent.interview.returning.offers import PastTopic
from voice_agent.interview.safety.contacts import Contacts
from voice_agent.language.gate import Purpose
from voice_agent.language.wordsmith import Wordsmith
from voice_agent.memory.summary import summarise
from voice_agent.notifying.by_apprise import ByApprise
from voice_agent.reading.heads.shifted import ShiftHead
from voice_agent.reading.words import late_pattern
from voice_agent.resources import resource
from voice_agent.settings import Settings
from voice_agent.story import ConsentKind, Feeling, Session, SessionId, Speaker, Turn
from voice_agent.storybook import at_home

T = TypeVar("T")

PATIENCE = 0.3
"""Seconds that an answer in writing waits for memory; by voice nobody waits for it at all."""


@dataclass(frozen=True, slots=True)
class Evening:
    """One talk's company. `beside` holds the talk, `over` keeps what it leaves."""

    settings: Settings
    record: Record
    session: Session
    rules: Rules
    opening: Opening
    notebook: Notebook
    labour: Labour
    now: Callable[[], datetime]
    smith: Wordsmith | None
    sympathy: Sympathy | None
    back: BringingBack
    turn_context: TurnContext
    memory_worker: MemoryWorker
    granting: Granting
    alarm: Alarm
    reading_on: ReadingOn | None = None
    """Reads each turn once more, behind the talk."""

    @property
    def leads(self) -> Leads | None:
        """Who has the interviewer's seat, beside ourselves."""
        if self.smith is None or self.settings.language.leads == "no":
            return None  # elsewhere the seat asks what the model may do, before each turn
        twice = self.settings.language.two_passes
        return self.smith.seat(lambda: self.turn_context.known, self._recall if twice else None)

    async def _recall(self, words: str, feeling: Feeling) -> Sequence[PastTopic]:
        return (await self.back.called_up_by(words, feeling)).topics

    def written_down(self, turn: Turn) -> None:
        """A turn is on disk."""
        self.back.turn(turn)
        if self.reading_on is not None:
            self.reading_on.turn(turn)
        if turn.speaker is Speaker.NARRATOR and Record.exists(self.record.state):
            after_death.stop(self.record, self.session.narrator or "the narrator", turn.said_at)
        self.granting.turn(turn)

    def in_writing(
        self,
        leads: Leads | None = None,
        *,
        patience: float = PATIENCE,
        clock: Callable[[], float] = time.monotonic,
        watch: Callable[[Turn], None] = lambda turn: None,
    ) -> Written:
        """The talk itself, held in writing. `leads`: who has the seat in the place of the settings' language model.

        `patience`: seconds an answer waits for memory; `clock`: seconds, from any beginning, never backwards; `watch` is
        told of each turn.
        """

        def written_down(turn: Turn) -> None:
            self.written_down(turn)
            watch(turn)

        return Written(
            WrittenGiven(
                session=self.session.id,
                rules=self.rules,
                opening=self.opening,
                notebook=self.notebook,
                labour=self.labour,
                now=self.now,
                zone=where(self.settings),
                told=self.turn_context.told,
                bring=self.turn_context,
                remembered=self.memory_worker.taken_in,
                patience=patience,
                clock=clock,
                grant=self.granting,
                permit=self.granting.allowing.permit,
                alarm=self.alarm.sound,
                written_down=written_down,
                leads=leads or self.leads,
                sympathy=self.sympathy,
            )
        )

    async def beside(self, talk: Callable[[], Awaitable[T]]) -> T:
        """Hold the talk; beside it, words are kept ready and what was told is remembered."""
        held: list[T] = []
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self.memory_worker.work)
                async with anyio.create_task_group() as meanwhile:
                    meanwhile.start_soon(self.labour, late_pattern.make)
                    if self.smith is not None:
                        meanwhile.start_soon(self.smith.tend)
                    meanwhile.start_soon(self.back.read_on)
                    if self.reading_on is not None:
                        meanwhile.start_soon(self.reading_on.work)
                    try:
                        held.append(await talk())
                        await self.granting.finish()
                    finally:
                        self.memory_worker.close()
                    meanwhile.cancel_scope.cancel()
        except BaseExceptionGroup as group:
            raise first(group) from None
        finally:
            # what a model holds here is given back at once; one elsewhere holds nothing, and may still sum up
            if self.smith is not None and not (held and self.smith.elsewhere):
                with anyio.CancelScope(shield=True):
                    await self.labour(self.smith.gate.close)
        return held[0]

    async def over(self, progress: Progress) -> None:
        """Close the talk: its summary, the questions that grew from it, and the book written anew.

        The book of a long life is written, and its memory tidied, by `afterwards`: nobody waits for that.
        """
        record, session, smith = self.record, self.session, self.smith
        await self.labour(PassedOver(record.state).add)
        if self.sympathy is not None:
            record.keep("usual voice", self.sympathy.usual.as_json())
        grown = await self.turn_context.think(record.session(session.id).turns)
        past.keep(
            record,
            progress
            if grown is None
            else replace(progress, coverage=replace(progress.coverage, grown=grown)),
            session.id,
        )
        reminders.done(record, progress.wishes.reminded, self.now())
        happened = [each for each in news.untold(record) if each.at <= session.began]
        said = news.first(happened)
        news.told(record, [each.number for each in happened if each.says in said], self.now())
        told, ended = permitted(record.read, record.session(session.id)), self.now()
        record.finish(session.id, ended, summarise(told.turns))
        if self.memory_worker.long:
            afterwards.leave(record)
        else:
            await self.labour(
                lambda: at_home.write_anew(at_home.bookmaker(self.settings), record, ended)
            )
        # a model elsewhere may take its time: should the power fail meanwhile, the talk is closed already
        if smith is not None and smith.elsewhere and self.granting.allowing.remembers:
            if short := await by_model.summary(smith.gate, told):
                record.finish(session.id, ended, short)
            await by_model.suggest_people(smith.gate, record, self.labour)
            spreading.true_again(record)  # something may have been kept back meanwhile, on a page
        if smith is not None:
            await self.labour(smith.gate.close)


async def ruled(
    settings: Settings,
    record: Record,
    session: Session,
    readers: Readers,
    labour: Labour,
    now: datetime,
    tell: Tell,
) -> Rules:
    """What leads the talk that begins `now`, with its topic. Raises SettingsError."""
    seed = settings.interview.seed or int(session.began.timestamp())
    rules = readers.leading(led(settings, record, seed=seed, today=now.date(), tell=tell))
    return replace(
        rules,
        words=replace(
            rules.words,
            looked=looked(settings, record, now),
            next_time=next_time(settings, record, now),
        ),
        pieces=await labour(lambda: at_home.to_read_back(at_home.bookmaker(settings), record)),
    )


def opened(
    settings: Settings,
    record: Record,
    rules: Rules,
    readers: Readers,
    now: datetime,
    *,
    by_voice: bool = False,
    picture: str = "",
) -> Opening:
    """What is known before the first word, of earlier talks and of how we hear today.

    `picture`: the id of a photograph that they want to talk about. `by_voice`: the narrator's voice is known and can be told from others', so that a word of theirs may open a door.
    """
    again = ("again_today",) if talked_today(record, now, where(settings)) else ()
    there = Record.exists(record.state)
    if there:  # something may have been kept back on a page, or by another telling, since
        spreading.true_again(record)
    alive = ("still_here_after_all",) if there and after_death.status(record.read).said_by else ()
    happened = news.aloud(news.untold(record)) if there else ""
    waits = tuple(each for each in readers.announcements if each == DEAF_WHILE_SPEAKING)
    others = (each for each in readers.announcements if each != DEAF_WHILE_SPEAKING)

    def said(*kinds: str) -> tuple[str, ...]:
        return tuple(rules.words.phrases.pick(k, seed=rules.seed, used={}) for k in kinds)

    people = trusted(settings, record if there else None)
    told_first = _first_to_be_told(people, record)
    found = opening(
        record,
        now,
        contact=told_first,
        at_once=(*said(*alive, *waits), *filter(None, (happened,))),
        announcements=said(*again, *others),
        by_voice=by_voice,
        goes=far.goes(settings),
    )
    return replace(found, wanted=past.chosen(record, picture)) if picture and there else found


DEAF_WHILE_SPEAKING = "half_duplex"
"""What whoever answers must know before they do; how else we are set up today can wait for their yes."""


def close_cut(record: Record, now: datetime) -> None:
    """Close the talk that a power cut broke off: the one that begins now would hide it."""
    cut = record.unfinished() if Record.exists(record.state) else None
    if cut is not None:
        withholding.silence(record, cut.id)
        record.finish(cut.id, now, summed_up(record.read, cut))


async def evening(
    settings: Settings,
    record: Record,
    session: Session,
    rules: Rules,
    before: Opening,
    readers: Readers,
    *,
    labour: Labour,
    tell: Tell,
    now: Callable[[], datetime],
) -> Evening:
    """Bring together who sits beside the talk. `tell` shows a plain sentence, as where a model is slow."""
    session = replace(session, topic=rules.topic.name)
    notebook = Notebook(record, session, agreed=before.consented)
    before_us = Record.exists(record.state)
    people = trusted(settings, record if before_us else None)

    def announce(says: str) -> None:
        tell(says)
        notebook.note("language", 0, says=says)

    smith = await wordsmith(settings, announce, record)
    sympathy = None
    if readers.feelings is not None:
        usual = Usual.from_json(record.kept("usual voice") if before_us else None)
        sympathy = Sympathy(readers.feelings, usual)
    names = smith.name_story if smith is not None else None
    back = bringing_back(settings, record, session.id, labour, now, names)
    turn_context = _turn_context(record, rules, labour, now, smith, sympathy, back)
    memory_worker = MemoryWorker(
        record,
        index_uri(settings),
        lambda: replace(memory_engines(settings, record), model=_weighing(smith)),
        labour,
        announce,
        session=session.id,
        optimise_every=settings.memory.optimise_every,
        caches=(settings.cache,),
        now=now,
        after=turn_context.remembered,
    )
    turn_context.memory_worker = memory_worker
    alarm = Alarm(
        rules.readers.net,
        people,
        ByApprise(),
        labour,
        name=settings.narrator.name,
        consented=before_us and _message_allowed(record, _first_to_be_told(people, record)),
        lasting=PassedOver(record.state),
    )
    granting = Granting(
        record,
        memory_worker,
        labour,
        session.id,
        now=now,
        alarm=alarm,
        people=people,
        second=rules.readers.second,
    )
    return Evening(
        settings,
        record,
        session,
        rules,
        before,
        notebook,
        labour,
        now,
        smith,
        sympathy,
        back,
        turn_context,
        memory_worker,
        granting,
        alarm,
        _reading_on(rules, notebook, labour, now, smith, turn_context, back, granting),
    )


def _reading_on(
    led_by: Rules,
    notebook: Notebook,
    labour: Labour,
    now: Callable[[], datetime],
    smith: Wordsmith | None,
    turn_context: TurnContext,
    back: BringingBack,
    granting: Granting,
) -> ReadingOn | None:
    """Only a model on another machine: one on the same cores would hold up the recogniser."""
    if smith is None:
        return None
    return ReadingOn(
        smith.read,
        notebook,
        labour,
        now=now,
        may=lambda: smith.elsewhere and granting.allowing.remembers,
        stories=lambda: [(each.id, each.text or each.line) for each in back.stories],
        puts_right=led_by.readers.puts_right,
        templates=led_by.choosing.templates,
        doubt=turn_context.doubt,
    )


def index_uri(settings: Settings) -> str:
    """Where the index of memories lies."""
    return settings.memory.uri or str(settings.state / "memory")


def bringing_back(
    settings: Settings,
    record: Record,
    session: SessionId,
    labour: Labour,
    now: Callable[[], datetime],
    names: Names | None = None,
) -> BringingBack:
    """Who knows which past topic belongs to a moment of `session`."""
    born = settings.narrator.birth_year
    head = resource("models/shift-head/head.json")
    offers = past.offers(record) if Record.exists(record.state) else ()
    return BringingBack(
        labour,
        session=session,
        now=now,
        ranker=taught(resource("models/topic-ranker/weights.json"), offers),
        head=lambda embedder: ShiftHead(head, embedder),
        near=lambda own: load_near(settings, own),
        born=str(born) if born else "",
        names=names,
    )


def _turn_context(
    record: Record,
    led_by: Rules,
    labour: Labour,
    now: Callable[[], datetime],
    smith: Wordsmith | None,
    sympathy: Sympathy | None,
    back: BringingBack | None = None,
) -> TurnContext:
    return TurnContext(
        record,
        led_by.choosing.templates or {},
        labour,
        now=now,
        birth=led_by.narrator.birth,
        from_family=ToldBefore(record, _wondered(record, now)),
        feels=sympathy.feel if sympathy is not None else None,
        steers=lambda feeling: sympathy.bearing(feeling).recall if sympathy is not None else "none",
        extrapolate=smith.extrapolate if smith is not None else None,
        extract=smith.extract if smith is not None else None,
        between_turns=lambda: smith is not None and smith.elsewhere,
        bringing_back=back,
        finished=smith.finished if smith is not None else None,
    )


def _wondered(record: Record, now: Callable[[], datetime]) -> tuple[Candidate, ...]:
    return past.wondered(record, now().date()) if Record.exists(record.state) else ()


def _weighing(smith: Wordsmith | None) -> LanguageModel | None:
    """The model that weighs what was told: only one on another machine, behind what anybody waits for."""
    if smith is None or not smith.elsewhere:
        return None
    return smith.gate.to(Purpose.WEIGHING, behind=True)


def _first_to_be_told(people: Contacts, record: Record) -> str:
    """Who would be asked to call after a wish to die; "" for nobody."""
    may_be = may_be_told(people, PassedOver(record.state)).people
    return next((each.name for each in may_be if each.address), "")


def _message_allowed(record: Record, who: str) -> bool:
    """Has the narrator said that `who` may be asked to call after a wish to die? The last word holds.

    A word that names nobody is about whoever it is; leave that was given for another is none.
    """
    said = [
        c.given
        for c in record.consents()
        if c.kind is ConsentKind.MESSAGE and (not c.given or c.about.lower() in ("", who.lower()))
    ]
    return bool(said) and said[-1]
