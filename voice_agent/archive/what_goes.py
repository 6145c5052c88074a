"""What goes when something is erased: which words of which turns, in what stretches of sound, and what echoes them.

An echo is a sentence of ours, of a family's question or of a journal that repeats words which only what is erased has
told. What another story tells as well, what the program says by itself and what was said before stays as it is.
"""

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from voice_agent.archive import our_phrases, redaction, residue, sound_track
from voice_agent.archive.record import Record
from voice_agent.archive.redaction import Span
from voice_agent.archive.residue import Traces
from voice_agent.archive.tombstones import Tombstone
from voice_agent.memory.claims import Claim, ClaimId
from voice_agent.memory.clauses import sentences
from voice_agent.memory.events import Life
from voice_agent.memory.forgetting import (
    SHINGLE,
    Place,
    What,
    Wish,
    bare,
    blanked,
    chosen,
    echoes,
    shingles,
    spans,
)
from voice_agent.memory.people.kin import KIN
from voice_agent.memory.people.name_parts import TITLES
from voice_agent.memory.people.spelling import alike
from voice_agent.memory.terms import terms
from voice_agent.sound import RATE
from voice_agent.story import SessionId, Speaker

Key = tuple[SessionId, int]
"""A turn."""

LEAST = 6
"""Bytes of a sentence that is searched for byte by byte: fewer lie side by side by chance."""

Chars = tuple[tuple[int, int], ...]
"""Characters [first, last)."""


@dataclass(frozen=True, slots=True)
class Said:
    """One turn in its newest wording."""

    speaker: str
    version: int
    text: str
    packed: str
    """Words with their times, as the record packs them."""

    began: float
    ended: float
    order: tuple[int, int]
    """Number of the talk, then of the turn."""

    older: tuple[str, ...] = ()
    """What earlier wordings say."""

    finished: bool = True
    """False where somebody spoke over it."""

    @property
    def words(self) -> list[Any]:
        """(text, start, end, probability) each."""
        return json.loads(self.packed)

    @property
    def ours(self) -> bool:
        """Did the interviewer say it?"""
        return self.speaker == Speaker.INTERVIEWER


@dataclass(frozen=True)
class Going:
    """All that goes with one wish."""

    wish: Wish
    turns: Mapping[Key, Said]
    """Every turn there is."""

    gone: Mapping[Key, Chars]
    """What goes of which turns."""

    telling: frozenset[str]
    """Shingles that only what is erased has told."""

    names: frozenset[str] = field(default_factory=frozenset[str])
    """Of a person who is forgotten."""

    capitals: frozenset[str] = field(default_factory=frozenset[str])
    """Those of the names that are words of everyday as well: "Rose" is she, and the sun that rose is not."""

    @cached_property
    def marks(self) -> Traces:
        """What echoes are looked for by."""
        return Traces(self.telling, names=frozenset(map(bare, self.names)))

    def named(self, text: str) -> Chars:
        """The sentences of `text` that name who is forgotten."""
        if not self.perhaps(text):
            return ()
        return tuple(
            (first, last)
            for first, last in echoes(text, (), self.names)
            if echoes(text[first:last], (), self.names - self.capitals)
            or self.capitals & {*_WORD.findall(text[first:last])}
        )

    @property
    def session(self) -> str:
        """The talk that goes whole; "" where none does."""
        return self.wish.id if self.wish.what is What.SESSION else ""

    def echoes(self, text: str) -> Chars:
        """The sentences of `text` that repeat it, or name who is forgotten."""
        if not self.perhaps(text):
            return ()
        return tuple(sorted({*echoes(text, self.telling, ()), *self.named(text)}))

    def held(self, text: str) -> bool:
        """Does `text` repeat it, be it a sentence too short to be known anywhere but where it stands whole?"""
        return bool(self.echoes(text)) or (self.perhaps(text) and bool(self.marks.said(text)))

    def perhaps(self, text: str) -> bool:
        """Can there be an echo in `text`? Quick."""
        return self.marks.perhaps(text)

    def left(self, key: Key) -> str:
        """What a turn says when what is forgotten is out of it."""
        return blanked(self.turns[key].text, self.gone.get(key, ()))

    def spans(self, key: Key) -> list[Span]:
        """When what goes of a turn was said."""
        turn = self.turns[key]
        if not (chars := self.gone.get(key, ())):
            return []
        if not turn.words or not self.left(key).strip():
            return [(turn.began, turn.ended)]
        return redaction.silent(turn.text, turn.words, chars, turn.began, turn.ended)

    def graves(self) -> Iterator[Tombstone]:
        """What is written down of it."""
        if self.session:
            yield Tombstone(self.session, None)
        for (session, id), chars in self.gone.items():
            if session != self.session:
                for first, last in chars:
                    yield Tombstone(session, id, self.turns[session, id].version, first, last)

    def consent_goes(self, session: str, words: str) -> bool:
        """Is the sentence in which a consent was given to be forgotten?"""
        return bool(self.session and session == self.session) or bool(self.echoes(words))


