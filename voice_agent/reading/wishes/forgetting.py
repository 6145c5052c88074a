"""A wish that something told be forgotten, in a sentence of any turn, and what it names. Pure.

    asked("Forget what I told you about Harold and the chapel.")  ->  Wish(FORGET, "harold and the chapel")
    asked("Delete everything I told you last time.")              ->  Wish(FORGET, "everything last time")
    asked("You'd better forget about Nansi and her letter.")      ->  Wish(FORGET, "nansi and her letter")

It must point at something told: "that", "what I said", "the story about the parrot"; or name somebody, said plainly to
us or beside words that do point ("strike it out"). "Forget the bus" asks for nothing, and
whoever wants nothing remembered from now on says so without naming any one thing (commands.toml, "no memory").
"""

import re

from voice_agent.reading.by_rules.particulars import is_name
from voice_agent.reading.wishes.commands import Command, Wish
from voice_agent.reading.wishes.quoted import unquoted
from voice_agent.reading.words.plain_words import plain
from voice_agent.reading.words.vocabulary import KIN

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
    rf"{_LEADS}(?:(?:{_GO}) (?:{_TOLD})|(?:rub|strike|cross|scratch|wipe) (?:it|that|this)(?: all| lot)? out|pretend i (?:never|did not) (?:said|say|told|tell)(?: you)?(?: (?:that|it|anything|a word))?|i (?:should|ought) not (?:to )?have (?:said|told you)(?: (?:that|it|any of (?:that|it)))?"
    rf"|i wish i had (?:not|never) (?:said|told you)(?: (?:that|it|any of (?:that|it)))?){_END}"
)
_IDIOM = re.compile(
    r"\b(?:forget it|never forget|do not forget|will not forget|can not forget|not forget|did not forget|i forget|to forget|drop it|lose it|cut it|cut that out)\b"
)
_REPORTED = re.compile(
    r"\b(?:he|she|they|we|mother|father|mam|mum|dad|doctor) (?:said|says|told|tried|wanted|used|had)\b|\b(?:told|asked) (?:him|her|them|me) to\b"
)


_TO_US = (
    r"(?:(?:and|but|so|now|no|well|right|then) )*(?:please|(?:you )?(?:had|would) better|better|(?:can|could|will|would) you(?: please)?|i (?:want|need) you to|i would like you to|"
    r"i wish you would|i would (?:rather|be glad if) you|do me a favou?r and) "
)
_SOMEBODY = re.compile(
    rf"(?P<to_us>{_TO_US})?(?:{_LEADS}){_GO} (?P<about>(?P<who>(?:(?:my|our) )?\w+)(?P<hers> and (?:her|his|their|the|that) \w+(?: \w+)?)?){_END}"
)
"""A word of forgetting and whom it names, perhaps with something of theirs."""


def asked(sentence: str) -> Wish | None:
    """Return the wish in `sentence`, with what it names in plain words; None where it is none."""
    text = plain(unquoted(sentence)).replace(" . ", " ").strip(" .")
    if not text or _REPORTED.search(text):
        return None
    pieces = (text, *_pieces(sentence))
    for piece in dict.fromkeys(pieces):
        for form in _FORMS:
            if match := form.fullmatch(piece):
                return _meant(match.groupdict())
    points = any(_WHOLE.fullmatch(each) and not _IDIOM.search(each) for each in pieces)
    if about := _somebody(sentence, points=points):
        return Wish(Command.FORGET, about)
    return Wish(Command.FORGET, _named_beside(sentence)) if points else None


def _somebody(sentence: str, *, points: bool) -> str:
    """Whom it names, with what is theirs; "" for nobody. `points`: another clause of it asks that something told be forgotten."""
    for piece in _pieces(sentence):
        match = _SOMEBODY.fullmatch(piece)
        if match and (points or match["to_us"] or match["hers"]) and _is_somebody(match, sentence):
            return match["about"]
    return ""


def _is_somebody(match: re.Match[str], sentence: str) -> bool:
    """Is whoever is named written as a name is, or called "our" somebody?"""
    last = match["who"].split()[-1]
    own = match["who"] != last and any(last in group for group in KIN)
    written = re.search(rf"\b{last.title()}\b", sentence) is not None
    return own or (written and is_name(last.title()))


NOTHING_NAMED = frozenset(
    """
    story stories thing things bit part one ones business tale stuff talk lot whole nonsense rubbish record tape book
    all that this it time way please then now word words
    """.split()  # noqa: SIM905
)
_NAMES_A_THING = re.compile(
    r"(?:that|the|those|these|her|his|their|all that) (?P<about>(?!(?:is|was|has|does|did|will|would|i|you|he|she|we|they|one|lot|bit|thing|things|way|poor|silly)\b)\w+(?: (?:of|about|and|with|from|to|at|in)(?: (?:the|her|his|my|our|a))? \w+)*)"
)
"""A clause that is a thing and no more: "that letter", "the business with the hat"."""


_GOES = re.compile(rf"\b{_GO} (?:{_NAMES_A_THING.pattern})$")
_YES = re.compile(r"^(?:(?:yes|yeah|aye|do|please|go on|and|then|of course|sure|certainly) )+")
_ONE_ABOUT = re.compile(r"(?:the|that) \w+ (?:about|with|of) (?P<about>\w+(?: \w+){0,3})")


def named(said: str) -> str:
    """What a yes to "shall I erase it?" names besides, in plain words: "letter"; "" where it names nothing."""
    wish = asked(said)
    if about := (wish.about if wish else "") or somebody(said):
        return about
    for piece in (_YES.sub("", each) for each in _pieces(re.sub(r"[.!?]+", ",", said))):
        forms = (_ONE_ABOUT.fullmatch, _NAMES_A_THING.fullmatch, _GOES.search, _BESIDE.match)
        found = (match["about"] for form in forms if (match := form(piece)))
        if about := next((e for e in found if not frozenset(e.split()) <= NOTHING_NAMED), ""):
            return about
    return ""


def somebody(sentence: str) -> str:
    """Whom a clause names with a word of forgetting, where something beside it asks that it be forgotten; "" for nobody."""
    return _somebody(sentence, points=True)


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
    """ "Forget I said that, about the fire", "rub it out, that letter": what a later clause names; "" where none does."""
    forms = (_BESIDE.match, _BESIDE.search, _NAMES_A_THING.fullmatch)
    found = (match for each in _pieces(sentence)[1:] for form in forms if (match := form(each)))
    names = (match["about"] for match in found)
    return next((each for each in names if not frozenset(each.split()) <= NOTHING_NAMED), "")
