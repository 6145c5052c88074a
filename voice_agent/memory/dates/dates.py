"""Finding the dates in what somebody said, as EDTF, with the words that said them.

    find("We moved there about nineteen fifty-two, or so.", Background(told=date(2026, 11, 21)))

A phrase is an optional "about", an optional relation ("before", "since", "two years after") and a date
or a range of dates. Dates that cannot be (30 February, a year to come) are refused and reported, never
guessed; words that only look like numbers are left alone. Nothing here raises.
"""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import NamedTuple

from voice_agent.errors import MemoryRefused
from voice_agent.memory.dates.bare_numbers import begins
from voice_agent.memory.dates.date_ages import age
from voice_agent.memory.dates.date_points import point
from voice_agent.memory.dates.date_relations import Quantity, quantity, relation, shifted
from voice_agent.memory.dates.date_scene import (
    Background,
    DatedEvent,
    Nonsense,
    Point,
    Reading,
    Scene,
    Sought,
)
from voice_agent.memory.dates.number_words import Line, cardinal, tokens, touching, wordset
from voice_agent.memory.dates.when import ALWAYS, FOREVER, When, marked, spell, strict_bounds

__all__ = ["Background", "DatedEvent", "Found", "Refused", "When", "find", "normalise"]

LONGEST_TEXT_CHARACTERS = 100_000
"""Characters read at once; what is longer is not speech."""

_ABOUT = (
    ("about",),
    ("around",),
    ("roughly",),
    ("approximately",),
    ("circa",),
    ("sometime", "around"),
    ("sometime", "about"),
    ("some", "time", "around"),
    ("somewhere", "around"),
    ("somewhere", "about"),
    ("somewhere", "near"),
    ("somewhere", "in"),
    ("getting", "on", "for"),
    ("close", "to"),
    ("near",),
)
_HEDGES = (
    ("maybe",),
    ("perhaps",),
    ("possibly",),
    ("probably",),
    ("i", "think"),
    ("i", "believe"),
    ("i", "guess"),
    ("i", "suppose"),
    ("i", "reckon"),
    ("i", "imagine"),
    ("i'd", "say"),
    ("i", "would", "say"),
    ("i", "want", "to", "say"),
    ("if", "i", "remember", "right"),
    ("might", "have", "been"),
    ("may", "have", "been"),
    ("could", "have", "been"),
    ("must", "have", "been"),
    ("would", "have", "been"),
    ("would've", "been"),
    ("must've", "been"),
    ("might've", "been"),
    ("could've", "been"),
)
_FILLERS = wordset(
    "it was that would be have been in on it'd it's sometime back still the year must"
)
_AFTERTHOUGHT_ABOUT = (
    ("or", "so"),
    ("or", "thereabouts"),
    ("thereabouts",),
    ("or", "around", "then"),
    ("or", "around", "there"),
    ("or", "something", "like", "that"),
    ("or", "something"),
    ("give", "or", "take"),
    ("give", "or", "take", "a", "year"),
    ("-", "ish"),
    ("ish",),
)
_AFTERTHOUGHT_HEDGE = (
    ("i", "think"),
    ("i", "believe"),
    ("i", "guess"),
    ("i", "suppose"),
    ("maybe",),
    ("probably",),
    ("if", "i", "remember", "right"),
    ("if", "i", "remember", "rightly"),
    ("if", "i", "remember", "correctly"),
    ("if", "i'm", "not", "mistaken"),
    ("or", "was", "it"),
)
_RELATIONS = (
    (("up", "until"), "until"),
    (("up", "till"), "until"),
    (("up", "to"), "until"),
    (("until",), "until"),
    (("till",), "until"),
    (("since",), "since"),
    (("ever", "since"), "since"),
    (("before",), "before"),
    (("prior", "to"), "before"),
    (("after",), "after"),
    (("following",), "after"),
    (("by", "the", "time"), "by"),
    (("by",), "by"),
    (("from",), "from"),
    (("between",), "between"),
    (("during",), "during"),
    (("throughout",), "during"),
    (("all", "through"), "during"),
)
_SOON = ("just", "right", "shortly", "soon", "straight", "immediately", "directly", "not", "long")
_NEAR_YEARS = 2
"""How far "just after the war" reaches. A guess."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Words in the shape of a date that cannot be one."""

    words: str
    first: int
    last: int
    """Character span in the text."""

    why: str
    """One sentence for a person."""


