"""Cutting what was said into sentences and clauses, each with its place in the turn.

A clause is what one claim is made of: "we sold the farm" and "my father took it hard" of "We sold the
farm, and my father took it hard." Recognised speech has full stops where the voice fell, more or less.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from voice_agent.memory.reading import IRREGULAR_PAST
from voice_agent.memory.repairs import commentary, cues
from voice_agent.verbs import whole as finite


class Clause(NamedTuple):
    """A stretch of a turn."""

    first: int
    last: int
    """Character span."""

    sentence: int
    """Which sentence of the turn it belongs to, from 0."""

    link: str = ""
    """What joins it to the clause before: "and", "when", "no"; "" at the start of a sentence."""


_ABBREVIATIONS = frozenset(
    {"mr", "mrs", "ms", "dr", "st", "jr", "sr", "rev", "sgt", "capt", "prof", "mt", "ft"}
)
_STOP = re.compile(r"[.!?…]+[\"'”’)]*(?=\s|$)|\n\s*\n")
_BEGINS = re.compile(
    r"\s+(?:(?:I|We|He|She|They|It|That|This|There|The|My|Our|His|Her|Then|And|But|So|In)\b"
    rf"|(?:{'|'.join(sorted(each.capitalize() for each in IRREGULAR_PAST - {'read', 'rose'}))})\b)"
)
"""Words that begin a sentence and are nobody's name."""

_SUBJECT = (
    r"(?:I|we|he|she|they|you|it|there|that|this|my|our|his|her|their|the|everybody|nobody|one of"
    r"|I'd|we'd|he'd|she'd|they'd|I'm|it's|mum|mom|dad|mother|father|grandma|grandpa|aunt \w+|uncle \w+"
    r"|[A-Z]\w+(?: [A-Z]\w+)?)"
)
_PAST = rf"(?:\w+ed|\w+n't|{'|'.join(sorted(IRREGULAR_PAST))})\b"
_VERB = rf"(?:\W+[\w'’]+){{0,6}}?\W+{_PAST}"
_HAS_VERB = re.compile(rf"\b{_PAST}|'d\b", re.IGNORECASE)
_JOINS = re.compile(
    rf"(?P<comma>[,;:—–-]?\s+)(?P<link>and then|and so|and|but|so|then|because|though|although|while|whereas)\s+(?={_SUBJECT}\b{_VERB})",
)
_REPAIR = re.compile(
    r"[,;:—–-]+\s*(?P<link>no wait|oh no|wait no|no no|no|wait|sorry|I mean|or rather|rather|correction|actually)(?=[\s,])",
    re.IGNORECASE,
)
_OPENS = re.compile(
    r"\b(?:when|that|because|how|where|if|while|before|after|since|until|till)\b", re.IGNORECASE
)
"""Words that begin a clause inside a clause: "when Howard" has no verb yet."""

_UNIT = re.compile(r"\d+(?:oz|lbs?|cwt|ft|yds?|pts?|qts?|[ds])", re.IGNORECASE)

_AND_SO = re.compile(
    r";\s+|[,:]\s+(?=(?:it|that) (?:was|wasn't|must have been|would have been|could have been)\b)",
    re.IGNORECASE,
)
"""Where a sentence goes on without a joining word: "we moved to Ohio, it was 1952"."""

_PAUSE = re.compile(
    r"\s*[,;:—–]+\s+(?:(?P<joined>and|but|so|only|because)\s+)?|\s+(?P<link>but|and|so|because|only)\s+|\s+-+\s+",
    re.IGNORECASE,
)
"""Where talk about the telling may begin or end."""