def of_wish(record: Record, wish: Wish, life: Life, claims: Iterable[Claim]) -> Going:
    """What `wish` means. Raises MemoryRefused where there is nothing of that name."""
    told, turns = list(claims), _turns(record)
    names = _names(wish, life)
    who = Going(wish, turns, {}, frozenset(), names, _words_too(names, turns.values()))
    gone = _gone(who, told, chosen(wish, life, told))
    return _with_echoes(who, gone)


def of_graves(record: Record, graves: Iterable[Tombstone], *, somebody: bool = False) -> Going:
    """What tombstones say of turns, in an older copy of the record.

    Where a turn's wording is not the one a tombstone speaks of, the turn goes whole. `somebody`: they are of a person, whose
    names are those that nothing else says.
    """
    turns, gone = _turns(record), dict[Key, Chars]()
    for grave in graves:
        key = (SessionId(grave.session), grave.turn or 0)
        if grave.turn is None or (turn := turns.get(key)) is None:
            continue
        known = grave.version == turn.version and grave.last is not None and grave.first is not None
        span = (grave.first or 0, grave.last or 0) if known else (0, len(turn.text))
        if turn.text[span[0] : span[1]].strip():
            gone[key] = tuple(sorted({*gone.get(key, ()), span}))
    going = Going(Wish(What.TELLING, ""), turns, gone, _own(turns, gone))
    if not somebody:
        return going
    said = _proper(turns[key].text[a:b] for key, each in gone.items() for a, b in each)
    rest = [text for key in turns for text in _remaining(going, key)]
    names = frozenset(each for each in said if residue.only_gone([bare(each)], rest))
    return replace(going, names=names, capitals=_words_too(names, turns.values()))


def traces(record: Record, going: Going) -> Traces:
    """What must not be found afterwards; read while it is still there."""
    remaining = [text for key in going.turns for text in _remaining(going, key)]
    remaining += [name for (name,) in record.read(_HOUSEHOLD)]
    for each in record.consents():
        remaining.append(each.asked)
        if not going.consent_goes(each.session, each.words):
            remaining.append(each.words)
    sounds: list[bytes] = []
    for key in going.gone:
        track = record.state / "sessions" / key[0] / "narrator.wav"
        # ours is made, and the same clip may well be heard in another talk
        if going.turns[key].ours or not track.is_file():
            continue
        for began, ended in going.spans(key):
            cut = sound_track.read(track, round(began * RATE), round(ended * RATE))
            sounds += residue.stretches(cut.samples, RATE)
    words = Traces(residue.only_gone(going.telling, remaining))
    return Traces(
        words.words,
        tuple(sounds),
        residue.only_gone(map(bare, going.names), remaining),
        frozenset(
            each for each in _sentences(going) if len(each.encode()) >= LEAST and words.said(each)
        ),
        tuple((str(key[0]), *span) for key in going.gone for span in going.spans(key)),
    )


