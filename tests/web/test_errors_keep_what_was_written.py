"""When something cannot be done, the page says it in words of the house, and what was written is still there."""

from collections.abc import Iterator

import pytest
from web_house import PIN, House, furnished, mark, send, served

from voice_agent.archive.accounts import Role

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
def test_the_way_back_leads_to_no_page_that_is_not_ours_or_cannot_be_opened(
    house: House, elsewhere: str
) -> None:
    came = elsewhere if "//" in elsewhere else f"{house.address}{elsewhere}"
    with house.visitor(N) as rose:
        form = {"mark": mark(rose, "/me/people"), "name": "Tim", "role": "family"}
        said = rose.post("/me/people/invite", data=form, headers={"Referer": came})
        assert said.status_code == 400 and "I could not read what they are to you." in said.text
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
