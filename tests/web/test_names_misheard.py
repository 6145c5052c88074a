"""The narrator says yes or no to a name that may have been misheard, and the family how one is spelled."""

import io
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import soundfile
from web_house import NOW, TALK, House, furnished, library, mark, printed, send, served

from voice_agent.archive import misspelt, sharing
from voice_agent.archive.accounts import Role
from voice_agent.archive.passages import Approval, approve
from voice_agent.archive.record import Record
from voice_agent.assemble.second_hearing import meant
from voice_agent.settings import Settings
from voice_agent.story import SessionId, TurnId, Word
from voice_agent.web.names import WAITING

NAMES = ("Zbigniew", "Caoimhe")
HEARD = "The first dance was with Z. Big New at the Locarno."
TURN = 4
LIKELY = meant(Settings())


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = furnished(tmp_path)
    words = tuple(Word(w, 20.0 + n / 2, 20.4 + n / 2, 0.5) for n, w in enumerate(HEARD.split()))
    with Record.open(tmp_path) as record:
        record.correct(SessionId(TALK), TurnId(TURN), HEARD, words, "second hearing")
    house.desk.names = lambda: NAMES
    misspelt.look(house.book, NAMES, LIKELY, TALK)
    told = sharing.story(house.book, TALK, TURN)
    reads = {house.people[Role.FAMILY].id}
    sharing.share(house.book, told, reads, voice=True, now=house.desk.now())
    with served(house) as there:
        yield there


def told(house: House) -> str:
    return sharing.story(house.book, TALK, TURN).text


def key(page: str) -> str:
    found = re.search(r'name="key" value="([^"]+)"', page)
    assert found
    return found[1]


def answer(client: httpx.Client, yes: str) -> httpx.Response:
    asked = key(client.get("/me/names").text)
    return send(client, "/me/names", "/me/names", key=asked, yes=yes)


def test_one_press_spells_a_name_right_for_everybody_and_keeps_the_voice(house: House) -> None:
    with house.visitor(Role.NARRATOR) as rose, house.visitor(Role.FAMILY) as tom:
        assert "1 to say yes or no to" in rose.get("/me").text
        assert "I heard “Z. Big New”" in rose.get("/me/names").text
        assert "Z. Big New" in tom.get("/family").text
        assert answer(rose, "true").status_code == 303
        assert "dance was with Zbigniew at" in tom.get("/family").text
        assert "to say yes or no to" not in rose.get("/me").text
        assert tom.get(f"/family/stories/{TALK}/{TURN}/sound").status_code == 200


def test_a_no_leaves_it_as_it_was_heard_and_is_not_asked_again(house: House) -> None:
    with house.visitor(Role.NARRATOR) as rose:
        asked = key(rose.get("/me/names").text)
        assert answer(rose, "false").status_code == 303
        assert "There is none just now." in rose.get("/me/names").text
        again = send(rose, "/me/stories", "/me/names", key=asked, yes="true")
        assert again.status_code == 404
    assert told(house) == HEARD


def test_the_family_says_how_a_name_is_spelled_and_the_narrator_is_asked(house: House) -> None:
    house.desk.names = lambda: ()
    with house.visitor(Role.FAMILY) as ann, house.visitor(Role.NARRATOR) as rose:
        assert "There is none just now." in rose.get("/me/names").text
        nonsense = (("Locarno", "Locarn0"), ("Locarno", "?!"), ("Locarno", "locarno"))
        sentence = ("Locarno", "Please ring me about the house")
        for words, name in (*nonsense, sentence, ("Locarno", "Locarno"), ("Berlin", "Merlin")):
            said = send(ann, "/family", "/family/names", words=words, name=name)
            assert said.status_code in (400, 404)
            assert "Nothing has been changed" in said.text
        assert "There is none just now." in rose.get("/me/names").text
        assert spelled(ann, "/family", "z. big new", "Zbigniew")
        assert "Is “Z. Big New” spelled “Zbigniew”?" in ann.get("/family").text
        twice = send(ann, "/family", "/family/names", words="z. big new", name="Zbigniew")
        assert twice.status_code == 409 and "asked that already" in twice.text
        assert told(house) == HEARD
        assert "Is that <b>Zbigniew</b>?" in rose.get("/me/names").text
        assert answer(rose, "true").status_code == 303
        now = ann.get("/family").text
        assert "dance was with Zbigniew at" in now and "spelled “Zbigniew”" not in now


def spelled(ann: httpx.Client, page: str, words: str, name: str) -> bool:
    """Does that page say, after it was sent from there, that the narrator is asked?"""
    here = {"Referer": str(ann.base_url.join(page))}
    form = {"mark": mark(ann, page), "words": words, "name": name}
    said = ann.post("/family/names", data=form, headers=here)
    return said.headers.get("location") == f"{page}?said=spelled"


