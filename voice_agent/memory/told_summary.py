"""A session's summary in a language model's order, and in no word that was not said.

The model is shown the session a few turns at a time, with what it wrote so far, and says it again in few
sentences. Each sentence is then held against the turns: every word that carries meaning, every name and
number, and whether it is denied must stand in one turn or two neighbouring ones. What does not is left out;
where too little is left, the extractive summary (`summary.summarise`) takes its place.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from voice_agent.backends import JsonSchema, LanguageModel, Message
from voice_agent.errors import EngineError
from voice_agent.memory.clauses import sentences
from voice_agent.memory.quotes import stories
from voice_agent.memory.repairs.disputed import disputed, holds
from voice_agent.memory.summary import SENTENCES, WORDS
from voice_agent.memory.terms import terms
from voice_agent.story import Turn
from voice_agent.verbs import whole

TOGETHER = 8
"""Turns shown at once: about 1,500 tokens, which leaves room in the smallest context."""

FEWEST = 2
"""Sentences that must stand the test; with fewer the narrator's own are better."""

LONGEST_SENTENCE_WORDS = 25
"""Words of a sentence that is read aloud."""

SCHEMA: JsonSchema = {
    "type": "object",
    "properties": {
        "sentences": {
            "type": "array",
            "items": {"type": "string", "maxLength": 200},
            "minItems": 1,
            "maxItems": SENTENCES,
        }
    },
    "required": ["sentences"],
    "additionalProperties": False,
}

_INSTRUCTION = (
    "Somebody tells about their life. Say again what was told, in two to four short sentences, in the first "
    "person, in their own words. Keep what mattered most to them. Use only words that they used. Add nothing, "
    "judge nothing, and do not change any name or date."
)

_DENIED = re.compile(r"\b(?:not|never|no|nobody|nothing|none|neither|nor|without)\b|n['’]t\b", re.I)
_NAMED = re.compile(r"(?<=[\w,;] )[A-Z][\w'’-]+|\d+")


async def condensed(model: LanguageModel, turns: Sequence[Turn]) -> str:
    """Return two to four sentences that the turns hold, at most 60 words; "" where the model cannot.

    One request for each TOGETHER turns. Raises nothing: an engine that fails is "".
    """
    told = [turn.text for turn in stories(turns) if turn.text.strip()]
    so_far: list[str] = []
    for first in range(0, len(told), TOGETHER):
        lines = [f"Told: {text}" for text in told[first : first + TOGETHER]]
        if so_far:
            lines.insert(0, f"Before that, in short: {' '.join(so_far)}")
        asked = [Message("system", _INSTRUCTION), Message("user", "\n".join(lines))]
        try:
            answer = await model.json(asked, SCHEMA, limit=240)
        except EngineError:
            return ""
        so_far = [each for each in _sentences(answer) if held(each, told)]
    kept: list[str] = []
    gone = [words for told_of in disputed(turns).values() for words in told_of]
    for each in so_far:
        if any(holds(each, words) for words in gone):
            continue
        if sum(len(other.split()) for other in (*kept, each)) <= WORDS:
            kept.append(each)
    return " ".join(kept) if len(kept) >= FEWEST else ""


def held(sentence: str, told: Sequence[str]) -> bool:
    """Do one or two neighbouring turns say all of `sentence`?"""
    meant = terms(sentence)
    named = {each.lower() for each in _NAMED.findall(sentence)}
    if (
        not meant
        or not whole(sentence)
        or "?" in sentence
        or len(sentence.split()) > LONGEST_SENTENCE_WORDS
    ):
        return False
    for place in range(len(told)):
        for window in (told[place : place + 1], told[place : place + 2]):
            text = " ".join(window)
            words = set(re.findall(r"[\w'’-]+", text.lower()))
            if meant <= terms(text) and named <= words and _as_denied(sentence, meant, text):
                return True
    return False


def _as_denied(sentence: str, meant: frozenset[str], text: str) -> bool:
    """Is it denied where the sentence of `text` that shares most with it is, and nowhere else?"""
    told = [text[first:last] for first, last in sentences(text)]
    nearest = max(told, key=lambda each: len(terms(each) & meant), default="")
    return bool(_DENIED.search(sentence)) == bool(_DENIED.search(nearest))


def _sentences(answer: Mapping[str, Any]) -> list[str]:
    found = answer.get("sentences")
    if not isinstance(found, list):
        return []
    said = [" ".join(str(each).split()) for each in found]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return list(dict.fromkeys(each if each[-1:] in ".!" else f"{each}." for each in said if each))
