"""What a season brought to light: coverage, precision, recall. Formulas: lab/notes/interview.md, "Figures".

Everything is first judged once, claim by claim and sentence by sentence (`judge`), and then counted over any
choice of sessions (`count`), so that a bootstrap over sessions costs no second judging.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from lab.evaluation.interview.book_dates import Truth, meets, span, years
from lab.evaluation.interview.books import Book
from lab.evaluation.interview.narrator import Piece
from lab.evaluation.interview.season import Season
from voice_agent.memory.claims import Claim, Modality, Part
from voice_agent.story import SessionId, TurnId

CITED = 1 / 3
"""Share of a sentence's letters that a claim must cite, for the sentence to be remembered."""

_SELF = re.compile(r"\b(?:I|me|my|we|us|our|mine|ours|My|We|Our|myself)\b")
_IRREGULAR = """
    was were had did went came said saw took got gave made knew thought told found left felt kept began became
    brought bought caught taught fought sought held stood heard met ran sat spoke wrote read lost paid sent spent
    slept set sang drank drove rode rose broke chose drew ate fell flew forgot froze grew hid hurt laid led lay lent
    let lit meant sold shook shot showed shut sank stole struck swam swept swore threw tore understood woke wore won
    wound built burnt dealt dreamt dwelt dug fed fled hung hit cost cut cast bent bore beat bound bled blew bred
    clung crept dared wept withdrew withstood overcame undertook bade forbade arose awoke befell beheld beset bid bit
    burst could would might should must kneeled knelt leapt learnt mistook partook quit rang rid rent rose sawed
    sewed sheared shone shrank slid slung smelt sowed sped spelt spilt spun spat split spoilt spread sprang stank
    strove stuck stung strode swelled swung thrust trod upset wed wet wrung used died lived
""".split()  # noqa: SIM905 (a list of words reads better as words)
_PAST = re.compile(r"\b(?:" + "|".join(sorted(set(_IRREGULAR))) + r"|[a-z]{2,}ed|[a-z]+'d)\b")


def telling(sentence: str) -> bool:
    """Does a sentence tell something that happened to the narrator?"""
    return (
        len(sentence.split()) >= 6 and bool(_SELF.search(sentence)) and bool(_PAST.search(sentence))
    )


@dataclass(frozen=True, slots=True)
class Judged:
    """One claim, held against the book."""

    session: int
    right: bool
    why: str
    years: frozenset[int]
    """Years of the book that it tells rightly."""

    decades: frozenset[int]
    counted: bool = True
    """False where the book gives nothing to compare an inferred date with."""


