"""Which hosts outside this computer its service must reach: those of the contacts' messages, of its language server, of lent
engines, of its satellites and of Home Assistant's broker.

In an emergency a message that the fence holds back is a message that nobody gets. The fence knows addresses only, so
what is let out is what the names mean when it is written; what they mean later is compared by `voice-agent doctor`.
"""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from voice_agent.addresses import host_and_port
from voice_agent.archive import chapter_news
from voice_agent.archive.book import Keeper
from voice_agent.assemble.trusted import trusted
from voice_agent.borrowing.servers import Server, leaves, refusal
from voice_agent.errors import FenceError
from voice_agent.language import elsewhere
from voice_agent.notifying.fence import ADDED, Address, Fence
from voice_agent.notifying.hosts import Way, way
from voice_agent.notifying.looking_up import addresses, in_order, name_servers, plain_address
from voice_agent.settings import Settings

HEAD = f"""\
# Written by `voice-agent contacts unit`, and written anew by it: change nothing here.
# Below /{ADDED.parent} it lets the service reach these hosts and no other computer.
# systemd knows addresses only, no names: where a host moves, `voice-agent doctor` says so.
[Service]
"""


@dataclass(frozen=True, slots=True)
class Need:
    """A host, and what for; never whose, and nothing secret: everybody on this computer may read the unit."""

    what: str
    host: str


@dataclass(frozen=True, slots=True)
class Opening:
    """Addresses to be let out for one need."""

    need: Need
    addresses: tuple[Address, ...]


def needs(settings: Settings, keeper: Keeper | None) -> tuple[Need, ...]:
    """Every host, each once. Raises FenceError where a contact's cannot be told, SettingsError."""
    people = trusted(settings, keeper)
    known = [(each, "safety.contacts") for each in people.people]
    if people.advocate:
        known.append((people.advocate, "safety.advocate, or on the pages"))
    ways = [_way(each.address, f"{each.name} ({where})") for each, where in known if each.address]
    if settings.safety.mail:
        ways.append(_way(settings.safety.mail, "The house's own account (safety.mail)"))
    found = [Need(f"a contact, by {each.by}", each.host) for each in ways if each.host]
    found += _of_readers(keeper)
    language = settings.language
    for one in elsewhere.each_server(language):
        if elsewhere.leaves(one) and not elsewhere.refusal(one):
            server = elsewhere.server(one)
            host = urlsplit(server if "//" in server else f"//{server}").hostname or ""
            found.append(Need("the language server", host))
    found += _of_lenders(settings)
    if settings.home_assistant.broker:
        found.append(Need("Home Assistant's broker", settings.home_assistant.broker))
    found += [
        Need("a satellite", host_and_port(each, 1)[0]) for each in settings.satellite.addresses
    ]
    return tuple(sorted(set(found), key=lambda each: (each.what, each.host)))


def _of_readers(keeper: Keeper | None) -> list[Need]:
    """Hosts of those who want to be told of a chapter; one that cannot be told must not keep back a cry for help."""
    found = list[Need]()
    for _, each in chapter_news.wanted(keeper) if keeper is not None else ():
        with suppress(FenceError):
            if "://" in each.address and (to := way(each.address)).host:
                found.append(Need(f"a reader of the book, by {to.by}", to.host))
    return found


def _of_lenders(settings: Settings) -> list[Need]:
    """Hosts of the servers that lend engines."""
    wanted = settings.borrowing
    lists = (
        ("the server that hears", wanted.hearing),
        ("the server that speaks", wanted.speaking),
        ("the server that compares meanings", wanted.embedding),
    )
    return [
        Need(what, Server(each).host)
        for what, addresses in lists
        for each in addresses
        if refusal(each, wanted) is None and leaves(each)
    ]


def _way(address: str, whose: str) -> Way:
    """`way`, and whose address it is where it cannot be told."""
    try:
        return way(address)
    except FenceError as error:
        raise FenceError(f"{whose}: {error.what}", safe=error.safe, mend=error.mend) from error


def openings(wanted: tuple[Need, ...], root: Path) -> tuple[Opening, ...]:
    """All addresses of these hosts as they are now, and whom to ask for them. Raises FenceError."""
    found = [Opening(need, addresses(need.host)) for need in wanted]
    if any(plain_address(e.need.host) is None and not _here(e.addresses) for e in found):
        asked = Need("the name server, to look the others up", "")
        found.append(Opening(asked, name_servers(root)))
    return tuple(found)


def drop_in(found: tuple[Opening, ...]) -> str:
    """What is added to the unit; the same text for the same addresses. "" where nothing need be let out."""
    lines = list[str]()
    for each in found:
        far = [address for address in each.addresses if not address.is_loopback]
        near = (
            "; on this computer, which the unit allows already"
            if len(far) < len(each.addresses)
            else ""
        )
        lines.append(f"# {each.need.what}{f': {each.need.host}' if each.need.host else ''}{near}")
        lines += [f"IPAddressAllow={address}" for address in far]
    outside = any(line.startswith("IP") for line in lines)
    return HEAD + "\n".join(lines) + "\n" if outside else ""


def held_back(found: tuple[Opening, ...], fence: Fence) -> tuple[Opening, ...]:
    """What the fence does not let out, with the addresses that it holds back.

    Of several addresses of a host one is enough for a message, as long as the look-up still brings it.
    """
    held = (Opening(e.need, tuple(a for a in e.addresses if not fence.lets_out(a))) for e in found)
    return tuple(each for each in held if each.addresses)


def _here(every: tuple[Address, ...]) -> bool:
    return all(each.is_loopback for each in every)


def not_needed(found: tuple[Opening, ...], added: Fence) -> tuple[Address, ...]:
    """Addresses that the addition lets out and no host has any more."""
    wanted = {address for each in found for address in each.addresses}
    single = {net[0] for net in added.allowed if net.num_addresses == 1}
    return in_order(single - wanted)
