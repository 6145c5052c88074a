"""What follows an offer to come back to another talk: go over, go on, or let it be; and what became of it. Pure."""

from collections.abc import Callable
from dataclasses import replace
from statistics import median

from voice_agent.interview.choosing import choose
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.progress import Progress
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import Candidate, Source
from voice_agent.interview.returning import bridging, deciding, shift
from voice_agent.interview.returning.bridging import Returning
from voice_agent.interview.returning.deciding import SURELY
from voice_agent.interview.returning.offering import KIND, Asked, bridged, times_said
from voice_agent.interview.returning.offers import Offer, Outcome, Pending, Thought, Verdict
from voice_agent.interview.returning.shift import USUAL
from voice_agent.interview.rules import Rules
from voice_agent.interview.straying import opens
from voice_agent.interview.wanted import SHORT
from voice_agent.reading.heads.endings import Ending
from voice_agent.reading.heads.met import DEAR, Met
from voice_agent.reading.words.stems import kin

DENIAL = 10
"""Words of a no that is all of the answer; who goes on with the story has only said that it was not so. A guess."""

OFFER = 2
"""What an offer leaves in `Progress.kinds` (asking.asked): its source and its kind."""

Another = Callable[[Rules, Progress], tuple[Progress, str]]
"""Opens another story (planner); the question is empty where every one was asked."""


_STAYS = frozenset({Met.APART, Met.UNSURE, Met.LATER, Met.NO})
"""After a question that led towards something: they do not go along."""


def after_offer(
    rules: Rules,
    by: Returning,
    progress: Progress,
    heard: Heard,
    pending: Pending,
    asked: Asked,
    another: Another,
) -> tuple[Progress, Move | None]:
    """What follows an offer."""
    met = rules.met(heard.text)
    answer = heard.telling.agrees
    if pending.verdict is Verdict.TOWARDS:
        return _nearer(rules, by, progress, heard, pending, asked, answer, met)
    if met is Met.UNFINISHED and not progress.shifts.cut_in:
        return _too_early(rules, by, progress, heard, pending)
    outcome = shift.judged(pending, heard.text, usual_words(progress, -1), answer, met)
    progress = replace(progress, shifts=settled(rules, progress.shifts, pending, outcome))
    if met is Met.APART:
        progress = replace(progress, shifts=_apart(progress.shifts, pending))
    seed, used = f"{rules.seed} {progress.turns}", times_said(progress)
    refused = outcome is Outcome.REFUSED
    # "Oh, I don't know about that": who tells nothing of it is not told to go on
    few = outcome is Outcome.IGNORED and heard.telling.words <= shift.FEW
    vague = few and (heard.telling.vague or not heard.telling.tells)
    if refused or met in (Met.APART, Met.UNSURE) or vague:
        said = bridging.pick(by.phrases, "dropped", seed=seed, used=used)
        cache = progress.cache.say(said)
        if refused and progress.asking is not None:
            cache = cache.refuse(progress.asking, rules.past.today)
        progress, ask = another(rules, replace(progress, cache=cache, asking=None))
        act = Act.QUESTION if ask else Act.ANSWER
        question = progress.asking if ask else None
        return progress, Move(act, said, ask, "not welcome: dropped", question=question)
    if outcome is not Outcome.WELCOME:
        return progress, None
    bare = heard.telling.words < SHORT
    if (bare and pending.verdict is Verdict.LEAVE) or met in DEAR:
        return _asks_on(rules, progress, pending, "entered", by, asked)
    choice = choose(rules, progress, heard)
    if choice is not None and opens(choice.question):
        return _asks_on(rules, progress, pending, "stay", by, asked)
    return progress, None


def _too_early(
    rules: Rules, by: Returning, progress: Progress, heard: Heard, pending: Pending
) -> tuple[Progress, Move | None]:
    """They had not finished: it is as if nothing had been offered, and may be offered once more when they have."""
    shifts = replace(
        progress.shifts,
        pending=None,
        untold=True,
        cut_in=progress.shifts.heard,
        offered_at=-shift.BETWEEN - 1,
    )
    progress = replace(progress, shifts=shifts, kinds=progress.kinds[:-OFFER])
    if heard.telling.words > DENIAL:  # they go on in the same breath
        return progress, None
    said = bridging.pick(
        by.phrases, "too_early", seed=f"{rules.seed} {progress.turns}", used=times_said(progress)
    )
    progress = replace(progress, cache=progress.cache.say(said))
    return progress, Move(Act.ANSWER, said, "", "they had not finished")


