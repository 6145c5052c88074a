"""Whatever she can erase she can put away instead: it is out of every page and of the book, and one button brings it back.

Whoever could see it before sees it again when she says so, and not before.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from web_house import (
    NOW,
    QUICK,
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

from voice_agent.archive import (
    beside,
    book_copies,
    decided,
    erasing,
    family,
    letting_in,
    memory_tables,
    passages,
    sharing,
)
from voice_agent.archive.accounts import Account, Role
from voice_agent.archive.backups import back_up, restore
from voice_agent.archive.record import Record
from voice_agent.archive.session_tables import PUT_AWAY
from voice_agent.archive.who_sees import EVERYBODY
from voice_agent.conversation import past
from voice_agent.memory.events import Life
from voice_agent.memory.forgetting import What, Wish
from voice_agent.web import own_away

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


def given_to_ann_and_put_away(house: House) -> str:
    """A story that Ann could see and hear; returns where it stands."""
    told = sharing.story(house.book, TALK, SAYS_NOTHING)
    sharing.share(house.book, told, {house.people[F].id}, voice=True, now=NOW)
    place = f"/me/stories/{TALK}/{SAYS_NOTHING}"
    with house.visitor(N) as rose:
        send(rose, place, f"{place}/hide")
        assert "Ann could see it before" in rose.get(f"{place}/forget").text
    return place


@pytest.mark.parametrize("yes", [True, False])
def test_whoever_could_see_it_sees_it_again_after_a_yes_alone(house: House, yes: bool) -> None:
    place = given_to_ann_and_put_away(house)
    with house.visitor(N) as rose, house.visitor(F) as ann:
        send(rose, AWAY, f"{place}/show")
        asked = rose.get(place).text
        assert "Ann could see it before" in asked and "May Ann see it again?" in asked
        assert "blue enamel pot" not in ann.get("/family").text, "nobody, before she has said so"
        assert send(rose, place, f"{place}/again", yes=str(yes).lower()).status_code == 303
        assert ("blue enamel pot" in ann.get("/family").text) == yes
        assert sharing.story(house.book, TALK, SAYS_NOTHING).voice == yes, "heard as before"
        assert "could see it before" not in rose.get(place).text, "asked once"
        assert send(rose, place, f"{place}/again", yes="true").status_code == 409


def test_what_was_put_away_in_a_talk_comes_back_on_the_page_for_her_alone(house: House) -> None:
    shared(house, SAYS_NOTHING)
    memory_tables.put_away(house.book, TALK, SAYS_NOTHING, NOW)
    place = f"/me/stories/{TALK}/{SAYS_NOTHING}"
    with house.visitor(N) as rose, house.visitor(F) as ann:
        send(rose, AWAY, f"{place}/show")
        assert "blue enamel pot" not in ann.get("/family").text
        assert "Your whole family could see it before" in rose.get(place).text
        send(rose, place, f"{place}/again", yes="true")
        assert "blue enamel pot" in ann.get("/family").text
    assert sharing.story(house.book, TALK, SAYS_NOTHING).audience == {EVERYBODY}


def test_nobody_is_offered_whose_door_was_closed_meanwhile(house: House) -> None:
    place = given_to_ann_and_put_away(house)
    letting_in.close(house.book, house.people[F].id, NOW)
    with house.visitor(N) as rose:
        send(rose, AWAY, f"{place}/show")
        assert "could see it before" not in rose.get(place).text
        assert send(rose, place, f"{place}/again", yes="true").status_code == 409


def test_erased_it_leaves_no_trace_of_who_could_see_it(house: House) -> None:
    given_to_ann_and_put_away(house)
    kept = "SELECT value FROM kept WHERE key LIKE 'could see %'"
    assert house.book.read(kept)
    wish = Wish(What.TURN, f"{TALK} {SAYS_NOTHING}")
    with Record.open(house.book.state) as record:
        erasing.erase(record, wish, Life(), memory_tables.claims(record.read), NOW)
    assert house.book.read(kept) == []


def test_put_it_away_stands_once_on_the_page_of_a_story(house: House) -> None:
    with house.visitor(N) as rose:
        page = rose.get(f"/me/stories/{TALK}/{SAYS_NOTHING}").text
    assert page.count("Put it away") == 1


@pytest.fixture
def toms_picture(house: House) -> family.Photograph:
    """Tom sent it, and she told about it in a story that the whole family may see."""
    tom = letting_in.welcomed(house.book, "Tom", F, QUICK.hash("x"), NOW, relation="son")
    id = family.send_photograph(house.book, tom, b"\xff\xd8\xff", "The harbour", NOW)
    family.tell_about(house.book, id, TALK, SAYS_NOTHING)
    return family.photographs(house.book)[0]


def test_a_picture_that_is_put_away_is_shown_to_nobody_and_comes_back(
    house: House, toms_picture: family.Photograph, tmp_path: Path
) -> None:
    picture, words = f"/photographs/{toms_picture.id}.jpg", "The harbour"
    hers = ("/me/post", "/me/stories", f"/me/stories/{TALK}/{SAYS_NOTHING}")
    copy = tmp_path / "copy"
    copy.mkdir()
    with Record.open(house.book.state) as record:
        book_copies.made(record, "folder", copy, "Ann", {(TALK, SAYS_NOTHING)}, NOW)
    with house.visitor(N) as rose, house.visitor(F) as ann:
        assert picture in ann.get("/family").text
        assert send(rose, "/me/post", f"/me/pictures/{toms_picture.id}/hide").status_code == 303
        assert [each for each in hers if picture in rose.get(each).text] == []
        assert picture not in ann.get("/family").text
        assert ann.get(picture).status_code == 404
        assert not copy.exists(), "a copy on this device that holds it is made again without it"
        assert words in rose.get(AWAY).text and rose.get(picture).status_code == 200
        assert "One thing that can be brought back" in rose.get("/me").text
        assert family.picture(house.book.state, toms_picture).is_file(), "it is not erased"
        send(rose, AWAY, f"/me/pictures/{toms_picture.id}/show")
        assert [each for each in hers if picture in rose.get(each).text] == [*hers]
        assert picture in ann.get("/family").text


def test_no_talk_asks_about_a_picture_that_is_put_away(
    house: House, toms_picture: family.Photograph
) -> None:
    family.tell_about(house.book, toms_picture.id, None, None)
    with Record.look(house.book.state) as record:
        assert any("The harbour" in each.ask for each in past.wondered(record))
    with house.visitor(N) as rose:
        send(rose, "/me/post", f"/me/pictures/{toms_picture.id}/hide")
        assert "The harbour" not in rose.get(f"/talk?picture={toms_picture.id}").text
    with Record.look(house.book.state) as record:
        assert not any("The harbour" in each.ask for each in past.wondered(record))
        assert past.chosen(record, toms_picture.id) is None


def test_whoever_sent_a_picture_can_take_it_back_while_it_is_put_away(house: House) -> None:
    ann: Account = house.people[F]
    id = family.send_photograph(house.book, ann, b"\xff\xd8\xff", "The harbour", NOW)
    with house.visitor(N) as rose, house.visitor(F) as client:
        send(rose, "/me/post", f"/me/pictures/{id}/hide")
        assert "The harbour" in client.get("/family").text
        send(client, "/family", f"/family/photographs/{id}/take-back")
        assert "The harbour" not in rose.get(AWAY).text
    assert family.sent_photographs(house.book) == ()


def test_a_picture_put_away_comes_back_with_a_backup_still_put_away(
    house: House, toms_picture: family.Photograph, tmp_path: Path
) -> None:
    with house.visitor(N) as rose:
        send(rose, "/me/post", f"/me/pictures/{toms_picture.id}/hide")
    with Record.open(house.book.state) as record:
        file = back_up(record, tmp_path / "home.tar")
    restore(file, tmp_path / "new", NOW)
    with Record.look(tmp_path / "new") as record:
        (away,) = family.photographs_away(record)
        assert family.picture(record.state, away).is_file()


def test_a_relatives_note_is_put_away_and_comes_back_or_is_erased_on_a_second_word(
    house: House,
) -> None:
    ann, years = house.people[F], "/family/book/years"
    beside.put(house.book, ann, (TALK, REMEMBERED), "1952", "His papers say 1953.", NOW)
    (note,) = beside.notes(house.book)
    place = f"/me/book/notes/{note.number}"
    with house.visitor(N) as rose, house.visitor(F) as client:
        assert "His papers say 1953." in client.get(years).text
        send(rose, "/me/book", f"{place}/hide")
        assert "His papers" not in client.get(years).text + rose.get("/me/book").text
        send(rose, AWAY, f"{place}/show")
        assert "His papers say 1953." in client.get(years).text
        send(rose, "/me/book", f"{place}/hide")
        send(rose, AWAY, f"{place}/take-out")
        assert "His papers" not in rose.get(AWAY).text
    beside.put(house.book, ann, (TALK, REMEMBERED), "1952", "It was 1954.", NOW)
    assert len(beside.notes(house.book)) == 1, "a new note is not put away with an old one's number"


# -- her own book, and what she told on from a story

EVERYTHING = 6
"""Her answer that only goes on about Bartholomew: "Oh, everything." """


def put_away(rose: httpx.Client, turn: int = REMEMBERED) -> str:
    """She presses "Put it away" on the story's page; returns the page that comes then."""
    place = f"/me/stories/{TALK}/{turn}"
    return rose.get(send(rose, place, f"{place}/hide").headers["location"]).text


