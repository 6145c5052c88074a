"""Older houses: what the narrator wrote on a page had become what she said. It is hers, and was not said."""

import json
import sqlite3
from pathlib import Path

import pytest
from tellings import NOON, sitting, told

from voice_agent.archive import memory_tables, own_words, session_tables, sharing
from voice_agent.archive.accounts import Role
from voice_agent.archive.database import Database
from voice_agent.archive.letting_in import welcomed
from voice_agent.archive.migrations import MIGRATIONS
from voice_agent.archive.own_words import Changes
from voice_agent.archive.record import Record
from voice_agent.assemble.second_hearing import believed
from voice_agent.errors import MemoryRefused
from voice_agent.memory.rewording import Stretch
from voice_agent.story import TurnId, Word

S = sitting().id
SAID = "We kept pigeons in the yard. My uncle Mary Gold fed them."
HERS = "We kept doves in the yard. My uncle Mary Gold fed them."
BEFORE = tuple(each for each in MIGRATIONS if each.__name__ < "m016")


def older(state: Path, *wordings: tuple[str, str], said: str = SAID) -> None:
    """A house of before, in which `wordings` (text, by whom) came after what was heard."""
    db = Database(state / "record.db", migrations=BEFORE)

    def work(to: sqlite3.Connection) -> None:
        session_tables.add_session(to, sitting())
        session_tables.add_turn(to, told(1, said))
        for text, by in wordings:
            session_tables.add_wording(to, S, TurnId(1), text, (), by)

    db.commit(work)
    db.close()


def test_in_an_older_house_word_for_word_is_what_was_heard_again(tmp_path: Path) -> None:
    older(tmp_path, (HERS, "the narrator"))
    with Record.open(tmp_path) as record:
        (turn,) = record.session(S).turns
        assert (turn.text, turn.words) == (SAID, told(1, SAID).words)
        story = sharing.story(record, S, 1)
        assert (story.text, story.heard) == (HERS, SAID), "and not one of her words is lost"
        assert [each.by for each in record.wordings(S, TurnId(1))] == [
            *("as heard", "the narrator", "as heard"),
        ]


def test_an_older_house_that_is_only_looked_at_reads_the_same(tmp_path: Path) -> None:
    older(tmp_path, (HERS, "the narrator"))
    with Record.look(tmp_path) as record:
        story = sharing.story(record, S, 1)
        assert (story.text, story.heard) == (HERS, SAID)


def test_those_who_read_her_wording_go_on_reading_it_and_hear_nothing_beside_it(
    tmp_path: Path,
) -> None:
    older(tmp_path, (HERS, "the narrator"))
    old = Database(tmp_path / "record.db", migrations=BEFORE)
    old.commit(
        lambda db: db.execute(
            "INSERT INTO shares (session, turn, version, account, voice, at) VALUES (?, 1, 2, '', 1, ?)",
            (S, NOON.isoformat()),
        )
    )
    old.close()
    with Record.open(tmp_path) as record:
        ann = welcomed(record, "Ann", Role.FAMILY, "x", NOON)
        (shared,) = sharing.shared_with(record, ann)
    assert (shared.text, shared.voice) == (HERS, False)


@pytest.mark.parametrize(
    ("wordings", "heard", "reads"),
    [
        # it was heard better, then she wrote
        ([("We kept pigeons. Mary.", "second hearing"), (HERS, "the narrator")], "We kept pigeons. Mary.", HERS),
        # she wrote twice; the last holds
        ([("Once.", "the narrator"), (HERS, "the narrator")], SAID, HERS),
        # what came back from a journal repeats what she wrote
        ([(HERS, "the narrator"), (HERS, "told again from the journal")], SAID, HERS),
        # she put it back herself
        ([(HERS, "the narrator"), (SAID, "the narrator")], SAID, SAID),
        # it was heard anew after she wrote: that is what was read and approved since, and stays
        ([(HERS, "the narrator"), ("We kept pigeons.", "second hearing")], "We kept pigeons.", "We kept pigeons."),
        ([], SAID, SAID),
    ],
)  # fmt: skip
def test_what_can_be_told_apart_is_told_apart(
    tmp_path: Path, wordings: list[tuple[str, str]], heard: str, reads: str
) -> None:
    older(tmp_path, *wordings)
    with Record.open(tmp_path) as record:
        story = sharing.story(record, S, 1)
        assert (story.heard, story.text) == (heard, reads)
    with Record.open(tmp_path) as record:
        assert sharing.story(record, S, 1) == story, "once is for good"


def test_a_turn_of_which_only_her_wording_is_left_is_played_to_nobody(tmp_path: Path) -> None:
    older(tmp_path, (HERS, "the narrator"))
    old = Database(tmp_path / "record.db", migrations=BEFORE)
    old.commit(lambda db: db.execute("DELETE FROM wordings WHERE version = 1"))
    old.close()
    with Record.open(tmp_path) as record:
        assert own_words.unheard(record.read) == {(S, 1)}
        assert sharing.story(record, S, 1).text == HERS


