"""What the interviewer does next. Pure: where we stand and what was heard in, a move out.

A session is greeted, takes up last time's thread, leads through its topic, offers a break, comes to an ordinary
subject, says back what was told, thanks, and ends. In between the question is chosen in choosing.py; here
is decided whether to ask at all, and what is said before. Safety and wishes by voice are asked before
anything else.
"""

from dataclasses import replace

from voice_agent.interview import (
    acknowledging,
    beginning,
    coverage,
    which_year,
)
from voice_agent.interview.asking import another_scene, scene
from voice_agent.interview.choosing import fresh
from voice_agent.interview.closing import close
from voice_agent.interview.heard import Heard
from voice_agent.interview.leading import lead
from voice_agent.interview.mood import dark
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.picking import ordinary, phrase
from voice_agent.interview.progress import Coverage, OpenQuestion, Progress, Stage
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import of_topic
from voice_agent.interview.reading_turns import reading
from voice_agent.interview.returning import returning
from voice_agent.interview.rules import Opening, Rules
from voice_agent.interview.seat import seated
from voice_agent.interview.steering import understood, wishes
from voice_agent.interview.steering.replying import keep_silently
from voice_agent.reading.by_rules import periods
from voice_agent.reading.wishes.commands import Command

HEARD = 60
"""Tellings of a talk in which a question may have been answered in passing."""

KEPT = 6
"""Sentences kept for the summary at the end."""


def open_session(rules: Rules, opening: Opening) -> tuple[Progress, Move]:
    """The first thing said."""
    before = Progress(coverage=Coverage(cache=rules.past.cache))
    progress, move = _last_look(rules, before, *beginning.open_with(rules, opening))
    return progress.exchanged("", move.text) if progress.stage is Stage.TALK else progress, move


def reply(
    rules: Rules, progress: Progress, heard: Heard, opening: Opening
) -> tuple[Progress, Move]:
    """Answer a finished turn. Vetoes first: danger, then wishes, then consent, then the interview."""
    begun, waited = _begun(rules, progress, heard)
    turn = understood.understand(rules, begun, heard, another_scene)
    begun = wishes.noticed(rules, begun, heard, turn)
    if turn.silent:  # a confidence is not asked on
        begun = replace(begun, wishes=replace(begun.wishes, confided=begun.turns))
    after, move = _answer(rules, begun, heard, opening, turn, waited)
    after, move = _last_look(rules, progress, after, move)
    move = seated.with_a_word(heard, move)
    if turn.silent and not move.withheld:
        after, move = keep_silently(after, move, heard.text, turn.silent)
    withheld = move.withheld or progress.safety.unrecorded
    if not withheld and after.stage is Stage.TALK:
        after = _exchanged(progress, after, heard, move)
    # of what is withheld nothing is noted, not even how it was read
    return after, replace(
        move, withheld=withheld, reading=None if withheld else reading(rules, heard, turn)
    )


def _exchanged(before: Progress, after: Progress, heard: Heard, move: Move) -> Progress:
    """Keep what was told and what was said to it: whoever leads on is shown that, and no wish, nor what came of one."""
    if move.to_us and not seated.told_aloud(move) and before.stage is Stage.TALK:
        chosen = after.question.chosen
        asked = chosen.ask if chosen is not None and chosen.ask == move.ask else ""
        return after.exchanged("", asked) if asked else after
    # the yes itself is no part of the story
    told = heard.text if before.stage is Stage.TALK else ""
    return after.exchanged(told, move.text)


def _begun(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, int]:
    """A turn begins: what is noted before anything is answered, and how many cues of ours were let pass before it."""
    cache = replace(progress.coverage.cache, turns=progress.coverage.cache.turns + 1)
    waited = progress.manners.quiet
    progress = replace(
        progress,
        manners=replace(progress.manners, quiet=0),
        turns=progress.turns + 1,
        coverage=replace(progress.coverage, cache=cache),
    )
    progress = which_year.heed(rules, returning.begin(progress), heard)
    if heard.grown is not None:
        progress = replace(progress, coverage=replace(progress.coverage, grown=heard.grown))
    return progress, waited


def _answer(
    rules: Rules,
    progress: Progress,
    heard: Heard,
    opening: Opening,
    turn: understood.Understood,
    waited: int,
) -> tuple[Progress, Move]:
    found = wishes.first(rules, progress, heard, turn)
    if found and seated.instead(heard, found[1], found[0]):
        # what was turned down stays so, whoever says what comes next
        left = found[0].coverage
        coverage = replace(progress.coverage, cache=left.cache, skipped=left.skipped)
        progress = replace(progress, coverage=coverage, safety=found[0].safety)
    elif found:
        after, move = found
        if any(each.command is not Command.REMIND for each in move.wishes):
            # what is put away or kept from others is not said back at the end
            after = replace(after, tellings=replace(after.tellings, said=after.tellings.said[:-1]))
        after = replace(after, story=replace(after.story, listened=0))
        if after.wishes.waiting is progress.wishes.waiting:
            after = after.awaits(
                None
            )  # a yes to what was said now is no yes to what was asked before
        return returning.broken_off(rules, progress, after, heard, turn.wish), move
    told = understood.told(progress, heard)
    progress = replace(told, tellings=replace(told.tellings, before=progress.tellings.last))
    if progress.stage is Stage.CONSENT:
        return _consent(rules, progress, heard, opening)
    progress = returning.hear(rules, _listen(rules, progress, heard), heard, waited)
    if heard.minutes >= rules.times.hard_stop:
        return close(rules, progress, "the hard stop of the session")
    if progress.coverage.closing:
        if rules.parts.emotion and heard.bearing.ordinary_first and not progress.comfort.stayed:
            return _ordinary_again(rules, progress, heard)
        return close(rules, progress, "the ordinary subject was spoken of")
    if heard.minutes >= rules.times.soft_close and progress.story.depth >= 1:
        return _ordinary(rules, progress)
    if (
        heard.minutes >= rules.times.break_offer or heard.tiring
    ) and not progress.manners.break_offered:
        said_, progress = phrase(
            rules,
            replace(progress, manners=replace(progress.manners, break_offered=True)),
            "break_offer",
        )
        progress = replace(progress, question=OpenQuestion(text=said_))
        why = "slower and later than usual" if heard.tiring else "time for a break"
        return progress, Move(Act.BREAK, "", said_, why)
    return lead(rules, progress, heard)