@dataclass(frozen=True, slots=True)
class Told:
    """One telling sentence that was said."""

    session: int
    sentence: int
    kept: bool
    events: frozenset[tuple[int, str]]
    """Ground-truth events (sentence, EDTF) told by it."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The figures of some sessions; shares in [0, 1]."""

    coverage: float
    decades: float
    events: float
    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """2PR/(P+R)."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


@dataclass(frozen=True)
class Verdict:
    """A season held against its book."""

    judged: tuple[Judged, ...]
    told: tuple[Told, ...]
    truth: Truth
    sessions: int

    @cached_property
    def years(self) -> frozenset[int]:
        """Every year to be found."""
        return self.truth.years

    def count(self, sessions: Sequence[int] | None = None) -> Counted:
        """The figures over `sessions` (with repetition, as a bootstrap draws them), or over all."""
        drawn = Counter(sessions or range(1, self.sessions + 1))
        claims = [each for each in self.judged if each.counted and drawn[each.session]]
        said = [each for each in self.told if drawn[each.session]]
        found = frozenset(year for each in claims for year in each.years)
        tens = frozenset(ten for each in claims for ten in each.decades)
        dates = {(d.sentence, d.edtf) for d in self.truth.dates}
        told = {event for each in said for event in each.events}
        weight = sum(drawn[each.session] for each in claims)
        telling_ones = [each for each in said if each.sentence >= 0]
        heard = sum(drawn[each.session] for each in telling_ones)
        return Counted(
            len(found & self.years) / len(self.years) if self.years else 0.0,
            len(tens & self.truth.decades) / len(self.truth.decades) if self.years else 0.0,
            len(told) / len(dates) if dates else 0.0,
            sum(drawn[each.session] for each in claims if each.right) / weight if weight else 0.0,
            sum(drawn[each.session] for each in telling_ones if each.kept) / heard if heard else 0.0,
        )  # fmt: skip

    def faults(self) -> Counter[str]:
        """Why claims were wrong, and how often."""
        return Counter(each.why for each in self.judged if not each.right)


def judge(season: Season, book: Book, truth: Truth) -> Verdict:
    """Hold every claim and every sentence said against the book."""
    texts = {(turn.session, turn.id): turn.text for turn in season.turns}
    names = {turn.session: None for turn in season.turns}
    number: dict[SessionId, int] = {name: n for n, name in enumerate(names, 1)}
    place: dict[int, SessionId] = {n: name for name, n in number.items()}
    pieces: dict[tuple[SessionId, TurnId], tuple[Piece, ...]] = {
        (place[each.session], each.turn): each.answer.pieces for each in season.rounds
    }
    dates = _dates(book, truth)
    put_right = _put_right(season)
    judged: list[Judged] = []
    cited: dict[tuple[SessionId, TurnId, int], list[tuple[int, int, str]]] = {}
    for claim in season.claims:
        gone = season.life.superseded.get(claim.id, frozenset[Part]())
        if Part.WHAT in gone or (claim.corrects and claim.corrects.part is None):
            continue
        here = pieces.get((claim.session, claim.turn), ())
        mine = [p for p in here if any(_meet(p, m.first, m.last) for m in claim.mentions)]
        for piece in mine:
            spans = cited.setdefault((claim.session, claim.turn, piece.sentence), [])
            spans += [
                (m.first, m.last, claim.edtf)
                for m in claim.mentions
                if _meet(piece, m.first, m.last)
            ]
        judged.append(
            _judge(claim, mine, texts, dates, number[claim.session],
                   dated=Part.WHEN not in gone, put_right=put_right)
        )  # fmt: skip
    told = _told(season, book, truth, cited, place)
    return Verdict(tuple(judged), tuple(told), truth, season.sessions)


@dataclass(frozen=True, slots=True)
class _Dates:
    of: dict[int, list[str]]
    """EDTF by sentence."""

    near: dict[int, list[str]]
    """EDTF by sentence: of its passage and the one before."""


def _dates(book: Book, truth: Truth) -> _Dates:
    of: dict[int, list[str]] = {}
    by_passage: dict[int, list[str]] = {}
    for each in truth.dates:
        of.setdefault(each.sentence, []).append(each.edtf)
        by_passage.setdefault(book.sentences[each.sentence].passage, []).append(each.edtf)
    near = {
        n: by_passage.get(s.passage, []) + by_passage.get(s.passage - 1, [])
        for n, s in enumerate(book.sentences)
    }
    return _Dates(of, near)


def _put_right(season: Season) -> frozenset[tuple[int, str]]:
    """Wrong years (session, EDTF) that the narrator took back a turn later."""
    found: set[tuple[int, str]] = set()
    for each in season.rounds:
        if match := re.match(r"No, I said (\d{4}), it was \d{4}\.", each.answer.text):
            found.add((each.session, match[1]))
    return frozenset(found)


def _meet(piece: Piece, first: int, last: int) -> bool:
    return piece.first < last and first < piece.last


def _judge(
    claim: Claim,
    pieces: Sequence[Piece],
    texts: dict[tuple[SessionId, TurnId], str],
    dates: _Dates,
    session: int,
    *,
    dated: bool,
    put_right: frozenset[tuple[int, str]],
) -> Judged:
    nothing = frozenset[int]()

    def wrong(why: str) -> Judged:
        return Judged(session, False, why, nothing, nothing)

    for each in claim.mentions:
        if texts.get((each.session, each.turn), "")[each.first : each.last] != each.words:
            return wrong("cites what was not said")
    aside = _small_words(claim, texts)
    if not pieces and not aside:
        return wrong("made of the narrator's small words")
    if not claim.edtf or not dated:
        return Judged(session, True, "", nothing, nothing)
    told = [p.told for p in pieces if p.told]
    meant = [p.meant for p in pieces if p.meant] + ([aside[1]] if aside else [])
    own = [e for p in pieces for e in dates.of.get(p.sentence, [])] + meant
    near = [e for p in pieces for e in dates.near.get(p.sentence, [])] + meant
    if told and meets(claim.edtf, told) and not meets(claim.edtf, meant):
        # memory is no oracle: what was said wrongly and never put right is what was said
        stays = (session, told[0]) not in put_right
        return Judged(
            session, stays, "" if stays else "a wrong year that was put right", nothing, nothing
        )
    if not near:
        return Judged(session, True, "", nothing, nothing, counted=False)
    if not meets(claim.edtf, near):
        return wrong("a date the book does not give")
    low, high = span(claim.edtf)
    found = (
        frozenset(year for each in (own or near) for year in years(each) if low == year == high)
        if claim.modality is not Modality.JOKE
        else nothing
    )
    tens = frozenset(
        year // 10 * 10
        for each in (own or near)
        for year in years(each)
        if low // 10 == year // 10 == high // 10
    )
    tens |= frozenset(
        int(e[:3]) * 10 for e in own if e.endswith("X") and str(low)[:3] == e[:3] == str(high)[:3]
    )
    return Judged(session, True, "", found, tens)


_RIGHT = re.compile(
    r"^(?:No, I said|It was) (?P<wrong>\d{4}),(?: no,| it was) (?P<right>\d{4})\.|(?<=\. )It was \d{4}, no, (?P<also>\d{4})\."
)


def _small_words(
    claim: Claim, texts: dict[tuple[SessionId, TurnId], str]
) -> tuple[str, str] | None:
    """("", the right year) where the claim is the narrator's own putting right, else None."""
    text = texts.get((claim.session, claim.turn), "")
    for match in _RIGHT.finditer(text):
        if any(match.start() < m.last and m.first < match.end() for m in claim.mentions):
            return "", match["right"] or match["also"]
    return None


