"""What the pages say of years, people and consents holds, and can be read on a telephone."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from web_house import NOW, TALK, furnished, library, mark, printed, remembered, send, served, shared

from voice_agent.archive import sharing
from voice_agent.archive.accounts import Role
from voice_agent.archive.record import Record
from voice_agent.story import ConsentKind, Session, SessionId, Speaker, Turn, TurnId
from voice_agent.web import approved


def test_a_year_is_given_with_the_sentence_as_it_was_told(tmp_path: Path) -> None:
    made = furnished(tmp_path / "state")
    remembered(made)
    shared(made, 4)
    ann = made.people[Role.FAMILY]
    told = sharing.shared_with(made.book, ann)
    life = approved.life(made.book, ann, told)
    assert life.years
    assert all(any(year.what in story.text for story in told) for year in life.years)
    assert all(year.what[0].isupper() and year.what[-1] in ".!?" for year in life.years)
    assert not any(name.lower() == relation.lower() for name, relation in life.people)
    made.book.close()


def test_what_she_agreed_to_stands_apart_from_what_she_was_never_asked(tmp_path: Path) -> None:
    made = furnished(tmp_path / "state")
    shelves = library(made)
    shelves.consent(ConsentKind.PRINT, True, NOW)
    shelves.consent(ConsentKind.MESSAGE, False, NOW)
    with served(made) as named, named.visitor(Role.NARRATOR) as client:
        said = client.get("/me/agreed").text
        parts = {
            heading: part
            for each in said.split("<h2 ")[1:]
            for heading, _, part in [each.partition(">")[2].partition("</h2>")]
        }
        assert "printed" in parts["You said yes to this"]
        assert "call me" in parts["You said no to this"]
        assert "remember what I tell" in parts["I do this, unless you would rather not"]
        assert "after my death" in parts["Not decided yet"]
        assert "recorded" in parts["Not decided yet"], "and it is said how: aloud"
        assert all(
            part.count("printed") == 0 for name, part in parts.items() if "yes to" not in name
        )
        form = {"kind": "keep audio", "given": "false", "about": "", "of": ""}
        send(client, "/me/agreed", "/me/agreed", **form)
        assert "sound of my voice" in client.get("/me/agreed").text.split("You said no to this")[1]


@pytest.mark.parametrize("readers", [(), (Role.FAMILY,)], ids=["nobody", "Ann"])
def test_after_a_yes_to_a_chapter_the_page_says_who_reads_it_and_nobody_else(
    tmp_path: Path, readers: tuple[Role, ...]
) -> None:
    made = furnished(tmp_path / "state")
    printed(made, *readers)
    with served(made) as named, named.visitor(Role.NARRATOR) as client:
        said = client.get("/me/book/read/childhood?said=chapter_stands").text
    assert "Thank you. This chapter is in your book now." in said
    assert ("Ann may read your book." in said) == bool(readers)
    assert ("Nobody reads your book but you" in said) != bool(readers)
    assert "waits" not in said and "/me/book/save" not in said


def test_an_invitation_that_opens_on_this_device_alone_says_so(tmp_path: Path) -> None:
    made = furnished(tmp_path / "state")
    with served(made) as named, named.visitor(Role.NARRATOR) as client:
        form = {
            "mark": mark(client, "/me/people"),
            "name": "Joan",
            "role": "family",
            "relation": "niece",
        }
        said = client.post("/me/people/invite", data=form).text
    assert ("//localhost" in said or "//127.0.0.1" in said) == ("serve --lan" in said)
    assert "/invite" in said or "/join" in said


def test_two_stories_that_begin_alike_are_told_apart_by_their_day_or_hour(tmp_path: Path) -> None:
    made = furnished(tmp_path / "state")
    again = sharing.story(made.book, TALK, 2)
    for number, day, hour in ((2, 17, 16), (3, 19, 11)):
        began = datetime(2026, 11, day, hour, tzinfo=UTC)
        talk = SessionId(f"2026-11-{day}T{hour}-00-00Z-{number:04}")
        with Record.open(tmp_path / "state") as record:
            record.begin(Session(talk, "Rose", began))
            record.turn(Turn(TurnId(1), talk, Speaker.NARRATOR, again.text, 1.0, 9.0, began))
            record.finish(talk, began, "A kitchen.")
    with served(made) as named, named.visitor(Role.NARRATOR) as client:
        said = client.get("/me/stories").text
    assert said.count(again.title) == 3
    nineteenth, seventeenth = said.split("<section")[1:3]
    assert "19 November" in nineteenth and "Told at" not in nineteenth
    assert "Told at 10:00" in seventeenth and "Told at 16:00" in seventeenth
