"""Two dates joined into one, "1942 to 1945", "from June to August 1952", and a single date of any kind. Pure."""

from dataclasses import replace

from voice_agent.memory.dates.bare_numbers import begins
from voice_agent.memory.dates.date_ages import age
from voice_agent.memory.dates.date_points import point
from voice_agent.memory.dates.date_relations import relation
from voice_agent.memory.dates.date_scene import Nonsense, Point, Reading, Scene, Sought
from voice_agent.memory.dates.number_words import Line, cardinal, tokens, touching
from voice_agent.memory.dates.quantities import Quantity, quantity, shifted
from voice_agent.memory.dates.when import ALWAYS, FOREVER, spell, strict_bounds

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


def about(scene: Scene, at: int) -> int:
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


def distant(scene: Scene, at: int) -> Reading:
    """Read "two years before the war", "the summer after we married", "a year after that"."""
    much = quantity(scene, at)
    if not much:
        end = scene.one_of(at, (("the", "year"), ("the", "day"), ("the", "week"), ("the", "month")))
        much = Quantity(1, 1, scene.word(end - 1), end) if end else None
    if not much or scene.word(much.end) not in {"before", "after"}:
        return None
    read = one_date(scene, much.end + 1)
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


def from_to(scene: Scene, at: int, kind: str) -> Reading:
    """Read what follows "from" or "between"."""
    begin = _endpoint(scene, at, "")
    if begin is None or isinstance(begin, Nonsense):
        return begin
    links = {"to", "until", "till", "through", "-", "up"} if kind == "from" else {"and"}
    place = begin.end
    if scene.word(place) in links:
        place += 1 + scene.says(place, "up", "to") + scene.says(place, "up", "until")
        loose = about(scene, place)
        end = _endpoint(scene, loose or place, begin.edtf)
        if end is not None:
            return _joined(begin, end)
    if kind == "from" and scene.word(place) in {"on", "onwards", "onward"}:
        days = strict_bounds(begin.edtf)
        return Point(spell(days.earliest, FOREVER), place + 1, begin.anchor)
    return begin if kind == "from" else None


def date_range(scene: Scene, at: int) -> Reading:
    """Read a date, or two of them joined: "1942 to 1945", "1951 or '52", "1942-45"."""
    begin = one_date(scene, at)
    if begin is None or isinstance(begin, Nonsense):
        if begin is None and scene.word(at) and _month_only(scene, at):
            return from_to(scene, at, "from") if scene.word(at + 1) in {"to", "through"} else None
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


def one_date(scene: Scene, at: int) -> Reading:
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
    if found := one_date(scene, at):
        return found
    leaning = replace(
        scene, back=replace(scene.back, sought=Sought.YEAR), last=partner or scene.last
    )
    if partner and (found := one_date(leaning, at)):
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
