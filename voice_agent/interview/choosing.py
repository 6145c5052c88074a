"""Which question next: every candidate, what rules it out, and a score whose reasons sum to it. Pure.

Candidates come from the protocol, the family, the story being told, what memory has grown, and what the story
brings to mind. Vetoes come first. The weights are hand-set and tried on two of the books of
`voice-agent evaluate interview`; docs/evaluation.md says which.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from voice_agent.interview import coverage, growing, losses, novelty, particulars
from voice_agent.interview.closers import closer, unwilling
from voice_agent.interview.coverage import Reason
from voice_agent.interview.fitting import Fit, Fits
from voice_agent.interview.following import FOLLOWED, followed
from voice_agent.interview.inviting import INVITED, invited
from voice_agent.interview.mood import dark, near, stirring, tired
from voice_agent.interview.moves import Heard, Progress, Rules
from voice_agent.interview.protocol import Period, Theme, Topic, Wants
from voice_agent.interview.questions import Candidate, Source, State, of_topic
from voice_agent.interview.supposing import (
    anywhere,
    episode,
    occasion,
    suits,
    supposes_too_much,
)
from voice_agent.interview.turns import left_open, turn
from voice_agent.interview.unfeeling import unfeeling
from voice_agent.interview.wording.checks import faults
from voice_agent.interview.wording.vocabulary import said

STAY = 3
"""Questions inside one story before a new scene is opened (product.md: two or three steps)."""

_LATER = re.compile(
    r"\bmarried\b|\bleft school\b|\bearning\b|\bleft home\b|\bwhen you were young\b|\bearly in your life\b",
    re.IGNORECASE,
)
"""Questions that have no answer where a child is spoken of."""

_CALENDAR = re.compile(r"\byears?\b|\bmonth\b|\bwhen was\b|\bwhen in\b", re.IGNORECASE)
"""Questions that want a date rather than a time of life."""

_OLD = re.compile(r"\bhow old\b", re.IGNORECASE)

FEWEST = 3
"""Words of an answer that tells nothing at all."""

SHORT = 6
"""An answer of fewer words says little: another way in is offered instead of a third follow-up."""

STEPS = 2
"""Questions inside a story before one that leaves it for another time of life; in a first talk there is none."""

STILL = "the story is still being told"

TOLD_AGAIN = 0.9
"""Share of a telling from another talk that comes again where a story is told again. A guess."""

FEW = 4
"""Words that say what a telling is about; with fewer one cannot know it again. A guess."""

TIMES = 3
"""Questions about a time of life in one talk; with more it becomes an examination. A guess."""

ONCE = 0.75
"""What is left of the worth of a year, or an age, with each question that named it before. A guess."""

BACK = 0.15
"""What each question away from today's topic adds to one that leads back. A guess."""

ASKED_FOR = 0.8
"""What a question of the family's is worth beyond any other: it comes up within three talks."""

LOOKED_AT = 60
"""Candidates whose novelty is worked out, the best by everything else."""

WEIGHED = 8
"""The best by all of that, of which is asked how well they fit."""

LINKED = 2
"""Things that a question about something told before shares with what was said now, to go on from it. A guess."""

GROWN = 120
"""Grown questions considered at a time."""

INVITING = 1.5
"""Fit of what an answer's own last words invite one to ask: it shows that somebody listens. A guess."""

FOLLOWING = 1.8
"""Fit of a question that was written for an answer just like this one. A guess."""

BRIEF, AMPLE, LONG = 20, 36, 60
"""Words up to which that counts in full, from which on not at all, and at which it would come to nothing: a long story

has clauses enough of its own. Guesses."""

AFRESH, LONGEST = 0.6, 4
"""Worth of what an answer itself brought up, and questions after which a story is left all the same. Guesses."""

RICH, OPEN, CLOSED = 20, 0.75, 0.35
"""Words of an answer that is a story, and the fit to it of a question that leaves open what is told next, and of another. Guesses."""

_LIGHT = frozenset({Theme.PLAY, Theme.HOME, Theme.FRIENDS, Theme.PLACES})


@dataclass(frozen=True, slots=True)
class Choice:
    """The question to ask, and why."""

    question: Candidate
    score: float
    reasons: tuple[Reason, ...]
    fit: float | None = None
    """-1..1: how well it fits what was just said; None: nobody was asked."""


