"""From the words of a claim to the people in it: "my brother Tom", "John from the mill", "Mum".

What is known of somebody from one claim is put into a `PersonMention`; who is who is for `people`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from voice_agent.memory.claims import Claim, Mention, Modality, Part
from voice_agent.memory.dates.number_words import Line, tokens, word, wordset
from voice_agent.memory.dates.when import ALWAYS, FOREVER, Bounds, bounds
from voice_agent.memory.happenings import PersonSpan, Sort, sort_of
from voice_agent.memory.people.kin import COUPLES, KIN, OURS, KinWords, Sex, kin_at
from voice_agent.memory.people.name_parts import NameParts, name_parts
from voice_agent.memory.people.nicknames import known_given, same_given
from voice_agent.memory.people.people import PersonMention
from voice_agent.memory.people.spelling import PARTICLES, capital, name_end, written
from voice_agent.memory.people.who import acts, common, told_as
from voice_agent.memory.terms import terms

NEAR = 2
"""Claims before and after in the same turn whose people and places are company. A guess."""

_GONE = wordset("grave funeral cemetery memory ghost headstone tombstone remembered named")
_NO_NAMES = wordset("i my our the her his other another")
_LINKS = wordset("from at of in next down up over across")


class PersonWords(NamedTuple):
    """What the words for a person say."""

    relation: str = ""
    kin: bool = False
    only_one: bool = False
    qualifier: str = ""
    name: NameParts = NameParts()
    sex: Sex = Sex.UNSAID
    descriptor: str = ""


@lru_cache(maxsize=20_000)
def person_words(words: str) -> tuple[PersonWords, ...]:
    """Take the words for a person apart; two come of "my parents"."""
    line = tokens(words)
    for at in range(len(line)):
        start = at + (word(line, at) in OURS)
        if couple := COUPLES.get(word(line, start)):
            return tuple(
                PersonWords(KIN[each].relation, True, KIN[each].only_one, sex=KIN[each].sex)
                for each in couple
            )
        if phrase := kin_at(line, at):
            return (_with_kin(line, phrase),)
    name, end = _name(line, 0, len(line))
    other = "other" if any(token.text in {"other", "another"} for token in line) else ""
    return (PersonWords(name=name_parts(name), qualifier=other, descriptor=_descriptor(line, end)),)


def _with_kin(line: Line, phrase: KinWords) -> PersonWords:
    name, end = _name(line, phrase.last, len(line))
    if not name:
        name, _ = _name(line, 0, phrase.first)
        end = phrase.last
    kin = phrase.kin
    return PersonWords(
        kin.relation,
        not phrase.role,
        kin.only_one and not phrase.qualifier,
        phrase.qualifier,
        name_parts(name),
        kin.sex,
        _descriptor(line, end) if phrase.role else "",
    )


def _name(line: Line, start: int, stop: int) -> tuple[str, int]:
    """Return the first name in [start, stop), as written, and the place after it."""
    for at in range(start, stop):
        small = word(line, at) in PARTICLES and not at
        if (capital(line[at].raw) or small) and word(line, at) not in _NO_NAMES:
            end = min(name_end(line, at), stop)
            while (
                word(line, end) == "."
                and len(line[end - 1].raw) <= 3
                and name_end(line, end + 1) > end + 1
            ):
                end = min(name_end(line, end + 1), stop)  # Dr. Harper
            if end > at:
                return written(line, at, end), end
    return "", stop


def _descriptor(line: Line, at: int) -> str:
    """ "the mill" in "John from the mill"."""
    if word(line, at) in _LINKS or (word(line, at) == "the" and at > 0):
        return " ".join(sorted(terms(" ".join(token.text for token in line[at:]))))
    return ""


def same_person(one: str, other: str) -> bool:
    """Can the words for two people mean the same one? "My brother Leonard" and "Leonard, my brother"."""
    if one == other:
        return True
    for a in person_words(one):
        for b in person_words(other):
            if a.name.given and b.name.given:
                if same_given(a.name.given, b.name.given):
                    return True
            elif a.relation and a.relation == b.relation:
                return True
    return False


def people_spans(claim: Claim) -> tuple[PersonSpan, ...]:
    """The claim's people with their places in `Claim.what`."""
    return tuple(
        PersonSpan(each.words, place, place + len(each.words))
        for each in claim.mentions
        if each.part in (Part.WHO, Part.KIN) and (place := place_in_what(claim, each)) >= 0
    )


