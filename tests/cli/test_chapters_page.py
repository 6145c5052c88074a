import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from typer.testing import CliRunner

from voice_agent.archive import keeping_back, own_words
from voice_agent.archive.accounts import Role
from voice_agent.archive.keeping_back import KeptBack
from voice_agent.archive.letting_in import welcomed
from voice_agent.archive.own_words import Changes
from voice_agent.archive.record import Record
from voice_agent.cli import app
from voice_agent.errors import BookRefused, PinRefused
from voice_agent.memory.clauses import sentences
from voice_agent.memory.privacy import PRIVATE
from voice_agent.memory.reading import PlainReader
from voice_agent.memory.rewording import Stretch
from voice_agent.story import Speaker
from voice_agent.storybook import tellers


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    """A house in which Margaret has told everything."""
    who = tellers.read(next(p for p in tellers.shipped() if p.stem == "margaret"))
    with Record.open(tmp_path / "state") as record:
        tellers.tell(record, who, PlainReader())
    file = tmp_path / "house.toml"
    file.write_text(
        f'state_directory = "{tmp_path / "state"}"\n[narrator]\nname = "Margaret"\nbirth_year = 1941\n'
    )
    return file


def run(settings: Path, *arguments: str, answers: str = "") -> str:
    done = CliRunner().invoke(
        app, ["chapters", *arguments, "--settings", str(settings)], input=answers
    )
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.output


def test_a_chapter_is_shown_as_she_wants_it_and_word_for_word_as_it_was_heard(
    settings: Path, tmp_path: Path
) -> None:
    run(settings, "write")
    with Record.open(tmp_path / "state") as record:
        turn = next(
            turn
            for each in record.sessions()
            for turn in record.session(each.id).turns
            if "Clementine" in turn.text
        )
        first, last = next(
            (a, b) for a, b in sentences(turn.text) if "Clementine" in turn.text[a:b]
        )
        done = Changes(1, 0, otherwise=(Stretch(first, last, "There was a cow called Otto."),))
        own_words.save(record, {(turn.session, turn.id): done}, turn.said_at)
    run(settings, "write")
    key = next(
        row["key"]
        for row in json.loads(run(settings, "list", "--json"))
        if "Otto" in run(settings, "show", row["key"])
    )
    assert "Clementine" not in " ".join(run(settings, "show", key).split())
    for text in ("chapter", "tidied", "verbatim"):
        shown = run(settings, "show", key, "--text", text)
        assert "Clementine" in shown and "Otto" not in shown, text
    with pytest.raises(BookRefused, match="no printed text"):
        run(settings, "show", key, "--text", "printed")


def test_the_book_is_written_read_back_approved_and_copied(settings: Path, tmp_path: Path) -> None:
    assert "6 chapters" in run(settings, "write")
    rows = json.loads(run(settings, "list", "--json"))
    assert {"childhood", "love"} <= {row["key"] for row in rows}
    assert all(row["approved"] == 0 for row in rows)
    assert "Clementine" in run(settings, "show", "childhood")
    asked = run(settings, "approve", answers="stop\nyes\nno\nstop\n")
    assert "1 of" in asked and "Shall it stand?" in asked
    ids = run(settings, "approve", "--ids").split()
    run(settings, "approve", *ids)
    assert run(settings, "approve", "--ids").split() == []
    run(settings, "consent", "Ann")
    made = run(settings, "export", str(tmp_path / "for Ann"), "--for", "Ann")
    assert "for Ann" in made
    assert (tmp_path / "for Ann/index.html").is_file()
    copies = json.loads(run(settings, "copies", "--json"))
    assert [(each["for"], each["there"]) for each in copies] == [("Ann", "yes")]


def test_the_list_of_chapters_shows_nothing_that_was_told(settings: Path) -> None:
    run(settings, "write")
    assert "Galena" not in run(settings, "list") and "goat" not in run(settings, "list", "--json")


