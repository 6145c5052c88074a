"""Where the time of a first small sound goes, read from a session's journal.

After a turn that is over, the turn-end model is asked, answers, and the murmur policy takes the turn for finished or for
a pause inside a story; a pause is met later, on purpose. Only the times of the journal are read, never its words.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from voice_agent.sound import RATE


@dataclass(frozen=True, slots=True)
class Rested:
    """The silence in which a turn was judged over. Times in seconds since the narrator's last sound."""

    ended: float = 0.0
    """That last sound, seconds on the session's clock."""

    decided: float = 0.0
    """... and the decision."""

    asked: float | None = None
    """The model was given the sound until then; None: it had not answered in time."""

    answered: float | None = None
    sure: bool = False
    """From its first answer on, the turn was taken for finished."""

    murmured: float | None = None
    finished: bool = False
    """The murmur met a finished turn, not a pause."""


def rests(notes: Iterable[Mapping[str, Any]], sure: float = 0.8) -> list[Rested]:
    """Return every silence that ended a turn, in order. `sure`: as the murmur policy's."""
    found, now = list[Rested](), Rested()
    for note in notes:
        since = note["at"] / RATE - now.ended
        match note["kind"]:
            case "sign" if note["heard"] == "stopped":
                now = Rested(note["where"] / RATE)
            case "complete" if now.answered is None:
                asked = note["until"] / RATE - now.ended
                now = replace(now, asked=asked, answered=since, sure=note["probability"] >= sure)
            case "murmur":
                now = replace(now, murmured=since, finished=note["finished"])
            case "floor" if note["cue"] == "narrator rests":
                found.append(replace(now, decided=now.ended + since))
            case _:
                pass
    return found


def as_json(found: Iterable[Rested]) -> dict[str, Any]:
    """Return how often a murmur fires, after what, and what each step takes, milliseconds."""
    every = list(found)
    met = [each for each in every if each.murmured is not None]
    at_ends = [each for each in met if each.finished]
    answered = [each for each in every if each.answered is not None]
    return {
        "turns": len(every),
        "sounded_finished": sum(each.sure for each in every),
        "murmurs_after_finished": len(at_ends),
        "murmurs_in_a_pause": len(met) - len(at_ends),
        "asked_after_ms": _median(each.asked for each in answered),
        "answer_takes_ms": _median(
            each.answered - each.asked for each in answered if each.answered and each.asked
        ),
        "finished_murmur_made_after_ms": _median(each.murmured for each in at_ends),
        "pause_murmur_made_after_ms": _median(each.murmured for each in met if not each.finished),
    }


def _median(seconds: Iterable[float | None]) -> float | None:
    known = [each for each in seconds if each is not None]
    return round(float(np.median(known)) * 1000, 1) if known else None
