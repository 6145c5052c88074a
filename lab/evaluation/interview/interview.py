"""How well is the interview led? Seasons of several systems with one narrator, held against the book.

The figures of lab/notes/interview.md, "Interview quality": coverage, precision, recall, true F1, valid rounds,
repeated questions, narrator's share. Baselines stand first.
"""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from lab.evaluation.interview import interview_scores, rounds
from lab.evaluation.interview.book_dates import Truth
from lab.evaluation.interview.books import Book
from lab.evaluation.interview.interview_scores import Verdict
from lab.evaluation.interview.manner import lint, questions, sentences
from lab.evaluation.interview.our_interviewer import FamilyQuestion
from lab.evaluation.interview.plain_words import count, subject
from lab.evaluation.interview.rounds import Asked, Why
from lab.evaluation.interview.season import Round, Season
from lab.evaluation.tables import Figures
from voice_agent.interview.protocol import Topic

PAPER: Mapping[str, str] = {
    "spence": "The paper on Spence (19 dates, GPT-4 as narrator and judge): coverage .368, P .683, R .689, true F1 .686; "
    "its best baseline coverage .210, true F1 .268.",
    "jane_eyre": "The paper on Jane Eyre (GPT-4 as narrator and judge): P .734, R .226, true F1 .346; its best baseline .103.",
}
DIFFERS = (
    "What differs: there a model invents the answers and judges them, and chooses which dates count; here answers are the "
    "book's own sentences, a script judges, and every year of the book counts. Its recall is not defined; ours is over "
    "what was said."
)


RESTS = 5
"""Sessions, a week apart, for which a refused subject rests: thirty days."""


@dataclass(frozen=True, slots=True)
class Conduct:
    """How the interviewer behaved, counted over a season."""

    rounds: int
    valid: int
    listening: int
    why: Mapping[str, int]
    repeated: int
    literally: int
    """Questions in the very words of an earlier one, about whatever story."""

    doubles: int
    share: float
    """Narrator's words of all words."""

    question_words: float
    asked: int
    events_per_1000: float
    woven: int
    given: int
    """Family questions handed in."""

    returns: int
    """Questions that bring up what the narrator does not want to talk about."""

    sad: int
    """Answers that speak of a death, a grief or an illness."""

    met: int
    """Of these, how many the next reply meets with a quiet word, with silence, or by staying with it."""

    advice: int
    """Replies that give advice."""

    invalid: tuple[tuple[int, int, str, str], ...]
    """(session, round, why, reply) of rounds that are not valid."""

    @property
    def validity(self) -> float:
        """Of the rounds that had to ask."""
        return self.valid / max(self.rounds - self.listening, 1)


def conduct(
    season: Season, topics: Sequence[Topic], family: Sequence[FamilyQuestion] = ()
) -> Conduct:
    """Read a season's rounds by script."""
    asked = Asked()
    why: Counter[Why] = Counter()
    invalid: list[tuple[int, int, str, str]] = []
    literally = returns = question_words = questions_asked = 0
    answers: list[str] = []
    closed: list[tuple[int, set[str]]] = []
    before: Round | None = None
    by_name = {topic.name: topic for topic in topics}
    names = [each.asker for each in family]
    for each in season.rounds:
        first = each.number == 1
        if first:
            asked.new_session()
            answers = []
        asking = questions(each.said.text)
        asks_back = before is not None and before.answer.how == "asks back"
        before = each
        if asks_back and asking and asked.seen(asking[-1]):
            why[Why.LISTENING] += 1  # they wished to hear it again
            answers.append(each.answer.text)
            continue
        topic = by_name.get(each.said.topic)
        vocabulary = [topic.title, *(q.ask for q in topic.questions)] if topic else []
        own = set(subject(asking[-1])) if asking else set[str]()
        if asking:
            questions_asked += 1
            question_words += count(asking[-1])
            literally += asked.literally(asking[-1])
            returns += any(
                own and each.session - when < RESTS and len(own & shut) >= 0.8 * len(own)
                for when, shut in closed
            )
        verdict = rounds.check(
            each.said.text,
            asked=asked,
            answers=answers,
            topic=vocabulary,
            first=first,
            family=names,
        )
        why[verdict] += 1
        if verdict not in (Why.VALID, Why.LISTENING):
            invalid.append((each.session, each.number, str(verdict), each.said.text))
        answers.append(each.answer.text)
        if each.answer.how == "refuses" and own:
            closed.append((each.session, own))
    narrators = sum(count(each.answer.text) for each in season.rounds)
    ours = sum(count(turn.text) for turn in season.turns if turn.speaker != "narrator")
    doubles = sum(bool(rounds.double(each.said.text)) for each in season.rounds)
    woven = sum(_woven(season, each) for each in family)
    return Conduct(
        len(season.rounds),
        why[Why.VALID],
        why[Why.LISTENING],
        {str(k): v for k, v in why.items()},
        why[Why.REPEATED],
        literally,
        doubles,
        narrators / max(narrators + ours, 1),
        question_words / max(questions_asked, 1),
        questions_asked,
        1000 * len(season.life.events) / max(ours, 1),
        woven,
        len(family),
        returns,
        *comfort(season),
        tuple(invalid),
    )


