"""`voice-agent backup`: sealed on another disk, proved, and brought back; and what waits while somebody is talking."""

import json
import os
import re
import shutil
import tarfile
import tempfile
import tomllib
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from voice_agent.archive import checking, private, sealing, taken_out
from voice_agent.archive.importing import bring_in
from voice_agent.archive.record import Record
from voice_agent.cli import app, main, moving
from voice_agent.errors import (
    AlreadyRunning,
    DiskFull,
    KeyRefused,
    ModelMissing,
    PinRefused,
    RecordError,
    VoiceAgentError,
)
from voice_agent.memory.imported import parse
from voice_agent.memory.reading import PlainReader
from voice_agent.memory.thread import Setting
from voice_agent.settings import PLACES, keys, load
from voice_agent.story import Speaker, Turn, TurnId

LIFE = "CHAPTER I.\n\nI was born in Cork in 1938. My brother Tom married Rose in Dayton in 1960.\n"


NOW = datetime(2026, 11, 21, tzinfo=UTC)


@pytest.fixture
def state(tmp_path: Path) -> Path:
    with Record.open(tmp_path / "state") as record:
        written = parse(LIFE.encode(), "life.txt")
        bring_in(record, written, PlainReader(), Setting(), narrator="Ann", now=NOW)
    (tmp_path / "agent.toml").write_text(f'state_directory = "{tmp_path / "state"}"\n')
    (tmp_path / "stick").mkdir()
    return tmp_path / "state"


def run(state: Path, *words: str, wrong: bool = False) -> str:
    settings = ["--settings", str(state.with_name("agent.toml"))]
    result = CliRunner().invoke(app, [*words, *settings], catch_exceptions=False)
    assert (result.exit_code != 0) is wrong, result.output
    return " ".join(result.output.split())


def set_up(state: Path) -> tuple[Path, Path]:
    """The folder of the backups, and the key."""
    stick, key = state.with_name("stick"), state.with_name("key.txt")
    run(state, "backup", "set-up", str(stick), "--key", str(key))
    return stick, key


def test_a_backup_brings_the_time_line_back(state: Path, tmp_path: Path) -> None:
    before = run(state, "memory", "timeline", "--json")
    said = run(state, "backup", "now", str(tmp_path / "sunday.tar"), "--plain")
    assert "sunday.tar" in said and "The settings are not in it." in said
    with tarfile.open(tmp_path / "sunday.tar") as tar:
        assert not [name for name in tar.getnames() if "settings" in name]
    (state / "record.db").unlink()
    said = run(state, "backup", "restore", str(tmp_path / "sunday.tar"))
    assert "1 talk." in said and "Nothing else needs to be done" in said
    assert run(state, "memory", "timeline", "--json") == before


def test_a_house_moves_in_two_commands_and_keeps_its_settings(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = state.with_name("agent.toml")
    file.write_text(f"{file.read_text()}[narrator]\nname = 'Ann'\n[models]\ndirectory = '/old'\n")
    _, key = set_up(state)
    before = run(state, "memory", "timeline", "--json")
    run(state, "backup", "now", str(tmp_path / "house.age"))

    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    moved = ["backup", "restore", str(tmp_path / "house.age"), "--key", str(key)]
    result = CliRunner().invoke(app, moved, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    new = tmp_path / "XDG_CONFIG_HOME" / "voice-agent" / "agent.toml"
    assert "models.directory and state_directory" in result.output
    assert new.stat().st_mode & 0o777 == 0o600
    assert load(new).narrator.name == "Ann" and not load(new).models.directory
    state.rename(tmp_path / "the old device")
    new_house = CliRunner().invoke(app, ["memory", "timeline", "--json"], catch_exceptions=False)
    assert " ".join(new_house.output.split()) == before


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        ('"state_directory" = "/old"\nprofile = "ci"\n', "ci"),
        ('models.directory = "/old"\nprofile = "ci"\n', "ci"),
        ('profile = "ci"\n[ memory ]\n  uri="/old" # here\npin = "1"\n', "ci"),
        ('[memory]\nuri = "s3://vault/ann"\n', "s3"),
        ('models = {directory = "/old"}\n', None),
        ('state_directory = """\n/old"""\n', None),
        ("no settings at all", None),
    ],
)
def test_no_folder_of_the_old_device_comes_along_however_it_is_written(
    text: str, stays: str | None
) -> None:
    if stays is None:
        with pytest.raises(ValueError):
            moving.without_places(text)
        return
    kept, left_out = moving.without_places(text)
    assert stays in kept and "/old" not in json.dumps(tomllib.loads(kept))
    assert bool(left_out) is ("/old" in text)