PREDICATE = re.compile(rf"(?!(?:it|that|this)\b)(?:(?:I|we|he|she|they) )?{_PAST}", re.IGNORECASE)
_IN = re.compile(r"\s*(?:in|on|during|since|until|by|back in|about|around)\b", re.IGNORECASE)
_WHEN = re.compile(
    r",?\s+(?P<link>when|before|after|until|till|since|while|as soon as|just as|by the time|the (?:year|day|summer|winter|spring|autumn|fall|night|week|time)(?: that| when)?)\s+"
    rf"(?={_SUBJECT}\b{_VERB})",
)
_WHEN_FIRST = re.compile(
    r"^(?:and |but |so |well,? |then )?(?P<link>when|before|after|while|as soon as|by the time|the (?:year|day|summer|winter|spring|autumn|fall|night)(?! (?:is|was|must|has|had|would|should)\b)(?: that| when)?)\s+(?P<body>[^,]+),\s+",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def sentences(text: str) -> tuple[tuple[int, int], ...]:
    """Return the character spans of the sentences of `text`, without the space around them."""
    spans: list[tuple[int, int]] = []
    start = 0
    for stop in _STOP.finditer(text):
        before = re.search(r"(\w+)$", text[start : stop.start()])
        word = before[1] if before else ""
        single = len(word) == 1 and word.isupper() and word != "I"
        if stop[0] == "." and word.lower() in _ABBREVIATIONS:
            continue
        if stop[0] == "." and single and not _BEGINS.match(text, stop.end()):
            continue  # "Harry S. Truman", but "A Farmall H. Bought it new"
        if stop[0] == "." and _UNIT.fullmatch(word) and text[stop.end() :].lstrip()[:1].islower():
            continue  # "1/4oz. of tea"
        if (
            stop[0].startswith(("...", "…"))
            and text[stop.end() : stop.end() + 2].strip()[:1].islower()
        ):
            continue  # a pause, not an end
        spans.append((start, stop.end()))
        start = stop.end()
    spans.append((start, len(text)))
    return tuple(trimmed for span in spans if (trimmed := _trim(text, *span)))


def clauses(text: str, whole: Sequence[tuple[int, int]] = ()) -> list[Clause]:
    """Return the clauses of `text` in order; none begins inside a span of `whole`. Never raises."""
    return [
        clause
        for number, (first, last) in enumerate(sentences(text))
        for clause in _clauses(text, first, last, number, whole)
    ]


def _clauses(
    text: str, first: int, last: int, number: int, whole: Sequence[tuple[int, int]]
) -> list[Clause]:
    """Cut one sentence at repairs, then where a new subject and verb follow a joining word."""
    cuts: list[tuple[int, int, str]] = []  # where the clause before ends, the next begins, the link
    sentence = text[first:last]
    if opening := _WHEN_FIRST.match(sentence):
        end, begin = opening.end("body"), opening.end()
        for a, b in whole:  # "The day we married, in 1952, it rained": the date is the wedding's
            between = text[first + begin : a].strip().lower() if first + begin <= a < last else "-"
            if between in {"", "in", "on", "about", "around", "back in", "it was"}:
                rest = re.match(r"[\s,]*", text[b:last])
                end, begin = b - first, b - first + (rest.end() if rest else 0)
                break
        cuts.append((end, begin, "main"))
    for found in _REPAIR.finditer(sentence):
        cuts.append((found.start(), found.start("link"), "no"))
    for found in _AND_SO.finditer(sentence):
        before = sentence[: found.start()]
        announced = cues.puts_right(before) >= len(
            before.rstrip(" ,")
        )  # "let me correct that, it was"
        if found[0][0] == ";" or (_HAS_VERB.search(before) and not announced):
            cuts.append((found.start(), found.end(), "and"))
    for found in _JOINS.finditer(sentence):
        before = max((begin for _, begin, _ in cuts if begin <= found.start()), default=0)
        # "I said Frank and I were married": Frank and I are one subject
        quoted = cues.frame(sentence[before:])
        start = before + quoted.last if quoted else before
        opened = list(_OPENS.finditer(sentence, start, found.start()))
        start = opened[-1].end() if opened else start
        if _HAS_VERB.search(sentence[start : found.start()]):
            cuts.append((found.start(), found.end(), found["link"].lower()))
    dates = [(a - first, b - first) for a, b in whole if first <= a and b <= last]
    cuts += _asides(sentence, dates)
    pieces: list[Clause] = []
    at, link = 0, ""
    for end, begin, join in sorted(cuts):
        if end <= at or any(a < first + begin < b or a < first + end < b for a, b in whole):
            continue
        pieces.append(Clause(first + at, first + end, number, link))
        at, link = begin, join
    pieces.append(Clause(first + at, last, number, link))
    split = [part for piece in pieces for part in _subordinate(text, piece, whole)]
    return [
        Clause(*span, piece.sentence, piece.link)
        for piece in split
        if (span := _trim(text, piece.first, piece.last))
    ]


def pieces(
    text: str, dates: Sequence[tuple[int, int]]
) -> list[tuple[int, int, tuple[tuple[int, int], ...]]]:
    """Return the stretches of `text` between pauses, each with the spans of `dates` within it, from its start."""
    found: list[tuple[int, int, tuple[tuple[int, int], ...]]] = []
    for first, last in sentences(text):
        inside = [(a - first, b - first) for a, b in dates if first <= a and b <= last]
        starts, ends, _ = _between_pauses(text[first:last], inside)
        for a, b in zip(starts, ends, strict=True):
            held = tuple((x - a, y - a) for x, y in inside if a <= x and y <= b)
            found.append((first + a, first + b, held))
    return found


def _between_pauses(
    sentence: str, dates: Sequence[tuple[int, int]]
) -> tuple[list[int], list[int], list[tuple[int, int, str]]]:
    """Where the pieces of a sentence start and end, and the pauses between them with what joins them."""
    pauses = [
        (found.start(), found.end(), (found["link"] or found["joined"] or "").lower())
        for found in _PAUSE.finditer(sentence)
        if not any(a < found.end() and found.start() < b for a, b in dates)
    ]
    starts = [0, *(end for _, end, _ in pauses)]
    ends = [*(start for start, _, _ in pauses), len(sentence)]
    return starts, ends, pauses


def _asides(sentence: str, dates: Sequence[tuple[int, int]]) -> list[tuple[int, int, str]]:
    """Cut talk about the telling from what is told: "I got that wrong, | we moved in 1952"."""
    starts, ends, pauses = _between_pauses(sentence, dates)
    links = ["", *(link for _, _, link in pauses)]
    held = [
        tuple((x - a, y - a) for x, y in dates if a <= x and y <= b)
        for a, b in zip(starts, ends, strict=True)
    ]
    notes = [
        commentary.read(sentence[a:b], inside)
        for a, b, inside in zip(starts, ends, held, strict=True)
    ]
    told = any(
        said is None and _HAS_VERB.search(sentence[a:b])
        for said, a, b in zip(notes, starts, ends, strict=True)
    )
    sides: list[bool | None] = []
    for place, (said, inside) in enumerate(zip(notes, held, strict=True)):
        piece = sentence[starts[place] : ends[place]]
        # "1952, that's the one, because the dog was a puppy": a date alone has no other reason
        after = next((n for n in range(place + 1, len(links)) if notes[n] is None), 0)
        # "I buy the house, 1964, with four families in it" tells in the present
        dated = told or any(
            notes[n] is None and finite(sentence[starts[n] : ends[n]]) for n in range(place)
        )
        reasoned = (
            links[place] == "so" or links[after] == "because" or not (dated or _IN.match(piece))
        )
        if said is None:
            sides.append(cues.wrong(piece) and not inside)
        elif not told and place and notes[place - 1] is None and PREDICATE.match(piece):
            sides.append(None)  # "The water | only came in 1972": what is told of it
        elif said.marked or (inside and (said.tells or said.plain or said.denied or reasoned)):
            sides.append(True)
        else:  # a bare "well" or "not in 1951" goes with what stands before it
            sides.append(sides[-1] if sides else None)
    first = next((side for side in sides if side is not None), None)
    sides = [first if side is None else side for side in sides]
    return [
        pause for pause, one, other in zip(pauses, sides, sides[1:], strict=False) if one != other
    ]


def _subordinate(text: str, clause: Clause, whole: Sequence[tuple[int, int]]) -> list[Clause]:
    """Cut off a time clause: "when the flood came", "the year Tom was born"."""
    found = _WHEN.search(text, clause.first, clause.last)
    if not found or found.start() == clause.first:
        return [clause]
    if any(a <= found.start("link") < b for a, b in whole):
        return [clause]
    return [
        Clause(clause.first, found.start(), clause.sentence, clause.link),
        Clause(found.start("link"), clause.last, clause.sentence, "when"),
    ]


def _trim(text: str, first: int, last: int) -> tuple[int, int] | None:
    while first < last and not (text[first].isalnum() or text[first] in "'’$£"):
        first += 1
    while last > first and text[last - 1] in ' \t\r\n,;:—–-"“”':
        last -= 1
    return (first, last) if first < last else None
