"""Carries out what the narrator asked for beyond words: labels, hiding, undoing, erasing, consents, messages.

What "that" is: keeping.py. A label or a hiding is in the record before it is said that it is, and before the next turn
can be told, so before anything shareable is made of it. Erasing waits for the end of the talk, because the sound of
the talk is still being written; until then it stays hidden.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from voice_agent.archive import (
    book_copies,
    keeping_back,
    memory_tables,
    passages,
    reminders,
    spreading,
    withdrawing,
)
from voice_agent.archive.keeping_back import KeptBack
from voice_agent.archive.memory_worker import MemoryWorker
from voice_agent.archive.passages import Approval
from voice_agent.archive.record import Record
from voice_agent.conversation import keeping
from voice_agent.conversation.alarm import Alarm
from voice_agent.conversation.allowing import Allowing
from voice_agent.conversation.house import Labour
from voice_agent.conversation.keeping import ToldSoFar
from voice_agent.conversation.letting_out import KEPT_BACK, LettingOut
from voice_agent.conversation.putting_away import PuttingAway
from voice_agent.interview.safety import answering
from voice_agent.interview.safety.contacts import Contacts
from voice_agent.interview.steering.outcome import WHICH, Outcome
from voice_agent.interview.steering.replying import promise
from voice_agent.memory.privacy import PRIVATE
from voice_agent.reading.wishes import naming
from voice_agent.reading.wishes.called import called
from voice_agent.reading.wishes.commands import KEEPS_BACK, Command, Wish
from voice_agent.story import TO_US, SessionId, Speaker, Turn, TurnId

NOT_FOUND = "I could not find what to mark. It is kept as it was, and nobody has been given it."

NOT_NOTED = "I could not note that after all. Please tell me about it whenever you like."


class Granting:
    """Callable as `conversation.house.Grant`. One for each session."""

    def __init__(
        self,
        record: Record,
        memory_worker: MemoryWorker,
        labour: Labour,
        session: SessionId,
        *,
        now: Callable[[], datetime],
        alarm: Alarm | None = None,
        people: Contacts | None = None,
        second: Callable[[str], Wish | None] | None = None,
    ) -> None:
        """`people`: whom the settings name, so that "my daughter" is known to be Ann. `second`: Rules.second."""
        self._second = second
        self._people = people or Contacts()
        self._record, self._memory_worker, self._labour = record, memory_worker, labour
        self._session, self._now, self._alarm = session, now, alarm
        self.allowing = Allowing(record, labour, session, now=now, alarm=alarm, people=self._people)
        """What the narrator allows and takes back."""

        self._putting_away = PuttingAway(
            record, memory_worker, labour, session, now=now, told=self._told, heeded=self._heeded
        )
        self._letting_out = LettingOut(
            record, labour, session, now=now, told=self._told, whom=self._whom, heeded=self._heeded
        )
        self._kept_back: TurnId | None = None
        """The turn that a label was last set on."""

        self._to_come: KeptBack | None = None
        """What is to bind the next telling: it was kept back before it was told."""

        self._yes: TurnId | None = None
        """The turn in which it was taken off: an answer, and nothing that was told."""

    async def __call__(self, wish: Wish, words: str) -> Outcome:
        """Carry out `wish`, said in `words`; what is said of it is decided by what came of it."""
        match wish.command:
            case Command.CANCEL:
                more = self._alarm.cancel() if self._alarm else "Nothing was being sent."
                return Outcome(more="" if wish.about == answering.QUIETLY else more)
            case command if command in KEEPS_BACK:
                return await self._keep_back(wish)
            case Command.LET_OUT:
                return await self._let_out(wish)
            case Command.FORGET if wish.story == WHICH:
                return await self._putting_away.one_of_two(wish.about)
            case Command.FORGET:
                return await self._putting_away.hide(wish.about or wish.story)
            case Command.UNDO:
                return await self._putting_away.show()
            case Command.STANDS | Command.LEFT_OUT:
                return await self._answer_for(wish)
            case Command.ERASE:
                return await self._putting_away.to_be_erased(words)
            case Command.REMIND:
                return await self._remind(wish.about)
            case Command.WITHHOLD:
                return await self._putting_away.withhold(wish.story)
            case _:
                return await self.allowing.withdraw(wish, words)

    async def finish(self) -> None:
        """The talk is over and nothing is being written: erase what waits for it. Raises DiskFull."""
        await self._putting_away.finish()

    def _told(self, named: str = "") -> ToldSoFar:
        """What was told until now; memory says what is one event and what words mean, where it is open."""
        memory, claims = self._memory_worker.memory, memory_tables.claims
        return ToldSoFar(
            self._record,
            self._session,
            events=spreading.events_of(memory.life, claims(self._record.read)) if memory else None,
            read=memory.engines.telling.embed if memory and memory.engines.telling else None,
            second=self._second,
            skip=[(self._session, self._yes)] if self._yes is not None else (),
            named=named,
        )

    async def _keep_back(self, wish: Wish) -> Outcome:
        self._kept_back = None
        if not Record.exists(self._record.state):
            return Outcome(NOT_FOUND, stored=False)
        kept = await self._labour(lambda: self._kept(wish))
        if kept is None:
            return Outcome(NOT_FOUND, stored=False)
        await self._heeded()
        return kept

    def _kept(self, wish: Wish) -> Outcome | None:
        """Set the label on the disk, on all tellings of the story; what memory makes of them is bound by it too."""
        told, memory = self._told(f"{wish.about} {wish.but}"), self._memory_worker.memory
        story, said = told.kept(wish), told.wish
        if story is None or said is None or not said.text:
            return None
        life = memory.life if memory else None
        # "Rhiannon's my eldest" beside the wish is no telling, and yet says who she is
        known = keeping.readers(self._record, self._people, life, (*told.texts.values(), said.text))
        privacy, plain = keeping.limit(wish, known, self._people)
        place, now = (self._session, said.id), self._now()
        # the turns that the wish was surely said about come first: by them the others are known
        told_of = sorted(
            {*story.sure, *story.perhaps},
            key=lambda p: (p not in story.meant, p not in story.sure, p),
        )
        rows = [
            KeptBack(
                each,
                privacy,
                place,
                doubt=each in story.perhaps or not wish.sure,
                spread=each not in story.meant,
            )
            for each in told_of
        ]
        if place not in story.sure:
            rows.append(KeptBack(place, PRIVATE, place, told=False))
        keeping_back.put(self._record, rows, now)
        spreading.summed_up_anew(self._record, {each.place[0] for each in rows})
        self._kept_back = max((p for p in story.sure if p[0] == self._session), default=place)[1]
        every = frozenset(told_of)
        beyond = book_copies.withhold(self._record, every, privacy, now).beyond
        unsaid = (*told.words(every), said.text)
        whom = called(wish.about) if wish.command is Command.NOT_FOR else ""
        named = bool(whom) and (
            whom.startswith("your ") or bool(re.search(rf"\b{re.escape(whom)}\b", said.text))
        )
        # kept from everybody, it is kept from whoever was named, and no more need be said
        kind = "" if plain or named else "kept_from_all"
        self._to_come = KeptBack(place, privacy, place) if not story.sure else None
        if not wish.sure:  # it was not said so, and nothing is named
            return Outcome(unsaid=unsaid)
        if plain and not story.sure:
            whom = called(wish.but if promise(wish) == "not_while_but" else wish.about)
            return Outcome(kind=promise(wish), name=whom, told=story.name, unsaid=unsaid)
        name = naming.UNNAMED if place in told_of and told.wish_tells else story.name
        return Outcome(kind=kind, told=name, name=whom, more=" ".join(beyond), unsaid=unsaid)

    async def _heeded(self) -> None:
        """What is on the disk already holds for what may come up, at once, and then for all that memory made."""
        if memory := self._memory_worker.memory:
            await memory.heed()
        await self._memory_worker.caught_up()

    async def _let_out(self, wish: Wish) -> Outcome:
        """Take off what was said of who may know, all of it or for one; it stays written down that it was said."""
        kept, self._kept_back = self._kept_back, None
        said = (await self._labour(self._told)).wish if Record.exists(self._record.state) else None
        if said is None or not said.text or (kept is None and not (wish.about or wish.story)):
            return Outcome(KEPT_BACK, stored=False)
        self._yes = said.id
        return await self._letting_out(wish, said, kept)

    def _whom(self, said: str) -> keeping.Whom:
        memory, texts = self._memory_worker.memory, self._told().texts.values()
        life = memory.life if memory else None
        known = keeping.readers(self._record, self._people, life, texts)
        return keeping.whom(said, known, self._people)

    async def _remind(self, about: str) -> Outcome:
        """Keep what is to be brought up next time: a stretch of the turn that asks for it."""
        if not Record.exists(self._record.state):
            return Outcome(NOT_NOTED, stored=False)
        turns = await self._labour(lambda: self._record.session(self._session).turns)
        told = [t for t in turns if t.speaker is Speaker.NARRATOR and t.text]
        if not told:
            return Outcome(NOT_NOTED, stored=False)
        kept = await self._labour(
            lambda: reminders.remind(self._record, told[-1], about, self._now())
        )
        return Outcome() if kept else Outcome(NOT_NOTED, stored=False)

    async def _answer_for(self, wish: Wish) -> Outcome:
        """Keep what was said to a piece of the book that was read back."""
        given = wish.command is Command.STANDS
        answer = Approval(wish.about, given, self._now(), "voice")
        await self._labour(lambda: passages.approve_as_meant(self._record, answer))
        return Outcome()

    def turn(self, turn: Turn) -> None:
        """Hand a turn that is on disk to memory, unless the narrator wants nothing remembered.

        What tells of a story that is kept back is kept back first.
        """
        if turn.speaker is Speaker.NARRATOR and turn.text and Record.exists(self._record.state):
            if (wish := self._to_come) and turn.kind != TO_US:
                self._to_come = None
                told = replace(wish, place=(turn.session, turn.id))
                keeping_back.put(self._record, [told], self._now())
            spreading.spread(self._record, self._now(), among=[(turn.session, turn.id)])
        if self.allowing.remembers:
            self._memory_worker.turn(turn)
        elif Record.exists(self._record.state):
            withdrawing.not_to_be_remembered(self._record, turn)
