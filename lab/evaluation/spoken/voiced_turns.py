"""Turns of held talks spoken by a synthetic voice with drawn pauses, and what the ear makes of them.

Every place to rest (held_turns.py) gets one pause, drawn from the distribution of `voice_agent/measuring/pauses.py`: log-normal
between 0.25 and 8 s, of a healthy, a slower and the slowest narrator; medians and spreads are guesses held by two
ends (there). Each clause is said by itself, so the voice falls in the middle of a turn as it does at its end: the
turn-end model gets less help than from a person. The detector and the turn-end model are the real ones, asked
where a conversation asks them; the words are those of the talk and not a recogniser's.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from math import inf
from pathlib import Path
from typing import Any

import numpy as np

from lab.evaluation.spoken.held_turns import HeldTurn
from voice_agent.backends import SpeechDetector, TurnEndModel, Voice
from voice_agent.dialogue.endpoint import ASK_AT
from voice_agent.measuring import recordings
from voice_agent.measuring.cut_ins import silences
from voice_agent.measuring.deciding import Silence
from voice_agent.measuring.pauses import LEAD, LEVEL, LIMITS, NARRATORS, Narrator, faded, room
from voice_agent.sound import FRAME, RATE, Samples, Sound
from voice_agent.speech.pace import trimmed

PACE = 130.0
"""Words a minute: an old narrator's. A guess."""

AFTER = 2.0
"""Seconds of room after the last word: the turn-end model is asked once more after one."""

EARLY = 0.5
"""Seconds by which a silence may begin before the last audible sample, where speech ends softly."""

JUDGED = 8
"""Seconds of sound that the turn-end model looks at."""


@dataclass(frozen=True, slots=True)
class Rest:
    """A silence as the ear had it, and the words before it."""

    words: str
    between: bool
    """After a whole sentence."""

    drawn: float
    """Seconds; inf at the end of the turn."""

    silence: Silence


@dataclass(frozen=True, slots=True)
class VoicedTurn:
    """One turn after everything was listened to."""

    narrator: str
    manner: str
    """Which of NARRATORS drew the pauses."""

    asked: str
    rests: tuple[Rest, ...]
    """Those inside it that the ear noticed, in order."""

    ends: tuple[Rest, ...]
    """The silences after its last word; more than one where the ear heard a ghost. Empty: it was not noticed."""

    ended: int
    """After the last audible sample: the true end."""


def manners_of(narrators: Iterable[str]) -> dict[str, Narrator]:
    """How each of `narrators` pauses: dealt out in turn, so that each manner has as many."""
    return {name: NARRATORS[n % len(NARRATORS)] for n, name in enumerate(narrators)}


@dataclass(frozen=True, slots=True)
class Room:
    """Who speaks, and what listens."""

    voice: Voice
    detector: Callable[[], SpeechDetector]
    turn_end: TurnEndModel

    def hear(self, turns: Sequence[tuple[HeldTurn, Narrator]], seed: int) -> list[VoicedTurn]:
        """Speak and hear every turn. Slow: some two CPU seconds for each. Raises EngineError."""

        def one(n: int) -> VoicedTurn:
            return self._hear(*turns[n], np.random.default_rng([seed, n]))

        # onnxruntime lets go of the interpreter: two turns at a time keep two cores busy
        with ThreadPoolExecutor(2) as pool:
            return list(pool.map(one, range(len(turns))))

    def _hear(self, turn: HeldTurn, manner: Narrator, dice: np.random.Generator) -> VoicedTurn:
        said = [_levelled(each.samples) for each in self._said(turn)]
        drawn = [_pause(manner, dice) for _ in said[1:]]
        samples, ends = _laid(said, drawn, dice)
        found = silences(samples, self.detector())
        rests, after = list[Rest](), list[Rest]()
        for silence in found:
            place = next(
                (n for n, (a, b) in enumerate(_spans(ends)) if a <= silence.began < b), None
            )
            if place is None or silence.seconds < LIMITS[0]:
                continue
            last = place == len(ends) - 1
            rest = Rest(
                turn.heard(place),
                turn.clauses[place].ends_sentence,
                inf if last else drawn[place],
                self._asked(samples, silence),
            )
            (after if last else rests).append(rest)
        return VoicedTurn(
            turn.narrator, manner.name, turn.asked, tuple(rests), tuple(after), ends[-1][0]
        )

    def _said(self, turn: HeldTurn) -> Sequence[recordings.Recording]:
        return recordings.spoken(self.voice, [clause.text for clause in turn.clauses], PACE)

    def _asked(self, samples: Samples, silence: Silence) -> Silence:
        ends = [silence.began + round(at * RATE) for at in ASK_AT if silence.seconds >= at]
        sounds = [Sound(samples[max(end - JUDGED * RATE, 0) : end]) for end in ends]
        return silence._replace(answers=tuple(map(self.turn_end.finished, sounds)))


def keep(turns: Sequence[VoicedTurn], path: Path) -> None:
    """Write what was heard, so that rules can be tried on it again. Raises OSError."""
    path.write_text(json.dumps([asdict(turn) for turn in turns]), encoding="utf-8")


def kept(path: Path) -> list[VoicedTurn]:
    """What `keep` wrote. Raises OSError, and KeyError or ValueError for anything else."""
    return [
        VoicedTurn(
            each["narrator"],
            each["manner"],
            each["asked"],
            tuple(map(_rest, each["rests"])),
            tuple(map(_rest, each["ends"])),
            each["ended"],
        )
        for each in json.loads(path.read_text(encoding="utf-8"))
    ]


def _rest(value: dict[str, Any]) -> Rest:
    began, seconds, answers = value["silence"]
    return Rest(
        value["words"], value["between"], value["drawn"], Silence(began, seconds, tuple(answers))
    )


def _pause(manner: Narrator, dice: np.random.Generator) -> float:
    seconds = 0.0
    while not LIMITS[0] <= seconds <= LIMITS[1]:
        seconds = float(np.exp(np.log(manner.median) + manner.spread * dice.standard_normal()))
    return seconds


def _levelled(samples: Samples) -> Samples:
    audible = trimmed(samples, RATE)
    loud = float(np.sqrt(np.mean(np.square(audible)))) if len(audible) else 0.0
    return (audible * (LEVEL / max(loud, 1e-6))).astype(np.float32)


def _laid(
    said: Sequence[Samples], drawn: Sequence[float], dice: np.random.Generator
) -> tuple[Samples, list[tuple[int, int]]]:
    """The sound of the turn, and for each clause where it ends and where what follows begins."""
    at, places = round(LEAD * RATE), list[tuple[int, int]]()
    for clause, pause in zip(said, [*drawn, AFTER], strict=True):
        ends = at + len(clause)
        at = ends + round(pause * RATE)
        places.append((ends, at))
    samples = room(-(-at // FRAME) * FRAME, dice)
    for clause, (ends, _) in zip(said, places, strict=True):
        samples[ends - len(clause) : ends] += faded(clause)
    return samples, places


def _spans(places: Sequence[tuple[int, int]]) -> list[tuple[int, float]]:
    """In which stretch of samples a silence belongs to each place; the last has no end."""
    early = round(EARLY * RATE)
    spans: list[tuple[int, float]] = [(ends - early, resumed) for ends, resumed in places]
    return [*spans[:-1], (places[-1][0] - early, inf)]
