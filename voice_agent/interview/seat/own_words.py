"""How far a reply stays with the words that the narrator said: which of its words nobody has said. Pure.

A good listener brings few words of their own: sixty-five replies of a capable model that were graded well held one in two
statements that nobody had said, and seldom more in a question. So whoever brings many speaks of something else, invents,
preaches, or speaks another language, whatever the words are.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from voice_agent.reading.words.asking import asks, parts
from voice_agent.reading.words.stems import stem
from voice_agent.reading.words.vocabulary import OPENERS, SayableWords

WORDS = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")

LISTENERS = OPENERS | frozenset(
    """
    or that's of what's don't can be would could like one time first old then so if no yes not
    alone anywhere anything answer ask asked aside ask became become been beside best better between bit both bring brings brought bye
    call called care carry case choose come comes computer couldn't deal different doesn't done
    elsewhere end ended enough ever far follow followed forward front full further gets gone got great
    guess handle happen happened happens heard hears hurry instead inside isn't job kept kind least leave leaves left listen
    lives longer lot mean means meant mention mind mine minute moment moments moved much needn't name named nearly necessary
    new note ordinary outside own own part parts pause pick picture piece place point program put quiet ready reach
    remember rest ride same set shouldn't showed shown side sight sit sitting soft sooner sort sound sounds spoke stand start starts
    stay stays step still stood stop stopped story stuck sum tells thing thinking thought took turn turned understand
    understood usual voice walk want wanted ways way weather went weren't whichever who word words world wouldn't year years
    aren't haven't hasn't hadn't wasn't what've who've how's why's when's there'd that'd
    """.split()  # noqa: SIM905
)
"""With which anybody may listen and ask, besides OPENERS: they bring nothing into a life."""

_FORMS = (
    "be been being am is are was were|begin began begun beginning|bring brought|build built|buy bought|catch caught|"
    "come came coming|die died dies dying dead death|do did done doing does|draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten eating|"
    "fall fell fallen|feel felt|fight fought|find found|fly flew flown|forget forgot forgotten|get got gotten getting|"
    "give gave given|go went gone going goes|grow grew grown|hang hung|have had having has|hear heard|hide hid hidden|"
    "hold held|keep kept|know knew known|lead led|learn learnt learned|leave left leaving|lend lent|lie lay lain lying|"
    "light lit|lose lost losing|make made making|meet met|pay paid|read|ride rode ridden|ring rang rung|rise rose risen|"
    "run ran running|say said|see saw seen|sell sold|send sent|shake shook shaken|shoot shot|sing sang sung|sit sat sitting|"
    "sleep slept|speak spoke spoken|spend spent|stand stood|steal stole stolen|sweep swept|swim swam swum|take took taken taking|"
    "teach taught|tear tore torn|tell told|think thought|throw threw thrown|wake woke woken|wear wore worn|win won|"
    "write wrote written writing|man men|woman women|child children|foot feet|tooth teeth|wife wives|knife knives|leaf leaves"
)
_SAME = {form: group.split()[0] for group in _FORMS.split("|") for form in group.split()}
"""Forms of one word that no ending shows."""


def root(word: str) -> str:
    return _SAME.get(word) or stem(word)


@lru_cache(maxsize=64)
def _roots(words: frozenset[str]) -> frozenset[str]:
    # "fifty-seven" and "bread-knife" are said back in their parts as well
    return frozenset(root(part) for word in words for part in (word, *word.split("-")))


def words(text: str) -> list[str]:
    """Its words, folded."""
    return [each.casefold() for each in WORDS.findall(text)]


def unsaid(text: str, own: SayableWords) -> list[str]:
    """Words of `text` that were not said in any form, and that do not belong to listening and asking."""
    roots = _roots(own.words)
    return [word for word in words(text) if not (word in LISTENERS or was_said(word, own, roots))]


def was_said(word: str, own: SayableWords, roots: Iterable[str] | None = None) -> bool:
    """Was `word` said, in whatever form?"""
    bare = word.removesuffix("'s")
    return own.has(bare) or root(bare) in (_roots(own.words) if roots is None else roots)


_PEOPLE = frozenset(
    """
    girl girls boy boys baby babies child children man men woman women lady ladies lad lads lass kid kids infant toddler fellow
    gentleman stranger strangers visitor visitors guest guests
    """.split()  # noqa: SIM905
)
_DEFINITE = re.compile(
    r"\b(?:the|that|this|your|his|her|their|those) (?:\w+ )?(?P<who>\w+)\b", re.IGNORECASE
)
_WHICH = re.compile(
    r"\b(?:the|that|your|his|her|their|a|an) (?:\w+ )?\w+ (?:that |who |whom |which )?(?:you|he|she|they) (?P<did>\w+)",
    re.IGNORECASE,
)


_CLOSED = re.compile(
    r"^(?:and |so |but |then |well,? )*(?:was|were|is|are|am|wasn't|weren't|isn't|aren't) (?:you|he|she|they|it|that|this|your|his|her|their|the|(?-i:[A-Z]\w+))\b",
    re.IGNORECASE,
)


def judges(question: str, own: SayableWords) -> bool:
    """Does a question, to be answered with yes, say of somebody what nobody has said?"""
    return bool(_CLOSED.match(question) and unsaid(question, own))


def assumes(question: str, own: SayableWords) -> bool:
    """Does a question take for granted somebody who was not spoken of, or a thing done that was not told?"""
    somebody = any(
        found["who"].casefold() in _PEOPLE and not was_said(found["who"].casefold(), own)
        for found in _DEFINITE.finditer(question)
    )
    return somebody or any(unsaid(found["did"], own) for found in _WHICH.finditer(question))


_WAITS = re.compile(
    r"\b(?:no hurry|hurry|your (?:own )?time|all right|no need|needn't|(?:not|don't|do not) (?:have|need) to|listening|leave (?:it|that|there)|"
    r"rest a|quiet|whenever|(?:if|as|when|what|where) (?:(?:long|slowly|much|little) as )?you(?:'d)? (?:like|want|wish|care|please|feel|rather|don't|are ready)|"
    r"stay with|go on|say (?:more|it|on)|tell me|start |begin |hello|good (?:morning|afternoon|evening)|program|cannot|missed (?:it|that)|"
    r"(?:was|is) (?:not easy|hard)|long while|every word|can see|go slowly|take it slowly|nobody should have to|enough of that|where we were|carry|my fault|i should have)\b",
    re.IGNORECASE,
)
"""What may be said by whoever waits, of nothing in particular."""


def waits(text: str) -> bool:
    """Does it say that somebody waits?"""
    return bool(_WAITS.search(text))


_OF_SOMEBODY = re.compile(
    r"\b(?:you|your|yours|you're|you've|you'd|he|she|they|nobody|no one|somebody|someone|everybody|people|one)\b",
    re.IGNORECASE,
)

MINE = 0.5
"""Share of a sentence's words that stand in the turn, however small they are: it says the turn back. A guess."""


