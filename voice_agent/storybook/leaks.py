"""The last look: is a word of what was left out in the bytes that are about to leave?

Words are searched for four in a row, in whatever case and with whatever between them; a name by itself,
where it was only ever said in what was left out. What the book itself says as well is no trace. Pure.
"""

from collections.abc import Iterable

from voice_agent.archive.residue import readings
from voice_agent.errors import BookRefused
from voice_agent.memory.forgetting import bare, shingles
from voice_agent.memory.terms import terms
from voice_agent.storybook import atoms
from voice_agent.storybook.pages import Book

IN_A_ROW = 4
"""Words; three in a row are too often said twice by chance."""


def traces(book: Book, ours: Iterable[str]) -> frozenset[str]:
    """What must not be found in a copy of `book`; `ours` are the sentences that we print ourselves."""
    kept = [
        f"{sentence.verbatim} . {sentence.text} . {sentence.reads or ''} . {sentence.beside}"
        for passage in book.passages
        for sentence in (*passage.sentences, *passage.verbatim, *passage.tidied)
    ] + [*ours, book.narrator]
    gone = {each for each in shingles(book.left_out, IN_A_ROW) if len(terms(each)) >= 2}
    gone |= {
        bare(name)
        for text in book.left_out
        for name in atoms.names(text)
        if len(name) > 2 and not atoms.opens(text, name)
    }
    said = set[str]().union(*(_runs(bare(text)) for text in kept))
    return frozenset(each for each in gone if each and each not in said)


def search(data: bytes, wanted: frozenset[str]) -> int:
    """How many of `wanted` are in `data`."""
    if not wanted:
        return 0
    found = set[str]().union(*(_runs(text) for text in readings(data)))
    return len(found & wanted)


def _runs(text: str) -> set[str]:
    """Every one to IN_A_ROW words in a row of `text`, which is bare."""
    words = text.split()
    return {
        " ".join(words[at : at + size])
        for size in range(1, IN_A_ROW + 1)
        for at in range(len(words) - size + 1)
    }


def refuse(name: str, data: bytes, wanted: frozenset[str]) -> None:
    """Raise BookRefused where `data` holds anything of `wanted`; what it holds is not said."""
    if found := search(data, wanted):
        raise BookRefused(
            f"{name} would hold {found} traces of what is not to be in it.",
            safe="The copy was not made.",
            mend="Please report this: it is our fault. `voice-agent chapters write` begins the book anew.",
        )
