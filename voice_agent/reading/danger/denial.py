"""Is an answer a denial of what was asked? Pure.

    plainly("No, I just miss him.")                      after a plain cry: "are you thinking of ending your life?"
    denied("Don't be daft.", Asked.DYING, calm=calm)     after what was only taken for one

An answer is read against its question: "no" to "are you all right?" denies nothing. After a plain cry every part of it must
be one of few things that people say who do not: "No use lying. I am." begins with a no, and "No, nobody cares." is none.
After what may never have been a cry a denial is believed, unless the same breath holds a new sign.
"""

import re
from collections.abc import Callable
from enum import StrEnum

from voice_agent.reading.words.plain_words import plain

_IT = r"(?:that|it|ending (?:it|it all|my life)|killing myself|kill myself|such a thing|anything like that|anything of the (?:sort|kind)|anything silly|anything daft)"
_NO = (
    r"(?:no+(?: no+)*|nay|nope|no way|i said no|never|not at all|not me|not that|not for a (?:moment|minute)|nothing like that|nothing of the (?:sort|kind)|"
    r"(?:of course|certainly|absolutely|definitely|surely) not|"
    rf"i am not(?: at all)?(?: thinking (?:of|about) {_IT})?|i am not going to (?:(?:do|try) )?{_IT}|"
    rf"i would (?:never|not)(?: (?:do|think of|dream of) {_IT})?|"
    rf"i (?:do|will) not(?: (?:do|want|think of|think about) {_IT})?|"
    r"i do not want to (?:die|end (?:it|my life)|do that)|"
    rf"i (?:did|do) not mean {_IT}(?: like that| that way)?|(?:that|it) is not what i mean(?:t)?)"
)
"""What denies it."""

_BESIDE = (
    r"(?:(?:(?:it|that) (?:is|was) |i am |i )?(?:only |just )*(?:(?:a bit |so |very |rather )?(?:tired|sad|lonely|low|old|fed up|worn out|grieving)|"
    r"miss(?:ing)? (?:him|her|them|my \w+)(?: (?:so(?: much)?|a lot|very much))?|a saying|an expression|a way of talking|a manner of speaking|"
    r"something (?:you|one|people|we) says?|talk)|(?:that )?is all|oh|ah|well|why|goodness|gracious|heavens|good heavens|(?:good )?(?:god|lord)|"
    r"mercy|bless you|thank you|thanks|(?:thank you|thanks) for asking|thank god|touch wood|really|honestly|my dear|dear|dear me|love|duck|pet|"
    r"(?:do not|you need not|no need to) (?:you )?worry(?: about (?:me|that))?)"
)
"""What may stand beside it; alone it denies nothing."""

_HESITATES = re.compile(
    r"\?|…|\.\.|\b(?:um+|uh+|er+m?|hm+|suppose|guess|reckon|maybe|perhaps|sort of|kind of|probably|hardly|yet|today|tonight)\b",
    re.IGNORECASE,
)
"""Who says no so is not sure of it."""

_WHOLE = re.compile(rf"(?:{_NO}|{_BESIDE})(?: (?:{_NO}|{_BESIDE}))*")
_DENIES = re.compile(rf"\b{_NO}\b")


def plainly(said: str) -> bool:
    """Is `said` a plain no, and nothing besides that could be anything else?"""
    if _HESITATES.search(said):
        return False
    parts = [words for _, words in _clauses(said)]
    return any(map(_DENIES.search, parts)) and all(map(_WHOLE.fullmatch, parts))


class Asked(StrEnum):
    """What was asked, or urged."""

    DYING = "are you thinking of ending your life?"
    CALL = "please call now"
    ALL_RIGHT = "are you all right?"


_FINE = (
    r"(?:(?:i am|i feel|am|feeling|we are|everything is|all is|i have been|never better) ?)?(?:very |quite |perfectly |absolutely |only |as |still )*"
    r"(?:fine|all right|alright|ok|okay|well|grand|champion|right as rain|fit as a fiddle|not so bad|not bad|in good health|comfortable|happy enough|"
    r"nothing (?:is )?(?:wrong|the matter)(?: with me)?|there is nothing (?:wrong|the matter)(?: with me)?)(?: (?:thank you|thanks|here|now|dear|love|pet|son))*"
)
"""All is right."""

