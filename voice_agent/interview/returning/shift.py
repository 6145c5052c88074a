"""Is now the time to come back to something told in another talk? Signals in, a thought out. Pure.

The thought is written down before anything is said: which past topic, why now, and yes, no, or that leave is asked
first. Signs that a story is told speak for it, each with a share that people can read; vetoes come before all of
them. A wrong return hurts more than none, so in doubt it asks, and in more doubt it says nothing.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from enum import StrEnum
from statistics import median
from typing import Any

from voice_agent.interview import novelty
from voice_agent.interview.closers import closer, left_open, unwilling
from voice_agent.interview.coverage import Reason

READY = 1.0
"""What the signs must sum to before one simply goes over. Chosen on the scripted talks of the `dev` part."""

UNSURE = 0.62
"""From here on leave is asked first. Chosen as READY."""

SURELY = 0.6
"""`PastTopic.sure` from which one simply goes over. A guess."""

PERHAPS = 0.45
"""From here on leave is asked, or one question inside the story leads towards it."""

STOOD = 0.25
"""The same for what has stood first for `STANDS` answers of the story: what one answer is near to may be chance.

Both chosen on seven lives of `voice-agent evaluate shift` (the two of the part "dev", and the five of its first test), for
the certainty that conversation/bringing_back.py forms from the taught layers: with .3 three fewer of 42 fitting talks come
to what belongs, with .2 one more, at the price of seven more questions towards something else.
"""

STANDS = 2
"""Answers in a row."""

DIMLY = 0.2
"""From here on, at the end of a story, they may be asked whether it reminds them of anything. A guess."""

STEPS = 2
"""Such questions in one talk, each towards another topic."""

FIRST = 2
"""Answers before anything is brought back: a talk begins with what they came to tell."""

BETWEEN = 8
"""Answers between two returns. A guess in the spirit of MapDia's live test: shifts in one talk of eight."""

MOST = 2
"""Returns in one talk."""

LATELY = 10
"""Answers within which a topic that was spoken of is not come back to."""

HURT = 3
"""Answers after something told with pain in which nothing is brought back. A guess."""

REST = timedelta(days=30)
"""A topic that was not welcome is left alone for so long."""

AGAIN = timedelta(days=3)
"""A topic that was offered at all is not offered again before. A guess."""

NAMED = 0.6
"""Share of what a topic is about that was said: then it was spoken of. A guess."""

USUAL = 25
"""Words of an answer, before the narrator's own are known. A guess."""

FEW = 8
"""Words; who says so little to a follow-up has little more to say. A guess."""

SILENT = 4.0
"""Seconds of silence inside a turn after which little came. A guess."""


class Verdict(StrEnum):
    """What is to be done about a past topic now."""

    YES = "yes"
    LEAVE = "ask leave"
    TOWARDS = "lead towards it"
    NO = "no"


@dataclass(frozen=True, slots=True)
class PastTopic:
    """Something told in another talk, as the planner is told of it; filled by conversation/bringing_back.py."""

    id: str
    line: str
    """The narrator's own words for it, one clause or sentence."""

    keywords: tuple[str, ...] = ()
    """What it is about, in the narrator's words, the weightiest first."""

    text: str = ""
    """All that was said of it: where a name for it is looked for."""

    people: tuple[str, ...] = ()
    """As somebody speaking to the narrator would say them: "Alfred", "your sister"."""

    places: tuple[str, ...] = ()
    sure: float = 0.0
    """0..1: how likely it belongs to this moment."""

    heavy: bool = False
    """A loss, an illness, something told with pain."""

    tender: bool = False
    """It may weigh, though probably it does not: one does not simply go over."""

    closed: bool = False
    """Private, for somebody else only, or put away."""

    features: Mapping[str, float] = field(default_factory=dict[str, float])
    """Each reason's share in its rank."""

    measures: tuple[tuple[float, ...], ...] = ()
    """What the ranker measured of it, then of those that came to mind beside it: kept with the outcome, so that

    the ranker can be fitted to this narrator.
    """

    reasons: tuple[str, ...] = ()
    """Why it came to mind, for people."""

    @property
    def about(self) -> frozenset[str]:
        """What it is about, as hashes (novelty.gist)."""
        return novelty.gist(" ".join((*self.keywords, *self.people, *self.places)))


