"""What only goes on with what is kept back goes with it, turn by turn, and stops where another story begins."""

from pathlib import Path

from tellings import NOON, sitting, told

from voice_agent.archive import keeping_back, spreading
from voice_agent.archive.keeping_back import KeptBack
from voice_agent.archive.record import Record
from voice_agent.memory.privacy import PRIVATE
from voice_agent.story import TO_US, SessionId, TurnId

TALK = "2026-11-21T12-00-00Z-0001"


def kept(record: Record) -> dict[int, bool]:
    """The turns that are kept back; True: there is nothing to ask about them."""
    return {int(row.place[1]): row.sure for row in keeping_back.rows(record.read)}


def secret(record: Record, *after: tuple[str, str]) -> None:
    """A talk in which the first turn is to be kept back; `after`: what was said then, and of which kind it is."""
    record.begin(sitting(TALK))
    record.turn(told(1, "My brother Tom stole money from the shop in 1955."))
    record.turn(told(2, "Keep that between us.", kind=TO_US))
    place, wish = (SessionId(TALK), TurnId(1)), (SessionId(TALK), TurnId(2))
    rows = [KeptBack(place, PRIVATE, wish), KeptBack(wish, PRIVATE, wish, told=False)]
    keeping_back.put(record, rows, NOON)
    for number, (text, kind) in enumerate(after, 3):
        record.turn(told(number, text, kind=kind))
        spreading.spread(record, NOON, among=[(SessionId(TALK), TurnId(number))])


def test_it_is_kept_back_as_soon_as_it_is_said_and_as_far_as_it_goes_on(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        secret(
            record,
            ("No, it was 1956.", ""),
            ("What is the time?", TO_US),
            ("He got two years for it.", ""),
            ("We kept a goat in the yard.", ""),
            ("She ate the washing.", ""),
        )
        assert kept(record) == {1: True, 2: True, 3: False, 5: False}


def test_where_one_was_freed_what_goes_on_with_it_is_open(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        secret(record, ("He laughed like a drain, all his life.", ""))
        assert keeping_back.decide(record, (SessionId(TALK), TurnId(3)), free=True) == 1
        record.turn(told(4, "And he sang."))
        spreading.spread(record, NOON)
        assert kept(record) == {1: True, 2: True}