def test_a_limit_set_on_her_wording_goes_on_holding(tmp_path: Path) -> None:
    """She changed the words, and in the next talk asked to keep them between us."""
    older(tmp_path, (HERS, "the narrator"))
    words = "We kept doves in the yard."

    def label(db: sqlite3.Connection) -> None:
        place = (S, 1, 2, 0, len(words), words, 0.0, 0.5)
        db.execute("INSERT INTO mentions VALUES ('c', 0, 'what', ?,?,?,?,?,?,?,?)", place)
        db.execute(
            """INSERT INTO claims (id, session, turn, version, told_at, polarity, modality, edtf, anchor,
                corrects, denied, continues, retold) VALUES ('c', ?, 1, 2, ?, 1, 'said', '', '', NULL, '', NULL, 0)""",
            (S, NOON.isoformat()),
        )
        db.execute(
            """INSERT INTO labels (claim, privacy, session, turn, version, first, last, words, began, ended)
                VALUES ('c', 'private', ?,?,?,?,?,?,?,?)""",
            place,
        )

    old = Database(tmp_path / "record.db", migrations=BEFORE)
    old.commit(label)
    old.close()
    with Record.open(tmp_path) as record:
        assert sharing.story(record, S, 1).privacy.private
        (claim,) = memory_tables.claims(record.read)
        assert claim.privacy.private
        assert [each.version for each in memory_tables.undistilled(record.read)] == [3]


# -- from now on


def house(state: Path) -> Record:
    record = Record.open(state)
    record.begin(sitting())
    record.turn(told(1, SAID))
    return record


def test_a_wording_of_hers_is_no_wording_of_the_turn(tmp_path: Path) -> None:
    with house(tmp_path) as record:
        doves = Stretch(0, 28, "We kept doves in the yard.")
        own_words.save(record, {(S, 1): Changes(1, 0, otherwise=(doves,))}, NOON)
        assert len(record.wordings(S, TurnId(1))) == 1
        assert record.session(S).turns[0].text == SAID
        assert sharing.story(record, S, 1).text == HERS
        assert record.transcript(S).read_text(encoding="utf-8").count("pigeons") == 1


def test_a_mishearing_is_a_wording_and_every_word_of_it_has_its_time(tmp_path: Path) -> None:
    with house(tmp_path) as record:
        gold = Stretch(SAID.index("Mary"), SAID.index(" fed"), "Marigold")
        own_words.save(record, {(S, 1): Changes(1, 0, (gold,))}, NOON)
        (turn,) = record.session(S).turns
        assert turn.text == SAID.replace("Mary Gold", "Marigold")
        heard = told(1, SAID).words
        assert turn.words[8] == Word("Marigold", heard[8].start, heard[9].end, 1.0)
        assert own_words.recognised(record.read) == {(S, 1): SAID}
        story = sharing.story(record, S, 1)
        assert not story.otherwise and story.text == story.heard == turn.text


def test_no_second_hearing_knows_better_than_she_does(tmp_path: Path) -> None:
    with house(tmp_path) as record:
        (turn,) = record.session(S).turns
        assert believed(record, turn, "We kept pidgins in the yard, my uncle fed them all.", 10)
        gold = Stretch(SAID.index("Mary"), SAID.index(" fed"), "Marigold")
        own_words.save(record, {(S, 1): Changes(1, 0, (gold,))}, NOON)
        (turn,) = record.session(S).turns
        assert not believed(record, turn, SAID, 11)


def test_what_she_had_put_otherwise_because_she_was_misheard_can_be_said_to_be_what_she_said(
    tmp_path: Path,
) -> None:
    """Nobody asked her in the older house; on the page she says it now."""
    older(tmp_path, (HERS, "the narrator"))
    with Record.open(tmp_path) as record:
        (place,) = own_words.approved(record.read)
        saves = own_words.saves(record.read)[place]
        said = Stretch(0, len(SAID), HERS)
        own_words.save(record, {place: Changes(3, saves, (said,))}, NOON)
        story = sharing.story(record, S, 1)
        assert (story.heard, story.text, story.otherwise) == (HERS, HERS, ())


def test_nothing_is_kept_of_what_was_changed_from_under_her(tmp_path: Path) -> None:
    with house(tmp_path) as record:
        doves = Stretch(0, 28, "We kept doves in the yard.")
        own_words.save(record, {(S, 1): Changes(1, 0, otherwise=(doves,))}, NOON)
        for stale in (
            Changes(1, 0, otherwise=(doves._replace(text="Geese."),)),
            Changes(2, 1, (doves._replace(text="Geese."),)),
            Changes(1, 1, reads=" "),
        ):
            with pytest.raises(MemoryRefused):
                own_words.save(record, {(S, 1): stale}, NOON)
        assert sharing.story(record, S, 1).text == HERS


def test_erasing_one_sentence_leaves_what_is_to_be_read_in_place_of_another(tmp_path: Path) -> None:
    with house(tmp_path) as record:
        both = (Stretch(8, 15, "doves"), Stretch(SAID.index("My"), len(SAID), "A man fed them."))
        own_words.save(record, {(S, 1): Changes(1, 0, otherwise=both)}, NOON)
        (left,) = own_words.left_of(record.read, (S, 1), SAID, [(0, 27)])
        assert left.text == "A man fed them."
        assert own_words.speaking_of(record.read, lambda text: "doves" in text) == {(S, 1)}


def test_every_save_is_kept_and_none_is_edited(tmp_path: Path) -> None:
    with house(tmp_path) as record:
        for saves, text in enumerate(("Doves.", "Geese.")):
            done = Changes(1, saves, otherwise=(Stretch(0, 28, text),))
            own_words.save(record, {(S, 1): done}, NOON)
        rows = record.read("SELECT stretches FROM approved_texts ORDER BY number")
        assert [json.loads(packed)[0][2] for (packed,) in rows] == ["Doves.", "Geese."]
        with pytest.raises(sqlite3.IntegrityError, match="never edited"):
            record.commit(lambda db: db.execute("UPDATE approved_texts SET stretches = '[]'"))
