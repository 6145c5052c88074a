"""What came of a wish that asks for more than words, and what is said of it. Pure.

Nothing is promised before it is done: a promise is spoken when the deed is on the disk, in the words that were planned
where the deed is what they say, and in other words where it is not.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from voice_agent.interview import phrases
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.picking import phrase
from voice_agent.interview.progress import OpenQuestion, Progress
from voice_agent.interview.questions import Source
from voice_agent.interview.rules import Rules
from voice_agent.reading.by_rules.saying_back import happened
from voice_agent.reading.wishes.commands import Command, Wish
from voice_agent.reading.words import stems
from voice_agent.reading.words.plain_words import at_stops

WHICH = "which of two"
"""The story of a wish that answers "which of the two do you mean?"."""

ASKS = {"put_away": "erase_ask"}
"""What is asked after a deed, by what is said of it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was done. The default: all that was promised, and nothing else is to be said."""

    say: str = ""
    """A sentence in the place of the promise; "": the promise holds."""

    kind: str = ""
    """The kind of phrase that says what was done instead of what was planned; "": `say`, or the promise."""

    told: str = ""
    """What it was done to, in few of the narrator's words."""

    name: str = ""
    """Whom it concerns."""

    more: str = ""
    """What else they should know, after what was promised."""

    unsaid: tuple[str, ...] = ()
    """Tellings of which nothing is said any more in this talk, nor sent to a model."""

    choices: tuple[str, ...] = ()
    """Stories of which one is meant, named: the narrator is asked which."""

    stored: bool = True
    """It was done; False: nothing that was promised holds."""


def promises(move: Move) -> bool:
    """Do its words say that something was done which is not done yet? What is said in danger waits for nothing."""
    return move.act is not Act.SAFETY and (bool(move.wishes) or move.permits is not None)


def after_the_deeds(
    rules: Rules, progress: Progress, move: Move, outcomes: Sequence[Outcome]
) -> tuple[Progress, Move]:
    """What is said now that all is done, and where the interview stands; `move` is what was planned, of each wish one of
    `outcomes`. A question that came of one wish waits for its answer, whatever came of the others."""
    said: list[Move] = []
    waits = None
    for each, outcome in zip((replace(move, also=()), *move.also), outcomes, strict=True):
        before = progress.awaits(None) if waits else progress
        progress, one = _after_the_deed(rules, before, each, outcome)
        waits = progress.wishes.waiting or waits
        said.append(one)
    if len(said) > 1:
        progress = progress.awaits(waits)
    return progress, replace(said[0], also=tuple(said[1:]))


def _after_the_deed(
    rules: Rules, progress: Progress, move: Move, outcome: Outcome
) -> tuple[Progress, Move]:
    progress = without(progress, outcome.unsaid)
    if not outcome.stored:
        progress = replace(progress, wishes=replace(progress.wishes, waiting=None, kept_back=False))
    if outcome.kind:
        said, progress = phrase(rules, progress, outcome.kind)
        mark = "?" if outcome.choices else "."
        said = phrases.fill(said, name=outcome.name, told=f"{outcome.told}{mark}")
        if outcome.choices:
            waits = Wish(Command.FORGET, story=WHICH)
            progress = replace(
                progress, wishes=replace(progress.wishes, waiting=waits, kept_back=False)
            )
            return progress, replace(move, say="", ask=said)
        asks = ASKS.get(outcome.kind, "")
        ask, progress = phrase(rules, progress, asks) if asks else ("", progress)
        progress = progress.awaits(Wish(Command.FORGET)) if asks else progress
        move = replace(move, say=said, ask=ask)
    elif outcome.say:
        move = replace(move, say=outcome.say, ask="" if not outcome.stored else move.ask)
    if outcome.more:
        move = replace(move, say=f"{move.say} {outcome.more}".strip())
    return progress, move


def without(progress: Progress, unsaid: Sequence[str]) -> Progress:
    """Without the tellings `unsaid`: they are not told back, nor summed up at the end, nor asked about."""
    gone = [each for each in unsaid if each.strip()]
    if not gone:
        return progress
    quotes = {happened(text) for text in gone}
    last, found = progress.tellings.last, progress.to_us.found
    progress = replace(
        progress,
        tellings=replace(
            progress.tellings,
            said=tuple(each for each in progress.tellings.said if each not in quotes),
            heard=tuple(each for each in progress.tellings.heard if not _tells_of(each, gone)),
            last="" if _tells_of(last, gone) else last,
            set_aside=last if _tells_of(last, gone) else progress.tellings.set_aside,
            before="" if _tells_of(progress.tellings.before, gone) else progress.tellings.before,
            exchanges=tuple(
                each for each in progress.tellings.exchanges if not _tells_of(each.said, gone)
            ),
        ),
        to_us=replace(
            progress.to_us,
            found=found and tuple(each for each in found if not _tells_of(each, gone)),
        ),
        coverage=replace(
            progress.coverage,
            grown=tuple(each for each in progress.coverage.grown if not _asks_of(each.ask, gone)),
        ),
    )
    return replace(progress, question=OpenQuestion()) if _grew_of(progress, gone) else progress


_WRITTEN = frozenset({Source.PROTOCOL, Source.FAMILY})
"""Whose questions were written before anything was told, and tell nothing of it."""


def _grew_of(progress: Progress, gone: Sequence[str]) -> bool:
    """Was the question that stands made of what was told? It holds its words, and is not asked again."""
    asking = progress.question.chosen
    if progress.consent.permission is not None or progress.safety.checking or progress.safety.asked:
        return False
    if asking is not None and asking.source in _WRITTEN and asking.ask == progress.question.text:
        return False
    return (asking is not None and asking.source is Source.STORY) or _asks_of(
        progress.question.text, gone
    )


_SENTENCE = 3
"""Words from which a sentence makes two tellings that hold it the same. A guess."""


def _tells_of(text: str, gone: Sequence[str]) -> bool:
    """Is it one of `gone`, or a part of one, or made of them? A turn heard in two parts is written down as two."""
    return text in gone or any(_shares(text, each) or _shares(each, text) for each in gone)


def _shares(text: str, other: str) -> bool:
    """Does a sentence of `text` stand in `other`?"""
    return any(each in other for each in at_stops(text) if len(each.split()) >= _SENTENCE)


def _asks_of(question: str, gone: Sequence[str]) -> bool:
    """Does it hold a word of theirs?"""
    words = stems.content(question)
    return any(words & stems.content(each) for each in gone)
