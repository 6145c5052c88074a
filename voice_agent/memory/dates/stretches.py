"""What a clause says besides its date: "we moved to Ohio" of "In 1950 we moved to Ohio".

Places are character positions in the turn.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from voice_agent.memory.clauses import Clause
from voice_agent.memory.dates.when import When
from voice_agent.memory.repairs import commentary, cues
from voice_agent.verbs import whole as finite

Span = tuple[int, int]
"""First character, and the place just after the last."""

_BEFORE_DATE = re.compile(
    r"(?:\s|[,;:—–-]|\b(?:in|on|at|during|about|around|back|sometime|some time|the|of|for|by|from|way|when|after"
    r"|before|since|until|till|as|not|rather than|instead of)\b)+$",
    re.IGNORECASE,
)
_AFTER_DATE = re.compile(
    r"^(?:\s|[,;:—–-]|\b(?:(?:was|is) (?:when|the (?:year|day|time))|that|when|or so)\b)+",
    re.IGNORECASE,
)
_LINKS = re.compile(
    r"^(?:when|before|after|until|till|since|while|as soon as|just as|by the time|the (?:year|day|summer|winter"
    r"|spring|autumn|fall|night|week|time)(?: that| when)?)\b(?! of\b)\s*",
    re.IGNORECASE,
)
_JOINTS = tuple(
    re.compile(each, re.IGNORECASE)
    for each in (
        r"\s*(?:;|[,:—–-]+\s+(?:and then|and|then|but|so)\b)\s+",
        r"\s+(?:and then|and|but|then)\s+",
        r",\s+",
    )
)
"""Where one thing told ends and the next begins, the surest first."""

_IN = re.compile(r"\s+(?:in|since|until|till|by|from)\b", re.IGNORECASE)
_AND = re.compile(r"\s*(?:(?:and|but|so)\s+)?", re.IGNORECASE)
_EMPTY = re.compile(
    r"^(?:(?:so|and|but|well|then|no|yes|now|oh)\b[,\s]*)*(?:(?:it|that|this|there|i|we|he|she|they)\b)?\s*"
    r"(?:'s|'d|was|were|is|wasn't|weren't|isn't|would be|must be|had been|have been)?\s*"
    r"(?:the year|a year|the time|the day|back)?\s*(?:that|when)?[\s,.;:]*$",
    re.IGNORECASE,
)


def contents(text: str, start: int, last: int, dates: Sequence[Span]) -> list[Span]:
    """Return the stretches of [start, last) that say something, without `dates` and what links to them."""
    link = _LINKS.match(text[start:last])
    if link and not any(start <= first < start + link.end() for first, _ in dates):
        start += link.end() if link.end() < last - start else 0
    edges = [start]
    for first, end in sorted(dates):
        if start <= first and end <= last:
            edges += [first, end]
    edges.append(last)
    found: list[Span] = []
    for first, end in zip(edges[::2], edges[1::2], strict=True):
        piece = _trimmed(text[first:end], after=first != start, before=end != last)
        offset = text[first:end].find(piece) if piece else 0
        if piece and not _EMPTY.match(piece) and any(c.isalnum() for c in piece):
            found.append((first + offset, first + offset + len(piece)))
    told = [
        (a, b)
        for a, b in found
        # "I got out" may be a slip; "I got out in 1946" is none
        if not _aside(text[a:b] + (" in" if _IN.match(text, b) else ""), alone=len(found) == 1)
    ]
    return [_without_aside(text, span) for span in told]


def _aside(piece: str, *, alone: bool) -> bool:
    """Does a piece beside a date only talk about the telling: "as I said", "to be exact"?"""
    said = commentary.read(piece)
    return said is not None and (said.marked or said.tells or not alone)


def _without_aside(text: str, span: Span) -> Span:
    """Cut off what is said of the telling at either end: "we moved to Ohio, like I told you"."""
    first, last = span
    while (comma := text.rfind(",", first, last)) > first:
        said = commentary.read(text[comma + 1 : last])
        if said is None or not (said.marked or said.tells):
            break
        last = comma
    while (comma := text.find(", ", first, last)) > 0:
        if text.count(" ", first, comma) < 1 or commentary.read(text[first:comma]) is None:
            break
        rest = _AND.match(text[comma + 1 : last])
        first = comma + 1 + (rest.end() if rest else 0)
    return first, last


def whole(text: str, cut: Sequence[Clause], dates: Sequence[When]) -> list[Clause]:
    """Put back together what is a clause only by grammar: "I was twelve | when my father died".

    And take apart what has two dates: "I passed my test in 1965 | and crashed the car in 1966".
    """
    joined: list[Clause] = []
    spans = [(each.first, each.last) for each in dates]
    for clause in (part for each in cut for part in _parted(text, each, dates)):
        before = joined[-1] if joined and joined[-1].sentence == clause.sentence else None
        if (
            before
            and clause.link in {"when", "main"}
            and (_only_a_date(text, clause, spans) or _only_a_date(text, before, spans))
        ):
            joined[-1] = Clause(before.first, clause.last, before.sentence, before.link)
        else:
            joined.append(clause)
    return joined


def _parted(text: str, clause: Clause, dates: Sequence[When]) -> list[Clause]:
    """Cut a clause between two dates where something is told of each."""
    here = [each for each in dates if clause.first <= each.first and each.last <= clause.last]
    here.sort(key=lambda each: each.first)
    for joint in _JOINTS[0].finditer(text, clause.first, here[0].first if here else clause.first):
        leads = text[joint.end() : here[0].first]
        head, tail = text[clause.first : joint.start()], text[joint.end() : clause.last]
        if _BEFORE_DATE.fullmatch(f" {leads}") and finite(head) and finite(tail):
            # "he died, and in 1959 his son took it on": the first has no date
            first = Clause(clause.first, joint.start(), clause.sentence, clause.link)
            rest = Clause(joint.end(), clause.last, clause.sentence, "and")
            return [first, *_parted(text, rest, dates)]
    for one, other in pairwise(here):
        joints = (found for each in _JOINTS for found in each.finditer(text, one.last, other.first))
        for joint in joints:
            head = Clause(clause.first, joint.start(), clause.sentence, clause.link)
            tail = Clause(joint.end(), clause.last, clause.sentence, "and")
            if _tell_apart(text, head, tail, one, other, here):
                return [head, *_parted(text, tail, dates)]
    return [clause]


def _tell_apart(
    text: str, head: Clause, tail: Clause, one: When, other: When, dates: Sequence[When]
) -> bool:
    """Does the `head` tell something of `one` date and the `tail` something of the `other`?"""
    rest = text[tail.first : tail.last]
    inside = [(each.first, each.last) for each in dates]
    own = tuple((a - tail.first, b - tail.first) for a, b in inside if a >= tail.first)
    note = commentary.read(rest, own)
    if cues.puts_right(rest) or (note and (note.marked or note.tells or note.plain or note.denied)):
        return False
    if not one.bounds.meets(other.bounds):
        # "no, 1949, and my brother went in 1946": a repair tells enough
        repaired = cues.puts_right(text[head.first : head.last]) > 0
        told = repaired or contents(text, head.first, head.last, inside)
        return bool(told and contents(text, tail.first, tail.last, inside))
    beside = _BEFORE_DATE.sub("", text[tail.first : other.first]) + text[other.last : tail.last]
    return finite(text[head.first : head.last]) and finite(rest) and finite(beside)


def _only_a_date(text: str, clause: Clause, dates: Sequence[Span]) -> bool:
    dated = any(clause.first <= first and last <= clause.last for first, last in dates)
    return dated and not contents(text, clause.first, clause.last, dates)


def _trimmed(piece: str, *, after: bool, before: bool) -> str:
    """Cut off the links to a date that the piece stands `after` or `before`: "we moved in |1952|"."""
    if after and (found := _AFTER_DATE.match(piece)):
        piece = piece[found.end() :]
    if before and (found := _BEFORE_DATE.search(piece)):
        piece = piece[: found.start()]
    return piece.strip(" ,;:.!?—–-")
