"""Is there anything in the book that was not said, and is there anything missing that was?

Three narrators whom we wrote, and whatever books are given. For each: chapters are written, then every told
sentence is held against the words it cites.

* atoms: unsupported ones (names, numbers, dates, kin, denials, feelings, lessons) that the cited words do not hold.
  Counted a second way beside the gate: a name, a number or a month must stand in the cited words as a word.
* quotes: quotations and verbatim sentences that stand in the transcript character for character.
* support: sentences without any fault.
* omitted: events among what may be told that no sentence of the book tells.
* own: content words of the book that are the narrator's; kept: those told that are in the book.
* leaks: traces of what was left out in the chapters' bytes.

Then lies made by rule (fabrications.py) are put before the gate, and true rewordings beside them. The rules and
the gate were written by one hand: the held-back feelings and lessons are the fairer figure.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from lab.evaluation.book import fabrications
from lab.evaluation.tables import Figures
from voice_agent.memory.distil import Distiller
from voice_agent.memory.events import weave
from voice_agent.memory.imported import WrittenSession, parse
from voice_agent.memory.labels import labelled
from voice_agent.memory.reading import Reader
from voice_agent.memory.terms import terms
from voice_agent.memory.thread import Setting
from voice_agent.reading.words.vocabulary import plain
from voice_agent.story import Session, SessionId, Turn, TurnId
from voice_agent.storybook import atoms, leaks, tellers
from voice_agent.storybook.compose import compose
from voice_agent.storybook.gathering import gather
from voice_agent.storybook.grounding import Atom, faults
from voice_agent.storybook.material import Alarm, Material, Source
from voice_agent.storybook.pages import Book, Chapter, Kind, Sentence
from voice_agent.storybook.plan import Plan
from voice_agent.storybook.tidied import words

PIECES = 60
"""Passages of a book that are read; the whole of one takes minutes."""

Edit = Callable[[Book, Source], Book]
"""Smooths a book with a language model."""


@dataclass(frozen=True, slots=True)
class Case:
    """One narrator and the book made of what was told."""

    name: str
    source: Source
    material: Material
    book: Book

    @property
    def told(self) -> list[Sentence]:
        """Every sentence of the chapter text that is the narrator's."""
        return [s for p in self.book.passages for s in p.sentences if s.told]


def invented(reader: Reader, plan: Plan, alarm: Alarm, edit: Edit | None = None) -> list[Case]:
    """The narrators that come with the program."""
    found: list[Case] = []
    for path in tellers.shipped():
        teller = tellers.read(path)
        source = tellers.source(teller, reader, alarm)
        found.append(_case(teller.name, source, plan, teller.birth, edit))
    return found


def of_books(
    paths: Sequence[Path], reader: Reader, plan: Plan, edit: Edit | None = None
) -> list[Case]:
    """Books given at run time, as if their writers had told them. Raises MemoryRefused."""
    found: list[Case] = []
    for path in paths:
        source = _written(
            path.stem.split("_")[0].title(), parse(path.read_bytes(), path.name), reader
        )
        found.append(_case(source.narrator, source, plan, "", edit))
    return found


def _case(name: str, source: Source, plan: Plan, birth: str, edit: Edit | None) -> Case:
    material = gather(source)
    book = compose(material, source.narrator, plan, birth=birth)
    return Case(name, source, material, edit(book, source) if edit else book)


def beginning(case: Case, count: int) -> Case:
    """The same narrator with the first `count` passages of the book and of what may be told."""
    chapters: list[Chapter] = []
    left = count
    for chapter in case.book.chapters:
        some = chapter.passages[:left]
        left -= len(some)
        if some:
            chapters.append(replace(chapter, passages=some))
    book = replace(case.book, chapters=tuple(chapters))
    turns = {(s.session, s.turn) for p in book.passages for s in p.spans}
    told = tuple(t for t in case.material.told if (t.span.session, t.span.turn) in turns)
    claims = [c for t in told for c in t.claims]
    return replace(case, material=replace(case.material, told=told, life=weave(claims)), book=book)


def _written(name: str, sessions: Sequence[WrittenSession], reader: Reader) -> Source:
    held: list[Session] = []
    left = PIECES
    at = datetime(2026, 11, 1, tzinfo=UTC)
    for number, session in enumerate(sessions, start=1):
        id = SessionId(f"{at:%Y-%m-%dT%H-%M-%SZ}-{number:04x}")
        turns = tuple(
            Turn(TurnId(n), id, each.speaker, each.text, 0.0, 0.0, at, kind="written")
            for n, each in enumerate(session.turns[:left], start=1)
        )
        left -= len(turns)
        held.append(Session(id, name, at, at, turns=turns))
        if left <= 0:
            break
    claims, labels = [], []
    for number, session in enumerate(held, start=1):
        distiller = Distiller(reader, Setting(), tuple(claims), number)
        for turn in session.turns:
            found = distiller.hear(turn)
            claims += found.claims
            labels += found.labels
    return Source(name, held, labelled(claims, labels))


