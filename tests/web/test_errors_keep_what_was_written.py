"""When something cannot be done, the page says it in words of the house, and what was written is still there."""

import re
from collections.abc import Iterator
from importlib.resources import files

import pytest
from fastapi.routing import APIRoute
from web_house import PIN, House, furnished, mark, send, served

from voice_agent.archive.accounts import Role
from voice_agent.web.app import MISSING, make

N, F = Role.NARRATOR, Role.FAMILY


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with served(furnished(tmp_path_factory.mktemp("house") / "state")) as open_house:
        yield open_house


def test_a_question_that_is_too_long_is_not_lost_and_the_way_back_is_shown(house: House) -> None:
    long = "And what did you do on the Sundays? " * 12
    with house.visitor(F) as ann:
        form = {"mark": mark(ann, "/family"), "question": long}
        here = {"Referer": f"{house.address}/family"}
        said = ann.post("/family/questions", data=form, headers=here)
        assert said.status_code == 400
        assert "I could not read your question." in said.text
        assert long.strip() in said.text
        assert '<a class="button" href="/family">Go back</a>' in said.text


@pytest.mark.parametrize(
    "elsewhere", ["http://elsewhere.example/me", "/me/people/invite", "nonsense"]
)
def test_the_way_back_leads_to_the_page_above_where_none_of_ours_is_named_that_can_be_opened(
    house: House, elsewhere: str
) -> None:
    came = elsewhere if "//" in elsewhere else f"{house.address}{elsewhere}"
    with house.visitor(N) as rose:
        form = {"mark": mark(rose, "/me/people"), "name": "Tim", "role": "family"}
        said = rose.post("/me/people/invite", data=form, headers={"Referer": came})
        assert said.status_code == 400 and "What they are to you is still missing." in said.text
        assert '<a class="button" href="/me/people">Go back</a>' in said.text


def test_no_secret_is_shown_again(house: House) -> None:
    with house.visitor(N) as rose:
        secret = f"{PIN} and more words"
        said = send(rose, "/me/people", "/me/people/invite", pin=secret, password=secret, name="")
        assert said.status_code == 400
        assert (
            secret not in said.text and mark(rose, "/me/people") not in said.text.split("<main")[1]
        )


def test_an_error_names_no_field_and_no_setting(house: House) -> None:
    with house.visitor(Role.CAREGIVER) as carol:
        said = send(carol, "/care", "/care/pause", first="soon", last="later")
        assert "I could not read the first day and the last day." in said.text
        for word in ("form", "field", "input", "valid", "setting", "422"):
            assert word not in said.text.split("<main")[1].split("</main>")[0].lower()


def test_a_caregiver_goes_back_to_the_page_she_was_on_and_not_to_the_calendar(house: House) -> None:
    house.desk.talking = lambda: True
    try:
        with house.visitor(Role.CAREGIVER) as carol:
            for page, sent in (
                ("/care/backup", "/care/backup"),
                ("/care/house", "/care/house/hours"),
                ("/care/people", "/care/people/invite"),
            ):
                for here in ({"Referer": f"{house.address}{page}"}, {}):
                    form = {"mark": mark(carol, page)}
                    said = carol.post(sent, data=form, headers=here)
                    assert said.status_code >= 400, sent
                    assert f'<a class="button" href="{page}">Go back</a>' in said.text, sent
    finally:
        house.desk.talking = lambda: False


def test_who_is_at_a_page_of_somebody_else_is_led_to_their_own(house: House) -> None:
    with house.visitor(F) as ann:
        said = send(ann, "/family", "/care/house/hours", begins="20:00", ends="09:00")
        assert said.status_code == 403 and "for somebody else in this house" in said.text
        assert '<a class="button" href="/family">Go on</a>' in said.text


def test_a_form_that_comes_empty_says_in_words_what_is_missing(house: House) -> None:
    with house.visitor(F) as ann:
        for sent, says in (
            ("/family/questions", "Your question is still missing."),
            ("/family/names", "The name as it stands in the story and the name are still missing."),
            ("/family/photographs", "The picture is still missing."),
        ):
            for nothing in ({}, {"question": "   ", "words": " ", "name": " "}):
                said = send(ann, "/family", sent, **nothing)
                assert said.status_code == 400 and says in said.text, sent


SHOWN = re.compile(r"<(?:input(?![^>]*hidden)|textarea)[^>]*\bname=\"(\w+)\"")


def test_whatever_a_form_must_hold_has_a_name_that_one_would_say_aloud(house: House) -> None:
    templates = files("voice_agent.web") / "templates"
    shown = {
        name for each in templates.iterdir() for name in SHOWN.findall(each.read_text("utf-8"))
    }
    needed = {
        field.name
        for each in make(house.desk).state.routes
        if isinstance(each, APIRoute)
        for field in each.dependant.body_params  # codespell:ignore dependant
        if field.field_info.is_required()
    }
    assert needed & shown and sorted((needed & shown) - {*MISSING}) == []
