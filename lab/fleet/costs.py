"""What a talk costs, measured on the engines themselves: processor seconds, bytes and tokens; no time that a clock shows.

Processor seconds hold on a busy machine, where seconds do not. The sample narrator's own sounds are heard, the interviewer's
own sentences of a kept talk are said, and its turns are understood.
"""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from lab.fleet.talk import lines
from voice_agent import weights
from voice_agent.audio import files
from voice_agent.fleet.far import FarTranscriber
from voice_agent.fleet.plan import Embeddings, Recognition, Speech
from voice_agent.fleet.replicas import Recogniser, Speaker, Understander, embedder, voice, whisper
from voice_agent.measuring import machine
from voice_agent.settings import load
from voice_agent.sound import FRAME, RATE, Sound

KEPT = Path("lab/reports/fleet_costs.json")

TALK = Path("lab/talks/seat-marjorie-1.txt")
"""Held with a language model in the seat."""

PACE = 150.0


def measure() -> dict[str, Any]:
    """Everything that the arithmetic goes on from."""
    sounds = [
        files.read(line.file) for line in lines(1)[1:4]
    ]  # a long story, a short answer, hesitations
    ours, theirs = said(TALK)
    at = load().weights
    heard = {
        name: _heard(name, sounds)
        for name in ("whisper-base", "whisper-tiny-en")
        if weights.place(at, weights.read().model(name)).is_dir()
    }
    speaker = Speaker(lambda: voice(Speech(), at))
    spoken, sound = _spent(
        lambda: sum(sum(len(s) / r for s, r, _ in speaker.say(each, PACE)) for each in ours)
    )
    understander = Understander(lambda: embedder(Embeddings(), at))
    understood, _ = _spent(lambda: [understander.embed([each]) for each in theirs])
    return {
        "machine": machine.describe(),
        "recognition": heard,
        "speech": {
            "sentences": len(ours),
            "cpu_s_per_sentence": round(spoken / len(ours), 3),
            "cpu_s_per_minute_of_voice": round(60 * spoken / sound, 2),
            "sound_s_per_sentence": round(sound / len(ours), 2),
        },
        "embeddings": {"turns": len(theirs), "cpu_s_per_turn": round(understood / len(theirs), 4)},
        "talk": {
            "from": TALK.name,
            "turns": len(theirs),
            "words_per_turn": round(float(np.mean([len(each.split()) for each in theirs])), 1),
            "words_per_reply": round(float(np.mean([len(each.split()) for each in ours])), 1),
        },
    }


def _heard(name: str, sounds: list[Sound]) -> dict[str, float]:
    """Processor seconds a minute of what was said, heard as in a talk: with a look in every pause."""
    recogniser = Recogniser(lambda: whisper(Recognition(weights=name), load().weights), 1)

    def ask(what: str, *args: Any) -> Any:
        return getattr(recogniser, what)(*args)

    far = FarTranscriber(ask)
    recogniser.decode(_pcm(sounds[0]), 0, sounds[0].seconds)  # what is only done once
    minutes = sum(each.seconds for each in sounds) / 60
    looking, looks = _spent(lambda: sum(_looking(far, each) for each in sounds))
    return {
        "minutes": round(minutes, 2),
        "cpu_s_per_minute_in_a_talk": round(looking / minutes, 1),
        "looks_per_minute": round(looks / minutes, 1),
    }


def _looking(far: FarTranscriber, sound: Sound) -> int:
    """Look whenever it has been silent for half a second, as a talk does; returns how often."""
    hearing, looks, still = far.begin(), 0, 0
    for at in range(0, len(sound.samples) - FRAME, FRAME):
        frame = sound.samples[at : at + FRAME]
        hearing.feed(Sound(frame, at))
        still = still + 1 if float(np.abs(frame).max()) < 0.01 else 0
        if still == RATE // FRAME // 2:
            hearing.peek()
            looks += 1
    hearing.finish()
    return looks + 1


def _pcm(sound: Sound) -> bytes:
    return np.round(sound.samples * 32767).astype("<i2").tobytes()


def _spent(work: Callable[[], Any]) -> tuple[float, Any]:
    """Processor seconds of this process, all its threads, and what came of it."""
    before = time.process_time()
    done = work()
    return time.process_time() - before, done


def said(talk: Path) -> tuple[list[str], list[str]]:
    """The interviewer's replies and the narrator's turns of a kept talk."""
    ours, theirs = list[str](), list[str]()
    for line in talk.read_text(encoding="utf-8").splitlines():
        who, _, text = line.partition(": ")
        if text:
            (ours if who.startswith("INTERVIEWER") else theirs).append(text)
    return ours, theirs


def seen() -> dict[str, Any]:
    """What is kept."""
    return dict(json.loads(KEPT.read_text(encoding="utf-8")))
