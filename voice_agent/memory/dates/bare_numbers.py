"""Numbers that could be years: which of them are none, by what stands around them and by what was asked.

"It cost nineteen fifty", "she was in thirty-four", "thirty-four I was" and "the forty-eighth" are none; "in fifty-two"
is one, and "fifty-two" where a year was asked for or is put right. Where it cannot be told, it is none.
"""

from voice_agent.memory.dates.date_scene import (
    MEASURES,
    Point,
    Scene,
    Sought,
    compounded,
    counts,
    ends_phrase,
)
from voice_agent.memory.dates.number_words import NUMERALS, Number, cardinal, full_year, wordset

_STREETS = wordset(
    "street st avenue ave road rd drive lane boulevard blvd court place way terrace close crescent gardens"
    " square row grove hill buildings mansions walk mews parade cottages"
)
_ALSO_DEEDS = wordset("drive court place way close square row hill buildings walk parade st")
"""Streets by their capital alone."""

NUMBERED = wordset(
    "$ £ € # number numbers no nos route highway room rooms flight apartment apt box lot page chapter extension"
    " channel flat house ward platform bus tram bed locker cell hymn psalm verse plot unit gate seat table"
)
"""Before the number of a thing: "room 1952"."""

_PRICED = wordset(
    "cost costs costing paid pay pays paying earned earning weighed weighing owed owing spent spending fetched"
    " charged worth measured scored saved lent borrowed won lost took takes lasted for"
)
"""Before a sum, a weight or a score: "it cost nineteen fifty"."""

_CALLED = wordset("number numbers")
IN_A_YEAR = wordset("in since until till by during before after from around about circa")
"""Before a year said whole, whatever noun comes next: "in 1952 people were poor"."""

_DWELT = wordset("live lives lived living lodge lodged stay stayed staying slept sat")
_PUT = wordset("put puts laid left kept sat")
"""Before "in" these say where somebody is or is put."""

_SOMEBODY = wordset("i he she we you they who i'd he'd she'd we'd they'd i've we've they've")
_ONE = wordset("i he she you i'd he'd she'd i've i'm he's she's who")
"""Subjects; of one person an age may be told."""

_BE = wordset("was were is are am be been being wasn't weren't isn't 'm 's")
_MODALS = wordset(
    "should must might would could will may have has had ought to not never all really"
)
_IT = wordset("it that this these year years it's it'd that's that'd 'twas")
"""What is said to be a year."""

_SAYING = wordset(
    "say says said saying tell told gave give meant mean think thought guess guessed suppose believe reckon make"
    " made put got called maybe perhaps probably possibly around roughly circa early late mid year been be sorry"
    " wait rather hmm um er erm oh ah hm nope sure certain definitely must have than later"
)
"""What may stand just before a year that answers or puts right."""

_LIMITS = wordset("since until till by")
_JOINING = wordset("to and or through -")
TIMES = wordset("back year spring summer autumn fall winter christmas easter end start beginning")
"""Before "of fifty-two"."""

_ANSWERING = wordset(
    "no yes yeah well so but then not just right actually now as for you it's that"
)


def numbers_a_thing(scene: Scene, at: int, end: int) -> bool:
    """Does a year by its form say how many, how much, at what time or behind which door?"""
    before, after = scene.word(at - 1), scene.word(end)
    if before in NUMBERED | _PRICED | {"at"} or after in MEASURES | {"%", "'s"}:
        return True
    if any(scene.word(x).isdecimal() and not full_year(scene.line, x) for x in (at - 1, end)):
        return True  # 1952 4471
    if compounded(scene, end) or in_a_street(scene, end) or _number_of(scene, at):
        return True
    return before not in IN_A_YEAR and counts(scene, end)


def _number_of(scene: Scene, at: int) -> bool:
    """Does a number stand for one: "our number was Whitehall | 1952", but not "my number came up in | 1952"?"""
    before = [scene.word(each) for each in range(max(0, at - 4), at)]
    return bool(_CALLED.intersection(before)) and not IN_A_YEAR.intersection(before)


def in_a_street(scene: Scene, at: int) -> bool:
    """Read "Elm Street" and ", Station Road" at `at`."""
    at += scene.says(at, ",")
    if not scene.raw(at)[:1].isupper() or scene.word(at) in _SOMEBODY:
        return False
    return any(
        scene.word(place) in _STREETS
        and (scene.raw(place)[:1].isupper() or scene.word(place) not in _ALSO_DEEDS)
        for place in (at + 1, at + 2)
    )


