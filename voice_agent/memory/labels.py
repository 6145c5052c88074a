"""Privacy labels on claims, as the narrator spoke them. The strictest ever spoken holds.

Widening is a decision of its own and belongs to consent; here labels only narrow.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from voice_agent.memory.claims import Claim, ClaimId, Mention, Modality, Part, cite, claim
from voice_agent.memory.privacy import Privacy, strictest
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


def unclaimed(thread: Thread, turn: Turn, first: int, version: int) -> list[Claim]:
    """Return what a label is set on that gave no claim: what was said before it, now or in the last turn."""
    meant = bearer(turn, first, version)
    if not meant and thread.last_turn and not thread.last_gave:
        meant = bearer(*thread.last_turn)
    return [replace(meant, sitting=thread.sitting)] if meant else []


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
