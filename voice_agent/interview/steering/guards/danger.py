"""Guards for whoever may be in danger, is in distress, or was a moment ago. Pure."""

from dataclasses import replace

from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.picking import phrase
from voice_agent.interview.progress import Progress
from voice_agent.interview.rules import Rules
from voice_agent.interview.safety import answering, steadying
from voice_agent.interview.steering import danger_within, model_reading
from voice_agent.interview.steering.guarding import Answer
from voice_agent.interview.steering.understood import Understood
from voice_agent.reading.wishes.commands import Command, Wish

BY_MEANING = "meaning"
"""How the rule of a cry begins that no words spelt out (cries.py)."""

CALLS_BACK = (Command.CANCEL, Command.NO_MESSAGE, Command.BETWEEN_US, Command.NOT_FOR)
"""Wishes that stop a message when one has just spoken of dying."""


def denied(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Answer | None:
    """Whoever denies what we feared is believed: "call 999 for what?" names what we said, and is no cry."""
    if not progress.safety.asked or not answering.denied(rules, progress, heard.text):
        return None
    return answering.after_the_question(
        rules, replace(progress, safety=replace(progress.safety, asked=False)), heard
    )


def cried(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Answer | None:
    """Whoever is or may be in danger is answered, or asked, before any wish is granted."""
    found = danger_within.met(rules, progress, heard, turn.said, turn.cry)
    if found is None:
        return None
    after, move = found
    unsure = danger_within.by_meaning(rules, progress, heard, turn.said, turn.cry)
    return after, replace(move, unsure=unsure)


def nothing_wrong(
    rules: Rules, progress: Progress, heard: Heard, turn: Understood
) -> Answer | None:
    """ "I'm all right. No need to call anybody": nobody is being called, and whoever was asked is answered."""
    only_back = all(each.wish.command in CALLS_BACK for each in turn.said.wishes)
    if not only_back or not answering.all_right(rules, progress, heard.text):
        return None
    return answering.after_the_check(rules, progress, heard)


def after_the_question(
    rules: Rules, progress: Progress, heard: Heard, turn: Understood
) -> Answer | None:
    """Whoever was asked whether they think of dying is stayed with, whatever they say; a message can be called back at once."""
    if not progress.safety.asked:
        return None
    progress, move = answering.after_the_question(
        rules, replace(progress, safety=replace(progress.safety, asked=False)), heard
    )
    meant = turn.wish or (
        rules.readers.second(turn.own) if rules.readers.second and turn.own else None
    )
    calls_back = meant is not None and meant.command in CALLS_BACK
    return progress, replace(move, wish=Wish(Command.CANCEL)) if calls_back else move


def abuse_told(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Answer | None:
    """Whoever told of abuse, and now wants it forgotten, is stayed with: nothing is erased under fear."""
    if turn.wish is None or turn.wish.command is not Command.FORGET or progress.safety.after != "A":
        return None
    said = rules.readers.net.say("A-stay")
    return progress, Move(Act.SAFETY, said, reason="safety A-stay", withheld=True)


def after_the_check(
    rules: Rules, progress: Progress, heard: Heard, turn: Understood
) -> Answer | None:
    """The answer of whoever was asked whether all is right: anything but a yes is taken as what it may have been."""
    return answering.after_the_check(rules, progress, heard) if progress.safety.checking else None


def doubted(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Answer | None:
    """Whoever may have cried out, or hinted at danger twice, is asked whether all is right."""
    doubt = "" if turn.level else danger_within.doubted(rules, progress, heard)
    if doubt and model_reading.is_calm(heard):
        doubt = ""  # by_form is asked about before (met)
    if not doubt:
        return None
    progress, move = danger_within.check(rules, progress, heard, doubt)
    return progress, replace(move, unsure=True)


def distressed(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Answer | None:
    """For whoever is in distress the subject stops at once, and rests."""
    by_meaning = turn.cry is not None and turn.cry.rule.startswith(BY_MEANING)
    if turn.level != "1" or (by_meaning and steadying.lost(heard)):
        return None
    return answering.distress(rules, progress)


def shaken(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Answer | None:
    """Whoever is still shaken is asked nothing."""
    if not progress.safety.after or not heard.condition.shaken:
        return None
    said, progress = phrase(rules, progress, "shaken")
    return progress, Move(Act.ANSWER, said, reason="not over yet: no question")


def ordinary_again(
    rules: Rules, progress: Progress, heard: Heard, turn: Understood
) -> Answer | None:
    """After a heavy moment nobody is led back to it: something ordinary comes first."""
    if not progress.safety.after:
        return None
    return answering.something_ordinary(
        rules, replace(progress, safety=replace(progress.safety, after=""))
    )


def sad(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Answer | None:
    """Whoever says that they are sad is met in a few slow words, once a talk."""
    now = turn.level == "0" and rules.readers.net.by_rules.hear(heard.telling.last) is not None
    if not now or not answering.may_be_sad(heard) or progress.comfort.sad:
        return None
    said = answering.slowly(rules, progress)
    if not said:
        return None
    move = Move(Act.ANSWER, said, reason="safety level 0", pace=0.95)
    cache = progress.coverage.cache.say(said)
    lost = progress.turns if heard.telling.sorrow.loss else progress.comfort.mourned
    stays = replace(
        progress,
        comfort=replace(
            progress.comfort, stayed=progress.turns, beside="acknowledge_sad", mourned=lost
        ),
    )
    return replace(
        stays,
        comfort=replace(stays.comfort, sad=True),
        coverage=replace(stays.coverage, cache=cache),
    ), move
