"""One self-contained JSONL of an evaluation of interviews: settings, machine, models, every round, every score."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from lab.evaluation import log
from lab.evaluation.interview import interview
from lab.evaluation.interview.book_dates import Truth
from lab.evaluation.interview.interview import Conduct, Held
from lab.evaluation.interview.interview_scores import Judged, Told, Verdict
from lab.evaluation.interview.interviewers import Said
from lab.evaluation.interview.narrator import Answer
from lab.evaluation.interview.season import Round, Season
from voice_agent.errors import SettingsError
from voice_agent.memory.events import Life
from voice_agent.settings import Settings
from voice_agent.story import TurnId


def write(path: Path, settings: Settings, held: Sequence[Held], *, seed: int) -> None:
    """Write a head, every round of every season, and the figures of each."""
    lines = [json.dumps(log.head("interview", settings, seed=seed), ensure_ascii=False)]
    for each in held:
        lines += interview.log(each)
        lines.append(json.dumps({"summary": interview.summary(each, seed=seed)}))
        lines.append(json.dumps({"held": _kept(each, seed)}))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _kept(held: Held, seed: int) -> dict[str, Any]:
    """What a later run needs, to put this season into its own table."""
    verdict = held.verdict
    return {
        "system": held.season.system,
        "seed": seed,
        "sessions": verdict.sessions,
        "rounds": held.season.asked_for,
        "judged": [
            [e.session, e.right, e.why, sorted(e.years), sorted(e.decades), e.counted]
            for e in verdict.judged
        ],
        "told": [
            [e.session, e.sentence, e.kept, sorted(map(list, e.events))] for e in verdict.told
        ],
        "conduct": asdict(held.conduct),
        "curve": [
            [r.session, r.number, r.events, r.said.grown, r.years] for r in held.season.rounds
        ],
    }


def seasons(path: Path, truth: Truth, *, seed: int, rounds: int) -> list[Held]:
    """The seasons of an earlier log, for one table with those of this run. Raises SettingsError.

    They must be of the same narrator, seed and number of rounds; the narrator is on the caller's word.
    """
    found: list[Held] = []
    for entry in _entries(path):
        kept = entry.get("held")
        if kept is None:
            continue
        if kept["seed"] != seed or kept["rounds"] != rounds:
            raise SettingsError(
                f"{path} was made with another seed or another number of rounds.",
                mend="Only seasons of the same seed, topics and rounds belong in one table.",
            )
        found.append(_held(kept, truth))
    return found


def _held(kept: dict[str, Any], truth: Truth) -> Held:
    conduct = kept["conduct"]
    conduct["invalid"] = tuple(tuple(each) for each in conduct["invalid"])
    curve = tuple(
        Round(session, number, Said("", grown=grown), Answer(""), TurnId(0), 0.0, events, years)
        for session, number, events, grown, years in kept["curve"]
    )
    sessions, system = int(kept["sessions"]), str(kept["system"])
    return Held(
        Season(system, curve, (), (), (), (), (), Life(), sessions, int(kept["rounds"])),
        Verdict(
            tuple(
                Judged(session, right, why, frozenset(years), frozenset(tens), counted)
                for session, right, why, years, tens, counted in kept["judged"]
            ),
            tuple(
                Told(session, sentence, held, frozenset((n, edtf) for n, edtf in events))
                for session, sentence, held, events in kept["told"]
            ),
            truth,
            sessions,
        ),
        Conduct(**conduct),
    )


@dataclass(frozen=True, slots=True)
class Exchange:
    """One round as it stands in a log."""

    session: int
    said: str
    answer: str


def read(path: Path, system: str = "") -> tuple[str, tuple[Exchange, ...]]:
    """The name of one season in a log, and its rounds. Raises SettingsError.

    `system`: which season, where the log holds several; else the first.
    """
    found: list[Exchange] = []
    name = system
    for entry in _entries(path):
        if "said" not in entry:
            continue
        name = name or str(entry["system"])
        if entry["system"] == name:
            found.append(Exchange(int(entry["session"]), str(entry["said"]), str(entry["answer"])))
    if not found:
        raise SettingsError(f"{path} holds no season{f' of {system}' if system else ''}.")
    return name, tuple(found)


def _entries(path: Path) -> Iterable[dict[str, Any]]:
    try:
        for line in path.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)
    except (OSError, json.JSONDecodeError) as error:
        raise SettingsError(
            f"{path} is not a log of interviews: {error}.",
            mend="Make one with `python -m lab interview --log FILE`.",
        ) from None
