"""The strict reader of manners and rounds: what it must find, and what it must leave alone."""

import json
from pathlib import Path

import pytest

from lab.evaluation.interview.manner import WINDOW, Bad, double, lint
from lab.evaluation.interview.rounds import Asked, Why, check

LABELS = {
    "valid": Why.VALID,
    "listening": Why.LISTENING,
    "no question": Why.NO_QUESTION,
    "two": Why.TWO,
    "repeated": Why.REPEATED,
    "off topic": Why.OFF_TOPIC,
    "praise": Why.PRAISE,
}
BAD = {
    Bad.ELDERSPEAK: [
        "There you are, my dear.",
        "How are we today?",
        "You are still so sharp.",
        "Shall we go on, sweetie?",
        "That is a lot for a lady at your age.",
        "Well done, good girl.",
    ],
    Bad.TWO_QUESTIONS: [
        "Where was that, and who was with you?",
        "Who was there? What did they say?",
        "Tell me about the house. Who lived in it?",
        "Ann wonders how you met. Where was it?",
        "Did you walk or did you take the tram?",
    ],
    Bad.PRAISE: [
        "What a lovely story.",
        "That is a wonderful memory. Who was there?",
        "Thank you for sharing that.",
        "Beautiful. And then?",
        "You tell it so well.",
        "Well said. What did he do?",
        "I appreciate that.",
    ],
    Bad.TOLD: [
        "You already told me about the mill.",
        "As you said before, he was a miner.",
        "You have told me that before.",
        "I have heard that one before.",
        "We have already talked about that.",
    ],
    Bad.FEELING: [
        "I am so sorry to hear that.",
        "I love to hear about the sea.",
        "I was moved by that.",
        "I can imagine that.",
        "That makes me happy.",
        "I am curious about the mill.",
    ],
    Bad.THERAPY: [
        "How does that make you feel?",
        "What I'm hearing is that you miss him.",
        "It sounds like you felt alone.",
        "Stay with that feeling.",
        "That must have been so hard.",
        "Did that help you find closure?",
    ],
    Bad.LONG_QUESTION: [
        "When you think of the long road from the village to the mill in winter, who walked beside you on those dark mornings?"
    ],
    Bad.LONG_REPLY: ["One word and then another and so on. " * 6],
    Bad.HIDDEN: ["Who was there? The mill stood by the river."],
}
GOOD = [
    "The mill stood by the river. Who worked there?",
    "When you came home, who was waiting?",
    "Mr. Lamb kept the shop. What did he sell?",
    "What is a good memory from when you were small?",
    "You walked to school in clogs. What did that sound like?",
    "I am a computer program, and I ask about your life.",
    "I am sorry, I did not catch that.",
    "Thank you for today. Until Thursday.",
    "Ann wonders what you sang at home.",
    "Is there a part of that you have left out?",
    "Mm.",
    "Of course. We leave that.",
    "What did your mother say when he came?",
    "Your father drove a tram. Which line was it?",
    "Whom did you love best, of all the aunts?",
    "What was good about it?",
    "Take your time.",
    "Do you remember who taught you to swim?",
    "What sort of a girl was Nora?",
    "You loved the sea. Which part of the coast was that?",
    "Was that before or after you married?",
    "Last time you spoke of the mill. What became of it?",
]


@pytest.mark.parametrize(
    ("bad", "said"), [(bad, said) for bad, each in BAD.items() for said in each]
)
def test_a_bad_manner_is_found(bad: Bad, said: str) -> None:
    assert bad in {fault.bad for fault in lint([said])}


@pytest.mark.parametrize("said", GOOD)
def test_good_manners_are_left_alone(said: str) -> None:
    assert lint([said]) == []


def test_a_phrase_said_four_times_in_a_hundred_turns_is_found_once() -> None:
    replies = ["Let us go on. " + f"What did number {n} say?" for n in range(4)]
    assert [fault.bad for fault in lint(replies)] == [Bad.OFTEN]


def test_a_phrase_may_come_again_after_a_hundred_turns() -> None:
    spread = [
        "Let us go on." if n % 34 == 0 else f"What did number {n} say?" for n in range(3 * WINDOW)
    ]
    assert lint(spread) == []


def test_what_must_be_said_each_time_is_no_phrase() -> None:
    assert lint(["I am a computer program."] * 9, exempt=[True] * 9) == []


def test_two_clauses_are_not_two_questions() -> None:
    assert double("When you were seven, what did you want to be?") == ""
    assert double("Would you like to go on, or shall we leave it there?") == ""


def test_a_round_asks_one_new_thing_on_topic() -> None:
    asked = Asked()
    heard = ["We had a mill by the river and my father worked there."]
    assert check("What did the mill make?", asked=asked, answers=heard) is Why.VALID
    assert check("What did that mill make?", asked=asked, answers=heard) is Why.REPEATED
    assert check("When was that?", asked=asked, answers=heard) is Why.VALID
    assert check("When was that?", asked=asked, answers=heard) is Why.REPEATED
    assert check("Which cousin played the trumpet?", asked=asked, answers=heard) is Why.OFF_TOPIC
    shift = "Let us leave the mill for today. Which aunt played the piano?"
    assert check(shift, asked=asked, answers=heard) is Why.VALID
    assert check("That is so inspiring.", asked=asked, answers=heard) is Why.PRAISE
    assert check("The mill stood there for years.", asked=asked, answers=heard) is Why.NO_QUESTION
    assert check("Mm.", asked=asked, answers=heard) is Why.LISTENING
    back = "And your father worked there."
    assert check(back, asked=asked, answers=heard) is Why.LISTENING
    mine = ["We tied my old shawl to the frame, and she walked off."]
    assert (
        check("So you tied your old shawl to the frame.", asked=asked, answers=mine)
        is Why.LISTENING
    )
    other = "And your mother worked there."
    assert check(other, asked=asked, answers=heard) is Why.NO_QUESTION
    assert check("Who was there? And where?", asked=asked, answers=heard) is Why.TWO


def test_a_bare_question_may_be_asked_again_next_week() -> None:
    asked = Asked()
    check("When was that?", asked=asked)
    asked.new_session()
    assert check("When was that?", asked=asked) is Why.VALID
    assert asked.literally("When was that?")


def agreement(file: str) -> float:
    """How often the script says what a person said of a round."""
    folder = Path(__file__).parents[1] / "data"
    rows = [json.loads(line) for line in (folder / file).read_text(encoding="utf-8").splitlines()]
    right = 0
    for row in rows:
        asked = Asked()
        for each in row["before"]:
            asked.add(each)
        topic = [row["topic"]] if row["topic"] else []
        found = check(
            row["reply"], asked=asked, answers=[row["answer"]], topic=topic, family=["Ann", "Peter"]
        )
        right += LABELS[row["label"]] is found
    return right / len(rows)


def test_the_script_says_what_a_person_says_of_a_hundred_rounds() -> None:
    assert agreement("rounds.jsonl") >= 0.97


def test_it_says_so_of_thirty_rounds_it_was_not_mended_on() -> None:
    assert agreement("rounds_held.jsonl") >= 0.9
