"""The caregiver sees who is told and where to, and tries it where she reads of it; nobody else sees a number's end."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from web_house import House, furnished, send, served

from voice_agent.archive import news
from voice_agent.archive.accounts import Role
from voice_agent.cli.pages import contacts
from voice_agent.settings import Settings
from voice_agent.web.desk import Drilled


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with served(furnished(tmp_path / "state")) as open_house:
        yield open_house


def words(text: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


def test_the_button_beside_the_message_sends_the_test_and_rose_hears_of_it(house: House) -> None:
    with house.visitor(Role.CAREGIVER) as carol:
        assert "Send a test message now" in carol.get("/care/help").text
        answer = send(carol, "/care/help", "/care/help/drill")
    assert answer.status_code == 200
    said = words(answer.text)
    assert "A test message went to Tom. Please ask whether it arrived." in said
    assert "The message, in full" in said, "it is still the page that she was reading"
    assert news.What.TEST in [each.what for each in news.lately(house.book)]
    assert "The last one was sent on" in said
    with house.visitor(Role.CAREGIVER) as carol:
        assert "The last one was sent on" in words(carol.get("/care/help").text)


def test_a_test_message_that_went_to_nobody_is_not_told_as_one_that_was_sent(house: House) -> None:
    house.desk.drill = lambda: Drilled("No message could be sent to Tom.", went=False)
    with house.visitor(Role.CAREGIVER) as carol:
        said = words(send(carol, "/care/help", "/care/help/drill").text)
    assert "No message could be sent to Tom." in said and "The last one" not in said
    assert news.What.TEST not in [each.what for each in news.lately(house.book)]


def test_the_end_of_a_number_is_for_the_caregiver_alone(house: House) -> None:
    end = "the number that ends in 218"
    with house.visitor(Role.CAREGIVER) as carol:
        for page in ("/care/help", "/care/people", "/care/house"):
            assert f"Tom , by telephone message, to {end}" in words(carol.get(page).text)
    others = {
        Role.NARRATOR: ("/me", "/me/people", "/me/who"),
        Role.FAMILY: ("/family",),
        Role.ADVOCATE: ("/advocate",),
    }
    for role, pages in others.items():
        with house.visitor(role) as client:
            assert not any(end in client.get(page).text for page in pages)


def test_of_an_address_in_the_settings_only_its_end_goes_to_a_page() -> None:
    written = Settings.model_validate(
        {
            "safety": {
                "contacts": [
                    "Tom | son | | signal://localhost:8080/+441632960001/+441632960218",
                    "Ann | daughter | | mailto://house:s3cret@example.org?to=ann@mail.example",
                    "Eve | friend | | ntfys://a-secret-room",
                    "Joe | friend | | joe@mail.example",
                    "Sue | friend | |",
                ]
            }
        }
    )
    assert [(each.name, each.way, each.end) for each in contacts(written)] == [
        ("Tom", "signal message", "the number that ends in 218"),
        ("Ann", "e-mail", "a…@mail.example"),
        ("Eve", "ntfys message", ""),
        ("Joe", "e-mail", "j…@mail.example"),
        ("Sue", "", ""),
    ]
