"""How a question is put, in whatever English: its second person, its order, what leads it in and out. Pure.

"Dost tha keep pigeons, lad?" is "do you keep pigeons"; "you are person?" is "are you person".
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from voice_agent.reading.words.plain_words import REMEMBERED_TEXTS, plain
from voice_agent.verbs import past

_SCOTS = (
    # "wha" is who, but in the Caribbean what: "wha yuh name?"
    (r"\bwha(?= (?:you|yuh|ye|do)\b)", "what"),
    (r"\bwha\b", "who"),
    (r"\bwhit\b", "what"),
    (r"\bwha?ur\b", "where"),
    (r"\bhoo\b", "how"),
    (r"\bhow lang\b", "how long"),
    (r"\b(?:hae|hiv)\b", "have"),
    # and Ken is somebody's name
    (r"(?:(?<=\bye )|(?<=\byou ))ken\b|\bken(?= (?:who|what|me|if)\b)", "know"),
    (r"\bon(?:y|ie) ?(?:body|yin)\b|\bany yin\b", "anybody"),
    (r"\bon(?:y|ie)\b", "any"),
    (r"\bsome ?yin\b", "somebody"),
    (r"\bmair\b", "more"),
    (r"\banither\b", "another"),
    (r"\bdae\b", "do"),
    (r"\bwull\b", "will"),
    (r"\boor\b", "our"),
    (r"\bma\b", "my"),
    (r"\bdoon\b", "down"),
    (r"\baboot\b", "about"),
    (r"\bnoo\b", "now"),
    (r"\bnae\b", "no"),
    (r"\boan\b", "on"),
    (r"\bwi\b", "with"),
    (
        r"\b(listen|talk|speak|hear|writ|record|tap|typ|look|watch|com|go|sit|tell|tak|mak|keep)in\b",
        r"\1ing",
    ),
    (r"\b(who|what|where|how) s\b", r"\1 is"),
    (
        r"\b((?:are|is|can|will|do|does) (?:you|ye|this|that|it)|(?:you|ye|this|that|it) (?:are|is)) no "
        r"(?=(?:a|an|the|real|there|hearing|listening|writing|recording)\b)",
        r"\1 not ",
    ),
)
"""As Scotland and Ulster say it."""

_SECOND_PERSON = (
    # Yorkshire and Lancashire, Ireland, the Caribbean, and as it is written in a hurry
    (r"\b(?:tha|thee|thou|ye|ya|yah|yuh|yu|yous|youse|yis|u|y all)\b", "you"),
    (r"\b(?:thy|thi|thine|yer|yur)\b", "your"),
    (r"\bart you\b", "are you"),
    (r"\bhast you\b", "have you"),
    (r"\b(?:dost|does|d) you\b", "do you"),
    (r"\bhas you\b", "have you"),
    (r"\b(?:is|am) you\b", "are you"),
    (r"\bwas you\b", "were you"),
    (r"\byou (?:is|s)\b", "you are"),
    (r"\byou was\b", "you were"),
    (r"\b(?:owt|ought)\b", "anything"),
    (r"\bnowt\b", "nothing"),
    (r"\b(?:anyone|any one|any ?bodies)\b", "anybody"),
    (r"\b(?:someone|some one|smaddy|smadi)\b", "somebody"),
    (r"\bdis\b", "this"),
    (r"\bdat\b", "that"),
    (r"\b(?:any ?body|some ?body) (?:s|be)\b", "somebody is"),
    (r"\bwho (?:a|do be|be)\b", "who is"),
    (r"^(?:is|a) who\b", "who"),
    (r"\bmi$", "me"),
    (r"^is it you (?:as|that|who|what) is (\w+ing)\b", r"are you \1"),
    (r"^is it you (?:as|that|who|what) (\w+?)s\b", r"do you \1"),
    (r"^from where\b", "where"),
    (r"\bfi (?=(?:me|mi|us)\b)", "for "),
    (r"^who (?:that|this) (?:a|da) ", "who is "),
    (r"\b(who|what) is it (?:that|who|what|as) ", r"\1 "),
    (r"^what you name\b", "what is your name"),
)
"""How others say you; the rest is written as everybody writes it."""

_AS_IN_OTHER_TONGUES = (
    (r"^(?:it is|is it) (?=(?:somebody|anybody) )", "is "),
    (r"^(?:since|for|to|with) (?=(?:how long|how many|how much|whom?)\b)", ""),
    (r"^how long time\b", "how long"),
)
"""Where a question begins in other languages: "since how long we are talking?" """

_LEAD = re.compile(
    r"^(?:(?:and|but|so|now|then|or|well|oh|ah|eh|here|say|listen|look|please|sorry|yes|no|nay|aye|right|okay|ok|ee|ey|"
    r"tell me(?: (?:something|this|one thing|honestly|straight|true))?|(?:may|can|could) i ask(?: you)?(?: (?:something|a question|this))?|"
    r"let me ask you(?: (?:something|this|a question))?|i (?:want to|would like to) (?:know|ask you)|i (?:have )?(?:asked|ask)(?: you)?(?: (?:a|the) question)?|"
    r"i wonder|i was wondering|by the way|excuse me|just tell me|before (?:i|we) (?:start|begin|go on|say)|"
    r"(?:mr|mrs|miss|madam|sir|machine|computer|mister|lad|lass|son|pet|hen|duck|darling|young (?:man|woman|lady))(?= ))\s+)+"
)
_TAG = re.compile(
    r"(?: (?:is it(?: not)?|are you(?: not)?|do you(?: not)?|have you(?: not)?|can you(?: not)?|yes or no|yes|no|or not|or what|na|nah|nuh|eh|"
    r"(?<!all )right|then|by the way|please|at all|lad|lass|son|pet|hen|duck|mate|darling|dear|honey|tell me|now|i wonder|only|would you say))+$"
)
AUX = r"(?:are|is|was|were|have|has|had|do|does|did|can|could|will|would|shall|should|may|might|must|am)"
WHO = r"(?:you|there|all this|all that|all of this|what i \w+|anybody|somebody|nobody|everybody|people|other people|others|they|this|that|it|these|i|we|(?:my|our|the|your) \w+)"
_WH = r"(?:who|whom|what|when|where|why|how|which|how (?:old|long|much|many|often|far|come|big|tall)|(?:what|which|whose) (?!(?:are|is|was|were|have|has|do|does|did|can|could|will|would|shall|should|happens|happened|becomes)\b)\w+|how many \w+)"
_ASKING = re.compile(rf"^(?:{_WH} )?(?:else )?{AUX} (?:not )?{WHO}\b")
_WHO_DOES = re.compile(
    r"^who (?:is |are )?\w+ you\b|^(?:who|what)(?: else| all)?(?: \w+)? (?:hears?|listen\w*|hearing|reads?|reading|gets?|sees?|knows?|has|have|keeps?|owns?|happens?|happened|becomes?|become|types?|writes?|made|sent|pays?)\b"
)
_IS_KEPT = re.compile(
    r"^(?:(?:what|which|how (?:many|much))(?: \w+){0,4}? (?:is|are|was|were|stays?)|(?:is|are) (?:any\w*|something)(?: of \w+(?: \w+)?)?)"
    r"(?: \w+)? (?:kept|private|secret|confidential|between (?:us|you and me|me and you|ourselves))\b"
)
"""Nobody does it: "what is kept between us", "which of my stories are private"."""

_STATED = re.compile(
    rf"^(?:(?P<wh>{_WH}) )?(?P<who>you|anybody|somebody|this|it|they|(?<=. )(?:we|i)) (?:(?P<aux>are|am|is|have|has|do|does|can|will) )?(?:not )?(?P<rest>\w.*)$"
)
"""Asked in the order of a statement, as it is in Jamaica, in Poland and in India: "You are person?" Only with a question mark.
What is denied there is asked all the same: "ye're no a real body, are ye?" """


@lru_cache(REMEMBERED_TEXTS)
def as_everybody_says(said: str) -> str:
    """In plain words, with the second person of whatever part of the world written as "you", and no lead or tag."""
    text = plain(said).replace(" . ", " ").strip(" .")
    for form, usual in (*_SCOTS, *_SECOND_PERSON, *_AS_IN_OTHER_TONGUES):
        text = re.sub(form, usual, text)
    bare = _LEAD.sub("", f"{text} ").strip()
    short = _TAG.sub("", bare)
    return (
        bare
        if _ENDS_IN_US.search(bare)
        and not _ENDS_IN_US.sub("", bare).count(" ") > 3
        and not asks(short)
        else short or bare
    )


_ENDS_IN_US = re.compile(rf" {AUX} (?:you|it)$")


def asks(text: str) -> bool:
    return bool(_ASKING.match(text) or _WHO_DOES.match(text))


def joined(text: str) -> list[str]:
    """Two questions with "and" between them, where a recogniser writes no marks."""
    parts = re.split(rf" (?:and|or|but) (?=(?:{_WH} )?{AUX} {WHO}\b|who\b)", text)
    return parts if len(parts) > 1 else []


def orders(text: str, marked: bool) -> Iterator[str]:
    """The question in the order in which everybody asks it; nothing where it asks nothing."""
    if (
        _ASKING.match(text)
        or _WHO_DOES.match(text)
        or _IS_KEPT.match(text)
        or re.match(r"what about you|and you\b", text)
        or (marked and re.match(r"(?:when|after|once) i (?:die|pass|go|am|have)\b", text))
    ):
        yield text
    elif marked and (stated := _STATED.match(text)):
        wh = f"{stated['wh']} " if stated["wh"] else ""
        who, rest = stated["who"], stated["rest"]
        if stated["aux"]:
            yield f"{wh}{stated['aux']} {who} {rest}"
        elif rest.startswith("ever ") or re.match(r"\w+ed\b", rest):
            yield f"{wh}have {who} {rest}"
        elif re.match(
            r"(?:a|an|the|still|there|not|real|married|alive|person|human|machine|robot|computer|\w+ing)\b",
            rest,
        ):
            yield f"{wh}{'are' if who == 'you' else 'is'} {who} {rest}"
        elif not past(rest.split()[0]):  # "you had to queue for bread" says how one lived
            yield f"{wh}do {who} {rest}"
