"""A wish to be gone, told by its form alone: what lies at hand, what ends after Sunday, what is done for a dog. Pure.

Like disclosures.py it knows grammar; it only ever leads to the question whether all is right.
"""

import re
from functools import lru_cache
from typing import NamedTuple

_BLADE = r"(?:knife|knives|razor|razor blade|blade|rope|noose|shotgun|gun|rifle|pistol|revolver)"
_AT_HAND = r"(?:here|by (?:my|the) (?:hand|side|bed|bedside)|in my (?:hand|lap|pocket)|beside me|on my (?:lap|knees?)|next to me|under my pillow|at my elbow|within reach)"
_AFTER = r"(?:after (?:today|tonight|tomorrow|this (?:week|weekend|christmas)|the weekend|christmas|my birthday|\w+day|that)|come (?:\w+day|next week)|by (?:\w+day|this time)|(?:this time|from) next week)"
_BOTHER = (
    r"(?:bother|worry|come|ring|call|fret|visit|trouble|fash|put up with me|look after me|fuss)"
)
_BEAST = r"(?:dogs?|horses?|cats?|animals?|beasts?|budgies?|pigs?|sheep)"
_ALONE = r"(?= \.|$| any ?more| again| about me| with me| over me| no more| yourself| yoursel)"


class Kind(NamedTuple):
    """One way of saying it, the level it may be, and what of the same form is none."""

    level: str
    rule: re.Pattern[str]
    unless: re.Pattern[str]


_KITCHEN = re.compile(
    r"\b(?:cut\w*|peel\w*|slic\w*|butter\w*|sandwich\w*|cake|loaf|carv\w+|potato\w*|spuds?|veg\w*|string|cheese|apples?|wrap\w*|parcel|garden\w*|bread(?! knife)|"
    r"mouse|mice|rats?|fox|rabbits?|fish|shav\w+|museum|grandfather s|war|photograph|picture|washing|clothes|boat|tow\w*|climb\w*|whittl\w+|pencil|lino|toast|tea)\b"
)
_BACK = re.compile(
    r"\b(?:daughter|son|home|holiday|nurse|mended|fixed|new|finished|(?:is|are|comes?|be) back|moved?|moving|hospital|council|works|running|delivered|instead|myself)\b"
)
_NOTHING = re.compile(r"(?!)")
_KINDS = (
    Kind("3", re.compile(rf"\bi (?:have|have got|got|am holding|hold|keep) (?:the|a|my|his|that|dad s|father s) (?:\w+ ){{0,2}}?{_BLADE} (?:\w+ ){{0,2}}?{_AT_HAND}\b"), _KITCHEN),
    Kind("3", re.compile(rf"\b(?:the|my|his|that) (?:\w+ )?{_BLADE} (?:is|s|lies|sits) (?:\w+ ){{0,2}}?(?:by my (?:hand|side|bed)|in my (?:hand|lap|pocket)|beside me|on my (?:lap|knees?)|next to me|under my pillow|at my elbow)\b"), _KITCHEN),
    Kind("3", re.compile(rf"\b{_AFTER} (?:you|they|nobody|no one|she|he|folk)(?: all)? (?:(?:will|would|shall|do|does) )?(?:not |no longer |never )?(?:need|have|be having|need have)(?: to| not| never)*(?: need)?(?: to)? {_BOTHER}{_ALONE}"), _BACK),
    Kind("3", re.compile(rf"\b(?:you|they|nobody|no one|she|he|folk)(?: all)? (?:will |would |shall |do )?(?:not |no longer |never )?(?:need|have)(?: to| not)*(?: to)? {_BOTHER}(?: with me| about me| over me)? {_AFTER}(?= \.|$)"), _BACK),
    Kind("2", re.compile(r"\b(?:you|they|everybody|she|he) (?:will |would )?(?:(?:soon )?be (?:rid|shot|free|quit) of me|(?:not|no longer) (?:have to )?(?:be bothered|be troubled|put up) with me)\b"), _BACK),
    Kind("2", re.compile(rf"\b(?:they|you|we|one|folk|people|vets?|a vet) (?:would |will )?(?:put|puts|shoot|shot|destroy) (?:an? |the |old |poor |sick )*{_BEAST}(?: down| out of \w+(?: is)? misery)? (?:for (?:a lot |far |much )?less|that (?:is|are|was) (?:better|less))\b"), _NOTHING),
    Kind("2", re.compile(rf"\b(?:would|will|do) not (?:keep|leave|let) (?:an? |any |the )?(?:\w+ )?{_BEAST} (?:alive |going |on |live |lying |suffer(?:ing)? )*(?:like (?:this|me)|this way|in this state|the way i am)\b"), re.compile(r"\b(?:weather|rain|snow|cold|kennel|room|house|flat|soup|food|dinner)\b")),
    Kind("2", re.compile(rf"\bif i (?:was|were|had been) (?:an? )?(?:\w+ )?{_BEAST} (?:they|you|he|she|somebody|someone|the vet|anybody|i) (?:would|had)\b"), re.compile(r"\b(?:treats?|biscuits?|fed|feed|walks?|fire|stroke|spoil\w*|eat|sleep all|bark|chase)\b")),
    Kind("2", re.compile(rf"\b(?:kinder|better|more merciful|more mercy) (?:to|with|for) (?:an? |the |their |our |your )?{_BEAST} than (?:to |with )?(?:me|us|old|people|folk)\b"), _NOTHING),
)  # fmt: skip


@lru_cache(32)
def level(text: str) -> str:
    """The level, 2 or 3, that `text`, in plain words, may be by its form; "" for none."""
    for each in _KINDS:
        match = each.rule.search(text)
        if match and not each.unless.search(_sentence(text, match)):
            return each.level
    return ""


def _sentence(text: str, match: re.Match[str]) -> str:
    end = text.find(" . ", match.end())
    return text[max(0, text.rfind(" . ", 0, match.start())) : end if end >= 0 else len(text)]
