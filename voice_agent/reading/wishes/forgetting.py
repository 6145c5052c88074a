"""A wish that something told be forgotten, in a sentence of any turn, and what it names. Pure.

    asked("Forget what I told you about Harold and the chapel.")  ->  Wish(FORGET, "harold and the chapel")
    asked("Delete everything I told you last time.")              ->  Wish(FORGET, "everything last time")

It must point at something told: "that", "what I said", "the story about the parrot". "Forget the bus" asks for nothing, and
whoever wants nothing remembered from now on says so without naming any one thing (commands.toml, "no memory").
"""

import re

from voice_agent.reading.wishes.commands import Command, Wish
from voice_agent.reading.wishes.quoted import unquoted
from voice_agent.reading.words.plain_words import plain

_LEADS = (
    r"(?:(?:and|but|so|now|mind|please|listen|look|only|just|oh|no|well|right|then|because|sorry|actually|dear|love|son|pet|can you|could you|will you|would you|i want you to|i would like you to|i need you to|"
    r"you can|you may|you must|you should|you had better|you|i wish you would|i would rather you|i would be glad if you|do me a favou?r and|better|best|let us|i beg you to|do) )*"
)
_GO = r"(?:forget(?: about)?|delete|erase|wipe(?: out| away)?|scrap|strike(?: out)?|scratch(?: out)?|cross out|rub out|take out|cut(?: out)?|get rid of|lose|remove|throw (?:away|out)|tear up|drop|destroy|unhear|bin)"
_KEEP_NOT = r"(?:(?:i )?(?:do|would) not (?:want|wish|like)(?: you)?(?: to)? (?:remember|remembering|keep|keeping|hold on to|hang on to|have|store|save)|do not(?: you)? (?:remember|keep|hold on to|hang on to|save|store)|you (?:must|are) not (?:to )?(?:remember|keep|save|store)|i want (?:it )?(?:forgotten|gone|deleted|erased))"
_TOLD = r"(?:what(?:ever)? i (?:have )?(?:just )?(?:told you|said(?: to you)?|told|say|was (?:saying|telling you)|mentioned)|(?:that )?i (?:ever )?(?:said|told you|mentioned)(?: (?:it|that|anything|a word))?|(?:all )?(?:that|this|it)(?: all| lot)?)"
_STORY = r"(?:(?:that|the|this|my|our|all that|all the|all this) )?(?:story|stories|thing|things|bit|part|business|tale|stuff|one|talk|nonsense|rubbish|carry on)"
_WHEN = r"(?:last (?:time|week|night|tuesday|wednesday|thursday|friday|saturday|sunday|monday|month)|yesterday|the other (?:day|night|time)|before|today|tonight|just now|this (?:morning|afternoon|evening)|earlier|so far)"
_END = r"(?: (?:please|now|then|will you|would you|can you|could you|if you (?:can|would|do not mind)|at all|ever|again|for good|altogether|you hear|mind|thank you|thanks|right|ok))*"

_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"{_LEADS}{_GO} (?P<all>(?:every ?thing|all|the lot|the whole lot|all of it|the whole thing)(?: of it)?(?: (?:that )?(?:i|we) (?:have )?(?:told you|said|told|talked about|spoke(?:n)? (?:of|about)))?) (?:from |of )?(?P<when>{_WHEN}){_END}",
        rf"{_LEADS}(?:{_GO}|{_KEEP_NOT}) (?:{_TOLD}|{_STORY})(?: (?:i (?:told|said|just told)(?: you)?|you have|of mine|from (?:just )?before))? (?:(?P<when>{_WHEN}) )?(?:about|of|with|on|where|when|concerning) (?P<about>(?!it\b|that\b|this\b).+?){_END}",
        rf"{_LEADS}(?:{_GO}|{_KEEP_NOT}) (?:what i |whatever i |everything i |all i )(?:told you|said|have told you|have said) (?P<when>{_WHEN}){_END}",
        rf"{_LEADS}{_GO} i (?:ever )?(?:said|told you|mentioned|spoke of) (?!that\b|it\b|anything\b|a word\b|this\b)(?P<about>\w.*?){_END}",
    )
)
_WHOLE = re.compile(
    rf"{_LEADS}(?:(?:{_GO}) (?:{_TOLD})|pretend i (?:never|did not) (?:said|say|told|tell)(?: you)?(?: (?:that|it|anything|a word))?|i (?:should|ought) not (?:to )?have (?:said|told you)(?: (?:that|it|any of (?:that|it)))?"
    rf"|i wish i had (?:not|never) (?:said|told you)(?: (?:that|it|any of (?:that|it)))?){_END}"
)
_IDIOM = re.compile(
    r"\b(?:forget it|never forget|do not forget|will not forget|can not forget|not forget|did not forget|i forget|to forget|drop it|lose it|cut it|cut that out)\b"
)
_REPORTED = re.compile(
    r"\b(?:he|she|they|we|mother|father|mam|mum|dad|doctor) (?:said|says|told|tried|wanted|used|had)\b|\b(?:told|asked) (?:him|her|them|me) to\b"
)


def asked(sentence: str) -> Wish | None:
    """Return the wish in `sentence`, with what it names in plain words; None where it is none."""
    text = plain(unquoted(sentence)).replace(" . ", " ").strip(" .")
    if not text or _REPORTED.search(text):
        return None
    for piece in dict.fromkeys((text, *_pieces(sentence))):
        for form in _FORMS:
            if match := form.fullmatch(piece):
                return _meant(match.groupdict())
        if _WHOLE.fullmatch(piece) and not _IDIOM.search(piece):
            about = _named_beside(sentence)
            return Wish(Command.FORGET, about)
    return None


def _meant(groups: dict[str, str | None]) -> Wish:
    when = groups.get("when") or ""
    if about := groups.get("about"):
        about = re.split(r" (?:what|that|which) (?:i|he|she|we|they)\b", about)[0]
        return Wish(Command.FORGET, f"{about} {when}".strip())
    return Wish(Command.FORGET, f"everything {when}".strip())


def _pieces(sentence: str) -> list[str]:
    return [
        plain(each).strip(" .")
        for each in re.split(r"[,;:–—]|\s-\s", unquoted(sentence))
        if each.strip()
    ]


_BESIDE = re.compile(
    r"\b(?:about|with) (?P<about>(?!it\b|that\b|this\b|him\b|her\b|them\b)\w+(?: (?!what\b|that\b|which\b|i\b|he\b|she\b)\w+){0,4})(?: (?:what|that|which|i|he|she)\b.*)?$"
)


def _named_beside(sentence: str) -> str:
    """ "Forget I said that, about the fire": what a later clause names; "" where none does."""
    found = (_BESIDE.match(each) or _BESIDE.search(each) for each in _pieces(sentence)[1:])
    return next((match["about"] for match in found if match), "")
