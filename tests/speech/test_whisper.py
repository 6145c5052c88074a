"""One long story, one hearing: in pieces, without re-hearing, without inventing. The engine is a metronome,

the voices are synthetic and the judgement of what is audible is real.
"""

import threading
import tracemalloc
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from fakes import Metronome, Overheated
from heard import STORY, frames, joined, moved, room, said

from voice_agent.errors import EngineError, EngineUnavailable
from voice_agent.sound import RATE, Samples, Sound
from voice_agent.speech.decoder import NO_GPU, Engine
from voice_agent.speech.ghosts import Stretch
from voice_agent.speech.whisper import Whisper
from voice_agent.story import Word


def with_engine(engine: Engine, piece: float = 24.0) -> Whisper:
    return Whisper("fake", device="cpu", piece=piece, load=lambda *_: engine)


def test_silence_after_the_last_word_is_not_heard_again() -> None:
    engine = Metronome()
    hearing = with_engine(engine).begin()
    story = joined(room(1.0), said(STORY), room(0.4))
    for frame in frames(story):
        hearing.feed(frame)
    first = hearing.peek()
    for frame in frames(room(3.0, start=story.end)):
        hearing.feed(frame)
    assert hearing.finish() is first
    assert hearing.finish() is first
    assert len(engine.asked) == 1


def test_what_is_said_after_a_pause_is_heard_too() -> None:
    engine = Metronome()
    hearing = with_engine(engine).begin()
    story = joined(said(STORY), room(2.0))
    hearing.feed(story)
    first = hearing.peek()
    hearing.feed(moved(said("And then we moved away."), story.end))
    second = hearing.finish()
    assert len(second.words) > len(first.words)
    assert second.words[-1].end > story.seconds


def test_a_narrator_who_goes_on_after_the_end_is_heard_by_the_same_ear() -> None:
    hearing = with_engine(Metronome()).begin()
    hearing.feed(said(STORY))
    words = len(hearing.finish().words)
    hearing.feed(moved(said(STORY), said(STORY).end))
    assert len(hearing.finish().words) > words


def test_a_room_without_a_voice_is_never_given_to_the_recogniser() -> None:
    engine = Metronome()
    hearing = with_engine(engine).begin()
    hearing.feed(room(40.0))
    transcript = hearing.finish()
    assert transcript.text == "" and transcript.words == () and engine.asked == []


def test_nothing_said_is_nothing_heard() -> None:
    transcript = with_engine(Metronome()).begin().finish()
    assert transcript.text == ""


def test_words_carry_the_time_of_the_sessions_clock() -> None:
    hearing = with_engine(Metronome()).begin()
    for frame in frames(moved(said(STORY), 100 * RATE)):
        hearing.feed(frame)
    words = hearing.finish().words
    assert words[0].start == pytest.approx(100.0, abs=0.1)
    assert words[-1].end <= 100 + said(STORY).seconds


@pytest.mark.models
@pytest.mark.long
def test_half_an_hour_in_one_turn_ends_as_quickly_as_half_a_minute() -> None:
    engine = Metronome()
    hearing = with_engine(engine).begin()
    breath = joined(*[joined(said(STORY), room(0.7))] * 4)
    now, peaks = 0, list[int]()
    tracemalloc.start()
    while now < 30 * 60 * RATE:
        hearing.feed(moved(breath, now))
        now += len(breath.samples)
        hearing.peek()
        if now // (60 * RATE) in {5, 28}:
            peaks.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    before = len(engine.asked)
    words = hearing.finish().words
    assert len(engine.asked) - before <= 1 and engine.asked[-1] <= 24.0
    assert max(engine.asked) <= 24.0
    assert max(peaks) - min(peaks) < 4_000_000, "25 minutes of samples are 96 MB"
    starts = [word.start for word in words]
    assert starts == sorted(starts) and len(words) > 2500


def test_a_story_fed_at_once_loses_nothing_at_its_cuts() -> None:
    engine = Metronome()
    hearing = with_engine(engine, piece=10.0).begin()
    story = joined(*[joined(said(STORY), room(0.5))] * 8)
    hearing.feed(story)
    words = hearing.finish().words
    assert len(engine.asked) > 3 and max(engine.asked) <= 10.0
    gaps = [b.start - a.start for a, b in pairwise(words)]
    assert max(gaps) < 1.6, "the longest stretch without a tick is a pause and a cut"


def test_a_long_silence_after_long_words_settles_them_without_hearing_them_again() -> None:
    engine = Metronome()
    hearing = with_engine(engine, piece=10.0).begin()
    story = joined(said(STORY), room(0.3))
    hearing.feed(story)
    first = hearing.peek()
    hearing.feed(room(60.0, start=story.end))
    assert hearing.peek() is first and len(engine.asked) == 1
    hearing.feed(moved(said(STORY), story.end + 60 * RATE))
    second = hearing.finish()
    assert second.words[: len(first.words)] == first.words
    assert engine.asked[-1] < 10.0, "only the new words are heard"


def test_a_gap_in_the_sound_is_silence_not_a_shift_of_the_clock() -> None:
    hearing = with_engine(Metronome()).begin()
    story = said(STORY)
    hearing.feed(story)
    hearing.feed(moved(story, story.end + 5 * RATE))
    assert hearing.finish().words[-1].end > story.seconds * 2 + 4


