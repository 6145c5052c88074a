"""Why something that a language model proposes is not said: an ordered table of guards. Pure.

    why = struck(reply, look)      # "" where it may be said

Each guard says whom it protects. Nothing that a model writes is spoken but through here; what cannot be judged is struck,
for our own words are always at hand.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from voice_agent.heavy_words import has_heavy_words
from voice_agent.interview.choosing import fresh
from voice_agent.interview.heard import Heard
from voice_agent.interview.progress import Progress
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import Candidate, Source
from voice_agent.interview.returning.offers import PastTopic
from voice_agent.interview.rules import Rules
from voice_agent.interview.seat.brief import Brief, shown_as
from voice_agent.interview.seat.deeds import foretells, orders, requests, upon_them
from voice_agent.interview.seat.of_itself import KEEPS, MACHINE, NEXT, said_back, untrue
from voice_agent.interview.seat.own_words import (
    afloat,
    anchored,
    assumes,
    judges,
    stated,
    unsaid,
    words,
)
from voice_agent.interview.seat.proposal import Kind, Reply
from voice_agent.interview.seat.said_back import (
    anothers,
    clipped,
    denies,
    just_told,
    over_and_over,
    passes_over,
    shouted,
    sums_up,
    unfinished,
)
from voice_agent.interview.seat.subjects import brought_up, scorns
from voice_agent.interview.seat.today import out_of_today
from voice_agent.interview.wording.checks import faults
from voice_agent.interview.wording.unsaid import Rule
from voice_agent.reading.by_rules import losses
from voice_agent.reading.words.asking import asks, parts
from voice_agent.reading.words.vocabulary import SayableWords, said

ALIKE = 3
"""Words with which no two of our last replies begin alike. A guess."""

LATELY = 4
"""Replies of ours that are compared."""

PLAIN = 0.6
"""Share of a reply's words that are a listener's or the narrator's own; below it is another language, or rubbish. A guess."""

TELLS_WITH, ASKS_WITH = 1, 3
"""Words that nobody said: in all that a reply states, and in its question (own_words.py)."""


_CENTURY, _YEARS = 1900, frozenset(range(10, 100))


@dataclass(frozen=True)
class Look:
    """What every guard is shown."""

    rules: Rules
    progress: Progress
    """As it stood when the turn began."""

    heard: Heard
    brief: Brief
    guard: str = ""
    """Which of our own guards would have answered."""

    names: tuple[str, ...] = ()
    """From the settings: may be said though nobody said them."""

    @cached_property
    def own(self) -> SayableWords:
        """What the narrator said in this talk, and the people and places of this life that were shown."""
        talk = (text for each in self.brief.talk for text in (each.said, each.replied))
        life = self.brief.known
        people = (f"{each.name} {each.relation}" for each in life.people)
        years = (f"{each.dated} {each.line}" for each in life.events)
        told = self.brief.told
        own = said(self.heard.text, *talk, *people, *years, *life.names, *self.names, *told)
        # "forty-one" may be said back as the year that it was
        return own | SayableWords(
            frozenset(), frozenset(map(_CENTURY.__add__, own.numbers & _YEARS))
        )

    def target(self, reply: Reply) -> PastTopic | Candidate | None:
        """The old story or the question that it means."""
        return shown_as(self.brief, reply.to)

    def may_say(self, reply: Reply) -> SayableWords:
        """The words it may use: those of an old story only where it comes back to that."""
        match self.target(reply):
            case PastTopic() as story if reply.kind is Kind.RETURN:
                words = said(story.text, story.line, *story.people, *story.places, *story.keywords)
                return self.own | words
            case Candidate() as question if reply.kind is Kind.AGENDA:
                return self.own | said(question.ask, question.lead)
            case _:
                return self.own


Guard = Callable[[Reply, Look], str]


# ---- how it speaks


def speech(reply: Reply, look: Look) -> str:
    """Protects everybody from what one would not say to one's own grandmother, and from what she never said."""
    wrong = faults(reply.text, look.may_say(reply))
    # "No, I am a program" puts nobody right, nor does "No, you have it", said back
    back = not words(said_back(parts(reply.text)[0], look.heard.text))
    if reply.kind is Kind.ANSWER_US or back:
        wrong = tuple(each for each in wrong if each.rule is not Rule.CORRECTION)
    return str(wrong[0].rule) if wrong else ""


