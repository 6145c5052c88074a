"""A narrator made of a book: answers a question in the book's own sentences, by rule, the same every time.

    narrator = BookNarrator(book, truth, seed=7)
    answer = narrator.answer("Where did you go to school?", session=1, round=1)

Answers carry the place in the book of every sentence, so that what memory makes of them can be checked.
Moods come from the seed, the session and the round: every interviewer meets the same ones. Rules and
figures: lab/notes/interview.md, "The narrators".
"""

import math
import random
import re
from collections import Counter
from dataclasses import dataclass

from lab.evaluation.interview.book_dates import Truth, read
from lab.evaluation.interview.books import Book
from lab.evaluation.interview.narrator_words import FEELS, widen
from lab.evaluation.interview.plain_words import content, stem, subject, words

LONGEST_ANSWER_WORDS = 90
"""Words of an answer, at most."""

TIRED = 30
"""Words of an answer of a tired narrator, at most."""

ENOUGH_SCORE = 2.0
"""A passage must score this much to be told."""

STALE = 6.0
"""What a passage loses for each time it was told."""

WHEN_BONUS = 8.0
"""What a passage gains whose date lies in the years asked about."""

STORY = 40
"""Sentences after which a story is over."""

K1, B = 1.2, 0.75


@dataclass(frozen=True, slots=True)
class Piece:
    """One stretch of an answer that is a sentence of the book."""

    sentence: int
    first: int
    last: int
    """Character span in the answer."""

    told: str = ""
    """EDTF of the year that was said instead of the book's, where it was a wrong one."""

    meant: str = ""
    """EDTF of the book's year, where a wrong one was said."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the narrator says."""

    text: str
    pieces: tuple[Piece, ...] = ()
    how: str = "tells"
    """tells, goes on, little, refuses, asks back, again, wrong year, corrects, nothing, lot."""

    why: str = ""
    """How the passage was found; for the log."""


@dataclass(frozen=True, slots=True)
class _Mood:
    little: bool = False
    refuses: bool = False
    asks: bool = False
    again: bool = False
    wrong: bool = False
    corrects: bool = False
    tired: bool = False
    later: bool = False
    """A wrong year is put right in the next turn."""

    off: int = 1


def mood(seed: int, session: int, round: int) -> _Mood:
    """How the narrator is in this round; the same for every interviewer."""
    lot = random.Random(f"mood {seed} {session} {round}")
    at = lot.random()
    tired = round >= 7 and random.Random(f"tired {seed} {session}").random() < 0.25
    return _Mood(
        little=at < 0.08,
        refuses=0.08 <= at < 0.11 and round > 1,
        asks=0.11 <= at < 0.13,
        again=0.13 <= at < 0.17 and session > 1,
        wrong=0.17 <= at < 0.21,
        corrects=0.21 <= at < 0.24,
        tired=tired,
        later=lot.random() < 0.5,
        off=lot.choice((-3, -2, -1, 1, 2, 3)),
    )


