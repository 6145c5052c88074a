"""Questions that a language model grows from a known life: how it is asked, and what of it is kept. Pure.

The paper's own way to extrapolate. What comes back joins the cache as candidates like any other: one
question, short, with no name, place or number that the narrator has not said, and nothing one would not say.
"""

import re
from collections.abc import Iterable, Iterator

from voice_agent.backends import JsonSchema, Message
from voice_agent.heavy_words import has_heavy_words
from voice_agent.interview.known import Event, Known
from voice_agent.interview.protocol import LONGEST_QUESTION, Wants
from voice_agent.interview.questions import Candidate, Source
from voice_agent.interview.wording import prompts
from voice_agent.interview.wording.checks import asks, faults, parts
from voice_agent.interview.wording.prompts import Prompt
from voice_agent.reading.by_rules import particulars
from voice_agent.reading.words import novelty
from voice_agent.reading.words.vocabulary import SayableWords, said

SHOWN = 12
"""Events shown: what stands out most, so that the prompt stays short."""

MOST_QUESTIONS = 6
"""Questions asked for at a time."""

WORTH = 0.5

SCHEMA: JsonSchema = {
    "type": "object",
    "properties": {
        "questions": {
            "type": "array",
            "maxItems": MOST_QUESTIONS,
            "items": {"type": "string", "maxLength": 120},
        }
    },
    "required": ["questions"],
}

_WANTS = (
    (Wants.WHEN, re.compile(r"^(?:when|how old|what year|in which year)\b", re.IGNORECASE)),
    (Wants.WHERE, re.compile(r"^(?:where)\b", re.IGNORECASE)),
    (Wants.WHO, re.compile(r"^(?:who|whom|whose)\b", re.IGNORECASE)),
    (Wants.WHY, re.compile(r"^(?:why|what made)\b", re.IGNORECASE)),
)


def parse(text: str, origin: str) -> Prompt:
    """Read config/prompts/extrapolation.md. Raises SettingsError with the file and what is missing."""
    return prompts.parse(text, origin, "known", "questions")


def messages(prompt: Prompt, known: Known) -> tuple[Message, ...]:
    """Ask for questions about `known`."""
    return tuple(_messages(prompt, known))


def _messages(prompt: Prompt, known: Known) -> Iterator[Message]:
    yield Message("system", prompt.system)
    for shown, questions in prompt.examples:
        yield Message("user", shown)
        lines = ", ".join(f'"{line}"' for line in questions.splitlines() if line.strip())
        yield Message("assistant", f'{{"questions": [{lines}]}}')
    # nobody is led back to a death by a question that a model thinks of
    fine = (e for e in known.events if not (has_heavy_words(e.line) or particulars.hurts(e.line)))
    best = sorted(fine, key=lambda each: (-each.weight, each.id))[:SHOWN]
    yield Message("user", "\n".join(_line(each) for each in best))


def kept(answer: object, known: Known, prompt: Prompt) -> tuple[Candidate, ...]:
    """Return those questions of a model's `answer` that may be asked."""
    found = answer.get("questions") if isinstance(answer, dict) else None
    told = said(*(each.line for each in known.events), *(_line(each) for each in known.events))
    leaks = novelty.gist(" ".join(text for pair in prompt.examples for text in pair))
    spoken = novelty.gist(" ".join(each.line for each in known.events))
    lines = [str(each) for each in found] if isinstance(found, list) else []
    fine = [ask for line in lines if (ask := _fit(line, told)) and not _strange(ask, leaks, spoken)]
    return tuple(
        Candidate(ask, _wants(ask), Source.MODEL, kind="extrapolated", worth=WORTH)
        for ask in dict.fromkeys(fine)
    )


def _fit(line: str, told: SayableWords) -> str:
    """One question as it may be asked, or nothing."""
    ask = " ".join(line.split())
    whole = parts(ask)
    if len(whole) != 1 or not ask.endswith("?") or not asks(ask):
        return ""
    if len(ask.split()) > LONGEST_QUESTION or faults(ask, told):
        return ""
    return ask


def _strange(ask: str, leaks: frozenset[str], spoken: frozenset[str]) -> bool:
    """Does it ask about an example's things, or about nothing that was told?"""
    about = novelty.gist(ask)
    return bool((about & leaks) - spoken) or not about & spoken


def _wants(ask: str) -> Wants:
    return next((wants for wants, pattern in _WANTS if pattern.search(ask)), Wants.MORE)


def _line(event: Event) -> str:
    people, places = ", ".join(event.people), ", ".join(event.places)
    return f"{event.dated or '(no date)'} | {people} | {places} | {event.line}"


def merged(grown: Iterable[Candidate], extrapolated: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """Both, none twice; what rules have grown comes first."""
    found = {each.key: each for each in extrapolated}
    return tuple({**{each.key: each for each in grown}, **found}.values())
