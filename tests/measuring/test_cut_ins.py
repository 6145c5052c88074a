"""The cut-in benchmark itself: does it count what it says it counts? Small, with hearing made of loudness."""

import json
from pathlib import Path

import numpy as np
import pytest
from shared import shared

from voice_agent.audio.vad import GatedSilero
from voice_agent.backends import Transcript
from voice_agent.dialogue.endpoint import Manners
from voice_agent.errors import SoundFileError
from voice_agent.measuring import cut_ins, pauses, recordings
from voice_agent.measuring.deciding import Row
from voice_agent.measuring.recordings import Recording
from voice_agent.settings import Settings
from voice_agent.settings_sections import Endpoint
from voice_agent.sound import RATE, Samples, Sound
from voice_agent.story import Word


class Loudness:
    """A SpeechDetector for speech made of tones."""

    def probability(self, frame: Sound) -> float:
        return float(np.sqrt(np.mean(frame.samples**2)) > 0.01)

    def reset(self) -> None:
        pass


class Always:
    """A TurnEndModel with one answer."""

    def __init__(self, answer: float) -> None:
        self.answer, self.asked = answer, 0

    def finished(self, sound: Sound) -> float:
        self.asked += 1
        return self.answer


class Metronome:
    """A Transcriber that hears a word every half second; a full stop where its sound stops."""

    def __init__(self) -> None:
        self._seconds = 0.0

    def begin(self) -> "Metronome":
        return Metronome()

    def feed(self, sound: Sound) -> None:
        self._seconds += sound.seconds

    def peek(self) -> Transcript:
        n = max(int(self._seconds * 2), 1)
        words = [Word("word", i / 2, i / 2 + 0.4) for i in range(n)]
        words[-1] = Word("word.", words[-1].start, words[-1].end)
        return Transcript(" ".join(w.text for w in words), tuple(words))

    def finish(self) -> Transcript:
        return self.peek()


def tone(seconds: float) -> Samples:
    time = np.arange(round(seconds * RATE)) / RATE
    return (0.3 * np.sin(2 * np.pi * 220 * time)).astype(np.float32)


CLIPS = tuple(Recording(f"clip {n}", tone(3.0 + n / 4), "some words here") for n in range(4))


def run(answer: float = 0.9, **more: object) -> cut_ins.Result:
    return cut_ins.run(
        CLIPS,
        detector=Loudness,
        turn_end=Always(answer),
        transcriber=Metronome(),
        turns=30,
        seed=3,
        **more,  # pyright: ignore[reportArgumentType]
    )


@pytest.fixture(scope="module")
def result() -> cut_ins.Result:
    return run()


Seen = dict[str, cut_ins.Halves]


@pytest.fixture(scope="module")
def seen() -> Seen:
    made = pauses.material(CLIPS, heard, Loudness)
    return {
        who.name: cut_ins.observe(made, who, cut_ins.Ears(Loudness, Always(0.9)), turns=10, seed=3)
        for who in pauses.NARRATORS
    }


def row(result: cut_ins.Result, name: str) -> Row:
    return next(row for row in result.baselines if row.name == name)


def test_pauses_are_spliced_where_the_turn_says() -> None:
    narrator = pauses.NARRATORS[0]
    made = pauses.material(CLIPS, lambda s: heard(s), Loudness)
    for turn in pauses.turns(made, narrator, 20, np.random.default_rng(1)):
        inside = turn.samples[turn.pause_began : turn.pause_ended]
        assert len(inside) / RATE == pytest.approx(turn.pause, abs=0.001)
        assert np.sqrt(np.mean(inside**2)) < 0.002
        assert np.sqrt(np.mean(turn.samples[turn.pause_ended : turn.ended] ** 2)) > 0.02
        assert 0.25 <= turn.pause <= 8.0


def heard(samples: Samples) -> tuple[Word, ...]:
    hearing = Metronome().begin()
    hearing.feed(Sound(samples))
    return hearing.finish().words


def test_a_fixed_silence_waits_as_long_as_it_says(result: cut_ins.Result) -> None:
    for seconds in (1.0, 2.0, 3.0):
        wait = row(result, f"{seconds:g} s of silence").wait
        assert wait.p50 == pytest.approx(seconds, abs=0.05)
        assert wait.n == 15


