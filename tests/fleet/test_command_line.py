"""What whoever runs a cluster types, and what it answers; without Ray, as in a house."""

import shlex
import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from openai_server import openai_server
from typer.testing import CliRunner

from voice_agent.assemble import far
from voice_agent.cli import app
from voice_agent.errors import EngineUnavailable, SettingsError, VoiceAgentError
from voice_agent.fleet import keys
from voice_agent.fleet.quiet import QUIET
from voice_agent.interview.leave.reach import Reach
from voice_agent.language.wire import trust
from voice_agent.settings import load
from voice_agent.web.certificate import LASTS


def typed(*words: str) -> str:
    result = CliRunner().invoke(app, ["fleet", *words], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def refused(*words: str) -> VoiceAgentError:
    result = CliRunner().invoke(app, ["fleet", *words])
    assert isinstance(result.exception, VoiceAgentError) and not result.output
    return result.exception


@pytest.fixture
def without_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.delitem(sys.modules, "voice_agent.fleet.cluster", raising=False)
    for name, value in QUIET.items():  # the attempt sets them: they go again after the test
        monkeypatch.setenv(name, value)


def test_one_key_for_all_is_made_as_ever(tmp_path: Path) -> None:
    file = tmp_path / "fleet.key"
    said = typed("key", str(file))
    (only,) = keys.of_houses(str(file))
    assert str(file) in said.replace("\n", "") and only not in said
    assert "--house" in refused("key", str(file)).mend


def test_a_house_of_its_own_gets_a_file_to_copy_and_a_way_to_be_shut_out(tmp_path: Path) -> None:
    file = tmp_path / "fleet.keys"
    said = typed("key", str(file), "--house", "rose")
    assert str(tmp_path / "rose.key") in said and "shuts it out" in said
    (own,) = keys.of_houses(str(file))
    assert own == (tmp_path / "rose.key").read_text().strip() and own not in said
    assert "already" in refused("key", str(file), "--house", "rose").what


def test_a_certificate_is_made_kept_and_said_where_to_write(tmp_path: Path) -> None:
    folder, before = tmp_path / "papers", datetime.now(UTC)
    said = typed("certificate", str(folder), "127.0.0.1", "FD00::8", "door.example.org")
    ends = {f"It holds until {each + LASTS:%d %B %Y}." for each in (before, datetime.now(UTC))}
    assert said.splitlines()[0] in ends
    toml = "\n".join(line for line in said.splitlines() if line[:1] == "[" or " = " in line)
    written = tomllib.loads(toml)
    door = {name: Path(file) for name, file in written["door"].items()}
    assert door["certificate_key"].stat().st_mode & 0o077 == 0
    (authority,) = (word for word in said.split() if word.endswith("authority.crt"))
    with openai_server(certificate=(door["certificate"], door["certificate_key"])) as served:
        asked = httpx.get(f"{served.url}/models", verify=trust(authority), trust_env=False)
    assert asked.status_code == 200
    first = door["certificate"].read_bytes()
    again = typed("certificate", str(folder), "fd00:0::8", "Door.example.org")
    assert again.startswith("The one that is there holds")
    assert door["certificate"].read_bytes() == first
    typed("certificate", str(folder), "10.8.0.9")
    assert door["certificate"].read_bytes() != first
    assert {*written["borrowing"]} == {"certificate"}
    assert {*written["language"]} == {"openai_certificate"}


@pytest.mark.parametrize(
    "name", ["https://10.8.0.1:8480", "10.8.0.1:8480", "the door", "m" * 65, ""]
)
def test_what_no_computer_is_called_gets_no_certificate(tmp_path: Path, name: str) -> None:
    error = refused("certificate", str(tmp_path / "papers"), "10.8.0.1", name)
    assert "neither the name nor the address" in error.what and "10.8.0.1" in error.mend
    assert not [*tmp_path.iterdir()]


def test_a_folder_that_is_none_is_said(tmp_path: Path) -> None:
    (tmp_path / "papers").write_text("a shopping list")
    assert (
        refused("certificate", str(tmp_path / "papers"), "10.8.0.1").mend == "Name another folder."
    )


def test_what_ray_must_find_can_be_given_to_a_shell_as_it_is_printed() -> None:
    words = [shlex.split(line) for line in typed("environment").splitlines()]
    assert [each[0] for each in words] == ["export"] * len(QUIET)
    assert dict(each[1].split("=", 1) for each in words) == QUIET


def plan(folder: Path) -> str:
    """A file of a cluster of this computer alone, with a key."""
    file, known = folder / "fleet.toml", folder / "fleet.keys"
    keys.new_house(known, "rose")
    file.write_text(f'[door]\nkey_file = "{known}"\n')
    return str(file)


@pytest.mark.parametrize("command", ["up", "status", "down"])
def test_without_ray_it_is_said_what_to_install(
    tmp_path: Path, without_ray: None, command: str
) -> None:
    error = refused(command, "--config", plan(tmp_path))
    assert isinstance(error, EngineUnavailable) and "not installed" in error.what
    assert "pip install '.[fleet]'" in error.mend and "a house" in error.mend


@pytest.mark.parametrize(
    ("text", "says"), [("", "no key"), ("[door]\nhost = '0.0.0.0'\n", "without encryption")]
)
def test_what_would_let_strangers_in_or_listen_is_said_first(
    tmp_path: Path, without_ray: None, text: str, says: str
) -> None:
    file = tmp_path / "fleet.toml"
    file.write_text(text)
    error = refused("up", "--config", str(file))
    assert isinstance(error, SettingsError) and says in error.what


def test_the_house_of_the_page_is_understood_and_goes_beyond_the_house(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "fleet.md").read_text(encoding="utf-8")
    file = tmp_path / "agent.toml"
    file.write_text(page.partition("In the house:\n\n```toml\n")[2].partition("```")[0])
    house = load(file, environ={"XDG_CONFIG_HOME": "/nonexistent"})
    assert house.borrowing.certificate == house.language.openai_certificate != ""
    assert far.goes(house) is Reach.BEYOND
