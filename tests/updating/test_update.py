"""An update comes on a stick, is tried before it is used, and can be undone without losing a word."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from shutil import copytree, rmtree

import pytest
from often import times
from two_versions import BROKEN, FAR, HUNGRY, NEW, OLD, Sticks, installed, run, tell, told
from typer.testing import CliRunner

from voice_agent.archive import before_steps
from voice_agent.archive.record import Record
from voice_agent.cli.update import app
from voice_agent.errors import AlreadyRunning, RecordDamaged, UpdateRefused
from voice_agent.updating import going_back, installing
from voice_agent.updating.releases import Place, Release, of_the_running

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
FIRST = ["We kept pigeons in Keighley.", "My brother built the loft."]
SECOND = ["The loft burned down in 1952.", "We never had pigeons again."]


@pytest.fixture(scope="module")
def sticks(tmp_path_factory: pytest.TempPathFactory) -> Sticks:
    return Sticks(tmp_path_factory.mktemp("sticks")).make()


class Device:
    """A device, and the house on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.place, self.state = Place(folder / "opt"), folder / "state"

    @property
    def versions(self) -> tuple[str, str]:
        """In use, and before it."""
        current, before = self.place.current, self.place.before
        return current.version if current else "", before.version if before else ""

    def told(self) -> list[str]:
        return told(self.place, self.state)

    def another(self, folder: Path) -> "Device":
        """One like it, in which something else may happen."""
        another = Device(folder)
        copytree(self.place.folder, another.place.folder, symlinks=True, copy_function=os.link)
        copytree(self.state, another.state)
        return another


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory, sticks: Sticks) -> Device:
    """One talk was held with the old version."""
    device = Device(tmp_path_factory.mktemp("first") / "device")
    installed(device.place.folder, sticks)
    tell(device.place, device.state, "0001", *FIRST)
    return device


@pytest.fixture(scope="module")
def second(first: Device, sticks: Sticks, tmp_path_factory: pytest.TempPathFactory) -> Device:
    """Then the new one came, and another talk was held with that."""
    device = first.another(tmp_path_factory.mktemp("second") / "device")
    release, tried = installing.install(device.place, sticks.folder / NEW, device.state)
    assert (release.version, tried.talks, tried.turns) == (NEW, 1, 2)
    assert device.versions == (NEW, OLD)
    assert Record.look(
        device.state
    )  # it was tried on a copy: the old version still reads the record
    tell(device.place, device.state, "0002", *SECOND)
    assert device.told() == [*FIRST, *SECOND]
    return device


def test_an_update_is_undone_and_every_word_of_both_talks_is_there(
    second: Device, tmp_path: Path
) -> None:
    device = second.another(tmp_path / "device")
    with pytest.raises(RecordDamaged, match="newer version"):
        Record.look(device.state)
    done = going_back.undo(device.place, device.state, NOW)
    assert device.versions == (OLD, "")
    assert (done.told_again, done.missing) == (False, 0)
    assert device.told() == [*FIRST, *SECOND]
    assert done.aside is not None
    assert before_steps.is_one(device.state / "backups" / "before-m021_weather.db")
    tell(device.place, device.state, "0003", "And then we kept hens.")
    with pytest.raises(UpdateRefused, match="no version here"):
        going_back.undo(device.place, device.state, NOW)


def test_a_version_that_was_never_used_is_gone_back_from_at_once(
    first: Device, second: Device, tmp_path: Path
) -> None:
    device = second.another(tmp_path / "device")
    rmtree(device.state)
    copytree(first.state, device.state)
    assert going_back.undo(device.place, device.state, NOW).aside is None
    assert device.versions == (OLD, "")
    assert device.told() == FIRST