def test_her_own_book_leaves_out_what_is_put_away_before_it_is_written_anew(house: House) -> None:
    pages = ("/me/book", "/me/book/read/childhood", "/me/book/chapters/childhood")
    with house.visitor(N) as rose:
        many = len(library(house).drafted().passages)
        sounds = re.findall(r'href="(/me/book/sound/\S+/4/[\d-]+)"', rose.get(pages[1]).text)
        assert sounds and f"yes to {many} of {many} pieces" in rose.get("/me/book").text
        put_away(rose)
        assert [each for each in pages if WORDS[REMEMBERED] in rose.get(each).text] == []
        assert {rose.get(each).status_code for each in sounds} == {404}
        mine = rose.get("/me/book").text
        assert f"yes to {many - 1} of {many - 1} pieces" in mine
        assert "One piece is put away: nobody reads it." in mine
        put_away(rose, SAYS_NOTHING)
        assert "Everything in your book is put away: nobody reads it." in rose.get("/me/book").text
        gone = rose.get("/me/book/read/childhood")
        assert gone.status_code == 404 and "This chapter is put away: nobody reads it." in gone.text


def test_what_she_told_on_from_a_story_lies_with_it_and_comes_back_with_it(house: House) -> None:
    with house.visitor(N) as rose:
        assert "Everything<" in rose.get("/me/stories").text
        assert "put away with it: “Oh, everything.”" in put_away(rose)
        assert "Everything<" not in rose.get("/me/stories").text + rose.get("/me/who").text
        lies = rose.get(AWAY).text
        assert "“Oh, everything.”" in lies
        assert lies.count("/show") == 1 and own_away.many(house.desk) == 1
        send(rose, AWAY, f"/me/stories/{TALK}/{REMEMBERED}/show")
        assert memory_tables.hidden_turns(house.book.read) == frozenset()
        assert "everything" not in rose.get(AWAY).text