@dataclass(frozen=True, slots=True)
class Signals:
    """What the last answers show."""

    turns: int = 0
    """Answers in the story now being told."""

    words: int = 0
    usual: float = USUAL
    """The narrator's median."""

    shrinking: float = 0.0
    """0..1: how much shorter this answer is than those before it in the story."""

    closer: str = ""
    """"that's it": how they closed it."""

    open: str = ""
    """"and then": how they kept it open."""

    unwilling: str = ""
    """"no more about the past": how they said that they would rather not."""

    energy: float = 0.0
    """0..1: how far arousal has fallen within the story."""

    silence: float = 0.0
    """0..1: a long pause after which little or nothing came."""

    finished: float | None = None
    """0..1: a language model's answer to "is this story finished?"; None: it was not asked."""

    itself: float = 0.0
    """0..1: how likely it is that the narrator has just gone over to something else by themselves."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What was thought before the reply."""

    verdict: Verdict
    why: str
    """A sentence for people; may hold the narrator's words, so never for a log."""

    topic: PastTopic | None = None
    reasons: tuple[Reason, ...] = ()
    """Signs and their shares."""

    ready: float = 0.0
    """Their sum."""

    veto: str = ""
    """The rule that forbade it; "" where none did. Holds no word of the narrator's."""

    def as_note(self) -> dict[str, Any]:
        """For the journal: without a word of the narrator's."""
        return {
            "verdict": str(self.verdict),
            "topic": self.topic.id if self.topic else "",
            "sure": round(self.topic.sure, 3) if self.topic else None,
            "ready": round(self.ready, 3),
            "veto": self.veto,
            "signs": {each.name: round(each.share, 3) for each in self.reasons},
            "because": _weightiest(self.topic.features) if self.topic else {},
        }


def _weightiest(features: Mapping[str, float]) -> dict[str, float]:
    """The three reasons that count most for a topic."""
    most = sorted(features.items(), key=lambda each: -each[1])[:3]
    return {name: round(share, 3) for name, share in most if share > 0}


class Outcome(StrEnum):
    """What became of an offer."""

    WELCOME = "welcome"
    IGNORED = "ignored"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Offer:
    """A topic that was offered, and what the narrator made of it. Holds no word of theirs."""

    topic: str
    day: date
    outcome: Outcome
    features: Mapping[str, float] = field(default_factory=dict[str, float])
    measures: tuple[tuple[float, ...], ...] = ()
    """As `PastTopic.measures`."""

    def as_json(self) -> list[Any]:
        """For `record.keep`."""
        features = {name: round(value, 4) for name, value in sorted(self.features.items())}
        measures = [[round(value, 4) for value in row] for row in self.measures]
        return [self.topic, self.day.isoformat(), str(self.outcome), features, measures]

    @classmethod
    def from_json(cls, value: Any) -> "Offer":
        """Read what `as_json` wrote. Raises ValueError, TypeError, KeyError."""
        topic, day, outcome, features, measures = value
        shares = {str(name): float(each) for name, each in dict(features).items()}
        rows = tuple(tuple(map(float, row)) for row in measures)
        return cls(str(topic), date.fromisoformat(day), Outcome(outcome), shares, rows)


@dataclass(frozen=True, slots=True)
class Pending:
    """Offered, and not answered yet."""

    topic: PastTopic
    verdict: Verdict
    """YES: the question has led there; LEAVE: leave was asked; TOWARDS: one step was made."""

    steps: int = 0
    """Steps made towards it."""