def anchored(statement: str, own: SayableWords, turn: str) -> bool:
    """Does it say something of theirs back?"""
    every, heard = words(statement), set(words(turn))
    roots = _roots(own.words)
    back = sum(word in heard for word in every)
    return back >= MINE * len(every) or any(
        word not in LISTENERS and was_said(word, own, roots) for word in every
    )


def afloat(text: str, own: SayableWords, turn: str) -> bool:
    """Does a statement of it say nothing of theirs back, and more than that somebody waits?"""
    sentences = parts(text)
    statements = [each for each in sentences if not asks(each)]
    loose = [each for each in statements if not anchored(each, own, turn)]
    alone = len(loose) == len(sentences)
    return any(
        (alone or unsaid(each, own) or _OF_SOMEBODY.search(each)) and not waits(each)
        for each in loose
    )


_CLAUSES = re.compile(r"[,;:-]+ ")
_WHEN = re.compile(
    r"^(?:and |so |but |then )*(?:when|while|if|after|before|as|where|once|since|until|though)\b",
    re.IGNORECASE,
)


def stated(text: str) -> list[str]:
    """What it states: its statements, and what stands before a question in the same sentence."""
    found = list[str]()
    for sentence in parts(text):
        clauses = _CLAUSES.split(sentence) if asks(sentence) else [sentence]
        found += [each for each in clauses if not asks(each) and not _WHEN.match(each)]
    return found