@dataclass(frozen=True, slots=True)
class Found:
    """What the dates in a text were read as."""

    dates: tuple[When, ...] = ()
    """In the order of the text; never overlapping."""

    refused: tuple[Refused, ...] = ()
    last: str = ""
    """EDTF of the date to which "three years later" would refer next."""


def find(text: str, back: Background) -> Found:
    """Read every date in `text`. Never raises; text beyond LONGEST_TEXT_CHARACTERS characters is not read."""
    line = tokens(text[:LONGEST_TEXT_CHARACTERS])
    scene = Scene(line, back, back.last)
    dates: list[When] = []
    refused: list[Refused] = []
    at = 0
    while at < len(line):
        read = _phrase(scene, at)
        if read is None:
            at += 1
            continue
        first, last = line[at].first, line[read.end - 1].last
        words = text[first:last]
        if isinstance(read, Nonsense):
            refused.append(Refused(words, first, last, read.why))
        else:
            dates.append(When(read.edtf, words, first, last, read.anchor, read.own))
            if _leads(read.edtf):
                scene = replace(scene, last=read.edtf.rstrip("?~%"))
        at = read.end
    return Found(tuple(dates), tuple(refused), scene.last)


def normalise(words: str, back: Background) -> When:
    """Read `words` as one date. Raises MemoryRefused where they are none, or more than one."""
    found = find(words, replace(back, sought=Sought.YEAR))
    if found.refused:
        raise MemoryRefused(
            f"“{words}” cannot be a date.", safe="Nothing was stored.", mend=found.refused[0].why
        )
    if len(found.dates) != 1:
        raise MemoryRefused(
            f"“{words}” is not one date.",
            safe="Nothing was stored.",
            mend="Say a day, a month, a year, an age or a season.",
        )
    return found.dates[0]


def _leads(edtf: str) -> bool:
    days = strict_bounds(edtf)
    return days.earliest != ALWAYS and days.latest != FOREVER


class _Before(NamedTuple):
    """What stands before a date: how sure, and how it relates."""

    mark: str
    end: int


def _phrase(scene: Scene, at: int) -> Reading:
    """Read one whole date phrase at `at`."""
    hedged = _hedge(scene, at)
    vague = _about(scene, hedged.end if hedged else at)
    start = vague or (hedged.end if hedged else at)
    read = _related(scene, start)
    if read is None or isinstance(read, Nonsense):
        return read
    edtf, end = read.edtf, read.end
    if vague:
        edtf = marked(edtf, "~")
    if hedged:
        edtf = marked(edtf, "?")
    if comma := scene.one_of(end, _AFTERTHOUGHT_ABOUT):
        edtf, end = marked(edtf, "~"), comma
    after = end + scene.says(end, ",")
    doubt = scene.one_of(after, _AFTERTHOUGHT_HEDGE)
    if doubt and scene.word(doubt)[:1] in {"", ".", ",", "?", "!", ";"}:
        edtf, end = (edtf if hedged else marked(edtf, "?")), doubt
    return Point(edtf, end, read.anchor, read.own)


def _hedge(scene: Scene, at: int) -> _Before | None:
    end = scene.one_of(at, _HEDGES)
    if not end:
        return None
    for _ in range(6):
        if scene.word(end) not in _FILLERS or scene.says(end, "the", "year"):
            break
        end += 1
    return _Before("?", end)


def _about(scene: Scene, at: int) -> int:
    end = scene.one_of(at, _ABOUT)
    if not end:
        return 0
    while scene.word(end) in {"in", "on"}:
        end += 1
    if scene.says(end, "the", "time") and scene.word(end + 2) in {"of", "when", "that"}:
        end += 3
    if cardinal(scene.line, end) and quantity(scene, end):
        return 0  # "about ten years later" is one quantity
    return end


def _related(scene: Scene, at: int) -> Reading:
    """Read a date with the relation in front of it, if there is one."""
    start = at
    soon = scene.word(start) in _SOON
    if scene.says(start, "not", "long"):
        start += 1
    start += soon
    for words, kind in _RELATIONS:
        if not scene.says(start, *words) or (soon and kind not in {"before", "after"}):
            continue
        if found := _placed(scene, start + len(words), kind, soon=soon):
            return found
    if soon:
        return None
    return _distant(scene, at) or _range(scene, at)


