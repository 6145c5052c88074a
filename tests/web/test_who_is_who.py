"""The narrator says who is who: two presses join two people, two part one, and one takes it back."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from web_house import House, furnished, send, served

from voice_agent.archive import memory_tables, who_is_who
from voice_agent.archive.accounts import Role
from voice_agent.archive.record import Record
from voice_agent.memory.distil import distil
from voice_agent.memory.reading import PlainReader
from voice_agent.story import Session, SessionId, Speaker, Turn, TurnId

BEGAN = datetime(2026, 11, 10, 10, tzinfo=UTC)
EARLIER = SessionId("2026-11-10T10-00-00Z-0002")

TOLD = (
    "My wife Irena sewed for the whole street.",
    "Irena Kowalska taught me to dance in 1950.",
    "Tom Doyle laughed at the foreman.",
    "Tom Doyle wept when the mill burned.",
    "We played Deep Harmony at the chapel.",
    "Seamus O'Brien married Ian McDonald's sister.",
)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = furnished(tmp_path)
    turns = tuple(
        Turn(TurnId(n), EARLIER, Speaker.NARRATOR, text, 20.0 * n, 20.0 * n + 9, BEGAN)
        for n, text in enumerate(TOLD, 1)
    )
    with Record.open(tmp_path) as record:
        found = distil(turns, PlainReader())
        session = Session(EARLIER, "Rose", BEGAN, BEGAN, "They told of people.", "people", turns)
        memory_tables.bring_in(record, [session], found.claims, found.labels)
    with served(house) as there:
        yield there


def _names(house: House) -> list[str]:
    return sorted(each.name for each in who_is_who.known(house.book))


def _one(client: httpx.Client, name: str) -> str:
    found = re.search(rf'href="(/me/known/p-\w+)">{name}<', client.get("/me/known").text)
    assert found, name
    return found[1]


def _button(page: str, words: str) -> str:
    found = re.search(rf'value="([^"]+)">{words}', page)
    assert found, words
    return found[1]


def test_the_page_shows_people_as_they_are_written_and_no_tune(house: House) -> None:
    with house.visitor(Role.NARRATOR) as rose:
        page = rose.get("/me/known").text
    for name in ("Seamus O&#39;Brien", "Ian McDonald", "Irena Kowalska", "Tom Doyle"):
        assert f">{name}</a>" in page
    assert "Deep Harmony" not in page


def test_two_presses_make_two_people_one_and_one_takes_it_back(house: House) -> None:
    before = _names(house)
    assert {"Irena", "Irena Kowalska"} <= set(before)
    with house.visitor(Role.NARRATOR) as rose:
        one = _one(rose, "Irena")
        page = rose.get(one).text
        said = send(rose, one, f"{one}/same", other=_button(page, "Irena Kowalska"))
        assert said.status_code == 303
        assert [each for each in _names(house) if "Irena" in each] == ["Irena Kowalska"]
        kept = next(each for each in who_is_who.known(house.book) if "Irena" in each.name)
        assert kept.relation == "wife"
        page = rose.get("/me/known").text
        assert "are one person." in page
        send(rose, "/me/known", "/me/known/take-back", word=_button(page, "Take that back"))
        assert "are one person." not in rose.get("/me/known").text
    assert _names(house) == before


def test_two_presses_make_one_person_two_and_one_takes_it_back(house: House) -> None:
    before = _names(house)
    with house.visitor(Role.NARRATOR) as rose:
        one = _one(rose, "Tom Doyle")
        send(rose, one, f"{one}/apart", session=str(EARLIER), turn="4")
        assert _names(house).count("Tom Doyle") == 2
        page = rose.get("/me/known").text
        assert "are two people." in page
        send(rose, "/me/known", "/me/known/take-back", word=_button(page, "Take that back"))
    assert _names(house) == before


def test_what_was_parted_can_be_joined_again(house: House) -> None:
    with house.visitor(Role.NARRATOR) as rose:
        one = _one(rose, "Tom Doyle")
        send(rose, one, f"{one}/apart", session=str(EARLIER), turn="4")
        one = _one(rose, "Tom Doyle")
        send(rose, one, f"{one}/same", other=_button(rose.get(one).text, "Tom Doyle"))
    assert _names(house).count("Tom Doyle") == 1


def test_nothing_happens_to_somebody_who_is_not_there(house: House) -> None:
    with house.visitor(Role.NARRATOR) as rose:
        assert rose.get("/me/known/p-000000000000").status_code == 404
        said = send(rose, "/me/known", "/me/known/p-000000000000/same", other="p-111111111111")
        assert said.status_code == 400
        assert "Nothing has been changed." in said.text
        one = _one(rose, "Ian McDonald")
        said = send(rose, one, f"{one}/apart", session=str(EARLIER), turn="1")
        assert said.status_code == 400


def _suggest(house: House, one: str, other: str) -> None:
    ids = {each.name: each.id for each in who_is_who.known(house.book)}
    who_is_who.suggest(house.book, [(ids[one], ids[other])])


def test_who_may_be_one_is_asked_and_joined_by_the_narrator_alone(house: House) -> None:
    before = _names(house)
    _suggest(house, "Irena", "Irena Kowalska")
    assert _names(house) == before
    with house.visitor(Role.NARRATOR) as rose:
        page = rose.get("/me/known").text
        assert "One person, or two?" in page
        (one,) = re.findall(r'action="(/me/known/p-\w+)/same"', page)
        send(rose, "/me/known", f"{one}/same", other=_button(page, "One person"))
        assert "One person, or two?" not in rose.get("/me/known").text
    assert [each for each in _names(house) if "Irena" in each] == ["Irena Kowalska"]


def test_who_is_said_to_be_two_is_not_asked_about_again(house: House) -> None:
    before = _names(house)
    _suggest(house, "Irena", "Irena Kowalska")
    with house.visitor(Role.NARRATOR) as rose:
        page = rose.get("/me/known").text
        (one,) = re.findall(r'action="(/me/known/p-\w+)/two"', page)
        send(rose, "/me/known", f"{one}/two", other=_button(page, "Two people"))
        after = rose.get("/me/known").text
        assert "One person, or two?" not in after and "are two people." in after
    assert _names(house) == before


def test_a_suggestion_goes_with_whoever_is_put_away_and_holds_no_word(house: House) -> None:
    _suggest(house, "Irena", "Irena Kowalska")
    ((kept,),) = house.book.read("SELECT value FROM kept WHERE key = ?", (who_is_who.SUGGESTED,))
    assert "Irena" not in kept
    memory_tables.put_away(house.book, EARLIER, TurnId(2), BEGAN)
    assert who_is_who.suggested(house.book) == ()
