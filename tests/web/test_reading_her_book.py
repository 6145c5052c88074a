"""She reads her own book as a book, hears it, says yes to a whole chapter at once, and takes back what she left out."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from web_house import (
    TALK,
    House,
    furnished,
    library,
    on_page,
    piece_of,
    printed,
    remembered,
    send,
    served,
    shared,
)

from voice_agent.archive import sharing
from voice_agent.archive.accounts import Role

N, F = Role.NARRATOR, Role.FAMILY

CHAPTER = "/me/book/read/childhood"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = furnished(tmp_path / "state")
    remembered(made)
    with served(made) as open_house:
        yield open_house


def test_one_button_lets_every_piece_of_a_chapter_stand_and_asks_for_no_other(
    house: House,
) -> None:
    printed(house, F)
    house.book.commit(lambda db: db.execute("DELETE FROM approvals"))
    pieces = library(house).drafted().passages
    left_out = pieces[0].id
    library(house).answer(left_out, given=False, readers=(), now=house.desk.now())
    with house.visitor(N) as rose, house.visitor(F) as ann:
        assert "Bartholomew" not in ann.get("/family/book/childhood").text
        form = on_page(rose, CHAPTER, "/me/book/save")
        assert f"piece {left_out}" not in form, "what she left out stays out"
        done = rose.post("/me/book/save", data=form)
        assert done.headers["location"] == f"{CHAPTER}?said=chapter_stands"
        assert not library(house).waiting()
        assert not library(house).answers()[left_out].given
        assert "/me/book/save" not in rose.get(CHAPTER).text
        assert "Bartholomew" in ann.get("/family/book/childhood").text


def test_one_button_leaves_a_whole_chapter_out(house: House) -> None:
    library(house).write(house.desk.now())
    with house.visitor(N) as rose:
        form = on_page(rose, CHAPTER, "/me/book/save")
        done = rose.post("/me/book/save", data={**form, "whole": "out"})
        assert done.headers["location"] == f"{CHAPTER}?said=chapter_out"
        assert {each.given for each in library(house).answers().values()} == {False}


def test_a_chapter_that_was_written_anew_meanwhile_is_not_approved_unread(house: House) -> None:
    library(house).write(house.desk.now())
    with house.visitor(N) as rose:
        form = on_page(rose, CHAPTER, "/me/book/save")
        of_the_pot = piece_of(house, "blue enamel pot").id
        stale = {name.replace(of_the_pot, "p-" + "0" * 16): value for name, value in form.items()}
        done = rose.post("/me/book/save", data=stale)
        assert done.status_code == 409
        assert library(house).answers() == {}


def test_she_hears_each_sentence_of_her_book_and_nobody_else_hears_it_there(house: House) -> None:
    library(house).write(house.desk.now())
    with house.visitor(N) as rose, house.visitor(F) as ann:
        page = rose.get(CHAPTER).text
        sounds = [part.split('"')[0] for part in page.split('href="')[1:] if "/sound/" in part[:40]]
        assert len(sounds) >= 4
        for each in sounds:
            answer = rose.get(each)
            assert answer.content[:4] == b"RIFF", each
            assert ann.get(each).status_code == 403
        assert rose.get(f"/me/book/sound/{TALK}/2/0-3").status_code == 404


def test_what_reads_otherwise_than_she_said_it_has_no_voice_beside_it(house: House) -> None:
    library(house).write(house.desk.now())
    with house.visitor(N) as rose:
        words = f"/me/stories/{TALK}/2/words"
        form = on_page(rose, words, "/me/words")
        before = rose.get(CHAPTER).text.count('class="play"')
        form["reads"] = str(form["reads"]).replace("by the millpond", "by the river")
        rose.post("/me/words", data=form)
        page = rose.get(CHAPTER).text
        assert "by the river" in page
        assert page.count('class="play"') < before


def test_leaving_a_piece_out_can_be_taken_back_at_once_and_it_is_as_it_was(house: House) -> None:
    """A piece that waited waits again: nobody reads what she has not said yes to."""
    library(house).write(house.desk.now())
    waited = library(house).waiting()
    with house.visitor(N) as rose:
        form = on_page(rose, "/me/book", "/me/book/save")
        (answer,) = [name for name in form if name.startswith("answer ")]
        done = rose.post("/me/book/save", data=form | {answer: "out"})
        where = done.headers["location"]
        id = answer.split()[1]
        assert id not in {each.id for each in library(house).waiting()}
        back = f"/me/book/pieces/{id}/again"
        assert "Take that back" in rose.get(where).text
        assert send(rose, where, back).status_code == 303
        assert library(house).waiting() == waited
        library(house).answer(id, given=True, readers=(), now=house.desk.now())
        send(rose, "/me/book", back)
        assert library(house).answers()[id].given, "an undo that comes twice takes back no yes"


def test_a_talk_is_rated_with_the_good_first_and_need_not_be(house: House) -> None:
    with house.visitor(N) as rose:
        page = rose.get("/me").text
        assert page.index("very good") < page.index("very low")
        assert "Carol sees what you choose here" in page
        form = on_page(rose, "/me", "/me/rating") | {"mood": "4"}
        again = rose.post("/me/rating", data=form)
        assert again.status_code == 400 and "one answer in each" in again.text
        assert 'value="4" required checked' in again.text, "what she chose is not lost"
        assert sharing.ratings(house.book) == {}
        rose.post("/me/rating", data=on_page(rose, "/me", "/me/rating") | {"skip": "true"})
        assert sharing.ratings(house.book) == {TALK: (None, None)}
        assert "How was our last talk?" not in rose.get("/me").text


def test_sharing_with_nobody_says_so_on_the_same_page(house: House) -> None:
    shared(house)
    place = f"/me/stories/{TALK}/2"
    with house.visitor(N) as rose:
        answer = send(rose, place, f"{place}/share", voice="true")
        assert answer.status_code == 400
        assert "Please choose who may see it" in answer.text and "Let it be seen by" in answer.text
    assert sharing.story(house.book, TALK, 2).audience
