"""What was said to the interviewer stands in no book; what was told stands there with its question and its point."""

from dataclasses import replace

import pytest
from bookmaking import PLAN, evening

from voice_agent.memory.reading import PlainReader
from voice_agent.reading.wishes import wish_words
from voice_agent.story import CONFIDED
from voice_agent.storybook import said_to_us, tellers
from voice_agent.storybook.compose import answers, compose
from voice_agent.storybook.gathering import gather
from voice_agent.storybook.pages import Book


def book_of(*evenings: str, birth: str = "1942", life: str = "Elsie") -> Book:
    """The book of a few evenings, each written as in storybook/tellers."""
    days = [f"2026-10-{5 + n:02d} childhood\n{lines}" for n, lines in enumerate(evenings)]
    teller = tellers.Teller(life, birth, "GB", tuple(tellers._evening(day) for day in days))  # pyright: ignore[reportPrivateUsage]
    return compose(gather(tellers.source(teller, PlainReader())), life, PLAN, birth=birth)


def text(book: Book) -> str:
    return "\n".join(" ".join(s.text for s in p.sentences) for p in book.passages)


@pytest.mark.parametrize(
    "said",
    [
        "Undo.",
        "Stop now, I'm ready for my tea.",
        "No, I'm all right, love.",
        "I'd rather not have that said out loud.",
    ],
)
def test_an_answer_to_the_interviewer_is_no_telling(said: str) -> None:
    assert said_to_us.answer(said) or said_to_us.sentence(said, first=True)


@pytest.mark.parametrize(
    "said",
    [
        "Ask me something cheerful.",
        "Where was I?",
        "Did you hear me?",
        "I won't have it in any book.",
    ],
)
def test_talk_about_the_talk_stays_out_of_the_chapter(said: str) -> None:
    assert said_to_us.sentence(said)


@pytest.mark.parametrize(
    "told",
    [
        "And he says, is this gentleman known to you, madam?",
        "She said thank you to the conductor and never looked at me.",
        "He fed cards to the computer at Ferranti's and swore at it in Polish.",
        "What else could we do?",
        "Stop that racket, my mother shouted.",
        "Stopped at the lights, the bus caught fire.",
    ],
)
def test_what_people_say_in_a_story_is_told(told: str) -> None:
    assert not said_to_us.sentence(told)


def out(*lines: str, kinds: tuple[str, ...] = ()) -> list[str]:
    """What of one talk stands word for word alone; a line in brackets is ours, and its kind the next of `kinds`."""
    source = evening(*lines, kinds=kinds)
    return [each.text for each in gather(source).told if each.out]


def test_who_takes_leave_tells_nothing_more_and_no_story_goes_with_it() -> None:
    told = "I told him it was for a blizzard. He looked up at the sky. "
    leave = "Well, I'm getting tired. My eyes are going shut on me. I've got to get the supper dishes, so I'll say goodbye for now."
    assert out("[Go on.]", told + leave) == [
        "Well, I'm getting tired.",
        "My eyes are going shut on me.",
        "I've got to get the supper dishes, so I'll say goodbye for now.",
    ]
    late = "I'm getting tired. My eyes are bad. And then in 1961 the roof came off the barn."
    assert "My eyes are bad." not in out("[Go on.]", late)


def test_what_takes_our_answer_is_said_to_us_and_a_story_that_begins_in_few_words_is_not() -> None:
    answered = "[I am a program, and nothing of mine tires.]"
    assert out(
        "[Go on.]", "We ate it.", answered, "That'll do me. We had five.", kinds=("cue", "answer")
    ) == ["That'll do me."]
    for told in (
        "With the stick! One knock was water.",
        "Nineteen days. It snowed.",
        "Our Michael. He drowned.",
    ):
        assert out("[Go on.]", "We ate it.", answered, told, kinds=("cue", "answer")) == []
    # where we asked, two words are an answer
    assert out("[Who was it?]", "The milkman. He whistled.") == []


@pytest.mark.parametrize(
    ("said", "to_us"),
    [
        ("Tell me, machine, is it foolish, an old man who does so?", True),
        ("Hello again.", True),
        ("The sewing machine, the black one, went under the hammer.", False),
        ("There were nine of us in that kitchen, machine.", False),
        ("She said hello again.", False),
    ],
)
def test_who_calls_us_or_greets_us_tells_nothing(said: str, to_us: bool) -> None:
    assert said_to_us.in_passing(said) is to_us


def test_a_joke_keeps_its_question_and_its_answer() -> None:
    book = book_of(
        "Q: What happened on the pier?\n"
        "A: He climbed in at the lavatory window and he got stuck. Along comes a policeman with his lamp. "
        "And he says, is this gentleman known to you, madam? And I said, since Saturday.\n"
        "Q: What then?\nA: Stop now, I'm ready for my tea."
    )
    assert "known to you, madam? And I said, since Saturday." in text(book)
    assert "tea" not in text(book)


def test_a_question_stands_only_before_its_answer() -> None:
    assert answers("What were you wearing that day?", "Clogs, love.")
    assert answers("What was your father like?", "He was a quiet man.")
    assert answers("Where was that?", "In Hull, in Scarborough Street.")
    assert not answers(
        "How had it come about that you lived there?", "He was four years older than me, was Tommy."
    )
    assert not answers("How did you come to live there?", "He was my brother.")
    assert not answers("Where was that?", "Clogs, love.")


def test_a_question_that_was_put_away_stands_before_nothing() -> None:
    book = book_of(
        "Q: Who was in the house?\nA: Undo.\nQ: What came later?\n"
        "A: Mostly my brother Walter and me. We kept pigeons in the yard."
    )
    assert "Who was in the house" not in text(book)


def test_what_somebody_says_in_a_story_is_not_taken_for_a_wish_to_keep_something_back() -> None:
    """In a turn in which something was to be kept from somebody, a ward's whole morning stood in no text at all."""
    told = (
        "A man in bed four said, don't let that one touch me.",
        "If you were going to the strand she'd say nothing at all.",
    )
    wish = "Don't tell Maureen about the money."
    source = evening("[Go on.]", " ".join((*told, wish)))
    (held,) = source.sessions
    turns = tuple(replace(t, kind=CONFIDED) if t.id == 2 else t for t in held.turns)
    material = gather(replace(source, sessions=[replace(held, turns=turns)]))
    assert {each.words for each in material.left_out} == {wish}
    assert {each.text for each in material.told} == set(told)


def test_a_wish_that_names_whom_it_is_about_stands_nowhere_though_somebody_else_said_it() -> None:
    assert wish_words.asks("My sister said, don't tell Maureen.", ("maureen",))
