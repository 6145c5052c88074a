"""What must not be sent is looked up as it stands: each wish, each word taken back and each new telling changes it."""

from pathlib import Path

import pytest
from tellings import NOON, sitting, told

from voice_agent.archive import keeping_back, memory_tables
from voice_agent.archive.keeping_back import KeptBack
from voice_agent.archive.last_look import Looking
from voice_agent.archive.record import Record
from voice_agent.memory.privacy import Privacy
from voice_agent.story import TO_US, Speaker

ONE, TWO = "2026-11-21T12-00-00Z-0001", "2026-11-22T12-00-00Z-0002"
GOAT = "We had a goat in the yard that ate the washing off the line."
WISHES = ("Keep that between us.", "I'll tell you something, but keep it to yourself.")
SECRET = "My brother Quillfeather hid the marzipan tin with the rent in it."


def tell(record: Record, session: str, *lines: str) -> None:
    record.begin(sitting(session))
    for number, line in enumerate(lines, 1):
        record.turn(told(number, line, session=session, kind=TO_US if line in WISHES else ""))


def test_each_wish_counts_from_the_moment_it_is_in_the_record(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        tell(record, ONE, GOAT, SECRET)
        record.finish(sitting(ONE).id, NOON, "")
        look = Looking(record)
        assert not look().holds("What did Quillfeather do?")
        place = (sitting(ONE).id, told(2, SECRET, session=ONE).id)
        keeping_back.put(record, [KeptBack(place, Privacy(but=frozenset({"ann"})), place)], NOON)
        assert look().holds("What did Quillfeather do?") and not look().holds("The goat, again?")
        # told to everybody in another talk, the name gives nothing away any more
        tell(record, TWO, "My brother Quillfeather married in Leeds.")
        assert not look().holds("What did Quillfeather do?") and look().holds("Was it marzipan?")


def test_what_was_put_away_is_held_until_it_is_brought_back(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        tell(record, ONE, GOAT, SECRET)
        look = Looking(record)
        memory_tables.to_be_erased(record, ONE, 2)
        assert look().holds("Was it marzipan?")
        memory_tables.bring_back(record, ONE, 2)
        assert not look().holds("Was it marzipan?")


def test_the_words_that_the_narrator_took_out_are_held(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        tell(record, ONE, GOAT, SECRET)
        look = Looking(record)
        place = (sitting(ONE).id, told(2, SECRET, session=ONE).id)
        record.correct(*place, "My brother hid the rent.", (), "the narrator")
        assert look().holds("What did Quillfeather do?") and not look().holds("And your brother?")


def test_what_a_visitor_said_is_held(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        record.begin(sitting(ONE))
        record.turn(told(1, GOAT, session=ONE))
        said = "I am Winifred from the chemist."
        record.turn(told(2, said, session=ONE, speaker=Speaker.SOMEONE_ELSE))
        assert Looking(record)().holds("Who is Winifred?")


@pytest.mark.parametrize(
    ("before", "said", "closes"),
    [
        ((GOAT, "I'll tell you something, but keep it to yourself."), SECRET, True),
        ((GOAT,), f"{SECRET} Keep that between us.", True),
        ((GOAT, SECRET, "Keep that between us."), "He never gave it back, and nobody asked him.", True),
        ((GOAT, SECRET, "Keep that between us."), "We moved to Leeds in 1951.", False),
        ((GOAT, SECRET), "What was the question again?", True),
        ((SECRET, GOAT), "She ate the prop as well.", False),
    ],
)  # fmt: skip
def test_what_is_kept_back_as_it_is_said_is_known_before_it_is_written(
    before: tuple[str, ...], said: str, closes: bool, tmp_path: Path
) -> None:
    with Record.open(tmp_path) as record:
        tell(record, ONE, *before)
        assert Looking(record)().closes(said) is closes
