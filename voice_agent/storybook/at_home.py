"""The book of the house that the settings describe: who makes it, what waits to be read back, and how it grows."""

from datetime import datetime
from functools import lru_cache

from voice_agent.archive import passages, permitted, withdrawing
from voice_agent.archive.record import Record
from voice_agent.interview.rules import Piece
from voice_agent.reading.danger import safety
from voice_agent.resources import resource
from voice_agent.settings import Settings
from voice_agent.story import ConsentKind
from voice_agent.storybook import approval, plan, release
from voice_agent.storybook.house import HouseBook


def bookmaker(settings: Settings) -> HouseBook:
    """Whoever makes the book of this house. Raises SettingsError."""
    born = settings.narrator.birth_year
    net = safety.read(resource("config/safety.toml"), settings.narrator.country)
    return HouseBook(
        settings.narrator.name or "the narrator",
        plan.read(resource("config/book/chapters.toml")),
        str(born) if born else "",
        # each telling is read for danger once, not at every page
        lru_cache(maxsize=None)(net.level),
    )


def to_read_back(house: HouseBook, record: Record) -> tuple[Piece, ...]:
    """What waits for the narrator's word, in the order of the book; nothing that was put away, is kept from anybody or is

    meant for some alone.

    It is read aloud, and nobody knows who has come into the room: the narrator's page shows the rest.
    """
    if not Record.exists(record.state):
        return ()
    away, meant = permitted.shut(record.read), passages.meant(record.read)
    waiting = approval.waiting(house.drafted(record), passages.approvals(record.read))
    return tuple(
        Piece(each.id, approval.read_back(each))
        for each in waiting
        if each.id not in meant
        # what is heard word for word alone has nothing to be read
        and any(s.told for s in each.sentences)
        and not any((str(span.session), int(span.turn)) in away for span in each.spans)
    )


def write_anew(house: HouseBook, record: Record, now: datetime) -> None:
    """Let the book grow by what was told in a talk; what has not changed stays approved. Raises DiskFull.

    Where memory was forbidden nothing is made. What a language model has edited stays as it is until somebody
    asks for more, `chapters write --model`; only what may stand in no book any more is taken out of it.
    """
    if withdrawing.forbidden(record, ConsentKind.MEMORY):
        return
    edited = any(each.writer != "none" for each in passages.drafts(record.read))
    if edited:
        house.write(
            record, now, lambda: release.standing(house.drafted(record), house.material(record))
        )
    else:
        house.write(record, now)
