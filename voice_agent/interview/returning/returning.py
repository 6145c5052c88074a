"""The planner's half of coming back to another talk: when it is thought of, what is said, what became of it. Pure.

    progress = returning.hear(rules, progress, heard, waited)
    progress, move = returning.reply(rules, progress, heard, asked, another)

Steps: perhaps one question towards it, then a bridge, or a bridge that asks leave. Whatever is not welcome is
dropped in the same reply and left alone; what became of each is kept for the next talk.
"""

from dataclasses import replace

from voice_agent.interview.heard import Heard
from voice_agent.interview.mood import dark
from voice_agent.interview.moves import Move
from voice_agent.interview.progress import Progress
from voice_agent.interview.questions import Source
from voice_agent.interview.returning import deciding, return_state
from voice_agent.interview.returning.answered import Another, after_offer, settled, usual_words
from voice_agent.interview.returning.bridging import Returning
from voice_agent.interview.returning.deciding import SURELY
from voice_agent.interview.returning.offering import (
    Asked,
    bridged,
    go_there,
    offered,
    step,
    wonders,
)
from voice_agent.interview.returning.offers import OfferOutcome, PastTopic, Thought, Verdict
from voice_agent.interview.rules import Rules
from voice_agent.reading.wishes.commands import Command, Wish
from voice_agent.story import AnswerKind

NEAR_THE_END = 3.0
"""Minutes before the soft close in which nothing is begun. A guess."""

CONTEXT = 5
"""Answers before this one in which a link is looked for."""

_UNWANTED = frozenset(
    {
        Command.SKIP,
        Command.NOT_TODAY,
        Command.LATER,
        Command.CHANGE,
        Command.TALK_ABOUT,
        Command.FORGET,
        Command.BETWEEN_US,
    }
)


def begin(progress: Progress) -> Progress:
    """A new answer: nothing is thought of it yet."""
    return replace(progress, returns=replace(progress.returns, thought=None))


def hear(rules: Rules, progress: Progress, heard: Heard, waited: int) -> Progress:
    """Take in an answer. `waited`: cues of ours that were let pass before it."""
    hurt, pending = _hurts(rules, heard), progress.returns.pending
    returns = return_state.hear(
        progress.returns,
        heard.text,
        arousal=heard.feeling.arousal,
        hurt=hurt,
        waited=waited,
        itself=heard.itself if pending is None else 0.0,
        ending=rules.readers.ending(heard.text) if progress.returns.untold else None,
    )
    if hurt and pending is not None:  # where it led hurts: it was not to be gone to
        returns = settled(rules, returns, pending, OfferOutcome.REFUSED)
    returns = return_state.call_up(returns, heard.topics)
    return replace(
        progress, returns=replace(returns, said=(*returns.said, heard.text)[-CONTEXT - 1 :])
    )


def broken_off(
    rules: Rules, before: Progress, after: Progress, heard: Heard, wish: Wish | None
) -> Progress:
    """Something went before the interview: a wish, or danger. What was offered may have been the cause."""
    returns, pending = after.returns, after.returns.pending
    # what is met at once, before the interview, may hurt as well
    grew = (after.safety.heavy and not before.safety.heavy) or (
        after.comfort.sad and not before.comfort.sad
    )
    hurt = grew or _hurts(rules, heard)
    if hurt:
        returns = replace(returns, hurt=returns.heard)
    if pending is None:
        return replace(after, returns=returns)
    if wish is None and rules.readers.second is not None:
        wish = rules.readers.second(heard.text)
    if hurt or (wish is not None and wish.command in _UNWANTED):
        returns = settled(rules, returns, pending, OfferOutcome.REFUSED)
    elif wish is None:
        answer, met = heard.telling.agrees, rules.readers.offer_response(heard.text)
        outcome = return_state.judged(pending, heard.text, usual_words(after), answer, met)
        returns = settled(rules, returns, pending, outcome)
    return replace(after, returns=returns)


def reply(
    rules: Rules, progress: Progress, heard: Heard, asked: Asked, another: Another
) -> tuple[Progress, Move | None]:
    """AnswerKind an offer that is pending, or make one; None: the planner leads on."""
    by = rules.returning
    if by is None or not rules.parts.shift:
        return progress, None
    if (pending := progress.returns.pending) is not None:
        return after_offer(rules, by, progress, heard, pending, asked, another)
    thought = consider(rules, by, progress, heard)
    progress = replace(progress, returns=replace(progress.returns, thought=thought))
    if by.acts and by.leave and by.wonders and deciding.dimly(thought, progress.returns):
        return wonders(rules, by, progress, asked)
    if thought.topic is None or thought.verdict is Verdict.NO or not by.acts:
        return progress, None
    return go_there(rules, by, progress, heard, thought, asked)