def other_tongue(reply: Reply, look: Look) -> str:
    """Protects whoever speaks English from another language, and from what is no sentence."""
    every = words(reply.text)
    strange = unsaid(reply.text, look.may_say(reply))
    return (
        ""
        if every and len(every) - len(strange) >= PLAIN * len(every)
        else "not the narrator's language"
    )


def strays(reply: Reply, look: Look) -> str:
    """Protects a life from what nobody has said of it: another subject, an invention, a sermon, a sentence on somebody."""
    own, told = look.may_say(reply), 0
    for each in stated(reply.text):
        if (_IS.search(each) or has_heavy_words(each)) and unsaid(each, own):
            return "says of somebody what was not said"
    for sentence in parts(reply.text):
        strange = len(unsaid(sentence, own))
        if strange and has_heavy_words(sentence):
            return "asks of something heavy that was not said"
        if asks(sentence):
            if assumes(sentence, own) or judges(sentence, own):
                return "takes for granted what was not said"
            if strange > ASKS_WITH:
                return "asks far from what was said"
        elif reply.kind is not Kind.ANSWER_US or not _ITSELF.search(sentence):
            told += strange
    if told > TELLS_WITH:
        return "says what was not said"
    turn, says = look.heard.text, stated(reply.text)
    if any(anothers(each, turn) for each in says):
        return "gives it to somebody else"
    # what a program says that it is not, it denies of nobody
    if reply.kind is not Kind.ANSWER_US and any(denies(each, turn) for each in says):
        return "denies what was said"
    loose = afloat(reply.text, own, look.heard.text) and reply.kind is not Kind.ANSWER_US
    return "is about nothing that was said" if loose else ""


_ITSELF = re.compile(r"\b(?:I|[Pp]rogram|[Mm]achine|computer)\b")
"""Of itself it may say in its own words what it has not, and cannot (of_itself.py)."""

_IS = re.compile(
    r"\b(?:you(?: are|'re| were| look| seem| sound| have been|'ve been| must| may| might| could have| can)|(?:he|she|they|(?!There|That|It|What)(?-i:[A-Z]\w+)|the \w+(?: \w+)?) (?:was|were|is|are|never|always|only|just)|your \w+ (?:is|was|are|were))\b",
    re.IGNORECASE,
)
"""A word on the narrator, or on somebody of theirs."""


def of_the_machine(reply: Reply, look: Look) -> str:
    """Protects from hearing what we were told, and what only the program can know of itself: who hears, what is kept."""
    found = MACHINE.search(reply.text)
    if found and found[0].casefold() not in look.heard.text.casefold():
        return "speaks of its instructions"
    later = NEXT.search(reply.text)
    if KEEPS.search(reply.text) or (
        later and later[0].casefold() not in look.heard.text.casefold()
    ):
        return "says what only the program knows"
    return (
        "says of itself what is not so"
        if any(
            untrue(each, look.heard.text, answers=reply.kind is Kind.ANSWER_US)
            for each in parts(reply.text)
        )
        else ""
    )


def deeds(reply: Reply, look: Look) -> str:
    """Protects from being sent about, from being asked for anything but a story, and from what nobody can know."""
    sentences, says = parts(reply.text), stated(reply.text)
    if any(map(orders, says)):
        return "bids somebody do something"
    if any(map(requests, sentences)):
        return "asks for a deed"
    if any(map(upon_them, says)):
        return "says what somebody does to them"
    # "he'll be needing that", said back, foretells nothing
    foretold = (foretells(said_back(each, look.heard.text)) for each in says)
    return "says what will be" if any(foretold) else ""


def subjects(reply: Reply, look: Look) -> str:
    """Protects from being preached to, treated, sold to, sounded out, courted, frightened, blamed and mocked."""
    own = look.may_say(reply)
    if any(scorns(each, own) for each in parts(reply.text)):
        return "says what one says to nobody"
    found = next(filter(None, (brought_up(each, own) for each in parts(reply.text))), "")
    return f"brings up {found}" if found else ""


# ---- what it may ask


def suggests(reply: Reply, look: Look) -> str:
    """Protects from being led: from a question that holds its answer, or a feeling that was not told."""
    ask = reply.ask
    return "a leading question" if ask and _SUGGESTS.search(ask) else ""


