"""The recogniser listens for the names of this life: those written first, and of those heard only what was told twice."""

from datetime import UTC, datetime
from pathlib import Path

from tellings import sitting, told

from voice_agent.archive import memory_tables, names_of_life
from voice_agent.archive.importing import bring_in
from voice_agent.archive.names_of_life import written_in
from voice_agent.archive.own_words import MISHEARD
from voice_agent.archive.record import Record
from voice_agent.assemble.second_hearing import names_to_hear
from voice_agent.memory.distil import Distiller
from voice_agent.memory.imported import parse
from voice_agent.memory.reading import PlainReader
from voice_agent.memory.thread import Setting
from voice_agent.settings import Settings
from voice_agent.settings_sections import Narrator, Safety

NOW = datetime(2026, 11, 2, 19, tzinfo=UTC)


def test_a_name_is_known_by_its_capital_and_a_sentence_s_first_word_is_none() -> None:
    asked = "Did Zbigniew go back to Gdańsk? Ann Miller says so. What of O'Brien's boat, the Heron?"
    assert [*written_in(asked)] == ["Zbigniew", "Gdańsk", "Ann Miller", "O'Brien", "Heron"]
    assert [*written_in("Grandpa's boat")] == []


def test_before_anything_was_told_the_settings_are_listened_for(tmp_path: Path) -> None:
    settings = Settings(
        state_directory=str(tmp_path / "state"),
        narrator=Narrator(name="Ann", names=["Caoimhe: keeva", "Zbigniew"]),
        safety=Safety(contacts=["Aoife Byrne | daughter | a | file:///dev/null"]),
    )
    with Record.open(tmp_path / "state") as record:
        heard = names_to_hear(settings, record.read)
        assert heard == ("Caoimhe", "Zbigniew", "Ann", "Aoife Byrne")
        assert not Record.exists(record.state)


def house(tmp_path: Path, *said: str) -> Record:
    record = Record.open(tmp_path / "state")
    record.begin(sitting())
    for number, words in enumerate(said, 1):
        record.turn(told(number, words))
    return record


def test_what_the_narrator_put_right_is_listened_for(tmp_path: Path) -> None:
    with house(tmp_path, "My friend Z. Big New lived in Kirkcaldy.") as record:
        words = "My friend Zbigniew lived in Kirkcaldy."
        record.correct(sitting().id, told(1, words).id, words, (), MISHEARD)
        assert names_of_life.names(record.read) == ("Zbigniew",)


def test_each_name_stands_once_in_the_order_of_the_settings(tmp_path: Path) -> None:
    with house(tmp_path, "A goat.") as record:
        assert names_of_life.names(record.read, ("Rhys", " rhys ", "Aoife", "")) == (
            "Rhys",
            "Aoife",
        )


def test_who_is_written_of_is_listened_for_unless_put_away(tmp_path: Path) -> None:
    life = "My sister Rosalind lived in Durham.\n\nRosalind married Edwin in 1960.\n"
    with Record.open(tmp_path / "state") as record:
        bring_in(
            record,
            parse(life.encode(), "life.txt"),
            PlainReader(),
            Setting(),
            narrator="Ann",
            now=NOW,
        )
        # whoever writes it spells it
        assert {*names_of_life.names(record.read)} == {"Rosalind", "Durham", "Edwin"}
        record.commit(lambda db: db.execute("INSERT INTO hidden SELECT id, '' FROM claims"))
        assert names_of_life.names(record.read) == ()


def test_who_was_only_heard_is_listened_for_once_told_of_twice(tmp_path: Path) -> None:
    said = ("My sister Rosalind lived in Durham.", "Rosalind married Edwin in 1960.")
    with house(tmp_path, *said) as record:
        listener = Distiller(PlainReader(), Setting(), (), 1)
        for turn in record.session(sitting().id).turns:
            found = listener.hear(turn)
            memory_tables.store(record, found.claims)
        assert names_of_life.names(record.read) == ("Rosalind",)