def _placed(scene: Scene, at: int, kind: str, *, soon: bool) -> Reading:
    if kind in {"from", "between"}:
        return _from_to(scene, at, kind)
    loose = _about(scene, at)
    read = _range(scene, loose or at)
    if read is None or isinstance(read, Nonsense) or kind == "during":
        return read
    days = strict_bounds(read.edtf)
    edtf = read.edtf
    if kind == "before" and days.earliest != ALWAYS:
        day = days.earliest - timedelta(days=1)
        edtf = spell(
            day.replace(year=day.year - _NEAR_YEARS, month=1, day=1) if soon else ALWAYS, day
        )
    elif kind == "after" and days.latest != FOREVER:
        day = days.latest + timedelta(days=1)
        edtf = spell(
            day, day.replace(year=day.year + _NEAR_YEARS, month=12, day=31) if soon else FOREVER
        )
    elif kind == "since":
        edtf = spell(days.earliest, FOREVER) if days.earliest != ALWAYS else edtf
    elif kind == "until" and _not_before(scene, at):
        pass  # "we didn't marry till 1950"
    elif kind in {"until", "by"}:
        edtf = spell(ALWAYS, days.latest) if days.latest != FOREVER else edtf
    if loose or soon:
        edtf = marked(edtf, "~")
    return Point(edtf, read.end, read.anchor)


def _not_before(scene: Scene, at: int) -> bool:
    """Does something happen only then: is its sentence denied up to `at`?"""
    while at > 0 and scene.word(at := at - 1) not in {".", ",", ";", "!", "?"}:
        if scene.word(at) in {"not", "never"} or scene.word(at).endswith("n't"):
            return True
    return False


def _distant(scene: Scene, at: int) -> Reading:
    """Read "two years before the war", "the summer after we married", "a year after that"."""
    much = quantity(scene, at)
    if not much:
        end = scene.one_of(at, (("the", "year"), ("the", "day"), ("the", "week"), ("the", "month")))
        much = Quantity(1, 1, scene.word(end - 1), end) if end else None
    if not much or scene.word(much.end) not in {"before", "after"}:
        return None
    read = _one(scene, much.end + 1)
    if not isinstance(read, Point):
        return read
    sign = 1 if scene.word(much.end) == "after" else -1
    days = strict_bounds(read.edtf)
    edge = days.latest if sign > 0 else days.earliest
    if edge in (ALWAYS, FOREVER):
        return None
    base = f"{edge.year}" if much.unit in {"year", "decade"} else edge.isoformat()
    edtf = shifted(base, much, sign)
    return Point(edtf, read.end, read.anchor or read.edtf) if edtf else None


def _from_to(scene: Scene, at: int, kind: str) -> Reading:
    """Read what follows "from" or "between"."""
    begin = _endpoint(scene, at, "")
    if begin is None or isinstance(begin, Nonsense):
        return begin
    links = {"to", "until", "till", "through", "-", "up"} if kind == "from" else {"and"}
    place = begin.end
    if scene.word(place) in links:
        place += 1 + scene.says(place, "up", "to") + scene.says(place, "up", "until")
        loose = _about(scene, place)
        end = _endpoint(scene, loose or place, begin.edtf)
        if end is not None:
            return _joined(begin, end)
    if kind == "from" and scene.word(place) in {"on", "onwards", "onward"}:
        days = strict_bounds(begin.edtf)
        return Point(spell(days.earliest, FOREVER), place + 1, begin.anchor)
    return begin if kind == "from" else None


