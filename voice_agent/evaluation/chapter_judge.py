"""Two books of one narrator before a judge: which has more insight, tells better, moves more?

The paper's three questions about an autobiography, in our own words. A judge is a language model and no more:
each pair of chapters is shown in both orders, and a judge that prefers the place is counted as undecided.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from voice_agent.backends import LanguageModel, Message
from voice_agent.evaluation.tables import Figures
from voice_agent.storybook.pages import Book, Chapter, Text

QUESTIONS = {
    "insightfulness": "Which chapter lets the reader understand this person and what mattered to them better?",
    "narrativity": "Which chapter is the better told story: clear, in order, easy to follow from one thing to the next?",
    "emotional impact": "Which chapter moves a reader more?",
}
LONGEST = 2200
"""Characters of a chapter that the judge reads: the small ones cannot hold more."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One answer about one chapter."""

    chapter: str
    question: str
    wins: str
    """"first", "second" or "undecided"."""


def text_of(chapter: Chapter, which: Text) -> str:
    """A chapter as the judge reads it."""
    pieces = {
        Text.CHAPTER: [s.text for p in chapter.passages for s in p.sentences],
        Text.TIDIED: [s.text for p in chapter.passages for s in p.tidied],
        Text.VERBATIM: [s.text for p in chapter.passages for s in p.verbatim],
    }[which]
    return " ".join(pieces)[:LONGEST]


async def judge(
    model: LanguageModel,
    first: tuple[Book, Text],
    second: tuple[Book, Text],
    *,
    tick: Callable[[], None] = lambda: None,
) -> list[Verdict]:
    """Ask every question about every chapter that both hold. Raises EngineError."""
    found: list[Verdict] = []
    others = {each.key: each for each in second[0].chapters}
    for chapter in first[0].chapters:
        if chapter.key not in others:
            continue
        ours, theirs = text_of(chapter, first[1]), text_of(others[chapter.key], second[1])
        for name, question in QUESTIONS.items():
            there = await _prefers(model, question, ours, theirs)
            back = await _prefers(model, question, theirs, ours)
            wins = (
                "first" if there > 0.5 > back else "second" if there < 0.5 < back else "undecided"
            )
            found.append(Verdict(chapter.key, name, wins))
            tick()
    return found


async def _prefers(model: LanguageModel, question: str, one: str, other: str) -> float:
    prompt = (
        f"Two chapters were made of what the same old person told.\n\nCHAPTER A\n{one}\n\nCHAPTER B\n{other}\n\n"
        f"{question} Answer with one letter, A or B."
    )
    messages = [
        Message("system", "You compare two texts carefully and answer with one letter."),
        Message("user", prompt),
    ]
    return (await model.score(messages, ("A", "B")))[0]


def figures(
    verdicts: Sequence[Verdict], names: tuple[str, str], judge_name: str, *, seed: int
) -> Figures:
    """How often each won."""
    rows: list[dict[str, Any]] = []
    for question in QUESTIONS:
        counts = Counter(each.wins for each in verdicts if each.question == question)
        rows.append(
            {
                "question": question,
                names[0]: counts["first"],
                names[1]: counts["second"],
                "undecided": counts["undecided"],
            }
        )
    notes = [
        f"Judged by {judge_name}, each pair in both orders; undecided where the order decided.",
        "A model's taste is not a reader's: never the only evidence.",
    ]
    about = (
        f"{names[0]} and {names[1]}: {len({v.chapter for v in verdicts})} chapters before a judge"
    )
    return Figures("chapter-judge", about, rows, seed, notes)