def choose(
    rules: Rules,
    progress: Progress,
    heard: Heard,
    *,
    scenes_only: bool = False,
) -> Choice | None:
    """Return the best question; None where every one is ruled out. Same past and seed, same choice."""
    wanted = _Wanted(rules, progress, heard, novelty.gist(heard.text))
    now: list[Candidate] = []
    waiting: list[Candidate] = []
    seen: set[str] = set()
    for candidate in candidates(rules, progress, heard):
        # whoever turns one question down is not asked for a year
        scene = opens(candidate) and candidate.kind not in growing.TIMES
        if candidate.key in seen or (scenes_only and not scene):
            continue
        seen.add(candidate.key)
        reason = veto(candidate, rules, progress, heard)
        if not reason:
            now.append(candidate)
        elif reason == STILL and progress.depth:
            waiting.append(candidate)
    best = _best(now, wanted, rules, progress, heard)
    if best is not None and leaves(best.question, heard) and best.question.source in _OURS:
        afresh = [each for each in now if progress.depth < LONGEST and brought_up(each)]
        best = _best(afresh, wanted, rules, progress, heard) or best
    if best is None or best.question.source is not Source.PROTOCOL or not opens(best.question):
        return best
    # the story is left for another one: then first for years of which nothing was told
    return _best(waiting, wanted, rules, progress, heard) or best


def particular(rules: Rules, progress: Progress, heard: Heard) -> Choice | None:
    """Return the best question about something that this very answer named; None where there is none."""
    wanted = _Wanted(rules, progress, heard, novelty.gist(heard.text))
    found = {
        each.key: each
        for each in candidates(rules, progress, heard)
        if each.source is Source.STORY and not veto(each, rules, progress, heard)
    }
    return _best(list(found.values()), wanted, rules, progress, heard)


_OURS = (Source.PROTOCOL, Source.GRAPH)


def brought_up(candidate: Candidate) -> bool:
    """Does it go on from what a few words have just brought up themselves? From that one does not turn away."""
    return candidate.kind in (INVITED, FOLLOWED) and candidate.worth >= AFRESH


def _best(
    found: Sequence[Candidate], wanted: "_Wanted", rules: Rules, progress: Progress, heard: Heard
) -> Choice | None:
    """The best of `found` that is new and may be said."""
    scored: list[tuple[float, Candidate, tuple[Reason, ...]]] = []
    for candidate in found:
        reasons = tuple(wanted.reasons(candidate))
        scored.append((sum(r.share for r in reasons), candidate, reasons))
    scored.sort(key=lambda each: (-each[0], each[1].key))
    best: list[Choice] = []
    for score, candidate, reasons in scored[:LOOKED_AT]:
        like = progress.cache.asked_like(candidate)
        if like >= novelty.SAME:
            continue
        new = Reason(
            "novelty", rules.weights.novelty * (1 - like), f"{like:.2f} like one asked before"
        )
        best.append(Choice(candidate, score + new.share, (*reasons, new)))
    best.sort(key=lambda each: (-each.score, each.question.key))
    fit = fits(rules, heard)
    able = list(islice(_able(best, rules, progress, heard), WEIGHED if fit else 1))
    if fit is None or not able:
        return able[0] if able else None
    marks = fit(progress.last, heard.text, [_text(choice.question) for choice in able])
    return max(
        (_weighed(rules, *each) for each in zip(able, marks, strict=True)),
        key=lambda each: each.score,
    )


def fits(rules: Rules, heard: Heard) -> Fits | None:
    """Who can be asked how well a reply fits; None where nobody can, or nothing was said."""
    return rules.fits if rules.parts.fitting and heard.text.strip() else None


def _able(
    best: Sequence[Choice], rules: Rules, progress: Progress, heard: Heard
) -> Iterator[Choice]:
    """Those that may be spoken."""
    known = said(heard.text)
    for choice in best:
        text = _text(choice.question)
        # names and numbers in it were said, in this talk or another: that is where they come from
        if not faults(text, known | said(text)) and fresh(rules, progress, choice.question.ask):
            yield choice


def _text(question: Candidate) -> str:
    return f"{question.lead} {question.ask}".strip()


