"""What is said to danger and to sadness, and what follows it. Pure.

Which of it comes when is decided in steering/wishes.py; the words stand in config/safety.toml.
"""

from collections import Counter
from dataclasses import replace

from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move, Wary
from voice_agent.interview.phrases import OFTEN
from voice_agent.interview.picking import ordinary, phrase
from voice_agent.interview.progress import OpenQuestion, Progress, Stage
from voice_agent.interview.rules import Rules
from voice_agent.interview.safety.passing_over import BETWEEN
from voice_agent.reading.by_rules import yes_no
from voice_agent.reading.danger import denial
from voice_agent.reading.evidence import Evidence
from voice_agent.reading.wishes.commands import Command, Wish
from voice_agent.story import Emotion, Feeling

SADNESS = ("0", "0b", "0c", "0d", "0e")
"""Entries of config/safety.toml for level 0: the same words each time would be a formula."""


QUIETLY = "quietly"
"""How a message is called off of which nothing was said."""

RECENT = 2
"""Answers before a disclosure in which whoever it is about may have been named. A guess."""


def grave(
    rules: Rules, progress: Progress, level: str, said: str, evidence: Evidence = Evidence.PLAIN
) -> tuple[Progress, Move]:
    """Stay, say what the page says, and let the session send what may be sent. `evidence`: what speaks for it."""
    asked_about = _asked_about(progress) if progress.safety.checking else ""
    told = f"{asked_about} {said}".strip()
    about = _with_what_came_before(progress, told)
    progress = replace(
        progress,
        safety=replace(
            progress.safety,
            asked=level != "A",
            plainly_asked=evidence is Evidence.PLAIN,
            after=level,
            heavy=True,
        ),
        story=replace(progress.story, given=frozenset(), depth=0),
        tellings=replace(progress.tellings, last="", set_aside=""),
        # what was asked is never asked again
        question=OpenQuestion("" if progress.stage is Stage.TALK else progress.question.text),
    )
    return progress, Move(
        Act.SAFETY,
        rules.readers.net.say(level),
        reason=f"safety level {level}",
        withheld=True,
        alert=level,
        about=about,
        wary=Wary.TOLD if level != "A" and rules.readers.net.of_abuse(told) else None,
    )


def denied(rules: Rules, progress: Progress, said: str) -> bool:
    """Is what we asked or urged denied, and no new sign in the same breath?"""
    calling = progress.safety.after in ("3", "3m")
    asked = denial.Asked.CALL if calling else denial.Asked.DYING
    return denial.denied(
        said,
        asked,
        calm=lambda text: not (rules.readers.net.holds(text) or rules.readers.net.hint(text)),
    )


def _with_what_came_before(progress: Progress, told: str) -> str:
    """Turn by turn, the last the one that may name somebody: who "him" is may have been said before."""
    turns = (*progress.tellings.heard[-RECENT:], told)
    return BETWEEN.join(" ".join(each.split()) for each in turns)


def after_the_question(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, Move]:
    """What follows a grave moment: a denial of what was asked ends it, and doubt counts as none (evidence.py).

    What was plainly a cry is not taken back by "I am fine": that ends our repeating, and no message on its way.
    """
    calling = progress.safety.after in ("3", "3m")
    no = denied(rules, progress, heard.text)
    if no and not progress.safety.plainly_asked:
        progress = replace(progress, safety=replace(progress.safety, after="", heavy=False))
        called_off = Wish(Command.CANCEL, QUIETLY)
        said = rules.readers.net.say("mistaken")
        return progress, Move(
            Act.ANSWER, said, reason="safety: denied, and believed", wish=called_off
        )
    if calling:
        key = "3-fine" if no else "3-stay"
    else:
        key = "2-no" if heard.condition.denies else "2-yes"
    return progress, Move(
        Act.SAFETY, rules.readers.net.say(key), reason=f"safety {key}", withheld=True
    )


def called_out(rules: Rules, progress: Progress, said: str) -> tuple[Progress, Move] | None:
    """Somebody whose voice is not known as theirs calls for help, wishes to die or tells of abuse: ask, once in a talk.

    It may be a visitor, or the narrator in tears or after a stroke; once, so that no television does it again. By the
    rules alone; None where it is no such cry.
    """
    level = rules.readers.net.by_rules.level(said)
    if not level or progress.stage is not Stage.TALK or progress.safety.called_out:
        return None
    if progress.safety.asked or progress.safety.checking:
        return None
    progress, move = check(
        rules,
        replace(progress, safety=replace(progress.safety, called_out=True)),
        level,
        heard=said,
    )
    return progress, replace(move, reason=f"{move.reason}: another voice")


