"""Which story a wish of the narrator's is about, in all its tellings, and who is meant by "my daughter".

What stands in the same turn is meant, else what was told last, else the story that was named; with it go the turns of
this talk that belong to it, and every telling in another. In doubt a turn is kept back: a lock can be undone.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from voice_agent.archive import spreading
from voice_agent.archive.accounts import family
from voice_agent.archive.record import Record
from voice_agent.interview.safety import contacts
from voice_agent.interview.safety.contacts import Contacts
from voice_agent.memory.between_us import announces, goes_on
from voice_agent.memory.events import Life
from voice_agent.memory.people.kin import KIN
from voice_agent.memory.privacy import PRIVATE, Privacy
from voice_agent.memory.same_story import Place, Read, Tellings, about, joined
from voice_agent.reading.by_rules import particulars
from voice_agent.reading.wishes import naming, wish_words
from voice_agent.reading.wishes.commands import Command, Wish
from voice_agent.story import ConsentKind, SessionId, Speaker, Turn

NAMED = 0.6
"""Share of what a name of a story says that a telling must hold; by what is rare in it."""

NEARLY = 0.85
"""Of the best, what another story must reach to be meant as well. A guess."""

LAST_TIME = "all that you told me last time"

BACK = 6
"""Turns before a telling that may belong to it. A guess."""

SHORT = 12
"""Words beside a wish that only point back ("I was that ashamed"): what was told before is meant as well, or may be. A guess."""

_ALL_OF_IT = re.compile(
    r"\b(?:everything|every word|all|the (?:whole|entire) (?:lot|talk|thing|conversation))\b.*\b(?:last (?:time|talk|week|night|session|day)|yesterday"
    r"|the other (?:day|time)|on \w+day|before)\b|\b(?:the )?(?:whole )?(?:last|previous) (?:talk|session|conversation|time)\b",
    re.IGNORECASE,
)
_BOTH = re.compile(r"\b(?:both|all|the two|either|the lot)\b", re.IGNORECASE)
_FIRST = re.compile(r"\b(?:first|former|earlier)\b", re.IGNORECASE)
_SECOND = re.compile(r"\b(?:second|last|latter|other|later)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Found:
    """One story."""

    sure: frozenset[Place]
    """The turns that tell it."""

    perhaps: frozenset[Place] = frozenset()
    """Those that may."""

    meant: frozenset[Place] = frozenset()
    """Of both, those that the wish was said about; the others were found by what they share with them."""

    name: str = naming.UNNAMED
    """As one says it to the narrator."""


class ToldSoFar:
    """What the narrator told until now, and the wish that was said last."""

    def __init__(
        self,
        record: Record,
        session: SessionId,
        *,
        events: spreading.Events | None = None,
        read: Read | None = None,
        second: Callable[[str], Wish | None] | None = None,
        skip: Collection[Place] = (),
        named: str = "",
    ) -> None:
        """`events`, `read`: what memory knows, where it is open. `skip`: answers that told nothing. `named`: whom
        the wish names.
        """
        self._second, self._session = second, session
        self.texts: Mapping[Place, str] = spreading.told(record.read)
        """What was told, without what was wished of it."""

        self._here: Sequence[Turn] = record.session(session).turns
        mine = [t for t in self._here if t.speaker is Speaker.NARRATOR]
        self.wish: Turn | None = mine[-1] if mine else None
        """The turn in which it was said."""

        if (wish := self.wish) is not None and _place(wish) in self.texts:
            beside = wish_words.beside(wish.text, _names(named)) or wish.text
            self.texts = {**self.texts, _place(wish): beside}
        self._tellings = Tellings(self.texts, events, read).without(_names(named))
        self._mine = [t for t in mine if t.text and (t.session, t.id) not in skip]

    @property
    def mine(self) -> Sequence[Turn]:
        """The narrator's turns of this talk, in order."""
        return self._mine

    @property
    def wish_tells(self) -> bool:
        """Does the turn of the wish tell something itself?"""
        said = self.wish.text if self.wish else ""
        return bool(said) and not self._asks(said)

    def words(self, places: Collection[Place]) -> tuple[str, ...]:
        """What was said in the turns of this talk that are among `places`, word for word."""
        return tuple(turn.text for turn in self._mine if _place(turn) in places)

    def kept(self, wish: Wish) -> Found | None:
        """The story that somebody wants kept back, in all its tellings; None where there is none.

        One that is still to be told has no turn yet.
        """
        said = self.wish.text if self.wish else ""
        if announces(said) and not wish_words.telling(said) and not wish.story:
            return Found(frozenset(), name=naming.TO_COME)
        story = self._named(wish.story) if wish.story else frozenset[Place]()
        perhaps = frozenset[Place]()
        if self.wish_tells and self.wish is not None:
            story |= {_place(self.wish)}
            beside = self.texts[_place(self.wish)]
            few = len(beside.split()) < SHORT
            if few and not wish.story and (last := self._last(before=self.wish)):
                if self._names_its_own(self.wish):
                    perhaps = frozenset({_place(last)})
                else:
                    story |= {_place(last)}
        elif not story and (last := self._last()):
            story = frozenset({_place(last)})
        if not story:
            return None
        return self._whole(story, perhaps - story, wish.story, f"{wish.about} {wish.but}")

    def forgotten(self, said: str) -> tuple[Found, ...]:
        """The story to be forgotten; two where either could be meant, () where there is none. `said`: what names it."""
        if said and _ALL_OF_IT.search(said):
            return self._talk_before()
        around = wish_words.around_forgetting(self.wish.text if self.wish else "")
        if not said:
            here = self.wish if self.wish_tells and around.may_mean_it else None
            before = self._last(before=self.wish)
            # told before it and behind it: either may be meant, and what is told behind it would be lost with the turn
            meant = (here, before) if here and around.behind else (here or before,)
            return tuple(self._surely({_place(told)}, "") for told in meant if told)
        named = self._likest(said)
        if around.behind and self.wish:  # nobody means what they go on to tell
            others = [place for place in named if place != _place(self.wish)]
            named = others if others or not around.before else named
        groups = self._groups(named)
        if not groups:
            return ()
        if len(groups) > 2:  # whoever names somebody alone means all that was told of them
            every = frozenset[Place]().union(*groups)
            return (Found(every, name=naming.called(said)),)
        if len(groups) == 1:
            return (self._surely(groups[0], said),)
        return tuple(self._surely(each, "") for each in groups)

    def _talk_before(self) -> tuple[Found, ...]:
        before = [place for place in self.texts if place[0] != self._session]
        last = before[-1][0] if before else self._session
        every = frozenset(p for p in self.texts if p[0] == last and self._is_story(p))
        return (Found(every, name=LAST_TIME),) if every else ()

    def _is_story(self, place: Place) -> bool:
        """Is it no wish?"""
        mine = self.wish is not None and place == _place(self.wish)
        return self.wish_tells if mine else not self._asks(self.texts[place])

    def _likest(self, said: str) -> list[Place]:
        """The turns that hold what `said` names, in the order told; those that hold it as well as the best does."""
        scores = {place: about(said, text) for place, text in self.texts.items()}
        found, least = set[Place](), NAMED
        for place in sorted(scores, key=lambda each: -scores[each]):
            if scores[place] < least:
                break
            if self._is_story(place):
                found.add(place)
                least = max(least, NEARLY * scores[place])
        return [place for place in self.texts if place in found]

    def _groups(self, places: Iterable[Place]) -> list[frozenset[Place]]:
        """The turns by the stories they tell, the story told last first."""
        left, groups = [*places], list[frozenset[Place]]()
        while left:
            first = left[-1]
            same = {p for p, sure in self._tellings.of([first]).items() if sure or p in left}
            groups.append(frozenset({first, *(same & {*left})}))
            left = [each for each in left if each not in groups[-1]]
        return groups

    def _names_its_own(self, told: Turn) -> bool:
        """Does it name of whom or where it tells ("Jean does not speak to me any more"), and not only point back?"""
        text = self._said(told)
        named = self._tellings.named(_place(told)) or any(particulars.names(text))
        return bool(named) and not goes_on(text)

    def _named(self, story: str) -> frozenset[Place]:
        """The tellings of what was named, all of them where several are as likely."""
        return frozenset(self._likest(story))

    def _last(self, before: Turn | None = None) -> Turn | None:
        told = (t for t in reversed(self._mine) if t is not before and not self._asks(t.text))
        return next(told, None)

    def _asks(self, text: str) -> bool:
        return wish_words.alone(text, self._second)

    def _whole(
        self, story: Collection[Place], perhaps: Collection[Place], name: str, but: str
    ) -> Found:
        """With what belongs to it in this talk, and its other tellings. `perhaps`: what may be meant as well."""
        around = self._around(story)
        told = {*story, *(place for place, is_sure in around.items() if is_sure)}
        meant = {*told, *perhaps}
        other = {**around, **self._tellings.also(told, meant)}
        other = {p: s for p, s in other.items() if p not in told and self._is_story(p)}
        sure = {*told, *(place for place, is_sure in other.items() if is_sure)}
        doubt = {*perhaps, *other} - sure
        named = naming.story(self._text(story), story=name, but=but)
        return Found(frozenset(sure), frozenset(doubt), frozenset(meant), named)

    def _surely(self, story: Collection[Place], name: str) -> Found:
        """What is erased cannot come back: only what surely tells it goes with it, and what memory says goes on about it."""
        other = self._tellings.of(story).items()
        sure = {place for place, is_sure in other if is_sure and self._is_story(place)}
        if self.wish and wish_words.around_forgetting(self.wish.text).behind:
            sure -= {_place(self.wish)}  # another story goes on in it
        return Found(frozenset({*story, *sure}), name=naming.story(self._text(story), story=name))

    def _text(self, story: Collection[Place]) -> str:
        return " ".join(text for place, text in self.texts.items() if place in story)

    def _around(self, story: Collection[Place]) -> Mapping[Place, bool]:
        """The turns of this talk beside those of `story` that go on with it, or that it goes on with; True: surely."""
        turns = [t for t in self._mine if not self._asks(t.text) or _place(t) in story]
        found = dict[Place, bool]()
        for number, turn in enumerate(turns):
            if _place(turn) not in story:
                continue
            for step in (-1, 1):
                at, surely = number, True
                for _ in range(BACK):
                    if not 0 <= at + step < len(turns) or _place(turns[at + step]) in story:
                        break
                    one, other = sorted((turns[at], turns[at + step]), key=lambda t: t.id)
                    more = joined(self._said(one), self._asked(one, other), self._said(other))
                    if more is None:
                        break
                    at += step
                    # what goes on with what only may belong to it only may as well
                    surely = surely and more
                    found[_place(turns[at])] = surely
        return found

    def _said(self, turn: Turn) -> str:
        """What it tells."""
        return self.texts.get(_place(turn), turn.text)

    def _asked(self, one: Turn, other: Turn) -> str:
        """What we said between two turns."""
        ours = (t.text for t in self._here if one.id < t.id < other.id)
        return " ".join(ours)


