"""What a caregiver chooses of the house is written where settings are read from, holds from the next talk on, and the narrator hears of it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time
from pathlib import Path

import httpx
import pytest
from web_house import NOW, QUICK, House, fields, furnished, on_page, send, served

from voice_agent.archive import news
from voice_agent.archive.accounts import Role
from voice_agent.cli.choosing import Choosing
from voice_agent.cli.pages import desk_of
from voice_agent.cli.waiting import Corner
from voice_agent.scheduler.diary import Diary, arranged
from voice_agent.scheduler.plan import Quiet
from voice_agent.serve.visits import Visits
from voice_agent.settings import BY_PAGES, load
from voice_agent.web.chosen import Voice
from voice_agent.web.desk import nobody_chooses

TEN = datetime(2026, 11, 20, 10, 0, tzinfo=UTC)

HERS = """# Tom set this up.
state_directory = "{state}"

[narrator]
name = "Rose"
names = ["Zbigniew"] # her brother in law

[safety]
contacts = ["Tom | son | mill lane | file:///tmp/tom"]
"""

VOICES = (
    Voice("piper-joe", "Joe"),
    Voice("hibari-heart", "Heart"),
    Voice("bass", "Bass", "it is not on this device."),
)


@dataclass(frozen=True, slots=True)
class Home:
    house: House
    file: Path
    corner: Corner


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    file = tmp_path / "agent.toml"
    file.write_text(HERS.replace("{state}", str(tmp_path / "state")), encoding="utf-8")
    house = furnished(tmp_path / "state")
    corner = Corner(load(file, environ={}))
    choosing = Choosing(corner, house.desk.diary, file)
    house.desk.chosen, house.desk.choose = choosing.chosen, choosing.choose
    house.desk.voices = lambda: VOICES
    with served(house):
        yield Home(house, file, corner)


def words(text: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


def changed(carol: httpx.Client, **form: str) -> httpx.Response:
    """The answer to the one form of the page, in which some fields were changed."""
    return carol.post("/care/house", data={**on_page(carol, "/care/house", "/care/house"), **form})


def choose(home: Home, **form: str) -> str:
    with home.house.visitor(Role.CAREGIVER) as carol:
        return words(carol.get(changed(carol, **form).headers["location"]).text)


def refused(home: Home, **form: str) -> str:
    with home.house.visitor(Role.CAREGIVER) as carol:
        answer = changed(carol, **form)
    assert answer.status_code == 400
    return answer.text


def told(home: Home) -> list[str]:
    """What the narrator hears of what was chosen."""
    chosen = (news.What.HOURS, news.What.VOICE, news.What.NAMES)
    return [each.says for each in news.lately(home.house.book) if each.what in chosen]


def test_quiet_hours_hold_at_once_and_rose_hears_who_changed_them(home: Home) -> None:
    page = choose(home, begins="18:30", ends="10:15")
    assert "It holds from now on." in page
    assert "talks that are planned already lie in those hours and will not be held" in page
    assert "planned talks lie in them now" in page
    assert home.house.desk.diary.arranged.quiet.covers(time(10, 0))
    assert load(home.file, environ={}).schedule.quiet_from == "18:30"
    assert told(home) == ["Carol changed the hours in which I invite nobody."]
    assert news.untold(home.house.book), "it is said in a talk as well"


def test_in_the_house_that_is_served_nobody_knocks_in_quiet_hours_that_were_just_chosen(
    tmp_path: Path,
) -> None:
    file = tmp_path / "agent.toml"
    file.write_text(
        HERS.replace("{state}", str(tmp_path / "state")).replace(
            "names =", 'time_zone = "Europe/London"\nnames ='
        ),
        encoding="utf-8",
    )
    settings, made = load(file, environ={}), furnished(tmp_path / "state")
    diary, corner = Diary(made.book, arranged(settings)), Corner(settings)
    visits = Visits(
        diary, corner.open_room, corner.caller, now=lambda: NOW, synchronised=lambda: True
    )
    made.desk = desk_of(
        settings, made.book, diary, corner, visits, choosing=Choosing(corner, diary, file)
    )
    made.desk.now, made.desk.hasher = lambda: NOW, QUICK
    with served(made), made.visitor(Role.CAREGIVER) as carol:
        assert visits.next() == TEN and diary.may_ask(TEN)
        changed(carol, nap_from="09:15", nap_until="11:00")
        calendar = words(carol.get("/care").text)
        talk = send(carol, "/care", "/care/plan", first="2026-11-23", at="10:30")
        made.desk.now = lambda: TEN
        assert made.desk.invited is None and not diary.may_ask(TEN)
    assert visits.next() is None
    assert "No invitation: it lies in the quiet hours." in calendar
    assert (
        talk.status_code == 400
        and "between 20:00 and 09:00, nor between 09:15 and 11:00" in talk.text
    )


def test_a_nap_stands_beside_the_night_and_neither_replaces_the_other(home: Home) -> None:
    page = choose(home, nap_from="13:00", nap_until="15:00")
    assert "Nobody is invited between 20:00 and 09:00, nor between 13:00 and 15:00." in page
    assert "No talk that is planned for the next weeks lies in those hours." in page
    quiet = home.house.desk.diary.arranged.quiet
    assert [quiet.covers(time(hour)) for hour in (3, 12, 14, 15, 21)] == [1, 0, 1, 0, 1]
    choose(home, nap_from="", nap_until="")
    assert home.house.desk.diary.arranged.quiet == Quiet(time(20), time(9))


def test_hours_and_voice_and_names_are_kept_by_whichever_button_is_pressed(home: Home) -> None:
    choose(home, begins="21:00", pace="120.0", names="Caoimhe")
    its = home.corner.settings
    assert (its.schedule.quiet_from, its.speaking.pace, its.narrator.names) == (
        "21:00",
        120.0,
        ["Caoimhe"],
    )
    assert len(told(home)) == 3


def test_what_was_filled_in_beside_an_error_is_there_again_and_none_of_it_is_kept(
    home: Home,
) -> None:
    page = refused(home, begins="21:00", pace="120.0", names="Ann\n1234")
    again = fields(page, "/care/house")
    assert (again["begins"], again["pace"], again["names"]) == ("21:00", "120.0", "\nAnn\n1234")
    assert home.house.desk.diary.arranged.quiet == Quiet(time(20), time(9)) and told(home) == []


def test_names_with_how_they_are_said_are_kept_and_tom_finds_his_remark(home: Home) -> None:
    page = choose(home, names="Caoimhe:  keeva\n\nZbigniew\nzbigniew\n")
    assert "The names hold from the next talk on." in page
    assert home.corner.settings.narrator.names == ["Caoimhe: keeva", "Zbigniew"]
    text = home.file.read_text(encoding="utf-8")
    assert "# her brother in law" in text and text.startswith("# Tom set this up.")
    assert home.file.stat().st_mode & 0o777 == 0o600


def test_the_voice_its_pace_and_its_loudness_are_those_of_the_next_talk(home: Home) -> None:
    choose(home, voice="hibari-heart", pace="120.0", volume="1.4")
    speaking = home.corner.settings.speaking
    assert (speaking.voice, speaking.pace, speaking.volume) == ("hibari-heart", 120.0, 1.4)
    assert told(home) == ["Carol chose how I sound: my voice, how fast I speak, or how loud."]


def test_who_set_up_the_device_is_written_down_once_and_named_wherever_they_are_needed(
    home: Home,
) -> None:
    named = "Tom (who set up the device, 01632 960218)"
    with home.house.visitor(Role.CAREGIVER) as carol:
        assert "Please ask whoever set up the device." in words(carol.get("/care/backup").text)
    page = choose(home, set_up_by="Tom ", set_up_reach="01632 960218")
    assert "Who set up the device stands on your pages now" in page
    its = home.corner.settings.web
    assert (its.set_up_by, its.set_up_reach) == ("Tom", "01632 960218")
    assert "[web]" in home.file.read_text(encoding="utf-8")
    with home.house.visitor(Role.CAREGIVER) as carol:
        for address in ("/care", "/care/backup", "/care/help", "/care/house", "/care/people"):
            seen = words(carol.get(address).text)
            assert named in seen and "whoever set up" not in seen.lower(), address
        calendar = words(carol.get("/care").text)
    assert f"Say this to {named}" in calendar
    assert calendar.index("Please open the interviewer’s pages") < calendar.index("serve --lan")
    home.house.desk.mails = lambda: False  # so that somebody is needed there
    others = (Role.NARRATOR, "/me/people"), (Role.FAMILY, "/family"), (Role.ADVOCATE, "/advocate")
    for role, address in others:
        with home.house.visitor(role) as client:
            seen = client.get(address).text
        assert "960218" not in seen and "who set up the device" not in seen, address
    (heard,) = [e for e in news.lately(home.house.book) if e.what is news.What.SET_UP]
    assert heard.says.startswith("Carol wrote down whom to ask")


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"begins": "25:00", "ends": "09:00"}, "That is not a time of day."),
        ({"begins": "09:00", "ends": "09:00"}, "at night as well"),
        ({"nap_from": "13:00"}, "one hour is missing"),
        ({"nap_from": "15:00", "nap_until": "13:00"}, "later than its beginning"),
        ({"nap_from": "09:00", "nap_until": "20:00"}, "would never be invited"),
        ({"names": "Ann\nCaoimhe:"}, "Line 2, “Caoimhe:”, has nothing behind the colon."),
        ({"names": "Ann\n\n\n1234"}, "Line 4, “1234”, has no name in it."),
        ({"names": "Ann\n1234"}, "Line 2, “1234”, has no name in it."),
        ({"voice": "bass"}, "cannot be chosen"),
        ({"set_up_reach": "01632 960218"}, "Whose number or address is that?"),
        ({"set_up_by": "Tom", "set_up_reach": "the mill"}, "neither a telephone number nor"),
    ],
)
def test_what_cannot_be_is_refused_in_words_about_it_and_nothing_changes(
    home: Home, form: dict[str, str], says: str
) -> None:
    before = home.file.read_text(encoding="utf-8")
    page = words(refused(home, **form))
    assert says in page and "Nothing has been changed." in page
    assert "_" not in page and "narrator." not in page, "no key of a setting"
    assert home.file.read_text(encoding="utf-8") == before
    assert told(home) == []


def test_what_is_chosen_as_it_was_is_no_news(home: Home) -> None:
    choose(home, begins="20:00", ends="09:00")
    assert told(home) == []


def test_where_the_settings_are_another_users_they_are_kept_beside_the_record(home: Home) -> None:
    """As those of a service are, which root wrote."""
    above = home.file.parent / "etc"
    above.mkdir()
    theirs = home.file.rename(above / "agent.toml")
    choosing = Choosing(home.corner, home.house.desk.diary, theirs, may=lambda path, how: False)
    home.house.desk.choose = choosing.choose
    choose(home, begins="21:00", ends="08:00")
    assert "21:00" not in theirs.read_text(encoding="utf-8")
    beside = home.house.book.state / BY_PAGES
    assert beside.stat().st_mode & 0o777 == 0o600
    assert load(theirs, environ={}).schedule.quiet_from == "21:00"


def test_who_is_told_in_need_is_seen_and_no_page_of_a_caregiver_changes_it(home: Home) -> None:
    with home.house.visitor(Role.CAREGIVER) as carol:
        page = carol.get("/care/house").text
    assert "Tom" in page and "file:///tmp/tom" not in page
    assert set(re.findall(r'action="(/care/\S*)"', page)) == {"/care/house"}


def test_where_there_is_no_voice_to_choose_no_heading_asks_for_one_and_the_rest_is_kept(
    home: Home,
) -> None:
    before = home.corner.settings.speaking.voice
    home.house.desk.voices = lambda: ()
    with home.house.visitor(Role.CAREGIVER) as carol:
        page = carol.get("/care/house").text
        assert "<legend>The voice</legend>" not in page and "It speaks" in page
    choose(home, pace="120.0", volume="1.4")
    speaking = home.corner.settings.speaking
    assert (speaking.voice, speaking.pace, speaking.volume) == (before, 120.0, 1.4)


def test_where_nothing_can_be_chosen_no_field_is_open_and_it_says_whom_to_ask(home: Home) -> None:
    home.house.desk.choose = nobody_chooses
    with home.house.visitor(Role.CAREGIVER) as carol:
        page = carol.get("/care/house").text
    assert "whoever set up the device can change it" in words(page)
    assert "<input" not in page.replace('<input type="hidden"', "")
    assert "<textarea" not in page and "Keep that" not in page
    assert "From 20:00 until 09:00" in words(page) and "Zbigniew" in page
