"""An update comes on a stick, is tried before it is used, and can be undone without losing a word."""

import json
import os
import random
import signal
import subprocess
import sys
import time
import zipfile
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
from voice_agent.errors import AlreadyRunning, DiskFull, RecordDamaged, UpdateRefused
from voice_agent.updating import going_back, installing, wheels
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
        wheels.wheel_on(tmp_path)
    assert "make wheel" in refused.value.mend
    with pytest.raises(UpdateRefused) as refused:
        of_the_running(str(tmp_path / ".venv"))
    assert "--into" in refused.value.mend
    for version in ("2026.9.0", "2026.12.0", "2026.12.1"):
        (tmp_path / f"voice_agent-{version}-py3-none-any.whl").touch()
    assert wheels.wheel_on(tmp_path)[1] == "2026.12.1"


@pytest.mark.long
def test_the_version_before_is_installed_again_or_stays_what_can_be_gone_back_to(
    first: Device, second: Device, sticks: Sticks, tmp_path: Path
) -> None:
    device = second.another(tmp_path / "told since")
    with pytest.raises(RecordDamaged, match="newer version"):
        installing.install(device.place, sticks.folder / OLD, device.state)
    assert device.versions == (NEW, OLD)
    assert device.told() == [*FIRST, *SECOND]
    going_back.undo(device.place, device.state, NOW)
    assert device.versions == (OLD, "")
    assert device.told() == [*FIRST, *SECOND]

    device = second.another(tmp_path / "not used")
    rmtree(device.state)
    copytree(first.state, device.state)
    older = ["install", str(sticks.folder / OLD), "--into", str(device.place.folder)]
    given = {"VOICE_AGENT_STATE_DIRECTORY": str(device.state), "XDG_CONFIG_HOME": str(tmp_path)}
    done = CliRunner().invoke(app, older, env=given, catch_exceptions=False)
    assert f"It is older than version {NEW}, which was in use." in " ".join(done.output.split())
    assert "It has read 1 talk in" in " ".join(done.output.split())
    assert device.versions == (OLD, NEW)
    assert device.told() == FIRST
    assert not [*device.place.folder.glob("releases/.*")]


# ---- without a version that could be run


def wheel(stick: Path, version: str, *, within: str = "", name: str = "voice-agent") -> Path:
    """A file that is called as a wheel of ours is."""
    stick.mkdir(exist_ok=True)
    path = stick / f"voice_agent-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as held:
        about = f"Metadata-Version: 2.4\nName: {name}\nVersion: {within or version}\n\nA text.\n"
        held.writestr(f"voice_agent-{version}.dist-info/METADATA", about)
        held.writestr("voice_agent/__init__.py", os.urandom(2000))
    return path


def standing_in(folder: Path, does: str) -> Place:
    """A place with two versions, of which the one in use only `does` something."""
    place = Place(folder / "opt")
    for version in (OLD, NEW):
        python = place.release(version).python
        python.parent.mkdir(parents=True)
        python.write_text(f"#!/bin/sh\n{does}\n")
        python.chmod(0o755)
    place.switch(place.release(OLD), before=None)
    place.switch(place.release(NEW), before=place.release(OLD))
    return place


def refusal(place: Place, stick: Path) -> str:
    with pytest.raises((UpdateRefused, DiskFull)) as refused:
        installing.install(place, stick, place.folder / "state")
    assert place.current == place.release(NEW) and place.before == place.release(OLD)
    return f"{refused.value.what} {refused.value.mend}"


def test_a_file_that_came_halfway_is_refused_before_anything_is_touched(tmp_path: Path) -> None:
    place = standing_in(tmp_path, "exit 1")
    whole = wheel(tmp_path / "stick", OLD).read_bytes()
    torn = bytearray(whole)
    torn[300] ^= 1
    half = tmp_path / "stick" / f"voice_agent-{OLD}-py3-none-any.whl"
    for damaged in (whole[: len(whole) // 2], bytes(torn), b""):
        half.write_bytes(damaged)
        assert "Copy it to the stick again" in refusal(place, half.parent)
    half.write_bytes(whole)
    assert "could not be installed" in refusal(place, half.parent)  # by a program that fails


def test_a_file_that_is_called_otherwise_than_what_it_holds_is_refused(tmp_path: Path) -> None:
    place = standing_in(tmp_path, "exit 1")
    assert "holds voice-agent 2026.9.0" in refusal(place, wheel(tmp_path, FAR, within="2026.9.0"))
    assert "holds other" in refusal(place, wheel(tmp_path, FAR, name="other"))


def test_a_pipe_on_the_stick_is_not_waited_at(tmp_path: Path) -> None:
    place, stick = standing_in(tmp_path, "exit 1"), tmp_path / "stick"
    stick.mkdir()
    os.mkfifo(stick / f"voice_agent-{FAR}-py3-none-any.whl")
    assert "is no file" in refusal(place, stick)
    wheel(stick, BROKEN)
    assert "is no file" in refusal(place, stick)


def test_whatever_the_umask_is_the_service_can_run_what_is_built(tmp_path: Path) -> None:
    place = standing_in(tmp_path, f"umask > {tmp_path}/seen; exit 1")
    before = os.umask(0o077)
    try:
        refusal(place, wheel(tmp_path / "stick", FAR))
        fresh = Place(tmp_path / "new" / "opt")
        with fresh.alone():
            pass
    finally:
        os.umask(before)
    assert int((tmp_path / "seen").read_text(), 8) == 0o022
    assert (
        fresh.folder.stat().st_mode & 0o777 == fresh.folder.parent.stat().st_mode & 0o777 == 0o755
    )


def test_two_updates_at_once_are_one_and_a_sentence(tmp_path: Path) -> None:
    place, stick = standing_in(tmp_path, "exit 1"), wheel(tmp_path / "stick", FAR)
    with Place(place.folder).alone():
        assert "is under way" in refusal(place, stick)
        with pytest.raises(UpdateRefused, match="is under way"):
            going_back.undo(place, tmp_path / "state", NOW)
    assert "could not be installed" in refusal(place, stick)


def test_a_lack_of_room_is_said_in_our_words(tmp_path: Path) -> None:
    says = 'echo "OSError: [Errno 28] No space left on device\nERROR: Can\'t roll back voice-agent" >&2'
    said = refusal(standing_in(tmp_path, f"{says}; exit 1"), wheel(tmp_path / "stick", FAR))
    assert "too little room" in said and "roll back" not in said


def test_when_the_power_goes_while_the_version_before_is_built_anew_it_comes_back(
    tmp_path: Path,
) -> None:
    place = standing_in(tmp_path, "exit 1")
    old = place.release(OLD)
    (old.folder / "whole").touch()
    place.put_aside(old)
    assert place.before is None and not old.folder.exists()
    old.python.parent.mkdir(parents=True)
    old.python.touch()  # half of the new one
    Place(place.folder).clear()
    assert place.before == old and (old.folder / "whole").exists()
    place.put_aside(old)
    old.python.parent.mkdir(parents=True)
    old.python.touch()
    place.switch(old, before=place.release(NEW))  # it was through, and only the rest stayed
    place.clear()
    assert not (old.folder / "whole").exists() and not [*place.folder.glob("releases/.*")]


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
