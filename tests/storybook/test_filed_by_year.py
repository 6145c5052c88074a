"""A piece stands in the chapter of its own year, a date put right reads as one, and no join says what is not so."""

from dataclasses import replace
from datetime import UTC, datetime

from bookmaking import PLAN
from test_said_to_us import book_of, text

from voice_agent.memory.events import EventId
from voice_agent.memory.reading import PlainReader
from voice_agent.story import Session, SessionId, Speaker, Turn, TurnId
from voice_agent.storybook import tellers
from voice_agent.storybook.blocks import Block
from voice_agent.storybook.compose import Links, compose, lead
from voice_agent.storybook.gathering import gather
from voice_agent.storybook.material import Source
from voice_agent.storybook.outline import in_time
from voice_agent.storybook.pages import Book, Kind
from voice_agent.storybook.tellers import Teller

LIFE = (
    "Q: What is a good memory from when you were small?\n"
    "A: My brother carried me to school the winter of 1947 in the snow. My mother baked on a Thursday. The kitchen was warm.\n"
    "Q: What did you play?\n"
    "A: We were married on the fourth of June 1963. My aunt held the umbrella over the wedding dress. It poured.\n"
    "Q: What was that like?\n"
    "A: No, wait, it was 1964, not 1963.\n"
    "Q: What did you play with most?\n"
    "A: Frank died on the 11th of February 2004. The funeral was on a Monday. We had ham."
)


def chapter_of(book: Book, words: str) -> str:
    return next(
        c.key for c in book.chapters for p in c.passages for s in p.sentences if words in s.text
    )


def test_a_wedding_told_on_an_evening_about_childhood_is_no_childhood() -> None:
    book = book_of(LIFE)
    assert chapter_of(book, "winter of 1947") == "childhood"
    assert chapter_of(book, "umbrella") == "love"
    assert chapter_of(book, "Frank died") == "losses"


def test_a_year_put_right_stands_beside_and_her_words_stay() -> None:
    book = book_of(LIFE)
    said = text(book)
    assert "on the fourth of June 1963" in said and "June 1964" not in said
    (wedding,) = [s for p in book.passages for s in p.sentences if "fourth of June" in s.text]
    assert wedding.beside == "put right later: “1964”"


def test_a_death_that_another_story_only_mentions_keeps_its_date() -> None:
    book = book_of(
        LIFE,
        "Q: What was nice?\n"
        "A: I learned to swim. Frank had just died and Ann said, you need something. "
        "I did a width in March 2005 at the baths and cried.",
    )
    said = text(book)
    assert "Frank died on the 11th of February 2004." in said
    assert said.index("Frank died on the") < said.index("I learned to swim")


def test_two_stories_of_one_talk_are_not_told_on_another_day() -> None:
    links = [s.text for p in book_of(LIFE).passages for s in p.sentences if s.kind is Kind.LINK]
    assert not any("another day" in each for each in links)


def test_a_page_of_a_diary_has_its_own_day_and_was_not_told() -> None:
    at = datetime(2026, 11, 22, tzinfo=UTC)
    pages: list[Session] = []
    for n, (head, said) in enumerate(
        (("12 August 1986", "Took Ann to Manchester for her interview. She got it. We had tea."),
         ("", "Made the parkin and the pies. Frank sang in the kitchen. It rained."))
    ):  # fmt: skip
        id = SessionId(f"2026-11-2{n}T10-00-00Z-000{n}")
        turn = Turn(TurnId(1), id, Speaker.NARRATOR, said, 0.0, 0.0, at, kind="written")
        pages.append(Session(id, "Elsie", at, at, topic=head, turns=(turn,)))
    book = compose(gather(Source("Elsie", pages)), "Elsie", PLAN, birth="1942")
    assert "1986-08-12" in [p.when for p in book.passages]
    assert not any("Told" in s.text for p in book.passages for s in p.sentences)


def test_of_one_story_with_two_years_neither_telling_is_called_later() -> None:
    lines = "Q: And then?\nA: We were bombed out.\nQ: Yes?\nA: We flitted to my auntie Effie."
    evening = tellers._evening(f"2026-10-05 childhood\n{lines}")  # pyright: ignore[reportPrivateUsage]
    told = gather(tellers.source(Teller("Walter", "1936", "GB", (evening,)), PlainReader())).told
    blitz = frozenset({EventId("e-blitz")})
    first = Block(told[:1], 0, "1943-03-13", "1943-03-13", blitz)
    again = Block(told[1:], 1, "1941", "1941", blitz)
    links = Links(PLAN)
    assert in_time([first, again]) == (first, again)
    assert not lead(first, again, links)
    other = replace(again, events=frozenset())
    assert in_time([first, other]) == (other, first)
    assert lead(first, other, links)
