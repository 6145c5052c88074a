"""What the interviewer does next. Pure: where we stand and what was heard in, a move out.

A session is greeted, takes up last time's thread, leads through its topic, offers a break, comes to an ordinary
subject, says back what was told, thanks, and ends. In between the question is chosen in choosing.py; here
is decided whether to ask at all, and what is said before. Safety and wishes by voice are asked before
anything else.
"""

import re
from dataclasses import replace

from voice_agent.interview import (
    acknowledging,
    beginning,
    coverage,
    going_on,
    listening,
    losses,
    shapes,
    staying,
    which_year,
)
from voice_agent.interview.asking import another_scene, asked, scene
from voice_agent.interview.choosing import Choice, choose, fresh
from voice_agent.interview.closers import closer
from voice_agent.interview.closing import close
from voice_agent.interview.endings import Ending
from voice_agent.interview.evidence import Deed, Evidence, Verdict, may
from voice_agent.interview.heard import Heard
from voice_agent.interview.leave import consent, permitting
from voice_agent.interview.mood import dark, near
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.particulars import blank, given, hurts, lately, mourns, tells
from voice_agent.interview.picking import ordinary, phrase
from voice_agent.interview.progress import Progress, Stage
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import Candidate, Source, State, of_topic
from voice_agent.interview.returning import returning
from voice_agent.interview.rules import Opening, Rules
from voice_agent.interview.saying_back import happened, puts_right
from voice_agent.interview.steering import understood, wishes
from voice_agent.interview.steering.commands import Command
from voice_agent.interview.straying import leaves, opens, turned_down
from voice_agent.interview.vetoes import told_out
from voice_agent.interview.wanted import SHORT
from voice_agent.interview.wording.checks import asks
from voice_agent.story import Emotion

LINGERING = 14
"""Words of an answer that can be no more than staying with what was told before. A guess."""

DEATH = 8
"""Words of a death that is told in so few that how it was told cannot be read. A guess."""

HEARD = 60
"""Tellings of a talk in which a question may have been answered in passing."""

KEPT = 6
"""Sentences kept for the summary at the end."""

_THINKING = frozenset(
    """
    let me think|wait|wait a moment|just a moment|one moment|hold on|give me a moment|i am thinking|
    i'm thinking|let me see|now where was i|where was i|just a minute|a moment please
    """.replace("\n    ", "")
    .strip()
    .split("|")
)


_HESITATES = frozenset("um uh er erm hm hmm hmmm mm well".split())  # noqa: SIM905
_BEGUN = frozenset("i it so and but the we he she they oh ah now".split())  # noqa: SIM905
"""Words that somebody begins with, and then stops to think."""


def open_session(rules: Rules, opening: Opening) -> tuple[Progress, Move]:
    """The first thing said."""
    return _last_look(rules, Progress(cache=rules.past.cache), *beginning.open_with(rules, opening))


def reply(
    rules: Rules, progress: Progress, heard: Heard, opening: Opening
) -> tuple[Progress, Move]:
    """Answer a finished turn. Vetoes first: danger, then wishes, then consent, then the interview."""
    after, move = _last_look(rules, progress, *_reply(rules, progress, heard, opening))
    return after, replace(move, withheld=True) if progress.unrecorded else move


def _reply(
    rules: Rules, progress: Progress, heard: Heard, opening: Opening
) -> tuple[Progress, Move]:
    cache = replace(progress.cache, turns=progress.cache.turns + 1)
    waited = progress.quiet
    progress = replace(progress, quiet=0, turns=progress.turns + 1, cache=cache)
    progress = wishes.noticed(rules, returning.begin(progress), heard)
    progress = which_year.heed(rules, progress, heard)
    if heard.grown is not None:
        progress = replace(progress, grown=heard.grown)
    if found := wishes.first(rules, progress, heard, another_scene):
        if any(
            each.command is not Command.REMIND for each in found[1].wishes
        ):  # what is put away or kept from others is not said back at the end
            found = replace(found[0], said=found[0].said[:-1]), found[1]
        return returning.broken_off(rules, progress, found[0], heard), found[1]
    progress = replace(understood.told(progress, heard), told_before=progress.told_last)
    if progress.stage is Stage.CONSENT:
        return _consent(rules, progress, heard, opening)
    progress = returning.hear(rules, _listen(rules, progress, heard), heard, waited)
    if heard.minutes >= rules.hard_stop:
        return close(rules, progress, "the hard stop of the session")
    if progress.closing:
        if rules.parts.emotion and heard.bearing.ordinary_first and not progress.stayed:
            return _ordinary_again(rules, progress, heard)
        return close(rules, progress, "the ordinary subject was spoken of")
    if heard.minutes >= rules.soft_close and progress.depth >= 1:
        return _ordinary(rules, progress)
    if (heard.minutes >= rules.break_offer or heard.tiring) and not progress.break_offered:
        said_, progress = phrase(rules, replace(progress, break_offered=True), "break_offer")
        progress = replace(progress, last=said_, asking=None)
        why = "slower and later than usual" if heard.tiring else "time for a break"
        return progress, Move(Act.BREAK, "", said_, why)
    return _lead(rules, progress, heard)


