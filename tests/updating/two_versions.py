"""Wheels of this very program in several versions, and a place that the oldest is installed in, as on a device."""

import json
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from shutil import copytree, ignore_patterns

from voice_agent.updating.releases import Place, Release

CHECKOUT = Path(__file__).resolve().parents[2]

OLD, NEW, FAR, BROKEN, HUNGRY = "2026.11.0", "2026.12.0", "2027.1.0", "2027.2.0", "2027.3.0"
"""In use; with a step that only adds; with one that has no way back; one whose step fails; one that needs other weights."""

ADDS = """
import sqlite3
def m021_weather(db: sqlite3.Connection) -> None:
    db.execute("CREATE TABLE weather (session TEXT PRIMARY KEY, sky TEXT NOT NULL) STRICT")
    db.execute("ALTER TABLE sessions ADD COLUMN mood TEXT NOT NULL DEFAULT ''")
"""
RENAMES = """
import sqlite3
def m022_renamed(db: sqlite3.Connection) -> None:
    db.execute("ALTER TABLE latencies RENAME TO speeds")
"""
FAILS = """
import sqlite3
def m022_renamed(db: sqlite3.Connection) -> None:
    db.execute("DELETE FROM turns")
    raise RuntimeError("our mistake")
"""

TELL = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from voice_agent.archive import journal
from voice_agent.archive.record import Record
from voice_agent.story import Session, SessionId, Speaker, Turn, TurnId
state, id, *lines = sys.argv[1:]
now = datetime(2026, 11, 21, 12, tzinfo=UTC)
with Record.open(Path(state)) as record:
    record.begin(Session(SessionId(id), "Ida", now))
    for n, line in enumerate(lines, 1):
        turn = Turn(TurnId(n), SessionId(id), Speaker.NARRATOR, line, n - 1.0, float(n), now, (), 1.0, True, "written")
        record.turn(turn)
        record.journal(SessionId(id)).write("turn", n * 16000, text=line, **journal.as_fields(turn))
    record.journal(SessionId(id)).write("end", len(lines) * 16000)
    record.finish(SessionId(id), now, "")
"""

READ = """
import json, sys
from pathlib import Path
from voice_agent.archive.record import Record
with Record.look(Path(sys.argv[1])) as record:
    print(json.dumps([turn.text for each in record.sessions() for turn in record.session(each.id).turns]))
"""


@dataclass(frozen=True)
class Sticks:
    """A folder for each version with its wheel."""

    folder: Path

    @cached_property
    def tree(self) -> Path:
        """The program without what its readers learned and without weights to ask for: nothing here listens."""
        tree = self.folder / "tree"
        for name in ("voice_agent", "config", "audio", "models", "systemd"):
            copytree(CHECKOUT / name, tree / name, ignore=ignore_patterns("*.npz", "__pycache__"))
        for name in ("pyproject.toml", "README.md", "LICENSE"):
            (tree / name).write_bytes((CHECKOUT / name).read_bytes())
        self.change(
            "models/models.toml", *[(f'{each} = ["whisper-base', f'{each} = [] #') for each in ("starter", "ci")]
        )  # fmt: skip
        return tree

    def change(self, name: str, *changes: tuple[str, str]) -> None:
        path = self.folder / "tree" / name
        text = path.read_text(encoding="utf-8")
        for before, after in changes:
            assert before in text, before
            text = text.replace(before, after)
        path.write_text(text, encoding="utf-8")

    def step(self, name: str, body: str, back: str = "") -> None:
        """Add a step to the tree, as somebody adds one to the program."""
        (self.tree / "voice_agent/archive/migrations" / f"{name}.py").write_text(body)
        self.change(
            "voice_agent/archive/migrations/__init__.py",
            ("\nMigration = C", f"\nfrom voice_agent.archive.migrations.{name} import {name}\n\nMigration = C"),
            (",\n)\n\n\ndef adds_only", f",\n    {name},\n)\n\n\ndef adds_only"),
            ("object]] = {", f"object]] = {{{back}"),
        )  # fmt: skip

    def wheel(self, version: str) -> Path:
        """The stick with this version of the tree as it is now."""
        assert self.tree
        lines = (CHECKOUT / "pyproject.toml").read_text(encoding="utf-8").splitlines()
        ours = [
            f'version = "{version}"' if each.startswith("version = ") else each for each in lines
        ]
        (self.tree / "pyproject.toml").write_text("\n".join(ours), encoding="utf-8")
        stick = self.folder / version
        stick.mkdir()
        build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(stick)]
        subprocess.run(build, cwd=self.tree, check=True, capture_output=True)
        return stick

    def make(self) -> "Sticks":
        """All of them."""
        self.wheel(OLD)
        self.step("m021_weather", ADDS, '"m021_weather": adds_only, ')
        self.wheel(NEW)
        self.step("m022_renamed", RENAMES)
        self.wheel(FAR)
        (self.tree / "voice_agent/archive/migrations/m022_renamed.py").write_text(FAILS)
        self.wheel(BROKEN)
        (self.tree / "voice_agent/archive/migrations/m022_renamed.py").write_text(
            RENAMES.replace("ALTER TABLE latencies RENAME TO speeds", "SELECT 1")
        )
        self.change("models/models.toml", ("starter = [] #", 'starter = ["whisper-tiny-en"] #'))
        self.wheel(HUNGRY)
        return self


def installed(folder: Path, sticks: Sticks) -> Place:
    """A device with the old version in use. What it needs it finds where the tests find it."""
    place = Place(folder)
    release = place.release(OLD)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(release.folder)], check=True)
    (packages,) = release.folder.glob("lib/python*/site-packages")
    (packages / "shared.pth").write_text(sysconfig.get_path("purelib"))
    (wheel,) = (sticks.folder / OLD).glob("*.whl")
    install = ["-I", "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-compile"]
    subprocess.run(
        [str(release.python), *install, "--disable-pip-version-check", str(wheel)], check=True
    )
    place.switch(release, before=None)
    return place


def run(release: Release, script: str, *arguments: str) -> str:
    """Something done by one version."""
    done = subprocess.run(
        [str(release.python), "-I", "-c", script, *arguments],
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout


def tell(place: Place, state: Path, talk: str, *lines: str) -> None:
    """A talk, held in writing with the version in use."""
    assert place.current
    run(place.current, TELL, str(state), f"2026-11-21T12-00-00Z-{talk}", *lines)


def told(place: Place, state: Path) -> list[str]:
    """Every word, as the version in use reads it."""
    assert place.current
    return json.loads(run(place.current, READ, str(state)))
