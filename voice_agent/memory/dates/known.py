"""What earlier claims say about when things were: births, and events that others are dated by."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from voice_agent.memory.claims import Claim, Modality, Part
from voice_agent.memory.dates.date_scene import DatedEvent
from voice_agent.memory.dates.when import bounds, narrowed
from voice_agent.memory.happenings import NARRATOR, Often, PersonSpan, sort_of
from voice_agent.memory.people.nicknames import FORMS
from voice_agent.memory.people.persons import person_words, sort
from voice_agent.memory.people.who import people
from voice_agent.memory.reading import Reader
from voice_agent.memory.terms import terms


class Births:
    """When people were born, as told so far; grows with the claims."""

    def __init__(self) -> None:
        self._told: dict[str, list[str]] = defaultdict(list)
        self._mended: set[str] = set()
        """Whose birth was put right."""

    def take(self, claims: Iterable[Claim]) -> None:
        """Heed further claims, in the order told."""
        for claim in claims:
            kind = sort(claim) if claim.edtf and _sure(claim) else None
            if kind and kind.happening.name == "birth":
                for key in {key for words in kind.principals for key in _keys(words)}:
                    if claim.corrects:
                        self._told[key].clear()
                        self._mended.add(key)
                    self._told[key].append(claim.edtf)

    def known(self, settled: str = "") -> dict[str, str]:
        """EDTF by name and kin word in lower case; "" is the narrator, whose birth the house may know (`settled`).

        Tellings that agree narrow one another. Where they do not, what was told most often is believed, and of two
        the latest; what the house knows counts as one telling more, so that one odd word does not move a whole life.
        """
        found: dict[str, str] = {}
        for key, told in self._told.items():
            every = [settled, *told] if settled and not key and key not in self._mended else told
            often = {each: sum(_meet(each, other) for other in every) for each in every}
            most = max(often.values())
            first = settled if settled and often.get(settled) == most else ""
            best = first or next(each for each in reversed(every) if often[each] == most)
            found[key] = narrowed(x for x in every if _meet(x, best)) or best
        return found


def known_event(words: str, known: Sequence[Claim], reader: Reader) -> DatedEvent | None:
    """Find the date of "we got married" or "we moved to Ohio" among what was told before.

    The latest telling counts, so that a correction is believed.
    """
    if words.lower().startswith("you "):
        return None  # "I remembered after you left: Michael was born"
    spans = tuple(
        PersonSpan(words[each.first : each.last], each.first, each.last)
        for each in people(words, reader.read(words).names)
    )
    wanted = sort_of(words, spans)
    if not wanted:
        return None
    content = terms(words)
    whose = {key for words in wanted.principals for key in _keys(words)}
    if not whose:
        return None
    for claim in reversed(known):
        if not claim.edtf or not _sure(claim):
            continue
        kind = sort(claim)
        if not kind or kind.happening is not wanted.happening:
            continue
        theirs = {key for each in kind.principals for key in _keys(each)}
        if theirs and not whose & theirs:
            continue
        places = {term for place in claim.words(Part.WHERE) for term in terms(place)}
        if kind.happening.often is Often.PER_PLACE and not places & content:
            continue
        return DatedEvent(claim.edtf, claim.what)
    return None


def _meet(one: str, other: str) -> bool:
    return bounds(one).meets(bounds(other))


def _sure(claim: Claim) -> bool:
    return claim.polarity and claim.modality is Modality.SAID


def _keys(words: str) -> set[str]:
    if words == NARRATOR:
        return {""}
    keys: set[str] = set()
    for who in person_words(words):
        if who.name.given:
            keys |= {who.name.given} | {
                form for form, full in FORMS.items() if who.name.given in full
            }
        if who.only_one or not who.name.given:
            keys |= {who.relation} - {""}
    return keys or {words.lower()}
