"""Where it was: names of places, and the places every life has ("at the mill", "on the farm")."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from voice_agent.memory.dates.number_words import wordset
from voice_agent.memory.people.nicknames import known_given
from voice_agent.memory.reading import Named, NameKind


class NamedPlace(NamedTuple):
    """A place and where its words stand in the text."""

    first: int
    last: int


_NOUNS = wordset(
    "farm farmhouse mill factory plant foundry mine pit quarry shipyard dockyard docks station depot shop store"
    " bakery dairy bank office post-office school schoolhouse college university church chapel cathedral"
    " synagogue temple hospital infirmary hotel inn tavern pub bar restaurant cafe diner theater theatre cinema"
    " library museum park beach lake river creek pond sea seaside ocean island mountain mountains hill hills"
    " woods forest valley village town city county country countryside fairground fairgrounds fair circus"
    " cottage apartment flat house barn stable garage cellar basement attic kitchen porch yard garden orchard"
    " field fields camp barracks base prison courthouse town-hall hall ballroom dancehall market harbor harbour"
    " port pier bridge railway border front trenches orphanage convent monastery cemetery graveyard boardinghouse"
    " dormitory laundry cannery sawmill steelworks brewery ranch reservation"
)
_TAILS = (
    r"Street|St|Avenue|Ave|Road|Rd|Lane|Drive|River|Creek|Lake|County|Township|Island|Beach|Mountain|Hill"
    r"|Hills|Valley|Park|Square|School|High|College|University|Academy|Church|Chapel|Cathedral|Hospital|Hotel|Inn|Mill"
    r"|Mills|Plant|Works|Farm|Station|Bridge|Bay|Falls|Springs|Harbor|Harbour|Hall|Theater|Theatre|Ballroom|Heights|Creek"
)
_PREPOSITION = (
    r"\b(?:work(?:ed|ing)? for|job with|in|at|to|from|near|outside|around|into|through|across|toward|towards|over in|over to|back to|up in"
    r"|down in|out in|out at|down at|by|on|of|behind|beside|off)"
)
_COMMON = re.compile(
    rf"{_PREPOSITION}\s+(?P<place>(?:the|a|an|our|my|his|her|their|that|this|Grandma's|Grandpa's|\w+'s)\s+"
    r"(?:[\w'’-]+\s+){0,3}?(?P<noun>[a-z][\w-]+))(?P<of>\s+(?:of|in|on|at|near|by)\s+(?:the\s+)?[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+)*)?",
)
_CAPITAL = re.compile(
    r"\b(?P<before>work(?:ed|ing)? for|in|at|near|to|from|outside|into|around|through)\s+(?:old\s+|the\s+)?(?P<place>[A-Z][\w’-]+(?:\s+[A-Z][\w’-]+)*)(?!['’]s\s+[a-z])"
)
_INSIDE = wordset("in near outside")
_MOTION = re.compile(
    r"\b(?:went|moved?|moving|came|come|coming|drove|driving|back|up|down|over|out|home|trip|way|train|sailed|flew|rode"
    r"|ride|return\w*|travel\w*|journey|bus|road|miles?|far|hails?|sent|took|left|bound|headed|set|emigrated|walked|live\w*|alone)\b(?:\W+\w+){0,3}\W*$",
    re.IGNORECASE,
)
_WORK_AT = re.compile(
    r"\b(?:work\w*|job|hired|employed|clerk\w*|position|on)\s+(?:at|for|with|by)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_NOT_PLACES = wordset(
    "i january february march april may june july august september october november december monday tuesday"
    " wednesday thursday friday saturday sunday christmas easter thanksgiving whitsun halloween english german"
    " french italian polish russian irish mr mrs miss ms dr father mother sister brother uncle aunt cousin mum mom"
    " dad ma pa mama papa grandma grandpa granny nana grandad god lord jesus heaven"
)
_BARE = re.compile(
    r"\b(?:in|at|to)\s+(?P<place>town|school|church|college|hospital|sea|camp)\b(?!\s*(?:bus|teacher|uniform))"
)
_NAMED_TAIL = re.compile(
    rf"\b(?P<place>(?:St\.?\s+|Saint\s+|Mount\s+|Fort\s+|Lake\s+)?(?:[A-Z][\w'’-]+\s+)+(?:{_TAILS}))\b(?!')"
)
_SAINT = re.compile(
    r"\b(?P<place>(?:St\.?|Saint|Fort|Mount|Camp|Lake|New|North|South|East|West|Port|San|Santa|Los)\s+[A-Z][\w’']+(?:\s+(?:church|school|chapel|hospital))?)"
)
_AFTER_PLACE_WORD = re.compile(rf"{_PREPOSITION}\s+(?:the\s+|old\s+)?$", re.IGNORECASE)
_TO_PEOPLE = re.compile(
    r"\b(?:wrote|talked|spoke|married|engaged|listened|letter|letters|said|introduced|present|gift|news|word|by)\s+(?:to|from|of|by)\s+$",
    re.IGNORECASE,
)


def places(text: str, names: Sequence[Named], dates: Sequence[tuple[int, int]]) -> list[NamedPlace]:
    """Return the places named in `text`, in order and not overlapping. `dates` are no places."""
    found: list[NamedPlace] = []
    for pattern in (_NAMED_TAIL, _SAINT):
        for each in pattern.finditer(text):
            if pattern is _NAMED_TAIL or _AFTER_PLACE_WORD.search(text[: each.start()]):
                found.append(NamedPlace(each.start("place"), each.end("place")))
    for each in names:
        if is_place(text, each):
            found.append(NamedPlace(each.first, each.last))
    for each in _COMMON.finditer(text):
        noun = each["noun"].lower()
        if noun in _NOUNS or noun.removesuffix("s") in _NOUNS:
            end = each.end("of") if each["of"] else _compound(text, each.end("place"))
            found.append(NamedPlace(each.start("place"), end))
    for each in _CAPITAL.finditer(text):
        first = each["place"].split()[0].lower()
        named = any(
            name.kind is NameKind.PERSON and name.first <= each.start("place") < name.last
            for name in names
        )
        loose = each["before"] in {"to", "from"} and not _MOTION.search(text[: each.start()])
        person = (named or loose or known_given(first)) and each["before"] not in _INSIDE
        if first not in _NOT_PLACES and not person:
            found.append(NamedPlace(each.start("place"), each.end("place")))
    for each in _BARE.finditer(text):
        found.append(NamedPlace(each.start("place"), each.end("place")))
    return _longest(found, dates)


def _compound(text: str, end: int) -> int:
    """Take in the rest of a compound: "the county fair" is no county."""
    while following := re.match(r"\s+([a-z-]+)\b", text[end:]):
        if following[1] not in _NOUNS:
            break
        end += following.end()
    return end


def called_as_place(name: str) -> bool:
    """Is it a street, a mill, a river by its last word, and not Tom Hill?"""
    found = _NAMED_TAIL.fullmatch(name)
    return found is not None and not known_given(name.split()[0])


def is_place(text: str, name: Named) -> bool:
    """Is this name a place here? "In Dayton" is; "a letter from Rose" is not."""
    before = text[: name.first]
    if _TO_PEOPLE.search(before):
        return name.kind is NameKind.PLACE and not known_given(name.text.split()[0])
    if name.kind is NameKind.PLACE:
        person = known_given(name.text) and not re.search(r"(?i)\b(?:in|at|near)\s+$", before)
        return not person
    if name.kind is NameKind.GROUP and _WORK_AT.search(before):
        return True
    if name.kind is NameKind.PERSON and not known_given(name.text.split()[0]):
        bound = re.search(
            r"(?i)\b(?:to|into|through|left for|bound for|set out for|headed for)\s+$", before
        ) and _MOTION.search(before[:-3])
        if bound or _WORK_AT.search(before):
            return True
    if name.kind is NameKind.GROUP or not known_given(name.text.split()[0]):
        return re.search(
            r"(?i)\b(?:in|near|outside|to|into|through|from|around)\s+$", before
        ) is not None and (
            name.kind is NameKind.GROUP
            or re.search(r"(?i)\b(?:in|near|outside)\s+$", before) is not None
        )
    return re.search(r"(?i)\b(?:in|near|outside)\s+$", before) is not None


def _longest(found: list[NamedPlace], dates: Sequence[tuple[int, int]]) -> list[NamedPlace]:
    kept: list[NamedPlace] = []
    for each in sorted(found, key=lambda place: (place.first, -place.last)):
        if any(each.first < last and first < each.last for first, last in dates):
            continue
        if kept and each.first < kept[-1].last:
            if each.last > kept[-1].last:
                kept[-1] = NamedPlace(kept[-1].first, each.last)
            continue
        kept.append(each)
    return kept
