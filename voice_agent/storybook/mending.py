"""A sentence that was put right later, as it was meant: "in 1951" with "no, it was 1952" becomes "in 1952".

The sentence then cites both, so that whoever listens hears the correction too; word for word it stays what was
heard. What was taken back as a whole is not used at all. Pure.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from voice_agent.memory.claims import Claim, Mention, Part
from voice_agent.memory.dates.date_scene import Background
from voice_agent.memory.dates.dates import find
from voice_agent.memory.events import Life
from voice_agent.memory.forgetting import blanked


class Mended(NamedTuple):
    """A sentence as it may be used."""

    text: str
    also: tuple[Mention, ...] = ()
    """The words that put it right."""

    correction: bool = False
    """It does nothing but put another one right; what it says is in that one now."""


def mend(
    span: Mention, claims: Sequence[Claim], every: Sequence[Claim], life: Life
) -> Mended | None:
    """Put the sentence at `span` right; None where nothing of it stands or it cannot be mended.

    `claims` are those made from it.
    """
    if text := repaired(span.words, claims):
        return Mended(text)
    if (
        claims
        and all(each.retold for each in claims)
        and not _QUOTES.search(span.words)
        and _told_elsewhere(claims, every, life)
    ):
        return Mended(span.words, correction=True)
    if any(each.corrects and each.corrects.part is None for each in claims):
        return None
    gone = [
        (each, part) for each in claims for part in life.superseded.get(each.id, frozenset[Part]())
    ]
    if any(part is Part.WHAT for _, part in gone):
        return None
    if any(life.unsettled.get(each.id) for each in claims):
        return _undated(span, [each for each in claims if life.unsettled.get(each.id)])
    places = [(claim, part, _place(span, claim, part)) for claim, part in gone]
    places += [(each, Part.WHEN, place) for each in claims if (place := _denied(span, each))]
    text, also = span.words, list[Mention]()
    for claim, part, place in places:
        right = _right(claim, part, every, life)
        if place is None or right is None or _years(span, place) != bool(YEAR.search(right.words)):
            return None
        first, last = place
        if first < 0 or last > len(span.words) or text != span.words:
            return None  # in another sentence, or a second thing to put right: rather not at all
        first, last = _only_the_year(text, first, last, right.words)
        if _YEAR_ALONE.fullmatch(right.words) and _ON.search(text[:first]):
            text = f"{text[: first - 3]}in {text[first:]}"  # "on the fourth of June" is put right to "in 1964"
        text = text[:first] + right.words + text[last:]
        also.append(replace(right, part=Part.WHAT))
    bare = (
        not places
        and any(each.corrects for each in claims)
        and _told_elsewhere(claims, every, life)
    )
    return Mended(text, tuple(also), correction=bare and _says_no_more(span, claims))


def _undated(span: Mention, doubtful: Sequence[Claim]) -> Mended | None:
    """The sentence without a date of which nobody is sure; None where it would not stand without."""
    places = [_place(span, each, Part.WHEN) for each in doubtful]
    if len(places) != 1 or places[0] is None or doubtful[0].corrects:
        return None
    first, last = places[0]
    if first < 0 or last > len(span.words):
        return None
    if not _years(span, (first, last)):
        return Mended(span.words)  # an age or a season tells no year
    before, after = _LEADS.sub("", span.words[:first]), span.words[last:]
    if before == span.words[:first]:
        return None  # "It was 1951" says nothing without its year
    text = f"{before}{after}" if before.strip() else after.lstrip(" ,;—–-")
    text = text[:1].upper() + text[1:]
    return Mended(text) if len(text.split()) >= FEWEST else None


_LEADS = re.compile(
    r"(?:^|,?\s+)(?:(?:back|some time|sometime|one day|away back|way back),?\s+)?(?:in|on|around|about|by|since|during)"
    r"(?: the (?:year|summer|spring|autumn|fall|winter)(?: of)?)?\s*$",
    re.IGNORECASE,
)

FEWEST = 4
"""Words that a sentence must keep."""

_YEAR_ALONE = re.compile(r"\d{4}")
_ON = re.compile(r"\b[Oo]n $")


def _only_the_year(text: str, first: int, last: int, right: str) -> tuple[int, int]:
    """Where in the wrong date to write `right`: of "the fourth of June 1963" a year changes the year alone."""
    years = list(re.finditer(r"\b\d{4}\b", text[first:last]))
    if _YEAR_ALONE.fullmatch(right) and len(years) == 1:
        return first + years[0].start(), first + years[0].end()
    return first, last


def _told_elsewhere(claims: Sequence[Claim], every: Sequence[Claim], life: Life) -> bool:
    """Is there a telling that these only speak of, or put right? Without one they are the telling."""
    events = {life.event_of.get(each.id) for each in claims} - {None}
    mine = {each.id for each in claims}
    return (
        not events
        or any(each.continues and each.continues not in mine for each in claims)
        or any(
            each.id not in mine and not each.retold and life.event_of.get(each.id) in events
            for each in every
        )
    )


_QUOTES = re.compile(
    r"^(?:and |but |so |then |well,? )*I (?:said|says)(?: (?:to|back to) (?!you\b)[\w'’]+(?: \w+)?)?,",
    re.IGNORECASE,
)
""" "And I said, since Saturday": the narrator in the story, not one who says a thing again."""

_REPAIR = re.compile(
    r"^\s*,?\s*(?:no|oh no|no no|wait|sorry|I mean|I tell a lie|or rather|rather|correction)\b[^.;!?]*$",
    re.IGNORECASE,
)
_NAME = re.compile(r"\b[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*")


YEAR = re.compile(
    r"\d{3,4}|'\d\d|\b(?:eighteen|nineteen|twenty|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)\b",
    re.IGNORECASE,
)


def _years(span: Mention, place: tuple[int, int]) -> bool:
    """Is it a year? An age is not put right by one: "at fourteen" stays an age."""
    return bool(YEAR.search(span.words[place[0] : place[1]]))


def repaired(words: str, claims: Sequence[Claim]) -> str:
    """ "On the Lorella, no, I tell a lie, it was the Kingston Jade" without the Lorella; "" where nothing is to do."""
    if not claims or not re.search(r",\s*(?:no|wait|sorry|I mean|I tell a lie|or rather)\b", words):
        return ""
    told = claims[0].told_at.date()
    dates = [(each.first, each.last) for each in find(words, Background(told)).dates]
    names = [match.span() for match in _NAME.finditer(words) if match.start() and match[0] != "I"]
    for values in (dates, names):
        values = [each for each in values if not words[each[0] : each[1]].startswith("I ")]
        for (first, last), (again, _) in pairwise(values):
            if _REPAIR.match(words[last:again]):
                return words[:first] + words[again:]
    return ""


def _place(span: Mention, claim: Claim, part: Part) -> tuple[int, int] | None:
    """Where in `span` the one thing stands that no longer holds."""
    wrong = [m for m in claim.mentions if m.part is part]
    return (wrong[0].first - span.first, wrong[0].last - span.first) if len(wrong) == 1 else None


def _denied(span: Mention, claim: Claim) -> tuple[int, int] | None:
    """Where in `span` a date stands that the claim made from it was told not to have."""
    corrects = claim.corrects
    if corrects is None or corrects.part is not Part.WHEN or not corrects.denied:
        return None
    if claim.words(Part.WHEN):
        return None  # "no, it was 1952, not 1951" says both
    found = find(span.words, Background(claim.told_at.date())).dates
    there = [(each.first, each.last) for each in found if each.edtf == corrects.denied]
    return there[0] if len(there) == 1 else None


def _right(wrong: Claim, part: Part, every: Sequence[Claim], life: Life) -> Mention | None:
    """The words that hold now: of the last claim of the same event that says it anew."""
    event = life.event_of.get(wrong.id)
    found = [
        mention
        for each in sorted(
            (x for x in every if x.corrects and x.corrects.part is part), key=lambda x: x.order
        )
        if each.order > wrong.order
        and (each.continues == wrong.id or (event and life.event_of.get(each.id) == event))
        for mention in each.mentions
        if mention.part is part
    ]
    return found[-1] if found else None


def _says_no_more(span: Mention, claims: Sequence[Claim]) -> bool:
    """ "No, it was 1952, not 1951" and nothing else."""
    told = [(m.first - span.first, m.last - span.first) for c in claims for m in c.mentions]
    rest = blanked(span.words, [(max(0, a), b) for a, b in told if b > 0])
    return len(span.words.split()) < SHORT or len(rest.split()) == 0


SHORT = 12
"""Words; a correction of fewer tells nothing besides. A guess."""