@dataclass(frozen=True, slots=True)
class Shifts:
    """What a talk keeps of all this. A value."""

    turns: int = 0
    """Answers in the story now being told."""

    lengths: tuple[int, ...] = ()
    """Words of each of them."""

    arousal: tuple[float, ...] = ()
    """How stirred each was told, -1..1."""

    heard: int = 0
    """Answers in this talk."""

    hurt: int = -HURT - 1
    """The last answer told with pain."""

    offered_at: int = -BETWEEN - 1
    """The answer after which something was last offered."""

    lately: tuple[frozenset[str], ...] = ()
    """What the last answers and replies were about, as hashes."""

    waited: int = 0
    """Cues of ours that the narrator let pass before this answer."""

    unwilling: bool = False
    """They have said in this talk that they would rather not."""

    pending: Pending | None = None
    offers: tuple[Offer, ...] = ()
    """This talk's, with their outcomes."""

    apart: frozenset[str] = frozenset()
    """Ids of topics of which they have said that they have nothing to do with it."""

    steps: tuple[str, ...] = ()
    """Ids of topics that a question led towards."""

    wondered: bool = False
    """They have been asked in this talk whether something reminds them of anything."""

    said: tuple[str, ...] = ()
    """The last answers, for the words of a bridge."""

    called: tuple[PastTopic, ...] = ()
    """What this story has called up so far, the surest first."""

    stood: int = 0
    """For how many answers in a row the first of `called` has been the first."""

    thought: Thought | None = None
    """Of the last answer; None where nothing was thought of coming back."""

    @property
    def unwelcome(self) -> bool:
        """Was one of them refused in this talk?"""
        return any(each.outcome is Outcome.REFUSED for each in self.offers)


@dataclass(frozen=True, slots=True)
class Signs:
    """How much each sign counts; an evaluation sets one to nothing to see what it is worth."""

    closer: float = 0.9
    shrinking: float = 0.6
    turns: float = 0.2
    """For each answer after the first, three at most."""

    few: float = 0.3
    energy: float = 0.5
    silence: float = 0.4
    finished: float = 1.2
    """For a probability of 1 above even; the same against for 0."""

    long: float = 0.6
    """Against it: they are telling at length."""

    stood: float = STOOD
    """`PastTopic.sure` that is asked of what has stood first for `STANDS` answers; of any other, PERHAPS."""


@dataclass(frozen=True, slots=True)
class Guard:
    """Which vetoes hold; only an evaluation lifts one."""

    mid_story: bool = True
    distress: bool = True
    topic: bool = True
    """Heavy, closed or private topics."""

    lately: bool = True
    once: bool = True
    """Not twice a day, not often."""


def hear(
    shifts: Shifts, said: str, *, arousal: float, hurt: bool, waited: int = 0, itself: float = 0.0
) -> Shifts:
    """Take in an answer. `waited`: cues let pass before it; `itself`: see Signals."""
    words = len(said.split())
    begun = _begun(itself, words)
    return replace(
        shifts,
        turns=1 if begun else shifts.turns + 1,
        lengths=(words,) if begun else (*shifts.lengths, words),
        arousal=(arousal,) if begun else (*shifts.arousal, arousal),
        heard=shifts.heard + 1,
        hurt=shifts.heard + 1 if hurt else shifts.hurt,
        lately=(*shifts.lately, novelty.gist(said))[-LATELY:],
        waited=waited,
        unwilling=shifts.unwilling or bool(unwilling(said)),
    )


def _begun(itself: float, words: int) -> bool:
    """Have they begun something else? Not in few words: "I've forgotten" is near to nothing before it."""
    return itself >= 0.5 and words > FEW


_HARD = re.compile(
    r"\b(?:(?:all|it is|it's) (?:coming|comes) (?:up|back over me)|(?:i )?(?:cannot|can't) (?:stop|go on|bear)|too much for me|died|dies|dying|death|"
    r"(?<!stopped )(?<!stops )(?<!stop )(?<!went )dead(?! (?:on|straight|down|slow|easy|centre|center|level|keen|quiet|drunk|certain|sure|heat|end|torch|battery|batteries|phone)\b)|"
    r"funeral|buried|grave|killed|murdered|suicide|drowned|hanged|stillborn|miscarr\w+|"
    r"cancer|stroke|tumou?r|lost (?:him|her|them|my|our|the baby)|passed away|wept|crying|cried|sobb\w+|grie[fv]\w*|"
    r"mourn\w*|beat me|beaten|abused?|raped?|widow\w*|orphan\w*|hospice(?! shop)|passed on)\b",
    re.IGNORECASE,
)


