"""What was put right and what was taken back later, by the narrator's plain word. Her sentences stay as she said them. Pure."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from voice_agent.memory.claims import Claim, ClaimId, Mention, Part
from voice_agent.memory.clauses import sentences
from voice_agent.memory.events import Life
from voice_agent.memory.terms import terms
from voice_agent.story import SessionId, TurnId
from voice_agent.storybook.atoms import denies

PARTS = (Part.WHEN, Part.WHO, Part.WHERE, Part.KIN)


class Back(NamedTuple):
    """What became of a claim that was taken back."""

    by: Claim
    near: bool
    """It was told right before: plainly meant. What was told further off only may be."""


@dataclass(frozen=True, slots=True)
class Later:
    """What later words of the narrator's say of earlier ones."""

    right: Mapping[ClaimId, Mention]
    """The words that hold now, of a claim in which a date, a name or a place was put right."""

    right_by: Mapping[ClaimId, tuple[Claim, ...]]
    """The claims with those words, each with those that it puts right."""

    back: Mapping[ClaimId, Back]

    back_by: frozenset[ClaimId]
    """The claims that took back."""


_SLIP = re.compile(
    r"\w+\W+\w.*[,;—–-]\s*(?:oh )?(?:no|wait|sorry|I mean|or rather|I tell a lie)\b", re.IGNORECASE
)
""" "On the Lorella, no, I tell a lie": words of a story, and then it is put right in the same breath."""


def believed(claims: Iterable[Claim], texts: Mapping[tuple[SessionId, TurnId], str]) -> list[Claim]:
    """The claims, without corrections of a slip in one breath: those concern nothing that was told before.

    `texts`: what was said, by turn.
    """

    def slip(claim: Claim) -> bool:
        first = claim.mentions[0]
        text = texts.get((claim.session, claim.turn), "")
        begins = max((a for a, _ in sentences(text) if a <= first.first), default=0)
        return _SLIP.match(text[begins : first.last]) is not None

    return [
        replace(each, corrects=None)
        if each.corrects and each.corrects.part and slip(each)
        else each
        for each in claims
    ]


def later(claims: Iterable[Claim], life: Life) -> Later:
    """Read what `claims`, of which `life` is woven, say of one another."""
    told = sorted(claims, key=lambda each: each.order)
    right: dict[ClaimId, Mention] = {}
    right_by: dict[ClaimId, tuple[Claim, ...]] = {}
    fixes = [each for each in told if each.corrects and each.corrects and each.corrects.part]
    for wrong in told:
        gone = life.superseded.get(wrong.id, frozenset[Part]())
        for part in PARTS:
            found = _right(wrong, part, fixes, life) if part in gone else None
            if found and (part is Part.WHEN or any(map(_named, wrong.words(part)))):
                by, right[wrong.id] = found
                right_by[by.id] = (*right_by.get(by.id, ()), wrong)
    back = _taken_back(told)
    return Later(right, right_by, back, frozenset(each.by.id for each in back.values()))


def _named(words: str) -> bool:
    """Is it a name, and not "my house"?"""
    return any(word[:1].isupper() for word in words.split())


def says_no_more(words: str, by: Claim, wrong: Iterable[Claim]) -> bool:
    """ "No, wait, it was 1963 when we married": is there nothing in it but what it puts right, and the right words?"""
    if not (denies(words) or _ANNOUNCED.search(words)):
        return False  # in so few words "In 1985 I went." may as well be a story of its own
    known = [m.words for each in (by, *wrong) for m in each.mentions if m.part in PARTS]
    known += [each.what for each in wrong]
    return terms(words) <= terms(" ".join([*known, by.corrects.denied if by.corrects else ""]))


_ANNOUNCED = re.compile(
    r"\b(?:wait|sorry|mean|meant|rather|actually|correct\w*|wrong|mistaken?|a lie)\b", re.IGNORECASE
)


def _right(
    wrong: Claim, part: Part, fixes: Sequence[Claim], life: Life
) -> tuple[Claim, Mention] | None:
    """The words that hold now: of the last claim of the same event that says it anew."""
    event = life.event_of.get(wrong.id)
    found = [
        (each, mention)
        for each in fixes
        if each.order > wrong.order
        and each.corrects
        and each.corrects.part is part
        and (each.continues == wrong.id or (event and life.event_of.get(each.id) == event))
        for mention in each.mentions
        if mention.part is part
    ]
    return found[-1] if found else None


def _taken_back(told: Sequence[Claim]) -> dict[ClaimId, Back]:
    """What was told from the claim that a taking back goes on about up to it: of one sitting, and of no other day."""
    found: dict[ClaimId, Back] = {}
    places = {each.id: n for n, each in enumerate(told)}
    turns = list(dict.fromkeys(_turn(each) for each in told))
    before = dict(zip(turns[1:], turns, strict=False))
    for n, by in enumerate(told):
        if not by.corrects or (by.corrects and by.corrects.part is not None):
            continue
        for each in told[places.get(by.continues, n) if by.continues else n : n]:
            if each.session == by.session:
                close = _turn(each) in (_turn(by), before.get(_turn(by)))
                found[each.id] = Back(by, near=close)
    return found


def _turn(claim: Claim) -> tuple[int, str, int]:
    return claim.sitting, str(claim.session), int(claim.turn)
