"""The ghost guard: no text without somebody having audibly said it.

Speech recognisers dream. In a long pause Whisper writes "Thank you for watching", in noise it says
one phrase ten times over. Such ghosts must never become a person's memory; but an old woman who
really says "thank you", or who says the same thing four times, must be heard. So the guard asks
for evidence first (evidence.py) and knows phrases second. Pure: no sound, no models, no clock.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from voice_agent.speech.evidence import Evidence
from voice_agent.story import Word

AUDIBLE = 0.2
"""A word whose neighbourhood never reaches this speech probability was not said.

On the 17 real clips the least audible true word reaches 0.4 (a hoarse, mumbled "bunch of"); white,
brown and humming rooms stay below 0.12. Measured by `voice-agent bench speech`.
"""

SLACK = 0.5
"""Seconds by which the recogniser's word times may be wrong. Beside a pause they are: a mumbled
"and" after one is placed 0.4 s before it is heard (the clip mfa_cold)."""

PLAIN = 0.5
"""Speech probability from which a frame counts as plainly spoken."""

FASTEST = 9.0
"""Words per second of plain speech; auctioneers reach 8, ghosts squeezed into a cough exceed it."""

UNCLEAR = -1.2
"""Mean log probability below which even the recogniser does not believe itself. Babble brings out
-3.7 to -2.2; real speech at 5 dB above noise still reaches -0.9."""

REPEATS = {1: 6, 2: 4}
"""Times a phrase of so many words may follow itself ("no no no no"); longer ones: 3."""

SHORTEST_WORD_SECONDS = 0.04
"""Seconds a word lasts at least; loops run out of sound and pile words up on one instant."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some words the recogniser brought out in one go, and what it thinks of them itself."""

    words: tuple[Word, ...]
    """Times in seconds on the session's clock."""

    no_speech: float = 0.0
    """Its probability that nobody spoke, 0..1."""

    log_probability: float = 0.0
    """Mean over its tokens, <= 0."""

    compression: float = 1.0
    """How far gzip shrinks the text; loops exceed 2.4."""

    @property
    def text(self) -> str:
        """The words as one line."""
        return " ".join(word.text for word in self.words)


@dataclass(frozen=True, slots=True)
class Ghost:
    """Words that were refused."""

    text: str
    reason: str
    """One of: no sound, too fast, repetition, known ghost, no speech, unclear."""


@dataclass(frozen=True, slots=True)
class Guarded:
    """What is left, in order, and what was refused."""

    words: tuple[Word, ...]
    ghosts: tuple[Ghost, ...] = ()


def guard(stretches: Iterable[Stretch], evidence: Evidence) -> Guarded:
    """Keep the words that were audibly said. Never adds, changes or reorders a word."""
    words: list[Word] = []
    ghosts: list[Ghost] = []
    for stretch in stretches:
        if reason := _refusal(stretch, evidence):
            ghosts.append(Ghost(stretch.text, reason))
            continue
        heard = [w for w in stretch.words if _audible(w, evidence)]
        ghosts.extend(Ghost(w.text, "no sound") for w in stretch.words if not _audible(w, evidence))
        for sentence in _sentences(heard):
            if _known(sentence, evidence):
                ghosts.append(Ghost(" ".join(w.text for w in sentence), "known ghost"))
            else:
                words.extend(sentence)
    kept = unlooped(words)
    if len(kept) < len(words):
        left = {id(w) for w in kept}
        looped = " ".join(w.text for w in words if id(w) not in left)
        ghosts.append(Ghost(looped, "repetition"))
    return Guarded(kept, tuple(ghosts))


