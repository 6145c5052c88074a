"""Is it said that something is no secret, or nothing of who may know it at all? Pure.

    says("Everybody may hear that one.")             ->  True: nothing is kept back by it
    lets_in("I want my Beth to hear that.")          ->  True: nothing is kept back by it either
    of_knowing("the tools go to Jerome when i die")  ->  False: of that time, but not of who may know

A lock can be undone, so that a sign is enough for one (evidence.py); whoever says the opposite has given none.
"""

import re

from voice_agent.reading.wishes.commands import KEEPS_BACK, Command, Wish
from voice_agent.reading.words.plain_words import at_stops, plain

_NO = r"(?:no|not|never|nothing|nowt|nae|hardly|neither|nor|none|nobody|without)"
_BETWEEN = (
    r"(?:a|an|any|much|of|such|really|my|our|great|big|so|very|all|that|exactly|some|kind|sort|to|the|"
    r"here|about|it|be|being)"
)
_SECRET = r"(?:secrets?|secretive|private|privacy|confidential|hush|hiding|hide|hidden|ashamed|shameful|between us)"
_NO_SECRET = re.compile(rf"\b{_NO}(?: {_BETWEEN}){{0,3}}? {_SECRET}\b")
_ALL = (
    r"(?:(?:every|any) ?(?:one|body)|all (?:of )?(?:them|you|the (?:family|world|street|town|others|rest))|them(?: all| the lot)?|they all|"
    r"the (?:whole|entire) \w+|the lot of them|the world|who(?:ever|soever)?(?: (?:you|they|it|that))? (?:like|likes|want|wants|please|pleases|asks|cares)|"
    r"(?:my|our|the) (?:\w+ )?(?:family|children|kids|grandchildren|lot|folks?)|folk|folks|people|the others)"
)
_KNOWS = r"(?:know|knows|hear|hears|read|listen|have|see|be told|get|learn|share)"
_MAY = r"(?:can|may|might|could|should|must|shall|will|ought to|is to|are to|(?:is|are) (?:welcome|free) to|(?:has|have|needs?|wants?) to|to)"
_EVERYBODY_MAY = re.compile(
    rf"\b{_ALL}(?: else)?(?: {_MAY})(?: (?:all|well|just|gladly|happily))? {_KNOWS}\b|"
    rf"\b(?:tell|telling|let|letting|show|showing|play|read|give|share|spread|pass)(?: (?:it|that|this|them))?(?: on)?(?: (?:to|with|out to|among))? {_ALL}\b"
)
_SOMEBODY_MAY = re.compile(
    rf"\b(?:want|like|love|hope|wish|glad|pleased|happy)\b(?: \w+){{0,4}}? {_KNOWS}\b|"
    rf"\b(?:can|may|could|should|must|ought to|needs? to|has to|have to|is to|are to) (?:all |well |just |gladly )?(?:{_KNOWS}|tell)\b"
)
_WHO_CARES = re.compile(
    r"\b(?:do|does|did|would|should|will|could|can) not (?:mind|care|matter|bother|worry|trouble)(?: (?:to )?me)?(?: a (?:bit|jot|button))? (?:who|what (?:people|folk|they)|if (?:every|any)\w+)\b"
)
_NARROWS = re.compile(
    r"\b(?:only|alone|but|except|excepting|bar|barring|save|apart|besides|until|till|unless|before|after|once|when|while|whilst|"
    r"hate[ds]?|dread|forbid|mortif\w+|horrif\w+|afraid|sooner|rather|kill me|die (?:if|of)|(?:be|feel) ashamed)\b|\?"
)
"""What takes part of it back."""

_OF_KNOWING = re.compile(
    r"\b(?:know\w*|hear\w*|read(?:ing)?|tell\w*|told|say|said|listen\w*|learn|find out|mention\w*|repeat\w*|share[ds]?|show\w*|play\w*|publish\w*|print\w*|"
    r"writ(?:e|ten|ing)|book|story|stories|tale|tape|recording|secret|private|between|word|words|come out|comes out|out(?: with)? (?:it|that)|"
    r"open(?:ed)?|let on|wipe\w*|destroy\w*|delete\w*|burn\w*|erase\w*|scrap\w*|get rid|with me|hand(?:ed|ing)?|pass(?:ed|ing)? (?:it|that|on)|(?:keep|kept|wait|waits|hold|save|lock|locked|stay|stays|leave) (?:it|that|this|them|back|quiet|in|here|until|till)|"
    r"(?:it|that|this|that one|this one|that bit|this bit|that part|this part) (?:is|waits?|stays?|keeps?|must|has to|can|may|should|to)\b|"
    r"(?:have|has|get|gets|give|giving|see|sees) (?:it|that|this|them (?:it|that|this)))\b"
)
_TIME_ALONE = re.compile(
    r"(?:(?:and|but|please|well|no|that is|this is|not|never|only|for|it|that) )*(?:(?:until|till|before|after|when|once|while|as long as) )(?:\w+ ){1,6}\w+"
)
"""Names no more than the time: "not till I'm gone, mind you"."""