class BookNarrator:
    """Answers from one book; remembers what was told. One for each season."""

    def __init__(self, book: Book, truth: Truth, *, seed: int = 7) -> None:
        """Counts the words of every passage once; a second or so for a long book."""
        self.book, self.truth, self.seed = book, truth, seed
        self._counts = [Counter(content(book.text(p))) for p in book.passages]
        self._length = [sum(each.values()) for each in self._counts]
        self._mean = sum(self._length) / max(len(self._length), 1)
        seen = Counter(word for each in self._counts for word in each)
        n = len(self._counts)
        self._rare = {w: math.log(1 + (n - df + 0.5) / (df + 0.5)) for w, df in seen.items()}
        self._dated = {each.sentence for each in truth.dates}
        self._told = Counter[int]()
        self._at = 0
        self._story = 0
        self._astray = 0
        self._unknown = False
        self._last = ""
        self._stories: list[tuple[int, int]] = []
        self._earlier: list[tuple[int, int]] = []
        self._session = 0
        self._owed = ""

    # ---- the door

    def answer(self, question: str, *, session: int, round: int) -> Answer:
        """Answer the last question of `question`; sessions and rounds count from 1."""
        if session != self._session:
            self._earlier += self._stories
            self._stories, self._session, self._owed = [], session, ""
            self._story = STORY  # nobody goes on in mid-story after a week
        feels = mood(self.seed, session, round)
        if feels.refuses:
            return self._said("I would rather not talk about that.", "refuses")
        if feels.asks and round > 1:
            return self._said("I am sorry, what was the question?", "asks back")
        if feels.again and self._earlier:
            at = self._earlier[random.Random(f"again {self.seed} {session} {round}").randrange(
                len(self._earlier)
            )]  # fmt: skip
            return self._tell(at[0], at[1], LONGEST_ANSWER_WORDS, "again", "", "As I say.")
        asked = last_question(question)
        limit = 12 if feels.little else TIRED if feels.tired else LONGEST_ANSWER_WORDS
        first, why, how = self._find(asked)
        if first < 0:
            return self._said(
                "I could not tell you that any more."
                if why == "unknown"
                else "Nothing comes to mind.",
                "nothing",
            )
        end = self._end(first)
        if feels.little:
            return self._tell(first, end, limit, "little", why)
        return self._tell(first, end, limit, how, why, feels=feels)

    def lot(self, *, session: int, round: int) -> Answer:
        """Tell a passage drawn by lot: what asking is worth begins here."""
        chance = random.Random(f"lot {self.seed} {session} {round}")
        passage = self.book.passages[chance.randrange(len(self.book.passages))]
        return self._tell(passage.first, self._end(passage.first), LONGEST_ANSWER_WORDS, "lot", "")

    # ---- finding

    def _find(self, asked: str) -> tuple[int, str, str]:
        """Where to begin, why there, and how it is told; -1 where nothing comes to mind."""
        about = subject(asked)
        known = set(content(self._last))
        when = asked_years(asked, self.book.edition.born)
        own = [each for each in about if each not in known]
        if not when and self._last and (not own or (len(own) <= 2 and points(asked))):
            return self._follow(asked)
        passage, score = self._best(about, when)
        if score >= ENOUGH_SCORE:
            self._astray = 0
            self._story = 0
            return self.book.passages[passage].first, f"passage {passage}, {score:.1f}", "tells"
        self._astray += 1
        if self._astray > 2 or not self._last:
            return -1, "astray", "nothing"
        return self._follow("")

    def _best(self, about: list[str], when: tuple[int, int] | None) -> tuple[int, float]:
        scores = [0.0] * len(self._counts)
        for word, weight in widen(about).items():
            if word not in self._rare:
                continue
            for n, counts in enumerate(self._counts):
                if tf := counts.get(word, 0):
                    norm = K1 * (1 - B + B * self._length[n] / self._mean)
                    scores[n] += weight * self._rare[word] * tf * (K1 + 1) / (tf + norm)
        for n, near in enumerate(self.truth.near):
            if when and near and when[0] <= near <= when[1]:
                scores[n] += WHEN_BONUS
            scores[n] -= STALE * self._told[n]
        best = max(range(len(scores)), key=lambda n: (scores[n], -n))
        return best, scores[best]

    def _follow(self, asked: str) -> tuple[int, str, str]:
        """Go on in the story, or tell what was asked of it."""
        here = self._at
        around = range(max(here - 6, 0), min(here + 15, len(self.book.sentences)))
        wanted = asks_for(asked)
        at = -1
        if wanted == "when":
            at = next((n for n in around if n in self._dated and not self._heard(n)), -1)
        elif wanted == "who":
            at = next((n for n in around if n >= here and self._new_name(n)), -1)
        elif wanted == "why":
            at = next((n for n in around if n >= here and FEELS & set(content(self._text(n)))), -1)
        if wanted and at < 0 and wanted != "why" and not self._unknown:
            self._unknown = True
            return -1, "unknown", "nothing"
        self._unknown = False
        if at < 0 and self._story < STORY and here < len(self.book.sentences):
            at = here
        if at < 0:
            passage, _ = self._best(content(self._last), None)
            return self.book.passages[passage].first, "the story is over", "tells"
        return at, f"follows: {wanted or 'goes on'}", "goes on"

    def _heard(self, sentence: int) -> bool:
        return self._text(sentence) in self._last

    def _new_name(self, sentence: int) -> bool:
        names = re.findall(r"(?<=[a-z,;] )[A-Z][a-z]{2,}", self._text(sentence))
        return any(name not in self._last for name in names)

    def _text(self, sentence: int) -> str:
        return self.book.sentences[sentence].text

    def _end(self, first: int) -> int:
        """The sentence after which this story is over."""
        chapter = self.book.sentences[first].chapter
        last = first
        while last < len(self.book.sentences) and last - first < STORY:
            if self.book.sentences[last].chapter != chapter:
                break
            last += 1
        return last

    # ---- telling

    def _said(self, text: str, how: str) -> Answer:
        return Answer(text, how=how)

    def _tell(
        self,
        first: int,
        end: int,
        limit: int,
        how: str,
        why: str,
        lead: str = "",
        feels: _Mood | None = None,
    ) -> Answer:
        lead = " ".join(part for part in (self._owed, lead) if part)
        self._owed = ""
        text, pieces, at, spent = lead, list[Piece](), first, 0
        shaken = feels is None or not (feels.wrong or feels.corrects)
        while at < end:
            sentence = self._text(at)
            if pieces and spent + len(sentence.split()) > limit:
                break
            said = cut(sentence, limit) if not pieces else sentence
            piece_told = piece_meant = ""
            if not shaken and feels and (slip := slipped(said, feels.off)):
                shaken = True
                wrong, right, changed, aside = slip
                if feels.wrong:
                    said, piece_told, piece_meant, how = changed, wrong, right, "wrong year"
                    if feels.later:
                        self._owed = f"No, I said {wrong}, it was {right}."
                else:
                    text = f"{text} {aside}".strip()
                    how = "corrects"
            start = len(text) + 1 if text else 0
            text = f"{text} {said}".strip()
            pieces.append(Piece(at, start, start + len(said), piece_told, piece_meant))
            self._told[self.book.sentences[at].passage] += at == first or (
                self.book.sentences[at].passage != self.book.sentences[at - 1].passage
            )
            spent += len(said.split())
            at += 1
        self._story += at - first
        self._at, self._last = at, text
        self._stories.append((first, at))
        return Answer(text, tuple(pieces), how, why)


