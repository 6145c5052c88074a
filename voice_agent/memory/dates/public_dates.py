"""Dates told by what everybody remembers: "during the war", "when Kennedy was shot". Pure."""

from datetime import timedelta

from voice_agent.memory.dates import anchors, offices
from voice_agent.memory.dates.date_scene import Point, Reading, Scene
from voice_agent.memory.dates.number_words import wordset
from voice_agent.memory.dates.when import marked, spell, strict_bounds

_NAMED_ONLY_AFTER = wordset(
    "during in before after since until till through throughout by of when just around at"
)


def public(scene: Scene, at: int) -> Reading:
    """Read "during the war", "when Kennedy was shot", "the end of the war", "when Truman was president"."""
    born = scene.born.earliest.year if scene.born else 0
    for name, edtf, end in offices.office(scene.line, at):
        return Point(edtf, end, name)
    edge = ""
    place = at
    opening = (
        (("the", "outbreak", "of"), "begin"),
        (("the", "beginning", "of"), "begin"),
        (("the", "start", "of"), "begin"),
        (("the", "first", "year", "of"), "first year"),
        (("the", "middle", "of"), "middle"),
        (("the", "last", "year", "of"), "last year"),
        (("the", "end", "of"), "end"),
        (("the", "night", "of"), ""),
        (("the", "day", "of"), ""),
        (("the", "year", "of"), ""),
        (("the", "time", "of"), ""),
        (("the", "days", "of"), ""),
    )
    for words, which in opening:
        if scene.says(at, *words):
            edge, place = which, at + len(words)
    found = anchors.at(
        scene.line, place, country=scene.back.country, born=born, told=scene.back.told.year
    )
    if not found:
        return None
    anchor, end = found
    said = [scene.word(step) for step in range(place, end)]
    clause = any(verb in said for verb in _VERBS)
    closing = {"broke", "started", "began", "came", "ended", "finished", "was", "is"}
    if not clause and scene.word(end) in closing:
        edge, end = _verb(scene, end, edge)
    bare = not clause and place == at and not edge and scene.word(at - 1) not in _NAMED_ONLY_AFTER
    if bare and said[-1] not in {"years", "day", "eleven", "11"}:
        return None  # "he talked about the war" dates nothing
    return Point(_edge(anchor.edtf, edge), end, anchor.name)


_VERBS = wordset(
    "was died shot killed landed walked resigned came fell went built crowned abdicated won dropped bombed"
    " launched exploded married orbited put gave"
)


def _verb(scene: Scene, at: int, edge: str) -> tuple[str, int]:
    """Read what happened to a war: "broke out", "was over"."""
    if end := scene.one_of(
        at, (("broke", "out"), ("started",), ("began",), ("came", "along"), ("came",))
    ):
        return "begin", end
    over = (("ended",), ("finished",), ("was", "over"), ("was", "won"), ("came", "to", "an", "end"))
    if end := scene.one_of(at, (*over, ("is", "over"), ("was", "finally", "over"))):
        return "end", end
    if end := scene.one_of(at, (("was", "on"), ("was", "going", "on"), ("was", "still", "on"))):
        return edge, end
    return edge, at


def _edge(edtf: str, edge: str) -> str:
    """The day a long event began or ended, or its first or last year."""
    if not edge or "/" not in edtf:
        return edtf
    begin, end = edtf.split("/")
    days = strict_bounds(edtf)
    if edge == "begin":
        return begin
    if edge == "end":
        return end
    if edge == "middle":
        third = timedelta(days=days.days // 3)
        return marked(spell(days.earliest + third, days.latest - third), "~")
    return f"{(days.earliest if edge == 'first year' else days.latest).year}"
