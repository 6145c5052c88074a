"""What makes a book of somebody's own sentences read well, and its years and people true."""

from pathlib import Path

import pytest
from bookmaking import NOW, PLAN, house, teller, told

from voice_agent.archive import passages
from voice_agent.archive.passages import Approval, approve
from voice_agent.archive.record import Record
from voice_agent.storybook.compose import elliptic
from voice_agent.storybook.index import Index
from voice_agent.storybook.layout import of_text
from voice_agent.storybook.pages import Book, Kind, Text
from voice_agent.storybook.release import Reader, released


def book_of(state: Path, name: str) -> tuple[Book, Index]:
    who = teller(name)
    told(state, who)
    with Record.open(state) as record:
        book = house(who).write(record, NOW)
        return book, house(who).listed(record, book)


def text(book: Book) -> str:
    return " ".join(s.text for p in book.passages for s in p.sentences)


def test_what_i_forgot_to_say_stands_with_the_story_it_belongs_to(tmp_path: Path) -> None:
    book, _ = book_of(tmp_path, "margaret")
    said = text(book)
    goat, raft = said.index("the goat walked in"), said.index("built a raft")
    assert goat < said.index("The goat's name was Clementine.") < raft
    assert "forgot to say" not in said


@pytest.mark.parametrize(
    "answer",
    [
        "Mostly my brother Walter and me.",
        "Church, and then a roast, if there was one, and then everybody asleep.",
        "In Hull, in nineteen thirty-four, in Scarborough Street, which is off the Hessle Road.",
        "With her mother, in Anlaby Road, for two years, and then we got the house in Willerby.",
        "Thirty-four years at Guadalupe Elementary, always the second grade.",
        "Ignacio.",
    ],
)
def test_an_answer_that_needs_its_question_is_known(answer: str) -> None:
    assert elliptic(answer)


@pytest.mark.parametrize(
    "sentence",
    [
        "My father kept the store.",
        "Two years later we moved, and I went to school.",
        "The mule, it died in El Paso.",
        "Walter couldn't swim.",
        "In nineteen fifty-six I won the county prize, it was a fountain pen, a green one.",
    ],
)
def test_a_whole_sentence_stands_by_itself(sentence: str) -> None:
    assert not elliptic(sentence)


def test_a_question_stands_before_an_answer_without_a_verb(tmp_path: Path) -> None:
    book, _ = book_of(tmp_path, "margaret")
    (passage,) = [
        p
        for p in book.passages
        if len(p.sentences) > 1 and p.sentences[1].text.startswith("Church, and then a roast")
    ]
    before = passage.sentences[0]
    assert before.kind is Kind.ASKED and before.text == "What was a Sunday like in your house?"
    for text in (Text.TIDIED, Text.VERBATIM):
        assert of_text(passage, text)[0] == before
        assert [s for s in of_text(passage, text) if s.kind is Kind.ASKED] == [before]


def test_a_year_has_the_sentence_that_says_it(tmp_path: Path) -> None:
    _, listed = book_of(tmp_path, "arthur")
    years = {each.edtf: each.text for each in listed.timeline}
    assert (
        "My father took me on the Lorella, no, I tell a lie, it was the Kingston Jade"
        in years["1950"]
    )
    assert any(text.startswith("I was a barrow lad") for text in years.values())
    assert years["1950"] != next(t for t in years.values() if t.startswith("I was a barrow lad"))


def test_until_a_year_stands_at_that_year(tmp_path: Path) -> None:
    _, listed = book_of(tmp_path, "margaret")
    dates = [each.edtf for each in listed.timeline]
    assert dates[0] == "1941" and dates.index("../1954") < dates.index("1956")


def test_a_thin_sentence_on_the_timeline_brings_the_one_before_it(tmp_path: Path) -> None:
    _, listed = book_of(tmp_path, "rosa")
    lines = [each.text for each in listed.timeline]
    assert "I was twelve." not in lines
    assert any(line.endswith("I was twelve.") for line in lines)


def test_only_those_are_in_the_index_who_are_named_there(tmp_path: Path) -> None:
    book, listed = book_of(tmp_path, "arthur")
    said = text(book)
    assert "on the Lorella, no, I tell a lie, it was the Kingston Jade" in said
    assert "Miss" not in {each.name for each in listed.people}


def test_later_on_stands_before_nothing_whose_beginning_is_not_read(tmp_path: Path) -> None:
    who = teller()
    told(tmp_path, who)
    with Record.open(tmp_path) as record:
        book = house(who).write(record, NOW)
        linked = [p for p in book.passages if p.sentences[0].kind is Kind.LINK]
        assert linked
        for each in linked:
            approve(record, Approval(each.id, True, NOW))
        part = released(
            book, Reader(), house(who).material(record), passages.approvals(record.read)
        )
    first = [chapter.passages[0].sentences[0] for chapter in part.chapters]
    assert all(each.told for each in first)
    assert PLAN.links
