"""Dates told by an age: "when I was seven", "in my early twenties", "on my tenth birthday".

Without the narrator's birth nothing is worked out. With the year alone, an age spans two years:
somebody born in 1938 was seven from some day of 1945 to some day of 1946.
"""

from datetime import date, timedelta

from voice_agent.memory.dates.date_points import PARTS
from voice_agent.memory.dates.date_scene import (
    FUNCTION_WORDS,
    Nonsense,
    Point,
    Reading,
    Scene,
    Sought,
    counts,
    ends_phrase,
)
from voice_agent.memory.dates.number_words import DECADES, cardinal, hyphen, ordinal, wordset
from voice_agent.memory.dates.when import Bounds, bounds, marked, spell, strict_bounds

OLDEST = 122
"""Years; nobody is known to have grown older (Jeanne Calment, 1875-1997)."""

LIFE_STAGES: dict[str, tuple[int, int]] = {
    "baby": (0, 2),
    "infant": (0, 2),
    "toddler": (1, 3),
    "child": (3, 12),
    "kid": (3, 12),
    "boy": (4, 13),
    "girl": (4, 13),
    "lad": (4, 15),
    "lass": (4, 15),
    "youngster": (4, 15),
    "schoolboy": (6, 16),
    "schoolgirl": (6, 16),
    "teenager": (13, 19),
    "adolescent": (12, 18),
    "little": (3, 10),
    "small": (3, 10),
    "childhood": (3, 12),
    "boyhood": (4, 13),
    "girlhood": (4, 13),
    "teens": (13, 19),
}
"""Ages in years, first and last. Where the edges lie is a guess, so the dates are approximate."""

_HEDGES = wordset(
    "about around only just barely nearly almost maybe perhaps roughly still probably like already not"
    " quite exactly"
)
_LOOSE = wordset("about around nearly almost maybe perhaps roughly probably like")
_OURS = wordset("i we i'd we'd i've we've i'm")
_THEIRS = wordset("he she they he'd she'd they'd who")
_SMALL = wordset(
    "i must might would could have been be had say think guess suppose reckon , turned age of me see let"
)
_STOPS = frozenset(".!?;") | {""}
_ADJECTIVES = wordset("small little young tiny wee growing mere")


def age(scene: Scene, at: int) -> Reading:
    """Read a date told by somebody's age at `at`."""
    for reader in (_was, _was_inverted, _at_age, _birthday, _decade_of_life, _stage, _asked):
        if found := reader(scene, at):
            return found
    return None


def _was(scene: Scene, at: int) -> Reading:
    """Read "when I was seven", "I turned twenty-one", "by the time Tom was five"."""
    year = scene.one_of(at, (("the", "year"), ("the", "year", "that"), ("the", "year", "when")))
    start = year or at + scene.says(at, "when")
    whose = _who(scene, start)
    if not whose:
        return None
    key, verb = whose
    turned = scene.word(verb) in {"turned", "reached", "hit"}
    if scene.says(verb, "'d", "just", "turned") or scene.says(verb, "had", "just", "turned"):
        verb, turned = verb + 2, True
    if year and not turned:
        return None
    if not turned and scene.word(verb) not in {"was", "were"}:
        return None
    verb += 1
    if scene.says(verb, "just", "turned") or scene.says(verb, "about", "to", "turn"):
        verb += 2 if scene.word(verb) == "just" else 3
        turned = True
    loose = False
    while scene.word(verb) in _HEDGES:
        loose = loose or scene.word(verb) in _LOOSE
        verb += 1
    found = cardinal(scene.line, verb)
    if not found:
        return None
    end = found.end
    end = scene.one_of(end, (("and", "a", "half"), ("and", "a", "quarter"))) or end
    if scene.says(end, "or") and (other := cardinal(scene.line, end + 1)):
        end, loose = other.end, True
    elif scene.says(end, "or", "so"):
        end, loose = end + 2, True
    if old := scene.one_of(end, (("years", "old"), ("years", "of", "age"), ("year", "old"))):
        end = old
    elif not ends_phrase(scene, end) and (
        at == start or counts(scene, end) or scene.word(end) == "of"
    ):
        return None  # "I was ten feet away"; but "when I was ten lightning struck the barn"
    if not old and at == start and not turned and not _told_as_age(scene, start, end, found.value):
        return None
    read = _dated(scene, key, found.value, end, birthday=turned, loose=loose)
    if year and isinstance(read, Point):
        # "the year I turned fourteen" is all of that year, not the birthday in it
        days = strict_bounds(read.edtf)
        whole = spell(date(days.earliest.year, 1, 1), date(days.latest.year, 12, 31))
        return Point(marked(whole, "~") if loose else whole, end, read.anchor)
    return read


