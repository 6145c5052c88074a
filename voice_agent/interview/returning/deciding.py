"""Is now the time to come back to something told in another talk? Signals in, a thought out. Pure.

The thought is written down before anything is said: which past topic, why now, and yes, no, or that leave is asked
first. Signs that a story is told speak for it, each with a share that people can read; vetoes come before all of
them. A wrong return hurts more than none, so in doubt it asks, and in more doubt it says nothing.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from voice_agent.interview.coverage import Reason
from voice_agent.interview.returning.offers import Offer, OfferOutcome, PastTopic, Thought, Verdict
from voice_agent.interview.returning.return_state import (
    BETWEEN,
    FEW,
    HURT,
    ReturnState,
    Signals,
    begun,
)

READY = 1.0
"""What the signs must sum to before one simply goes over. Chosen on the scripted talks of the `dev` part."""

UNSURE = 0.62
"""From here on leave is asked first. Chosen as READY."""

SURELY = 0.6
"""`PastTopic.sure` from which one simply goes over. A guess."""

STILL = 0.6
"""From here on a topic is not given up because somebody of then does not come into today's story: "Mother comes into

something else, not into this" denies the one and says nothing of the other. Leave is asked when the story is told, or at once where
they have not said that the two have nothing in common. A guess.
"""

PERHAPS = 0.45
"""From here on leave is asked, or one question inside the story leads towards it."""

STOOD = 0.3
"""The same for what has stood first for `STANDS` answers of the story: what one answer is near to may be chance.

