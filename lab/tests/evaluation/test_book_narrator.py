"""A narrator made of a book answers in the book's own sentences, and the same way every time."""

from pathlib import Path

import pytest
from shared import shared

from lab.evaluation.interview import book_dates, books, seasons
from lab.evaluation.interview.books import Edition
from lab.evaluation.interview.narrator import (
    LONGEST_ANSWER_WORDS,
    BookNarrator,
    asked_years,
    cut,
    mood,
    points,
    slipped,
)

LIFE = """
*** START OF THIS BOOK ***

A preface by somebody else, in which I, the editor, say a good many things in 1999.

CHAPTER I

I was born in Leeds on the 3rd of May, 1938, in a house behind the tram depot. My mother took in washing,
and my father drove a tram until the war came for him.

I went to the school in Armley Road, where Miss Pell taught us arithmetic with dried peas. My friend Nora Binns
sat beside me. In 1947 the snow lay so high that we climbed in at the window.

CHAPTER II

When I was nineteen I married Tom Airey in the chapel at Beeston. We moved to Hull in 1961-4, I mean we were
there for those years, and our son was born there.

*** END OF THIS BOOK ***
"""
EDITION = Edition("life", born=1938, last=2020, begins="CHAPTER I")


def narrator(seed: int = 1) -> BookNarrator:
    book = books.parse(EDITION, LIFE)
    return BookNarrator(book, book_dates.truth(book), seed=seed)


def calm(seed: int, session: int = 1) -> int:
    """A round without any mood."""
    return next(
        n
        for n in range(1, 7)
        for m in [mood(seed, session, n)]
        if not any((m.little, m.refuses, m.asks, m.again, m.wrong, m.corrects))
    )


def test_what_stands_before_the_first_chapter_is_not_the_narrators() -> None:
    book = books.parse(EDITION, LIFE)
    assert "editor" not in " ".join(each.text for each in book.sentences)
    assert len({each.chapter for each in book.sentences}) == 2


def test_a_passage_is_named_by_its_words_whatever_the_line_breaks() -> None:
    assert books.digest("I was  born\nin Leeds.") == books.digest("I was born in Leeds.")


@pytest.mark.parametrize(
    ("said", "edtf"),
    [
        ("on the 3rd of May, 1938,", ["1938-05-03"]),
        ("on May 3, 1938", ["1938-05-03"]),
        ("in July, 1839, we sailed", ["1839-07"]),
        ("the years 1831-5 were hard", ["1831/1835"]),
        ("In 1947 the snow lay", ["1947"]),
        ("when I was nineteen I married", ["1957"]),
        ("at the age of 21 he", ["1959"]),
        ("it cost 1850 pounds, or $1900", []),
        ("I was two miles off", []),
        ("early in the fifties", ["195X"]),
    ],
)
def test_dates_are_read_as_a_reader_of_the_book_would(said: str, edtf: list[str]) -> None:
    assert [found for found, _ in book_dates.read(said, born=1938, century=1900)] == edtf


def test_every_answer_is_made_of_the_books_own_sentences() -> None:
    asked = narrator()
    for number, question in enumerate(
        ("Where did you go to school?", "Who was there?", "When was that?", "Whom did you marry?"),
        1,
    ):
        answer = asked.answer(question, session=1, round=number)
        for piece in answer.pieces:
            whole = asked.book.sentences[piece.sentence].text
            said = answer.text[piece.first : piece.last]
            assert said == whole or piece.told or whole.startswith(said[:-1])


def test_a_question_is_answered_with_what_it_asks_about() -> None:
    seed = 3
    question = "Which teacher taught you arithmetic at school?"
    answer = narrator(seed).answer(question, session=1, round=calm(seed))
    assert "Armley Road" in answer.text


def test_when_is_answered_from_the_story_in_hand() -> None:
    asked = narrator(11)
    asked.answer("Where did you go to school?", session=1, round=1)
    answer = asked.answer("Do you know what year was that?", session=1, round=2)
    assert "19" in answer.text or answer.how != "goes on"


def test_the_same_seed_gives_the_same_answers() -> None:
    questions = ["Where did you go to school?", "What happened then?", "Where did you live?"]
    first, second = narrator(5), narrator(5)
    for number, question in enumerate(questions, 1):
        one = first.answer(question, session=1, round=number)
        assert one == second.answer(question, session=1, round=number)


def test_every_system_meets_the_same_moods() -> None:
    moods = [mood(7, session, round) for session in range(1, 24) for round in range(1, 11)]
    assert moods == [mood(7, session, round) for session in range(1, 24) for round in range(1, 11)]
    assert any(m.wrong for m in moods) and any(m.refuses for m in moods)
    assert any(m.tired for m in moods) and any(m.little for m in moods)


def test_a_wrong_year_is_put_right_aloud() -> None:
    assert slipped("In 1947 the snow lay.", 2) == (
        "1949",
        "1947",
        "In 1949 the snow lay.",
        "It was 1949, no, 1947.",
    )
    assert slipped("The snow lay.", 2) is None


def test_a_long_sentence_stops_at_a_comma() -> None:
    assert cut("one two three, four five six seven", 5) == "one two three."
    assert cut("one two", 5) == "one two"


@pytest.mark.parametrize(
    ("question", "years"),
    [
        ("What did you do in 1961?", (1961, 1961)),
        ("What happened between 1950 and 1955?", (1950, 1955)),
        ("What were the 1960s like for you?", (1960, 1969)),
        ("How was it in your thirties?", (1968, 1977)),
        ("What did you do when you were nineteen?", (1956, 1958)),
        ("What did you see then?", None),
    ],
)
def test_years_and_ages_in_a_question_are_understood(
    question: str, years: tuple[int, int] | None
) -> None:
    assert asked_years(question, 1938) == years


@pytest.mark.parametrize(
    ("question", "pointing"),
    [
        ("What did it smell of?", True),
        ("What were you wearing that day?", True),
        ("Was there a place outdoors that felt like your own?", False),
        ("Who taught you to read?", False),
    ],
)
def test_a_question_that_points_is_about_the_story_in_hand(question: str, pointing: bool) -> None:
    assert points(question) is pointing


@pytest.mark.parametrize("name", ["spence", "twain", "franklin", "carnegie"])
def test_the_ground_truth_of_a_book_is_the_one_that_was_fixed(name: str) -> None:
    shared("books")
    fixed = Path(__file__).parents[1] / "data" / "ground_truth" / f"{name}.tsv"
    lines = [tuple(line.split("\t")) for line in fixed.read_text().splitlines()]
    assert list(seasons.told(name).truth.events) == lines


def test_no_answer_is_longer_than_a_breath() -> None:
    for name in ("spence", "jane_eyre"):
        folder = shared("books")
        book = books.read(books.KNOWN[name], folder / books.KNOWN[name].file)
        asked = BookNarrator(book, book_dates.truth(book), seed=2)
        for number in range(1, 9):
            answer = asked.answer("Tell me about your school.", session=1, round=number)
            assert len(answer.text.split()) <= LONGEST_ANSWER_WORDS + 12
