"""What a rule only supposes is put before the narrator with its reason, and her answer holds from then on."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from bookmaking import NOW, PLAN

from voice_agent.archive import memory_tables, passages
from voice_agent.archive.erasing import erase
from voice_agent.archive.record import Record
from voice_agent.memory.events import Life
from voice_agent.memory.forgetting import What, Wish
from voice_agent.memory.reading import PlainReader
from voice_agent.storybook import approval, at_home, tellers
from voice_agent.storybook.house import HouseBook
from voice_agent.storybook.marks import Doubt, Reason, left_out
from voice_agent.storybook.pages import Book, Sentence
from voice_agent.storybook.tellers import Teller

EVENING = (
    "2026-10-05 childhood\n"
    "Q: Who kept the hens?\n"
    "A: Me grandad kept hens in the yard behind the chapel. The old hen won her race in 1953. Have you ever kept pigeons?\n"
    "Q: I never have.\n"
    "A: By, it's like talking to the parrot.\n"
    "Q: What became of the hens?\n"
    "A: A fox had them all in one night, and he never kept another. My mother plucked what was left."
)
WALTER = HouseBook("Walter", PLAN, birth="1940")


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    who = Teller("Walter", "1940", "GB", (tellers._evening(EVENING),))  # pyright: ignore[reportPrivateUsage]
    with Record.open(tmp_path) as record:
        tellers.tell(record, who, PlainReader())
        WALTER.write(record, NOW)
        yield record


def printed(book: Book) -> str:
    return " ".join(s.text for p in book.passages for s in p.sentences if s.told)


def marked(book: Book, words: str) -> Sentence:
    return next(s for p in book.passages for s in p.marked if words in s.text)


def test_it_is_said_how_much_is_left_out_and_why(record: Record) -> None:
    book = WALTER.drafted(record)
    assert approval.left_out(book.passages) == "Two sentences are left out: two you said to me."
    assert "pigeons" not in printed(book) and "parrot" not in printed(book)
    heard = " ".join(s.text for p in book.passages for s in p.verbatim)
    assert "Have you ever kept pigeons?" in heard and "like talking to the parrot" in heard


def test_one_press_lets_a_sentence_in_and_that_holds_from_then_on(record: Record) -> None:
    pigeons = marked(WALTER.drafted(record), "pigeons")
    assert pigeons.doubt == Doubt(Reason.TO_US, out=True)
    WALTER.answer(record, pigeons, NOW, stands=True)
    for _ in range(2):
        book = WALTER.write(record, NOW)
        assert "Have you ever kept pigeons?" in printed(book)
        assert approval.left_out(book.passages) == "One sentence is left out: you said it to me."
        assert [s.text for s in approval.marked(WALTER.drafted(record))] == [
            "By, it's like talking to the parrot."
        ]


def test_her_last_word_holds_and_what_she_left_out_is_counted_as_hers(record: Record) -> None:
    pigeons = marked(WALTER.drafted(record), "pigeons")
    WALTER.answer(record, pigeons, NOW, stands=True)
    book = WALTER.write(record, NOW)
    WALTER.answer(record, marked(book, "pigeons"), NOW + timedelta(minutes=1), stands=False)
    book = WALTER.write(record, NOW)
    assert "pigeons" not in printed(book)
    assert (
        approval.left_out(book.passages)
        == "Two sentences are left out: one you said to me, one you left out."
    )


def test_a_piece_that_changed_so_is_read_back_once_more(record: Record) -> None:
    before = WALTER.drafted(record)
    pigeons = marked(before, "pigeons")
    WALTER.answer(record, pigeons, NOW, stands=True)
    after = WALTER.write(record, NOW)
    assert {p.id for p in after.passages} != {p.id for p in before.passages}


def test_read_me_my_book_says_what_is_left_out_of_a_piece(record: Record) -> None:
    pieces = at_home.to_read_back(WALTER, record)
    assert any("left out: " in each.says and "you said" in each.says for each in pieces)
    assert not any("parrot" in each.says for each in pieces)


def test_what_was_put_away_is_listed_nowhere(record: Record) -> None:
    pigeons = marked(WALTER.drafted(record), "pigeons")
    span = pigeons.spans[0]
    memory_tables.put_away(record, span.session, span.turn, NOW)
    book = WALTER.write(record, NOW)
    assert "pigeons" not in " ".join(s.text for p in book.passages for s in p.verbatim)
    assert approval.left_out(book.passages) == "One sentence is left out: you said it to me."


def test_the_count_is_a_sentence_one_would_say() -> None:
    to_us, back = (
        Doubt(Reason.TO_US, out=True),
        Doubt(Reason.TAKEN_BACK, "I made that up", out=True),
    )
    assert left_out([]) == "" == left_out([Doubt(Reason.JOKE)])
    assert (
        left_out([to_us, back, to_us])
        == "Three sentences are left out: two you said to me, one you took back."
    )
    assert left_out([back]) == "One sentence is left out: you took it back."
    assert left_out([Doubt(Reason.JOKE, out=True, answered=True)]) == (
        "One sentence is left out: you left it out."
    )
    assert back.says == "You took this back: “I made that up”"


def test_what_was_taken_back_in_plain_words_is_left_out_and_can_be_let_in(tmp_path: Path) -> None:
    evening = (
        "2026-10-05 childhood\n"
        "Q: What happened at the fair?\n"
        "A: We went to Blackpool in 1950 on the train. A lion ate the postman in our yard. I made that up.\n"
    )
    who = Teller("Walter", "1940", "GB", (tellers._evening(evening),))  # pyright: ignore[reportPrivateUsage]
    with Record.open(tmp_path) as record:
        tellers.tell(record, who, PlainReader())
        book = WALTER.write(record, NOW)
        assert "Blackpool" in printed(book)
        assert "lion" not in printed(book)
        lion = marked(book, "lion")
        assert lion.doubt is not None and lion.doubt.says.startswith("You took this back: “I made")
        WALTER.answer(record, lion, NOW, stands=True)
        assert "A lion ate the postman" in printed(WALTER.write(record, NOW))


def test_a_mark_goes_with_the_words_that_it_quotes(tmp_path: Path) -> None:
    """ "I made that up" is forgotten, and stands in no draft any more."""
    evening = (
        "2026-10-05 childhood\n"
        "Q: What happened at the fair?\nA: A lion ate the postman in our yard.\n"
        "Q: A lion?\nA: I made that up.\n"
        "Q: What was there?\nA: We had a donkey called Ned who ate the hats of the ladies."
    )
    who = Teller("Walter", "1940", "GB", (tellers._evening(evening),))  # pyright: ignore[reportPrivateUsage]
    with Record.open(tmp_path) as record:
        tellers.tell(record, who, PlainReader())
        book = WALTER.write(record, NOW)
        # she has let the words themselves out of the piece: only the mark still says them
        (piece,) = book.passages
        heard = tuple(s for s in piece.verbatim if s.text != "I made that up.")
        (chapter,) = (each for each in book.chapters if each.passages)
        quoting = replace(chapter, passages=(replace(piece, verbatim=heard),))
        WALTER.keep(record, replace(book, chapters=(quoting,)), NOW, erased=0)
        (draft,) = passages.drafts(record.read)
        assert "I made that up." in draft.body
        session = record.sessions()[0].id
        assert (session, 4) not in {(s.session, s.turn) for each in heard for s in each.spans}
        erase(record, Wish(What.TURN, f"{session} 4"), Life(), (), NOW)
        assert passages.drafts(record.read) == ()
        WALTER.write(record, NOW)
        (draft,) = passages.drafts(record.read)
        assert "made that up" not in draft.body and "A lion ate the postman" in draft.body
