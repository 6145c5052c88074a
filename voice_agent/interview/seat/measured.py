"""What a language model made of a moment, marked; and all that was marked, as figures. Pure.

marked = mark(moment, look, answer)
verdict.judge(figures(every_marked))
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median
from typing import Any

from voice_agent.interview.returning.offers import PastTopic
from voice_agent.interview.seat import fence, proposal
from voice_agent.interview.seat.brief import beginning
from voice_agent.interview.seat.fence import Look
from voice_agent.interview.seat.moments import NONE, Moment
from voice_agent.interview.seat.proposal import Kind, Reply
from voice_agent.interview.seat.verdict import Figures
from voice_agent.interview.wording.checks import faults
from voice_agent.interview.wording.unsaid import Rule
from voice_agent.reading.by_model import DANGERS, WISHES, ByModel, live, quoted
from voice_agent.reading.words.stems import content, stems

LIGHT = frozenset(
    stems(
        [
            "all",
            "back",
            "came",
            "come",
            "day",
            "get",
            "go",
            "got",
            "know",
            "made",
            "make",
            "many",
            "more",
            "one",
            "only",
            "put",
            "said",
            "say",
            "see",
            "take",
            "tell",
            "thing",
            "time",
            "told",
            "two",
            "way",
            "went",
            "whole",
            "year",
        ]
    )
)
"""Words of a hook that many a question holds anyway: whoever says them has not taken it up."""

INVENTED = frozenset({Rule.NAME, Rule.NUMBER, Rule.KIN})


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model wrote."""

    reading: Mapping[str, Any] | None = None
    replies: tuple[Mapping[str, Any], ...] = ()
    valid: bool = False
    """It was whole, and of the form that was asked for, at the first try."""

    first_word: float | None = None
    """Seconds until then; None: there was none."""

    first_reply: float | None = None
    """Seconds until its first reply was whole."""

    pieces: int = 0
    """That it was written in: tokens, where the engine streams them one by one."""

    seconds: float = 0.0
    """From the first to the last of them."""


@dataclass(frozen=True, slots=True)
class Marked:
    """An answer, marked."""

    moment: Moment
    answer: Answer
    reading: ByModel
    quotes: tuple[bool, ...]
    """Whether each of its quotations stands in the turn."""

    proposals: tuple[tuple[Reply, str], ...]
    """Each with why the fence struck it; "" where it did not."""

    leading: int
    """Of its questions, those that hold their answer."""

    invented: int
    said_invented: int
    returns_to: str = ""
    """Id of the old story that what would be said comes back to."""

    @property
    def spoken(self) -> Reply | None:
        """What would be said; where the fence strikes all, what the model wanted first."""
        return next(
            (reply for reply, why in self.proposals if not why),
            self.proposals[0][0] if self.proposals else None,
        )


def mark(moment: Moment, look: Look, answer: Answer) -> Marked:
    """What is to be thought of `answer`. `look`: as the fence is shown it."""
    replies = [r for each in answer.replies if (r := proposal.read(each, moment.says)) is not None]
    proposals = tuple((reply, fence.struck(reply, look)) for reply in replies)
    marked = Marked(
        moment,
        answer,
        live(answer.reading or {}, moment.says),
        tuple(quoted(each, moment.says) is not None for each in _quotations(answer)),
        proposals,
        leading=sum(bool(fence.suggests(reply, look)) for reply in replies),
        invented=sum(_invented(reply, look) for reply in replies),
        said_invented=sum(_made_up(reply, look) for reply, why in proposals if not why),
    )
    return _returning(marked, look)


def _returning(marked: Marked, look: Look) -> Marked:
    said = _said(marked)
    target = look.target(said) if said and said.kind is Kind.RETURN else None
    found = next((each for each in marked.moment.stories if each is target), None)
    return replace(marked, returns_to=found.id) if found else marked


def _quotations(answer: Answer) -> Iterable[str]:
    reading = answer.reading or {}
    every = (
        reading.get("about"),
        reading.get("hook"),
        *(each.get("hook") for each in answer.replies),
    )
    return (each for each in every if isinstance(each, str) and each.strip())


def _invented(reply: Reply, look: Look) -> int:
    """Names, numbers and relations that nobody said, as the fence finds them."""
    return sum(each.rule in INVENTED for each in faults(reply.text, look.may_say(reply)))