PERHAPS was chosen on seven lives of `python -m lab shift` (the two of the part "dev", and the five of its first test); STOOD, then .25,
anew for the certainty that conversation/bringing_back.py forms since: of 722 stories of fourteen files of lives what belongs would be named at
their end in 554, something else in 63, and something in 56 of 318 where nothing is to be named (lab/training/certainty.py counts them; with .36 551, 58 and 46, which no command repeats).
"""

STANDS = 2
"""Answers in a row."""

DIMLY = 0.2
"""From here on, at the end of a story, they may be asked whether it reminds them of anything. A guess."""

STEPS = 2
"""Such questions in one talk, each towards another topic."""

AMID = 2
"""Answers of a story in which few words mean nothing: "I gave her a ten-dollar bill" is the middle of one. A guess."""

FIRST = 2
"""Answers before anything is brought back: a talk begins with what they came to tell."""

MOST_RETURNS = 2
"""Returns in one talk."""

REST = timedelta(days=30)
"""A topic that was not welcome is left alone for so long."""

AGAIN = timedelta(days=3)
"""A topic that was offered at all is not offered again before. A guess."""

NAMED = 0.6
"""Share of what a topic is about that was said: then it was spoken of. A guess."""


@dataclass(frozen=True, slots=True)
class Signs:
    """How much each sign counts; an evaluation sets one to nothing to see what it is worth."""

    closer: float = 0.9
    shrinking: float = 0.6
    turns: float = 0.2
    """For each answer after the first, three at most."""

    few: float = 0.3
    energy: float = 0.5
    silence: float = 0.4
    finished: float = 1.2
    """For a probability of 1 above even; the same against for 0."""

    long: float = 0.6
    """Against it: they are telling at length."""

    stood: float = STOOD
    """`PastTopic.sure` that is asked of what has stood first for `STANDS` answers; of any other, PERHAPS."""


@dataclass(frozen=True, slots=True)
class Guard:
    """Which vetoes hold. An evaluation lifts one; the talk itself only the first, where a story is left anyhow (returning.rather)."""

    mid_story: bool = True
    distress: bool = True
    topic: bool = True
    """Heavy, closed or private topics."""

    lately: bool = True
    once: bool = True
    """Not twice a day, not often."""


def signs(signals: Signals, weights: Signs) -> Iterator[Reason]:
    """Yield what speaks for and against the story being told, with its share."""
    if signals.closer:
        yield Reason("closer", weights.closer, f"they closed it: “{signals.closer}”")
    if signals.turns > 1:
        share = weights.turns * min(signals.turns - 1, 3)
        yield Reason("turns", share, f"{signals.turns} answers about it")
    if signals.shrinking > 0.2 and signals.turns > AMID:
        yield Reason("shrinking", weights.shrinking * signals.shrinking, "the answers grow shorter")
    if signals.words <= FEW and signals.turns > AMID:
        yield Reason("few", weights.few, f"{signals.words} words came")
    if signals.energy > 0.1:
        yield Reason("energy", weights.energy * signals.energy, "it is told with less life")
    if signals.silence > 0:
        yield Reason("silence", weights.silence * signals.silence, "a long pause ended in little")
    if signals.finished is not None:
        share = weights.finished * (signals.finished - 0.5)
        yield Reason("finished", share, f"it sounds finished ({signals.finished:.2f})")
    if signals.words > 1.2 * signals.usual and not signals.closer:
        yield Reason("long", -weights.long, "they are telling at length")


def decide(
    signals: Signals,
    topics: Sequence[PastTopic],
    returns: ReturnState,
    past: Sequence[Offer],
    today: date,
    *,
    barred: str = "",
    weights: Signs | None = None,
    guard: Guard | None = None,
) -> Thought:
    """Think it over. `topics`: best first; `past`: earlier talks' offers; `barred`: what the planner forbids."""
    guard, weights = guard or Guard(), weights or Signs()
    reasons = tuple(signs(signals, weights))
    ready = sum(each.share for each in reasons)
    topics = left(topics, returns.apart)
    best = topics[0] if topics else None

    def no(veto: str, why: str, topic: PastTopic | None = best) -> Thought:
        return Thought(Verdict.NO, f"No: {why}.", topic, reasons, ready, veto)

    if not topics:
        return no("no topic", "nothing told in other talks belongs to this")
    if barred:
        return no(barred, barred)
    for veto, why in moment(signals, returns, guard):
        return no(veto, why)
    steady = returns.called[0].id if returns.called and returns.stood >= STANDS else ""
    held_back = [(each, vetoed(each, returns, past, today, guard)) for each in topics]
    fit = next((each for each, veto in held_back if not veto), None)
    first, veto = held_back[0]
    # where the story calls up what must not come up, one does not turn to something else instead
    if fit is None or (veto and first.sure >= _bar(first, steady, weights)):
        return no(veto, f"what comes to mind {veto}", first)
    bar = _bar(fit, steady, weights)
    step = fit.sure >= bar and len(returns.steps) < STEPS and fit.id not in returns.steps
    # who says little may only be drawing breath: a question inside the story interrupts nothing
    ended = bool(signals.closer) or signals.silence > 0 or (signals.finished or 0.0) >= 0.5
    if step and ready >= UNSURE and (fit.sure < SURELY or not ended):
        why = f"{_named(fit)} may belong here ({fit.sure:.2f}), and one question would show it"
        return Thought(Verdict.TOWARDS, f"Lead towards it: {why}.", fit, reasons, ready)
    if fit.sure < bar:
        return no("not sure", "what comes to mind may not belong here", fit)
    # many answers, each a little shorter, may still be the middle of a long story
    amid = guard.mid_story and not (ended or signals.words <= FEW)
    if ready < UNSURE or amid:
        return no("not ready", f"the story does not seem told ({_said(reasons)})", fit)
    now = f"the story seems told ({_said(reasons)}), and it brings up {_named(fit)}"
    if ready >= READY and fit.sure >= SURELY and not fit.tender and fit.id not in returns.denied:
        return Thought(Verdict.YES, f"Yes: {now}.", fit, reasons, ready)
    unsure = (
        "that it belongs here" if fit.sure < SURELY
        else "that the story is told" if ready < READY
        else "that they want it" if fit.id in returns.denied
        else "that it weighs on nobody"
    )  # fmt: skip
    return Thought(
        Verdict.LEAVE, f"Ask leave: {now}, but it is not sure {unsure}.", fit, reasons, ready
    )


