"""A command that a hint names can be typed as it stands there, also in a fresh clone."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from voice_agent.cli import app, show, started
from voice_agent.errors import MemoryRefused


@pytest.fixture
def programs(tmp_path: Path) -> tuple[Path, Path]:
    """The one in this folder, and another that the shell finds."""
    made: list[Path] = []
    for folder in (".venv", "elsewhere"):
        (tmp_path / folder).mkdir()
        made.append(tmp_path / folder / started.NAME)
        made[-1].write_text("#!/bin/sh\n")
    return made[0], made[1]


def test_where_the_shell_knows_no_other_it_is_called_by_its_path(
    programs: tuple[Path, Path],
) -> None:
    here, elsewhere = programs
    assert started.as_is(str(here), "") == str(here)
    assert started.as_is(str(here), str(elsewhere)) == str(here)


def test_where_the_shell_finds_it_its_name_is_enough(programs: tuple[Path, Path]) -> None:
    here, _ = programs
    assert started.as_is(str(here), str(here)) == "voice-agent"


def test_a_name_of_another_program_is_never_given_as_ours() -> None:
    assert started.as_is("/usr/bin/pytest", "") == "voice-agent"


def test_what_did_not_work_says_what_to_type(
    programs: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", [str(programs[0]), "memory", "show"])
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("COLUMNS", "400")
    show(MemoryRefused("Nothing is there.", mend="`voice-agent talk` holds a first session."))
    assert f"`{programs[0]} talk`" in capsys.readouterr().err


def test_whoever_says_too_little_of_what_is_kept_back_reads_what_to_type(
    programs: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = CliRunner().invoke(app, ["memory", "kept-back", "a talk/2"]).exception
    assert isinstance(refused, MemoryRefused)
    monkeypatch.setattr("sys.argv", [str(programs[0]), "memory", "kept-back", "a talk/2"])
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("COLUMNS", "400")
    show(refused)
    assert f"`{programs[0]} memory kept-back SESSION/TURN --free`" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command",
    [
        ("memory", "timeline"),
        ("memory", "people"),
        ("memory", "conflicts"),
        ("memory", "export"),
        ("memory", "picture"),
        ("memory", "rescue"),
        ("memory", "forget-offers"),
        ("backup", "set-up"),
        ("backup", "now"),
        ("backup", "check"),
        ("backup", "restore"),
        ("memory", "kept-back"),
        ("chapters", "show"),
        ("chapters", "approve"),
        ("chapters", "export"),
        ("chapters", "again"),
        ("sessions", "show"),
    ],
)
def test_no_help_promises_a_pin_where_none_may_be_set(command: tuple[str, str]) -> None:
    said = " ".join(CliRunner().invoke(app, [*command, "--help"]).output.replace("│", " ").split())
    assert "Asks for the PIN, if one is set" in said