_SUGGESTS = re.compile(
    r",? (?:wasn't|isn't|weren't|aren't|didn't|doesn't|don't|hadn't|hasn't|haven't|wouldn't|couldn't|can't|won't) "
    r"(?:it|he|she|you|they|that|there|we|i)\?$|, (?:right|no|yes|eh|surely)\?$|"
    r"^(?:and |so |but |then )?(?:was|were|is|are) (?:it|you|he|she|they|that|this) (?:\w+ )?(?:proud|happy|sad|angry|afraid|scared|"
    r"frightened|lonely|hard|difficult|painful|glad|relieved|ashamed|guilty|sorry|upset|terrible|wonderful|exciting)\b|"
    r"^(?:and |so |but |then )?(?:did|do) (?:it|you|he|she|they|that|this) (?:\w+ )?(?:feel|regret|hurt|frighten|scare|upset|miss|"
    r"blame|hate|love|make you)\b|^(?:so |and )?(?:wasn't|weren't|didn't|isn't|aren't|don't|hadn't|wouldn't|couldn't) |"
    r"\bhow could (?:you|he|she|they)\b|\bwhy (?:didn't|did you not|did you never|don't|won't|wouldn't|couldn't|haven't)\b|, (?:can|could|do|did|were|are) you\?$|"
    r"\byou must have\b|\bsurely\b|\bi take it\b|\bi suppose\b",
    re.IGNORECASE,
)


def shape(reply: Reply, look: Look) -> str:
    """Protects from half a sentence, a shout, a question that is none, several in one, and a word said over and over."""
    says = stated(reply.text)
    if unfinished(reply.text) or shouted(reply.text) or any(map(clipped, says)):
        return "is no sentence"
    if over_and_over(reply.text):
        return "says it over and over"
    if len(words(reply.text)) < LEAST:
        return "a single word"
    if sums_up(reply.text, look.own, look.heard.text):
        return "sums up"
    if reply.ask and len(words(reply.ask)) < LEAST:
        return "a question of one word"
    return "asks several things" if len(_WHS.findall(reply.ask)) > WHS else ""


LEAST, WHS = 2, 2
"""Words of a question at least; words that ask in it at most: "when and where"."""

_WHS = re.compile(r"\b(?:what|where|who|whom|whose|which|why|how|when)\b", re.IGNORECASE)


def of_today(reply: Reply, look: Look) -> str:
    """Protects whoever tells of other days from being examined, or sounded out, on today."""
    wrong = reply.ask and out_of_today(reply.ask, look.may_say(reply), look.heard.text)
    return "asks about today" if wrong and reply.kind is not Kind.AGENDA else ""


def asked_before(reply: Reply, look: Look) -> str:
    """Protects everybody from a question that was asked, or is about what was refused."""
    ask = reply.ask
    if not ask:
        return ""
    question = Candidate(ask, Wants.MORE, Source.MODEL)
    if look.progress.coverage.cache.unwelcome(question, look.rules.past.today):
        return "is about what was refused"
    return "" if fresh(look.rules, look.progress, ask) else "was asked"


def told_already(reply: Reply, look: Look) -> str:
    """Protects from being asked what this very talk has told."""
    ask = reply.ask
    told = (look.heard.text, *look.progress.tellings.heard)
    already = ask and (losses.already(ask, told) or just_told(ask, look.heard.text))
    return "was told this very talk" if already else ""


def heavy(reply: Reply, look: Look) -> str:
    """Protects from hearing of a death, an illness, a blow that the turn does not speak of."""
    if not has_heavy_words(reply.text) or has_heavy_words(look.heard.text):
        return ""
    return "brings up something heavy"


def while_it_hurts(reply: Reply, look: Look) -> str:
    """Protects whoever has just told of a loss from another subject."""
    leaves = look.guard in _HARD and reply.kind in (Kind.RETURN, Kind.AGENDA)
    return "turns from what hurts" if leaves else ""


def of_a_loss(reply: Reply, look: Look) -> str:
    """Protects whoever has just told of a loss from a question, or a word on something else, where a quiet word is proposed as well."""
    told = look.heard.telling
    sorrow = (
        told.sorrow if told.words <= FEW else told.lately
    )  # in more, the story has gone on since
    lost = sorrow.mourns or sorrow.loss
    if lost and look.guard in _HARD and passes_over(reply.text, look.heard.text):
        return PASSES_OVER
    first = look.guard in _QUIETLY and not look.progress.comfort.stayed
    return ASKS if lost and first and reply.ask else ""


PASSES_OVER, ASKS = "passes over what hurts", "asks while it hurts"

RATHER = frozenset({PASSES_OVER, ASKS})
"""Reasons that give way: where nothing else is proposed, a word about their own words is said after all. A reading of ours that takes
a joke for a loss ("and fell down dead, that hen") must not silence whoever understood it."""