def _last_look(
    rules: Rules, before: Progress, progress: Progress, move: Move
) -> tuple[Progress, Move]:
    """Whatever road a question came by: one that was asked before, or was refused, gives way to another story.

    `before`: the interview as it stood when this turn began.
    """
    question = progress.asking
    # nothing of ours is asked, or it is said once more because somebody wished it
    if question is None or move.ask != question.ask or len(progress.asked) == len(before.asked):
        return progress, move
    cache = progress.cache
    cache = cache if question.key in before.cache.entries else cache.unmark(question)
    as_it_was = replace(progress, asked=progress.asked[: len(before.asked)], cache=cache)
    if fresh(rules, as_it_was, question.ask):
        return progress, move
    progress, ask = scene(rules, progress)
    if not ask:
        return close(rules, progress, "every question was asked")
    say = move.say if move.act is Act.GREET else ""
    return progress, replace(move, say=say, ask=ask, question=progress.asking, reasons=())


def worded(
    rules: Rules, before: Progress, progress: Progress, move: Move, text: str
) -> tuple[Progress, Move]:
    """The same `move` as a language model says it, unless it would then be asked a second time.

    `before`: the interview as it stood when this turn began; `progress`: as `reply` left it.
    """
    said_ = move.worded(text)
    if not said_.ask or not fresh(rules, before, said_.ask):
        return progress, move
    question = Candidate(said_.ask, Wants.MORE, Source.MODEL)
    cache = progress.cache.mark(question, State.ASKED, rules.past.today)
    return replace(progress, last=said_.ask, cache=cache), said_


def _consent(
    rules: Rules, progress: Progress, heard: Heard, opening: Opening
) -> tuple[Progress, Move]:
    answer = consent.answer(heard.text)
    if answer is True:
        progress, move = beginning.recall_last_time(
            rules, replace(progress, stage=Stage.TALK), opening
        )
        return progress, replace(move, consent=True)
    if answer is False:
        over = replace(progress, stage=Stage.OVER)
        return over, Move(
            Act.CLOSING, rules.notice.no, reason="consent refused", consent=False, ends=True
        )
    if progress.unclear >= 1:
        over = replace(progress, stage=Stage.OVER)
        return over, Move(
            Act.CLOSING, rules.notice.unclear, reason="no clear yes", consent=False, ends=True
        )
    again = replace(progress, unclear=progress.unclear + 1, last=rules.notice.ask_again)
    return again, Move(Act.CONSENT, rules.notice.again, rules.notice.ask_again, "no clear answer")


def _listen(rules: Rules, progress: Progress, heard: Heard) -> Progress:
    """What the answer changes: what is told, covered, and answered in passing."""
    text = heard.text
    if not text.strip():
        return progress
    book = rules.book or (rules.topic,)
    ripe = [of_topic(topic, q) for topic in book for q in topic.wanting(Wants.SCENE)]
    cache = progress.cache.hear(text, [*ripe, *progress.grown], rules.past.today)
    cache = coverage.hear(cache, progress.asking, text, rules.birth)
    asking = progress.asking
    if asking is not None and blank(text):
        cache = cache.blank(asking)
    if asking is not None and asking.kind == "welcome":
        welcome = consent.answer(text) is True
        heavy = frozenset(topic.name for topic in book if topic.heavy)
        cache = replace(cache, welcome=cache.welcome | heavy) if welcome else cache
    lost = losses.loss(text)
    quote = "" if dark(heard) else happened(text)
    before = () if puts_right(text) else progress.said
    kept = (*before, quote)[-KEPT:] if quote else before
    return replace(
        progress,
        cache=cache,
        told=progress.told | given(text),
        period=coverage.period_of(text, rules.birth) or progress.period,
        lengths=(*progress.lengths, len(text.split())),
        mourned=progress.turns if lost or losses.wronged(text) else progress.mourned,
        heard=(*progress.heard, text)[-HEARD:],
        said=kept,
    )


