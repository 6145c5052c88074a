"""Stories told more than once become one: the fullest telling, and what the others add to it.

A sentence that says again what another one says is not printed twice; it is marked, its sound is kept beside the
other, and word for word it stands where it was said. A sentence that says it otherwise (another year, another name)
is printed as another telling. Pure.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from voice_agent.memory.privacy import Privacy
from voice_agent.memory.terms import terms
from voice_agent.storybook import atoms
from voice_agent.storybook.atoms import disagree
from voice_agent.storybook.blocks import FEW, Block, told_plainly
from voice_agent.storybook.marks import Doubt, Reason
from voice_agent.storybook.material import ToldSentence
from voice_agent.storybook.turn_sentences import DANGLING

SAID = 0.6
"""Share of a sentence's words that another one holds; from there on it says the same again. A guess."""


SAME = 0.9
"""The same among sentences that other tellings add: below it each is printed, and none is lost. A guess."""

_MENTIONS = re.compile(
    r"\b(?:had|['’]d) (?:only |not long |recently )?(?:just|already|died|gone|been)\b|\b(?:after|since|before|by the time|when) (?:\w+ ){1,3}(?:died|went|was gone|passed)\b|"
    r"\bI(?:['’]ve| have)?(?: already| just)? told (?:you|thee) (?:that|this|it|already|before|of|about)\b",
    re.IGNORECASE,
)
""" "Frank had just died" says when something else was; "I've told you that, the night of the storm" tells nothing again."""

TELLING = 20
"""Words; what comes back to a story in fewer, at the end of another, recalls it and does not tell it again. A guess."""

BACK = 0.5
"""Share of a sentence's words that the whole first telling holds; there the story is being told again. A guess."""

ALIKE = 0.25
"""The same between two whole stretches of which memory says that they tell of one event. A guess."""


@dataclass(frozen=True, slots=True)
class Retold:
    """A stretch with what later tellings of it add."""

    block: Block
    """The fullest telling, with a mark where it says a thing twice."""

    body: tuple[ToldSentence, ...]
    """What of it is printed."""

    added: tuple[ToldSentence, ...] = ()
    otherwise: tuple[ToldSentence, ...] = ()
    """Sentences of another telling that cannot hold together with this one."""

    others: tuple[Block, ...] = ()
    """The other tellings, as they were told."""

    heard: tuple[ToldSentence, ...] = ()
    """All that the others say, word for word, with a mark where it was told before."""


class _Seen(NamedTuple):
    """A stretch with what is asked of it for each of thousands of others."""

    block: Block
    words: frozenset[str]
    """Of what it tells itself."""

    privacy: Privacy


def _seen(block: Block) -> _Seen:
    own = " ".join(each.text for each in block.body if not _MENTIONS.search(each.text))
    return _Seen(block, terms(own), block.privacy)


def merged(blocks: Sequence[Block]) -> tuple[Retold, ...]:
    """Put tellings of one event together, in the order given; places in that order are counted anew."""
    out: list[Retold] = []
    seen: list[_Seen] = []
    at: dict[str, set[int]] = defaultdict(set)  # where in `out` a word or an event is, or was
    for block in (replace(each, order=2 * each.order) for each in blocks):
        mine = _seen(block)
        shared = Counter(n for word in mine.words for n in at[word])
        near = {n for event in block.events for n in at[f"event {event}"]}
        near |= {
            n
            for n, words in shared.items()
            if words >= SAID * min(len(mine.words), len(seen[n].words))
        }
        likest, first = max(((_likeness(seen[n], mine), -n) for n in near), default=(0.0, 0))
        place = -first
        if likest and not _recalls(out[place].block, block):
            first_of_all, again = _parted(out[place].block, block)
            if first_of_all is not None:
                out.append(_woven(first_of_all))
                seen.append(_seen(first_of_all))
                for key in (*seen[-1].words, *(f"event {each}" for each in first_of_all.events)):
                    at[key].add(len(out) - 1)
            out[place] = _together(out[place], again)
            seen[place] = _seen(out[place].block)
        else:
            place = len(out)
            out.append(_woven(block))
            seen.append(_seen(out[place].block))
        for word in seen[place].words:
            at[word].add(place)
        for event in seen[place].block.events:
            at[f"event {event}"].add(place)
    return tuple(out)


def _likeness(one: _Seen, other: _Seen) -> float:
    """How much of the one the other says already; 0 where they do not tell the same."""
    first, second = one.block, other.block
    if not (first.body and second.body) or one.privacy != other.privacy:
        return 0.0
    if first.told[0].span.turn == second.told[0].span.turn and first.session == second.session:
        return 0.0
    fewer = min(len(one.words), len(other.words))
    shared = len(one.words & other.words) / fewer if fewer else 0.0
    if not first.events & second.events:
        return shared if shared >= SAID and first.session != second.session else 0.0
    # memory says that they tell of one event: one sentence in the same words is enough
    near = max(
        (_alike(a, b) for a in first.body for b in second.body if _says_more(a, b)), default=0.0
    )
    return (
        max(shared, near)
        if near >= SAID or (shared >= ALIKE and first.session != second.session)
        else 0.0
    )


