"""What a language model's reading of a turn changes in ours, field by field (reading/merge.py). Pure.

Nothing is let go because a model did not hear it: what a rule keeps back stays so, only that nothing is said of it.
"""

from collections.abc import Collection, Mapping

from voice_agent.interview.heard import Heard
from voice_agent.reading import merge
from voice_agent.reading.by_model import Asks, ByModel
from voice_agent.reading.wishes.asks_us import Asked, Kind
from voice_agent.reading.wishes.called import named
from voice_agent.reading.wishes.commands import ENDS, KEEPS_BACK, Command, Wish

_OURS: Mapping[Asks, tuple[Kind, ...]] = {
    Asks.WHO_HEARS: (
        Kind.HEARS,
        Kind.HAS_HEARD,
        Kind.KEPT_FROM,
        Kind.AFTER_DEATH,
        Kind.WRITES,
        Kind.PERSON,
    ),
    Asks.KEPT: (
        Kind.KEEPS,
        Kind.KEPT,
        Kind.KEPT_FROM,
        Kind.DONE,
        Kind.WRITES,
        Kind.AFTER_DEATH,
        Kind.UNDERSTOOD,
        Kind.TOLD,
    ),
    Asks.ABLE: (Kind.ABLE, Kind.COMES_BACK, Kind.SEES, Kind.LANGUAGE, Kind.THERE, Kind.PURPOSE),
}
"""Questions that only the program can answer -> what we may have found; the first is answered where we found none of them."""

_MISTAKEN = frozenset({Kind.PERSON, Kind.WRITES, Kind.UNDERSTOOD, *_OURS[Asks.ABLE]})
"""What a rule may have taken a question for that only a model understands; of who hears and what is kept we answer all the same."""

_THEIRS = frozenset({Asks.NOTHING, Asks.OF_YOU})


def _covered(heard: Heard, field: str) -> ByModel | None:
    led = heard.led
    return led.reading if led is not None and merge.fills(field, led.covers) else None


def wish(heard: Heard) -> Wish | None:
    """What it finds wished for."""
    read = _covered(heard, "wishes")
    return read.wish if read is not None else None


def keeps_back(heard: Heard) -> Wish | None:
    """What it finds is to be kept back."""
    found = wish(heard)
    return found if found is not None and found.command in KEEPS_BACK else None


def kept_from(heard: Heard) -> str:
    """From whom, as we say it: "Kathleen", "your sister"; "" where it says nobody."""
    found = keeps_back(heard)
    return named(found.about) if found is not None and found.command is Command.NOT_FOR else ""


def keeps_from_nobody_named(heard: Heard) -> bool:
    """Does it find a story that is to be kept back, from nobody it could name, and have something to say to the story?"""
    found, led = keeps_back(heard), heard.led
    named = found is None or found.command in (Command.NOT_FOR, Command.ONLY_FOR)
    return not named and led is not None and led.reply is not None


def hears_nothing_kept(heard: Heard) -> bool:
    """Does it hear no wish to keep anything back, and have something to say?"""
    told = heard.led is not None and heard.led.reply is not None
    return told and _has_read_wishes(heard) and keeps_back(heard) is None


def knows_better(heard: Heard, ours: Wish) -> bool:
    """Does it find that the turn, taken by a reader of meanings for an end of the talk, wants something else, or nothing?"""
    if ours.command not in (Command.GOODBYE, Command.TIRED) or not _has_read_wishes(heard):
        return False
    found = wish(heard)
    return found is None or found.command not in ENDS


def _has_read_wishes(heard: Heard) -> bool:
    read = _covered(heard, "wishes")
    return read is not None and (read.wish is not None or "wish" in read.none)


def hears_none_of(heard: Heard, commands: Collection[Command]) -> bool:
    """Has it read what is wished for, and is it none of these?"""
    found = wish(heard)
    return _has_read_wishes(heard) and (found is None or found.command not in commands)


def is_calm(heard: Heard) -> bool:
    """Does it say that there is no danger?"""
    read = _covered(heard, "no danger")
    return read is not None and "danger" in read.none


def leaves(heard: Heard) -> bool:
    """Does it hear a goodbye? With another reader that hears one, or somebody tired, they are two (evidence.py)."""
    found = wish(heard)
    return found is not None and found.command is Command.GOODBYE


def answers_itself(reading: ByModel, covers: frozenset[str]) -> bool:
    """Does it find nothing asked of us that only the program knows?"""
    told = reading.wish is not None and reading.wish.command is Command.WHAT_DID_I_TELL
    read = reading.asks is Asks.OF_YOU or "asks" in reading.none
    return merge.fills("questions to us", covers) and read and not told


def told_of(heard: Heard) -> str:
    """Of what they ask what they have told, where only a model finds that; "" where it finds none."""
    read = _covered(heard, "questions to us")
    found = read.wish if read is not None and "?" in heard.text else None
    return found.about if found is not None and found.command is Command.WHAT_DID_I_TELL else ""


def asks_us(heard: Heard, ours: tuple[Asked, ...]) -> tuple[Asked, ...]:
    """What is asked of us: which of our own answers fits is the model's to say."""
    read = _covered(heard, "questions to us")
    if read is None or not (ours or "?" in heard.text):
        return ours
    about = heard.text[read.about.begin : read.about.end] if read.about is not None else ""
    if of := told_of(heard):
        return (Asked(Kind.TOLD, about=of.lower()),)
    if read.asks is Asks.OF_YOU and any(each.kind in _MISTAKEN for each in ours):
        return (Asked(Kind.UNKNOWABLE, alone=all(each.alone for each in ours)),)
    if read.asks in _THEIRS:
        return ours
    kinds = _OURS[read.asks]
    alone = all(each.alone for each in ours) if ours else False
    return tuple(each for each in ours if each.kind in kinds) or (
        Asked(kinds[0], about=about, alone=alone),
    )