def _lead(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, Move]:
    """Answer what was told; a loss that was told in words is never met with "please go on" alone."""
    after, move = _led(rules, progress, heard)
    if move.text not in rules.phrases.kinds[listening.ONWARD].say or not losses.loss(heard.text):
        return after, move
    said_, after = phrase(rules, replace(after, last=progress.last), "with_you")
    said_ = staying.by_name(said_, heard.text)
    return after, Move(Act.ANSWER, said_, reason="a loss was told: heard, and no question")


def _led(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, Move]:
    """Stay quiet, say that it was heard, or ask."""
    if not heard.text.strip():
        said_, progress = phrase(rules, progress, "did_not_hear")
        return progress, Move(Act.ANSWER, said_, reason="nothing was understood")
    said = re.findall(r"[a-z']+", heard.text.lower())
    if " ".join(said) in _THINKING or (_HESITATES & {*said} and {*said} <= _HESITATES | _BEGUN):
        return progress, Move(Act.NOTHING, reason="they are thinking")
    if met := staying.hard(rules, progress, heard):
        return met
    if which_year.answered(progress, heard):
        return listening.on(
            rules, replace(progress, asking=None), heard, "that was asked in passing"
        )
    if question := which_year.ask(rules, progress, heard):
        after = asked(rules, progress, question, another=False)
        return after, Move(
            Act.QUESTION, "", question.ask, "two years for one thing", question=question
        )
    # nobody is condoled with on the word of a reader of feelings alone (evidence.py)
    last = lately(heard.text)
    plainly = mourns(last) or losses.loss(last) or losses.wronged(last)
    quiet = dark(heard) and plainly and len(heard.text.split()) >= SHORT
    quiet = quiet or (mourns(heard.text) and len(heard.text.split()) <= DEATH)
    if rules.parts.emotion and quiet and not progress.stayed:
        kind = acknowledging.quietly(rules, heard)
        stays = replace(progress, stayed=progress.turns, beside="acknowledge_sad")
        said_, stays = listening.quietly(rules, stays, heard, kind, plainly=True)
        if said_:
            said_ = staying.by_name(said_, last)
            return stays, Move(Act.ANSWER, said_, reason="it was hard to tell: no question now")
    perhaps = _sadly(heard) or (dark(heard) and hurts(last) and len(heard.text.split()) >= SHORT)
    if rules.parts.emotion and perhaps and not progress.stayed:
        why = "perhaps it was hard to tell"
        if found := listening.beside_them(rules, progress, why):
            return found
    if progress.stayed and progress.stayed == progress.turns - 1 and _still_there(progress, heard):
        said_, progress = phrase(rules, progress, progress.beside)
        if said_:
            return progress, Move(Act.ANSWER, said_, reason="they are still with what was said")
    if met := staying.beside(rules, progress, heard):
        return met
    progress, move = returning.reply(rules, progress, heard, asked, another_scene)
    if move is not None:
        return progress, move
    if sure := shapes.sure(rules, progress, heard):
        question = Candidate(sure, Wants.MORE, Source.STORY, kind="shape")
        why = "the form of the answer makes sure of it"
        return asked(rules, progress, question), Move(
            Act.QUESTION, "", sure, why, question=question
        )
    choice = choose(rules, progress, heard)
    if choice is None:
        return close(rules, progress, "every question was asked")
    question = choice.question
    with_it = near(progress) and progress.beside == "acknowledge_sad"
    if with_it and question.source is Source.PROTOCOL and len(heard.text.split()) < LINGERING:
        # a few words more about somebody who died are not the end of it; but who jokes again is past it
        plainly = hurts(heard.text) or losses.loss(heard.text)
        said_, beside = listening.quietly(rules, progress, heard, progress.beside, plainly=plainly)
        if said_:
            return beside, Move(Act.ANSWER, said_, reason="one does not turn away from it yet")
    if listened := listening.instead(rules, progress, heard, choice):
        return listened
    onward = going_on.go_on(rules, progress, heard, choice, asked)
    if not isinstance(onward, Choice):
        return onward
    choice, question = onward, onward.question
    if not _may_leave(rules, progress, heard, question):
        return listening.on(rules, progress, heard, "the story is at its height")
    if opens(question) and question.source is not Source.FAMILY:
        progress, move = returning.rather(rules, progress, heard, asked)
        if move is not None:
            return progress, move
    amid = (going_on.live(heard) and not permitting.overdue(progress)) or hurts(heard.text)
    if opens(question) and not quiet and not amid and permitting.unhurried(progress):
        # the story is over, and is not passed over without a word for a form
        said_, progress = phrase(rules, progress, acknowledging.acknowledgement(rules, heard))
        return permitting.ask(rules, progress, said_)
    if _asks_leave(rules, progress, choice):
        question = _WELCOME
        progress = asked(rules, progress, question)
        return progress, Move(
            Act.QUESTION,
            question.lead,
            question.ask,
            "asks leave for heavier things",
            question=question,
        )
    word, acknowledged = acknowledging.before(rules, progress, heard, question)
    before, progress = listening.opening(rules, progress, acknowledged, heard, question, word)
    progress = asked(rules, progress, question, another=leaves(question, heard))
    say = " ".join(part for part in (before, question.lead) if part)
    why = max(choice.reasons, key=lambda each: each.share)
    reason = f"{question.source}: {question.kind or question.wants} ({why.name})"
    return progress, Move(
        Act.QUESTION, say, question.ask, reason, question=question, reasons=choice.reasons
    )