def _weighed(rules: Rules, choice: Choice, fit: Fit) -> Choice:
    share = rules.weights.fitting * fit.worth
    says = f"{fit.good:.2f} good, {fit.wrong:.2f} wrong, as readers mark"
    reasons = (*choice.reasons, Reason("fitting", share, says))
    return replace(choice, score=choice.score + share, reasons=reasons, fit=fit.worth)


def fresh(rules: Rules, progress: Progress, ask: str) -> bool:
    """May `ask` be spoken: never asked, in whatever words, and not about what was refused?"""
    return ask not in progress.asked and progress.cache.fresh(ask, rules.past.today)


def candidates(rules: Rules, progress: Progress, heard: Heard) -> Iterator[Candidate]:
    """Yield everything that could be asked now."""
    book = rules.book or (rules.topic,)
    yield from (of_topic(rules.topic, question) for question in rules.topic.questions)
    for topic in book:
        if topic.name == rules.topic.name:
            continue
        wants = None if topic.shared else Wants.SCENE
        yield from (
            of_topic(topic, question)
            for question in topic.questions
            if wants is None or question.wants is wants
        )
    if rules.templates is None:
        return
    here = particulars.names(heard.text)
    grown = sorted(progress.grown, key=lambda each: -each.worth)[:GROWN]
    if rules.parts.graph:
        mourned = losses.mourned(progress.mourned, progress.turns)
        sad = dark(heard) or near(progress) or mourned or particulars.hurts(heard.text)
        yield from invited(
            rules.invitations, heard.text, _before(progress, heard), sad=sad, seed=rules.seed
        )
        if rules.follows and rules.parts.following and not turned_down(heard.text):
            yield from followed(rules.follows, progress.last, heard.text, hard=sad)
        yield from growing.from_story(heard.text, here.people, rules.templates, rules.seed)
        own = [place for place in here.places if _their_own(place, heard.text)]
        yield from growing.from_places(own, rules.templates, rules.seed)
        yield from grown
    if rules.parts.recall:
        for memory in heard.recalled[:2]:
            yield from growing.from_recalled(memory, rules.templates, rules.seed, heard.text)


_NO = re.compile(
    r"^\W*(?:no|not|nothing|never)\b(?:\W+\w+){0,3}\W*$|^\W*i(?:'d| would) (?:like|rather)\b|"
    r"\b(?:think so|is better|rather not|instead|something else|(?:i|we) (?:don't|do not) (?:want|like|care|wish))\b",
    re.IGNORECASE,
)
"""A few words that do not go on with what was asked. A guess."""


def _their_own(place: str, said: str) -> bool:
    """Is a place named in a sentence about themselves? Where somebody else was they need never have been."""
    named = (one for one in re.split(r"(?<=[.!?…])\s+", said) if place in one)
    return any(re.search(r"\b(?:I|we|us|me|my|our)\b", one, re.IGNORECASE) for one in named)


def turned_down(said: str) -> bool:
    """Do these few words turn away from what was asked?"""
    return bool(_NO.search(said) or unwilling(said))


def _before(progress: Progress, heard: Heard) -> list[str]:
    """What was asked, and told before it, in the story that is being told."""
    asking = progress.asking
    if asking is None or turned_down(heard.text) or closer(heard.text):
        return []
    asked = [asking.ask] if asking.wants is not Wants.WHEN else []
    return [*asked, *([progress.told_before] if progress.depth else [])]


