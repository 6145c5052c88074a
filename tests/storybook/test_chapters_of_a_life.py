"""A piece stands in the chapter of its own time and people, whatever evening it was told on."""

import pytest
from bookmaking import PLAN
from test_filed_by_year import chapter_of
from test_said_to_us import book_of, text

from voice_agent.memory.reading import PlainReader
from voice_agent.storybook import dates_read, tellers
from voice_agent.storybook.compose import compose
from voice_agent.storybook.gathering import gather
from voice_agent.storybook.pages import Book
from voice_agent.storybook.tellers import Teller

CHILDHOOD = "Q: What is a good memory from when you were small?\nA: My mother baked on a Thursday. The kitchen was warm. We children sat under the stove.\n"


def told_about(topic: str, lines: str) -> Book:
    evening = tellers._evening(f"2026-10-05 {topic}\n{lines}")  # pyright: ignore[reportPrivateUsage]
    who = Teller("Walter", "1940", "GB", (evening,))
    return compose(gather(tellers.source(who, PlainReader())), "Walter", PLAN, birth="1940")


def test_a_husbands_death_told_on_an_evening_about_childhood_is_no_childhood() -> None:
    book = book_of(
        CHILDHOOD + "Q: What did you play?\n"
        "A: My husband Ray died in the fire at the warehouse. They brought me his lunch pail. I never lit that stove again.",
    )
    assert chapter_of(book, "kitchen was warm") == "childhood"
    assert chapter_of(book, "lunch pail") != "childhood"


def test_a_roof_fall_in_the_pit_is_work_and_no_belief() -> None:
    book = told_about(
        "wisdom",
        "Q: What do you hold to?\n"
        "A: I were eighteen when the roof came down in the pit. The deputy said it weren't right from the start of the shift. "
        "We learned nowt from it. They dug us out of the seam with their hands.\n"
        "Q: And what else?\nA: I believe in nowt but a fair wage. I never prayed. My mother had faith enough for two.",
    )
    assert chapter_of(book, "roof came down") == "work"
    assert chapter_of(book, "faith enough") == "beliefs"


def test_a_lad_of_fifteen_has_a_chapter_of_work() -> None:
    book = book_of(
        "Q: How was it when you were small?\n"
        "A: I started down the pit in 1955. I was fifteen. My first shift I earned a pound and four shillings. The foreman was called Stott.",
        birth="1940",
    )
    assert [c.key for c in book.chapters] == ["work"]


def test_no_chapter_has_two_lines() -> None:
    book = book_of(
        CHILDHOOD + "Q: Did you believe?\nA: I believe in God. I pray at night.\n"
        "Q: What did you play with?\nA: We had a raft and a doll. My little sister drowned the doll.",
    )
    assert [c.key for c in book.chapters] == ["childhood"]
    assert "I pray at night." in text(book)


@pytest.mark.parametrize("short", ["The driver.", "In 1953.", "Not then."])
def test_a_word_or_two_are_no_piece_of_their_own(short: str) -> None:
    book = book_of(CHILDHOOD + f"Q: Who sang in the lorry?\nA: {short}")
    assert len(book.passages) == 1
    assert short in text(book)


WORK = "Q: And your work?\nA: I was a nurse on the district. The hospital paid nine pounds a month. My shift began at six. "


def test_a_mothers_death_in_a_ward_is_hard_and_no_work() -> None:
    book = book_of(
        WORK + "My matron was Sister Dunn.\n"
        "Q: What else comes back?\nA: My mother was in Ward 7 in 1951. The landlord was paid late. She died in November 1951. I hung out her cardigan.",
        birth="1936",
    )
    assert chapter_of(book, "Sister Dunn") == "work"
    assert chapter_of(book, "her cardigan") == "losses"


@pytest.mark.parametrize(
    ("edtf", "reads"),
    [
        ("1982-03-09/1982-12-31", "1982"),
        ("1996-03-09/1996-03-31", "March 1996"),
        ("1941-05-26/1941-06-01", "26 May 1941 to 1 June 1941"),
        ("1940/1945", "1940 to 1945"),
    ],
)
def test_a_heading_names_no_birthday_that_nobody_spoke_of(edtf: str, reads: str) -> None:
    assert dates_read.read(edtf) == reads


def test_the_answer_to_a_question_about_a_story_stands_in_the_chapter_of_that_story() -> None:
    """Of 35 such answers of five strangers 13 stood in another chapter: the drowning in one, the ball in the next."""
    book = told_about(
        "adult_memory",
        "Q: Was there a hard time?\n"
        "A: Our Ken was drowned in the canal that August. We buried him at St Mark's. There was a funeral tea.\n"
        "Q: What was in the canal?\n"
        "A: The ball were my red one, from Christmas. It went in off the garden at home. We children never told anybody.\n"
        "Q: Where did you work?\n"
        "A: I went on the buses at twenty. The inspector taught me the ticket machine. The depot was at Torre Road.",
    )
    assert chapter_of(book, "red one") == chapter_of(book, "drowned") == "losses"
    assert chapter_of(book, "ticket machine") == "work"


def test_a_story_is_not_of_today_because_somebody_says_me() -> None:
    assert PLAN.design("today").shares("Me dad took me down and showed me") == 0
    assert PLAN.design("today").shares("I hope they remember me") == 2
