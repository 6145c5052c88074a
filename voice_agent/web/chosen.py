"""What a caregiver may choose of the house: names that are listened for, quiet hours, how the interviewer sounds. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import time

from voice_agent.errors import SettingsError

MOST = 200
"""Names of one list. What the recogniser listens for at a time is fewer; the dearest stand first."""

LONGEST = 60
"""Letters of a name, and of how it is said."""

PACES = {0.0: "as {narrator} speaks", 120.0: "slowly", 145.0: "at an even pace", 170.0: "briskly"}
"""Words a minute."""

VOLUMES = {0.7: "softer", 1.0: "as usual", 1.4: "louder", 2.0: "as loud as can be"}
"""Factors."""


@dataclass(frozen=True, slots=True)
class Voice:
    """One voice that the interviewer can have."""

    name: str
    """As the settings have it."""

    called: str
    missing: str = ""
    """Why it cannot be chosen; "": it can."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is chosen now."""

    names: tuple[str, ...] = ()
    """The dearest first; "Caoimhe: keeva" where one is not said as it is written."""

    quiet_from: time = time(20)
    quiet_until: time = time(9)
    voice: str = "piper-joe"
    pace: float = 0.0
    """Words a minute; 0: as the narrator speaks."""

    volume: float = 1.0


def names_in(text: str) -> tuple[str, ...]:
    """The names somebody wrote, one a line; the same twice is one. Raises SettingsError, in words about the line."""
    found = dict[str, str]()
    for number, line in enumerate(text.splitlines(), 1):
        if (
            not line.strip()
        ):  # it counts all the same: whoever looks for line 4 counts what they see
            continue
        name, colon, sound = (" ".join(part.split()) for part in line.partition(":"))
        where = f"Line {number}, “{line.strip()[:LONGEST]}”,"
        if not any(letter.isalpha() for letter in name):
            raise _refused(f"{where} has no name in it.")
        if colon and not any(letter.isalpha() for letter in sound):
            raise _refused(
                f"{where} has nothing behind the colon.", "Write how it is said, or no colon."
            )
        if max(len(name), len(sound)) > LONGEST:
            raise _refused(f"{where} is too long for one name.", "Write one name a line.")
        if not (name + sound).isprintable():
            raise _refused(f"{where} holds a sign that is no letter.")
        found.setdefault(name.casefold(), f"{name}: {sound}" if colon else name)
    if len(found) > MOST:
        raise _refused(f"Those are {len(found)} names.", f"At most {MOST} can be listened for.")
    return tuple(found.values())


def hours(begins: str, ends: str, who: str) -> tuple[time, time]:
    """The quiet hours somebody chose. Raises SettingsError."""
    try:
        first, last = (time.fromisoformat(each[:5]) for each in (begins, ends))
    except ValueError:
        raise _refused(
            "That is not a time of day.", "Write both as hours and minutes: 20:00."
        ) from None
    if first == last:
        raise _refused(
            f"With {first:%H:%M} twice {who} could be invited at any hour, at night as well.",
            "Choose two different hours.",
        )
    return first, last


def may_be(voice: str, voices: Sequence[Voice]) -> str:
    """The voice that somebody chose. Raises SettingsError where it is none or is missing."""
    found = next((each for each in voices if each.name == voice), None)
    if found is None:
        raise _refused("There is no such voice.", "Choose one of those on the page.")
    if found.missing:
        raise _refused(f"The voice “{found.called}” cannot be chosen: {found.missing}")
    return voice


def _refused(what: str, mend: str = "") -> SettingsError:
    return SettingsError(what, safe="Nothing has been changed.", mend=mend)
