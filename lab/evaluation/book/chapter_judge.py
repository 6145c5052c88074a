"""Two books of one narrator before a judge: which has more insight, tells better, moves more?

The paper's three questions about an autobiography, in our own words.
"""

from collections.abc import Iterator

from lab.evaluation.interview.judging import LONGEST_TEXT_CHARACTERS, Contest, Pair
from voice_agent.storybook.pages import Book, Chapter, Text

CHAPTERS = Contest(
    "chapter-judge",
    "Two chapters were made of what the same old person told.",
    called="chapter",
    kind="texts",
    places="chapters",
    readers="a reader",
    questions={
        "insightfulness": "Which chapter lets the reader understand this person and what mattered to them better?",
        "narrativity": "Which chapter is the better told story: clear, in order, easy to follow from one thing to the next?",
        "emotional impact": "Which chapter moves a reader more?",
    },
)


def text_of(chapter: Chapter, which: Text) -> str:
    """A chapter as the judge reads it."""
    pieces = {
        Text.CHAPTER: [s.text for p in chapter.passages for s in p.sentences],
        Text.TIDIED: [s.text for p in chapter.passages for s in p.tidied],
        Text.VERBATIM: [s.text for p in chapter.passages for s in p.verbatim],
    }[which]
    return " ".join(pieces)[:LONGEST_TEXT_CHARACTERS]


def pairs(first: tuple[Book, Text], second: tuple[Book, Text]) -> Iterator[Pair]:
    """Every chapter that both books hold."""
    others = {each.key: each for each in second[0].chapters}
    for chapter in first[0].chapters:
        if chapter.key in others:
            theirs = text_of(others[chapter.key], second[1])
            yield Pair(chapter.key, text_of(chapter, first[1]), theirs)
