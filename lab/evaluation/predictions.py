"""What rules and readers make of every row of every labelled set, kept before anything of them is deleted.

A language model's reading of the same row can be laid beside it later, field by field, when what made these is gone.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from voice_agent import assemble
from voice_agent.assemble.loading import Readers
from voice_agent.backends import EmotionReader
from voice_agent.interview.asking import another_scene
from voice_agent.interview.heard import Heard
from voice_agent.interview.progress import OpenQuestion, Progress, Stage
from voice_agent.interview.reading_turns import reading
from voice_agent.interview.rules import Rules
from voice_agent.interview.steering import understood
from voice_agent.reading.danger.cries import Meaning
from voice_agent.settings import Settings

LABELLED = Path(__file__).parents[1] / "labelled"
KEPT = Path(__file__).parents[1] / "predictions"
"""A file a set, a line a row."""

LEAST = 0.05
"""Shares below are left out."""


class Row(NamedTuple):
    """One of a labelled set."""

    line: int
    """Of the file, from 1: the words themselves stand there."""

    label: str
    asked: str
    """Our question before it; "" where the set has none."""

    said: str


class _Form(NamedTuple):
    said: int
    label: int = 0
    asked: int | None = None


_FORMS: tuple[tuple[str, _Form], ...] = (
    ("hard_moments", _Form(2, asked=1)),
    ("ordinary", _Form(2, asked=1)),
    ("rated", _Form(4)),
    ("", _Form(1)),
)
"""Beginning of a set's name -> the columns of its rows."""


def rows(path: Path) -> Iterator[Row]:
    """The rows of a labelled set: a plain text has no labels."""
    form = next(form for name, form in _FORMS if path.stem.startswith(name))
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        cells = line.split("\t")
        if not line.strip() or line.startswith("#") or cells[-1] == "text":
            continue
        if path.suffix == ".txt":
            yield Row(number, "", "", line)
        elif len(cells) > form.said:
            asked = cells[form.asked] if form.asked is not None else ""
            yield Row(number, cells[form.label], asked, cells[form.said])


@dataclass(frozen=True)
class Predictor:
    """Reads a row by rules alone, and by rules with every reader; and asks each reader by itself."""

    rules: Rules
    readers: Readers
    feelings: EmotionReader
    meaning: Meaning

    @classmethod
    def of(cls, settings: Settings) -> "Predictor":
        """All of the house's. Raises ModelMissing: without one of them nothing is to be kept."""
        readers = assemble.readers(settings)
        if readers.feelings is None or readers.danger is None:
            raise RuntimeError("A reader is missing here: `voice-agent models fetch` brings it.")
        return cls(assemble.rules(settings, seed=0), readers, readers.feelings, readers.danger())

    def __call__(self, row: Row) -> dict[str, Any]:
        """As JSON: kinds, places in the row, and shares; none of its words."""
        (feeling,) = self.feelings.read([row.said])
        with_all = self.readers.leading(self.rules)
        alone = _read(self.rules, row, Heard(row.said))
        whole = _read(with_all, row, Heard(row.said, feeling=feeling))
        return {
            "line": row.line,
            "label": row.label,
            "rules": alone,
            # the fields that are another with every reader; None: not there any more
            "with readers": {
                each: whole.get(each)
                for each in sorted({*alone, *whole})
                if alone.get(each) != whole.get(each)
            },
            "readers": {
                "danger": _shares(self.meaning.whole(row.said)),
                "hard": str(with_all.readers.hard_moment(row.said) or ""),
                "ending": str(with_all.readers.ending(row.said) or ""),
                "met": str(with_all.readers.offer_response(row.said) or ""),
                "wish": _command(with_all, row.said),
                "feeling": [str(feeling.category), round(feeling.intensity, 2)],
            },
        }


def _read(rules: Rules, row: Row, heard: Heard) -> dict[str, Any]:
    talk = Progress(stage=Stage.TALK, question=OpenQuestion(text=row.asked))
    return reading(rules, heard, understood.understand(rules, talk, heard, another_scene)).as_note()


def _command(rules: Rules, said: str) -> str:
    wish = rules.readers.second(said) if rules.readers.second else None
    return str(wish.command) if wish else ""


def _shares(read: Mapping[str, float]) -> dict[str, float]:
    return {kind: round(share, 3) for kind, share in read.items() if share >= LEAST}


def write(path: Path, predict: Predictor, to: Path = KEPT) -> int:
    """Keep what is made of the set at `path`; return of how many rows."""
    to.mkdir(exist_ok=True)
    lines = [json.dumps(predict(each), separators=(",", ":")) for each in rows(path)]
    (to / f"{path.stem}.jsonl").write_text("".join(f"{each}\n" for each in lines), encoding="utf-8")
    return len(lines)


def kept(path: Path, of: Path = KEPT) -> Sequence[Mapping[str, Any]]:
    """What was kept of the set at `path`, a row each, in its order."""
    text = (of / f"{path.stem}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]
