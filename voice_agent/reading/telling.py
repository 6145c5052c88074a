"""What an answer tells, as far as the form of its words makes it certain: read once, and handed on. Pure.

    told = heard.telling
    if told.sorrow.loss: ...

Whoever decides what to say asks this value and never the words again (docs/road.md).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from voice_agent.reading.by_rules import forms, losses, particulars, saying_back, thinking, yes_no
from voice_agent.reading.by_rules.closers import closer, left_open, turned_down, unwilling
from voice_agent.reading.by_rules.expression import bond
from voice_agent.reading.by_rules.hard_words import hard
from voice_agent.reading.by_rules.hooks import Hook, hooks
from voice_agent.reading.wants import Wants
from voice_agent.reading.wishes import wish_words
from voice_agent.reading.words import stems
from voice_agent.reading.words.asking import asks
from voice_agent.reading.words.novelty import gist
from voice_agent.reading.words.vocabulary import plain

REMEMBERED = 80
"""Answers of which is known what they tell: those of one talk, and a few."""

_GLADLY = re.compile(
    r"\b(?:happ(?:y|iest|iness)|joy\w*|glad\w*|lovely|best (?:day|time|bit|thing)|delight\w*|loved every|beautiful|never laughed so|laughed (?:and|till|until)|treasure\w*|blissful)\b",
    re.IGNORECASE,
)
"""Their own word for it is a warm one."""

_APART = re.compile(
    r"\bnothing to do with\b|\b(?:no|not(?: a)?|(?:is|was)n't) part (?:of|in)\b|\bnot (?:in|of|from) (?:this|that) (?:story|one|time)\b|"
    r"\b(?:that|this)(?:'s| is| was) (?:another|a different) (?:story|one|thing|matter)\b",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"\b(?:could|would)(?:n't| not) (?:really |rightly )?(?:say|know|tell you)\b", re.IGNORECASE
)
_LONG_AGO = re.compile(
    r"\b(?:1[89]\d\d|nineteen (?:hundred|\w+(?:ty|teen|een))|(?:in|of) the (?:twen|thir|for|fif|six|seven|eigh)ties|"
    r"years ago|when i was (?:a |\w+ years)|as a (?:child|boy|girl|lad|lass))\b",
    re.IGNORECASE,
)
_OF_LATE = re.compile(
    r"\b(?:last|this|yesterday|weeks?|months?|days|funeral|monday|tuesday|wednesday|thursday|friday|saturday|sunday|"
    r"since (?:he|she|they|my)|january|february|march|april|may|june|july|august|september|october|november|december)\b",
    re.IGNORECASE,
)
"""Where a year of long ago is told, and nothing of these days, no loss is called near."""

_SAYS_SO: Mapping[str, re.Pattern[str]] = {
    "lonely": re.compile(
        r"\b(?:alone|lonely|lonesome|on my own|by myself|nobody (?:to|comes?|calls|left|here)|no ?one (?:to|comes?|calls|left|here)|empty (?:house|chair|flat|room|bed)|too quiet|"
        r"only me (?:now|left)|(?:i )?miss(?:es|ing)?\b|company|all gone)\b",
        re.IGNORECASE,
    ),
    "worry": re.compile(
        r"\b(?:worr\w+|afraid|frightened|scared|anxious|fear|dread\w*|what if|what will|(?:do not|don't) know (?:how|what|whether|if|where|who)|can(?:not|'t) sleep|lie awake|"
        r"on my mind|results?|hospital|operation|scan)\b",
        re.IGNORECASE,
    ),
    "tears": re.compile(
        r"\b(?:cry(?:ing)?|cried|tears?|weep\w*|wept|sorry|can(?:not|'t)|stop|tissue|hanky|handkerchief|give me a)\b",
        re.IGNORECASE,
    ),
}
"""Words without which nobody is comforted for that, whatever a reader makes of the turn (reading/evidence.py)."""


@dataclass(frozen=True, slots=True)
class Sorrow:
    """What of something hard stands in the words."""

    loss: bool = False
    """They leave no doubt that somebody was lost, or that it hurts to this day."""

    whom: str = ""
    """Who that was, where they say so themselves: "your father"."""

    wronged: bool = False
    """Somebody was shut out, or called names."""

    mourns: bool = False
    """A word of it speaks of a death."""

    hurts: bool = False
    """A word of it speaks of death, danger, want, pain or wrong."""


@dataclass(frozen=True, slots=True)
class Telling:
    """What one answer tells."""

    words: int
    agrees: bool | None
    """A plain yes, a plain no, or neither, to what was asked."""

    denies: bool
    """A sentence of it begins with a no."""

    last: str
    """Its last sentences."""

    besides: str
    """What it tells besides a wish in it; "" where that is no telling."""

    forgets_before: bool
    """It asks first that something be forgotten, and tells then: what is told then is not meant."""

    thinking: bool
    """They are thinking: "Let me see.", "Well, I ...". """

    blank: bool
    """All it says is that nothing comes to mind."""

    refuses: bool
    """These few words turn away from what was asked."""

    unwilling: bool
    """No more of it, or of the past, is wanted."""

    closes: bool
    """Its last words close a story."""

    opens: bool
    """Its last words promise that the story goes on."""

    tells: bool
    """It tells of something that was."""

    apart: bool
    """It denies that one thing has to do with another."""

    vague: bool
    """It says nothing of what was, though it may stand in the past tense: "I couldn't say"."""

    hard: bool
    """It speaks of a loss, an illness or violence: rather once too often."""

    to_come: bool
    """What was told last is still to happen."""

    proud: bool
    """It speaks of something achieved."""

    gladly: bool
    """Their own word for it is a warm one."""

    puts_right: bool
    """It takes back, or changes, what was told before."""

    asks: bool
    """Its last sentences ask something."""

    long_ago: bool
    """It names a time of long ago, and nothing of these days."""

    says_so: frozenset[str]
    """Which hard moments a word of theirs names: lonely, worry, tears."""

    sorrow: Sorrow
    """Of all of it."""

    lately: Sorrow
    """Of its last sentences: who has told on is no longer with what came before."""

    said_to_them: bool
    """It ends in what somebody said to them."""

    kept: str
    """What they have kept: "it" or "them"; "" for nothing."""

    hooks: tuple[Hook, ...]
    """What one could ask about, in the order told."""

    whom: str
    """The one person that a few words are about: "your sister", "her"; "" where it is nobody, or more than one."""

    kin: str
    """Who of their own is named: "your sister"; "" for nobody."""

    bond: str
    """A clause of theirs that may be said back in a hard moment, turned; "" where none is fit."""

    happened: str
    """What happened, turned, that may be said back at the end; "" where there is nothing light."""

    about: frozenset[str]
    """Stems of what it is about."""

    kindred: frozenset[str]
    """Stems of its words, and of relations whatever they are called."""

    gives: frozenset[Wants]
    """Which of when, where and who it holds, so that it is not asked for."""


@lru_cache(REMEMBERED)
def telling(said: str) -> Telling:
    """Read `said`."""
    last, text = particulars.lately(said), plain(said)
    kin = particulars.kin(said)
    return Telling(
        words=len(said.split()),
        agrees=yes_no.agrees(said),
        denies=yes_no.denies(said),
        last=last,
        besides=wish_words.telling(said),
        forgets_before=not wish_words.around_forgetting(said).may_mean_it,
        thinking=thinking.thinking(said),
        blank=particulars.blank(said),
        refuses=turned_down(said),
        unwilling=bool(unwilling(said)),
        closes=bool(closer(said)),
        opens=bool(left_open(said)),
        tells=particulars.tells(said),
        apart=bool(_APART.search(text)),
        vague=bool(_VAGUE.search(text)),
        hard=hard(said),
        to_come=losses.to_come(said),
        proud=particulars.proud(said),
        gladly=bool(_GLADLY.search(said)),
        puts_right=saying_back.puts_right(said),
        asks=asks(last),
        long_ago=bool(_LONG_AGO.search(said)) and not _OF_LATE.search(said),
        says_so=frozenset(kind for kind, words in _SAYS_SO.items() if words.search(text)),
        sorrow=_sorrow(said),
        lately=_sorrow(last),
        said_to_them=forms.said_to_them(said),
        kept=forms.kept(said),
        hooks=hooks(said),
        whom=particulars.whom(said) or kin,
        kin=kin,
        bond=bond(said),
        happened=saying_back.happened(said),
        about=gist(said),
        kindred=frozenset(stems.kin(said)),
        gives=particulars.given(said),
    )


def _sorrow(said: str) -> Sorrow:
    return Sorrow(
        losses.loss(said),
        losses.whom(said),
        losses.wronged(said),
        particulars.mourns(said),
        particulars.hurts(said),
    )
