"""What a reply would have done, or says will be done: nothing is asked of a narrator but to tell, and nothing is foretold. Pure."""

import re

from voice_agent.reading.words.asking import asks

_LEADS_IN = (
    r"^(?:(?:and|so|now|then|but|well|oh|please|just|do|first|\w+,|all right,?|yes,?|no,?) )*"
)

_ORDERED = re.compile(
    _LEADS_IN
    + r"(?:don't |do not |never |always |let's |let us |let )?(?P<verb>add|admit|apologi[sz]e|ask|avoid|be|beg|believe|bite|blame|book|borrow|break|"
    r"bring|buy|call|calm|cancel|carry|change|check|cheer|clean|click|climb|close|come|confess|contact|continue|cook|count|cut|deny|dial|die|"
    r"do|download|draw|dress|drink|drive|drop|eat|end|enter|exercise|fetch|fight|fill|find|fix|follow|forget|forgive|get|give|go|grow|hand|"
    r"hang|have|help|hide|hit|hold|hurry|ignore|invest|join|jump|keep|kill|kiss|laugh|learn|leave|lend|let|lie|lift|light|listen|live|lock|"
    r"look|lower|make|mail|marry|meet|mention|move|obey|open|order|pass|pay|phone|pick|pour|pray|press|pretend|promise|pull|push|put|quit|"
    r"raise|read|relax|remember|remove|repeat|repent|reply|report|return|ring|rise|run|save|say|search|see|sell|send|shoot|shut|sign|sing|sit|"
    r"sleep|smile|spend|stand|stay|step|stop|strike|subscribe|swallow|swear|switch|take|talk|tell|thank|think|throw|touch|transfer|trust|try|"
    r"turn|type|use|visit|vote|wait|wake|walk|wash|watch|wear|wipe|worship|write)\b(?! (?:was|were|is|had|did|for|of|and|again,)\b)(?P<rest>[^.!?]*)",
    re.IGNORECASE,
)
_MAY_BE_BIDDEN = re.compile(
    r"^(?:take (?:your|all the) time|take (?:it slowly|as long)|take me (?:to|back|through|along|into)|go on|go back to|go slowly|"
    r"(?:say|tell)(?: me)?(?: it| that| more| as| a little| a bit| what| how| about| of| where| who| anything| which| on|,|$)|tell me|"
    r"(?:stay|leave|let) (?:with|it|that|there|as|here|quiet)|let (?:it|that) (?:rest|be|lie)|(?:start|begin) |stop (?:when|where|there|whenever|if)|"
    r"(?:cry|rest|speak|wait|talk) (?:as|when|if|a|on|of|about|until)|choose (?:anything|what|where|any)|look (?:at that|round|around)|"
    r"never mind|come (?:to|back to) (?:it|that|the)|see (?:it|that)$|have it|think of (?:it|that)|make of)",
    re.IGNORECASE,
)

_REQUESTED = re.compile(
    r"\b(?:(?:will|would|could|can|won't|can't|wouldn't|couldn't|might|must) you (?:please |just |also |ever |still |now )*|"
    r"(?:do|did|would|will|are|could) you (?:want|like|care|wish|mind|ready|willing|going|able|plan\w*|intend\w*|think) (?:of |to |about |that you )*|"
    r"(?:shall|should|can|could|may|might) (?:we|i) )(?P<deed>\w[^.!?]*)",
    re.IGNORECASE,
)
_MAY_BE_REQUESTED = re.compile(
    r"^(?:tell|say|describe|speak|talk|begin|start|stop|rest|see|hear|picture|smell|taste|remember|recall|think|know|name|"
    r"go (?:on|back to)|leave (?:it|that|this)|stay (?:with|there|on)|take me|walk me|have (?:a rest|been|had|another)|be (?:able|quiet|there)|"
    r"what|how|where|who|which|when|the|that|it|there|more|of|still)\b",
    re.IGNORECASE,
)
_WH = re.compile(r"\b(?:what|where|who|whom|which|why|how|when)\b", re.IGNORECASE)

_FORETOLD = re.compile(
    r"(?<!nobody )\bshould(?:n't)?\b|\bought to\b|\b(?:will|won't|shall|shan't|(?:is|are|'s|'re) (?:not )?(?:going|about) to|gonna)\b|(?<=\w)'ll\b",
    re.IGNORECASE,
)
_MAY_BE_FORETOLD = re.compile(
    r"\b(?:we(?:'ll| will) (?:leave|let|take|stay|go|keep to|come)\b(?: (?:it|that|there|here|on|slowly|as))?|we won't|i'll (?:follow|listen|wait|be quiet)|"
    r"as you will|if you will|it (?:will|'ll) keep|that(?:'ll| will) do|(?:i|and) should have)\b",
    re.IGNORECASE,
)


def orders(sentence: str) -> bool:
    """Does it bid somebody do something else than tell, or take their time?"""
    found = _ORDERED.match(sentence)
    if found is None or sentence.rstrip().endswith("?"):
        return False
    return not _MAY_BE_BIDDEN.match(sentence[found.start("verb") :].rstrip(" .!,"))


def requests(sentence: str) -> bool:
    """Does it ask for a deed, or for leave to do one?"""
    if not asks(sentence):
        return False
    return any(
        not _MAY_BE_REQUESTED.match(found["deed"]) and not _WH.search(sentence[: found.start()])
        for found in _REQUESTED.finditer(sentence)
    )


_UPON = re.compile(
    r"^(?:and |so |then |but |well, )*(?:they|he|she|some(?:body|one)|every(?:body|one)|people|(?:the|your|my|a|that) \w+|(?!(?:we|you|i|it|that|there|this|what)\b)(?-i:[A-Z]\w+)) (?:\w+ly |always |still |also )?"
    r"(?:know|come|see|watch|wait|hear|want|find|get|take|need|think|say|tell|love|hate|follow|call|look|live|come|have|has|is|are|do|does|can)(?:s|es)? (?:[^.!?]* )?your?\b|"
    r"\bthere(?:'s| is| are) (?!no |nothing |time )[^.!?]*\byour?\b",
    re.IGNORECASE,
)


def upon_them(sentence: str) -> bool:
    """Does it say what somebody does, or means, to the narrator today?"""
    return not asks(sentence) and bool(_UPON.search(sentence))


def foretells(sentence: str) -> bool:
    """Does it say what will or ought to be? Nobody knows that, but for what is done with the talk itself."""
    return not asks(sentence) and bool(_FORETOLD.search(_MAY_BE_FORETOLD.sub(" ", sentence)))
