"""What is erased is the story that was named, and never the one that is told beside the wish or that nobody named."""

from pathlib import Path

import pytest
from written_house import told

from voice_agent.archive import memory_tables
from voice_agent.archive.record import Record
from voice_agent.reading.wishes import forgetting
from voice_agent.reading.wishes.commands import Command, Wish

pytestmark = pytest.mark.anyio

NANSI = (
    "Nansi Tŷ Pella had a letter from a sailor every spring, and I read them to her in the barn."
)
GOAT = "We had a goat in the yard that ate the washing off the line every Monday."
MEGAN = "Megan now, I met her at the Eisteddfod and she had a blue coat on, and it rained all afternoon."
ASKED_FIRST = (
    f"Oh, you'd better forget about Nansi and her letter, strike it out, it isn't fair. {MEGAN}"
)


def left(record: Record) -> list[str]:
    """What still stands in the record, and is not put away."""
    away = memory_tables.hidden_turns(record.read)
    return [
        turn.text
        for each in record.sessions()
        for turn in record.session(each.id).turns
        if (turn.session, turn.id) not in away
    ]


@pytest.mark.parametrize(
    ("said", "about"),
    [
        ("You'd better forget about Nansi and her letter.", "nansi and her letter"),
        ("Please forget about Colleen.", "colleen"),
        ("Forget about Nansi, strike it out.", "nansi"),
        ("Rub it out, that letter.", "letter"),
        ("Strike it out, it isn't fair.", ""),
    ],
)
def test_a_wish_to_forget_names_whom_it_is_about(said: str, about: str) -> None:
    assert forgetting.asked(said) == Wish(Command.FORGET, about)


@pytest.mark.parametrize(
    "said",
    [
        "Forget about the bus, we walked.",
        "You can forget about Tom, I thought.",
        "Cut out the sugar, the doctor said.",
        "I had to rub it out and begin again.",
    ],
)
def test_what_only_sounds_like_it_forgets_nothing(said: str) -> None:
    assert forgetting.asked(said) is None


async def test_the_story_that_is_named_goes_and_not_the_one_told_behind_the_wish(
    tmp_path: Path,
) -> None:
    with Record.open(tmp_path) as record:
        answers = await told(
            record, 1, [NANSI, GOAT, ASKED_FIRST, "Yes, yes, rub it out, that letter."]
        )
        assert "Nansi and her letter" in answers[2] and "Megan" not in answers[2]
        assert "will be erased" in answers[3]
        assert NANSI not in left(record)
        assert ASKED_FIRST in left(record) and GOAT in left(record)


async def test_a_bare_wish_before_a_story_means_what_was_told_before(tmp_path: Path) -> None:
    line = f"Strike that out. {MEGAN}"
    with Record.open(tmp_path) as record:
        answers = await told(record, 1, [GOAT, line, "Yes."])
        assert "goat" in answers[1] and "Eisteddfod" not in answers[1]
        assert GOAT not in left(record) and line in left(record)


async def test_between_two_stories_it_is_asked_which(tmp_path: Path) -> None:
    line = f"{NANSI} Strike that out. {MEGAN}"
    with Record.open(tmp_path) as record:
        answers = await told(record, 1, [GOAT, line, "The goat.", "Yes."])
        assert "Which of them" in answers[1] and "goat" in answers[2]
        assert GOAT not in left(record) and line in left(record)


@pytest.mark.parametrize("meant", ["The letter.", "Nansi's."])
async def test_a_yes_that_names_another_story_erases_nothing_and_is_asked_about(
    meant: str, tmp_path: Path
) -> None:
    with Record.open(tmp_path) as record:
        lines = [NANSI, GOAT, "Forget that.", "Yes, yes, rub it out, that letter.", meant, "Yes."]
        answers = await told(record, 1, lines)
        assert "goat" in answers[2]
        assert "Which of them" in answers[3] and "erased" not in answers[3]
        assert "erase" in answers[4]
        assert NANSI not in left(record) and GOAT in left(record)


async def test_a_yes_that_names_what_nobody_told_erases_nothing(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        answers = await told(record, 1, [GOAT, "Forget that.", "Yes, rub it out, that motorbike."])
        assert "will be erased" not in answers[2] and "goat" in answers[2] and "?" in answers[2]
        assert not memory_tables.to_erase(record.read)
