"""A session in a few of the narrator's own sentences: it closes one talk and opens the next.

No model and no new words: sentences are chosen (see quotes.py), those that hold what the talk kept
coming back to, that name people, places and years, and that speak of the narrator.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from voice_agent.heavy_words import has_heavy_words
from voice_agent.memory.between_us import closed
from voice_agent.memory.happenings import sort_of
from voice_agent.memory.quotes import LONGEST_QUOTE_WORDS, quotable, sentences, stories
from voice_agent.memory.repairs.disputed import disputed, holds
from voice_agent.story import Session, Turn
from voice_agent.verbs import whole

WORDS = 60
"""A summary is at most so long."""

SENTENCES = 4
"""A summary has at most so many sentences."""

SPOKEN = 40
"""Words of a summary that are said aloud; product.md allows 45 in one breath, six are the opening's."""

KEPT = "What you told me last time is kept."
"""Said of a talk that nobody is greeted with."""

GREAT = frozenset({"wedding", "birth"})
"""Sorts of events that a talk is remembered for, beside a death."""

ALIKE = 0.7
"""Share of a sentence's words that another one holds; from there on it is a retelling. A guess."""

_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+")
_NUMBER = re.compile(r"\b(?:1[6-9]|20)\d\d\b|\b\d{1,2}(?:st|[nr]d|th)\b")
_LEAD = re.compile(r"^(?:(?:now|well|oh|and|but|so)\b[, ]+)+", re.IGNORECASE)
_DEATH = re.compile(
    r"(?<!\bit )(?<!\bnearly )(?<!\balmost )\b(?:died|(?:was|were) killed|buried|passed away|funeral)\b",
    re.IGNORECASE,
)
_SELF = re.compile(r"\b(?:I|we|my|our|me|us)\b")
_DANGLING = re.compile(r"(?:he|she|they|it|that|this|those|these|which|who)\b", re.IGNORECASE)
_TO_US = re.compile(r"\byou\b(?! know)", re.IGNORECASE)
_UNSURE = re.compile(
    r"\b(?:don't|do not|can't|cannot|couldn't) (?:know|remember|recall|think of)\b|\bi forget\b",
    re.IGNORECASE,
)
_PLAIN = frozenset(
    re.findall(
        r"\S+",
        """about after again all also always and any are because been before being both but can came come could
    did does doing don't done down even ever every for from get getting goes going gone got had has have having her here
    him his how into its just kind know like little made make many maybe more most much must never not now off
    old one only other our out over put quite really said same say see she should some something sort still
    such than that the their them then there these they thing things think this those though through time told
    too until upon used very was way well went were what when where which while who why will with would
    yes you your""",
    )
)


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    place: int
    """Counts from 0 in the order told."""

    words: frozenset[str]
    """Its content words, without endings."""

    weight: float = 0.0

    @property
    def length(self) -> int:
        return len(self.text.split())


def summarise(turns: Sequence[Turn]) -> str:
    """Return two to four of the narrator's own sentences, in the order told, at most 60 words.

    Empty where the narrator told nothing. The same turns give the same summary. What was put right is not said back.
    """
    gone = disputed(turns)
    told = _weighed(
        [
            _Sentence(text, place, _content(text))
            for place, text in enumerate(
                s
                for turn in _open(turns)
                for s in quotable(turn.text)
                if not any(holds(s, words) for words in gone.get(turn.id, ()))
            )
        ]
    )
    chosen: list[_Sentence] = []
    while len(chosen) < SENTENCES:
        room = WORDS - sum(sentence.length for sentence in chosen)
        worth = [
            (s.weight - 1.5 * shared, -s.place, s)
            for s in told
            if s.length <= room and (shared := _shared(s, chosen)) < ALIKE and s not in chosen
        ]
        if not worth:
            break
        weight, _, best = max(worth)
        if weight <= 0 and len(chosen) >= 2:
            break
        chosen.append(best)
    return " ".join(s.text for s in sorted(chosen, key=lambda s: s.place))


