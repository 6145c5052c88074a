"""A name that was heard otherwise than it is spelled: a person is asked, and their word holds everywhere."""

from pathlib import Path

import pytest
from tellings import sitting, told

from voice_agent.archive import memory_tables, misspelt, names_of_life, own_words
from voice_agent.archive.record import Record
from voice_agent.assemble.second_hearing import believed, meant
from voice_agent.memory.distil import Distiller
from voice_agent.memory.reading import PlainReader
from voice_agent.memory.thread import Setting
from voice_agent.settings import Settings
from voice_agent.settings_sections import Narrator

HEARD = (
    "My friend Z. Big New kept pigeons, and Z. Big New's dog ate them.",
    "We had Keever to tea. A goat.",
    "That was where I met Tim.",
)
NAMES = ("Zbigniew", "Caoimhe", "Tom")
SETTINGS = Settings(narrator=Narrator(names=["Zbigniew", "Caoimhe: keeva", "Tom"]))


@pytest.fixture
def record(tmp_path: Path) -> Record:
    record = Record.open(tmp_path / "state")
    record.begin(sitting())
    for number, words in enumerate(HEARD, 1):
        record.turn(told(number, words))
    misspelt.look(record, NAMES, meant(SETTINGS), sitting().id)
    return record


def asked(record: Record) -> list[tuple[str, str, int]]:
    return [(e.name, e.words, len(e.places)) for e in misspelt.perhaps(record.read, NAMES)]


def said(record: Record, number: int) -> str:
    return record.wordings(sitting().id, told(number).id)[-1].text


def test_what_sounds_like_a_name_is_asked_about_and_what_does_not_is_not(record: Record) -> None:
    assert asked(record) == [("Zbigniew", "Z. Big New", 2), ("Caoimhe", "Keever", 1)]


def test_a_yes_puts_it_right_wherever_it_was_heard_so_and_what_was_heard_stays(
    record: Record,
) -> None:
    first, _ = misspelt.perhaps(record.read, NAMES)
    own_words.save(record, misspelt.put_right(record.read, first), sitting().began)
    assert said(record, 1) == "My friend Zbigniew kept pigeons, and Zbigniew's dog ate them."
    assert own_words.recognised(record.read)[sitting().id, 1] == HEARD[0]
    assert asked(record) == [("Caoimhe", "Keever", 1)]
    assert "Zbigniew" in names_of_life.names(record.read)
    words = record.wordings(sitting().id, told(1).id)[-1].words
    heard = told(1, HEARD[0]).words
    assert (words[2].start, words[2].end) == (heard[2].start, heard[4].end)


def test_a_yes_to_one_name_of_a_story_takes_no_other_question_away(record: Record) -> None:
    record.turn(told(5, "Keever danced with Z. Big New, and Keever sang."))
    misspelt.look(record, NAMES, meant(SETTINGS), sitting().id)
    for name in ("Zbigniew", "Caoimhe"):
        (each,) = (each for each in misspelt.perhaps(record.read, NAMES) if each.name == name)
        own_words.save(record, misspelt.put_right(record.read, each), sitting().began)
    assert said(record, 5) == "Caoimhe danced with Zbigniew, and Caoimhe sang."
    assert asked(record) == []


def test_no_second_hearing_undoes_what_a_person_put_right(record: Record) -> None:
    first, _ = misspelt.perhaps(record.read, NAMES)
    own_words.save(record, misspelt.put_right(record.read, first), sitting().began)
    assert not believed(record, told(1, said(record, 1)), HEARD[0], 20)


def test_a_no_is_not_asked_again_and_keeps_no_word(record: Record) -> None:
    _, other = misspelt.perhaps(record.read, NAMES)
    misspelt.refuse(record, other)
    misspelt.look(record, NAMES, meant(SETTINGS), sitting().id)
    assert asked(record) == [("Zbigniew", "Z. Big New", 2)]
    kept = str(record.read("SELECT * FROM kept")).casefold()
    assert not [each for each in ("keever", "caoimhe", "big new", "zbigniew") if each in kept]


def test_of_what_is_erased_no_mark_is_left(record: Record) -> None:
    zbigniew, caoimhe = misspelt.perhaps(record.read, NAMES)
    misspelt.refuse(record, zbigniew)
    misspelt.propose(record, {(sitting().id, 2)}, "goat", "Gote")
    everything = str(record.read("SELECT * FROM kept"))
    record.commit(lambda db: misspelt.erase(db, {(sitting().id, 1), (sitting().id, 2)}))
    assert "Gote" in everything
    left = dict(record.read("SELECT key, value FROM kept"))
    assert [left[key] for key in (misspelt.REFUSED, misspelt.NOTED, misspelt.SPELLED)] == ["[]"] * 3
    assert caoimhe.name not in everything


def test_what_was_put_away_or_heard_anew_is_not_asked_about(record: Record) -> None:
    record.correct(sitting().id, told(2).id, "We had Keefer to tea.", (), "second hearing")
    found = Distiller(PlainReader(), Setting(), (), 1).hear(told(1, HEARD[0]))
    memory_tables.store(record, found.claims)
    memory_tables.put_away(record, sitting().id, 1, sitting().began)
    assert asked(record) == []


def test_a_name_of_this_life_is_not_taken_for_a_rarer_one(record: Record) -> None:
    record.turn(told(4, "And then came Catherine."))
    for names, found in ((("Catherine", "Kathryn"), 0), (("Kathryn", "Catherine"), 1)):
        misspelt.look(record, names, meant(SETTINGS), sitting().id)
        asked = [each for each in misspelt.perhaps(record.read, names) if each.places[0].turn == 4]
        assert len(asked) == found
