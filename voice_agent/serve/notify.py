"""What a service tells systemd: that it is ready, what it is doing, that it is alive, that it stops.

The protocol is one datagram of NAME=VALUE lines to the socket named in NOTIFY_SOCKET (man 3 sd_notify). Where
there is no such socket, nobody wants to know, and nothing is sent.
"""

import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass

FIRST_AND_LAST = 2.0
"""Seconds to wait for a busy supervisor with the two messages that are said only once."""


@dataclass(frozen=True, slots=True)
class Notify:
    """A line to whoever started us."""

    address: str = ""
    """Path of a datagram socket; a leading @ stands for Linux' abstract names; empty: nobody."""

    watchdog: float = 0.0
    """Seconds within which a sign of life is expected; 0: none is."""

    @staticmethod
    def of(environ: Mapping[str, str], pid: int) -> "Notify":
        """Read what systemd put into the environment of process `pid`."""
        meant = environ.get("WATCHDOG_PID", str(pid)) == str(pid)
        pause = environ.get("WATCHDOG_USEC", "") if meant else ""
        return Notify(
            environ.get("NOTIFY_SOCKET", ""), int(pause) / 1e6 if pause.isdigit() else 0.0
        )

    def ready(self) -> None:
        """The service has started and can be asked for a conversation."""
        self._send(f"READY=1\nMAINPID={os.getpid()}", FIRST_AND_LAST)

    def status(self, says: str) -> None:
        """Show one sentence in `systemctl status`. Never anything a narrator said."""
        self._send(f"STATUS={says}")

    def alive(self) -> None:
        """A sign of life for the watchdog."""
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """The service is ending on purpose."""
        self._send("STOPPING=1", FIRST_AND_LAST)

    def _send(self, lines: str, patience: float = 0.0) -> None:
        """Send, or give up after `patience` seconds: this runs in the loop that listens."""
        if not self.address:
            return
        address = f"\0{self.address[1:]}" if self.address.startswith("@") else self.address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            line.settimeout(patience)
            try:
                line.sendto(lines.encode(), address)
            except OSError:
                # a supervisor that does not listen must not cost the narrator a conversation; systemd
                # itself notices silence by the watchdog
                return
