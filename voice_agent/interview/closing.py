"""How a session is closed, in few of the narrator's own words. Pure."""

from dataclasses import replace

from voice_agent.interview.moves import Act, Move
from voice_agent.interview.picking import phrase
from voice_agent.interview.progress import Progress, Stage
from voice_agent.interview.rules import Rules
from voice_agent.interview.wording.checks import LONGEST_REPLY, parts
from voice_agent.reading.by_rules import losses
from voice_agent.reading.by_rules.saying_back import milestone, weighed

SUMMED_UP = 16
"""Words of the narrator's that are said back at the end; thanks and goodbye follow in the same breath."""


def close(
    rules: Rules, progress: Progress, reason: str, *, short: bool = False
) -> tuple[Progress, Move]:
    """End the session for `reason`; `short` where somebody said stop and nothing more is heard.

    Otherwise what was told is said back in a few of the narrator's own words; after something hard the last word is of
    something ordinary.
    """
    said, progress = phrase(rules, progress, "stopped" if short else "thanks")
    cache = replace(progress.coverage.cache, sessions=progress.coverage.cache.sessions + 1)
    over = replace(progress, stage=Stage.OVER, coverage=replace(progress.coverage, cache=cache))
    if not short:
        said = " ".join(part for part in (said, rules.words.next_time) if part)
        # closing with the band would pass over the death told before it
        light = (
            ()
            if progress.comfort.mourned or weighed(progress.tellings.heard)
            else progress.tellings.said
        )
        summary = _summary(light, LONGEST_REPLY - len(said.split()))
        said = f"{summary} {said}".strip()
        if (
            progress.safety.heavy
            or progress.comfort.sad
            or losses.mourned(progress.comfort.mourned, progress.turns)
        ):
            said = _in_one_breath(said, rules.readers.net.say("closing"))
    return over, Move(Act.CLOSING, said, reason=reason, ends=True, deaf=short)


def _in_one_breath(said: str, last: str) -> str:
    """A goodbye that ends in `last`: of the rest as many whole sentences, the latest first, as leave it short enough."""
    kept = [last]
    for sentence in reversed(parts(said)):
        if sum(len(each.split()) for each in (sentence, *kept)) > LONGEST_REPLY:
            break
        kept.insert(0, sentence)
    return " ".join(kept)


def before_the_goodbye(first: str, said: str) -> str:
    """`first`, and of the goodbye `said` as many whole sentences, the last ones, as leave it short enough."""
    room = LONGEST_REPLY - len(first.split())
    kept: list[str] = []
    for sentence in reversed(parts(said)):
        room -= len(sentence.split())
        if kept and room < 0:
            break
        kept.insert(0, sentence)
    return " ".join((first, *kept))


def _summary(told: tuple[str, ...], room: int) -> str:
    """First and last of what was kept, as far as it can be said in one breath and in `room` words.

    A wedding comes before all else, and what they did themselves before what others did.
    """
    great = tuple(each for each in told if milestone(each))
    own = great or tuple(each for each in told if each.startswith("you ")) or told
    chosen = list(dict.fromkeys((own[-1], own[0]))) if own else []
    if sum(len(each.split()) for each in chosen) > SUMMED_UP:
        chosen = chosen[:1]
    chosen.sort(key=told.index)
    said = f"Today you told me how {', and how '.join(chosen)}." if chosen else ""
    return said if len(said.split()) <= room else ""