def test_what_was_kept_for_after_death_is_opened_by_nobody_alone(
    settings: Path, tmp_path: Path
) -> None:
    with settings.open("a") as file:
        file.write('[safety]\ncontacts = ["Ann | daughter | |", "Tom | son | |"]\n')
    run(settings, "write")
    run(settings, "approve", *run(settings, "approve", "--ids").split())
    run(settings, "consent", "Ann")
    run(settings, "consent", "after death")
    with pytest.raises(BookRefused, match="not open"):
        run(settings, "export", str(tmp_path / "early"), "--for", "Ann", "--after-death")
    with pytest.raises(BookRefused, match="Nothing proves that you are Ann"):
        run(settings, "after-death", "begin", "Ann")
    account(tmp_path, "Ann Miller", Role.FAMILY)
    account(tmp_path, "Tom", Role.FAMILY)
    account(tmp_path, "Kenny", Role.CAREGIVER)
    with pytest.raises(BookRefused, match="not named Kenny"):
        say(settings, "Kenny")
    with pytest.raises(PinRefused):
        say(settings, "ann", typed="guessed")
    assert "A second person must say so" in say(settings, "Ann")
    assert "A second person must say so" in say(settings, "Ann Miller")  # she is the same one
    assert "unless the narrator speaks before" in say(settings, "Tom")
    with pytest.raises(BookRefused, match="not open"):
        run(settings, "export", str(tmp_path / "early"), "--for", "Ann", "--after-death")
    assert json.loads(run(settings, "after-death", "status", "--json"))["open"] is False
    assert "Taken back" in run(settings, "after-death", "stop")
    assert "Taken back" in run(settings, "after-death", "status")


def test_one_who_knows_the_pin_is_neither_two_people_nor_the_advocate(
    settings: Path, tmp_path: Path
) -> None:
    with settings.open("a") as file:
        file.write(
            '[safety]\nadvocate = "Vera | neighbour | |"\ncontacts = ["Ann | daughter | |", "Tom | son | |"]\n'
        )
        file.write('[memory]\npin = "1938"\n')
    assert "A second person must say so" in say(settings, "Vera", typed="1938")
    with pytest.raises(BookRefused, match="proves one person alone"):
        say(settings, "Ann", typed="1938")
    account(tmp_path, "Vera", Role.ADVOCATE)
    assert "unless the narrator speaks before" in say(settings, "Vera")


def account(tmp_path: Path, name: str, role: Role) -> None:
    with Record.open(tmp_path / "state") as record:
        welcomed(record, name, role, PasswordHasher().hash(f"{name} own"), datetime.now(UTC))


def say(settings: Path, name: str, *, typed: str = "") -> str:
    account = "Ann Miller" if name == "Ann" else name
    return run(settings, "after-death", "begin", name, answers=f"{typed or account + ' own'}\n")


def test_approve_says_what_is_left_out_and_lets_it_in(settings: Path) -> None:
    run(settings, "write")
    asked = " ".join(run(settings, "approve", answers="yes\nstop\nstop\n").split())
    assert "One sentence is left out: it puts something right." in asked
    assert (
        "“No, wait, it was nineteen sixty-three when we married, not nineteen sixty-two.”" in asked
    )
    assert "You put something right here. It is left out." in asked
    love = run(settings, "show", "love", "--text", "chapter")
    assert "No, wait, it was nineteen sixty-three when we married" in " ".join(love.split())
    again = run(settings, "approve", answers="stop\nstop\n")
    assert "left out" not in again


def kept_back(tmp_path: Path) -> None:
    """Two more answers are between Margaret and us."""
    with Record.open(tmp_path / "state") as record:
        (talk, *_) = record.sessions()
        told = [t for t in record.session(talk.id).turns if t.speaker is Speaker.NARRATOR][:2]
        rows = [KeptBack((t.session, t.id), PRIVATE, (t.session, t.id)) for t in told]
        keeping_back.put(record, rows, datetime.now(UTC))


def test_the_book_says_how_much_is_kept_back_and_not_in_it(settings: Path, tmp_path: Path) -> None:
    assert "One answer is kept back or put away, and in no chapter." in run(settings, "write")
    kept_back(tmp_path)
    said = "3 answers are kept back or put away, and in no chapter."
    assert said in run(settings, "write")
    assert said in run(settings, "approve", answers="stop\nstop\n")


def test_after_noes_alone_it_is_said_what_was_left_out(settings: Path) -> None:
    run(settings, "write")
    many = len(run(settings, "approve", "--ids").split())
    ended = " ".join(run(settings, "approve", answers="stop\nno\nno\nstop\n").split())
    assert "Kept: 2 pieces are left out: nobody else sees what you said no to" in ended
    assert f"{many - 2} still wait for an answer." in ended
    assert "Nothing was changed" in run(settings, "approve", answers="stop\nstop\n")


def test_a_chapter_or_a_text_that_is_not_there_is_named_in_whole_sentences(settings: Path) -> None:
    run(settings, "write")
    with pytest.raises(BookRefused) as refused:
        run(settings, "show", "the-moon")
    assert refused.value.what == "There is no chapter “the-moon”."
    (key, *_) = [row["key"] for row in json.loads(run(settings, "list", "--json"))]
    with pytest.raises(BookRefused) as refused:
        run(settings, "show", key, "--text", "sung")
    assert refused.value.what == "A chapter has no sung text." and "tidied" in refused.value.mend
