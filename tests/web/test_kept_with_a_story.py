"""The narrator's page "Kept back" shows all that was kept back with a story, in doubt or not, and lets each of it go."""

from pathlib import Path

from web_house import NOW, TALK, House, furnished, send, served

from voice_agent.archive import keeping_back
from voice_agent.archive.accounts import Role
from voice_agent.archive.keeping_back import KeptBack
from voice_agent.archive.record import Record
from voice_agent.memory.privacy import PRIVATE
from voice_agent.story import SessionId, TurnId

KITCHEN, BROTHER = 2, 4


def place(turn: int) -> tuple[SessionId, TurnId]:
    return TALK, TurnId(turn)


def kept_with_what_was_told_last(house: House, *rows: tuple[int, bool]) -> None:
    """Turns that the wish was spread to, each with whether that is in doubt."""
    with Record.open(house.book.state) as record:
        wish = place(6)
        spread = [KeptBack(place(t), PRIVATE, wish, doubt=d, spread=True) for t, d in rows]
        keeping_back.put(record, [KeptBack(wish, PRIVATE, wish), *spread], NOW)


def test_what_is_in_doubt_is_asked_and_what_was_taken_for_it_stands_beside_it(
    tmp_path: Path,
) -> None:
    made = furnished(tmp_path / "state")
    kept_with_what_was_told_last(made, (KITCHEN, True), (BROTHER, False))
    with served(made) as house, house.visitor(Role.NARRATOR) as rose:
        assert "1 that may belong to something you keep back" in rose.get("/me").text
        asked, _, taken = rose.get("/me/kept").text.partition("Kept back with a story")
        assert "please decide" in asked and "Marigold" in asked and "Bartholomew" not in asked
        assert "Bartholomew" in taken and "Marigold" not in taken


def test_what_was_taken_for_it_is_let_go_or_kept_on_the_page(tmp_path: Path) -> None:
    made = furnished(tmp_path / "state")
    kept_with_what_was_told_last(made, (KITCHEN, False), (BROTHER, False))
    with served(made) as house, house.visitor(Role.NARRATOR) as rose:
        assert "2 taken for something you keep back" in rose.get("/me").text
        page = rose.get("/me/kept").text
        assert "please decide" not in page and "Nothing waits" not in page
        send(rose, "/me/kept", f"/me/kept/{TALK}/{KITCHEN}", free="true")
        answer = send(rose, "/me/kept", f"/me/kept/{TALK}/{BROTHER}", free="false")
        assert "It stays kept back" in rose.get(answer.headers["location"]).text
        assert "Nothing waits for your word" in rose.get("/me/kept").text
        assert "/me/kept" not in rose.get("/me").text
    with Record.look(made.book.state) as record:
        assert {int(at) for _, at in keeping_back.bound(record.read)} == {BROTHER, 6}


def test_the_story_itself_is_not_let_go_there(tmp_path: Path) -> None:
    made = furnished(tmp_path / "state")
    kept_with_what_was_told_last(made, (KITCHEN, True))
    with served(made) as house, house.visitor(Role.NARRATOR) as rose:
        assert "Oh, everything" not in rose.get("/me/kept").text
        send(rose, "/me/kept", f"/me/kept/{TALK}/6", free="true")
    with Record.look(made.book.state) as record:
        assert place(6) in keeping_back.bound(record.read)
