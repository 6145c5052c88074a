"""Who is told of level A: the advocate whom the narrator let in, at the address that the advocate gave."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from voice_agent.archive import accounts, letting_in, reaching
from voice_agent.archive.accounts import Role
from voice_agent.archive.record import Record
from voice_agent.assemble import sendable, trusted
from voice_agent.cli.pages import reachable
from voice_agent.errors import AccountRefused
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
        reaching.keep(record, waits, "sms://3", NOW)
        assert told(chosen, record, "He hits me.") == ["sms://2"], "nobody has let Adam in"
        letting_in.answer(record, waits.id, Role.ADVOCATE, True, "page", NOW)
        assert told(chosen, record, "He hits me.") == ["sms://3"]
        assert told(chosen, record, "Adam hits me.") == []


def test_until_an_advocate_can_be_reached_the_one_of_the_settings_is_told(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        letting_in.welcomed(record, "Adam", Role.ADVOCATE, "x", NOW, relation="friend")
        assert told(settings(tmp_path), record, "He hits me.") == ["sms://2"]
        for number, name in enumerate(("Bea", "Cleo")):
            made = letting_in.welcomed(record, name, Role.ADVOCATE, "x", NOW, relation="friend")
            reaching.keep(record, made, f"sms://{number + 4}", NOW)
        assert told(settings(tmp_path), record, "They hurt me.") == ["sms://5"]
        bea = accounts.called(record, "Bea")
        assert bea is not None
        assert not bea.roles, "Cleo took her place"
        record.commit(lambda db: accounts.wait(db, bea.id, Role.ADVOCATE, NOW))
        letting_in.answer(record, bea.id, Role.ADVOCATE, True, "voice", NOW)
        assert told(settings(tmp_path), record, "They hurt me.") == ["sms://4"], "let in last"


def test_whoever_lives_with_somebody_named_is_not_told(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        letting_in.welcomed(record, "Ann", Role.FAMILY, "x", NOW, relation="daughter")
        for name, home, said in (
            ("Bea", "Tom", "Tom hits me."),
            ("Cleo", "tom", "My son locks me in."),
            ("Dora", "Ann", "Ann hits me."),
            ("Ella", "my daughter Ann", "My daughter takes my money."),
        ):
            new = accounts.fresh(name, Role.ADVOCATE, "friend", home)
            record.commit(lambda db, new=new: accounts.add(db, new, "x", NOW))
            record.commit(lambda db, new=new: accounts.wait(db, new.id, new.role, NOW))
            letting_in.answer(record, new.id, Role.ADVOCATE, True, "page", NOW)
            reaching.keep(record, new, "sms://7", NOW)
            assert told(settings(tmp_path), record, said) == [], (home, said)
            assert told(settings(tmp_path), record, "The nurse hits me.") == ["sms://7"]
            letting_in.close(record, new.id, NOW)


def test_mail_goes_by_the_house_and_its_password_stays_in_the_settings(tmp_path: Path) -> None:
    chosen = settings(tmp_path)
    mail = chosen.model_copy(
        update={"safety": chosen.safety.model_copy(update={"mail": "mailtos://us:pw@example.org"})}
    )
    assert sendable(mail, "bea@example.org") == "mailtos://us:pw@example.org?to=bea%40example.org"
    assert sendable(chosen, "bea@example.org") == "", "nothing is pretended"
    assert reachable(mail, "bea@example.org") == "bea@example.org"
    for wrong in (
        "json://127.0.0.1:8000/x",
        "file:///tmp/x",
        "tgram://a/b,json://127.0.0.1/x",
        "bea@example.org,json://127.0.0.1",
        "ntfy://192.168.0.1/x",
    ):
        with pytest.raises(AccountRefused):
            reachable(mail, wrong)
