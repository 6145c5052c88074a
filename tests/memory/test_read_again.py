"""What an older reader made of a life is read again: what it hid comes back, and what was kept back stays so."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from evening import BEGAN, finish, remembered, tell

from voice_agent.archive import memory_tables
from voice_agent.archive.claim_rows import READ_BY, TurnWording
from voice_agent.archive.record import Record
from voice_agent.memory.claims import Claim, ClaimId, Correction, Modality, Part
from voice_agent.memory.distil import READER
from voice_agent.memory.forgetting import What, Wish

pytestmark = pytest.mark.anyio

TOLD = [
    "My father's funeral was in Barnsley in 1963, and it cost us a finger, that cornet.",
    "He married my mother in Leeds in 1949.",
    "Keep that between us.",
    "We had a parrot called Joey in Leeds in 1955.",
]


def as_an_older_reader_had_it(record: Record) -> list[Claim]:
    """Every claim takes a story back, as a joke, or puts a date right that nobody named; one is no claim at all today."""
    claims = memory_tables.claims(record.read)
    wrong = [
        replace(each, modality=Modality.JOKE, corrects=Correction(None), edtf=each.edtf)
        if "funeral" in each.what
        else replace(each, corrects=Correction(Part.WHEN, "1963"), continues=claims[0].id)
        for each in claims
    ]
    extra = replace(claims[0], id=ClaimId("c-0123456789abcdef"))
    done = [TurnWording(each.session, each.turn, 1) for each in claims]
    memory_tables.store(record, [*wrong, extra], (), done)
    return claims


async def test_what_was_filed_as_taken_back_is_told_again(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        tell(record, TOLD)
        memory = await remembered(record, tmp_path)
        kept = {each.id for each in memory_tables.claims(record.read) if each.privacy.private}
        (parrot,) = (each for each in memory_tables.claims(record.read) if "parrot" in each.what)
        await memory.hide(Wish(What.TELLING, parrot.id), BEGAN + timedelta(hours=1))
        hidden = memory_tables.hidden(record.read)
        right = as_an_older_reader_had_it(record)
        record.keep(READ_BY, READER - 1)
        await memory.close()
        finish(record)

        memory = await remembered(record, tmp_path)
        assert memory_tables.claims(record.read) == right
        assert {"1963", "1949"} <= {event.when for event in memory.life.events}
        assert kept and kept <= {
            each.id for each in memory_tables.claims(record.read) if each.privacy.private
        }
        assert hidden and memory_tables.hidden(record.read) == hidden
        assert record.kept(READ_BY) == READER
        await memory.close()


async def test_it_is_done_once(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        tell(record, TOLD)
        for _ in range(2):
            await (await remembered(record, tmp_path)).close()
        assert record.kept(READ_BY) == READER
        assert memory_tables.undistilled(record.read) == ()
        memory_tables.read_again(record, READER)
        assert memory_tables.undistilled(record.read) == ()
        memory_tables.read_again(record, READER + 1)
        assert len(memory_tables.undistilled(record.read)) == len(TOLD)
