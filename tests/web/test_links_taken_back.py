"""A link that nobody has used yet is listed for whoever made it, and opens nothing once it is taken back."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from web_house import NOW, PASSWORD, QUICK, House, furnished, link_on, send, served, take_up

from voice_agent.archive import accounts, invitations, letting_in
from voice_agent.archive.accounts import Role

N, C = Role.NARRATOR, Role.CAREGIVER


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with served(furnished(tmp_path / "state")) as open_house:
        yield open_house


def words(client: httpx.Client, address: str) -> str:
    """A page as one reads it, opened anew."""
    return " ".join(re.sub(r"<[^>]+>", " ", client.get(address).text).split())


def invited(client: httpx.Client, name: str) -> str:
    made = send(client, "/care/people", "/care/people/invite", name=name, relation="niece")
    return link_on(made)


def presses(client: httpx.Client, page: str, of: str = "invitations") -> list[str]:
    return re.findall(rf'action="([^"]+/{of}/\w+/take-back)"', client.get(page).text)


def test_after_the_page_is_left_a_caregiver_sees_whom_she_invited_and_takes_it_back(
    house: House,
) -> None:
    with house.visitor(C) as carol:
        link = invited(carol, "Lucy")
        seen = words(carol, "/care/people")
        assert "Links that nobody has used yet" in seen
        assert (
            "Lucy Rose’s niece to come in as one of the family, until Monday, 23 November" in seen
        )
        assert link.rpartition("/")[2] not in carol.get("/care/people").text
        (press,) = presses(carol, "/care/people")
        said = send(carol, "/care/people", press)
        assert "That link opens nothing any more." in words(carol, said.headers["location"])
        assert presses(carol, "/care/people") == []
    with house.visitor() as lucy:
        assert lucy.get(link).status_code == 403
    assert letting_in.waiting(house.book) == ()


def test_a_link_that_was_used_or_grew_too_old_is_not_listed_and_not_taken_back(
    house: House,
) -> None:
    with house.visitor(C) as carol, house.visitor() as lucy:
        link = invited(carol, "Lucy")
        (press,) = presses(carol, "/care/people")
        take_up(lucy, link)
        late = send(carol, "/care/people", press)
        assert late.status_code == 409 and "was used in the meantime" in late.text
        assert 'href="/care/people">Go back' in late.text
        assert [each.account.name for each in letting_in.waiting(house.book)] == ["Lucy"]
        invited(carol, "Ben")
        assert len(presses(carol, "/care/people")) == 1
    with house.visitor(C) as carol:
        house.desk.now = lambda: NOW + timedelta(days=4)
        send(carol, "/sign-in", "/sign-in", name="Carol", password=PASSWORD)
        assert presses(carol, "/care/people") == []


def test_nobody_sees_or_takes_back_what_somebody_else_made(house: House) -> None:
    with house.visitor(N) as rose, house.visitor(C) as carol:
        form = {"name": "Tim", "relation": "brother", "role": "family"}
        link = link_on(send(rose, "/me/people", "/me/people/invite", **form))
        assert "Tim" not in words(carol, "/care/people")
        (press,) = presses(rose, "/me/people")
        theft = press.replace("/me/", "/care/")
        assert send(carol, "/care/people", theft).status_code == 409
        with house.visitor() as tim:
            assert tim.get(link).status_code == 200
        send(rose, "/me/people", press)
        with house.visitor() as tim:
            assert tim.get(link).status_code == 403


def test_whoever_used_the_link_and_waits_is_taken_back_until_rose_has_said_something(
    house: House,
) -> None:
    with house.visitor(C) as carol, house.visitor() as lucy:
        take_up(lucy, invited(carol, "Lucy"))
        assert lucy.get("/waiting").status_code == 200
        (press,) = presses(carol, "/care/people", "waiting")
        said = send(carol, "/care/people", press)
        assert "they wait no more" in words(carol, said.headers["location"])
        assert lucy.get("/waiting").headers.get("location") == "/sign-in"
        assert send(carol, "/care/people", press).status_code == 409
    assert letting_in.waiting(house.book) == ()
    for table in ("accounts", "invites", "asked_in", "sign_ins", "devices"):
        assert "Lucy" not in str(house.book.read(f"SELECT * FROM {table}"))


@pytest.mark.parametrize("given", [True, False])
def test_what_rose_has_answered_is_hers_and_another_caregivers_guest_is_not_taken_back(
    house: House, given: bool
) -> None:
    with house.visitor(C) as carol, house.visitor() as lucy:
        take_up(lucy, invited(carol, "Lucy"))
        (waits,) = letting_in.waiting(house.book)
        press = f"/care/people/waiting/{waits.account.id}/take-back"
        other = letting_in.welcomed(house.book, "Dora", C, QUICK.hash(PASSWORD), NOW)
        assert not invitations.take_back_waiting(house.book, other, waits.account.id)
        letting_in.answer(house.book, waits.account.id, Role.FAMILY, given, "voice", NOW)
        assert send(carol, "/care/people", press).status_code == 409
        assert presses(carol, "/care/people", "waiting") == []
    assert accounts.account(house.book, waits.account.id)
