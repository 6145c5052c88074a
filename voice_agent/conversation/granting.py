"""Carries out what the narrator asked for beyond words: labels, hiding, undoing, erasing, consents, messages.

What "that" is: the narrator's last telling before the wish. A label or a hiding is in the record before the
next turn can be told, so before anything shareable is made of it. Erasing waits for the end of the talk,
because the sound of the talk is still being written; until then it stays hidden.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from voice_agent.archive import memory_tables, passages, reminders, withdrawing
from voice_agent.archive.accounts import Role, everybody
from voice_agent.archive.passages import Approval
from voice_agent.archive.record import Record
from voice_agent.archive.rememberer import Rememberer
from voice_agent.conversation.alarm import Alarm
from voice_agent.conversation.house import Labour
from voice_agent.errors import MemoryRefused
from voice_agent.interview.leave.permissions import Answered
from voice_agent.interview.safety import answering, contacts
from voice_agent.interview.safety.contacts import Contacts
from voice_agent.interview.steering import commands
from voice_agent.interview.steering.commands import Command, Wish
from voice_agent.interview.steering.replying import concerning
from voice_agent.memory import forgetting
from voice_agent.memory.claims import Claim, ClaimId, Mention, Part
from voice_agent.memory.decisions import Act, Decision, DecisionId
from voice_agent.memory.forgetting import What
from voice_agent.memory.labels import Label, bearer
from voice_agent.memory.privacy import PRIVATE, Privacy
from voice_agent.story import Consent, ConsentKind, SessionId, Speaker, Turn, TurnId

NOT_FOUND = "I could not find what to mark. It is kept as it was, and nobody has been given it."

KEPT_BACK = "I could not find what was kept back. Nothing is let out."

NOTHING_AWAY = "I looked, and nothing is put away that I could bring back."

NOT_NOTED = "I could not note that after all. Please tell me about it whenever you like."

UNKNOWN = "I am not sure who that is, so for now nothing is shared with anybody."

WITHDRAWN = {
    Command.NO_RECORDING: ConsentKind.RECORDING,
    Command.NO_AUDIO: ConsentKind.KEEP_AUDIO,
    Command.NO_MEMORY: ConsentKind.MEMORY,
    Command.NO_RECIPIENT: ConsentKind.RECIPIENT,
    Command.NO_PRINT: ConsentKind.PRINT,
    Command.NO_AFTER_DEATH: ConsentKind.AFTER_DEATH,
    Command.NO_MESSAGE: ConsentKind.MESSAGE,
}


class Granting:
    """Callable as `conversation.house.Grant`. One for each session."""

    def __init__(
        self,
        record: Record,
        rememberer: Rememberer,
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
        self._record, self._rememberer, self._labour = record, rememberer, labour
        self._session, self._now, self._alarm = session, now, alarm
        self.remembers = not withdrawing.forbidden(record, ConsentKind.MEMORY)
        """May memory take in what is told?"""

        self._hidden = frozenset[ClaimId]()
        self._kept_back: TurnId | None = None
        """The turn that a label was last set on."""

        self._yes: TurnId | None = None
        """The turn in which it was taken off: an answer, and nothing that was told."""

        self._to_go: tuple[TurnId, ...] = ()
        """The turn that was put away, and the wish that named what is in it."""

    async def __call__(self, wish: Wish, words: str) -> str:
        """Carry out `wish`, said in `words`; return a sentence to speak where the promise did not hold, or ""."""
        match wish.command:
            case Command.CANCEL:
                said = self._alarm.cancel() if self._alarm else "Nothing was being sent."
                return "" if wish.about == answering.QUIETLY else said
            case Command.BETWEEN_US:
                return await self._label(PRIVATE)
            case Command.NOT_WHILE_I_LIVE:
                return await self._label(Privacy(after_death=True))
            case Command.ONLY_FOR:
                names = wish.about.removeprefix("my ").replace(" and my ", " and ").split(" and ")
                return await self._label(Privacy(only=frozenset(each.lower() for each in names)))
            case Command.LET_OUT:
                return await self._let_out()
            case Command.FORGET:
                return await self._hide(wish.about)
            case Command.UNDO:
                return await self._show()
            case Command.STANDS | Command.LEFT_OUT:
                return await self._answer_for(wish)
            case Command.ERASE:
                return await self._to_be_erased()
            case Command.REMIND:
                return await self._remind(wish.about)
            case Command.WITHHOLD:
                await self._hide()
                return await self._to_be_erased()
            case _:
                return await self._withdraw(wish, words)

    async def finish(self) -> None:
        """The talk is over and nothing is being written: erase what waits for it. Raises DiskFull."""
        there = Record.exists(self._record.state)
        waiting = memory_tables.to_erase(self._record.read) if there else ()
        if not waiting:
            return
        await self._rememberer.caught_up()
        memory = self._rememberer.memory
        if memory is None:
            return
        for turn in waiting:
            try:
                await memory.erase(forgetting.Wish(What.TURN, turn), self._now())
            except MemoryRefused:
                continue  # it is gone already
        memory_tables.erased(self._record, waiting)

    def _last_told(self, about: str = "") -> tuple[Turn | None, Turn | None]:
        """The last telling, of `about` where that was said, and the turn after it in which the wish was said."""
        turns = [
            t for t in self._record.session(self._session).turns if t.speaker is Speaker.NARRATOR
        ]
        told = (
            t for t in reversed(turns) if t.text and t.id != self._yes and not self._is_wish(t.text)
        )
        if about:
            every = list(told)
            meant = concerning(about, [t.text for t in reversed(every)])
            told = (t for t in every if meant and t.text == meant)
        return next(told, None), (turns[-1] if turns else None)

    def _is_wish(self, said: str) -> bool:
        if commands.alone(said):
            return True
        if commands.understood(said) is not None:
            return False  # a telling that ends in a wish is what the wish is about
        return self._second is not None and self._second(said) is not None

    async def _label(self, privacy: Privacy) -> str:
        self._kept_back = None
        if not Record.exists(self._record.state):
            return NOT_FOUND
        told = await self._labour(lambda: self._labelled(privacy))
        if told is None:
            return NOT_FOUND
        self._kept_back = told
        await self._heeded()
        return ""

    def _labelled(self, privacy: Privacy) -> TurnId | None:
        """Set the label on the disk, on all of the last telling; what memory makes of it later is bound by it too."""
        told, wish = self._last_told()
        whole = self._whole(told) if told else None
        if told is None or whole is None or wish is None or not wish.text:
            return None
        place = Mention(Part.WHAT, self._session, wish.id, 1, 0, len(wish.text), wish.text)
        made = memory_tables.claims_of(self._record.read, self._session, told.id)
        labels = [Label(each, privacy, place) for each in sorted({*made, whole.id})]
        memory_tables.store(self._record, [whole], labels)
        return told.id

    async def _heeded(self) -> None:
        """What is on the disk already holds for what may come up, at once, and then for all that memory made."""
        if memory := self._rememberer.memory:
            await memory.heed()
        await self._rememberer.caught_up()

    async def _let_out(self) -> str:
        """Take off what was said in this talk of who may know of that turn; it stays written down that it was said."""
        kept, self._kept_back = self._kept_back, None
        _, yes = await self._labour(self._last_told)
        if kept is None or yes is None or not yes.text:
            return KEPT_BACK
        self._yes = yes.id
        read, session = self._record.read, self._session
        place = Mention(Part.WHAT, session, yes.id, 1, 0, len(yes.text), yes.text)
        for turn in await self._labour(lambda: memory_tables.kept_back_in(read, session, kept)):
            one = f"{session} {turn}"
            id = DecisionId(f"{Act.LET_OUT} {one} {yes.id}")
            decision = Decision(id, Act.LET_OUT, self._now(), "the narrator", one, mention=place)
            await self._labour(lambda made=decision: memory_tables.decide(self._record, made))
        await self._heeded()
        return ""

    def _whole(self, told: Turn) -> Claim | None:
        """What bears a label for all of a turn: a sentence that gave no claim is as private as the others."""
        version = self._record.wordings(self._session, told.id)[-1].version
        made = bearer(told, -1, version)
        sitting = memory_tables.sitting(self._record.read, self._session)
        return replace(made, sitting=sitting) if made else None

    async def _hide(self, about: str = "") -> str:
        if not Record.exists(self._record.state):
            return ""
        told, wish = await self._labour(lambda: self._last_told(about))
        # "forget that about uncle Bert" would keep his name
        named = about and wish is not None and wish is not told and self._is_wish(wish.text)
        self._to_go = (told.id, *([wish.id] if named and wish else ())) if told else ()
        if told is None:
            return ""
        now = self._now()  # one moment: undo brings back what was put away together
        await self._labour(lambda: self._put_away(told, now))
        await self._heeded()
        if memory := self._rememberer.memory:
            # and what only goes on about it
            turn = forgetting.Wish(What.TURN, f"{self._session} {told.id}")
            self._hidden |= await memory.hide(turn, now)
        return ""

    def _put_away(self, told: Turn, now: datetime) -> None:
        """Put a turn away on the disk, also what memory makes nothing of or has made nothing of yet: a book shows it."""
        if whole := self._whole(told):
            memory_tables.store(self._record, [whole], [])
        memory_tables.put_away(self._record, self._session, told.id, now)
        passages.withdraw(self._record, {(str(self._session), int(told.id))}, (), now)
        self._hidden |= memory_tables.claims_of(self._record.read, self._session, told.id)

    async def _show(self) -> str:
        there = Record.exists(self._record.state)
        away = self._hidden or (
            memory_tables.hidden_last(self._record.read) if there else frozenset()
        )
        if not away:
            return NOTHING_AWAY
        await self._labour(lambda: memory_tables.show(self._record, away))
        await self._heeded()
        self._hidden = frozenset()
        return ""

    async def _remind(self, about: str) -> str:
        """Keep what is to be brought up next time: a stretch of the turn that asks for it."""
        if not Record.exists(self._record.state):
            return NOT_NOTED
        turns = await self._labour(lambda: self._record.session(self._session).turns)
        told = [t for t in turns if t.speaker is Speaker.NARRATOR and t.text]
        if not told:
            return NOT_NOTED
        kept = await self._labour(
            lambda: reminders.remind(self._record, told[-1], about, self._now())
        )
        return "" if kept else NOT_NOTED

    async def _to_be_erased(self) -> str:
        for turn in self._to_go:
            await self._labour(
                lambda turn=turn: memory_tables.to_be_erased(self._record, self._session, turn)
            )
        return ""

    async def _answer_for(self, wish: Wish) -> str:
        """Keep what was said to a piece of the book that was read back."""
        given = wish.command is Command.STANDS
        answer = Approval(wish.about, given, self._now(), "voice")
        await self._labour(lambda: passages.approve(self._record, answer))
        return ""

    async def permit(self, answered: Answered, words: str) -> str:
        """Keep what was just allowed or refused; return a sentence where that is not all."""
        one = answered.permission
        given = Consent(
            one.kind,
            answered.given,
            self._now(),
            self._session,
            words,
            about=one.about,
            asked=answered.asked,
        )
        return await self._keep([given])

    async def _withdraw(self, wish: Wish, words: str) -> str:
        kind = WITHDRAWN.get(wish.command)
        if kind is None or not Record.exists(self._record.state):
            return ""
        whom, unknown = await self._labour(lambda: self._about(kind, wish.about))
        refusals = [Consent(kind, False, self._now(), self._session, words, about=w) for w in whom]
        beyond = await self._keep(refusals)
        return " ".join(each for each in (UNKNOWN if unknown else "", beyond) if each)

    def _about(self, kind: ConsentKind, said: str) -> tuple[tuple[str, ...], bool]:
        """Whom a no is about; where nobody can tell who was meant, everybody who reads, and True."""
        if kind is not ConsentKind.RECIPIENT:
            held = [c.about for c in self._record.consents() if c.kind is kind]
            return (tuple(dict.fromkeys(held)) or ("",)), False
        accounts_ = [each.name for each in everybody(self._record) if each.role is Role.FAMILY]
        told = [c.about for c in self._record.consents() if c.kind is kind]
        readers = tuple({each.lower(): each for each in (*told, *accounts_) if each}.values())
        known = (*readers, *(each.name for each in self._people.people))
        whom = tuple(dict.fromkeys(contacts.meant(said, known, self._people)))
        return (whom, False) if whom else ((*readers, said.removeprefix("my ")), True)

    async def _keep(self, answers: list[Consent]) -> str:
        """Write the answers down and do what follows from them; return a sentence where that is not all."""
        beyond: list[str] = []
        for each in answers:
            await self._labour(lambda each=each: self._record.consent(each))
            match each.kind:
                case ConsentKind.MEMORY:
                    self.remembers = each.given
                case ConsentKind.MESSAGE if self._alarm is not None:
                    self._alarm.allow(each.given)
                case _:
                    pass
            if not each.given:
                beyond += await self._labour(
                    lambda each=each: withdrawing.carry_out(self._record, each, self._now())
                )
        return " ".join(dict.fromkeys(beyond))

    def turn(self, turn: Turn) -> None:
        """Hand a turn that is on disk to memory, unless the narrator wants nothing remembered."""
        if self.remembers:
            self._rememberer.turn(turn)
        elif Record.exists(self._record.state):
            withdrawing.not_to_be_remembered(self._record, turn)