def _place(turn: Turn) -> Place:
    return turn.session, turn.id


def which(said: str, two: Sequence[Found], texts: Mapping[Place, str]) -> tuple[Found, ...]:
    """Which of two stories somebody means; both where they say so, () where it is not plain."""
    if _BOTH.search(said):
        return tuple(two)
    scores = [
        max((about(said, texts.get(place, "")) for place in each.sure), default=0.0) for each in two
    ]
    if max(scores) >= NAMED and scores[0] != scores[1]:
        return (two[scores.index(max(scores))],)
    for number, sign in enumerate((_FIRST, _SECOND)):
        if sign.search(said) and number < len(two):
            return (two[number],)
    return ()


@dataclass(frozen=True, slots=True)
class Whom:
    """Who is meant."""

    names: frozenset[str]
    """In lower case, as accounts and copies name them."""

    known: bool
    """All of them are of this house; False: nobody can tell who is meant."""

    spelled: bool
    """They were named, and not called "my daughter" alone."""


def whom(said: str, known: Sequence[str], people: Contacts) -> Whom:
    """Who is meant by `said` ("my daughter colleen", "ann and my son"), of those who are `known`."""
    found = [_one(each, known, people) for each in re.split(r"\s*(?:,| and )\s*", said.strip())]
    names = frozenset(n for each in found for n in each.names if n)
    return Whom(names, all(e.known for e in found), all(e.spelled for e in found))


