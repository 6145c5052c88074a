"""The narrator's sentences as a kind typist would write them down: without "um", said once, nothing added.

What is taken out: sounds of thinking, "you know" and "well" where they stand alone, small words that were
begun twice, and a start that was broken off. What is left is a part of what was said, word for word and in
the same order; the tests hold every text to that. Pure.
"""

import re

_SPACE = re.compile(r"\s+")
_SOUND = re.compile(r"\b(?:u+m+|u+h+|e+r+m*|a+h+|h+m+|m+h*m+|uh-huh|mm-hmm|hmm)\b", re.IGNORECASE)
_ASIDE = re.compile(
    r"(?:,|^)\s*(?:you know|you see|I mean|let me see|let me think|now let me see|now let me think"
    r"|what was it|how shall I say|sort of|kind of|like)\s*,",
    re.IGNORECASE,
)
_OPENER = re.compile(
    r"^(?:(?:well|oh|ah|so|now|anyway|anyhow|yes|yeah|okay|ok|right|let me see|let me think|you see|you know|"
    r"I mean|and then well)\s*(?:,|\.\.\.|…)\s*)+",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r",\s*(?:you know|you see|or whatever|and so on|I mean)(?=[.!?…]*$)", re.IGNORECASE
)
_SMALL = (
    r"(?:I|we|he|she|it|they|you|the|a|an|and|but|so|then|in|on|at|to|of|for|with|from|my|our|his|her|their|"
    r"was|were|is|had|did|that|this|there|when|who|I'd|I've|we'd|it's|I'm)"
)
_TWICE = re.compile(
    rf"\b((?:{_SMALL})(?:\s+(?:{_SMALL})){{0,2}})(?:\s*(?:,|\.\.\.|…|-|–|—)?\s+\1\b)+",
    re.IGNORECASE,
)
_WELL = re.compile(r",\s*well,\s*(?=(?:and|but|so|then)\b)", re.IGNORECASE)
_AGAIN = re.compile(
    r"\b((?:I|we|he|she|it|they|you)(?:\s+[\w'’]+){1,3})\s*(?:,|\.\.\.|…|-|–|—)\s+\1\b(?=\s+[\w'’])",
    re.IGNORECASE,
)
"""A beginning said twice: "I had made, I had made eight of them"."""

_CUT_WORD = re.compile(r"\b([a-z]{1,4})(?:-|–|—)\s+(?=\1)", re.IGNORECASE)
_BROKEN = re.compile(
    r"(?:^|(?<=[.!?,;] ))(?P<start>(?:[\w'’]+ ){0,3}[\w'’]+)\s*(?:—|–|--|-(?=\s)|\.\.\.|…)\s*(?P<again>[\w'’]+)"
)
_KEEP = re.compile(
    r"\d|\b(?:not|no|never|nobody|nothing|none|nor|neither|cannot)\b|n['’]t\b", re.IGNORECASE
)
_PAUSE = re.compile(r"\s*(?:\.\.\.|…)\s*(?=[a-z])")
_COMMAS = re.compile(r"\s*,(?:\s*,)+")


def tidy(said: str) -> str:
    """Return `said`, one sentence, tidied; "" where nothing but sounds was in it. Raises nothing."""
    text = _SPACE.sub(" ", said).strip()
    before = ""
    while before != text:
        before = text
        text = _once(text)
    return finished(text)


def finished(text: str) -> str:
    """Return `text` beginning with a capital and ending with a stop; "" where it has no word."""
    text = text.strip(" ,;:-–—")
    if not re.search(r"\w", text):
        return ""
    start = re.search(r"\w", text)
    place = start.start() if start else 0
    text = text[:place] + text[place].upper() + text[place + 1 :]
    return text if text[-1] in ".!?…" or text[-2:-1] in ".!?…" else f"{text}."


def _once(text: str) -> str:
    text = _spaced(_SOUND.sub(" ", text))
    text = _ASIDE.sub(_without, text)
    text = _TAIL.sub("", text)
    text = _spaced(_OPENER.sub("", text))
    text = _CUT_WORD.sub("", text)
    text = _BROKEN.sub(_restarted, text)
    text = _PAUSE.sub(", ", text)
    text = _AGAIN.sub(r"\1", _WELL.sub(", ", text))
    return _spaced(_TWICE.sub(r"\1", text))


def _restarted(match: re.Match[str]) -> str:
    """Drop a start that was broken off, where what follows begins with the same word."""
    start, again = match["start"], match["again"]
    same = start.split()[0].casefold() == again.casefold()
    named = any(word[:1].isupper() and word != "I" for word in start.split()[1:])
    return again if same and not named and not _KEEP.search(start) else match[0]


def _without(match: re.Match[str]) -> str:
    """Take an aside out; before "and" its comma stays."""
    rest = match.string[match.end() :].lstrip()
    return "," if match.start() and re.match(r"(?:and|but|so|because)\b", rest) else ""


def _spaced(text: str) -> str:
    text = _COMMAS.sub(",", _SPACE.sub(" ", text))
    text = re.sub(r"\s+([,.;:!?])", r"\1", text)
    text = re.sub(r"([.!?]),", r"\1", text)
    return text.strip().lstrip(",;:. ").strip()


def words(text: str) -> list[str]:
    """The words of `text` in order, folded, for holding a tidied text against what was said."""
    return [each.casefold() for each in re.findall(r"[^\W_]+(?:['’][^\W_]+)*", text)]


def part_of(text: str, said: str) -> bool:
    """Is every word of `text` one of `said`, in the same order?"""
    rest = iter(words(said))
    return all(word in rest for word in words(text))