_LEAVES_THINGS = re.compile(
    r"\b(?:the|my|that|this|his|her) (?!(?:story|tale|tape|recording|part|bit|one|word|secret|truth)\b)\w+ (?:\w+ )?with me\b|\bburied\b|"
    r"\b(?:goes|go|going|left|leave|leaving|belongs?|passes?|comes?) (?:\w+ ){0,3}?to (?!the (?:public|world|papers?)\b)(?!(?:know|hear|read|see|tell|be)\b)\w+|"
    r"\b(?:the|my|our|his|her) (?!(?:\w+ )?(?:story|tale|tape|recording|part|bit|one|word)\b)\w+(?: \w+)? (?:is|are|is to go|are to go) (?:for|to) (?!(?:me|us|you|nobody|them all|everybody)\b)\w+|\b(?:the|my|our) \w+(?: \w+)? is \w+ s\b|\bleft of me\b|"
    r"\b(?:funeral|coffin|bury|buried|burying|burial|cremated|ashes|grave|headstone|hymns?|flowers|fuss|priest|vicar)\b"
)
"""Who gets what, and how they are buried: that is meant to be known."""

_WHEN = re.compile(
    r"\b(?:dead and buried|(?:in|to) (?:my|the) (?:grave|coffin|box)|(?:until|till|before|after|at|once|when) (?:i am buried|my (?:funeral|burial)))\b"
)
"""Only says when."""


def says(sentence: str) -> bool:
    """Does `sentence` say that anybody may know, or that it is no secret?"""
    text = plain(sentence.replace("?", " qq ")).replace(" . ", " ").strip(" .")
    if " qq" in f" {text}" or _NARROWS.search(sentence.lower()):
        return False
    left, no_secret = _NO_SECRET.subn(" ", text)
    left, who_cares = _WHO_CARES.subn(" ", left)
    if re.search(rf"\b{_NO}\b", left.replace("no end", "")):
        return bool(no_secret and not re.search(rf"\b{_NO}\b.*\b{_KNOWS}\b", left))
    return bool(no_secret or who_cares or _EVERYBODY_MAY.search(left))


def allows(sentence: str) -> bool:
    """Does it allow everybody to know, from now on: "tell who you like"? "It is no secret" allows nothing that was forbidden."""
    text = plain(sentence).replace(" . ", " ").strip(" .")
    return says(sentence) and bool(_EVERYBODY_MAY.search(text) or _WHO_CARES.search(text))


def lets_in(sentence: str) -> bool:
    """Is somebody to know it, and nothing said of anybody who is not?"""
    text = plain(sentence)
    narrowed = _NARROWS.search(sentence.lower()) or re.search(rf"\b{_NO}\b", text)
    return not (narrowed or _KEEPS.search(text)) and bool(_SOMEBODY_MAY.search(text))


_KEEPS = re.compile(
    r"\b(?:keep|kept|stays?|private|secret|confidential|between|hide|hush|quiet|locked?)\b"
)


def of_knowing(text: str) -> bool:
    """Does `text`, plain words that name the time after a death, say anything of who may know?"""
    if _OF_KNOWING.search(text):
        return not leaves_things(text)
    return bool(_TIME_ALONE.fullmatch(text))


def leaves_things(text: str) -> bool:
    """Does it say who gets what, or how somebody is to be buried?"""
    return bool(_LEAVES_THINGS.search(_WHEN.sub(" ", text)))


def only_asks(said: str) -> bool:
    """Does every sentence ask us something, and for nothing: "Who asked you to hide it?"."""
    return all(each.endswith("?") and _ASKS.match(plain(each)) for each in at_stops(said))


_ASKS = re.compile(
    r"(?:(?:and|but|so|then|now|well|or) )*(?:who|whom|whose|what|why|how|when|where|which|do|did|does|is|are|was|were|have|has|had|am)\b(?!.*\b(?:please|promise)\b)"
)
"""How a question begins that is no request: "can you keep that from Ann?" is one."""


def may_be_meant(wish: Wish, said: str, *, whole: bool = True) -> bool:
    """May `wish`, read from all of `said` or from a part of it, be what is meant? A will and a funeral are no matter of who may know."""
    text = plain(said).replace(" . ", " ").strip(" .")
    if wish.command in KEEPS_BACK and only_asks(said):
        return False
    if wish.command in (Command.NOT_WHILE_I_LIVE, Command.NO_AFTER_DEATH):
        return of_knowing(text)
    if not whole:
        return True
    if wish.command in KEEPS_BACK and (says(said) or lets_in(said)):
        return False
    if wish.command is Command.ONLY_FOR:
        return bool(_ALONE.search(said.lower()))
    return True


_ALONE = re.compile(
    r"\b(?:only|just|alone|else|nobody|no ?one|others?|rest|but|keep|save|tell|let)\b"
)
"""For somebody, and for nobody besides."""
