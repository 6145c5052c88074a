"""Two seasons before a judge: which is more fluent, which learns more, which is more comfortable to be in?

After the paper's three questions, in our own words. A judge is a language model and no more: each pair is
shown in both orders, a judge that prefers the place to the talk is counted as undecided, and the figures
name the model. Nothing else here rests on it.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from voice_agent.backends import LanguageModel, Message
from voice_agent.evaluation.logs import Exchange
from voice_agent.evaluation.tables import Figures

QUESTIONS = {
    "fluency": "Which interviewer's replies are better English, and follow more naturally from what was said?",
    "identification": "Which interviewer goes further into this person's own life, and learns more of it?",
    "comforting": "In which of the two talks would an old person feel more at ease?",
}

LONGEST = 2200
"""Characters of a talk that the judge reads: the small ones cannot hold more."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One answer to one question about one session."""

    session: int
    question: str
    wins: str
    """"first", "second" or "undecided": of the two logs, not of the order shown."""


def talk(exchanges: Sequence[Exchange]) -> str:
    """A session as the judge reads it, cut evenly where it is too long."""
    lines = [f"Interviewer: {each.said}\nNarrator: {each.answer}" for each in exchanges]
    share = LONGEST // max(len(lines), 1)
    return "\n".join(line if len(line) <= share else line[: share - 2] + " …" for line in lines)


async def judge(
    model: LanguageModel,
    first: Sequence[Exchange],
    second: Sequence[Exchange],
    *,
    tick: Callable[[], None] = lambda: None,
) -> list[Verdict]:
    """Ask every question about every session that both logs hold. Raises EngineError."""
    found: list[Verdict] = []
    sessions = sorted({e.session for e in first} & {e.session for e in second})
    for session in sessions:
        ours = talk([e for e in first if e.session == session])
        theirs = talk([e for e in second if e.session == session])
        for name, question in QUESTIONS.items():
            there = await _prefers(model, question, ours, theirs)
            back = await _prefers(model, question, theirs, ours)
            wins = "undecided"
            if there > 0.5 > back:
                wins = "first"
            elif there < 0.5 < back:
                wins = "second"
            found.append(Verdict(session, name, wins))
            tick()
    return found


async def _prefers(model: LanguageModel, question: str, one: str, other: str) -> float:
    """Probability that the judge names the talk shown first."""
    prompt = (
        f"Two interviewers talked with the same old person.\n\nTALK A\n{one}\n\nTALK B\n{other}\n\n"
        f"{question} Answer with one letter, A or B."
    )
    messages = [
        Message("system", "You compare two conversations carefully and answer with one letter."),
        Message("user", prompt),
    ]
    scores = await model.score(messages, ("A", "B"))
    return scores[0]


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
    sessions = len({each.session for each in verdicts})
    notes = [
        f"Judged by {judge_name}, each pair in both orders; undecided where the order decided.",
        "A model's taste is not a person's: never the only evidence.",
    ]
    about = f"{names[0]} and {names[1]}: {sessions} sessions before a judge"
    return Figures("judge", about, rows, seed, notes)
