"""What a caregiver chose on a page, written where the house's settings are read from, and in force from the next talk on."""

import importlib.util
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

from voice_agent import weights
from voice_agent.archive.private import folder, replacing, write_all
from voice_agent.cli.waiting import Corner
from voice_agent.errors import ModelError, SettingsError
from voice_agent.scheduler.diary import Diary, arranged, quiet
from voice_agent.settings import BY_PAGES, PREFIX, Settings, gather, house_file, load, origins
from voice_agent.settings_text import put
from voice_agent.web.chosen import Chosen, Voice

CALLED = {"piper-joe": "Joe, a man’s voice", "hibari-heart": "Heart, a woman’s voice"}

WORDS = {
    "narrator.names": "The names to listen for",
    "schedule.quiet_from": "The hours in which nobody is invited",
    "schedule.quiet_until": "The hours in which nobody is invited",
    "schedule.nap_from": "The hours in which nobody is invited",
    "schedule.nap_until": "The hours in which nobody is invited",
    "speaking.voice": "The voice",
    "speaking.pace": "How fast the interviewer speaks",
    "speaking.volume": "How loud the interviewer speaks",
    "web.set_up_by": "Who set up the device",
    "web.set_up_reach": "Who set up the device",
}
"""What people call what is set."""


@dataclass(slots=True)
class Choosing:
    """Reads and writes what a caregiver may choose."""

    corner: Corner
    diary: Diary
    file: Path | None = None
    """The house's settings, where another than the usual file was named."""

    profile: str | None = None
    may: Callable[[Path, int], bool] = os.access
    # guards the file between reading and replacing it: two forms may be sent at once
    _one: Lock = field(default_factory=Lock)

    def chosen(self) -> Chosen:
        """What is in force."""
        its = self.corner.settings
        night = quiet(its.schedule)
        nap = night.also
        return Chosen(
            tuple(its.narrator.names),
            night.begins,
            night.ends,
            (nap.begins, nap.ends) if nap else None,
            its.speaking.voice,
            its.speaking.pace,
            its.speaking.volume,
            its.web.set_up_by,
            its.web.set_up_reach,
        )

    def choose(self, wanted: Chosen) -> None:
        """Write what differs, and let it be in force. Raises SettingsError, StateUnwritable, DiskFull."""
        with self._one:
            before = self.chosen()
            changes = {
                key: new for key, new in _dotted(wanted).items() if new != _dotted(before)[key]
            }
            self._refuse_fixed(changes)
            file = self.place()
            text = file.read_text(encoding="utf-8") if file.is_file() else ""
            _replace(file, put(text, changes))
            now = load(self.file, profile=self.profile)
            self.corner.take(now)
            self.diary.arranged = arranged(now)

    def place(self) -> Path:
        """The file that is written: the house's own; where that is another user's, as that of a service is, one beside the
        record."""
        own, beside = house_file(self.file).resolve(), self.corner.settings.state / BY_PAGES
        if beside.is_file():
            return beside
        above = next(each for each in own.parents if each.is_dir())
        mine = self.may(above, os.W_OK | os.X_OK) and (not own.is_file() or self.may(own, os.W_OK))
        return own if mine else beside

    def _refuse_fixed(self, changes: dict[str, Any]) -> None:
        """What the start of the program says weighs more than any file: it would be as before at the next start."""
        came = origins(gather(self.file, profile=self.profile))
        if key := next((key for key in changes if came.get(key, "").startswith(PREFIX)), None):
            raise SettingsError(
                f"{WORDS[key]} cannot be changed here: this device is told so each time it starts.",
                safe="Nothing has been changed.",
                mend=f"Whoever set it up can take {came[key]} away where it is started.",
            )


def voices(settings: Callable[[], Settings]) -> tuple[Voice, ...]:
    """The voices there are, and which of them cannot be chosen; the one in force whatever it is."""
    now = settings()
    names = dict.fromkeys([*CALLED, now.speaking.voice])
    return tuple(Voice(name, CALLED.get(name, name), _missing(now, name)) for name in names)


def _missing(settings: Settings, name: str) -> str:
    if name.startswith("hibari"):
        there = importlib.util.find_spec("hibari") is not None
        return "" if there else "it is not on this device."
    try:
        weights.find(settings.weights, name)
    except ModelError:
        return (
            "it is not on this device. Whoever set it up can fetch it (`voice-agent models fetch`)."
        )
    return ""


def _dotted(chosen: Chosen) -> dict[str, Any]:
    nap = [f"{each:%H:%M}" for each in chosen.nap] if chosen.nap else ["", ""]
    return {
        "narrator.names": list(chosen.names),
        "schedule.quiet_from": f"{chosen.quiet_from:%H:%M}",
        "schedule.quiet_until": f"{chosen.quiet_until:%H:%M}",
        "schedule.nap_from": nap[0],
        "schedule.nap_until": nap[1],
        "speaking.voice": chosen.voice,
        "speaking.pace": chosen.pace,
        "speaking.volume": chosen.volume,
        "web.set_up_by": chosen.set_up_by,
        "web.set_up_reach": chosen.set_up_reach,
    }


def _replace(file: Path, text: str) -> None:
    folder(file.parent)
    with replacing(file) as out:
        write_all(out, text.encode(), 0)
