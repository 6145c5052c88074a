"""Listens on, where no question of ours fits what was just said; and chooses the word that fits. Pure.

    if listened := listening.instead(rules, progress, heard, choice): return listened

Readers called more than half of our questions wrong after a lively answer, and hardly one "Go on, I am listening."
(lab/training/lessons/fitting.tsv). How far a question may fall short grows with each one inside the story: at last it is left.
"""

import random
from collections.abc import Sequence
from dataclasses import replace

from voice_agent.interview import losses
from voice_agent.interview.choosing import Choice, fits
from voice_agent.interview.closers import closer
from voice_agent.interview.fitting import Fit
from voice_agent.interview.heard import Heard
from voice_agent.interview.mood import dark
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.particulars import hurts, mourns
from voice_agent.interview.phrases import OFTEN
from voice_agent.interview.picking import phrase
from voice_agent.interview.progress import Progress
from voice_agent.interview.questions import Candidate, Source
from voice_agent.interview.rules import Rules
from voice_agent.interview.straying import leaves, opens, turned_down
from voice_agent.interview.wording.checks import faults
from voice_agent.interview.wording.vocabulary import said

SHORT_OF = (-0.1, -0.2, -0.4, -0.8)
"""Fit below which a question gives way, after 0, 1, 2, 3 and more questions inside the story. Guesses."""

BETTER = 0.15
"""By how much listening on, or another word before a question, must fit better. A guess."""

RUNNING = 2
"""Replies running that ask nothing of the book; with more nobody leads. A guess."""

COLDLY, LONGER = -0.5, 2
"""Where all that could be asked is another subject, and fits worse than the first, so many more. Guesses."""

CHANCE = 0.05
"""So far two phrases may lie apart and be chosen by chance. A guess."""

DRAWN = 5
"""Phrases of a kind of which is asked how well they fit: each costs time, and they are much alike."""

NEWEST = 3
"""What was said last, which nothing follows that begins alike. A guess."""

SHORT = 4
"""Words of a remark that is enough by itself."""

ONWARD = "listen_on"
REMARKS = ("merry", "struck", "sorrow")

_WAITS = (Source.FAMILY, Source.MEMORY)
"""Questions that somebody waits for, or that wait for a moment of their own."""


def on(rules: Rules, progress: Progress, heard: Heard, why: str) -> tuple[Progress, Move]:
    """Ask for no more than that they go on; say nothing where that was said too often."""
    texts = _unheard(rules, progress, (ONWARD,))
    text = texts[0] if texts else ""
    after = _uttered(progress, text) if text else progress
    after = replace(after, listened=progress.listened + 1, depth=progress.depth + 1)
    if text.endswith("?"):
        after = replace(after, last=text, asked=(*after.asked, text))
        return after, Move(Act.QUESTION, "", text, why)
    return after, Move(Act.ANSWER if text else Act.NOTHING, text, reason=why)


def beside_them(rules: Rules, progress: Progress, why: str) -> tuple[Progress, Move] | None:
    """Ask nothing and console nobody: what may be hard and may be none is listened to; None where that was said too often."""
    stays = replace(progress, stayed=progress.turns, beside="still_here")
    said_, stays = phrase(rules, stays, "still_here")
    return (stays, Move(Act.ANSWER, said_, reason=why)) if said_ else None


def instead(
    rules: Rules, progress: Progress, heard: Heard, choice: Choice
) -> tuple[Progress, Move] | None:
    """What is said instead of `choice`; None where it may be asked."""
    if choice.fit is None or choice.question.source in _WAITS:
        return None
    if closer(heard.text) or turned_down(heard.text):
        return None
    # nobody who has just told of a death is led to something else, however often one has only listened
    mourning = losses.mourned(progress.mourned, progress.turns) and leaves(choice.question, heard)
    # nor is whoever may be telling something hard asked what one asks of any story
    of_any = choice.question.source is Source.PROTOCOL and not choice.question.lead
    stays = mourning or (of_any and rules.perhaps_hard(heard.text))
    coldly = opens(choice.question) and choice.fit < COLDLY
    often = progress.listened >= RUNNING + (LONGER if coldly else 0)
    fair = choice.fit >= SHORT_OF[min(progress.depth, len(SHORT_OF) - 1)]
    if (often or fair) and not stays:
        return None
    found = _onward(rules, progress, heard)
    if found is None or (found[1] < choice.fit + BETTER and not stays):
        return None
    said_, _ = found
    after = progress
    for text in said_:
        after = _uttered(after, text)
    after = replace(after, listened=progress.listened + 1, depth=progress.depth + 1)
    *before, last = said_
    why = "no question of ours fits as well"
    if last.endswith("?"):
        after = replace(after, last=last, asked=(*after.asked, last))
        return after, Move(Act.QUESTION, " ".join(before), last, why)
    return after, Move(Act.ANSWER, " ".join(said_), reason=why)


