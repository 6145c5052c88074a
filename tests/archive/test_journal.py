import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.archive.journal import EVERY, Journal, read
from voice_agent.archive.reserve import Reserve
from voice_agent.errors import RecordDamaged

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


def journal(path: Path) -> Journal:
    return Journal(path, Reserve(path.parent / "reserve"))


def test_what_happened_is_read_back_in_order(tmp_path: Path) -> None:
    book = journal(tmp_path / "journal.jsonl")
    book.write("cue", 320, cue="narrator starts")
    book.write("turn", 640, text="Line one\nline two\u2028line three", turn=1)
    book.close()
    assert read(book.path) == (
        {"at": 320, "kind": "cue", "cue": "narrator starts"},
        {"at": 640, "kind": "turn", "text": "Line one\nline two\u2028line three", "turn": 1},
    )
    assert read(tmp_path / "no such file") == ()


@given(values=st.lists(JSON, min_size=1, max_size=5), data=st.data())
def test_a_journal_cut_at_any_byte_keeps_every_whole_line_and_goes_on(
    tmp_path_factory: pytest.TempPathFactory, values: list[object], data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("cut") / "journal.jsonl"
    book = journal(path)
    ends = [0]
    for at, value in enumerate(values):
        book.write("note", at, value=value)
        ends.append(path.stat().st_size)
    book.close()
    cut = data.draw(st.integers(0, ends[-1]))
    os.truncate(path, cut)
    whole = sum(end <= cut for end in ends) - 1
    wanted = [{"at": at, "kind": "note", "value": value} for at, value in enumerate(values[:whole])]
    assert list(read(path)) == wanted
    book = journal(path)
    book.write("resumed", 99)
    book.close()
    assert list(read(path)) == [*wanted, {"at": 99, "kind": "resumed"}]


def test_a_turn_is_on_the_disk_at_once_and_passing_things_within_half_a_second(
    tmp_path: Path,
) -> None:
    book = journal(tmp_path / "journal.jsonl")
    book.write("turn", 0, turn=1)
    safe = book.safe
    assert safe == book.path.stat().st_size
    book.write("level", 100, dB=-40)
    assert book.safe == safe < book.path.stat().st_size  # handed over, not yet flushed
    book.write("level", EVERY, dB=-41)
    assert book.safe == book.path.stat().st_size
    book.close()


def test_what_is_not_json_is_refused_and_leaves_the_journal_whole(tmp_path: Path) -> None:
    book = journal(tmp_path / "journal.jsonl")
    with pytest.raises(ValueError, match="JSON"):
        book.write("level", 0, dB=float("nan"))
    with pytest.raises(TypeError):
        book.write("level", 0, dB=object())
    book.write("turn", 1)
    book.close()
    assert read(book.path) == ({"at": 1, "kind": "turn"},)


@pytest.mark.parametrize("line", [b"rubbish", b"[]", b'{"kind": "turn"}', b"\xff\xfe", b""])
def test_a_damaged_line_in_the_middle_is_named(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b'{"at": 0, "kind": "began"}\n' + line + b'\n{"at": 1, "kind": "ended"}\n')
    with pytest.raises(RecordDamaged, match="Line 2 of"):
        read(path)
