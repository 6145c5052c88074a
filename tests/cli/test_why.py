"""Why each reply was given: printed from a journal that holds no word of the narrator's."""

import anyio
from kitchen import Rest, Say, hold
from typer.testing import CliRunner

from voice_agent.archive import journal
from voice_agent.cli import app

SAID = "my cousin Henrique waited at the quay with a sign and I walked straight past him"


def test_a_reply_says_how_the_turn_was_read_and_which_guard_answered(tmp_path, monkeypatch) -> None:
    async def talk() -> None:
        told = await hold(tmp_path / "house", [Rest(8), Say(SAID, 6), Rest(12)])
        told.record.close()

    anyio.run(talk)
    settings = tmp_path / "settings.toml"
    settings.write_text(f'state_directory = "{tmp_path / "house"}"\n', encoding="utf-8")
    monkeypatch.setenv("COLUMNS", "200")
    shown = CliRunner().invoke(app, ["sessions", "show", "--why", "--settings", str(settings)])
    assert shown.exit_code == 0, shown.output
    assert "hook: person “my cousin Henrique”" in shown.output
    assert "answered by: story: live" in shown.output

    (file,) = (tmp_path / "house").rglob("journal.jsonl")
    events, _ = journal.salvage(file)
    (read,) = [each for each in events if each["kind"] == "reading"]
    assert "Henrique" not in str(read) and read["read"]["hooks"]


def test_without_being_asked_nothing_of_it_is_printed(tmp_path) -> None:
    async def talk() -> None:
        told = await hold(tmp_path / "house", [Rest(8), Say(SAID, 6), Rest(12)])
        told.record.close()

    anyio.run(talk)
    settings = tmp_path / "settings.toml"
    settings.write_text(f'state_directory = "{tmp_path / "house"}"\n', encoding="utf-8")
    shown = CliRunner().invoke(app, ["sessions", "show", "--settings", str(settings)])
    assert shown.exit_code == 0 and "answered by" not in shown.output
