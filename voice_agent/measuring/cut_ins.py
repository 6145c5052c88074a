"""False cut-ins and the wait after finished turns: the cut-in half of `voice-agent bench latency`.

On the audio clock and as fast as it runs: the real detector hears every frame of every turn (pauses.py
makes them), the real semantic model is asked where a conversation asks it, the words come from the real
recogniser. Half of each narrator's pauses teaches patience, in order and as it would happen: where
we cut in, only that the pause was longer. The other half is scored, once. The same recordings serve both
halves; what is held back are the pauses.

The unit of scoring is one pause (deciding.py), beside fixed silences, the semantic model alone, and our
manners before they know the narrator. Constants were chosen with seeds from 100 on; the seed reported
was not looked at for that.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from math import inf
from typing import Any, NamedTuple

import numpy as np

from voice_agent.backends import SpeechDetector, Transcriber, TurnEndModel
from voice_agent.dialogue.clauses import unfinished
from voice_agent.dialogue.endpoint import ASK_AT, Manners
from voice_agent.dialogue.listening import Ear, Listener, Pause, SpeechChange
from voice_agent.dialogue.patience import Pauses
from voice_agent.measuring import deciding
from voice_agent.measuring import pauses as script
from voice_agent.measuring.deciding import Needed, Observed, Rate, Row, Silence
from voice_agent.measuring.recordings import Recording
from voice_agent.settings_sections import Endpoint
from voice_agent.sound import FRAME, RATE, Samples, Sound
from voice_agent.story import Word

FIXED = (1.0, 2.0, 3.0)
"""Fixed silences to compare with, seconds."""

STRANGER = "ours, narrator not yet known"


@dataclass(frozen=True, slots=True)
class Result:
    """Everything that was measured."""

    ours: Row
    baselines: tuple[Row, ...]
    fitted: Mapping[str, tuple[float, float]]
    """Patience and settled silence of each narrator after the learning half, seconds."""

    recorded: Mapping[str, Rate]
    """False cut-ins on the pauses the recordings hold themselves, by way of deciding."""

    seed: int
    recordings: int
    synthetic: bool
    """The speech was synthetic, because no recordings were given."""

    notes: tuple[str, ...] = field(default=())

    def as_json(self) -> dict[str, Any]:
        """Return figures for the benchmark's JSON file."""
        return {
            "false_cut_in_rate": self.ours.cut_ins.rate,
            "false_cut_in_n": self.ours.cut_ins.n,
            "false_cut_in_interval": [self.ours.cut_ins.low, self.ours.cut_ins.high],
            "added_wait_s": self.ours.wait._asdict(),
            "ours": self.ours.as_json(),
            "baselines": {row.name: row.as_json() for row in self.baselines},
            "recorded_pauses": {name: rate._asdict() for name, rate in self.recorded.items()},
            "fitted_s": {
                name: {"patience": patience, "settled": settled}
                for name, (patience, settled) in self.fitted.items()
            },
            "narrators": [narrator._asdict() for narrator in script.NARRATORS],
            "seed": self.seed,
            "recordings": self.recordings,
            "synthetic_speech": self.synthetic,
            "notes": list(self.notes),
        }


class Halves(NamedTuple):
    """What was heard of one narrator."""

    learning: Sequence[Observed]
    held: Sequence[Observed]