def _told(
    season: Season,
    book: Book,
    truth: Truth,
    cited: dict[tuple[SessionId, TurnId, int], list[tuple[int, int, str]]],
    place: dict[int, SessionId],
) -> list[Told]:
    events: dict[int, list[str]] = {}
    for each in truth.dates:
        events.setdefault(each.sentence, []).append(each.edtf)
    found: list[Told] = []
    for each in season.rounds:
        for piece in each.answer.pieces:
            said = each.answer.text[piece.first : piece.last]
            spans = cited.get((place[each.session], each.turn, piece.sentence), [])
            letters = sum(
                min(last, piece.last) - max(first, piece.first)
                for first, last in _union([(a, b) for a, b, _ in spans])
            )
            wanted = events.get(piece.sentence, []) if not piece.told else []
            wanted = [e for e in wanted if e[:4].isdigit() and e[:4] in said]
            dated = not wanted or any(meets(edtf, wanted) for *_, edtf in spans if edtf)
            kept = dated and letters >= CITED * max(len(said), 1)
            told = frozenset((piece.sentence, e) for e in events.get(piece.sentence, []))
            found.append(
                Told(each.session, piece.sentence if telling(said) else -1, kept, told)
            )  # fmt: skip
    return found


def _union(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if out and first <= out[-1][1]:
            out[-1] = (out[-1][0], max(out[-1][1], last))
        else:
            out.append((first, last))
    return out


def paired(
    ours: Verdict,
    theirs: Verdict,
    what: Callable[[Counted], float],
    *,
    seed: int,
    times: int = 1000,
) -> tuple[float, float, float]:
    """The difference ours - theirs of a figure over the same sessions: (mean, low, high), 95 %."""
    lot = random.Random(seed)
    drawn: list[float] = []
    for _ in range(times):
        sessions = [lot.randrange(1, ours.sessions + 1) for _ in range(ours.sessions)]
        drawn.append(what(ours.count(sessions)) - what(theirs.count(sessions)))
    drawn.sort()
    whole = what(ours.count()) - what(theirs.count())
    return whole, drawn[int(times * 0.025)], drawn[int(times * 0.975) - 1]


def interval(
    verdict: Verdict, what: Callable[[Counted], float], *, seed: int, times: int = 300
) -> tuple[float, float]:
    """95 % of a figure over resampled sessions."""
    lot = random.Random(seed)
    n = verdict.sessions
    drawn = sorted(
        what(verdict.count([lot.randrange(1, n + 1) for _ in range(n)])) for _ in range(times)
    )
    return drawn[int(times * 0.025)], drawn[int(times * 0.975)]
