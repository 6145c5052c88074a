"""What a question asks a number for: a year, the narrator's own age, or something else."""

import re

from voice_agent.memory.clauses import sentences
from voice_agent.memory.dates.date_scene import Sought
from voice_agent.memory.dates.number_words import NUMBER

_NUMBER = re.compile(
    r"\bhow (?!(?:did|do|does|was|were|is|are|had|has|have|would|could|can|come|about)\b)\w+"
    r"|\bwhat (?:age|number|price|size|time)\b|\b(?:what|which) (?:room|house|flat|ward|bus|street)\b",
    re.IGNORECASE,
)
""" "How many", "how far", "how old", "what number"."""

_AGE = re.compile(
    rf"\bhow old\b|\bwhat age\b|\byou (?:were|are|turned) (?:about |around |nearly |over )?(?:\d{{1,2}}\b|{NUMBER.pattern})",
    re.IGNORECASE,
)
"""Or what happened at one: "when you were forty-two"."""

_THINKS = re.compile(
    r"\b(?:do|did|would|might) you (?:say|think|reckon|suppose|guess)\b", re.IGNORECASE
)
_YOU = re.compile(
    r"\b(?:you (?:were|was|be|are)|(?:were|was|are|would|might|must|could|did|had) you)\b", re.I
)
_YEAR = re.compile(
    r"\bwhen(?:abouts)? ?\?|\bwhen(?:abouts)?,? (?:about|roughly|exactly|then|in your life|"
    r"did|do|does|was|were|is|are|had|has|have|would|could|might|must)\b"
    r"|\b(?:what|which) (?:year|date|day)\b|\b(?:was it|was \d{4}|which)\b.*\bor\b.*\?",
    re.IGNORECASE,
)


def sought(said: str, *, leaning: bool) -> Sought:
    """What a bare number would answer after the interviewer `said` this.

    `leaning`: something is being put right, so that a number is a year unless another one was asked for.
    Raises nothing.
    """
    asked = [said[first:last] for first, last in sentences(said) if "?" in said[first:last]]
    question = asked[-1] if asked else ""
    if _AGE.search(question):
        return Sought.AGE if _YOU.search(_THINKS.sub("", question)) else Sought.NOTHING
    if _NUMBER.search(question):
        return Sought.NOTHING
    return Sought.YEAR if leaning or _YEAR.search(question) else Sought.NOTHING
