"""A PIN that the house has learned is asked for, whatever settings and variables whoever asks brings along."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from voice_agent.archive import narrators_pin
from voice_agent.archive.record import Record
from voice_agent.cli import app
from voice_agent.errors import PinRefused, SettingsError

PIN, NEW = "1938", "8391"


def house(state: Path) -> Path:
    with Record.open(state):
        pass
    return state


def test_what_was_learned_is_asked_for_and_only_who_knows_it_changes_it(tmp_path: Path) -> None:
    assert not narrators_pin.asked(tmp_path, "")
    assert narrators_pin.right(tmp_path, PIN, PIN)
    for pin in ("", NEW):
        assert narrators_pin.asked(tmp_path, pin)
        for typed in ("", NEW, "0000"):
            assert not narrators_pin.right(tmp_path, pin, typed)
    assert narrators_pin.right(tmp_path, NEW, PIN)  # the old one, once
    assert not narrators_pin.right(tmp_path, NEW, PIN) and narrators_pin.right(tmp_path, NEW, NEW)
    assert narrators_pin.right(tmp_path, "", NEW) and not narrators_pin.asked(tmp_path, "")


def test_nobody_reads_the_pin_off_the_disk(tmp_path: Path) -> None:
    narrators_pin.learn(tmp_path, PIN)
    file = tmp_path / narrators_pin.FILE
    assert PIN not in file.read_text() and file.stat().st_mode & 0o777 == 0o600
    narrators_pin.learn(tmp_path, NEW)  # learned is learned
    assert narrators_pin.right(tmp_path, PIN, PIN)


@pytest.mark.parametrize("learned", [True, False])
@pytest.mark.parametrize("pin", ["", NEW])
def test_no_variable_changes_or_lifts_the_pin_of_a_file(
    pin: str, learned: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, own = house(tmp_path / "state"), tmp_path / "own.toml"
    own.write_text(f'state_directory = "{state}"\n[memory]\npin = "{PIN}"\n')
    if learned:
        narrators_pin.learn(state, PIN)
    monkeypatch.setenv("VOICE_AGENT_MEMORY__PIN", pin)
    found = CliRunner().invoke(
        app, ["memory", "timeline", "--settings", str(own)], input=f"{pin}\n"
    )
    assert isinstance(found.exception, SettingsError)
    assert PIN not in str(found.exception)


@pytest.mark.parametrize("lifts", ["another file", "no file"])
def test_no_other_file_lifts_it(
    lifts: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = house(tmp_path / "state")
    own, other = tmp_path / "own.toml", tmp_path / "other.toml"
    own.write_text(f'state_directory = "{state}"\n[memory]\npin = "{PIN}"\n')
    other.write_text(f'state_directory = "{state}"\n')

    def shown(typed: str, *flags: str) -> int:
        found = CliRunner().invoke(app, ["memory", "timeline", *flags], input=f"{typed}\n")
        assert found.exception is None or isinstance(found.exception, PinRefused | SystemExit)
        return found.exit_code

    assert shown(PIN, "--settings", str(own)) == 0
    flags = ["--settings", str(own)]
    if lifts == "another file":
        flags = ["--settings", str(other)]
    else:
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "empty"))
        monkeypatch.setenv("VOICE_AGENT_STATE_DIRECTORY", str(state))
        flags = []
    assert shown("", *flags) == 1 and shown("0000", *flags) == 1
    assert shown(PIN, *flags) == 0
