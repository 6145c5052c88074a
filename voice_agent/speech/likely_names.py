"""Which names of a life a recogniser may have missed: its words sound like one, and it was not sure of them.

Sixty names that are listened for at once help each other little, and one alone helps much (lab/notes/hearing.md). So those that
sound like what it heard are told it once more.
"""

from collections.abc import Iterator, Mapping, Sequence

from voice_agent.speech.ghosts import Stretch
from voice_agent.speech.phonemes import far, sounds
from voice_agent.story import Word

UNSURE = 0.7
"""Below this probability a word may be another. With `NEAR` from the sixty names of measuring/names.py by flite's slt."""

NEAR = 0.4
"""So far from a name, at most, may words sound that are taken for it."""

ASKED = 0.3
"""The same where no recogniser listens again, but a person is asked."""

LONGEST = 4
"""Words: "Z. Big New"."""

LISTENED = 100
"""Names that are looked for: more would take seconds."""

MANY = 3
"""Names that are told at once."""

SHORT = 3
"""A name of no more sounds is looked for in a single word alone that sounds the very same: Tim is not Tom, and "Ann" is in half
of what is said."""


def runs(words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """First and one past the last of every few words among which one is odd: unsure, or with a capital where none is due."""
    for first in range(len(words)):
        for last in range(first + 1, min(first + LONGEST, len(words)) + 1):
            if any(_odd(words, place) for place in range(first, last)):
                yield first, last


def nearest(
    words: Sequence[Word], names: Sequence[str], said_as: Mapping[str, str], near: float = NEAR
) -> list[tuple[float, str, tuple[int, int]]]:
    """How far, which name, and in which of `words`; the nearest first. Names that stand there already are none."""
    found = list[tuple[float, str, tuple[int, int]]]()
    plain = f" {' '.join(bare(word.text) for word in words)} "
    wanted = [
        (name, _ways(name, said_as))
        for name in names[:LISTENED]
        if f" {name.casefold()} " not in plain
    ]
    for first, last in runs(words) if wanted else ():
        heard = sounds(" ".join(word.text for word in words[first:last]))
        for name, ways in wanted:
            short = len(ways[0]) <= SHORT
            distance = min(far(heard, way) for way in ways)
            if distance <= (near if not short else near / 4) and (not short or last - first == 1):
                found.append((distance, name, (first, last)))
    return sorted(found)


def meant(
    words: Sequence[Word], names: Sequence[str], said_as: Mapping[str, str]
) -> Iterator[tuple[str, tuple[int, int]]]:
    """Which of `names` may have been meant by which of `words`, near enough to ask a person; the likeliest first."""
    return ((name, place) for _, name, place in nearest(words, names, said_as, ASKED))


def likely(
    stretches: Sequence[Stretch], names: Sequence[str], said_as: Mapping[str, str]
) -> tuple[str, ...]:
    """The names that may have been said and are not there, the likeliest first; mostly none."""
    words = [word for each in stretches for word in each.words]
    return tuple(dict.fromkeys(name for _, name, _ in nearest(words, names, said_as)))[:MANY]


def holds(stretches: Sequence[Stretch], names: Sequence[str]) -> bool:
    """Does one of `names` stand there?"""
    plain = f" {' '.join(bare(word.text) for each in stretches for word in each.words)} "
    return any(f" {name.casefold()} " in plain for name in names)


def bare(word: str) -> str:
    """A word as it is compared: without what stands around it, capitals, and an owner's s."""
    return word.strip(" .,!?;:'\"“”’").casefold().removesuffix("'s").removesuffix("’s")


def _ways(name: str, said_as: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(sounds(way) for way in dict.fromkeys((said_as.get(name, name), name)))


def _odd(words: Sequence[Word], place: int) -> bool:
    word = words[place]
    capital = word.text[:1].isupper() and bare(word.text) not in ("i", "i'm", "i'd", "i've", "i'll")
    begins = place == 0 or words[place - 1].text[-1:] in ".!?"
    return word.probability < UNSURE or (capital and not begins)
