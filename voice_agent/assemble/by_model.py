"""What memory wants of a talk that is over from a language model elsewhere: a summary, and who may be one person.

The talk is closed already, and the goodbye said: should the power fail, or the model never answer, nothing is missing.
"""

from anyio import move_on_after

from voice_agent.archive import permitted, who_is_who
from voice_agent.archive.record import Record
from voice_agent.conversation.house import Labour
from voice_agent.language.gate import Gate, Purpose
from voice_agent.memory.people.perhaps_one import SHOWN, TOLD, Somebody, perhaps_one
from voice_agent.memory.told_summary import condensed
from voice_agent.story import Session

LONG = 60.0
"""Seconds for each of both."""


async def summary(gate: Gate, told: Session) -> str:
    """The talk in few sentences, each held against what was told; "" where the model cannot, or is late."""
    with move_on_after(LONG):
        return await condensed(gate.to(Purpose.SUMMARY, behind=True), told.turns)
    return ""


async def suggest_people(gate: Gate, record: Record, labour: Labour) -> None:
    """Keep who may be one person, for the narrator's page. Nothing private is shown. Raises DiskFull, RecordDamaged."""
    people = await labour(lambda: _people(record))
    shown = await gate.may_show(
        lambda may: [each for each in people if may(f"{each.name} {' '.join(each.told)}")]
    )
    model = gate.to(Purpose.WEIGHING, behind=True)
    if pairs := await perhaps_one(model, shown[:SHOWN], patience=LONG):
        await labour(lambda: who_is_who.suggest(record, pairs))


def _people(record: Record) -> list[Somebody]:
    """Those of whom anything was told that nobody is kept from."""
    shut = permitted.shut(record.read)
    found = list[Somebody]()
    for each in who_is_who.known(record):
        told = [one.words for one in each.tellings if (one.session, one.turn) not in shut]
        if told:
            found.append(Somebody(each.id, each.name, each.relation, tuple(told[:TOLD])))
    return found
