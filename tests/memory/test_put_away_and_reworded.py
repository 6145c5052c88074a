"""What was put away in one wording of a turn stays away in the next one, and takes nothing else with it."""

from pathlib import Path

import pytest
from evening import BEGAN, finish, remembered, session, tell

from voice_agent.archive import memory_tables, passages
from voice_agent.archive.hidden_words import moved
from voice_agent.archive.record import Record
from voice_agent.memory.forgetting import What, Wish
from voice_agent.resources import resource
from voice_agent.story import TurnId
from voice_agent.storybook import plan
from voice_agent.storybook.house import HouseBook

pytestmark = pytest.mark.anyio

IDA = HouseBook("Ida", plan.read(resource("config/book/chapters.toml")), birth="1935")

TOLD = (
    "My brother Bartholomew kept pigeons in Leeds in 1952. "
    "My sister Rosalind ran away to Hull in 1955. "
    "My mother baked a cake in York in 1957."
)
MENDED = TOLD.replace("cake", "pie")


async def away(record: Record, folder: Path, *words: str) -> None:
    """The narrator puts the clauses with `words` away; afterwards the turn reads otherwise, and is read anew."""
    (turn,) = tell(record, [TOLD])
    memory = await remembered(record, folder)
    for word in words:
        found = (each for each in memory_tables.claims(record.read) if word in each.what)
        await memory.hide(Wish(What.TELLING, next(found).id), BEGAN)
    await memory.close()
    record.correct(turn.session, turn.id, MENDED, (), "a listener")
    finish(record)
    await (await remembered(record, folder)).close()


def come_up(record: Record) -> str:
    """What the claims that are not hidden say of the newest wording."""
    hidden = memory_tables.hidden(record.read)
    claims = memory_tables.claims(record.read)
    return " / ".join(
        each.what for each in claims if each.id not in hidden and each.mentions[0].version == 2
    )


def drafted(record: Record) -> str:
    IDA.write(record, BEGAN)
    return " ".join(each.body for each in passages.drafts(record.read))


async def test_a_clause_that_was_put_away_stays_away_and_the_rest_is_told(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        await away(record, tmp_path, "Rosalind")
        for seen in (come_up(record), drafted(record)):
            assert "Rosalind" not in seen and "Hull" not in seen
            assert "pigeons" in seen and "pie" in seen


async def test_where_all_of_a_turn_was_put_away_nothing_of_it_is_told(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        await away(record, tmp_path, "Rosalind", "pigeons", "cake")
        assert come_up(record) == "" and drafted(record) == ""


async def test_where_those_words_went_elsewhere_all_of_the_turn_is_away(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        await away(record, tmp_path, "Rosalind")
        mixed = "Now in 1955, it was to Hull. My mother baked a pie in York in 1957, and my sister Rosalind ran away."
        record.correct(session().id, TurnId(1), mixed, (), "a listener")
        await (await remembered(record, tmp_path)).close()
        assert drafted(record) == ""


@pytest.mark.parametrize(
    ("now", "away"),
    [
        ("We had hens. She stole the pig. It rained.", "She stole the pig."),
        ("We had hens. She sold the big. It rained.", "She sold the big."),
        ("We had hens. It rained.", ""),
        ("She stole a pig and we had hens. It rained.", None),
    ],
)
def test_the_place_of_those_words_in_another_wording(now: str, away: str | None) -> None:
    old = "We had hens. She stole the pig. It rained."
    first = old.index("She")
    a, b = moved(first, first + len("She stole the pig."), old, now)
    assert now[a:b] == (now if away is None else away)
