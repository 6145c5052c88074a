"""Which addresses systemd lets the service reach, read from the unit and what was added to it. Nothing is changed.

systemd knows addresses and no names (man 5 systemd.resource-control, IPAddressAllow=): where a host moves to another
address, the fence does not follow it. An address that is allowed gets through, also where it is denied; one that is
neither gets through.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network
from pathlib import Path

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

UNIT = "voice-agent.service"
ADDED = Path("etc/systemd/system") / f"{UNIT}.d" / "contacts.conf"
"""What `voice-agent contacts unit` writes, below the root."""

PLACES = tuple(
    Path(place) / "systemd" / name
    for place, name in (
        ("etc", "system.control"),
        ("run", "system.control"),
        ("etc", "system"),
        ("run", "system"),
        ("usr/local/lib", "system"),
        ("usr/lib", "system"),
        ("lib", "system"),
    )
)
"""Where systemd looks for units, the strongest first."""

WORDS = {
    "any": ("0.0.0.0/0", "::/0"),
    "localhost": ("127.0.0.0/8", "::1/128"),
    "link-local": ("169.254.0.0/16", "fe80::/64"),
    "multicast": ("224.0.0.0/4", "ff00::/8"),
}


@dataclass(frozen=True, slots=True)
class Fence:
    """What is denied and what is let out all the same."""

    denied: tuple[Network, ...] = ()
    allowed: tuple[Network, ...] = ()

    def lets_out(self, address: Address) -> bool:
        """Can the service reach that address?"""
        return _within(address, self.allowed) or not _within(address, self.denied)

    @property
    def lines(self) -> list[str]:
        """The same as settings of a unit, one each."""
        denied = [f"IPAddressDeny={each}" for each in self.denied]
        return denied + [f"IPAddressAllow={each}" for each in self.allowed]


def fence_of(root: Path) -> Fence | None:
    """The fence of the unit that is installed below `root`; None: it is not installed there. Raises OSError."""
    whole = next((root / place / UNIT for place in PLACES if (root / place / UNIT).is_file()), None)
    if whole is None:
        return None
    added: dict[str, Path] = {}
    for place in reversed(PLACES):
        added |= {file.name: file for file in sorted((root / place / f"{UNIT}.d").glob("*.conf"))}
    texts = [whole.read_text("utf-8")]
    texts += [file.read_text("utf-8") for _, file in sorted(added.items())]
    return read(*texts)


def read(*texts: str) -> Fence:
    """The fence of a unit's text and of what was added to it, in that order. What is no address is passed over."""
    lists: dict[str, list[Network]] = {"IPAddressDeny": [], "IPAddressAllow": []}
    for key, value in (line for text in texts for line in _service_lines(text)):
        if key not in lists:
            continue
        if not value:
            lists[key].clear()  # an empty line takes back what stands before it
        for word in value.split():
            lists[key] += networks(word)
    return Fence(tuple(lists["IPAddressDeny"]), tuple(lists["IPAddressAllow"]))


def networks(word: str) -> list[Network]:
    """What one word of such a line means; empty where it means nothing."""
    try:
        return [ip_network(each, strict=False) for each in WORDS.get(word, (word,))]
    except ValueError:
        return []


def _within(address: Address, among: tuple[Network, ...]) -> bool:
    return any(address.version == each.version and address in each for each in among)


def _service_lines(text: str) -> Iterator[tuple[str, str]]:
    section = ""
    for line in re.sub(r"\\\n", " ", text).splitlines():
        if line.startswith("["):
            section = line.strip()
        elif section == "[Service]" and "=" in line and line[:1] not in "#;":
            key, _, value = line.partition("=")
            yield key.strip(), value.strip()
