"""To which host a message for a contact's address goes. Nothing is sent, and nothing is guessed.

apprise knows: it reads an address into an object that carries its mail server, its own host, or the web address of the
service that everybody uses. Where it looks that up anew for each message, or where several could be meant, nobody can tell.
"""

import logging
import re
import warnings
from dataclasses import dataclass
from typing import Any

from voice_agent.errors import FenceError

OWN = "Hostname"
"""apprise's word for a server that somebody runs for themselves; others call a token or a sender's domain a host."""

FOR_ALL = ("cloud", "t2bot")
"""Ways in which a service that can be one's own is the one that everybody uses."""

MAIL = re.compile(r"(?:mailto:)?[^\s/@:]+@[^\s/@:]+")
"""An address as people write it, without how the message is sent."""

BY_MAIL = "E-mail is written mailtos://USER:PASSWORD@PROVIDER?to=ADDRESS, with the account that the message goes out from."
BY_TEXT = "A text message goes out through a service that you have an account with, such as clicksend://USER:KEY@NUMBER."

NO_SERVICE = re.compile(r"^(?:_|image_url|app_url|request_url)|setup_url|service_url|identifier")
"""Attributes that hold addresses of pictures and pages, not of a service."""


@dataclass(frozen=True, slots=True)
class Way:
    """How a message goes out."""

    by: str
    """The service, as the address begins: ntfy, mailto. Never more of it: what follows may be a password."""

    host: str
    """A name or an address; "": none is needed, the message stays on this computer."""


def way(address: str) -> Way:
    """Where a message to `address` goes. Raises FenceError, without a word of what follows the scheme."""
    scheme = address.partition(":")[0].lower()
    if scheme == "file":
        return Way(scheme, "")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        import apprise

        # an address holds a password, and apprise's own log would show it
        logging.getLogger("apprise").setLevel(logging.CRITICAL)
        service: Any = apprise.Apprise.instantiate(address)
    if not service:
        raise _not_understood(address)
    hosts = _hosts(service)
    if len(hosts) != 1:
        raise FenceError(
            f"Nobody can tell to which host a message by {scheme}:// goes.",
            safe="Nothing was guessed, and nothing was let out.",
            mend="Choose another service for that contact, e-mail or ntfy for example, or let its addresses out by "
            "hand: `sudo systemctl edit voice-agent`, [Service], IPAddressAllow=.",
        )
    return Way(scheme, hosts.pop())


def _not_understood(address: str) -> FenceError:
    scheme, named, _ = address.partition("://")
    if MAIL.fullmatch(address):
        what, mend = "An e-mail address alone does not say how a message is sent.", BY_MAIL
    elif not named or scheme.lower() in ("sms", "smss", "tel"):
        what = "That address does not say through which service a message is sent."
        mend = f"{BY_TEXT} {BY_MAIL}"
    else:
        what = f"An address that begins with {scheme.lower()}:// is not understood: no service is called that, or a part is missing."
        mend = f"{BY_MAIL} Others: https://github.com/caronc/apprise/wiki"
    return FenceError(what, safe="Nothing was sent, and nothing was let out.", mend=mend)


def _hosts(service: Any) -> set[str]:
    """One, where it is certain."""
    if mail := getattr(service, "smtp_host", ""):
        return {str(mail)}
    if getattr(service, "discovery", False):
        return set()  # Matrix asks that host which host to ask
    named = str(service.template_tokens.get("host", {}).get("name", ""))
    if named == OWN and getattr(service, "mode", "") not in FOR_ALL:
        return {str(service.host)} if service.host else set()
    hosts = {_host(service, text) for text in _addresses(service)}
    return set() if any("{" in host or not host for host in hosts) else hosts


def _addresses(service: Any) -> list[str]:
    """The web addresses that the service carries."""
    names = [name for name in dir(type(service)) if "url" in name and not NO_SERVICE.search(name)]
    names += [name for name in vars(service) if "url" in name and not NO_SERVICE.search(name)]
    found = [getattr(service, name, "") for name in names]
    return [text for text in found if isinstance(text, str) and "://" in text]


def _host(service: Any, text: str) -> str:
    """The host of a web address; a part of its name that is left open is what the service says it is."""

    def known(part: re.Match[str]) -> str:
        return str(getattr(service, part[1], part[0]))

    return re.sub(r"\{(\w+)\}", known, text.split("/")[2]).partition(":")[0]