def _last_look(
    rules: Rules, before: Progress, progress: Progress, move: Move
) -> tuple[Progress, Move]:
    """Whatever road a question came by: one that was asked before, or was refused, gives way to another story.

    `before`: the interview as it stood when this turn began.
    """
    question = progress.question.chosen
    # nothing of ours is asked, or it is said once more because somebody wished it
    if (
        question is None
        or move.ask != question.ask
        or len(progress.coverage.asked) == len(before.coverage.asked)
    ):
        return progress, move
    cache = progress.coverage.cache
    cache = cache if question.key in before.coverage.cache.entries else cache.unmark(question)
    as_it_was = replace(
        progress,
        coverage=replace(
            progress.coverage,
            asked=progress.coverage.asked[: len(before.coverage.asked)],
            cache=cache,
        ),
    )
    if fresh(rules, as_it_was, question.ask):
        return progress, move
    progress, ask = scene(rules, progress)
    if not ask:
        return close(rules, progress, "every question was asked")
    say = move.say if move.act is Act.GREET else ""
    return progress, replace(move, say=say, ask=ask, question=progress.question.chosen, reasons=())


def _consent(
    rules: Rules, progress: Progress, heard: Heard, opening: Opening
) -> tuple[Progress, Move]:
    answer = heard.telling.agrees
    if answer is True:
        progress, move = beginning.recall_last_time(
            rules, replace(progress, stage=Stage.TALK), opening
        )
        return progress, replace(move, consent=True)
    if answer is False:
        over = replace(progress, stage=Stage.OVER)
        return over, Move(
            Act.CLOSING, rules.words.notice.no, reason="consent refused", consent=False, ends=True
        )
    if progress.consent.unclear >= 1:
        over = replace(progress, stage=Stage.OVER)
        return over, Move(
            Act.CLOSING, rules.words.notice.unclear, reason="no clear yes", consent=False, ends=True
        )
    again = replace(
        progress,
        consent=replace(progress.consent, unclear=progress.consent.unclear + 1),
        question=replace(progress.question, text=rules.words.notice.ask_again),
    )
    return again, Move(
        Act.CONSENT, rules.words.notice.again, rules.words.notice.ask_again, "no clear answer"
    )


def _listen(rules: Rules, progress: Progress, heard: Heard) -> Progress:
    """What the answer changes: what is told, covered, and answered in passing."""
    text, told = heard.text, heard.telling
    if not text.strip():
        return progress
    book = rules.topics or (rules.topic,)
    ripe = [of_topic(topic, q) for topic in book for q in topic.wanting(Wants.SCENE)]
    cache = progress.coverage.cache.hear(text, [*ripe, *progress.coverage.grown], rules.past.today)
    cache = coverage.hear(cache, progress.question.chosen, text, rules.narrator.birth)
    asking = progress.question.chosen
    if asking is not None and told.blank:
        cache = cache.blank(asking)
    if asking is not None and asking.kind == "welcome":
        welcome = told.agrees is True
        heavy = frozenset(topic.name for topic in book if topic.heavy)
        cache = replace(cache, welcome=cache.welcome | heavy) if welcome else cache
    quote = "" if dark(heard) else told.happened
    before = () if told.puts_right else progress.tellings.said
    kept = (*before, quote)[-KEPT:] if quote else before
    return replace(
        progress,
        coverage=replace(progress.coverage, cache=cache),
        story=replace(
            progress.story,
            given=progress.story.given | told.gives,
            period=periods.period_of(text, rules.narrator.birth) or progress.story.period,
        ),
        tellings=replace(
            progress.tellings,
            lengths=(*progress.tellings.lengths, told.words),
            heard=(*progress.tellings.heard, text)[-HEARD:],
            said=kept,
        ),
        comfort=replace(
            progress.comfort,
            mourned=progress.turns
            if told.sorrow.loss or told.sorrow.wronged
            else progress.comfort.mourned,
        ),
    )


def _ordinary(rules: Rules, progress: Progress) -> tuple[Progress, Move]:
    """Near the end: one question about something ordinary."""
    said_, progress = phrase(rules, progress, "soft_close")
    ask, progress = ordinary(
        rules, replace(progress, coverage=replace(progress.coverage, closing=True))
    )
    return progress, Move(Act.QUESTION, said_, ask, "the session's time is nearly over")


def _ordinary_again(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, Move]:
    """What was to be the last answer was heavy: a word to it, and once more something ordinary."""
    kind = acknowledging.acknowledgement(rules, heard)
    said_, progress = phrase(
        rules, replace(progress, comfort=replace(progress.comfort, stayed=progress.turns)), kind
    )
    ask, progress = ordinary(rules, progress)
    return progress, Move(Act.QUESTION, said_, ask, "a talk does not close on something heavy")
