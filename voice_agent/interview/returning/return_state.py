"""Where the story that is being told now stands: what a talk keeps of it, and what the last answer shows. Pure.

Whether it is time to come back to something else is decided upon it (deciding.py).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from voice_agent.interview.returning.offers import (
    Offer,
    OfferOutcome,
    PastTopic,
    Pending,
    Thought,
    Verdict,
)
from voice_agent.reading.by_rules.closers import closer, left_open, unwilling
from voice_agent.reading.heads.endings import Ending
from voice_agent.reading.heads.offer_response import OfferResponse
from voice_agent.reading.words import novelty
from voice_agent.reading.words.asking import parts

BETWEEN = 8
"""Answers between two returns. A guess in the spirit of MapDia's live test: shifts in one talk of eight."""

LATELY = 10
"""Answers within which a topic that was spoken of is not come back to."""

HURT = 3
"""Answers after something told with pain in which nothing is brought back. A guess."""

USUAL = 25
"""Words of an answer, before the narrator's own are known. A guess."""

FEW = 8
"""Words; who says so little to a follow-up has little more to say. A guess."""

SILENT = 4.0
"""Seconds of silence inside a turn after which little came. A guess."""


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
class ReturnState:
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

    denied: frozenset[str] = frozenset()
    """Ids of topics, surely called up, of which they have denied that somebody of then comes into it: of those leave is asked."""

    steps: tuple[str, ...] = ()
    """Ids of topics that a question led towards."""

    cut_in: int = 0
    """The answer in which they said that they had not finished when something was offered; 0: none."""

    untold: bool = False
    """They said so, and have not come to the end since."""

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
        return any(each.outcome is OfferOutcome.REFUSED for each in self.offers)


def hear(
    returns: ReturnState,
    said: str,
    *,
    arousal: float,
    hurt: bool,
    waited: int = 0,
    itself: float = 0.0,
    ending: Ending | None = None,
) -> ReturnState:
    """Take in an answer. `waited`: cues let pass before it; `itself`: see Signals; `ending`: as in `read`."""
    words = len(said.split())
    anew = begun(itself, words)
    dwindled = words <= FEW and any(many <= FEW for many in returns.lengths[-1:])
    told = ending is Ending.TOLD or bool(closer(said))
    ended = told or (dwindled and returns.heard > returns.cut_in)
    return replace(
        returns,
        untold=returns.untold and not ended,
        turns=1 if anew else returns.turns + 1,
        lengths=(words,) if anew else (*returns.lengths, words),
        arousal=(arousal,) if anew else (*returns.arousal, arousal),
        heard=returns.heard + 1,
        hurt=returns.heard + 1 if hurt else returns.hurt,
        lately=(*returns.lately, novelty.gist(said))[-LATELY:],
        waited=waited,
        unwilling=returns.unwilling or bool(unwilling(said)),
    )


def begun(itself: float, words: int) -> bool:
    """Have they begun something else? Not in few words: "I've forgotten" is near to nothing before it."""
    return itself >= 0.5 and words > FEW


FADES = 0.97
"""What a topic called up by an earlier answer of the story keeps of its sureness, for each answer since. A guess."""

CALLED = 4
"""Topics kept."""


def call_up(returns: ReturnState, topics: Sequence[PastTopic]) -> ReturnState:
    """A story calls up what its answers agree on: one answer alone is near to anything.

    A word or two ("that was it") calls up nothing (no `topics`), and so takes little away.
    """
    now = {each.id: each for each in topics}
    before = {each.id: each for each in returns.called}
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
        return replace(returns, called=tuple(found[:CALLED]))
    same = bool(found and returns.called) and found[0].id == returns.called[0].id
    return replace(returns, called=tuple(found[:CALLED]), stood=returns.stood + 1 if same else 1)


AGREES = 0.6
"""What one answer weighs against those before it in the story. A guess."""


def opened(returns: ReturnState) -> ReturnState:
    """Another story was asked for; they may yet go on with the one they were telling."""
    called = tuple(replace(each, sure=LEFT * each.sure) for each in returns.called)
    return replace(returns, turns=0, lengths=(), arousal=(), called=called)


LEFT = 0.8
"""What a topic keeps of its sureness when another story is asked for. A guess."""


def read(
    returns: ReturnState,
    said: str,
    lengths: Sequence[int],
    *,
    pause: float = 0.0,
    finished: float | None = None,
    itself: float = 0.0,
    ending: Ending | None = None,
) -> Signals:
    """What an answer shows, after `hear`. `lengths`: words of every answer of this talk, this one last.

    `pause`: seconds of the longest silence in the turn after which few words came; `ending`: what its last words mean, if
    anybody knows.
    """
    words = len(said.split())
    before = returns.lengths[:-1]
    usual = float(median(lengths[:-1])) if len(lengths) > 1 else USUAL
    whole = sum(before) / len(before) if before else 0.0
    stirred = returns.arousal[:-1]
    fall = sum(stirred) / len(stirred) - returns.arousal[-1] if stirred and returns.arousal else 0.0
    silent = min(1.0, returns.waited * 0.5 + (0.6 if pause >= SILENT else 0.0))
    return Signals(
        turns=returns.turns,
        words=words,
        usual=max(usual, 1.0),
        shrinking=max(0.0, 1 - words / whole) if whole else 0.0,
        closer=closer(said) or (_last(said) if ending is Ending.TOLD else ""),
        open=left_open(said) or (_last(said) if ending is Ending.MORE else ""),
        unwilling=unwilling(said),
        energy=min(1.0, max(0.0, fall)),
        silence=silent if words < max(FEW, usual) else 0.0,
        finished=finished,
        itself=itself,
    )


def _last(said: str) -> str:
    """The last sentence."""
    return next(reversed(parts(said)), "")


_MEETS = {
    OfferResponse.GLAD: OfferOutcome.WELCOME,
    OfferResponse.WARM: OfferOutcome.WELCOME,
    OfferResponse.LATER: OfferOutcome.REFUSED,
    OfferResponse.NO: OfferOutcome.REFUSED,
    OfferResponse.UNFINISHED: OfferOutcome.REFUSED,
    OfferResponse.UNSURE: OfferOutcome.IGNORED,
    OfferResponse.APART: OfferOutcome.IGNORED,
}


def judged(
    pending: Pending, said: str, usual: float, answer: bool | None, met: OfferResponse | None = None
) -> OfferOutcome:
    """What an answer makes of an offer. `answer`: a plain yes or no in it, if any (yes_no.agrees); `met`: what it means, if anybody knows."""
    words = len(said.split())
    meant = _MEETS.get(met) if met else None
    if meant is not None and (answer is None or words > FEW or met is OfferResponse.APART):
        return meant
    if answer is False and words < USUAL:
        return OfferOutcome.REFUSED
    if pending.verdict is Verdict.LEAVE and answer is True:
        return OfferOutcome.WELCOME
    # who tells something, at least half as much as usual, has gone along
    if met is OfferResponse.TELLS and answer is not False and words >= max(usual / 2, FEW + 1):
        return OfferOutcome.WELCOME
    if words > usual or (bool(pending.topic.about & novelty.gist(said)) and words > FEW):
        return OfferOutcome.WELCOME
    return OfferOutcome.IGNORED
