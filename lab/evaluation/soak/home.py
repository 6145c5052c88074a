"""The house that is soaked: settings, state and cache of its own, three people, a yes that was given before."""

import os
import shutil
import socket
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path

from argon2 import PasswordHasher

from voice_agent.archive import accounts, letting_in
from voice_agent.archive.accounts import Role
from voice_agent.archive.book import Book
from voice_agent.archive.record import Record
from voice_agent.settings import Settings, load
from voice_agent.story import Consent, ConsentKind, SessionId

PASSWORD = "only for measuring"

PEOPLE = (("Rose", Role.NARRATOR), ("Carol", Role.CAREGIVER), ("Ann", Role.FAMILY))

MINE = ("VOICE_AGENT_", "XDG_", "PULSE_", "ALSA_")
"""Beginnings of variables of whoever measures that must not reach the house."""


@dataclass(frozen=True)
class Home:
    """One house below `folder`."""

    folder: Path
    port: int

    @property
    def state(self) -> Path:
        """Where everything said lies."""
        return self.folder / "state"

    @property
    def address(self) -> str:
        """Of its pages."""
        return f"http://127.0.0.1:{self.port}"

    @cached_property
    def settings(self) -> Settings:
        """As its programs read them."""
        return load(self.file, environ={})

    def environ(self, more: Mapping[str, str]) -> dict[str, str]:
        """What its programs see; `more`: a sound card, where there is one."""
        kept = {name: text for name, text in os.environ.items() if not name.startswith(MINE)}
        nowhere = self.folder / "no-sound"
        nowhere.write_text(
            "pcm.nothing { type asym }\n"
        )  # with an empty one PortAudio ends the process
        return {
            **kept,
            "XDG_STATE_HOME": str(self.folder / "other"),
            "XDG_CACHE_HOME": str(self.folder / "cache"),
            "XDG_CONFIG_HOME": str(self.folder / "config"),
            "ALSA_CONFIG_PATH": str(nowhere),
            "PYTHONUNBUFFERED": "1",
            "COLUMNS": "200",
            **more,
        }

    def command(self, *words: str) -> list[str]:
        """That command of the program, on this house."""
        return [sys.executable, "-m", "voice_agent", *words, "--settings", str(self.file)]

    @property
    def file(self) -> Path:
        """Its settings."""
        return self.folder / "settings.toml"


def built(folder: Path, profile: str, *, model: str = "none") -> Home:
    """A new house. `model`: the name of the built-in language model's weights; "none": our own words."""
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        port = line.getsockname()[1]
    home = Home(folder, port)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "settings.toml").write_text(_written(home, profile, model), encoding="utf-8")
    now = datetime.now(UTC)
    with Record.open(home.state) as record:
        record.consent(Consent(ConsentKind.RECORDING, True, now, SessionId("before"), "yes"))
    with Book(home.state) as book:
        password = PasswordHasher().hash(PASSWORD)
        for name, role in PEOPLE:
            letting_in.welcomed(book, name, role, password, now)
        assert len(accounts.everybody(book)) == len(PEOPLE)
    return home


def _written(home: Home, profile: str, model: str) -> str:
    language = (
        'model = "none"'
        if model == "none"
        else f'model = "embedded"\nembedded_model = "{model}"\nleads = "no"'
    )
    return f"""\
profile = "{profile}"
state_directory = "{home.state}"
[narrator]
name = "Rose"
birth_year = 1938
country = "US"
time_zone = "UTC"
[schedule]
quiet_from = "00:00"
quiet_until = "00:00"
daily = 4
[language]
{language}
[web]
port = {home.port}
[models]
directory = "{load().weights}"
offline = true
"""


def moved(home: Home, folder: Path) -> Home:
    """A copy of the house, to do something in that must not happen to it."""
    copy = Home(folder, home.port)
    shutil.copytree(home.state, copy.state, ignore=shutil.ignore_patterns("*.sock", "*.wav"))
    written = home.file.read_text(encoding="utf-8")
    (folder / "settings.toml").write_text(
        written.replace(str(home.state), str(copy.state)), encoding="utf-8"
    )
    return copy
