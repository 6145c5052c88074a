"""What was written comes in whole or not at all."""

import json
from datetime import date

import pytest

from voice_agent.errors import MemoryRefused
from voice_agent.memory.imported import LARGEST, parse
from voice_agent.story import Speaker


def test_a_journal_is_cut_at_its_days() -> None:
    text = "June 3rd, 1952\n\nLast week we planted beans.\n\nJune 10th, 1952\n\nIt rained."
    first, second = parse(text.encode(), "journal.txt")
    assert (first.written, second.written) == (date(1952, 6, 3), date(1952, 6, 10))
    assert first.turns[0].text == "Last week we planted beans."


def test_a_book_is_cut_at_its_chapters() -> None:
    text = "CHAPTER I.\n\nI was born in Cork.\n\nWe were poor.\n\nCHAPTER II.\n\nWe sailed."
    first, second = parse(text.encode(), "book.txt")
    assert [first.title, second.title] == ["CHAPTER I.", "CHAPTER II."]
    assert len(first.turns) == 1


def test_markdown_loses_its_marks_and_keeps_its_headings() -> None:
    text = "---\nauthor: me\n---\n# My *life*\n\nI was **born** in [Cork](http://x).\n\n```\ncode\n```\n"
    (session,) = parse(text.encode(), "life.md")
    assert session.title == "My life"
    assert session.turns[0].text == "I was born in Cork."


def test_only_the_narrators_lines_of_a_conversation_are_the_narrators() -> None:
    text = "Interviewer: Where were you born?\nRose: In Cork.\nMary: No, in Kerry.\nRose: In Cork, I said."
    (session,) = parse(text.encode(), "talk.txt", narrator="Rose")
    assert [each.speaker for each in session.turns] == [
        Speaker.INTERVIEWER,
        Speaker.NARRATOR,
        Speaker.SOMEONE_ELSE,
        Speaker.NARRATOR,
    ]


def test_webvtt_voices_are_told_apart() -> None:
    text = (
        "WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\n<v Interviewer>When?\n\n"
        "00:00:03.000 --> 00:00:05.000\n<v Rose>In nineteen\n\n00:00:05.000 --> 00:00:06.000\n<v Rose>fifty.\n"
    )
    (session,) = parse(text.encode(), "talk.vtt", narrator="Rose")
    assert [each.text for each in session.turns] == ["When?", "In nineteen fifty."]


def test_json_turns_and_journal_entries_are_read() -> None:
    turns = [
        {"speaker": "narrator", "text": "We moved."},
        {"role": "assistant", "content": "When?"},
    ]
    (talk,) = parse(json.dumps(turns).encode(), "talk.json")
    assert talk.turns[1].speaker is Speaker.INTERVIEWER
    entries = {
        "entries": [{"date": "1952-06-03", "text": "Rain."}, {"date": "1952-06-04", "text": "Sun."}]
    }
    assert len(parse(json.dumps(entries).encode(), "journal.json")) == 2


BAD = [
    (b"", "empty.txt"),
    (b"   \n\n", "blank.txt"),
    (b"\x00\x01\x02binary\xff", "photo.txt"),
    (b"\xff\xd8\xff\xe0 a picture", "photo.txt"),
    (b"hello \x07 bell", "bell.txt"),
    ("Меня зовут Анна, я родилась в Одессе.".encode(), "other.txt"),
    ("我出生在上海。".encode(), "other.txt"),
    (b"{not json", "a.json"),
    (b'{"a": 1}', "a.json"),
    (b'[{"text": 5}]', "a.json"),
    (b"[" * 100_000, "deep.json"),
    (b"Some text.", "letter.docx"),
    (b"x" * (LARGEST + 1), "huge.txt"),
    (b"Tom: Hello.\nMary: Good day.", "strangers.txt"),
    (b"123 456 789", "numbers.txt"),
]


@pytest.mark.parametrize(("content", "name"), BAD, ids=[f"{n}-{c[:8]!r}" for c, n in BAD])
def test_bad_input_is_a_clear_error(content: bytes, name: str) -> None:
    with pytest.raises(MemoryRefused) as error:
        parse(content, name)
    assert error.value.what.endswith(".")
    assert error.value.safe == "Nothing was stored."


def test_old_encodings_and_line_ends_are_read() -> None:
    assert parse("We moved.".encode("utf-16"), "a.txt")[0].turns[0].text == "We moved."
    assert (
        parse(b"\xef\xbb\xbfWe moved.\r\nThen it rained.", "a.txt")[0].turns[0].text
        == "We moved. Then it rained."
    )


IMPOSSIBLE = [
    (b"June 3rd, 1952\n\nRain.\n\nFebruary 30th, 1952\n\nSun.", "journal.txt", 5),
    (b"Dayton, 30 February 1951\n\nDear Ann, it rained.", "letter.txt", 1),
    (b"# Rain\n\nIt rained.\n\n## February 30, 1952\n\nSun.", "journal.md", 5),
    (b"---\ntitle: Rain\ndate: 1952-02-30\n---\nIt rained.", "front.md", 3),
    (b'{"entries": [\n{"date": "1952-06-03", "text": "Rain."},\n{"date": "1952-02-30", "text": "Sun."}]}', "j.json", 3),
    (b'[{"speaker": "me", "text": "Rain."},\n{"speaker": "me", "text": "Sun.", "when": "February 30, 1952"}]', "t.json", 2),
    (b'{"sessions": [\n{"title": "a", "date": "1951-02-29",\n"turns": [{"text": "Rain."}]}]}', "s.json", 2),
    (b"WEBVTT\nDate: 1952-02-30\n\n00:00:01.000 --> 00:00:02.000\nIt rained.\n", "talk.vtt", 2),
]  # fmt: skip


@pytest.mark.parametrize(("content", "name", "line"), IMPOSSIBLE, ids=[n for _, n, _ in IMPOSSIBLE])
def test_a_date_that_cannot_be_is_refused_with_file_line_and_reason(
    content: bytes, name: str, line: int
) -> None:
    with pytest.raises(MemoryRefused) as error:
        parse(content, name)
    assert error.value.what.startswith(f"{name}, line {line}: “")
    assert "cannot be a date. " in error.value.what
    assert error.value.safe == "Nothing was stored."


@pytest.mark.parametrize(
    "text",
    [
        "On the 30th of February 1951 we moved.",
        "It was February 30th, 1951.",
        "On February 30, 1951",
    ],
)
def test_a_date_that_cannot_be_in_running_text_is_only_words(text: str) -> None:
    (session,) = parse(f"{text}\n\nThen it rained.".encode(), "letter.txt")
    assert session.turns[0].text == f"{text}\n\nThen it rained."


def test_the_day_of_a_session_is_read_from_its_header() -> None:
    talk = b'{"sessions": [{"date": "1952-06-03", "turns": [{"text": "Rain."}]}]}'
    front = b"---\ndate: 1952-06-03\n---\nIt rained."
    vtt = b"WEBVTT\nDate: 1952-06-03\n\n00:00:01.000 --> 00:00:02.000\nIt rained.\n"
    for content, name in ((talk, "a.json"), (front, "a.md"), (vtt, "a.vtt")):
        assert parse(content, name)[0].written == date(1952, 6, 3)
