"""How often is the narrator taken for someone else, and someone else for the narrator?

Conventions: a print is made of a voice's known clips (overheard.people); then single looks of 1.6 s and
three looks together (3.2 s) at other clips are compared with it. Equal error rate: where as many
looks of the right voice lie below as of wrong ones above (linear between thresholds). Few voices
and, for most of them, one recording each: a voice on another day is harder than this says.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voice_agent.backends import SpeakerEncoder
from voice_agent.dialogue.voiceprint import HARDLY, STRANGE, SURELY, Voiceprint
from voice_agent.measuring.overheard import enrolled, people, voice_of
from voice_agent.measuring.recordings import Recording
from voice_agent.sound import Sound

Scores = list[float]
"""Likenesses, 0..1."""


@dataclass(frozen=True, slots=True)
class Compared:
    """Likenesses of the right voice and of wrong ones to the prints."""

    same: Scores
    other: Scores

    def as_json(self) -> dict[str, float | int | None]:
        """Equal error rate, where it lies, counts, and errors at our thresholds."""
        rate, at = equal_error(self.same, self.other)
        return {
            "equal_error_rate": rate,
            "at": at,
            "same_n": len(self.same),
            "other_n": len(self.other),
            "same_below_strange": _share(self.same, lambda s: s < STRANGE),
            "same_below_hardly": _share(self.same, lambda s: s < HARDLY),
            "other_above_hardly": _share(self.other, lambda s: s >= HARDLY),
            "other_above_surely": _share(self.other, lambda s: s >= SURELY),
        }


def compare(recordings: Sequence[Recording], encoder: SpeakerEncoder, together: int) -> Compared:
    """Compare `together` looks at a time of every clip with every print it is not part of."""
    found = people(recordings)
    clips = [(voice_of(r), _rows(r, encoder, together)) for r in recordings]
    same, other = Scores(), Scores()
    for person in found:
        voiceprint = enrolled(person, encoder)
        for recording in person.says:
            same += _likenesses(voiceprint, _rows(recording, encoder, together))
        for voice, rows in clips:
            if voice != person.voice:
                other += _likenesses(voiceprint, rows)
    return Compared(same, other)


def equal_error(same: Scores, other: Scores) -> tuple[float | None, float | None]:
    """Return the equal error rate and its threshold; None where one side is empty."""
    if not same or not other:
        return None, None
    right, wrong = np.asarray(same), np.asarray(other)
    thresholds = np.linspace(0, 1, 2001)
    missed = (right[None] < thresholds[:, None]).mean(axis=1)
    accepted = (wrong[None] >= thresholds[:, None]).mean(axis=1)
    best = int(np.argmin(np.abs(missed - accepted)))
    return round(float(missed[best] + accepted[best]) / 2, 4), round(float(thresholds[best]), 3)


def _rows(
    recording: Recording, encoder: SpeakerEncoder, together: int
) -> list[NDArray[np.float32]]:
    looks = [look.embedding for look in encoder.looks(Sound(recording.samples))]
    sums = [np.sum(looks[n : n + together], axis=0) for n in range(0, len(looks), together)]
    return [np.asarray(row / np.linalg.norm(row), np.float32) for row in sums]


def _likenesses(voiceprint: Voiceprint, rows: list[NDArray[np.float32]]) -> Scores:
    return [voiceprint.likeness(row) for row in rows]


def _share(scores: Scores, counts: Callable[[float], bool]) -> float | None:
    return round(sum(map(counts, scores)) / len(scores), 4) if scores else None
