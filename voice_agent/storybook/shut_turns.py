"""Turns of which nothing may be in a book: a bad moment, and what was put away. Pure."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from voice_agent.memory.claims import Claim
from voice_agent.story import Speaker, Turn, TurnId
from voice_agent.storybook.material import Alarm, Place, Source, Why

BREATH = 10.0
"""Seconds between two pieces of what was said in one breath: somebody goes on while we are about to answer. A guess."""


LISTENING = ("murmur", "acknowledgement")


def _answered_as_a_crisis(turns: Sequence[Turn], alarm: Alarm) -> frozenset[TurnId]:
    """The narrator's turns in which danger was read and answered, and what was said in answer to our safety words.

    What was only asked about ("are you all right?") and denied is a story like any other; so is what was told before.
    """
    ours = [
        n
        for n, t in enumerate(turns)
        if t.speaker is Speaker.INTERVIEWER and t.kind not in LISTENING
    ]
    found = set[TurnId]()
    before = -1
    for safety, group in groupby(ours, key=lambda n: turns[n].kind == "safety"):
        some = list(group)
        after = next((n for n in ours if n > some[-1]), len(turns))
        # asked twice, because nobody answered, is asked once
        asked = all(turns[n].text.endswith("?") for n in some)
        denied = asked and after < len(turns) and turns[after].kind == "answer"
        if safety and not denied:
            told = [t for t in turns[before + 1 : some[0]] if t.speaker is Speaker.NARRATOR]
            answers = (t for t in turns[some[0] : after] if t.speaker is Speaker.NARRATOR)
            found |= {t.id for t in (*_in_danger(told, alarm), *answers)}
        before = some[-1]
    return frozenset(found)


def _in_danger(told: Sequence[Turn], alarm: Alarm) -> Sequence[Turn]:
    """Of what was told since our last words, the pieces in which danger was read: it is read in what was said in a breath.

    The fewest last ones that tell of it; where nobody can tell any more (what was withheld is not written down), all.
    """
    first = max(len(told) - 1, 0)
    while first > 0 and told[first].began - told[first - 1].ended <= BREATH:
        first -= 1
    breath = told[first:]
    tails = (breath[n:] for n in reversed(range(len(breath))))
    return next((some for some in tails if alarm(" ".join(t.text for t in some))), breath)


def turns_shut(source: Source, by_turn: Mapping[Place, Sequence[Claim]]) -> Mapping[Place, Why]:
    """The turns of which nothing may be used."""
    found: dict[Place, Why] = {}
    for session in source.sessions:
        bad = _answered_as_a_crisis(session.turns, source.alarm)
        for turn in session.turns:
            here = (session.id, turn.id)
            if turn.speaker is not Speaker.NARRATOR or not turn.text.strip():
                continue
            if here in source.away or _hidden(source, here, by_turn.get(here, ())):
                found[here] = Why.PUT_AWAY
            elif turn.id in bad or source.alarm(turn.text):
                found[here] = Why.CRISIS
    return found


def _hidden(source: Source, here: Place, every: Sequence[Claim]) -> bool:
    """Is all of a turn hidden?"""
    return bool(every) and all(each.id in source.hidden for each in every)