def hard(said: str) -> bool:
    """Do the plain words tell of a loss, an illness or violence? Rather once too often."""
    return bool(_HARD.search(said))


FADES = 0.97
"""What a topic called up by an earlier answer of the story keeps of its sureness, for each answer since. A guess."""

CALLED = 4
"""Topics kept."""


def call_up(shifts: Shifts, topics: Sequence[PastTopic]) -> Shifts:
    """A story calls up what its answers agree on: one answer alone is near to anything.

    A word or two ("that was it") calls up nothing (no `topics`), and so takes little away.
    """
    now = {each.id: each for each in topics}
    before = {each.id: each for each in shifts.called}
    found: list[PastTopic] = []
    for id in now | before:
        new, old = now.get(id), before.get(id)
        if new is None:
            assert old is not None
            keeps = FADES if not now else 1 - AGREES
            found.append(replace(old, sure=keeps * old.sure))
        else:
            found.append(
                replace(new, sure=AGREES * new.sure + (1 - AGREES) * (old.sure if old else 0.0))
            )
    found.sort(key=lambda each: -each.sure)
    if not now:
        return replace(shifts, called=tuple(found[:CALLED]))
    same = bool(found and shifts.called) and found[0].id == shifts.called[0].id
    return replace(shifts, called=tuple(found[:CALLED]), stood=shifts.stood + 1 if same else 1)


AGREES = 0.6
"""What one answer weighs against those before it in the story. A guess."""


def opened(shifts: Shifts) -> Shifts:
    """Another story was asked for; they may yet go on with the one they were telling."""
    called = tuple(replace(each, sure=LEFT * each.sure) for each in shifts.called)
    return replace(shifts, turns=0, lengths=(), arousal=(), called=called)


LEFT = 0.8
"""What a topic keeps of its sureness when another story is asked for. A guess."""


def read(
    shifts: Shifts,
    said: str,
    lengths: Sequence[int],
    *,
    pause: float = 0.0,
    finished: float | None = None,
    itself: float = 0.0,
) -> Signals:
    """What an answer shows, after `hear`. `lengths`: words of every answer of this talk, this one last.

    `pause`: seconds of the longest silence in the turn after which few words came.
    """
    words = len(said.split())
    before = shifts.lengths[:-1]
    usual = float(median(lengths[:-1])) if len(lengths) > 1 else USUAL
    whole = sum(before) / len(before) if before else 0.0
    stirred = shifts.arousal[:-1]
    fall = sum(stirred) / len(stirred) - shifts.arousal[-1] if stirred and shifts.arousal else 0.0
    silent = min(1.0, shifts.waited * 0.5 + (0.6 if pause >= SILENT else 0.0))
    return Signals(
        turns=shifts.turns,
        words=words,
        usual=max(usual, 1.0),
        shrinking=max(0.0, 1 - words / whole) if whole else 0.0,
        closer=closer(said),
        open=left_open(said),
        unwilling=unwilling(said),
        energy=min(1.0, max(0.0, fall)),
        silence=silent if words < max(FEW, usual) else 0.0,
        finished=finished,
        itself=itself,
    )


def signs(signals: Signals, weights: Signs) -> Iterator[Reason]:
    """Yield what speaks for and against the story being told, with its share."""
    if signals.closer:
        yield Reason("closer", weights.closer, f"they closed it: “{signals.closer}”")
    if signals.turns > 1:
        share = weights.turns * min(signals.turns - 1, 3)
        yield Reason("turns", share, f"{signals.turns} answers about it")
    if signals.shrinking > 0.2 and signals.turns > 1:
        yield Reason("shrinking", weights.shrinking * signals.shrinking, "the answers grow shorter")
    if signals.words <= FEW and signals.turns > 1:
        yield Reason("few", weights.few, f"{signals.words} words came")
    if signals.energy > 0.1:
        yield Reason("energy", weights.energy * signals.energy, "it is told with less life")
    if signals.silence > 0:
        yield Reason("silence", weights.silence * signals.silence, "a long pause ended in little")
    if signals.finished is not None:
        share = weights.finished * (signals.finished - 0.5)
        yield Reason("finished", share, f"it sounds finished ({signals.finished:.2f})")
    if signals.words > 1.2 * signals.usual and not signals.closer:
        yield Reason("long", -weights.long, "they are telling at length")


