"""What the interviewer does next. Pure: where we stand and what was heard in, a move out.

This first version leads one topic in our own words, without a language model: open a scene, stay
two or three questions inside a story, ask for what is missing (when, where, who, what it was like,
why it stayed), never the same question twice, and close on time. Safety and wishes by voice are
asked before anything else.
"""

import random
import re
from dataclasses import replace

from voice_agent.interview import consent, phrases, wishes
from voice_agent.interview.moves import (
    Act,
    Heard,
    Move,
    Opening,
    Progress,
    Rules,
    Stage,
    close,
    phrase,
)
from voice_agent.interview.protocol import Question, Wants

STAY = 3
"""Questions inside one story before a new scene is opened (the paper's depth, product.md)."""

SHORT = 6
"""An answer of fewer words says little: another way in is offered instead of a third follow-up."""


def open_session(rules: Rules, opening: Opening) -> tuple[Progress, Move]:
    """The first thing said."""
    notice = rules.notice
    if not opening.consented:
        say = " ".join((*opening.announcements, *notice.first))
        return Progress(last=notice.ask), Move(Act.CONSENT, say, notice.ask, "no consent yet")
    progress = Progress(stage=Stage.TALK)
    before = (notice.standing, *opening.announcements)
    return _greet(rules, progress, before, opening)


def recall_last_time(rules: Rules, progress: Progress, opening: Opening) -> tuple[Progress, Move]:
    """What follows the yes of a first session."""
    return _greet(rules, progress, (rules.notice.yes,), opening)


def _greet(
    rules: Rules, progress: Progress, before: tuple[str, ...], opening: Opening
) -> tuple[Progress, Move]:
    if opening.half_told:
        recalled, progress = phrase(rules, progress, "resume_power_cut")
        said, progress = phrase(rules, progress, "go_on")
        say = " ".join((*before, phrases.fill(recalled, told=opening.half_told)))
        return replace(progress, last=said), Move(Act.GREET, say, said, "an unfinished story")
    say = " ".join((*before, opening.last_time)).strip()
    progress, question = _next_scene(rules, progress)
    return progress, Move(Act.GREET, say, question, "opens the topic")


def reply(
    rules: Rules, progress: Progress, heard: Heard, opening: Opening
) -> tuple[Progress, Move]:
    """Answer a finished turn. Vetoes first: danger, then wishes, then consent, then the interview."""
    progress = replace(progress, quiet=0, turns=progress.turns + 1)
    if move := wishes.first(rules, progress, heard, _next_scene):
        return move
    if progress.stage is Stage.CONSENT:
        return _consent(rules, progress, heard, opening)
    if heard.minutes >= rules.hard_stop:
        return close(rules, progress, "the hard stop of the session")
    if heard.minutes >= rules.soft_close and progress.depth >= 1:
        return close(rules, progress, "the session's time is over")
    if heard.minutes >= rules.break_offer and not progress.break_offered:
        said, progress = phrase(rules, replace(progress, break_offered=True), "break_offer")
        return replace(progress, last=said), Move(Act.BREAK, "", said, "time for a break")
    return _lead(rules, progress, heard)


def after_silence(
    rules: Rules, progress: Progress, quiet: float, waits: tuple[float, float, float]
) -> tuple[Progress, Move]:
    """What to say when nobody has spoken for `quiet` seconds since our last word.

    `waits`: seconds to the gentle cue, to "take your time", to the offer of a rest. Each comes once
    until the narrator speaks.
    """
    kinds = ("gentle_cue", "reassure", "rest_offer")
    if progress.stage is Stage.OVER or progress.quiet >= len(kinds):
        return progress, Move(Act.NOTHING)
    if quiet < waits[progress.quiet]:
        return progress, Move(Act.NOTHING)
    kind = kinds[progress.quiet]
    said, progress = phrase(rules, progress, kind)
    progress = replace(progress, quiet=progress.quiet + 1)
    return progress, Move(Act.CUE, said, reason=f"{quiet:.0f} s of silence")


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


def _lead(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, Move]:
    """Stay inside the story while it gives, then open another."""
    if not heard.text.strip():
        said, progress = phrase(rules, progress, "did_not_hear")
        return progress, Move(Act.ANSWER, said, reason="nothing was understood")
    told = progress.told | given(heard.text)
    progress = replace(progress, told=told)
    short = len(heard.text.split()) < SHORT
    if progress.depth < STAY and not (short and progress.depth >= 2):
        for wants in (Wants.MORE, Wants.WHEN, Wants.WHERE, Wants.WHO, Wants.LIKE, Wants.WHY):
            # `more` first and only once a story; the rest only where the story left it open
            if wants in told or (wants is Wants.MORE and progress.depth > 0):
                continue
            if question := _fresh(rules, progress, wants):
                said, progress = phrase(rules, progress, "acknowledge")
                progress = replace(
                    progress,
                    depth=progress.depth + 1,
                    told=told | {wants},
                    asked=(*progress.asked, question.ask),
                    last=question.ask,
                )
                return progress, Move(Act.QUESTION, said, question.ask, f"the story lacks: {wants}")
    said, progress = phrase(rules, progress, "bridge")
    progress, question = _next_scene(rules, progress)
    if not question:
        return close(rules, progress, "every question of the topic was asked")
    return progress, Move(Act.QUESTION, said, question, "a new scene")


def _next_scene(rules: Rules, progress: Progress) -> tuple[Progress, str]:
    scene = _fresh(rules, progress, Wants.SCENE)
    if scene is None:
        return progress, ""
    return replace(
        progress, depth=0, told=frozenset(), asked=(*progress.asked, scene.ask), last=scene.ask
    ), scene.ask


def _fresh(rules: Rules, progress: Progress, wants: Wants) -> Question | None:
    open_ones = [q for q in rules.topic.wanting(wants) if q.ask not in progress.asked]
    if not open_ones:
        return None
    if wants is Wants.SCENE and not progress.asked:
        return open_ones[0]  # the first of a topic is written to be its door
    return random.Random(f"{rules.seed} {len(progress.asked)} {wants}").choice(open_ones)


_WHEN = re.compile(
    r"\b(1[89]\d\d|20\d\d|nineteen|eighteen hundred|twenties|thirties|forties|fifties|sixties|"
    r"seventies|eighties|years? old|(?:when|since) i was (?:\w+ )?(?:\w+)|christmas|easter|"
    r"(?:in|that|one) (?:the )?(?:spring|summer|autumn|fall|winter)|during the war|"
    r"january|february|april|june|july|august|september|october|november|december)\b",
    re.IGNORECASE,
)
_WHERE = re.compile(
    r"\b(?:in|at|near|from|to|outside) (?:the )?(?:village|town|city|farm|kitchen|house|school|"
    r"church|garden|yard|street|river|sea|coast|mill|shop|barn|field|woods|hills|country)\b|"
    r"\b(?:in|at|near|from|outside) [A-Z][a-z]+"
)
_WHO = re.compile(
    r"\b(mother|father|mum|mom|mama|dad|papa|pa|ma|brother|sister|grandmother|grandfather|grandma|"
    r"grandpa|gran|aunt|uncle|cousin|husband|wife|friend|neighbou?rs?|teacher|son|daughter)\b",
    re.IGNORECASE,
)


def given(said: str) -> frozenset[Wants]:
    """Which of when, where and who an answer already holds, so that it is not asked for."""
    found = {
        Wants.WHEN: _WHEN.search(said),
        Wants.WHERE: _WHERE.search(said),
        Wants.WHO: _WHO.search(said),
    }
    return frozenset(wants for wants, match in found.items() if match)