_QUIET = re.compile(
    r"\b(?:hard|sad|heavy|loss|lost|grief|hurry|quiet|stay with (?:that|it|him|her)|sorrow|miss|gone|time you need|take your time|"
    r"no need|not easy|a great deal to (?:carry|bear)|much to (?:carry|bear)|died|death|dear to you)\b",
    re.IGNORECASE,
)
_ADVICE = re.compile(
    r"\b(?:you (?:should|ought to|must not|need to|could try|might try|had better)|why don't you|have you (?:tried|thought of)|"
    r"i (?:suggest|advise|recommend)|my advice|try to|it would help)\b",
    re.IGNORECASE,
)


def comfort(season: Season) -> tuple[int, int, int]:
    """Sad answers, how many of them the next reply met, and replies that advise."""
    sad = met = 0
    for before, after in pairwise(season.rounds):
        if before.session != after.session or not rounds.SAD.search(before.answer.text):
            continue
        sad += 1
        reply = after.said.text
        says = " ".join(sentences(reply)[:-1]) if questions(reply) else reply
        met += not reply or not questions(reply) or bool(_QUIET.search(says))
    return sad, met, sum(bool(_ADVICE.search(each.said.text)) for each in season.rounds)


def _woven(season: Season, family: FamilyQuestion) -> bool:
    own = set(subject(family.text))
    for each in season.rounds:
        if not family.before <= each.session < family.before + 3:
            continue
        here = set(subject(each.said.text))
        if family.asker.lower() in each.said.text.lower() and len(own & here) >= 0.6 * len(own):
            return True
    return False


@dataclass(frozen=True)
class Held:
    """A season with everything that was found about it."""

    season: Season
    verdict: Verdict
    conduct: Conduct


def weigh(
    season: Season,
    book: Book,
    truth: Truth,
    topics: Sequence[Topic],
    family: Sequence[FamilyQuestion] = (),
) -> Held:
    """Judge a season."""
    asks = season.system != "chance"
    return Held(
        season,
        interview_scores.judge(season, book, truth),
        conduct(season, topics, family if asks and "fixed" not in season.system else ()),
    )


def row(held: Held) -> dict[str, Any]:
    """A line of the table."""
    figures, ways = held.verdict.count(), held.conduct
    dated = bool(held.verdict.years)
    chance = held.season.system == "chance"
    return {
        "system": held.season.system,
        "year": figures.coverage if dated else None,
        "decade": figures.decades if dated else None,
        "P": figures.precision,
        "R": figures.recall,
        "F1": figures.f1,
        "valid": None if chance else ways.validity,
        "again": None if chance else ways.repeated,
        "two": None if chance else ways.doubles,
        "share": None if chance else ways.share,
        "family": f"{ways.woven}/{ways.given}" if ways.given else None,
    }