FEW = 40
"""Words in which a loss is all that was told; in more, the story may have gone on since. A guess."""

_QUIETLY = frozenset({"hard to tell", "a hard moment", "sadness"})
"""Guards of ours that ask nothing of whoever has just told of something hard in plain words."""

_HARD = _QUIETLY | {"perhaps hard", "still with it", "a loss, a wrong, or something to come"}


def in_confidence(reply: Reply, look: Look) -> str:
    """Protects whoever has just confided something from being led to another subject: of what they confided nothing is shown."""
    leaves = reply.kind in (Kind.RETURN, Kind.AGENDA)
    return "turns from what was confided" if leaves and look.progress.wishes.kept_back else ""


def of_the_lost(reply: Reply, look: Look) -> str:
    """Protects somebody who did not know where or when they were from being examined."""
    lost = look.progress.safety.confused
    return "no year is asked of somebody who was lost" if lost and _WHEN.search(reply.ask) else ""


_WHEN = re.compile(
    r"\b(?:what|which) (?:year|date|day)\b|^(?:and |so |but |then )*when (?:did|was|were|is|do|does|had)\b|\bhow old\b",
    re.IGNORECASE,
)


# ---- what it means


def takes_up(reply: Reply, look: Look) -> str:
    """Protects from a reply to something that was not said."""
    wants = reply.kind in (Kind.FOLLOW, Kind.REFLECT) or reply.hooked
    return "takes up what was not said" if wants and reply.hook is None else ""


def what_was_shown(reply: Reply, look: Look) -> str:
    """Protects from an old story, or a question of ours, that was not shown: of those nobody knows whether they may come up."""
    target = look.target(reply)
    if reply.kind is Kind.RETURN and not isinstance(target, PastTopic):
        return "comes back to what was not shown"
    if reply.kind is Kind.RETURN and not reply.ask:
        return "comes back without a question"
    if reply.kind is Kind.AGENDA and not (isinstance(target, Candidate) and reply.ask):
        return "asks what was not shown"
    return ""


def where_asked(reply: Reply, look: Look) -> str:
    """Protects from an answer to us where nothing was asked of us."""
    wrong = (
        reply.kind is Kind.ANSWER_US and look.guard not in ASKED_US and "?" not in look.heard.text
    )
    return "answers what was not asked" if wrong else ""


ASKED_US = frozenset({"a question to us", "cannot know", "not understood"})


def begins_alike(reply: Reply, look: Look) -> str:
    """Protects from hearing the same beginning again and again."""
    begins = _begins(reply.text)
    lately = [_begins(each.replied) for each in look.brief.talk[-LATELY:]]
    return "begins as a moment ago" if len(begins) == ALIKE and begins in lately else ""


def _begins(text: str) -> tuple[str, ...]:
    return tuple(words(text)[:ALIKE])


GUARDS: tuple[tuple[str, Guard], ...] = (
    ("another tongue", other_tongue),
    ("speech", speech),
    ("of the machine", of_the_machine),
    ("deeds", deeds),
    ("subjects", subjects),
    ("shape", shape),
    ("leading", suggests),
    ("of today", of_today),
    ("asked before", asked_before),
    ("told already", told_already),
    ("heavy", heavy),
    ("strays", strays),
    ("while it hurts", while_it_hurts),
    ("in confidence", in_confidence),
    ("of the lost", of_the_lost),
    ("takes up", takes_up),
    ("what was shown", what_was_shown),
    ("where asked", where_asked),
    ("begins alike", begins_alike),
    ("of a loss", of_a_loss),  # last: whatever is left may be said
)


def struck(reply: Reply, look: Look) -> str:
    """Why `reply` is not said; "" where it may be."""
    return next((why for _, guard in GUARDS if (why := guard(reply, look))), "")


WELL_MEANT = frozenset(
    {
        "says of itself what is not so",
        "says what will be",
        "says what was not said",
        "a number the narrator has not said",
    }
)
"""Reasons for which a good question is lost with the sentence before it: "I did, so back to him. What did he do with the rope?" """


def shortened(reply: Reply, look: Look, why: str) -> Reply | None:
    """Of what was struck because of `why`, the question alone, where it may be said and takes up a word of theirs; else None.

    An answer to us is said whole or not at all.
    """
    if why not in WELL_MEANT or reply.kind is not Kind.FOLLOW or not reply.ask:
        return None
    asked = replace(reply, text=reply.ask)
    names = anchored(reply.ask, look.own, look.heard.text)
    return asked if names and not struck(asked, look) else None
