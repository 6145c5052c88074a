"""How somebody is with us, as far as the form of their words makes it certain: read once, and handed on. Pure.

    if heard.condition.cross: ...

Whoever is lost, frightened, cross or ashamed, or has something else to see to, is met before any question.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from voice_agent.reading.by_rules import rebukes
from voice_agent.reading.danger import at_odds, denial
from voice_agent.reading.danger import unsettled as unrest
from voice_agent.reading.danger.living import kin
from voice_agent.reading.wishes.quoted import unquoted
from voice_agent.reading.words.plain_words import at_stops

REMEMBERED = 80
"""Answers of which it is known: those of one talk, and a few."""


@dataclass(frozen=True, slots=True)
class Condition:
    """How the narrator is, in one turn."""

    unsettled: str
    """What unsettles them: a kind of phrase; "" for nothing."""

    asks_who: bool
    """They ask who is there."""

    taken_for: str
    """Whom they take us for: "mother"; "" for nobody."""

    called: str
    """What to call that person: "your mother", "Harold"; "" where nobody can tell."""

    lost: bool
    """The question, the time or the place has gone from them."""

    muddled: bool
    """Of these, the place or the day, and not only the question."""

    cross: bool
    """Said against us."""

    rebuked: bool
    """We are told off for a question, or for not having listened."""

    told_already: str
    """What they say that they have just told, turned: "your lad died"; "" where they say no such thing."""

    unclear: bool
    """Nobody could understand our question."""

    said_so: bool
    """It was asked though it had just been told."""

    confided: bool
    """They tell something that they are ashamed of."""

    sorry: bool
    """It is no more than an apology."""

    needs: bool
    """Something else comes first now: tea, the door."""

    denies: bool
    """Nothing but a plain no."""

    shaken: bool
    """These few words say that a heavy moment is not over."""


@lru_cache(REMEMBERED)
def condition(said: str) -> Condition:
    """Read `said`."""
    own, whom = unquoted(said), unrest.taken_for(said)
    return Condition(
        unsettled=unrest.unsettled(said),
        asks_who=unrest.asks_who(said),
        taken_for=whom,
        called=kin(whom) or (whom.title() if _as_a_name(whom, said) else ""),
        lost=at_odds.lost(said),
        muddled=at_odds.muddled(said),
        cross=at_odds.cross(said),
        rebuked=rebukes.rebuked(said),
        told_already=rebukes.told_already(said),
        unclear=at_odds.unclear(said),
        said_so=at_odds.said_so(said),
        confided=at_odds.confided(said),
        sorry=at_odds.apologises(own),
        needs=at_odds.needs(own) or at_odds.needs(at_stops(own)[-1]),
        denies=denial.plainly(said),
        shaken=at_odds.shaken(said),
    )


def _as_a_name(word: str, said: str) -> bool:
    return word.title() in re.findall(r"[A-Z][a-z]+", said) or bool(
        re.search(rf"\bis (?:that|this) (?:you )?{word}\b", said.lower())
    )
