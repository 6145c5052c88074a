"""Which turns tell one story, where memory has no claim that says so: by the words that few stories share.

Whoever wants a story kept back means all of its tellings. Two tellings of one story share things ("the washing machine",
"a ticket") that other stories of the same life do not; people alone are in too many. It is sure where they share whom or
where as well. What only may be the same story is said to be so, and is for the narrator to decide. Pure.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from voice_agent.memory.between_us import goes_on
from voice_agent.memory.dates.number_words import wordset
from voice_agent.memory.people.kin import KIN
from voice_agent.memory.terms import stem, terms
from voice_agent.resources import resource
from voice_agent.story import SessionId, TurnId

Place = tuple[SessionId, TurnId]
"""Session and turn."""

Read = Callable[[Sequence[str]], NDArray[np.float32]]
"""What texts mean: one unit vector each."""

SURE = 2.2
"""Likeness from which two turns tell one story; chosen on lab/evaluation/memory/kept_back.toml and the journals beside it."""

PERHAPS = 1.35
"""Likeness from which they may."""

THINGS = 0.5
"""Of it, what is no name: who is spoken of makes no story."""

WORDS, MOST_WORDS = 0.05, 3.0
"""What things count beside the meaning, and how much of them at most."""

READ_PERHAPS, READ_SURE = 0.02, 0.05
"""Likeness, by meaning and things, from which two turns may tell one story, and do where they share things as well.

