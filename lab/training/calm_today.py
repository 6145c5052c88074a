"""Calm talk as old people speak today: some of it teaches the reader of danger, some chooses its thresholds.

Old autobiographies do not sound like it: a reader that leaves those alone may still take "He just put his hand on
my back" for abuse. calm_c.tsv and calm_d.tsv were written for this, the rest for other readers of ours; which line of
the former two teaches hangs on its place: neighbouring lines are of one person. lab/labelled/calm_today.txt, on which the whole is
judged, is not read here.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from lab import utterances
from lab.evaluation.memory import persona
from lab.training import LESSONS
from lab.training.tellings import tellings
from lab.utterances import as_heard
from voice_agent.reading.words.plain_words import pieces, sentences
from voice_agent.story import Emotion

WRITTEN = ("calm_c.tsv", "calm_d.tsv")

TOGETHER = 20
"""Lines that go the same way."""

LINKS = {True: "links_a.tsv", False: "links_b.tsv"}
"""Of whoever wrote these, one teaches and one chooses."""

MEANT = "meant_a.tsv"

JOURNALS = persona.shipped()

_MARKED = re.compile(r"\[[A-Z]?([^\]]*)\]")
"""A word of meant_a.tsv that is right or wrong."""


def turns(*, teaches: bool) -> list[str]:
    """What was said in one turn each, for the one use or the other. Raises OSError, SettingsError."""
    found = [
        each.words
        for name in WRITTEN
        for n, each in enumerate(utterances.read(LESSONS / name))
        if (n // TOGETHER % 2 == 0) is teaches
    ]
    found += _linked(LESSONS / LINKS[teaches])
    for journal in sorted(JOURNALS.glob("*.txt"))[0 if teaches else 1 :: 2]:
        found += re.findall(r"^\d+\. (.+)$", journal.read_text("utf-8"), re.MULTILINE)
    if teaches:
        found += [_MARKED.sub(r"\1", each.words) for each in utterances.read(LESSONS / MEANT)]
    else:  # a veiled wish to die may be among the pessimism
        kept = (each for each in tellings() if not each.trains)
        found += [each.text for each in kept if each.category is not Emotion.PESSIMISM]
    return list(dict.fromkeys(found))


def _linked(file: Path) -> Iterator[str]:
    for line in file.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            _, recent, old = line.split("\t")
            yield from (*recent.split(" | "), old)


def as_read(turn: str) -> list[tuple[str, ...]]:
    """What the detector may read of `turn`: each sentence, said and heard; then neighbours and windows together."""
    cut = sentences(turn)
    found = [tuple(dict.fromkeys((each, as_heard(each)))) for each in cut]
    if more := [each for each in (*pieces(turn), *sentences(as_heard(turn))) if each not in cut]:
        more = [each for each in more if not any(each in some for some in found)]
        found += [tuple(more[n : n + 3]) for n in range(0, len(more), 3)]
    return found
