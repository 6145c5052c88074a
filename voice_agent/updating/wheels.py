"""A version of this program as it lies on a stick: one file, chosen by its name and looked through before anything is done."""

import re
import zipfile
import zlib
from email.parser import HeaderParser
from pathlib import Path

from voice_agent.errors import UpdateRefused

WHEEL = re.compile(r"voice_agent-(\d+(?:\.\d+)*)-.+\.whl")

ARCHIVES = (".whl", ".zip", ".gz", ".bz2", ".xz")
"""How files end that pip opens where it looks for what is missing."""

SAFE = "Nothing has been changed: the version that was in use goes on."


def wheel_on(stick: Path) -> tuple[Path, str]:
    """The newest version of ours in a folder, or the file itself, and its version by its name. Raises UpdateRefused."""
    there = [stick] if stick.is_file() else [*stick.glob("*.whl")]
    found = [(each, match[1]) for each in there if (match := WHEEL.fullmatch(each.name))]
    if not found:
        raise UpdateRefused(
            f"There is no version of this program at {stick}.",
            safe=SAFE,
            mend="It is a file called voice_agent-VERSION-….whl: on another computer `make wheel` makes it.",
        )
    return max(found, key=lambda each: numbers(each[1]))


def numbers(version: str) -> list[int]:
    """What versions are compared by."""
    return [int(part) for part in re.findall(r"\d+", version)]


def examine(wheel: Path, version: str) -> None:
    """Read all of a wheel: is it whole, ours, and the `version` that its name says? Raises UpdateRefused.

    Whatever lies beside it and may be opened must be a file as well: a pipe would be waited at for ever.
    """
    for each in sorted(wheel.parent.iterdir()):
        if each.suffix in ARCHIVES and not (each.is_file() or each.is_dir()):
            raise UpdateRefused(
                f"{each} is no file.", safe=SAFE, mend="Copy the files to the stick again."
            )
    try:
        with zipfile.ZipFile(wheel) as held:
            torn = held.testzip()
            (names,) = (n for n in held.namelist() if re.fullmatch(r"[^/]+\.dist-info/METADATA", n))
            about = HeaderParser().parsestr(held.read(names).decode("utf-8"))
    except (OSError, ValueError, zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise _not_whole(wheel) from error
    if torn:
        raise _not_whole(wheel)
    name, within = str(about["Name"]), str(about["Version"])
    if re.sub(r"[-_.]+", "-", name).lower() != "voice-agent" or within != version:
        raise UpdateRefused(
            f"{wheel.name} is called version {version}, and holds {name} {within}.",
            safe=SAFE,
            mend="A wheel keeps the name that it was made with: copy it to the stick again, under that name.",
        )


def _not_whole(wheel: Path) -> UpdateRefused:
    return UpdateRefused(
        f"{wheel} is not whole: it was cut short or damaged on its way.",
        safe=SAFE,
        mend="Copy it to the stick again, wait until the computer says that the stick may be taken out, and try once more.",
    )