def veto(candidate: Candidate, rules: Rules, progress: Progress, heard: Heard) -> str:
    """Why `candidate` may not be asked now; "" where it may."""
    state = progress.cache.state(candidate)
    if state is not State.RIPE:
        return f"was {state}"
    if candidate.ask in progress.asked:
        return "was asked"
    if candidate.about and any(map(_like(candidate).fullmatch, progress.asked)):
        return "was asked of somebody else in these words"
    if progress.cache.unwelcome(candidate, rules.past.today):
        return "is about what was refused"
    dated = candidate.wants is Wants.WHEN or candidate.kind in growing.TIMES
    if progress.confused and (dated or _CALENDAR.search(candidate.ask)):
        return "no year is asked of somebody who was lost in this talk"
    if progress.confused and candidate.kind in growing.UNSETTLED:
        return "nothing is to be settled by somebody who was lost in this talk"
    inside = not opens(candidate)
    if reason := unfeeling(candidate, progress, heard, inside=inside):
        return reason
    if candidate.kind == INVITED:  # their own words call for it
        words = len(heard.text.split())
        if words > AMPLE or (words > BRIEF and (near(progress) or particulars.hurts(heard.text))):
            return "a word of a long story, or of a sad one, is not what it is about"
        told = particulars.answered(candidate.ask, heard.text)
        return "was told just now" if told else ""
    if candidate.kind == FOLLOWED:
        told = particulars.answered(candidate.ask, heard.text)
        return "was told just now" if told else ""
    if inside and candidate.source is Source.PROTOCOL and particulars.blank(heard.text):
        return "there is no story to go on in"
    topic = next((each for each in rules.book if each.name == candidate.topic), None)
    pointing = topic is not None and topic.shared  # "that", "then": whatever was just told
    if (
        inside
        and candidate.source is Source.PROTOCOL
        and not pointing
        and candidate.topic != progress.story
    ):
        return "goes on in another story"
    if (
        inside
        and candidate.source in (Source.PROTOCOL, Source.STORY)
        and candidate.wants
        is not Wants.SCENE  # that a scene was asked for answers no question about who is in it
        and candidate.wants in progress.told
    ):
        return "was told"
    named = candidate.source is Source.STORY and candidate.wants is Wants.SCENE
    if named and {"named", "place"} & {*progress.kinds}:
        # "What was Leeds like?" leads a little away from what is being told
        return "somebody, or some place, was asked about in this talk"
    if (
        inside
        and candidate.source is Source.PROTOCOL
        and candidate.wants is Wants.MORE
        and progress.depth
        and not suits(candidate.ask, heard.text)
    ):
        return "was asked for once in this story"
    asking = progress.asking
    if asking is not None and asking.kind == "age" and _OLD.search(candidate.ask):
        return "was named in the question before"
    if candidate.kind in ("no_date", "no_place", "no_people") and candidate.wants in progress.told:
        return "was told"
    if (inside or candidate.source is Source.STORY) and particulars.answered(
        candidate.ask, heard.text
    ):
        return "was told just now"
    went_on = anywhere(candidate.ask, heard.text) or episode(heard.text, candidate.wants)
    if inside and candidate.source is Source.PROTOCOL and not went_on:
        return "nothing happened in it that one could go on from"
    brief = len(heard.text.split()) <= particulars.SHORTLY
    if inside and candidate.source in (Source.PROTOCOL, Source.STORY):
        once = (Wants.MORE, Wants.WHERE, Wants.WHO)
        lasting = candidate.wants is Wants.WHEN or (pointing and candidate.wants in once)
        over = pointing or brief or candidate.wants is Wants.WHEN
        of_whom = candidate.kind in ("named", "somebody")  # "In with my sister." tells of her
        if over and not of_whom and not particulars.tells(heard.text):
            return "nothing was told of"
        if candidate.wants is Wants.WHEN and not particulars.past(heard.text):
            return "nothing that is over was told of"
        asked_of = progress.asking.period if progress.asking else None
        if asked_of is Period.CHILDHOOD and _LATER.search(candidate.ask):
            return "they were children then"
        if (
            candidate.wants is Wants.WHEN
            and rules.parts.emotion
            and (stirring(heard) or near(progress))
        ):
            return "not its date while it is alive to them"
        if lasting and particulars.lasting(heard.text):
            return "it came again and again, or is what somebody was like"
        staying = candidate.wants in (Wants.MORE, Wants.LIKE)
        if (
            candidate.source is Source.PROTOCOL
            and near(progress)
            and (not staying or occasion(candidate.ask))
        ):
            return "one stays with how it was"
        if candidate.source is Source.PROTOCOL and supposes_too_much(candidate.ask, heard.text):
            return "supposes what nobody spoke of"
    if topic is not None and not topic.shared and topic.name != rules.topic.name:
        if reason := coverage.barred(topic, progress.cache, rules.past.today, heavy=rules.heavy):
            return reason
        if topic.heavy or topic.future:
            return "is for a session of its own"
    if topic is not None and progress.cache.rests(topic.name, rules.past.today):
        return "rests"
    if candidate.kind in growing.TIMES:
        if len(_times(progress)) >= TIMES:
            return "enough of years for one talk"
        if not progress.cache.sessions:
            return "a first talk is not led by years"
        if dark(heard) or near(progress) or losses.mourned(progress.mourned, progress.turns):
            return "no year while it hurts"
        if progress.depth < STEPS and not told_out(heard):
            return STILL
    if candidate.kind in growing.UNSETTLED and growing.UNSETTLED & {*progress.kinds}:
        return "one conflict a session"
    if candidate.kind == "unfinished" and "unfinished" in progress.kinds:
        return "one broken-off story a session"
    if candidate.source is Source.MEMORY and Source.MEMORY in progress.kinds[-6:]:
        return "something was brought back a moment ago"
    if candidate.source is Source.FAMILY and Source.FAMILY in progress.kinds[-3:]:
        return "the family had a question a moment ago"
    if candidate.wants is Wants.WHY and particulars.mourns(heard.text):
        return "nobody is asked what a death meant"
    if dark(heard) and (
        candidate.wants in (Wants.WHY, Wants.WHEN)  # neither its meaning nor its date
        or candidate.kind in (*growing.UNSETTLED, "person_often")
    ):
        return "not while it hurts"
    if (candidate.source is Source.MEMORY or candidate.kind in growing.UNSETTLED) and (
        dark(heard) or particulars.hurts(particulars.lately(heard.text))
    ):
        return "nothing else is brought up while it hurts"
    return ""


