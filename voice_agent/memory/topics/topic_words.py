"""What a stretch of talk is about, in the narrator's own words: a short line, keywords, its kind of subject.

Nothing is worded anew: the line is one of the sentences, at most cut at a clause. Which kind a subject is
(after MapDia's eleven) is read by patterns; events are what is left where something happened.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

from voice_agent.memory.quotes import quotable, sentences
from voice_agent.memory.reading import IRREGULAR_PAST
from voice_agent.memory.terms import stem, terms

LINE = 16
"""Words of a topic line at most; it may be said aloud inside a question."""

KEYWORDS = 6


class Subject(StrEnum):
    """What kind of thing is talked about. The first six are of the narrator, and worth coming back to."""

    INTEREST = "interest"
    FEELING = "feeling"
    SKILL = "skill"
    TRAIT = "trait"
    EVENT = "event"
    PROGRESS = "progress"
    """Something of these days that goes on, and one may ask after."""

    NEWS = "news"
    OPINION = "opinion"
    JOKE = "joke"
    HEARSAY = "hearsay"
    """Of somebody the narrator has only heard of."""

    KNOWLEDGE = "knowledge"

    @property
    def memorable(self) -> bool:
        """Is it of the narrator's own life?"""
        return self in MEMORABLE


MEMORABLE = frozenset(
    {
        Subject.INTEREST,
        Subject.FEELING,
        Subject.SKILL,
        Subject.TRAIT,
        Subject.EVENT,
        Subject.PROGRESS,
    }
)


def _any(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{words})\b", re.IGNORECASE)


_SIGNS: tuple[tuple[Subject, float, re.Pattern[str]], ...] = (
    (Subject.JOKE, 3.0, _any(r"(?:did you hear|have you heard) the one|walks? into a (?:bar|pub)|here's a joke|the punch ?line|knock knock|an old joke|a good joke")),
    (Subject.NEWS, 2.0, _any(r"on the (?:news|wireless this|television last|telly last)|in the (?:paper|news)|the (?:government|prime minister|president|election|council|minister)|they(?:'re| are) going to (?:close|build|pull)")),
    (Subject.OPINION, 2.0, _any(r"in my opinion|if you ask me|people (?:nowadays|these days|today)|young people|i (?:do )?think (?:that )?(?:they|people|every|nobody|the world|children) (?:should|ought|ought to|must|are|have)|ought to be (?:a law|made|taught)|i don't hold with|i don't agree|i say let")),
    (Subject.HEARSAY, 2.0, _any(r"i (?:once )?(?:read|heard) (?:of|about|somewhere)|there was a (?:man|woman|fellow|couple) (?:in|on|who)|somebody told me (?:of|about)|a programme about|they tell (?:a|the) story")),
    (Subject.KNOWLEDGE, 2.0, _any(r"did you know|the trick is|you have to|the (?:best|proper|right) way (?:to|is)|the secret (?:is|of)|you (?:take|want|need) (?:a|two|three|some)|it takes its name|always (?:put|add|leave|keep)")),
    (Subject.SKILL, 2.0, _any(r"i (?:could|can|was able to|knew how to|learned (?:how )?to|learnt (?:how )?to|taught myself)|taught me (?:how )?to|i was (?:good|quick|handy|clever) (?:at|with)|i had the knack|my hands (?:know|knew)|nobody (?:\w+ ){1,4}as (?:fast|neat|well|straight) as i")),
    (Subject.TRAIT, 2.0, _any(r"i(?:'ve| have) always been|i(?:'m| am) (?:a|the) (?:sort|kind)|i was (?:a|always|such a|the) (?:shy|stubborn|quiet|timid|bold|wild|dreamy|tidy|careful|nosy|proud|obstinate)|that's (?:just )?how i am|it(?:'s| is) my nature|i(?:'ve| have) never been one|i could never abide")),
    (Subject.INTEREST, 2.0, _any(r"i (?:just |do |really |still )?(?:love|loved|like|liked|enjoy|enjoyed|collect|collected|follow|followed)|(?:fond of|mad about|keen on|crazy about)|my (?:hobby|passion|favou?rite)|my great love|in my element")),
    (Subject.PROGRESS, 2.0, _any(r"(?:still|am|'m|are|'re) (?:waiting|hoping|trying|working|saving|sorting)|next (?:week|month|tuesday|spring)|any day now|i(?:'ve| have) (?:started|begun|just)|we(?:'re| are) (?:going to|halfway)|so far|not finished yet|coming along|the results|let you know how")),
    (Subject.FEELING, 2.0, _any(r"i (?:feel|felt|miss|missed|worry|worried|dread|dreaded|fear)|(?:lonely|afraid|ashamed|proud|homesick|grateful|jealous|heartbroken|frightened|content)|lump in my throat|my heart (?:sank|was|sang|broke)|i (?:cried|wept)")),
)  # fmt: skip


