"""What the narrator allows and takes back in a talk: consents, who comes in, new passwords. Kept before it is said."""

from collections.abc import Callable
from datetime import datetime

from voice_agent.archive import accounts, forgotten, letting_in, withdrawing
from voice_agent.archive.accounts import Role
from voice_agent.archive.called import key
from voice_agent.archive.record import Record
from voice_agent.archive.shown_word import WordAnswer
from voice_agent.archive.who_sees import bare
from voice_agent.conversation.alarm import Alarm
from voice_agent.conversation.house import Labour
from voice_agent.errors import AccountRefused
from voice_agent.interview.leave.permissions import AT_THE_DOOR, Answered, Permission
from voice_agent.interview.safety import contacts
from voice_agent.interview.safety.contacts import Contacts
from voice_agent.interview.steering.outcome import Outcome
from voice_agent.reading.wishes.commands import Command, Wish
from voice_agent.story import Consent, ConsentKind, SessionId

DOOR_SHUT = "That door has been closed meanwhile, so nothing is changed."

ASKED_NO_MORE = "That was not asked for any more, so nothing is changed."

NOT_YOUR_VOICE = "I could not be sure of that just now, so nothing is changed. It stands on your page, and I can ask another day."

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


class Allowing:
    """One for each session."""

    def __init__(
        self,
        record: Record,
        labour: Labour,
        session: SessionId,
        *,
        now: Callable[[], datetime],
        alarm: Alarm | None,
        people: Contacts,
    ) -> None:
        """`people`: whom the settings name, so that "my daughter" is known to be Ann."""
        self.in_their_voice: Callable[[], bool] = lambda: False
        """Was what was just said surely said in the narrator's own voice, known from earlier talks? A talk says so."""

        self._record, self._labour, self._session = record, labour, session
        self._now, self._alarm, self._people = now, alarm, people
        self.remembers = not withdrawing.forbidden(record, ConsentKind.MEMORY)
        """May memory take in what is told?"""

    async def permit(self, answered: Answered, words: str) -> Outcome:
        """Keep what was just allowed or refused; return what else there is to say, or to say instead."""
        one = answered.permission
        if one.kind in AT_THE_DOOR:
            return await self._at_the_door(answered)
        family = await self._labour(lambda: {each.id for each in accounts.family(self._record)})
        if one.account and answered.given and one.account not in family:
            return Outcome(DOOR_SHUT)
        given = Consent(
            one.kind,
            answered.given,
            self._now(),
            self._session,
            words,
            about=one.about,
            asked=answered.asked,
            account=one.account,
        )
        return Outcome(more=await self._keep([given]))

    async def _at_the_door(self, answered: Answered) -> Outcome:
        """Let somebody in, or not: no other voice than the narrator's opens anything; anybody's no keeps it shut."""
        one, given = answered.permission, answered.given
        if given and not self.in_their_voice():
            return Outcome(NOT_YOUR_VOICE)
        try:
            if one.kind is ConsentKind.NEW_PASSWORD:
                return await self._labour(lambda: self._new_password(one, given))
            role, now = Role(one.role), self._now()
            beyond = await self._labour(
                lambda: letting_in.answer(self._record, one.account, role, given, "voice", now)
            )
        except AccountRefused:  # the door was closed for good meanwhile
            return Outcome(DOOR_SHUT if given else "")
        return Outcome(more=" ".join(beyond))

    def _new_password(self, one: Permission, given: bool) -> Outcome:
        if not given:
            forgotten.refuse(self._record, one.account)
            return Outcome()
        # it may have been answered on the page meanwhile, and asked for anew by somebody who was shown another word
        told = forgotten.allow(self._record, one.account, one.word, self._now())
        return Outcome() if told is WordAnswer.RIGHT else Outcome(ASKED_NO_MORE)

    async def withdraw(self, wish: Wish, words: str) -> Outcome:
        """Carry out a wish that takes back what was allowed."""
        kind = WITHDRAWN.get(wish.command)
        if kind is None or not Record.exists(self._record.state):
            return Outcome()
        whom, unknown = await self._labour(lambda: self._about(kind, wish.about))
        theirs = {key(each.name): each.id for each in accounts.family(self._record)}
        refusals = [
            Consent(
                kind,
                False,
                self._now(),
                self._session,
                words,
                about=w,
                account=theirs.get(key(bare(w)), ""),
            )
            for w in whom
        ]
        beyond = await self._keep(refusals)
        return Outcome(UNKNOWN if unknown else "", more=beyond)

    def _about(self, kind: ConsentKind, said: str) -> tuple[tuple[str, ...], bool]:
        """Whom a no is about; where nobody can tell who was meant, everybody who reads, and True."""
        if kind is not ConsentKind.RECIPIENT:
            held = [c.about for c in self._record.consents() if c.kind is kind]
            return (tuple(dict.fromkeys(held)) or ("",)), False
        theirs = [each.name for each in accounts.family(self._record)]
        told = [c.about for c in self._record.consents() if c.kind is kind]
        readers = tuple({each.lower(): each for each in (*told, *theirs) if each}.values())
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
