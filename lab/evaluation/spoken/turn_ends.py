"""How often a way of deciding cuts in on voiced turns, and how long it waits after them. Arithmetic only.

One pause is judged by itself: that an earlier one was cut ends nothing. What is learned of a narrator is what would have
been learned: of a pause that was cut, only that it was longer.
"""

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby
from typing import Any

import numpy as np

from lab.evaluation.spoken.voiced_turns import Rest, VoicedTurn
from voice_agent.dialogue.clauses import unfinished
from voice_agent.dialogue.endpoint import Manners, agreed, required_silence
from voice_agent.dialogue.listening import Pause
from voice_agent.dialogue.patience import Pauses
from voice_agent.dialogue.story_patience import StoryPlace, with_story
from voice_agent.measuring.deciding import NEVER, Needed, Rate, decision, rate
from voice_agent.settings_sections import Endpoint
from voice_agent.sound import RATE

TUNING = ("adeyemi", "assunta", "dutra", "hedwig", "hepple", "isie")
"""Narrators on whose turns the rule was chosen: the first half by name. The others are reported."""

FIXED = (2.0, 3.0, 4.0)
"""Fixed silences to compare with, seconds."""

RIGHT = (0.8, 0.9, 1.0)
"""How often a reading that is made up is right."""

Places = Callable[[Rest, bool], StoryPlace]
"""Where the story stands in a silence; whether it is the end of the turn is for a reading that is made up."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way of deciding."""

    name: str
    place: Places | None = None
    """None: the place is not asked."""

    fixed: float | None = None
    """Seconds of silence that end any turn."""

    longest: float = Endpoint().longest
    """Seconds that no place makes longer."""

    amid: bool = True
    """The pauses of a turn that goes on teach already."""

    def needed(self, rest: Rest, asked: str, manners: Manners, *, end: bool) -> Needed:
        """What silence is wanted, as a conversation would ask for it."""
        if (fixed := self.fixed) is not None:
            return lambda words, complete: fixed
        if self.place is not None:
            manners = with_story(manners, self.place(rest, end), self.longest)
        return lambda words, complete: required_silence(words, complete, manners, asked=asked)


def ways(by_words: Places) -> tuple[Way, ...]:
    """What is laid side by side: today's first."""
    return (
        Way("as it was", amid=False),
        *(Way(f"{seconds:g} s of silence", fixed=seconds, amid=False) for seconds in FIXED),
        Way("place, by words", by_words, amid=False),
        Way("pauses of the turn itself"),
        Way("both: as it is now", by_words),
        *(Way(f"both, by a reading right in {right:.0%}", made_up(right)) for right in RIGHT),
    )


def made_up(right: float) -> Places:
    """A reading that is right in the share `right` of silences, drawn by their words: what a better one would be worth."""

    def place(rest: Rest, end: bool) -> StoryPlace:
        drawn = zlib.crc32(rest.words.encode()) / 2**32
        return StoryPlace.TOLD if end is (drawn < right) else StoryPlace.MIDDLE

    return place


@dataclass(frozen=True, slots=True)
class Waits:
    """Seconds from the true end of a turn to the decision."""

    p50: float
    p90: float
    n: int


@dataclass(frozen=True, slots=True)
class Figures:
    """How one way did."""

    name: str
    cut_ins: Rate
    """Of pauses inside turns."""

    inside: Rate
    """Of those inside a sentence."""

    between: Rate
    """Of those after a sentence."""

    turns_cut: Rate
    """Turns with at least one."""

    wait: Waits
    by_manner: Mapping[str, tuple[Rate, Waits]] = field(
        default_factory=dict[str, tuple[Rate, Waits]]
    )

    def as_json(self) -> dict[str, Any]:
        """Return figures for a JSON file."""
        return asdict(self) | {
            "cut_ins": self.cut_ins._asdict(),
            "inside": self.inside._asdict(),
            "between": self.between._asdict(),
            "turns_cut": self.turns_cut._asdict(),
            "by_manner": {
                name: {"cut_ins": cuts._asdict(), "wait": asdict(wait)}
                for name, (cuts, wait) in self.by_manner.items()
            },
        }


