"""Talk about the telling and not about the life: "no, I've got that wrong", "make that fifty-two".

People have endless ways to say that they misspoke, and few words to say it with. So a stretch of speech is
known as commentary by its words, not by set phrases: all of them, dates and whoever put the narrator right
aside, must be of the small vocabulary of saying, remembering, being wrong and putting right.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from voice_agent.memory.dates.number_words import wordset
from voice_agent.memory.people.kin import KIN

Span = tuple[int, int]
"""First character, and the place just after the last."""


LONGEST_COMMENT_CHARACTERS = 400
"""Characters; nobody goes on longer about a slip of the tongue."""


class Comment(NamedTuple):
    """What a stretch of talk about the telling does. Places are indices among its dates."""

    wrong: bool = False
    """Says that something told is wrong."""

    mends: bool = False
    """Says that it is being put right: "let me correct that", "my daughter put me right"."""

    tells: bool = False
    """Speaks of what was said or written down before."""

    denied: frozenset[int] = frozenset()
    """Dates that are called wrong, or quoted from an earlier telling."""

    plain: bool = False
    """Gives a date that is not denied to "it" or "that"."""

    loose: bool = False
    """Counts or orders time ("then it was 1952"), so a date alone need not mend another."""

    @property
    def marked(self) -> bool:
        """Does it say anything of the telling? A bare date and a bare "well" do not."""
        return self.wrong or self.mends


_SMALL = wordset(
    "a an the and or but so yet if then than that this these those it its i me my myself mine we us our you your"
    " yourself he she they them him her as at by for from in into of off on onto out over to up down with about around"
    " before after since until ago what when which who how why where there here is are am was were be been being do"
    " does did done doing have has had having will would shall should can could may might must ought let lets let's"
    " m s d ll re ve t just only even still also too very quite really rather pretty some any all both each every"
    " few more most much lot bit little other another else same such well oh ah hmm um uh er eh now again once"
    " always ever whole entirely altogether completely totally partly either way because though although however"
    " like got get gets getting give gave given gives giving go goes going gone went take took taken taking make makes made making put"
    " puts putting set sets keep come comes came one ones two thing things back away first second next last later"
    " earlier time times day days week weeks year years month months date dates number numbers session sessions"
    " yesterday today tonight morning ones' own by twas tis och course no yes yeah aye nay nope nah not never nor neither none nothing nobody"
    " ha haha aha okay ok please sorry beg pardon excuse forgive apologies apologize apologise dear goodness gracious heavens gosh"
    " lord god mind wait hold hang stop minute second moment mo sec listen look looked see seen saw hear heard"
    " think thinking thought thinks remember remembered recall recalled memory head brain tongue mouth believe"
    " believed reckon suppose supposed guess guessed sure certain certainly know knew known maybe perhaps probably"
    " find found figure figured check checked count counted add added worked ask asked read realise realised"
    " realize realized occur occurred dawn dawned notice noticed word words story stories tale tales bit part end start"
    " old age foolish silly stupid daft me's cross oops whoops anyway anyhow meanwhile trying try tried want wanted"
    " wants need needs close near enough instead"
    " early late earliest latest fit fits something somewhere someone definitely positive positively keep keeps"
    " add adds bet swear sworn swore thank thanks writing sitting stand stands more settle settles settled rest"
    " hm mm mhm erm uhm ach oy whisper whispered whispers reminding nudges nudged shouts corrects shows happy sound sounds sounded waiting wait bless strictly speaking honestly shoot darn dang drat blast mercy grief golly gee jeez honey darling sweetheart love sir ma'am madam dears"
    " hark sakes sake crossed jumbled tangled twisted turned ahead pace bothering bothers bothered fretting"
    " remind reminds reminded answer fingers fit years' proof certificate photograph photographs photo photos"
    " picture diary diaries calendar bible records register letter letters album gravestone headstone"
)
_TELL = wordset(
    "tell tells told telling say says said saying mention mentioned talk talked speak spoke spoken write wrote"
    " written note noted record recorded repeat repeated quote quoted claim claimed explain explained call called"
    " gave given state stated tape tapes notes book paper papers"
)
_WRONG = wordset(
    "wrong wrongly mistake mistakes mistaken mistook error incorrect incorrectly false falsely muddle muddled"
    " muddling mix mixed mixing confuse confused confusing misspeak misspoke misspoken misremember misremembered misremembering slip"
    " misled backwards amiss blunder blundered fault inaccurate misheard wronged lie lied lying lies liar fib"
    " fibbed fibbing misstated bungled goofed mixup rubbish nonsense untrue"
)
_MEND = wordset(
    "correct corrected correcting correction correctly fix fixed fixing change changed amend amended straighten"
    " straightened revise revised mean meant rectify mend mended adjust adjusted"
)
_REAL = wordset(
    "right true so exact exactly precise precisely accurate accurately actual actually fact truth truly proper"
    " properly real happened happen happens better best serious seriously straight"
)
_JEST = wordset(
    "joke jokes joked joking kid kidding kidded tease teasing teased jest jesting leg legs pull pulling pulled"
    " fool fooling fooled fooling mess messing wind winding gotcha fun funny laugh laughing playful cheek yarn yarns"
    " spinning spun tall humor humour face faces imagination fairy wishful prank trick tricking"
)
_STRIKE = wordset(
    "scratch strike erase delete disregard ignore forget cancel wipe rub invent invented inventing imagine imagined"
    " imagining dream dreamed dreamt dreaming cook cooked leave drop skip retract withdraw"
)
_ALL = _SMALL | _TELL | _WRONG | _MEND | _REAL | _JEST | _STRIKE
_WORD = re.compile(r"[A-Za-zÀ-ÿ]+(?:['’][A-Za-zÀ-ÿ]+)*")
_OBJECT = re.compile(r"\b(?:me|that|it|this|myself|us)\b", re.IGNORECASE)

_NO = r"(?:not|never|\w+n't|isn't|no|none|nothing|hardly|\bain't)"
_NOT_MISTAKEN = re.compile(
    r"\b(?:not|never|unless I(?:'m| am)|(?:may|might|could)(?: well)? be|if I(?:'m| am)|(?:maybe|perhaps) I(?:'m| am))"
    rf" (?:very |much |at all )?(?:{'|'.join(sorted(_WRONG))})\b|\bcorrect me if\b",
    re.IGNORECASE,
)
"""A hedge and no correction: "if I'm not mistaken"."""

_NOT_RIGHT = re.compile(
    r"\bnot (?:what|as|like|the way|how|when) (?:I|we) (?:said|told|gave|had)\b|"
    rf"\b{_NO}\b(?: \w+){{0,3}} (?:right|correct|accurate|straight)\b|\boff by\b|\b(?:I'm|I am|I was|I'd|I've|am|were|got) (?:\w+ ){{0,4}}(?:off|out|ahead|crossed|turned around)(?: there| with (?:that|it)| on (?:that|it)| of myself)?\W*$|\b(?:it|that|this) was (?:another|a different|some other|the other|the wrong) (?:year|time|date)\b|\b(?:it|that) (?:wasn't|was not|isn't) (?:then|that (?:year|time)|yet)\b|\b(?:can't|couldn't|cannot) be (?:right|that|it|true|so)\b",
    re.IGNORECASE,
)
_PUT_STRAIGHT = re.compile(
    r"\b(?:put|puts|set|sets|get|got)\b(?: \w+){0,2} (?:right|straight)\b|\bmake (?:that|it)\b|\b(?:put|write) (?:that |it )?down\b|\babout (?:that|the) (?:year|date)\b|\bcome to think\b"
    r"|\b(?:I|we)(?:'ve|'d| have| had)?(?: \w+)? (?:looked|checked|found|figured|worked|counted|asked|read|went)(?: \w+){0,2} (?:up|it|out|back|about|that)\b"
    r"|\b(?:should|ought to|must)(?: have)? (?:be|been|say|said|read|have said|called)\b|\bsecond thoughts?\b"
    r"|\bbetter (?:say|make)\b|\bmore like\b|\binstead\b|\b(?:wait(?! (?:till|until|for)\b)|hang on|hold on|sorry|pardon|no no)\b",
    re.IGNORECASE,
)
_CLAIMS = re.compile(
    r"^\W*I(?:['’](?:ve|m|d)| have| am| had| did)? (?:\w+ ){1,3}?(?:that )?(?=(?:it|that)(?:['’]s|['’]d| was| is| must| has| had)\b)",
    re.IGNORECASE,
)
"""Whatever "I" did with a date that tells nothing else: "I've decided it was 1952"."""

_PROMPTED = re.compile(
    r"\b(?:just|now|is|are) (?:whisper|remind|tell|nudg|shout|correct|say|said|told|show)\w*(?: (?:it|that))?(?: to)? (?:me|us)\b|\b(?:whispers|reminds|corrects|nudges)(?: (?:it|that))?(?: to)? me\b",
    re.IGNORECASE,
)
"""Somebody in the room puts the narrator right."""

_MENDED = re.compile(rf"\b(?:{'|'.join(sorted(_MEND))})\b", re.IGNORECASE)
_WRONGED = re.compile(rf"\b(?:{'|'.join(sorted(_WRONG))})\b", re.IGNORECASE)
_QUOTES = re.compile(
    r"\b(?:I|we|you)(?:'ve|'d| have| had)?(?: always| just| first| only| probably| must have| think I)*"
    r" (?:(?:said|told|wrote|written|mentioned|noted|quoted|stated|claimed|say)|(?:gave|given|put|had|have|got|called)(?=\s*$| (?:you|it|that|this|them|down|as|the (?:year|date))\b))"
    r"(?: (?:you|it|that|this|them|down|as|for|in|at|was|were|is|the|a|year|date|about|before|earlier|around|to|on|last time))*\s*$",
    re.IGNORECASE,
)
"""Words right before a date that quote it: "I said", "you wrote down", "I gave you"; but not "the dog we got in"."""

_THOUGHT = re.compile(
    r"\b(?:I|we)(?:'d|’d| had)? (?:(?:always|long|first|once|used to|had|would have|could have|for years) )+(?:had |have )?(?:think|thought|believed|believe|assumed|figured|said|say|sworn|swear|it (?:down )?(?:as|in))"
    r"(?: (?:it|that|this))?(?: was| were| had been)?(?: in| about| around)?\s*$",
    re.IGNORECASE,
)
"""What was believed until now: "I always thought it was"."""

_INTENDS = re.compile(
    r"\b(?:should|would|meant to|mean to|could|ought to|want to|wanted to|better|must|'d|let me)(?: have)? (?:say|said|told|put|given|written|tell|write|call)\b",
    re.IGNORECASE,
)
_AS_SAID = re.compile(
    r"^\W*(?:is |was |'s )?(?:as|like|what|that|which) (?:I|you|we)(?:'ve|'d| have| had)? (?:said|told|gave|wrote|mentioned|noted|had it|put it|had down|put down)\b"
    r"|^\W*(?:was|is|'s|were|has to be|must be)(?: \w+){0,2} (?:wrong|mistaken|incorrect|a mistake|an error|a slip|false|nonsense|rubbish|too early|too late|out|no good|not right|not it|not true|something else|another|the other)\b|^\W*(?:isn't|wasn't|can't be|couldn't be|wouldn't be|won't do|cannot be|can't have been|is not|was not|never was|doesn't|didn't|won't|wouldn't|couldn't)\b(?! (?:far|until|long|only|so))",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"(?:\bnot|\b(?:no way|hardly|not|never|cannot|can not|could not|\w+n't)(?: (?:have been|be|it|that|this|was|could|can|it's|that's)){1,3}|n't(?: have been| be)?|\bnever(?: mind)?|\b(?:why|where)(?: \w+){0,2} I (?:say|said|get|got|put)|\bI(?: always| keep| kept)? say(?:ing)?|\binstead of|\brather than|\bnor|\bneither"
    r"|(?<!the )(?<!a )(?<!my )(?<!our )(?<!his )(?<!her )(?<!their )(?<!on )(?<!by )(?<!during )\b(?:cross(?:ed)?|strike|scratch|rub|wipe)(?: out| off)|(?<!the )(?<!a )(?<!my )(?<!our )(?<!his )(?<!her )(?<!their )(?<!on )(?<!by )(?<!during )\b(?:forget|ignore|disregard|scratch|strike|change|replace|remove|drop|take out|takes? away|takes? back|took back)(?: about)?)(?: \w+){0,1}?\s*(?:in|at|on|from|until|the|about|around|of|as)?\s*(?:the |year )*$",
    re.IGNORECASE,
)
_UNTIL = re.compile(r"(?:not |up )?(?:until|till|before)\b", re.IGNORECASE)
""" "We didn't marry until 1952" dates the wedding."""

_LIVED = re.compile(
    r"\b(?:give|gave|giving|take|took|put|went|came|set)\b(?: \w+){0,2} (?:up|over|away|off)\b"
    r"|\b(?:was|were|got|get)(?: not|n['’]t)? (?:called|taken|put|let|given|sent|kept)\b"
    rf"|\b(?:the|a|our|my|his|her|their|on|by|during|after|before) (?:{'|'.join(sorted(_STRIKE))})\b",
    re.IGNORECASE,
)
""" "I gave it up in 1989" and "the strike was in 1926" have small words alone, and tell of a life."""

_COPULA = re.compile(
    r"\b(?:it|that|this)(?:'s|'d| is| was| must| should| would| has| ought)|\bmake\b|\bmean(?:t)?\b|\bsay\b",
    re.IGNORECASE,
)
_SOMEBODY = re.compile(r"\b(?:my|our|his|her|their|we|he|she|they|us)\b", re.IGNORECASE)
_QUOTES_OPEN = re.compile(
    r"\b(?:I|we|you)(?:'ve|'d| have| had)? (?:\w+ )?(?:said|told|gave|wrote|put|had|say)\b",
    re.IGNORECASE,
)
_IT_WAS = re.compile(
    r"\b(?:it|that)(?:'s|’s|'d| was| were| is| has to| had to| must| would| should| can only)\b|\b(?:it|that)\s{2,}|\b'?twas\b",
    re.IGNORECASE,
)
"""Also where the verb went into the date: "it |must have been 1952|"."""
_LOOSE = re.compile(
    r"\b(?:then|next|after(?! all)|later|again|until|since|before that|best|first|second|third|first time|last time|came|another|other|following)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=20_000)
def read(text: str, dates: tuple[Span, ...] = ()) -> Comment | None:
    """Return what `text` says of the telling, or None where it tells something of a life.

    `dates` are the character spans of dates in it. Raises nothing.
    """
    if len(text) > LONGEST_COMMENT_CHARACTERS or _LIVED.search(text):
        return None
    blank = _blanked(text, dates)
    plain = _NOT_MISTAKEN.sub(lambda found: " " * len(found[0]), blank)
    wrong = bool(_WRONGED.search(plain) or _NOT_RIGHT.search(plain))
    mends = bool(_MENDED.search(plain) or _PUT_STRAIGHT.search(plain) or _PROMPTED.search(plain))
    people = False
    said = _CLAIMS.sub(lambda found: " " * len(found[0]), blank) if dates else blank
    for found in _WORD.finditer(said):
        words = re.split(r"['’]", found[0].lower())
        if words[0] in _ALL or found[0].lower().endswith(("n't", "n’t")):
            continue
        if words[0] not in KIN and not (found[0][0].isupper() and found.start()):
            return None
        people = True
    if dates and not (wrong or mends) and _of_somebody(blank, dates):
        return None  # "my last day was in 1998" dates something
    if people and not ((wrong or mends) and _OBJECT.search(blank)):
        return None
    return Comment(
        wrong,
        mends,
        any(word in _TELL for word in re.findall(r"[a-z]+", blank.lower()))
        or any(_QUOTES.search(text[:first]) for first, _ in dates),
        refused := denied(text, dates),
        len(refused) < len(dates) and _IT_WAS.search(blank) is not None,
        bool(_LOOSE.search(blank)),
    )


def denied(text: str, dates: Sequence[Span]) -> frozenset[int]:
    """Return which of `dates` are called wrong, or quoted as what was said before."""
    found: set[int] = set()
    for place, (first, last) in enumerate(dates):
        before = re.split(r"[,;:—–]|\bbut\b|\band (?=not\b)", text[:first])[-1]
        after = re.split(r"[,;:—–]|\bbut\b", text[last:])[0]
        if others := [end for _, end in dates if end <= first]:
            before = before[-max(0, first - max(others)) :] if first > max(others) else before
        if _UNTIL.match(text[first:last]):
            continue
        if _is_denied(_NOT_MISTAKEN.sub("", before), after):
            found.add(place)
    return frozenset(found)


def _is_denied(before: str, after: str) -> bool:
    if _DENIES.search(before) and not re.search(r"\bnot until\s*$", before, re.IGNORECASE):
        return True
    if _AS_SAID.search(after):
        return True
    if _QUOTES.search(before) and not _INTENDS.search(before):
        return True
    if _THOUGHT.search(before):
        return True
    wrongs = list(_WRONGED.finditer(before))
    # "I was wrong about 1951", but "I was wrong it was 1952"; "I got the wrong bus in 1951" is a story
    return (
        bool(wrongs) and read(before) is not None and not _COPULA.search(before[wrongs[-1].end() :])
    )


def _of_somebody(blank: str, dates: Sequence[Span]) -> bool:
    """Is it somebody's date: "my last day was in 1998", but not "my mind's going, it was 1998"?"""
    for first, last in dates:
        part = re.split(r"[,;:—–]", blank[:first])[-1] + re.split(r"[,;:—–]", blank[last:])[0]
        if _SOMEBODY.search(_QUOTES_OPEN.sub("", part)):
            return True
    return False


def _blanked(text: str, spans: Sequence[Span]) -> str:
    for first, last in spans:
        text = text[:first] + " " * (last - first) + text[last:]
    return text
