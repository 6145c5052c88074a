"""The house's key to its engines: made once, kept for its owner alone, and asked for of every program."""

import hmac
import re
import secrets
import time
from collections.abc import Callable, Collection
from pathlib import Path

from fastapi import Request

from voice_agent.addresses import here
from voice_agent.archive.private import folder, replacing, write_all
from voice_agent.errors import NotLent
from voice_agent.lending.refusals import KEPT, unclear
from voice_agent.web.throttle import Waits

FOLDER, FILE = "lending", "key"

LETTERS = 32
"""Random bytes of a key: nobody guesses it."""

_BEARER = re.compile(r"bearer +(\S+)", re.IGNORECASE)


def house_key(state: Path, *, another: bool = False) -> str:
    """The key, made where there is none, or `another` that takes its place. Raises StateUnwritable, DiskFull."""
    path = folder(folder(state) / FOLDER) / FILE
    if not another and path.is_file() and (kept := path.read_text(encoding="ascii").strip()):
        return kept
    made = f"va-{secrets.token_urlsafe(LETTERS)}"
    with replacing(path) as file:
        write_all(file, f"{made}\n".encode(), 0)
    path.chmod(0o600)
    return made


class Door:
    """Lets in whoever brings the key, and asks for this device by one of its names."""

    def __init__(
        self,
        key: Callable[[], str],
        hosts: Callable[[], Collection[str]],
        *,
        here_too: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`key`: read for each request, so that a new one holds at once. `hosts`: a page in a browser on this computer must not

        ask under a name of its own. `here_too`: is the key asked for on this computer?
        """
        self._key, self._hosts, self._here_too, self._wrong = key, hosts, here_too, Waits(clock)

    def __call__(self, request: Request) -> None:
        """Raises NotLent."""
        if (request.url.hostname or "").lower() not in self._hosts():
            raise unclear("This device does not go by that name.")
        address = request.client.host if request.client else ""
        if not self._here_too and here(address):
            return
        brought = _BEARER.fullmatch(request.headers.get("authorization", ""))
        # bytes: a key with other letters in it is wrong, and no fault
        if brought and hmac.compare_digest(brought[1].encode(), self._key().encode()):
            return
        # who has the key is let in however often others had a wrong one: all programs here may share an address
        if self._wrong.begin(address):
            raise NotLent(
                "Too many wrong keys came from there.",
                status=429,
                code="too_many_wrong_keys",
                safe=KEPT,
                mend="Please wait a minute, then send the right one.",
                again=60,
            )
        raise NotLent(
            "That is not this house's key." if brought else "This house's key is missing.",
            status=401,
            code="invalid_api_key",
            safe=KEPT,
            mend="`voice-agent lend --key` on the device shows it; send it as “Authorization: Bearer KEY”.",
        )