def last_time(summary: str, turns: Sequence[Turn] = ()) -> str:
    """What the next session says about this one, aloud: the narrator's words, in a fixed frame.

    Nobody is greeted with a death or an illness, nor with the band from a talk in which a son died: then, and where
    no whole sentence is left, it is KEPT, which quotes nobody. Empty where there is no summary.
    """
    said: list[str] = []
    told = [each for each in sentences(summary) if whole(each) and not each.endswith("…")]
    if summary and any(
        has_heavy_words(each) for each in (summary, *(turn.text for turn in _open(turns)))
    ):
        return KEPT
    for sentence in told:
        if said and sum(len(s.split()) for s in (*said, sentence)) > SPOKEN:
            break
        said.append(sentence)
    return f"Last time you told me: {' '.join(said)}" if said else KEPT if summary else ""


def half_told(session: Session) -> str | None:
    """What the narrator was saying when a session broke off, in their words ("…": mid-sentence).

    The phrase book puts it into a sentence of ours (resume_power_cut). None where the narrator had told nothing yet.
    """
    told = [turn for turn in stories(session.turns) if turn.text.strip()]
    if not told or told[-1].id in closed(session.turns) or has_heavy_words(told[-1].text):
        return None
    last = sentences(told[-1].text)[-1].split()
    words = " ".join(last[-LONGEST_QUOTE_WORDS:]).rstrip(" ,;:.…-–—")
    if not words:
        return None
    if told[-1].finished:
        return words if words[-1] in "?!" else f"{words}."
    return f"{words}…"


def _open(turns: Sequence[Turn]) -> Sequence[Turn]:
    """The narrator's turns that may be said aloud with somebody in the room: no label is set on them."""
    limits = closed(turns)
    return [turn for turn in stories(turns) if turn.id not in limits]


def _weighed(told: list[_Sentence]) -> list[_Sentence]:
    often = Counter(word for sentence in told for word in sentence.words)
    most = max(often.values(), default=1)

    def weight(sentence: _Sentence) -> float:
        text = sentence.text
        # what the talk kept coming back to
        central = sum(math.log1p(often[w]) for w in sentence.words) / math.log1p(most)
        central /= math.sqrt(len(sentence.words) + 3)
        named = min(2, len(_NAME.findall(text)) + len(_NUMBER.findall(text)))
        return (
            central
            + 0.4 * named
            + 0.3 * bool(_SELF.search(text))
            + _great(text)
            + 0.3 * (sentence.place == 0)
            + 0.2 * (sentence.place == len(told) - 1)
            - 0.4 * bool(_DANGLING.match(text))
            - 0.4 * bool(_TO_US.search(text))
            - 0.8 * bool(_UNSURE.search(text))
            - 2.0 * text.endswith("…")
            - 0.5 * (len(sentence.words) < 2)
        )

    return [_Sentence(s.text, s.place, s.words, weight(s)) for s in told]


def _great(text: str) -> float:
    """What a death weighs, and after it a wedding or a birth: these come before a band."""
    if _DEATH.search(text):
        return 4.0
    found = sort_of(text)
    return 2.0 * (found is not None and found.happening.name in GREAT)


def _shared(sentence: _Sentence, chosen: Sequence[_Sentence]) -> float:
    """The share of `sentence` that one of `chosen` has said already, in [0, 1]."""
    if not sentence.words:
        return 0.0
    return max((len(sentence.words & s.words) / len(sentence.words) for s in chosen), default=0.0)


def _content(text: str) -> frozenset[str]:
    words = re.findall(r"[^\W\d_]+(?:['’][a-z]+)?|\d+", text.lower())
    return frozenset(_stem(w) for w in words if w not in _PLAIN and (len(w) > 2 or w.isdigit()))


def _stem(word: str) -> str:
    """Without the commonest endings, so that “pigeon” and “pigeons” are one."""
    for ending in ("'s", "’s", "ies", "ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word
