"""Sends what may be sent when somebody is in danger, tries again, and says what truly came of it.

Whom it goes to is decided in interview/safety/contacts.py; what it says stands in config/safety.toml and never holds a
word of what was said. A message after a wish to die waits a little, so that "don't" can still stop it.

Whoever was named when abuse was told, and his household, gets no message of any kind: from then on, in this and in all
later talks, until the narrator and the advocate say otherwise (cli/contacts.py). What was only asked about counts for
this talk, until it is denied.
"""

import re
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

import anyio

from voice_agent.backends import Notifier
from voice_agent.conversation.house import Labour
from voice_agent.errors import VoiceAgentError
from voice_agent.interview.moves import Wary
from voice_agent.interview.safety import passing_over
from voice_agent.interview.safety.contacts import Contact, Contacts
from voice_agent.memory.people.nicknames import FORMS, same_given
from voice_agent.reading.danger.safety import Net

TRIES = (0.0, 4.0, 10.0)
"""Seconds before each try to reach one contact. A guess: a telephone network that hiccups is back by then."""

HOLD = 45.0
"""Seconds in which a message after a wish to die can still be stopped by voice. A guess: what we say to it takes some

seventeen, an answer as long, and then it has to be understood."""

MESSAGES = {"3": "emergency", "3m": "emergency", "2": "concern", "A": "advocate"}


class Lasting(Protocol):
    """Keeps from one talk to the next whom no message may reach (archive/passed_over.py)."""

    def stands(self, marks: Collection[str]) -> bool:
        """Does one of these marks stand?"""
        ...

    def add(self, marks: Collection[str] = ()) -> None:
        """Let them stand from now on. Raises VoiceAgentError."""
        ...


class ThisTalkOnly:
    """A Lasting that keeps nothing."""

    def stands(self, marks: Collection[str]) -> bool:
        """None does."""
        return False

    def add(self, marks: Collection[str] = ()) -> None:
        """Nothing is kept."""


def may_be_told(people: Contacts, lasting: Lasting) -> Contacts:
    """Those of `people` whom no mark passes over."""
    told = tuple(each for each in people.people if not passed(each, lasting.stands))
    advocate = people.advocate
    kept = advocate if advocate is not None and not passed(advocate, lasting.stands) else None
    return replace(people, people=told, advocate=kept)


def passed(contact: Contact, stands: Callable[[Collection[str]], bool]) -> bool:
    """Is `contact` passed over, by any name that they may go by?"""
    return passing_over.passed_over(contact, stands, called)


def called(name: str) -> set[str]:
    """The names that somebody of that given name may go by."""
    return {each for each in FORMS if alike(name, each)} | {
        name.removesuffix(end) for end in ENDS if len(name) > len(end) + 2
    }


