"""Are the ears and the voice quick enough on this computer, also while it is busy with something else?

The load is a second copy of the same work in a process of its own: `python -m
voice_agent.measuring.speed_check` decodes and speaks, over and over, until its standard input closes.
It borrows nothing: what another computer does is no load on this one, and what it waits for is none at all.
"""

import select
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from voice_agent import assemble
from voice_agent.audio import files
from voice_agent.errors import EngineUnavailable
from voice_agent.measuring.checkup import Finding, State
from voice_agent.settings import load
from voice_agent.settings_sections import Borrowing
from voice_agent.sound import Sound
from voice_agent.speech.narrator import sample_narrator

SENTENCE = "That must have been a long way to walk. Who went with you?"

PACE = 150.0
"""Words a minute."""

TIMES = 3
"""Repeats; the middle one counts."""

READY = "ready"


@dataclass(frozen=True, slots=True)
class Speed:
    """Seconds of work for each second of sound; below 1 it keeps up."""

    hearing: float
    speaking: float


def measure(engines: assemble.Engines, times: int = TIMES) -> Speed:
    """Recognise a sentence of the sample narrator's and speak one of ours, `times` over."""
    said = _narrator()

    def hear() -> float:
        hearing = engines.transcriber.begin()
        hearing.feed(said)
        hearing.finish()
        return said.seconds

    def speak() -> float:
        return sum(clip.seconds for clip in engines.voice.say(SENTENCE, pace=PACE))

    hear()  # the first time is slower: pages are read, threads are made
    speak()
    return Speed(_factor(hear, times), _factor(speak, times))


def judge(quiet: Speed, busy: Speed) -> tuple[Finding, Finding]:
    """Say whether ears and voice keep up, one finding for each."""
    return (
        _judged("speed of hearing", "Speech is recognised", quiet.hearing, busy.hearing),
        _judged("speed of speaking", "The voice speaks", quiet.speaking, busy.speaking),
    )


@contextmanager
def load_beside(settings_file: Path | None, profile: str) -> Generator[None]:
    """Run a second copy of the work for the length of the block. Raises EngineUnavailable."""
    command = [
        sys.executable,
        "-m",
        __name__,
        profile,
        *([str(settings_file)] if settings_file else []),
    ]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        try:
            if process.stdout.readline().strip() != READY:
                raise EngineUnavailable(
                    "second copy", "it could not be started.", retryable=True, mend="Look again."
                )
            yield
        finally:
            process.stdin.close()
            process.terminate()  # in the middle of a round; it has nothing to finish


def _judged(about: str, what: str, quiet: float, busy: float) -> Finding:
    figures = {"real_time_factor": round(quiet, 3), "real_time_factor_busy": round(busy, 3)}
    says = f"{what} in {quiet:.2f} s for each second of sound, {busy:.2f} s while the computer is busy."
    if quiet >= 1.0:
        return Finding(
            about,
            State.ILL,
            f"{says} It cannot keep up.",
            "Choose a smaller model (hearing.model, speaking.voice), or a quicker computer.",
            figures,
        )
    if busy >= 1.0:
        return Finding(
            about,
            State.CARE,
            f"{says} It cannot keep up while other work runs.",
            "End other programs during a conversation, or choose a smaller model.",
            figures,
        )
    return Finding(about, State.WELL, says, figures=figures)


def _factor(work: Callable[[], float], times: int) -> float:
    """Seconds of work for each second of sound, the middle one of so many `times`."""
    factors: list[float] = []
    for _ in range(times):
        began = time.perf_counter()
        sound = work()
        factors.append((time.perf_counter() - began) / sound)
    return sorted(factors)[times // 2]


def _narrator() -> Sound:
    """A sentence or two of the sample narrator's."""
    return files.read(sample_narrator().lines[3].file)


def main(profile: str, settings_file: str = "") -> None:
    """Be the second copy, until standard input closes."""
    chosen = load(Path(settings_file) if settings_file else None, profile=profile)
    engines = assemble.engines(chosen.model_copy(update={"borrowing": Borrowing()}))
    print(READY, flush=True)
    while not select.select([sys.stdin], [], [], 0)[0]:  # readable once it closes
        measure(engines)


if __name__ == "__main__":
    main(*sys.argv[1:])
