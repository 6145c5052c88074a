"""Choose the thresholds of the reader of danger: `python -m lab.training.choose_danger --stories DIR`.

They hang on calm talk in which nothing was learned: the other half of calm_today.py, and every second paragraph of the
life histories that teach nothing; and on cries that taught nothing: every tenth family of the hands, and the turns of
danger_talks_open.tsv. Each turn is read as it stands and as a recogniser might write it. Prints what to write into config/safety_hearing.toml and
models/danger/classes.json.

`--hand HAND` takes all lines of one hand instead of every tenth family, for a head that `training.danger --without HAND`
left in the cache: what is heard of somebody whom it never met.
"""

import argparse
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from lab import LABELLED, utterances
from lab.evaluation.feeling import danger_talks
from lab.training import LESSONS, calm_today, cry_patterns, heads
from lab.training.danger import CLASSES, FAMILIES, HANDS
from lab.training.danger_thresholds import (
    FIVE_HOURS,
    WANTED,
    Heard,
    asked,
    asks,
    choose,
    false,
    heard,
    hints,
    share,
)
from lab.utterances import as_heard
from voice_agent import settings as house
from voice_agent import weights
from voice_agent.language.classifier import Classifier
from voice_agent.language.spoken_kinds import spoken
from voice_agent.reading.danger import cries, safety
from voice_agent.reading.danger.cries import GRAVE, Reading
from voice_agent.reading.heads.hard_moments import last_words
from voice_agent.reading.words.plain_words import pieces, plain, sentences
from voice_agent.resources import resource

AT_ONCE = 4000
"""Sentences read together."""


class Known:
    """A Meaning that reads many sentences at once, ahead of being asked."""

    agrees: Mapping[str, float] = {}

    def __init__(self, folder: Path, shelf: Path, cache: Path | None) -> None:
        """`folder`: of head.npz; `cache` keeps what was read. Raises ModelMissing, EngineUnavailable."""
        self._mpnet = weights.find(shelf, "mpnet-int8")
        self._reader = Classifier(folder, self._mpnet)
        self._turns = Classifier(folder / "turns", self._mpnet)
        self._cache = cache
        self._known = dict[str, Reading]()
        self._wholes = dict[str, Reading]()

    def ahead(self, turns: Sequence[str]) -> None:
        """Read what the detector will ask for in `turns`."""
        self.read([each for turn in turns for each in sentences(turn) if plain(each)])
        odd = [
            turn
            for turn in turns
            if any(
                cries.grave(self._known[each]) >= cries.SMALLEST
                for each in sentences(turn)
                if plain(each)
            )
        ]
        self.read([each for turn in odd for each in pieces(turn)])
        self._all(self._turns, self._wholes, [spoken(last_words(turn)) for turn in turns])

    def whole(self, said: str) -> Reading:
        """As Meaning has it."""
        text = spoken(said)
        self._all(self._turns, self._wholes, [text])
        return self._wholes[text]

    def read(self, sentences: Sequence[str]) -> Sequence[Reading]:
        """As Meaning has it."""
        self._all(self._reader, self._known, sentences)
        return [self._known[each] for each in sentences]

    def _all(self, reader: Classifier, known: dict[str, Reading], texts: Sequence[str]) -> None:
        fresh = [each for each in dict.fromkeys(texts) if each not in known]
        for first in range(0, len(fresh), AT_ONCE):
            some = fresh[first : first + AT_ONCE]
            read = heads.rows(some, self._mpnet, self._cache).astype(np.float32)
            for each, found in zip(some, reader.of_rows(read), strict=True):
                known[each] = dict(zip(CLASSES, map(float, found), strict=True))


def main() -> None:
    """Read, choose, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--model", type=Path, default=resource("models/danger"))
    parser.add_argument("--stories", type=Path, required=True, help="life histories, one a file")
    parser.add_argument("--cache", type=Path, help="keeps what was read already")
    parser.add_argument("--hand", choices=list(HANDS), default="")
    parser.add_argument("--false", type=float, nargs="+", default=[1.0], help="in five hours")
    parser.add_argument("--asked", type=float, default=10.0, help="questions in five hours")
    parser.add_argument(
        "--hinted", type=float, default=3.0, help="further questions in five hours, of second hints"
    )
    given = parser.parse_args()
    meaning = Known(given.model, house.load(None).weights, given.cache)
    rules = safety.read(resource("config/safety.toml"), "GB").cries
    ours = [
        each
        for hand, name in HANDS.items()
        if given.hand in ("", hand)
        for each in utterances.read(LESSONS / name)
        if given.hand or cry_patterns.part([each.words], FAMILIES) == 0
    ]
    if not given.hand:  # turns of talks that taught neither reader
        open_ = danger_talks.read(LABELLED / "danger_talks_open.tsv")
        ours += [turn for talk in open_ for turn in talk.turns]
    today = calm_today.turns(teaches=False)
    told = [
        " ".join(each.split())
        for file in sorted(given.stories.rglob("*.txt"))[1::2]
        for each in re.split(r"\n\s*\n", file.read_text("utf-8", "replace"))
        if each.strip()
    ][::2]

    def every(turns: Sequence[tuple[str, str]]) -> list[Heard]:
        meaning.ahead([words for _, words in turns])
        return [heard(rules, meaning, *each) for each in turns]

    def twice(turns: Sequence[str]) -> list[Heard]:
        return every([("", render(each)) for each in turns for render in (str, as_heard)])

    calm, stories = twice(today), twice(told)
    said = every([(each.label, r(each.words)) for each in ours for r in (str, as_heard)])
    for name, some in (("today", calm), ("stories", stories)):
        print(name, len(some), "turns,", sum(each.words for each in some), "words", flush=True)
    words = sum(each.words for each in calm)
    for wanted in given.false:
        bars = choose([*calm, *stories], said, int(wanted * words / FIVE_HOURS))
        hinted = {
            level: round(1 - 10**-bar, 5) for (way, level), bar in bars.items() if way == "hinted"
        }
        print(
            "together",
            {each: round(bars["together", each], 3) for each in WANTED},
            "agrees",
            json.dumps(hinted),
        )
        for name, some in (("today", calm), ("stories", stories)):
            five = FIVE_HOURS / sum(each.words for each in some)
            print(f"  {name}: {false(some, bars) * five:.2f} false levels in five hours")
        shares_of = {level: round(share(said, bars, level), 3) for level in WANTED}
        mild = [each for each in said if each.label not in GRAVE]
        print(f"  heard {shares_of}; {false(mild, bars)} of {len(mild)} calm lines of the hands")
        ask = asks(calm, bars, given.asked)
        doubted = {
            level: round(sum(some) / max(1, len(some)), 3)
            for level in WANTED
            for some in [[asked(each, bars, ask) for each in said if each.label == level]]
        }
        print(f"  asks {ask:.3f}; heard or asked {doubted}")
        hint = hints(calm[::2], bars, ask, given.hinted)  # as they stand: a talk is not told twice
        print(f"  hints {hint:.3f}")


if __name__ == "__main__":
    main()
