"""Traces of what was erased are looked for in what was said, not in bytes that happen to lie side by side."""

import json
import sqlite3
from pathlib import Path

import pytest
from tellings import sitting, told

from voice_agent.archive import erasing, our_phrases, residue
from voice_agent.archive.record import Record
from voice_agent.archive.residue import Found, Traces

STOLE = Traces(
    frozenset({"stole the money", "from the church"}),
    sentences=frozenset({"She stole the money from the church box."}),
)


def database(path: Path, *rows: tuple[str, str]) -> Path:
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE said (one TEXT, other TEXT)")
    db.executemany("INSERT INTO said VALUES (?, ?)", rows)
    db.commit()
    db.close()
    return path


def test_what_ends_one_field_and_begins_the_next_was_never_said(tmp_path: Path) -> None:
    rows = (
        ("She stole", "the money"),
        ("the money she stole the", "money from"),
        ("the church", ""),
    )
    path = database(tmp_path / "record.db", *rows)
    assert residue.examine(path, STOLE) is None


@pytest.mark.parametrize(
    "field",
    [
        "She STOLE -- the money; then she ran.",
        json.dumps({"a": ["x", {"b": "who stole the money"}]}),
        json.dumps([["stole", 1.0, 1.2], ["the", 1.2, 1.3], ["money", 1.3, 1.5]]),
        json.dumps({"a": "st\\u006fle the money"}).replace("\\\\u", "\\u"),
    ],
)
def test_in_a_field_it_is_found_however_it_was_packed(tmp_path: Path, field: str) -> None:
    path = database(tmp_path / "record.db", ("x", field))
    found = residue.examine(path, STOLE)
    assert found is not None and found.words == 1


def test_a_sentence_is_found_in_pages_that_no_row_holds_any_more(tmp_path: Path) -> None:
    log = tmp_path / "record.db-wal"
    log.write_bytes(b"\x37\x7f\x06\x82" + b"\x00She stole the money from the church box.\x00" * 2)
    assert residue.examine(log, STOLE) == Found(log, 1, 0)


def test_a_name_before_what_somebody_said_is_no_word_of_it(tmp_path: Path) -> None:
    ida = Traces(frozenset({"ida stole the"}))
    for name, text in (
        ("transcript.txt", "[00:01] Ida: Stole the pears.\n\n[00:04] Ida: She did."),
        ("transcript.vtt", "WEBVTT\n\n1\n00:00:01.000 --> 00:00:04.000\n<v Ida>Stole the pears.\n"),
    ):
        path = tmp_path / name
        path.write_text(text)
        assert residue.examine(path, ida) is None
        path.write_text(text.replace("Stole", "Our Ida stole"))
        assert residue.examine(path, ida) is not None


def test_what_the_program_says_by_itself_is_no_trace_and_what_only_a_remark_holds_may_be() -> None:
    told_too = {"what is a good memory", "good to have you here", "my sister rosalind"}
    assert our_phrases.not_ours(told_too) == {"my sister rosalind"}
    # in the docstrings of the program there are stories as examples
    assert our_phrases.not_ours({"we sold the farm"}) == {"we sold the farm"}


def test_the_same_clip_of_ours_in_another_talk_is_no_trace(tmp_path: Path) -> None:
    clip = b"\x01\x7f" * 64
    for talk in ("one", "two"):
        folder = tmp_path / "sessions" / talk
        folder.mkdir(parents=True)
        (folder / "interviewer.wav").write_bytes(bytes(44) + clip)
    found = residue.search(tmp_path, Traces(sounds=(clip,), spans=(("one", 0.0, 1.0),)))
    assert [each.path.parent.name for each in found] == ["one"]


def test_nobody_is_told_to_delete_the_record(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        record.begin(sitting())
        record.turn(told(1))
    said = erasing.still_there((Found(tmp_path / "record.db", 1, 0),))
    assert str(tmp_path / "record.db") in said.what
    assert "Keep those files" in said.safe
    assert "elete" not in said.mend


def test_few_words_count_where_no_letter_stands_beside_them(tmp_path: Path) -> None:
    came = Traces(frozenset({"he came"}), sentences=frozenset({"he came."}))
    table = tmp_path / "memories.lance" / "data"
    table.mkdir(parents=True)
    (table / "one").write_bytes(b"\x00\x01she came.\x00")
    assert residue.search(tmp_path, came) == ()
    (table / "one").write_bytes(b"\x00\x01he came.\x00")
    assert [each.path.name for each in residue.search(tmp_path, came)] == ["one"]
