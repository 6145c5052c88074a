"""config/agent.toml, docs/settings.md and the code say the same."""

import json
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from voice_agent.cli import app
from voice_agent.cli.settings import entries, reference
from voice_agent.resources import resource
from voice_agent.settings import keys, load

AGENT = resource("config/agent.toml")
PAGE = Path(__file__).resolve().parents[2] / "docs" / "settings.md"


def in_the_file() -> dict[str, object]:
    table = tomllib.loads(AGENT.read_text(encoding="utf-8"))
    flat: dict[str, object] = {}
    for name, value in table.items():
        if isinstance(value, dict):
            flat |= {f"{name}.{key}": inner for key, inner in value.items()}
        else:
            flat[name] = value
    return flat


def test_agent_toml_holds_every_setting_with_its_default() -> None:
    assert in_the_file() == {key: default for key, _, default, _ in keys()}


def test_every_setting_has_a_comment_for_people_and_its_unit() -> None:
    units = {key: unit for key, _, _, unit in keys()}
    listed = [entry for _, _, found in entries(AGENT) for entry in found]
    assert [entry.key for entry in listed] == list(units)
    for entry in listed:
        assert len(entry.text.split()) >= 3, f"{entry.key} needs a comment above it"
        assert entry.unit == units[entry.key], entry.key


def test_every_table_says_what_it_is_about() -> None:
    assert all(about for table, about, _ in entries(AGENT) if table)


def test_a_copy_of_agent_toml_is_a_house_file_that_changes_nothing() -> None:
    assert load(AGENT, environ={}) == load(environ={"XDG_CONFIG_HOME": "/nonexistent"})


def test_the_settings_page_is_up_to_date() -> None:
    fresh = reference()
    assert PAGE.read_text(encoding="utf-8") == fresh, "run `make settings`"


def test_the_command_prints_where_a_value_comes_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("VOICE_AGENT_SPEAKING__VOLUME", "1.3")
    told = json.loads(CliRunner().invoke(app, ["settings", "--json"]).stdout)
    assert told["speaking.volume"] == {
        "value": 1.3,
        "unit": "factor",
        "from": "VOICE_AGENT_SPEAKING__VOLUME",
    }
    assert told["endpoint.patience"]["from"] == "default"


def test_the_pin_is_never_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOICE_AGENT_MEMORY__PIN", "8352")
    for arguments in (["settings"], ["settings", "--json"]):
        assert "8352" not in CliRunner().invoke(app, arguments).stdout