def _sentences(going: Going) -> Iterator[str]:
    """What goes, as it was written."""
    for key, chars in going.gone.items():
        for first, last in chars:
            text = going.turns[key].text[first:last]
            yield from (text[a:b].strip() for a, b in sentences(text))


_HOUSEHOLD = """SELECT name FROM accounts UNION SELECT name FROM invites UNION SELECT who FROM looks
    UNION SELECT who FROM family_questions UNION SELECT who FROM photographs
    UNION SELECT who FROM family_notes
    UNION SELECT readers FROM approvals UNION SELECT readers FROM meant_for UNION SELECT reader FROM copies
    UNION SELECT about FROM consents UNION SELECT privacy FROM labels UNION SELECT privacy FROM kept_back"""


def _turns(record: Record) -> dict[Key, Said]:
    rows = record.read(
        """SELECT turns.session, turns.id, speaker, version, text, words, turns.began, turns.ended, number, finished
            FROM turns
            JOIN wordings ON wordings.session = turns.session AND wordings.turn = turns.id
            JOIN sessions ON sessions.id = turns.session
            ORDER BY number, turns.id, version""",
        (),
    )
    found: dict[Key, Said] = {}
    for session, id, speaker, version, text, words, began, ended, number, finished in rows:
        before, order = found.get((session, id)), (number, id)
        older = (*before.older, before.text) if before else ()
        found[session, id] = Said(
            speaker, version, text, words, began, ended, order, older, bool(finished)
        )
    return found


def _names(wish: Wish, life: Life) -> frozenset[str]:
    """Names that are this person's alone; a namesake's sentences stay."""
    if wish.what is not What.PERSON:
        return frozenset()

    own = _proper(next(p.aliases for p in life.people.persons if p.id == wish.id))
    # a bare "Rose" elsewhere may be she; one with kin or a surname of her own is somebody else
    others = {
        alike(word)
        for each in life.people.persons
        if each.id != wish.id and (each.relation or any(" " in alias for alias in each.aliases))
        for word in _proper(each.aliases)
    }
    return frozenset(each for each in own if alike(each) not in others)


def _proper(texts: Iterable[str]) -> set[str]:
    """The words in `texts` that are written as names are."""
    words = {word.strip(".,'’") for text in texts for word in text.split()}
    plain = {w for w in words if w[:1].isupper() and len(w) > 2}
    return {w for w in plain if w.lower() not in TITLES and w.lower() not in KIN and terms(w)}


def _words_too(names: Collection[str], turns: Iterable[Said]) -> frozenset[str]:
    """Those of `names` that somebody has also said as a word: recognisers write a name with a capital."""
    low = {name.lower(): name for name in names}
    said = {word for turn in turns if low for word in _WORD.findall(turn.text)}
    return frozenset(name for word, name in low.items() if word in said)


_WORD = re.compile(r"[^\W_]+")


def _gone(who: Going, told: Sequence[Claim], forgotten: frozenset[ClaimId]) -> dict[Key, Chars]:
    turns = who.turns
    newest: dict[Place, str] = {
        (session, id, turn.version): turn.text  # pyright: ignore[reportAssignmentType]
        for (session, id), turn in turns.items()
    }
    there = [
        each
        for each in told
        if all((m.session, m.turn, m.version) in newest for m in each.mentions)
    ]
    found: dict[Key, Chars] = {
        (session, id): each
        for (session, id, _), each in spans(who.wish, there, newest, forgotten).items()
    }
    for each in told:
        if each.id in forgotten and each not in there:
            # told in a wording that has since been put right: the turn goes whole
            for m in each.mentions:
                if (turn := turns.get((m.session, m.turn))) is not None:
                    found[m.session, m.turn] = ((0, len(turn.text)),)
    if who.names:
        for key, turn in turns.items():
            if not turn.ours and (more := who.named(turn.text)):
                found[key] = tuple(sorted({*found.get(key, ()), *more}))
    return found


