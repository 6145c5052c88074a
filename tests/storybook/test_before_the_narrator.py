"""What is not approved yet is read back, with what was changed."""

from bookmaking import NOW, PLAN, teller

from voice_agent.archive.passages import Approval
from voice_agent.memory.reading import PlainReader
from voice_agent.storybook import tellers
from voice_agent.storybook.approval import difference, read_back, waiting
from voice_agent.storybook.compose import compose
from voice_agent.storybook.gathering import gather
from voice_agent.storybook.pages import Book, Kind, Sentence


def book_of(name: str) -> Book:
    who = teller(name)
    return compose(gather(tellers.source(who, PlainReader())), who.name, PLAN, birth=who.birth)


def test_only_what_nobody_has_answered_for_is_read_back() -> None:
    book = book_of("margaret")
    first, second, *_ = book.passages
    said = {first.id: Approval(first.id, True, NOW), second.id: Approval(second.id, False, NOW)}
    assert waiting(book, said) == book.passages[2:]


def test_a_breath_left_out_is_no_difference_and_a_changed_date_is() -> None:
    book = book_of("margaret")
    wedding = next(p for p in book.passages if any("Methodist" in s.text for s in p.sentences))
    read = read_back(wedding)
    assert "I wrote" not in read
    assert "You said: “We got married in nineteen sixty-two" in read
    assert "Beside it stands: put right later: “nineteen sixty-three”." in read
    born = next(s for s in book.passages[0].sentences if "Galena" in s.text)
    assert difference(born) == ""


def test_a_sentence_a_model_wrote_is_read_back_with_what_was_said() -> None:
    born = next(s for s in book_of("margaret").passages[0].sentences if "Galena" in s.text)
    written = Sentence("In 1941 I was born in Galena.", Kind.WRITTEN, born.spans)
    assert difference(written).startswith(
        "I wrote: “In 1941 I was born in Galena.” You said: “Well, um,"
    )


def test_a_passage_that_changes_must_be_approved_again() -> None:
    passage = book_of("margaret").passages[0]
    changed = type(passage)(passage.sentences[:-1], passage.when, passage.verbatim, passage.tidied)
    assert changed.id != passage.id
    assert passage.id == book_of("margaret").passages[0].id


def test_the_bad_moment_and_the_answer_to_our_safety_words_are_in_no_book() -> None:
    text = " ".join(s.text for p in book_of("arthur").passages for s in (*p.sentences, *p.verbatim))
    assert "wake up" not in text and "tired of the quiet" not in text
    read = " ".join(s.text for p in book_of("arthur").passages for s in (*p.sentences, *p.tidied))
    assert "on the Lorella, no, I tell a lie, it was the Kingston Jade" in read
    (slip,) = [s for p in book_of("arthur").passages for s in p.verbatim if "Lorella" in s.text]
    assert slip.text == slip.spans[0].words, "word for word is what was heard, the slip too"


def test_two_dates_for_one_wedding_are_both_kept() -> None:
    book = book_of("arthur")
    told = [s.text for p in book.passages for s in p.sentences]
    at = next(n for n, text in enumerate(told) if "nineteen fifty-nine, I think" in text)
    assert "told like this" in told[at - 1]
    assert any("June nineteen fifty-eight" in text for text in told[:at])


def test_a_story_told_twice_is_one_story() -> None:
    told = [s for p in book_of("margaret").passages for s in p.sentences]
    assert sum("pie" in s.text for s in told) == 1
    goat = next(s for s in told if "goat walked in" in s.text)
    assert len({span.session for span in goat.spans}) == 2, "both tellings can be heard"
