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
        assert "call you" in parts["You said no to this"]
        assert "remember what you tell" in parts["I do this, unless you would rather not"]
        assert "after your death" in parts["Not decided yet"]
        assert "I record our talks" in parts["I do this, unless you would rather not"], (
            "a talk was held"
        )
        assert (
            "No, thank you" in parts["Not decided yet"]
            and "printed" not in parts["Not decided yet"]
        )
        assert all(
            part.count("printed") == 0 for name, part in parts.items() if "yes to" not in name
        )
        form = {"kind": "keep audio", "given": "false", "about": "", "of": ""}
        send(client, "/me/agreed", "/me/agreed", **form)
        assert (
            "sound of your voice" in client.get("/me/agreed").text.split("You said no to this")[1]
        )


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


def test_what_cannot_be_sent_from_this_house_is_not_offered(tmp_path: Path) -> None:
    made = furnished(tmp_path / "state")
    with served(made) as named, named.visitor(Role.FAMILY) as ann:
        said = ann.get("/family").text
        assert "No messages can be sent to you from this house yet." in said
        assert "By a messenger" not in said and 'action="/family/news"' not in said
        named.desk.reachable = str
        assert "By a messenger" in ann.get("/family").text


def test_she_is_called_you_and_a_talk_of_today_is_today(tmp_path: Path) -> None:
    made = furnished(tmp_path / "state")
    with served(made) as named, named.visitor(Role.NARRATOR) as rose:
        assert "Our next talk is today, at 10:00" in rose.get("/me").text
        folk = rose.get("/me/who").text.partition("Who may come in")[2].partition("</section>")[0]
        assert "<b>You</b><span>see everything</span>" in folk and "Rose" not in folk


def test_a_chapter_with_a_yes_to_every_piece_asks_for_none(tmp_path: Path) -> None:
    made = furnished(tmp_path / "state")
    library(made).write(NOW)
    with served(made) as named, named.visitor(Role.NARRATOR) as rose:
        assert "say yes to all of it at once" in rose.get("/me/book/chapters/childhood").text
        printed(named)
        said = rose.get("/me/book/chapters/childhood").text
        assert "Read and hear this chapter</a>" in said


def test_the_reason_for_a_question_that_is_not_asked_is_one_press_away(tmp_path: Path) -> None:
    made = furnished(tmp_path / "state")
    with served(made) as named, named.visitor(Role.FAMILY) as ann:
        form = {"question": "What is the PIN of your bank card?"}
        came = ann.get(send(ann, "/family", "/family/questions", **form).headers["location"]).text
        assert '<a href="#sent-back">The reason stands beside it.</a>' in came
        assert came.count('id="sent-back"') == 1
