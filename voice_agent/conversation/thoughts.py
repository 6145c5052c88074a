"""What was thought in a talk of coming back to another day: read from its journal, which holds no word of it."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from voice_agent.archive import journal
from voice_agent.archive.record import Record
from voice_agent.memory.topics.topic_ranking import SAYS
from voice_agent.sound import RATE
from voice_agent.story import SessionId

SIGNS = {
    "closer": "they closed it",
    "turns": "several answers about it",
    "shrinking": "the answers grow shorter",
    "few": "few words came",
    "energy": "it is told with less life",
    "silence": "a long pause ended in little",
    "finished": "it sounds finished",
    "long": "they are telling at length",
}
"""What each sign of `shift.signs` means, for people."""


@dataclass(frozen=True, slots=True)
class Had:
    """A thought that was had."""

    seconds: float
    """Into the talk."""

    verdict: str
    topic: str
    """Its id; "" where nothing belonged."""

    sure: float | None
    """0..1; None without a topic."""

    ready: float
    """Sum of `signs`."""

    veto: str
    """The rule that forbade it; "" where none did."""

    signs: Mapping[str, float]
    """Signs of a story that is told, in words, with their shares."""

    because: Mapping[str, float]
    """Why that topic, in words, with the shares that counted most."""


def had(record: Record, session: SessionId) -> tuple[Had, ...]:
    """The thoughts of a talk, in order; a line that cannot be read, or holds none, is left out."""
    events, _ = journal.salvage(record.folder(session) / "journal.jsonl")
    found = list[Had]()
    for each in events:
        with suppress(KeyError, TypeError, AttributeError):
            if each["kind"] == "thought":
                found.append(_had(each))
    return tuple(found)


def _had(event: journal.Event) -> Had:
    """Raises KeyError, TypeError or AttributeError for what holds none."""
    return Had(
        event["at"] / RATE,
        event["verdict"],
        event["topic"],
        event["sure"],
        event["ready"],
        event["veto"],
        _in_words(event["signs"], SIGNS),
        _in_words(event.get("because", {}), SAYS),  # talks of before this was kept have none
    )


def _in_words(shares: Mapping[str, float], says: Mapping[str, str]) -> dict[str, float]:
    return {says.get(name, name): share for name, share in shares.items()}