def figures(narrator: str, held: Sequence[Held], *, seed: int, sessions: int, per: int) -> Figures:
    """The table, with the comparisons below it."""
    notes = [
        "year, decade: coverage; valid: share of rounds; again: repeated questions; two: rounds with more than one question; "
        "share: narrator's words; family: questions woven in within three sessions."
    ]
    ours = next((each for each in held if each.season.system == "ours"), None)
    for each in held:
        if ours is None or each is ours:
            continue
        parts: list[str] = []
        for name, what in (("coverage@year", _coverage), ("F1", _f1)):
            if name == "F1" or ours.verdict.years:
                mean, low, high = interview_scores.paired(
                    ours.verdict, each.verdict, what, seed=seed
                )
                parts.append(f"{name} {mean:+.3f} (95 % {low:+.3f} to {high:+.3f})")
        notes.append(f"ours - {each.season.system}: {', '.join(parts)}")
    for each in held:
        ways = each.conduct
        if each.season.system == "chance":
            continue
        notes.append(
            f"{each.season.system}: {ways.rounds} rounds; dated events told {each.verdict.count().events:.3f}; "
            f"{ways.asked} questions of {ways.question_words:.1f} words; asks nothing "
            f"{ways.listening}; in the very words of an earlier question {ways.literally}; harmful returns {ways.returns}; "
            f"events per 1,000 of its words {ways.events_per_1000:.0f}; sad answers met quietly {ways.met} of {ways.sad}; advice "
            f"{ways.advice}."
        )
        if ways.invalid:
            reasons = Counter(why for _, _, why, _ in ways.invalid)
            notes.append(
                "  not valid: " + ", ".join(f"{why} {n}" for why, n in reasons.most_common())
            )
    if narrator in PAPER:
        notes += [PAPER[narrator], DIFFERS]
    truth = held[0].verdict.truth
    about = (
        f"{narrator}: {sessions} sessions of {per} rounds; {len(truth.events)} dated events, "
        f"{len(truth.years)} years"
    )
    return Figures(
        "interview",
        about,
        [row(each) for each in held],
        seed,
        notes,
        {"seasons": [summary(each, seed=seed) for each in held]},
    )


def _coverage(counted: interview_scores.Counted) -> float:
    return counted.coverage


def _f1(counted: interview_scores.Counted) -> float:
    return counted.f1


def summary(held: Held, *, seed: int) -> dict[str, Any]:
    """Everything of a season but its words, for other programs."""
    low, high = interview_scores.interval(held.verdict, _coverage, seed=seed)
    openings = [each.number == 1 for each in held.season.rounds]  # they hold the reviewed notice
    said = [each.said.text for each in held.season.rounds]
    manners = Counter(str(fault.bad) for fault in lint(said, exempt=openings))
    return {
        "system": held.season.system,
        "figures": asdict(held.verdict.count()) | {"f1": held.verdict.count().f1},
        "coverage_95": (low, high),
        "faults_of_claims": dict(held.verdict.faults()),
        "conduct": {k: v for k, v in asdict(held.conduct).items() if k != "invalid"},
        "manner": dict(manners),
        "curve": [(each.events, each.said.grown, each.years) for each in held.season.rounds],
    }


def log(held: Held) -> list[str]:
    """A season as lines of JSON: every round with its scores and their reasons."""
    bad = {(s, n): why for s, n, why, _ in held.conduct.invalid}
    lines: list[str] = []
    for each in held.season.rounds:
        lines.append(
            json.dumps(
                {
                    "system": held.season.system,
                    "session": each.session,
                    "round": each.number,
                    "minutes": round(each.minutes, 2),
                    "said": each.said.text,
                    "act": each.said.act,
                    "reason": each.said.reason,
                    "topic": each.said.topic,
                    "valid": bad.get((each.session, each.number), "valid"),
                    "answer": each.answer.text,
                    "how": each.answer.how,
                    "found": each.answer.why,
                    "sentences": [p.sentence for p in each.answer.pieces],
                    "events": each.events,
                    "questions_grown": each.said.grown,
                    "years": each.years,
                },
                ensure_ascii=False,
            )
        )
    return lines