def _apart(shifts: shift.Shifts, pending: Pending) -> shift.Shifts:
    """They have said that it has nothing to do with what they tell."""
    return replace(shifts, apart=shifts.apart | {pending.topic.id})


def _denied(shifts: shift.Shifts, pending: Pending) -> shift.Shifts:
    """They have said so of somebody or some place that a question led by."""
    if pending.topic.sure < deciding.STILL:
        return _apart(shifts, pending)
    return replace(shifts, denied=shifts.denied | {pending.topic.id})


def _asks_on(
    rules: Rules, progress: Progress, pending: Pending, kind: str, by: Returning, asked: Asked
) -> tuple[Progress, Move]:
    """Go on where they went along to."""
    seed = f"{rules.seed} {progress.turns}"
    ask = bridging.pick(by.phrases, kind, seed=seed, used=times_said(progress))
    question = Candidate(ask, Wants.MORE, Source.MEMORY, kind=KIND, event=pending.topic.id)
    progress = asked(rules, progress, question)
    progress = replace(progress, cache=progress.cache.say(ask), depth=1)
    return progress, Move(Act.QUESTION, "", ask, "they have gone along", question=question)


def _nearer(
    rules: Rules,
    by: Returning,
    progress: Progress,
    heard: Heard,
    pending: Pending,
    asked: Asked,
    answer: bool | None,
    met: Met | None,
) -> tuple[Progress, Move | None]:
    """One step was made towards it: go over, or let it be."""
    topic = pending.topic
    progress = replace(progress, shifts=replace(progress.shifts, pending=None))
    there = bool(kin(" ".join((*topic.people, *topic.places))) & heard.telling.kindred)
    there = there or (met is Met.TELLS and bool(topic.about & heard.telling.about))
    long = heard.telling.words > shift.FEW
    came = there or long or met in DEAR
    # "No, not at all. She had bought a phone by then": on with their story
    elsewhere = met is Met.UNFINISHED or (met is Met.TELLS and not there)
    more = met not in DEAR and rules.ending(heard.text) is Ending.MORE
    on = heard.telling.opens or more or elsewhere
    # "Tom? No, that was another time, but I think of it": what is denied is that it was now
    put_off = bool(heard.telling.unwilling or heard.telling.apart) or met in _STAYS
    welcome = met in DEAR or (not put_off and (answer is not False or (there and long)))
    hurt = by.guard.distress and progress.shifts.heard - progress.shifts.hurt < shift.HURT
    veto = (
        "distress" if hurt
        else "mid-story" if on
        else "" if welcome and came
        else "led nowhere"
    )  # fmt: skip
    # "You've got hold of a different thread": what it was meant for may belong all the same, once it is said
    if veto == "led nowhere" and topic.sure >= deciding.STILL and not put_off:
        veto = ""
    surely = welcome and there and topic.sure >= SURELY and not topic.tender
    verdict = Verdict.YES if surely else Verdict.LEAVE
    why = "one step was made towards it" + (", and they came along" if welcome and came else "")
    thought = (
        Thought(Verdict.NO, "No: the step towards it is not followed by another.", topic, veto=veto)
        if veto
        else Thought(verdict, f"{str(verdict).capitalize()}: {why}.", topic)
    )
    denied = veto == "led nowhere" and not welcome and heard.telling.words <= DENIAL
    untold = progress.shifts.untold or met is Met.UNFINISHED
    progress = replace(progress, shifts=replace(progress.shifts, thought=thought, untold=untold))
    if denied or met is Met.APART:
        progress = replace(progress, shifts=_denied(progress.shifts, pending))
    if veto:
        return progress, None
    return bridged(rules, by, progress, heard, thought, asked)


def settled(rules: Rules, shifts: shift.Shifts, pending: Pending, outcome: Outcome) -> shift.Shifts:
    """An offer has its outcome; a mere step towards one has none."""
    if pending.verdict is Verdict.TOWARDS:
        return replace(shifts, pending=None)
    topic = pending.topic
    offer = Offer(topic.id, rules.past.today, outcome, topic.features, topic.measures)
    return replace(shifts, pending=None, offers=(*shifts.offers, offer))


def usual_words(progress: Progress, last: int | None = None) -> float:
    """Words of the narrator's usual answer, up to `last`."""
    return float(median(progress.lengths[:last] or (USUAL,)))
