"""What the narrator may be quoted with: whose turns, which sentences, tidied but never reworded.

Tidying takes away leading fillers ("well, and then"), takes an endless sentence apart where it goes on
with "and", and cuts what is then still too long. What was said in answer to the consent question, and
what our safety words answered, is never quoted back to anybody.
"""

import re
from collections.abc import Iterator, Sequence

from voice_agent.story import TO_US, Speaker, Turn
from voice_agent.verbs import NO, whole

LONGEST_QUOTE_WORDS = 24
"""Words; a longer sentence is taken apart, and then cut. A guess: a breath holds about so many."""

SHORTEST_QUOTE_WORDS = 4
"""Words; "Yes, that was so." tells nobody anything. A guess."""

TO_A_PIECE = 12
"""Words up to which what follows a piece of the book read aloud is an answer to it, and nothing told."""

_END = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…][\"”’')]))\s+(?=[\"“‘'(]?[^\W_a-z])")
_TITLE = re.compile(
    r"\b(?:Mr|Mrs|Ms|Dr|St|Rev|Fr|Sr|Jr|Prof|Capt|Col|Gen|Lt|Sgt|No|vs|(?!I\.)[A-Z])\.$"
)
_CLAUSE = re.compile(r"(?<=[,;])\s+(?=(?:and|but|so|then|because|when)\b)|(?<=;)\s+")
_FILLER = re.compile(
    rf"(?:(?:well|oh|ah|um|uh|er|erm|so|and|but|then|now|yes|yeah|{NO}|okay|anyway|you know|i mean|let me see)"
    r"\b(?:[,.…]+\s*|\s+))+",
    re.IGNORECASE,
)
_LETTER = re.compile(r"[^\W\d_]")
ASIDE = re.compile(
    r"\b(?:louder|slower|say that again|the question|your question|skip that|forget that|between us|"
    r"not today|computer|recording|hear me|thank you|goodbye|good night)\b",
    re.IGNORECASE,
)
"""Said to us, not told."""


def stories(turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """The narrator's turns that may be quoted: no consents, no wishes, and nothing our safety words answered."""
    quotable: list[Turn] = []
    asked = ""
    for index, turn in enumerate(turns):
        if turn.speaker is Speaker.INTERVIEWER and turn.kind != "murmur":
            asked = turn.kind
        told = turn.speaker is Speaker.NARRATOR and asked != "consent"
        if turn.kind == TO_US:
            told = False
        if asked == "reading" and len(turn.text.split()) <= TO_A_PIECE:
            told = False
        if told and _answer(turns[index + 1 :]) != "safety":
            quotable.append(turn)
    return tuple(quotable)


def quotable(text: str) -> Iterator[str]:
    """Yield the sentences of `text` worth quoting, tidied, each of at most LONGEST_QUOTE_WORDS words."""
    for sentence in sentences(text):
        whole = len(sentence.split()) <= LONGEST_QUOTE_WORDS
        for piece in [sentence] if whole else _rejoined(_CLAUSE.split(sentence)):
            filler = _FILLER.match(piece)
            yield from _presentable(piece[filler.end() :] if filler else piece)


def sentences(text: str) -> list[str]:
    """Take `text` apart after full stops, but not after "Mr."."""
    found: list[str] = []
    for piece in _END.split(" ".join(text.split())):
        if found and _TITLE.search(found[-1]):
            found[-1] += f" {piece}"
        elif piece:
            found.append(piece)
    return found


def _answer(later: Sequence[Turn]) -> str:
    """The kind of the first thing we said in `later` that was more than a sound of listening."""
    ours = (turn.kind for turn in later if turn.speaker is Speaker.INTERVIEWER)
    return next((kind for kind in ours if kind not in ("murmur", "acknowledgement")), "")


def _presentable(sentence: str) -> Iterator[str]:
    words = sentence.split()
    if len(words) < SHORTEST_QUOTE_WORDS or sentence.endswith("?") or ASIDE.search(sentence):
        return
    if not whole(" ".join(words[:LONGEST_QUOTE_WORDS])) and len(words) <= LONGEST_QUOTE_WORDS:
        return
    text = " ".join(words[:LONGEST_QUOTE_WORDS]).rstrip(" ,;:-–—") + (
        " …" if len(words) > LONGEST_QUOTE_WORDS else ""
    )
    if _LETTER.search(text):
        yield text[0].upper() + text[1:] + ("" if text[-1] in ".!…\"”’'" else ".")


def _rejoined(clauses: list[str]) -> list[str]:
    """Put short clauses together again, so that each piece is as long as it may be."""
    pieces: list[str] = []
    for clause in clauses:
        if pieces and len(pieces[-1].split()) + len(clause.split()) <= LONGEST_QUOTE_WORDS:
            pieces[-1] += f" {clause}"
        else:
            pieces.append(clause)
    return pieces
