"""When something cannot be done, the page says it in words of the house, and what was written is still there.

It stands in the form it was written in, with the reason above it; where the browser does not say which page that was, on a
page of its own.
"""

import re
from collections.abc import Iterator
from importlib.resources import files

import httpx
import pytest
from fastapi.routing import APIRoute
from web_house import PIN, TALK, House, fields, furnished, mark, send, served, shared

from voice_agent.archive import accounts, letting_in
from voice_agent.archive.accounts import Role
from voice_agent.web.app import MISSING, make

N, F = Role.NARRATOR, Role.FAMILY


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    made = furnished(tmp_path_factory.mktemp("house") / "state")
    shared(made)
    with served(made) as open_house:
        yield open_house


LONG = "And what did you do on the Sundays? " * 12


def wrongly(client: httpx.Client, page: str, to: str, **form: str) -> httpx.Response:
    """Send a form of `page` as a browser does, which says where it came from; what comes back is no success."""
    here = {"Referer": f"{client.base_url}{page}"}
    said = client.post(to, data={"mark": mark(client, page), **form}, headers=here)
    assert said.status_code in (400, 403, 404)
    return said


def test_a_question_that_is_too_long_stands_in_its_form_with_the_reason_above_it(
    house: House,
) -> None:
    with house.visitor(F) as ann:
        said = wrongly(ann, "/family", "/family/questions", question=LONG).text
        assert fields(said, "/family/questions")["question"].strip() == LONG.strip()  # type: ignore[union-attr]
        form = said[said.index('action="/family/questions"') :]
        assert form.index("Your question is too long: there is room for 300") < form.index("<text")
        assert "Nothing has been changed." in form
        assert send(ann, "/family", "/family/questions", question="And on Sundays?").is_redirect


def test_her_own_words_stay_in_the_field_when_they_cannot_be_kept(house: House) -> None:
    place, long = f"/me/stories/{TALK}/2", "She said: “<b>stir</b> & wait”.\n" * 2000
    with house.visitor(N) as rose:
        sent = fields(rose.get(f"{place}/words").text, "/me/words")
        sent = {k: str(v) for k, v in sent.items() if k != "mark"}
        said = wrongly(rose, f"{place}/words", "/me/words", **{**sent, "reads": long}).text
        again = fields(said, "/me/words")
        assert str(again["reads"]).strip() == long.strip(), "whatever signs it is written with"
        assert again["was_reads"] == sent["was_reads"], "what she saw when she wrote it"
        assert "What you wrote is too long: there is room for 60000 letters." in said
        assert said.count('role="alert"') == 1 and said.count(" autofocus") == 1


def test_a_browser_cuts_nothing_off_what_somebody_writes(house: House) -> None:
    """A field that may hold so many letters drops the rest of what is pasted, and says nothing."""
    written = re.compile(r"<(?:textarea|input)[^>]* name=\"(?:heard|reads|question|caption)[^>]*>")
    with house.visitor(N) as rose, house.visitor(F) as ann:
        pages = [rose.get(f"/me/stories/{TALK}/2/words").text, ann.get("/family").text]
        found = [each for page in pages for each in written.findall(page)]
        assert len(found) == 4 and [each for each in found if "maxlength" in each] == []


def test_a_hundred_thousand_letters_are_refused_and_all_of_them_are_there(house: House) -> None:
    place, long = f"/me/stories/{TALK}/2/words", "She let me stir it. " * 5000
    with house.visitor(N) as rose:
        sent = {k: str(v) for k, v in fields(rose.get(place).text, "/me/words").items()}
        del sent["mark"]
        said = wrongly(rose, place, "/me/words", **{**sent, "reads": long}).text
        assert "there is room for 60000 letters. Nothing has been changed." in said
        assert len(str(fields(said, "/me/words")["reads"]).strip()) == len(long.strip())


def test_a_name_and_what_was_ticked_are_there_again(house: House) -> None:
    with house.visitor(N) as rose:
        form = {"name": "Tim O’Brien", "role": "caregiver", "household": "Ann & Tom"}
        said = wrongly(rose, "/me/people", "/me/people/invite", **form, relation="").text
        again = fields(said, "/me/people/invite")
        assert again["name"] == "Tim O’Brien" and again["household"] == "Ann & Tom"
        assert again["role"] == "caregiver"
        assert "What they are to you is still missing." in said
        assert "<h1>People who may come in</h1>" in said


def test_a_wrong_pin_costs_no_name_that_was_written(house: House) -> None:
    tim = accounts.make(house.book, "Tim", F, "x", house.desk.now(), relation="nephew")
    letting_in.ask(house.book, tim, F, house.desk.now())
    with house.visitor(N) as rose:
        to = f"/me/people/{tim.id}/let-in"
        form = {
            "role": "family",
            "given": "true",
            "pin": "0000",
            "name": "Timothy",
            "relation": "grandson",
        }
        said = wrongly(rose, "/me/people", to, **form).text
        again = fields(said, to)
        assert (again["name"], again["relation"]) == ("Timothy", "grandson")
        assert "0000" not in said, "a secret is shown to nobody"


def test_what_is_folded_away_lies_open_where_the_error_is(house: House) -> None:
    with house.visitor(F) as ann:
        said = wrongly(ann, "/family", "/family/names", words="Big New", name="").text
        about = said[: said.index('action="/family/names"')]
        assert about.rindex("<details") == about.rindex('<details class="card" open>')


def test_a_single_word_is_not_lost_either(house: House) -> None:
    with house.visitor(F) as ann:
        said = wrongly(ann, "/family", "/family/names", words="Berlin", name="Merlin").text
        again = fields(said, "/family/names")
        assert (again["words"], again["name"]) == ("Berlin", "Merlin")


def test_no_form_is_filled_in_on_a_page_that_somebody_else_sent(house: House) -> None:
    with house.visitor(F) as ann:
        elsewhere = {"Origin": "http://elsewhere.example", "Referer": f"{house.address}/family"}
        form = {"mark": "0" * 64, "question": LONG}
        said = ann.post("/family/questions", data=form, headers=elsewhere)
        assert said.status_code == 403 and "Sundays" not in said.text


@pytest.mark.parametrize(
    "elsewhere", ["http://elsewhere.example/me", "/me/people/invite", "nonsense"]
)
def test_the_form_is_filled_in_on_the_page_above_where_none_of_ours_is_named_that_can_be_opened(
    house: House, elsewhere: str
) -> None:
    came = elsewhere if "//" in elsewhere else f"{house.address}{elsewhere}"
    with house.visitor(N) as rose:
        form = {"mark": mark(rose, "/me/people"), "name": "Tim Tom", "role": "family"}
        said = rose.post("/me/people/invite", data=form, headers={"Referer": came})
        assert said.status_code == 400 and "What they are to you is still missing." in said.text
        assert fields(said.text, "/me/people/invite")["name"] == "Tim Tom"


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
            assert word not in said.text.split('role="alert">')[1].split("</p>")[0].lower()


def test_a_caregiver_goes_back_to_the_page_she_was_on_and_not_to_the_calendar(house: House) -> None:
    house.desk.talking = lambda: True
    try:
        with house.visitor(Role.CAREGIVER) as carol:
            for page, sent in (
                ("/care/backup", "/care/backup"),
                ("/care/house", "/care/house"),
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
        said = send(ann, "/family", "/care/house", begins="20:00", ends="09:00")
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