def evaluate(
    cases: Sequence[Case], plan: Plan, *, writer: str, seed: int = 7, count: int = 200
) -> Figures:
    """Measure every case, then the gate."""
    rows = [_row(case, plan) for case in cases]
    sources = [s for case in cases for s in case.told if len(s.text.split()) >= 3]
    made = fabrications.lies(sources, count, seed)
    stopped = Counter(lie.atom for lie in made if fabrications.blocked(lie))
    offered = Counter(lie.atom for lie in made)
    true = fabrications.honest(sources, seed)
    falsely = [each for each in true if faults(each)]
    held = fabrications.held_back(sources, seed)
    gate = {
        **{str(atom): f"{stopped[atom]} of {offered[atom]}" for atom in offered},
        "atoms blocked": round(
            sum(stopped[a] for a in fabrications.ATOMS)
            / max(1, sum(offered[a] for a in fabrications.ATOMS)),
            4,
        ),
        "feelings and lessons blocked": round(
            (stopped[Atom.FEELING] + stopped[Atom.LESSON])
            / max(1, offered[Atom.FEELING] + offered[Atom.LESSON]),
            4,
        ),
        "held-back feelings and lessons blocked": round(
            sum(map(fabrications.blocked, held)) / max(1, len(held)), 4
        ),
        "held back": len(held),
        "true rewordings": len(true),
        "false blocks": round(len(falsely) / max(1, len(true)), 4),
    }
    notes = [
        f"Writer: {writer}. {len(made)} lies made by rule: "
        + ", ".join(f"{atom} {stopped[atom]}/{offered[atom]}" for atom in offered)
        + ".",
        f"Held-back feelings and lessons, in words that are on no list of the gate: {sum(map(fabrications.blocked, held))} of {len(held)} blocked.",
        f"True rewordings wrongly stopped: {len(falsely)} of {len(true)}.",
        f"Of a book only the first {PIECES} passages are read. Lies, gate and narrators were written by the same people.",
    ]
    about = (
        f"{len(cases)} narrators, {sum(row['sentences'] for row in rows)} sentences in their books"
    )
    return Figures("chapters", about, rows, seed, notes, {"gate": gate, "writer": writer})


def _row(case: Case, plan: Plan) -> dict[str, Any]:
    told = case.told
    dates = _dates(case)
    unsupported = sum(len(faults(s, dates=dates(s))) for s in told) + sum(map(_strangers, told))
    quotes = [s for p in case.book.passages for s in p.verbatim]
    texts = {(s.id, t.id): t.text for s in case.source.sessions for t in s.turns}
    exact = sum(
        texts[m.session, m.turn][m.first : m.last] == m.words for s in quotes for m in s.spans[:1]
    )
    book_terms = [t for s in told for t in terms(s.text)]
    own = sum(bool(t in terms(s.verbatim)) for s in told for t in terms(s.text))
    said = {t for each in case.material.told for t in terms(each.text)}
    cited = {
        (m.session, m.turn, m.first)
        for p in case.book.passages
        for s in p.sentences
        for m in s.spans
    }
    cited_claims = {
        c.id
        for each in case.material.told
        if (each.span.session, each.span.turn, each.span.first) in cited
        for c in each.claims
    }
    events = [e for e in case.material.life.events if e.description]
    omitted = sum(1 for e in events if not cited_claims & set(e.tellings))
    forbidden = leaks.traces(case.book, plan.phrases)
    text = json.dumps(
        [s.text for p in case.book.passages for s in (*p.sentences, *p.tidied, *p.verbatim)],
        ensure_ascii=False,
    )
    return {
        "narrator": case.name,
        "sentences": len(told),
        "edited": sum(s.kind is Kind.WRITTEN for s in told),
        "atoms": unsupported,
        "quotes": round(exact / len(quotes), 4) if quotes else 1.0,
        "support": round(sum(not faults(s, dates=dates(s)) for s in told) / len(told), 4)
        if told
        else 1.0,
        "events": len(events),
        "omitted": omitted,
        "own": round(own / len(book_terms), 4) if book_terms else 1.0,
        "kept": round(len(said & set(book_terms)) / len(said), 4) if said else 1.0,
        "leaks": leaks.search(text.encode(), forbidden),
    }


def _dates(case: Case) -> Callable[[Sentence], list[str]]:
    claims: dict[tuple[str, int], list[tuple[int, int, str]]] = {}
    for each in case.source.claims:
        if each.edtf:
            for m in each.mentions:
                claims.setdefault((m.session, m.turn), []).append((m.first, m.last, each.edtf))

    def dates(sentence: Sentence) -> list[str]:
        return [
            edtf
            for span in sentence.spans
            for first, last, edtf in claims.get((span.session, span.turn), ())
            if first < span.last and span.first < last
        ]

    return dates


def _strangers(sentence: Sentence) -> int:
    """Capitalised words inside a sentence and figures in it that the cited words do not hold as words."""
    heard = set(words(plain(sentence.verbatim)))
    text = plain(sentence.text)
    inside = [
        n
        for n in atoms.names(text)
        if not atoms.opens(text, n) and n not in plain(sentence.verbatim)
    ]
    figures = [
        n for n in re.findall(r"\d+", text) if n not in re.findall(r"\d+", sentence.verbatim)
    ]
    if figures and atoms.counted(text) <= atoms.counted(sentence.verbatim):
        figures = []  # the same number, written as figures
    names = [
        n for n in inside if not any(part in heard or f"{part}'s" in heard for part in words(n))
    ]
    return len(names) + len(figures)
