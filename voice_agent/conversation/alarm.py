"""Sends what may be sent when somebody is in danger, tries again, and says what truly came of it.

Whom it goes to is decided in interview/safety/contacts.py; what it says stands in config/safety.toml and never holds a
word of what was said. A message after a wish to die waits a little, so that "don't" can still stop it.
"""

import re
from collections.abc import Awaitable, Callable

import anyio

from voice_agent.backends import Notifier
from voice_agent.conversation.house import Labour
from voice_agent.interview.safety.contacts import Contact, Contacts
from voice_agent.interview.safety.safety import Net
from voice_agent.memory.people.nicknames import same_given

TRIES = (0.0, 4.0, 10.0)
"""Seconds before each try to reach one contact. A guess: a telephone network that hiccups is back by then."""

HOLD = 45.0
"""Seconds in which a message after a wish to die can still be stopped by voice. A guess: what we say to it takes some

seventeen, an answer as long, and then it has to be understood."""

MESSAGES = {"3": "emergency", "3m": "emergency", "2": "concern", "A": "advocate"}


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
        sleep: Callable[[float], Awaitable[None]] = anyio.sleep,
    ) -> None:
        """`name`: how the narrator is called, for the message. `consented`: to a message at level 2."""
        self._net, self._contacts, self._notifier, self._labour = net, contacts, notifier, labour
        self._name, self._consented, self._sleep = name or "the narrator", consented, sleep
        self._begun, self._gone = set[str](), set[str]()
        self._scopes: dict[str, anyio.CancelScope] = {}
        self._trying = set[str]()

    async def sound(self, level: str, said: str) -> str:
        """Tell whoever may be told of `level`; return the sentence to speak, "" for none.

        `said`, with what was said before it, decides only who must not be told. Abuse is never spoken of aloud: whoever
        it is about may be in the room. Raises nothing: a message that cannot be sent is an outcome.
        """
        if level in self._begun:
            return ""
        to = self._contacts.route(level, self._in_full(said), consented=self._consented)
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
        return outcome.replace("{who}", reached.name if reached else _list(to))

    def _in_full(self, said: str) -> str:
        """`said`, and the name of everybody who may be meant by a short form in it: "Ruthie" is Ruth."""
        names = {
            name
            for each in (*self._contacts.people, self._contacts.advocate)
            if each is not None
            for name in re.findall(r"[a-z]+", each.name.lower())
        }
        words = set(re.findall(r"[a-z]+", said.lower()))
        meant = (name for name in sorted(names) if any(_short(name, word) for word in words))
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
                if await self._sent(contact, title, text):
                    return contact
        return None

    async def _sent(self, contact: Contact, title: str, text: str) -> bool:
        return await self._labour(lambda: self._notifier.send(contact.address, title, text))


def _short(name: str, word: str) -> bool:
    """May `word` be how somebody of that name is called?"""
    one, other = sorted((name, word), key=len)
    return same_given(name, word) or (
        len(one) > 2 and other.removeprefix(one) in ("ie", "y", "ey", "a", "e")
    )


def _list(contacts: tuple[Contact, ...]) -> str:
    return " or ".join(each.name for each in contacts)
