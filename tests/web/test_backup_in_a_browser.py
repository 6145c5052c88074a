"""A caregiver makes a sealed backup in the browser, sees how far it is, and whether the last one was tried; and reads nothing."""

import re
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from web_house import CANARIES, House, furnished, send, served

from voice_agent.archive import away, sealing
from voice_agent.archive.accounts import Role
from voice_agent.cli.pages import back_up
from voice_agent.errors import RecordError
from voice_agent.settings import Settings

PATIENCE = 60.0
"""Seconds that a busy machine may take; nothing is measured."""


@dataclass(frozen=True, slots=True)
class Home:
    house: House
    stick: Path


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    stick = tmp_path / "stick"
    stick.mkdir()
    house = furnished(tmp_path / "state")
    settings = Settings(state_directory=str(tmp_path / "state"))
    house.desk.back_up = lambda told: back_up(settings, told)
    house.desk.now = lambda: datetime.now(UTC)
    with served(house):
        yield Home(house, stick)


def chosen(home: Home) -> None:
    away.choose(home.house.book.state, away.Away(home.stick, sealing.new_key().public))


def words(answer: httpx.Response) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.text).split())


def until(carol: httpx.Client, says: str) -> str:
    ends = time.monotonic() + PATIENCE
    while says not in (seen := words(carol.get("/care/backup"))):
        assert time.monotonic() < ends, seen
        time.sleep(0.05)
    return seen


def test_who_has_no_place_for_backups_yet_reads_what_to_do(home: Home) -> None:
    with home.house.visitor(Role.CAREGIVER) as carol:
        page = carol.get("/care/backup")
    seen = words(page)
    assert "Please ask whoever set up the device." in seen
    assert seen.index("Please ask whoever") < seen.index("voice-agent backup set-up FOLDER")
    assert "<h1>Backup</h1>" in page.text
    assert re.search(r'href="/care/backup" aria-current="page"', page.text)


def test_what_a_backup_holds_and_how_it_is_opened_is_said_before_one_is_made(home: Home) -> None:
    with home.house.visitor(Role.CAREGIVER) as carol:
        for page in ("/care/backup", "/care/house"):
            assert "only with the key" in words(carol.get(page)), page
        assert "The program itself is not in it" in words(carol.get("/care/backup"))
        assert "Make a backup" not in words(carol.get("/care"))


def test_a_backup_is_made_sealed_where_it_was_said_and_nothing_of_it_is_read(home: Home) -> None:
    chosen(home)
    with home.house.visitor(Role.CAREGIVER) as carol:
        send(carol, "/care/backup", "/care/backup")
        seen = until(carol, "It is made, and whole.")
    (made,) = home.stick.iterdir()
    assert sealing.is_sealed(made) and made.stat().st_mode & 0o777 == 0o600
    assert "Everything that was told until now" in seen
    assert "Nobody has tried yet." in seen
    assert not any(each in seen for each in CANARIES)


def test_it_is_seen_how_far_it_is_with_scripts_and_without_and_a_second_waits_for_none(
    home: Home,
) -> None:
    half, go_on, begun = threading.Event(), threading.Event(), list[int]()

    def slowly(told: away.Told) -> None:
        begun.append(1)
        told(37, 100)
        half.set()
        go_on.wait(PATIENCE)

    chosen(home)
    home.house.desk.back_up = slowly
    with home.house.visitor(Role.CAREGIVER) as carol:
        send(carol, "/care/backup", "/care/backup")
        assert half.wait(PATIENCE)
        page = carol.get("/care/backup")
        assert "37 % is written and sealed" in words(page)
        assert 'hx-trigger="every 2s"' in page.text and 'http-equiv="refresh"' in page.text
        form = re.search(r'name="mark" value="(\w+)"', page.text)
        assert form and carol.post("/care/backup", data={"mark": form[1]}).status_code == 303
        go_on.set()
        until(carol, "It is made, and whole.")
        assert 'http-equiv="refresh"' not in carol.get("/care/backup").text
    assert begun == [1]


def test_why_none_was_made_is_said_with_what_to_do(home: Home) -> None:
    def full(told: away.Told) -> None:
        raise RecordError("The stick is full.", safe="All is safe.", mend="Make room there.")

    chosen(home)
    home.house.desk.back_up = full
    with home.house.visitor(Role.CAREGIVER) as carol:
        send(carol, "/care/backup", "/care/backup")
        until(carol, "The stick is full. All is safe. Make room there.")


def test_a_stick_that_was_pulled_out_is_asked_for(home: Home) -> None:
    chosen(home)
    home.stick.rmdir()
    with home.house.visitor(Role.CAREGIVER) as carol:
        page = carol.get("/care/backup")
    assert "plug that in" in words(page) and "Make a backup now" not in page.text


@pytest.mark.parametrize(
    ("whole", "says"), [(True, "Yes: it was tried on"), (False, "did not come back whole")]
)
def test_whether_it_comes_back_is_said_once_it_was_tried(
    home: Home, whole: bool, says: str
) -> None:
    chosen(home)
    with home.house.visitor(Role.CAREGIVER) as carol:
        send(carol, "/care/backup", "/care/backup")
        until(carol, "It is made, and whole.")
        (made,) = home.stick.iterdir()
        later = datetime.now(UTC) + timedelta(minutes=5)
        away.prove(home.house.book.state, made, later, whole=whole)
        assert says in words(carol.get("/care/backup"))


def test_during_a_talk_none_is_begun(home: Home) -> None:
    chosen(home)
    with home.house.visitor(Role.CAREGIVER) as carol:
        form = re.search(r'name="mark" value="(\w+)"', carol.get("/care/backup").text)
        assert form
        home.house.desk.talking = lambda: True
        answer = carol.post("/care/backup", data={"mark": form[1]})
        assert answer.status_code == 409 and "by itself" in answer.text
    assert not [*home.stick.iterdir()]
