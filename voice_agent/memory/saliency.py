"""How much a memory stands out, 1 to 10, by rules that say why.

The paper asks a language model; these rules look for what such a model is shown in its examples: turning
points of a life, strong words, first and last times, what the narrator says they will never forget, and
on the other side errands, weather and bins.
"""

import re
from dataclasses import dataclass

from voice_agent.memory.affect import NEUTRAL, Affect


@dataclass(frozen=True, slots=True)
class Saliency:
    """How much it stands out."""

    score: int = 3
    """1 (an errand) .. 10 (what a life turned on)."""

    reason: str = "nothing stands out"

    @property
    def share(self) -> float:
        """0..1: what recall uses. The raw score would drown a similarity below 1."""
        return (self.score - 1) / 9


def _any(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{words})\b", re.IGNORECASE)


_RULES: tuple[tuple[int, str, re.Pattern[str]], ...] = (
    (
        4,
        "a turning point",
        _any(
            r"died|death|funeral|passed(?: away)?|lost (?:a|the|our|my|him|her) \w+|buried|killed|suicide"
            r"|was born|gave birth|deliver(?:ed)? (?:a|the) \w+|married|wedding|proposed|divorced?|engaged"
            r"|adopted|emigrated|left home|fled|refugee|war|soldiers?|prison|camp|stroke|cancer|leukaemia"
        ),
    ),
    (
        2,
        "a change",
        _any(
            r"retired|graduated|moved|came to|left|closed|sold the|bought (?:the|our|this) house|hospital"
            r"|operation|accident|fire|strike|arrested|fell|fired|hired|promoted|medal|speech"
        ),
    ),
    (
        2,
        "the narrator said so",
        _any(
            r"never forg[eo]t\w*|always remember|still (?:hear|see|feel|smell|have|think)|to this day"
            r"|changed (?:my|our) li(?:fe|ves)|every day of|the best (?:day|thing)|the worst|ashamed|proud(?:est)?"
            r"|sorry for|for the first time|never (?:told|spoke|learned|called|said)"
        ),
    ),
    (
        1,
        "a first or a last time",
        _any(r"first|last (?:time|one|of)|never again|at last|for good|only time"),
    ),
    (
        1,
        "strong words",
        _any(
            r"cried|wept|laughed|afraid|frightened|angry|love[d]?|hate[d]?|terrified|happy|grief|heart\w*"
            r"|lonely|joy|danced|sang|dream(?:ed|t)?|prayed"
        ),
    ),
    (
        1,
        "close people",
        _any(
            r"mother|father|mama|papa|mum|dad|husband|wife|son|daughter|sister|brother|grand\w+|twins|baby"
        ),
    ),
    (
        -2,
        "an errand",
        _any(
            r"appointment|council|bins?|tax|licence|letter about|pills?|jab|filter|potatoes|marmalade|parking"
            r"|delivery|toaster|boiler|bus stop|hours|inch|weather|glasses|hearing aid|co-op|supermarket"
        ),
    ),
)

SHORT = 9
"""Words; what is said in fewer seldom tells a story."""


def rate(text: str, affect: Affect = NEUTRAL, tellings: int = 1) -> Saliency:
    """Rate one memory. Raises nothing."""
    score, reasons = 3, list[tuple[int, str]]()
    for worth, reason, found in _RULES:
        if found.search(text):
            score += worth
            reasons.append((worth, reason))
    if abs(affect.valence) + abs(affect.arousal) > 0.35:
        score += 1
        reasons.append((1, "told with feeling"))
    if tellings > 1:
        score += min(2, tellings - 1)
        reasons.append((2, f"told {tellings} times"))
    if len(text.split()) < SHORT:
        score -= 1
        reasons.append((-1, "said in passing"))
    score = max(1, min(10, score))
    named = [reason for _, reason in sorted(reasons, key=lambda each: -abs(each[0]))]
    return Saliency(score, ", ".join(named) or "nothing stands out")
