"""What is left out of the narrator's book stands on her page with its reason, and one press lets it in."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from web_house import (
    NOW,
    TALK,
    House,
    furnished,
    library,
    printed,
    remembered,
    send,
    served,
)

from voice_agent.archive.accounts import Role
from voice_agent.archive.record import Record
from voice_agent.storybook.pages import Book
from voice_agent.web.own_marks import marked

N, F, C = Role.NARRATOR, Role.FAMILY, Role.CAREGIVER
PARROT = "By, it's like talking to the parrot."


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = furnished(tmp_path / "state")
    remembered(made)
    with Record.look(made.book.state) as record:
        last = [t for t in record.session(TALK).turns if t.text][-1]
        mine = next(t for t in record.session(TALK).turns if t.id == 4)
    with Record.open(made.book.state) as record:
        record.turn(replace(mine, id=type(last.id)(last.id + 1), text=PARROT, words=()))
    with served(made) as open_house:
        yield open_house


def tidied(book: Book) -> str:
    return " ".join(s.text for p in book.passages for s in p.tidied)


def press(client: httpx.Client, key: str, stands: str) -> httpx.Response:
    return send(client, "/me/book", "/me/book/marks", sentence=key, stands=stands)


def test_the_page_says_how_much_is_left_out_and_one_press_lets_it_in(house: House) -> None:
    library(house).write(NOW)
    assert PARROT not in tidied(library(house).drafted())
    with house.visitor(N) as client:
        page = client.get("/me/book").text
        assert "One sentence is left out: you said it to me." in page
        for each in library(house).drafted().passages:
            library(house).answer(each.id, given=True, readers=(), now=NOW)
        page = client.get("/me/book").text
        assert "talking to the parrot" in page and "You may have said this to me." in page
        (one,) = marked(library(house).drafted().passages)
        done = press(client, one.key, "true")
        assert done.status_code == 303 and "said=stands_in" in done.headers["location"]
        assert PARROT in tidied(library(house).drafted())
        assert (
            "left out"
            not in client.get("/me/book")
            .text.split("Who may read it")[0]
            .split("What I was not sure of")[0]
        )
        (one,) = marked(library(house).drafted().passages)
        assert not one.doubt.out and one.doubt.answered
        assert "said=stands_out" in press(client, one.key, "false").headers["location"]
        assert PARROT not in tidied(library(house).drafted())


def test_a_piece_that_was_approved_waits_once_more_when_a_sentence_comes_in(house: House) -> None:
    printed(house, F)
    assert library(house).waiting() == ()
    with house.visitor(N) as client:
        (one,) = marked(library(house).drafted().passages)
        press(client, one.key, "true")
    assert any("parrot" in s.text for p in library(house).waiting() for s in p.tidied)
    with house.visitor(F) as client:
        assert "parrot" not in client.get("/family/book/childhood").text


def test_no_reader_and_no_caregiver_sees_or_changes_a_mark(house: House) -> None:
    printed(house, F)
    (one,) = marked(library(house).drafted().passages)
    for role in (F, C):
        with house.visitor(role) as client:
            assert "You may have said this to me" not in client.get("/family/book/childhood").text
            at = "/family" if role is F else "/care"
            gone = send(client, at, "/me/book/marks", sentence=one.key, stands="true")
            assert gone.status_code in (303, 403, 404) and "said=" not in gone.headers.get(
                "location", ""
            )
    assert marked(library(house).drafted().passages) == [one]


def test_a_mark_that_is_no_more_changes_nothing(house: House) -> None:
    library(house).write(NOW)
    with house.visitor(N) as client:
        assert press(client, f"{TALK}/4/1-0-3", "true").status_code == 404
        assert press(client, "no sentence at all", "true").status_code == 404
