"""What one would ask next after an answer like this: questions that people wrote for answers alike. Pure.

A list of reviewed questions, each with the answer it was written for, is searched by meaning (language/following.py).
A question found so may still suppose what nobody said: a word that stood in the answer it was written for must stand in
this one, and "he" needs a man. What is left is one more candidate of the planner (choosing.py).
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from voice_agent.interview import losses
from voice_agent.interview.inviting import PROPER
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import Candidate, Source
from voice_agent.interview.stems import content, stems
from voice_agent.interview.wording.vocabulary import plain

FOLLOWED = "followed"
"""Kind of every question made here."""

LAST = 60
"""Words of an answer that are read, the last ones: there its point stands."""

_SUPPOSES_NOTHING = frozenset(
    stems(
        """
        able about above across after afterwards again against ago ahead all allow almost alone along already also always among
        another answer any anybody anything anywhere apart around ask away back bad bear became become becoming before began begin
        behind being below beside best better between big bit both bring bringing brought came can care carry catch caught certain
        change choose chosen clear clearest close closer closest come coming could cross day days deal decide decided
        different difference do doing done don't down each earlier early easy either else end ended enough even ever every
        everybody everyone everything expect face far feel few find finding finished first fit folk folks follow found from full
        gave get getting give giving go going gone good got great had half hand handle hands happen hard hardest have having hear
        heard help helped her here herself hide himself his hold home how idea into itself join just keep keeping kept kind knew
        know known last late later lead learn learned learnt least leave leaving left less let life like likely listen little live
        lived long longer longest look looking lot made main make making manage many matter may mean meant meet met might mind
        minute miss missed moment more morning most mostly move moved much must myself name named near nearly need never new next night no
        nobody none not nothing notice noticed now of off often old on once one only onto open opened or ordinary other others
        otherwise ought out outside over own part parts pass passed past people perhaps person picture place plan please point
        quite rather ready really remember rest right round said same saw say saying second see seem seen settle settled shape share she
        show side since sit sitting small some somebody someone something somewhere soon sort speak spent stand standing start started
        stay stayed step still stood stop stopped story such sure take taken taking talk tell telling tended than that them
        themselves then there these they thing things think third this those thought through time times to today together told
        tomorrow too took top towards tried trouble true truth try trying turn turned two under understand until up us use used
        usual very wait waiting walk want wanted was watch way ways week well went whatever while whole whose will wish with
        within without wonder word words work worked working world worst worth would wrong year years yes yet you young your yourself
        yourselves evening afternoon folk grown house family greet fill filled ropes road thought lad company quiet sat tonight behave taught teach treat pay
        """.split()  # noqa: SIM905
    )
)
"""Words that suppose nothing beyond what any story holds; any other of a question must stand in the answer."""

_BARE = frozenset(
    stems("yes yeah yep aye no nope ok okay right well oh ah um er please thanks sure all".split())  # noqa: SIM905
)
"""An answer of such words alone tells nothing that could be followed."""

LEAST = (0.6, 0.5, 0.62)
"""Likeness from which a question may be asked that supposes next to nothing, what many tellings have, or something special.

Chosen on 241 questions found for answers of a hand whose own were not laid down then, marked by language models; of 362
with the rest, 86 were above these bars, 27 of them plainly wrong; with .5, .5 and .58 it was 43 of 112.
"""

SPECIAL = 2
"""What a question supposes that was written for one situation; see FollowUp.supposes."""

WAYS = 2
"""Questions at a time: those of the answers most alike. What is found further down was less often fit."""

SURE = 0.2
"""Likeness above that from which nothing fits better. A guess."""


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A reviewed question, and how well it follows."""

    ask: str
    near: float
    """-1..1: how like this answer is to the one it was written for."""

    bound: frozenset[str] = frozenset()
    """Stems that must stand in the answer."""

    supposes: int = 0
    """0: next to nothing; 1: what many tellings have; 2: something special, a hidden truth or an escape."""

    gentle: bool = False
    """It was written for a loss or something as hard."""

    @property
    def margin(self) -> float:
        """How far it is above what may be asked at all; below 0: it may not."""
        return self.near - LEAST[self.supposes]