@pytest.mark.parametrize(
    ("version", "says"),
    [
        (BROKEN, "our mistake"),
        pytest.param(HUNGRY, "needs weights that are not here: whi", marks=pytest.mark.long),
    ],
)
def test_a_version_that_fails_when_it_is_tried_is_not_switched_to(
    first: Device, sticks: Sticks, tmp_path: Path, version: str, says: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setenv("VOICE_AGENT_MODELS__DIRECTORY", str(tmp_path))
    device = first.another(tmp_path / "device")
    with pytest.raises(UpdateRefused) as refused:
        installing.install(device.place, sticks.folder / version, device.state)
    assert says in refused.value.what
    assert device.versions == (OLD, "")
    assert device.told() == FIRST
    assert not (device.state / "trying").exists()


def test_a_stick_without_a_version_and_a_checkout_say_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(UpdateRefused, match="no version of this program") as refused:
        installing.wheel_on(tmp_path)
    assert "make wheel" in refused.value.mend
    with pytest.raises(UpdateRefused) as refused:
        of_the_running(str(tmp_path / ".venv"))
    assert "--into" in refused.value.mend
    for version in ("2026.9.0", "2026.12.0", "2026.12.1"):
        (tmp_path / f"voice_agent-{version}-py3-none-any.whl").touch()
    assert installing.wheel_on(tmp_path)[1] == "2026.12.1"


@pytest.mark.long
def test_where_there_is_no_way_back_what_was_told_since_is_told_again_and_private(
    first: Device, sticks: Sticks, tmp_path: Path
) -> None:
    device = first.another(tmp_path / "device")
    installing.install(device.place, sticks.folder / FAR, device.state)
    tell(device.place, device.state, "0002", *SECOND)
    done = going_back.undo(device.place, device.state, NOW)
    assert device.versions == (OLD, "")
    assert done.told_again and "m022_renamed" in done.why
    assert done.missing == 0
    assert device.told() == [*FIRST, *SECOND]
    with Record.look(device.state) as record:
        private = {session for (session,) in record.read("SELECT session FROM labels")}
    assert private == {"2026-11-21T12-00-00Z-0002"}


def test_a_version_that_does_not_even_start_is_gone_back_from_by_the_one_before(
    second: Device, tmp_path: Path
) -> None:
    device = second.another(tmp_path / "device")
    (program,) = device.place.release(NEW).folder.glob("lib/python*/site-packages/voice_agent/cli")
    rmtree(program)
    said = run(device.place.release(OLD), UNDO, str(device.state))
    assert "it is private" in said
    assert device.versions == (OLD, "")
    assert device.told() == [*FIRST, *SECOND]


UNDO = """
import os, sys
os.environ["VOICE_AGENT_STATE_DIRECTORY"] = sys.argv[1]
from voice_agent.cli import app
app(["update", "undo"])
"""


def test_nothing_is_undone_while_somebody_uses_the_record(second: Device, tmp_path: Path) -> None:
    device = second.another(tmp_path / "device")
    with subprocess.Popen(
        [str(device.place.release(NEW).python), "-I", "-c", HOLD, str(device.state)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as page:  # fmt: skip
        assert page.stdout and page.stdin and page.stdout.readline()
        with pytest.raises(AlreadyRunning) as refused:
            going_back.undo(device.place, device.state, NOW)
        page.stdin.close()
    assert "try again" in refused.value.mend
    assert device.versions == (NEW, OLD)
    assert device.told() == [*FIRST, *SECOND]


HOLD = """
import sys
from pathlib import Path
from voice_agent.archive.record import Record
with Record.look(Path(sys.argv[1])) as record:
    print(len(record.sessions()), flush=True)
    sys.stdin.read()
"""


def test_undoing_asks_for_the_pin(second: Device, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    device = second.another(tmp_path / "device")
    monkeypatch.setenv("VOICE_AGENT_STATE_DIRECTORY", str(device.state))
    monkeypatch.setenv("VOICE_AGENT_MEMORY__PIN", "1952")
    undo = ["undo", "--into", str(device.place.folder)]
    assert CliRunner().invoke(app, undo, input="1953\n").exit_code
    assert device.versions == (NEW, OLD)
    done = CliRunner().invoke(app, undo, input="1952\n")
    assert "Every word that was told" in done.output
    assert device.versions == (OLD, "")


class PowerGoes(Place):
    """It goes between the record and the link."""

    def switch(self, to: Release, *, before: Release | None) -> None:
        raise KeyboardInterrupt


def test_between_the_record_and_the_link_the_newer_version_still_reads_every_word(
    second: Device, tmp_path: Path
) -> None:
    device = second.another(tmp_path / "device")
    with pytest.raises(KeyboardInterrupt):
        going_back.undo(PowerGoes(device.place.folder), device.state, NOW)
    assert device.versions == (NEW, OLD)
    assert device.told() == [*FIRST, *SECOND]
    going_back.undo(device.place, device.state, NOW)
    assert device.versions == (OLD, "")
    assert device.told() == [*FIRST, *SECOND]


GO = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from voice_agent.updating import going_back, installing
from voice_agent.updating.releases import Place
place, state, stick = map(Path, sys.argv[1:])
tell = lambda says: print(says, flush=True)
if stick.name == "undo":
    going_back.undo(Place(place), state, datetime.now(UTC), tell=tell)
else:
    installing.install(Place(place), stick, state, tell=tell)
"""


@pytest.mark.timeout(900)
@pytest.mark.parametrize("what", [pytest.param("install", marks=pytest.mark.long), "undo"])
def test_whenever_the_power_goes_one_version_stands_whole_with_every_word(
    first: Device, second: Device, sticks: Sticks, tmp_path: Path, what: str
) -> None:
    dice = random.Random(11)
    before, words = (first, FIRST) if what == "install" else (second, [*FIRST, *SECOND])
    stick = sticks.folder / NEW if what == "install" else Path("undo")
    device = before.another(tmp_path / "device")
    steps = ["Clearing", "Making", "Installing", "Trying", "Switching"]
    drawn = dice.sample(steps if what == "install" else ["Asking", "Writing", "Switching"], 3)
    for step in drawn * (times(9) // 3):
        cut_short(device, stick, step, dice.uniform(0, 1.0))
        current, before_it = device.versions
        assert current in (OLD, NEW)
        assert before_it in ("", OLD)
        assert device.told() == words
        if device.versions != before.versions:  # it was through already
            device = before.another(tmp_path / f"device-{step}-{time.monotonic_ns()}")
    if what == "install":
        installing.install(device.place, stick, device.state)
    else:
        going_back.undo(device.place, device.state, NOW)
    assert device.told() == words


def cut_short(device: Device, stick: Path, step: str, delay: float) -> None:
    """Kill it, and all that it started, `delay` seconds after it said that it is at `step`."""
    with subprocess.Popen(
        [sys.executable, "-c", GO, str(device.place.folder), str(device.state), str(stick)],
        stdout=subprocess.PIPE, text=True, start_new_session=True,
    ) as child:  # fmt: skip
        assert child.stdout
        for line in child.stdout:
            if line.startswith(step):
                break
        else:
            raise AssertionError(f"it never came to “{step}”")
        time.sleep(delay)
        os.killpg(child.pid, signal.SIGKILL)


def test_the_program_says_which_version_it_is(second: Device) -> None:
    assert second.place.current is not None
    said = run(second.place.current, "from voice_agent.cli import app; app(['--version'])")
    assert said.strip() == NEW
    look = "from voice_agent.cli import app; import sys; app(['update', 'try', sys.argv[1]])"
    assert json.loads(run(second.place.current, look, "/nowhere"))["version"] == NEW
