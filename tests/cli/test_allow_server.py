"""A language server that happens to answer on this computer is shown nothing before somebody has said yes to it."""

from pathlib import Path

import pytest
from ollama_server import MODEL, ollama_server
from typer.testing import CliRunner

from voice_agent.archive import server_leave
from voice_agent.cli import app, models_server
from voice_agent.settings import Settings, load


def house(tmp_path: Path, url: str, model: str = "auto") -> Path:
    file = tmp_path / "agent.toml"
    file.write_text(
        f'state_directory = "{tmp_path / "state"}"\n'
        f'[language]\nmodel = "{model}"\nollama_host = "{url}"\nollama_model = "{MODEL}"\n'
    )
    return file


def test_a_yes_and_a_no_are_kept_for_that_address(tmp_path: Path) -> None:
    file = house(tmp_path, "http://127.0.0.1:9")
    state = load(file).state
    assert server_leave.given(state, "http://127.0.0.1:9") is None
    for flags, said in (([], True), (["--no"], False)):
        words = ["models", "allow-server", *flags, "--settings", str(file)]
        assert CliRunner().invoke(app, words, catch_exceptions=False).exit_code == 0
        assert server_leave.given(state, "http://127.0.0.1:9") is said
    assert server_leave.given(state, "http://127.0.0.1:11434") is None
    (kept,) = [each for each in state.iterdir() if each.is_file()]
    assert kept.stat().st_mode & 0o777 == 0o600
    kept.write_text("[torn")
    assert server_leave.given(state, "http://127.0.0.1:9") is None


@pytest.mark.parametrize("answer", [True, False])
def test_at_a_terminal_it_is_asked_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: bool
) -> None:
    asked: list[str] = []

    def confirm(question: str, **_: object) -> bool:
        asked.append(question)
        return answer

    monkeypatch.setattr(models_server.typer, "confirm", confirm)
    monkeypatch.setattr(models_server.sys, "stdin", Terminal())
    with ollama_server() as served:
        settings: Settings = load(house(tmp_path, served.url))
        models_server.ask_once(settings)
        models_server.ask_once(settings)
        assert len(asked) == 1 and server_leave.given(settings.state, served.url) is answer
        models_server.ask_once(load(house(tmp_path, served.url, "ollama")))
    models_server.ask_once(load(house(tmp_path, "http://127.0.0.1:9")))
    assert len(asked) == 1  # neither where it was named, nor where none answers


class Terminal:
    def isatty(self) -> bool:
        return True
