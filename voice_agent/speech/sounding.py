"""Words that are spelled alike and said apart, spelled as they sound where a voice would take the wrong one. Pure.

Each row was needed by a voice that we have: piper reads "a lead pipe" as a leader's, hibari has the refuse
men refuse. What both say rightly has no row (live, lives, record, present, use). Both say the new spelling
alike. What decides stands beside the word, no more: "you read to him" stays "reed", for it may be either.
Not mended, for want of a spelling that both say so: an invalid, to desert, and content in hibari.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

_AUXILIARY = r"(?:did|do|does|will|would|can|could|should|may|might|must|let|make|made|help|helped|hear|heard|see|saw|\w+n't)"
_SHE = (
    r"(?:he|she|who|nobody|everybody|somebody|mother|father|mum|mam|mom|dad|gran|granny|grandmother|grandfather|sister|brother"
    r"|aunt|uncle|teacher|husband|wife|(?-i:(?<=[a-z,] )(?!Please\b)[A-Z][a-z]+))"
)
_SOMEBODY = rf"(?:I|you|we|they|it|{_SHE})"
_OFTEN = r"(?: (?:always|often|never|ever|once|only|just|also|still|not))?"
_MY = r"(?:the|his|her|your|my|their|our)"
_CLOTHES = r"(?:dress|coat|stockings?|shirt|frock|trousers|skirt|sleeve|jacket|pocket)"


@dataclass(frozen=True, slots=True)
class _Sense:
    """One way of saying a word."""

    word: str
    spelled: str
    before: str = r"(?!)"
    """What shows it when it stands before the word."""

    after: str = r"(?!)"
    """Or after it."""

    unless: str = r"(?!)"
    """What stands before when it is another sense all the same."""


_SENSES = (
    _Sense("read", "red", rf"\b(?:have|has|had|is|are|was|were|be|been|being|'ve|{_SHE}){_OFTEN} ", unless=rf"\b{_AUXILIARY} (?:\S+ ){{0,3}}"),
    _Sense("read", "red", rf"\b(?:have|has|had|were|was) {_SOMEBODY}{_OFTEN} "),
    _Sense("lead", "led", r"\b(?:(?:made|full|lumps?|sheets?|bits?|piece|heavy|roof) (?:of|as)|stole the|melted(?: the)?) ",
           r" (?:pip(?:es?|ing)|paint|soldiers?|roof|poisoning|shot|weights?|min(?:es?|ers?|ing)|toys?|glass|lining|works|sheets?)\b"),
    _Sense("wound", "wownd", rf"\b{_SOMEBODY}{_OFTEN} |\b(?:road|river|path|lane|procession) ", rf" (?:up|round|{_MY} (?:clock|wool|gramophone|watch))\b"),
    _Sense("wind", "wined", after=rf" (?:up|it|{_MY} (?:clock|wool|gramophone|watch))\b"),
    _Sense("tear", "tare", rf"\b(?:to|{_AUXILIARY}(?: {_SOMEBODY})?|you|I|they){_OFTEN} ", rf" (?:it|up|off|down|open|apart|(?:in )?{_MY} {_CLOTHES})\b"),
    _Sense("bow", "bough", r"\b(?:took|take|takes|taking|made|make) (?:a |your |his |her )?(?:deep |last |final )?",
           rf" (?:of the (?:ship|boat|lifeboat|trawler)|to {_MY} (?:king|queen|audience)|{_MY} heads?)\b"),
    _Sense("bowed", "boughed", r""),
    _Sense(r"row(?! (?:of|in)\b)", "rau", r"\b(?:terrible|blazing|awful|flaming|dreadful|family|big|such a|(?:had|have|having|was) a) ", r" (?:about|over)\b"),
    _Sense("minute", "my-newt", after=r" (?:amounts?|details?|quantity|quantities|traces?|pieces?|print|writing|handwriting|stitch\w*)\b"),
    _Sense("refuse", "ref-use", after=r" (?:men|man|collect\w+|tip|bins?|cart|lorry|heap|sacks?|dump)\b"),
    _Sense("object", "objekt", rf"\b(?:to|{_AUXILIARY}(?: {_SOMEBODY}| {_MY} \w+)?|I|you|we|they){_OFTEN} "),
    _Sense("close", "cloze", rf"\b(?:to|{_AUXILIARY}(?: {_SOMEBODY}| {_MY} \w+)?) ", rf" (?:{_MY}|it|them)\b", unless=r"\b(?:so|very|too|how|was|were|be|come|came|stay|stayed) "),
    _Sense(r"close(?= to\b)", "kloce", rf"\b(?:was|were|are|is) (?:{_SOMEBODY}|{_MY} \w+) "),
    _Sense(r"excuse(?= (?:me|us|him|her|my|the)\b)", "excuze", r""),
    _Sense("sow", "sew", r"\b(?:to|you|they|we) ", r" (?:the|seeds?|corn|wheat|barley|oats|peas|beans)\b"),
    _Sense("bass", "base", r"\b(?:sang|sing|sings|double|plays?|played) (?:the )?"),
    _Sense("(?-i:Reading)", "Redding", r"[a-z,] "),
    _Sense("halfpenny", "hapenny", r""),
    _Sense("halfpennies", "hapennies", r""),
)  # fmt: skip


def _as_meant(sense: _Sense) -> Callable[[re.Match[str]], str]:
    before = re.compile(rf"(?:{sense.before})$", re.IGNORECASE)
    unless = re.compile(rf"(?:{sense.unless})$", re.IGNORECASE)
    after = re.compile(sense.after, re.IGNORECASE)

    def spelled(match: re.Match[str]) -> str:
        said, rest = match.string[: match.start()], match.string[match.end() :]
        if unless.search(said) or not (before.search(said) or after.match(rest)):
            return match[0]
        return sense.spelled.capitalize() if match[0][0].isupper() else sense.spelled

    return spelled


_ROWS = tuple(
    (re.compile(rf"\b{sense.word}\b", re.IGNORECASE), _as_meant(sense)) for sense in _SENSES
)


def by_sound(text: str) -> str:
    """Return `text` with such words spelled as they sound. Saying that again through here changes nothing."""
    for word, as_meant in _ROWS:
        text = word.sub(as_meant, text)
    return text