@lru_cache(1024)
def _like(candidate: Candidate) -> re.Pattern[str]:
    """The wording of a question about anybody: "How do you picture your mother?", "How do you picture Leonard?"."""
    way = re.escape(candidate.ask)
    for name in candidate.about:
        way = way.replace(re.escape(name), ".+")
    return re.compile(way)


def told_out(heard: Heard) -> bool:
    """Is there nothing to go on in: nothing came to mind, or it was told in an earlier talk just so?"""
    if particulars.blank(heard.text):
        return True
    now = novelty.gist(heard.text)
    return any(
        len(about) > FEW and len(about & now) >= TOLD_AGAIN * len(about)
        for about in (novelty.gist(each.line) for each in heard.recalled)
    )


def _times(progress: Progress) -> list[str]:
    return [kind for kind in progress.kinds if kind in growing.TIMES]


def opens(candidate: Candidate) -> bool:
    """Does it open another story, rather than go on in the one being told?"""
    return candidate.wants is Wants.SCENE and candidate.source not in (Source.STORY, Source.MEMORY)


def leaves(candidate: Candidate, heard: Heard) -> bool:
    """Does it leave the story being told, for another one or for one told before?"""
    if opens(candidate):
        return True
    if candidate.source not in (Source.GRAPH, Source.MODEL):
        return False
    return len(novelty.gist(candidate.ask) & novelty.gist(heard.text)) < LINKED


def _proper(name: str) -> set[str]:
    """The words of a name that nobody else has: not "your" or "the"."""
    return {word for word in name.split() if word[0].isupper()} or set(name.split()[-1:])


