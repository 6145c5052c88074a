"""A language model smooths the narrator's sentences, passage by passage; the gate decides what of it may stand.

    edited = await edit(book, model, claims, plan, prompt)

After GuideLLM 3.5 and appendix E: the model is given the chapter's guidance, the question, the narrator's
numbered sentences and the claims that memory made of them, and writes sentences that cite numbers. A sentence
that fails the gate is replaced by the narrator's own; what the model left out of the claims is put back.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from voice_agent.backends import LanguageModel, Message
from voice_agent.errors import EngineError, SettingsError
from voice_agent.memory.claims import Claim
from voice_agent.memory.events import eventful
from voice_agent.memory.privacy import OPEN, strictest
from voice_agent.memory.terms import terms
from voice_agent.storybook.grounding import Fault, faults
from voice_agent.storybook.pages import Book, Chapter, Kind, Passage, Sentence
from voice_agent.storybook.plan import Plan
from voice_agent.storybook.tidied import finished

SCHEMA = {
    "type": "object",
    "properties": {
        "sentences": {
            "type": "array",
            "minItems": 1,
            "maxItems": 8,
            "items": {
                "type": "object",
                "properties": {
                    "text": {"type": "string", "maxLength": 400},
                    "cites": {
                        "type": "array",
                        "items": {"type": "integer"},
                        "minItems": 1,
                        "maxItems": 5,
                    },
                },
                "required": ["text", "cites"],
            },
        }
    },
    "required": ["sentences"],
}
LIMIT = 700
"""Tokens for one passage."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """config/prompts/chapter.md."""

    system: str
    user: str
    """With {guidance}, {asked}, {nodes} and {said}."""


@dataclass(frozen=True, slots=True)
class Edited:
    """What came of it."""

    book: Book
    offered: int
    """Sentences the model wrote."""

    refused: tuple[Fault, ...]
    """The first fault of each that the gate did not let through."""

    restored: int
    """Sentences of the narrator's put back because the model had left out what they tell."""

    failed: int
    """Passages left as they were, because the model gave nothing usable."""

    late: int = 0
    """Passages left as they were, because the hours in which it may be asked were over."""


def read(path: Path) -> Prompt:
    """Read the prompt. Raises SettingsError."""
    try:
        _, system, user = path.read_text(encoding="utf-8").split("\n## ", 2)
        prompt = Prompt(system.partition("\n")[2].strip(), user.partition("\n")[2].strip())
        prompt.user.format(guidance="", asked="", nodes="", said="")
        return prompt
    except (OSError, ValueError, KeyError, IndexError) as error:
        raise SettingsError(
            f"{path} is not a prompt for chapters: {error}.", mend="Restore it from the package."
        ) from None


async def edit(
    book: Book,
    model: LanguageModel,
    claims: Iterable[Claim],
    plan: Plan,
    prompt: Prompt,
    *,
    tick: Callable[[str], None] = lambda _: None,
    may: Callable[[], bool] = lambda: True,
) -> Edited:
    """Let `model` smooth every passage of `book`, as long as it `may`. Raises nothing for anything a model can answer."""
    by_turn: dict[tuple[str, int], list[Claim]] = {}
    for claim in claims:
        by_turn.setdefault((claim.session, claim.turn), []).append(claim)
    chapters: list[Chapter] = []
    done = _Count()
    for chapter in book.chapters:
        guidance = plan.design(chapter.key).guidance
        passages: list[Passage] = []
        for passage in chapter.passages:
            tick(chapter.title)
            # what she has put otherwise stays so, and what anybody is kept from is read by nobody else
            if passage.otherwise or passage.privacy != OPEN or not passage.sentences:
                passages.append(passage)
                continue
            if not may():
                passages.append(passage)
                done.late += 1
                continue
            answer = await _answer(model, passage, guidance, by_turn, prompt)
            passages.append(_held(passage, answer, by_turn, done))
        chapters.append(replace(chapter, passages=tuple(passages)))
    made = Book(book.narrator, tuple(chapters), model.name, book.left_out)
    return Edited(made, done.offered, tuple(done.refused), done.restored, done.failed, done.late)


