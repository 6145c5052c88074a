"""Names of hosts into addresses, as this computer sees them now."""

import re
import socket
from ipaddress import ip_address
from pathlib import Path

from voice_agent.errors import FenceError
from voice_agent.notifying.fence import Address


def addresses(host: str) -> tuple[Address, ...]:
    """All addresses of a host, in order; a look-up may take seconds. Raises FenceError."""
    if (plain := plain_address(host)) is not None:
        return (plain,)
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise FenceError(
            f"No address of {host} can be found just now.",
            safe="Nothing has been changed.",
            mend="See that this computer has a network and that the name is right, and try again.",
        ) from error
    every = {ip_address(str(where[0]).partition("%")[0]) for *_, where in found}
    return in_order(every)


def plain_address(host: str) -> Address | None:
    """An address that is written as one; None: a name, which has to be looked up."""
    try:
        # systemd knows no zone, and takes its % for one of its own signs
        return ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        return None


def name_servers(root: Path) -> tuple[Address, ...]:
    """Whom this computer asks for addresses, by its resolv.conf; 127.0.0.53 is a program on this computer."""
    try:
        text = (root / "etc/resolv.conf").read_text("utf-8", "replace")
    except OSError:
        return ()
    named = re.findall(r"(?m)^\s*nameserver\s+([^\s%#;]+)", text)
    return in_order({found for each in named if (found := plain_address(each)) is not None})


def in_order(every: set[Address]) -> tuple[Address, ...]:
    """The older kind first, each by its number."""
    return tuple(sorted(every, key=lambda each: (each.version, int(each))))