def test_the_microphone_may_go_on_while_words_are_being_made_out() -> None:
    engine = Metronome()
    hearing = with_engine(engine, piece=10.0).begin()
    story = joined(*[joined(said(STORY), room(0.5))] * 4)
    fed = threading.Event()

    def listen() -> None:
        for frame in frames(story):
            hearing.feed(frame)
        fed.set()

    microphone = threading.Thread(target=listen)
    workers = [threading.Thread(target=lambda: [hearing.peek() for _ in range(5)]) for _ in "ab"]
    for thread in (microphone, *workers):
        thread.start()
    for thread in (microphone, *workers):
        thread.join()
    alone = with_engine(Metronome(), piece=10.0).begin()
    alone.feed(story)
    assert fed.is_set()
    heard, wanted = hearing.finish().words, alone.finish().words
    assert heard[-1].end == pytest.approx(wanted[-1].end, abs=0.6)
    assert len(heard) == pytest.approx(len(wanted), abs=6), "cuts may fall elsewhere, words may not"


Place = Literal["cpu", "cuda"]


def load_anywhere(cuda: Engine | Exception) -> tuple[Whisper, list[Place]]:
    places: list[Place] = []

    def load(model: str, device: Place, threads: int) -> Engine:
        places.append(device)
        if device == "cpu":
            return Metronome()
        if isinstance(cuda, Exception):
            raise cuda
        return cuda

    return Whisper("fake", load=load, gpu_fault=lambda model: ""), places


def test_a_graphics_card_that_works_is_used_and_named() -> None:
    whisper, places = load_anywhere(Metronome())
    assert places == ["cuda"] and whisper.running_on == "Speech is recognised on the graphics card."


def test_a_graphics_card_that_fails_to_load_is_left_alone_aloud() -> None:
    whisper, places = load_anywhere(RuntimeError("CUDA driver version is insufficient"))
    assert places == ["cuda", "cpu"]
    assert "driver version is insufficient" in whisper.running_on
    assert whisper.running_on.startswith("The graphics card could not be used")


def test_a_graphics_card_lost_in_mid_story_costs_no_word() -> None:
    whisper, places = load_anywhere(Overheated())
    hearing = whisper.begin()
    hearing.feed(said(STORY))
    assert hearing.finish().words and places == ["cuda", "cpu"]
    assert "out of memory" in whisper.running_on


def test_a_house_without_a_graphics_card_is_told_so_only_if_it_asked_for_one() -> None:
    def load(model: str, device: Place, threads: int) -> Engine:
        return Metronome()

    auto = Whisper("fake", load=load, gpu_fault=lambda model: NO_GPU)
    asked = Whisper("fake", load=load, device="cuda", gpu_fault=lambda model: NO_GPU)
    assert auto.running_on == "Speech is recognised on the processor."
    assert NO_GPU in asked.running_on


def test_a_failing_recogniser_is_an_error_that_can_be_tried_again() -> None:
    hearing = with_engine(Overheated()).begin()
    hearing.feed(said(STORY))
    with pytest.raises(EngineError) as failed:
        hearing.finish()
    assert failed.value.retryable


def test_sound_survives_a_failing_recogniser() -> None:
    class Faint(Metronome):
        def decode(self, samples, **how):  # type: ignore[no-untyped-def]
            if not self.asked:
                self.asked.append(0)
                raise RuntimeError("once")
            return super().decode(samples, **how)

    hearing = with_engine(Faint(), piece=10.0).begin()
    hearing.feed(joined(*[said(STORY)] * 4))
    with pytest.raises(EngineError):
        hearing.finish()
    assert hearing.finish().words[-1].end > 3 * said(STORY).seconds


def test_missing_weights_are_reported_with_what_mends_them(tmp_path: Path) -> None:
    with pytest.raises(EngineUnavailable) as missing:
        Whisper(tmp_path, device="cpu")
    assert "models verify" in missing.value.mend and not missing.value.retryable


class OfOneName:
    """Writes what a name sounds like, and the name where that alone is listened for."""

    def __init__(self) -> None:
        self.listened = list[tuple[str, ...]]()

    def decode(
        self,
        samples: Samples,
        *,
        beam: int,
        language: str,
        until: float,
        names: Sequence[str] = (),
    ) -> list[Stretch]:
        self.listened.append(tuple(names))
        said = "Zbigniew" if tuple(names) == ("Zbigniew",) else "Z. Big New"
        words = [
            Word(each, n / 2, n / 2 + 0.4, 0.5) for n, each in enumerate(f"It was {said}".split())
        ]
        return [Stretch(tuple(words), 0.0, -0.1, 1.0)]


def test_what_sounds_like_a_name_of_this_life_is_listened_to_once_more_for_that_name() -> None:
    engine = OfOneName()
    whisper = Whisper("fake", device="cpu", load=lambda *_: engine)
    for names, heard in ((("Ann", "Zbigniew"), "It was Zbigniew"), (("Ann",), "It was Z. Big New")):
        sound = Sound(np.zeros(RATE, np.float32))
        stretches = whisper.decode(sound, 1.0, 1, names, nearly=True)
        assert " ".join(word.text for word in stretches[0].words) == heard
    assert engine.listened == [("Ann", "Zbigniew"), ("Zbigniew",), ("Ann",)]


def test_whoever_is_talking_does_not_wait_for_a_second_hearing() -> None:
    engine = OfOneName()
    whisper = Whisper("fake", device="cpu", load=lambda *_: engine)
    whisper.decode(Sound(np.zeros(RATE, np.float32)), 1.0, 1, ("Zbigniew", "Ann"))
    assert engine.listened == [("Zbigniew", "Ann")]