class _Count:
    def __init__(self) -> None:
        self.offered = 0
        self.refused: list[Fault] = []
        self.restored = 0
        self.failed = 0
        self.late = 0


Turns = Mapping[tuple[str, int], Sequence[Claim]]


async def _answer(
    model: LanguageModel, passage: Passage, guidance: str, claims: Turns, prompt: Prompt
) -> Sequence[Mapping[str, Any]]:
    own = [each for each in passage.sentences if each.told]
    asked = next((s.text for s in passage.sentences if s.kind is Kind.ASKED), "none")
    nodes = [
        f"- {each.what}" + (f" ({each.edtf})" if each.edtf else "")
        for sentence in own
        for each in _of(sentence, claims)
        if eventful(each)
    ]
    said = [f"{number}. {each.text}" for number, each in enumerate(own, start=1)]
    user = prompt.user.format(
        guidance=guidance,
        asked=asked,
        nodes="\n".join(nodes) or "- all of it",
        said="\n".join(said),
    )
    try:
        answer = await model.json(
            [Message("system", prompt.system), Message("user", user)], SCHEMA, limit=LIMIT
        )
    except EngineError:
        return ()
    return answer["sentences"]


def _held(
    passage: Passage, answer: Sequence[Mapping[str, Any]], claims: Turns, done: _Count
) -> Passage:
    """What of the answer may stand, with the narrator's own sentences for all else."""
    own = [each for each in passage.sentences if each.told]
    heads = [each for each in passage.sentences if not each.told]
    placed: list[tuple[int, int, Sentence]] = []
    told: set[int] = set()
    for number, each in enumerate(answer):
        cites = sorted({n - 1 for n in each["cites"] if 1 <= n <= len(own)})
        text = finished(" ".join(str(each["text"]).split()))
        done.offered += 1
        if not cites or not text:
            continue
        cited = [own[n] for n in cites]
        sentence = Sentence(
            text,
            Kind.WRITTEN,
            tuple(dict.fromkeys(span for one in cited for span in one.spans)),
            strictest(one.privacy for one in cited),
            beside="; ".join(dict.fromkeys(one.beside for one in cited if one.beside)),
        )
        dates = [c.edtf for one in cited for c in _of(one, claims) if c.edtf]
        if wrong := faults(sentence, dates=dates):
            done.refused.append(wrong[0])
            continue
        if any(n in told for n in cites) and set(cites) <= told:
            continue  # said already
        placed.append((cites[0], number, sentence))
        told |= set(cites)
    if not placed:
        done.failed += 1
        return passage
    for place, sentence in enumerate(own):
        if place not in told or _lost(sentence, [s for _, _, s in placed], claims):
            done.restored += place in told
            placed.append((place, -1, sentence))
    ordered = [sentence for _, _, sentence in sorted(placed, key=lambda each: each[:2])]
    return replace(passage, sentences=(*heads, *ordered))


def _lost(sentence: Sentence, written: Sequence[Sentence], claims: Turns) -> bool:
    """Does a sentence tell an event of which nothing is left in the sentences that cite it?"""
    citing = [each.text for each in written if set(sentence.spans) & set(each.spans)]
    whole = " ".join(citing)
    return any(
        len(terms(each.what) & terms(whole)) * 2 < len(terms(each.what))
        for each in _of(sentence, claims)
        if eventful(each) and terms(each.what)
    )


def _of(sentence: Sentence, claims: Turns) -> list[Claim]:
    return [
        each
        for span in sentence.spans
        for each in claims.get((span.session, span.turn), ())
        if any(m.first < span.last and span.first < m.last for m in each.mentions)
    ]
