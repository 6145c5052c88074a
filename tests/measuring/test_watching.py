"""Whoever watches a device from afar is told what changes, and disturbs nobody by looking."""

import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from collector import collector
from household import Household
from often import some

from voice_agent.archive import away, sealing
from voice_agent.archive.away import Away
from voice_agent.archive.record import Record
from voice_agent.errors import EngineUnavailable
from voice_agent.measuring import glances
from voice_agent.measuring.checkup import Finding, State
from voice_agent.measuring.watching import all_well, change
from voice_agent.scheduler.diary import Diary, arranged
from voice_agent.scheduler.plan import Happening, Kind, Why
from voice_agent.settings import Settings, load
from voice_agent.story import Session, SessionId, Speaker, Turn, TurnId

NOW = datetime(2026, 11, 27, 12, 0, tzinfo=UTC)
SECRET = "My brother Quillfeather hid the marzipan tin."


def nobody_waits() -> str:
    raise EngineUnavailable("service", "nothing answers.", retryable=True, mend="Start it.")


def hangs() -> str:
    try:
        raise TimeoutError
    except TimeoutError as error:
        raise EngineUnavailable("service", "nothing answers.", retryable=True) from error


def settings(state: Path, **variables: str) -> Settings:
    own = {"XDG_CONFIG_HOME": "/nonexistent", "VOICE_AGENT_STATE_DIRECTORY": str(state)}
    given = {f"VOICE_AGENT_{name}": value for name, value in variables.items()}
    return load(environ=own | given)


def lived_in(state: Path, began: datetime = NOW - timedelta(days=1)) -> None:
    """A house with one talk, of which a copy was made."""
    session = Session(SessionId("one"), "Ida", began)
    turn = Turn(TurnId(1), session.id, Speaker.NARRATOR, SECRET, 0.0, 1.0, began)
    with Record.open(state) as record:
        record.begin(session)
        record.turn(turn)
        record.finish(session.id, began + timedelta(minutes=20), "")


def seen(
    house: Settings, ask: glances.Ask = nobody_waits, now: datetime = NOW
) -> dict[str, Finding]:
    return {each.about: each for each in glances.look(house, now, ask)}


def test_an_empty_house_is_looked_at_and_nothing_is_made_in_it(tmp_path: Path) -> None:
    found = seen(settings(tmp_path / "state"))
    assert found["record"].state is State.NOTE and found["service"].state is State.NOTE
    assert not (tmp_path / "state").exists()


def test_looking_changes_no_byte_of_a_house(tmp_path: Path) -> None:
    lived_in(tmp_path)
    before = {
        p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file() and "-shm" not in p.name
    }
    seen(settings(tmp_path))
    after = {p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file() and "-shm" not in p.name}
    assert after == before


def test_no_finding_holds_a_word_of_what_was_told(tmp_path: Path) -> None:
    lived_in(tmp_path)
    told = json.dumps([[f.says, f.do, dict(f.figures)] for f in seen(settings(tmp_path)).values()])
    assert not [each for each in ("Quillfeather", "marzipan", "Ida") if each in told]


def test_a_record_that_does_not_open_is_ill(tmp_path: Path) -> None:
    lived_in(tmp_path)
    (tmp_path / "record.db").write_bytes(b"no record" * 1000)
    assert seen(settings(tmp_path))["record"].state is State.ILL


def test_a_record_that_is_gone_is_ill_and_never_called_nothing_told(tmp_path: Path) -> None:
    lived_in(tmp_path)
    (tmp_path / "record.db").unlink()
    gone = seen(settings(tmp_path))["record"]
    assert gone.state is State.ILL and "memory rescue" in gone.do
    nowhere = settings(tmp_path / "moved away")
    assert seen(nowhere)["record"].state is State.NOTE  # nobody can know
    (since,) = [
        f for f in glances.look(nowhere, NOW, nobody_waits, had=True) if f.about == "record"
    ]
    assert since.state is State.ILL and "put it back" in since.do


def test_a_house_that_goes_while_it_is_looked_at_ends_no_watch(tmp_path: Path) -> None:
    lived_in(tmp_path / "state")
    found = glances.look(settings(tmp_path / "state"), NOW, nobody_waits)
    while next(found).about != "record":
        pass
    (tmp_path / "state").rename(tmp_path / "elsewhere")
    assert [each.about for each in found if each.state is State.ILL] == ["record"]


def test_copies_that_are_only_just_being_made_are_nothing_to_worry_about(tmp_path: Path) -> None:
    (tmp_path / "stick").mkdir()
    lived_in(tmp_path / "state")
    with Record.open(tmp_path / "state") as record:
        away.choose(record.state, Away(tmp_path / "stick", sealing.new_key().public))
    house = settings(tmp_path / "state")
    over = NOW - timedelta(days=1) + timedelta(minutes=20)
    assert seen(house, now=over + timedelta(minutes=2))["backups"].state is State.NOTE
    assert seen(house, now=over + timedelta(hours=2))["backups"].state is State.CARE