def _was_inverted(scene: Scene, at: int) -> Reading:
    """Read "thirty-four I was"."""
    found = cardinal(scene.line, at)
    if not found or found.value < 3 or scene.word(at - 1).isalnum():
        return None
    end = found.end + scene.says(found.end, ",")
    if scene.word(end) != "i" or scene.word(end + 1) not in {"was", "were"}:
        return None
    if scene.word(end + 2) not in _STOPS | {",", "then", "when", "at"}:
        return None
    return _dated(scene, "", found.value, end + 2, birthday=False, loose=False)


def _asked(scene: Scene, at: int) -> Reading:
    """Read the bare number that answers "how old were you?"; nothing but small words before it in its sentence."""
    if scene.back.sought is not Sought.AGE:
        return None
    start, loose = at, False
    while scene.word(start) in _HEDGES:
        loose = loose or scene.word(start) in _LOOSE
        start += 1
    found = cardinal(scene.line, start)
    if not found or not found.value or not ends_phrase(scene, found.end):
        return None
    place = at - 1
    while scene.word(place) not in _STOPS:
        text = scene.word(place)
        if text in _THEIRS or text not in FUNCTION_WORDS | _HEDGES | _SMALL:
            return None
        loose = loose or text in _LOOSE
        place -= 1
    return _dated(scene, "", found.value, found.end, birthday=False, loose=loose)


def _told_as_age(scene: Scene, start: int, end: int, value: int) -> bool:
    """ "I was twelve" is an age; "I was one of the first" and "it was ten" are not."""
    if scene.word(start) not in {"i", "we"} or value < 3:
        return False
    return scene.word(end) not in {"to", "out", "short"} and not scene.says(end, "-")


def _who(scene: Scene, at: int) -> tuple[str, int] | None:
    """Return whose age it is, as `Background.births` names them ("" for the narrator), and the verb."""
    if scene.word(at) in {"i", "we"}:
        return "", at + 1
    if scene.says(at, "i'd"):
        return ("", at + 2) if scene.says(at + 1, "just", "turned") else None
    start = at + (scene.word(at) in {"my", "our", "little"})
    name = scene.word(start)
    return (name, start + 1) if name in scene.back.births else None


def _at_age(scene: Scene, at: int) -> Reading:
    """Read "at the age of twelve", "at age 12", "aged twelve", "at seventeen"."""
    start = scene.one_of(
        at, (("at", "the", "age", "of"), ("at", "age"), ("aged",), ("the", "age", "of"))
    )
    plain = not start and scene.says(at, "at")
    start = start or (at + 1 if plain else 0)
    if not start:
        return None
    loose = scene.word(start) in _LOOSE
    start += loose
    found = cardinal(scene.line, start)
    if not found or (plain and found.value < 13):
        return None  # at seven o'clock
    if not ends_phrase(scene, found.end) or scene.word(found.end) in {":", "-", "%"}:
        return None
    if plain and scene.word(start)[0].isdecimal():
        return None  # at 30 degrees, at 17 Elm Street
    if not _narrators(scene, at, found.end):
        return None
    return _dated(scene, "", found.value, found.end, birthday=False, loose=loose)


def _narrators(scene: Scene, at: int, end: int) -> bool:
    """Is the age between `at` and `end` the narrator's own, and not "she died at the age of ninety"?

    The nearest subject pronoun before it in the sentence decides, else the first one after it.
    """
    place = at - 1
    named = False
    while place >= 0 and scene.word(place) not in _STOPS:
        text = scene.word(place)
        if text in _OURS or text in _THEIRS:
            return text in _OURS
        named = named or (scene.raw(place)[0].isupper() and scene.word(place - 1) not in _STOPS)
        named = named or (scene.word(place - 1) in {"my", "our", "the"} and text.isalpha())
        place -= 1
    if named:
        return False
    while scene.word(end) and scene.word(end) not in _STOPS:
        if scene.word(end) in _OURS or scene.word(end) in _THEIRS:
            return scene.word(end) in _OURS
        end += 1
    return True


