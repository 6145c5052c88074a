"""Numbers that are dialled, figure by figure and in the groups in which they are written. Pure."""

import re

from voice_agent.speech.counting import COUNTABLE, figures

_DIALLED = re.compile(
    r"(?i:\b(?:call|calling|dial|dialing|dialling|ring|ringing|rang|phone|phoning|text|texting|number (?:is|was)|that is)\b)"
    r"(?:\s+[A-Za-z]+){0,3}?\s+(\+?\(?\d[\d ()-]*\d)(?!\d|,\d|[.:]\d|\s*%|\s?[AaPp]\.?[Mm]\b|\s+(?:"
    + COUNTABLE
    + r")\b)"
)
_EXCHANGE = re.compile(
    r"\b((?i:telephone|phone|number|ring|rang|dial|exchange)\b[^.?!\d]*\b[A-Z][a-z]+\s)(\d{3,4})\b"
)
"""“Our number was Whitehall 1212”: a word is dialled first."""

_GROUPED = (
    r"(?<![\w.,-])(?:\+?1[ .-])?\d{3}[ .-]\d{3}[ .-]\d{4}(?!\w)",
    r"(?<![\w.,/-])\d{3}-\d{4}(?![\w-])",
    r"(?<![\w.,:/-])(?:\+\d{1,3}|\(?0\d+\)?)(?:[ -]\d{2,})+(?![\w:/]|\.\d)",
    r"(?<![\w.,:/])0\d+(?![\w:/]|\.\d)",
    rf"(?<![\w.,$£€/-])(?:911|988|999|112)(?![\w%/]|[.,:]\d|-\d|\s+(?:{COUNTABLE})\b)",
)


def telephones(text: str) -> str:
    """Return `text` with every number that somebody would dial in single figures."""
    text = _EXCHANGE.sub(lambda match: match[1] + figures(match[2]), text)
    text = _DIALLED.sub(_dialled, text)
    for pattern in _GROUPED:
        text = re.sub(pattern, lambda match: _groups(match[0]), text)
    return text


def _dialled(match: re.Match[str]) -> str:
    if len(re.sub(r"\D", "", match[1])) < 3:
        return match[0]
    return match[0][: match.start(1) - match.start()] + _groups(match[1])


def _groups(digits: str) -> str:
    plus = "plus " if digits.startswith("+") else ""
    return plus + ", ".join(figures(group) for group in re.findall(r"\d+", digits))
