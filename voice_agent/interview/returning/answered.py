"""What follows an offer to come back to another talk: go over, go on, or let it be; and what became of it. Pure."""

from collections.abc import Callable
from dataclasses import replace
from statistics import median

from voice_agent.interview.choosing import choose
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.progress import Progress
from voice_agent.interview.protocol import Wants
from voice_agent.interview.question_score import SHORT
from voice_agent.interview.questions import Candidate, Source
from voice_agent.interview.returning import bridging, deciding, return_state
from voice_agent.interview.returning.bridging import Returning
from voice_agent.interview.returning.deciding import SURELY
from voice_agent.interview.returning.offering import KIND, Asked, bridged, times_said
from voice_agent.interview.returning.offers import Offer, OfferOutcome, Pending, Thought, Verdict
from voice_agent.interview.returning.return_state import USUAL
from voice_agent.interview.rules import Rules
from voice_agent.interview.topic_change import opens
from voice_agent.reading.heads.endings import Ending
from voice_agent.reading.heads.offer_response import DEAR, OfferResponse
from voice_agent.reading.words.stems import kin

DENIAL = 10
"""Words of a no that is all of the answer; who goes on with the story has only said that it was not so. A guess."""

OFFER = 2
"""What an offer leaves in `Progress.kinds` (asking.asked): its source and its kind."""

Another = Callable[[Rules, Progress], tuple[Progress, str]]
"""Opens another story (planner); the question is empty where every one was asked."""


_STAYS = frozenset(
    {OfferResponse.APART, OfferResponse.UNSURE, OfferResponse.LATER, OfferResponse.NO}
)
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
    met = rules.readers.offer_response(heard.text)
    answer = heard.telling.agrees
    if pending.verdict is Verdict.TOWARDS:
        return _nearer(rules, by, progress, heard, pending, asked, answer, met)
    if met is OfferResponse.UNFINISHED and not progress.returns.cut_in:
        return _too_early(rules, by, progress, heard, pending)
    outcome = return_state.judged(pending, heard.text, usual_words(progress, -1), answer, met)
    progress = replace(progress, returns=settled(rules, progress.returns, pending, outcome))
    if met is OfferResponse.APART:
        progress = replace(progress, returns=_apart(progress.returns, pending))
    seed, used = f"{rules.seed} {progress.turns}", times_said(progress)
    refused = outcome is OfferOutcome.REFUSED
    # "Oh, I don't know about that": who tells nothing of it is not told to go on
    few = outcome is OfferOutcome.IGNORED and heard.telling.words <= return_state.FEW
    vague = few and (heard.telling.vague or not heard.telling.tells)
    if refused or met in (OfferResponse.APART, OfferResponse.UNSURE) or vague:
        said = bridging.pick(by.phrases, "dropped", seed=seed, used=used)
        cache = progress.coverage.cache.say(said)
        if refused and progress.question.chosen is not None:
            cache = cache.refuse(progress.question.chosen, rules.past.today)
        progress, ask = another(
            rules,
            replace(progress.covering(cache), question=replace(progress.question, chosen=None)),
        )
        act = Act.QUESTION if ask else Act.ANSWER
        question = progress.question.chosen if ask else None
        return progress, Move(act, said, ask, "not welcome: dropped", question=question)
    if outcome is not OfferOutcome.WELCOME:
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
    returns = replace(
        progress.returns,
        pending=None,
        untold=True,
        cut_in=progress.returns.heard,
        offered_at=-return_state.BETWEEN - 1,
    )
    kinds = progress.coverage.kinds[:-OFFER]
    progress = replace(progress, returns=returns, coverage=replace(progress.coverage, kinds=kinds))
    if heard.telling.words > DENIAL:  # they go on in the same breath
        return progress, None
    said = bridging.pick(
        by.phrases, "too_early", seed=f"{rules.seed} {progress.turns}", used=times_said(progress)
    )
    progress = progress.covering(progress.coverage.cache.say(said))
    return progress, Move(Act.ANSWER, said, "", "they had not finished")


def _apart(returns: return_state.ReturnState, pending: Pending) -> return_state.ReturnState:
    """They have said that it has nothing to do with what they tell."""
    return replace(returns, apart=returns.apart | {pending.topic.id})


def _denied(returns: return_state.ReturnState, pending: Pending) -> return_state.ReturnState:
    """They have said so of somebody or some place that a question led by."""
    if pending.topic.sure < deciding.STILL:
        return _apart(returns, pending)
    return replace(returns, denied=returns.denied | {pending.topic.id})


def _asks_on(
    rules: Rules, progress: Progress, pending: Pending, kind: str, by: Returning, asked: Asked
) -> tuple[Progress, Move]:
    """Go on where they went along to."""
    seed = f"{rules.seed} {progress.turns}"
    ask = bridging.pick(by.phrases, kind, seed=seed, used=times_said(progress))
    question = Candidate(ask, Wants.MORE, Source.MEMORY, kind=KIND, event=pending.topic.id)
    progress = asked(rules, progress, question)
    progress = progress.covering(progress.coverage.cache.say(ask))
    progress = replace(progress, story=replace(progress.story, depth=1))
    return progress, Move(Act.QUESTION, "", ask, "they have gone along", question=question)


def _nearer(
    rules: Rules,
    by: Returning,
    progress: Progress,
    heard: Heard,
    pending: Pending,
    asked: Asked,
    answer: bool | None,
    met: OfferResponse | None,
) -> tuple[Progress, Move | None]:
    """One step was made towards it: go over, or let it be."""
    topic = pending.topic
    progress = replace(progress, returns=replace(progress.returns, pending=None))
    there = bool(kin(" ".join((*topic.people, *topic.places))) & heard.telling.kindred)
    there = there or (met is OfferResponse.TELLS and bool(topic.about & heard.telling.about))
    long = heard.telling.words > return_state.FEW
    came = there or long or met in DEAR
    # "No, not at all. She had bought a phone by then": on with their story
    elsewhere = met is OfferResponse.UNFINISHED or (met is OfferResponse.TELLS and not there)
    more = met not in DEAR and rules.readers.ending(heard.text) is Ending.MORE
    on = heard.telling.opens or more or elsewhere
    # "Tom? No, that was another time, but I think of it": what is denied is that it was now
    put_off = bool(heard.telling.unwilling or heard.telling.apart) or met in _STAYS
    welcome = met in DEAR or (not put_off and (answer is not False or (there and long)))
    hurt = by.guard.distress and progress.returns.heard - progress.returns.hurt < return_state.HURT
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
    untold = progress.returns.untold or met is OfferResponse.UNFINISHED
    progress = replace(progress, returns=replace(progress.returns, thought=thought, untold=untold))
    if denied or met is OfferResponse.APART:
        progress = replace(progress, returns=_denied(progress.returns, pending))
    if veto:
        return progress, None
    return bridged(rules, by, progress, heard, thought, asked)


def settled(
    rules: Rules, returns: return_state.ReturnState, pending: Pending, outcome: OfferOutcome
) -> return_state.ReturnState:
    """An offer has its outcome; a mere step towards one has none."""
    if pending.verdict is Verdict.TOWARDS:
        return replace(returns, pending=None)
    topic = pending.topic
    offer = Offer(topic.id, rules.past.today, outcome, topic.features, topic.measures)
    return replace(returns, pending=None, offers=(*returns.offers, offer))


def usual_words(progress: Progress, last: int | None = None) -> float:
    """Words of the narrator's usual answer, up to `last`."""
    return float(median(progress.tellings.lengths[:last] or (USUAL,)))