class _Wanted:
    """What speaks for and against a question, novelty aside."""

    def __init__(
        self, rules: Rules, progress: Progress, heard: Heard, about: frozenset[str]
    ) -> None:
        self._rules, self._progress, self._heard, self._about = rules, progress, heard, about
        self._weights = rules.weights
        self._words = set(heard.text.split())
        self._tired = tired(progress, heard, rules)
        self._dark = dark(heard)
        self._near = near(progress)
        # "They gave me a key." is short and a story; the second such answer running is a sign
        before = progress.lengths[-2:-1] or (SHORT,)
        words = len(heard.text.split())
        little = words < SHORT and (before[0] < SHORT or words < FEWEST)
        self._short = (
            little and not particulars.tells(heard.text) and not particulars.kin(heard.text)
        )
        self._briefly = min(1.0, (LONG - words) / (LONG - BRIEF))
        self._chance = f"{rules.seed} {progress.cache.sessions} {len(progress.asked)}"
        asked = progress.cache.entries.values()
        self._years = Counter(each for entry in asked for each in entry.subjects)

    def reasons(self, candidate: Candidate) -> Iterator[Reason]:
        weights, progress = self._weights, self._progress
        scene = leaves(candidate, self._heard)
        yield Reason("fit", weights.fit * self._fit(candidate), "with what was just said")
        if scene or candidate.source is Source.GRAPH:
            gain = coverage.gained(progress.cache, candidate)
            yield Reason("coverage", weights.coverage * gain, "of the life so far untold")
        if candidate.worth:
            yield Reason(
                "worth", weights.worth * candidate.worth, candidate.kind or str(candidate.source)
            )
        if not scene:
            share = turn(candidate.wants, progress.depth, self._heard.text, self._chance)
            yield Reason("order", share, "what one would ask next")
        if candidate.wants is Wants.WHEN and not progress.told & {Wants.WHEN} and not scene:
            # a year asked for at once makes a form of it; how old one was does not
            calendar = progress.depth == 0 and _CALENDAR.search(candidate.ask)
            share = weights.undated * (0.8 if calendar else 1.0)
            yield Reason("undated", share, "nobody knows yet when it was")
        if candidate.kind in growing.TIMES:
            times = max((self._years[each] for each in candidate.subjects), default=0)
            share = weights.years * ONCE**times
            yield Reason("years", share, "a time of life of which nothing was told")
        step = weights.depth[min(progress.depth, STAY)]
        if self._short and progress.depth >= 1 and not self._near:
            step = -abs(step) - 0.3  # little came: another way in
        yield Reason(
            "depth", -step if scene else step, f"{progress.depth} questions into the story"
        )
        if self._heard.bearing.topic != "on" and self._rules.parts.emotion:
            yield Reason("bearing", -weights.mood if scene else 0.0, self._heard.bearing.reason)
        elif self._dark or self._near:
            yield Reason(
                "mood", -weights.mood if scene else 0.0, "one does not turn away from what is hard"
            )
        if self._tired > 0.3:
            easy = scene and candidate.theme in _LIGHT
            share = (
                weights.tired
                * self._tired
                * (1.0 if easy else -0.5 if candidate.wants is Wants.WHY else 0.0)
            )
            yield Reason("tired", share, "something light")
        if scene and candidate.topic == self._rules.topic.name:
            share = weights.topic + BACK * progress.away
            yield Reason("topic", share, f"today's topic, {progress.away} questions away from it")
        if candidate.source is Source.FAMILY:
            yield Reason(
                "family", ASKED_FOR + 0.5 * progress.cache.sessions, "somebody waits for it"
            )
        yield Reason(
            "chance", weights.chance * random.Random(f"{self._chance} {candidate.key}").random()
        )

    def _fit(self, candidate: Candidate) -> float:
        named = sum(bool(_proper(name) & self._words) for name in candidate.about)
        shared = novelty.gist(candidate.ask) & self._about
        near = min(1.0, 0.5 * bool(named) + 0.3 * len(shared))
        if suits(candidate.ask, self._heard.text):
            return 1.0
        if candidate.kind == INVITED:
            return INVITING * (0.5 + 0.5 * candidate.worth) * self._briefly
        if candidate.kind == FOLLOWED:
            return FOLLOWING * (0.75 + 0.25 * candidate.worth)
        if candidate.kind == "somebody":
            return 1.0 if self._near else 0.75
        if candidate.source is Source.STORY:
            return max(0.6, near)
        if candidate.wants is not Wants.SCENE and candidate.source is Source.PROTOCOL:
            if candidate.wants is Wants.WHEN:
                now = self._progress.depth or left_open(self._heard.text)
                return max(OPEN if now else 0.5, near)
            if len(self._heard.text.split()) < RICH:
                return max(0.5, near)
            # who tells much needs no sense or place to be led by, but that one listens on
            return OPEN if anywhere(candidate.ask, self._heard.text) else max(CLOSED, near)
        return near


def scenes(topic: Topic, progress: Progress) -> Sequence[Candidate]:
    """The scenes of a topic that are still ripe, in their order."""
    found = (of_topic(topic, question) for question in topic.wanting(Wants.SCENE))
    return [
        each
        for each in found
        if progress.cache.state(each) is State.RIPE and each.ask not in progress.asked
    ]