def run(
    recordings: Sequence[Recording],
    *,
    detector: Callable[[], SpeechDetector],
    turn_end: TurnEndModel,
    transcriber: Transcriber,
    endpoint: Endpoint | None = None,
    turns: int = 900,
    seed: int = 7,
) -> Result:
    """Measure. `turns` turns, each with one pause and one true end, a third for each narrator.

    185 CPU seconds for 900 turns and 17 recordings, half of them the semantic model's. Raises
    EngineError, and SoundFileError where the recordings hold no whole sentence.
    """
    made = script.material(recordings, _recogniser(transcriber), detector)
    ears = Ears(detector, turn_end)
    heard = {
        narrator.name: observe(made, narrator, ears, turns=turns // 3, seed=seed)
        for narrator in script.NARRATORS
    }
    recorded = [pause for told in made.whole for pause in ears.pauses(told)]
    return score(heard, recorded, endpoint or Endpoint(), seed=seed, recordings=recordings)


class Ears(NamedTuple):
    """What a turn is listened to with."""

    detector: Callable[[], SpeechDetector]
    turn_end: TurnEndModel

    def listen(self, turns: Sequence[script.Turn]) -> list[Observed]:
        """Listen to every turn, to each with a detector of its own."""
        # onnxruntime lets go of the interpreter: two turns at a time keep two cores busy
        with ThreadPoolExecutor(2) as pool:
            return list(pool.map(self._listen, turns))

    def pauses(self, told: script.SpokenRecording) -> list[Observed]:
        """Listen to a recording; each pause it holds becomes a turn without an end."""
        found = list[Observed]()
        for silence in silences(told.samples, self.detector()):
            if not script.LIMITS[0] <= silence.seconds < inf:
                continue
            # recognisers draw a word's beginning into the pause before it, never its end beyond
            before = [w.text for w in told.words if w.end <= silence.began / RATE + 0.2]
            inside = not before or not before[-1].endswith((".", "!", "?"))
            began, ended = silence.began, silence.began + round(silence.seconds * RATE)
            text, end = " ".join(before), len(told.samples)
            turn = script.Turn(
                "", inside, silence.seconds, told.samples, began, ended, end, text, ""
            )
            found.append(Observed(turn, (self._asked(told.samples, silence),), ()))
        return found

    def _listen(self, turn: script.Turn) -> Observed:
        found = silences(turn.samples, self.detector())
        # where speech ends softly the listener may stop a little before the last audible sample
        early = round(0.5 * RATE)
        in_pause = [
            s
            for s in found
            if turn.pause_began - early <= s.began < turn.pause_ended
            and s.seconds >= script.LIMITS[0]
        ]
        at_end = [s for s in found if s.began >= max(turn.ended - early, turn.pause_ended)]
        return Observed(
            turn,
            tuple(self._asked(turn.samples, s) for s in in_pause),
            tuple(self._asked(turn.samples, s) for s in at_end),
        )

    def _asked(self, samples: Samples, silence: Silence) -> Silence:
        ends = [silence.began + round(at * RATE) for at in ASK_AT if silence.seconds >= at]
        sounds = [Sound(samples[max(end - 8 * RATE, 0) : end]) for end in ends]
        return silence._replace(answers=tuple(map(self.turn_end.finished, sounds)))


def observe(
    material: script.Material, narrator: script.Narrator, ears: Ears, *, turns: int, seed: int
) -> Halves:
    """Listen to `turns` turns. Slow; everything after it is arithmetic."""
    half = turns // 2
    begun = script.turns(material, narrator, half, _dice(seed, narrator, "learning"), whole=False)
    whole = script.turns(material, narrator, turns - half, _dice(seed, narrator, "held"))
    return Halves(ears.listen(begun), ears.listen(whole))


def score(
    heard: Mapping[str, Halves],
    recorded: Sequence[Observed],
    settings: Endpoint,
    *,
    seed: int,
    recordings: Sequence[Recording] = (),
) -> Result:
    """Learn each narrator's patience on one half of their turns, score the other."""
    held = {name: halves.held for name, halves in heard.items()}
    manners = {name: learn(halves.learning, settings) for name, halves in heard.items()}
    fitted = {name: deciding.ours(how) for name, how in manners.items()}
    baselines: dict[str, Needed] = {
        **{f"{seconds:g} s of silence": deciding.fixed(seconds) for seconds in FIXED},
        "semantic model alone": deciding.semantic_alone,
        STRANGER: deciding.ours(Manners.of(settings)),
    }
    return Result(
        ours=deciding.row("ours", held, lambda narrator: fitted[narrator]),
        baselines=tuple(
            deciding.row(name, held, lambda _, way=way: way) for name, way in baselines.items()
        ),
        fitted={name: (how.patience, how.settled) for name, how in manners.items()},
        recorded={
            name: deciding.rate(deciding.cut_in(pause, way) for pause in recorded)
            for name, way in baselines.items()
        },
        seed=seed,
        recordings=len(recordings),
        synthetic=any(recording.synthetic for recording in recordings),
        notes=(
            "Pauses are drawn, not recorded; no recording is of a verified elderly speaker.",
            "Patience was learned on other pauses of the same narrators.",
        ),
    )


def learn(turns: Sequence[Observed], settings: Endpoint) -> Manners:
    """Go through the learning half as it would happen: each pause met with what is known by then."""
    known = Pauses()
    for heard in turns:
        manners = Manners.of(settings, known)
        for silence in heard.in_pause:
            if silence.seconds == inf:
                continue  # the listener missed that they went on: nobody would have learned from it
            answer = min(silence.answers, default=None)
            open_clause = unfinished(heard.turn.before)
            decided = deciding.decision(silence, heard.turn.before, deciding.ours(manners))
            cut = decided is not None
            ended = silence.began + round((decided or silence.seconds) * RATE)
            pause = Pause(silence.began, ended, answer, open_clause, reopened=cut, cut=cut)
            known = known.hear([pause], settings.sure)
    return Manners.of(settings, known)


def silences(samples: Samples, detector: SpeechDetector) -> list[Silence]:
    """Return every silence after speech, as the product's own listener hears it."""
    listener = Listener(Ear())
    stops, starts = list[int](), list[int]()
    for start in range(0, len(samples) // FRAME * FRAME, FRAME):
        frame = Sound(samples[start : start + FRAME], start)
        sign = listener.hear(detector.probability(frame), start, FRAME)
        if sign and sign.heard is SpeechChange.STOPPED:
            stops.append(sign.at)
        elif sign and sign.heard is SpeechChange.BEGAN and stops:
            starts.append(sign.at)
    ends = [*starts, *([inf] * (len(stops) - len(starts)))]
    return [Silence(stop, (end - stop) / RATE) for stop, end in zip(stops, ends, strict=True)]


def _dice(seed: int, narrator: script.Narrator, half: str) -> np.random.Generator:
    return np.random.default_rng([seed, *f"{narrator.name} {half}".encode()])


def _recogniser(transcriber: Transcriber) -> script.Recognise:
    def recognise(samples: Samples) -> Sequence[Word]:
        hearing = transcriber.begin()
        hearing.feed(Sound(samples))
        return hearing.finish().words

    return recognise
