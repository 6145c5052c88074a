"""Hears a cry for help: rules on plain words, and a reading by meaning where a rule is not sure.

Rules: config/safety_hearing.toml. The reading by meaning is an engine behind `Meaning`, two heads that different writers
taught: one reads sentences, one the turn as a whole. It is believed where a rule hints at the same, and by itself where
both heads think it likelier than not and all but certain together, or one of them and the grammar of what was said
(disclosures.py); one head alone is asked about (evidence.py). Without an engine the sure rules stand alone. Pure: the same words, the same level.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf, log10
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from voice_agent.errors import SettingsError
from voice_agent.reading.danger import disclosures, farewells
from voice_agent.reading.evidence import Deed, Evidence, Verdict, may
from voice_agent.reading.heads.hard_moments import last_words
from voice_agent.reading.words.plain_words import pieces, plain, sentences

LEVELS = ("3m", "3", "A", "2", "1", "0")
"""Most urgent first. 3m before 3: where both are heard, both answers give the same number."""

GRAVE = frozenset({"2", "3", "3m", "A"})
"""What is never written down."""

_DANGER = frozenset({"2", "3", "3m"})

_ASKED = GRAVE - {"3m"}
"""A rule that finds an emergency is believed, whatever a reader makes of it: seconds count."""

NONE = 0.2
"""Surety below which what only a rule takes for a cry is asked about and not acted on: 1 of 285 cries of other writers that a rule
knows lies there, emergencies apart (no command repeats this)."""

A_STORY, HARDLY = 25, 0.5
"""Words of a turn that is a story, and surety below which a cry that only a rule finds in it is asked about, an emergency too:
"smoke came out of my mouth" was the cold of Liverpool in 1967. Whoever is in one says it in fewer."""

LIKELY = -log10(0.5)
"""Tenfold doubts of what is likelier than not."""

SHARED = 0.15
"""Tenfold doubts, three in ten, that the less alarmed of the two readings must share before anybody is asked. Of seven
questions that two narrators were asked for nothing in six talks, the other reading made nothing of the turn in five."""

BEFORE = 240
"""Characters before a cry of abuse in which something may say that it is long past. A guess."""

SHORT = 15
"""Words of a turn; in a longer one the reading by meaning must be that much surer. With 30, stories raised twice the levels."""

NO_RULE = "meaning alone"
"""How the rule of a cry begins that meaning hears where no rule hints at it."""

Reading = Mapping[str, float]
"""Level, or "" for none of them -> probability; sums to 1."""


class Meaning(Protocol):
    """Reads what a sentence means. Blocking, some 10 ms a sentence it has not read before."""

    @property
    def agrees(self) -> Mapping[str, float]:
        """Level -> probability from which it is believed, where a hint is there too."""
        ...

    def read(self, sentences: Sequence[str]) -> Sequence[Reading]:
        """Return one reading for each sentence."""
        ...

    def whole(self, said: str) -> Reading:
        """Return the reading of a turn, or of its last words: what its sentences may say only together."""
        ...


class Suspicion(NamedTuple):
    """How nearly something is danger of any kind."""

    surety: float
    """Of both readings together, as tenfold doubts: 2 where they leave a hundredth of doubt between them."""

    level: str
    """What it is, if it is any."""

    least: float = 0.0
    """Of the reading that is less alarmed, as tenfold doubts."""

    @property
    def both(self) -> bool:
        """Does each of the two readings by itself think danger likelier than not?"""
        return self.least >= LIKELY


@dataclass(frozen=True, slots=True)
class Cry:
    """What was heard, and which rule heard it."""

    level: str
    rule: str
    """For the journal of an evaluation; never the words."""

    evidence: Evidence = Evidence.PLAIN

    @property
    def asked(self) -> bool:
        """Is it asked about, and not acted on?"""
        return self.level in GRAVE and may(Deed.ALARM, self.evidence) is not Verdict.DO


@dataclass(frozen=True, slots=True)
class Cries:
    """The rules of config/safety_hearing.toml."""

    sure: Mapping[str, tuple[re.Pattern[str], ...]]
    hints: Mapping[str, tuple[re.Pattern[str], ...]]
    danger_void: tuple[re.Pattern[str], ...]
    long_ago: tuple[re.Pattern[str], ...]
    same_sentence: tuple[re.Pattern[str], ...] = ()
    believed: Mapping[str, float] = field(default_factory=dict[str, float])
    """Level -> tenfold doubts from which meaning is believed where no rule hints at it; absent: never."""

    asks: float = inf
    """Tenfold doubts from which the narrator is asked whether they are all right."""

    hints_from: float = inf
    """As `asks`, of what is asked about only where it is not the first hint."""

    meaning: Meaning | None = None

    def doubts(self, said: str) -> str:
        """The level that what was said may be, too unsure to be believed; "" for none. Ask after `hear`."""
        nearly = self.suspects(said)
        unsure = nearly.surety >= self.asks and nearly.least >= SHARED and not self._of_then(said)
        return nearly.level if unsure else self.by_form(said)

    def _of_then(self, said: str) -> bool:
        """Is it all told of long ago, with a year, and of nothing today? What hurts in it is grief, and no danger."""
        text = plain(said)
        return any(rule.search(text) for rule in self.long_ago) and not _NOW.search(text)

    def by_form(self, said: str) -> str:
        """The level that what was said may be by its grammar, whatever its words mean: it is asked about. "" for none."""
        text = _SCOTS_NO.sub(r"\1 not ", _WILLNA.sub("will not", plain(said)))
        if any(rule.search(text) for rule in self.long_ago):
            return ""
        return "A" if disclosures.kind(text) else farewells.level(text)

    def of_abuse(self, said: str) -> bool:
        """Is abuse told in it, whatever else is: by a rule, by its form, or likeliest by its meaning?"""
        text = plain(said)
        by_rule = any(
            not self._of_long_ago(text, match.start())
            for rule in self.sure.get("A", ())
            for match in rule.finditer(text)
        )
        return by_rule or "A" in (self.by_form(said), self.doubts(said))

    def hint(self, said: str) -> str:
        """The level at which what was said may hint, too little to ask about it by itself; "" for none."""
        nearly = self.suspects(said)
        hints = nearly.surety >= self.hints_from and not self._of_then(said)
        return nearly.level if hints else ""

    def suspects(self, said: str) -> Suspicion:
        """How nearly it is danger by its meaning alone: its most alarming sentence, and the turn as a whole."""
        if self.meaning is None or not said.strip():
            return Suspicion(0.0, "")
        long = log10(doubt(said))
        there = [each for text, each in readings(self.meaning, said) if not self.void(text)]
        if not there:
            return Suspicion(0.0, "")
        worst = max(there, key=grave)
        most = max(0.0, tenfold(grave(worst)) + long)
        whole = self.meaning.whole(last_words(said))
        shares = {each: worst.get(each, 0.0) + whole.get(each, 0.0) for each in GRAVE}
        turn = tenfold(grave(whole))
        return Suspicion(most + turn, likeliest(shares), min(most, turn))

    def hear(self, said: str) -> Cry | None:
        """Return the most urgent cry in what was said in one turn, or None."""
        nearly = self.suspects(said)
        sure = self._surely(plain(said))
        in_a_story = len(said.split()) > A_STORY
        waits = sure is not None and (sure.level in _ASKED or in_a_story)
        if sure and waits and nearly.level and nearly.surety < (HARDLY if in_a_story else NONE):
            sure = replace(sure, evidence=Evidence.LOOSE)
        found = {cry.level: cry for cry in (sure, *self._perhaps(said, nearly)) if cry}
        cry = min(found.values(), key=_urgent, default=None)
        if cry and cry.level in _DANGER and _SCENE.search(plain(said)):
            # whoever takes 1962 for today may have fallen all the same
            cry = replace(cry, evidence=Evidence.LOOSE)
        if cry and cry.evidence is Evidence.ALONE and self._of_then(said):
            return None
        return cry

    def _surely(self, text: str) -> Cry | None:
        void = [m.span() for rule in self.danger_void for m in rule.finditer(text)]
        for level in LEVELS:
            for number, rule in enumerate(self.sure.get(level, ())):
                for match in rule.finditer(text):
                    if level in _DANGER and any(
                        a <= match.start() and match.end() <= b for a, b in void
                    ):
                        continue
                    if level == "A" and self._of_long_ago(text, match.start()):
                        continue
                    return Cry(level, f"sure {level} {number}")
        return None

    def _of_long_ago(self, text: str, at: int) -> bool:
        """Does the sentence, or what led up to it, say that this is long past?"""
        ends = text.find(" . ", at)
        sentence = text[text.rfind(" . ", 0, at) + 1 : ends if ends >= 0 else len(text)]
        before = text[max(at - BEFORE, 0) : ends if ends >= 0 else len(text)]
        return any(rule.search(before) for rule in self.long_ago) or any(
            rule.search(sentence) for rule in self.same_sentence
        )

    def _perhaps(self, said: str, nearly: Suspicion) -> list[Cry]:
        if self.meaning is None:
            return []
        found: list[Cry] = []
        if nearly.surety >= self.believed.get(nearly.level, inf):
            formed = (
                nearly.level == "A" and self.by_form(said) == "A"
            )  # grammar, which no head was taught
            evidence = Evidence.AGREED if nearly.both or formed else Evidence.ALONE
            rule = f"{NO_RULE} {nearly.level} {nearly.surety:.2f}"
            found.append(Cry(nearly.level, rule, evidence))
        unsure = doubt(said)
        for text, reading in readings(self.meaning, said):
            void = self.void(text)
            for level in LEVELS:
                sure = reading.get(level, 0.0)
                if void and level in GRAVE:
                    continue
                wanted = self.meaning.agrees.get(level, 2.0)
                if level in GRAVE:
                    wanted = 1 - (1 - wanted) * unsure
                if sure >= wanted and self.hints_at(level, text):
                    found.append(Cry(level, f"meaning {level} {sure:.2f}", Evidence.AGREED))
        return found

    def void(self, text: str) -> bool:
        """Is `text`, in plain words, a figure of speech or of long ago?"""
        return any(
            rule.search(text) for rule in (*self.danger_void, *self.long_ago, *self.same_sentence)
        )

    def hints_at(self, level: str, text: str) -> bool:
        """Does `text`, in plain words, hint at `level`?"""
        return all(rule.search(text) for rule in self.hints.get(level, ()))


_NOW = re.compile(
    r"\b(?:today|tonight|tomorrow|now|this (?:morning|afternoon|evening|week|weekend)|these days|any ?more|i (?:want|wish|hope|can not|will|shall|would|do not want|am (?!told|the))|soon|join (?:him|her|them))\b"
)
_SCENE = re.compile(
    r"\b(?:it (?:is|was)|this is|now|picture|imagine)(?: \w+){0,3}? (?:19\d\d|nineteen (?:\w+ty|hundred)|(?:(?:winter|summer|spring|autumn|fall|christmas|year|night|morning|end|war|january|february|march|april|may|june|july|august|september|october|november|december) (?:of |in )?)(?:twenty|thirty|forty|fifty|sixty|seventy|eighty)(?: \w+)?)\b"
)
"""A scene of long ago is told as if it were now: "it's the winter of forty-seven, and I've fallen"."""


def _urgent(cry: Cry) -> float:
    """Most urgent first; what is only asked about comes after whatever is acted on, and before mere distress."""
    return len(GRAVE) - 0.5 if cry.asked else LEVELS.index(cry.level)


_WILLNA = re.compile(r"\b(?:willna|winna|wilna)\b")
_SCOTS_NO = re.compile(
    r"\b(am|is|are|will|would|can|do|does|was) no (?=(?:be|let|allow|giv|see|need|have|to)[a-z]*\b)"
)
"""As it is said in Scotland: "I'm no allowed"."""

SMALLEST = 0.1
"""Share of danger below which a sentence is not read a second time together with its neighbour. A guess."""


def readings(meaning: Meaning, said: str) -> list[tuple[str, Reading]]:
    """Each sentence in plain words, and how it is read; neighbours together where one of them may be a cry."""
    alone = [piece for piece in sentences(said) if plain(piece)]
    found = dict(zip(alone, meaning.read(alone), strict=True))
    odd = [piece for piece in alone if grave(found[piece]) >= SMALLEST]
    both = [
        pair for pair in pieces(said) if pair not in found and any(each in pair for each in odd)
    ]
    found |= zip(both, meaning.read(both), strict=True)
    return [(plain(piece), reading) for piece, reading in found.items()]


def grave(reading: Reading) -> float:
    """The share of danger of any level."""
    return sum(reading.get(level, 0.0) for level in GRAVE)


def likeliest(reading: Reading) -> str:
    """The grave level that it is, if it is one."""
    return max(GRAVE, key=lambda each: (reading.get(each, 0.0), each))


def doubt(said: str) -> float:
    """By how much a turn must be surer than a short one: a probability p becomes 1 - (1 - p) * doubt."""
    # a cry is short; in a long story there are that many more sentences to be misread
    return min(1.0, SHORT / max(1, len(said.split())))


def tenfold(share: float) -> float:
    """Doubts of a probability: 1 for .9, 2 for .99; at most 9."""
    return -log10(max(1e-9, 1 - share))


def read(path: Path) -> Cries:
    """Read config/safety_hearing.toml. Raises SettingsError: without it no talk is held."""
    try:
        table: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        words: dict[str, str] = table["words"]

        def rules(patterns: Sequence[str]) -> tuple[re.Pattern[str], ...]:
            return tuple(re.compile(_filled(pattern, words)) for pattern in patterns)

        return Cries(
            {level: rules(table["sure"][level]) for level in LEVELS},
            {level: rules(table["hints"][level]) for level in LEVELS},
            rules(table["void"]["danger"]),
            rules(table["void"]["long_ago"]),
            rules(table["void"]["same_sentence"]),
            {level: float(table["together"][level]) for level in GRAVE},
            float(table["together"]["asks"]),
            float(table["together"]["hints"]),
        )
    except (tomllib.TOMLDecodeError, KeyError, OSError, re.error) as error:
        raise SettingsError(
            f"The safety rules {path} cannot be used: {error}.",
            safe="Nothing was recorded; no talk is held without them.",
            mend="Restore the file from the package.",
        ) from None


def _filled(pattern: str, words: Mapping[str, str]) -> str:
    # a recogniser loses small words
    pattern = re.sub(r" (the|a|to|of) (?=[a-z(<])", r"(?: \1)? ", pattern)
    while (filled := re.sub(r"<(\w+)>", lambda m: words[m[1]], pattern)) != pattern:
        pattern = filled
    return pattern
