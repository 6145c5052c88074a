"""A book in the first person, read as what its narrator could tell.

    book = read(KNOWN["spence"], folder / "spence_autobiography.txt")

Paragraphs that speak of the narrator are cut into passages of whole sentences, up to LONGEST_PASSAGE_WORDS words. No
sentence of a book goes into the repository: a passage is named by its hash. Rules: lab/notes/interview.md.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from voice_agent.errors import SettingsError

LONGEST_PASSAGE_WORDS = 120
"""Words of a passage, at most, where a single sentence is not longer."""

SHORTEST_PARAGRAPH_WORDS = 12
"""Words of a paragraph, at least."""


@dataclass(frozen=True, slots=True)
class Edition:
    """What must be known of a book before it is read."""

    name: str
    file: str = ""
    born: int = 0
    """Year of birth; 0 where the book knows no years."""

    last: int = 0
    """The last year the book can speak of."""

    begins: str = ""
    """A line after which the narrator speaks; before it stand prefaces by others."""

    ends: str = ""
    """A line at which the narrator has ended: index, appendix."""

    tuned_on: bool = False
    """May be looked at while the planner is made better."""


KNOWN = {
    each.name: each
    for each in (
        Edition("spence", "spence_autobiography.txt", 1825, 1910, r"CHAPTER I\.", ""),
        Edition("twain", "twain_chapters_autobiography.txt", 1835, 1907, r"INTRODUCTION\."),
        Edition("franklin", "franklin_autobiography.txt", 1706, 1757, "I", "APPENDIX", True),
        Edition("carnegie", "carnegie_autobiography.txt", 1835, 1914, "CHAPTER I",
                "BIBLIOGRAPHY AND INDEX", True),
        Edition("jane_eyre", "jane_eyre.txt", 0, 0, "CHAPTER I"),
    )
}  # fmt: skip
"""Births as the books tell them; Carnegie's and Spence's last years are those of their books."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a book."""

    text: str
    passage: int
    chapter: int


@dataclass(frozen=True, slots=True)
class Passage:
    """A run of whole sentences of one paragraph."""

    number: int
    chapter: int
    first: int
    """Index of its first sentence in `Book.sentences`."""

    last: int
    """Index after its last sentence."""

    hash: str
    """Sixteen hex digits of the text: what may be committed of it."""


@dataclass(frozen=True)
class Book:
    """What a narrator could tell, in the book's order."""

    edition: Edition
    sentences: tuple[Sentence, ...]
    passages: tuple[Passage, ...]

    def text(self, passage: Passage) -> str:
        """All of a passage."""
        return " ".join(s.text for s in self.sentences[passage.first : passage.last])

    @cached_property
    def words(self) -> int:
        """Of everything that can be told."""
        return sum(len(s.text.split()) for s in self.sentences)


def read(edition: Edition, path: Path) -> Book:
    """Read a book. Raises SettingsError where the file is not there or tells nothing."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise SettingsError(
            f"The book {path} cannot be read: {error}.",
            safe="Nothing was measured.",
            mend="Give the folder of the books with --data, or a text file with --narrator.",
        ) from None
    book = parse(edition, text)
    if not book.passages:
        raise SettingsError(
            f"{path} holds no paragraph in which somebody speaks of themselves.",
            mend="A narrator needs a plain text in the first person, with blank lines between paragraphs.",
        )
    return book


def parse(edition: Edition, text: str) -> Book:
    """Cut the text of a book into what its narrator tells."""
    sentences: list[Sentence] = []
    passages: list[Passage] = []
    for chapter, paragraph in _paragraphs(edition, text.replace("\r\n", "\n")):
        for run in _runs(split(paragraph)):
            number, first = len(passages), len(sentences)
            sentences += [Sentence(each, number, chapter) for each in run]
            passages.append(Passage(number, chapter, first, len(sentences), digest(" ".join(run))))
    return Book(edition, tuple(sentences), tuple(passages))


def digest(text: str) -> str:
    """The name of a passage: of its words, whatever the line breaks."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:16]


_START = re.compile(r"\*\*\* ?START OF.*?\*\*\*", re.DOTALL)
_END = re.compile(r"\*\*\* ?END OF|^End of (?:the )?Project", re.MULTILINE)
_SELF = re.compile(r"\b(?:I|me|my|we|us|our|My|We|Our|Us|Me)\b")
_ASIDE = re.compile(r"^\W*(?:\[?Footnote|\[?Illustration|\[\d+\]|Chapter|CHAPTER|FOOTNOTES)")
_CHAPTER = re.compile(r"^(?:CHAPTER\b.*|CHAPTERS FROM .*|[IVX]+)$|^# ")
_MARKS = re.compile(r"\[(?:\d+|Footnote[^\]]*|Illustration[^\]]*)\]|[_*]|\^\w")
_TITLES = "Mr|Mrs|Ms|Dr|St|Rev|Prof|Jr|Sr|Col|Gen|Capt|Lieut|Hon|Esq|Messrs|Mme|Gov|Sen|vs|etc|viz|No|Vol|Co"
_BREAK = re.compile(r"(?:(?<=[.!?])|(?<=[.!?][\"')\]]))\s+(?=[\"'(\[]?[A-Z])")


def _paragraphs(edition: Edition, text: str) -> Iterator[tuple[int, str]]:
    start, end = _START.search(text), _END.search(text)
    text = text[start.end() if start else 0 : end.start() if end else len(text)]
    if edition.begins and (found := re.search(rf"^{edition.begins}\s*$", text, re.MULTILINE)):
        text = text[found.start() :]
    if edition.ends and (found := re.search(rf"^{edition.ends}\s*$", text, re.MULTILINE)):
        text = text[: found.start()]
    chapter = 0
    for block in re.split(r"\n[ \t]*\n", text):
        if _CHAPTER.match(block.strip().split("\n")[0].strip()):
            chapter += 1
        flat = " ".join(_MARKS.sub("", block).replace("--", " - ").split())
        if (
            len(flat.split()) < SHORTEST_PARAGRAPH_WORDS
            or _ASIDE.match(block.strip())
            or flat.isupper()
        ):
            continue
        if block.lstrip("\n").startswith("   ") and _ASIDE.match(flat):
            continue
        if _SELF.search(flat):
            yield chapter, flat


def split(paragraph: str) -> list[str]:
    """Cut a paragraph into sentences; "Mr. Lamb" and initials stay whole."""
    whole = re.sub(rf"\b({_TITLES}|[A-Z])\.(?=\s)", r"\1<dot>", paragraph)
    return [part.replace("<dot>", ".").strip() for part in _BREAK.split(whole) if part.strip()]


def _runs(sentences: list[str]) -> Iterator[list[str]]:
    run: list[str] = []
    for each in sentences:
        if run and sum(len(s.split()) for s in run) + len(each.split()) > LONGEST_PASSAGE_WORDS:
            yield run
            run = []
        run.append(each)
    if run:
        yield run