def last_question(said: str) -> str:
    """What wants an answer: the sentence with the question mark, or the last one."""
    sentences = [s for s in re.split(r"(?<=[.!?…])\s+", said.strip()) if s]
    asking = [s for s in sentences if s.endswith("?")]
    return (asking or sentences or [""])[-1]


_FOLLOWS = (
    (
        "when",
        re.compile(
            r"\b(?:when (?:was|did|were|might|would|had)|(?:what|which) (?:year|years|time of year|season|date|month)|know the (?:year|date)|"
            r"the date of|how (?:old|long ago|many years)|in which years|before or after|by then|what part of your life|"
            r"where in your life|at what time of your life)\b",
            re.I,
        ),
    ),
    ("who", re.compile(r"\b(?:who|whom|whose|where)\b", re.I)),
    (
        "why",
        re.compile(
            r"\b(?:why|what (?:was|is|were) (?:it|that|this|those) like|how did (?:you|it) feel|stay(?:ed)? with you|"
            r"what did (?:it|that) mean|what do you (?:think|make))\b",
            re.I,
        ),
    ),
)


def asks_for(question: str) -> str:
    """when, who (a place or a name), why (a feeling or a thought), or "" for what came next."""
    return next((name for name, pattern in _FOLLOWS if pattern.search(question)), "")


