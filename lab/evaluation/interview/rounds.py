"""Is a round of an interview valid? By script, for any interviewer. Rules: lab/notes/interview.md, "Figures".

A round is one reply of the interviewer's. It is valid if it asks, asks one thing, is new, is on topic or marks
its shift, and is no empty praise; a murmur, a silence or a granted wish asks nothing and is counted apart.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from lab.evaluation.interview.manner import Bad, double, lint, questions, sentences
from lab.evaluation.interview.plain_words import content, count, stem, subject, words

ALIKE = 0.8
"""Share of content words (Jaccard) from which on two questions are the same."""


class Why(StrEnum):
    """What makes a round invalid, or leaves it uncounted."""

    VALID = "valid"
    LISTENING = "asks nothing, and need not"
    NO_QUESTION = "asks nothing"
    TWO = "asks more than one thing"
    REPEATED = "was asked before"
    OFF_TOPIC = "off topic, without a word of it"
    PRAISE = "empty praise"


_SHIFT = re.compile(
    r"\b(?:let us|let's|another|something (?:else|different|new)|last time|the other day|(?:let|leave) (?:that|it) be|(?:talk|speak) (?:of|about) (?:that|it)|as you like|certainly|of course|go(?:ing)? back|come back|coming back|turn(?:ing)? to|"
    r"now for|before we|leave (?:that|it)|a different|a new|next|one more thing|a while ago|earlier you|you spoke of|you (?:once )?(?:told|mentioned|said)|"
    r"i wonder(?:ed)?|wonders|would like to know|wanted to ask|has a question|sends a question|there is (?:also|a)|"
    r"in your story|we have not|we haven't|speaking of|that reminds|from there to|quite another|away from)\b",
    re.IGNORECASE,
)
_GRANTED = re.compile(
    r"\b(?:of course|we (?:can |will )?leave (?:that|it)|we need not|no need|need not|all right to|not (?:been )?easy|take your time|there is no hurry|i (?:will|shall) not ask|"
    r"let it rest|as you like|very well|that is all right|mm|yes|i see|go on|i am listening|i asked)\b",
    re.IGNORECASE,
)


BACK = 12
"""Words of a reply that says back what was just told, and asks nothing."""

_KINDS = (
    ("when", re.compile(r"\bwhen (?:was|were|did|is|do|does|have|had)\b|\bwhat (?:year|time|date)\b|\bhow (?:old|long)\b", re.I)),
    ("like", re.compile(r"\bwhat (?:\w+ ){0,3}(?:was|were|is|are|did|does|do)\b.*\b(?:like|look|sound|smell|taste|feel)\b", re.I)),
    ("why", re.compile(r"\bwhy\b|\bwhat made\b|\bhow come\b", re.I)),
    ("who", re.compile(r"\b(?:who|whom|whose)\b", re.I)),
    ("where", re.compile(r"\bwhere\b", re.I)),
    ("how", re.compile(r"\bhow\b", re.I)),
)  # fmt: skip


def asked_for(question: str) -> str:
    """What a question wants: when, like, why, who, where, how, or what; "Who lived there?" is not "What was it like?"."""
    return next((name for name, pattern in _KINDS if pattern.search(question)), "what")


SAD = re.compile(
    r"\b(?:died|dead|death|dying|killed|buried|funeral|grave|coffin|wept|tears|grief|grieve[ds]?|mourn\w*|widow\w*|orphan\w*|"
    r"heartbroken|despair|bereave\w*|dreadful (?:loss|blow)|lost (?:my|our|her|his) (?:mother|father|wife|husband|son|daughter|"
    r"brother|sister|child|baby))\b",
    re.IGNORECASE,
)
"""What speaks of a death or a grief."""

HARD = re.compile(
    r"\b(?:terr(?:or|ified|ible|ibly)|dreadful\w*|horr\w+|frighten\w*|fear\w*|afraid|danger\w*|peril\w*|wound\w*|bleed\w*|blood|"
    r"drown\w*|accident|wreck\w*|fever\w*|sick\w*|ill|illness|suffer\w*|misery|miserable|cruel\w*|beaten|starv\w*|hung(?:er|ry)|"
    r"ruin\w*|asham\w*|shame|alone|lonely|cried|crying|sob\w*|pain\w*|anguish|bitter\w*|attack\w*|explo\w+|struck|crush\w*|"
    r"anxi\w+|distress\w*|desperate\w*|angry|anger|hate\w*|worst|trouble\w*|unhapp\w+|disaster\w*|panic|failed|failure)\b",
    re.IGNORECASE,
)
"""What speaks of danger, pain or hardship."""

QUIET = 15
"""Words, at most, of a reply that asks nothing because the answer was sad or hard."""


@dataclass(slots=True)
class Asked:
    """Every question of a season so far."""

    about: list[tuple[str, frozenset[str]]] = field(
        default_factory=list[tuple[str, frozenset[str]]]
    )
    """Of those with a subject, the whole season long: what they ask for, and of what."""

    bare: set[str] = field(default_factory=set[str])
    """Those without one, of this session."""

    every: set[str] = field(default_factory=set[str])
    """Word for word, the whole season long."""

    def new_session(self) -> None:
        """What was asked about another story last week may be asked about this one."""
        self.bare.clear()

    def seen(self, question: str) -> bool:
        """Was this asked before? See lab/notes/interview.md for what that means."""
        own = frozenset(subject(question))
        if not own:
            return " ".join(words(question)) in self.bare
        kind = asked_for(question)
        return any(
            kind == other and len(own & each) >= ALIKE * len(own | each)
            for other, each in self.about
        )

    def literally(self, question: str) -> bool:
        """Was it asked in these very words, about whatever story?"""
        return " ".join(words(question)) in self.every

    def add(self, question: str) -> None:
        """Remember it."""
        plain = " ".join(words(question))
        self.every.add(plain)
        own = frozenset(subject(question))
        if own:
            self.about.append((asked_for(question), own))
        else:
            self.bare.add(plain)


_THEIRS = {
    **dict.fromkeys(("my", "our", "your"), "their"),
    **dict.fromkeys(("i", "we", "you", "me", "us"), "they"),
    "were": "was",
    "are": "am",
}
_AH = re.compile(r"^(?:so|ah) ")


def said_back(reply: str, told: str) -> bool:
    """Is `reply` a few words of `told` as they stand there, "your" for "my", and no more? That is listening."""
    own, theirs = (
        " ".join(_THEIRS.get(each, each) for each in words(text)) for text in (reply, told)
    )
    return 0 < count(reply) <= BACK and f" {_AH.sub('', own)} " in f" {theirs} "


def check(
    reply: str,
    *,
    asked: Asked,
    answers: Sequence[str] = (),
    topic: Sequence[str] = (),
    first: bool = False,
    family: Sequence[str] = (),
) -> Why:
    """Judge one reply and remember its question in `asked`.

    `answers`: the narrator's last ones, latest last; `topic`: title and questions of the session's topic;
    `first`: opens the session, so that no shift need be marked; `family`: names of those who ask.
    """
    asking = questions(reply)
    if not asking:
        if _praised(reply):
            return Why.PRAISE
        last = answers[-1] if answers else ""
        quiet = count(reply) <= QUIET and bool(SAD.search(last) or HARD.search(last))
        listening = (
            count(reply) <= 4 or bool(_GRANTED.search(reply)) or quiet or said_back(reply, last)
        )
        return Why.LISTENING if listening else Why.NO_QUESTION
    question = asking[-1]
    seen = asked.seen(question)
    two = double(reply)
    asked.add(question)
    if two:
        return Why.TWO
    if seen:
        return Why.REPEATED
    if _praised(reply) and not subject(question):
        return Why.PRAISE
    return Why.VALID if first or _fits(reply, question, answers, topic, family) else Why.OFF_TOPIC


def _praised(reply: str) -> bool:
    return any(fault.bad is Bad.PRAISE for fault in lint([reply]))


def _fits(
    reply: str,
    question: str,
    answers: Sequence[str],
    topic: Sequence[str],
    family: Sequence[str],
) -> bool:
    own = set(subject(question))
    if not own or _pointing(question):
        return True
    known = {word for text in (*answers[-2:], *topic) for word in content(text)}
    if own & known or own & {stem(name.lower()) for name in family}:
        return True
    if len(own) == 1 and _PAST.search(question) and not re.search(r"(?<=[a-z,] )[A-Z]", question):
        return True  # "What did you wear?" goes on about the wedding
    before = " ".join(sentences(reply)[:-1])
    latest = {word for text in answers[-1:] for word in content(text)}
    if len(own) <= 4 and latest & set(content(before)):
        return True  # they were heard, and are asked on from there
    return bool(_SHIFT.search(before) or _SHIFT.search(question))


_PAST = re.compile(r"\b(?:did|was|were|had)\b", re.IGNORECASE)
_POINTS = re.compile(
    r"\b(?:that|it|this|those|them|there|then|they)\b(?! (?:a|an|any|anything|someone|one|you|we|felt|were|was a)\b)",
    re.IGNORECASE,
)


def _pointing(question: str) -> bool:
    """Does it point at what was just told ("What did it smell of?")?"""
    return bool(_POINTS.search(question)) and len(subject(question)) <= 3
