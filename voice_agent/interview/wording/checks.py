"""What a model wrote is checked before it is spoken. Pure.

The interviewer chooses what to do; a model may only find words for it. These are the rules those
words keep (product.md's table): one question at most, last and short; nothing about the narrator's
life that the narrator has not said; nothing one would not say to one's own grandmother. Any fault
and the reply is not spoken: the interviewer's own words are always at hand.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from voice_agent.interview.wording.unsaid import COMPILED, Rule
from voice_agent.reading.words.asking import asks, parts
from voice_agent.reading.words.vocabulary import (
    SayableWords,
    plain,
    strange_kin,
    strange_names,
    strange_numbers,
)

LONGEST_REPLY = 45
"""Words."""

LONGEST_QUESTION = 20
"""Words."""

_WORD = re.compile(r"[\w'-]*\w")

_SECOND = re.compile(
    r"(?<!when )(?<!where )(?<!who )(?<!how )(?<!what )(,|;|,? (and|or)) "
    r"((what|who|which|why|how|whether) |(where|when) (did|was|were|do|does|is|are|had|would|could) |(did|was|were|do|does|had|have|is|are|would|could|can) "
    r"(you|he|she|they|it|there|that|your|his|her|the)\b)",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"^(and |so |then |but |well, )?(what|where|who|which|why|how|when|did|was|were|do|does|had|have|is|are|"
    r"would|could|can|will)\b|\b(tell me|what|where|who|why|how)\b",
    re.IGNORECASE,
)
_MARKUP = re.compile(
    r"[*_#`<>|\[\](){}~^=\\/@&%$€£+•·→]|https?:|www\.|\b[a-z-]{2,}\.[a-z]{2,}\b|\n\s*\n|^\s*(-|\d+[.)])\s|"
    r"^\s*(interviewer|assistant|narrator|reply|answer|ai|you)\s*:",
    re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a reply is not spoken."""

    rule: Rule
    words: str
    """The part that breaks it; may hold the narrator's words, so never for a log."""


def faults(reply: str, known: SayableWords) -> tuple[Fault, ...]:
    """Say what is wrong with `reply`; empty where it may be spoken. `known`: see vocabulary.said."""
    return tuple(_faults(reply, known))


def _faults(reply: str, known: SayableWords) -> Iterator[Fault]:
    text = plain(reply).strip()
    if not _WORD.search(text):
        yield Fault(Rule.EMPTY, "")
        return
    if spoilt := unspeakable(text):
        yield Fault(Rule.MARKUP, spoilt)
    sentences = parts(text)
    yield from _shape(text, sentences)
    for sentence in sentences:
        for rule, patterns in COMPILED.items():
            found = next((m for p in patterns if (m := p.search(sentence))), None)
            if found and not (rule is Rule.DIAGNOSIS and known.has(found[0].casefold())):
                # the narrator may have named an illness; then it is part of the story
                yield Fault(rule, found[0].strip())
        for rule, strange in (
            (Rule.NAME, strange_names),
            (Rule.NUMBER, strange_numbers),
            (Rule.KIN, strange_kin),
        ):
            for word in strange(sentence, known):
                yield Fault(rule, word)


def unspeakable(text: str) -> str:
    """Return the first thing in `text` that cannot be read aloud, or nothing."""
    if found := _MARKUP.search(text):
        return found[0]
    for letter in text:
        if letter in "\n'\"":
            continue
        category = unicodedata.category(letter)
        if (
            category[0] in "SCM"
            or category in ("No", "Nl")
            or (category[0] == "L" and not unicodedata.name(letter, "").startswith("LATIN"))
        ):
            return letter
    return ""


def _shape(text: str, sentences: list[str]) -> Iterator[Fault]:
    if len(_WORD.findall(text)) > LONGEST_REPLY:
        yield Fault(Rule.LENGTH, f"{len(_WORD.findall(text))} words")
    asking = [place for place, sentence in enumerate(sentences) if asks(sentence)]
    if len(asking) > 1:
        yield Fault(Rule.ONE_QUESTION, f"{len(asking)} questions")
    if asking and asking[-1] != len(sentences) - 1:
        yield Fault(Rule.QUESTION_LAST, sentences[-1])
    for place in asking:
        count = len(_WORD.findall(sentences[place]))
        if count > LONGEST_QUESTION:
            yield Fault(Rule.QUESTION_LENGTH, f"{count} words")
        if second := _second(sentences[place]):
            yield Fault(Rule.ONE_QUESTION, second)


def _second(sentence: str) -> str:
    """A second question inside the same sentence, after a first one has begun."""
    for found in _SECOND.finditer(sentence):
        before = sentence[: found.start()]
        # "When you came home, who was there?" has one question, "Who was there, and why?" two
        opens_a_clause = re.match(
            r"(and |so )?(when|while|if|after|before|as|where)\b(?! (did|was|were|is|do))",
            before,
            re.IGNORECASE,
        )
        # "your Tom, who could tell an engine by its drip?" asks no second time
        relative = re.match(r", (?:who|which) ", found[0])
        if _ASKED.search(before) and not opens_a_clause and not relative:
            return found[0].strip()
    return ""
