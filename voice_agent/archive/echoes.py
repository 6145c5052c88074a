"""Our own sentences that repeat or name what is erased: they go with it.

An echo is a sentence of ours, of a family's question or of a journal that repeats words which only what is erased has
told. What another story tells as well, what the program says by itself and what was said before stays as it is.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace

from voice_agent.archive import our_phrases, residue
from voice_agent.archive.going import Chars, Going, Key, NewestWording, what_stays
from voice_agent.memory.clauses import sentences
from voice_agent.memory.forgetting import SHINGLE, What, Wish, bare, shingles
from voice_agent.memory.terms import terms


def with_echoes(who: Going, gone: Mapping[Key, Chars]) -> Going:
    """The same with our own sentences that repeat it, or name it."""
    turns = who.turns
    going = replace(who, gone=gone, telling=own_shingles(turns, gone))
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
    turns: Mapping[Key, NewestWording], theirs: Collection[Key], told: Collection[str]
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


def own_shingles(turns: Mapping[Key, NewestWording], gone: Mapping[Key, Chars]) -> frozenset[str]:
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
    rest = (text for key in turns if not turns[key].ours for text in what_stays(bare_going, key))
    return residue.only_gone(own, rest)


def _named(ours: str, told: Collection[str]) -> Chars:
    """The sentences of ours that name what is erased: "I have put this away: the cornet and the coal money."."""
    found: list[tuple[int, int]] = []
    for first, last in sentences(ours):
        _, colon, named = ours[first:last].partition(": ")
        said = terms(named)
        if colon and said and said <= set(told) and our_phrases.not_ours([bare(named)]):
            found.append((first, last))
    return tuple(found)
