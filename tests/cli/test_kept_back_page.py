"""`voice-agent memory kept-back` lists what was kept back in doubt, and keeps the narrator's word on it."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from voice_agent.archive import keeping_back, memory_tables
from voice_agent.archive.keeping_back import KeptBack
from voice_agent.archive.record import Record
from voice_agent.cli import app
from voice_agent.errors import MemoryRefused
from voice_agent.memory.privacy import PRIVATE, Privacy
from voice_agent.story import Session, SessionId, Speaker, Turn, TurnId

NOW = datetime(2026, 11, 28, tzinfo=UTC)
SESSION = SessionId("2026-11-28T10-00-00Z-0001")
TOLD = "My brother Walter drank the rent money at the Black Swan in the winter of 1953."


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    """A house in which one turn was kept back in doubt."""
    with Record.open(tmp_path / "state") as record:
        record.begin(Session(SESSION, "Ida", NOW))
        record.turn(Turn(TurnId(1), SESSION, Speaker.NARRATOR, TOLD, 1.0, 2.0, NOW))
        place = (SESSION, TurnId(1))
        keeping_back.put(record, [KeptBack(place, PRIVATE, (SESSION, TurnId(3)), doubt=True)], NOW)
    file = tmp_path / "house.toml"
    file.write_text(f'state_directory = "{tmp_path / "state"}"\n')
    return file


def run(settings: Path, *arguments: str) -> str:
    done = CliRunner().invoke(app, ["memory", "kept-back", *arguments, "--settings", str(settings)])
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.output


def test_what_was_kept_back_in_doubt_is_listed_and_can_be_let_go(
    settings: Path, tmp_path: Path
) -> None:
    (row,) = json.loads(run(settings, "--json"))
    assert row["begins"].startswith("My brother Walter") and row["kept back as"] == "private"
    with pytest.raises(MemoryRefused):
        run(settings, row["place"])
    assert "no longer kept back" in run(settings, row["place"], "--free")
    assert json.loads(run(settings, "--json")) == []
    with Record.look(tmp_path / "state") as record:
        assert not memory_tables.kept_back(record.read)


def test_the_narrators_word_that_it_belongs_there_is_kept(settings: Path, tmp_path: Path) -> None:
    (row,) = json.loads(run(settings, "--json"))
    assert "stays kept back" in run(settings, row["place"], "--keep")
    assert "Nothing is kept back in doubt" in run(settings)
    with Record.look(tmp_path / "state") as record:
        assert set(memory_tables.kept_back(record.read).values()) == {PRIVATE}


def test_what_another_wish_binds_is_not_said_to_be_free(settings: Path, tmp_path: Path) -> None:
    place = (SESSION, TurnId(1))
    with Record.open(tmp_path / "state") as record:
        said = "Only Beth is to hear that of Walter, and Hazel must not."
        record.turn(Turn(TurnId(5), SESSION, Speaker.NARRATOR, said, 3.0, 4.0, NOW))
        limit = Privacy(only=frozenset({"beth", "hazel"}), but=frozenset({"hazel"}))
        keeping_back.put(record, [KeptBack(place, limit, (SESSION, TurnId(5)))], NOW)
    answer = run(settings, f"{SESSION}/1", "--free")
    assert "stays kept back" in answer and "only for Beth." in " ".join(answer.split())
    with Record.look(tmp_path / "state") as record:
        assert memory_tables.kept_back(record.read) == {place: limit}


def test_who_frees_one_telling_hears_that_the_others_stay(settings: Path, tmp_path: Path) -> None:
    with Record.open(tmp_path / "state") as record:
        record.turn(Turn(TurnId(5), SESSION, Speaker.NARRATOR, TOLD, 3.0, 4.0, NOW))
        keeping_back.put(
            record, [KeptBack((SESSION, TurnId(5)), PRIVATE, (SESSION, TurnId(3)))], NOW
        )
    assert "in another telling" in " ".join(run(settings, f"{SESSION}/1", "--free").split())


def test_a_goodbye_and_a_wish_are_no_stories_to_decide_on(settings: Path, tmp_path: Path) -> None:
    with Record.open(tmp_path / "state") as record:
        for number, said in ((3, "Between us, that."), (4, "Well, goodbye for now.")):
            record.turn(Turn(TurnId(number), SESSION, Speaker.NARRATOR, said, 3.0, 4.0, NOW))
            row = KeptBack((SESSION, TurnId(number)), PRIVATE, (SESSION, TurnId(3)), doubt=True)
            keeping_back.put(record, [row], NOW)
    assert [each["begins"] for each in json.loads(run(settings, "--json"))] == [
        "My brother Walter drank the rent money"
    ]


@pytest.mark.parametrize(
    ("limit", "label"),
    [
        (Privacy(True, False, frozenset({"beth"}), frozenset({"beth", "hazel"})), "private"),
        (Privacy(only=frozenset({"beth"}), but=frozenset({"beth"})), "private"),
        (Privacy(only=frozenset({"beth"}), but=frozenset({"hazel"})), "only for Beth"),
        (Privacy(but=frozenset({"hazel", "beth"})), "not for Beth, Hazel"),
        (
            Privacy(
                after_death=True, but=frozenset({"hazel"}), sooner=frozenset({"beth", "hazel"})
            ),
            "not while I live, except Beth; not for Hazel",
        ),
    ],
)
def test_of_several_limits_one_true_label_is_left(limit: Privacy, label: str) -> None:
    assert limit.plainly(str.title) == label


def test_what_was_surely_found_to_go_with_it_is_listed_and_can_be_let_go_and_the_story_cannot(
    settings: Path, tmp_path: Path
) -> None:
    with Record.open(tmp_path / "state") as record:
        for number, said in ((5, "Walter drank it all again."), (7, "The Black Swan shut in May.")):
            record.turn(Turn(TurnId(number), SESSION, Speaker.NARRATOR, said, 3.0, 4.0, NOW))
        wish = (SESSION, TurnId(5))
        rows = [
            KeptBack(wish, PRIVATE, wish),
            KeptBack((SESSION, TurnId(7)), PRIVATE, wish, spread=True),
        ]
        keeping_back.put(record, rows, NOW)
    why = {each["begins"]: each["why"] for each in json.loads(run(settings, "--json"))}
    assert why == {
        "The Black Swan shut in May": "taken for that story",
        "My brother Walter drank the rent money": "please decide",
    }
    assert "no longer kept back" in run(settings, f"{SESSION}/7", "--free")
    with pytest.raises(MemoryRefused):
        run(settings, f"{SESSION}/5", "--free")
    with Record.look(tmp_path / "state") as record:
        assert (SESSION, TurnId(7)) not in memory_tables.kept_back(record.read)
        assert wish in memory_tables.kept_back(record.read)