def _says_more(one: ToldSentence, other: ToldSentence) -> bool:
    """ "Frank had just died and Ann said" only mentions what another story tells."""
    return not (_MENTIONS.search(one.text) or _MENTIONS.search(other.text))


def _alike(one: ToldSentence, other: ToldSentence) -> float:
    fewer, more = sorted((terms(one.text), terms(other.text)), key=len)
    return len(fewer & more) / len(fewer) if len(fewer) >= 2 else 0.0


def _recalls(base: Block, block: Block) -> bool:
    """Does an answer of another talk only come to `base` at its end, in a few words?"""
    again = _again(base, block)
    return again > 0 and sum(len(e.text.split()) for e in block.body[again:]) < TELLING


def _again(base: Block, block: Block) -> int:
    """At which sentence of its body an answer of another talk begins to tell `base` again; 0 where it begins with that."""
    body = block.body
    if base.session == block.session:
        return 0
    place = next(
        (n for n, e in enumerate(body) if not _hers(e) and _covered(e.text, base.text) >= BACK), 0
    )
    brief = sum(len(each.text.split()) for each in body[:place]) <= FEW
    return 0 if brief else place


def _parted(base: Block, block: Block) -> tuple[Block | None, Block]:
    """What an answer of another talk tells before it tells `base` again; None where that is nothing, or of it."""
    body, again = block.body, _again(base, block)
    if not again or DANGLING.match(body[again].text):
        return None, block
    cut = block.told.index(body[again])
    told = block.told[:cut]
    when = next((c.edtf for t in told for c in t.claims if c.edtf and told_plainly(c)), "")
    before = replace(block, told=told, when=when, near=when, events=block.events - base.events)
    shared = block.events & base.events
    return before, replace(block, told=block.told[cut:], order=block.order + 1, events=shared)


def _together(found: Retold, block: Block) -> Retold:
    base = found.block
    if found.added or len(terms(block.text)) <= len(terms(base.text)):
        return _woven(base, (*found.others, block))
    fuller = replace(block, when=block.when or base.when, near=block.near or base.near)
    return _woven(fuller, (base, *found.others))


def _woven(base: Block, others: Sequence[Block] = ()) -> Retold:
    body: list[ToldSentence] = []
    told: list[ToldSentence] = []
    for each in base.told:
        at = None if each.out else _echoed(each, body)
        told.append(each if at is None else _marked(each))
        if at is not None:
            body[at] = _with(body[at], each)
        elif not each.out:
            body.append(each)
    added: list[ToldSentence] = []
    otherwise: list[ToldSentence] = []
    heard: list[ToldSentence] = []
    for each in (each for block in others for each in block.told):
        if each.out:
            heard.append(each)
            continue
        likeness, at = max(((_alike(each, e), -n) for n, e in enumerate(body)), default=(0.0, 0))
        same = _echoed(each, added, fewest=0)
        if likeness >= SAID and disagree(each.text, body[-at].text):
            otherwise.append(each)
            heard.append(each)
        elif not _hers(each) and _covered(each.text, base.text) == 1.0 and _said(base, each):
            body[-at] = _with(body[-at], each)
            heard.append(_marked(each))
        elif same is not None:
            added[same] = _with(added[same], each)
            heard.append(_marked(each))
        else:
            added.append(each)
            heard.append(each)
    block = replace(base, told=tuple(told))
    return Retold(block, tuple(body), tuple(added), tuple(otherwise), tuple(others), tuple(heard))


def _echoed(told: ToldSentence, among: Sequence[ToldSentence], fewest: int = 3) -> int | None:
    """Which of `among` says all of `told` already; a sentence of less than `fewest` words that tell says none again."""
    if len(terms(told.text)) < fewest or _hers(told):
        return None
    return next(
        (
            n
            for n, each in enumerate(among)
            if _covered(told.text, each.text) >= SAME
            and _says_all(each.text, told.text)
            and not disagree(told.text, each.text)
        ),
        None,
    )


def _said(base: Block, told: ToldSentence) -> bool:
    return bool(terms(told.text)) and _says_all(base.text, told.text)


def _hers(told: ToldSentence) -> bool:
    """Has the narrator let it in herself? Then it is printed, twice told or not."""
    return told.doubt is not None and told.doubt.answered


def _with(told: ToldSentence, other: ToldSentence) -> ToldSentence:
    return told._replace(also=(*told.also, *other.spans))


def _marked(told: ToldSentence) -> ToldSentence:
    return told._replace(doubt=told.doubt or Doubt(Reason.BEFORE))


def _says_all(by: str, text: str) -> bool:
    """Does `by` hold every number and every day that `text` tells? "Frank had just died" has no date in it."""
    return all(read(text) <= read(by) for read in (atoms.exact, atoms.calendar))


def _covered(text: str, by: str) -> float:
    mine = terms(text)
    return len(mine & terms(by)) / len(mine) if mine else 0.0
