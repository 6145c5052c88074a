"""What the interviewer does next. Pure: where we stand and what was heard in, a move out.

A session is greeted, takes up last time's thread, leads through its topic, offers a break, comes to an ordinary
subject, says back what was told, thanks, and ends. In between the question is chosen in choosing.py; here
is decided whether to ask at all, and what is said before. Safety and wishes by voice are asked before
anything else.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from voice_agent.interview import (
    acknowledging,
    coverage,
    expression,
    going_on,
    listening,
    losses,
    novelty,
    phrases,
    staying,
)
from voice_agent.interview.choosing import Choice, brought_up, choose, fresh, scenes
from voice_agent.interview.leave import consent, permitting
from voice_agent.interview.mood import dark, near
from voice_agent.interview.moves import (
    Act,
    Heard,
    Move,
    Opening,
    Progress,
    Rules,
    Stage,
    close,
    ordinary,
    phrase,
)
from voice_agent.interview.particulars import blank, given, hurts, lately, mourns, tells
from voice_agent.interview.protocol import Topic, Wants
from voice_agent.interview.questions import Candidate, Source, State, of_topic
from voice_agent.interview.returning import returning
from voice_agent.interview.returning.shift import opened
from voice_agent.interview.returning.weighty import weighs
from voice_agent.interview.steering import wishes
from voice_agent.interview.straying import leaves, opens
from voice_agent.interview.vetoes import STEPS
from voice_agent.interview.wanted import SHORT, STAY
from voice_agent.interview.wording.checks import LONGEST_REPLY, asks, parts
from voice_agent.sore import sore
from voice_agent.story import Answer, Emotion

QUIETLY = 8
"""Questions after which something hard may again be met without one; oftener it becomes a habit. A guess."""

LINGERING = 14
"""Words of an answer that can be no more than staying with what was told before. A guess."""

PLAINLY = 0.6
"""Intensity from which anger or fear, too, is met without a question. A guess."""

SURELY = 0.75
"""Intensity of sadness that is believed though no word speaks of anything hard. A guess."""

TRULY, LOW = 0.6, -0.15
"""The same where valence is low as well: two readings that agree. Guesses."""

DEATH = 8
"""Words of a death that is told in so few that how it was told cannot be read. A guess."""

ASLEEP = 900.0
"""Seconds without a word after which a talk ends: long enough to make tea. A guess."""

HEARD = 60
"""Tellings of a talk in which a question may have been answered in passing."""

KEPT = 6
"""Sentences kept for the summary at the end."""

QUOTED = 14
"""Words of a sentence that may be said back at the end."""

_THINKING = frozenset(
    """
    let me think|wait|wait a moment|just a moment|one moment|hold on|give me a moment|i am thinking|
    i'm thinking|let me see|now where was i|where was i|just a minute|a moment please
    """.replace("\n    ", "")
    .strip()
    .split("|")
)


_WHOM = re.compile(r"\b(?:her|him|them)\b")
"""Nobody knows, at the end of a talk, who that was."""

_HESITATES = frozenset("um uh er erm hm hmm hmmm mm well".split())  # noqa: SIM905
_BEGUN = frozenset("i it so and but the we he she they oh ah now".split())  # noqa: SIM905
"""Words that somebody begins with, and then stops to think."""


def open_session(rules: Rules, opening: Opening) -> tuple[Progress, Move]:
    """The first thing said."""
    return _last_look(rules, Progress(cache=rules.past.cache), *_open(rules, opening))


def _open(rules: Rules, opening: Opening) -> tuple[Progress, Move]:
    notice = rules.notice
    past = Progress(cache=rules.past.cache, grown=rules.past.grown, leave=opening.leave)
    if not opening.consented:
        first, ask = (
            (notice.renewal, notice.ask_on) if opening.renewing else (notice.first, notice.ask)
        )
        say = " ".join((*opening.announcements, *first))
        return replace(past, last=ask), Move(Act.CONSENT, say, ask, "no consent yet")
    before = (notice.standing, *opening.announcements)
    return _greet(rules, replace(past, stage=Stage.TALK), before, opening)


def recall_last_time(rules: Rules, progress: Progress, opening: Opening) -> tuple[Progress, Move]:
    """What follows the yes of a first session."""
    return _greet(rules, progress, (rules.notice.yes,), opening)


def _greet(
    rules: Rules, progress: Progress, before: tuple[str, ...], opening: Opening
) -> tuple[Progress, Move]:
    if opening.half_told:
        recalled, progress = phrase(rules, progress, "resume_power_cut")
        said_, progress = phrase(rules, progress, "go_on")
        say = " ".join((*before, phrases.fill(recalled, told=opening.half_told)))
        return replace(progress, last=said_), Move(Act.GREET, say, said_, "an unfinished story")
    if thread := _thread(rules, progress):
        lead = " ".join((*before, thread.lead)).strip()
        progress = _asked(rules, progress, thread)
        return progress, Move(Act.GREET, lead, thread.ask, "last time's thread", question=thread)
    progress, question = _open_scene(rules, progress)
    spent = len(" ".join((*before, question)).split())
    room = LONGEST_REPLY - spent
    say = " ".join((*before, _shortened(opening.last_time, opening.told, room))).strip()
    return progress, Move(
        Act.GREET, say, question, "opens the topic", question=progress.asking if question else None
    )


def _shortened(last_time: str, told: Sequence[str], room: int) -> str:
    """What was told last time, in at most `room` words: whole sentences, else one thing that happened, or of `told`.

    Nothing where neither fits, or where it would ask something by itself.
    """
    kept: list[str] = []
    for sentence in parts(last_time):
        whole = " ".join((*kept, sentence))
        if len(whole.split()) > room or asks(whole) or blank(sentence.rpartition(": ")[2]):
            break
        kept.append(sentence)
    if kept:
        return " ".join(kept)
    scenes_ = (*expression.scenes(last_time.partition(": ")[2], QUOTED), *told)
    frames = ("Last time you told me how {}.", "You told me how {}.")
    found = (frame.format(one) for frame in frames for one in scenes_)
    return next((one for one in found if len(one.split()) <= room and not asks(one)), "")


def reply(
    rules: Rules, progress: Progress, heard: Heard, opening: Opening
) -> tuple[Progress, Move]:
    """Answer a finished turn. Vetoes first: danger, then wishes, then consent, then the interview."""
    return _last_look(rules, progress, *_reply(rules, progress, heard, opening))


def _reply(
    rules: Rules, progress: Progress, heard: Heard, opening: Opening
) -> tuple[Progress, Move]:
    cache = replace(progress.cache, turns=progress.cache.turns + 1)
    waited = progress.quiet
    progress = replace(progress, quiet=0, turns=progress.turns + 1, cache=cache)
    progress = returning.begin(progress)
    if heard.grown is not None:
        progress = replace(progress, grown=heard.grown)
    if found := wishes.first(rules, progress, heard, _another_scene):
        if (
            found[1].wish is not None
        ):  # what is put away or kept from others is not said back at the end
            found = replace(found[0], said=found[0].said[:-1]), found[1]
        return returning.broken_off(rules, progress, found[0], heard), found[1]
    progress = replace(wishes.told(progress, heard), told_before=progress.told_last)
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
    progress, ask = _scene(rules, progress)
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
    asked = Candidate(said_.ask, Wants.MORE, Source.MODEL)
    cache = progress.cache.mark(asked, State.ASKED, rules.past.today)
    return replace(progress, last=said_.ask, cache=cache), said_


def after_silence(
    rules: Rules,
    progress: Progress,
    quiet: float,
    waits: tuple[float, float, float],
    minutes: float = 0.0,
) -> tuple[Progress, Move]:
    """What to say when nobody has spoken for `quiet` seconds since our last word.

    `waits`: seconds to the gentle cue, to "take your time", to the offer of a rest. Each comes once
    until the narrator speaks. `minutes`: how long the talk has lasted; whoever falls asleep is not listened to for ever.
    """
    kinds = ("gentle_cue", "reassure", "rest_offer")
    if progress.stage is Stage.OVER:
        return progress, Move(Act.NOTHING)
    if progress.stage is Stage.TALK and minutes >= rules.hard_stop:
        return close(rules, progress, "the hard stop of the session")
    if progress.stage is Stage.TALK and progress.quiet >= len(kinds) and quiet >= ASLEEP:
        return close(rules, progress, "nobody has spoken for long")
    if progress.quiet >= len(kinds):
        return progress, Move(Act.NOTHING)
    if quiet < waits[progress.quiet]:
        return progress, Move(Act.NOTHING)
    kind = kinds[progress.quiet]
    said_, progress = phrase(rules, progress, kind)
    progress = replace(progress, quiet=progress.quiet + 1)
    return progress, Move(Act.CUE, said_, reason=f"{quiet:.0f} s of silence")


def _consent(
    rules: Rules, progress: Progress, heard: Heard, opening: Opening
) -> tuple[Progress, Move]:
    answer = consent.answer(heard.text)
    if answer is True:
        progress, move = recall_last_time(rules, replace(progress, stage=Stage.TALK), opening)
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
    kept = (*progress.said, quote)[-KEPT:] if quote else progress.said
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


def happened(text: str) -> str:
    """What happened in it, turned, to be said back whoever is in the room then; "" where there is nothing light.

    No death, no blow, nobody who is only "her" or "him".
    """
    if losses.loss(text) or mourns(text) or sore(text):
        return ""
    quote = next((one for one in expression.scenes(text, QUOTED) if len(one.split()) >= 4), "")
    return "" if _WHOM.search(quote) or weighs(quote) or hurts(quote) else quote


def _lead(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, Move]:
    """Answer what was told: stay quiet, say that it was heard, or ask."""
    if not heard.text.strip():
        said_, progress = phrase(rules, progress, "did_not_hear")
        return progress, Move(Act.ANSWER, said_, reason="nothing was understood")
    said = re.findall(r"[a-z']+", heard.text.lower())
    if " ".join(said) in _THINKING or (_HESITATES & {*said} and {*said} <= _HESITATES | _BEGUN):
        return progress, Move(Act.NOTHING, reason="they are thinking")
    # plainly told: a quiet word that does not fit is worse than a question
    grief = heard.bearing.answer is Answer.QUIET or (
        dark(heard)
        and (heard.feeling.category is Emotion.SADNESS or heard.feeling.intensity >= PLAINLY)
    )
    last = lately(heard.text)
    quiet = grief and len(heard.text.split()) >= SHORT and (hurts(last) or _surely(heard))
    quiet = quiet or (mourns(heard.text) and len(heard.text.split()) <= DEATH)
    if rules.parts.emotion and quiet and not progress.stayed:
        kind = acknowledging.quietly(rules, heard)
        stays = replace(progress, stayed=progress.turns, beside="acknowledge_sad")
        # "sick as a cat", "he smelt something terrible": such a word alone is not enough where it does not fit
        plainly = mourns(heard.text) or losses.loss(heard.text) or losses.wronged(last)
        said_, stays = listening.quietly(rules, stays, heard, kind, plainly=plainly)
        if said_:
            return stays, Move(Act.ANSWER, said_, reason="it was hard to tell: no question now")
    if progress.stayed and progress.stayed == progress.turns - 1 and _still_there(progress, heard):
        said_, progress = phrase(rules, progress, progress.beside)
        if said_:
            return progress, Move(Act.ANSWER, said_, reason="they are still with what was said")
    if met := staying.beside(rules, progress, heard):
        return met
    progress, move = returning.reply(rules, progress, heard, _asked, _another_scene)
    if move is not None:
        return progress, move
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
    onward = going_on.go_on(rules, progress, heard, choice, _asked)
    if not isinstance(onward, Choice):
        return onward
    choice, question = onward, onward.question
    amid = (going_on.live(heard) and not permitting.overdue(progress)) or hurts(heard.text)
    if opens(question) and not quiet and not amid and permitting.unhurried(progress):
        # the story is over, and is not passed over without a word for a form
        said_, progress = phrase(rules, progress, acknowledging.acknowledgement(rules, heard))
        return permitting.ask(rules, progress, said_)
    if _asks_leave(rules, progress, choice):
        question = _WELCOME
        progress = _asked(rules, progress, question)
        return progress, Move(
            Act.QUESTION,
            question.lead,
            question.ask,
            "asks leave for heavier things",
            question=question,
        )
    word, acknowledged = acknowledging.before(rules, progress, heard, question)
    before, progress = listening.opening(rules, progress, acknowledged, heard, question, word)
    progress = _asked(rules, progress, question, another=leaves(question, heard))
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


def _surely(heard: Heard) -> bool:
    """Is the feeling read so strongly that it need not be heard in a single word?"""
    feeling = heard.feeling
    sure = feeling.intensity >= SURELY or (feeling.intensity >= TRULY and feeling.valence <= LOW)
    return feeling.category is Emotion.SADNESS and sure


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


def _asked(
    rules: Rules, progress: Progress, question: Candidate, *, another: bool | None = None
) -> Progress:
    """Note that `question` is asked; `another`: it leaves the story in hand (else as straying.opens says)."""
    another = opens(question) if another is None else another
    return replace(
        progress,
        depth=0 if another else 1 if _begins(progress, question) else progress.depth + 1,
        told=(frozenset[Wants]() if another else progress.told) | {question.wants},
        story=(question.topic if opens(question) else "") if another else progress.story,
        period=question.period if another else progress.period,
        stayed=0 if another and len(progress.asked) % QUIETLY == 0 else progress.stayed,
        away=0 if question.topic == rules.topic.name else progress.away + 1,
        asked=(*progress.asked, question.ask),
        kinds=(*progress.kinds, str(question.source), question.kind),
        last=question.ask,
        asking=question,
        listened=0,
        cache=progress.cache.mark(question, State.ASKED, rules.past.today),
        shifts=opened(progress.shifts) if another else progress.shifts,
    )


def _begins(progress: Progress, question: Candidate) -> bool:
    """Did they bring up something else themselves? Then another story begins, though nobody asked for it."""
    before = progress.asking.event if progress.asking is not None else ""
    return brought_up(question) and progress.depth >= STEPS and question.event != before


def _thread(rules: Rules, progress: Progress) -> Candidate | None:
    """A story broken off last time, to begin with."""
    return next(
        (
            each
            for each in progress.grown
            if each.kind == "unfinished"
            and progress.cache.state(each) is State.RIPE
            and fresh(rules, progress, each.ask)
        ),
        None,
    )


def _open_scene(rules: Rules, progress: Progress) -> tuple[Progress, str]:
    """The first question: the topic's door; before something heavy, an ordinary one to warm up."""
    ripe = _fresh(rules, progress, rules.topic)
    if rules.topic.heavy or not ripe:
        light = (each for topic in rules.book for each in _fresh(rules, progress, topic)
                 if not topic.heavy and not topic.future and each.theme in ("play", "home", "friends"))  # fmt: skip
        warm = next(light, None)
        if warm is not None:
            return _asked(rules, progress, warm), warm.ask
    if not ripe:
        return progress, ""
    return _asked(rules, progress, ripe[0]), ripe[0].ask


