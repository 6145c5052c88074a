"""A year that may be meant in place of another is asked back at once, in two words, and seldom; both stand until then."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from interviews import AGREED, rules

from voice_agent.conversation.years import puts_right
from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Move
from voice_agent.interview.progress import Progress
from voice_agent.interview.rules import Rules
from voice_agent.memory.repairs.answering import ASKED_BACK
from voice_agent.memory.thread import Setting
from voice_agent.story import Emotion, Feeling

PIT = "I started down the pit in 1956 at Hatfield with my dad."
FIFTEEN = "No, it were 1955. I were fifteen."


def by() -> Rules:
    now = datetime(2026, 11, 28, tzinfo=UTC)
    return replace(
        shipped := rules(),
        readers=replace(shipped.readers, puts_right=puts_right(Setting(birth="1940"), lambda: now)),
    )


def talk(*said: str, feeling: Feeling | None = None) -> list[tuple[Progress, Move]]:
    wanted = by()
    progress, _ = planner.open_session(wanted, AGREED)
    found: list[tuple[Progress, Move]] = []
    for minute, text in enumerate(said):
        heard = Heard(text, 6.0, float(minute), feeling or Feeling())
        progress, move = planner.reply(wanted, progress, heard, AGREED)
        found.append((progress, move))
    return found


@pytest.mark.parametrize(
    ("told", "said", "asked"),
    [
        (PIT, FIFTEEN, "1955, then?"),
        (
            "The pipe burst in 1953.",
            "Now wait, no, it was the winter before, the pipe. It was 1952.",
            "1952, then?",
        ),
        ("We moved here in nineteen fifty-three.", "No, it was nineteen fifty-two.", "1952, then?"),
    ],
)
def test_the_second_year_is_asked_back_in_the_next_reply(told: str, said: str, asked: str) -> None:
    _, move = talk(told, said)[-1]
    assert move.text == asked
    assert ASKED_BACK.search(move.text)  # memory knows what is answered


@pytest.mark.parametrize(
    ("told", "said", "asked"),
    [
        ("Our Jean was born in 1957, at home.", "Wait, no. She was born in 1956.", "1956, then?"),
        ("I went to Burma in 1943.", "It'd be 1944, now I think of it.", "1944, then?"),
        ("I was conscripted in 1950.", "Nay, it were 1951. I'd just turned 19.", "1951, then?"),
        ("I started nursing in 1946.", "Nursing was 1947, I tell a lie.", "1947, then?"),
        ("I sat my exam in 1949.", "But I think it was 1948, the exam.", "1948, then?"),
        ("My gran came over from Sligo in 1921.", "Ah no, wait now. 1922 she came.", "1922, then?"),
        ("I moved in 1955. I had Janet in 1964.", "No, hang on, it was 1954.", "1954, then?"),
    ],
)
def test_a_correction_that_names_only_the_right_year_is_asked_back_in_whatever_words(
    told: str, said: str, asked: str
) -> None:
    assert talk(told, said)[-1][1].text == asked


def test_a_no_to_our_own_question_puts_no_year_right() -> None:
    told, said = ["Dad bought the Austin in 1938."], "No, he sold it in 1940."
    read = by().readers.puts_right
    assert read is not None
    assert read(told, "Did he keep it?", said) is None
    assert read(told, "Tell me more of that.", "No, it was 1940.") is not None


def test_both_years_named_long_after_are_put_right_and_not_asked_about() -> None:
    read = by().readers.puts_right
    between = ["It was blue.", "My brother rowed.", "We fished.", "On Sundays, mostly."]
    said = "That business with the boat, that was 1961, not 1962 as I told you."
    assert read is not None
    found = read(["We had a boat in 1962.", *between], "", said)
    assert found is not None
    assert found.settled
    assert found.year == "1961"


@pytest.mark.parametrize("answer", ["Aye.", "No.", "Yes, that's right."])
def test_after_the_answer_the_story_goes_on(answer: str) -> None:
    _, move = talk(PIT, FIFTEEN, answer)[-1]
    assert move.reason == "that was asked in passing"
    assert "leave that" not in move.text and "another" not in move.text


def test_where_both_were_named_nothing_is_asked() -> None:
    _, move = talk(PIT, "It was 1955, not 1956.")[-1]
    assert "then?" not in move.text


@pytest.mark.parametrize(
    "told",
    [
        ["We moved to Leeds in 1951. My aunt came in 1953.", "No, it was 1952."],
        ["We went to Blackpool in 1950.", "We went to Wales in 1952."],
        ["I was down the pit by then.", "No, I never liked it, and there were 12 of us."],
    ],
)
def test_where_two_could_be_meant_or_none_was_nothing_is_asked(told: list[str]) -> None:
    assert "then?" not in talk(*told)[-1][1].text


def test_not_while_it_hurts() -> None:
    sad = Feeling(Emotion.SADNESS, 0.9, -0.8)
    assert "then?" not in talk(PIT, FIFTEEN, feeling=sad)[-1][1].text
    buried = "We buried my father in 1956, and I cried for a week."
    assert "then?" not in talk(buried, "No, it was 1955.")[-1][1].text


def test_at_most_twice_in_a_talk() -> None:
    said = [
        x
        for n in range(4)
        for x in (f"We bought a horse in 196{n} at the fair in Doncaster.", f"No, it was 195{n}.")
    ]
    asked = [move for _, move in talk(*said) if move.text.endswith(", then?")]
    assert len(asked) == 2


@pytest.mark.parametrize("repair", [FIFTEEN, "It was 1955, not 1956.", "I said 1956, it was 1955."])
def test_the_goodbye_says_no_year_that_was_put_right_or_is_open(repair: str) -> None:
    wanted = by()
    progress, _ = planner.open_session(wanted, AGREED)
    progress = replace(
        progress,
        tellings=replace(
            progress.tellings, said=("you started down the pit in 1956", "you had a pony")
        ),
    )
    progress, _ = planner.reply(wanted, progress, Heard(PIT, 6.0, 1.0), AGREED)
    progress = replace(
        progress,
        tellings=replace(
            progress.tellings, said=("you started down the pit in 1956", "you had a pony")
        ),
    )
    progress, _ = planner.reply(wanted, progress, Heard(repair, 6.0, 2.0), AGREED)
    assert not any("1956" in each for each in progress.tellings.said)