def told_as_year(scene: Scene, at: int, found: Number) -> bool:
    """ "In fifty-two", "the summer of fifty-two", "since forty-eight": not a house, an age or one of two centuries."""
    before = scene.word(at - 1)
    if found.end - at < 2 or scene.word(at)[:1].isdecimal() or _of_either(scene, found):
        return False
    if before == "of":
        return scene.word(at - 2) in TIMES
    if before == "in":
        return not _stays(scene, at - 2)
    return before in _LIMITS and not _by_then(scene, found.end)


def _by_then(scene: Scene, end: int) -> bool:
    """May the number before `end` be an age: "until sixty-five | he worked"?"""
    return scene.word(end + scene.says(end, ",")) in _ONE


def begins(scene: Scene, at: int, found: Point) -> bool:
    """Can `found`, after "from" or "between", be the first year of two, and not of weights, ages or counts?"""
    lead = scene.word(at - 2)
    if lead in _PRICED or (lead in _BE and not _of_it(scene, at - 3)):
        return False
    spelled = found.end - at >= 2 and not scene.word(at).isdecimal()
    return spelled or scene.back.sought is Sought.YEAR


def _of_either(scene: Scene, found: Number) -> bool:
    """Can a short year be of this century as well as of the last: "twenty-two"?"""
    return found.value >= 2020 and found.value <= scene.back.told.year


def _stays(scene: Scene, at: int) -> bool:
    """Does what ends at `at` say where somebody is: "he was | in forty-two", "they put me | in thirty-four"?"""
    if scene.word(at) in {"me", "him", "her", "us", "them"}:
        return scene.word(at - 1) in _PUT
    return scene.word(at) in _DWELT or (scene.word(at) in _BE and scene.word(at - 1) in _SOMEBODY)


def answers(scene: Scene, at: int, found: Number) -> bool:
    """Is it the answer to a question for a year, or what puts one right: "no, fifty-one", "it were 52"?"""
    if scene.back.sought is not Sought.YEAR or _of_either(scene, found):
        return False
    if _said_of_somebody(scene, found.end):
        return False  # "thirty-four I was"
    other = cardinal(scene.line, found.end + 1) if scene.word(found.end) in _JOINING else None
    if other and not ends_phrase(scene, other.end):
        return False  # forty or fifty hens
    if other and other.value <= 12 and scene.says(found.end, "to"):
        return False  # twenty-seven to six
    return _leads_to_year(scene, at - 1, found.end)


def of_it(scene: Scene, at: int, end: int) -> bool:
    """ "It was '64 up our way"; and "it were forty-seven we were wed", where a year is put right."""
    if not (scene.word(at - 1) in _BE and scene.word(at - 2) in _IT):
        return False
    told = scene.word(end) in _SOMEBODY | {"when", "that"}
    return scene.word(at) == "'" or (told and scene.back.sought is Sought.YEAR)


def _leads_to_year(scene: Scene, place: int, end: int) -> bool:
    """Do the words up to `place` leave room for a year that was asked for?"""
    while scene.word(place) in {"about", "around", "maybe", "perhaps", "like", "not"}:
        place -= 1
    before = scene.word(place)
    if before in _BE:
        return _of_it(scene, place - 1)
    if before in _JOINING and _number_ends(scene, place - 1):
        place -= 1
        while _number_ends(scene, place) or (scene.word(place) == "-" and place > 0):
            if full_year(scene.line, place):
                return True
            place -= 1
        return _leads_to_year(scene, place, end)
    if before in _JOINING:
        return not scene.word(place - 1)[:1].isalpha() or scene.word(place - 1) in _SAYING
    if before in _LIMITS:
        return not _by_then(scene, end)
    if not before or before in _SAYING | _IT | {"in", "of", "from", "between"}:
        return not (before == "in" and _stays(scene, place - 1))
    if before[0].isalnum():
        return before in _ANSWERING
    return before in {".", ",", ";", "?", "!", "…", "(", '"', "“"}


def _number_ends(scene: Scene, at: int) -> bool:
    return scene.word(at).isdecimal() or scene.word(at) in NUMERALS


def _of_it(scene: Scene, at: int) -> bool:
    """Is the subject of a verb just after `at` "it" or nothing: "that should have | been fifty-two"?"""
    while scene.word(at) in _MODALS:
        at -= 1
    return scene.word(at) in _IT or not scene.word(at)[:1].isalnum()


def _said_of_somebody(scene: Scene, at: int) -> bool:
    """Do "I was", "she'd have been" follow a number: "thirty-four I was"?"""
    at += scene.says(at, ",")
    who = scene.word(at)
    return (
        who in _SOMEBODY
        and (who.endswith(("'d", "'m")) or scene.word(at + 1) in _BE | {"would", "must", "might"})
        and not scene.word(at + 2).isalpha()
    )