@dataclass(frozen=True, slots=True)
class _Met:
    """One turn as a way of deciding met it."""

    manner: str
    cuts: tuple[tuple[bool, bool], ...]
    """For each pause: after a sentence, and whether it was cut."""

    wait: float


def unknown(way: Way, turns: Sequence[VoicedTurn], settings: Endpoint) -> Figures:
    """Nothing is learned of anybody from one turn to the next."""
    return _figures(way.name, [_meet(way, turn, Pauses(), settings)[0] for turn in turns])


def known(way: Way, turns: Sequence[VoicedTurn], settings: Endpoint) -> Figures:
    """The first half of each narrator's turns teaches their pauses, as it would happen; the second is reported.

    It goes on teaching while it is reported, as in a house.
    """
    met = list[_Met]()
    by_name = sorted(turns, key=lambda turn: turn.narrator)
    for _, some in groupby(by_name, lambda turn: turn.narrator):
        told, learned = list(some), Pauses()
        for place, turn in enumerate(told):
            one, heard = _meet(way, turn, learned, settings)
            learned = learned.hear(heard, settings.sure)
            if place >= len(told) // 2:
                met.append(one)
    return _figures(way.name, met)


def _meet(
    way: Way, turn: VoicedTurn, learned: Pauses, settings: Endpoint
) -> tuple[_Met, Sequence[Pause]]:
    """Go through a turn: how it was met, and its pauses as they would have been heard."""
    cuts, heard = list[tuple[bool, bool]](), list[Pause]()
    manners = Manners.of(settings, learned)
    for rest in turn.rests:
        decided = decision(
            rest.silence, rest.words, way.needed(rest, turn.asked, manners, end=False)
        )
        cuts.append((rest.between, decided is not None))
        heard.append(_pause(rest, turn.asked, decided))
        if way.amid:
            manners = Manners.of(settings, learned.hear(heard, settings.sure))
    return _Met(turn.manner, tuple(cuts), _wait(way, turn, manners)), heard


def _pause(rest: Rest, asked: str, decided: float | None) -> Pause:
    answer: float | None = None
    for each in rest.silence.answers:
        answer = agreed(answer, each)
    began, cut = rest.silence.began, decided is not None
    seconds = rest.silence.seconds if decided is None else decided
    is_open = unfinished(rest.words, asked=asked)
    return Pause(began, began + round(seconds * RATE), answer, is_open, cut, cut)


def _wait(way: Way, turn: VoicedTurn, manners: Manners) -> float:
    """Seconds from the true end to the decision. A listener who hears ghosts waits again."""
    for rest in turn.ends:
        decided = decision(
            rest.silence, rest.words, way.needed(rest, turn.asked, manners, end=True)
        )
        if decided is not None:
            return (rest.silence.began - turn.ended) / RATE + decided
    return NEVER


def _figures(name: str, met: Sequence[_Met]) -> Figures:
    cuts = [cut for each in met for cut in each.cuts]
    manners = dict.fromkeys(each.manner for each in met)
    return Figures(
        name,
        cut_ins=rate(cut for _, cut in cuts),
        inside=rate(cut for between, cut in cuts if not between),
        between=rate(cut for between, cut in cuts if between),
        turns_cut=rate(any(cut for _, cut in each.cuts) for each in met),
        wait=_spread([each.wait for each in met]),
        by_manner={
            manner: (
                rate(cut for each in met if each.manner == manner for _, cut in each.cuts),
                _spread([each.wait for each in met if each.manner == manner]),
            )
            for manner in manners
        },
    )


def _spread(waits: Sequence[float]) -> Waits:
    if not waits:
        return Waits(0.0, 0.0, 0)
    p50, p90 = np.quantile(waits, (0.5, 0.9), method="higher")
    return Waits(float(p50), float(p90), len(waits))
