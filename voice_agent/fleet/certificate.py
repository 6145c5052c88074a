"""The certificate of the door, which houses trust by that of the authority which vouches for it."""

import re
from collections.abc import Iterable
from datetime import datetime
from ipaddress import ip_address
from pathlib import Path

from voice_agent.errors import SettingsError, StateUnwritable
from voice_agent.web.certificate import Papers, papers

_NAME = re.compile(r"(?=.{1,64}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*")
"""Of a computer; a certificate has room for 64 letters."""


def certificate(folder: Path, names: Iterable[str], now: datetime) -> Papers:
    """The door's papers in `folder`, for a door that houses reach under these names and addresses.

    Those that are there stay while they hold. Raises SettingsError, DiskFull.
    """
    called = [_plain(each) for each in names]
    try:
        return papers(folder, called, now)
    except StateUnwritable as error:
        raise SettingsError(error.what, safe=error.safe, mend="Name another folder.") from None


def _plain(name: str) -> str:
    """As it stands in a certificate. Raises SettingsError."""
    try:
        return str(ip_address(name.strip("[]")))
    except ValueError:
        if _NAME.fullmatch(name.lower()):
            return name.lower()
        raise SettingsError(
            f"“{name}” is neither the name nor the address of a computer.",
            safe="No certificate was made.",
            mend="Write it as it stands in the houses between https:// and the port, for example 10.8.0.1.",
        ) from None
