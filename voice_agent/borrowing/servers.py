"""Who may be asked: the servers that the settings name, and why one of them is not. Nothing is contacted here.

A server in figures of a private network is in this house, unless the settings say that the network leads out of it by a
tunnel (`borrowing.outside`). One with a name is believed to be when it is looked up, each time (`line.py`): whoever answers
to a name may change.
"""

import stat
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from voice_agent.addresses import Network, by_a_tunnel, here, in_the_house, tunnels
from voice_agent.borrowing.trouble import MAY_LEAVE, SEALED
from voice_agent.errors import SettingsError
from voice_agent.settings_sections import Borrowing


@dataclass(frozen=True, slots=True)
class Server:
    """One that lends an engine."""

    url: str
    """Up to and including /v1, without a slash at its end."""

    key: str = field(default="", repr=False)
    may_leave: bool = False
    """May what is said leave the house for it?"""

    certificate: str = ""
    """A file with a certificate that is trusted besides this computer's own; "": none."""

    outside: tuple[Network, ...] = ()
    """Networks that look like the house's own and lead out of it by a tunnel that encrypts."""

    @property
    def where(self) -> str:
        """Host and port, as a person knows it."""
        return urlsplit(self.url).netloc

    @property
    def host(self) -> str:
        """Its name or its figures."""
        return urlsplit(self.url).hostname or ""

    @property
    def port(self) -> int:
        """Where it listens."""
        return urlsplit(self.url).port or (443 if self.sealed else 80)

    @property
    def sealed(self) -> bool:
        """Can nobody listen on the way?"""
        return urlsplit(self.url).scheme == "https"

    @property
    def named(self) -> bool:
        """Must somebody be asked where it is?"""
        try:
            ip_address(self.host)
        except ValueError:
            return True
        return False


@dataclass(frozen=True, slots=True)
class Refused:
    """One of the settings that is not asked, and why."""

    says: str
    """One sentence."""

    do: str


def servers(wanted: Borrowing, addresses: Sequence[str]) -> tuple[Server, ...]:
    """Those of `addresses` that may be asked, in their order. Raises SettingsError where the file of the key is none."""
    keys = _keys(wanted.key_file)
    may_leave, outside = wanted.elsewhere == "yes", tunnels(wanted.outside)
    allowed = (each for each in addresses if refusal(each, wanted) is None)
    found = (
        Server(each.strip().rstrip("/"), "", may_leave, wanted.certificate, outside)
        for each in allowed
    )
    return tuple(replace(each, key=_key(keys, each)) for each in found)


def refusal(address: str, wanted: Borrowing) -> Refused | None:
    """Why this server of the settings is not asked; None where it may be."""
    try:
        to = urlsplit(address.strip())
        well = to.scheme in ("http", "https") and to.hostname and to.port != 0
    except ValueError:  # also a port that is none
        return _NO_ADDRESS
    if not well or to.username or to.password or to.query or to.fragment:
        return _NO_ADDRESS
    if not address.strip().isascii() or not address.strip().isprintable():
        return _NO_ADDRESS
    outside = tunnels(wanted.outside)
    near = in_the_house(address, outside) or Server(address).named
    if not near and wanted.elsewhere != "yes":
        return Refused(
            f"The server at {to.netloc} is not in this house, and nothing is sent there.", MAY_LEAVE
        )
    if not near and to.scheme == "http" and not by_a_tunnel(address, outside):
        return Refused(
            f"What is sent to {to.netloc} could be heard on the way, so nothing is.",
            SEALED,
        )
    return None


def leaves(address: str) -> bool:
    """Would what is said leave this computer for it?"""
    return not here(address)


_NO_ADDRESS = Refused(
    "One of the servers under [borrowing] has no address that could be asked, and is left out.",
    "An address looks like https://192.168.1.20:8440/v1, with nothing before or after it.",
)


def _keys(file: str) -> dict[str, str]:
    """The key for each host of `file`; one by itself is for every server: it is under ""."""
    if not file:
        return {}
    path = Path(file).expanduser()
    try:
        if path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise SettingsError(
                "Others on this computer can read the file of borrowing.key_file, so nothing is borrowed.",
                mend=f"Run: chmod 600 {path}",
            )
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise SettingsError(
            "The file of borrowing.key_file cannot be read, so nothing is borrowed.",
            mend="Write the key into that file, or leave the setting empty where no server wants one.",
        ) from None
    parts = [line.split() for line in lines if line.strip()]
    if not all(len(each) <= 2 and all(part.isascii() for part in each) for each in parts):
        raise SettingsError(
            "The file of borrowing.key_file holds something that is no key, so nothing is borrowed.",
            mend="Write the key by itself, or one line for each server: its host, a space, its key.",
        )
    return {each[0].lower() if len(each) == 2 else "": each[-1] for each in parts}


def _key(keys: Mapping[str, str], server: Server) -> str:
    """Its own, or the one for every server; that is sent nowhere where the file names a host: one may be written wrong."""
    if not any(keys):
        return keys.get("", "")
    where = server.where.lower()
    own = (keys.get(name) for name in (f"{where}:{server.port}", where, server.host))
    return next(filter(None, own), "")
