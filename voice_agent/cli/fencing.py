"""The service's fence as the command line finds it on this computer, and what is added to it."""

import shutil
from pathlib import Path

from voice_agent.archive.record import Record
from voice_agent.assemble.outward import Need, needs
from voice_agent.errors import FenceError
from voice_agent.settings import Settings

ROOT = Path("/")

NOTHING = "No message needs another computer, so nothing has to be let out."

NEXT = "It holds from: sudo systemctl daemon-reload && sudo systemctl restart voice-agent"


def needed(settings: Settings) -> tuple[Need, ...]:
    """The hosts that messages of this house need. Raises FenceError, SettingsError, RecordError."""
    if not Record.exists(settings.state):
        return needs(settings, None)
    with Record.look(settings.state) as record:
        return needs(settings, record)


def keep(place: Path, text: str) -> str:
    """Write the addition, or take it away where nothing is needed; says what was done. Raises FenceError."""
    try:
        there = place.read_text("utf-8") if place.exists() else ""
        if there == text:
            return f"{place} is as it should be." if text else NOTHING
        if not text:
            place.unlink()
            return f"{NOTHING} {place} is gone. {NEXT}"
        place.parent.mkdir(parents=True, exist_ok=True)
        new = place.with_name(f".{place.name}.new")
        new.write_text(text, "utf-8")
        new.chmod(0o644)  # systemd's own are readable by all, and nothing in it is secret
        new.replace(place)
    except OSError as error:
        raise FenceError(
            f"{place} cannot be written: {error.strerror}.",
            safe="The unit is as it was.",
            mend="Run it as root: sudo.",
        ) from error
    return f"{place} is written. {NEXT}"


def systemd_runs() -> bool:
    """Is systemd in charge of this computer, so that something can be run within its rules? (man 3 sd_booted)"""
    return (ROOT / "run/systemd/system").is_dir() and shutil.which("systemd-run") is not None
