"""Two texts before a judge, under a few questions: talks (talk_judge.py) or chapters (chapter_judge.py).

A judge is a language model and no more: each pair is shown in both orders, a judge that prefers the place to
the text is counted as undecided, and the figures name the model. Nothing else here rests on it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from lab.evaluation.tables import Figures
from voice_agent.backends import LanguageModel, Message

LONGEST_TEXT_CHARACTERS = 2200
"""Characters of a text that the judge reads: the small ones cannot hold more."""


@dataclass(frozen=True, slots=True)
class Contest:
    """What is compared, and what is asked about it."""

    name: str
    """Of its table and its JSON."""

    says: str
    """The sentence before both texts."""

    called: str
    """What each of them is: "chapter"."""

    kind: str
    """What they are to whoever compares them: "texts"."""

    places: str
    """What there is one pair of each: "chapters"."""

    readers: str
    """Whose taste a model's is not: "a reader"."""

    questions: Mapping[str, str]


class Pair(NamedTuple):
    """Two texts of one place, each at most LONGEST_TEXT_CHARACTERS characters."""

    place: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """One answer to one question about one pair."""

    place: str
    question: str
    wins: str
    """"first", "second" or "undecided": of the two texts, not of the order shown."""


async def judge(
    model: LanguageModel,
    contest: Contest,
    pairs: Iterable[Pair],
    *,
    tick: Callable[[], None] = lambda: None,
) -> list[Verdict]:
    """Ask every question about every pair. Raises EngineError."""
    found: list[Verdict] = []
    for place, ours, theirs in pairs:
        for name, question in contest.questions.items():
            there = await _prefers(model, contest, question, ours, theirs)
            back = await _prefers(model, contest, question, theirs, ours)
            wins = "undecided"
            if there > 0.5 > back:
                wins = "first"
            elif there < 0.5 < back:
                wins = "second"
            found.append(Verdict(place, name, wins))
            tick()
    return found


async def _prefers(
    model: LanguageModel, contest: Contest, question: str, one: str, other: str
) -> float:
    """Probability that the judge names the text shown first."""
    called = contest.called.upper()
    prompt = (
        f"{contest.says}\n\n{called} A\n{one}\n\n{called} B\n{other}\n\n"
        f"{question} Answer with one letter, A or B."
    )
    messages = [
        Message("system", f"You compare two {contest.kind} carefully and answer with one letter."),
        Message("user", prompt),
    ]
    return (await model.score(messages, ("A", "B")))[0]


def figures(
    contest: Contest,
    verdicts: Sequence[Verdict],
    names: tuple[str, str],
    judge_name: str,
    *,
    seed: int,
) -> Figures:
    """How often each won."""
    rows: list[dict[str, Any]] = []
    for question in contest.questions:
        counts = Counter(each.wins for each in verdicts if each.question == question)
        rows.append(
            {
                "question": question,
                names[0]: counts["first"],
                names[1]: counts["second"],
                "undecided": counts["undecided"],
            }
        )
    places = len({each.place for each in verdicts})
    notes = [
        f"Judged by {judge_name}, each pair in both orders; undecided where the order decided.",
        f"A model's taste is not {contest.readers}'s: never the only evidence.",
    ]
    about = f"{names[0]} and {names[1]}: {places} {contest.places} before a judge"
    return Figures(contest.name, about, rows, seed, notes)