Follows = Callable[[str, str], Sequence[FollowUp]]
"""Given the question that was answered and the answer: reviewed questions, best first. Blocking, some 30 ms."""

_MEN = re.compile(
    r"\b(?:he|him|his|father|dad|daddy|da|papa|pa|grandfather|grandad|grandpa|brother|uncle|husband|son|grandson|nephew|boy|lad|"
    r"man|men|chap|fellow|bloke|priest|vicar|captain|sergeant|foreman|boss|mr|fiance|boyfriend|cousin|doctor|teacher|friend|(?:my|our) (?:(?-i:[A-Z])\w+))\b",
    re.IGNORECASE,
)
_WOMEN = re.compile(
    r"\b(?:she|her|hers|mother|mum|mummy|mam|mama|mom|ma|grandmother|gran|granny|grandma|nan|nana|sister|aunt|auntie|wife|"
    r"daughter|granddaughter|niece|girl|lass|woman|women|lady|nun|matron|mrs|miss|fiancee|girlfriend|cousin|doctor|teacher|friend|(?:my|our) (?:(?-i:[A-Z])\w+))\b",
    re.IGNORECASE,
)
_HE = re.compile(r"\b(?:he|him|his)\b", re.IGNORECASE)
_SHE = re.compile(r"\b(?:she|her|hers)\b", re.IGNORECASE)
_PAIR = re.compile(
    r"\b(?:you two|(?:the )?two of you|both of you|you both|between you)\b", re.IGNORECASE
)
_WE = re.compile(r"\b(?:we|us|our|ours|together)\b", re.IGNORECASE)
_SAME = PROPER | {
    "mammy": "mother", "mommy": "mother", "pa": "father", "pop": "father", "nanna": "grandmother",
    "granddad": "grandfather", "granda": "grandfather", "aunty": "aunt",
    "kid": "child", "kids": "child", "bairn": "child", "bairns": "child", "children": "child",
}  # fmt: skip


def words(text: str) -> frozenset[str]:
    """The stems that carry what is said; whoever says "Mam" speaks of a mother."""
    said = re.sub(r"[A-Za-z]+", lambda found: _SAME.get(found[0].lower(), found[0]), plain(text))
    return frozenset(content(said))


def bound(ask: str) -> frozenset[str]:
    """What must have been spoken of before `ask` may be asked: stems."""
    return frozenset(words(ask) - _SUPPOSES_NOTHING)


def context(asked: str, said: str) -> str:
    """What is read of a moment: the question, and the last words of the answer."""
    last = " ".join(plain(said).split()[-LAST:])
    return f"{asked} {last}".strip()


def followed(follows: Follows, asked: str, said: str, *, hard: bool) -> Iterator[Candidate]:
    """Yield what may follow `said`, the answer to `asked`, best first. `hard`: only what was written for something hard."""
    if not words(said) - _BARE:
        return
    spoken = words(f"{asked} {said}")
    told = f"{asked} {said}"
    hard = hard or losses.loss(said) or losses.wronged(said)
    made = 0
    for each in follows(asked, said):
        # a special situation is somebody else's grief
        if each.margin < 0 or (hard and not (each.gentle and each.supposes < SPECIAL)):
            continue
        if not each.bound <= spoken or _of_nobody(each.ask, told):
            continue
        yield Candidate(
            each.ask,
            _wants(each.ask),
            Source.STORY,
            kind=FOLLOWED,
            event=FOLLOWED,
            worth=min(1.0, each.margin / SURE),
        )
        made += 1
        if made >= WAYS:
            return


def _of_nobody(ask: str, told: str) -> bool:
    """Does `ask` speak of him, of her, or of two, where no man, no woman, or nobody else was spoken of?"""
    if _PAIR.search(ask) and not _WE.search(told):
        return True
    him = _HE.search(ask) and not _MEN.search(told)
    return bool(him or (_SHE.search(ask) and not _WOMEN.search(told)))


def _wants(ask: str) -> Wants:
    first = ask.split()[0].lower()
    if first in ("who", "whom", "whose"):
        return Wants.WHO
    if first == "where":
        return Wants.WHERE
    return Wants.LIKE if re.search(r"\blike\b|^how\b", ask, re.IGNORECASE) else Wants.MORE
