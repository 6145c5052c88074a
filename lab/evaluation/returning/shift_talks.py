"""Ten turns with a scripted narrator, through the real planner, and what is counted in them.

The rules of Overall Quality and Engagingness are stated at `quality` and `engaging`: they can be checked by hand, and
stand for nobody's judgement but their own.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from statistics import median

from lab.evaluation.returning.shift_lives import TODAY, Scene, ScriptedNarrator, Told
from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Move
from voice_agent.interview.questions import Cache
from voice_agent.interview.returning.bridging import Returning
from voice_agent.interview.returning.offering import KIND
from voice_agent.interview.returning.offers import PastTopic, Thought, Verdict
from voice_agent.interview.rules import Opening, Past, Rules
from voice_agent.interview.topic_change import opens
from voice_agent.interview.wording.checks import faults
from voice_agent.memory.affect import Affect
from voice_agent.memory.topics.topic_measures import Moment
from voice_agent.reading.words import novelty
from voice_agent.reading.words.vocabulary import said

TURNS = 10
"""Answers of the narrator, as in the paper."""

EACH = 0.6
"""Minutes for an answer and its reply."""

MENTIONED = 0.5
"""Share of what a topic is about that one of our replies must name to have mentioned it."""

Retrieve = Callable[[Scene, Moment, Sequence[str]], tuple[PastTopic, ...]]
"""Given the moment and the narrator's own answers, the last included."""


@dataclass(frozen=True, slots=True)
class System:
    """One way of doing it."""

    name: str
    retrieve: Retrieve
    returning: Returning | None
    per_session: bool = False
    """Topics are looked for once, at the first answer."""

    energy: bool = True
    pauses: bool = True
    itself: Callable[[Sequence[str], str], float] | None = None
    """Hears that the narrator has gone over to something else (conversation/bringing_back.py)."""

    timer: int = 0
    """Returns after every so many answers, without looking; 0: no timer."""

    endings: bool = True
    """Whether a story is told is read by its meaning as well, where the rules know how."""

    meets: bool = True
    """How an offer is met is read by its meaning, where the rules know how."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """An answer, what was thought of it, and our reply."""

    told: Told
    thought: Thought | None
    move: Move
    offered: str = ""
    """The topic that the reply comes back to."""

    towards: bool = False
    leave: bool = False


@dataclass(frozen=True, slots=True)
class Talk:
    """One talk as it was held."""

    scene: Scene
    exchanges: tuple[Exchange, ...]


def hold(scene: Scene, system: System, rules: Rules) -> Talk:
    """Hold one talk. Raises EngineError."""
    # in a third talk nobody is asked yet whether heavy subjects are welcome: that is asked once in a life
    past = Past(Cache(sessions=2), today=TODAY.date())
    rules = replace(rules, past=past, seed=rules.seed + scene.seed, returning=system.returning)
    rules = (
        rules
        if system.meets
        else replace(rules, readers=replace(rules.readers, offer_responses=None))
    )
    rules = (
        rules if system.endings else replace(rules, readers=replace(rules.readers, endings=None))
    )
    opening = Opening(consented=True)
    progress, _ = planner.open_session(rules, opening)
    narrator = ScriptedNarrator(scene)
    told, before, found = narrator.begin(), list[str](), None
    done: list[Exchange] = []
    own: list[str] = []
    for number in range(1, TURNS + 1):
        own.append(told.text)
        affect = Affect(told.feeling.valence, told.feeling.arousal, told.feeling.dominance)
        moment = Moment(told.text, TODAY + timedelta(minutes=number), tuple(before), affect)
        if found is None or not system.per_session:
            found = system.retrieve(scene, moment, own)
        feeling = told.feeling if system.energy else replace(told.feeling, arousal=0.0)
        heard = Heard(
            told.text,
            minutes=number * EACH,
            feeling=feeling,
            topics=_on_time(system, number, found),
            pause=told.pause if system.pauses else 0.0,
            itself=system.itself(own[:-1], told.text) if system.itself and own[:-1] else 0.0,
        )
        progress, move = planner.reply(rules, progress, heard, opening)
        pending = progress.returns.pending
        mine = move.question is not None and move.question.kind == KIND and pending is not None
        verdict = pending.verdict if pending is not None and mine else Verdict.NO
        made = Exchange(
            told,
            progress.returns.thought,
            move,
            pending.topic.id if pending is not None and mine else "",
            verdict is Verdict.TOWARDS,
            verdict is Verdict.LEAVE,
        )
        done.append(made)
        if move.ends:
            break
        before += [told.text, move.text]
        told = narrator.answer(
            opens=move.question is not None and not made.offered and opens(move.question),
            offered=made.offered,
            towards=made.towards,
            leave=made.leave,
        )
    return Talk(scene, tuple(done))


def _on_time(system: System, number: int, found: tuple[PastTopic, ...]) -> tuple[PastTopic, ...]:
    """A timer offers the first, whatever it is, and nothing between."""
    if not system.timer:
        return found
    return tuple(replace(each, sure=1.0) for each in found[:1]) if number == system.timer else ()


# ---- what is counted


def achievement(talk: Talk) -> tuple[int, int]:
    """2: gone over to the topic that belongs, and stayed; 1: named only; 0: neither. And at which turn, 0 for none."""
    gold = talk.scene.life.story(talk.scene.today.about)
    if gold is None:
        return 0, 0
    for number, each in enumerate(talk.exchanges, 1):
        if each.offered != talk.scene.today.about or each.towards:
            continue
        after = [one for one in talk.exchanges[number : number + 2] if one.told.takes_up]
        if after and not _left(after[-1].move):
            return 2, number
    about = novelty.gist(" ".join((*gold.topic.keywords, *gold.topic.people)))
    for number, each in enumerate(talk.exchanges, 1):
        named = about & novelty.gist(each.move.text)
        if about and len(named) >= MENTIONED * len(about):
            return 1, number
    return 0, 0


def _left(move: Move) -> bool:
    return move.question is not None and opens(move.question)


def welcomed(talk: Talk) -> list[bool]:
    """For each return: was the next answer longer than their median, and no refusal?

    Where leave was asked and a bare yes came, the answer after it counts.
    """
    usual = median(len(each.told.text.split()) for each in talk.exchanges)
    found: list[bool] = []
    for number, each in enumerate(talk.exchanges[:-1]):
        if not each.offered or each.towards:
            continue
        answers = [one.told for one in talk.exchanges[number + 1 : number + 3]]
        told = answers[-1] if answers[0].agrees else answers[0]
        found.append(not answers[0].refuses and len(told.text.split()) > usual)
    return found


def harmful(talk: Talk) -> int:
    """Returns to something heavy or closed, or within three answers after something hard."""
    hard = -9
    count = 0
    for number, each in enumerate(talk.exchanges):
        hard = number if each.told.feeling.intensity > 0.5 else hard
        story = talk.scene.life.story(each.offered)
        count += story is not None and (story.heavy or story.closed or number - hard < 3)
    return count


def quality(talk: Talk, each: Exchange) -> int:
    """0: breaks a rule of speaking, asks for something else while a story has more to tell, or returns where it hurts or does not fit.

    2: comes back where it fits, with a bridge; asks on inside a story that is being told; or asks for something else
    where it is told. 1: all between.
    """
    known = said(*(one.told.text for one in talk.exchanges), each.move.text)
    story = talk.scene.life.story(each.offered)
    if faults(each.move.text, known) if each.move.text else False:
        return 0
    if story is not None and (story.heavy or story.closed or _wrong(each)):
        return 0
    if each.offered:
        return 2 if each.move.say and not each.towards else 1
    leaves = _left(each.move)
    if each.told.fits is False and leaves and each.told.more:
        return 0
    return 2 if leaves == (each.told.fits is True) else 1


def engaging(talk: Talk, each: Exchange) -> int:
    """2: brings back something of their own that belongs here, where it fits. 1: holds a word of theirs. 0: neither."""
    if each.offered == talk.scene.today.about and each.offered and each.told.fits is not False:
        return 2
    theirs = novelty.gist(" ".join(one.told.text for one in talk.exchanges[:10]))
    return int(bool(novelty.gist(each.move.text) & theirs))


@dataclass(frozen=True, slots=True)
class Counted:
    """A system's talks, counted."""

    fit: int
    """Talks in which a return fits somewhere."""

    achieved: int
    mentioned: int
    right: int
    """Fitting talks whose first return is to the topic that belongs."""

    wronged: int
    """And those whose first return is to another."""

    turns: tuple[int, ...]
    """At which turn, for those achieved."""

    unfit: int
    """Talks in which none fits."""

    forced: int
    """Of these, with a return although the script says no."""

    nays: int
    """Replies for which the script says no."""

    wrong: int
    """Of these, returns."""

    led: int
    """Of these, returns and questions that lead towards a past topic."""

    welcome: int
    returns: int
    again: int
    """Returns beyond the first of a talk."""

    steps: int
    """Questions that lead towards a past topic; none of them counts as a return."""

    vain: int
    """Of these, those towards another than the one that belongs."""

    harm: int
    quality: float
    engaging: float
    engaged: float
    """Share of talks with a 2."""