def _birthday(scene: Scene, at: int) -> Reading:
    """Read "my tenth birthday"."""
    if not scene.says(at, "my"):
        return None
    found = ordinal(scene.line, at + 1)
    if not found or not scene.says(found.end, "birthday"):
        return None
    return _dated(scene, "", found.value, found.end + 1, birthday=True, loose=False)


def _decade_of_life(scene: Scene, at: int) -> Reading:
    """Read "in my twenties", "in my late teens", "my early thirties"."""
    born = scene.born
    if not born or not scene.says(at, "my"):
        return None
    place, third = at + 1, -1
    if scene.word(place) in PARTS:
        third = PARTS[scene.word(place)]
        place = hyphen(scene.line, place + 1)
    text = scene.word(place)
    if text in {"teens", "childhood", "boyhood", "girlhood"}:
        first, last = LIFE_STAGES[text]
    elif text in DECADES:
        first = DECADES[text]
        last = first + 9
    else:
        return None
    if third >= 0:
        length = last - first + 1
        edges = (0, round(length * 0.4), round(length * 0.7), length)
        first, last = first + edges[third], first + edges[third + 1] - 1
    return _span(scene, born, first, last, place + 1, loose=text not in DECADES)


def _stage(scene: Scene, at: int) -> Reading:
    """Read "when I was a little girl", "as a child", "when I was small", "during my childhood"."""
    born = scene.born
    if not born:
        return None
    start = scene.one_of(at, (("when", "i", "was"), ("when", "we", "were"), ("as",)))
    if not start:
        return None
    article = scene.word(start) in {"a", "an", "just"}
    while scene.word(start) in {"a", "an", "just", "still", "only", "very"}:
        start += 1
    while scene.word(start) in _ADJECTIVES and scene.word(start + 1) in LIFE_STAGES:
        start += 1
    text = scene.word(start).removesuffix("s") if not article else scene.word(start)
    text = "child" if scene.word(start) == "children" else text
    if text not in LIFE_STAGES or text in {"childhood", "teens"}:
        return None
    if scene.says(at, "as"):
        if not article or text in {"little", "small"}:
            return None  # as small as a mouse
        if not _narrators(scene, at, start + 1):
            return None
    first, last = LIFE_STAGES[text]
    return _span(scene, born, first, last, start + 1, loose=True)


def _dated(scene: Scene, key: str, years: int, end: int, *, birthday: bool, loose: bool) -> Reading:
    born = bounds(scene.back.births[key]) if key else scene.born
    if years > OLDEST:
        return Nonsense(end, "Nobody has ever been that old.")
    if not born:
        return None
    if birthday:
        edtf = spell(_add(born.earliest, years), _add(born.latest, years))
        if _add(born.earliest, years) > scene.back.told:
            return Nonsense(end, "That birthday has not come yet.")
        whose = "born" if not key else f"{key} born"
        return Point(
            marked(edtf, "~") if loose else edtf,
            end,
            f"{whose} {scene.back.births.get(key) or scene.back.birth}",
        )
    return _span(scene, born, years, years, end, loose=loose, key=key)


def _span(
    scene: Scene, born: Bounds, first: int, last: int, end: int, *, loose: bool, key: str = ""
) -> Reading:
    begin = _add(born.earliest, first)
    if begin > scene.back.told:
        return Nonsense(end, "That age has not come yet.")
    end_of = _add(born.latest, last + 1) - timedelta(days=1)
    if (born.latest.month, born.latest.day) == (12, 31):  # known to the year: so are the ages
        end_of = date(end_of.year, 12, 31)
    edtf = spell(begin, end_of)
    whose = f"{key} born {scene.back.births[key]}" if key else f"born {scene.back.birth}"
    return Point(marked(edtf, "~") if loose else edtf, end, whose)


def _add(day: date, years: int) -> date:
    """The same day `years` later; 29 February becomes 1 March."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 3, 1)
