"""Guards for what is said to us, and is no wish: questions, rebukes, reminders, small talk. Pure."""

from dataclasses import replace

from voice_agent.interview import phrases
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.picking import phrase
from voice_agent.interview.progress import OpenQuestion, Progress, Stage
from voice_agent.interview.rules import Rules
from voice_agent.interview.safety import rebuked, steadying
from voice_agent.interview.steering import answering_us, reminding, replying
from voice_agent.interview.steering.guarding import Answer, to_us
from voice_agent.interview.steering.understood import Understood
from voice_agent.reading.by_rules import small_talk
from voice_agent.reading.wishes import telling_time
from voice_agent.reading.words import stems

_CALM = ("", "0")
"""Levels at which what is said to us is answered first."""


def the_time(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Answer | None:
    """Whoever asks what time or day it is, and no more than that, is told.

    What was asked of them stands again, but not for somebody who was lost a moment ago.
    """
    if turn.wish and not turn.stands:
        return None
    if len(turn.beside.asks) > 1 or not all(each.alone for each in turn.beside.asks):
        return None
    asked = heard.to_us.only_time
    if asked is None or heard.at is None or heard.condition.lost:
        return None
    said, progress = phrase(rules, progress, f"the_{asked}")
    said = phrases.fill(said, told=telling_time.told(asked, heard.at))
    lately = 0 < progress.comfort.stayed >= progress.turns - 1
    if lately:  # whoever is still with something may be with it longer
        progress = replace(progress, comfort=replace(progress.comfort, stayed=progress.turns))
    ask = "" if lately else progress.question.text
    reason = f"asked for: the {asked}"
    return progress, Move(Act.ANSWER, said, ask, reason=reason, heeds=True)


def before_the_yes(
    rules: Rules, progress: Progress, heard: Heard, turn: Understood
) -> Answer | None:
    """Whoever asks something before anything was allowed is answered, and asked for leave again.

    A yes or a no that stands in a story, or beside a question, may have been meant for something else.
    """
    if progress.stage is not Stage.CONSENT or not turn.beside.asks:
        return None
    if heard.telling.denies or heard.condition.unsettled:
        return None
    return to_us(answering_us.before_the_yes(rules, progress, heard, turn.beside.asks))


def told_off(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Answer | None:
    """Whoever tells us off hears us own it."""
    if turn.level not in _CALM or not turn.beside.told_off:
        return None
    return to_us(rebuked.own_it(rules, progress, heard))


def ought(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Answer | None:
    """Whoever waited to be reminded of something is told whether it was noted."""
    ought = turn.beside.ought
    if turn.level not in _CALM or not ought:
        return None
    name = reminding.spoken(ought)
    kept = next((n for n in progress.wishes.noted if stems.content(n) & stems.content(name)), "")
    kind = "remind_answer" if kept else "remind_unknown"
    said, progress = phrase(rules, replace(progress, question=OpenQuestion()), kind)
    said = phrases.fill(said, name=name, told=f"{kept}.")
    listen, progress = phrase(rules, progress, "still_here") if kept else ("", progress)
    said = f"{said} {listen}".strip()
    reason = f"we should have reminded: {kind}"
    return progress, Move(Act.ANSWER, said, reason=reason, heeds=True)


def asked(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Answer | None:
    """Whoever asks us something is answered from what is true."""
    if turn.level not in _CALM or not turn.beside.asks:
        return None
    return to_us(answering_us.answer(rules, progress, heard, turn.beside.asks))


def next_one(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Answer | None:
    """Whoever waits for our next question has it."""
    if turn.level not in _CALM or not turn.beside.next_one or turn.beside.asks:
        return None
    said, progress = phrase(rules, progress, "asks_question")
    progress, question = turn.next_scene(rules, progress)
    reason = "our question is wished for"
    return (progress, Move(Act.QUESTION, said, question, reason, heeds=True)) if question else None


def lost_thread(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Answer | None:
    """Whoever has lost the thread is told what they were telling, in their own words, or asked something else."""
    kind, ending = heard.to_us.small_talk, heard.to_us.ends_in
    if turn.level or small_talk.THREAD not in (kind, ending[-1]):
        return None
    thread = steadying.thread(rules, progress)
    if thread or progress.question.text:
        return thread
    return replying.nothing_stands(rules, progress, turn.next_scene)


def chatting(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Answer | None:
    """What is said in passing, or promised at the end of a telling, is answered in passing."""
    kind, ending = heard.to_us.small_talk, heard.to_us.ends_in
    if small_talk.PROMISED in ending:
        kind = kind or small_talk.PROMISED
    if turn.level or not kind:
        return None
    said, progress = phrase(rules, progress, kind)
    unasked = kind in ("talk_offered", small_talk.PROMISED)
    waits = 0 < progress.comfort.stayed >= progress.turns - 1 or unasked
    ask = "" if waits else progress.question.text
    return progress, Move(Act.ANSWER, said, ask, reason=f"small talk: {kind}")


def unknowable(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Answer | None:
    """How things stand in the house or the world: a program that only hears cannot know, and says so."""
    asked = heard.to_us.unknowable
    return answering_us.answer(rules, progress, heard, (asked,)) if asked else None


def not_understood(
    rules: Rules, progress: Progress, heard: Heard, turn: Understood
) -> Answer | None:
    """A question to us that nothing understood: "please go on" would be no answer."""
    kind = heard.to_us.not_understood
    if not kind or heard.telling.sorrow.loss:
        return None
    said, progress = phrase(
        rules, replace(progress, question=replace(progress.question, chosen=None)), kind
    )
    return progress, Move(Act.ANSWER, said, reason="asked us: not understood")
