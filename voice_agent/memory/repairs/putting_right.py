"""What a turn puts right by its form alone: a wrong value and the right one, both said.

    put_right("We married in 1951. No, 1952.", ((14, 18), (24, 28))) == [(0, 1)]

Four forms do it: "not 1951, 1952"; "1952, not 1951"; "I said 1951, it was 1952"; and a bare value behind a word of repair,
right behind the value it replaces. Whatever else sounds like a repair puts nothing right: it is asked about.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from voice_agent.memory.repairs import commentary, cues

Span = tuple[int, int]
"""First character, and the place just after the last."""


class Pair(NamedTuple):
    """Two values, by their places among those said."""

    wrong: int
    right: int
    refused: bool = False
    """The wrong one is called wrong, and not told or quoted first."""

    told: bool = False
    """The right one stands in a telling of its own: it takes the other's place where that tells of the same thing."""


NEAR = 100
"""Characters between the two; nobody goes on longer between a slip and what is right."""

_BARE = re.compile(
    r"\s*(?:(?:(?:it|that|this|he|she|they|we)(?:['’](?:s|d)| was| were| wus| wor| is| must| should| would| has to|)(?: be| have been| been)?"
    r"|was|were|wus|wis|is|make (?:that|it)|say|I (?:should|ought to|meant to)(?: have)? (?:say|said|put|tell you|told you))\s+)?(?:(?:really|actually|in|on|at|to|from|with|about|around|of|back|the|my|our|his|her|year)\s+)*",
    re.IGNORECASE,
)
"""What may stand before a value where nothing else is told: "it was in"."""

_DENIES = re.compile(
    r"(?:\bnot|\b(?:was|were|is|are|could|can)n['’]t(?: have been| be)?|\bnever|\bwrong about)"
    r"(?:\s+(?:in|on|at|to|from|with|about|the|year|my|our|his|her))*\s*$",
    re.IGNORECASE,
)
_ALSO_NOT = re.compile(
    r"[^.!?;,]{0,40}(?:[,;.!—–-]\s*|\s)(?:and |but |it was |it were )?(?:not|never)"
    r"(?:\s+(?:in|on|at|to|from|with|about|the|year|my|our|his|her))*\s*",
    re.IGNORECASE,
)
_QUOTES = re.compile(
    r"\b(?:I|you)(?:['’](?:ve|d)| have| had)?(?: always| just| first| only)?"
    r" (?:said|been saying|told you|say|gave you|wrote(?: down)?|put(?: down)?|have|had|called)"
    r"(?:\s+(?:it|that|this|was|were|as|in|on|at|before|earlier|last time|the|year|down|her|him))*\s*$",
    re.IGNORECASE,
)
_AFTERWARDS = re.compile(
    r",?\s+(?:rather|I mean|I should say|sorry|that is|it was|that was)\b\s*(?:[,.;:!?—–-]|$)",
    re.IGNORECASE,
)
"""A word of repair behind the right value: "in 1948 — 1949, rather"."""

_QUOTED_LAST = re.compile(
    r"[^.!?;,]{0,40}[,;—–-]+\s*(?:(?:and|but) )?(?:I|you)(?:['’]d| had)? (?:said|told you|gave you|put|had (?:it|that) (?:as|down as))(?: it was)?\s*",
    re.IGNORECASE,
)
"""Behind the right value and before the wrong one: "it was 1928, I told you 1929"."""

_TOLD = re.compile(r"\bI(?:['’]ve)? (?:said|told you|gave you)\b[^.!?;,]*$", re.IGNORECASE)
"""A quotation with its story in it: "I said we moved in 1951"."""

_WRONG_AFTER = re.compile(
    r"\s*(?:is|was|isn['’]t|wasn['’]t)(?: \w+)? (?:wrong|a mistake|right|it)\b", re.IGNORECASE
)
_STOP = re.compile(r"[.!?;,:—–…]+|\s-+\s|\bbut\b", re.IGNORECASE)
_ENDS = re.compile(r"[.!?…]")
_REFUSED = re.compile(r"\b(?:no|not|never|wrong)\b|n['’]t\b", re.IGNORECASE)
_BUT = re.compile(r"\bbut\b", re.IGNORECASE)


