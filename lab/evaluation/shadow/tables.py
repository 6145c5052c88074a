"""The tables of `python -m lab shadow`: each field by rules, heads, model and merged, with Wilson's 95 % intervals."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from lab.evaluation import report
from lab.evaluation.feeling.danger import FIVE_HOURS, same
from lab.evaluation.predictions import kept as noted
from lab.evaluation.shadow import asking
from lab.evaluation.shadow.drawing import LEFT_OUT, SETS, Drawn, alike
from lab.evaluation.shadow.verdicts import (
    READERS,
    REFUSES,
    Found,
    Shadow,
    acts,
    danger,
    names,
    told,
    wishes,
)
from lab.evaluation.tables import Figures
from voice_agent.errors import SettingsError
from voice_agent.measuring import machine
from voice_agent.measuring.shares import wilson
from voice_agent.reading.danger.cries import GRAVE
from voice_agent.reading.evidence import Verdict

INDIRECT, WISHES, HARD, ENDINGS = (
    "safety_sixth",
    "wishes_sealed_three",
    "hard_moments_sealed",
    "endings_e",
)
CALM = ("calm_today", "calm_open")

Reads = Callable[[Shadow], Mapping[str, tuple[Found, ...]]]


def share(hits: int, n: int) -> str:
    """A share with its interval, as people read it."""
    if not n:
        return "–"
    low, high = wilson(hits, n)
    return f"{hits / n:.2f} ({low:.2f}–{high:.2f})"


def gathered(rows: Sequence[Drawn], of: Path = asking.ANSWERS) -> tuple[list[Shadow], int]:
    """The rows that were answered, and how many of them were asked with another brief than today's. Raises OSError."""
    found: list[Shadow] = []
    prompt, old = asking.prompt(), 0
    for wanted in SETS:
        notes = {each["line"]: each for each in noted(wanted.path)}
        answers = {each.line: each for each in asking.kept(wanted.path.stem, of)}
        for each in rows:
            line = each.row.line
            if each.set == wanted.path.stem and line in answers:
                found.append(Shadow(each, notes[line], answers[line]))
                old += answers[line].asked != asking.sum_of(asking.messages(prompt, each))
    return found, old


def measure(rows: Sequence[Drawn], seed: int, of: Path = asking.ANSWERS) -> tuple[Figures, ...]:
    """All tables. Raises SettingsError where nothing is kept."""
    shadows, old = gathered(rows, of)
    if not shadows:
        raise SettingsError(
            "No answer of a language model is kept.",
            mend="Ask one: `python -m lab shadow` without --replay.",
        )
    by = ", ".join(sorted({each.answer.by for each in shadows}))
    days = sorted({each.answer.on for each in shadows})
    about = f"answers of {by}, recorded {' to '.join(dict.fromkeys((days[0], days[-1])))}"
    notes = [f"{len(shadows)} of {len(rows)} rows were answered."]
    if old:
        notes.append(f"{old} of them were asked with another brief than today's.")
    tables = {
        "danger heard": _danger(shadows),
        "danger where there is none": _false(shadows, danger, _no_danger),
        "wishes heard": _wishes(shadows),
        "wishes where there is none": _false(shadows, wishes, _no_wish),
        "a story that is told": _told(shadows),
    }
    made = [(name, list(each)) for name, each in tables.items()]
    return tuple(
        Figures("shadow", f"{name}: {about}", each, seed, notes) for name, each in made if each
    )


def _danger(shadows: Sequence[Shadow]) -> Iterator[Mapping[str, Any]]:
    for name in (INDIRECT, "danger_talks_sealed"):
        there = [each for each in shadows if each.drawn.set == name and each.row.label in GRAVE]
        for level in [*sorted(GRAVE), "all"] if name == INDIRECT else ["all"]:
            some = [each for each in there if level in (each.row.label, "all")]
            read = [(each.row.label, danger(each)) for each in some]
            for reader in READERS if some else ():
                found = [(label, made[reader]) for label, made in read]
                yield {
                    "danger": f"{name} {level}",
                    "reader": reader,
                    "n": len(found),
                    "right level": share(sum(names(f, _level(label)) for label, f in found), len(found)),
                    "acted": _unasked(reader, sum(acts(f, _level(label)) for label, f in found), len(found)),
                    "acted or asked": share(sum(bool(f) for _, f in found), len(found)),
                }  # fmt: skip


def _level(label: str) -> frozenset[str]:
    return frozenset(each for each in GRAVE if same(label, each))


def _unasked(reader: str, hits: int, n: int) -> str:
    """A model by itself never acts."""
    return "–" if reader == "model" else share(hits, n)