def test_it_is_said_before_the_press_what_goes_along(house: House) -> None:
    place = f"/me/stories/{TALK}/{REMEMBERED}"
    with house.visitor(N) as rose:
        assert [
            each for each in (place, f"{place}/forget") if "“Oh" not in rose.get(each).text
        ] == []


@pytest.mark.parametrize("again", ["true", "false"])
@pytest.mark.parametrize("written", [True, False])
def test_one_press_brings_all_of_it_back_for_her_alone_or_as_it_was(
    house: House, written: bool, again: str
) -> None:
    ann_reads = ("/family", "/family/book/childhood")
    with house.visitor(N) as rose, house.visitor(F) as ann:
        before = rose.get("/me/stories").text.count("<li>")
        assert all(WORDS[REMEMBERED] in ann.get(each).text for each in ann_reads)
        put_away(rose)
        if written:
            library(house).write(house.desk.now())
        send(rose, AWAY, f"/me/stories/{TALK}/{REMEMBERED}/show", again=again)
        assert rose.get("/me/stories").text.count("<li>") == before
        reads = {WORDS[REMEMBERED] in ann.get(each).text for each in ann_reads}
        assert reads == {again == "true"}


def test_whoever_read_it_in_the_book_alone_is_offered_it_again(house: House) -> None:
    told = sharing.story(house.book, TALK, REMEMBERED)
    sharing.share(house.book, told, (), voice=False, now=NOW)
    with house.visitor(N) as rose:
        put_away(rose)
        library(house).write(house.desk.now())
        assert 'name="again" value="true"' in rose.get(AWAY).text