def test_a_name_that_stands_in_the_book_alone_is_spelled_from_its_page(house: House) -> None:
    printed(house, Role.FAMILY)
    with house.visitor(Role.FAMILY) as ann, house.visitor(Role.NARRATOR) as rose:
        assert "Marigold" not in ann.get("/family").text
        (chapter,) = set(
            re.findall(r'"(/family/book/childhood[^"]*)"', ann.get("/family/book").text)
        )
        assert 'action="/family/names"' in ann.get("/family/book").text
        assert spelled(ann, chapter, "Marigold", "Marygold")
        assert "Is that <b>Marygold</b>?" in rose.get("/me/names").text


def test_what_the_narrator_said_no_to_is_not_promised_to_be_asked_again(house: House) -> None:
    with house.visitor(Role.FAMILY) as ann, house.visitor(Role.NARRATOR) as rose:
        assert answer(rose, "false").status_code == 303
        said = send(ann, "/family", "/family/names", words="Z. Big New", name="Zbigniew")
        assert said.status_code == 409 and "has said no to that already" in said.text


def test_she_is_not_flooded_with_spellings(house: House) -> None:
    house.desk.names = lambda: ()
    with house.visitor(Role.FAMILY) as ann:
        letters = "ABCDEFGHIJKLMNOPQRSTUVWX"
        said = [spelled(ann, "/family", "Locarno", f"Locarn{each}") for each in letters]
    assert said == [n < WAITING for n, _ in enumerate(letters)]


def test_whoever_reads_none_of_a_word_is_told_the_same_whether_it_was_said_or_not(
    house: House,
) -> None:
    story = sharing.story(house.book, TALK, TURN)
    newer = f"{HEARD} He kissed me, that married man."
    with Record.open(house.book.state) as record:
        record.correct(SessionId(TALK), TurnId(TURN), newer, (), "third hearing")
    with house.visitor(Role.FAMILY) as ann:
        assert "married" not in ann.get("/family").text
        answers = [
            send(ann, "/family", "/family/names", words=words, name=words.title())
            for words in ("married", "buried")
        ]
        assert [each.status_code for each in answers] == [404, 404]
        send(ann, "/family", "/family/names", words="Z. Big New", name="Zbigniew")
        assert "married" not in ann.get("/family").text
        sharing.share(house.book, story, (), voice=False, now=house.desk.now())
        said = send(ann, "/family", "/family/names", words="Z. Big New", name="Zbigniew")
        assert said.status_code == 404


def test_a_word_that_was_not_surely_heard_is_marked_and_one_tap_hears_it(house: House) -> None:
    heard = "The first dance was at the Locarno."
    words = tuple(
        Word(w, 20.0 + n / 2, 20.4 + n / 2, 0.2 if w == "Locarno." else 0.9)
        for n, w in enumerate(heard.split())
    )
    with Record.open(house.book.state) as record:
        record.correct(SessionId(TALK), TurnId(TURN), heard, words, "third hearing")
    library(house).write(NOW)
    with house.visitor(Role.NARRATOR) as rose:
        chapters = re.findall(r'"(/me/book/chapters/[^"]+)"', rose.get("/me/book").text)
        pages = "".join(rose.get(each).text for each in chapters)
        marked = re.findall(r'<a class="play unsure" href="([^"]+)"[^>]*>(\w+)<', pages)
        assert [word for _, word in marked] == ["Locarno"]
        address = marked[0][0].replace("&amp;", "&")
        sound, rate = soundfile.read(io.BytesIO(rose.get(address).content))
        assert 1.0 < len(sound) / rate < 2.5
        beyond = f"/me/stories/{TALK}/{TURN}/sound?began=0&ended=300"
        assert rose.get(beyond).status_code == 404
    with house.visitor(Role.FAMILY) as ann:
        assert ann.get(address).status_code in (302, 303, 403, 404)


def test_the_words_to_listen_to_again_are_listed_until_their_piece_is_answered_for(
    house: House,
) -> None:
    words = tuple(
        Word(w, 20.0 + n / 2, 20.4 + n / 2, 0.2 if w == "Locarno." else 0.9)
        for n, w in enumerate(HEARD.split())
    )
    with Record.open(house.book.state) as record:
        record.correct(SessionId(TALK), TurnId(TURN), HEARD, words, "third hearing")
    misspelt.look(house.book, NAMES, LIKELY, TALK)
    library(house).write(NOW)
    with house.visitor(Role.NARRATOR) as rose:
        page = rose.get("/me/book").text
        assert "One word to listen to again" in page and "“Locarno”" in page
        assert "One name in it may be spelled wrong" in page
        (piece,) = set(re.findall(r'class="button quiet" href="/me/book/pieces/([^"]+)"', page))
        approve(house.book, Approval(piece, True, NOW))
        after = rose.get("/me/book").text
        assert "to listen to again" not in after and "spelled wrong" not in after