def _one(said: str, known: Sequence[str], people: Contacts) -> Whom:
    words = [word for word in _words(said) if word not in _OWN]
    name = " ".join(w for w in words if w not in KIN and w not in _KIN_MORE)
    if name:
        alike = {each.lower() for each in known if {*name.split()} & {*_words(each)}}
        return Whom(frozenset({name, *alike}), bool(alike), spelled=True)
    kin = {each.lower() for each in contacts.meant(said, known, people)}
    return Whom(frozenset(kin or {" ".join(words)}), len(kin) == 1, spelled=False)


def _names(said: str) -> list[str]:
    """The words of `said` that name somebody: "colleen" of "my daughter colleen", else "daughter"."""
    words = [word for word in _words(said) if word not in _OWN and word != "and"]
    return [w for w in words if w not in KIN and w not in _KIN_MORE] or words


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", text.lower())


_OWN = frozenset("my our the me own dear eldest oldest youngest half big little old only".split())  # noqa: SIM905
_KIN_MORE = frozenset(
    [
        "in",
        "law",
        "niece",
        "nephew",
        "granddaughter",
        "grandson",
        "grandchild",
        "grandchildren",
        "family",
        "children",
    ]
)


def readers(
    record: Record, people: Contacts, life: Life | None, texts: Iterable[str] = ()
) -> tuple[str, ...]:
    """Everybody who may be meant: who may sign in, whom a consent names, the contacts, the people of the stories.

    `texts`: what was told; memory may not have come to "Rhiannon's my eldest" yet.
    """
    accounts = [each.name for each in family(record)]
    told = [c.about for c in record.consents() if c.kind is ConsentKind.RECIPIENT]
    named = [each.name for each in people.people]
    persons = [p.name for p in life.people.persons if p.name[:1].isupper()] if life else []
    called = [name for each in texts for name in own_people(each)]
    every = (
        each.removeprefix("my ") for each in (*accounts, *told, *named, *persons, *called) if each
    )
    return tuple({each.lower(): each for each in every}.values())