def _with_echoes(who: Going, gone: Mapping[Key, Chars]) -> Going:
    """The same with our own sentences that repeat it, or name it."""
    turns = who.turns
    going = replace(who, gone=gone, telling=_own(turns, gone))
    theirs = {key: each for key, each in gone.items() if not turns[key].ours}
    # nothing repeats what has not been told yet
    first = min((turns[key].order for key in theirs), default=(0, 0))
    told = terms(" ".join(turns[key].text[a:b] for key, each in theirs.items() for a, b in each))
    asked = _asked(turns, theirs, told)
    ours: dict[Key, Chars] = {}
    for key, turn in turns.items():
        if turn.ours and key not in gone:
            late = turn.order > first
            found = {*(going.echoes(turn.text) if late else going.named(turn.text))}
            if late and ": " in turn.text:
                found |= {*_named(turn.text, told)}
            if found := found | asked.get(key, set()):
                ours[key] = tuple(sorted(found))
    return replace(going, gone={**gone, **ours})


def _asked(
    turns: Mapping[Key, Said], theirs: Collection[Key], told: Collection[str]
) -> dict[Key, set[tuple[int, int]]]:
    """Our questions that hold a word of what is erased, such as "What was the cornet like?", as far as they were heard.

    They are what we said first after it, whoever spoke before that, or ask the same once more.
    """
    found: dict[Key, set[tuple[int, int]]] = defaultdict(set)
    asked, answers = list[str](), False
    for key, turn in sorted(turns.items(), key=lambda each: each[1].order):
        if not turn.ours:
            answers = answers or key in theirs
            continue
        for first, last in sentences(turn.text) if answers or asked else ():
            sentence = turn.text[first:last].strip()
            if turn.finished and not sentence.endswith("?"):
                continue
            said = bare(sentence)
            if (answers or any(_one_question(said, each) for each in asked)) and (
                our_phrases.not_ours({*terms(sentence)} & {*told})
            ):
                asked.append(said)
                found[key].add((first, last))
        answers = answers and not turn.finished  # what was spoken over is said again
    return found


def _one_question(one: str, other: str) -> bool:
    """Are both (bare) the same, as far as each was heard? Fewer than three words may stand in any question."""
    short, long = sorted((one, other), key=len)
    return one == other or (len(short.split()) >= SHINGLE and f" {short} " in f" {long} ")


def _own(turns: Mapping[Key, Said], gone: Mapping[Key, Chars]) -> frozenset[str]:
    """Shingles of what goes that nobody tells besides, and that are none of the program's own phrases."""
    told = (
        turns[key].text[first:last]
        for key, each in gone.items()
        if not turns[key].ours
        for first, last in each
    )
    parts = (text[a:b] for text in told for a, b in sentences(text))
    own = our_phrases.not_ours(each for each in shingles(parts) if terms(each))
    bare_going = Going(Wish(What.TELLING, ""), turns, gone, own)
    rest = (text for key in turns if not turns[key].ours for text in _remaining(bare_going, key))
    return residue.only_gone(own, rest)


def _remaining(going: Going, key: Key) -> Iterator[str]:
    """What stays of a turn, in each of its wordings: of one that loses something only the newest stays."""
    yield going.left(key)
    if key not in going.gone:
        yield from going.turns[key].older


def _named(ours: str, told: Collection[str]) -> Chars:
    """The sentences of ours that name what is erased: "I have put this away: the cornet and the coal money."."""
    found: list[tuple[int, int]] = []
    for first, last in sentences(ours):
        _, colon, named = ours[first:last].partition(": ")
        said = terms(named)
        if colon and said and said <= set(told) and our_phrases.not_ours([bare(named)]):
            found.append((first, last))
    return tuple(found)