def _range(scene: Scene, at: int) -> Reading:
    """Read a date, or two of them joined: "1942 to 1945", "1951 or '52", "1942-45"."""
    begin = _one(scene, at)
    if begin is None or isinstance(begin, Nonsense):
        if begin is None and scene.word(at) and _month_only(scene, at):
            return _from_to(scene, at, "from") if scene.word(at + 1) in {"to", "through"} else None
        return begin
    link = scene.word(begin.end)
    if scene.raw(begin.end) in {"—", "–"} and not touching(scene.line, begin.end):
        return begin  # a pause: "in 1948 — 1949, rather"
    if link in {"to", "-", "through", "until", "till"}:
        end = _endpoint(scene, begin.end + 1, begin.edtf)
        if (
            isinstance(end, Point)
            and _plain(begin.edtf)
            and strict_bounds(end.edtf) > strict_bounds(begin.edtf)
        ):
            return _joined(begin, end)
    if link in {"or", "and"} or scene.says(begin.end, ",", "or"):
        place = begin.end + 1 + (link == ",")
        hedge = scene.one_of(
            place, (("maybe",), ("perhaps",), ("possibly",), ("was", "it"), ("even",))
        )
        end = _endpoint(scene, hedge or place, begin.edtf)
        if isinstance(end, Point) and link != "and" and len(begin.edtf) == len(end.edtf) == 4:
            first, second = sorted((begin.edtf, end.edtf))
            if first != second:
                return Point(f"[{first},{second}]", end.end, begin.anchor)
        if isinstance(end, Point) and link != "and" and _plain(begin.edtf) and _plain(end.edtf):
            first, second = sorted((begin, end), key=lambda each: strict_bounds(each.edtf))
            return _joined(first, Point(second.edtf, end.end, second.anchor))
    return begin


def _plain(edtf: str) -> bool:
    return "/" not in edtf and "[" not in edtf


def _month_only(scene: Scene, at: int) -> bool:
    return scene.raw(at)[:1].isupper() and scene.word(at + 1) in {"to", "through"}


def _one(scene: Scene, at: int) -> Reading:
    """Read a single date of any kind."""
    if found := age(scene, at) or point(scene, at):
        return found
    if scene.says(at, "the") and (found := point(scene, at + 1)):
        return found
    if found := relation(scene, at):
        return found
    if (
        scene.says(at, "one")
        and isinstance(found := point(scene, at + 1), Point)
        and len(found.edtf) > 4
    ):
        return found  # "one October in 1952"
    if scene.says(at, "the", "year") and isinstance(found := point(scene, at + 2), Point):
        return found
    return None


def _endpoint(scene: Scene, at: int, partner: str) -> Reading:
    """Read one end of a range; a short year or a bare month leans on its partner."""
    at += scene.says(at, "in")
    if found := _one(scene, at):
        return found
    leaning = replace(
        scene, back=replace(scene.back, sought=Sought.YEAR), last=partner or scene.last
    )
    if partner and (found := _one(leaning, at)):
        return found
    if not partner:
        found = point(leaning, at)
        if (
            isinstance(found, Point)
            and begins(scene, at, found)
            and scene.word(found.end)
            in {
                "to",
                "until",
                "till",
                "and",
                "-",
                "through",
            }
        ):
            return found
        return _month_of_partner(scene, at)
    return None


def _month_of_partner(scene: Scene, at: int) -> Reading:
    """Read "June" in "from June to August 1952": the year stands at the other end."""
    if scene.word(at + 1) not in {"to", "until", "till", "through", "and", "-"}:
        return None
    other = point(scene, at + 2)
    if not isinstance(other, Point) or len(other.edtf) < 7 or not other.edtf[:4].isdigit():
        return None
    lent = point(replace(scene, last=other.edtf[:4], line=_with_in(scene, at)), 1)
    return Point(lent.edtf, at + 1) if isinstance(lent, Point) else None


def _with_in(scene: Scene, at: int) -> Line:
    """The month alone, as if somebody had said "in June"."""
    return (*tokens("in"), scene.line[at])


def _joined(begin: Reading, end: Reading) -> Reading:
    if isinstance(begin, Nonsense):
        return begin
    if isinstance(end, Nonsense):
        return end
    if begin is None or end is None:
        return None
    first, last = strict_bounds(begin.edtf), strict_bounds(end.edtf)
    if last.latest < first.earliest:
        return Nonsense(end.end, "That ends before it begins.")
    anchor = begin.anchor or end.anchor
    simple = all(
        _plain(each.edtf) and each.edtf[5:7] not in {"21", "22", "23", "24"}
        for each in (begin, end)
    )
    if simple and begin.edtf == end.edtf:
        return Point(begin.edtf, end.end, anchor)
    if simple and not any("X" in each.edtf for each in (begin, end)):
        return Point(f"{begin.edtf}/{end.edtf}", end.end, anchor)
    return Point(spell(first.earliest, last.latest), end.end, anchor)
