"""The planner's half of coming back to another talk: when it is thought of, what is said, what became of it. Pure.

    progress = returning.hear(rules, progress, heard, waited)
    progress, move = returning.reply(rules, progress, heard, asked, another)

Steps: perhaps one question towards it, then a bridge, or a bridge that asks leave. Whatever is not welcome is
dropped in the same reply and left alone; what became of each is kept for the next talk.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from statistics import median

from voice_agent.interview.choosing import choose, fresh
from voice_agent.interview.heard import Heard
from voice_agent.interview.mood import dark
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.progress import Progress
from voice_agent.interview.protocol import Wants
from voice_agent.interview.question_score import SHORT
from voice_agent.interview.questions import Candidate, Source
from voice_agent.interview.returning import bridging, deciding, return_state
from voice_agent.interview.returning.bridging import Bridge, Returning
from voice_agent.interview.returning.deciding import SURELY
from voice_agent.interview.returning.offers import (
    Offer,
    OfferOutcome,
    PastTopic,
    Pending,
    Thought,
    Verdict,
)
from voice_agent.interview.returning.return_state import USUAL
from voice_agent.interview.rules import Rules
from voice_agent.interview.topic_change import opens
from voice_agent.reading.heads.endings import Ending
from voice_agent.reading.heads.offer_response import DEAR, OfferResponse
from voice_agent.reading.wishes.commands import Command, Wish
from voice_agent.reading.words import novelty
from voice_agent.reading.words.stems import kin
from voice_agent.story import AnswerKind

KIND = "shift"
"""`Candidate.kind` of a question that comes back to another talk."""

NEAR_THE_END = 3.0
"""Minutes before the soft close in which nothing is begun. A guess."""

DENIAL = 10
"""Words of a no that is all of the answer; who goes on with the story has only said that it was not so. A guess."""

CONTEXT = 5
"""Answers before this one in which a link is looked for."""

OFFER = 2
"""What an offer leaves in `Progress.kinds` (asking.asked): its source and its kind."""

_UNWANTED = frozenset(
    {
        Command.SKIP,
        Command.NOT_TODAY,
        Command.LATER,
        Command.CHANGE,
        Command.TALK_ABOUT,
        Command.FORGET,
        Command.BETWEEN_US,
    }
)

Asked = Callable[[Rules, Progress, Candidate], Progress]
"""Writes down that a question is being asked (planner)."""

Another = Callable[[Rules, Progress], tuple[Progress, str]]
"""Opens another story (planner); the question is empty where every one was asked."""


def begin(progress: Progress) -> Progress:
    """A new answer: nothing is thought of it yet."""
    return replace(progress, returns=replace(progress.returns, thought=None))


def hear(rules: Rules, progress: Progress, heard: Heard, waited: int) -> Progress:
    """Take in an answer. `waited`: cues of ours that were let pass before it."""
    hurt, pending = _hurts(rules, heard), progress.returns.pending
    returns = return_state.hear(
        progress.returns,
        heard.text,
        arousal=heard.feeling.arousal,
        hurt=hurt,
        waited=waited,
        itself=heard.itself if pending is None else 0.0,
        ending=rules.readers.ending(heard.text) if progress.returns.untold else None,
    )
    if hurt and pending is not None:  # where it led hurts: it was not to be gone to
        returns = _settled(rules, returns, pending, OfferOutcome.REFUSED)
    returns = return_state.call_up(returns, heard.topics)
    return replace(
        progress, returns=replace(returns, said=(*returns.said, heard.text)[-CONTEXT - 1 :])
    )


def broken_off(
    rules: Rules, before: Progress, after: Progress, heard: Heard, wish: Wish | None
) -> Progress:
    """Something went before the interview: a wish, or danger. What was offered may have been the cause."""
    returns, pending = after.returns, after.returns.pending
    # what is met at once, before the interview, may hurt as well
    grew = (after.safety.heavy and not before.safety.heavy) or (
        after.comfort.sad and not before.comfort.sad
    )
    hurt = grew or _hurts(rules, heard)
    if hurt:
        returns = replace(returns, hurt=returns.heard)
    if pending is None:
        return replace(after, returns=returns)
    if wish is None and rules.readers.second is not None:
        wish = rules.readers.second(heard.text)
    if hurt or (wish is not None and wish.command in _UNWANTED):
        returns = _settled(rules, returns, pending, OfferOutcome.REFUSED)
    elif wish is None:
        answer, met = heard.telling.agrees, rules.readers.offer_response(heard.text)
        outcome = return_state.judged(pending, heard.text, _usual(after), answer, met)
        returns = _settled(rules, returns, pending, outcome)
    return replace(after, returns=returns)


def reply(
    rules: Rules, progress: Progress, heard: Heard, asked: Asked, another: Another
) -> tuple[Progress, Move | None]:
    """Answer an offer that is pending, or make one; None: the planner leads on."""
    by = rules.returning
    if by is None or not rules.parts.shift:
        return progress, None
    if (pending := progress.returns.pending) is not None:
        return _answered(rules, by, progress, heard, pending, asked, another)
    thought = consider(rules, by, progress, heard)
    progress = replace(progress, returns=replace(progress.returns, thought=thought))
    if by.acts and by.leave and by.wonders and deciding.dimly(thought, progress.returns):
        return _wonders(rules, by, progress, asked)
    if thought.topic is None or thought.verdict is Verdict.NO or not by.acts:
        return progress, None
    return _go(rules, by, progress, heard, thought, asked)


def rather(
    rules: Rules, progress: Progress, heard: Heard, asked: Asked
) -> tuple[Progress, Move | None]:
    """Another story would be asked for, though nothing shows that this one is told: a question inside it that leads towards

    what it calls up is nearer to them than one of the book, and so, where that was asked, is leave to go there. None where it calls
    up nothing that surely belongs.
    """
    by, thought = rules.returning, progress.returns.thought
    if by is None or not by.acts or not rules.parts.shift:
        return progress, None
    if thought is None or thought.topic is None or thought.topic.sure < SURELY:
        return progress, None
    topic, steps = thought.topic, progress.returns.steps
    why = "another story would be asked for otherwise."
    led = topic.id in steps
    if not led and thought.veto == "not ready" and by.steps and len(steps) < deciding.STEPS:
        towards = replace(thought, verdict=Verdict.TOWARDS, veto="", why=f"Lead towards it: {why}")
        if made := _step(rules, by, progress, heard, topic):
            return _offered(progress, made, towards, asked, rules)
    if (
        led
        and by.leave
        and thought.veto in ("not ready", "mid-story")
        and not progress.returns.untold
    ):
        whole = replace(by, guard=replace(by.guard, mid_story=False))
        now = consider(rules, whole, progress, heard)
        same = now.topic is not None and now.topic.id == topic.id
        if same and (now.verdict is not Verdict.NO or now.veto == "not ready"):
            leave = replace(thought, verdict=Verdict.LEAVE, veto="", why=f"Ask leave: {why}")
            return _bridged(rules, by, progress, heard, leave, asked)
    return progress, None


def consider(rules: Rules, by: Returning, progress: Progress, heard: Heard) -> Thought:
    """Think it over; see deciding.decide."""
    signals = return_state.read(
        progress.returns,
        heard.text,
        progress.tellings.lengths,
        pause=heard.pause,
        finished=heard.finished,
        itself=heard.itself,
        ending=rules.readers.ending(heard.text),
    )
    thought = deciding.decide(
        signals,
        progress.returns.called,
        progress.returns,
        rules.past.offers,
        rules.past.today,
        barred=_barred(rules, by, progress, heard),
        weights=by.signs,
        guard=by.guard,
    )
    if thought.verdict is Verdict.LEAVE and not by.leave:
        return replace(thought, verdict=Verdict.NO, veto="not sure")
    return thought


def _wonders(
    rules: Rules, by: Returning, progress: Progress, asked: Asked
) -> tuple[Progress, Move]:
    """Ask whether it reminds them of anything: nothing is offered, and they may go back by themselves."""
    seed = f"{rules.seed} {progress.turns}"
    ask = bridging.pick(by.phrases, "wonder", seed=seed, used=_used(progress))
    question = Candidate(ask, Wants.MORE, Source.STORY, kind="wonder")
    progress = asked(rules, progress, question)
    returns = replace(progress.returns, wondered=True)
    progress = replace(
        progress,
        coverage=replace(progress.coverage, cache=progress.coverage.cache.say(ask)),
        returns=returns,
    )
    return progress, Move(
        Act.QUESTION, "", ask, "it may remind them of something", question=question
    )


def _barred(rules: Rules, by: Returning, progress: Progress, heard: Heard) -> str:
    """What the planner knows that speaks against anything else just now."""
    if by.guard.distress and (progress.safety.heavy or progress.safety.after):
        return "something heavy was told in this talk"
    if by.guard.distress and heard.bearing.topic == "stay" and heard.bearing.tone == "heavy":
        return "one does not turn away from what is hard"
    if by.guard.topic and rules.topic.heavy:
        return "today's subject is a heavy one"
    if progress.coverage.closing or heard.minutes >= rules.times.soft_close - NEAR_THE_END:
        return "the talk is coming to its end"
    if by.guard.once and Source.MEMORY in progress.coverage.kinds[-6:]:
        return "something was brought back a moment ago"
    return ""


def _hurts(rules: Rules, heard: Heard) -> bool:
    return (
        dark(heard)
        or heard.bearing.answer is AnswerKind.QUIET
        or heard.telling.hard
        or rules.readers.net.holds(heard.text)
    )


def _go(
    rules: Rules, by: Returning, progress: Progress, heard: Heard, thought: Thought, asked: Asked
) -> tuple[Progress, Move | None]:
    assert thought.topic is not None
    topic, verdict = thought.topic, thought.verdict
    context = progress.returns.said[:-1]
    far = not bridging.linked(topic, (heard.text, *context))
    long_way = far and verdict is Verdict.LEAVE and not _closed(thought)
    led = topic.id in progress.returns.steps
    if by.steps and ((long_way and not led) or verdict is Verdict.TOWARDS):
        made = _step(rules, by, progress, heard, topic)
        if made is not None:
            thought = replace(thought, verdict=Verdict.TOWARDS)
            return _offered(progress, made, thought, asked, rules)
    if verdict is Verdict.TOWARDS:
        if not by.leave:
            return _kept(progress, thought, "no step", "nobody and no place leads towards it")
        thought = replace(thought, verdict=Verdict.LEAVE)
    return _bridged(rules, by, progress, heard, thought, asked)


def _step(
    rules: Rules, by: Returning, progress: Progress, heard: Heard, topic: PastTopic
) -> Bridge | None:
    return bridging.step(
        by.phrases,
        topic,
        heard.text,
        seed=f"{rules.seed} {topic.id}",
        used=_used(progress),
        fresh=partial(fresh, rules, progress),
    )


def _bridged(
    rules: Rules, by: Returning, progress: Progress, heard: Heard, thought: Thought, asked: Asked
) -> tuple[Progress, Move | None]:
    assert thought.topic is not None
    made = bridging.bridge(
        by.phrases,
        thought.topic,
        heard.text,
        progress.returns.said[:-1],
        thought.verdict,
        seed=f"{rules.seed} {thought.topic.id}",
        used=_used(progress),
        fresh=partial(fresh, rules, progress),
    )
    if made is None:
        return _kept(progress, thought, "no words", "nothing that connects can be said back")
    if not by.bridges:
        made = replace(made, say="")
    return _offered(progress, made, thought, asked, rules)


def _kept(progress: Progress, thought: Thought, veto: str, why: str) -> tuple[Progress, None]:
    """Nothing is said of it after all."""
    no = replace(thought, verdict=Verdict.NO, veto=veto, why=f"No: {why}.")
    return replace(progress, returns=replace(progress.returns, thought=no)), None


def _closed(thought: Thought) -> bool:
    """Did they close the story in words? Then one more question in it would only delay."""
    return any(each.name == "closer" for each in thought.reasons)


def _offered(
    progress: Progress, made: Bridge, thought: Thought, asked: Asked, rules: Rules
) -> tuple[Progress, Move]:
    assert thought.topic is not None
    topic, verdict = thought.topic, thought.verdict
    # a step is a question inside the story: nothing was brought back yet
    source = Source.STORY if verdict is Verdict.TOWARDS else Source.MEMORY
    question = Candidate(
        made.ask, Wants.MORE, source, kind=KIND, about=(*topic.people, *topic.places)[:3],
        event=topic.id, lead=made.say,
    )  # fmt: skip
    progress = asked(rules, progress, question)
    cache = progress.coverage.cache
    for form in made.forms:
        cache = cache.say(form)
    towards = verdict is Verdict.TOWARDS
    returns = replace(
        progress.returns,
        thought=thought,
        pending=Pending(topic, verdict, int(towards)),
        offered_at=progress.returns.offered_at if towards else progress.returns.heard,
        steps=(*progress.returns.steps, topic.id) if towards else progress.returns.steps,
        lately=(*progress.returns.lately, novelty.gist(made.text))[-return_state.LATELY :],
    )
    if not towards:
        returns = return_state.opened(returns)
        progress = replace(progress, story=replace(progress.story, depth=1, given=frozenset()))
    move = Move(
        Act.QUESTION, made.say, made.ask, f"another talk: {verdict} ({topic.id})",
        question=question, reasons=thought.reasons,
    )  # fmt: skip
    return replace(
        progress, coverage=replace(progress.coverage, cache=cache), returns=returns
    ), move


_STAYS = frozenset(
    {OfferResponse.APART, OfferResponse.UNSURE, OfferResponse.LATER, OfferResponse.NO}
)
"""After a question that led towards something: they do not go along."""


def _answered(
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
    outcome = return_state.judged(pending, heard.text, _usual(progress, -1), answer, met)
    progress = replace(progress, returns=_settled(rules, progress.returns, pending, outcome))
    if met is OfferResponse.APART:
        progress = replace(progress, returns=_apart(progress.returns, pending))
    seed, used = f"{rules.seed} {progress.turns}", _used(progress)
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
            replace(
                progress,
                coverage=replace(progress.coverage, cache=cache),
                question=replace(progress.question, chosen=None),
            ),
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
    progress = replace(
        progress,
        returns=returns,
        coverage=replace(progress.coverage, kinds=progress.coverage.kinds[:-OFFER]),
    )
    if heard.telling.words > DENIAL:  # they go on in the same breath
        return progress, None
    said = bridging.pick(
        by.phrases, "too_early", seed=f"{rules.seed} {progress.turns}", used=_used(progress)
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
    ask = bridging.pick(by.phrases, kind, seed=seed, used=_used(progress))
    question = Candidate(ask, Wants.MORE, Source.MEMORY, kind=KIND, event=pending.topic.id)
    progress = asked(rules, progress, question)
    progress = replace(
        progress,
        coverage=replace(progress.coverage, cache=progress.coverage.cache.say(ask)),
        story=replace(progress.story, depth=1),
    )
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
    return _bridged(rules, by, progress, heard, thought, asked)


def _settled(
    rules: Rules, returns: return_state.ReturnState, pending: Pending, outcome: OfferOutcome
) -> return_state.ReturnState:
    """An offer has its outcome; a mere step towards one has none."""
    if pending.verdict is Verdict.TOWARDS:
        return replace(returns, pending=None)
    topic = pending.topic
    offer = Offer(topic.id, rules.past.today, outcome, topic.features, topic.measures)
    return replace(returns, pending=None, offers=(*returns.offers, offer))


def _usual(progress: Progress, last: int | None = None) -> float:
    """Words of the narrator's usual answer, up to `last`."""
    return float(median(progress.tellings.lengths[:last] or (USUAL,)))


def _used(progress: Progress) -> Counter[str]:
    return Counter(text for _, text in progress.coverage.cache.lately)
