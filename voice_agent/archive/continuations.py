"""A turn that only goes on with what is kept back, or puts it right, is as private as that: "no, it was 1956".

By itself it tells a year; beside another story a book would print it as if it belonged there. It is known by its own
words as soon as it is said, and once memory has read it by what its claims go on about.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from voice_agent.archive import keeping_back
from voice_agent.archive.keeping_back import KeptBack
from voice_agent.archive.session_tables import Read
from voice_agent.memory.between_us import goes_on
from voice_agent.memory.same_story import Place
from voice_agent.reading.wishes import wish_words
from voice_agent.story import CONFIDED, TO_US, WITH_A_WISH, SessionId, TurnId

SHORTEST_STORY_WORDS = 12
"""Words; "yes, please" is no story. A guess."""


class _Said(NamedTuple):
    place: Place
    kind: str
    text: str


class _About(NamedTuple):
    """What the claims of one turn rest on."""

    corrected: frozenset[Place]
    """The other turns of which they say that something was otherwise."""

    continued: frozenset[Place]
    """The other turns that they only go on about."""

    whole: bool
    """Not one of them begins something of its own."""

    @property
    def every(self) -> frozenset[Place]:
        """All of those turns."""
        return self.corrected | self.continued


_NOTHING = _About(frozenset(), frozenset(), whole=True)


def continuations_of(
    read: Read,
    kept: Collection[KeptBack],
    free: Collection[tuple[Place, Place]],
    among: Collection[Place] | None = None,
) -> Mapping[Place, Mapping[Place, bool]]:
    """By wish, the turns that go on with what it binds: True where that is sure. `free`: what was freed from which.

    `among`: only the talks of these turns are looked at.
    """
    about, places = _about(read), {each.place for each in kept}
    rest = {place[0] for place, rests in about.items() if rests.every & places}
    sessions = {session for session, _ in places} | rest
    told = _told(read, sessions if among is None else sessions & {place[0] for place in among})
    return {
        wish: dict(
            _of(
                wish,
                {each.place: each.sure for each in kept if each.told and each.wish == wish},
                {place for place, by in free if by == wish},
                told,
                about,
            )
        )
        for wish in {each.wish for each in kept}
    }


def told_on(read: Read, story: Place) -> tuple[Place, ...]:
    """The turns of its talk that only go on with a story: "What did he talk about then?" "Everything."

    One that is long enough to be a story does so only where it cannot be understood alone and memory knows that all of it
    rests on that story; a short one also where memory has made nothing of its own of it.
    """
    about, remembered = _about(read), _remembered(read)
    bound, after = {story}, False
    asked = keeping_back.wishes(read).keys()
    for each in (said for turns in _told(read, {story[0]}) for said in turns):
        if each.place == story:
            after = True
        elif not after or each.kind in _SAID_TO_US or each.place in asked:
            continue
        else:
            rests = about.get(each.place, _NOTHING)
            mine = rests.whole and bool(rests.every) and rests.every <= bound
            if _short(each.text):
                after = mine or _leans(each.text) or each.place not in remembered
                goes = after
            else:
                goes = after = mine and _leans(each.text)
            if goes:
                bound.add(each.place)
    return tuple(sorted(bound - {story}))


def _short(text: str) -> bool:
    return len(text.split()) < SHORTEST_STORY_WORDS


def _remembered(read: Read) -> frozenset[Place]:
    """The turns of which memory knows anything."""
    rows = read("SELECT DISTINCT session, turn FROM claims", ())
    return frozenset((SessionId(session), TurnId(turn)) for session, turn in rows)


_SAID_TO_US = (TO_US, WITH_A_WISH, CONFIDED)


def _of(
    wish: Place,
    bound: dict[Place, bool],
    free: Collection[Place],
    told: Iterable[Sequence[_Said]],
    about: Mapping[Place, _About],
) -> Iterator[tuple[Place, bool]]:
    """Turn by turn; `bound` grows: what goes on with a turn that goes on is as private as the first."""
    for turns in told:
        after = False
        for each in turns:
            rests = about.get(each.place, _NOTHING)
            leans = (after or bool(rests.every & bound.keys())) and _leans(each.text)
            on = rests.every if leans else rests.corrected
            mine = on & bound.keys()
            sure = bool(mine) and rests.whole and all(bound.get(place) for place in rests.every)
            if each.place in bound or each.place == wish:
                after = True
            elif each.place in free:
                after = False
            elif each.kind != TO_US:
                after = bool(mine) or (after and leans)
            else:
                continue  # it tells nothing, and what follows goes on with what was before
            if after and each.place != wish and (sure or each.place not in bound):
                bound[each.place] = sure
                yield each.place, sure


@lru_cache(maxsize=2_000)
def _leans(text: str) -> bool:
    return goes_on(text) or wish_words.puts_right(text)


def _told(read: Read, sessions: Collection[str]) -> list[list[_Said]]:
    """What the narrator said in `sessions`, in the newest wording: one list a talk, in the order of the talks."""
    found: dict[str, list[_Said]] = defaultdict(list)
    for session, turn, kind, text in read(
        """SELECT turns.session, turns.id, kind, text FROM turns
            JOIN sessions ON sessions.id = turns.session
            JOIN wordings ON wordings.session = turns.session AND wordings.turn = turns.id
            WHERE speaker = 'narrator' AND trim(text) <> '' AND version = (SELECT max(version) FROM wordings AS w
                WHERE w.session = turns.session AND w.turn = turns.id)
            ORDER BY sessions.number, turns.id""",
        (),
    ):
        if session in sessions:
            found[session].append(_Said((SessionId(session), TurnId(turn)), kind, text))
    return [*found.values()]


def _about(read: Read) -> Mapping[Place, _About]:
    """Of the turns that rest on another one, on which; told by their claims."""
    rows = read("SELECT id, session, turn, corrects, continues FROM claims", ())
    place = {id: (SessionId(session), TurnId(turn)) for id, session, turn, _, _ in rows}
    before = {id: continues for id, _, _, _, continues in rows}
    corrected: dict[Place, set[Place]] = defaultdict(set)
    continued: dict[Place, set[Place]] = defaultdict(set)
    own = set[Place]()
    for id, _, _, corrects, _ in rows:
        here = place[id]
        there = _rests_on(id, here, place, before)
        if there is None:
            own.add(here)
        else:
            (corrected if corrects else continued)[here].add(there)
    return {
        here: _About(frozenset(corrected[here]), frozenset(continued[here]), here not in own)
        for here in {*corrected, *continued}
    }


def _rests_on(
    claim: str, here: Place, place: Mapping[str, Place], before: Mapping[str, str | None]
) -> Place | None:
    """The turn that a claim goes on about, through those of its own turn; None where that is its own."""
    seen = set[str]()
    last = before.get(claim)
    while last is not None and last in place and last not in seen:
        if place[last] != here:
            return place[last]
        seen.add(last)
        last = before.get(last)
    return None
