"""Where a name begins and ends as it is written: O'Brien, van der Berg, Mary-Jane, Nguyễn Thị Hoa, in any script.

A name is a run of words with a capital, or of a script that has none, with hyphens and the small words that belong
to surnames between them. Nothing here changes a letter of it.
"""

import unicodedata

from voice_agent.memory.dates.number_words import Line, touching, word, wordset

PARTICLES = wordset(
    "van der den de la las los le du des di da do dos das del della von zu zum zur af av bin binti bint ibn al el"
    " ben ap ab ní nic ó ua mac y ter"
)
"""Small words of surnames; only before a word that is a name itself."""

_OPENING = wordset("van von de del della di du des dos la le ibn bin ní")
"""Those that are no words of English: with one of them a surname may begin."""

DIALECT = wordset(
    "tha thee thou thi thy thine ye yer ya youse hoo nowt owt summat aye nay ee eh by gum happen mebbe nobbut sithee"
    " ta tara ey eeh wi' t' th'"
)
"""Pronouns and cries of dialects; with a capital they only open a sentence."""

LONGEST_NAME_WORDS = 5
"""Words of a name at the most, without its small ones. A guess."""


_APOSTROPHES = str.maketrans("’‘ʼ´`", "'''''")


def alike(text: str) -> str:
    """`text` as it is compared: O’Brien, O'Brien and o'brien are one. Never shown."""
    return text.lower().translate(_APOSTROPHES)


def capital(raw: str) -> bool:
    """Does a word begin as a name does: with a capital, or in a script that knows none?"""
    first = raw[:1]
    return (
        first.isupper() or first.istitle() or (bool(first) and unicodedata.category(first) == "Lo")
    )


def name_end(line: Line, at: int) -> int:
    """Return the place after the name that begins at `at`, or `at` where none does."""
    end, words = at, 0
    while words < LONGEST_NAME_WORDS and end < len(line):
        here = end
        while word(line, here) in PARTICLES and not capital(line[here].raw):
            here += 1
        if here > end + 3 or here >= len(line) or not capital(line[here].raw):
            break
        end, words = here + 1, words + 1
        while word(line, end) == "-" and touching(line, end) and touching(line, end + 1):
            end += 2  # Mary-Jane, Jean-luc
        if line[end - 1].text.endswith("'s"):
            break  # Tom's names Tom, and what follows is his
    return end


def name_begin(line: Line, at: int) -> int:
    """Return where the name begins that the word at `at` belongs to: "van der | Berg", "Mary- | Jane"."""
    while at > 1 and word(line, at - 1) == "-" and touching(line, at) and touching(line, at - 1):
        at -= 2
    here = at
    while here and word(line, here - 1) in PARTICLES:
        here -= 1
    while here < at and word(line, here) not in _OPENING:
        here += 1  # "what do | Tom and Ann say"
    return here


def written(line: Line, first: int, last: int) -> str:
    """The tokens [first, last) as they are written, without a possessive."""
    text = "".join(
        ("" if place == first or touching(line, place) else " ") + line[place].raw
        for place in range(first, last)
    )
    return text.removesuffix("'s").removesuffix("’s")
