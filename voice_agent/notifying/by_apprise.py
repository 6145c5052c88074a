"""A notifier that speaks to everything apprise knows: mail, text messages, Signal, Matrix, ntfy and others.

apprise is BSD-2-Clause and sends directly to the service of the address, through nobody else's server. It is
loaded when the first message is sent, not before.
"""

import logging
import warnings

from voice_agent.notifying.to_file import ToFile


class ByApprise:
    """Passes the backends.Notifier contract. Addresses: https://github.com/caronc/apprise/wiki"""

    def __init__(self) -> None:
        self._file = ToFile()

    def understands(self, address: str) -> bool:
        """Is that an address of a service that could be sent to? Nothing is sent."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            import apprise

            logging.getLogger("apprise").setLevel(logging.CRITICAL)
            return bool(apprise.Apprise.instantiate(address))

    def send(self, address: str, title: str, text: str) -> bool:
        """Send and wait, some seconds; True only where the service took the message."""
        if address.startswith("file:"):
            return self._file.send(address, title, text)
        with warnings.catch_warnings():
            # some of its services import modules that Python means to drop; they are not ours
            warnings.simplefilter("ignore", DeprecationWarning)
            import apprise

            # an address holds a password, and apprise's own log would show it
            logging.getLogger("apprise").setLevel(logging.CRITICAL)
            sender = apprise.Apprise()
            return bool(sender.add(address)) and bool(sender.notify(title=title, body=text))
