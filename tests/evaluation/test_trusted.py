"""Who is told of level A: the advocate whom the narrator let in, at the address that the advocate gave."""

from datetime import UTC, datetime
from pathlib import Path

from voice_agent.archive import accounts, letting_in, reaching
from voice_agent.archive.accounts import Role
from voice_agent.archive.record import Record
from voice_agent.assemble import trusted
from voice_agent.settings import Settings

NOW = datetime(2026, 11, 20, tzinfo=UTC)


def settings(state: Path) -> Settings:
    named = {"contacts": ["Tom | son | mill | sms://1"], "advocate": "Vera | friend | | sms://2"}
    return Settings.model_validate({"state_directory": str(state), "safety": named})


def told(settings: Settings, record: Record, said: str) -> list[str]:
    return [e.address for e in trusted(settings, record).route("A", said, consented=False)]


def test_the_advocate_of_the_pages_comes_before_that_of_the_settings(tmp_path: Path) -> None:
    chosen = settings(tmp_path)
    with Record.open(tmp_path) as record:
        assert told(chosen, record, "He hits me.") == ["sms://2"]
        waits = accounts.make(record, "Adam", Role.ADVOCATE, "x", NOW, relation="friend")
        reaching.keep(record, waits, "sms://3")
        assert told(chosen, record, "He hits me.") == ["sms://2"], "nobody has let Adam in"
        letting_in.answer(record, waits.id, Role.ADVOCATE, True, "page", NOW)
        assert told(chosen, record, "He hits me.") == ["sms://3"]
        assert told(chosen, record, "Adam hits me.") == []


def test_an_advocate_who_cannot_be_reached_is_not_pretended_to_be(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        letting_in.welcomed(record, "Adam", Role.ADVOCATE, "x", NOW, relation="friend")
        assert told(settings(tmp_path), record, "He hits me.") == []
