"""When something cannot be done, the page says it in words of the house, and what was written is still there.

It stands in the form it was written in, with the reason above it; where the browser does not say which page that was, on a
page of its own.
"""

from collections.abc import Iterator

import httpx
import pytest
from web_house import PIN, TALK, House, fields, furnished, mark, send, served, shared

from voice_agent.archive import accounts, letting_in
from voice_agent.archive.accounts import Role

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


def test_a_name_and_what_was_ticked_are_there_again(house: House) -> None:
    with house.visitor(N) as rose:
        form = {"name": "Tim O’Brien", "role": "caregiver", "household": "Ann & Tom"}
        said = wrongly(rose, "/me/people", "/me/people/invite", **form, relation="").text
        again = fields(said, "/me/people/invite")
        assert again["name"] == "Tim O’Brien" and again["household"] == "Ann & Tom"
        assert again["role"] == "caregiver"
        assert "I could not read what they are to you." in said
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


def test_no_form_is_filled_in_on_a_page_that_somebody_else_sent(house: House) -> None:
    with house.visitor(F) as ann:
        elsewhere = {"Origin": "http://elsewhere.example", "Referer": f"{house.address}/family"}
        form = {"mark": "0" * 64, "question": LONG}
        said = ann.post("/family/questions", data=form, headers=elsewhere)
        assert said.status_code == 403 and "Sundays" not in said.text


@pytest.mark.parametrize(
    "elsewhere", ["http://elsewhere.example/me", "/me/people/invite", "nonsense"]
)
def test_the_way_back_leads_to_no_page_that_is_not_ours_or_cannot_be_opened(
    house: House, elsewhere: str
) -> None:
    came = elsewhere if "//" in elsewhere else f"{house.address}{elsewhere}"
    with house.visitor(N) as rose:
        form = {"mark": mark(rose, "/me/people"), "name": "Tim Tom", "role": "family"}
        said = rose.post("/me/people/invite", data=form, headers={"Referer": came})
        assert said.status_code == 400 and "I could not read what they are to you." in said.text
        assert "“Tim Tom”" in said.text
        assert '<a class="button" href="/me">Go on</a>' in said.text


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
