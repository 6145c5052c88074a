"""What somebody wants to stand in place of words that were heard; the words that were heard stay as they are.

A `Stretch` points at characters of one wording. Given to people it covers whole sentences (`by_sentence`), and it
is carried along when the same turn is heard anew (`carried`). Pure.
"""

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from voice_agent.memory.clauses import sentences
from voice_agent.story import Word


class Stretch(NamedTuple):
    """Some words that were heard, and what is to be read instead."""

    first: int
    last: int
    """Character span of the wording."""

    text: str
    """ "" where nothing is to stand there."""


def tidy_lines(text: str) -> str:
    """What was typed, without spaces at the ends of lines or two in a row."""
    return "\n".join(" ".join(line.split()) for line in text.splitlines()).strip()


def applied(heard: str, stretches: Iterable[Stretch]) -> str:
    """`heard` as it is to be read."""
    parts, at = list[str](), 0
    for each in sorted(stretches):
        parts += [heard[at : each.first], each.text]
        at = each.last
    whole = "".join([*parts, heard[at:]])
    return re.sub(r" {2,}", " ", whole).strip() if parts else whole


def changed(heard: str, wanted: str) -> tuple[Stretch, ...]:
    """Where `wanted` reads otherwise than `heard`, sentence by sentence; `applied` gives `wanted` back."""
    said, now = sentences(heard), sentences(wanted)
    olds, news = [heard[a:b] for a, b in said], [wanted[a:b] for a, b in now]
    found = list[Stretch]()
    for op, a, b, c, d in SequenceMatcher(None, olds, news, False).get_opcodes():
        if op == "equal":
            continue
        if b - a == d - c:
            pairs = zip(said[a:b], news[c:d], strict=True)
            found += [Stretch(*span, text) for span, text in pairs]
        elif a < b:
            text = wanted[now[c][0] : now[d - 1][1]] if c < d else ""
            found.append(Stretch(said[a][0], said[b - 1][1], text))
        elif said:
            # what nobody said stands with the sentence before it, or with the first
            beside, text = max(a - 1, 0), wanted[now[c][0] : now[d - 1][1]]
            both = (olds[beside], text) if a else (text, olds[beside])
            found.append(Stretch(*said[beside], " ".join(both)))
    if tidy_lines(applied(heard, found)) != tidy_lines(wanted):
        return (Stretch(0, len(heard), wanted),)  # paragraphs were made or unmade between sentences
    return tuple(found)


def by_sentence(heard: str, stretches: Iterable[Stretch]) -> tuple[Stretch, ...]:
    """The same, each over whole sentences of `heard`, in order and none beside another in one sentence."""
    groups: list[tuple[int, int, list[Stretch]]] = []
    for each in sorted(stretches):
        first, last = _whole(heard, each.first, each.last)
        if groups and first < groups[-1][1]:
            began, ended, some = groups.pop()
            groups.append((began, max(ended, last), [*some, each]))
        else:
            groups.append((first, last, [each]))
    return tuple(
        Stretch(a, b, applied(heard[a:b], [Stretch(s.first - a, s.last - a, s.text) for s in some]))
        for a, b, some in groups
    )


def _whole(heard: str, first: int, last: int) -> tuple[int, int]:
    spans = sentences(heard)
    touched = [(a, b) for a, b in spans if a < last and first < b] or [
        (a, b) for a, b in spans if a <= first <= b
    ][:1]
    if not touched:
        return first, last
    return min(first, touched[0][0]), max(last, touched[-1][1])


def put(
    heard: str, stretches: Sequence[Stretch], first: int, last: int, wanted: str
) -> tuple[Stretch, ...]:
    """Let `wanted` stand in place of [first, last), and of every stretch that reaches into it.

    Where it is what was heard there, nothing stands in its place any more.
    """
    whole = by_sentence(heard, stretches)
    reached = [each for each in whole if each.first < last and first < each.last]
    first, last = min([first, *(s.first for s in reached)]), max([last, *(s.last for s in reached)])
    kept = [each for each in whole if each not in reached]
    if " ".join(wanted.split()) != " ".join(heard[first:last].split()):
        kept.append(Stretch(first, last, wanted))
    return tuple(sorted(kept))


def carried(stretches: Iterable[Stretch], old: str, new: str) -> tuple[Stretch, ...]:
    """The stretches of `old` where the same was said in `new`; no text of theirs is lost."""
    if old == new:
        return tuple(stretches)
    found = list[Stretch]()
    for each in sorted(stretches):
        first, last = place(each.first, each.last, old, new)
        if found and first < found[-1].last:
            before = found.pop()
            each = each._replace(text=f"{before.text} {each.text}".strip())
            first, last = before.first, max(last, before.last)
        found.append(Stretch(first, last, each.text))
    return tuple(found)


def place(first: int, last: int, old: str, new: str) -> tuple[int, int]:
    """Where in `new` stands what stood in `old` at [first, last), by the words around it that are still there."""
    words = old[first:last]
    if words.strip() and old.count(words) == new.count(words) == 1:
        at = new.index(words)
        return at, at + len(words)
    olds, news = _words(old), _words(new)
    same = SequenceMatcher(None, [_bare(w) for w, *_ in olds], [_bare(w) for w, *_ in news], False)
    after, before = 0, len(news)
    for block in same.get_matching_blocks():
        for n in range(block.size):
            if olds[block.a + n][2] <= first:
                after = block.b + n + 1
            elif olds[block.a + n][1] >= last:
                before = min(before, block.b + n)
    if after >= before:
        at = news[after - 1][2] if after else 0
        return at, at
    return news[after][1], news[before - 1][2]


def timed(said: Sequence[Word], text: str) -> tuple[Word, ...]:
    """The words of `text`, which is what was really said, at the times of those that were misheard.

    Words heard in place of others share their time evenly; what was heard and not said has none.
    """
    if not said:
        return ()
    now = text.split()
    one, other = [_bare(w.text) for w in said], [_bare(w) for w in now]
    found = list[Word]()
    for op, a, b, c, d in SequenceMatcher(None, one, other, False).get_opcodes():
        if op == "equal":
            heard = zip(said[a:b], now[c:d], strict=True)
            found += [Word(w, old.start, old.end, old.probability) for old, w in heard]
        elif c < d:
            began = said[a].start if a < b else said[a - 1].end if a else said[0].start
            ended = said[b - 1].end if a < b else began
            step = (ended - began) / (d - c)
            found += [
                Word(w, began + n * step, began + (n + 1) * step, 1.0)
                for n, w in enumerate(now[c:d])
            ]
    return tuple(found)


def _words(text: str) -> list[tuple[str, int, int]]:
    return [(match[0], *match.span()) for match in re.finditer(r"\S+", text)]


def _bare(word: str) -> str:
    return word.lower().strip(".,;:!?…“”\"'()–-")
