"""In an emergency a message to the contacts leaves the hardened service, and nothing else does.

There is no systemd in charge where the tests run, so Linux' own network rules, made from the unit's very lines, stand in
for it; everything else is real: the unit, the command, the look-up, the notifier, the drill (fenced_world.py).
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
UNIT = HERE.parents[1] / "systemd" / "voice-agent.service"
APART = ("unshare", "--net", "--mount", "--propagation", "private")

SETTINGS = """
state_directory = "{state}"
[narrator]
name = "Rose"
time_zone = "Europe/London"
[language]
model = "none"
[safety]
contacts = ["Ann | daughter | mill lane | ntfy://:secret-word@alert.example:8077/room"]
"""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    tried = shutil.which("unshare") and shutil.which("ip")
    probe = "ip link set lo up && ip rule add pref 900 prohibit && mount -t tmpfs none /run"
    if not tried or subprocess.run([*APART, "sh", "-c", probe], capture_output=True).returncode:
        pytest.skip("no network of one's own can be made here; it takes root, unshare and ip")
    folder = tmp_path_factory.mktemp("world")
    settings = folder / "agent.toml"
    settings.write_text(SETTINGS.format(state=folder / "state"))
    program = [sys.executable, str(HERE / "fenced_world.py")]
    # before anything of apprise is loaded: no proxy, no settings of whoever runs the tests
    environ = {"PATH": os.environ["PATH"], "PYTHONPATH": str(HERE.parents[1])}
    done = subprocess.run(
        [*APART, *program, str(folder), str(UNIT), str(settings)],
        capture_output=True,
        text=True,
        env=environ | {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder)},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_as_it_is_installed_the_unit_holds_every_message_back(world: dict[str, Any]) -> None:
    assert world["without a fence"] == {"contact": True, "other": True}
    assert world["the unit alone"] == {"contact": False, "other": False}
    assert "HOLDS THE MESSAGE BACK" in world["compared before"]["said"]
    assert world["compared before"]["code"] == 1


def test_with_what_is_added_for_the_contacts_their_message_arrives_and_no_other_does(
    world: dict[str, Any],
) -> None:
    assert world["written"]["code"] == 0
    assert world["let out"] == {"contact": True, "other": False}
    assert world["arrived"] == {"alert.example": 1, "other.example": 0, "moved": 0}
    assert world["reached"] == {"alert.example": True, "other.example": False}


def test_the_addition_names_hosts_and_no_secret(world: dict[str, Any]) -> None:
    lines = world["text"].splitlines()
    allowed = [line for line in lines if line.startswith("IPAddressAllow=")]
    assert allowed == ["IPAddressAllow=10.77.0.2", "IPAddressAllow=10.77.0.53"]
    assert "# a contact, by ntfy: alert.example" in lines
    assert not {"secret-word", "room", "Ann", "daughter"} & set(
        world["text"].replace(":", " ").split()
    )


def test_the_drill_says_for_each_contact_whether_a_message_got_out(world: dict[str, Any]) -> None:
    assert "Ann: the unit lets a message out to alert.example." in world["compared after"]["said"]
    assert "nothing was sent" in world["compared after"]["said"]
    assert world["compared after"]["code"] == 0
    assert "Ann: the message went out" in world["drilled"]["said"]
    assert world["drilled"]["code"] == 0


def test_where_a_host_has_moved_the_doctor_says_so_and_the_command_mends_it(
    world: dict[str, Any],
) -> None:
    assert world["moved"] is False
    findings = json.loads(world["doctor after a move"])["findings"]
    (found,) = [each for each in findings if each["about"] == "messages out"]
    assert found["state"] == "care"
    assert "can reach none of the addresses of a contact, by ntfy (alert.example)" in found["says"]
    assert "contacts unit --write" in found["do"]
    assert world["let out after a move"] is True
