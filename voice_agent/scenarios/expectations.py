"""What was expected of each line and of the whole, and what came: finding by finding, in plain words. Pure."""

import calendar
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from voice_agent.interview.moves import Act
from voice_agent.interview.wording.unsaid import COMPILED, Rule
from voice_agent.reading.words.asking import asks, parts
from voice_agent.reading.words.vocabulary import SayableWords, said, strange_names
from voice_agent.scenarios.held import Came, HeldEvening, what
from voice_agent.scenarios.scenario import Always, Expected, Line, Scenario

REVIEWED = frozenset({Act.NOTICE, Act.CONSENT, Act.SAFETY, Act.CLOSING})
"""Kinds of reply whose wording people have read: they may name a helpline, and begin with any word."""

NOTHING = "nothing was said"


@dataclass(frozen=True, slots=True)
class Finding:
    """One expectation, and what came."""

    where: str
    """"evening 2, line 3"; "" of the whole."""

    line: str
    """What the narrator did there."""

    expected: str
    came: str
    holds: bool | None
    """None: it could not be looked at, and `came` says why."""

    judge: str = ""
    """The question for a language model that it stands for."""


@dataclass(frozen=True, slots=True)
class _At:
    """One reply with what it is looked at by."""

    where: str
    line: Line | None
    came: Came
    expected: Expected
    today: SayableWords
    """Said on this evening, up to this line."""

    before: SayableWords
    """Said on earlier evenings."""

    aloud: bool

    def found(self, expected: str, holds: bool | None, came: str = "") -> Finding:
        """One finding of this reply."""
        did = what(self.line) if self.line is not None else "(the evening begins)"
        return Finding(self.where, did, expected, came or self.came.text or NOTHING, holds)


def of_lines(
    scenario: Scenario, held: Sequence[HeldEvening], says: Mapping[str, str], *, aloud: bool
) -> Iterator[Finding]:
    """Every finding of a line or an opening. `says`: the reviewed wording of danger, by its level."""
    for at in _each(scenario, held, aloud):
        if not at.came.held:
            if at.expected != Expected():
                yield at.found("(all that was expected here)", None, at.came.why_not)
            continue
        yield from _of_reply(at, says)
        yield from _always(at, scenario.expect)


def _each(scenario: Scenario, held: Sequence[HeldEvening], aloud: bool) -> Iterator[_At]:
    who, earlier = scenario.who, list[str]()
    contacts = scenario.settings.get("safety", {}).get("contacts", ())
    settled = (who.name, *who.names, *map(str, contacts))
    for number, evening in enumerate(held, 1):
        of = f"evening {number}, " if len(held) > 1 else ""
        before, today = said(*earlier), [*settled]

        def at(where: str, line: Line | None, came: Came, expected: Expected) -> _At:
            return _At(f"{of}{where}", line, came, expected, said(*today), before, aloud)  # noqa: B023

        yield at("beginning", None, evening.opening, evening.evening.expect)
        for place, (line, came) in enumerate(
            zip(evening.evening.line, evening.lines, strict=True), 1
        ):
            # what the recogniser made of a name is how it was said to us
            today += (line.says, came.heard)
            yield at(f"line {place}", line, came, line.expect)
        earlier += [line.says for line in evening.evening.line]


def _of_reply(at: _At, says: Mapping[str, str]) -> Iterator[Finding]:
    expected, came = at.expected, at.came
    if expected.kind:
        kinds = f"{', '.join(came.kinds)}: {came.text}" if came.kinds else NOTHING
        yield at.found(
            f"a reply of kind {either(expected.kind)}",
            not {*expected.kind}.isdisjoint(came.kinds),
            kinds,
        )
    for pattern in expected.holds:
        yield at.found(f"holds “{pattern}”", _stands(pattern, came.text))
    for pattern in expected.never:
        yield at.found(f"never “{pattern}”", not _stands(pattern, came.text))
    if expected.words is not None:
        count = len(came.text.split())
        wanted = f"at most {expected.words} words" if expected.words else "nothing is said"
        yield at.found(wanted, count <= expected.words, f"{count} words: {came.text}")
    if expected.questions is not None:
        yield _questions(at, expected.questions)
    if expected.wish:
        yield at.found(
            f"understood as {' and '.join(expected.wish)}",
            {*expected.wish} <= {*came.wishes},
            f"{', '.join(came.wishes) or 'no wish'}: {came.text}",
        )
    if expected.danger:
        met = danger(came, says)
        yield at.found(
            f"danger: {either(expected.danger)}", met in expected.danger, f"{met}: {came.text}"
        )
    if expected.ends is not None:
        wanted = "the talk is over" if expected.ends else "the talk goes on"
        yield at.found(wanted, came.ends is expected.ends)
    for pattern in expected.remembers:
        yield _remembers(at, pattern)
    if expected.falls_silent is not None:
        yield _falls_silent(at, expected.falls_silent)
    if expected.judge:
        yield _judged(at, expected.judge)


