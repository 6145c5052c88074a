"""Who asks in words that only a language model understands what they told another day is told it, in their own words."""

import json
from pathlib import Path

import pytest
from seated_house import READING, reply, seated
from written_house import told

from voice_agent.archive.record import Record
from voice_agent.reading.wishes import told_of
from voice_agent.reading.wishes.commands import Command, Wish

pytestmark = pytest.mark.anyio

WATCH = "Daddy's watch was in a paper sack at the station, and it had stopped at eleven-twenty."
GOAT = "We had a goat in the yard that ate the washing off the line every Monday."
ASKS = "Same dress and all. Now, could you say at what hour Daddy's watch had stopped?"
READS = READING | {"wish": "what did i tell", "about": "Daddy's watch had stopped"}
KEEP = "Keep that between us."


def answer(says: str) -> str:
    return json.dumps({"reading": READS, "replies": [reply(says, "answer_us")]})


UNSEEN = answer("I cannot say. A program was not there.")


@pytest.mark.parametrize("kept", [False, True])
async def test_it_is_found_in_every_talk_but_not_where_it_is_kept_back(
    kept: bool, tmp_path: Path
) -> None:
    with Record.open(tmp_path) as record:
        lines = [GOAT, WATCH, KEEP] if kept else [GOAT, WATCH]
        await told(record, 1, lines, {KEEP: Wish(Command.BETWEEN_US)} if kept else None)
        leads, engine = await seated(record, [UNSEEN, answer("At eleven-twenty, in the sack.")])
        answers = await told(record, 2, [ASKS], leads=leads)
        shown = ["in their words" in asked[-1].text for asked in engine.asked]
        # whoever is shown it answers what was asked, and no more
        assert shown == ([False] if kept else [False, True])
        assert ("eleven-twenty" in str(engine.asked)) is not kept
        assert (answers[-1] == "At eleven-twenty, in the sack.") is not kept


@pytest.mark.parametrize("says", ["At half past two, in the sack.", "Your daddy drowned."])
async def test_what_was_never_told_is_not_said_and_their_own_words_are_said_back(
    says: str, tmp_path: Path
) -> None:
    with Record.open(tmp_path) as record:
        await told(record, 1, [GOAT, WATCH])
        leads, _ = await seated(record, [UNSEEN, answer(says)])
        (answered,) = (await told(record, 2, [ASKS], leads=leads))[-1:]
        assert says not in answered and "eleven-twenty" in answered


def test_of_many_tellings_those_are_shown_that_share_most_with_the_question() -> None:
    hats = "Harold wore the good hat to the Lakeside Ballroom and kept it on all the way home."
    ropes = [f"Harold strung the rope to barn number {n}." for n in range(9)]
    asks = "So much rope. What did I tell you of Harold's hat?"
    found = told_of.nearest(asks, "Harold's hat", [hats, *ropes, asks], 4)
    assert found == (hats, *ropes[-3:])
