"""What a caregiver chooses of the house is written where settings are read from, holds from the next talk on, and the narrator hears of it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import time
from pathlib import Path

import pytest
from web_house import House, furnished, send, served

from voice_agent.archive import news
from voice_agent.archive.accounts import Role
from voice_agent.cli.choosing import Choosing
from voice_agent.cli.waiting import Corner
from voice_agent.settings import BY_PAGES, load
from voice_agent.web.chosen import Voice
from voice_agent.web.desk import nobody_chooses

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


def choose(home: Home, what: str, **form: object) -> str:
    with home.house.visitor(Role.CAREGIVER) as carol:
        return words(
            carol.get(
                send(carol, "/care/house", f"/care/house/{what}", **form).headers["location"]
            ).text
        )


def refused(home: Home, what: str, **form: object) -> str:
    with home.house.visitor(Role.CAREGIVER) as carol:
        answer = send(carol, "/care/house", f"/care/house/{what}", **form)
    assert answer.status_code == 400
    return words(answer.text)


def told(home: Home) -> list[str]:
    """What the narrator hears of what was chosen."""
    chosen = (news.What.HOURS, news.What.VOICE, news.What.NAMES)
    return [each.says for each in news.lately(home.house.book) if each.what in chosen]


def test_quiet_hours_hold_at_once_and_rose_hears_who_changed_them(home: Home) -> None:
    page = choose(home, "hours", begins="18:30", ends="10:15")
    assert "It holds from now on." in page
    assert "1 planned talk" in page or "planned talks lie in these hours" in page
    assert home.house.desk.diary.arranged.quiet.covers(time(10, 0))
    assert load(home.file, environ={}).schedule.quiet_from == "18:30"
    assert told(home) == ["Carol changed the hours in which I invite nobody."]
    assert news.untold(home.house.book), "it is said in a talk as well"


def test_names_with_how_they_are_said_are_kept_and_tom_finds_his_remark(home: Home) -> None:
    page = choose(home, "names", names="Caoimhe:  keeva\n\nZbigniew\nzbigniew\n")
    assert "It holds from the next talk on." in page
    assert home.corner.settings.narrator.names == ["Caoimhe: keeva", "Zbigniew"]
    text = home.file.read_text(encoding="utf-8")
    assert "# her brother in law" in text and text.startswith("# Tom set this up.")
    assert home.file.stat().st_mode & 0o777 == 0o600


def test_the_voice_its_pace_and_its_loudness_are_those_of_the_next_talk(home: Home) -> None:
    choose(home, "voice", voice="hibari-heart", pace="120.0", volume="1.4")
    speaking = home.corner.settings.speaking
    assert (speaking.voice, speaking.pace, speaking.volume) == ("hibari-heart", 120.0, 1.4)
    assert told(home) == ["Carol chose how I sound: my voice, how fast I speak, or how loud."]


@pytest.mark.parametrize(
    ("what", "form", "says"),
    [
        ("hours", {"begins": "25:00", "ends": "09:00"}, "That is not a time of day."),
        ("hours", {"begins": "09:00", "ends": "09:00"}, "at night as well"),
        ("names", {"names": "Ann\nCaoimhe:"}, "Line 2, “Caoimhe:”, has nothing behind the colon."),
        ("names", {"names": "Ann\n\n\n1234"}, "Line 4, “1234”, has no name in it."),
        ("names", {"names": "Ann\n1234"}, "Line 2, “1234”, has no name in it."),
        ("voice", {"voice": "bass", "pace": "0", "volume": "1"}, "cannot be chosen"),
    ],
)
def test_what_cannot_be_is_refused_in_words_about_it_and_nothing_changes(
    home: Home, what: str, form: dict[str, str], says: str
) -> None:
    before = home.file.read_text(encoding="utf-8")
    page = refused(home, what, **form)
    assert says in page and "Nothing has been changed." in page
    assert "_" not in page and "narrator." not in page, "no key of a setting"
    assert home.file.read_text(encoding="utf-8") == before
    assert told(home) == []


def test_what_is_chosen_as_it_was_is_no_news(home: Home) -> None:
    choose(home, "hours", begins="20:00", ends="09:00")
    assert told(home) == []


def test_where_the_settings_are_another_users_they_are_kept_beside_the_record(home: Home) -> None:
    """As those of a service are, which root wrote."""
    above = home.file.parent / "etc"
    above.mkdir()
    theirs = home.file.rename(above / "agent.toml")
    choosing = Choosing(home.corner, home.house.desk.diary, theirs, may=lambda path, how: False)
    home.house.desk.choose = choosing.choose
    choose(home, "hours", begins="21:00", ends="08:00")
    assert "21:00" not in theirs.read_text(encoding="utf-8")
    beside = home.house.book.state / BY_PAGES
    assert beside.stat().st_mode & 0o777 == 0o600
    assert load(theirs, environ={}).schedule.quiet_from == "21:00"


def test_who_is_told_in_need_is_seen_and_no_page_of_a_caregiver_changes_it(home: Home) -> None:
    with home.house.visitor(Role.CAREGIVER) as carol:
        page = carol.get("/care/house").text
    assert "Tom" in page and "file:///tmp/tom" not in page
    assert re.findall(r'action="(/care/house/\w+)"', page) == [
        "/care/house/hours",
        "/care/house/voice",
        "/care/house/names",
    ]


def test_where_there_is_no_voice_to_choose_no_heading_asks_for_one_and_the_rest_is_kept(
    home: Home,
) -> None:
    before = home.corner.settings.speaking.voice
    home.house.desk.voices = lambda: ()
    with home.house.visitor(Role.CAREGIVER) as carol:
        page = carol.get("/care/house").text
        assert "<legend>The voice</legend>" not in page and "It speaks" in page
    choose(home, "voice", pace="120.0", volume="1.4")
    speaking = home.corner.settings.speaking
    assert (speaking.voice, speaking.pace, speaking.volume) == (before, 120.0, 1.4)


def test_where_nothing_can_be_chosen_no_field_is_open_and_it_says_whom_to_ask(home: Home) -> None:
    home.house.desk.choose = nobody_chooses
    with home.house.visitor(Role.CAREGIVER) as carol:
        page = carol.get("/care/house").text
    assert "whoever set up the device can change it" in words(page)
    assert "<input" not in page.replace('<input type="hidden"', "")
    assert "<textarea" not in page and "Keep th" not in page
    assert "From 20:00 until 09:00" in words(page) and "Zbigniew" in page
