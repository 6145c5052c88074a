"""Names that were heard otherwise than they are spelled: what may be one, and a person's word on it.

A yes is a further wording of every turn in which the name was heard so: the sound and what the recogniser had made of it
stay as they are (own_words.py). A no is kept without a word of what it is about.
What somebody of the family spells otherwise is only asked about.
"""

import json
import re
import sqlite3
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

SPELLED = "names that the family spelled"
"""Key under which is kept what somebody of the family wrote, with the place it was written of."""

REFUSED = "not the name"
"""Key under which is kept what was no name that was misheard."""

MOST = 1000
"""Of each are kept, the latest."""


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


def look(keeper: Keeper, names: Sequence[str], likely: Likely, session: str) -> None:
    """Look through what was said in a talk for `names` that were misheard, and note where, without a word of it.

    Some 20 ms of the processor a turn and a name, so it is done when the talk is over. Not what was put away. Raises DiskFull.
    """
    found = list[Any]()
    known = {name.casefold(): place for place, name in enumerate(names)}
    for place, version, text, words in _heard(keeper.read, [session]):
        taken, at = set[int](), spans(text, words) or ()
        for name, (first, last) in likely(words, names) if at else ():
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
    _note(keeper, found)


def propose(keeper: Keeper, places: Collection[Place], words: str, name: str) -> bool:
    """Let the narrator be asked whether `words`, where they stand in `places`, are `name`: somebody of the family says so.

    Nothing is changed before her yes. False: she is not asked, for they stand in none of these as they were heard, or
    she has said no to it already. Raises DiskFull.
    """
    found = list[Any]()
    if _mark(name, words) in {mark for mark, _ in _kept(keeper.read, REFUSED)}:
        return False
    for place, version, text, _ in _heard(keeper.read, {session for session, _ in places}):
        for match in _standing(words).finditer(text) if place in places else ():
            found.append([_mark(name), *place, version, *match.span()])
    if found:
        _keep(keeper, SPELLED, [*_kept(keeper.read, SPELLED), [name, *found[0][1:3]]])
        _note(keeper, found)
    return bool(found)


def spelled(read: Read) -> frozenset[str]:
    """The names that somebody of the family wrote."""
    return frozenset(row[0] for row in _kept(read, SPELLED))


def perhaps(read: Read, names: Sequence[str]) -> tuple[Misspelt, ...]:
    """What may have been misheard and nobody has answered yet, what was heard most often first."""
    noted, refused = _kept(read, NOTED), {mark for mark, _ in _kept(read, REFUSED)}
    if not noted:
        return ()
    by_mark = {_mark(name): name for name in (*names, *sorted(spelled(read)))}
    newest = {
        place: (version, text)
        for place, version, text, _ in _heard(read, {row[1] for row in noted})
    }
    found = defaultdict[tuple[str, str], dict[Heard, None]](dict)
    for mark, session, turn, version, first, last in noted:
        name, now = by_mark.get(mark), newest.get((session, turn))
        if name is None or now is None:
            continue
        if version == now[0]:
            spans = [(first, last)]
            words = now[1][first:last]
        else:  # another name of that turn was put right since
            words = _wording(read, session, turn, version)[first:last]
            spans = [match.span() for match in _standing(words).finditer(now[1])] if words else []
        if words and _mark(name, words) not in refused:
            found[name, words.casefold()] |= {
                Heard(session, turn, now[0], *span, now[1][slice(*span)]): None for span in spans
            }
    return tuple(
        Misspelt(name, next(iter(places)).words, tuple(places))
        for (name, _), places in sorted(found.items(), key=lambda each: -len(each[1]))
        if places
    )


def put_right(read: Read, found: Misspelt) -> Mapping[Place, Changes]:
    """The changes that a yes makes, for `own_words.save`."""
    saves = own_words.saves(read)
    places = defaultdict[Place, list[Heard]](list)
    for each in found.places:
        places[each.session, each.turn].append(each)
    return {
        place: Changes(
            some[0].version,
            saves.get(place, 0),
            tuple(Stretch(each.first, each.last, found.name) for each in some),
        )
        for place, some in places.items()
    }


def refuse(keeper: Keeper, found: Misspelt) -> None:
    """Keep that what was heard is not this name; no word of it stands there. Raises DiskFull."""
    places = [[each.session, each.turn] for each in found.places]
    _keep(keeper, REFUSED, [*_kept(keeper.read, REFUSED), [_mark(found.name, found.words), places]])


def erase(db: sqlite3.Connection, places: Collection[Place], session: str | None = None) -> None:
    """Take out whatever was noted of `places` and of all of `session`: a mark of words that somebody may guess, too."""

    def stays(of: str, turn: int) -> bool:
        return of != session and (of, turn) not in places

    for key in (NOTED, SPELLED, REFUSED):
        rows = _kept(lambda sql, parameters=(): db.execute(sql, parameters).fetchall(), key)
        if key == REFUSED:
            left = [[mark, [place for place in of if stays(*place)]] for mark, of in rows]
            left = [row for row in left if row[1]]
        else:
            left = [row for row in rows if stays(row[1], row[2])]
        if left != rows:
            db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (key, json.dumps(left)))


def _heard(read: Read, sessions: Collection[str]) -> Iterator[tuple[Place, int, str, list[Word]]]:
    """The newest wording of what was told in `sessions` and is not put away; what was written has no words with seconds."""
    hidden = memory_tables.hidden_turns(read)
    for session in sorted(sessions, reverse=True):
        rows = read(
            """SELECT w.turn, w.version, w.text, w.words FROM wordings AS w
                JOIN turns ON turns.session = w.session AND turns.id = w.turn
                WHERE w.session = ? AND turns.speaker = ? AND w.text <> '' AND w.by <> ?
                AND w.version = (SELECT max(version) FROM wordings WHERE session = w.session AND turn = w.turn)
                ORDER BY w.turn DESC""",
            (session, Speaker.NARRATOR, WRITTEN_OVER),
        )
        for turn, version, text, packed in rows:
            if (session, turn) not in hidden:
                yield (session, turn), version, text, [Word(*each) for each in json.loads(packed)]


def _standing(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(words)}(?!\w)", re.IGNORECASE)


def _wording(read: Read, session: str, turn: int, version: int) -> str:
    rows = read(
        "SELECT text FROM wordings WHERE session = ? AND turn = ? AND version = ?",
        (session, turn, version),
    )
    return rows[0][0] if rows else ""


def _note(keeper: Keeper, found: Sequence[Any]) -> None:
    noted = [*_kept(keeper.read, NOTED), *found]
    _keep(keeper, NOTED, [[*each] for each in dict.fromkeys(map(tuple, noted))])


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
