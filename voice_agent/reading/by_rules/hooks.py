"""What of an answer one could ask about, where its form makes that sure. Pure.

    for hook in hooks("We had a raft. Old Jimmy Frary built it with me, and we went to Wells."): ...

A wrong hook is worse than none, so there are four forms and no list of things worth asking about: somebody who is named
and does something; a place somebody went to; something made by hand; something worn, driven, kept, sold or mended, which
nobody does to an idea. What stands beside a death or in somebody's mouth is left alone by whoever asks (interview/hooking.py).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from voice_agent.reading.by_rules.particulars import BUILT as _BUILT
from voice_agent.reading.by_rules.particulars import NOBODY, hurts, lately
from voice_agent.verbs import past


class Form(StrEnum):
    """What makes it sure."""

    PERSON = "person"
    """Somebody is named, and does something."""

    PLACE = "place"
    """Somebody went there."""

    MADE = "made"
    """Made by the narrator's own hands."""

    THING = "thing"
    """Something that is worn, driven, kept or mended."""


@dataclass(frozen=True, slots=True)
class Hook:
    """A few words of a turn that a question can stand on."""

    form: Form
    begin: int
    end: int
    """Which characters of the turn."""

    called: str
    """The same as one says it to the narrator: "your brother Alfred", "the raft"."""

    how: str = ""
    """What was done with it, where the narrator did it: "built"."""

    sore: bool = False
    """It stands in a sentence about something that hurts, or next to one."""

    quoted: bool = False
    """It may be what somebody said, and whom they said it to."""

    late: bool = True
    """It stands in the last sentences: what a story comes to, and not what it came by."""

    @property
    def many(self) -> bool:
        """May it be more than one, so that nobody can say "what was it like"?"""
        return self.called.endswith("s") and not self.called.endswith("ss")


_NAME = r"(?!I\b)[A-Z][\w-]*[a-zé](?!['’](?:d|ve|m|ll|re)\b)"
_FULL = rf"{_NAME}(?: (?:Mc|Mac|O['’]|de |von |van )?{_NAME}){{0,2}}"
_KIN = (
    r"(?:great-)?(?:grand(?:mother|father|ma|pa|dad|son|daughter)|(?:half-?|step-?)?(?:brother|sister|mother|father)|aunt(?:ie|y)?|uncle|cousin|niece|nephew|"
    r"godfather|godmother|friend|mate|neighbou?r|teacher|boss|foreman|captain|landlady|landlord|partner|sweetheart|fianc[ée]e?|(?:(?:brother|sister|mother|father)-in-law))"
)
_TITLE = r"(?:Mr|Mrs|Miss|Ms|Dr|Doctor|Sister|Father|Canon|Captain|Sergeant|Matron|Nurse|Uncle|Aunt|Auntie|Granny|Grandpa|Grandma|Old|Dona|Don|Señora?|Frau|Herr|Madame|Monsieur|Pani|Pan|Signora?)\.?"