def decide(
    signals: Signals,
    topics: Sequence[PastTopic],
    shifts: Shifts,
    past: Sequence[Offer],
    today: date,
    *,
    barred: str = "",
    weights: Signs | None = None,
    guard: Guard | None = None,
) -> Thought:
    """Think it over. `topics`: best first; `past`: earlier talks' offers; `barred`: what the planner forbids."""
    guard, weights = guard or Guard(), weights or Signs()
    reasons = tuple(signs(signals, weights))
    ready = sum(each.share for each in reasons)
    topics = left(topics, shifts.apart)
    best = topics[0] if topics else None

    def no(veto: str, why: str, topic: PastTopic | None = best) -> Thought:
        return Thought(Verdict.NO, f"No: {why}.", topic, reasons, ready, veto)

    if not topics:
        return no("no topic", "nothing told in other talks belongs to this")
    if barred:
        return no(barred, barred)
    for veto, why in _moment(signals, shifts, guard):
        return no(veto, why)
    steady = shifts.called[0].id if shifts.called and shifts.stood >= STANDS else ""
    held_back = [(each, vetoed(each, shifts, past, today, guard)) for each in topics]
    fit = next((each for each, veto in held_back if not veto), None)
    first, veto = held_back[0]
    # where the story calls up what must not come up, one does not turn to something else instead
    if fit is None or (veto and first.sure >= _bar(first, steady, weights)):
        return no(veto, f"what comes to mind {veto}", first)
    bar = _bar(fit, steady, weights)
    step = fit.sure >= bar and len(shifts.steps) < STEPS and fit.id not in shifts.steps
    # who says little may only be drawing breath: a question inside the story interrupts nothing
    ended = bool(signals.closer) or signals.silence > 0 or (signals.finished or 0.0) >= 0.5
    if step and ready >= UNSURE and (fit.sure < SURELY or not ended):
        why = f"{_named(fit)} may belong here ({fit.sure:.2f}), and one question would show it"
        return Thought(Verdict.TOWARDS, f"Lead towards it: {why}.", fit, reasons, ready)
    if fit.sure < bar:
        return no("not sure", "what comes to mind may not belong here", fit)
    if ready < UNSURE:
        return no("not ready", f"the story does not seem told ({_said(reasons)})", fit)
    now = f"the story seems told ({_said(reasons)}), and it brings up {_named(fit)}"
    if ready >= READY and fit.sure >= SURELY and not fit.tender:
        return Thought(Verdict.YES, f"Yes: {now}.", fit, reasons, ready)
    unsure = (
        "that it belongs here" if fit.sure < SURELY
        else "that the story is told" if ready < READY
        else "that it weighs on nobody"
    )  # fmt: skip
    return Thought(
        Verdict.LEAVE, f"Ask leave: {now}, but it is not sure {unsure}.", fit, reasons, ready
    )


def dimly(thought: Thought, shifts: Shifts) -> bool:
    """Was a story closed in words that calls something up, though not surely enough to name it?

    Not where the first that comes to mind is something that must not come up.
    """
    topic = thought.topic
    if thought.veto != "not sure" or topic is None or thought.ready < UNSURE or shifts.wondered:
        return False
    first = bool(shifts.called) and shifts.called[0].id == topic.id
    return first and topic.sure >= DIMLY and any(each.name == "closer" for each in thought.reasons)


def _bar(topic: PastTopic, steady: str, weights: Signs) -> float:
    """From where `topic` may belong here. `steady`: the id of what has stood first for a while; "" none."""
    return weights.stood if topic.id == steady else PERHAPS


