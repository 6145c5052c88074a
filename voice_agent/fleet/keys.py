"""The keys of the door: a line for each house, so that one can be shut out while the others go on."""

import os
import re
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path

from voice_agent.errors import SettingsError

SHORTEST = 20
"""Characters; `voice-agent fleet key` makes one of 43."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
"""Of a house; its key's file is called by it too."""

_KEY = re.compile(r"[\x21-\x7e]+")


def of_houses(key_file: str) -> tuple[str, ...]:
    """Every key that opens the door. Raises SettingsError where there is none, or one that may not be used."""
    if not key_file:
        raise SettingsError(
            "The cluster has no key, so nobody could tell a house from a stranger.",
            safe="Nothing was started.",
            mend="Run `voice-agent fleet key FILE`, and write that file's name into `key_file` under [door].",
        )
    file = Path(key_file).expanduser()
    found = tuple(key for _, key in _lines(file))
    if not found:
        raise _none(file)
    return found


def new_key(file: Path) -> None:
    """Write one key for all houses into a new file that only its owner may read. Raises SettingsError where one lies there."""
    _write(file, "x", _made())


def new_house(file: Path, name: str) -> Path:
    """Write a line for the house into `file`, and its key by itself into a new file beside it, which is returned.

    Only their owner may read them. Raises SettingsError; then neither was changed.
    """
    if not _NAME.fullmatch(name):
        raise SettingsError(
            f"“{name}” is no name for a house.",
            mend="Write up to forty letters, figures, dots, hyphens and underscores, for example rose-cottage.",
        )
    own = file.with_name(f"{name}.key")
    if own.name.casefold() == file.name.casefold():
        raise SettingsError(
            f"The key of {name} would lie in {own}, and there lie those of all houses.",
            mend="Give the house another name, or that file.",
        )
    known = [house.casefold() for house, _ in _lines(file)] if file.exists() else []
    if name.casefold() in known:
        raise SettingsError(
            f"{file} has a line for {name} already.",
            safe="It was not changed.",
            mend="Give the house another name; or delete that line first, so that the old key opens nothing any more.",
        )
    key = _made()
    _write(own, "x", key)
    try:
        _write(file, "a", f"{_break_before(file)}{name} {key}")
    except SettingsError:
        own.unlink()
        raise
    return own


def secret(file: Path) -> str:
    """What stands in a file that only its owner may read; "" for an empty one. Raises SettingsError."""
    found = _text(file).strip()
    if not found.isascii():
        raise _none(file)
    return found


def _lines(file: Path) -> list[tuple[str, str]]:
    """Name and key of each house; the name is "" where a key stands by itself. Raises SettingsError, never quoting a line."""
    found = [*_read(file)]
    first: dict[str, int] = {}
    for number, house, key in found:
        for what, said in (
            (f"name {house.casefold()}", "are for one house" if house else "name no house"),
            (f"key {key}", "hold one key"),
        ):
            if what in first:
                raise SettingsError(
                    f"Lines {first[what]} and {number} of {file} {said}, so nobody could be shut out alone.",
                    safe="Nothing was started or changed.",
                    mend="Delete one of them, or give each house a name and a key of its own.",
                )
            first[what] = number
    return [(house, key) for _, house, key in found]


def _read(file: Path) -> Iterator[tuple[int, str, str]]:
    """The number of each line with its house and its key."""
    for number, line in enumerate(_text(file).splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        *house, key = line.split()
        if len(house) > 1 or not all(map(_NAME.fullmatch, house)) or not _KEY.fullmatch(key):
            raise SettingsError(
                f"Line {number} of {file} is no key.",
                safe="Nothing was started or changed.",
                mend="A line is a key by itself, or the name of a house, a space, its key. What begins with # is passed over.",
            )
        if len(key) < SHORTEST:
            raise SettingsError(
                f"The key in line {number} of {file} is shorter than {SHORTEST} characters: it could be guessed.",
                safe="Nothing was started or changed.",
                mend="Make one with `voice-agent fleet key FILE --house NAME`, and give it to that house.",
            )
        yield number, "".join(house), key


def _text(file: Path) -> str:
    """What stands in a file that only its owner may read. Raises SettingsError."""
    try:
        if stat.S_IMODE(file.stat().st_mode) & 0o077:
            raise SettingsError(
                f"The key in {file} can be read by other people on this computer.",
                safe="It was not used.",
                mend=f"`chmod 600 {file}`, or make a new one: somebody may have read it.",
            )
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise _none(file) from None


def _none(file: Path) -> SettingsError:
    return SettingsError(
        f"There is no key in {file}.", mend="`voice-agent fleet key FILE` writes one."
    )


def _made() -> str:
    return secrets.token_urlsafe(32)


def _break_before(file: Path) -> str:
    """What must stand before a new line: somebody may have written the last one by hand, without its end."""
    found = _text(file) if file.exists() else ""
    return "\n" if found and not found.endswith("\n") else ""


def _write(file: Path, how: str, line: str) -> None:
    """`how`: "x" for a new file, "a" for one that may be there. Raises SettingsError."""
    try:
        with open(file, how, encoding="ascii", opener=_for_its_owner) as out:
            out.write(f"{line}\n")
    except FileExistsError:
        raise SettingsError(
            f"{file} is there already.",
            safe="It was not changed: a house may be using that key.",
            mend="Name another file, or delete that one first. A line for one house more: `--house NAME`.",
        ) from None
    except OSError as error:
        raise SettingsError(
            f"{file} cannot be written ({error.strerror}).", mend="Name another place."
        ) from None


def _for_its_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