def test_longer_silences_cut_in_less_often(result: cut_ins.Result) -> None:
    rates = [row(result, f"{s} s of silence").cut_ins.rate for s in (1, 2, 3)]
    assert rates == sorted(rates, reverse=True)
    assert rates[0] > 0


def test_every_pause_is_counted_once(result: cut_ins.Result) -> None:
    for each in (result.ours, *result.baselines):
        assert each.cut_ins.n == each.inside.n + each.between.n == 15
        assert each.cut_ins.low <= each.cut_ins.rate <= each.cut_ins.high


def test_a_fixed_silence_cuts_exactly_the_pauses_that_are_longer(seen: Seen) -> None:
    tested = cut_ins.score(seen, [], Endpoint(), seed=3)
    held = [o.turn.pause for halves in seen.values() for o in halves.held]
    longer = sum(pause >= 2.0 for pause in held) / len(held)
    assert row(tested, "2 s of silence").cut_ins.rate == pytest.approx(longer)


def test_what_was_learned_differs_from_narrator_to_narrator(result: cut_ins.Result) -> None:
    healthy, slowest = result.fitted["healthy"], result.fitted["slowest"]
    assert slowest[0] > healthy[0]


def test_learning_never_sees_what_is_scored(seen: Seen) -> None:
    for halves in seen.values():
        learned = {o.turn.pause for o in halves.learning}
        assert learned.isdisjoint(o.turn.pause for o in halves.held)
        assert cut_ins.learn(halves.learning, Endpoint()) != Manners()


def test_the_same_seed_gives_the_same_figures(result: cut_ins.Result) -> None:
    assert run().as_json() == result.as_json()


def test_the_figures_can_be_written_down(result: cut_ins.Result) -> None:
    written = json.loads(json.dumps(result.as_json(), allow_nan=False))
    assert {"false_cut_in_rate", "false_cut_in_n", "baselines"} <= set(written)
    assert len(written["baselines"]) == 5


def test_an_unsure_model_leaves_patience_to_decide() -> None:
    unsure = run(answer=0.1)
    assert unsure.ours.wait.p50 > run(answer=0.95).ours.wait.p50


def test_pauses_the_recordings_hold_themselves_are_counted_too() -> None:
    gap = np.concatenate((tone(2.0), np.zeros(round(1.5 * RATE), np.float32), tone(2.0)))
    clips = (*CLIPS, Recording("paused", gap, "some words here"))
    made = pauses.material(clips, heard, Loudness)
    ears = cut_ins.Ears(Loudness, Always(0.9))
    (held,) = [pause for told in made.whole for pause in ears.pauses(told)]
    assert held.turn.pause == pytest.approx(1.5, abs=0.05)
    assert held.turn.before == "word word word word"


def test_recordings_without_a_whole_sentence_are_refused() -> None:
    with pytest.raises(SoundFileError, match="true end"):
        pauses.material((Recording("a", tone(0.6), "a,"),), heard, Loudness)


def test_a_folder_without_a_table_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(SoundFileError, match="no transcripts"):
        recordings.load(tmp_path)
    (tmp_path / "transcripts.tsv").write_text("name\twords\n")
    with pytest.raises(SoundFileError, match="columns"):
        recordings.load(tmp_path)


@pytest.mark.models
@pytest.mark.long
def test_real_speech_through_the_real_engines() -> None:
    from voice_agent.speech.smart_turn import SmartTurn
    from voice_agent.speech.whisper import Whisper

    weights = Settings().weights
    clips = [c for c in recordings.load(shared("speech")) if len(c.samples) < 6 * RATE]
    measured = cut_ins.run(
        clips[:5],
        detector=GatedSilero,
        turn_end=SmartTurn(weights / "smart-turn"),
        transcriber=Whisper(weights / "whisper-base", device="cpu"),
        turns=12,
    )
    assert measured.ours.wait.n == 6
    assert 1.0 < measured.ours.wait.p50 < 16
    assert row(measured, "3 s of silence").wait.p50 == pytest.approx(3.0, abs=0.4)
