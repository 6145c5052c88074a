"""What goes when something is erased: which words of which turns, in what stretches of sound, and their echoes."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from voice_agent.archive import residue, sound_track
from voice_agent.archive.echoes import own_shingles, with_echoes
from voice_agent.archive.going import WORD, Chars, Going, Key, NewestWording, what_stays
from voice_agent.archive.record import Record
from voice_agent.archive.residue import Traces
from voice_agent.archive.tombstones import Tombstone
from voice_agent.memory.claims import Claim, ClaimId
from voice_agent.memory.clauses import sentences
from voice_agent.memory.events import Life
from voice_agent.memory.forgetting import Place, What, Wish, bare, chosen, spans
from voice_agent.memory.people.kin import KIN
from voice_agent.memory.people.name_parts import TITLES
from voice_agent.memory.people.spelling import alike
from voice_agent.memory.terms import terms
from voice_agent.sound import RATE
from voice_agent.story import SessionId

LEAST = 6
"""Bytes of a sentence that is searched for byte by byte: fewer lie side by side by chance."""


def of_wish(record: Record, wish: Wish, life: Life, claims: Iterable[Claim]) -> Going:
    """What `wish` means. Raises MemoryRefused where there is nothing of that name."""
    told, turns = list(claims), _turns(record)
    names = _names(wish, life)
    who = Going(wish, turns, {}, frozenset(), names, _words_too(names, turns.values()))
    gone = _gone(who, told, chosen(wish, life, told))
    return with_echoes(who, gone)


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
    going = Going(Wish(What.TELLING, ""), turns, gone, own_shingles(turns, gone))
    if not somebody:
        return going
    said = _proper(turns[key].text[a:b] for key, each in gone.items() for a, b in each)
    rest = [text for key in turns for text in what_stays(going, key)]
    names = frozenset(each for each in said if residue.only_gone([bare(each)], rest))
    return replace(going, names=names, capitals=_words_too(names, turns.values()))


def traces(record: Record, going: Going) -> Traces:
    """What must not be found afterwards; read while it is still there."""
    remaining = [text for key in going.turns for text in what_stays(going, key)]
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


def _turns(record: Record) -> dict[Key, NewestWording]:
    rows = record.read(
        """SELECT turns.session, turns.id, speaker, version, text, words, turns.began, turns.ended, number, finished
            FROM turns
            JOIN wordings ON wordings.session = turns.session AND wordings.turn = turns.id
            JOIN sessions ON sessions.id = turns.session
            ORDER BY number, turns.id, version""",
        (),
    )
    found: dict[Key, NewestWording] = {}
    for session, id, speaker, version, text, words, began, ended, number, finished in rows:
        before, order = found.get((session, id)), (number, id)
        older = (*before.older, before.text) if before else ()
        found[session, id] = NewestWording(
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


def _words_too(names: Collection[str], turns: Iterable[NewestWording]) -> frozenset[str]:
    """Those of `names` that somebody has also said as a word: recognisers write a name with a capital."""
    low = {name.lower(): name for name in names}
    said = {word for turn in turns if low for word in WORD.findall(turn.text)}
    return frozenset(name for word, name in low.items() if word in said)


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