def subject(text: str) -> Subject:
    """Which kind of subject `text` is; an event where nothing says otherwise."""
    words = re.findall(r"[a-z']+", text.lower())
    own = sum(word in {"i", "my", "we", "our", "me", "us"} for word in words)
    past = sum(word in IRREGULAR_PAST or (word.endswith("ed") and len(word) > 4) for word in words)
    weight: dict[Subject, float] = {Subject.EVENT: 1.0}
    for kind, worth, signs in _SIGNS:
        found = len(signs.findall(text))
        if found:
            weight[kind] = worth * (1 + 0.5 * (found - 1))
    share = past / max(1, len(words))
    for kind in weight:
        if not kind.memorable and own > 0.06 * len(words) and share > 0.08:
            weight[kind] *= 0.4
    order = list(Subject)
    return max(weight, key=lambda kind: (weight[kind], -order.index(kind)))


def line(told: Sequence[str]) -> str:
    """The sentence of `told` that says best what all are about, at most LINE words; "" where none does."""
    pieces = [each for sentence in told for each in quotable(sentence)] or [
        each for each in told if each.strip()
    ]
    if not pieces:
        return ""
    often = Counter(term for each in pieces for term in terms(each))
    most = max(often.values(), default=1)

    def worth(place: int) -> float:
        text = pieces[place]
        own = terms(text)
        central = sum(math.log1p(often[term]) for term in own) / math.log1p(most)
        central /= math.sqrt(len(own) + 3)
        named = min(2, len(_NAME.findall(text)))
        return (
            central
            + 0.3 * named
            + 0.3 * bool(_SELF.search(text))
            + 0.4 * (place == 0)
            - 0.5 * bool(_DANGLING.match(text))
            - 0.5 * (len(own) < 2)
            - 0.4 * bool(re.search(r"\byou\b(?! know)", text, re.IGNORECASE))
            - 0.02 * max(0, len(text.split()) - LINE)
        )

    best = max(range(len(pieces)), key=lambda place: (worth(place), -place))
    return _cut(pieces[best])


def _cut(text: str) -> str:
    """At most LINE words, at a clause where there is one."""
    words = text.split()
    if len(words) <= LINE:
        return text.rstrip(" .,;:")
    ends = [n for n in range(5, LINE + 1) if words[n - 1][-1] in ",;:"]
    return " ".join(words[: ends[-1] if ends else LINE]).rstrip(" .,;:")


_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+")
_SELF = re.compile(r"\b(?:I|we|my|our|me|us)\b")
_DANGLING = re.compile(
    r"(?:he|she|they|it|that|this|those|these|which|who|yes|no)\b", re.IGNORECASE
)


def keywords(text: str) -> tuple[str, ...]:
    """Up to KEYWORDS words that carry most, as said, the weightiest first."""
    words = re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", text)
    # sentence by sentence: what was read before is remembered
    kept = frozenset[str]().union(*(terms(each) for each in sentences(text)))
    often = Counter(stem(word.lower()) for word in words)
    first: dict[str, str] = {}
    for word in words:
        first.setdefault(stem(word.lower()), word)
    # a word that is said often, is long, or is a name
    worth = {
        term: often[term] * (1 + 0.1 * min(8, len(first[term])) + 0.5 * first[term][0].isupper())
        for term in kept
        if term in first
    }
    order = sorted(worth, key=lambda term: (-worth[term], list(first).index(term)))
    return tuple(first[term] for term in order[:KEYWORDS])
