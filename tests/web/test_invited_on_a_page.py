"""At the planned hour the narrator's own pages invite as the device in the room does, and one answer is enough."""

import threading
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import anyio
import pytest
from web_house import House, furnished, send, served

from voice_agent.archive import busy_times
from voice_agent.archive.accounts import Role
from voice_agent.conversation.house import Controls
from voice_agent.errors import ModelError, NoMicrophone
from voice_agent.scheduler.plan import Happening, Kind, Wanted
from voice_agent.serve.notify import Notify
from voice_agent.serve.service import Service
from voice_agent.web.line import Line
from voice_agent.web.talk import Switchboard

TEN = datetime(2026, 11, 20, 10, 0, tzinfo=UTC)  # a planned Friday of the house
ASKED = "Rose, it is time for our talk, if you like."


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = furnished(tmp_path / "state")
    made.told = []
    made.desk.hush = lambda: made.told.append("hushed")
    made.desk.now = lambda: TEN + timedelta(seconds=30)
    with served(made) as open_house:
        yield open_house


def kinds(house: House) -> list[Kind]:
    return [each.kind for each in house.desk.diary.history(house.desk.now()) if each.slot == TEN]


def test_a_page_that_is_open_at_the_hour_shows_one_large_begin(house: House) -> None:
    with house.visitor(Role.NARRATOR) as client:
        house.desk.now = lambda: TEN - timedelta(minutes=1)
        assert ASKED not in client.get("/me").text
        assert client.get("/me/invitation").headers.get("HX-Reswap") == "none"
        house.desk.now = lambda: TEN + timedelta(seconds=30)
        for page in ("/me", "/talk", "/me/invitation"):
            said = client.get(page).text
            assert ASKED in said, page
            assert '<a class="button great" href="/talk?begin=now">Begin</a>' in said
        again = client.get("/me/invitation", params={"shown": TEN.isoformat()})
        assert again.headers["HX-Reswap"] == "none", "what is unchanged is not read out again"
        house.desk.now = lambda: TEN + timedelta(hours=2)
        over = client.get("/me/invitation", params={"shown": TEN.isoformat()})
        assert ASKED not in over.text
        assert "HX-Reswap" not in over.headers


def test_a_device_that_does_not_know_the_time_invites_nobody_on_a_page_either(
    house: House,
) -> None:
    house.desk.knows_the_time = lambda: False
    with house.visitor(Role.NARRATOR) as client:
        said = client.get("/me").text
        assert ASKED not in said
        assert "Our next talk" not in said, "nobody can say when"


def test_nobody_is_invited_on_a_page_while_a_talk_is_under_way(house: House) -> None:
    house.desk.talking = lambda: True
    with house.visitor(Role.NARRATOR) as client:
        assert ASKED not in client.get("/me").text


def test_whoever_opens_the_talk_page_finds_it_loading_what_a_talk_needs(house: House) -> None:
    loads = threading.Event()

    def load() -> None:
        house.told.append("loads")
        loads.set()
        raise ModelError("A voice is missing.")

    house.desk.get_ready = load
    with house.visitor(Role.NARRATOR) as client:
        client.get("/me")
        assert "loads" not in house.told
        assert "Begin our talk" in client.get("/talk").text
        assert loads.wait(60), "it begins once the page is sent"
        assert house.told.count("loads") == 1, "and what is missing is said by the talk"


def test_not_today_on_a_page_is_not_today(house: House) -> None:
    with house.visitor(Role.NARRATOR) as client:
        answer = send(client, "/me", "/me/invitation", answer="not today")
        assert "Another day." in client.get(answer.headers["location"]).text
        assert ASKED not in client.get("/me").text
    (wish,) = house.desk.diary.wishes(house.desk.now())
    assert wish.wanted is Wanted.NOT_TODAY
    assert house.told == ["hushed"], "the device in the room says no more of it"
    with house.visitor(Role.CAREGIVER) as client:
        house.desk.now = lambda: TEN + timedelta(hours=3)
        house.desk.diary.outlook(house.desk.now())
        assert "Rose said “not today”" in client.get("/care").text


