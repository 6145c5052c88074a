"""What a writer puts on paper and a speaker does not say: markup, links, stage directions, emoji.

Pure. Language models decorate their sentences however often they are told not to.
"""

import html
import re
import unicodedata

import emoji

_TAG = re.compile(r"<!--.*?-->|<[/!?]?[A-Za-z][^<>]*>", re.DOTALL)
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*(?:\s+\"[^\"]*\")?\)")
_ADDRESS = re.compile(r"\b(?:https?|ftp|file)://\S*[\w/]|\bwww\.\S*\w|\bmailto:\S+", re.IGNORECASE)
_MAIL = re.compile(r"\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b")
_LINE = re.compile(
    r"^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+•][ \t]+(?:\[[ xX]\][ \t]*)?|\d{1,2}[.)][ \t]+(?=[A-Z*_\"“]))",
    re.MULTILINE,
)
_RULE = re.compile(r"^[ \t]*(?:[-*_=]{3,}|```\w*|~~~\w*|[|:\- ]*\|[|:\- ]*)[ \t]*$", re.MULTILINE)
_SPEAKER = re.compile(
    r"^[ \t]*[*_]*(?:interviewer|assistant|narrator|system|ai|response|answer)[*_]*:[*_]*[ \t]*",
    re.IGNORECASE | re.MULTILINE,
)
_ACTION = (
    r"(?:(?:soft|warm|gent|quiet|kind|slow|brief|slight)(?:ly|le)?\s+)?"
    r"(?:laugh|smil|nod|paus|sigh|chuckl|whisper|lean|listen|silen|wait|beat\b|music|cough|breath|"
    r"clears?\b|speak|thoughtful|tone\b|gently\b|softly\b|warmly\b|quietly\b)"
)
_DIRECTION = re.compile(
    rf"\*{_ACTION}[^*\n]*\*|(?<!\w)_{_ACTION}[^_\n]*_(?!\w)|\({_ACTION}[^()]*\)", re.IGNORECASE
)
_BRACKETS = re.compile(r"\[[^\[\]]*\]|\{[^{}]*\}")
_ASIDE = re.compile(r"\s*\(([^()]*)\)")
_FACE = re.compile(r"(?<!\w)(?:[:;=]['’]?-?[()DPp/|]|<3|\^_?\^)(?!\w)")


def unmarked(text: str) -> str:
    """Return what would be said of `text`, its numbers and abbreviations still as written."""
    text = _unescaped(text)
    text = emoji.replace_emoji(text, " ")
    text = _TAG.sub(" ", text)
    text = _LINK.sub(r"\1", text)
    text = _MAIL.sub("an e-mail address", _ADDRESS.sub("a web page", text))
    text = _LINE.sub("\n", _RULE.sub("\n", text))
    text = re.sub(r"(?<=[\w”\"'])[ \t]*\n[ \t]*\n\s*", ". ", text)
    text = _SPEAKER.sub("", text)
    text = _DIRECTION.sub(" ", _FACE.sub(" ", text))
    text = _BRACKETS.sub(" ", text)
    text = re.sub(r"[*_`~|]+(?=\w)|(?<=[\w.,;:!?…\"”’')])[*_`~|]+", "", text)
    return _ASIDE.sub(_aside, text)


def _unescaped(text: str) -> str:
    """Turn `&amp;` into `&`, also where it was escaped twice."""
    while (plain := html.unescape(text)) != text:
        text = plain
    return text


def _aside(match: re.Match[str]) -> str:
    """A short bracketed date or name is said between commas, as a speaker would."""
    inside = match[1].strip()
    if not any(unicodedata.category(sign)[0] in "LN" for sign in inside):
        return " "
    if re.fullmatch(r"\d{3}", inside):  # an area code
        return f" {inside}"
    after = match.string[match.end() : match.end() + 1]
    return f", {inside}" if after in {"", ".", ",", ";", ":", "?", "!"} else f", {inside},"
