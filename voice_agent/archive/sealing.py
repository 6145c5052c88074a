"""Files that only whoever holds the key can read: the age format (age-encryption.org/v1), one pair of keys a house.

The device keeps the public half alone: it can write a backup and cannot read one. The secret half is a line of text in a
file that age's own tools read as well (`age -d -i KEY FILE`), to be kept elsewhere than the backups.
"""

import os
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO

from voice_agent.errors import KeyRefused

_age: Any = import_module("pyrage")
"""age in Rust; it ships no types."""

BEGINS = b"age-encryption.org/v1"
"""How such a file begins."""

SECRET = "AGE-SECRET-KEY-"

OTHER_KEY = "No matching keys"
"""How age says that a file is for somebody else."""


@dataclass(frozen=True, slots=True)
class Key:
    """A new pair."""

    secret: str
    public: str
    """ "age1...": what a file is sealed for."""

    def file(self, now: datetime) -> str:
        """The text of a key file, as age-keygen writes it, and what it is for."""
        return (
            "# The key to the backups of a voice-agent house. Whoever holds it can read them; without it nobody can.\n"
            "# Keep it elsewhere than the backups, and a copy of it on paper.\n"
            f"# created: {now:%Y-%m-%dT%H:%M:%SZ}\n# public key: {self.public}\n{self.secret}\n"
        )


def new_key() -> Key:
    """Make a pair of keys."""
    identity = _age.x25519.Identity.generate()
    return Key(str(identity), str(identity.to_public()))


def secret_in(text: str) -> str:
    """The secret key in what a key file holds, or somebody typed. Raises KeyRefused where there is none."""
    lines = (line.strip() for line in text.upper().splitlines())
    found = next((line for line in lines if line.startswith(SECRET)), "")
    try:
        return str(_age.x25519.Identity.from_str(found))
    except _age.IdentityError as error:
        raise KeyRefused(
            "That is no key to a backup.",
            safe="Nothing has been changed.",
            mend=f"It is one line that begins with {SECRET}; look for a letter that was misread.",
        ) from error


def public_of(secret: str) -> str:
    """The public half of a secret key. Raises KeyRefused."""
    return str(_age.x25519.Identity.from_str(secret_in(secret)).to_public())


def is_sealed(file: Path) -> bool:
    """Does it begin as such a file does? Raises OSError."""
    with file.open("rb") as source:
        return source.read(len(BEGINS)) == BEGINS


@contextmanager
def sealed(to: BinaryIO, public: str) -> Generator[BinaryIO]:
    """Yield where to write what goes sealed into `to`; it is whole once this is left without an error.

    What is written never lies open on a disk: it goes through a pipe. Raises OSError.
    """
    source, sink = os.pipe()
    failed: list[BaseException] = []

    def seal() -> None:
        try:
            with os.fdopen(source, "rb") as plain:
                _age.encrypt_io(plain, to, [_age.x25519.Recipient.from_str(public)])
        except BaseException as error:  # told to whoever writes
            failed.append(error)

    worker = threading.Thread(target=seal, name="sealing")
    worker.start()
    try:
        with os.fdopen(sink, "wb") as plain:
            yield plain
    except BrokenPipeError:
        pass  # whoever reads the pipe has failed, and says why
    finally:
        worker.join()
    if failed:
        raise OSError(f"the file could not be sealed: {failed[0]}") from failed[0]


def opened(file: Path, secret: str, to: BinaryIO) -> None:
    """Write into `to` what is sealed in `file`. Raises KeyRefused where the key is another's or the file was changed, OSError."""
    identity = _age.x25519.Identity.from_str(secret_in(secret))
    try:
        with file.open("rb") as source:
            _age.decrypt_io(source, to, [identity])
    except (_age.DecryptError, OSError) as error:
        if isinstance(error, OSError) and error.errno:
            raise  # a disk that fails, not the file
        if OTHER_KEY in str(error):
            raise KeyRefused(
                f"{file} was not sealed for this key ({public_of(secret)[:12]}…).",
                safe="Nothing has been changed.",
                mend="Is it the key that was made with that house's backups? Each key file names its public half.",
            ) from error
        raise KeyRefused(
            f"{file} is not whole: it is damaged, or was cut short.",
            safe="Nothing has been changed; the key may well be the right one.",
            mend="Another backup may be whole.",
        ) from error