def _still_there(progress: Progress, heard: Heard) -> bool:
    """After a quiet word: a few words that neither tell of something else nor ask for it?

    Who was told to tell it as it comes may do so: then a few words that tell are met with patience as well.
    """
    text = heard.text
    elsewhere = tells(text) and progress.beside != "still_here"
    return len(text.split()) < LINGERING and not elsewhere and not asks(text)


TRULY, LOW = 0.6, -0.15
"""Intensity and valence from which sadness is believed so far that nothing is asked. Guesses."""


def _sadly(heard: Heard) -> bool:
    """Is sadness read so plainly that nothing is asked, though no word says what is hard? Nobody is consoled for it."""
    feeling = heard.feeling
    sad = feeling.category is Emotion.SADNESS
    return sad and feeling.intensity >= TRULY and feeling.valence <= LOW


OURS = 3
"""Questions of ours inside a story after which another one may be opened."""


def _may_leave(rules: Rules, progress: Progress, heard: Heard, question: Candidate) -> bool:
    """May `question` be asked though it leaves the story? Told, refused, or three of our own questions old (evidence.py)."""
    if not leaves(question, heard):
        return True
    mourning = losses.mourned(progress.mourned, progress.turns)
    if not (going_on.live(heard) or mourning or hurts(heard.text)):
        return True
    over = closer(heard.text) or told_out(heard) or heard.tiring
    if turned_down(heard.text) or (over and not mourning):
        return may(Deed.LEAVE_STORY, Evidence.PLAIN) is Verdict.DO
    told = progress.depth - progress.listened >= OURS and not mourning
    ends = rules.ending(heard.text) is Ending.TOLD
    evidence = Evidence.PLAIN if told else Evidence.ALONE if ends else Evidence.LOOSE
    return may(Deed.LEAVE_STORY, evidence) is Verdict.DO


_WELCOME = Candidate(
    "Would you like those too, another day?",
    Wants.SCENE,
    Source.PROTOCOL,
    kind="welcome",
    lead="Some of my questions are about harder times.",
)


def _asks_leave(rules: Rules, progress: Progress, choice: Choice) -> bool:
    """Once in a life, in the middle of a talk and never in the first three: may heavy topics come?"""
    cache = progress.cache
    return (
        cache.sessions >= coverage.EARLY
        and not rules.heavy
        and any(topic.heavy for topic in rules.book)
        and cache.state(_WELCOME) is State.RIPE
        and len(progress.asked) >= 5
        and not (near(progress) or losses.mourned(progress.mourned, progress.turns))
        and opens(choice.question)
    )


def _ordinary(rules: Rules, progress: Progress) -> tuple[Progress, Move]:
    """Near the end: one question about something ordinary."""
    said_, progress = phrase(rules, progress, "soft_close")
    ask, progress = ordinary(rules, replace(progress, closing=True))
    return progress, Move(Act.QUESTION, said_, ask, "the session's time is nearly over")


def _ordinary_again(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, Move]:
    """What was to be the last answer was heavy: a word to it, and once more something ordinary."""
    kind = acknowledging.acknowledgement(rules, heard)
    said_, progress = phrase(rules, replace(progress, stayed=progress.turns), kind)
    ask, progress = ordinary(rules, progress)
    return progress, Move(Act.QUESTION, said_, ask, "a talk does not close on something heavy")