def _remembers(at: _At, pattern: str) -> Finding:
    found = re.search(pattern, at.came.text, re.IGNORECASE)
    words = said(found[0]).words if found else frozenset[str]()
    old = bool(words & at.before.words) and not words <= at.today.words
    return at.found(f"remembers “{pattern}” of an earlier evening", found is not None and old)


def _falls_silent(at: _At, wanted: bool) -> Finding:
    over = at.came.spoken_over
    stops = "we stop when spoken over" if wanted else "we go on when spoken over"
    if not at.aloud:
        return at.found(stops, None, "In writing nobody is spoken over.")
    if over is None:
        return at.found(stops, False, "Nothing of ours was in the air.")
    return at.found(stops, over.finished is not wanted, f"we had said: {over.text}")


def _judged(at: _At, question: str) -> Finding:
    found = at.found(f"judged: {question}", None)
    return Finding(found.where, found.line, found.expected, found.came, None, question)


def _always(at: _At, always: Always) -> Iterator[Finding]:
    """What holds of every reply: only where it does not is there anything to tell."""
    came = at.came
    if not came.text:
        return
    for pattern in always.never:
        if _stands(pattern, came.text):
            yield at.found(f"never “{pattern}”", False)
    if always.words is not None and (count := len(came.text.split())) > always.words:
        yield at.found(f"at most {always.words} words", False, f"{count} words: {came.text}")
    if at.expected.questions is None and not (asked := _questions(at, always.questions)).holds:
        yield asked
    if always.respect and (found := _as_a_child(came.text)):
        yield at.found("nobody is spoken to as a child", False, f"“{found}” in: {came.text}")
    if always.judge and at.line is not None:
        yield _judged(at, always.judge)
    if always.names and (names := _strange(at)):
        yield at.found("no name that nobody said", False, f"{either(names)} in: {came.text}")


def _questions(at: _At, most: int) -> Finding:
    asked = [each for each in parts(at.came.text) if asks(each)]
    says = {0: "no question", 1: "at most one question"}.get(most, f"at most {most} questions")
    return at.found(says, len(asked) <= most)


def _as_a_child(text: str) -> str:
    found = (each.search(part) for part in parts(text) for each in COMPILED[Rule.ELDERSPEAK])
    return next((each[0].strip() for each in found if each), "")


def _strange(at: _At) -> tuple[str, ...]:
    known = SayableWords(at.before.words | at.today.words, frozenset())
    texts = (turn.text for turn in at.came.turns if turn.kind not in REVIEWED)
    return tuple(
        dict.fromkeys(
            name
            for text in texts
            for sentence in parts(text)
            for name in strange_names(sentence, known)
            if name not in ALWAYS_SAID
        )
    )


ALWAYS_SAID = frozenset(
    {*calendar.day_name, *calendar.month_name[1:], "Goodbye", "Christmas", "Easter"}
)
"""Written with a capital, and nobody's name."""


def danger(came: Came, says: Mapping[str, str]) -> str:
    """As what a line was met: a level, "asked" or "none"."""
    text = " ".join(came.text.split())
    met = [key for key, words in says.items() if words and " ".join(words.split()) in text]
    if "check" in met:
        return "asked"
    levels = [key.split("-")[0] for key in met if key not in ("closing", "mistaken", "check-yes")]
    known = [level for each in levels if (level := each.rstrip("bcde")) in _GRAVITY]
    return max(known, key=_GRAVITY.index, default="none")


_GRAVITY = ("0", "1", "2", "A", "3", "3m")


def _stands(pattern: str, text: str) -> bool:
    return re.search(pattern, text, re.IGNORECASE) is not None


def either(names: Iterable[str]) -> str:
    """Names in quotation marks, any of which will do."""
    return " or ".join(f"“{each}”" for each in names)
