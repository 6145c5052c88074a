"""The book on the pages: read back piece by piece, read and heard by those it is for, and put away at a word."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from web_house import (
    NOW,
    TALK,
    House,
    field_for,
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

from voice_agent.archive import beside, book_copies, family, memory_tables, sharing
from voice_agent.archive.accounts import Role
from voice_agent.archive.erasing import erase
from voice_agent.archive.giving import export_everything
from voice_agent.archive.record import Record
from voice_agent.errors import AlreadyRunning
from voice_agent.memory.events import Life
from voice_agent.memory.forgetting import What, Wish
from voice_agent.resources import resource
from voice_agent.story import ConsentKind
from voice_agent.storybook import plan
from voice_agent.storybook.house import HouseBook as Bookmaker
from voice_agent.web.library import Library

N, F, C = Role.NARRATOR, Role.FAMILY, Role.CAREGIVER


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = furnished(tmp_path / "state")
    remembered(made)
    with served(made) as open_house:
        yield open_house


def answered(client: httpx.Client, page: str, answer: str, **more: str) -> httpx.Response:
    """The narrator chooses an answer on the page, and whom it is for where that is named, and saves."""
    form = on_page(client, page, "/me/book/save")
    form[field_for(form, "answer")] = answer
    return client.post(
        "/me/book/save", data=form | {field_for(form, k): v for k, v in more.items()}
    )


def test_nobody_reads_a_book_that_the_narrator_has_not_read(house: House) -> None:
    library(house).write(NOW)
    library(house).consent(ConsentKind.RECIPIENT, True, NOW, "Ann")
    with house.visitor(F) as client:
        assert "nothing in the book for you yet" in client.get("/family/book").text
        assert client.get("/family/book/childhood").status_code == 404


def test_nobody_reads_who_was_not_let_in_by_name(house: House) -> None:
    printed(house)
    with house.visitor(F) as client:
        assert "nothing in the book for you yet" in client.get("/family/book").text


def test_the_narrator_reads_each_piece_and_lets_it_stand_leaves_it_out_or_waits(
    house: House,
) -> None:
    with house.visitor(N) as client:
        assert "Nothing is written yet" in client.get("/me/book").text
        assert send(client, "/me/book", "/me/book/write").status_code == 303
        page = client.get("/me/book").text
        assert "May this be in your book?" in page and "Marigold" in page
        first, *_ = [each.id for each in library(house).waiting()]
        later = answered(client, "/me/book", "later")
        assert later.headers["location"].startswith("/me/book?after=")
        assert library(house).waiting()[0].id == first
        answered(client, "/me/book", "stands")
        second = library(house).waiting()[0].id
        for _ in library(house).waiting():
            answered(client, "/me/book", "out")
        assert "You have had your say on every piece" in client.get("/me/book").text
    said = library(house).answers()
    assert [said[each].given for each in (first, second)] == [True, False]
    assert said[first].way == "page"


def test_a_reader_reads_and_hears_what_stands_and_not_a_word_more(house: House) -> None:
    _, *others = printed(house, F)
    for each in others:
        library(house).answer(each, given=False, readers=(), now=NOW)
    with house.visitor(F) as client:
        page = client.get("/family/book").text
        assert "The Story of Rose" in page
        address = re.findall(r'href="(/family/book/[a-z_]+)"', page)[0]
        chapter = client.get(address).text
        assert "Marigold" in chapter and "Bartholomew" not in chapter
        for text in ("tidied", "verbatim"):
            assert "Bartholomew" not in client.get(f"{address}?text={text}").text
        sound = re.findall(r'class="play" href="([^"]+)"', chapter)[0]
        assert client.get(sound).content[:4] == b"RIFF"
        assert client.get(f"/family/book/sound/{TALK}/4/0-20").status_code == 404
    with house.visitor(N) as client:
        assert "Ann opened your book" in client.get("/me/looks").text


def test_the_years_of_single_stories_say_so_and_lead_to_those_of_the_book(house: House) -> None:
    shared(house)
    with house.visitor(F) as client:
        before = client.get("/family/life").text
        assert "stories that are shared with you one by one" in before
        assert "/family/book/years" not in before, "she may not read the book yet"
        printed(house, F)
        after = client.get("/family/life").text
        assert 'href="/family/book/years"' in after and 'href="/family/book/people"' in after


def test_a_copy_is_asked_for_once_and_the_narrator_is_asked(house: House) -> None:
    printed(house, F)
    with house.visitor(F) as ann:
        page = ann.get("/family/book").text
        wish = re.findall(r'name="question" value="([^"]+)"', page)
        assert wish and send(ann, "/family/book", "/family/questions", question=wish[0]).is_redirect
        assert "You have asked for one." in ann.get("/family/book").text
    assert family.waiting(house.book)[-1].question == "May Ann have a copy of your book at home?"


def test_a_piece_for_somebody_else_is_not_on_the_page(house: House) -> None:
    first, *_ = printed(house, F)
    library(house).answer(first, given=True, readers=("Tom",), now=NOW)
    with house.visitor(F) as client:
        pages = client.get("/family/book/childhood").text + client.get("/family/book/years").text
        assert "Marigold" not in pages


def test_a_piece_that_is_for_nobody_chosen_is_for_nobody(house: House) -> None:
    library(house).write(NOW)
    first = library(house).waiting()[0].id
    with house.visitor(N) as client:
        nobody = answered(client, "/me/book", "stands", whom="")
        assert nobody.status_code == 409 and "choose whom this piece is for" in nobody.text
        assert first not in library(house).answers()
        answered(client, "/me/book", "stands", whom=house.people[F].id)
    assert library(house).answers()[first].readers == (house.people[F].id,)


def test_a_relatives_other_date_stands_beside_and_the_book_says_what_was_told(
    house: House, tmp_path: Path
) -> None:
    printed(house, F)
    with house.visitor(F) as client:
        page = client.get("/family/book/years").text
        assert "1952" in page and "I know it otherwise" in page
        form = {"session": TALK, "turn": "4", "edtf": "1952", "note": "His papers say 1953."}
        assert send(client, "/family/book/years", "/family/book/notes", **form).status_code == 303
        page = client.get("/family/book/years").text
        assert "Ann: His papers say 1953." in page and "In 1952 my brother" in page
        stranger = send(client, "/family/book/years", "/family/book/notes", **{**form, "turn": "2"})
        assert stranger.status_code == 404
        blank = {**form, "note": " \x1c   "}
        assert send(client, "/family/book/years", "/family/book/notes", **blank).status_code == 400
    (note,) = beside.notes(house.book)
    with house.visitor(N) as client:
        assert "His papers say 1953." in client.get("/me/book").text
        send(client, "/me/book", f"/me/book/notes/{note.number}/take-out")
    assert beside.notes(house.book) == ()
    with house.visitor(C) as client:
        assert "1953" not in client.get("/care").text


def test_a_story_put_away_is_gone_from_every_page_and_comes_back_when_asked(
    house: House, tmp_path: Path
) -> None:
    printed(house, F)
    shared(house, 4)
    with Record.open(house.book.state) as record:
        copy = tmp_path / "copy"
        copy.mkdir()
        book_copies.made(record, "folder", copy, "Ann", {(TALK, 4)}, NOW)
        export_everything(record, tmp_path / "for my sons", NOW)
    with house.visitor(N) as client, house.visitor(F) as ann:
        page = client.get(f"/me/stories/{TALK}/4/forget").text
        assert str(tmp_path / "for my sons") in page
        assert (
            "If you erase it after that, this goes" in page
            and "The folder of 20 November 2026 for Ann" in page
        )
        assert "beyond our reach" in page
        assert "Bartholomew" in ann.get("/family").text
        send(client, f"/me/stories/{TALK}/4/forget", f"/me/stories/{TALK}/4/hide")
        for address in ("/family", "/family/life", "/family/book/childhood", "/family/book/years"):
            assert "Bartholomew" not in ann.get(address).text, address
        assert not copy.exists()
        send(client, f"/me/stories/{TALK}/4/forget", f"/me/stories/{TALK}/4/show")
        assert "Bartholomew" not in ann.get("/family").text, "sharing has to be said anew"
        chapters = [f"/family/book/{each.key}" for each in library(house).drafted().chapters]
        assert not any("Bartholomew" in ann.get(each).text for each in chapters), "and so the book"
        id = piece_of(house, "Bartholomew").id
        library(house).answer(id, given=True, readers=(), now=NOW)
        assert any("Bartholomew" in ann.get(each).text for each in chapters)


def test_erasing_takes_a_second_word_and_waits_for_the_end_of_a_talk(house: House) -> None:
    erased = list[tuple[str, int]]()

    def erase(session: str, turn: int) -> tuple[str, ...]:
        erased.append((session, turn))
        return ("Ann was given a folder.",)

    def talking(session: str, turn: int) -> tuple[str, ...]:
        raise AlreadyRunning("Somebody is telling.")

    house.desk.erase = erase
    place = f"/me/stories/{TALK}/4"
    with house.visitor(N) as client:
        assert send(client, f"{place}/forget", f"{place}/erase").status_code == 400
        assert erased == []
        done = send(client, f"{place}/forget", f"{place}/erase", sure="true")
        assert erased == [(TALK, 4)] and "Ann was given a folder." in done.text
        house.desk.erase = talking
        done = send(client, f"{place}/forget", f"{place}/erase", sure="true")
        assert "as soon as our talk is over" in done.text
        (kept,) = house.book.read("SELECT value FROM kept WHERE key = ?", (memory_tables.TO_ERASE,))
        assert kept == (f'["{TALK} 4"]',)
        assert sharing.story(house.book, TALK, 4).hidden
        send(client, f"{place}/forget", f"{place}/show")
    (kept,) = house.book.read("SELECT value FROM kept WHERE key = ?", (memory_tables.TO_ERASE,))
    assert kept == ("[]",), "brought back before the end of the talk, it stays"


def test_what_waits_to_be_erased_is_seen_by_nobody_even_where_nothing_was_made_of_it(
    house: House, tmp_path: Path
) -> None:
    printed(house, F)
    with Record.open(house.book.state) as record:
        copy = tmp_path / "copy"
        copy.mkdir()
        book_copies.made(record, "folder", copy, "Ann", {(TALK, 2)}, NOW)

    def talking(session: str, turn: int) -> tuple[str, ...]:
        raise AlreadyRunning("Somebody is telling.")

    house.desk.erase = talking
    place = f"/me/stories/{TALK}/2"
    assert not memory_tables.claims_of(house.book.read, TALK, 2)
    with house.visitor(N) as client, house.visitor(F) as ann:
        assert "Marigold" in ann.get("/family/book/childhood").text
        done = send(client, f"{place}/forget", f"{place}/erase", sure="true")
        assert "Nobody sees it until then" in done.text
        assert "Marigold" not in ann.get("/family/book/childhood").text
        assert not copy.exists()
        assert (TALK, 2) in memory_tables.hidden_turns(house.book.read)
        send(client, f"{place}/forget", f"{place}/show")
        library(house).answer(piece_of(house, "Marigold").id, given=True, readers=(), now=NOW)
        assert "Marigold" in ann.get("/family/book/childhood").text


def test_one_reader_called_in_two_ways_has_one_line_and_the_newest_answer(house: House) -> None:
    library(house).write(NOW)
    library(house).consent(ConsentKind.RECIPIENT, True, NOW, "my Ann")
    library(house).consent(ConsentKind.RECIPIENT, False, NOW, "Ann")
    with house.visitor(N) as client:
        page = client.get("/me/agreed").text
        assert page.count("may read what you said yes to.</b>") == 1
        refused = page[page.index("You said no to this") :]
        assert "Ann may read what you said yes to." in refused.split("</section>")[0]


def test_what_was_agreed_to_is_taken_back_on_the_page(house: House) -> None:
    printed(house, F)
    library(house).consent(ConsentKind.PRINT, True, NOW)
    with house.visitor(N) as client, house.visitor(F) as ann:
        assert "Ann may read" in client.get("/me/agreed").text
        assert "The Story of Rose" in ann.get("/family/book").text
        send(
            client,
            "/me/agreed",
            "/me/agreed",
            kind="recipient",
            about="Ann",
            of=house.people[F].id,
            given="false",
        )
        assert "nothing in the book for you yet" in ann.get("/family/book").text
        again = send(client, "/me/agreed", "/me/agreed", kind="recording", given="true")
        assert again.status_code == 400, "a yes to being recorded is said aloud"


def test_a_picture_stands_in_the_chapter_that_tells_its_story(house: House) -> None:
    printed(house, F)
    tom = family.send_photograph(house.book, house.people[N], b"\xff\xd8\xff", "The stove", NOW)
    family.tell_about(house.book, tom, TALK, 2)
    with house.visitor(F) as client:
        assert f"/photographs/{tom}.jpg" in client.get("/family/book/childhood").text
        assert client.get(f"/photographs/{tom}.jpg").status_code == 200


def test_a_story_that_is_erased_while_the_book_is_written_is_not_in_it(house: House) -> None:
    """She erases it on one page while another writes her book anew; nobody talks just then."""
    place = Wish(What.TURN, f"{TALK} 4")

    def erased_meanwhile() -> None:
        with Record.open(house.book.state, to_erase=True) as record:
            erase(record, place, Life(), memory_tables.claims(record.read), NOW)

    meanwhile = [erased_meanwhile]

    def alarm(_said: str) -> None:
        while meanwhile:
            meanwhile.pop()()

    chapters = plan.read(resource("config/book/chapters.toml"))
    shelves = Library(Bookmaker("Rose", chapters, alarm=alarm), house.book)
    book = shelves.write(NOW)
    assert not meanwhile and book.passages
    told = [s.text for p in shelves.drafted().passages for s in (*p.sentences, *p.verbatim)]
    assert any("blue enamel" in each for each in told)
    assert not any("Bartholomew" in each for each in told)