def left(topics: Sequence[PastTopic], apart: Collection[str]) -> list[PastTopic]:
    """Those that may belong still; what is known not to leaves its certainty to the others."""
    gone = sum(each.sure for each in topics if each.id in apart)
    whole = max(1 - gone, 0.1)
    return [
        replace(each, sure=min(1.0, each.sure / whole)) for each in topics if each.id not in apart
    ]


def _moment(signals: Signals, shifts: Shifts, guard: Guard) -> Iterator[tuple[str, str]]:
    """What forbids any return now."""
    if guard.distress and shifts.heard - shifts.hurt < HURT:
        yield "distress", "something hard was told a moment ago"
    if guard.distress and signals.unwilling:
        yield "not welcome", f"they would rather not: “{signals.unwilling}”"
    if guard.distress and shifts.unwilling:
        yield "not welcome", "they said that they would rather not"
    if guard.mid_story and signals.open:
        yield "mid-story", f"the story goes on: “{signals.open}”"
    if guard.mid_story and _begun(signals.itself, signals.words) and not signals.closer:
        yield "mid-story", "they have just begun something else themselves"
    if guard.mid_story and not signals.closer and signals.turns <= 1:
        yield "mid-story", "the story has only begun"
    if guard.mid_story and shifts.heard < FIRST:
        yield "mid-story", "the talk has only begun"
    if guard.once and shifts.unwelcome:
        yield "not welcome", "a return was not welcome in this talk"
    if guard.once and len(shifts.offers) >= MOST:
        yield "often enough", "enough was brought back in this talk"
    if guard.once and shifts.heard - shifts.offered_at < BETWEEN:
        yield "a moment ago", "something was brought back a moment ago"


def vetoed(
    topic: PastTopic, shifts: Shifts, past: Sequence[Offer], today: date, guard: Guard | None = None
) -> str:
    """Why `topic` may not come up now; "" where it may."""
    guard = guard or Guard()
    if guard.topic and topic.heavy:
        return "is heavy"
    if guard.topic and topic.closed:
        return "is closed"
    if guard.once and any(each.topic == topic.id for each in shifts.offers):
        return "was offered today"
    for each in past if guard.once else ():
        if each.topic != topic.id:
            continue
        since = today - each.day
        if since < AGAIN:
            return "was offered a few days ago"
        if each.outcome is Outcome.REFUSED and since < REST:
            return "was not welcome"
    if guard.lately and spoken_of(topic, shifts.lately):
        return "was spoken of lately"
    return ""


def spoken_of(topic: PastTopic, lately: Sequence[frozenset[str]]) -> bool:
    """Was it spoken of in the last answers? Something in common is not enough; most of it must have been said."""
    about = topic.about
    said: frozenset[str] = frozenset().union(*lately)
    return len(about) >= 2 and len(about & said) >= NAMED * len(about)


_APART = re.compile(
    r"\bnothing to do with\b|\b(?:no|not(?: a)?|(?:is|was)n['’]t) part (?:of|in)\b|\bnot (?:in|of|from) (?:this|that) (?:story|one|time)\b|"
    r"\b(?:that|this)(?:['’]s| is| was) (?:another|a different) (?:story|one|thing|matter)\b",
    re.IGNORECASE,
)


def apart(said: str) -> bool:
    """Does `said`, after a question that led somewhere, deny that the one has to do with the other?"""
    return bool(_APART.search(said))


def judged(pending: Pending, said: str, usual: float, answer: bool | None) -> Outcome:
    """What an answer makes of an offer. `answer`: a plain yes or no in it, if any (consent.answer)."""
    words = len(said.split())
    if answer is False and words < USUAL:
        return Outcome.REFUSED
    if pending.verdict is Verdict.LEAVE and answer is True:
        return Outcome.WELCOME
    if words > usual or (bool(pending.topic.about & novelty.gist(said)) and words > FEW):
        return Outcome.WELCOME
    return Outcome.IGNORED


def _said(reasons: Sequence[Reason]) -> str:
    told = [each.says for each in sorted(reasons, key=lambda r: -r.share) if each.share > 0]
    return ", ".join(told) or "no sign of it"


def _named(topic: PastTopic) -> str:
    return f"“{topic.line}”"