def unlooped(words: Sequence[Word]) -> tuple[Word, ...]:
    """Drop copies of a phrase beyond what people say in a row, and copies that took no time."""
    kept: list[Word] = []
    for word in words:
        kept.append(word)
        for size in range(1, min(12, len(kept) // 2) + 1):
            last = kept[-size:]
            if _plain(last) != _plain(kept[-2 * size : -size]):
                continue
            hurried = last[-1].end - last[0].start < SHORTEST_WORD_SECONDS * size
            if hurried or _run(kept, size) > REPEATS.get(size, 3):
                del kept[-size:]
                break
    return tuple(kept)


def _run(words: Sequence[Word], size: int) -> int:
    """How many times the last `size` words stand in a row at the end."""
    last, count = _plain(words[-size:]), 1
    while _plain(words[-size * (count + 1) : -size * count]) == last:
        count += 1
    return count


def _refusal(stretch: Stretch, evidence: Evidence) -> str:
    if not stretch.words:
        return ""
    begin, end = stretch.words[0].start - SLACK, stretch.words[-1].end + SLACK
    plain = evidence.seconds(begin, end, PLAIN)
    if stretch.no_speech > 0.6 and stretch.log_probability < -1.0 and plain < 0.2:
        return "no speech"
    if stretch.log_probability < UNCLEAR:
        return "unclear"
    audible = evidence.seconds(begin, end, AUDIBLE)
    if audible and len(stretch.words) > 3 and len(stretch.words) > FASTEST * audible:
        return "too fast"
    return ""


def _audible(word: Word, evidence: Evidence) -> bool:
    return evidence.peak(word.start - SLACK, word.end + SLACK) >= AUDIBLE


def _sentences(words: Sequence[Word]) -> Iterator[list[Word]]:
    sentence: list[Word] = []
    for word in words:
        sentence.append(word)
        if word.text.endswith((".", "!", "?", "…")):
            yield sentence
            sentence = []
    if sentence:
        yield sentence


def _known(sentence: Sequence[Word], evidence: Evidence) -> bool:
    """Is this sentence, whole, one that recognisers are known to make up, with little behind it?"""
    text = " ".join(_plain(sentence)).strip()
    marked = sentence[0].text.startswith(("[", "(", "♪")) and (
        sentence[-1].text.rstrip(".!").endswith(("]", ")", "♪"))
    )
    if marked or any(pattern.fullmatch(text) for pattern in CREDITS):
        return True
    if text not in POLITE:
        return False
    # politeness is the narrator's unless hardly anything was said there: a real "thank you" is
    # about 0.4 s of plain speech
    begin, end = sentence[0].start - SLACK, sentence[-1].end + SLACK
    return evidence.seconds(begin, end, PLAIN) < min(0.2, 0.07 * len(sentence) + 0.03)


def _plain(words: Iterable[Word]) -> tuple[str, ...]:
    return tuple(re.sub(r"[^\w']", "", word.text.casefold()) for word in words)


CREDITS = tuple(
    re.compile(pattern)
    for pattern in (
        r"(so |and )?(thank you|thanks)( so much| very much)? for (watching|viewing)( this| the| my)?( video| channel| program)?",
        r"(please |don't forget to |remember to )*(like|subscribe)( (and|comment|share|like|subscribe|to|my|the|our|channel|video|this))*",
        r"(please )?(hit|click) the (bell|like button|subscribe button).*",
        r"(i'll )?see you (guys )?in the next (video|episode|one)",
        r"(english )?(subtitles|captions|captioning|transcription|transcript|translation)( \w+)? by .*",
        r"(subtitles|captions|transcribed|translated|captioned|subtitled|edited) (and \w+ )?by .*",
        r".*\bamara ?org\b.*",
        r"www\w+",
        r"(youtube|otter ?ai|opensubtitles|zeoranger)\w*(com|org|net|uk|ai)",
        r"(this video|this episode|this program) (is|was) (sponsored|brought to you|made possible) by .*",
        r"copyright .*all rights reserved",
    )
)
"""Whole sentences (plain, lower case) that belong to the films a recogniser was trained on."""

POLITE = frozenset(
    {
        "you", "thank you", "thank you very much", "thank you so much", "thanks", "thanks a lot",
        "bye", "bye bye", "goodbye", "okay", "ok", "so", "oh", "the end", "i'm sorry", "yeah", "hmm",
        "to be continued", "uh", "um", "mm", "good night", "see you", "see you later", "all right", "i", "a", "and",
    }
)  # fmt: skip
"""What recognisers murmur into silence and people also say: believed where it was plainly spoken."""