def count(talks: Sequence[Talk]) -> Counted:
    """Count."""
    fit = [each for each in talks if each.scene.fits]
    scored = [achievement(each) for each in fit]
    unfit = [each for each in talks if not each.scene.fits]
    nays = [one for each in talks for one in each.exchanges if one.told.fits is False]
    made = [each for talk in talks for each in welcomed(talk)]
    every = [(talk, each) for talk in talks for each in talk.exchanges]
    engaged = [max(engaging(talk, each) for each in talk.exchanges) == 2 for talk in talks]
    steps = [(talk, each) for talk, each in every if each.towards]
    per_talk = [sum(bool(e.offered and not e.towards) for e in t.exchanges) for t in talks]
    return Counted(
        len(fit),
        sum(score == 2 for score, _ in scored),
        sum(score == 1 for score, _ in scored),
        sum(_first(each) == each.scene.today.about for each in fit),
        sum(_first(each) not in ("", each.scene.today.about) for each in fit),
        tuple(turn for score, turn in scored if score == 2),
        len(unfit),
        sum(any(_wrong(one) for one in each.exchanges) for each in unfit),
        len(nays),
        sum(map(_wrong, nays)),
        sum(bool(each.offered) for each in nays),
        sum(made),
        len(made),
        sum(max(0, each - 1) for each in per_talk),
        len(steps),
        sum(each.offered != talk.scene.today.about for talk, each in steps),
        sum(map(harmful, talks)),
        sum(quality(talk, each) for talk, each in every) / max(len(every), 1),
        sum(engaging(talk, each) for talk, each in every) / max(len(every), 1),
        sum(engaged) / max(len(engaged), 1),
    )


def _first(talk: Talk) -> str:
    return next((each.offered for each in talk.exchanges if each.offered and not each.towards), "")


def _wrong(each: Exchange) -> bool:
    return bool(each.offered) and not each.towards and each.told.fits is False
