"""What she agreed to: each yes is taken back by itself, she is told what goes with it, and it can be given again whole."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from web_house import NOW, TALK, House, furnished, printed, send, served, shared

from voice_agent.archive import book_copies, sharing
from voice_agent.archive.accounts import Role
from voice_agent.archive.record import Record
from voice_agent.archive.who_sees import Reader
from voice_agent.errors import BookRefused
from voice_agent.resources import resource
from voice_agent.storybook import plan
from voice_agent.storybook.house import HouseBook, Wanted

N, F = Role.NARRATOR, Role.FAMILY

STORY = f"/family/stories/{TALK}/2/sound"

CHAPTER = "/family/book/childhood"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = furnished(tmp_path / "state")
    shared(made)
    printed(made, F)
    with served(made) as open_house:
        yield open_house


def says(house: House, rose: httpx.Client, kind: str, yes: bool) -> None:
    """She presses the button beside what Ann may do."""
    form = {"kind": kind, "about": "Ann", "of": house.people[F].id, "given": str(yes).lower()}
    assert send(rose, "/me/agreed", "/me/agreed", **form).status_code in (200, 303)


def test_her_voice_is_taken_back_by_itself_and_given_again(house: House) -> None:
    with house.visitor(N) as rose, house.visitor(F) as ann:
        for hears in (True, False, True):
            says(house, rose, "voice", hears)
            assert "blue enamel" in ann.get("/family").text, "she reads on"
            assert (ann.get(STORY).status_code == 200) == hears
            chapter = ann.get(CHAPTER).text
            assert "blue enamel" in chapter and ("/family/book/sound/" in chapter) == hears
            assert ("may hear it" in rose.get("/me/who").text) == hears


def test_a_copy_in_which_she_is_heard_goes_with_her_voice(house: House, tmp_path: Path) -> None:
    ann = house.people[F]
    with Record.open(house.book.state) as record:
        for kind in ("folder", "docx"):
            (tmp_path / kind).mkdir()
            place = {(TALK, 2)}
            book_copies.made(record, kind, tmp_path / kind, "Ann", place, NOW, account=ann.id)
    with house.visitor(N) as rose:
        says(house, rose, "voice", False)
    assert not (tmp_path / "folder").exists() and (tmp_path / "docx").exists()


def test_no_copy_for_whoever_hears_nothing_holds_her_voice(house: House, tmp_path: Path) -> None:
    with house.visitor(N) as rose:
        says(house, rose, "voice", False)
    book = HouseBook("Rose", plan.read(resource("config/book/chapters.toml")))
    with Record.open(house.book.state) as record:
        made = book.copy(record, Wanted("folder", tmp_path / "book", Reader("Ann")), NOW)
        assert (made / "index.html").is_file() and not [*made.rglob("*.mp3")]
        for kind in ("audiobook", "bundle"):
            with pytest.raises(BookRefused):
                book.copy(record, Wanted(kind, tmp_path / kind, Reader("Ann")), NOW)


def test_a_yes_given_again_gives_back_what_was_shared_by_name(house: House) -> None:
    told = sharing.story(house.book, TALK, 4)
    sharing.share(house.book, told, {house.people[F].id}, voice=True, now=NOW)
    with house.visitor(N) as rose, house.visitor(F) as ann:
        assert "nor any of the 2 stories that you shared" in rose.get("/me/agreed").text
        says(house, rose, "recipient", False)
        assert "Bartholomew" not in ann.get("/family").text
        says(house, rose, "recipient", True)
        assert "Bartholomew" in ann.get("/family").text
        assert ann.get(f"/family/stories/{TALK}/4/sound").status_code == 200


def test_what_she_said_of_a_story_since_is_the_newer_word(house: House) -> None:
    told = sharing.story(house.book, TALK, 4)
    sharing.share(house.book, told, {house.people[F].id}, voice=True, now=NOW)
    with house.visitor(N) as rose, house.visitor(F) as ann:
        says(house, rose, "recipient", False)
        sharing.share(house.book, told, (), voice=False, now=NOW)
        says(house, rose, "recipient", True)
        assert "Bartholomew" not in ann.get("/family").text


def test_who_would_be_asked_to_call_is_named_and_that_yes_is_theirs(house: House) -> None:
    with house.visitor(N) as rose:
        assert "Tom may be asked to call you" in rose.get("/me/agreed").text
        form = {"kind": "message", "about": "Tom", "given": "true"}
        assert send(rose, "/me/agreed", "/me/agreed", **form).status_code == 303
    with Record.look(house.book.state) as record:
        assert record.consents()[-1].about == "Tom"
