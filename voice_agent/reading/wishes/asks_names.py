"""What was she called, the one who had the doll? Who was Blodwen? Asked of what they have told, in whatever order. Pure.

Who is meant may stand in front ("my sister, what was her name?"), behind, or in the sentence beside it ("The one I told
you about."). Only whom they could have told of counts: kin, a name, or somebody of whom something is said.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from voice_agent.reading.wishes.question_order import as_everybody_says


class Named(NamedTuple):
    """Of whom it is asked what they were called, or who they were."""

    about: str
    """Whom they ask about, in plain words: "my sister", "had the doll"; a pronoun where nothing says more."""

    question: str
    """The question as everybody puts it."""


_COP = r"(?:was|were|is|are|wis)"
_CALLED = r"(?:called|named|cried|christened)"
_PERSON = r"(?:she|he|they|it|her|him|them|his|its|their)"
_OURS = r"(?:she|he|they|we|i|people|folk|folks|everybody|you|us all)"
_LEAD = re.compile(
    r"^(?:(?:do|did|can|could|would|will) )?(?:you )?(?:still |please |just |happen to )*"
    r"(?:remember|recall|know|mind|tell me|say)(?: me)?(?: (?:now|still|again|at all|from me|please))* (?=\S)"
)
_TO_US = re.compile(
    r"\byou (?:still |please |happen to )*(?:remember|recall|know|mind|tell)\b|\b(?:told|tell) you\b|\bdid i (?:say|tell)\b|^tell me\b"
)
"""Turned to us, and no question that the story asks itself."""

_TAIL = re.compile(
    r"(?: (?:(?:do|can|could|would) you (?:still )?(?:remember|recall|know|mind|tell me|say)(?: (?:it|that|her|him))?|what did i (?:say|tell you)|"
    r"as i (?:said|told you)|again|now|then|please|back then|in those days|by name|that i said))+$"
)
_I_TOLD = re.compile(
    r"(?:\b(?:who|whom|that|which) )?\b(?:did |have )?i (?:have |had |was |did )?(?:already |just )?(?:told|tell|telling|mentioned|spoke|said|talked|talking|speaking)(?: (?:to )?you)?"
    r"(?: (?:about|of|to|before|already|last time|yesterday|the other day|earlier|today))*"
)
_THE_ONE = re.compile(
    r"^(?:(?:the|that|this|her|him|them|she|he|they)(?: (?:one|ones|same))?)(?: (?:who|that|as|what|which|with|wi|from|in|of))?\b"
)
_ADJ = r"(?:(?:first|full|real|right|own|good|maiden|last|christian|proper|second) )?"
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"what (?:{_COP}|did you say {_COP}) (?:the )?{_ADJ}names? of (?P<a>.+)",
        rf"(?:the )?{_ADJ}names? of (?P<a>.+)",
        rf"(?:what|how) {_COP} (?P<a>.+?) {_CALLED}(?! (?:off|up|out|on|in|back|for|to|away)\b)(?: (?P<b>.+))?",
        rf"(?:what|how) (?P<a>.+?) (?:{_COP}|did|used to be|do be) (?:{_CALLED}|call|name)(?: (?P<b>.+))?",
        rf"(?:what|how) {_COP} {_CALLED} (?P<a>.+)",
        rf"(?:what|how) (?:did|do|used) {_OURS} (?:to )?(?:call|name|cry) (?P<a>.+)",
        rf"(?:what|how) {_OURS} {_CALLED} (?P<a>.+)",
        rf"what {_COP} (?P<a>her|his|their|its|.+? s) {_ADJ}names?(?: (?P<b>.+))?",
        rf"what (?P<a>(?:my|mi|me|our) .+?) {_ADJ}names?",
        rf"(?:what|which) {_ADJ}names? (?:did |had |has )?(?P<a>.+?) (?:had|have|has|got|hae|bore)(?: (?P<b>.+))?",
        rf"(?P<a>her|his|their|(?:my|our) \w+(?: \w+)? s) {_ADJ}names?(?: (?P<b>.+))?",
    )
)
_WHO = tuple(
    re.compile(form)
    for form in (
        r"(?:who|what) (?:was|were|wis) it (?:that|who|as|what) (?P<b>.+)",
        r"which (?:one )?of (?:my|our|the) (?P<b>\w+ .+)",
        rf"who {_COP} (?P<a>(?!it\b).+)",
        rf"who (?P<a>.+) {_COP}",
    )
)
_IN_FRONT = re.compile(
    r"(?P<whom>(?:my|mi|our|the|that|her|him) .+?) (?P<question>(?:what|how|who) .+)"
)
_NO_ONE = re.compile(
    rf"(?:i|me|you|we|us|this|that|there|your|my|our|what|who|it|these|those|{_COP}|your .*|i .*|we .*|you .*|there .*|this .*)"
)
_KIN_OR_TITLE = re.compile(
    r"(?:my|mi|me|our|the|that|his|her|their|mr|mrs|miss|dr|aunt|auntie|uncle|father|sister|nurse) \w+"
)

FEW = 8
"""Words of a turn in which "and what was she called?" asks of whomever we spoke of last. A guess."""


def asked(sentences: Sequence[str], place: int) -> Named | None:
    """What the sentence at `place` of a turn asks so; None where it asks nothing of the kind.

    It must be the last but for what says more of whom they mean: what else follows it has answered it.
    """
    sentence = sentences[place]
    text = as_everybody_says(sentence)
    beside = [as_everybody_says(each) for each in sentences[place + 1 :]]
    to_us = any(map(_TO_US.search, (text, *beside)))
    if not (sentence.rstrip().endswith("?") or to_us) or not all(map(_says_more, beside)):
        return None
    found = _found(_TAIL.sub("", _LEAD.sub("", text)), sentence)
    if found is None or _PRONOUN.fullmatch(found.about) is None:
        return found
    told = as_everybody_says(sentences[place - 1]) if place else ""
    more = next((w for each in (*beside, told) if (w := _more(each))), "")
    if more:
        return Named(more, found.question.replace(found.about, more))
    short = sum(len(each.split()) for each in sentences) <= FEW
    return found if short else None


_PRONOUN = re.compile(_PERSON)
_TOLD_YOU = re.compile(rf"{_I_TOLD.pattern} (?P<whom>(?:my|our|the|mi) .+)")


_OF_WHOM = re.compile(
    r"^(?:the|that|this|her|him|them|she|he|they|my|our)(?: \w+){0,2} (?:who|as|with|wi|from|of|i|that(?! is\b))\b"
)


def _says_more(sentence: str) -> bool:
    """Does it only say whom they mean ("the one with the doll", "I told you yesterday")? "The Palais, that's it" answers."""
    only = _OF_WHOM.match(sentence) or _I_TOLD.match(sentence)
    return bool(only) and len(sentence.split()) <= FEW + 4


def _more(sentence: str) -> str:
    """Whom a sentence beside the question says to be meant; "" where it says nobody."""
    if told := _TOLD_YOU.search(sentence):
        return _bare(told["whom"])
    return _bare(sentence) if _says_more(sentence) else ""


def _found(text: str, sentence: str) -> Named | None:
    for form in _FORMS:
        if match := form.fullmatch(text):
            return _named(match, "name")
    for form in _WHO:
        if match := form.fullmatch(text):
            return _named(match, "who") if _whom(match, sentence) else None
    if match := _IN_FRONT.fullmatch(text):
        found = _found(match["question"], sentence)
        whom = _bare(match["whom"])
        return found and Named(whom, found.question.replace(found.about, whom))
    return None


def _named(match: re.Match[str], asks: str) -> Named | None:
    groups = match.groupdict()
    a = re.sub(r" s$", "", _bare(groups.get("a") or ""))
    more = _bare(groups.get("b") or "")
    split = re.fullmatch(rf"(?P<who>{_PERSON}) (?P<more>.+)", a)
    if split:
        a, more = split["who"], _bare(split["more"])
    about = more if more and (not a or _PRONOUN.fullmatch(a)) else a
    if not about or _NO_ONE.fullmatch(about):
        return None
    return Named(about, f"what was the name of {about}" if asks == "name" else f"who was {about}")


def _whom(match: re.Match[str], sentence: str) -> bool:
    """Is it somebody of whom they can have told, and nobody of the moment ("who was at the door")?"""
    whom = _bare(match.groupdict().get("a") or "")
    if not whom or re.match(rf"{_PERSON} \w+", whom):
        return True
    first = whom.split()[0]
    capital = re.search(rf"\b{first.capitalize()}\b", sentence) is not None
    return bool(_KIN_OR_TITLE.match(whom)) or (capital and len(whom.split()) <= 3)


def _bare(whom: str) -> str:
    """Without "the one who", and without that it was told."""
    left = _TAIL.sub("", " ".join(_I_TOLD.sub(" ", whom).split()))
    short = _THE_ONE.sub("", left).strip() if not _KIN_OF.match(left) else left
    return short or left


_KIN_OF = re.compile(
    r"(?:the|that|her|his|their) (?!one\b|ones\b|same\b|who\b|that\b|with\b|wi\b|as\b|what\b)\w+"
)
