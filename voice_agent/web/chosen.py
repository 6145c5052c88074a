"""What a caregiver may choose of the house: names that are listened for, quiet hours, how the interviewer sounds. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import time

from voice_agent.errors import SettingsError
from voice_agent.scheduler.plan import Quiet

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
    nap: tuple[time, time] | None = None
    """Hours by day in which nobody is invited either; None: there are none."""

    voice: str = "piper-joe"
    pace: float = 0.0
    """Words a minute; 0: as the narrator speaks."""

    volume: float = 1.0
    set_up_by: str = ""
    """Who set up the device; "": nobody wrote it down."""

    set_up_reach: str = ""
    """Their telephone number or mail address."""

    @property
    def quiet(self) -> Quiet:
        """The hours in which nobody is invited, those of the night and those by day."""
        nap = Quiet(*self.nap) if self.nap else None
        return Quiet(self.quiet_from, self.quiet_until, nap)


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
    """The quiet hours of the night that somebody chose. Raises SettingsError."""
    first, last = _two(begins, ends)
    if first == last:
        raise _refused(
            f"With {first:%H:%M} twice {who} could be invited at any hour, at night as well.",
            "Choose two different hours.",
        )
    return first, last


def nap(begins: str, ends: str) -> tuple[time, time] | None:
    """The quiet hours by day that somebody chose; None where both are left empty. Raises SettingsError."""
    if not (begins.strip() or ends.strip()):
        return None
    if not (begins.strip() and ends.strip()):
        raise _refused(
            "Of the rest by day one hour is missing.",
            "Write both hours, or leave both empty: then there is none.",
        )
    first, last = _two(begins, ends)
    if first >= last:
        raise _refused(
            f"A rest by day cannot begin at {first:%H:%M} and end at {last:%H:%M}.",
            "Choose an end that is later than its beginning.",
        )
    return first, last


def _two(begins: str, ends: str) -> tuple[time, time]:
    try:
        return time.fromisoformat(begins[:5]), time.fromisoformat(ends[:5])
    except ValueError:
        raise _refused(
            "That is not a time of day.", "Write both as hours and minutes: 20:00."
        ) from None


def set_up(name: str, reach: str) -> tuple[str, str]:
    """Who set up the device, and how to reach them, as somebody wrote it. Raises SettingsError."""
    who, where = (" ".join(part.split()) for part in (name, reach))
    if where and not who:
        raise _refused("Whose number or address is that?", "Write their name beside it.")
    if not (who + where).isprintable():
        raise _refused("There is a sign in it that is no letter.")
    if where and "@" not in where and sum(sign.isdigit() for sign in where) < 3:
        raise _refused(
            f"“{where}” is neither a telephone number nor a mail address.",
            "Write one of the two, or leave it empty.",
        )
    return who, where


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