def test_taken_back_and_out_of_the_book_it_is_nobodys_and_is_put_in_again(house: House) -> None:
    place, theirs = f"/me/stories/{TALK}/{REMEMBERED}", ("/family", "/family/book/childhood")
    with house.visitor(N) as rose, house.visitor(F) as ann:
        send(rose, place, f"{place}/retract", book="true")
        assert [each for each in theirs if WORDS[REMEMBERED] in ann.get(each).text] == []
        back = f"/me/book/pieces/{piece_of(house, WORDS[REMEMBERED]).id}/again"
        send(rose, AWAY, back, back="away")
        assert WORDS[REMEMBERED] in ann.get(theirs[1]).text


def test_what_she_told_on_from_a_story_stands_under_no_other_in_the_book(house: House) -> None:
    with house.visitor(N) as rose:
        put_away(rose)
        library(house).write(house.desk.now())
        turns = {int(s.turn) for p in library(house).drafted().passages for s in p.spans}
        assert turns == {SAYS_NOTHING}


def test_what_begins_something_of_its_own_does_not_go_along(house: House) -> None:
    with house.visitor(N) as rose:
        put_away(rose, SAYS_NOTHING)
        assert memory_tables.hidden_turns(house.book.read) == {(TALK, SAYS_NOTHING)}
        assert "Bartholomew" in rose.get("/me/stories").text


def test_what_went_along_stays_away_when_its_story_is_erased(house: House) -> None:
    memory_tables.put_away(house.book, TALK, REMEMBERED, NOW, told_on=True)
    wish = Wish(What.TURN, f"{TALK} {REMEMBERED}")
    with Record.open(house.book.state) as record:
        erasing.erase(record, wish, Life(), memory_tables.claims(record.read), NOW)
    memory_tables.erased(house.book, [f"{TALK} {REMEMBERED}"])
    memory_tables.show(house.book)
    assert (TALK, EVERYTHING) in memory_tables.hidden_turns(house.book.read)
    with house.visitor(N) as rose:
        send(rose, AWAY, f"/me/stories/{TALK}/{EVERYTHING}/show")
    assert memory_tables.hidden_turns(house.book.read) == frozenset()


def test_brought_back_in_a_talk_it_comes_with_what_went_along(house: House) -> None:
    memory_tables.put_away(house.book, TALK, REMEMBERED, NOW, told_on=True)
    assert (TALK, EVERYTHING) in memory_tables.hidden_turns(house.book.read)
    memory_tables.show(house.book, memory_tables.hidden_last(house.book.read))
    assert memory_tables.hidden_turns(house.book.read) == frozenset()


@pytest.mark.parametrize("written", [True, False])
def test_what_was_brought_back_is_read_in_the_book_after_a_new_yes_alone(
    house: House, written: bool
) -> None:
    book, words = "/family/book/childhood", WORDS[REMEMBERED]
    with house.visitor(N) as rose, house.visitor(F) as ann:
        assert words in ann.get(book).text
        put_away(rose)
        if written:
            library(house).write(house.desk.now())
        send(rose, AWAY, f"/me/stories/{TALK}/{REMEMBERED}/show")
        send(rose, "/me/book", "/me/book/write")
        assert words not in ann.get(book).text, "it is hers alone until she says so"
        assert "1 piece to read" in rose.get("/me").text
        id = piece_of(house, words).id
        library(house).answer(id, given=True, readers=(), now=NOW)
        assert words in ann.get(book).text
        send(rose, "/me/book", "/me/book/write")
        assert words in ann.get(book).text, "the new yes stays"


def test_a_backup_brings_no_yes_back_that_was_given_before_a_story_was_put_away(
    house: House, tmp_path: Path
) -> None:
    with Record.open(house.book.state) as record:
        file = back_up(record, tmp_path / "home.tar")
    with house.visitor(N) as rose:
        put_away(rose)
        send(rose, AWAY, f"/me/stories/{TALK}/{REMEMBERED}/show")
    id = piece_of(house, WORDS[REMEMBERED]).id
    assert id not in library(house).answers()
    restore(file, house.book.state, NOW)
    with Record.look(house.book.state) as record:
        assert id not in passages.approvals(record.read)


def test_just_put_away_she_is_not_shown_what_erasing_takes(house: House) -> None:
    with house.visitor(N) as rose:
        landed = put_away(rose)
        assert "What would be erased" not in landed and "Erase it for good</a>" in landed
