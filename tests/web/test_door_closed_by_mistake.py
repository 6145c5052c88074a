"""A door that was closed by mistake is opened as it was, with the PIN, for a day; after that nothing of it is kept."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from web_house import (
    NOW,
    PIN,
    TALK,
    House,
    furnished,
    printed,
    remembered,
    send,
    served,
)

from voice_agent.archive import accounts, door_undone, family, memory_tables, sharing
from voice_agent.archive.accounts import Role

N, F, A = Role.NARRATOR, Role.FAMILY, Role.ADVOCATE

PEOPLE = "/me/people"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = furnished(tmp_path / "state")
    remembered(made)
    ann = made.people[F]
    sharing.share(made.book, sharing.story(made.book, TALK, 2), [ann.id], voice=True, now=NOW)
    printed(made, F)
    with served(made) as open_house:
        yield open_house


def closes(house: House, role: Role) -> str:
    id = house.people[role].id
    with house.visitor(N) as rose:
        send(rose, PEOPLE, f"{PEOPLE}/{id}/close")
    return id


def test_everything_is_as_it_was_and_she_comes_in_with_her_old_password(house: House) -> None:
    waited = family.waiting(house.book)
    id = closes(house, F)
    assert accounts.account(house.book, id) is None and family.waiting(house.book) == ()
    with house.visitor(N) as rose:
        assert "That was a mistake" in rose.get(PEOPLE).text
        done = send(rose, PEOPLE, f"{PEOPLE}/{id}/undo", pin=PIN)
        assert done.headers["location"] == f"{PEOPLE}?said=door_undone"
    house.devices.pop(F, None)
    with house.visitor(F) as ann:
        assert "blue enamel pot" in ann.get("/family").text
        assert "Bartholomew" in ann.get("/family/book/childhood").text
        assert ann.get(f"/family/stories/{TALK}/2/sound").content[:4] == b"RIFF"
    assert family.waiting(house.book) == waited


def test_without_the_pin_the_door_stays_closed(house: House) -> None:
    id = closes(house, F)
    with house.visitor(N) as rose:
        assert send(rose, PEOPLE, f"{PEOPLE}/{id}/undo", pin="0000").status_code == 403
    assert accounts.account(house.book, id) is None


def test_what_she_put_away_meanwhile_stays_away(house: House) -> None:
    id = closes(house, F)
    memory_tables.put_away(house.book, TALK, 2, NOW)
    with house.visitor(N) as rose:
        send(rose, PEOPLE, f"{PEOPLE}/{id}/undo", pin=PIN)
    assert sharing.shared_with(house.book, house.people[F]) == []
    memory_tables.bring_back(house.book, TALK, 2)
    assert sharing.shared_with(house.book, house.people[F]) == []


def test_what_she_keeps_to_herself_meanwhile_stays_hers(house: House) -> None:
    id = closes(house, F)
    sharing.share(house.book, sharing.story(house.book, TALK, 2), [], voice=False, now=NOW)
    with house.visitor(N) as rose:
        send(rose, PEOPLE, f"{PEOPLE}/{id}/undo", pin=PIN)
    assert sharing.shared_with(house.book, house.people[F]) == []


def test_nobody_has_to_look_for_the_password_to_go(house: House) -> None:
    closes(house, F)
    door_undone.let_go(house.book, NOW + timedelta(hours=23))
    assert house.book.read("SELECT 1 FROM kept WHERE key LIKE 'door closed %'")
    door_undone.let_go(house.book, NOW + timedelta(days=1, minutes=1))
    assert not house.book.read("SELECT 1 FROM kept WHERE key LIKE 'door closed %'")


def test_after_a_day_it_is_opened_by_a_link_alone_and_no_password_is_kept(house: House) -> None:
    id = closes(house, F)
    house.desk.now = lambda: NOW + timedelta(days=1, minutes=1)
    with house.visitor(N) as rose:
        page = rose.get(PEOPLE).text
        assert "That was a mistake" not in page and "Doors you closed" in page
        assert send(rose, PEOPLE, f"{PEOPLE}/{id}/undo", pin=PIN).status_code == 403
    assert house.book.read("SELECT 1 FROM kept WHERE key LIKE 'door closed %'") == []


def test_there_is_one_advocate_also_when_the_door_of_the_one_before_is_opened_again(
    house: House,
) -> None:
    id = closes(house, A)
    other = house.people[F].id
    house.book.commit(
        lambda db: db.execute(
            "INSERT INTO let_in (account, role, given, way, at) VALUES (?, 'advocate', 1, 'page', ?)",
            (other, NOW.isoformat()),
        )
    )
    door_undone.undo(house.book, id, NOW)
    again = accounts.account(house.book, id)
    assert again is not None and A not in again.roles
    now = accounts.advocate(house.book)
    assert now is not None and now.id == other