def test_a_service_that_is_there_and_does_not_answer_is_ill(tmp_path: Path) -> None:
    lived_in(tmp_path)
    assert seen(settings(tmp_path), hangs)["service"].state is State.ILL
    assert seen(settings(tmp_path), lambda: "Waiting.")["service"].state is State.WELL


def test_where_talks_are_planned_somebody_must_wait_to_invite(tmp_path: Path) -> None:
    lived_in(tmp_path)
    house = settings(tmp_path)
    assert seen(house)["service"].state is State.NOTE
    with Record.open(tmp_path) as record:
        diary = Diary(record, arranged(house))
        first = NOW + timedelta(days=1)
        diary.add(first.date(), first.time(), NOW)
    assert seen(house)["service"].state is State.CARE


@pytest.mark.parametrize(
    ("why", "state"),
    [(Why.NOBODY, State.CARE), (Why.BROKEN, State.CARE), (Why.NOT_TODAY, State.WELL)],
)
def test_a_planned_talk_that_was_missed_is_told_of_unless_the_narrator_wished_it(
    tmp_path: Path, why: Why, state: State
) -> None:
    lived_in(tmp_path)
    house = settings(tmp_path)
    with Record.open(tmp_path) as record:
        slot = NOW - timedelta(hours=3)
        Diary(record, arranged(house)).happened(Happening(Kind.MISSED, NOW, slot, why))
    assert seen(house)["planned talks"].state is state


def test_after_a_talk_that_was_held_what_was_missed_before_is_over(tmp_path: Path) -> None:
    lived_in(tmp_path)
    house = settings(tmp_path)
    with Record.open(tmp_path) as record:
        slot = NOW - timedelta(days=3)
        Diary(record, arranged(house)).happened(Happening(Kind.MISSED, slot, slot, Why.OFF))
    assert seen(house)["planned talks"].state is State.WELL


def test_pages_that_do_not_open_beside_a_service_that_waits_are_told_of(tmp_path: Path) -> None:
    lived_in(tmp_path)
    house = settings(tmp_path, WEB__PORT="1024")
    assert seen(house, lambda: "Waiting.")["pages"].state is State.CARE
    assert seen(house)["pages"].state is State.SKIPPED


def test_too_little_memory_is_told_of(tmp_path: Path) -> None:
    file = tmp_path / "meminfo"
    for kilobytes, state in ((100_000, State.CARE), (3_000_000, State.WELL)):
        file.write_text(f"MemTotal: 4000000 kB\nMemAvailable:  {kilobytes} kB\n")
        assert glances.memory(file).state is state
    assert glances.memory(tmp_path / "none").state is State.SKIPPED


def test_a_collector_is_asked_for_only_where_one_is_set(tmp_path: Path) -> None:
    assert "telemetry" not in seen(settings(tmp_path))
    with collector() as told:
        house = settings(tmp_path, TELEMETRY__ENDPOINT=told.url)
        assert seen(house)["telemetry"].state is State.WELL
    assert seen(house)["telemetry"].state is State.CARE


def test_a_figure_that_moves_is_no_news() -> None:
    before = {"disk": Finding("disk", State.WELL, "23 GB are free.")}
    assert change(before, Finding("disk", State.NOTE, "22 GB are free."), NOW) is None
    worse = change(before, Finding("disk", State.CARE, "2 GB are free."), NOW)
    assert worse is not None and not worse.better
    assert not all_well([Finding("disk", State.CARE, "2 GB are free.")])


# ---- the command itself


@contextmanager
def watched(home: Household, *words: str) -> Iterator["subprocess.Popen[str]"]:
    with home.start("doctor", "--watch", "--every", "1", *words) as program:
        try:
            yield program
        finally:
            program.kill()


def told(program: "subprocess.Popen[str]", about: str) -> dict[str, str]:
    """Wait for what is said of `about`, and return it."""
    assert program.stdout
    for line in program.stdout:
        if (said := json.loads(line))["about"] == about:
            return said
    raise AssertionError(f"it ended without a word of {about}")


@pytest.fixture
def home(tmp_path: Path) -> Household:
    """A house that is well, with a backup of its one talk on a stick."""
    home = Household(tmp_path)
    home.more["VOICE_AGENT_MODELS__DIRECTORY"] = str(load(environ=os.environ).weights)
    (tmp_path / "stick").mkdir()
    lived_in(home.state, datetime.now(UTC) - timedelta(hours=3))
    with Record.open(home.state) as record:
        away.choose(home.state, Away(tmp_path / "stick", sealing.new_key().public))
        away.make(record, datetime.now(UTC))
    return home


