"""Whatever she can erase she can put away instead: it is out of every page and of the book, and one button brings it back."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from web_house import (
    TALK,
    House,
    furnished,
    library,
    on_page,
    printed,
    remembered,
    send,
    served,
    shared,
)

from voice_agent.archive import decided, memory_tables, sharing
from voice_agent.archive.accounts import Role
from voice_agent.archive.session_tables import PUT_AWAY

N, F = Role.NARRATOR, Role.FAMILY

AWAY = "/me/away"

SAYS_NOTHING = 2
"""A story of which memory has made nothing yet."""

REMEMBERED = 4
"""One of which it has."""

WORDS = {SAYS_NOTHING: "blue enamel pot", REMEMBERED: "Bartholomew"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = furnished(tmp_path / "state")
    remembered(made)
    shared(made, SAYS_NOTHING)
    shared(made, REMEMBERED)
    printed(made, F)
    with served(made) as open_house:
        yield open_house


@pytest.mark.parametrize("turn", [SAYS_NOTHING, REMEMBERED])
def test_a_story_that_is_put_away_is_on_no_page_and_one_button_brings_it_back(
    house: House, turn: int
) -> None:
    place, words = f"/me/stories/{TALK}/{turn}", WORDS[turn]
    hers = ("/me", "/me/stories", "/me/who", "/me/known")
    theirs = ("/family", "/family/life", "/family/book", "/family/book/childhood")
    with house.visitor(N) as rose, house.visitor(F) as ann:
        assert any(words in ann.get(each).text for each in theirs)
        done = send(rose, place, f"{place}/hide")
        assert done.status_code == 303
        library(house).write(house.desk.now())  # a talk is held, and the book written anew
        assert [each for each in hers if words in rose.get(each).text] == []
        assert [each for each in theirs if words in ann.get(each).text] == []
        assert not any(
            words in s.text for p in library(house).drafted().passages for s in p.sentences
        )
        title = sharing.story(house.book, TALK, turn).title
        assert title in rose.get(AWAY).text
        assert on_page(rose, AWAY, f"{place}/show")
        send(rose, AWAY, f"{place}/show")
        assert title in rose.get("/me/stories").text
        assert title not in rose.get(AWAY).text
        library(house).write(house.desk.now())
        assert any(words in s.text for p in library(house).drafted().passages for s in p.sentences)


def test_what_memory_makes_later_of_a_story_that_is_put_away_is_away_too(tmp_path: Path) -> None:
    made = furnished(tmp_path / "state")
    memory_tables.put_away(made.book, TALK, REMEMBERED, made.desk.now())
    remembered(made)
    assert memory_tables.hidden(made.book.read) == {"c-1"}
    memory_tables.bring_back(made.book, TALK, REMEMBERED)
    assert memory_tables.hidden(made.book.read) == frozenset()
    made.book.close()


def test_erased_or_brought_back_nothing_waits_any_more(house: House) -> None:
    for undo in (
        lambda: memory_tables.bring_back(house.book, TALK, SAYS_NOTHING),
        lambda: memory_tables.erased(house.book, [f"{TALK} {SAYS_NOTHING}"]),
    ):
        memory_tables.put_away(house.book, TALK, SAYS_NOTHING, house.desk.now())
        assert memory_tables.hidden_turns(house.book.read) == {(TALK, SAYS_NOTHING)}
        undo()
        assert memory_tables.hidden_turns(house.book.read) == frozenset()
        assert house.book.read("SELECT value FROM kept WHERE key = ?", (PUT_AWAY,)) == [("[]",)]


def test_a_rescued_house_still_knows_what_was_put_away(house: House) -> None:
    memory_tables.put_away(house.book, TALK, SAYS_NOTHING, house.desk.now())
    known = decided.beside(house.book.state)
    assert known is not None
    assert [TALK, SAYS_NOTHING, "private"] in [list(each) for each in known.rows["limits"]]


def test_a_story_is_put_away_before_it_can_be_erased(house: House) -> None:
    for turn in WORDS:
        place = f"/me/stories/{TALK}/{turn}"
        with house.visitor(N) as rose:
            assert f"{place}/erase" not in rose.get(f"{place}/forget").text
            send(rose, place, f"{place}/hide")
            assert f"{place}/erase" in rose.get(f"{place}/forget").text


def test_a_piece_that_was_left_out_is_put_in_again_by_one_button(house: House) -> None:
    id = next(iter(library(house).answers()))
    library(house).answer(id, given=False, readers=(), now=house.desk.now())
    with house.visitor(N) as rose:
        back = f"/me/book/pieces/{id}/again"
        done = send(rose, AWAY, back, back="away")
        assert done.headers["location"].startswith(AWAY)
        assert library(house).answers()[id].given
        assert back not in rose.get(AWAY).text
