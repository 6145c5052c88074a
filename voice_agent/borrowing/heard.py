"""What a server says it has heard: checked against the sound, and made into what the ghost guard judges. Pure.

OpenAI's endpoint gives its words without punctuation beside a text that has it, others give words inside segments, and
some give no times at all. What claims to lie outside the sound, runs backwards or has more words than anybody can say is
no answer: then our own recogniser is asked.
"""

import json
import math
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Any, cast

from voice_agent.borrowing import trouble
from voice_agent.speech.ghosts import Stretch
from voice_agent.story import Word

BEYOND = 1.0
"""Seconds after the end of the sound that a time may claim: recognisers round. It is cut back to the end."""

BACKWARDS = 0.25
"""Seconds by which a word may begin before the one in front of it."""

FASTEST = 12.0
"""Words a second that anybody says; the guard judges more finely (ghosts.FASTEST)."""

UNTOLD = 0.8
"""Probability of a word of which the server says nothing: neither sure nor doubtful. A guess."""


class _Unfit(ValueError):
    """It is no answer."""


def heard(body: bytes, where: str, seconds: float) -> list[Stretch]:
    """Return what was heard in a sound of so many `seconds`, times from its first sample. Raises Trouble."""
    try:
        answer = json.loads(body)
        if not isinstance(answer, dict):
            raise _Unfit
        return _stretches(cast(dict[str, Any], answer), seconds)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError):
        raise trouble.rubbish(where) from None


def _stretches(answer: Mapping[str, Any], seconds: float) -> list[Stretch]:
    text = _text(answer["text"])
    told = [_segment(each, seconds) for each in answer.get("segments") or ()]
    loose = _words(answer.get("words") or (), seconds, UNTOLD)
    if not told:
        told = [_Segment(text, 0.0, seconds, Stretch(()))]
    # before the words are laid beside each other, which takes the square of their number
    if max(len(told), len(loose), *_counts(told)) > 3 + FASTEST * seconds:
        raise _Unfit
    found = list[Stretch]()
    for number, each in enumerate(told):
        ends = told[number + 1].start if number + 1 < len(told) else math.inf
        begins = each.start if number else -math.inf
        own = each.stretch.words or tuple(
            Word(w.text, w.start, w.end, each.sure) for w in loose if begins <= w.start < ends
        )
        words = timed(each.text.split(), own, each.start, each.end, each.sure)
        heard = each.stretch
        found.append(Stretch(words, heard.no_speech, heard.log_probability, heard.compression))
    every = [word for each in found for word in each.words]
    _in_order(every)
    return found


class _Segment:
    """What was said in one go, as the server tells it."""

    def __init__(self, text: str, start: float, end: float, stretch: Stretch) -> None:
        self.text, self.start, self.end, self.stretch = text, start, end, stretch

    @property
    def sure(self) -> float:
        """Probability of a word of it."""
        told = self.stretch.log_probability
        return min(math.exp(told), 1.0) if told else UNTOLD


def _counts(told: Sequence[_Segment]) -> tuple[int, int]:
    """Words of their texts, and words with times of their own."""
    return sum(len(each.text.split()) for each in told), sum(len(e.stretch.words) for e in told)


def _segment(told: Mapping[str, Any], seconds: float) -> _Segment:
    start, end = _span(told, seconds)
    likely = _number(told.get("avg_logprob", 0.0), -100.0, 0.0)
    sure = min(math.exp(likely), 1.0) if likely else UNTOLD
    stretch = Stretch(
        _words(told.get("words") or (), seconds, sure),
        _number(told.get("no_speech_prob", 0.0), 0.0, 1.0),
        likely,
        _number(told.get("compression_ratio", 1.0), 0.0, 1000.0),
    )
    return _Segment(_text(told["text"]), start, end, stretch)


def _words(told: Sequence[Mapping[str, Any]], seconds: float, sure: float) -> tuple[Word, ...]:
    found = list[Word]()
    for each in told:
        text = _text(each["word"])
        if text:
            start, end = _span(each, seconds)
            found.append(Word(text, start, end, _number(each.get("probability", sure), 0.0, 1.0)))
    _in_order(found)
    return tuple(found)


def _in_order(words: Sequence[Word]) -> None:
    for before, after in pairwise(words):
        if after.start < before.start - BACKWARDS:
            raise _Unfit


def _span(told: Mapping[str, Any], seconds: float) -> tuple[float, float]:
    start = _number(told["start"], -BEYOND, seconds + BEYOND)
    end = _number(told["end"], start, seconds + BEYOND)
    return min(max(start, 0.0), seconds), min(max(end, 0.0), seconds)


def _number(told: Any, least: float, most: float) -> float:
    if isinstance(told, bool) or not isinstance(told, int | float) or not least <= told <= most:
        raise _Unfit  # also what is not a number at all: it compares with nothing
    return float(told)


def _text(told: Any) -> str:
    """As one line. Raises _Unfit for what is not plain text."""
    if not isinstance(told, str):
        raise _Unfit
    line = " ".join(told.split())
    if not line.isprintable():
        raise _Unfit
    return line


def timed(
    texts: Sequence[str], words: Sequence[Word], start: float, end: float, sure: float
) -> tuple[Word, ...]:
    """`texts`, with the times of the `words` that they are; what has none is spread between its neighbours.

    Where there is no word at all they are spread over the whole from `start` to `end`, by their letters.
    """
    plain, told = [_plain(each) for each in texts], [_plain(each.text) for each in words]
    known = dict[int, Word]()
    for same in SequenceMatcher(None, plain, told, autojunk=False).get_matching_blocks():
        for step in range(same.size):
            known[same.a + step] = words[same.b + step]
    found, place = list[Word](), 0
    while place < len(texts):
        if (word := known.get(place)) is not None:
            found.append(Word(texts[place], word.start, word.end, word.probability))
            place += 1
            continue
        after = next((n for n in range(place, len(texts)) if n in known), len(texts))
        begins = (
            found[-1].end if found else min(start, known[after].start if after in known else start)
        )
        ends = known[after].start if after in known else max(end, begins)
        found += _spread(texts[place:after], begins, max(ends, begins), sure)
        place = after
    return tuple(found)


def _spread(texts: Sequence[str], start: float, end: float, sure: float) -> list[Word]:
    each = [len(text) + 1 for text in texts]
    second, found = (end - start) / sum(each), list[Word]()
    for text, letters in zip(texts, each, strict=True):
        found.append(Word(text, start, start + letters * second, sure))
        start = found[-1].end
    return found


def _plain(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())