_PERSON = re.compile(
    rf"\b(?P<whose>[Mm]y|[Oo]ur) (?P<kin>(?:\w+ )?{_KIN})(?: |, (?=[\w'’-]+,? (?:he|she|was|who|had)\b))(?P<kinname>{_NAME})"
    rf"|\b(?:called|named|by the name of|boy name of|met|married|courted|knew) (?P<called>{_FULL})"
    rf"|\b(?P<titled>(?:{_TITLE}) {_FULL})"
    rf"|(?<=[a-z,;:] )(?P<name>{_FULL})(?=,? (?:who (?:had |was )?)?(?:(?:never|always|only|just|then|still|would|used to|had) )?(?P<deed>[a-z]+)\b)"
)
_GO = r"(?:went|moved|came|sailed|emigrated|travelled|traveled|flew|got|walked|cycled|rode|hitch-?hiked|ran away|was sent|were sent|was posted|were posted|took (?:us|me|the \w+|a \w+))"
_PLACE = re.compile(
    rf"\b(?:I|[Ww]e|us|me|[Hh]e|[Ss]he|[Tt]hey|[Ff]ather|[Mm]other|mum|dad)\b[^.!?;]{{0,40}}?\b{_GO} (?:(?:back|off|up|down|over|out|away|across|home) )?(?:to|into) (?P<place>{_FULL})(?!['’]s)"
)
_MADE = re.compile(
    r"\b(?:I|[Ww]e) (?:(?:had |'d )?(?:once |even |both |just |then )?)(?P<how>built|made|sewed|knitted|baked|carved|painted|dug|planted|wove|crocheted|embroidered|brewed) "
    r"(?P<what>(?:a|an|the|my|our|her|his|their|some) (?:[a-z-]+ ){0,2}?[a-z-]{3,})(?=[,.;!?]|$| (?:for|out of|from|with|in|on|at|and|to|by|that|which|when|after|every)\b)"
)
_DONE = (
    r"wore|wearing|rode|drove|milked|fed|mended|polished|pawned|sold|bought|carried|played|hung|washed|ironed|kept|keep|wound|stitched|chopped|rowed|sailed|"
    r"groomed|shod|reared|bred|raced|picked|plucked|caught|grew"
)
_THING = re.compile(
    rf"\b(?:I|[Ww]e|[Hh]e|[Ss]he|[Tt]hey|{_NAME}|father|mother|mum|dad|mam|da|granny|gran|grandad)(?: (?:had|still|always|never|used to|would|just|'d))* (?P<how>{_DONE}) "
    r"(?P<what>(?:a|an|the|my|our|her|his|their|this|that) (?!on |in |at |to |from |whole )(?:[a-z-]+ ){0,2}?[a-z-]{3,})(?=[,.;!?]|$| (?:for|out of|from|with|in|on|at|and|to|by|that|which|when|after|every|till|until|over|under|round|down|up)\b)"
)
_SAYS = re.compile(
    r"\b(?:said|say|says|saying|told|tell|tells|asked|ask|asks|shouted|answered|thank you|wrote)\b",
    re.IGNORECASE,
)
_NO_THING = frozenset(
    [
        "it",
        "them",
        "way",
        "time",
        "times",
        "day",
        "days",
        "night",
        "week",
        "weeks",
        "year",
        "years",
        "hour",
        "minute",
        "place",
        "lot",
        "bit",
        "part",
        "side",
        "end",
        "rest",
        "other",
        "others",
        "one",
        "ones",
        "thing",
        "things",
        "life",
        "mind",
        "temper",
        "word",
        "words",
        "promise",
        "secret",
        "house",
        "distance",
        "company",
        "peace",
        "quiet",
        "job",
        "work",
        "living",
        "count",
        "eye",
        "hand",
        "hands",
        "mouth",
        "head",
        "face",
        "hair",
        "part",
        "role",
        "tune",
        "game",
        "breath",
        "cold",
        "flu",
        "blame",
        "weight",
        "load",
        "mistake",
        "friends",
        "money",
        "noise",
        "promises",
        "mess",
        "difference",
        "fuss",
        "joke",
        "jokes",
        "start",
        "once",
        "again",
        "sure",
    ]
)
"""After these verbs, no thing one could hold: "kept the peace", "caught a cold", "sold the lot"."""


def hooks(said: str) -> tuple[Hook, ...]:
    """What could be asked about, in the order told."""
    found = [*_people(said), *_by_name(said), *_places(said), *_made(said), *_things(said)]
    found.sort(key=lambda each: each.begin)
    kept: list[Hook] = []
    for each in found:
        if not kept or each.begin >= kept[-1].end:
            kept.append(_placed(each, said))
    return tuple(kept)


def _placed(hook: Hook, said: str) -> Hook:
    """With what its sentence says of it."""
    begins = max(said.rfind(mark, 0, hook.begin) for mark in ".!?…") + 1
    ends = min((n for mark in ".!?…" if (n := said.find(mark, hook.end)) >= 0), default=len(said))
    before = said[begins : hook.begin]
    earlier = max(said.rfind(mark, 0, max(begins - 1, 0)) for mark in ".!?…") + 1
    later = min((n for mark in ".!?…" if (n := said.find(mark, ends + 1)) >= 0), default=len(said))
    quoted = hook.form is Form.PERSON and bool(_SAYS.search(before))
    late = hook.begin >= len(said.rstrip()) - len(lately(said)) - 1
    return replace(hook, sore=hurts(said[earlier:later]), quoted=quoted, late=late)


