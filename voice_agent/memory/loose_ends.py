"""Stories that were begun and not ended: "but that is another story", "where was I", a sentence cut off.

Found in the narrator's own words by rules. A loose end is tied as soon as a later turn comes back to it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from voice_agent.memory.clauses import sentences
from voice_agent.memory.terms import terms
from voice_agent.story import TO_US, SessionId, Speaker, Turn, TurnId

_LATER = r"(?:later|another (?:time|day)|some other (?:time|day)|one day|next time|tomorrow)"
_PROMISE = re.compile(
    rf"\b(?:i(?:'|’)?(?:ll| will| shall| must| should| could) (?:have to )?(?:tell|come back|get back|get to)\b"
    rf"[^.?!]*\b{_LATER}\b"
    r"|i(?:'|’)?ll (?:come|get) (?:back )?to that\b"
    r"|that(?:'|’)?s (?:another|a different|a whole other|a longer?) story\b"
    r"|that is (?:another|a different|a long) story\b"
    rf"|(?:a story|that(?:'|’)?s) for {_LATER}\b"
    r"|remind me to tell you\b"
    rf"|more (?:about|of|on) (?:that|this|him|her|them) {_LATER}\b"
    r"|i never (?:finished|got to the end of) (?:telling|that)\b)",
    re.IGNORECASE,
)
"""Wordings of a promise to go on. By hand; other wordings are missed."""

_LOST = re.compile(
    r"\b(?:where was i|what was i (?:saying|telling|going to say)|i(?:'|’)?ve lost (?:my|the) thread)\b",
    re.IGNORECASE,
)

TIED = 3
"""Uncommon words that a later turn shares with a loose end from which on it is told. A guess."""

MOST_LOOSE_ENDS = 12
"""Loose ends kept, the latest."""


@dataclass(frozen=True, slots=True)
class LooseEnd:
    """Something begun and not ended."""

    session: SessionId
    turn: TurnId
    words: str
    """What it was about: the narrator's own sentence."""

    why: str
    """ "promised", "lost the thread" or "cut off"."""


def loose_ends(
    turns: Sequence[Turn], barred: Iterable[tuple[str, int]] = ()
) -> tuple[LooseEnd, ...]:
    """Return what is still open, the latest last, at most MOST_LOOSE_ENDS. Raises nothing.

    `turns` in the order told; `barred` names turns (session, id) nothing may be taken from, because
    something in them is hidden or carries a label.
    """
    out = set(barred)
    told = [t for t in turns if t.speaker is Speaker.NARRATOR and t.text.strip()]
    found: list[tuple[int, LooseEnd]] = []
    for place, turn in enumerate(told):
        if (turn.session, turn.id) in out or turn.kind in ("withheld", TO_US):
            continue
        # the last turn of a session that goes on may still be told
        if end := _of(turn):
            found.append((place, end))
    if not found:
        return ()
    said = [terms(turn.text) for turn in told]
    often = Counter(term for each in said for term in each)
    common = max(3, len(told) // 10)
    still: list[LooseEnd] = []
    for place, end in found:
        about = {term for term in terms(end.words) if often[term] <= common}
        need = min(TIED, len(about))
        later = said[place + 1 :]
        if about and not any(len(about & each) >= need for each in later):
            still.append(end)
    return tuple(still[-MOST_LOOSE_ENDS:])


def _of(turn: Turn) -> LooseEnd | None:
    spans = sentences(turn.text)
    texts = [" ".join(turn.text[first:last].split()) for first, last in spans]
    for place, text in enumerate(texts):
        lost = _LOST.search(text)
        if not lost and not _PROMISE.search(text):
            continue
        # "Then there was the fire. But that is another story.": the sentence before says what about
        own = terms(_PROMISE.sub("", _LOST.sub("", text)))
        about = text if len(own) >= TIED or place == 0 else texts[place - 1]
        return LooseEnd(turn.session, turn.id, about, "lost the thread" if lost else "promised")
    cut = not turn.finished or turn.text.rstrip().endswith(("…", "..."))
    if cut and texts and terms(texts[-1]):
        return LooseEnd(turn.session, turn.id, texts[-1], "cut off")
    return None