def test_later_on_a_page_is_an_hour_later_and_every_page_says_so(house: House) -> None:
    with house.visitor(Role.NARRATOR) as client:
        answer = send(client, "/me", "/me/invitation", answer="later")
        said = client.get(answer.headers["location"]).text
        assert "I will ask you again later." in said
        assert "at 11:00, instead of 10:00, because you asked for later" in said
    with house.visitor(Role.CAREGIVER) as client:
        assert "instead of 10:00, because Rose asked for later" in client.get("/care").text
    house.desk.now = lambda: TEN + timedelta(hours=1, minutes=1)
    with house.visitor(Role.NARRATOR) as client:
        assert ASKED in client.get("/me").text


def test_later_is_not_promised_where_no_hour_is_left(house: House) -> None:
    rows = [(TEN.replace(minute=45).isoformat(), TEN.replace(hour=22).isoformat())]
    busy_times.keep(house.book, "another calendar", rows, TEN)
    with house.visitor(Role.NARRATOR) as client:
        answer = send(client, "/me", "/me/invitation", answer="later")
        said = client.get(answer.headers["location"]).text
        assert "I will ask you again later." not in said
        assert "Another day." in said


def test_an_answer_that_comes_too_late_changes_nothing(house: House) -> None:
    with house.visitor(Role.NARRATOR) as client:
        house.desk.now = lambda: TEN + timedelta(hours=2)
        answer = send(client, "/me", "/me/invitation", answer="later")
        assert "That invitation was over already." in client.get(answer.headers["location"]).text
    assert house.desk.diary.wishes(house.desk.now()) == ()


def talked(house: House, talk: Callable[[Line], Awaitable[None]]) -> Line:
    """The narrator begins a talk on the tablet; returns once it is over."""
    house.desk.talk = talk
    lines: list[Line] = []

    async def run() -> None:
        async with anyio.create_task_group() as tasks:
            board = Switchboard(house.desk, tasks.start_soon)
            lines.append(board.line())

    anyio.run(run)
    return lines[0]


def test_beginning_on_a_tablet_answers_the_invitation(house: House) -> None:
    house.desk.diary.happened(Happening(Kind.INVITED, TEN, TEN))

    async def talk(line: Line) -> None:
        line.watch().state("listening")
        await anyio.sleep(0.05)

    talked(house, talk)
    assert kinds(house) == [Kind.INVITED, Kind.HELD]
    with house.visitor(Role.NARRATOR) as client:
        assert ASKED not in client.get("/me").text
    seen = house.desk.diary.outlook(TEN + timedelta(minutes=10)).next
    assert seen is not None
    assert seen.slot > TEN, "nobody knocks a second time in the room"


def test_a_talk_that_could_not_begin_on_the_tablet_leaves_the_invitation_open(
    house: House,
) -> None:
    async def talk(line: Line) -> None:
        raise NoMicrophone("Something is missing.", mend="Plug it in.")

    assert talked(house, talk).over == "Something is missing. Plug it in."
    assert kinds(house) == []
    with house.visitor(Role.NARRATOR) as client:
        assert ASKED in client.get("/me").text


async def until(so: Callable[[], bool]) -> None:
    for _ in range(2000):
        if so():
            return
        await anyio.sleep(0.005)
    raise AssertionError("it never happened")


def test_whoever_begins_on_the_tablet_ends_the_invitation_in_the_room() -> None:
    told = list[str]()

    class Calls:
        def next(self) -> datetime | None:
            return None

        async def invite(self, controls: Controls, beckoned: Callable[[], bool]) -> bool:
            told.append("the room invites")
            await until(lambda: controls.stopping)
            told.append("the room is quiet")
            return False

    async def nobody(controls: Controls) -> None:
        told.append("a talk in the room")

    async def tablet(controls: Controls) -> None:
        told.append("a talk on the tablet")

    async def run() -> None:
        service = Service(nobody, Notify(), lambda says: None, Calls())
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(service.sessions)
            service.knock()
            await until(lambda: len(told) == 1)
            await service.hold_elsewhere(tablet)
            service.knock()
            await until(lambda: len(told) == 4)
            service.answered_elsewhere()  # "later", on a page
            await until(lambda: len(told) == 5)
            tasks.cancel_scope.cancel()

    anyio.run(run)
    assert told == [
        "the room invites",
        "the room is quiet",
        "a talk on the tablet",
        "the room invites",
        "the room is quiet",
    ]
