"""How words sound, as espeak has it, and how far two sounds are from each other.

A recogniser that does not know a name writes words that sound like it ("Z. Big New" for Zbigniew), so what was meant is
looked for among sounds, not among letters.
"""

import threading
from functools import cache, lru_cache

ESPEAK = threading.Lock()
"""espeak has one state a process: whoever speaks takes it too."""

VOICE = "en-gb-x-rp"

_VOWELS = frozenset("aeiouyæɑɒɔəɐɛɜɪʊʌᵻøœɨ")
_SLIGHT = _VOWELS | frozenset("hjwɹʔ")
"""Sounds that come and go with the speaker."""

_LIKE = (
    "pb",
    "td",
    "kɡ",
    "fv",
    "sz",
    "ʃʒ",
    "θð",
    "mnŋ",
    "wv",
    "θf",
    "ðd",
    "θt",
    "sʃ",
    "zʒ",
    "lɹ",
    "xkh",
)
"""Consonants that are mistaken for each other."""  # fmt: skip

PARTLY = 0.4
"""What it costs to take a sound for one like it, or to drop a slight one; another costs 1."""


def sounds(words: str) -> str:
    """The sounds of a few words, a sign each, without stress, length and gaps."""
    return _sounds(words.strip(" .,!?;:'\"“”’-–").lower())


def far(one: str, other: str) -> float:
    """How far two rows of sounds are from each other: 0 (the same) to 1 (nothing in common)."""
    row = [0.0]
    for sign in other:
        row.append(row[-1] + _lost(sign))
    for sign in one:
        now = [row[0] + _lost(sign)]
        for place, against in enumerate(other):
            now.append(
                min(
                    row[place] + _taken_for(sign, against),
                    row[place + 1] + _lost(sign),
                    now[place] + _lost(against),
                )
            )
        row = now
    return row[-1] / max(len(one), len(other), 1)


@lru_cache(maxsize=20_000)
def _sounds(words: str) -> str:
    from piper.phonemize_espeak import EspeakPhonemizer

    with ESPEAK:
        sentences = EspeakPhonemizer().phonemize(VOICE, words)
    return "".join(
        sign for each in sentences for sign in each if sign.isalpha() and sign not in "ˈˌː"
    )


@cache
def _taken_for(one: str, other: str) -> float:
    if one == other:
        return 0.0
    alike = {one, other} <= _VOWELS or any(one in some and other in some for some in _LIKE)
    return PARTLY if alike else 1.0


def _lost(sign: str) -> float:
    return PARTLY if sign in _SLIGHT else 1.0