def test_every_setting_that_names_a_folder_is_known_as_one() -> None:
    named = {
        key for key, *_ in keys() if re.search(r"certificate|director|folder|_file|path|uri", key)
    }
    assert named == PLACES


def test_nobody_reads_a_backup_without_its_key(state: Path, tmp_path: Path) -> None:
    stick, key = set_up(state)
    (backup,) = stick.iterdir()
    whole = backup.read_bytes()
    assert backup.stat().st_mode & 0o777 == key.stat().st_mode & 0o777 == 0o600
    assert whole.startswith(b"age-encryption.org/v1") and b"Cork" not in whole
    assert b"AGE-SECRET-KEY" not in b"".join(
        p.read_bytes() for p in state.rglob("*") if p.is_file()
    )
    stranger = tmp_path / "stranger.txt"
    stranger.write_text("# created: never\n" + sealing.new_key().secret + "\n")
    for wrong in (stranger, state.with_name("agent.toml")):
        with pytest.raises(KeyRefused):
            run(state, "backup", "check", "--key", str(wrong))
    for at in (len(whole) // 2, 40):
        backup.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(KeyRefused):
            run(state, "backup", "check", "--key", str(key))
    backup.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(VoiceAgentError):
        run(state, "backup", "check", "--key", str(key))


def test_a_backup_is_restored_into_an_empty_place_and_compared(state: Path) -> None:
    stick, key = set_up(state)
    assert "It comes back whole: 1 talk" in run(state, "backup", "check", "--key", str(key))
    assert not [*state.glob("backups/check*")]
    with Record.open(state) as record:
        session = record.sessions()[0].id
        record.turn(
            Turn(TurnId(99), session, Speaker.NARRATOR, "A goat.", 0, 1, NOW, (), 0.5, True, "")
        )
    said = run(state, "backup", "check", "--key", str(key), wrong=True)
    assert "1 turns of talks that it holds are not in the backup." in said
    run(state, "backup", "now")
    assert len([*stick.iterdir()]) == 1
    assert "It comes back whole" in run(state, "backup", "check", "--key", str(key))


def test_a_place_where_the_key_would_lie_beside_is_refused(state: Path) -> None:
    stick = state.with_name("stick")
    refused = ((stick, stick / "key.txt"), (state, stick), (stick / "none", state.with_name("k")))
    for to, key in refused:
        with pytest.raises(RecordError):
            run(state, "backup", "set-up", str(to), "--key", str(key))
    assert not [*stick.iterdir()]
    with pytest.raises(RecordError, match="no key yet"):
        run(state, "backup", "now")


def refusal(state: Path, *words: str) -> str:
    """What is answered to whoever made a mistake."""
    with pytest.raises(VoiceAgentError) as refused:
        run(state, *words)
    return f"{refused.value.what} {refused.value.mend}"


def test_another_key_takes_no_key_s_place_unseen(state: Path, tmp_path: Path) -> None:
    stick, key = set_up(state)
    (before,) = [(p, p.read_bytes()) for p in stick.iterdir()]
    other = tmp_path / "other.txt"
    other.write_text(sealing.new_key().secret)
    for wrong, why in ((other, "is another key"), (tmp_path / "lost.txt", "There is no key at")):
        assert why in refusal(state, "backup", "set-up", str(stick), "--key", str(wrong))
    assert before[0].read_bytes() == before[1] and not (tmp_path / "lost.txt").exists()
    said = run(state, "backup", "set-up", "--off")
    assert f"Those in {stick} stay as they are" in said and "until you delete these files" in said
    assert "It comes back whole" in run(state, "backup", "check", "--key", str(key))  # still known
    with pytest.raises(RecordError, match="no key yet"):
        run(state, "backup", "now")
    run(state, "backup", "set-up", str(stick), "--key", str(other))
    # still the same house: of one day the newest stays, and whatever it keeps erasing reaches
    assert [*stick.iterdir()] == [before[0]]
    assert "It comes back whole" in run(state, "backup", "check", "--key", str(other))
    with pytest.raises(KeyRefused, match="not sealed for this key"):
        run(state, "backup", "check", "--key", str(key))


def test_a_key_that_others_can_read_is_told_of(state: Path) -> None:
    _, key = set_up(state)
    assert "Others who" not in run(state, "backup", "check", "--key", str(key))
    key.chmod(0o644)
    assert "Others who use this computer" in run(state, "backup", "check", "--key", str(key))


def test_a_backup_for_which_there_is_no_room_is_not_begun(state: Path, tmp_path: Path) -> None:
    huge, key = tmp_path / "huge.tar", sealing.new_key()
    run(state, "backup", "now", str(huge), "--plain")
    before = {path: path.stat().st_mtime_ns for path in state.rglob("*")}
    with tarfile.open(huge, "a") as tar:
        more = tarfile.TarInfo("sessions/one/narrator.flac")
        more.size = 2 * shutil.disk_usage(tmp_path).free
        tar.addfile(more)  # a file of holes: it takes no room itself
        end = tar.offset + more.size
    with huge.open("r+b") as file:
        file.truncate(end + 2 * tarfile.BLOCKSIZE)
    shut = tmp_path / "huge.age"
    with shut.open("wb") as file:
        file.write(sealing.BEGINS)
        file.truncate(end)
    words = ["--key", str(tmp_path / "key.txt")]
    (tmp_path / "key.txt").write_text(key.secret)
    (tmp_path / "key.txt").chmod(0o600)
    for source in (huge, shut):
        with pytest.raises(DiskFull, match="to be restored"):
            run(state, "backup", "restore", str(source), *words)
    assert {path: path.stat().st_mtime_ns for path in state.rglob("*") if path in before} == before


def test_a_name_in_a_backup_moves_no_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with tarfile.open(tmp_path / "bad.tar", "w") as tar:
        tar.addfile(tarfile.TarInfo("record.db"))
        tar.addfile(tarfile.TarInfo("../\x1b[2J\x1b]0;owned\x07"))
    monkeypatch.setenv("VOICE_AGENT_STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setattr("sys.argv", ["voice-agent", "backup", "restore", str(tmp_path / "bad.tar")])
    with pytest.raises(SystemExit):
        main()
    said = capsys.readouterr().err
    assert "owned" in said and "\x1b]" not in said and "\x1b[2J" not in said and "\x07" not in said


@pytest.mark.parametrize("how", ["off", "another disk"])
def test_backups_that_nothing_is_erased_from_are_named_when_something_is(
    how: str, state: Path, tmp_path: Path
) -> None:
    stick, key = set_up(state)
    (left,) = stick.iterdir()
    if how == "off":
        run(state, "backup", "set-up", "--off")
    else:
        (tmp_path / "other").mkdir()
        run(state, "backup", "set-up", str(tmp_path / "other"), "--key", str(key))
    with Record.look(state) as record:
        (session,) = record.sessions()
        assert [left.name in said for said in taken_out.beyond(record.read, [session.id])] == [True]


def test_each_mistake_is_answered_with_what_it_was(state: Path, tmp_path: Path) -> None:
    stick, key = set_up(state)
    (backup,) = stick.iterdir()
    whole, half = backup.read_bytes(), tmp_path / "half.age"
    half.write_bytes(whole[: len(whole) // 2])
    rubbish = tmp_path / "rubbish.txt"
    rubbish.write_bytes(b"\xff\xfe\x00")
    with_key = ("--key", str(key))
    assert "is not whole" in refusal(state, "backup", "check", str(half), *with_key)
    assert "The backup" in refusal(state, "backup", "check", str(tmp_path / "no.age"), *with_key)
    assert "no text" in refusal(state, "backup", "check", "--key", str(rubbish))
    for words in (("check",), ("restore",)):
        said = refusal(state, "backup", *words, str(stick), *with_key)
        assert "a backup is one file" in said and f"The newest in it is {backup}" in said
    os.mkfifo(tmp_path / "pipe.age")
    assert "is no file" in refusal(state, "backup", "check", str(tmp_path / "pipe.age"), *with_key)
    assert "no text" in refusal(state, "backup", "set-up", str(stick), "--key", str(rubbish))
    assert "no folder" in refusal(state, "backup", "set-up", str(tmp_path / "none"), *with_key)
    for to in ("none", "none/x.age", "x.txt"):
        assert "no folder" in refusal(state, "backup", "now", str(tmp_path / to))
    assert "is there already" in refusal(state, "backup", "now", str(half))
    drawer = stick.rename(tmp_path / "drawer")
    assert "at once" in refusal(state, "backup", "now")
    said = run(state, "backup", "now", str(drawer))
    assert f"{drawer}/voice-agent-" in said
    assert "should that die, both are gone" in said  # it is the disk of the house
    assert "No more backups" in run(state, "backup", "set-up", "--off")
    assert "None are made" in run(state, "backup", "set-up", "--off")


def test_the_key_is_not_laid_on_the_disk_of_the_backups(state: Path) -> None:
    disk = Path("/dev/shm")
    if not disk.is_dir() or disk.stat().st_dev == state.stat().st_dev:
        pytest.skip("there is one disk only")
    with tempfile.TemporaryDirectory(dir=disk) as stick:
        to, key = Path(stick) / "backups", Path(stick) / "key.txt"
        to.mkdir()
        assert "the same disk" in refusal(state, "backup", "set-up", str(to), "--key", str(key))
        assert not key.exists()


def test_what_a_check_left_that_was_killed_goes_when_the_house_is_opened(state: Path) -> None:
    left = state / "backups" / checking.ASIDE
    (left / "house").mkdir(parents=True)
    (left / "house" / "settings.toml").write_text('pin = "1938"')
    with private.aside(state / "backups" / ".other.aside") as used, Record.open(state):
        assert not left.exists() and used.is_dir()
    assert not used.exists()


@pytest.mark.parametrize(
    "words",
    [
        ("memory", "rebuild"),
        ("memory", "check"),
        ("memory", "why", "Tom"),
        ("memory", "forget", "person", "p-1"),
        ("memory", "forget", "person", "p-1", "--erase", "--yes"),
        ("memory", "delete-everything", "--yes"),
    ],
)
def test_what_changes_memory_says_so_while_somebody_is_talking(
    state: Path, words: tuple[str, ...]
) -> None:
    with Record.open(state), pytest.raises(AlreadyRunning, match="Another interviewer is using"):
        run(state, *words)


def test_looking_and_backing_up_go_on_while_somebody_is_talking(
    state: Path, tmp_path: Path
) -> None:
    with Record.open(state) as record:
        assert "Cork" in run(state, "memory", "timeline")
        run(state, "backup", "now", str(tmp_path / "now.tar"), "--plain")
        with pytest.raises(AlreadyRunning):
            run(state, "backup", "restore", str(tmp_path / "now.tar"))
        record.check()


def test_a_backup_is_made_for_whoever_knows_the_pin(state: Path, tmp_path: Path) -> None:
    settings = state.with_name("agent.toml")
    settings.write_text(settings.read_text() + '[memory]\npin = "1938"\n')
    tar = str(tmp_path / "x.tar")
    every = (("now", tar, "--plain"), ("restore", tar), ("check", tar), ("set-up", str(tmp_path)))
    for words in every:
        with pytest.raises(PinRefused):
            CliRunner().invoke(
                app,
                ["backup", *words, "--settings", str(settings)],
                input="0000\n",
                catch_exceptions=False,
            )
    assert not (tmp_path / "x.tar").exists()


def test_where_a_model_is_missing_the_copies_are_looked_at_all_the_same(
    state: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("VOICE_AGENT_MODELS__DIRECTORY", str(tmp_path / "none"))
    settings = ["--settings", str(state.with_name("agent.toml"))]
    result = CliRunner().invoke(app, ["memory", "check", *settings])
    assert isinstance(result.exception, ModelMissing)
    assert "The record is whole." in result.output and "On another disk" in result.output
