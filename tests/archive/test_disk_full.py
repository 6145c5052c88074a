"""A real small disk, mounted where only the child can see it (Linux namespaces; no rights needed)."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ALONE = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--user", "--map-root-user"])]


def on_a_small_disk(case: str, tmp_path: Path) -> Any:
    if (
        not shutil.which("unshare")
        or subprocess.run([*ALONE, "true"], capture_output=True).returncode
    ):
        pytest.skip("this machine does not let us mount a disk of our own")
    script = str(Path(__file__).with_name("small_disk.py"))
    child = subprocess.run(
        [*ALONE, sys.executable, script, case, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert child.returncode == 0
    return json.loads(child.stdout)


def test_when_the_disk_fills_up_the_turn_in_hand_is_still_kept(tmp_path: Path) -> None:
    seen = on_a_small_disk("telling", tmp_path)
    warning, refused = seen["refusals"]
    assert warning["kept"]
    assert "safe" in warning["safe"]
    assert warning["mend"]
    assert not refused["kept"]
    assert refused["mend"]
    assert (seen["turns"], seen["summary"]) == ([1], "Pigeons.")
    assert seen["events"] == 1
    assert seen["transcript"]
    assert seen["sound kept"]
    assert seen["begin again"]["mend"], "a next session must not begin without room for it"
    assert seen["erase"] == {}, "on a full disk things can still be erased"


def test_a_turn_without_sound_is_kept_too_and_said_to_be(tmp_path: Path) -> None:
    seen = on_a_small_disk("typing", tmp_path)
    assert seen["first"]["kept"]
    assert seen["again"] == {}
    assert seen["last"]["kept"] is False
    assert (seen["kept"], seen["after"]) == (2, 3)


def test_without_room_nothing_is_begun_and_it_is_said(tmp_path: Path) -> None:
    seen = on_a_small_disk("beginning", tmp_path)
    assert not seen["refused"]["kept"]
    assert "Free some space" in seen["refused"]["mend"]
    assert seen["left"] == []
    assert seen["begun"] == 1


def test_what_was_told_can_be_read_on_a_disk_that_cannot_be_written(tmp_path: Path) -> None:
    seen = on_a_small_disk("reading", tmp_path)
    assert seen["looked"]
    assert seen["looked after a power cut"]
    assert seen["open"]["mend"]
    assert seen["new"]["mend"]
