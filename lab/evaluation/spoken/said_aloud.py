"""Is what is written said as a person would say it, and can it be understood?

Conventions: two hundred sentences (lab/labelled/spoken.tsv), each with the words that a person would say. *Worded* counts the
sentences whose words, before any voice, are others. A voice then says each as a session does, at `pace` words a minute, and a
recogniser writes it down; both sides are put in words, letters said one by one are one word, marks and capitals do not count.
Words wrong: voice_agent/measuring/wer.py, over all sentences of a kind. What a recogniser gets wrong by itself counts too, so
only the difference between two ways of saying, or a sentence that is read with one's own ears, tells anything about a voice.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from voice_agent.backends import Transcriber, Voice
from voice_agent.measuring.voices import as_heard, said
from voice_agent.measuring.wer import Errors, errors
from voice_agent.speech.aloud import Aloud
from voice_agent.speech.counting import figures
from voice_agent.speech.initials import LETTER_A
from voice_agent.speech.wording import worded

SENTENCES = Path("lab/labelled/spoken.tsv")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One of the two hundred."""

    kind: str
    written: str
    said: str
    """By a person, in ordinary spelling."""

    @property
    def rightly_worded(self) -> bool:
        """Do we find the words that a person would say?"""
        return plain(worded(self.written)) == plain(self.said)


@dataclass(frozen=True, slots=True)
class Listened:
    """What one recogniser made of one sentence in one voice."""

    sentence: Sentence
    voice: str
    ear: str
    heard: str
    errors: Errors


def sentences(file: Path = SENTENCES) -> tuple[Sentence, ...]:
    """Read them all. Raises OSError, ValueError."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return tuple(Sentence(*line.split("\t")) for line in lines if not line.startswith("#"))


def plain(text: str) -> str:
    """Return the words of `text` as they are compared: "R eigh F." and "RAF" are one."""
    apart = unicodedata.normalize("NFD", text)
    text = "".join(sign for sign in apart if not unicodedata.combining(sign))
    text = re.sub(r"[^\w']+", " ", text).replace("'", "")
    text = re.sub(rf"\b{LETTER_A}\b", "A", text)
    text = re.sub(r"\b(?:[A-Z] )+[A-Z]s?\b", lambda match: match[0].replace(" ", ""), text)
    return " ".join(text.casefold().split())


def wrong_in(sentence: Sentence, heard: str) -> Errors:
    """Count the words that were heard wrong. A recogniser writes figures as it likes: "116-123", and "705" for five past seven."""
    if sentence.kind == "telephones":
        heard = re.sub(r"\d", lambda match: f" {figures(match[0])} ", heard)
    if sentence.kind == "times":
        heard = re.sub(r"\b(1?\d)([0-5]\d)\b", r"\1:\2", heard)
    return errors(plain(sentence.said), plain(worded(heard)))


def listen(
    name: str,
    voice: Voice,
    ears: Mapping[str, Transcriber],
    chosen: Sequence[Sentence],
    *,
    pace: float = 140.0,
) -> Iterator[Listened]:
    """Have `voice` say each sentence once, and every recogniser write it down. Minutes."""
    aloud = Aloud(voice, None)
    for sentence in chosen:
        clips = list(said(aloud, sentence.written, pace))
        sound = as_heard(np.concatenate([clip.samples for clip in clips]), clips[0].rate)
        for ear, transcriber in ears.items():
            hearing = transcriber.begin()
            hearing.feed(sound)
            heard = hearing.finish().text
            yield Listened(sentence, name, ear, heard, wrong_in(sentence, heard))


def rows(found: Sequence[Listened], chosen: Sequence[Sentence]) -> list[dict[str, object]]:
    """A row for each kind and one for all: sentences, worded wrongly, share of words wrong by voice and recogniser."""
    columns = list(dict.fromkeys((one.voice, one.ear) for one in found))
    kinds = [*dict.fromkeys(sentence.kind for sentence in chosen), None]
    return [_row(kind, columns, found, chosen) for kind in kinds]


def _row(
    kind: str | None,
    columns: Sequence[tuple[str, str]],
    found: Sequence[Listened],
    chosen: Sequence[Sentence],
) -> dict[str, object]:
    of_kind = [sentence for sentence in chosen if kind in (None, sentence.kind)]
    row: dict[str, object] = {
        "kind": kind or "all",
        "n": len(of_kind),
        "worded wrongly": sum(not sentence.rightly_worded for sentence in of_kind),
    }
    for voice, ear in columns:
        each = [
            one.errors
            for one in found
            if (one.voice, one.ear) == (voice, ear) and kind in (None, one.sentence.kind)
        ]
        row[f"{voice}, {ear}"] = round(sum(each, Errors(0, 0)).rate, 3)
    return row


def worst(found: Sequence[Listened]) -> list[tuple[str, Sentence, list[Listened]]]:
    """Return what every recogniser got wrong in one voice, most words first: there the voice is to blame, if anything is."""
    together: dict[tuple[str, Sentence], list[Listened]] = {}
    for one in found:
        together.setdefault((one.voice, one.sentence), []).append(one)
    missed = [
        (voice, sentence, each)
        for (voice, sentence), each in together.items()
        if all(one.errors.wrong for one in each)
    ]
    return sorted(missed, key=lambda entry: -sum(one.errors.wrong for one in entry[2]))