def answers_that_voice(progress: Progress, chosen: Move | None, said: str) -> bool:
    """Do few words, in whatever voice, answer what we asked a voice that called out?

    Never of abuse: whoever says no in another voice may be the one who hurts them.
    """
    asked = progress.safety.called_out and bool(progress.safety.checking or progress.safety.asked)
    few = len(said.split()) <= yes_no.FEW
    safe = chosen is not None and chosen.act is Act.SAFETY and chosen.alert != "A"
    return asked and few and safe


def check(
    rules: Rules, progress: Progress, level: str, told: str = "", heard: str = ""
) -> tuple[Progress, Move]:
    """Ask whether all is right, because of what may be `level`. `told`: what is withheld if it is not.

    `heard`: what another voice said, which is no telling of theirs.
    """
    said = rules.readers.net.say("check")
    abuse = level == "A" or rules.readers.net.of_abuse(told or heard)
    about = _with_what_came_before(progress, told or heard) if abuse else ""
    progress = replace(
        progress,
        safety=replace(progress.safety, checking=level, unanswered=0),
        question=OpenQuestion(text=said),
        tellings=replace(progress.tellings, last=told, set_aside=""),
    )
    reason, wary = f"safety check {level}", Wary.ASKED if abuse else None
    return progress, Move(Act.SAFETY, said, reason=reason, about=about, wary=wary)


def _asked_about(progress: Progress) -> str:
    """What we asked whether all is right after, also where they have kept it back since."""
    return progress.tellings.last or progress.tellings.set_aside


def all_right(rules: Rules, progress: Progress, said: str) -> bool:
    """Does it say so to "are you all right?", and is there no new sign in the same breath?"""
    return bool(progress.safety.checking) and denial.denied(
        said, denial.Asked.ALL_RIGHT, calm=lambda text: not rules.readers.net.doubts(text)
    )


def after_the_check(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, Move] | None:
    """A plain no, or another hint, is answered as what it may have been, and what was told before is withheld after all."""
    level, answer = progress.safety.checking, heard.telling.agrees
    told = _asked_about(progress)
    if all_right(rules, progress, heard.text):
        answer = True  # a new sign beside it was looked for
    elif (
        hint := rules.readers.net.doubts(heard.text)
        if answer
        else rules.readers.net.hint(heard.text)
    ):
        level, answer = hint, False
    if answer is None:
        return None
    if answer:
        return replace(progress, safety=replace(progress.safety, checking="")), Move(
            Act.ANSWER,
            rules.readers.net.say("check-yes"),
            reason="safety check: all right",
            wary=Wary.DENIED if level == "A" or rules.readers.net.of_abuse(told) else None,
        )
    progress, move = grave(rules, progress, level, heard.text, Evidence.ANSWERED)
    return replace(progress, safety=replace(progress.safety, checking="")), replace(
        move, wish=Wish(Command.WITHHOLD, story=told) if told else None
    )


def distress(rules: Rules, progress: Progress) -> tuple[Progress, Move]:
    """Stop the topic at once and let it rest; nothing is asked."""
    asking = progress.question.chosen
    cache = progress.coverage.cache
    if asking is not None and asking.topic:
        cache = cache.decline(asking.topic, rules.past.today)
    progress = replace(
        progress,
        coverage=replace(progress.coverage, cache=cache),
        safety=replace(progress.safety, after="1", heavy=True),
        story=replace(progress.story, given=frozenset(), depth=0),
        question=OpenQuestion(),
    )
    return progress, Move(Act.ANSWER, rules.readers.net.say("1"), reason="safety level 1")


def something_ordinary(rules: Rules, progress: Progress) -> tuple[Progress, Move]:
    said, progress = phrase(rules, progress, "lighter")
    ask, progress = ordinary(rules, progress)
    return progress, Move(Act.QUESTION, said, ask, "after a heavy moment, something ordinary")


def may_be_sad(heard: Heard) -> bool:
    """Does how it was told fit the sad word in it, where that was read at all?"""
    feeling = heard.feeling
    if feeling == Feeling():
        return True
    return feeling.category is Emotion.SADNESS or (
        feeling.valence < 0 and heard.telling.sorrow.hurts
    )


def slowly(rules: Rules, progress: Progress) -> str:
    """What is said to sadness, the least said first; "" where all was said three times in a hundred turns."""
    lately = Counter(said for _, said in progress.coverage.cache.lately)
    said = min((rules.readers.net.say(key) for key in SADNESS), key=lambda each: lately[each])
    return said if lately[said] < OFTEN else ""
