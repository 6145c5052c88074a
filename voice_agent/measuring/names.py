"""Are names and years heard right? Sixty names of twelve languages and forty years and ages, by voices that are none of ours.

Conventions: each name stands in one sentence, which each voice says once, as people say it (`SAID_AS`, where English spelling
would have it otherwise). It counts as right where it stands in the text as it is written, capitals and marks aside.
*Unknown*: nobody told the recogniser. *Known*: it listens for all sixty, as it would for the names of a life. *After a yes*: of
those that are still wrong the page asks for a person's yes, and this is what is wrong then. Ghosts: names of the sixty in what
is heard where nobody says one (the years' sentences, and clips of people). The voices are programs of this computer (flite,
espeak-ng), so no figure here speaks of people: the clips of people that are at hand hold no names.
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
from voice_agent.sound import RATE, Samples, Sound
from voice_agent.speech.likely_names import meant
from voice_agent.speech.whisper import Whisper
from voice_agent.story import Word

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

SAID_AS: Mapping[str, str] = {
    "Zbigniew": "zbig nyeff", "Wojciech": "voy checkh", "Bronislaw": "bro nee swaff", "Szymanski": "shi manski",
    "Katarzyna": "kata zhina", "Siobhan": "shi vawn", "Aoife": "eefa", "Caoimhe": "keeva", "Niamh": "neev", "Tadhg": "tige",
    "Rhys": "reece", "Llewellyn": "loo ellin", "Myfanwy": "muh vanwee", "Gwilym": "gwillim", "Angharad": "ang harrad",
    "Kirkcaldy": "kur coddy", "Mairi": "mahree", "Strachan": "strawn", "Menzies": "ming iss", "Giuseppe": "ju seppy",
    "Gaetano": "guy tahno", "Pasquale": "pass kwahlay", "Anneliese": "anna leeza", "Liesel": "leezul", "Hedwig": "hedvig",
    "Oluwaseun": "oloo washay oon", "Adeyemi": "addy yemmy", "Folasade": "folla shaday", "Babatunde": "bobba toonday",
    "Ibadan": "ee baddan", "Sachiko": "satchiko", "Joaquin": "wah keen", "Guadalupe": "gwadda loopay", "Xavier": "havvy air",
    "Nguyen": "nwin", "Phuong": "fwong", "Thanh": "tan", "Quang": "kwahng", "Dmitri": "duh meetree", "Lyudmila": "lyood meela",
    "Evgeny": "yev genny",
}  # fmt: skip
"""Name -> how English people who know somebody of that name say it, in a spelling that these voices say so."""

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

Hear = Callable[[Samples, Sequence[str]], Sequence[Word]]
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

    after_a_yes: int
    """The same when a person has said yes to what the page asks."""

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
            "after_a_yes_wrong": round(self.after_a_yes / max(self.names, 1), 3),
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
    unknown, missed, left = 0, list[tuple[str, str]](), 0
    for number, name in enumerate(every):
        sound = say(SAID[number % len(SAID)].format(SAID_AS.get(name, name)))
        unknown += not _holds(_text(hear(sound, ())), name)
        heard = hear(sound, every)
        if not _holds(_text(heard), name):
            missed.append((name, _text(heard)))
            asked = [one for one, _ in meant(heard, every, SAID_AS)][:1]
            left += asked != [name]
    wrong = ghosts = 0
    dated = tuple(_dated())
    for said in dated:
        heard = _text(hear(say(said), every))
        wrong += normal(said) != normal(heard) and not _same_number(said, heard)
        ghosts += sum(_holds(heard, name) for name in every)
    return Names(
        voice, len(every), unknown, len(missed), left, len(dated), wrong, ghosts, tuple(missed)
    )


def ghosts(clips: Sequence[Samples], hear: Hear) -> int:
    """Names of the sixty that are heard in `clips`, which hold none, while all are listened for."""
    every = tuple(name for group in NAMES.values() for name in group)
    heard = [_text(hear(clip, every)) for clip in clips]
    return sum(_holds(text, name) for text in heard for name in every)


def by(whisper: Whisper, beam: int) -> Hear:
    """What `whisper` hears of an utterance: with a beam of 1 as in a talk, with more as in the second hearing."""

    def hear(samples: Samples, names: Sequence[str]) -> Sequence[Word]:
        hearing = whisper.begin(beam=beam, names=names, nearly=beam > 1)
        hearing.feed(Sound(samples))
        return hearing.finish().words

    return hear


def _text(words: Sequence[Word]) -> str:
    return " ".join(word.text for word in words)


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