def _fresh(rules: Rules, progress: Progress, topic: Topic) -> list[Candidate]:
    """The scenes of a topic that are ripe, new and not about what was refused, in their order."""
    cache, today = progress.cache, rules.past.today
    return [
        each
        for each in scenes(topic, progress)
        if not cache.unwelcome(each, today)
        and cache.asked_like(each) < novelty.SAME
        and fresh(rules, progress, each.ask)
    ]


def _another_scene(rules: Rules, progress: Progress) -> tuple[Progress, str]:
    """Another story, because the narrator does not want this one; a heavy topic, or a second one, rests."""
    asking, today = progress.asking, rules.past.today
    cache = progress.cache
    if asking is not None:
        cache = cache.refuse(asking, today)
    if asking is not None and asking.topic:
        heavy = next((t.heavy for t in rules.book if t.name == asking.topic), False)
        again = asking.topic in progress.skipped
        if heavy or again:
            cache = cache.decline(asking.topic, today)
        progress = replace(progress, skipped=(*progress.skipped, asking.topic))
    return _scene(rules, replace(progress, cache=cache))


def _scene(rules: Rules, progress: Progress) -> tuple[Progress, str]:
    """Open another story; the question is empty where there is none."""
    progress = replace(progress, depth=STAY, told=frozenset())
    choice = choose(rules, progress, Heard(""), scenes_only=True)
    if choice is None:
        return progress, ""
    return _asked(rules, progress, choice.question), choice.question.ask
