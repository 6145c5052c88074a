"""What is said to what was told: an ordered table of guards, and below them the floor. Pure.

    progress, move = lead(rules, progress, heard)

Each guard says whom it protects and answers, or passes on. What none of them answers is followed (proposals.py).
"""

from collections.abc import Callable
from dataclasses import replace

from voice_agent.interview import acknowledging, coverage, listening, staying, which_year
from voice_agent.interview.asking import another_scene, asked
from voice_agent.interview.closing import close
from voice_agent.interview.heard import Heard
from voice_agent.interview.leave import permitting
from voice_agent.interview.mood import dark, near
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.picking import phrase
from voice_agent.interview.progress import Progress
from voice_agent.interview.proposals import Kind, Proposal, chosen
from voice_agent.interview.protocol import Wants
from voice_agent.interview.question_score import SHORT
from voice_agent.interview.questions import Candidate, Source, State
from voice_agent.interview.returning import returning
from voice_agent.interview.rules import Rules
from voice_agent.interview.seat import seated
from voice_agent.interview.story_state import StoryState, story_state
from voice_agent.interview.topic_change import leaves, opens
from voice_agent.reading.by_rules import losses
from voice_agent.story import Emotion

Met = tuple[Progress, Move] | None
Guard = Callable[[Rules, Progress, Heard], Met]

LINGERING = 14
"""Words of an answer that can be no more than staying with what was told before. A guess."""

DEATH = 8
"""Words of a death that is told in so few that how it was told cannot be read. A guess."""

TRULY, LOW = 0.6, -0.15
"""Intensity and valence from which sadness is believed so far that nothing is asked. Guesses."""


# ---- guards


def nothing_heard(rules: Rules, progress: Progress, heard: Heard) -> Met:
    """Whoever was not understood is asked to say it again, and it is our fault."""
    if heard.text.strip():
        return None
    said, progress = phrase(rules, progress, "did_not_hear")
    return progress, Move(Act.ANSWER, said, reason="nothing was understood")


def thinking(rules: Rules, progress: Progress, heard: Heard) -> Met:
    """Whoever is thinking is left to think."""
    if not heard.telling.thinking:
        return None
    return progress, Move(Act.NOTHING, reason="they are thinking")


def year_settled(rules: Rules, progress: Progress, heard: Heard) -> Met:
    """Whoever has answered which year is right goes on where they were."""
    if not which_year.answered(progress, heard):
        return None
    why = "that was asked in passing"
    return listening.on(
        rules, replace(progress, question=replace(progress.question, chosen=None)), heard, why
    )


def two_years(rules: Rules, progress: Progress, heard: Heard) -> Met:
    """A book with a wrong year: it is asked back, before it is believed."""
    question = which_year.ask(rules, progress, heard)
    if question is None:
        return None
    after = asked(rules, progress, question, another=False)
    why = "two years for one thing"
    return after, Move(Act.QUESTION, "", question.ask, why, question=question)


def hard_to_tell(rules: Rules, progress: Progress, heard: Heard) -> Met:
    """Whoever has just told of a loss or a wrong is asked nothing, once in a story.

    Nobody is condoled with on the word of a reader of feelings alone (evidence.py).
    """
    told, last = heard.telling, heard.telling.lately
    plainly = dark(heard) and (last.mourns or last.loss or last.wronged)
    quiet = (plainly and told.words >= SHORT) or (told.sorrow.mourns and told.words <= DEATH)
    if not quiet or not rules.parts.emotion or progress.comfort.stayed:
        return None
    kind = acknowledging.quietly(rules, heard)
    stays = progress.stays("acknowledge_sad")
    said, stays = listening.quietly(rules, stays, kind)
    if not said:
        return None
    said = staying.by_name(said, last)
    return stays, Move(Act.ANSWER, said, reason="it was hard to tell: no question now")


def perhaps_hard(rules: Rules, progress: Progress, heard: Heard) -> Met:
    """Whoever may be sad, though no word says so, is consoled for nothing and asked nothing."""
    hurt = dark(heard) and heard.telling.lately.hurts and heard.telling.words >= SHORT
    if not rules.parts.emotion or progress.comfort.stayed or not (_sadly(heard) or hurt):
        return None
    return listening.beside_them(rules, progress, "perhaps it was hard to tell")


def _sadly(heard: Heard) -> bool:
    feeling = heard.feeling
    sad = feeling.category is Emotion.SADNESS
    return sad and feeling.intensity >= TRULY and feeling.valence <= LOW


