"""Privacy labels on claims, as the narrator spoke them. The strictest ever spoken holds.

Widening is a decision of its own and belongs to consent; here labels only narrow.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from voice_agent.memory.between_us import SHORTEST_TOLD_WORDS, wished
from voice_agent.memory.claims import Claim, ClaimId, Mention, Modality, Part, cite, claim
from voice_agent.memory.clauses import sentences
from voice_agent.memory.privacy import Privacy, spoken, strictest
from voice_agent.memory.thread import Thread
from voice_agent.story import Turn


@dataclass(frozen=True, slots=True)
class Label:
    """A limit on who may know one claim."""

    claim: ClaimId
    privacy: Privacy
    mention: Mention
    """Where the narrator said so."""


def bearer(turn: Turn, last: int = -1, version: int = 1) -> Claim | None:
    """Return a claim that tells nothing and bears a label: on what `turn` says up to `last` (-1: all of it).

    None where it says nothing. A story without a name, a date or a deed gives no claim of its own, and is
    private all the same.
    """
    end = len(turn.text) if last < 0 else last
    said = turn.text[:end]
    first, end = len(said) - len(said.lstrip()), len(said.rstrip(" ,;:"))
    if end <= first:
        return None
    what = cite(turn, first, end, Part.WHAT, version=version)
    return claim((what,), turn.said_at, modality=Modality.BELIEF)


def unclaimed(
    thread: Thread, turn: Turn, first: int, version: int
) -> tuple[list[Claim], list[Claim]]:
    """Return what bears a label said at `first`, where the turn gave no claim before it, and all it is set on.

    That is what was said before it, now or in the last turn; not what was told before "Keep this between us: ...".
    """
    # "Oh dear, keep that between us." tells nothing
    told = len(turn.text[:first].split()) >= SHORTEST_TOLD_WORDS
    meant = bearer(turn, first, version) if told else None
    wish = wished(turn.text)
    if not meant and wish and not wish.back and (wish.here or wish.ahead):
        return [], []
    if not meant and thread.last_turn and _bare(thread.last_turn[0], thread.before):
        meant = bearer(*thread.last_turn)
    bare = [replace(meant, sitting=thread.sitting)] if meant else []
    return bare, [*bare, *thread.before]


def whole_turn(
    thread: Thread, turn: Turn, version: int, made: Sequence[Claim], privacy: Privacy
) -> tuple[list[Claim], list[Label]]:
    """Return the labels that set `privacy` on all that `turn` says: on `made`, the claims of it, and where

    one of its sentences gave none, on a claim that bears it for the whole turn.
    """
    meant = bearer(turn, -1, version) if _bare(turn, made) else None
    bearing = [replace(meant, sitting=thread.sitting)] if meant else []
    at = cite(turn, 0, len(turn.text), Part.WHAT, version=version)
    return bearing, [Label(each.id, privacy, at) for each in (*made, *bearing)]


def _bare(turn: Turn, made: Sequence[Claim]) -> bool:
    """Has a sentence of `turn` that tells something given none of the claims `made`?"""
    spans = [(m.first, m.last) for each in made for m in each.mentions if m.turn == turn.id]
    return any(
        not spoken(turn.text[first:last])
        and not any(start < last and first < end for start, end in spans)
        for first, last in sentences(turn.text)
    )


def labelled(claims: Iterable[Claim], labels: Iterable[Label]) -> list[Claim]:
    """Return the claims with their labels on them, in the same order."""
    spoken: dict[ClaimId, list[Privacy]] = defaultdict(list)
    for label in labels:
        spoken[label.claim].append(label.privacy)
    return [
        replace(claim, privacy=strictest([claim.privacy, *spoken[claim.id]]))
        if claim.id in spoken
        else claim
        for claim in claims
    ]


def visible(claims: Iterable[Claim], name: str, *, alive: bool) -> list[Claim]:
    """Return the claims that somebody called `name` may know of.

    Whatever is made for them must be made from these alone: then no label can be forgotten on the way.
    """
    return [claim for claim in claims if claim.privacy.allows(name, alive=alive)]
