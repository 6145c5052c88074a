"""Whoever tries a door that is not theirs: with a shared tablet, a stolen cookie, guessed words, PINs and names."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from web_house import NOW, PASSWORD, House, furnished, mark, send, served

from voice_agent.archive import news
from voice_agent.archive.accounts import Role
from voice_agent.web.guard import COOKIE

N, C, F, A = Role.NARRATOR, Role.CAREGIVER, Role.FAMILY, Role.ADVOCATE

NEW = "a brand new password"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with served(furnished(tmp_path / "state")) as open_house:
        yield open_house


def signed_in(client: httpx.Client, name: str, **more: str) -> httpx.Response:
    return send(client, "/sign-in", "/sign-in", name=name, password=PASSWORD, **more)


def told(house: House) -> list[str]:
    return [each.says for each in news.untold(house.book)]


# -- the advocate's address, doors that are closed


def test_whoever_turns_the_advocates_messages_elsewhere_is_not_unheard(house: House) -> None:
    house.desk.reachable = lambda typed: f"mailto://{typed}"
    says = "A new address was written down for Adam, to be told when something is wrong."
    with house.visitor(A) as adam:
        for address, many in (("adam@a.org", 1), ("adam@a.org", 1), ("eve@b.org", 2)):
            send(adam, "/advocate", "/advocate/address", address=address)
            assert sum(each.startswith(says) for each in told(house)) == many, address
    with house.visitor(N) as rose:
        assert says in rose.get("/me/people").text


def test_a_door_that_somebody_closes_at_her_tablet_is_told_to_her(house: House) -> None:
    with house.visitor(N) as rose:
        send(rose, "/me/people", f"/me/people/{house.people[A].id}/close")
        page = rose.get("/me/people").text
    assert "The door was closed to Adam on your page. You can open it again there." in page
    assert "Open it again" in page
    assert any("closed to Adam" in each for each in told(house)), "and waits to be said aloud"


def test_what_a_thief_does_at_her_page_is_not_told_by_showing_it_to_the_thief(house: House) -> None:
    with house.visitor() as thief:
        signed_in(thief, "Rose")
        assert "Somebody with your own password came in" in thief.get("/me/people").text
        assert any("Somebody with your own password" in each for each in told(house))
        assert "own password" not in thief.get("/me").text, "it was on the page, which says so once"


# -- staying signed in, and forms from nowhere


def test_without_the_tick_a_sign_in_ends_with_the_browser_and_with_the_day(house: House) -> None:
    with house.visitor() as library, house.visitor() as own:
        (visit,) = visits(signed_in(library, "Ann"))
        assert "max-age" not in visit and "expires" not in visit
        (visit,) = visits(signed_in(own, "Rose", stays="true"))
        assert "max-age" in visit
        house.desk.now = lambda: NOW + timedelta(hours=23)
        assert library.get("/family").status_code == 200
        house.desk.now = lambda: NOW + timedelta(hours=48)
        assert library.get("/family").headers["location"] == "/sign-in"
        assert own.get("/me").status_code == 200


def test_who_ticked_it_once_has_not_ticked_it_for_ever(house: House) -> None:
    with house.visitor() as tablet:
        signed_in(tablet, "Ann", stays="true")
        send(tablet, "/family", "/sign-out")
        signed_in(tablet, "Ann")
        house.desk.now = lambda: NOW + timedelta(days=2)
        assert tablet.get("/family").headers["location"] == "/sign-in"


def visits(answer: httpx.Response) -> list[str]:
    set_ = answer.headers.get_list("set-cookie")
    return [each.lower() for each in set_ if each.startswith(f"{COOKIE}=")]


def test_a_form_that_does_not_say_where_it_comes_from_does_nothing(house: House) -> None:
    with house.visitor(F) as ann:
        form = {"mark": mark(ann, "/family"), "question": "Where did you two meet?"}
        del ann.headers["Origin"]
        answer = ann.post("/family/questions", data=form)
        assert answer.status_code == 403 and "another page" in answer.text
        for site in ("none", "same-site", "cross-site"):
            said = {"Sec-Fetch-Site": site}
            assert ann.post("/family/questions", data=form, headers=said).status_code == 403
        said = {"Sec-Fetch-Site": "same-origin"}
        assert ann.post("/family/questions", data=form, headers=said).status_code == 303
