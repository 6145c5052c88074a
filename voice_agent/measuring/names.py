"""Are names and years heard right? Sixty names of twelve languages and forty years and ages, by voices that are none of ours.

Conventions: each name stands in one sentence, which each voice says once. It counts as right where it stands in the text as
it is written, capitals and marks aside. *Unknown*: nobody told the recogniser. *Known*: it listens for all sixty, as it would
for the names of a life. Ghosts: names of the sixty in what is heard where nobody says one (the years' sentences, and noise
beside). The voices are programs of this computer (flite, espeak-ng): they say foreign names as English spelling has them,
so what is said is often not the name, and no figure here speaks of people.
"""

import re
import shutil
import subprocess
import tempfile
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soxr

from voice_agent.measuring.wer import normal
from voice_agent.sound import RATE, Samples

NAMES: Mapping[str, tuple[str, ...]] = {
    "Polish": ("Zbigniew", "Wojciech", "Bronislaw", "Szymanski", "Katarzyna"),
    "Irish": ("Siobhan", "Aoife", "Caoimhe", "Niamh", "Tadhg"),
    "Welsh": ("Rhys", "Llewellyn", "Myfanwy", "Gwilym", "Angharad"),
    "Scots": ("Kirkcaldy", "Mairi", "Hamish", "Strachan", "Menzies"),
    "Italian": ("Giuseppe", "Assunta", "Concetta", "Gaetano", "Pasquale"),
    "German": ("Anneliese", "Wolfgang", "Gudrun", "Liesel", "Hedwig"),
    "Yoruba": ("Oluwaseun", "Adeyemi", "Folasade", "Babatunde", "Ibadan"),
    "Japanese": ("Takeshi", "Yoshiko", "Haruki", "Sachiko", "Nagasaki"),
    "Hindi": ("Meenakshi", "Rajinder", "Gurdial", "Lakshmi", "Jalandhar"),
    "Spanish": ("Esperanza", "Guadalupe", "Joaquin", "Consuelo", "Xavier"),
    "Vietnamese": ("Nguyen", "Phuong", "Thanh", "Quang", "Haiphong"),
    "Russian": ("Dmitri", "Lyudmila", "Evgeny", "Anastasia", "Yaroslav"),
}
"""Language -> five names, people and places."""

SAID = (
    "My old friend {} lived next door to us in those days.",
    "I can still see {} standing at the gate.",
    "That was the summer when we heard about {} for the first time.",
)

WHEN = (
    "We were married in {}.",
    "That was in {}, before the war was over.",
    "I was {} years old when my father died.",
    "She came to us in the spring of {}.",
)

YEARS = tuple(range(1912, 1990, 3))
AGES = (4, 7, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 30)

Hear = Callable[[Samples, Sequence[str]], str]
"""Sound, and the names that are listened for, into words."""

Say = Callable[[str], Samples]


@dataclass(frozen=True, slots=True)
class Names:
    """What one voice's names and years became."""

    voice: str
    names: int
    unknown: int
    """Wrong where nobody told which to expect."""

    known: int
    """Wrong where they were listened for."""

    years: int
    years_wrong: int
    ghosts: int
    """Names in sentences that hold none."""

    missed: tuple[tuple[str, str], ...]
    """A name that was listened for, and what its sentence became."""

    def as_json(self) -> dict[str, object]:
        """Shares and counts."""
        return {
            "voice": self.voice,
            "names": self.names,
            "unknown_wrong": round(self.unknown / max(self.names, 1), 3),
            "known_wrong": round(self.known / max(self.names, 1), 3),
            "years": self.years,
            "years_wrong": round(self.years_wrong / max(self.years, 1), 3),
            "ghosts": self.ghosts,
        }


def voices() -> dict[str, Say]:
    """Voices of programs on this computer that are none of ours; none where there are no such programs."""
    found: dict[str, Say] = {}
    if shutil.which("flite"):
        found |= {
            f"flite {name}": _program("flite", "-voice", name, "-t", "{text}", "-o", "{file}")
            for name in ("slt", "rms")
        }
    if shutil.which("espeak-ng"):
        found["espeak-ng"] = _program(
            "espeak-ng", "-v", "en-gb", "-s", "140", "-w", "{file}", "{text}"
        )
    return found


def measure(voice: str, say: Say, hear: Hear) -> Names:
    """Let one voice say all of them. Minutes."""
    every = tuple(name for group in NAMES.values() for name in group)
    unknown, missed = 0, list[tuple[str, str]]()
    for number, name in enumerate(every):
        sound = say(SAID[number % len(SAID)].format(name))
        unknown += not _holds(hear(sound, ()), name)
        heard = hear(sound, every)
        if not _holds(heard, name):
            missed.append((name, heard))
    wrong = ghosts = 0
    dated = tuple(_dated())
    for said in dated:
        heard = hear(say(said), every)
        wrong += normal(said) != normal(heard) and not _same_number(said, heard)
        ghosts += sum(_holds(heard, name) for name in every)
    return Names(voice, len(every), unknown, len(missed), len(dated), wrong, ghosts, tuple(missed))


def _dated() -> Iterator[str]:
    for number, year in enumerate(YEARS):
        yield WHEN[(0, 1, 3)[number % 3]].format(year)
    for age in AGES:
        yield WHEN[2].format(age)


def _same_number(said: str, heard: str) -> bool:
    """Does what was heard hold the very number that was said, whatever became of the other words?"""
    number = " ".join(normal(re.sub(r"\D+", " ", said)))
    return f" {number} " in f" {' '.join(normal(heard))} "


def _holds(text: str, name: str) -> bool:
    return re.search(rf"\b{_plain(name)}\b", _plain(text)) is not None


def _plain(text: str) -> str:
    apart = unicodedata.normalize("NFD", text)
    return "".join(sign for sign in apart if not unicodedata.combining(sign)).casefold()


def _program(*command: str) -> Say:
    def say(text: str) -> Samples:
        with tempfile.TemporaryDirectory(prefix="voice-agent-bench-") as folder:
            file = Path(folder) / "said.wav"
            subprocess.run(
                [part.format(text=text, file=file) for part in command],
                check=True,
                capture_output=True,
            )
            import soundfile

            samples, rate = soundfile.read(file, dtype="float32")
        quiet = np.zeros(RATE // 2, np.float32)
        said = soxr.resample(samples, rate, RATE).astype(np.float32)
        return np.concatenate([quiet, said, quiet])

    return say