_POINTS = re.compile(
    r"\b(?:it|this|these|those|them|they)\b"
    r"|\bthat(?=[?,.]| (?:day|time|year|moment|house|place|room|story|evening|morning|night|street|town|person|was|is|were|"
    r"been|happen|happened|go|mean|end|begin|began|might|like|from|besides)\b)"
    r"|(?<!was )(?<!is )(?<!were )(?<!are )\bthere\b(?! (?:a|an|any|anything|someone|somebody|something|one)\b)"
    r"|\b(?:then|next|afterwards|in between|by then)\b",
    re.IGNORECASE,
)


def points(question: str) -> bool:
    """Does a question point at the story in hand ("What did it smell of?")?"""
    return bool(_POINTS.search(question))


_AGES = {
    "teens": (13, 19), "twenties": (20, 29), "thirties": (30, 39), "forties": (40, 49), "fifties": (50, 59),
    "sixties": (60, 69), "seventies": (70, 79), "eighties": (80, 89),
}  # fmt: skip
_SPOKEN = re.compile(
    r"\b(?:as a|when you were a?|those years as a) ?(?P<y>young (?:man|woman|person)|young)\b"
    r"|\b(?P<o>(?:these|the) last (?:few )?years|nowadays|in old age|later (?:years|life))\b",
    re.I,
)


def asked_years(question: str, born: int) -> tuple[int, int] | None:
    """The years a question asks about, by a year, a decade or an age; None where it names none."""
    named = sorted(int(each) for each in re.findall(r"\b(1[5-9]\d\d|20[0-2]\d)(?!s)\b", question))
    low, high = (named[0], named[-1]) if named else (0, 0)
    if found := re.search(r"\b(1[5-9]\d|20[0-2])0s\b", question):
        low, high = int(found[1]) * 10, int(found[1]) * 10 + 9
    elif named and re.search(r"\b(after|since)\b", question):
        low, high = named[0], named[0] + 8
    elif named and re.search(r"\bbefore\b", question):
        low, high = named[0] - 8, named[0]
    elif named and re.search(r"\baround|about\b", question):
        low, high = named[0] - 2, named[-1] + 2
    if low:
        return low, high
    if not born:
        return None
    if found := re.search(r"\bin (?:your|the) (?:early |late |mid )?(\w+)", question):
        decade = _AGES.get(found[1].lower())
        if decade:
            return born + decade[0], born + decade[1]
    if read_ages := read(re.sub(r"\byou were\b", "I was", question), born=born):
        year = int(read_ages[0][0][:4])
        return year - 1, year + 1
    if found := _SPOKEN.search(question):
        return (born + 15, born + 30) if found["y"] else (born + 60, born + 100)
    return None


def cut(sentence: str, limit: int) -> str:
    """A sentence of at most `limit` words: whole, or up to its last comma before that."""
    split = sentence.split()
    if len(split) <= limit:
        return sentence
    short = " ".join(split[:limit])
    at = max(short.rfind(mark) for mark in (",", ";", ":"))
    if at > len(short) // 3:
        return short[:at] + "."
    said = split[:limit]
    while len(said) > 3 and said[-1].lower().strip(",;:-") in _DANGLING:
        said.pop()  # nobody stops at "and the"
    return " ".join(said).rstrip(",;:- ") + "."


_DANGLING = frozenset(
    """
    a an and as at but by for from he her his if in into is it its my no of on or our she so that the their then they
    this to was were when where which while who whose with you we i not be been had have
    """.split()  # noqa: SIM905 (a list of words reads better as words)
)


def slipped(sentence: str, off: int) -> tuple[str, str, str, str] | None:
    """A year gone wrong: (wrong, right, the sentence with the wrong year, a correction aloud)."""
    found = re.search(r"\b(1[5-9]\d\d|20[0-2]\d)\b(?![-/])", sentence)
    if not found:
        return None
    right = found[1]
    wrong = str(int(right) + off)
    changed = sentence[: found.start()] + wrong + sentence[found.end() :]
    return wrong, right, changed, f"It was {wrong}, no, {right}."


def names(text: str) -> set[str]:
    """Capitalised words inside sentences; for checks of subject."""
    return {stem(w.lower()) for w in re.findall(r"(?<=[a-z,;] )[A-Z][a-z]{2,}", text)} & set(
        stem(w) for w in words(text)
    )
