"""False cut-ins and the wait after finished turns: the cut-in half of `voice-agent bench latency`.

On the audio clock and as fast as it runs: the real detector hears every frame of every turn (pauses.py
makes them), the real semantic model is asked where a conversation asks it, the words come from the real
recogniser. Half of each narrator's pauses teaches patience, in order and as it would happen: where
we cut in, only that the pause was longer. The other half is scored, once. The same recordings serve both
halves; what is held back are the pauses.

The unit of scoring is one pause: a false cut-in is a decision that the turn is over before the narrator
goes on. The wait runs from the last audible sample of a turn to the decision that it is over. Both are
reported for fixed silences and for the semantic model alone, and for our manners before they know the
narrator. Constants were chosen with seeds from 100 on; the seed reported was not looked at for that.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from math import inf
from typing import Any, NamedTuple

import numpy as np

from voice_agent.backends import SpeechDetector, Transcriber, TurnEndModel
from voice_agent.dialogue.clauses import unfinished
from voice_agent.dialogue.endpoint import ASK_AT, Manners, agreed, required_silence
from voice_agent.dialogue.listening import Ear, Heard, Listener, Pause
from voice_agent.dialogue.patience import Pauses
from voice_agent.evaluation import pauses as script
from voice_agent.evaluation.recordings import Recording
from voice_agent.settings import Endpoint
from voice_agent.sound import FRAME, RATE, Samples, Sound
from voice_agent.story import Word

ANSWER = 0.15
"""Seconds of the audio clock until the semantic model has answered: 55-140 ms were measured."""

NEVER = 30.0
"""Seconds counted for a turn whose end was not noticed at all."""

SEMANTIC = (0.5, 3.0)
"""The semantic model alone, as it is commonly set up: believed from 0.5 on, else 3 s of silence."""

FIXED = (1.0, 2.0, 3.0)
"""Fixed silences to compare with, seconds."""


class Wait(NamedTuple):
    """Seconds from the true end of a turn to the decision."""

    p50: float
    p95: float
    n: int


class Rate(NamedTuple):
    """A share, how many it is of, and the 95 % interval after Wilson."""

    rate: float
    n: int
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Row:
    """How one way of deciding did."""

    name: str
    cut_ins: Rate
    inside: Rate
    """Of pauses inside a sentence."""

    between: Rate
    """Of pauses between sentences, where the story goes on: the hard case."""

    wait: Wait
    by_narrator: Mapping[str, tuple[Rate, Wait]]


@dataclass(frozen=True, slots=True)
class Result:
    """Everything that was measured."""

    ours: Row
    baselines: tuple[Row, ...]
    fitted: Mapping[str, tuple[float, float]]
    """Patience and settled silence of each narrator after the learning half, seconds."""

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
            "ours": _row_json(self.ours),
            "baselines": {row.name: _row_json(row) for row in self.baselines},
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


class Silence(NamedTuple):
    """One silence as the listener heard it."""

    began: int
    """Sample of the turn."""

    seconds: float
    """Until the next speech; inf where none came."""

    answers: tuple[float, ...]
    """The semantic model's, one for each of ASK_AT that was reached."""


class Observed(NamedTuple):
    """One turn after everything was listened to; policies are tried on it."""

    turn: script.Turn
    in_pause: tuple[Silence, ...]
    at_end: tuple[Silence, ...]


Needed = Callable[[str, float | None], float]
"""Seconds of silence that end the turn, from the words and the model's answer."""


def run(
    recordings: Sequence[Recording],
    *,
    detector: Callable[[], SpeechDetector],
    turn_end: TurnEndModel,
    transcriber: Transcriber,
    endpoint: Endpoint | None = None,
    turns: int = 600,
    seed: int = 7,
) -> Result:
    """Measure. `turns` turns, each with one pause and one true end, a third for each narrator.

    About two and a half minutes for 600 turns on two cores, most of it the semantic model.
    """
    made = script.material(recordings, _recogniser(transcriber), detector)
    heard = {
        narrator.name: observe(
            made, narrator, detector=detector, turn_end=turn_end, turns=turns // 3, seed=seed
        )
        for narrator in script.NARRATORS
    }
    return score(heard, endpoint or Endpoint(), seed=seed, recordings=recordings)


