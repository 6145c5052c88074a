"""Is talk cut where one story ends and the next begins, and is the kind of subject read right?

Made-up stories set end to end, three to a talk, with nothing said to mark the change: the hard case.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from voice_agent.backends import Embedder
from voice_agent.memory.topics.topic_segments import Shifted, segments
from voice_agent.memory.topics.topic_words import Subject
from voice_agent.story import SessionId, Speaker, Turn, TurnId

TALK = 3
"""Stories in a talk."""

_DAY = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Story:
    """One story as it was told."""

    turns: tuple[tuple[Speaker, str], ...]
    meant: Subject
    read: Subject


def cuts(
    stories: Sequence[Story], embedder: Embedder, shifted: Shifted | None = None
) -> tuple[float, float]:
    """Precision and recall of the cuts. Raises EngineError."""
    right = made = wanted = 0
    for first in range(0, len(stories) - TALK + 1, TALK):
        turns, starts = _talk(stories[first : first + TALK], f"talk {first}")
        found = {each.turns[0].id for each in segments(turns, embedder, shifted)} - {TurnId(1)}
        right += len(found & starts)
        made += len(found)
        wanted += len(starts)
    return right / max(1, made), right / max(1, wanted)


def _talk(stories: Sequence[Story], name: str) -> tuple[list[Turn], set[TurnId]]:
    turns: list[Turn] = []
    starts: set[TurnId] = set()
    for story in stories:
        if turns:
            starts.add(TurnId(len(turns) + 1))
        for speaker, text in story.turns:
            at = float(len(turns))
            turns.append(
                Turn(TurnId(len(turns) + 1), SessionId(name), speaker, text, at, at + 1, _DAY)
            )
    return turns, starts


def kinds(stories: Sequence[Story]) -> float:
    """Share of the stories whose kind of subject is read as it was meant; 0 where there is none."""
    return sum(each.read is each.meant for each in stories) / max(1, len(stories))


def note(stories: Sequence[Story], embedder: Embedder, shifted: Shifted) -> str:
    """Both in a sentence, with `shifted` and without. Raises EngineError."""
    plain, plainly = cuts(stories, embedder)
    precision, recall = cuts(stories, embedder, shifted)
    return (
        f"Talks of {TALK} stories end to end, with nothing said to mark the change, are cut with a precision of "
        f"{precision:.2f} and a recall of {recall:.2f} (without the shift head {plain:.2f} and {plainly:.2f}); the kind of subject is read right in {kinds(stories):.2f} "
        f"of {len(stories)} stories."
    )
