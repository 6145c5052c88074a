"""Recorded speech to measure with: a folder of clips with transcripts.tsv, or the product's own voice.

transcripts.tsv is a table with a header; the columns `id` (file name without .wav) and `transcript` are
needed, `note` is shown where it is there. Anyone's clips will do.
"""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soxr

from voice_agent.audio import files
from voice_agent.backends import Voice
from voice_agent.errors import SoundFileError
from voice_agent.sound import RATE, Samples

SENTENCES = (
    "We had a little house at the end of the lane, and behind it there was a pond.",
    "My father kept two horses, and every morning before school I had to bring them water.",
    "In the winter of that year the snow was so deep that nobody came to us for a week.",
    "My sister was the clever one, and she read to us by the lamp until we fell asleep.",
    "I learned to bake from my grandmother, who never once used a scale.",
    "When the letter came, my mother sat down at the table and did not say a word.",
    "We danced every Saturday night in the hall beside the church.",
    "He asked me to walk home with him, and it was raining the whole way.",
    "The first car in our village belonged to the doctor.",
    "I worked in the mill for eleven years, and I can still hear the noise of it.",
    "Our teacher was strict, but she brought us apples from her own garden.",
    "After the wedding we had one room, one stove and a borrowed bed.",
    "My brother went to sea when he was sixteen, and he sent me a shell from every harbour.",
    "On Sundays the whole family came together, and the children ate in the kitchen.",
    "I did not want to leave, but there was no work for us any more.",
    "The day my daughter was born, the cherry tree was in flower.",
)
"""What the product's own voice says where there are no recordings. Ours; nobody's life."""


@dataclass(frozen=True, slots=True, eq=False)
class Recording:
    """One clip of one voice."""

    name: str
    samples: Samples
    """Shape (n,), mono at RATE."""

    transcript: str
    """The words, as whoever made the table wrote them."""

    synthetic: bool = False


def load(folder: Path) -> tuple[Recording, ...]:
    """Read every clip of `folder`/transcripts.tsv. Raises SoundFileError."""
    table = folder / "transcripts.tsv"
    if not table.is_file():
        raise SoundFileError(
            f"There is no transcripts.tsv in {folder}.",
            mend="Give a folder of WAV files with a table of their words: columns id and transcript.",
        )
    with table.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    if not rows or not {"id", "transcript"} <= set(rows[0]):
        raise SoundFileError(f"{table} needs the columns id and transcript, and at least one clip.")
    return tuple(
        Recording(row["id"], files.read(folder / f"{row['id']}.wav").samples, row["transcript"])
        for row in rows
    )


def spoken(
    voice: Voice, sentences: Sequence[str] = SENTENCES, pace: float = 140
) -> tuple[Recording, ...]:
    """Let `voice` say each sentence at `pace` words a minute. Raises EngineError."""
    return tuple(
        Recording(f"{voice.name} {number:02}", _said(voice, sentence, pace), sentence, True)
        for number, sentence in enumerate(sentences, 1)
    )


def _said(voice: Voice, sentence: str, pace: float) -> Samples:
    clips = list(voice.say(sentence, pace=pace))
    whole = np.concatenate([clip.samples for clip in clips])
    return soxr.resample(whole, clips[0].rate, RATE).astype(np.float32)