def _people(said: str) -> Iterator[Hook]:
    for match in _PERSON.finditer(said):
        if match["kin"]:
            if match["kinname"].lower() not in NOBODY:
                called = f"your {match['kin']} {_bare(match['kinname'])}"
                yield Hook(Form.PERSON, *match.span(), called)
        elif match["called"]:
            if not any(word.lower() in NOBODY for word in match["called"].split()):
                yield Hook(Form.PERSON, *match.span("called"), _bare(match["called"]))
        elif match["titled"]:
            name = match["titled"]
            if not any(word.lower() in NOBODY - _TITLES for word in name.split()[1:]):
                yield Hook(Form.PERSON, *match.span("titled"), _bare(name))
        elif past(match["deed"]) and not any(w.lower() in NOBODY for w in match["name"].split()):
            yield Hook(Form.PERSON, *match.span("name"), _bare(match["name"]))


def _by_name(said: str) -> Iterator[Hook]:
    """Who does something at the beginning of a sentence, and whose capital elsewhere in the turn shows that it is a name;
    and of whom the sentence says at once who or what they are."""
    names = {match["name"] for match in _A_NAME.finditer(said)}
    for match in _FIRST.finditer(said):
        if match["name"] in names and past(match["deed"]) and match["name"].lower() not in NOBODY:
            yield Hook(Form.PERSON, *match.span("name"), match["name"])
    for match in _TOLD_OF.finditer(said):
        group = "name" if match["name"] else "called"
        if not any(
            word.lower() in NOBODY or _BUILT.fullmatch(word) for word in match[group].split()
        ):
            yield Hook(Form.PERSON, *match.span(group), _bare(match[group]))


_A_NAME = re.compile(rf"(?<=[a-z,;:] )(?P<name>{_NAME})(?=['’]s\b|,? [a-z])")
_FIRST = re.compile(
    rf"(?:(?<=[.!?…] )|^)(?P<name>{_NAME}),? (?:(?:never|always|only|just|then|still|would|used to|had|once) )?(?P<deed>[a-z]+)\b"
)
_ROLE = r"(?:boy|girl|lad|lass|man|woman|fellow|chap|mate|friend|pal|foreman|teacher|nurse|neighbou?r|captain|boss|minister|priest|nun|\w+(?:er|or|ist|man|woman))"
_TOLD_OF = re.compile(
    rf"(?:(?<=[a-z] )|(?<=, ))(?<!\bin )(?<!\bat )(?<!\bto )(?<!\bof )(?<!\bfrom )(?<!\bfae )(?P<name>{_NAME}(?: {_NAME})?)(?=, (?:he|she)\b)|\b(?:a|the|my|our|this) (?:\w+ )?{_ROLE}, (?P<called>{_NAME}(?: {_NAME})?)\b(?!['’]s)"
)
"""Of whom the sentence says at once that they are somebody: "Gil Medeiros, he gave me bread", "a boy, Leroy Banks"."""


_TITLES = frozenset(
    [
        "mr",
        "mrs",
        "miss",
        "sir",
        "father",
        "granny",
        "gran",
        "grandpa",
        "grandma",
        "uncle",
        "auntie",
        "aunt",
    ]
)


def _places(said: str) -> Iterator[Hook]:
    for match in _PLACE.finditer(said):
        titled = re.match(_TITLE, match["place"])
        if not titled and not any(word.lower() in NOBODY for word in match["place"].split()):
            yield Hook(Form.PLACE, *match.span("place"), _bare(match["place"]))


def _made(said: str) -> Iterator[Hook]:
    for match in _MADE.finditer(said):
        if match["what"].split()[-1] not in _NO_THING:
            yield Hook(Form.MADE, *match.span("what"), _turned(match["what"]), match["how"])


def _things(said: str) -> Iterator[Hook]:
    for match in _THING.finditer(said):
        if match["what"].split()[-1] not in _NO_THING:
            yield Hook(Form.THING, *match.span("what"), _turned(match["what"]))


def _turned(what: str) -> str:
    first, *rest = what.split()
    own = {"my": "your", "our": "your", "a": "the", "an": "the", "this": "the", "that": "the"}
    return " ".join([own.get(first, first), *rest])


def _bare(name: str) -> str:
    return re.sub(r"['’]s?$", "", name)