def dimly(thought: Thought, returns: ReturnState) -> bool:
    """Was a story closed in words that calls something up, though not surely enough to name it?

    Not where the first that comes to mind is something that must not come up.
    """
    topic = thought.topic
    if thought.veto != "not sure" or topic is None or thought.ready < UNSURE or returns.wondered:
        return False
    first = bool(returns.called) and returns.called[0].id == topic.id
    return first and topic.sure >= DIMLY and any(each.name == "closer" for each in thought.reasons)


def _bar(topic: PastTopic, steady: str, weights: Signs) -> float:
    """From where `topic` may belong here. `steady`: the id of what has stood first for a while; "" none."""
    return weights.stood if topic.id == steady else PERHAPS


def left(topics: Sequence[PastTopic], apart: Collection[str]) -> list[PastTopic]:
    """Those that may belong still; what is known not to leaves its certainty to the others."""
    gone = sum(each.sure for each in topics if each.id in apart)
    whole = max(1 - gone, 0.1)
    return [
        replace(each, sure=min(1.0, each.sure / whole)) for each in topics if each.id not in apart
    ]


def moment(signals: Signals, returns: ReturnState, guard: Guard) -> Iterator[tuple[str, str]]:
    """What forbids any return now."""
    if guard.distress and returns.heard - returns.hurt < HURT:
        yield "distress", "something hard was told a moment ago"
    if guard.distress and signals.unwilling:
        yield "not welcome", f"they would rather not: “{signals.unwilling}”"
    if guard.distress and returns.unwilling:
        yield "not welcome", "they said that they would rather not"
    if guard.mid_story and returns.untold:
        yield "mid-story", "they said that it was not told yet"
    if guard.mid_story and signals.open:
        yield "mid-story", f"the story goes on: “{signals.open}”"
    if guard.mid_story and begun(signals.itself, signals.words) and not signals.closer:
        yield "mid-story", "they have just begun something else themselves"
    if guard.mid_story and not signals.closer and signals.turns <= 1:
        yield "mid-story", "the story has only begun"
    if guard.mid_story and returns.heard < FIRST:
        yield "mid-story", "the talk has only begun"
    if guard.once and returns.unwelcome:
        yield "not welcome", "a return was not welcome in this talk"
    if guard.once and len(returns.offers) >= MOST_RETURNS:
        yield "often enough", "enough was brought back in this talk"
    if guard.once and returns.heard - returns.offered_at < BETWEEN:
        yield "a moment ago", "something was brought back a moment ago"


def vetoed(
    topic: PastTopic,
    returns: ReturnState,
    past: Sequence[Offer],
    today: date,
    guard: Guard | None = None,
) -> str:
    """Why `topic` may not come up now; "" where it may."""
    guard = guard or Guard()
    if guard.topic and topic.heavy:
        return "is heavy"
    if guard.topic and topic.closed:
        return "is closed"
    if guard.once and any(each.topic == topic.id for each in returns.offers):
        return "was offered today"
    for each in past if guard.once else ():
        if each.topic != topic.id:
            continue
        since = today - each.day
        if since < AGAIN:
            return "was offered a few days ago"
        if each.outcome is OfferOutcome.REFUSED and since < REST:
            return "was not welcome"
    if guard.lately and spoken_of(topic, returns.lately):
        return "was spoken of lately"
    return ""


def spoken_of(topic: PastTopic, lately: Sequence[frozenset[str]]) -> bool:
    """Was it spoken of in the last answers? Something in common is not enough; most of it must have been said."""
    about = topic.about
    said: frozenset[str] = frozenset().union(*lately)
    return len(about) >= 2 and len(about & said) >= NAMED * len(about)


def _said(reasons: Sequence[Reason]) -> str:
    told = [each.says for each in sorted(reasons, key=lambda r: -r.share) if each.share > 0]
    return ", ".join(told) or "no sign of it"


def _named(topic: PastTopic) -> str:
    return f"“{topic.line}”"