def test_a_disk_that_is_unplugged_is_told_of_and_so_is_its_return(home: Household) -> None:
    stick, drawer = home.folder / "stick", home.folder / "drawer"
    with watched(home, "--json") as program:
        first = told(program, "backups")
        assert (first["state"], first["was"]) == ("note", None)
        assert "should it die, both are gone" in first["says"]  # here it is the record's own disk
        stick.rename(drawer)
        gone = told(program, "backups")
        assert (gone["state"], gone["was"]) == ("care", "note")
        drawer.rename(stick)
        back = told(program, "backups")
        assert (back["state"], back["was"]) == ("note", "care")
        assert back["at"] > gone["at"]
        program.send_signal(signal.SIGTERM)
        out, complaint = program.communicate()
        assert not out and not complaint, "of all that is as it was nothing is said again"


def test_a_house_that_is_moved_away_is_told_of_at_once(home: Household) -> None:
    elsewhere, weights = home.folder / "elsewhere", home.folder / "weights"
    weights.symlink_to(home.more["VOICE_AGENT_MODELS__DIRECTORY"])
    home.more["VOICE_AGENT_MODELS__DIRECTORY"] = str(weights)
    with watched(home, "--json") as program:
        assert told(program, "record")["state"] == "well"
        home.state.rename(elsewhere)
        assert told(program, "record")["state"] == "ill"
        elsewhere.rename(home.state)
        assert told(program, "record")["state"] == "well"
        (home.state / "record.db").write_bytes(b"no record" * 1000)
        assert told(program, "record")["state"] == "ill"
        home.state.rename(elsewhere)  # worse it cannot get, and it is not well again
        weights.rename(home.folder / "drawer")
        said = list[tuple[str, str]]()
        for weights_are in ("ill", "well"):
            while ("models", weights_are) not in said:
                assert program.stdout
                one = json.loads(program.stdout.readline())
                said.append((one["about"], one["state"]))
            if weights_are == "ill":
                (home.folder / "drawer").rename(weights)  # once seen, all was looked at meanwhile
        assert not [each for each in said if each[0] == "record"]
        program.send_signal(signal.SIGTERM)
        program.communicate()
        assert program.returncode == 1


@pytest.mark.parametrize("asked", some([signal.SIGTERM, signal.SIGINT]))
def test_whoever_ends_it_learns_by_the_code_whether_all_was_well(
    home: Household, asked: signal.Signals
) -> None:
    codes = list[int]()
    home.more["VOICE_AGENT_COPIES__DAYS"] = "0"
    for well in (True, False):
        if not well:
            (home.folder / "stick").rename(home.folder / "drawer")
        with watched(home, "--json") as program:
            wrong = set[str]()
            assert program.stdout
            for line in program.stdout:
                said = json.loads(line)
                wrong |= {said["about"]} if said["state"] in ("care", "ill") else set()
                if said["about"] == "planned talks":
                    break
            program.send_signal(asked)
            program.communicate()
        assert ("backups" in wrong) is not well
        assert program.returncode == bool(wrong)
        codes.append(program.returncode)
    assert codes[-1] == 1


def test_people_read_a_line_for_each_thing_and_then_the_time_of_what_changes(
    home: Household,
) -> None:
    with watched(home) as program:
        assert program.stdout
        lines = [program.stdout.readline()]
        while "planned talks" not in lines[-1]:
            lines.append(program.stdout.readline())
        (home.folder / "stick").rename(home.folder / "drawer")
        changed = program.stdout.readline()
        program.send_signal(signal.SIGINT)
        program.communicate()
    assert "! see to it" in lines[0]
    assert [each for each in lines if "backups: The newest in" in each]
    assert re.match(r"\d\d \w+ \d\d:\d\d:\d\d ! backups: The folder", changed)


@pytest.mark.long
def test_what_a_folder_is_called_moves_no_terminal(home: Household) -> None:
    home.state.rename(home.folder / "\x1b[2Jstate")
    home.more["VOICE_AGENT_STATE_DIRECTORY"] = str(home.folder / "\x1b[2Jstate")
    (home.folder / "\x1b[2Jstate" / "record.db").write_bytes(b"no record" * 1000)
    with watched(home) as program:
        assert program.stdout
        while "record" not in (line := program.stdout.readline()):
            pass
        program.send_signal(signal.SIGINT)
        program.communicate()
    assert "[2Jstate" in line and "\x1b" not in line
    done = home.run("memory", "check")
    assert "[2Jstate" in done.complaint.replace("\n", "") and "\x1b[2J" not in done.complaint


def test_a_line_that_was_cut_leaves_no_watcher_behind(home: Household) -> None:
    with watched(home, "--json") as program:
        assert program.stdout
        program.stdout.readline()
        program.stdout.close()
        program.stdout = None
        program.wait(timeout=120)