def _wishes(shadows: Sequence[Shadow]) -> Iterator[Mapping[str, Any]]:
    there = [each for each in shadows if each.drawn.set == WISHES and each.row.label != "story"]
    refused = [each for each in shadows if each.drawn.set == HARD and each.row.label == "refusal"]
    labels = sorted({each.row.label for each in there})
    groups = [
        ("all", there),
        *((name, [s for s in there if s.row.label == name]) for name in labels),
    ]
    for name, some in [*groups, ("a refusal (hard_moments_sealed)", refused)]:
        read = [(_meant(each), wishes(each)) for each in some]
        for reader in READERS if read else ():
            found = [(right, made[reader]) for right, made in read]
            yield {
                "wish": name,
                "reader": reader,
                "n": len(found),
                "acted": _unasked(reader, sum(acts(f, right) for right, f in found), len(found)),
                "acted, asked or locked": share(sum(names(f, right) for right, f in found), len(found)),
            }  # fmt: skip


def _meant(shadow: Shadow) -> frozenset[str]:
    return REFUSES if shadow.row.label == "refusal" else alike(shadow.row.label)


def _no_danger(shadow: Shadow) -> bool:
    return shadow.row.label not in GRAVE


def _no_wish(shadow: Shadow) -> bool:
    if shadow.drawn.set == WISHES:
        return shadow.row.label == "story"
    return shadow.drawn.set != INDIRECT and shadow.row.label not in GRAVE | {"refusal"}


def _false(
    shadows: Sequence[Shadow], reads: Reads, none: Callable[[Shadow], bool]
) -> Iterator[Mapping[str, Any]]:
    there = [each for each in shadows if none(each)]
    sets = list(dict.fromkeys(each.drawn.set for each in there))
    groups = {name: [each for each in there if each.drawn.set == name] for name in sets}
    groups["calm talk together"] = [each for each in there if each.drawn.set in CALM]
    groups["all"] = there
    for name, some in groups.items():
        words = sum(each.words for each in some)
        read = [reads(each) for each in some]
        for reader in READERS if some else ():
            done = sum(any(f.verdict is Verdict.DO for f in made[reader]) for made in read)
            asked = sum(bool(made[reader]) for made in read) - done
            yield {
                "turns without": name,
                "reader": reader,
                "n": len(some),
                "words": words,
                "acted falsely": done,
                "asked needlessly": asked,
                "either": share(done + asked, len(some)),
                "acted in 5 h": round(done * FIVE_HOURS / words, 1),
                "asked in 5 h": round(asked * FIVE_HOURS / words, 1),
            }


def _told(shadows: Sequence[Shadow]) -> Iterator[Mapping[str, Any]]:
    there = [(each.row.label, told(each)) for each in shadows if each.drawn.set == ENDINGS]
    ends = [made for label, made in there if label == "told"]
    goes = [made for label, made in there if label == "goes"]
    for reader in READERS if there else ():
        yield {
            "reader": reader,
            "n": len(ends),
            "told": share(sum(each[reader] for each in ends), len(ends)),
            "n that go on": len(goes),
            "taken for told": share(sum(each[reader] for each in goes), len(goes)),
        }


HEAD = """# A language model beside rules and heads

A capable model's answers, recorded {day}; an upper bound for a small card; narrators' lines were written by language models.
Written by `python -m lab shadow --replay --page lab/notes/shadow.md`, from the answers in lab/predictions/model.

Each row is put to the model as the interviewer's seat would put it, for the reading alone. *rules and heads*: as they act today.
*merged*: as today, and what a model alone reads is asked about, or locked where a lock was wished for. *right level*: named as what it is,
3 and 3m for each other. *acted*: done without asking. Rows of few words stand alone here; the talk before them is shown where a set has one.
Five hours of telling are 45,000 words; a talk asks twice at most, here every time counts. Intervals: Wilson, 95 %.

Wanted: of indirect danger (safety_sixth) acted or asked .90 of each level, better .97; in five hours of calm talk three needless
questions and one false cry at most. What so few calm words can show of that is little: one false question counts as many in five hours.
"""


def page(tables: Sequence[Figures]) -> str:
    """A page to read."""
    day = tables[0].about.rpartition("recorded ")[2]
    here = machine.describe()
    parts = [HEAD.format(day=day)]
    for each in tables:
        figures = {"about": each.about, "rows": each.rows, "notes": each.notes}
        parts.append(report.markdown({**figures, "seed": each.seed, "machine": here}, each.name))
    left = "\n".join(f"- {what}: {why}." for what, why in LEFT_OUT.items())
    return "\n".join((*parts, "## Not asked about", "", left, ""))