Chosen on six strangers' lives of some fifty turns (lab/talks), into which the twenty stories of lab/evaluation/memory/kept_back.toml
and kept_back_second.toml were laid: of the turns beside its story one wish binds 1 % (4 % in those lives as they are, where what
belongs together is counted, too), of its tellings .88 of those before it and .85 of those after. Before, found tellings led to
further ones: 39 %, 90 %, .90 and .90. Untouched by the choice, 256 tellings of a sentence each (lives/again.tsv): .46 found, 6 %
of the others bound in doubt and .5 % surely; before .39, 8 % and 4 %.
"""

SHARED, READ_ALONE = 0.2, 0.1
"""Things below which two turns share none, and the likeness that they need then: whoever is spoken of, and how, makes no
story. With the twenty stories laid into five of those lives one wish binds 1.1 % of the other turns instead of 2.9 %, and .79 of
its tellings instead of .805.
"""

ANY, FEW = 0.13, 3
"""The mean cosine of two turns of any life, and how many turns it counts for where few were told. It is .18 to .32 in those
six lives, because whoever speaks broadly sounds alike throughout; a lower one is not believed."""

WHO = 1.2
"""What all names together count at most."""

NAMED_THING = 0.5
"""What "Nazareth House" counts beside its two names, and "Mrs Eccles" beside hers."""

TWO_NAMES = 0.5
"""What it counts that two names or more stand in both and in no other turn ("Eric", "Shap")."""

COMMON = 1
"""Other turns that a word may stand in before it counts less: with 2 a broad dialect ("hae", "nicht") was full of things."""

TOGETHER = 1.0
"""What it counts that memory has found two turns to tell of one event."""

LONG_LIST = 60
"""Turns of which meanings are read as well, the likest by words: reading one takes some 30 milliseconds."""

_CALENDAR = wordset(
    "january february march april may june july august september october november december monday tuesday wednesday"
    " thursday friday saturday sunday christmas easter i i'm i'd i've i'll god lord"
)
_CAPITAL = re.compile(r"(?<=[\w,;:'’\"”)] )(?:St\.? )?[A-Z][\w'’-]+")
_TITLE = (
    r"(?:Mr|Mrs|Miss|Ms|Dr|Aunt|Auntie|Uncle|Sister|Brother|Father|Mother|Grandma|Grandpa|Cousin)"
)
_STRANGER = re.compile(
    r"\b(?:Mr|Mrs|Miss|Ms|Dr|Doctor|Lieutenant|Captain|Corporal|Sergeant|Major|Colonel|Sister|Father|Brother|Canon|Reverend|Nurse|Constable"
    r"|Professor|Judge|Pastor|Rabbi|Madame|Herr|Frau|Signor|Signora|Don)\.? [A-Z][\w'’-]+"
)
"""Somebody who is no relative: few stories hold them."""

_COMPOUND = re.compile(rf"\b(?!(?:The|I|And|But|{_TITLE})\b)[A-Z][\w'’-]+ [A-Z][\w'’-]+")
_TITLED = re.compile(rf"\b{_TITLE}\.? ([A-Z][\w'’-]+)")
_A_TELLING = terms("story tale stories part piece matter business affair subject topic talk")
"""What is said of any story ("forget the tale of the cornet") names none."""

_LETTERS = re.compile(r"[^\W\d_]+")
_KIN = frozenset(stem(word) for word in KIN)


@dataclass(frozen=True, slots=True)
class Likeness:
    """How much two tellings share."""

    things: float = 0.0
    who: float = 0.0
    event: bool = False
    """Memory has found that they tell of one event."""

    meaning: float | None = None
    """Cosine, less what each of them has on the average with all that was told; None where nobody has read it."""

    @property
    def words(self) -> float:
        """What the words alone say."""
        return self.things + min(self.who, WHO)

    @property
    def whole(self) -> float:
        """All of it, by words alone."""
        return self.words + TOGETHER * self.event

    @property
    def read(self) -> float:
        """All of it where somebody has read what both mean."""
        return (self.meaning or 0.0) + WORDS * min(self.things, MOST_WORDS)

    @property
    def perhaps(self) -> bool:
        """May it be one story?"""
        if self.meaning is not None:
            return self.read >= (READ_ALONE if self.things < SHARED else READ_PERHAPS)
        return self.things >= THINGS and self.whole >= PERHAPS

    @property
    def sure(self) -> bool:
        """Is it one? Never by its meaning alone, nor by things alone: a railway is in every story of a railwayman."""
        if not self.who or self.things < THINGS:
            return False
        if self.meaning is not None:
            return self.read >= READ_SURE
        return self.perhaps and self.whole >= SURE


class Tellings:
    """What one narrator told, turn by turn."""

    def __init__(
        self,
        texts: Mapping[Place, str],
        events: Mapping[Place, frozenset[str]] | None = None,
        read: Read | None = None,
    ) -> None:
        """`events`: of which events memory has found a turn to tell. `read`: reads what texts mean, where somebody can."""
        self._texts, self._events, self._read = texts, events or {}, read
        self._meant = dict[Place, NDArray[np.float32]]()
        self._usually = dict[Place, float]()
        self._words = {place: _words(text) for place, text in texts.items()}
        self._names = frozenset[str]().union(*(_named(text) for text in texts.values()))
        self._compounds = {place: _named_things(text) for place, text in texts.items()}
        self._often = Counter(word for words in self._words.values() for word in words)

    def without(self, names: Iterable[str]) -> "Tellings":
        """The same with `names` left out: from whom a story is kept says nothing of which story it is."""
        words = {word for each in names for word in _LETTERS.findall(each)}
        if not words:
            return self
        named = re.compile(rf"\b(?:{'|'.join(sorted(words))})\b", re.IGNORECASE)
        texts = {place: named.sub("", text) for place, text in self._texts.items()}
        other = Tellings(texts, self._events, self._read)
        other._meant = {p: row for p, row in self._meant.items() if texts[p] == self._texts[p]}
        return other

    def named(self, place: Place) -> frozenset[str]:
        """The stems of whom and where one turn names: names that stand anywhere in this life, and "mother"."""
        return self._words.get(place, frozenset()) & (self._names | _KIN)

    def of(self, story: Collection[Place]) -> Mapping[Place, bool]:
        """The other turns that tell what the turns `story` tell: True where that is sure, False where it may be.

        What is found leads to nothing further: a life hangs together, and each step would take the next story with it.
        """
        like = self._alike_ones(set(story))
        return {place: each.sure for place, each in like.items() if each.perhaps}

    def also(self, certain: Collection[Place], perhaps: Collection[Place]) -> Mapping[Place, bool]:
        """The same of a story that `certain` tells surely and the other turns of `perhaps` may tell: what only they lead to
        is in doubt."""
        surely = self.of(certain) if certain else {}
        more = self.of({*certain, *perhaps}) if not {*perhaps} <= {*certain} else {}
        return dict.fromkeys(more, False) | dict(surely)

    def _alike_ones(self, known: Collection[Place]) -> Mapping[Place, Likeness]:
        """The turns worth a look, the meanings of the likeliest read."""
        by_words = {p: self.alike(known, p, read=False) for p in self._words if p not in known}
        near = sorted(by_words, key=lambda place: -by_words[place].whole)[:LONG_LIST]
        self._understand([*known, *near])
        return {place: self.alike(known, place) for place in near}

    def alike(self, story: Collection[Place], other: Place, *, read: bool = True) -> Likeness:
        """How much `other` shares with any of the tellings of one story."""
        told = frozenset[str]().union(*(self._words.get(each, frozenset()) for each in story))
        shared = told & self._words.get(other, frozenset())
        among = [p for p in (*story, other) if p in self._words]
        weights = {word: self._weight(word, among) for word in shared}
        names = self._names | _KIN
        mine = frozenset[str]().union(*(self._events.get(each, frozenset()) for each in story))
        both = frozenset[str]().union(*(self._compounds.get(each, frozenset()) for each in story))
        return Likeness(
            sum(weight for word, weight in weights.items() if word not in names)
            + NAMED_THING * len(both & self._compounds.get(other, frozenset()))
            + TWO_NAMES * (self._alone_in(among, (w for w in weights if w in self._names)) > 1),
            sum(weight for word, weight in weights.items() if word in names),
            bool(mine & self._events.get(other, frozenset())),
            self._nearest(story, other) if read else None,
        )

    def _understand(self, places: Iterable[Place]) -> None:
        new = [
            each
            for each in dict.fromkeys(places)
            if each not in self._meant and each in self._texts
        ]
        if self._read is not None and new:
            rows = self._read([self._texts[each] for each in new])
            self._meant |= dict(zip(new, rows, strict=True))
            self._usually.clear()

    def _nearest(self, story: Collection[Place], other: Place) -> float | None:
        theirs = self._meant.get(other)
        mine = [each for each in story if each in self._meant]
        if theirs is None or not mine:
            return None
        beyond = (float(self._meant[each] @ theirs) - self._usual(each) for each in mine)
        return max(beyond) - self._usual(other)

    def _usual(self, place: Place) -> float:
        """The mean cosine of one turn with all others: one voice tells every story of a life, and some turns are like any."""
        if place not in self._usually:
            others = [row for each, row in self._meant.items() if each != place]
            like = float(sum(others, np.zeros_like(self._meant[place])) @ self._meant[place])
            self._usually[place] = max(ANY, (like + FEW * ANY) / (len(others) + FEW))
        return self._usually[place]

    def _alone_in(self, among: Collection[Place], words: Iterable[str]) -> int:
        """How many of `words` no other turn holds."""
        said = ((w, sum(w in self._words[place] for place in among)) for w in words)
        return sum(self._often[word] == here for word, here in said)

    def _weight(self, word: str, among: Collection[Place]) -> float:
        """What it says that two tellings share `word`: little where many stories hold it, of this life or of any."""
        elsewhere = self._often[word] - sum(word in self._words[place] for place in among)
        return _rare(word) * min(1.0, COMMON / max(elsewhere, 1))


def about(words: str, text: str) -> float:
    """How much of what `words` name ("the thing about Cliff Street") is in `text`: 0 to 1, by what is rare in them."""
    wanted = {each: _rare(each) + 0.05 for each in terms(words) - _A_TELLING}
    said = _words(text)
    whole = sum(wanted.values())
    return sum(weight for each, weight in wanted.items() if each in said) / whole if whole else 0.0


@lru_cache(maxsize=20_000)
def _words(text: str) -> frozenset[str]:
    return terms(text)


@lru_cache(maxsize=20_000)
def _named(text: str) -> frozenset[str]:
    """The stems of the names in `text`, which a capital shows where no sentence begins."""
    found = [*_CAPITAL.findall(text), *_TITLED.findall(text)]
    return frozenset[str]().union(*(terms(each) for each in found if each.lower() not in _CALENDAR))


@lru_cache(maxsize=20_000)
def _named_things(text: str) -> frozenset[str]:
    """ "Nazareth House" and "Mrs Eccles" in `text`."""
    return frozenset((*_COMPOUND.findall(text), *_STRANGER.findall(text)))


def _rare(word: str) -> float:
    """0 for what every other story holds ("house"), 1 for what few do ("parrot")."""
    rank = everyday().get(word)
    return 1.0 if rank is None else ((rank + 1) / len(everyday())) ** 0.5


@cache
def everyday() -> Mapping[str, int]:
    """The stems that stand in most stories, the commonest first (config/everyday.txt)."""
    lines = resource("config/everyday.txt").read_text(encoding="utf-8").splitlines()
    listed: Iterable[str] = (
        word for line in lines if not line.startswith("#") for word in line.split()
    )
    return {word: rank for rank, word in enumerate(listed)}


def joined(before: str, question: str, after: str) -> bool | None:
    """Does a turn go on with the story of the turn before it, `question` having been asked between them?

    True where it says more of the same things; False where it only may, because it cannot be understood without the
    other ("He never got over it."), or answers what was asked about it; None where it does not.
    """
    here = Tellings({_ONE: before, _OTHER: after}).alike([_ONE], _OTHER, read=False)
    leans, brief = goes_on(after), len(after.split()) <= BRIEF
    if leans and here.things > BESIDE:
        return True
    asked = _shared(question, before) >= ASKED and not _passes_over(question, before, after)
    return False if brief and (leans or asked) else None


def _passes_over(question: str, before: str, after: str) -> bool:
    """Was only somebody asked after, and does the answer tell of others: "How would you describe Megan?" "Idwal told jokes ..."?"""
    of = _words(question) & _words(before)
    if not of <= _named(before) | _named(question) | _KIN or len(after.split()) < OWN:
        return False
    return not _words(after) & (_words(before) | _words(question))


_ONE, _OTHER = (SessionId(""), TurnId(1)), (SessionId(""), TurnId(2))

ASKED, BESIDE = 0.5, 0.3
"""What our question must share with the first of two neighbouring turns, and the two with each other. Guesses."""

OWN = 8
"""Words of an answer that may tell of somebody else. A guess."""

BRIEF = 20
"""Words of an answer that tells no story of its own. A guess."""


def _shared(one: str, other: str) -> float:
    return sum(map(_rare, _words(one) & _words(other)))


def touches(question: str, told: Iterable[str]) -> bool:
    """Does what we asked speak of what one of `told` tells?"""
    return any(_shared(question, each) >= ASKED for each in told)