class Alarm:
    """One for each session. `sound` it with a level; it returns what to say, or nothing."""

    def __init__(
        self,
        net: Net,
        contacts: Contacts,
        notifier: Notifier,
        labour: Labour,
        *,
        name: str = "",
        consented: bool = False,
        lasting: Lasting | None = None,
        sleep: Callable[[float], Awaitable[None]] = anyio.sleep,
    ) -> None:
        """`name`: how the narrator is called, for the message. `consented`: to a message at level 2.

        `lasting`: who is passed over since earlier talks; None: nobody, and nothing is kept.
        """
        self._net, self._contacts, self._notifier, self._labour = net, contacts, notifier, labour
        self._name, self._consented, self._sleep = name or "the narrator", consented, sleep
        self._begun, self._gone = set[str](), set[str]()
        self._scopes: dict[str, anyio.CancelScope] = {}
        self._trying = set[str]()
        self._lasting: Lasting = lasting or ThisTalkOnly()
        self._named = frozenset[str]()
        """Marks of those who were named in this talk."""

        self._suspected: list[frozenset[str]] = []
        """Marks of those about whom was only asked, question by question, while it is not denied."""

        self._asked_to_call = next(
            (each for each in contacts.people if each.address and self._may_get(each)), None
        )
        """Whom the standing consent for level 2 is about."""

    async def sound(self, level: str, said: str) -> str:
        """Tell whoever may be told of `level`; return the sentence to speak, "" for none.

        `said`, with what was said before it, decides only who must not be told. Abuse is never spoken of aloud: whoever
        it is about may be in the room. Raises nothing: a message that cannot be sent is an outcome. `level` may also be
        what was told of abuse without a message (moves.Wary): that is heeded, and nothing is said of it.
        """
        if level in tuple(Wary):
            return await self.heed(level, said)
        if level in self._begun:
            return ""
        if level == "A":
            self._pass_over(said)
        to = self._whom(level, said)
        if level == "A":
            await self._keep()
        if not to:
            return self._net.alerts["nobody"] if level in ("3", "3m") else ""
        self._begun.add(level)
        reached: Contact | None = None
        with anyio.CancelScope() as self._scopes[level]:
            if level == "2":
                await self._sleep(HOLD)
            self._trying.add(level)
            reached = await self._reach(to, level)
        self._trying.discard(level)
        cancelled = self._scopes.pop(level).cancel_called
        if reached is None:
            self._begun.discard(level)
        else:
            self._gone.add(level)
        if level == "A" or (cancelled and reached is None):
            return ""
        key = "" if level in ("3", "3m") else "concern-"
        outcome = self._net.alerts[f"{key}{'sent' if reached else 'failed'}"]
        tried = tuple(filter(self._may_get, to)) or to
        return outcome.replace("{who}", reached.name if reached else _list(tried))

    async def heed(self, wary: str, said: str) -> str:
        """Abuse was told, asked about or denied (moves.Wary): whoever is named in `said` is passed over, or no more.

        Returns nothing to say: whoever it is about may be in the room. Raises nothing.
        """
        if wary == Wary.TOLD:
            self._pass_over(said)
            await self._keep()
        elif wary == Wary.ASKED:
            self._suspected.append(passing_over.disclosed(said, self._contacts, alike))
        elif wary == Wary.DENIED and self._suspected:
            self._suspected.pop()
        return ""

    def _pass_over(self, said: str) -> None:
        self._named |= passing_over.disclosed(said, self._contacts, alike)

    async def _keep(self) -> None:
        with (
            suppress(VoiceAgentError),
            anyio.CancelScope(shield=True),
        ):  # in this talk they stand all the same
            await self._labour(lambda: self._lasting.add(self._named))

    def _may_get(self, contact: Contact) -> bool:
        """May `contact` get any message?"""

        def stands(marks: Collection[str]) -> bool:
            here = self._named.union(*self._suspected)
            return bool(here.intersection(marks)) or self._lasting.stands(marks)

        return not passed(contact, stands)

    def _whom(self, level: str, said: str) -> tuple[Contact, ...]:
        """Who may be told, in order."""
        people, advocate = self._contacts.people, self._contacts.advocate
        left = replace(self._contacts, people=tuple(filter(self._may_get, people)))
        if level == "A":
            to = self._contacts.route(level, self._in_full(said), consented=self._consented)
            return to if advocate is not None and self._may_get(advocate) else ()
        if level == "2" and self._asked_to_call not in left.people:
            return ()  # leave was given for somebody who may not be told any more
        return left.route(level, said, consented=self._consented)

    def _in_full(self, said: str) -> str:
        """`said`, and the name of everybody who may be meant by a short form in it: "Ruthie" is Ruth."""
        names = {
            name
            for each in (*self._contacts.people, self._contacts.advocate)
            if each is not None
            for name in re.findall(r"[a-z]+", each.name.lower())
        }
        words = set(re.findall(r"[a-z]+", said.lower()))
        meant = (name for name in sorted(names) if any(alike(name, word) for word in words))
        return " ".join((said, *meant))

    def allow(self, given: bool) -> None:
        """The narrator has just said whether somebody may be asked to call after a wish to die."""
        self._consented = given

    def cancel(self) -> str:
        """The narrator says "don't": return what to say, which is true whatever has been sent.

        Word of abuse goes on its way, and nothing is said of it: whoever it is about may have asked for this.
        """
        trying = bool(self._trying - {"A"})
        for level, scope in self._scopes.items():
            if level != "A":
                scope.cancel()
        key = "too-late" if self._gone - {"A"} else "stopping" if trying else "cancelled"
        return self._net.alerts[key]

    async def _reach(self, to: tuple[Contact, ...], level: str) -> Contact | None:
        """The first contact, in order, who got the message."""
        message = self._net.messages[MESSAGES[level]]
        title = message.title.replace("{name}", self._name)
        text = message.text.replace("{name}", self._name)
        for contact in to:
            for wait in TRIES:
                if wait:
                    await self._sleep(wait)
                if not self._may_get(contact):  # named since this message began
                    break
                if await self._sent(contact, title, text):
                    return contact
        return None

    async def _sent(self, contact: Contact, title: str, text: str) -> bool:
        return await self._labour(lambda: self._notifier.send(contact.address, title, text))


ENDS = ("ie", "y", "ey", "a", "e")
"""With which a short form is made of a name: Ruthie of Ruth."""


def alike(name: str, word: str) -> bool:
    """May `word` be how somebody of that name is called? Ruthie is Ruth, Bill is William, Kev is Kevin."""
    one, other = sorted((name, word), key=len)
    return same_given(name, word) or (
        len(one) > 2 and other.startswith(one) and _is_short(one, other)
    )


def _is_short(one: str, other: str) -> bool:
    # Ann is not Annabel's short form where both are names of their own
    return other.removeprefix(one) in ENDS or one not in FORMS


def _list(contacts: tuple[Contact, ...]) -> str:
    return " or ".join(each.name for each in contacts)
