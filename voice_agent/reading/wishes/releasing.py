"""Who may know after all: a plain word that lets out what was kept back, or lets one person in. Pure.

    asked("I said anybody can hear about the boots.")            ->  Release(story="the boots")
    asked("Rhiannon may hear it after all.")                     ->  Release(who="rhiannon")
    asked("There's no need to keep Idwal back any more.")        ->  Release(story="idwal")

It is said of now and by nobody in the story. What takes part of it back ("but not Ann"), asks, or tells what was
("it was no secret") lets nothing out.
"""

import re
from typing import NamedTuple

from voice_agent.reading.wishes import openly
from voice_agent.reading.wishes.forgetting import NOTHING_NAMED
from voice_agent.reading.wishes.quoted import unquoted
from voice_agent.reading.wishes.whom import whom
from voice_agent.reading.words.plain_words import plain
from voice_agent.verbs import past


class Release(NamedTuple):
    """What is let out."""

    who: str = ""
    """Who alone is let in, in plain words; "": everybody."""

    story: str = ""
    """What it is about where words name it, in plain words; "": what was kept back last."""

    now: bool = True
    """It allows something from now on; False: it only says that something is no secret."""


_LEADS = (
    r"(?:(?:and|but|so|now|no|yes|well|right|then|there|please|listen|look|dear|i said|i say|i told you|i tell you|i have told you|"
    r"as i said|i think|i have changed my mind|on second thoughts|come to think of it|mind|of course|after all) )*"
)
_IT = r"(?:it|that|this|them|all of (?:it|that)|that one|this one|that story|the story)"
_KNOW = r"(?:know|hear|have|read|see|listen to|be told|learn)"
_MORE = (
    r"(?: (?:after all|now|then|too|as well|any ?more|any longer|either|if (?:she|he|they) (?:likes?|wants?(?: to)?)|by all means|for all i care|"
    r"with pleasure|please|mind|i do not mind|longer|at all|from me|you know))*"
)
_OF = rf"(?:{_IT}|about (?P<story>(?!it\b|that\b|this\b)\w+(?: \w+){{0,6}}?)|about {_IT})"
_WHO = (
    r"(?P<who>(?!(?:i|you|we|it|that|this|he|she|they|nobody|who|what|there)\b)\w+(?: \w+){0,3}?)"
)
_KEPT = r"(?:back|private|secret|quiet|to yourself|between us|in|locked(?: up| away)?|from (?P<from>\w+(?: \w+)?))"
_WHAT = rf"(?:{_IT}|(?P<story>\w+(?: \w+){{0,5}}?))"

_LETS_IN = tuple(
    re.compile(form)
    for form in (
        rf"{_LEADS}{_WHO} (?:may|can|might as well|is allowed to|are allowed to|is welcome to) (?:just |well |as well )?{_KNOW} {_OF}{_MORE}",
        rf"{_LEADS}(?:you (?:may|can) )?let {_WHO} {_KNOW} {_OF}{_MORE}",
        rf"{_LEADS}i do not mind (?:if )?{_WHO} (?:knowing|hearing|having|reading|knows|hears|has|reads) {_OF}{_MORE}",
    )
)
_AFTER_ALL = re.compile(
    r"\b(?:after all|now|any ?more|any longer|changed my mind|second thoughts)\b"
)
_NO_NEED = tuple(
    re.compile(form)
    for form in (
        rf"{_LEADS}(?:there is )?no (?:more )?need(?: for you)? to (?:keep|hide) {_WHAT} {_KEPT}{_MORE}",
        rf"{_LEADS}you (?:need not|do not (?:have|need) to) (?:keep|hide) {_WHAT} {_KEPT}{_MORE}",
        rf"{_LEADS}(?:you )?(?:can|may|should|must)? ?stop keeping {_WHAT} {_KEPT}{_MORE}",
        rf"{_LEADS}(?:do not|you must not) keep {_WHAT} back{_MORE}",
        rf"{_LEADS}{_WHAT} (?:need not|does not (?:have|need) to|do not (?:have|need) to) be (?:kept (?:back|private|secret|quiet)|private|secret|a secret){_MORE}",
        rf"{_LEADS}{_WHAT} (?:can|may) come out (?:now|after all|then){_MORE}",
        rf"{_LEADS}{_WHAT} is (?:no longer|not) (?:private|a secret|secret){_MORE} any ?(?:more|longer)",
    )
)
_STORY = re.compile(
    r"\babout (?P<about>(?!it\b|that\b|this\b|them\b|him\b|her\b)\w+(?: \w+){0,5}?)(?: (?:after all|now|too|mind|please|if .*))*$|^(?P<first>(?:the|that|my|our) (?:\w+ ){1,3}?)(?:story|one|tale|business|bit)\b"
)
_OF_THEN = re.compile(
    r"\b(?:was|were|had|did|knew|used|said (?:to|he|she|they)|told (?:him|her|them|my)|he said|she said|they said|would have|could have)\b"
)
_OF_WISHES = frozenset("said told kept let put changed heard read cut locked".split())  # noqa: SIM905
"""Past tenses that a word of now may hold: "I said", "it need not be kept"."""