def place_in_what(claim: Claim, mention: Mention) -> int:
    """Where a mention stands in `Claim.what`; -1 where it is not part of it."""
    at = 0
    for what in (each for each in claim.mentions if each.part is Part.WHAT):
        inside = what.session == mention.session and what.turn == mention.turn
        if inside and what.first <= mention.first and mention.last <= what.last:
            return at + mention.first - what.first
        at += len(what.words) + 1
    return -1


def sort(claim: Claim) -> Sort | None:
    """What sort of event the claim tells, and whose."""
    return sort_of(claim.what, people_spans(claim))


def mentions_of(told: Sequence[Claim]) -> Iterator[PersonMention]:
    """Yield every mention of a person in claims that are sorted as told."""
    company = [_company(claim) for claim in told]
    for index, claim in enumerate(told):
        around = company[index]
        for step in range(1, NEAR + 1):
            for near in (index - step, index + step):
                if 0 <= near < len(told) and _same_turn(told[near], claim):
                    around = around | company[near]
        yield from _of_claim(claim, around)


def keys_of(mention: PersonMention) -> frozenset[str]:
    """What a person is as company of others: the relation, or the given name."""
    if mention.relation and mention.only_one:
        return frozenset({f"who:{mention.relation}"})
    name = mention.name.given or mention.name.surname
    return frozenset({f"who:{name or mention.relation}"})


def _of_claim(claim: Claim, company: frozenset[str]) -> Iterator[PersonMention]:
    found = sort(claim)
    dated = bounds(claim.edtf) if claim.edtf and claim.modality is Modality.SAID else None
    ends = found.happening.name if found and claim.polarity else ""
    for mention in claim.mentions:
        if mention.part not in (Part.WHO, Part.KIN):
            continue
        principal = bool(found and mention.words in found.principals)
        place = place_in_what(claim, mention)
        last = place + len(mention.words)
        noun = place >= 0 and common(claim.what, place, last)
        lives = place >= 0 and acts(claim.what, place, last)
        for step, who in enumerate(person_words(mention.words)):
            alive = None if ends in {"death", "funeral"} and principal else _lived(claim, dated)
            made = PersonMention(
                claim.id,
                mention.first + step,
                mention.words,
                f"{mention.session}/{mention.turn}",
                mention.session,
                who.relation,
                who.kin,
                who.only_one,
                who.qualifier,
                who.name,
                who.sex,
                who.descriptor,
                company | {f"about:{each}" for each in who.descriptor.split()},
                alive,
                dated if principal and ends == "death" else None,
                dated if principal and ends == "birth" else None,
                bool(who.relation) or (not noun and (lives or principal or _surely(who))),
                not who.relation and place >= 0 and told_as(claim.what, place, last),
            )
            yield replace(made, company=made.company - keys_of(made))


def _surely(who: PersonWords) -> bool:
    """Do the words alone say that it is a person?"""
    name = who.name
    return bool(who.relation or name.title or known_given(name.given) or who.descriptor)


def _lived(claim: Claim, dated: Bounds | None) -> Bounds | None:
    """Days in which whoever takes part certainly lived. What is remembered at a grave proves nothing."""
    if dated is None or not claim.polarity or _GONE & set(claim.what.lower().split()):
        return None
    if dated.earliest == ALWAYS or dated.latest == FOREVER or "'s" in claim.what:
        return None
    return dated


def _company(claim: Claim) -> frozenset[str]:
    """The people, places and things of one claim, as keys that can be compared."""
    keys: set[str] = set()
    for mention in claim.mentions:
        if mention.part in (Part.WHO, Part.KIN):
            for who in person_words(mention.words):
                name = who.name.given or who.name.surname
                keys.add(f"who:{who.relation if who.only_one or not name else name}")
        elif mention.part is Part.WHERE:
            keys |= {f"about:{each}" for each in terms(mention.words)}
    return frozenset(keys)


def _same_turn(one: Claim, other: Claim) -> bool:
    return one.session == other.session and one.turn == other.turn
