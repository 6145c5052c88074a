"""The years and people of what somebody may read: made from those stories alone, so nothing else can show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from voice_agent.archive import compared, memory_tables
from voice_agent.archive.accounts import Account
from voice_agent.archive.book import Keeper
from voice_agent.archive.sharing import Story
from voice_agent.memory.claims import Mention
from voice_agent.memory.clauses import sentences
from voice_agent.memory.dates.when import ALWAYS, strict_bounds
from voice_agent.memory.events import weave, who
from voice_agent.memory.labels import visible
from voice_agent.story import SessionId, TurnId
from voice_agent.storybook import dates_read


@dataclass(frozen=True, slots=True)
class Year:
    """One line of the timeline."""

    when: str
    what: str
    session: str
    turn: int


@dataclass(frozen=True, slots=True)
class ApprovedLife:
    """What a page of years and people shows."""

    years: tuple[Year, ...]
    people: tuple[tuple[str, str], ...]
    """Name, and who they are to the narrator."""


def life(keeper: Keeper, account: Account, told: Sequence[Story]) -> ApprovedLife:
    """Years and people of the stories `told`, which `account` may read."""
    places = {(each.session, each.turn, each.version) for each in told}
    hidden = memory_tables.hidden(keeper.read)
    otherwise = {(each.session, each.turn): each.otherwise for each in told}
    claims = [
        claim
        for claim in visible(memory_tables.claims(keeper.read), account.name, alive=True)
        if claim.id not in hidden
        and all((m.session, m.turn, m.version) in places for m in claim.mentions)
        # where it reads otherwise than it was said, only what still stands there
        and not any(
            m.first < each.last and each.first < m.last
            for m in claim.mentions
            for each in otherwise[m.session, m.turn]
        )
    ]
    vectors, loom = memory_tables.meanings(keeper.read), compared.loom(keeper.read)
    woven = weave(claims, vectors=vectors, loom=loom)
    people = who(claims, memory_tables.decisions(keeper.read)).sure
    first = {claim.id: claim.mentions[0] for claim in claims}
    said = {(each.session, each.turn): each.heard for each in told}
    dated = sorted(
        (event for event in woven.events if event.when and event.description),
        key=lambda event: strict_bounds(event.when).earliest,
    )
    years = tuple(
        Year(
            _year(event.when),
            _whole(first[event.tellings[0]], said) or event.description,
            first[event.tellings[0]].session,
            first[event.tellings[0]].turn,
        )
        for event in dated
    )
    # "father" who is the father is named once, and needs no second word
    named = tuple(
        dict.fromkeys(
            (person.name, "" if person.name.lower() == person.relation.lower() else person.relation)
            for person in people
            if person.name
        )
    )
    return ApprovedLife(years, named)


def _whole(place: Mention, said: Mapping[tuple[SessionId, TurnId], str]) -> str:
    """The sentence as it was told: a clause cut out of it would begin in the middle."""
    text = said.get((place.session, place.turn), "")
    found = (text[a:b] for a, b in sentences(text) if a <= place.first < b)
    return next(found, "").strip()


def _year(edtf: str) -> str:
    when = strict_bounds(edtf)
    if when.earliest == ALWAYS:
        return dates_read.read(edtf)
    begin, end = when.earliest.year, when.latest.year
    return str(begin) if begin == end else f"{begin}–{end}"