def _made_up(reply: Reply, look: Look) -> int:
    """The same, found in another way than the fence's own: capitals inside a sentence, and digits, that were not shown."""
    target = look.target(reply)
    meant = target.line if isinstance(target, PastTopic) else target.ask if target else ""
    shown = " ".join((beginning(look.brief), look.heard.text, meant)).casefold()
    words = reply.text.split()
    inside = [word for before, word in pairwise(words) if before[-1] not in ".!?"]
    named = [
        each.strip(",;:.!?\"'").removesuffix("'s")
        for each in inside
        if (each[:1].isupper() and not each.startswith("I'")) or any(map(str.isdigit, each))
    ]
    return sum(each.casefold() not in shown for each in named)


def heads(hooks: Iterable[str]) -> frozenset[str]:
    """The words of `hooks` by which one sees that they are taken up."""
    return frozenset(word for each in hooks for word in content(each)) - LIGHT


# ---- figures


def figures(every: Sequence[Marked]) -> Figures:
    """All that was marked, as `verdict.judge` takes it."""
    quotes = [each for one in every for each in one.quotes]
    theirs = [one for one in every if not one.moment.ours]
    hooked = [one for one in theirs if one.moment.hooks]
    quiet = [one for one in theirs if one.moment.quiet]
    dangers = [one for one in every if one.moment.danger != NONE]
    wishes = [one for one in every if one.moment.wish != NONE]
    old = [one for one in every if one.moment.belongs]
    asking = [reply for one in every for reply, _ in one.proposals if reply.ask]
    return Figures(
        moments=len(every),
        valid=_share(every, lambda one: one.answer.valid),
        quoted=_share(quotes, bool),
        struck=_share(theirs, _struck),
        hooks=_share(hooked, _takes_up),
        hooks_asked=_share(hooked, _asks_about),
        quiet=_share(quiet, _stays_quiet),
        leading=sum(one.leading for one in every) / max(len(asking), 1),
        invented=sum(one.invented for one in every),
        said_invented=sum(one.said_invented for one in every),
        dangers=len(dangers),
        danger_read=_share(dangers, lambda one: one.reading.danger == DANGERS[one.moment.danger]),
        danger_false=sum(one.moment.danger == NONE and bool(one.reading.danger) for one in every),
        wishes=len(wishes),
        wish_read=_share(wishes, _understands),
        wish_false=sum(one.moment.wish == NONE and one.reading.wish is not None for one in every),
        hook_read=_share(hooked, _quotes_what_matters),
        returns=len(old),
        returned=_share(old, lambda one: one.returns_to == _belonging(one)),
        unfit=sum(one.returns_to not in ("", _belonging(one)) for one in every),
        first_ms=_median(one.answer.first_reply for one in every) * 1000,
        prefill_ms=_median(one.answer.first_word for one in every) * 1000,
        tokens=_pace(every),
    )


def _share(of: Sequence[Any], so: Callable[[Any], bool]) -> float:
    return round(sum(map(so, of)) / len(of), 3) if of else 0.0


def _median(found: Iterable[float | None]) -> float:
    times = [each for each in found if each is not None]
    return round(median(times), 4) if times else float("inf")


def _pace(every: Sequence[Marked]) -> float:
    seconds = sum(one.answer.seconds for one in every)
    return round(sum(one.answer.pieces for one in every) / seconds, 1) if seconds else 0.0


def _struck(one: Marked) -> bool:
    """Is its first proposal struck, or none there?"""
    return not one.proposals or bool(one.proposals[0][1])


def _said(one: Marked) -> Reply | None:
    return next((reply for reply, why in one.proposals if not why), None)


def _takes_up(one: Marked) -> bool:
    """Is something asked whose words take up what was worth it? "He got the brush. What did he say?" does so as well."""
    reply = _said(one)
    return (
        reply is not None
        and bool(reply.ask)
        and bool(content(reply.text) & heads(one.moment.hooks))
    )


def _asks_about(one: Marked) -> bool:
    """The same by the words of the question's own sentence."""
    reply = _said(one)
    return reply is not None and bool(content(reply.ask) & heads(one.moment.hooks))


def _stays_quiet(one: Marked) -> bool:
    return one.spoken is not None and not one.spoken.ask


def _understands(one: Marked) -> bool:
    """Is it the wish that was meant, of whom it was meant?"""
    wish = one.reading.wish
    if wish is None or wish.command is not WISHES[one.moment.wish]:
        return False
    return one.moment.about.casefold() in f"{wish.about} {wish.story}".casefold()


def _quotes_what_matters(one: Marked) -> bool:
    hook = one.reading.hook
    words = one.moment.says[hook.begin : hook.end] if hook else ""
    return bool(content(words) & heads(one.moment.hooks))


def _belonging(one: Marked) -> str:
    moment = one.moment
    return moment.stories[moment.belongs - 1].id if moment.belongs else ""
