"""Sends what may be sent when somebody is in danger, tries again, and says what truly came of it.

Whom it goes to is decided in interview/safety/contacts.py; what it says stands in config/safety.toml and never holds a
word of what was said. A message after a wish to die waits a little, so that "don't" can still stop it.
"""

from collections.abc import Awaitable, Callable

import anyio

from voice_agent.backends import Notifier
from voice_agent.conversation.house import Labour
from voice_agent.interview.safety.contacts import Contact, Contacts
from voice_agent.interview.safety.safety import Net

TRIES = (0.0, 4.0, 10.0)
"""Seconds before each try to reach one contact. A guess: a telephone network that hiccups is back by then."""

HOLD = 12.0
"""Seconds in which a message after a wish to die can still be stopped by voice. A guess."""

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
        self._done = set[str]()
        self._scope: anyio.CancelScope | None = None

    async def sound(self, level: str, said: str) -> str:
        """Tell whoever may be told of `level`; return the sentence to speak, "" for none.

        `said` decides only who must not be told. Abuse is never spoken of aloud: whoever it is about may be in
        the room. Raises nothing: a message that cannot be sent is an outcome.
        """
        if level in self._done:
            return ""
        to = self._contacts.route(level, said, consented=self._consented)
        if not to:
            return self._net.alerts["nobody"] if level in ("3", "3m") else ""
        with anyio.CancelScope() as self._scope:
            if level == "2":
                await self._sleep(HOLD)
        cancelled, self._scope = self._scope.cancel_called, None
        if cancelled:
            return ""
        self._done.add(level)
        reached = await self._reach(to, level)
        if reached is None:
            self._done.discard(level)
        if level == "A":
            return ""
        key = "" if level in ("3", "3m") else "concern-"
        outcome = self._net.alerts[f"{key}{'sent' if reached else 'failed'}"]
        return outcome.replace("{who}", reached.name if reached else _list(to))

    def allow(self, given: bool) -> None:
        """The narrator has just said whether somebody may be asked to call after a wish to die."""
        self._consented = given

    def cancel(self) -> str:
        """The narrator says "don't": return what to say, which is true either way."""
        if self._scope is not None:
            self._scope.cancel()
            return self._net.alerts["cancelled"]
        return self._net.alerts["too-late" if self._done - {"A"} else "cancelled"]

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


def _list(contacts: tuple[Contact, ...]) -> str:
    return " or ".join(each.name for each in contacts)