def still_with_it(rules: Rules, progress: Progress, heard: Heard) -> Met:
    """Whoever says a few words more after a quiet word is still with what was said.

    Who was told to tell it as it comes may do so: then a few words that tell are met with patience as well.
    """
    if not progress.comfort.stayed or progress.comfort.stayed != progress.turns - 1:
        return None
    told = heard.telling
    elsewhere = told.tells and progress.comfort.beside != "still_here"
    if told.words >= LINGERING or elsewhere or told.asks:
        return None
    said, after = phrase(rules, progress, progress.comfort.beside)
    why = "they are still with what was said"
    return (after, Move(Act.ANSWER, said, reason=why)) if said else None


GUARDS: tuple[tuple[str, Guard], ...] = (
    ("nothing heard", nothing_heard),
    ("thinking", thinking),
    ("the seat", seated.lead),
    ("a hard moment", staying.hard),
    ("year settled", year_settled),
    ("two years", two_years),
    ("hard to tell", hard_to_tell),
    ("perhaps hard", perhaps_hard),
    ("still with it", still_with_it),
    ("a loss, a wrong, or something to come", staying.beside),
)


# ---- the door


def lead(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, Move]:
    """Answer what was told."""
    for name, guard in GUARDS:
        if met := guard(rules, progress, heard):
            return replace(met[0], story=replace(met[0].story, listened=0)), replace(
                met[1], guard=name
            )
    progress, move = returning.reply(rules, progress, heard, asked, another_scene)
    if move is not None:
        return replace(progress, story=replace(progress.story, listened=0)), replace(
            move, guard="an old story"
        )
    return follow(rules, progress, heard)


def follow(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, Move]:
    """What no guard answers: the best proposal, or the end of a talk in which everything was asked."""
    state = story_state(heard, rules.readers.ending(heard.text))
    best, out = chosen(state, rules, progress, heard)
    considered = tuple((str(one.kind), one.text, why) for one, why in out)
    if best is None:
        after, move = close(rules, progress, "every question was asked")
    elif best.kind is Kind.AGENDA:
        after, move = _another(rules, progress, heard, best, state)
    elif best.kind is Kind.HOOK and best.question is not None:
        after = asked(rules, progress, best.question, another=False)
        if best.question.event:
            after = replace(
                after,
                manners=replace(after.manners, used={**after.manners.used, best.question.event: 1}),
            )
        move = Move(Act.QUESTION, "", best.text, best.why, question=best.question)
    else:
        urged = (
            replace(progress, story=replace(progress.story, urged=progress.turns))
            if best.kind is Kind.MORE
            else progress
        )
        after, move = listening.go_on_with(urged, best.text, best.why)
    return after, replace(move, guard=f"story: {state}", considered=considered)


def _another(
    rules: Rules, progress: Progress, heard: Heard, best: Proposal, state: StoryState
) -> tuple[Progress, Move]:
    """Another story: perhaps one of another talk, or leave for something, before the question of the book."""
    assert best.choice is not None and best.question is not None
    question = best.question
    if opens(question) and question.source is not Source.FAMILY:
        progress, move = returning.rather(rules, progress, heard, asked)
        if move is not None:
            return progress, move
    settled = state not in (StoryState.LIVE, StoryState.OPEN) or permitting.overdue(progress)
    if (
        opens(question)
        and settled
        and not heard.telling.sorrow.hurts
        and permitting.unhurried(progress)
    ):
        # the story is over, and is not passed over without a word for a form
        said, progress = phrase(rules, progress, acknowledging.acknowledgement(rules, heard))
        return permitting.ask(rules, progress, said)
    if _asks_leave(rules, progress, question):
        progress = asked(rules, progress, _WELCOME)
        why = "asks leave for heavier things"
        return progress, Move(Act.QUESTION, _WELCOME.lead, _WELCOME.ask, why, question=_WELCOME)
    before, progress = acknowledging.before(rules, progress, heard, question)
    progress = asked(rules, progress, question, another=leaves(question, heard))
    say = " ".join(part for part in (before, question.lead) if part)
    return progress, Move(
        Act.QUESTION, say, question.ask, best.why, question=question, reasons=best.choice.reasons
    )


_WELCOME = Candidate(
    "Would you like those too, another day?",
    Wants.SCENE,
    Source.PROTOCOL,
    kind="welcome",
    lead="Some of my questions are about harder times.",
)


def _asks_leave(rules: Rules, progress: Progress, question: Candidate) -> bool:
    """Once in a life, in the middle of a talk and never in the first three: may heavy topics come?"""
    cache = progress.coverage.cache
    return (
        cache.sessions >= coverage.EARLY
        and not rules.narrator.heavy_welcome
        and any(topic.heavy for topic in rules.topics)
        and cache.state(_WELCOME) is State.RIPE
        and len(progress.coverage.asked) >= 5
        and not (near(progress) or losses.mourned(progress.comfort.mourned, progress.turns))
        and opens(question)
    )
