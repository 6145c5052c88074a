"""Whether an address leads to this computer, or stays in the house. Pure: nothing is looked up, so no name is believed.

A tunnel's far end has an address as if it stood in the house: which networks lead out that way only a person can say
(`outside`).
"""

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

Network = IPv4Network | IPv6Network

HOUSE: tuple[Network, ...] = tuple(
    ip_network(each)
    for each in (
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "fc00::/7",
        "fe80::/10",
    )
)
"""Networks that no router passes on (RFC 1918, 3927, 4193, 4291). Python's `is_private` also counts addresses of examples."""

OF_TUNNELS: tuple[Network, ...] = (*HOUSE, ip_network("100.64.0.0/10"))
"""Where the computers of a tunnel have their addresses; the last (RFC 6598) is Tailscale's too."""


def tunnels(written: Iterable[str]) -> tuple[Network, ...]:
    """The networks of such names as "10.8.0.0/16". Raises ValueError for what is none, or none that a tunnel has."""
    found = tuple(ip_network(each.strip(), strict=False) for each in written)
    for each in found:
        if not any(_within(each, whole) for whole in OF_TUNNELS):
            raise ValueError(each)
    return found


def _within(one: Network, whole: Network) -> bool:
    return one.network_address in whole and one.prefixlen >= whole.prefixlen


def here(address: str) -> bool:
    """Does `address`, of a server or with a path, lead to this computer?"""
    host = _host(address)
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def in_the_house(address: str, outside: Sequence[Network] = ()) -> bool:
    """Does it lead to this computer or another one on its own network? A name does not: whoever answers to it may change.

    `outside`: networks that look like the house's own and lead out of it by a tunnel.
    """
    try:
        at = ip_address(_host(address))
    except ValueError:
        return here(address)
    return at.is_loopback or (
        any(at in each for each in HOUSE) and not by_a_tunnel(address, outside)
    )


def by_a_tunnel(address: str, outside: Sequence[Network]) -> bool:
    """Does it lead, in figures, into one of these networks, where the tunnel encrypts by itself?"""
    try:
        at = ip_address(_host(address))
    except ValueError:
        return False
    return any(at in each for each in outside)


def figures_of_the_house(host: str, outside: Sequence[Network] = ()) -> bool:
    """Is it localhost, or the address in figures, and no more, of this computer or one on its own network?"""
    try:
        return in_the_house(f"[{host}]" if ip_address(host).version == 6 else host, outside)
    except ValueError:
        return host == "localhost"


def host_and_port(address: str, usual: int) -> tuple[str, int]:
    """Host and port of `address`; where it names no port, the `usual` one. Raises ValueError for what is no address."""
    to = urlsplit(address if "//" in address else f"//{address}")
    if not to.hostname or to.path or to.query or to.fragment or to.username is not None:
        raise ValueError(address)
    return to.hostname, usual if to.port is None else to.port


def _host(address: str) -> str:
    try:
        to = urlsplit(address if "//" in address else f"//{address}")
        return to.hostname or "" if to.port is None or to.port else ""
    except ValueError:  # also a port that is none
        return ""
