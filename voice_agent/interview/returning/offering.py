"""Offering to come back to another talk: a question towards it, a bridge, or one that asks leave. Pure."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from voice_agent.interview.choosing import fresh
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.progress import Progress
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import Candidate, Source
from voice_agent.interview.returning import bridging, naming, return_state
from voice_agent.interview.returning.bridging import Bridge, Returning
from voice_agent.interview.returning.offers import PastTopic, Pending, Thought, Verdict
from voice_agent.interview.rules import Rules
from voice_agent.reading.words import novelty

KIND = "shift"
"""`Candidate.kind` of a question that comes back to another talk."""

Asked = Callable[[Rules, Progress, Candidate], Progress]
"""Writes down that a question is being asked (planner)."""


def wonders(rules: Rules, by: Returning, progress: Progress, asked: Asked) -> tuple[Progress, Move]:
    """Ask whether it reminds them of anything: nothing is offered, and they may go back by themselves."""
    seed = f"{rules.seed} {progress.turns}"
    ask = bridging.pick(by.phrases, "wonder", seed=seed, used=times_said(progress))
    question = Candidate(ask, Wants.MORE, Source.STORY, kind="wonder")
    progress = asked(rules, progress, question)
    returns = replace(progress.returns, wondered=True)
    progress = replace(progress.covering(progress.coverage.cache.say(ask)), returns=returns)
    return progress, Move(
        Act.QUESTION, "", ask, "it may remind them of something", question=question
    )


def go_there(
    rules: Rules, by: Returning, progress: Progress, heard: Heard, thought: Thought, asked: Asked
) -> tuple[Progress, Move | None]:
    assert thought.topic is not None
    topic, verdict = thought.topic, thought.verdict
    context = progress.returns.said[:-1]
    far = not naming.linked(topic, (heard.text, *context))
    long_way = far and verdict is Verdict.LEAVE and not _closed(thought)
    led = topic.id in progress.returns.steps
    if by.steps and ((long_way and not led) or verdict is Verdict.TOWARDS):
        made = step(rules, by, progress, heard, topic)
        if made is not None:
            thought = replace(thought, verdict=Verdict.TOWARDS)
            return offered(progress, made, thought, asked, rules)
    if verdict is Verdict.TOWARDS:
        if not by.leave:
            return _kept(progress, thought, "no step", "nobody and no place leads towards it")
        thought = replace(thought, verdict=Verdict.LEAVE)
    return bridged(rules, by, progress, heard, thought, asked)


def step(
    rules: Rules, by: Returning, progress: Progress, heard: Heard, topic: PastTopic
) -> Bridge | None:
    return bridging.step(
        by.phrases,
        topic,
        heard.text,
        seed=f"{rules.seed} {topic.id}",
        used=times_said(progress),
        fresh=partial(fresh, rules, progress),
    )


def bridged(
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
        used=times_said(progress),
        fresh=partial(fresh, rules, progress),
    )
    if made is None:
        return _kept(progress, thought, "no words", "nothing that connects can be said back")
    if not by.bridges:
        made = replace(made, say="")
    return offered(progress, made, thought, asked, rules)


def _kept(progress: Progress, thought: Thought, veto: str, why: str) -> tuple[Progress, None]:
    """Nothing is said of it after all."""
    no = replace(thought, verdict=Verdict.NO, veto=veto, why=f"No: {why}.")
    return replace(progress, returns=replace(progress.returns, thought=no)), None


def _closed(thought: Thought) -> bool:
    """Did they close the story in words? Then one more question in it would only delay."""
    return any(each.name == "closer" for each in thought.reasons)


def offered(
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
    return replace(progress.covering(cache), returns=returns), move


def times_said(progress: Progress) -> Counter[str]:
    return Counter(text for _, text in progress.coverage.cache.lately)
