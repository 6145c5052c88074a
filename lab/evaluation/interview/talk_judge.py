"""Two seasons before a judge: which is more fluent, which learns more, which is more comfortable to be in?

After the paper's three questions, in our own words.
"""

from collections.abc import Iterator, Sequence

from lab.evaluation.interview.judging import LONGEST_TEXT_CHARACTERS, Contest, Pair
from lab.evaluation.interview.logs import Exchange

TALKS = Contest(
    "judge",
    "Two interviewers talked with the same old person.",
    called="talk",
    kind="conversations",
    places="sessions",
    readers="a person",
    questions={
        "fluency": "Which interviewer's replies are better English, and follow more naturally from what was said?",
        "identification": "Which interviewer goes further into this person's own life, and learns more of it?",
        "comforting": "In which of the two talks would an old person feel more at ease?",
    },
)


def talk(exchanges: Sequence[Exchange]) -> str:
    """A session as the judge reads it, cut evenly where it is too long."""
    lines = [f"Interviewer: {each.said}\nNarrator: {each.answer}" for each in exchanges]
    share = LONGEST_TEXT_CHARACTERS // max(len(lines), 1)
    return "\n".join(line if len(line) <= share else line[: share - 2] + " …" for line in lines)


def pairs(first: Sequence[Exchange], second: Sequence[Exchange]) -> Iterator[Pair]:
    """Every session that both logs hold."""
    for session in sorted({e.session for e in first} & {e.session for e in second}):
        ours = talk([e for e in first if e.session == session])
        theirs = talk([e for e in second if e.session == session])
        yield Pair(str(session), ours, theirs)
