"""Whom no message of the alarm may reach, kept so that nobody can read it: one small file of its own, always of one size.

Each mark (interview/safety/passing_over.py) is kept as a keyed digest among decoys, so that neither a name, nor how many
there are, nor whether there is any can be seen from the file. It lies beside the record and not in it: no page, export,
copy of the book or backup holds it. A restored house without it begins with nobody passed over (docs/settings.md says so).
Whoever may read the narrator's own files could still try out names; on one computer that cannot be helped.
"""

import hmac
import secrets
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from threading import Lock

from voice_agent.archive.private import replacing, write_all
from voice_agent.archive.record import Record

FILE = "alarm"
"""In the state folder."""

PLACES = 512
"""Marks that the file holds, decoys included: some twenty-five disclosures. A guess."""

_KEY, _DIGEST = 32, 16
"""Bytes."""


class PassedOver:
    """The marks of one house. Every method may be called at any time; the file is small and read whole."""

    def __init__(self, state: Path) -> None:
        self._path = state / FILE
        self._state = state
        # guards the file between reading and replacing it: alarms of one talk are carried out side by side
        self._turn = Lock()

    def stands(self, marks: Collection[str]) -> bool:
        """Does one of `marks` stand?"""
        key, kept = self._read()
        return any(_digest(key, each) in kept for each in marks) if key else False

    def add(self, marks: Collection[str] = ()) -> None:
        """Let `marks` stand from now on. Nothing is written before the narrator's yes is.

        Without any it only makes the file: every house has one, so that its being there says nothing. Raises DiskFull,
        StateUnwritable.
        """
        if not Record.exists(self._state):
            return
        with self._turn:
            key, kept = self._read()
            key = key or secrets.token_bytes(_KEY)
            real = kept - {*_decoys(key, len(kept))}
            self._write(key, real | {_digest(key, each) for each in marks})

    def clear(self) -> None:
        """Nobody is passed over any more. Raises DiskFull, StateUnwritable."""
        with self._turn:
            self._write(secrets.token_bytes(_KEY), set())

    def _read(self) -> tuple[bytes, set[bytes]]:
        data = b""
        with suppress(OSError):
            data = self._path.read_bytes()
        key, rest = data[:_KEY], data[_KEY:]
        return key, {rest[n : n + _DIGEST] for n in range(0, len(rest), _DIGEST)}

    def _write(self, key: bytes, real: set[bytes]) -> None:
        # a full file grows by as much again: nobody who was named is forgotten for want of room
        places = PLACES * (1 + len(real) // PLACES)
        kept = sorted([*real, *_decoys(key, places)[: places - len(real)]])
        with replacing(self._path) as file:
            write_all(file, key + b"".join(kept), 0)


def _decoys(key: bytes, places: int) -> list[bytes]:
    return [_digest(key, f"nobody {n}") for n in range(places)]


def _digest(key: bytes, mark: str) -> bytes:
    return hmac.digest(key, mark.encode(), "sha256")[:_DIGEST]
