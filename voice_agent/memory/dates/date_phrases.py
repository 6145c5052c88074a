"""Whole date phrases: how sure a date is, how what is told relates to it, and the date itself. Pure."""

from datetime import timedelta
from typing import NamedTuple

from voice_agent.memory.dates.date_ranges import about, date_range, distant, from_to
from voice_agent.memory.dates.date_scene import Nonsense, Point, Reading, Scene
from voice_agent.memory.dates.number_words import wordset
from voice_agent.memory.dates.when import ALWAYS, FOREVER, marked, spell, strict_bounds

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


class _Before(NamedTuple):
    """What stands before a date: how sure, and how it relates."""

    mark: str
    end: int


def date_phrase(scene: Scene, at: int) -> Reading:
    """Read one whole date phrase at `at`."""
    hedged = _hedge(scene, at)
    vague = about(scene, hedged.end if hedged else at)
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
    return distant(scene, at) or date_range(scene, at)


def _placed(scene: Scene, at: int, kind: str, *, soon: bool) -> Reading:
    if kind in {"from", "between"}:
        return from_to(scene, at, kind)
    loose = about(scene, at)
    read = date_range(scene, loose or at)
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
