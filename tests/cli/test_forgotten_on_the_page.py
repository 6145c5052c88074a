"""Erasing on the page never disturbs a talk that is under way: it waits for its end."""

from pathlib import Path

import pytest
from web_house import TALK, fill

from voice_agent.archive.record import Record
from voice_agent.cli.pages import erase
from voice_agent.errors import AlreadyRunning
from voice_agent.settings import Settings


def test_while_somebody_tells_nothing_is_erased_under_them(tmp_path: Path) -> None:
    fill(tmp_path / "state")
    with Record.open(tmp_path / "state"), pytest.raises(AlreadyRunning):
        erase(Settings(state_directory=str(tmp_path / "state")), TALK, 4)
