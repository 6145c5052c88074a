"""Is it a plain no, when somebody is asked whether they think of ending their life? Pure.

Every part of the answer must be one of few things that people say who do not: "No use lying. I am." begins with a no,
and "No, nobody cares." is none. Whoever is not plainly understood is met as if they had said yes.
"""

import re

from voice_agent.interview.plain_words import plain

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
    clauses = re.split(r"[.!?;,:…—–]+|\s-+\s", said)
    parts = [" ".join(re.findall(r"[a-z]+", plain(each))) for each in clauses]
    parts = [each for each in parts if each]
    return any(map(_DENIES.search, parts)) and all(map(_WHOLE.fullmatch, parts))