_TAKES_BACK = re.compile(
    r"\b(?:only|alone|but|except|bar|save|until|till|unless|before|after (?!all)|once|when|while|not (?:for|to|yet)|never|nobody|no one|no ?body|rest|others)\b|\?"
)


def asked(sentence: str) -> Release | None:
    """Return what `sentence` lets out; None where it lets out nothing."""
    own = unquoted(sentence)
    text = plain(own).replace(" . ", " ").strip(" .")
    if not text or "?" in own or _OF_THEN.search(text) or re.search(r"\b(?:rest|others?)\b", text):
        return None
    if any(past(word) and word not in _OF_WISHES for word in text.split()):
        return None  # it tells what was: "it's no secret that he drank"
    if openly.says(own):
        named = _STORY.search(text)
        story = (named["about"] or named["first"] or "").strip() if named else ""
        story = "" if frozenset(story.split()) <= NOTHING_NAMED else story
        return Release(story=story, now=openly.allows(own))
    if _TAKES_BACK.search(text):
        return None
    for piece in _pieces(own, text):
        for form in _NO_NEED:
            if match := form.fullmatch(piece):
                return _no_need(own, match)
        if found := _let_in(own, piece, text):
            return found
    return None


def _pieces(own: str, text: str) -> list[str]:
    """The whole of it, and its one clause beside which the others only lead to it: "No, Ann may hear it, I've changed my mind"."""
    clauses = [plain(each).strip(" .") for each in re.split(r"[,;:–—]", own) if each.strip()]
    says = [each for each in clauses if not re.fullmatch(_LEADS, f"{each} ")]
    return [text, *(says if len(says) == 1 else ())]


def _no_need(own: str, match: re.Match[str]) -> Release | None:
    kept_from = match.groupdict().get("from") or ""
    if not kept_from or _ALL.fullmatch(kept_from):
        return Release(story=_story(match))
    who = whom(own)
    return (
        Release(who, _story(match)) if who and set(who.split()) & set(kept_from.split()) else None
    )


_ALL = re.compile(
    r"(?:any|every) ?(?:one|body)(?: else)?|them(?: all)?|people|folk|(?:the|my) (?:family|others)"
)


def _let_in(own: str, piece: str, text: str) -> Release | None:
    """Where one person is let in: they are named, and it is plain that it was otherwise before."""
    for form in _LETS_IN:
        match = form.fullmatch(piece)
        if match is None or not (_AFTER_ALL.search(text) or "let" in text.split()):
            continue
        named = whom(own)
        if named and set(match["who"].split()) & set(named.split()):
            return Release(who=named, story=_story(match))
    return None


def _story(match: re.Match[str]) -> str:
    story = match.groupdict().get("story") or ""
    return "" if frozenset(story.split()) <= NOTHING_NAMED else story