def _onward(rules: Rules, progress: Progress, heard: Heard) -> tuple[tuple[str, ...], float] | None:
    """What asks for more and fits best, perhaps behind a remark or a few of their own words; and how well it fits."""
    onward = _best(rules, progress, heard, (ONWARD,))
    remark = _best(rules, progress, heard, _remarks(heard))
    fit = fits(rules, heard)
    if fit is None or onward is None:
        return None
    ways: list[tuple[str, ...]] = [(onward[0],)]
    if remark is not None:
        ways.append((remark[0], onward[0]))
        if len(remark[0].split()) <= SHORT:
            ways.append((remark[0],))
    known = said(heard.text)
    texts = [" ".join(way) for way in ways]
    marks = fit(progress.last, heard.text, texts)
    able = [
        (mark.worth, way)
        for mark, way, text in zip(marks, ways, texts, strict=True)
        if not faults(text, known)
    ]
    worth, way = max(able, default=(-1.0, ()))
    return (way, worth) if way else None


def opening(
    rules: Rules, progress: Progress, after: Progress, heard: Heard, question: Candidate, word: str
) -> tuple[str, Progress]:
    """What is said before `question`: `word`, of which `after` knows, or another that fits better, or nothing."""
    fit = fits(rules, heard)
    if fit is None or question.lead or leaves(question, heard):
        return word, after
    others = list(dict.fromkeys(["", *_unheard(rules, progress, _remarks(heard))]))
    known = said(heard.text, question.ask)
    whole = [f"{each} {question.ask}".strip() for each in (word, *others)]
    mine, *marks = fit(progress.last, heard.text, whole)
    able = [
        (mark.worth, each)
        for each, mark, text in zip(others, marks, whole[1:], strict=True)
        if not faults(text, known)
    ]
    worth, best = max(able, default=(-1.0, ""))
    if worth < mine.worth + BETTER:
        return word, after
    return best, _uttered(progress, best) if best else progress


def quietly(
    rules: Rules, progress: Progress, heard: Heard, kind: str, *, plainly: bool
) -> tuple[str, Progress]:
    """A quiet word of `kind`, or one of sorrow, that fits; "" where none does. `plainly`: their own words say that it hurts."""
    found = _best(rules, progress, heard, (kind, "sorrow"))
    if found is None:
        return phrase(rules, progress, kind)
    text, mark = found
    if mark.worth < 0 and not plainly:
        return "", progress
    return text, _uttered(progress, text)


def _best(
    rules: Rules,
    progress: Progress,
    heard: Heard,
    kinds: Sequence[str],
) -> tuple[str, Fit] | None:
    """Of the phrases of `kinds` that this talk has not heard, the one that fits best; None where nobody can say."""
    fit = fits(rules, heard)
    texts = _unheard(rules, progress, kinds)
    if fit is None or not texts:
        return None
    marks = fit(progress.last, heard.text, texts)
    chance = random.Random(f"{rules.seed} {progress.turns} listening")
    worth = [mark.worth + chance.uniform(0, CHANCE) for mark in marks]
    place = max(range(len(texts)), key=worth.__getitem__)
    return texts[place], marks[place]


def _unheard(rules: Rules, progress: Progress, kinds: Sequence[str]) -> list[str]:
    """The phrases of `kinds` that this talk has not heard, and the last hundred turns not often."""
    lately = [text for _, text in progress.cache.lately]
    newest = {_begins(text) for text in list(progress.used)[-NEWEST:]}
    drawn: list[str] = []
    for kind in kinds:
        new = [
            text
            for text in rules.phrases.kinds[kind].say
            if not {text} & {*progress.used, *progress.asked}
            and lately.count(text) < OFTEN
            and _begins(text) not in newest
        ]
        random.Random(f"{rules.seed} {progress.turns} {kind}").shuffle(new)
        drawn += new[:DRAWN]
    return drawn


def _remarks(heard: Heard) -> tuple[str, ...]:
    """Kinds of remark that may be made at all: nobody's dead are met with "What a story.", whatever fits best."""
    text = heard.text
    hard = dark(heard) or losses.loss(text) or losses.wronged(text) or mourns(text) or hurts(text)
    return ("sorrow",) if hard else REMARKS


def _begins(text: str) -> str:
    """ "Tell me more of that." and "Tell me a little more." are the same to whoever hears them one after the other."""
    return " ".join(text.lower().split()[:2])


def _uttered(progress: Progress, text: str) -> Progress:
    return replace(progress, used={**progress.used, text: 1}, cache=progress.cache.say(text))