class Halves(NamedTuple):
    """What was heard of one narrator."""

    learning: Sequence[Observed]
    held: Sequence[Observed]


def observe(
    material: script.Material,
    narrator: script.Narrator,
    *,
    detector: Callable[[], SpeechDetector],
    turn_end: TurnEndModel,
    turns: int,
    seed: int,
) -> Halves:
    """Listen to `turns` turns. Slow; everything after it is arithmetic."""
    half = turns // 2
    whole = script.turns(material, narrator, turns - half, _dice(seed, narrator, "held"))
    begun = script.turns(material, narrator, half, _dice(seed, narrator, "learning"), whole=False)

    def listen(turn: script.Turn) -> Observed:
        return _listen(turn, detector(), turn_end, Ear())

    # onnxruntime lets go of the interpreter: two turns at a time keep two cores busy
    with ThreadPoolExecutor(2) as pool:
        return Halves(list(pool.map(listen, begun)), list(pool.map(listen, whole)))


def _dice(seed: int, narrator: script.Narrator, half: str) -> np.random.Generator:
    return np.random.default_rng([seed, *f"{narrator.name} {half}".encode()])


def score(
    heard: Mapping[str, Halves],
    settings: Endpoint,
    *,
    seed: int,
    recordings: Sequence[Recording] = (),
) -> Result:
    """Learn each narrator's patience on one half of their turns, score the other."""
    held = {name: halves.held for name, halves in heard.items()}
    manners = {name: learn(halves.learning, settings) for name, halves in heard.items()}
    stranger = Manners.of(settings)
    ours: dict[str, Needed] = {name: _needed(how) for name, how in manners.items()}
    baselines: dict[str, Callable[[str], Needed]] = {
        **{f"{fixed:g} s of silence": lambda _, s=fixed: lambda words, p: s for fixed in FIXED},
        "semantic model alone": lambda _: _semantic_alone,
        "ours, narrator not yet known": lambda _: _needed(stranger),
    }
    return Result(
        ours=_row("ours", held, lambda name: ours[name]),
        baselines=tuple(_row(name, held, policy) for name, policy in baselines.items()),
        fitted={name: (how.patience, how.settled) for name, how in manners.items()},
        seed=seed,
        recordings=len(recordings),
        synthetic=any(recording.synthetic for recording in recordings),
        notes=(
            "pauses are drawn, not recorded; no recording is of a verified elderly speaker",
            "patience was learned on other pauses of the same narrators",
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
            decided = _decision(silence, heard.turn.before, _needed(manners))
            cut = decided is not None
            ended = silence.began + round((decided or silence.seconds) * RATE)
            pause = Pause(silence.began, ended, answer, open_clause, reopened=cut, cut=cut)
            known = known.hear([pause], settings.sure)
    return Manners.of(settings, known)


def _needed(manners: Manners) -> Needed:
    return lambda words, complete: required_silence(words, complete, manners)


def _semantic_alone(words: str, complete: float | None) -> float:
    believed, fallback = SEMANTIC
    return ASK_AT[0] if complete is not None and complete >= believed else fallback


def _decision(silence: Silence, words: str, needed: Needed) -> float | None:
    """Return after how many seconds of `silence` the turn is judged over, None if it never is."""
    from_then = [0.0, *(at + ANSWER for at in ASK_AT[: len(silence.answers)])]
    until = [*from_then[1:], inf]
    known: list[float | None] = [None]
    for answer in silence.answers:
        known.append(agreed(known[-1], answer))
    for start, end, answer in zip(from_then, until, known, strict=True):
        decided = max(needed(words, answer), start)
        if decided < end:
            return decided if decided <= silence.seconds else None
    return None


def _row(
    name: str, tested: Mapping[str, Sequence[Observed]], policy: Callable[[str], Needed]
) -> Row:
    cuts = dict[str, list[tuple[bool, bool]]]()  # inside, cut in
    waits = dict[str, list[float]]()
    for narrator, turns in tested.items():
        needed = policy(narrator)
        cuts[narrator] = [(o.turn.inside, _cut_in(o, needed)) for o in turns]
        waits[narrator] = [_wait(o, needed) for o in turns]
    every = [item for some in cuts.values() for item in some]
    return Row(
        name,
        cut_ins=_rate(cut for _, cut in every),
        inside=_rate(cut for inside, cut in every if inside),
        between=_rate(cut for inside, cut in every if not inside),
        wait=_spread([w for some in waits.values() for w in some]),
        by_narrator={n: (_rate(cut for _, cut in cuts[n]), _spread(waits[n])) for n in tested},
    )


def _cut_in(observed: Observed, needed: Needed) -> bool:
    return any(
        _decision(silence, observed.turn.before, needed) is not None
        for silence in observed.in_pause
    )


def _wait(observed: Observed, needed: Needed) -> float:
    """Seconds from the true end to the decision. A listener who hears ghosts waits again."""
    for silence in observed.at_end:
        decided = _decision(silence, observed.turn.last, needed)
        if decided is not None:
            return (silence.began - observed.turn.ended) / RATE + decided
    return NEVER


def _listen(
    turn: script.Turn, detector: SpeechDetector, turn_end: TurnEndModel, ear: Ear
) -> Observed:
    listener = Listener(ear)
    stops, starts = list[int](), list[int]()
    for start in range(0, len(turn.samples), FRAME):
        frame = Sound(turn.samples[start : start + FRAME], start)
        sign = listener.hear(detector.probability(frame), start, FRAME)
        if sign and sign.heard is Heard.STOPPED:
            stops.append(sign.at)
        elif sign and sign.heard is Heard.BEGAN and stops:
            starts.append(sign.at)
    silences = list[Silence]()
    for n, began in enumerate(stops):
        seconds = (starts[n] - began) / RATE if n < len(starts) else inf
        silences.append(Silence(began, seconds, ()))
    # where speech ends softly the listener may stop a little before the last audible sample
    early = round(0.5 * RATE)
    in_pause = [s for s in silences if turn.pause_began - early <= s.began < turn.pause_ended]
    at_end = [s for s in silences if s.began >= max(turn.ended - early, turn.pause_ended)]
    return Observed(
        turn,
        tuple(_asked(turn, s, turn_end) for s in in_pause if s.seconds >= script.LIMITS[0]),
        tuple(_asked(turn, s, turn_end) for s in at_end),
    )


def _asked(turn: script.Turn, silence: Silence, turn_end: TurnEndModel) -> Silence:
    answers = tuple(
        turn_end.finished(Sound(_last(turn.samples, silence.began + round(at * RATE))))
        for at in ASK_AT
        if silence.seconds >= at
    )
    return silence._replace(answers=answers)


def _last(samples: Samples, end: int) -> Samples:
    """The 8 s before `end`."""
    return samples[max(end - 8 * RATE, 0) : end]


def _recogniser(transcriber: Transcriber) -> script.Recognise:
    def recognise(samples: Samples) -> Sequence[Word]:
        hearing = transcriber.begin()
        hearing.feed(Sound(samples))
        return hearing.finish().words

    return recognise


def _rate(outcomes: Iterable[bool]) -> Rate:
    """Share of True, with Wilson's interval."""
    some = list(outcomes)
    n, z = len(some), 1.96
    if not n:
        return Rate(0.0, 0, 0.0, 1.0)
    share = sum(some) / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    reach = z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)) ** 0.5
    return Rate(share, n, max(centre - reach, 0.0), min(centre + reach, 1.0))


def _spread(waits: Sequence[float]) -> Wait:
    if not waits:
        return Wait(0.0, 0.0, 0)
    p50, p95 = np.quantile(waits, (0.5, 0.95), method="higher")
    return Wait(float(p50), float(p95), len(waits))


def _row_json(row: Row) -> dict[str, Any]:
    return {
        "false_cut_in_rate": row.cut_ins.rate,
        "false_cut_in_n": row.cut_ins.n,
        "inside_a_sentence": row.inside._asdict(),
        "between_sentences": row.between._asdict(),
        "added_wait_s": row.wait._asdict(),
        "by_narrator": {
            name: {"cut_ins": rate._asdict(), "added_wait_s": wait._asdict()}
            for name, (rate, wait) in row.by_narrator.items()
        },
    }
