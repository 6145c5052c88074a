"""What is thanked for as put right is put right: the other year stands down in memory, and no word that was said is changed."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from interviews import rules
from kitchen import BEGAN
from written_house import told

from voice_agent.archive import memory_tables
from voice_agent.archive.record import Record
from voice_agent.conversation.years import puts_right
from voice_agent.interview.rules import Rules
from voice_agent.memory.claims import Part
from voice_agent.memory.events import Life, weave
from voice_agent.memory.thread import Setting

pytestmark = pytest.mark.anyio

MARRIED = "We married in 1951 at Saint Anne's."


def by() -> Rules:
    return replace(
        shipped := rules(),
        readers=replace(
            shipped.readers, puts_right=puts_right(Setting(birth="1934"), lambda: BEGAN)
        ),
    )


def life(record: Record) -> Life:
    return weave(memory_tables.claims(record.read), memory_tables.decisions(record.read))


def whens(record: Record) -> list[str]:
    """The dates of events, and of an event with two all of them."""
    return [
        side
        for each in life(record).events
        for side in ([s.edtf for s in each.conflict.sides] if each.conflict else [each.when])
        if side
    ]


def thanked_as_put_right(answer: str) -> bool:
    return any(each in answer for each in rules().words.phrases.kinds["corrected"].say)


@pytest.mark.parametrize(
    "said",
    [
        ("No, it was 1952.", "Yes."),
        ("Sorry, I meant 1952.", "Yes, that's right."),
        ("I made a mistake, it was 1952.", "Aye."),
        ("That should be 1952.", "Yes, 1952."),
    ],
)
async def test_a_yes_to_the_year_we_ask_back_lets_the_other_year_stand_down(
    said: Sequence[str], tmp_path: Path
) -> None:
    with Record.open(tmp_path) as record:
        answers = await told(record, 1, (MARRIED, *said), by=by())
        assert answers[1] == "1952, then?"
        assert whens(record) == ["1952"]
        assert life(record).superseded and not life(record).conflicts
        (first, *_) = memory_tables.claims(record.read)
        assert first.words(Part.WHEN) == ("1951",), "what was said stays as it was said"


async def test_both_years_named_are_put_right_and_thanked_for(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        answers = await told(record, 1, (MARRIED, "No, it was 1952, not 1951."), by=by())
        assert thanked_as_put_right(answers[1])
        assert whens(record) == ["1952"]


@pytest.mark.parametrize(
    "lines",
    [
        (MARRIED, "You have it wrong, it was the year after."),
        (f"{MARRIED} I moved to Leeds in 1953.", "No, it was 1952."),
        ("My brother Walter went to sea.", "No, it was Wilfred."),
        ("My father was a butcher.", "Sorry, I meant a baker."),
        ("I was nineteen when I married Tom.", "No, I was twenty."),
    ],
)
async def test_what_puts_nothing_right_in_memory_is_not_thanked_for_as_if_it_did(
    lines: Sequence[str], tmp_path: Path
) -> None:
    with Record.open(tmp_path) as record:
        answers = await told(record, 1, lines, by=by())
        assert not life(record).superseded
        assert not thanked_as_put_right(answers[-1])


async def test_where_nobody_is_asked_again_both_years_are_said_to_stand(tmp_path: Path) -> None:
    lines = (
        "I went in 1950 to Leeds.", "No, it was 1951.", "Yes.",
        "We bought a house in 1960.", "No, it was 1961.", "Yes.",
        "The car was bought in 1980.", "No, it was 1981.",
    )  # fmt: skip
    with Record.open(tmp_path) as record:
        answers = await told(record, 1, lines, by=by())
        assert any(each in answers[-1] for each in rules().words.phrases.kinds["both_years"].say)
        assert {"1980", "1981"} <= {*whens(record)}


async def test_who_says_in_a_later_talk_which_it_was_is_not_asked_which_it_was(
    tmp_path: Path,
) -> None:
    with Record.open(tmp_path) as record:
        await told(record, 1, (MARRIED, "Actually, we married in 1952 at Saint Anne's."), by=by())
        assert life(record).conflicts
        lines = ("My father had the bakery.", "We married in 1952, not 1951.")
        answers = await told(record, 2, lines, by=by())
        assert "1951 or 1952" not in answers[-1]
        assert whens(record) == ["1952"]
