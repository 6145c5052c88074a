"""A model weighs what the rules found and can add nothing to it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import pytest
from evening import at_once, finish, memory_engines, tell
from hypothesis import given
from hypothesis import strategies as st
from real_tokens import smollm2
from storyteller_of_lives import turns

from voice_agent.archive import memory_tables
from voice_agent.archive.memory_store import MemoryStore
from voice_agent.archive.record import Record
from voice_agent.backends import JsonSchema, LanguageModel, Message
from voice_agent.errors import EngineError
from voice_agent.language.llamacpp import EmbeddedServer
from voice_agent.language.schema import faults
from voice_agent.language.scripted import Scripted
from voice_agent.language.writer import Writer
from voice_agent.memory.claims import Modality, Part
from voice_agent.memory.distil import distil
from voice_agent.memory.guided import NO_DATE, guided, schema
from voice_agent.memory.reading import PlainReader
from voice_agent.memory.thread import Setting

pytestmark = pytest.mark.anyio

(TURN,) = turns(0, ["We moved to Ohio in 1950, and my brother Tom married Rose in Dayton in 1952."])
FOUND = distil([TURN], PlainReader(), Setting(birth="1938"))
DATES = ["1950", "1952"]


async def weighed(answer: dict[str, Any] | EngineError | None):
    model: LanguageModel | None = Scripted([answer]) if answer is not None else None
    return await guided(TURN, FOUND, model)


def answer(one: str, two: str, how: str = "happened", people: list[str] | None = None):
    return {
        "date_1": one,
        "how_1": how,
        "people_1": people or [],
        "date_2": two,
        "how_2": "happened",
        "people_2": [],
    }


async def test_without_a_model_the_rules_stand() -> None:
    assert await weighed(None) == FOUND


async def test_a_model_that_fails_costs_nothing() -> None:
    assert await weighed(EngineError("a model", "is tired", retryable=True)) == FOUND


async def test_a_model_that_agrees_changes_nothing() -> None:
    assert await weighed(answer("1950", "1952")) == FOUND


async def test_dates_may_change_places_and_still_cite_the_words_that_told_them() -> None:
    found = await weighed(answer("1952", "1950"))
    assert [each.edtf for each in found.claims] == ["1952", "1950"]
    assert [each.words(Part.WHEN) for each in found.claims] == [("1952",), ("1950",)]
    assert [each.id for each in found.claims] == [each.id for each in FOUND.claims]


@pytest.mark.parametrize(("one", "two"), [("1950", "1950"), (NO_DATE, "1952"), (NO_DATE, NO_DATE)])
async def test_no_date_that_was_told_is_lost(one: str, two: str) -> None:
    found = await weighed(answer(one, two))
    assert {each.edtf for each in found.claims} == {"1950", "1952"}


async def test_a_model_may_be_less_sure_and_never_surer() -> None:
    found = await weighed(answer("1950", "1952", how="guessed"))
    assert found.claims[0].modality is Modality.GUESS
    (doubted,) = turns(0, ["Maybe we moved to Ohio in 1950."])
    rules = distil([doubted], PlainReader())
    sure = Scripted([{"date_1": "1950", "how_1": "happened"}])
    assert (await guided(doubted, rules, sure)).claims[0].modality is Modality.GUESS


def test_only_what_was_said_can_be_chosen() -> None:
    asked = schema(2, DATES, ["Tom"])
    assert not list(faults(answer("1950", "1952", people=["Tom"]), asked))
    assert list(faults(answer("1951", "1952"), asked))
    assert list(faults(answer("1950", "1952", people=["Napoleon"]), asked))


@given(
    st.dictionaries(
        st.sampled_from(["date_1", "how_1", "people_1", "date_2", "how_2", "people_2"]),
        st.one_of(st.sampled_from([*DATES, NO_DATE, "guessed"]), st.text(), st.lists(st.text())),
    )
)
async def test_whatever_a_model_answers_every_value_stands_in_the_words(
    said: dict[str, Any],
) -> None:
    class Babbler(Scripted):
        async def json(self, *args: object, **more: object) -> dict[str, Any]:
            return said

    found = await guided(TURN, FOUND, Babbler())
    assert {each.edtf for each in found.claims} == {"1950", "1952"}
    for claim in found.claims:
        assert bool(claim.edtf) == bool(claim.words(Part.WHEN))
        for mention in claim.mentions:
            assert TURN.text[mention.first : mention.last] == mention.words


@pytest.mark.long
@pytest.mark.models
async def test_the_smallest_model_can_do_no_harm_either() -> None:
    server = EmbeddedServer(smollm2(), context=2048)
    try:
        found = await guided(TURN, FOUND, Writer(server))
    finally:
        server.close()
    assert {each.edtf for each in found.claims} == {"1950", "1952"}
    assert {m.words for c in found.claims for m in c.mentions} == {
        m.words for c in FOUND.claims for m in c.mentions
    }


async def test_what_is_remembered_of_an_evening_was_weighed_by_the_model(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        guess = Scripted([{"date_1": "1950", "how_1": "guessed"}])
        told = replace(memory_engines(), model=guess)
        memory = await MemoryStore.open(record, str(tmp_path / "memory"), told, at_once)
        await memory.remember(tell(record, ["We moved to Ohio in 1950."]))
        (claim,) = memory_tables.claims(record.read)
        assert (claim.edtf, claim.modality) == ("1950", Modality.GUESS)
        await memory.close()
        finish(record)


async def test_a_model_that_never_answers_costs_no_memory(tmp_path: Path) -> None:
    class Silent(Scripted):
        async def json(
            self, messages: Sequence[Message], schema: JsonSchema, *, limit: int = 0
        ) -> Mapping[str, Any]:
            await anyio.sleep_forever()
            raise AssertionError

    with Record.open(tmp_path) as record:
        told = replace(memory_engines(), model=Silent([]))
        memory = await MemoryStore.open(
            record, str(tmp_path / "memory"), told, at_once, patience=0.01
        )
        await memory.remember(tell(record, ["We moved to Ohio in 1950.", "We had a dog in 1951."]))
        assert [each.edtf for each in memory_tables.claims(record.read)] == ["1950", "1951"]
        await memory.close()
        finish(record)
