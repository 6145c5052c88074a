"""The systemd unit is what systemd accepts, and as closed as its README says."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from exposure import analyse

from voice_agent.serve.service import GRACE

FOLDER = Path(__file__).resolve().parents[2] / "systemd"
UNIT = FOLDER / "voice-agent.service"


def service() -> dict[str, list[str]]:
    lines: dict[str, list[str]] = {}
    for line in UNIT.read_text(encoding="utf-8").splitlines():
        if re.match(r"\w+=", line):
            key, _, value = line.partition("=")
            lines.setdefault(key, []).append(value)
    return lines


def test_no_other_computer_can_be_reached() -> None:
    assert service()["IPAddressDeny"] == ["any"]
    assert service()["IPAddressAllow"] == ["localhost"]


def test_the_service_has_its_own_user_and_a_watchdog() -> None:
    unit = service()
    assert unit["Type"] == ["notify"]
    assert unit["DynamicUser"] == ["yes"]
    assert int(unit["WatchdogSec"][0]) > 0
    assert float(unit["TimeoutStopSec"][0]) > GRACE  # or the goodbye is cut short


def test_of_all_devices_only_the_sound_card_may_be_opened() -> None:
    assert service()["DevicePolicy"] == ["closed"]
    assert service()["DeviceAllow"] == ["char-alsa rw"]


def test_a_crash_leaves_no_dump_of_somebodys_voice() -> None:
    assert service()["LimitCORE"] == ["0"]
    assert service()["UMask"] == ["0077"]


def test_install_and_undo_are_described() -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert "## Install" in text
    assert "## Undo an update" in text
    assert "## Undo the installation" in text
    assert service()["ExecStart"] == ["/opt/voice-agent/current/bin/voice-agent serve"]


def test_every_command_that_is_written_down_is_there_after_the_installation() -> None:
    root = FOLDER.parent
    pages = [
        *root.glob("*.md"),
        *root.glob("docs/*.md"),
        *FOLDER.glob("*"),
        *root.glob("config/*.toml"),
    ]
    found = [
        (page.name, at)
        for page in pages
        for at in re.findall(r"/opt/voice-agent/\S*bin/\w[\w-]*", page.read_text(encoding="utf-8"))
    ]
    there = re.compile(r"/opt/voice-agent/(?:current|before|releases/\$version)/bin/[\w-]+")
    assert found and not [each for each in found if not there.fullmatch(each[1])]


def test_systemd_understands_every_line(tmp_path: Path) -> None:
    tool = shutil.which("systemd-analyze")
    if tool is None:
        pytest.skip("systemd-analyze is not on this machine, so nobody can judge the unit")
    text = UNIT.read_text(encoding="utf-8")
    # the program is not installed here; everything else is looked at as it is
    copy = tmp_path / UNIT.name
    copy.write_text(re.sub("(?m)^ExecStart=.*$", "ExecStart=/bin/true", text), encoding="utf-8")
    done = subprocess.run(
        [tool, "verify", "--man=no", str(copy)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_systemd_finds_the_unit_hardly_exposed() -> None:
    judged = analyse(UNIT)
    if judged is None:
        pytest.skip("systemd-analyze is not on this machine, so nobody can judge the unit")
    assert judged.exposure < 2.0
    written = json.loads((FOLDER / "security.json").read_text(encoding="utf-8"))
    if written["systemd"] == judged.systemd:
        assert written["exposure"] == judged.exposure, "run `make security`"
