"""Reading a passage back to the narrator: what the book says, and where that differs from what was said. Pure."""

import difflib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from voice_agent.archive.passages import Approval
from voice_agent.storybook import marks
from voice_agent.storybook.pages import Book, Passage, Sentence


def waiting(book: Book, approvals: Mapping[str, Approval]) -> tuple[Passage, ...]:
    """The passages that nobody has answered for, in the order of the book."""
    return tuple(each for each in book.passages if each.id not in approvals)


def carried(
    before: Iterable[Passage], after: Iterable[Passage], approvals: Mapping[str, Approval]
) -> list[Approval]:
    """What was said to passages that read as they did and only stand elsewhere in what was told: it holds for them still.

    A word put right moves every sentence that was said after it in the same breath.
    """
    same: dict[str, set[str]] = defaultdict(set)
    for each in before:
        same[each.says].add(each.id)
    return [
        replace(approvals[old], passage=each.id)
        for each in after
        if each.id not in approvals and len(same[each.says]) == 1
        for old in same[each.says]
        if old in approvals
    ]


def read_back(passage: Passage) -> str:
    """What is read aloud or shown before the question whether it shall stand: the text, each difference, what is left out."""
    text = " ".join(each.text for each in passage.approved if each.told and each.text)
    changes = [line for each in passage.sentences if each.told and (line := difference(each))]
    return "\n".join(line for line in (text, *changes, left_out([passage])) if line)


def left_out(passages: Iterable[Passage]) -> str:
    """ "Three sentences are left out: two you said to me, one you took back."; "" where none is."""
    return marks.left_out(s.doubt for each in passages for s in each.marked if s.doubt)


def marked(book: Book) -> Iterator[Sentence]:
    """The sentences that the narrator is asked about and has not answered for, what is left out first."""
    every = [s for each in book.passages for s in each.marked if s.doubt and not s.doubt.answered]
    yield from sorted(every, key=lambda s: not (s.doubt and s.doubt.out))


def supposed(sentence: Sentence) -> str:
    """A marked sentence with its reason, as it is put before the narrator."""
    doubt = sentence.doubt
    if doubt is None:
        return sentence.text
    return f"“{sentence.text}” {doubt.says} It is {'left out' if doubt.out else 'in'}."


def difference(sentence: Sentence) -> str:
    """ "I wrote ...; you said ..."; "" where nothing but sounds and repetitions was left out.

    What the narrator put otherwise is read back beside what was said as well: readers can turn to both.
    """
    said = sentence.spans[0].words
    if sentence.reads is not None:
        wanted = f"You want it to read: “{sentence.reads}”"
        if not sentence.reads:
            wanted = "You took this out, or put it with the sentence before."
        return f"{wanted} You said: “{' '.join(said.split())}”"
    if sentence.beside:
        return f"You said: “{' '.join(said.split())}” Beside it stands: {sentence.beside}."
    if _bare(sentence.text) == _bare(said) or not _tells(sentence.text, said):
        return ""
    return f"I wrote: “{sentence.text}” You said: “{' '.join(said.split())}”"


def _tells(written: str, said: str) -> bool:
    """Is a word written that was not said, or a word of more than a few letters not written?"""
    one, other = _bare(said), _bare(written)
    for op, a, b, c, d in difflib.SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if op == "insert" or op == "replace":
            return True
        left = one[a:b]
        if op == "delete" and any(word not in other and word not in _SOUNDS for word in left):
            return True
        del c, d
    return False


_SOUNDS = frozenset(
    [
        "um",
        "umm",
        "uh",
        "uhh",
        "er",
        "erm",
        "ah",
        "hm",
        "hmm",
        "mm",
        "well",
        "oh",
        "you",
        "know",
        "i",
        "mean",
        "see",
        "so",
        "now",
        "yes",
        "anyway",
        "let",
        "me",
        "think",
        "like",
    ]
)


def _bare(text: str) -> list[str]:
    return re.findall(r"[^\W_]+(?:['’][^\W_]+)*", text.casefold())
