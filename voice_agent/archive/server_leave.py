"""Whether a language server that was found on this computer may be shown what is told: said once, kept by its address.

Whoever runs a program on this computer can answer on the port of a language server. So none is asked anything because it
is there: somebody in the house has named it in the settings, or has said yes to it.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from voice_agent.archive.private import folder, replacing, write_all

FILE = "language-servers.json"
"""In the state folder: addresses, and yes or no."""


def given(state: Path, address: str) -> bool | None:
    """What was said of the server at `address`; None: nothing yet, or it cannot be read."""
    return _said(state).get(address)


def keep(state: Path, address: str, allowed: bool) -> None:
    """Keep what was said of it. Raises DiskFull, StateUnwritable."""
    table = {**_said(state), address: allowed}
    with replacing(folder(state) / FILE) as file:
        write_all(file, (json.dumps(table, indent=2) + "\n").encode(), 0)


def _said(state: Path) -> Mapping[str, bool]:
    try:
        table = json.loads((state / FILE).read_text(encoding="utf-8"))
        return {str(key): value for key, value in dict(table).items() if isinstance(value, bool)}
    except (OSError, ValueError, TypeError):
        return {}
