"""Replay kept talks: what would be answered today to what strangers said, part by part.

    python -m lab.evaluation.interview.kept_talks lab/talks/*.txt --without hard --without endings --json OUT

Every answer of a narrator is met anew after the question that was really asked, so that a change is judged by what it
changed and not by another talk. A talk is a text file of lines `INTERVIEWER: ...` and `NARRATOR: ...`. Nothing is graded
here: with `--pairs FILE` the turns in which the two ways differ are written in a drawn order, unnamed, for people who have
not seen the program; `--key FILE` says which was which. Memory of other talks takes no part.
"""

import argparse
import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from voice_agent import assemble
from voice_agent.emotion.sympathy import Sympathy
from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.progress import OpenQuestion, Progress, Stage
from voice_agent.interview.rules import Opening, Parts, Rules
from voice_agent.reading.by_rules import yes_no
from voice_agent.settings import load
from voice_agent.story import Bearing, Feeling

NARRATOR, INTERVIEWER = "NARRATOR: ", "INTERVIEWER: "
BEFORE = 4
"""Turns that whoever judges is shown before the answer."""

AT = datetime(2026, 11, 28, 10, 9, tzinfo=UTC)
"""The clock of the house in every talk."""

Without = Callable[[Rules], Rules]
WITHOUT: dict[str, Without] = {
    "feelings": lambda rules: replace(rules, parts=Parts(emotion=False)),
    "endings": lambda rules: replace(rules, readers=replace(rules.readers, endings=None)),
    "hard": lambda rules: replace(rules, readers=replace(rules.readers, hard=None)),
    "fits": lambda rules: replace(rules, choosing=replace(rules.choosing, fits=None)),
    "offers": lambda rules: replace(rules, readers=replace(rules.readers, offer_responses=None)),
    "wishes": lambda rules: replace(rules, readers=replace(rules.readers, second=None)),
}
"""What can be taken away."""


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer of a narrator, and what is said to it."""

    talk: str
    place: int
    before: tuple[str, ...]
    said: str
    reply: str
    reason: str


def exchanges(path: Path) -> list[tuple[str, str]]:
    """What was said by whom, in order; a reply of several lines is one."""
    found: list[tuple[str, str]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        who = next((each for each in (NARRATOR, INTERVIEWER) if line.startswith(each)), "")
        if who:
            found.append((who, line.removeprefix(who).strip()))
        elif found and line.strip() and not line.startswith("transcript"):
            found[-1] = (found[-1][0], f"{found[-1][1]} {line.strip()}")
    return found


def replay(path: Path, rules: Rules, sympathy: Sympathy | None) -> Iterator[Answered]:
    """Meet every answer of a talk anew, after the question that was asked."""
    opening, asked, said = Opening(consented=True), "", list[str]()
    progress, _ = planner.open_session(rules, opening)
    for place, (who, text) in enumerate(exchanges(path)):
        said.append(f"{who}{text}")
        if who == INTERVIEWER:
            asked = text
            continue
        if progress.stage is not Stage.TALK or not _after_the_yes(said):
            continue
        progress = _as_asked(progress, asked)
        feeling, bearing = _felt(text, sympathy)
        heard = Heard(text, 6.0, 1.0 + place / 2, feeling, bearing=bearing, at=AT)
        after, move = planner.reply(rules, progress, heard, opening)
        yield Answered(
            path.stem, place, tuple(said[-BEFORE - 1 : -1]), text, move.text, move.reason
        )
        progress = replace(after, stage=Stage.TALK)


def _after_the_yes(said: Sequence[str]) -> bool:
    """Was recording agreed to before this answer?"""
    asked = " ".join(said[:1])
    return len(said) > 2 or "May I record" not in asked or yes_no.agrees(said[-1]) is None


def _as_asked(progress: Progress, asked: str) -> Progress:
    """The interview as it stood when `asked` had been said: another question of ours counts for nothing."""
    question = asked[asked.rfind(". ") + 1 :].strip() if asked.endswith("?") else ""
    own = (
        progress.question.chosen
        if progress.question.chosen and progress.question.chosen.ask in asked
        else None
    )
    return replace(
        progress,
        question=OpenQuestion(text=question or progress.question.text, chosen=own),
        safety=replace(progress.safety, asked=False, checking=""),
        wishes=replace(progress.wishes, waiting=None, doubted=None),
    )


def _felt(text: str, sympathy: Sympathy | None) -> tuple[Feeling, Bearing]:
    if sympathy is None:
        return Feeling(), Bearing()
    (feeling,) = sympathy.reader.read([text])
    bearing = sympathy.bearing(feeling)
    sympathy.told(feeling)
    return feeling, bearing


def main() -> None:
    """Print the replies, or write the pairs that differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("talks", nargs="+", type=Path)
    parser.add_argument("--without", action="append", default=[], choices=sorted(WITHOUT))
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--pairs", type=Path)
    parser.add_argument("--key", type=Path)
    asked = parser.parse_args()
    settings = load()
    readers = assemble.readers(settings)
    rules = readers.leading(assemble.rules(settings, seed=asked.seed))
    other = rules
    for name in asked.without:
        other = WITHOUT[name](other)

    def all_of(by: Rules) -> list[Answered]:
        feel = readers.feelings
        return [
            each
            for path in asked.talks
            for each in replay(path, by, Sympathy(feel) if feel and by.parts.emotion else None)
        ]

    ours = all_of(rules)
    theirs = all_of(other) if asked.without else ours
    for one, two in zip(ours, theirs, strict=False):
        print(f"{one.talk} {one.place} | {one.said}\n   -> {one.reply}   [{one.reason}]")
        if two.reply != one.reply:
            print(f"   without: {two.reply}   [{two.reason}]")
    if asked.pairs and asked.key:
        _write_pairs(ours, theirs, asked.pairs, asked.key, asked.seed)


def _write_pairs(
    ours: Sequence[Answered], theirs: Sequence[Answered], pairs: Path, key: Path, seed: int
) -> None:
    dice = random.Random(seed)
    differ = [(a, b) for a, b in zip(ours, theirs, strict=False) if a.reply != b.reply]
    lines, sides = list[str](), list[str]()
    for number, (one, two) in enumerate(differ, 1):
        first_is_ours = dice.random() < 0.5
        sides.append("A" if first_is_ours else "B")
        first, second = (one, two) if first_is_ours else (two, one)
        silence = "(says nothing, and waits)"
        lines += [f"## {number}", *one.before, f"{NARRATOR}{one.said}"]
        lines += [f"A: {first.reply or silence}", f"B: {second.reply or silence}", ""]
    pairs.write_text("\n".join(lines), encoding="utf-8")
    key.write_text(json.dumps({"ours": sides}), encoding="utf-8")


if __name__ == "__main__":
    main()