def put_right(text: str, spans: Sequence[Span]) -> list[Pair]:
    """Return which of the values at `spans` of `text`, in order and all of one kind, takes the place of which. Raises nothing."""
    found: list[Pair] = []
    for place, ((first, last), (start, end)) in enumerate(pairwise(spans)):
        between = text[last:start]
        if last > start or len(between) > NEAR:
            continue
        before = text[_sentence(text, first) : first]
        alone = not any(a < first and a >= _sentence(text, first) for a, _ in spans)
        if _ALSO_NOT.fullmatch(between):
            # "1952, not 1951"; but of "not 1951, not 1950" neither is right
            if not _DENIES.search(before):
                found.append(Pair(place + 1, place, refused=True))
        elif _QUOTED_LAST.fullmatch(between) and not _QUOTES.search(before):
            found.append(Pair(place + 1, place, refused=True))
        elif _DENIES.search(before) or _WRONG_AFTER.match(between):
            found.append(Pair(place, place + 1, refused=True, told=not _leads(between)))
        elif (quoted := _QUOTES.search(before)) or _TOLD.search(before):
            if _leads(between) or (quoted and _BUT.search(between)):
                found.append(Pair(place, place + 1))
            elif _REFUSED.search(between):
                found.append(Pair(place, place + 1, told=True))
        elif _repaired_after(between, text[end:]) or (
            _repaired(between, alone=alone) and not text[end:].lstrip(" ,").startswith("not ")
        ):
            found.append(Pair(place, place + 1))
    return found


def names_put_right(text: str, spans: Sequence[Span]) -> list[Pair]:
    """The same of names, which stand beside one another for many reasons: only in one sentence, and right behind.

    "Walter, no, Wilfred" and "not in Dayton, it was in Toledo"; but not "Frank wasn't my father. My father was killed".
    """
    return [
        pair
        for pair in put_right(text, spans)
        if pair.wrong < pair.right
        and not pair.told
        and not _ENDS.search(text[spans[pair.wrong][1] : spans[pair.right][0]])
        and _same(text, spans[pair.wrong]) != _same(text, spans[pair.right])
        and _right_behind(text[spans[pair.wrong][1] : spans[pair.right][0]], pair)
    ]


def _right_behind(between: str, pair: Pair) -> bool:
    opens = between.lstrip(" \t\n,.;:!?…—–-\"'”’")
    return (pair.refused or cues.puts_right(opens) > 0) and bare(between)


def _same(text: str, span: Span) -> str:
    return text[span[0] : span[1]].lower()


def repairs(clause: str) -> bool:
    """Does a clause open with a word of repair: "No, it was ..."?"""
    return cues.puts_right(clause) > 0


def bare(text: str) -> bool:
    """Does `text`, which stands before a value, tell nothing of its own: "no, it was in"?"""
    opens = text.lstrip(" \t\n,.;:!?…—–-\"'”’")
    return _BARE.fullmatch(opens[cues.puts_right(opens) :]) is not None


def _leads(between: str) -> bool:
    """Does nothing but "it was" stand between the last stop and the value, and at most one sentence end?"""
    stops = list(_STOP.finditer(between))
    return bool(stops) and bare(between[stops[-1].end() :]) and len(_ENDS.findall(between)) <= 2


def _repaired_after(between: str, after: str) -> bool:
    """Does a word of repair follow on the second of two bare values: "1948, 1949 rather"?"""
    return bool(_AFTERWARDS.match(after) and bare(between) and not _ENDS.search(between))


def _repaired(between: str, *, alone: bool) -> bool:
    """Is a bare value said behind a word of repair, right behind another?

    `alone`: that one is the only value of its sentence, which may then end before the repair.
    """
    stop = _ENDS.search(between) if alone else None
    for start in (0, stop.end() if stop else 0):
        opens = between[start:].lstrip(" \t\n,.;:!?…—–-\"'”’")
        if (end := cues.puts_right(opens)) and _BARE.fullmatch(_without_comment(opens[end:])):
            return True
    return False


def _without_comment(text: str) -> str:
    """ "No, |I'm a liar,| 1969": what is left behind talk about the slip."""
    stops = list(_STOP.finditer(text))
    if stops and (note := commentary.read(text[: stops[-1].start()])) and not note.loose:
        return text[stops[-1].end() :].lstrip()
    return text


def _sentence(text: str, place: int) -> int:
    """Where the sentence begins in which `place` stands."""
    ends = [found.end() for found in _ENDS.finditer(text, 0, place)]
    return ends[-1] if ends else 0