_PROTEST = (
    r"(?:do not (?:you )?(?:be|talk|talk so|go) (?:so )?(?:daft|silly|stupid|soft|ridiculous|foolish|absurd|rubbish|nonsense|mad)(?: now)?|give over|get away(?: with you)?|"
    r"go on with you|whatever (?:next|for|gave you that (?:idea|notion))|what(?:ever)? (?:on earth )?(?:makes|made|gives|gave) you (?:think|say|ask) (?:that|so|it)|"
    r"what (?:a|an|sort of a|kind of a) (?:\w+ )?(?:question|thing|idea|notion)(?: (?:to (?:ask|say)|is that))?|you what|what for|what|for what|why|"
    r"(?:call|ring|phone)(?: .{1,25})? (?:for what|what for|whatever for|why)|are you (?:daft|mad|silly|deaf|soft)|"
    r"(?:nonsense|rubbish|stuff and nonsense|fiddlesticks|baloney)|you (?:have )?(?:got|took|taken|have) (?:it|me|that|the wrong end of the stick)(?: all)?(?: wrong(?:ly)?)?|"
    r"(?:that|it) (?:is|was) not what i (?:said|meant|was saying)|i (?:never|did not) (?:said|say|mean|meant) (?:that|it|any such thing|anything of the (?:sort|kind))(?: at all)?|"
    r"who said (?:anything about )?(?:that|dying|it)|i was (?:only )?joking|it was (?:only )?a joke)"
)
"""It was a strange thing to ask."""

_ADMITS = re.compile(
    r"\b(?:yes|aye|yeah|i am(?: afraid so| thinking)?$|i do$|i might|maybe|perhaps|sometimes|i would$|i could do|who would care|nobody cares|what does it matter|what is it to you)\b"
)
_DENIED = {
    Asked.DYING: re.compile(rf"(?:(?:{_NO}|{_FINE}|{_PROTEST}|{_BESIDE}) ?)*(?:{_NO}|{_PROTEST})(?: (?:{_NO}|{_FINE}|{_PROTEST}|{_BESIDE}))*"),
    Asked.CALL: re.compile(rf"(?:(?:{_NO}|{_FINE}|{_PROTEST}|{_BESIDE}) ?)*(?:{_NO}|{_FINE}|{_PROTEST})(?: (?:{_NO}|{_FINE}|{_PROTEST}|{_BESIDE}))*"),
    Asked.ALL_RIGHT: re.compile(rf"(?:(?:yes|aye|{_FINE}|{_PROTEST}|{_BESIDE}|of course(?: i am)?|course i am|why (?:should|would) (?:i not|not i) be|i am) ?)+"),
}  # fmt: skip
"""A clause that denies what may have been: danger. A bare no denies it only where that was the question."""

_UNSURE = re.compile(
    r"…|\.\.\s*$|\b(?:um+|uh+|hm+|not yet|not today|not tonight|not really)\b", re.I
)

Calm = Callable[[str], bool]
"""Is there no sign of danger in these words?"""


def denied(said: str, asked: Asked, *, calm: Calm) -> bool:
    """Does some clause of `said` deny what was `asked`, and is there no new sign in all the others?"""
    clauses = _clauses(said)
    denies = [bool(_DENIED[asked].fullmatch(words)) for _, words in clauses]
    if not any(denies) or _UNSURE.search(said):
        return False
    others = [(text, words) for (text, words), no in zip(clauses, denies, strict=True) if not no]
    if asked is not Asked.ALL_RIGHT and any(_ADMITS.search(words) for _, words in others):
        return False
    alone = len(clauses) == 1 and said.strip().endswith("?") and asked is Asked.DYING
    return not alone and calm(" ".join(text for text, _ in others))


def _clauses(said: str) -> list[tuple[str, str]]:
    """Each clause as it was said, and its plain words."""
    found = ((each, plain(each)) for each in re.split(r"[.!?;,:…—–]+|\s-+\s", said))
    worded = ((each.strip(), " ".join(re.findall(r"[a-z]+", words))) for each, words in found)
    return [(each, words) for each, words in worded if words]