def rather(
    rules: Rules, progress: Progress, heard: Heard, asked: Asked
) -> tuple[Progress, Move | None]:
    """Another story would be asked for, though nothing shows that this one is told: a question inside it that leads towards

    what it calls up is nearer to them than one of the book, and so, where that was asked, is leave to go there. None where it calls
    up nothing that surely belongs.
    """
    by, thought = rules.returning, progress.returns.thought
    if by is None or not by.acts or not rules.parts.shift:
        return progress, None
    if thought is None or thought.topic is None or thought.topic.sure < SURELY:
        return progress, None
    topic, steps = thought.topic, progress.returns.steps
    why = "another story would be asked for otherwise."
    led = topic.id in steps
    if not led and thought.veto == "not ready" and by.steps and len(steps) < deciding.STEPS:
        towards = replace(thought, verdict=Verdict.TOWARDS, veto="", why=f"Lead towards it: {why}")
        if made := step(rules, by, progress, heard, topic):
            return offered(progress, made, towards, asked, rules)
    if (
        led
        and by.leave
        and thought.veto in ("not ready", "mid-story")
        and not progress.returns.untold
    ):
        whole = replace(by, guard=replace(by.guard, mid_story=False))
        now = consider(rules, whole, progress, heard)
        same = now.topic is not None and now.topic.id == topic.id
        if same and (now.verdict is not Verdict.NO or now.veto == "not ready"):
            leave = replace(thought, verdict=Verdict.LEAVE, veto="", why=f"Ask leave: {why}")
            return bridged(rules, by, progress, heard, leave, asked)
    return progress, None


SHOWN = 3
"""Old stories that a language model is shown at a time."""


def open_now(rules: Rules, progress: Progress, heard: Heard) -> tuple[PastTopic, ...]:
    """Old stories that may be come back to now, best first, whoever says whether one belongs here: welcome, seldom, never heavy.

    `progress`: with this turn taken in (`hear`). Whether the story of today is told is left to whoever reads it; of one that may
    weigh (`tender`) leave is asked.
    """
    by = rules.returning
    if by is None or not by.acts or not rules.parts.shift or progress.returns.pending is not None:
        return ()
    if _barred(rules, by, progress, heard) or progress.returns.heard < deciding.FIRST:
        return ()
    guard = replace(by.guard, mid_story=False)
    if any(deciding.moment(_signals(rules, progress, heard), progress.returns, guard)):
        return ()
    found = deciding.left(progress.returns.called, progress.returns.apart)
    fine = (
        each
        for each in found
        if not deciding.vetoed(
            each, progress.returns, rules.past.offers, rules.past.today, by.guard
        )
    )
    return tuple(fine)[:SHOWN]


def _signals(rules: Rules, progress: Progress, heard: Heard) -> return_state.Signals:
    return return_state.read(
        progress.returns,
        heard.text,
        progress.tellings.lengths,
        pause=heard.pause,
        finished=heard.finished,
        itself=heard.itself,
        ending=rules.readers.ending(heard.text),
    )


def consider(rules: Rules, by: Returning, progress: Progress, heard: Heard) -> Thought:
    """Think it over; see deciding.decide."""
    thought = deciding.decide(
        _signals(rules, progress, heard),
        progress.returns.called,
        progress.returns,
        rules.past.offers,
        rules.past.today,
        barred=_barred(rules, by, progress, heard),
        weights=by.signs,
        guard=by.guard,
    )
    if thought.verdict is Verdict.LEAVE and not by.leave:
        return replace(thought, verdict=Verdict.NO, veto="not sure")
    return thought


def _barred(rules: Rules, by: Returning, progress: Progress, heard: Heard) -> str:
    """What the planner knows that speaks against anything else just now."""
    if by.guard.distress and (progress.safety.heavy or progress.safety.after):
        return "something heavy was told in this talk"
    if by.guard.distress and heard.bearing.topic == "stay" and heard.bearing.tone == "heavy":
        return "one does not turn away from what is hard"
    if by.guard.topic and rules.topic.heavy:
        return "today's subject is a heavy one"
    if progress.coverage.closing or heard.minutes >= rules.times.soft_close - NEAR_THE_END:
        return "the talk is coming to its end"
    if by.guard.once and Source.MEMORY in progress.coverage.kinds[-6:]:
        return "something was brought back a moment ago"
    return ""


def _hurts(rules: Rules, heard: Heard) -> bool:
    return (
        dark(heard)
        or heard.bearing.answer is AnswerKind.QUIET
        or heard.telling.hard
        or rules.readers.net.holds(heard.text)
    )
