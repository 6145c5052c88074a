"""What is kept between us is asked of us, answered with how much it is, and never taken for a wish."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from interviews import rules
from written_house import told

from voice_agent.archive.record import Record
from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act
from voice_agent.interview.progress import Coverage, OpenQuestion, Progress, Stage
from voice_agent.interview.rules import Opening
from voice_agent.reading.wishes.asks_us import Kind, asked
from voice_agent.reading.wishes.commands import Command, Wish
from voice_agent.reading.wishes.perhaps_kept import PERHAPS

TALK = Progress(
    stage=Stage.TALK,
    question=OpenQuestion(text="Where did you sleep?"),
    coverage=Coverage(asked=("Where did you sleep?",)),
)
QUESTIONS = [
    "What is kept between us?",
    "What's still kept between us, then?",
    "What have I asked you to keep between us?",
    "What are you keeping back?",
    "How many stories are kept back?",
    "How much of it is private?",
    "Which of my stories are private?",
    "Is anything kept between us?",
    "Is there anything that is kept back now?",
    "What did I tell you that is between us?",
    "Have I asked you to keep anything back?",
    "Did I ask you to keep something between us?",
    "Are you keeping anything back?",
    "What did I say was private?",
    "Do you have any secrets of mine?",
]
WALTER = "My brother Walter drank the rent money at the Black Swan in the winter of 1953."
COW = "I sold my father's cow at the fair in Kells and never told him."


@pytest.mark.parametrize("question", QUESTIONS)
def test_it_is_asked_of_us(question: str) -> None:
    found = asked(question)
    assert found is not None and found.kind is Kind.KEPT


@pytest.mark.parametrize(
    "said",
    [
        "Keep that between us.",
        "That is private.",
        "What did she and her sister keep secret?",
        "What was kept between us was the farm, and he never knew.",
        "What did I tell you about the secret garden?",
        "Have you kept it from Comfort?",
        "He asked me what was private about it.",
        "What is between us is only a hedge, he said.",
    ],
)
def test_a_wish_or_a_story_asks_it_not(said: str) -> None:
    found = asked(said)
    assert found is None or found.kind is not Kind.KEPT


@pytest.mark.parametrize(
    ("kept", "says"),
    [
        (0, "othing is kept back"),
        (1, "One thing you told me is kept back"),
        (3, "3 things you told me are kept back"),
        (None, "you asked me to keep back is kept back"),
    ],
)
def test_it_is_answered_with_how_much_and_our_question_stands(kept: int | None, says: str) -> None:
    by = replace(
        shipped := rules(), readers=replace(shipped.readers, second=lambda said: Wish(Command.SKIP))
    )
    heard = Heard("What is kept between us?", 4.0, 3.0, kept=kept)
    progress, move = planner.reply(by, TALK, heard, Opening(consented=True))
    assert says in move.say and move.act is Act.ANSWER and not move.wishes
    assert move.ask == "Where did you sleep?" == progress.question.text


def test_what_nobody_asked_for_in_so_many_words_is_named_apart() -> None:
    heard = Heard("What is kept between us?", 4.0, 3.0, kept=1, kept_unsure=2)
    _, move = planner.reply(rules(), TALK, heard, Opening(consented=True))
    assert (
        "One thing you told me is kept back, as" in move.say
        or "One thing you told me is kept back." in move.say
    )
    assert "2 things you told me are kept back because I was not sure" in move.say


@pytest.mark.anyio
async def test_a_sign_alone_is_not_counted_as_asked_for(tmp_path: Path) -> None:
    line = f"{WALTER} That's a bit for thee, that."
    lines = (COW, "Keep that between us.", line, "What is kept between us?")
    with Record.open(tmp_path) as record:
        *_, answer = await told(record, 1, lines, {line: PERHAPS})
    assert answer.count("One thing you told me is kept back") == 2 and "not sure" in answer


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ((COW,), "othing is kept back"),
        ((WALTER, "Keep that between us."), "One thing you told me is kept back"),
        (
            (WALTER, "Keep that between us.", COW, "Keep that between us."),
            "2 things you told me are kept back",
        ),
    ],
)
async def test_a_talk_counts_what_stands_in_the_record_and_names_none_of_it(
    lines: Sequence[str], says: str, tmp_path: Path
) -> None:
    with Record.open(tmp_path) as record:
        *_, answer = await told(record, 1, (*lines, "What is kept between us?"))
    assert says in answer and "Walter" not in answer and "cow" not in answer
