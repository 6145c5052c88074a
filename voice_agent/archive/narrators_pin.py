"""The narrator's PIN as the house learned it: a digest in the state folder, beside the settings.

Whoever asks may name other settings, or an empty PIN in the environment; a PIN that the house has learned is asked for all
the same, and an empty or another one takes its place only after it was typed. It stops whoever sits down at the device,
not whoever may read its files: they can read the record, too. So who has forgotten it deletes the file.
"""

import hmac
from pathlib import Path

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from voice_agent.archive.private import folder, replacing, write_all

FILE = "pin"
"""In the state folder."""

_hasher = PasswordHasher()


def asked(state: Path, pin: str) -> bool:
    """Is there one? `pin`: that of the settings, "" where they have none."""
    return bool(pin) or (state / FILE).is_file()


def learn(state: Path, pin: str) -> None:
    """From now on it is asked for, whatever the settings say; does nothing where one was learned, or `pin` is empty.

    Raises DiskFull, StateUnwritable.
    """
    if pin and not (state / FILE).is_file():
        _keep(state, pin)


def right(state: Path, pin: str, typed: str) -> bool:
    """Is `typed` the narrator's PIN? Where it is, that of the settings is the one asked for from now on."""
    try:
        digest = (state / FILE).read_text(encoding="ascii")
    except FileNotFoundError:
        fits = hmac.compare_digest(typed.encode(), pin.encode())
        if fits:
            learn(state, pin)
        return fits
    try:
        _hasher.verify(digest, typed)
    except (VerificationError, InvalidHashError):
        return False
    if not pin:
        (state / FILE).unlink(missing_ok=True)
    elif pin != typed:
        _keep(state, pin)
    return True


def _keep(state: Path, pin: str) -> None:
    with replacing(folder(state) / FILE) as file:
        write_all(file, _hasher.hash(pin).encode("ascii"), 0)
