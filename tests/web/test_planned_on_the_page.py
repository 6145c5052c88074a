"""The caregiver's page says the hour that holds, what will not happen, and why something did not."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

import httpx
import pytest
from web_house import NOW, PASSWORD, House, fields, furnished, mark, on_page, send, served

from voice_agent.archive import plans
from voice_agent.archive.accounts import Role
from voice_agent.archive.book import Book
from voice_agent.cli.pages import health, obstacles
from voice_agent.cli.waiting import Corner
from voice_agent.scheduler.diary import Diary, arranged
from voice_agent.scheduler.plan import Happening, Kind, Why
from voice_agent.scheduler.series import planned
from voice_agent.serve.visits import Visits
from voice_agent.settings import Settings
from voice_agent.web.desk import Obstacle, Sign

TEN = datetime(2026, 11, 20, 10, 0, tzinfo=UTC)

HOSPITAL = (
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20261120T094500Z\r\n"
    "DTEND:20261120T113000Z\r\nSUMMARY:Oncology with Dr Green\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with served(furnished(tmp_path / "state")) as open_house:
        yield open_house


def words(text: str) -> str:
    """A page as one reads it."""
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


def test_a_busy_time_moves_the_talk_on_every_page(house: House) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        send(client, "/care", "/care/busy", files={"calendar": ("her.ics", HOSPITAL)})
        page = words(client.get("/care").text)
        address = re.search(
            r"<code>(\S+)</code>", send(client, "/care", "/care/feed", name="my phone").text
        )
        assert address
        phone = client.get(address[1]).text
    assert (
        "Friday, 20 November, 11:30 instead of 10:00, because the calendar says Rose is busy until 11:30"
        in page
    )
    assert "20261120T113000" in phone
    with house.visitor(Role.NARRATOR) as client:
        home = words(client.get("/me").text)
    assert (
        "Our next talk is today, at 11:30, instead of 10:00, because the calendar says you are busy until 11:30"
        in home
    )
    everything = page + phone + home + str(house.book.read("SELECT * FROM busy"))
    assert "Oncology" not in everything


def test_what_stands_in_the_way_stands_beside_the_next_talk_before_its_hour(house: House) -> None:
    house.desk.obstacles = lambda: [
        Obstacle("Nobody will be invited: this device does not know what time it is.", "Set it.")
    ]
    with house.visitor(Role.CAREGIVER) as client:
        page = words(client.get("/care").text)
    assert "Friday, 20 November, 10:00 Nobody will be invited" in page
    assert page.count("does not know what time it is") == 1


def test_what_stands_in_the_way_is_said_where_the_clock_sees_no_talk_at_all(house: House) -> None:
    house.desk.obstacles = lambda: [Obstacle("This device does not know the time.", "Set it.")]
    with house.visitor() as client:
        send(client, "/sign-in", "/sign-in", name="Carol", password=PASSWORD)
        house.desk.now = lambda: NOW - timedelta(days=500)
        page = words(client.get("/care").text)
    assert (
        "No talk comes within a year. What is planned stands below. This device does not know the time."
        in page
    )


def test_what_is_missing_in_the_device_is_found_before_the_hour(tmp_path: Path) -> None:
    settings = Settings.model_validate(
        {
            "state_directory": str(tmp_path / "state"),
            "models": {"directory": str(tmp_path / "none")},
            "audio": {"microphone": "a microphone that is not there"},
        }
    )
    with Book(tmp_path / "state") as book:
        visits = Visits(
            Diary(book, arranged(settings)),
            Corner(settings).open_room,
            Corner(settings).caller,
            synchronised=lambda: False,
            own_clock=lambda: False,
        )
        found = obstacles(settings, visits)
    says = " ".join(each.what for each in found)
    assert "Nobody will be invited: this device does not know what time it is." in says
    assert "No talk can be held in the room:" in says
    assert "not even on a tablet: its hearing is missing." in says
    assert all(each.do for each in found)


def test_a_caregiver_reads_which_time_is_meant_where_nobody_knows_the_zone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Europe/Lodnon")
    settings = Settings.model_validate({"state_directory": str(tmp_path / "state")})
    with Book(tmp_path / "state") as book:
        corner = Corner(settings)
        visits = Visits(Diary(book, arranged(settings)), corner.open_room, corner.caller)
        says = " ".join(each.what for each in obstacles(settings, visits))
    assert "Europe/Lodnon" in says and "UTC+00:00" in says


def test_a_talk_that_was_held_already_is_said_beside_the_one_that_is_planned(house: House) -> None:
    house.desk.diary.happened(Happening(Kind.HELD, NOW - timedelta(minutes=20)))
    house.desk.obstacles = lambda: [Obstacle("No microphone.", "Plug it in.")]
    with house.visitor(Role.CAREGIVER) as client:
        page = words(client.get("/care").text)
    assert (
        "10:00 No invitation: Rose has talked that day already. Nothing needs to be done." in page
    )
    assert "Tuesday, 24 November, 10:00 No microphone. Plug it in." in page


def test_a_talk_that_was_not_held_says_why(house: House) -> None:
    for days, why in (
        (3, Why.OFF),
        (4, Why.CLOCK),
        (5, Why.NOBODY),
        (6, Why.PAUSED),
        (7, Why.HELD),
    ):
        slot = TEN - timedelta(days=days)
        house.desk.diary.happened(Happening(Kind.MISSED, NOW, slot, why))
    with house.visitor(Role.CAREGIVER) as client:
        page = words(client.get("/care").text)
    assert "nobody came" not in page
    for says in (
        "Tuesday, 17 November, 10:00 the device was off, or could not begin",
        "Monday, 16 November, 10:00 the device did not know what time it was",
        "Sunday, 15 November, 10:00 nobody answered",
        "Saturday, 14 November, 10:00 talks were paused",
        "Friday, 13 November, 10:00 Rose had talked that day already",
    ):
        assert says in page


def test_a_form_that_is_refused_keeps_what_stood_in_it(house: House) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        form = {"first": "2026-11-23", "at": "10:00", "days": ["tue", "wed"]}
        answer = send(client, "/care", "/care/plan", **form)
        assert answer.status_code == 400
        assert "planned already for Tuesday, 24 November 2026 at 10:00" in answer.text
        assert 'name="first" type="date" value="2026-11-23"' in answer.text
        assert fields(answer.text, "/care/plan")["days"] == ["tue", "wed"]
        past = send(client, "/care", "/care/plan", first="2026-11-01", at="11:15")
        assert "Sunday, 1 November 2026 at 11:15 is over." in past.text
        assert 'value="11:15"' in past.text
        over = send(client, "/care", "/care/pause", first="2026-11-01", last="2026-11-02")
        assert "nothing left to pause" in over.text
        assert 'name="last" type="date" value="2026-11-02"' in over.text
    assert len(house.desk.diary.plan().series) == 1
    assert plans.pauses(house.book) == []


def test_each_calendar_has_an_address_of_its_own_and_loses_it_alone(house: House) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        secret = dict[str, str]()
        for name in ("my phone", "Tom’s Outlook"):
            made = send(client, "/care", "/care/feed", name=name).text
            found = re.search(r"<code>(\S+)</code>", made)
            assert found
            secret[name] = found[1]
        assert client.get(secret["my phone"]).status_code == 200
        page = client.get("/care").text
        seen = words(page)
        assert (
            "my phone made on Friday, 20 November, last read on Friday, 20 November, 09:30" in seen
        )
        assert "Tom’s Outlook made on Friday, 20 November, not read yet" in seen
        assert not any(each.rpartition("/")[2] in page for each in secret.values())
        twice = send(client, "/care", "/care/feed", name="my phone")
        assert "an address called “my phone” already" in twice.text
        assert 'value="my phone"' in twice.text
        form = {"mark": mark(client, "/care")}
        client.post("/care/feed/1/take-back", data=form)
        assert client.get(secret["my phone"]).status_code == 404
        assert client.get(secret["Tom’s Outlook"]).status_code == 200
    kept = (house.book.state / "record.db").read_bytes()
    assert not any(each.rpartition("/")[2].encode() in kept for each in secret.values())


def test_a_telephone_shows_what_comes_next_and_where_to_plan_before_all_else(house: House) -> None:
    house.desk.health = lambda: [Sign("Microphone", True, "connected")]
    with house.visitor(Role.CAREGIVER) as client:
        page = client.get("/care").text
    seen = words(page)
    assert "Rose’s talks Next: today, 10:00 " in seen
    places = [page.index(f'id="{each}"') for each in ("plan", "next", "pause", "last", "device")]
    assert places == sorted(places)
    folded = [f'<details class="card fold" id="{each}">' in page for each in ("last", "device")]
    assert folded == [True, True]


def test_what_ails_the_device_is_not_folded_away(house: House) -> None:
    house.desk.health = lambda: [Sign("Microphone", False, "there is none")]
    with house.visitor(Role.CAREGIVER) as client:
        page = client.get("/care").text
    assert '<details class="card fold" id="device" open>' in page
    assert "The device please look" in words(page)


def test_of_each_part_of_the_device_it_says_when_it_was_looked_at_and_what_to_do_next(
    house: House, tmp_path: Path
) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        well = words(client.get("/care").text)
        house.desk.health = lambda: health(
            Settings.model_validate(
                {
                    "state_directory": str(tmp_path / "state"),
                    "audio": {"microphone": "none such", "loudspeaker": "none such"},
                }
            )
        )
        ill = words(client.get("/care").text)
    assert "Loudspeaker Well: connected" in well
    assert f"looked at just now, at {NOW.astimezone(house.desk.zone):%H:%M}" in well
    for kind in ("microphone", "loudspeaker"):
        assert f"Plug the {kind} in, and open this page again." in ill
    assert "If that does not help, read this to whoever set up the device: “The interviewer" in ill


def test_it_says_beside_the_last_talks_what_a_caregiver_sees_of_them_and_what_not(
    house: House,
) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        page = client.get("/care").text
    last = words(page.partition('id="last"')[2].partition('id="device"')[0])
    assert "You see nothing of what was said." in last
    assert "how many minutes it took, how it felt, whether Rose was tired" in last


def series(house: House) -> list[str]:
    return [each.says for each in house.desk.diary.plan().series]


def test_what_ends_is_said_before_it_ends_and_only_the_next_can_be_left_out(house: House) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        page = client.get("/care").text
        seen = words(page)
        assert "From Friday, 20 November on this ends: Tuesday and Friday at 10:00." in seen
        assert (
            "Friday, 20 November, 10:00 Tuesday, 24 November, 10:00"
            in seen.partition("What falls out:")[2].partition("and every later one")[0]
        )
        assert "Yes, end all of them" in seen
        assert re.search(r"<details><summary>End it(?:(?!</details>).)*/remove", page, re.DOTALL)
        (id,) = [each.id for each in house.desk.diary.plan().series]
        assert "Only leave out Friday, 20 November" in seen
        send(client, "/care", f"/care/plan/{id}/skip", day="2026-11-20")
        assert series(house) == ["Tuesday and Friday at 10:00"]
        assert "Next: Tuesday, 24 November, 10:00" in words(client.get("/care").text)


def test_a_series_that_was_ended_is_planned_again_with_the_day_that_was_left_out(
    house: House,
) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        (id,) = [each.id for each in house.desk.diary.plan().series]
        send(client, "/care", f"/care/plan/{id}/skip", day="2026-11-20")
        before = house.desk.diary.plan().series
        answer = send(client, "/care", f"/care/plan/{id}/remove")
        assert series(house) == []
        page = words(client.get(answer.headers["location"]).text)
        assert "you can plan it again below until tomorrow" in page
        assert "Tuesday and Friday at 10:00 ended, and not planned any more" in page
        send(client, "/care", f"/care/plan/{id}/undo")
        assert house.desk.diary.plan().series == before
        assert "Plan it again" not in client.get("/care").text


def test_it_is_not_planned_again_over_another_talk_nor_after_a_day(house: House) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        (id,) = [each.id for each in house.desk.diary.plan().series]
        send(client, "/care", f"/care/plan/{id}/remove")
        send(client, "/care", "/care/plan", first="2026-11-24", at="10:30")
        answer = send(client, "/care", f"/care/plan/{id}/undo")
        assert answer.status_code == 400 and "less than an hour from the talk" in answer.text
        assert series(house) == ["Tuesday, 24 November 2026 at 10:30"]
    house.desk.now = lambda: NOW + timedelta(days=1, minutes=1)
    with house.visitor(Role.CAREGIVER) as client:
        assert "Plan it again" not in client.get("/care").text
        late = send(client, "/care", f"/care/plan/{id}/undo")
        assert late.status_code == 400 and "more than a day ago" in late.text
    assert series(house) == ["Tuesday, 24 November 2026 at 10:30"]


def test_a_talk_that_clashes_in_a_pause_is_told_with_the_pause(house: House) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        send(client, "/care", "/care/pause", first="2026-11-23", last="2026-11-29")
        answer = send(client, "/care", "/care/plan", first="2026-11-24", at="10:00")
        seen = words(answer.text)
        assert (
            "planned already for Tuesday, 24 November 2026 at 10:00. It is one of those planned so far: "
            "Tuesday and Friday at 10:00. That day lies in a pause" in seen
        )
        assert (
            "Monday, 23 November 2026 to Sunday, 29 November 2026: the narrator is not invited then"
            in seen
        )
        assert "end the pause or the other talk first" in seen
        after = send(client, "/care", "/care/plan", first="2026-12-01", at="10:00")
        assert "planned already" in after.text and "lies in a pause" not in words(after.text)


def test_a_talk_planned_into_a_pause_is_planned_and_the_pause_is_said(house: House) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        send(client, "/care", "/care/pause", first="2026-11-23", last="2026-11-29")
        said = send(client, "/care", "/care/plan", first="2026-11-25", at="15:00")
        page = words(client.get(said.headers["location"]).text)
        assert (
            "It is planned, and its first day, Wednesday, 25 November, lies in a pause, Monday, 23 November to "
            "Sunday, 29 November: nobody is invited then." in page
        )
        said = send(client, "/care", "/care/plan", first="2026-12-02", at="15:00")
        assert (
            "in a pause"
            not in words(client.get(said.headers["location"]).text).split("Plan a talk")[0]
        )


def after(client: httpx.Client, path: str, **form: object) -> str:
    """The page that one reads after a form of the calendar was sent to `path`."""
    return words(client.get(send(client, "/care", path, **form).headers["location"]).text)


def test_what_was_planned_is_said_with_its_first_day(house: House) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        said = after(client, "/care/plan", first="2026-11-30", at="14:00", days=["mon", "thu"])
        assert "It is planned. The first talk is on Monday, 30 November, at 14:00." in said
        said = after(client, "/care/plan", first="2026-12-02", at="15:00")
        assert "It is planned. The talk is on Wednesday, 2 December, at 15:00." in said
        made_up = words(client.get("/care?said=planned&of=nothing").text)
        assert "It is planned." in made_up


def test_a_pause_is_said_with_its_days_and_what_falls_out(house: House) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        said = after(client, "/care/pause", first="2026-11-20", last="2026-11-20")
        assert (
            "The pause is noted: no invitations on Friday, 20 November; today’s talk falls out."
            in said
        )
        assert "Friday, 20 November to Friday, 20 November" not in said
        said = after(client, "/care/pause", first="2026-11-23", last="2026-11-29")
        assert "no invitations from Monday, 23 November to Sunday, 29 November; 2 talks" in said
        said = after(client, "/care/pause", first="2026-12-05", last="2026-12-06")
        assert "no talk was planned then." in said


def test_pauses_that_share_a_day_are_one_and_end_as_one(house: House) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        after(client, "/care/pause", first="2026-11-20", last="2026-11-22")
        after(client, "/care/pause", first="2026-11-25", last="2026-11-29")
        said = after(client, "/care/pause", first="2026-11-22", last="2026-11-26")
        assert "no invitations from Friday, 20 November to Sunday, 29 November" in said
        assert "It is one with the pause that was noted before." in said
        ((number, *days),) = plans.pauses(house.book)
        assert days == ["2026-11-20", "2026-11-29"]
        said = after(client, f"/care/pause/{number}/end")
        assert "That pause is ended. Invitations go on." in said
        assert house.desk.diary.plan().pauses == ()


def test_who_ends_one_of_two_pauses_of_today_reads_which_still_holds(house: House) -> None:
    """An older house may hold two that share a day."""
    both = [("2026-11-20", "2026-11-21"), ("2026-11-19", "2026-11-22")]
    house.book.commit(
        lambda db: db.executemany("INSERT INTO pauses (first, last) VALUES (?, ?)", both)
    )
    with house.visitor(Role.CAREGIVER) as client:
        numbers = [number for number, first, _ in plans.pauses(house.book) if first == both[0][0]]
        said = after(client, f"/care/pause/{numbers[0]}/end")
        assert "Until Sunday, 22 November there is still a pause: nobody is invited." in said
        assert "Invitations go on" not in said


def test_a_calendar_that_cannot_be_read_opens_the_page_at_the_words(house: House) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        bad = send(client, "/care", "/care/busy", files={"calendar": ("her.ics", "no calendar")})
    assert bad.status_code == 400
    at = re.search(r'<p class="wrong" role="alert" tabindex="-1" autofocus>([^<]+)</p>', bad.text)
    assert at and "That is not a calendar file" in at[1]


def test_a_day_that_was_left_out_is_named_and_put_in_again(house: House) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        (before,) = house.desk.diary.plan().series
        said = after(client, f"/care/plan/{before.id}/skip", day="2026-11-24")
        assert "Tuesday, 24 November is left out." in said
        assert "Tuesday, 24 November left out of: Tuesday and Friday at 10:00" in said
        assert "Put it in again : Tuesday, 24 November" in said
        said = after(client, f"/care/plan/{before.id}/put-in", day="2026-11-24")
        assert "It is planned again: Tuesday, 24 November, at 10:00." in said
        assert "Put it in again" not in said
        assert house.desk.diary.plan().series == (before,)


def test_a_day_is_not_put_in_again_over_another_talk(house: House) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        (each,) = house.desk.diary.plan().series
        send(client, "/care", f"/care/plan/{each.id}/skip", day="2026-11-24")
        send(client, "/care", "/care/plan", first="2026-11-24", at="10:30")
        answer = send(client, "/care", f"/care/plan/{each.id}/put-in", day="2026-11-24")
        assert answer.status_code == 400 and "less than an hour from the talk" in answer.text
        gone = send(client, "/care", "/care/plan/nothing/put-in", day="2026-11-24")
        assert gone.status_code == 400 and "not planned any more" in gone.text


def test_a_talk_that_was_moved_can_be_left_out_too(house: House) -> None:
    diary = house.desk.diary
    (each,) = diary.plan().series
    diary.move(each, date(2026, 11, 24), datetime(2026, 11, 25, 15, 0), NOW)  # noqa: DTZ001 on the wall
    with house.visitor(Role.CAREGIVER) as client:
        said = after(client, f"/care/plan/{each.id}/skip", day="2026-11-25")
    assert "25 November, 15:00" not in said
    assert "Tuesday, 24 November left out of" in said


def test_what_is_planned_stands_by_its_next_talk_with_when_it_begins_and_its_pause(
    house: House,
) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        send(client, "/care", "/care/plan", first="2026-12-07", at="14:00", days=["mon"])
        send(client, "/care", "/care/plan", first="2026-11-25", at="15:00")
        page = after(client, "/care/pause", first="2026-11-25", last="2026-11-25")
    planned = page.partition("Planned so far")[2]
    lines = (
        "Tuesday and Friday at 10:00",
        "Wednesday, 25 November 2026 at 15:00 It lies in a pause (Wednesday, 25 November)",
        "From Monday, 7 December on: Monday at 14:00",
    )
    assert [line for line in lines if line not in planned] == []
    assert sorted(lines, key=planned.index) == [*lines]


def test_nothing_is_well_as_long_as_there_is_no_backup(house: House) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        for path in ("/care", "/care/house"):
            page = words(client.get(path).text)
            assert "all is well" not in page and "no backup is made yet" in words(
                client.get("/care").text
            )
            assert "ow the last" not in page, path


def test_that_no_telephone_reaches_an_address_is_said_before_it_is_made(house: House) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        for path, button in (
            ("/care", "Make an address for it"),
            ("/care/people", "Make an invitation"),
        ):
            above = words(client.get(path).text).partition(button)[0]
            assert "no telephone can reach these pages" in above
        house.desk.outside = "https://192.168.1.7:8470"
        assert "no telephone can reach" not in client.get("/care/people").text


def test_a_series_is_changed_in_one_form_and_taken_back_with_every_day_that_was_left_out(
    house: House,
) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        (before,) = house.desk.diary.plan().series
        send(client, "/care", f"/care/plan/{before.id}/skip", day="2026-11-24")
        left_out = house.desk.diary.plan().series
        form = on_page(client, "/care", f"/care/plan/{before.id}/change")
        assert (form["first"], form["at"], form["days"]) == ("2026-11-20", "10:00", ["tue", "fri"])
        answer = client.post(f"/care/plan/{before.id}/change", data={**form, "at": "15:00"})
        page = words(client.get(answer.headers["location"]).text)
        assert (
            "It is changed: Tuesday and Friday at 15:00. Its next talk is on Friday, 20 November, at 15:00."
            in page
        )
        assert "it was: Tuesday and Friday at 10:00" in page
        assert "Tuesday, 24 November left out" in page
        assert house.desk.diary.outlook(NOW).missed == (), "what is past is not planned anew"
        after(client, f"/care/plan/{before.id}/undo")
        assert house.desk.diary.plan().series == left_out


def test_one_talk_is_moved_and_moved_again_and_the_others_stay(house: House) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        (each,) = house.desk.diary.plan().series
        to = f"/care/plan/{each.id}/move"
        said = after(client, to, day="2026-11-24", to="2026-11-25", at="15:00")
        assert "it is on Wednesday, 25 November, at 15:00 now. The others stay as they are." in said
        said = after(client, to, day="2026-11-25", to="2026-11-26", at="11:00")
        assert "Thursday, 26 November, 11:00" in said and "25 November, 15:00" not in said
        assert "Friday, 27 November, 10:00" in said
        assert "moved here from Tuesday, 24 November, 10:00" in said
        said = after(client, f"/care/plan/{each.id}/back", day="2026-11-26")
        assert "stands where it was before: it is on Tuesday, 24 November, at 10:00." in said
        assert "Back to" not in said
        send(client, "/care", to, day="2026-11-24", to="2026-11-26", at="11:00")
        over = send(client, "/care", to, day="2026-11-26", to="2026-11-27", at="10:20")
        assert over.status_code == 400 and "less than an hour from the talk" in over.text
        assert "10:20" in fields(over.text, to)["at"]


def test_a_single_talk_is_changed_where_it_stands(house: House) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        send(client, "/care", "/care/plan", first="2026-11-25", at="15:00")
        (once,) = [each for each in house.desk.diary.plan().series if each.once]
        said = after(
            client, f"/care/plan/{once.id}/move", day="2026-11-25", to="2026-11-26", at="16:00"
        )
        assert "it is on Thursday, 26 November, at 16:00 now." in said
        assert "Back to Wednesday, 25 November, at 15:00" in said
        assert series(house) == [
            "Tuesday and Friday at 10:00",
            "Thursday, 26 November 2026 at 16:00",
        ]


def test_no_talk_is_planned_further_ahead_than_the_calendar_shows(house: House) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        answer = send(client, "/care", "/care/plan", first="2096-11-25", at="15:00")
        assert answer.status_code == 400
        assert "is further ahead than the calendar shows, which is a year." in answer.text
        assert "Choose a day until Sunday, 21 November 2027." in answer.text
        (each,) = house.desk.diary.plan().series
        moved = send(
            client,
            "/care",
            f"/care/plan/{each.id}/move",
            day="2026-11-24",
            to="2096-11-24",
            at="10:00",
        )
        assert moved.status_code == 400
    far = planned("far", date(2096, 11, 25), time(15), minutes=25)
    plans.keep_series(house.book, far.id, far.event, NOW)  # by a program that did not refuse it
    with house.visitor(Role.CAREGIVER) as client:
        assert "This talk is then planned no more: Sunday, 25 November 2096 at 15:00." in words(
            client.get("/care").text
        )


def nurse(*events: tuple[str, str]) -> str:
    """Her file: visits from hour to hour."""
    visits = "".join(
        f"BEGIN:VEVENT\r\nUID:{n}\r\nDTSTART:{begins}\r\nDTEND:{ends}\r\nSUMMARY:Nurse at Rose's\r\nEND:VEVENT\r\n"
        for n, (begins, ends) in enumerate(events)
    )
    return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n{visits}END:VCALENDAR\r\n"


TWO_VISITS = nurse(
    ("20261124T100000Z", "20261124T110000Z"), ("20261127T100000Z", "20261127T110000Z")
)


def bring(client: httpx.Client, file: str, **form: str) -> httpx.Response:
    return send(client, "/care", "/care/busy", files={"calendar": ("a.ics", file)}, **form)


def test_a_calendar_is_listed_taken_back_and_brought_back(house: House) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        told = words(bring(client, HOSPITAL, called="hospital").text)
        assert "1 time read. It is kept as “hospital”." in told
        stretch = "Friday, 20 November, 09:45 to 11:30"
        assert stretch in told and "hospital from Friday, 20 November (1 time)" in told
        known = house.desk.diary.plan().busy
        page = after(client, "/care/busy/take-back", of="hospital")
        assert stretch not in page and "Next: today, 10:00" in page
        assert "you can bring it back below" in page and "hospital, as it was before" in page
        assert stretch in after(client, "/care/busy/undo", of="hospital")
        assert house.desk.diary.plan().busy == known
        assert "Nothing has been changed." in after(client, "/care/busy/undo", of="hospital")
        assert house.desk.diary.plan().busy == known


def test_two_calendars_stand_beside_each_other_and_a_file_replaces_only_the_one_it_is_meant_for(
    house: House,
) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        bring(client, TWO_VISITS, called="nurse")
        before = house.desk.diary.plan().busy
        assert "takes the place of “nurse” from Friday, 20 November (2 times)" in words(
            client.get("/care").text
        )
        again = bring(client, HOSPITAL, called="Nurse", instead="")
        assert again.status_code == 400 and "called “nurse” already" in again.text
        assert house.desk.diary.plan().busy == before
        assert "beside the others" in bring(client, HOSPITAL, called="hospital").text
        assert len(house.desk.diary.plan().busy) == 3
        told = words(
            bring(client, nurse(("20261201T100000", "20261201T110000")), instead="nurse").text
        )
        assert "has taken the place of the file from Friday, 20 November (2 times)" in told
        assert len(house.desk.diary.plan().busy) == 2
        after(client, "/care/busy/undo", of="nurse")
        assert set(before) < set(house.desk.diary.plan().busy)
    assert "Rose's" not in str(house.book.read("SELECT * FROM busy"))


def test_calendars_that_nobody_named_do_not_replace_one_another(house: House) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        bring(client, TWO_VISITS)
        assert "It is kept as “Calendar 2”" in words(bring(client, HOSPITAL).text)
    assert len(house.desk.diary.plan().busy) == 3


@pytest.mark.parametrize(
    ("file", "says"),
    [
        (nurse(), "Nothing in the year to come was read."),
        (nurse(("20261201T150000", "20261201T140000")), "ends before it begins, at 14:00"),
        (nurse(("20251201T150000", "20251201T160000")), "Nothing in the year to come was read."),
    ],
)
def test_a_file_of_which_nothing_is_read_changes_nothing_and_says_so(
    house: House, file: str, says: str
) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        bring(client, TWO_VISITS, called="nurse")
        before = house.desk.diary.plan().busy
        answer = bring(client, file, instead="nurse")
    assert answer.status_code == 400 and says in answer.text
    assert "Nothing has been changed" in answer.text or "calendar is as it was" in answer.text
    assert house.desk.diary.plan().busy == before and len(before) == 2


def test_a_form_that_lacks_something_comes_back_filled_in_on_the_page_it_belongs_to(
    house: House,
) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        for page, to, form, says in (
            (
                "/care/people",
                "/care/people/invite",
                {"name": "  ", "relation": "son"},
                "The name is still missing.",
            ),
            (
                "/care/people",
                "/care/people/invite",
                {"name": "Tom", "relation": " "},
                "What they are to Rose is still missing.",
            ),
            ("/care", "/care/feed", {"name": "a" * 61}, "The name is too long"),
        ):
            answer = send(client, page, to, **form)
            assert answer.status_code == 400 and says in answer.text
            assert fields(answer.text, to).items() >= form.items()
            assert f'href="{page}" aria-current="page"' in answer.text
        (each,) = house.desk.diary.plan().series
        over = send(
            client,
            "/care",
            f"/care/plan/{each.id}/move",
            day="2026-11-24",
            to="2026-11-01",
            at="10:00",
        )
        assert over.status_code == 400 and 'href="/care" aria-current="page"' in over.text


def test_a_series_has_a_last_day_and_is_changed_from_a_later_day_on(house: House) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        form = {"first": "2026-11-30", "at": "14:30", "days": ["mon", "thu"]}
        said = after(client, "/care/plan", **form, until="2027-01-26")
        assert "It ends on Tuesday, 26 January 2027." in said
        assert "Monday and Thursday at 14:30, until 26 January 2027" in said
        (made,) = [each for each in house.desk.diary.plan().series if each.until]
        to = f"/care/plan/{made.id}/change"
        shown = on_page(client, "/care", to)
        assert shown["until"] == "2027-01-26"
        assert "Nothing in it was altered" in after(client, to, **form, until="2027-01-26")
        wrong = send(client, "/care", to, first="2026-12-07", at="14:30", until="2027-01-12")
        assert wrong.status_code == 400 and "No day of the week is chosen" in wrong.text
        assert fields(wrong.text, to)["until"] == "2027-01-12"
        later = {**form, "first": "2026-12-15", "at": "15:30"}
        said = after(client, to, **later, until="2027-01-26")
        assert "It is changed from Thursday, 17 December on: Monday and Thursday at 15:30" in said
        assert "Before that it stays as it was: Monday and Thursday at 14:30, until 14" in said
        assert "Monday, 14 December, 14:30" in said and "Thursday, 17 December, 15:30" in said
        assert "As it was before : Monday and Thursday at 14:30, until 26 January 2027" in said


def test_what_stands_on_top_is_the_next_talk_however_far_away(house: House) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        (each,) = house.desk.diary.plan().series
        send(client, "/care", f"/care/plan/{each.id}/remove")
        assert "Nothing is planned" in words(client.get("/care").text)
        after(client, "/care/plan", first="2027-06-26", at="14:30")
        page = after(client, "/care/plan", first="2027-08-26", at="14:30")
        assert "Next: Saturday, 26 June, 14:30" in page and "Nothing is planned" not in page
        later = words(client.get("/care?later=6").text)
        assert "Next: Saturday, 26 June, 14:30" in later
        assert "Thursday, 26 August, 14:30" in later.partition("Planned so far")[0]


def test_every_talk_of_the_next_weeks_is_shown_and_those_after_them_at_a_press(
    house: House,
) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        page = client.get("/care").text
        coming = words(page).partition("Coming")[2].partition("Planned so far")[0]
        assert "Tuesday, 29 December, 10:00" in coming and "1 January" not in coming
        assert 'href="/care?later=1#next"' in page
        later = words(client.get("/care?later=1").text)
        assert "Next: today, 10:00" in later and "Earlier talks" in later
        assert "Friday, 1 January, 10:00" in later and "29 December" not in later
        assert "Later talks" not in client.get("/care?later=8").text


def test_who_ends_a_series_reads_what_stays_and_brings_it_back_with_that(house: House) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        (each,) = house.desk.diary.plan().series
        send(
            client,
            "/care",
            f"/care/plan/{each.id}/move",
            day="2026-11-24",
            to="2026-11-25",
            at="11:15",
        )
        before = house.desk.diary.plan().series
        page = words(client.get("/care").text)
        assert "End this one too: Wednesday, 25 November, 11:15 (moved from Tuesday, 24" in page
        said = after(client, f"/care/plan/{each.id}/remove")
        assert "What was moved by hand stays: Wednesday, 25 November, at 11:15." in said
        assert series(house) == ["Wednesday, 25 November 2026 at 11:15"]
        after(client, f"/care/plan/{each.id}/undo")
        assert house.desk.diary.plan().series == before
        after(client, f"/care/plan/{each.id}/remove", moved=["2026-11-25"])
        assert series(house) == []


def test_the_answer_says_the_hour_at_which_a_moved_talk_will_really_be(house: House) -> None:
    nurse = HOSPITAL.replace("20261120T094500Z", "20261125T110000Z").replace(
        "20261120T113000Z", "20261125T120000Z"
    )
    with house.visitor(Role.CAREGIVER) as client:
        send(client, "/care", "/care/busy", files={"calendar": ("her.ics", nurse)})
        (each,) = house.desk.diary.plan().series
        to = f"/care/plan/{each.id}/move"
        said = after(client, to, day="2026-11-24", to="2026-11-25", at="11:15")
        assert (
            "it is on Wednesday, 25 November, at 12:00, instead of 11:15, because the cal" in said
        )
        assert "press “Back to Tuesday, 24 November, at 10:00” beside it." in said
        said = after(client, to, day="2026-11-25", to="2026-11-25", at="11:15")
        assert "Nothing in it was altered, so that talk stands as it was on Wednesday" in said
        once = house.desk.diary.add(date(2026, 11, 26), time(11), NOW)
        said = after(client, f"/care/plan/{once.id}/change", first="2026-11-25", at="13:00")
        assert "It is changed: Wednesday, 25 November 2026 at 13:00. On Wednesday, 25" in said
        said = after(client, f"/care/plan/{each.id}/skip", day="2026-11-25")
        said = after(client, f"/care/plan/{once.id}/change", first="2026-11-25", at="11:30")
        assert "at 11:30. It will be on Wednesday, 25 November, at 12:00, instead of" in said


def test_the_answer_says_what_becomes_of_two_talks_on_a_day_and_of_one_before_the_nap(
    house: House,
) -> None:
    house.desk.choose(replace(house.desk.chosen(), nap=(time(13), time(15))))
    with house.visitor(Role.CAREGIVER) as client:
        said = after(client, "/care/plan", first="2026-11-24", at="15:30")
        assert "On Tuesday, 24 November another talk comes before it: it is held only if" in said
        said = after(client, "/care/plan", first="2026-11-27", at="09:00")
        assert "On Friday, 27 November another talk comes after it: that one is then held" in said
        said = after(client, "/care/plan", first="2026-11-25", at="12:50")
        assert "reaches into the quiet hours that begin at 13:00" in said
        said = after(client, "/care/plan", first="2026-11-26", at="11:00")
        assert "another talk" not in said and "reaches" not in said


def test_the_answer_to_a_calendar_says_which_talks_stand_otherwise_for_it(house: House) -> None:
    tuesday, friday = "The talk on Tuesday, 24 November,", "The talk on Friday, 27 November,"
    until_noon = "instead of 10:00, because the calendar says Rose is busy until 12:00."
    full = ("20261127T080000Z", "20261127T200000Z")
    with house.visitor(Role.CAREGIVER) as client:
        free = bring(client, nurse(("20261125T100000Z", "20261125T120000Z")), called="chess")
        assert "The talk on" not in words(free.text)
        told = words(bring(client, nurse(("20261124T094500Z", "20261124T120000Z"), full)).text)
        assert f"{tuesday} is at 12:00 now {until_noon}" in told
        assert f"{friday} at 10:00 is not held: the calendar leaves no free hour that day." in told
        told = words(bring(client, nurse(full), instead="Calendar").text)
        assert f"{tuesday} is at its own hour again: 10:00." in told and friday not in told
        told = after(client, "/care/busy/take-back", of="Calendar")
        assert f"no talk any more. {friday} is at its own hour again: 10:00. If that" in told
        told = after(client, "/care/busy/undo", of="Calendar")
        assert f"as it was before. {friday} at 10:00 is not held: the calendar" in told
        assert tuesday not in told
        month = ("20261120T080000Z", "20261220T200000Z")
        told = words(bring(client, nurse(month), called="away").text)
        assert "8 talks stand otherwise now than before: the list below shows" in told
        assert "8 talks stand otherwise" in after(client, "/care/busy/take-back", of="away")


def test_a_series_that_was_changed_from_a_later_day_on_is_one_to_whoever_ends_it(
    house: House,
) -> None:
    whole = "Tuesday and Friday at 10:00, until 7 December 2026, then Tuesday at 11:00"
    with house.visitor(Role.CAREGIVER) as client:
        (each,) = house.desk.diary.plan().series
        to = f"/care/plan/{each.id}/change"
        page = after(client, to, first="2026-12-08", at="11:00", days=["tue"], others="end")
        assert "There is no talk on Friday any more." in page
        planned = page.partition("Planned so far")[2]
        lines = planned.split("As it was before")[0].split("Change : ")
        assert lines[0].strip().startswith(whole)
        assert "From Tuesday, 8 December on: Tuesday at 11:00 it was: " in lines[1]
        assert f"From Friday, 20 November on this ends: {whole}. Other" in planned
        assert "From Tuesday, 8 December on this ends: Tuesday at 11:00. Other" in planned
        falls_out = planned.partition("What falls out:")[2].partition("and every later one")[0]
        assert "4 December, 10:00 Tuesday, 8 December, 11:00" in falls_out
        said = after(client, f"/care/plan/{each.id}/remove")
        assert f"{whole}: that is no longer planned." in said and series(house) == []
        assert f"Plan it again : {whole}" in said
        said = after(client, f"/care/plan/{each.id}/undo")
        assert f"It is planned again, as it was: {whole}. Its next talk is on Friday, 20" in said
        assert "As it was before : Tuesday and Friday at 10:00" in said
        after(client, f"/care/plan/{each.id}/undo")
    assert house.desk.diary.plan().series == (each,)


def test_a_day_that_is_unticked_is_asked_about_and_can_go_on_at_its_own_hour(house: House) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        (each,) = house.desk.diary.plan().series
        to = f"/care/plan/{each.id}/change"
        form: dict[str, object] = {"first": "2026-12-11", "at": "11:00", "days": ["fri"]}
        refused = send(client, "/care", to, **form)
        assert refused.status_code == 400
        assert "Tuesday is not chosen any more." in words(refused.text)
        assert 'value="11:00"' in refused.text, "what was written stays"
        assert house.desk.diary.plan().series == (each,)
        said = after(client, to, **form, others="stay")
        assert "on: Friday at 11:00." in said and "Tuesday goes on at 10:00." in said
        assert "then Friday at 11:00 and Tuesday at 10:00" in said
    tuesday = date(2026, 12, 15)
    at = [
        each.hour
        for each in house.desk.diary.plan().series
        if each.starts(house.desk.diary.arranged.zone, tuesday, tuesday)
    ]
    assert at == [time(10)]


def test_where_only_another_first_day_is_chosen_it_is_said_how_talks_are_left_out(
    house: House,
) -> None:
    with house.visitor(Role.CAREGIVER) as client:
        (each,) = house.desk.diary.plan().series
        to = f"/care/plan/{each.id}/change"
        said = after(client, to, first="2026-12-08", at="10:00", days=["tue", "fri"])
    assert "Nothing in it was altered" in said
    assert "To hold no talk before Tuesday, 8 December, press “Leave out” beside each" in said
