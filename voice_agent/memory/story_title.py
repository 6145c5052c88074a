"""What a story is called: its first thing said, in the narrator's own words, ended where a breath would end it. Pure."""

import re

from voice_agent.memory.clauses import sentences

LONGEST = 10
"""Words of a title. A guess: two lines on a telephone, in large letters."""

SHORTEST = 4
"""Words before which nothing is cut off. A guess."""

_OPENERS = re.compile(
    r"(?:(?:oh|ah|well|so|yes|yeah|no|now|and|but|um+|uh+|er+|right|okay|let me (?:think|see)|you (?:know|see)|"
    r"I (?:remember|think|suppose|mean)(?: that)?)\b[\s,.…!–-]*)+",
    re.IGNORECASE,
)
"""What people say before they begin."""

_BREATH = re.compile(
    r"[,;:–—…]\s|\s(?=(?:and|but|so|because|when|which|who|where|that|until|then|if|while)\s)"
)

_LEADS_ON = frozenset(
    [
        "a",
        "an",
        "the",
        "my",
        "our",
        "his",
        "her",
        "their",
        "its",
        "of",
        "in",
        "at",
        "on",
        "by",
        "with",
        "from",
        "to",
        "for",
        "through",
        "after",
        "before",
        "during",
        "and",
        "or",
        "as",
        "was",
        "were",
        "is",
    ]
)
"""Words no title ends with, and before the prepositions of which a long one may end."""


def story_title(text: str) -> str:
    """The title of `text`; "" where nothing was said."""
    begun = text[found.end() :] if (found := _OPENERS.match(text)) else text
    whole = begun if begun.split() else text
    spans = sentences(whole) or ((0, len(whole)),)
    said = next(
        (whole[a:b] for a, b in spans if len(whole[a:b].split()) >= SHORTEST),
        whole[slice(*spans[0])],
    )
    title = " ".join(_cut(_first_breath(said).split())).strip(" .,;:!–—…-")
    return title[:1].upper() + title[1:]


def _first_breath(said: str) -> str:
    for each in _BREATH.finditer(said):
        if len(said[: each.start()].split()) >= SHORTEST:
            return said[: each.start()]
    return said


def _cut(words: list[str]) -> list[str]:
    if len(words) <= LONGEST:
        return words
    ends = [n for n in range(SHORTEST, LONGEST) if words[n].lower() in _LEADS_ON]
    kept = words[: ends[-1] if ends else LONGEST]
    while len(kept) > 1 and kept[-1].lower() in _LEADS_ON:
        kept = kept[:-1]
    return kept
