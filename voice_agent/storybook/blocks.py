"""Stretches of telling that stay together: an answer, or a part of one that keeps to its own time.

A book moves such stretches about in time and never the sentences inside them, so that "she" and "then" go on
meaning what they meant when they were said. Pure.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from voice_agent.memory.claims import Claim, Part
from voice_agent.memory.dates.when import ALWAYS, FOREVER, strict_bounds
from voice_agent.memory.events import EventId, Life
from voice_agent.memory.privacy import OPEN, Privacy, strictest
from voice_agent.memory.terms import terms
from voice_agent.storybook.atoms import calendar, counted
from voice_agent.storybook.marks import Reason
from voice_agent.storybook.material import Material, ToldSentence
from voice_agent.storybook.turn_sentences import DANGLING

LONG = 10
"""Sentences after which a stretch may end at a sentence that points back to nothing. A guess."""

APART = 4 * 365
"""Days between two dates of one answer from which on they are two stretches. A guess."""


@dataclass(frozen=True, slots=True)
class Block:
    """One stretch."""

    told: tuple[ToldSentence, ...]
    order: int
    """Place in the order told."""

    when: str = ""
    """EDTF of its own; "" where none was told."""

    near: str = ""
    """EDTF of its own or of what was told just before it, for its place among others; "" where neither is known."""

    events: frozenset[EventId] = frozenset()

    @property
    def session(self) -> str:
        """Where it was told."""
        return self.told[0].span.session

    @property
    def privacy(self) -> Privacy:
        """That of its strictest sentence."""
        return strictest(each.privacy for each in self.told)

    @property
    def body(self) -> tuple[ToldSentence, ...]:
        """What of it is told, and not only heard word for word."""
        return tuple(each for each in self.told if not each.out)

    @property
    def text(self) -> str:
        """All of its body."""
        return " ".join(each.text for each in self.body)

    @property
    def begins(self) -> date:
        """First day it can be of; FOREVER where nothing is known."""
        return begins(self.near)


def begins(edtf: str) -> date:
    """First day of `edtf`, its last where the beginning is open; FOREVER for none."""
    if not edtf:
        return FOREVER
    days = strict_bounds(edtf)
    return days.earliest if days.earliest != ALWAYS else days.latest


def blocks(material: Material) -> tuple[Block, ...]:
    """Cut the material into stretches, in the order told."""
    found: list[Block] = []
    run: list[ToldSentence] = []
    for told in in_place(material.told):
        if run and _parts(run, told, material.life):
            found.append(_block(run, len(found), material.life))
            run = []
        run.append(told)
    if run:
        found.append(_block(run, len(found), material.life))
    return tuple(_joined(_dated(found)))


FEW = 8
"""Words of an answer that makes no piece of its own. A guess."""


def _joined(found: Sequence[Block]) -> list[Block]:
    """A word or two stand with what was told before in the same sitting, or else after."""
    out: list[Block] = []
    for each in found:
        last = out[-1] if out else None
        near = last and last.session == each.session and last.privacy == each.privacy
        if last and near and (_slight(each) or _slight(last)):
            when = last.when or each.when
            out[-1] = Block(
                (*last.told, *each.told),
                each.order if _slight(last) else last.order,
                when,
                when or last.near or each.near,
                last.events | each.events,
            )
        else:
            out.append(each)
    return out


def _slight(block: Block) -> bool:
    """ "The driver.", "In 1953.": nothing to be read by itself."""
    body = block.body
    long = len(block.text.split())
    return len(body) <= 1 and long <= (FEW if not block.when else FEW // 2)


_FORGOTTEN = re.compile(
    r"\b(?:forgot to (?:say|tell|mention)|should have (?:said|told you)|left (?:that|it) out|to go back to)\b",
    re.IGNORECASE,
)


def in_place(told: Sequence[ToldSentence]) -> list[ToldSentence]:
    """Put what "I forgot to say" brings in with the story that it belongs to, where one can be told.

    That is the last answer before, of the same sitting, that speaks of the same thing.
    """
    found: list[ToldSentence] = []
    for n, each in enumerate(told):
        before = told[n - 1] if n else None
        late = before is not None and _near(before, each) and _FORGOTTEN.search(before.text)
        place = _home(found, each) if late else None
        found.insert(len(found) if place is None else place, each)
    return found


def _near(one: ToldSentence, other: ToldSentence) -> bool:
    return (one.span.session, one.span.turn) == (other.span.session, other.span.turn)


def _home(found: Sequence[ToldSentence], late: ToldSentence) -> int | None:
    """Where in `found` the answer ends that `late` belongs to; None where it may stay."""
    wanted = terms(late.text)
    here = set[str]().union(*(terms(t.text) for t in found if _near(t, late)))
    if wanted & here or late.privacy != OPEN:
        return None
    for n in range(len(found) - 1, -1, -1):
        each = found[n]
        if each.span.session != late.span.session:
            return None
        if wanted & terms(each.text) and each.privacy == late.privacy:
            last = n
            while last + 1 < len(found) and _near(found[last + 1], each):
                last += 1
            return last + 1
    return None


def _parts(run: Sequence[ToldSentence], told: ToldSentence, life: Life) -> bool:
    if run[-1].span.session != told.span.session or run[-1].privacy != told.privacy:
        return True
    body = [each for each in run if not each.out]
    if told.out or not body:
        return False  # what was said to us stays where it was said, and parts nothing
    if body[-1].span.turn != told.span.turn:
        # a half-told answer goes on after a murmur: nobody asked anything in between
        if _puts_right(told, run, life):
            return False  # "No, wait, it was 1964", and what follows it, goes on with what it puts right
        return told.opens or bool(told.asked) or len(body) >= LONG
    if DANGLING.match(told.text):
        return False
    mine = dates((told,), life)
    before = dates(body, life)
    if not mine or not before:
        return len(body) >= 2 * LONG
    return abs((begins(mine[0]) - begins(before[-1])).days) > APART


def _puts_right(told: ToldSentence, run: Sequence[ToldSentence], life: Life) -> bool:
    right = told.doubt is not None and told.doubt.reason is Reason.PUTS_RIGHT
    return right and bool(_events((told,), life) & _events(run, life))


def dates(told: Iterable[ToldSentence], life: Life) -> list[str]:
    """EDTF of what happened in it, in the order told; what was put right is not among them."""
    when = {each.id: each.when for each in life.events}
    found: list[str] = []
    for each in told:
        for claim in each.claims:
            if not told_plainly(claim):
                continue
            edtf = when.get(life.event_of.get(claim.id), "") or _own(claim, each)  # pyright: ignore[reportArgumentType, reportCallIssue]
            if edtf:
                found.append(edtf)
    return found


def told_plainly(claim: Claim) -> bool:
    """Was the date in the claim said as one? "That year" and "then" are worked out, and may be out by some."""
    return any(counted(words) or calendar(words) for words in claim.words(Part.WHEN))


def _own(claim: Claim, told: ToldSentence) -> str:
    redated = told.put_right is not None and told.put_right.part is Part.WHEN
    return "" if redated or claim.corrects else claim.edtf


def _block(run: Sequence[ToldSentence], order: int, life: Life) -> Block:
    # what a diary tells is of the day that it is headed with, unless it says another
    when = _exactest(dates((each for each in run if not each.out), life)) or run[0].headed
    return Block(tuple(run), order, when, when, _events(run, life))


def _exactest(found: Sequence[str]) -> str:
    """Of dates that lie together the one that says most: March 2005 before "I was sixty one"; the first of equals."""
    near = [each for each in found if abs((begins(each) - begins(found[0])).days) <= APART]
    return min(near, key=_width, default="")


def _width(edtf: str) -> int:
    days = strict_bounds(edtf)
    return (days.latest - days.earliest).days


def _events(told: Iterable[ToldSentence], life: Life) -> frozenset[EventId]:
    return frozenset(
        life.event_of[c.id] for each in told for c in each.claims if c.id in life.event_of
    )


def _dated(found: Sequence[Block]) -> list[Block]:
    """What has no date of its own was told along with what came before it in the same sitting."""
    out: list[Block] = []
    for each in found:
        last = out[-1] if out else None
        if not each.near and last and last.session == each.session and last.near:
            each = replace(each, near=last.near)
        out.append(each)
    return out