def own_people(text: str) -> tuple[str, ...]:
    """Whom a telling names as one of their own: "Rhiannon's my eldest", "my son Tom", "our Colleen"."""
    found = (next(filter(None, each.groups()), "") for each in _THEIRS.finditer(text))
    return tuple(each for each in found if particulars.is_name(each))


_RELATED = rf"(?:{'|'.join(sorted({*KIN, *_KIN_MORE} - {'in', 'law', 'family'}))}|eldest|oldest|youngest|first|second|third|last|baby|husband|wife|friend|neighbour)"
_THEIRS = re.compile(
    rf"\b([A-Z][a-z]+)(?:['’]s|,| is| was)? (?:(?i:my|our)) (?:\w+ ){{0,2}}?{_RELATED}\b|"
    rf"\b(?i:my|our) (?:\w+ ){{0,2}}?{_RELATED},? ([A-Z][a-z]+)\b|\b(?i:our) ([A-Z][a-z]+)\b"
)


def limit(wish: Wish, known: Sequence[str], people: Contacts) -> tuple[Privacy, bool]:
    """What a wish says of who may know, and whether it is plain who is meant; where it is not, nobody is let in."""
    match wish.command:
        case Command.NOT_WHILE_I_LIVE if wish.but:
            found = whom(wish.but, known, people)
            return Privacy(
                after_death=True, sooner=found.names if found.known else frozenset()
            ), found.known
        case Command.NOT_WHILE_I_LIVE:
            return Privacy(after_death=True), True
        case Command.ONLY_FOR:
            found = whom(wish.about, known, people)
            return Privacy(only=found.names), found.known or found.spelled
        case Command.NOT_FOR:
            found = whom(wish.about, known, people)
            return (Privacy(but=found.names), True) if found.known else (PRIVATE, False)
        case _:
            return PRIVATE, True
