"""What is said between an answer and the next question: often nothing. Pure.

A new story is led over to; a few of the narrator's own words are said back now and then; else a word that it was
heard, of the mood in which it was told. No phrase comes more than three times in a hundred turns: then none does.
"""

import random
from collections import Counter

from voice_agent.interview.growing import TIMES
from voice_agent.interview.heard import Heard
from voice_agent.interview.mood import near
from voice_agent.interview.phrases import OFTEN
from voice_agent.interview.picking import phrase
from voice_agent.interview.progress import Progress
from voice_agent.interview.question_score import SHORT
from voice_agent.interview.questions import Candidate
from voice_agent.interview.rules import Rules
from voice_agent.interview.topic_change import leaves, opens
from voice_agent.reading.by_rules import losses
from voice_agent.reading.words import novelty
from voice_agent.story import Emotion, Feeling

SPOKEN = 0.42
"""Chance below which something is said at all, if nothing else calls for it. A guess."""

TOLD = 0.35
"""Intensity of a feeling that is heard in what we say."""

FULL = 12
"""Words of a telling to which a warm word fits. A guess."""

_ANY = novelty.gist("good small little old big nice great bad")
"""What links nothing."""

_HARD = frozenset(["acknowledge_sad", "acknowledge_afraid", "acknowledge_angry"])
_FAIR = frozenset(["acknowledge_warm", "acknowledge_proud"])
_KINDS = {
    Emotion.JOY: "acknowledge_warm",
    Emotion.LOVE: "acknowledge_warm",
    Emotion.SADNESS: "acknowledge_sad",
    Emotion.FEAR: "acknowledge_afraid",
    Emotion.ANGER: "acknowledge_angry",
}


def before(
    rules: Rules, progress: Progress, heard: Heard, question: Candidate
) -> tuple[str, Progress]:
    """Return what is said before `question`, perhaps nothing."""
    turn = f"{rules.seed} {progress.coverage.cache.sessions} {progress.turns}"
    chance = random.Random(f"before {turn}").random()
    if opens(question) and heard.telling.unwilling:
        return phrase(rules, progress, "changed")
    if opens(question) and not _linked(question, heard):
        kind = acknowledgement(rules, heard)
        heard_, progress = (
            phrase(rules, progress, kind)
            if kind in _FAIR and not near(progress)
            else ("", progress)
        )  # nobody's best story is turned away from without a word
        if losses.mourned(progress.comfort.mourned, progress.turns) and not _lighter(heard):
            # nobody's dead are left with the announcement of something else
            slow, progress = phrase(rules, progress, "acknowledge_slowly")
            return slow, progress
        over, progress = _led_over(rules, progress, "bridge")
        return f"{heard_} {over}".strip(), progress
    if not question.lead and not opens(question) and leaves(question, heard):
        return _led_over(rules, progress, "come_back")
    kind = acknowledgement(rules, heard)
    if kind != "acknowledge" or (chance < SPOKEN and not near(progress)):
        return phrase(rules, progress, kind)
    return "", progress


def acknowledgement(rules: Rules, heard: Heard) -> str:
    """Which kind of phrase fits how it was told.

    One of comfort needs a word of something hard; over a death none speaks of danger.
    """
    if not rules.parts.emotion:
        return "acknowledge"
    kind = heard.bearing.acknowledge
    kind = _of(heard.feeling) if kind == "acknowledge" else kind
    if (
        heard.telling.proud
        and kind not in _HARD - {"acknowledge_sad"}
        and not heard.telling.sorrow.hurts
    ):
        return "acknowledge_proud"
    if kind not in _HARD:
        if not heard.telling.sorrow.mourns:
            # big words over a small thing are a formula, and so are warm ones that no word of theirs calls for
            told = heard.telling.words >= FULL and heard.telling.gladly
            return kind if kind != "acknowledge_warm" or told else "acknowledge"
        # a fond story may hold a death: then nothing is called good to look back on
        return "acknowledge_sad" if kind == "acknowledge" else "acknowledge"
    if heard.telling.sorrow.mourns:
        return "acknowledge_sad"
    # a loss is said in words, or nobody is consoled for one (evidence.py)
    says_so = heard.telling.sorrow.hurts and kind != "acknowledge_sad"
    return kind if says_so or heard.telling.sorrow.loss else "acknowledge"


def _lighter(heard: Heard) -> bool:
    """Have they gone on to something that does not hurt? Then a slow word would hold them back in it."""
    told = heard.telling
    return told.words >= SHORT and not (told.sorrow.hurts or told.sorrow.mourns)


def quietly(rules: Rules, heard: Heard) -> str:
    """The same where nothing is asked: without a word of anything hard, no more than that there is time."""
    kind = acknowledgement(rules, heard)
    return kind if kind in _HARD else "acknowledge_slowly"


def _of(feeling: Feeling) -> str:
    return (
        _KINDS.get(feeling.category, "acknowledge") if feeling.intensity >= TOLD else "acknowledge"
    )


def _led_over(rules: Rules, progress: Progress, kind: str) -> tuple[str, Progress]:
    lately = Counter(text for _, text in progress.coverage.cache.lately)
    if min(lately[text] for text in rules.words.phrases.kinds[kind].say) >= OFTEN:
        return "", progress
    return phrase(rules, progress, kind)


def _linked(question: Candidate, heard: Heard) -> bool:
    """Does a question that opens a story hold a word of what was just said?"""
    shared = novelty.gist(f"{question.lead} {question.ask}") & heard.telling.about
    return question.kind not in TIMES and bool(shared - _ANY)
