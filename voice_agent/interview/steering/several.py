"""All that a turn asks for besides its story, or where it asks for several things, answered in one move. Pure."""

import math
from collections.abc import Sequence
from dataclasses import replace

from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.progress import Progress, Stage
from voice_agent.interview.rules import Rules
from voice_agent.interview.steering import asked_back, model_reading, voice
from voice_agent.interview.steering.asked_back import DEEDS
from voice_agent.interview.steering.replying import NextScene, grant
from voice_agent.interview.steering.understood import told
from voice_agent.reading.evidence import Deed, Evidence, Verdict
from voice_agent.reading.wishes import wish_words
from voice_agent.reading.wishes.commands import Command, Wish
from voice_agent.reading.wishes.within import SaidWish, Within

_GOES = frozenset({Command.GOODBYE, Command.TIRED})
"""What, with a goodbye that a language model hears, is one."""


def granted(
    rules: Rules, progress: Progress, heard: Heard, said: Within, next_scene: NextScene
) -> tuple[Progress, Move] | None:
    """Do all that a turn asks for besides its story, or where it asks for several things; None: it is one wish, or none."""
    if progress.stage is not Stage.TALK or not said.wishes:
        return None
    if model_reading.leaves(heard) and said.wishes[-1].wish.command in _GOES:
        leaves = SaidWish(Wish(Command.GOODBYE), Evidence.AGREED)
        said = said._replace(wishes=(*said.wishes[:-1], leaves))
    last = said.wishes[-1]
    unsure = asked_back.verdict(last.wish, last.evidence, progress) is Verdict.ASK
    if len(said.wishes) == 1 and not said.story:
        return None
    if said.story and wish_words.telling(said.rest):
        after = told(progress, replace(heard, text=said.rest))
        progress = replace(after, tellings=replace(after.tellings, before=progress.tellings.last))
    done: list[Move] = []
    for each in said.wishes[:-1] if unsure else said.wishes:
        if said.story and each.wish.command in voice.MANNERS:
            done.append(_paced(rules, progress, each.wish))
            continue
        progress, move = grant(rules, progress, each.wish, heard, next_scene)
        confided = DEEDS.get(each.wish.command) is Deed.KEEP_BACK
        done.append(replace(move, ask="") if confided else move)
    if unsure:
        progress, move = asked_back.whether(rules, progress, last.wish)
        done.append(move)
    return progress, _together(done, asks=not said.story)


def _together(moves: Sequence[Move], *, asks: bool) -> Move:
    """One move of several: what is said to each wish, so that what came of it can be said instead, and the last question."""
    first, last = moves[0], moves[-1]
    ask = last.ask if asks or last.act is not Act.QUESTION else ""
    return replace(
        last,
        say=first.say,
        ask=ask if first is last else "",
        wish=first.wish,
        also=tuple(replace(each, ask=ask if each is last else "") for each in moves[1:]),
        pace=math.prod(each.pace for each in moves),
        loudness=math.prod(each.loudness for each in moves),
    )


def _paced(rules: Rules, progress: Progress, wish: Wish) -> Move:
    """We speak so from now on, and the story goes on: nothing is asked again."""
    _, move = voice.as_asked(rules, progress, wish)
    return replace(move, ask="", heeds=True)
