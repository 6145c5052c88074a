"""Names that were heard otherwise than they are spelled: what may be one, and a person's word on it.

A yes is a further wording of every turn in which the name was heard so: the sound and what the recogniser had made of it
stay as they are (own_words.py). A no is kept without a word of what it is about.
"""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple

from voice_agent.archive import memory_tables, own_words
from voice_agent.archive.book import Keeper
from voice_agent.archive.own_words import WRITTEN_OVER, Changes, Place
from voice_agent.archive.session_tables import Read
from voice_agent.memory.rewording import Stretch
from voice_agent.story import Speaker, Word

Likely = Callable[[Sequence[Word], Sequence[str]], Iterable[tuple[str, tuple[int, int]]]]
"""Words as they were heard and names, into the names that may have been meant and the first and one past the last of the
words that sound like it; the likeliest first (speech/likely_names.py)."""

NOTED = "perhaps misheard"
"""Key under which is kept where a name may stand, and no word of it."""

REFUSED = "not the name"
"""Key under which is kept what was no name that was misheard."""

MOST = 1000
"""Of them are kept, the latest."""


class Heard(NamedTuple):
    """Where a name may have been misheard."""

    session: str
    turn: int
    version: int
    first: int
    last: int
    """Character span of that wording."""

    words: str


@dataclass(frozen=True, slots=True)
class Misspelt:
    """A name of this life, and what was heard that may be it."""

    name: str
    words: str
    """As they were heard, without what stands around them."""

    places: tuple[Heard, ...]
    """The latest first."""

    @property
    def key(self) -> str:
        """What a form sends back."""
        return f"{self.name}|{self.words.casefold()}"


def look(
    keeper: Keeper,
    names: Sequence[str],
    likely: Likely,
    within: Callable[[Place], bool] = lambda place: True,
) -> None:
    """Look through what was said for `names` that were misheard, and note where, without a word of it: for `perhaps`.

    Some milliseconds a turn and a dozen names. Not what was put away or put right by a person. Raises DiskFull.
    """
    found = list[list[object]]()
    known = {name.casefold(): place for place, name in enumerate(names)}
    for place, version, text, words in _heard(keeper.read):
        taken, at = set[int](), spans(text, words) or ()
        for name, (first, last) in likely(words, names) if at and within(place) else ():
            began, ended = _bare(text, at[first][0], at[last - 1][1])
            run = text[began:ended].casefold()
            rank = min(known.get(each, len(names)) for each in (run, *run.split()))
            if (
                began < ended
                and rank > known[name.casefold()]
                and not taken & {*range(first, last)}
            ):
                taken |= {*range(first, last)}
                found.append([_mark(name), *place, version, began, ended])
    noted = [*_kept(keeper.read, NOTED), *found]
    _keep(keeper, NOTED, [[*each] for each in dict.fromkeys(map(tuple, noted))])


def perhaps(read: Read, names: Sequence[str]) -> tuple[Misspelt, ...]:
    """What may have been misheard and nobody has answered yet, what was heard most often first."""
    noted, refused = _kept(read, NOTED), {*_kept(read, REFUSED)}
    by_mark = {_mark(name): name for name in names}
    texts = {(*place, version): text for place, version, text, _ in _heard(read)} if noted else {}
    found = defaultdict[tuple[str, str], list[Heard]](list)
    for mark, session, turn, version, first, last in noted:
        words = texts.get((session, turn, version), "")[first:last]
        name = by_mark.get(mark)
        if words and name and _mark(name, words) not in refused:
            found[name, words.casefold()].append(Heard(session, turn, version, first, last, words))
    return tuple(
        Misspelt(name, places[0].words, tuple(places))
        for (name, _), places in sorted(found.items(), key=lambda each: -len(each[1]))
    )


def put_right(read: Read, found: Misspelt, by: str) -> Mapping[Place, Changes]:
    """The changes that a yes makes, for `own_words.save`. `by`: one of own_words.BY_EAR."""
    saves = own_words.saves(read)
    places = defaultdict[Place, list[Heard]](list)
    for each in found.places:
        places[each.session, each.turn].append(each)
    return {
        place: Changes(
            some[0].version,
            saves.get(place, 0),
            tuple(Stretch(each.first, each.last, found.name) for each in some),
            by=by,
        )
        for place, some in places.items()
    }


def refuse(keeper: Keeper, found: Misspelt) -> None:
    """Keep that what was heard is not this name; no word of it stands there. Raises DiskFull."""
    _keep(keeper, REFUSED, [*_kept(keeper.read, REFUSED), _mark(found.name, found.words)])


def in_words(read: Read, places: Collection[Place], words: str, name: str) -> Misspelt:
    """Every place among `places` where `words` stand, to become `name`; no places where they stand nowhere."""
    wanted, found = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)", re.IGNORECASE), list[Heard]()
    for place, version, text, _ in _heard(read):
        for match in wanted.finditer(text) if place in places else ():
            found.append(Heard(*place, version, *match.span(), match[0]))
    return Misspelt(name, words, tuple(found))


def _heard(read: Read) -> Iterator[tuple[Place, int, str, list[Word]]]:
    """The newest wording of what was said aloud and is not put away, the latest first."""
    rows = read(
        """SELECT w.session, w.turn, w.version, w.text, w.words FROM wordings AS w
            JOIN turns ON turns.session = w.session AND turns.id = w.turn JOIN sessions ON sessions.id = w.session
            WHERE turns.speaker = ? AND turns.kind <> 'written' AND w.text <> '' AND w.by <> ? AND w.version =
                (SELECT max(version) FROM wordings WHERE session = w.session AND turn = w.turn)
            ORDER BY sessions.number DESC, w.turn DESC""",
        (Speaker.NARRATOR, WRITTEN_OVER),
    )
    hidden = memory_tables.hidden_turns(read)
    for session, turn, version, text, packed in rows:
        if (session, turn) not in hidden:
            yield (session, turn), version, text, [Word(*each) for each in json.loads(packed)]


def _kept(read: Read, key: str) -> list[Any]:
    rows = read("SELECT value FROM kept WHERE key = ?", (key,))
    return json.loads(rows[0][0]) if rows else []


def _keep(keeper: Keeper, key: str, rows: Sequence[object]) -> None:
    text = json.dumps(rows[-MOST:])
    keeper.commit(lambda db: db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (key, text)))


def _mark(name: str, words: str = "") -> str:
    return sha256(f"{name.casefold()}|{words.casefold()}".encode()).hexdigest()[:24]


def spans(text: str, words: Sequence[Word]) -> list[tuple[int, int]] | None:
    """Where each word stands in the text; None where they are not the text's own."""
    at, found = 0, list[tuple[int, int]]()
    for word in words:
        first = text.find(word.text, at)
        if first < 0:
            return None
        at = first + len(word.text)
        found.append((first, at))
    return found


def _bare(text: str, first: int, last: int) -> tuple[int, int]:
    """The same stretch without what stands around its words, and an owner's s."""
    match = re.search(r"\w.*\w(?=['’]s\W*$)|\w.*\w|\w|$", text[first:last])
    assert match is not None  # the end at least
    return first + match.start(), first + match.end()
